//! The protocol's promises, with the real binary and every game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};
use warlab_engine::{Chance, Dice, Player};

use crate::warlab;

pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    pub fn start() -> Self {
        let mut child =
            warlab().arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        Engine { child, input, output }
    }

    /// Sends one line of any bytes and reads the one line that answers it.
    pub fn send(&mut self, line: &[u8]) -> Value {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).expect("the engine reads");
        let mut answer = String::new();
        assert!(self.output.read_line(&mut answer).expect("the answer is text") > 0, "the engine is gone");
        let answer: Value = serde_json::from_str(&answer).expect("the answer is JSON");
        assert!(answer["ok"].is_boolean(), "{answer}");
        answer
    }

    pub fn ask(&mut self, request: Value) -> Value {
        self.send(request.to_string().as_bytes())
    }

    pub fn good(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone());
        assert_eq!(answer["ok"], true, "{request} -> {answer}");
        answer
    }

    pub fn refused(&mut self, request: Value, code: &str) -> String {
        let answer = self.ask(request.clone());
        assert_eq!(answer["error"]["code"], code, "{request} -> {answer}");
        answer["error"]["message"].as_str().expect("a message").to_string()
    }

    /// Ends the input: nothing more may be answered, and the engine leaves with 0.
    pub fn end(mut self) {
        drop(self.input.take());
        let mut rest = String::new();
        assert_eq!(self.output.read_line(&mut rest).unwrap(), 0, "an answer too many: {rest}");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }

    pub fn codes(&mut self) -> Vec<String> {
        let answer = self.good(json!({"command": "legal"}));
        let actions = answer["actions"].as_array().unwrap();
        actions.iter().map(|action| action["code"].as_str().unwrap().to_string()).collect()
    }
}

fn all_games() -> Vec<&'static str> {
    warlab::games::with_example().iter().map(|title| title.name()).collect()
}

#[test]
fn ids_come_back_whatever_they_are() {
    let mut engine = Engine::start();
    for id in [json!(7), json!("x"), json!(null), json!([1, {"a": 2}])] {
        assert_eq!(engine.good(json!({"command": "games", "id": id}))["id"], id);
        assert_eq!(engine.ask(json!({"command": "gmaes", "id": id}))["id"], id);
    }
    assert!(engine.good(json!({"command": "games"})).get("id").is_none());
    engine.end();
}

#[test]
fn games_tells_what_is_on_offer() {
    let mut engine = Engine::start();
    let games = engine.good(json!({"command": "games"}))["games"].clone();
    for game in games.as_array().unwrap() {
        for field in ["players", "scenarios", "variants", "agents"] {
            assert!(game[field].is_array(), "{field} of {game}");
        }
        for variant in game["variants"].as_array().unwrap() {
            let words = ["name", "kind", "default", "rule", "text"];
            assert!(words.iter().all(|field| variant[field].is_string()), "{variant}");
        }
    }
    engine.end();
}

#[test]
fn without_a_game_there_is_nothing_to_ask_about() {
    let mut engine = Engine::start();
    for command in ["state", "legal", "undo", "outcome", "record"] {
        engine.refused(json!({"command": command}), "no_game");
    }
    engine.refused(json!({"command": "view", "player": 0}), "no_game");
    engine.refused(json!({"command": "play", "action": "bet"}), "no_game");
    engine.refused(json!({"command": "best", "agent": "random"}), "no_game");
    engine.refused(json!({"command": "playout", "agents": "random"}), "no_game");
    engine.end();
}

/// Plays random games of every game; at random points state, load, undo, views and records are tried.
#[test]
fn positions_go_round_at_random_points() {
    let (mut engine, mut other) = (Engine::start(), Engine::start());
    for game in all_games() {
        for seed in 0..3 {
            let mut dice = Dice::seeded(seed);
            engine.good(json!({"command": "new", "game": game, "seed": seed}));
            let mut played = 0;
            loop {
                let codes = engine.codes();
                if codes.is_empty() || played > 400 {
                    break;
                }
                if dice.below(20) == 0 || game == "kuhn" {
                    check_round_trip(&mut engine, &mut other, game, &codes, &mut dice);
                }
                let code = &codes[dice.below(codes.len() as u32) as usize];
                engine.good(json!({"command": "play", "action": code}));
                played += 1;
            }
            check_record(&mut engine, &mut other);
        }
    }
    engine.end();
    other.end();
}

