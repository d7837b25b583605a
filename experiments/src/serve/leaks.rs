//! No answer to a seat holds what the seat may not know. Tried from three sides, in every game:
//! against the protocol's `view`; against the same table with hidden things dealt anew; and against a twin of the game
//! in which somebody else chose otherwise in secret.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request as HttpRequest;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt as _;
use warlab_agents::Control;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Player};

use super::routes::router;
use super::{Server, live::Live};
use crate::overlay::Changes;
use crate::protocol::engine::Engine;
use crate::protocol::request::{Request, Seat};
use crate::tabletop::Tabletop;

const GAMES: [&str; 4] = ["wars-of-the-roses", "washingtons-war", "coalitions", "gbacw"];
/// Several hidden hands each; elsewhere a secret choice may be rare or unknown to the rules.
const SECRETIVE: [&str; 2] = ["wars-of-the-roses", "coalitions"];

/// A server without a network.
struct House {
    router: Router,
    server: Arc<Server>,
    _folder: TempDir,
}

impl House {
    fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Arc::new(Server::new(folder.path().into()).unwrap());
        House { router: router(server.clone()), server, _folder: folder }
    }

    async fn ask(&self, path: &str, body: Option<Value>) -> Value {
        let request = HttpRequest::builder().uri(path).method(if body.is_some() { "POST" } else { "GET" });
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let answer = self.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        assert!(status.is_success(), "{path}: {}", String::from_utf8_lossy(&bytes));
        serde_json::from_slice(&bytes).unwrap()
    }

    /// A game that was played so far, in which a person sits at every seat.
    async fn lay_out(&self, sheet: &Tabletop) -> Table<'_> {
        let wish = json!({ "game": sheet.notation(), "seats": vec!["person"; sheet.seats().len()] });
        let made = self.ask("/api/games/load", Some(wish)).await;
        let token = |link: &Value| link["link"].as_str().unwrap().split_once('?').unwrap().1.to_string();
        let tokens = made["links"].as_array().unwrap().iter().map(token).collect();
        Table { house: self, id: made["id"].as_str().unwrap().into(), tokens }
    }
}

/// One game on the server, asked seat by seat.
struct Table<'h> {
    house: &'h House,
    id: String,
    tokens: Vec<String>,
}

impl Table<'_> {
    async fn ask(&self, verb: &str, seat: usize, more: &str, body: Option<Value>) -> Value {
        let path = format!("/api/games/{}/{verb}?{}{more}", self.id, self.tokens[seat]);
        self.house.ask(&path, body).await
    }

    async fn play(&self, seat: Player, code: &str, position: usize) {
        let body = json!({ "action": code, "version": position });
        self.ask("play", seat.index(), "", Some(body)).await;
    }

    /// Everything that a seat can get out of the server without moving.
    async fn answers(&self, seat: usize, own_turn: bool) -> Vec<(&'static str, Value)> {
        let mut view = self.ask("view", seat, "", None).await;
        // Counts what happened on the server, such as the looks after agents; the position counts the actions.
        view.as_object_mut().unwrap().remove("version");
        let step = view["position"].as_u64().unwrap();
        let mut answers = vec![("view", view), ("map", self.ask("map", seat, "", None).await)];
        for back in 0..step.min(3) {
            answers.push(("replay", self.ask("replay", seat, &format!("&step={}", step - back), None).await));
        }
        if own_turn {
            answers.push(("odds", self.ask("odds", seat, "", Some(json!({}))).await));
        }
        let listed = self.house.ask("/api/games", None).await;
        let own = listed["games"].as_array().unwrap().iter().find(|game| game["id"] == self.id.as_str());
        let mut own = own.unwrap().clone();
        own.as_object_mut().unwrap().remove("id");
        answers.push(("list", own));
        answers
    }
}