fn check_round_trip(engine: &mut Engine, other: &mut Engine, game: &str, codes: &[String], dice: &mut Dice) {
    let state = engine.good(json!({"command": "state"}))["state"].clone();
    other.good(json!({"command": "load", "game": game, "state": state}));
    assert_eq!(other.good(json!({"command": "state"}))["state"], state, "{game}: state after load");
    assert_eq!(other.codes(), codes, "{game}: legal after load");
    // The same future, and undo leads back to the same place.
    let mut steps = 0;
    for _ in 0..5 {
        let codes = engine.codes();
        let Some(code) = codes.get(dice.below(codes.len().max(1) as u32) as usize) else { break };
        let request = json!({"command": "play", "action": code});
        assert_eq!(engine.good(request.clone()), other.good(request), "{game}: another future");
        steps += 1;
    }
    let playout = json!({"command": "playout", "agents": "random", "seed": 3});
    assert_eq!(engine.good(playout.clone()), other.good(playout), "{game}: another playout");
    engine.good(json!({"command": "undo", "steps": steps}));
    assert_eq!(engine.good(json!({"command": "state"}))["state"], state, "{game}: state after undo");
}

/// A record's actions, played from a new game, lead to the same position.
fn check_record(engine: &mut Engine, other: &mut Engine) {
    let record = engine.good(json!({"command": "record"}))["record"].clone();
    other.good(json!({
        "command": "new", "game": record["game"], "scenario": record["scenario"],
        "variants": record["variants"], "players": record["players"], "seed": record["seed"],
    }));
    for action in record["actions"].as_array().unwrap() {
        other.good(json!({"command": "play", "action": action}));
    }
    for command in ["state", "outcome", "record"] {
        let request = json!({"command": command});
        assert_eq!(engine.good(request.clone()), other.good(request), "{command} from a record");
    }
}

/// What a player is shown stays the same in every world that the player cannot tell from the true one.
#[test]
fn views_do_not_leak() {
    let mut engine = Engine::start();
    for title in warlab::games::with_example() {
        let game = title.name();
        let data = title.pack();
        for seed in 0..2 {
            let rules = title.set_up(&Default::default(), &data).unwrap();
            let opening = warlab::session::Opening::New { seed, forced: Default::default() };
            let mut session = rules.open(opening).unwrap();
            let mut dice = Dice::seeded(seed);
            let mut played = 0;
            while session.actor().is_some() && played < 300 {
                if dice.below(15) == 0 || game == "kuhn" {
                    for viewer in Player::all(session.seats().len()) {
                        let imagined = session.imagine(viewer, u64::from(dice.below(1000)));
                        let chosen = session.chosen();
                        let state = json!({
                            "scenario": chosen.scenario, "players": chosen.players,
                            "variants": chosen.variants, "position": imagined,
                        });
                        engine.good(json!({"command": "load", "game": game, "state": state}));
                        let view = engine.good(json!({"command": "view", "player": viewer.0}));
                        assert_eq!(view["view"], session.view(viewer), "{game}: {viewer} sees a difference");
                        if session.actor() == Some(viewer) {
                            let codes: Vec<String> =
                                session.legal().into_iter().map(|offer| offer.code).collect();
                            assert_eq!(engine.codes(), codes, "{game}: {viewer} is offered something else");
                        }
                    }
                }
                let legal = session.legal();
                let code = legal[dice.below(legal.len() as u32) as usize].code.clone();
                session.play(&code).unwrap();
                played += 1;
            }
        }
    }
    engine.end();
}

/// Whoever deals the cards knows them: forced draws at the set-up, and a misfit is refused.
#[test]
fn draws_and_dice_can_be_forced() {
    let mut engine = Engine::start();
    engine.good(json!({"command": "draws", "cards": ["king", "jack"]}));
    engine.good(json!({"command": "new", "game": "kuhn"}));
    let state = engine.good(json!({"command": "state"}));
    assert_eq!(state["state"]["position"]["cards"], json!(["king", "jack"]));
    let record = engine.good(json!({"command": "record"}));
    assert_eq!(record["record"]["forced"][0]["draws"], json!(["king", "jack"]));

    engine.good(json!({"command": "draws", "cards": ["ace"]}));
    let message = engine.refused(json!({"command": "new", "game": "kuhn"}), "bad_argument");
    assert!(message.contains("\"ace\" cannot be drawn now"), "{message}");

    assert_eq!(engine.good(json!({"command": "draws", "cards": []}))["left"], 0);
    assert_eq!(engine.good(json!({"command": "dice", "rolls": [6, 1, 3]}))["left"], 3);
    let played = engine.good(json!({"command": "play", "action": "bet"}));
    assert_eq!((&played["warnings"], &played["left"]), (&json!(["dice_left"]), &json!(3)));
    engine.end();
}

#[test]
fn a_finished_game_is_over_until_it_is_taken_back() {
    let mut engine = Engine::start();
    engine.good(json!({"command": "new", "game": "kuhn", "seed": 2}));
    assert_eq!(engine.good(json!({"command": "outcome"}))["over"], false);
    for action in ["bet", "pass"] {
        engine.good(json!({"command": "play", "action": action}));
    }
    let outcome = engine.good(json!({"command": "outcome"}));
    assert_eq!(outcome["winners"], json!(["dealer"]));
    assert_eq!(
        (&outcome["over"], &outcome["reason"], &outcome["rule"]),
        (&json!(true), &json!("not_called"), &json!("1"))
    );
    assert!(engine.codes().is_empty());
    engine.refused(json!({"command": "play", "action": "bet"}), "game_over");
    engine.refused(json!({"command": "best", "agent": "random"}), "game_over");
    engine.refused(json!({"command": "undo", "steps": 3}), "bad_argument");
    assert_eq!(engine.good(json!({"command": "undo"}))["actor"], "elder");
    let message = engine.refused(json!({"command": "play", "action": "raise"}), "illegal_action");
    assert!(message.contains("pass, bet"), "{message}");
    engine.end();
}

#[test]
fn states_are_checked_when_they_are_loaded() {
    let mut engine = Engine::start();
    let mut load = |position: Value, random: Value| {
        let state = json!({"scenario": "hand", "random": random, "position": position});
        engine.refused(json!({"command": "load", "game": "kuhn", "state": state}), "bad_state")
    };
    let fine = json!({"cards": ["king", "jack"], "done": []});
    assert!(load(json!({"cards": ["king", "king"], "done": []}), json!(null)).contains("different cards"));
    assert!(load(json!({}), json!(null)).contains("cards is missing"));
    assert!(load(json!(3), json!(null)).contains("missing"));
    assert!(load(fine, json!("12")).contains("state.random"));
    let state = json!({"positon": {}});
    let message = engine.refused(json!({"command": "load", "game": "kuhn", "state": state}), "bad_state");
    assert!(message.contains("Did you mean \"position\"?"), "{message}");
    engine.end();
}

#[test]
fn every_agent_gives_advice() {
    let mut engine = Engine::start();
    for game in all_games() {
        engine.good(json!({"command": "new", "game": game}));
        let best = json!({"command": "best", "agent": "random", "seed": 5});
        let advice = engine.good(best.clone());
        assert!(engine.codes().iter().any(|code| advice["action"] == *code), "{game}: {advice}");
        assert_eq!(engine.good(best), advice, "{game}: other advice for the same seed");
    }
    engine.end();
}