fn on_a_runtime<F: Future>(work: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

fn any(dice: &mut Dice, count: usize) -> usize {
    dice.below(count as u32) as usize
}

/// What a seat is sent about the position is the protocol's `view` of that seat, and choices go to the mover alone.
#[test]
fn a_seat_is_sent_the_view_of_the_protocol() {
    on_a_runtime(async {
        for game in GAMES {
            let house = House::open();
            let table = house.lay_out(&Tabletop::begin(game, &Setup::default(), 21).unwrap()).await;
            let mut engine = Engine::new(Changes::default());
            let new = Request::New { game: game.into(), setup: Setup::default(), seed: 21 };
            engine.carry_out(new).unwrap();
            let mut dice = Dice::seeded(5);
            for position in 0..120 {
                let mut choices = Vec::new();
                let mut actor = None;
                for seat in 0..table.tokens.len() {
                    let sent = table.ask("view", seat, "", None).await;
                    let request = Request::View { player: Seat::Number(seat as u64) };
                    let known = engine.carry_out(request).unwrap();
                    assert_eq!(sent["view"], known["view"], "{game}, seat {seat} at {position}");
                    let legal = sent["legal"].as_array().unwrap();
                    if sent["actor"] == seat {
                        actor = Some(Player(seat as u8));
                        choices.extend(legal.iter().map(|one| one["code"].as_str().unwrap().to_string()));
                    } else {
                        assert!(
                            legal.is_empty() && sent["question"] == "",
                            "{game}, seat {seat} at {position}"
                        );
                    }
                }
                let Some(actor) = actor else { break };
                let code = &choices[any(&mut dice, choices.len())];
                table.play(actor, code, position).await;
                engine.carry_out(Request::Play { action: code.clone() }).unwrap();
            }
        }
    });
}

/// Everything that is worked out for a seat (board, question, choices, odds, hint, win probability) stays the same when
/// what is hidden from it is dealt anew.
#[test]
fn hidden_things_dealt_anew_change_no_answer() {
    for game in GAMES {
        let mut table = Tabletop::begin(game, &Setup::default(), 33).unwrap();
        let mut dice = Dice::seeded(6);
        let mut redealt = 0;
        while table.actor().is_some() && table.position() < 150 {
            for seat in (0..table.seats().len()).map(|seat| Player(seat as u8)) {
                if dice.below(6) > 0 {
                    continue;
                }
                let other = table.imagined(seat, u64::from(dice.below(1000)));
                redealt += usize::from(other.truth() != table.truth());
                let place = format!("{game}, seat {} at {}", seat.0, table.position());
                assert_eq!(other.view(seat), table.view(seat), "{place}");
                assert_eq!(other.estimate(seat), table.estimate(seat), "{place}");
                if table.actor() == Some(seat) {
                    let codes: Vec<String> = table.choices().into_iter().map(|choice| choice.code).collect();
                    let odds = |table: &Tabletop| table.weighing(&codes).unwrap()().unwrap();
                    assert_eq!(odds(&other), odds(&table), "{place}");
                    if dice.below(8) == 0 {
                        let adviser = "mcts:iterations=6".parse().unwrap();
                        let hint = |table: &Tabletop| {
                            let advice = table.advising(&adviser, Control::default()).unwrap()().unwrap();
                            table.advice_json(&advice)
                        };
                        assert_eq!(hint(&other), hint(&table), "{place}");
                    }
                }
            }
            let choices = table.choices();
            table.play(&choices[any(&mut dice, choices.len())].code).unwrap();
        }
        assert!(
            redealt > 0 || !SECRETIVE.contains(&game),
            "{game}: nothing was hidden, so nothing was tried"
        );
    }
}

/// Two ways to go on that one seat cannot tell apart: the mover knows the difference, the seat's view does not.
fn secret_choices(table: &mut Tabletop, dice: &mut Dice) -> Option<(Player, String, String)> {
    let mover = table.actor()?;
    let choices = table.choices();
    let position = table.position();
    let seats: Vec<Player> = (0..table.seats().len()).map(|seat| Player(seat as u8)).collect();
    let mut after = Vec::new();
    // A handful of choices is enough to meet a pair where there is one.
    for _ in 0..choices.len().min(6) {
        let code = choices[any(dice, choices.len())].code.clone();
        table.play(&code).unwrap();
        let views: Vec<Value> = seats.iter().map(|&seat| table.view(seat)["view"].clone()).collect();
        after.push((code, views));
        table.rewind(position).unwrap();
    }
    for (i, (code, views)) in after.iter().enumerate() {
        for (other, others) in &after[..i] {
            let alike = |seat: &&Player| **seat != mover && views[seat.index()] == others[seat.index()];
            if code != other
                && views[mover.index()] != others[mover.index()]
                && let Some(&seat) = seats.iter().find(alike)
            {
                return Some((seat, other.clone(), code.clone()));
            }
        }
    }
    None
}

/// A secret choice of somebody else leaves no trace in anything that the server says: log, replay, odds, counters.
#[test]
fn a_secret_choice_leaves_no_trace() {
    on_a_runtime(async {
        for game in GAMES {
            let mut met = 0;
            for seed in 0..3 {
                met += twins(game, seed).await;
            }
            println!("{game}: {met} secret choices");
            assert!(met > 0 || !SECRETIVE.contains(&game), "{game}: no secret choice was met");
        }
    });
}

/// Plays a game up to secret choices, each time in two tables that differ by it, and on for a while; returns how many
/// secrets it met.
async fn twins(game: &str, seed: u64) -> usize {
    let mut sheet = Tabletop::begin(game, &Setup::default(), seed).unwrap();
    let mut dice = Dice::seeded(mixed(seed));
    let mut met = 0;
    while sheet.actor().is_some() && sheet.position() < 160 && met < 3 {
        if let Some((seat, one, other)) = secret_choices(&mut sheet, &mut dice) {
            met += 1;
            compare(game, seed, &sheet, seat, [&one, &other], &mut dice).await;
            sheet.play(&one).unwrap();
            continue;
        }
        let choices = sheet.choices();
        sheet.play(&choices[any(&mut dice, choices.len())].code).unwrap();
    }
    met
}

fn mixed(seed: u64) -> u64 {
    warlab_engine::chance::mix(seed, 77)
}

async fn compare(game: &str, seed: u64, sheet: &Tabletop, seat: Player, codes: [&str; 2], dice: &mut Dice) {
    let house = House::open();
    let mut sheets = codes.map(|_| Tabletop::open(&sheet.notation()).unwrap());
    let tables = [house.lay_out(&sheets[0]).await, house.lay_out(&sheets[1]).await];
    for ((table, sheet), code) in tables.iter().zip(&mut sheets).zip(codes) {
        table.play(sheet.actor().unwrap(), code, sheet.position()).await;
        sheet.play(code).unwrap();
    }
    for _ in 0..12 {
        let own = sheets[0].actor() == Some(seat);
        let [one, other] = [&tables[0], &tables[1]].map(|table| table.answers(seat.index(), own));
        let (one, other) = (one.await, other.await);
        let place = format!("{game}, seed {seed}, seat {} at {}, {codes:?}", seat.0, sheets[0].position());
        for ((verb, one), (_, other)) in one.iter().zip(&other) {
            assert_eq!(one, other, "{verb} of {place}");
        }
        // Go on alike for as long as that is possible and the seat still sees no difference.
        if sheets[0].actor().is_none() || sheets[0].actor() != sheets[1].actor() {
            return;
        }
        let codes =
            |sheet: &Tabletop| sheet.choices().into_iter().map(|choice| choice.code).collect::<BTreeSet<_>>();
        let common: Vec<String> = codes(&sheets[0]).intersection(&codes(&sheets[1])).cloned().collect();
        if common.is_empty() {
            return;
        }
        let code = &common[any(dice, common.len())];
        let (mover, position) = (sheets[0].actor().unwrap(), sheets[0].position());
        for (table, sheet) in tables.iter().zip(&mut sheets) {
            table.play(mover, code, position).await;
            sheet.play(code).unwrap();
        }
        if sheets[0].view(seat)["view"] != sheets[1].view(seat)["view"] {
            return;
        }
    }
}

/// A game that is taken away on the way can be brought back here, and tells nothing to whoever opens the file.
#[test]
fn a_saved_game_is_sealed_until_it_is_over() {
    on_a_runtime(async {
        let house = House::open();
        let seed = 987_654_321_u64;
        let wish = json!({ "game": "wars-of-the-roses", "seed": seed, "seats": ["person", "random"] });
        let made = house.ask("/api/games", Some(wish)).await;
        let id = made["id"].as_str().unwrap();
        let live: Arc<Live> = house.server.games.lock().unwrap()[id].clone();
        let file = live.save_file(&house.server.seal).unwrap_or_else(|refused| panic!("{refused:?}"));
        let keys: Vec<&String> = file.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["game", "scenario", "turn", "sealed"]);
        assert!(!file.to_string().contains(&seed.to_string()));
        let again = house.ask("/api/games/load", Some(json!({ "game": file }))).await;
        assert_eq!(again["links"].as_array().unwrap().len(), 1, "the seats are as they were");
    });
}
