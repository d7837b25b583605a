//! A game in progress that people sit at: what the browser and the terminal play on.
//!
//! [`AnyTable`] hides which game it is. A table keeps the seed and the actions, so undo and replay play again from
//! the start; what a seat is shown always comes from that seat's observation.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use warlab_agents::agent::Control;
use warlab_agents::playable::embedded_weights;
use warlab_agents::{Playable, Spec, make};
use warlab_engine::chance::Logged;
use warlab_engine::data::Problem;
use warlab_engine::play::table_stream;
use warlab_engine::setup::Setup;
use warlab_engine::{Dice, Event, Observation, Player, Turn};

/// A legal choice: its code and its sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    pub code: String,
    pub text: String,
}

/// What an agent thought of a decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    pub action: String,
    /// What each seat may expect.
    pub value: Vec<f32>,
    pub candidates: Vec<Considered>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Considered {
    pub action: String,
    pub text: String,
    pub visits: u32,
    pub value: Vec<f32>,
    pub line: Vec<String>,
}

/// A game as it is saved: enough to play it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedGame {
    pub game: String,
    #[serde(flatten)]
    pub setup: Setup,
    pub seed: u64,
    pub actions: Vec<String>,
}

/// A decision handed to an agent, to be thought about on any thread.
pub type Thinking = Box<dyn FnOnce() -> Thought + Send>;

/// A game in progress, whichever it is.
pub trait AnyTable: Send {
    fn players(&self) -> usize;
    fn seat(&self, player: Player) -> String;
    /// Who decides; `None` when the game is over.
    fn actor(&self) -> Option<Player>;
    /// How many actions were taken.
    fn position(&self) -> usize;
    /// Who took the action at a position.
    fn mover(&self, position: usize) -> Option<Player>;
    fn map(&self) -> Value;
    /// The choices of the player to decide, in words that this player may read.
    fn choices(&self) -> Vec<Choice>;
    /// Everything that a seat may see now.
    fn view(&self, seat: Player) -> Value;
    /// The whole truth, for checks against the engine.
    fn state(&self) -> Value;
    /// What a seat saw after the first `step` actions.
    fn frame(&self, seat: Player, step: usize) -> Value;
    /// Takes an action by its code; refuses it with a sentence.
    fn play(&mut self, code: &str) -> Result<(), Problem>;
    /// Goes back to an earlier position.
    fn rewind(&mut self, position: usize);
    fn save(&self) -> SavedGame;
    /// Hands the current decision to an agent.
    fn think(&self, spec: &Spec, control: Control) -> Result<Thinking, Problem>;
    /// The odds of a choice in a sentence, where the game can tell.
    fn odds(&self, code: &str) -> Result<Option<String>, Problem>;
    /// What each seat may expect, judged from what `seat` knows.
    fn estimate(&self, seat: Player) -> Option<Vec<f32>>;
    /// The rule that the current question follows.
    fn rule(&self) -> String;
    fn question(&self) -> String;
    /// Events that `seat` may be told, from a position on.
    fn told(&self, seat: Player, from: usize) -> Vec<Value>;
    /// How the game ended, in a sentence with its rule; `None` while it goes on.
    fn ending(&self) -> Option<String>;
    fn turn_name(&self) -> String;
}

/// Events shown of the past; a person who wants all of them opens the replay.
const LOG_SHOWN: usize = 250;

pub struct Table<G: Playable> {
    game: Arc<G>,
    seed: u64,
    state: G::State,
    dice: Dice,
    actions: Vec<G::Action>,
    movers: Vec<Player>,
    /// Events with the position at which they happened.
    log: Vec<(usize, Event)>,
}

impl<G: Playable> std::fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} seed {}, {} actions)", G::NAME, self.seed, self.actions.len())
    }
}

impl<G: Playable> Table<G> {
    pub fn new(game: Arc<G>, seed: u64) -> Self {
        let mut chance = Logged::new(table_stream(seed));
        let state = game.start(&mut chance);
        let log = chance.events.into_iter().map(|event| (0, event)).collect();
        Table { game, seed, state, dice: chance.source, actions: Vec::new(), movers: Vec::new(), log }
    }

    fn legal(&self) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        legal
    }

    fn find(&self, code: &str) -> Result<G::Action, Problem> {
        let Some(actor) = self.actor() else {
            return Err(Problem::new("the game is over; nothing can be played any more"));
        };
        self.legal().into_iter().find(|&action| self.game.code(action) == code).ok_or_else(|| {
            let seat = self.game.seat(actor);
            Problem::new(format!("\"{code}\" is not one of the choices that {seat} has now"))
        })
    }

    fn apply(&mut self, action: G::Action) {
        let Turn::Player(mover) = self.game.turn(&self.state) else { return };
        let mut chance = Logged::new(self.dice.clone());
        self.game.apply(&mut self.state, action, &mut chance);
        self.dice = chance.source;
        self.actions.push(action);
        self.movers.push(mover);
        let position = self.actions.len();
        self.log.extend(chance.events.into_iter().map(|event| (position, event)));
    }

    fn seen_by_actor(&self) -> Option<Observation<G::State>> {
        self.actor().map(|actor| self.game.observe(&self.state, actor))
    }

    fn outcome_json(&self) -> Value {
        let Some(outcome) = self.game.outcome(&self.state) else { return Value::Null };
        let winners: Vec<&str> = outcome.winners().into_iter().map(|player| self.game.seat(player)).collect();
        json!({
            "text": outcome.text, "rule": outcome.rule, "reason": outcome.reason, "winners": winners,
            "scores": outcome.scores.as_slice(),
        })
    }

    fn board_json(&self, seen: &Observation<G::State>) -> Value {
        serde_json::to_value(self.game.board(seen)).unwrap_or(Value::Null)
    }
}

impl<G: Playable> AnyTable for Table<G> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn seat(&self, player: Player) -> String {
        self.game.seat(player).to_string()
    }

    fn actor(&self) -> Option<Player> {
        match self.game.turn(&self.state) {
            Turn::Player(player) => Some(player),
            Turn::Over => None,
        }
    }

    fn position(&self) -> usize {
        self.actions.len()
    }

    fn mover(&self, position: usize) -> Option<Player> {
        self.movers.get(position).copied()
    }

    fn map(&self) -> Value {
        serde_json::to_value(self.game.map()).unwrap_or(Value::Null)
    }

    fn choices(&self) -> Vec<Choice> {
        let Some(seen) = self.seen_by_actor() else { return Vec::new() };
        let words = |action| Choice {
            code: self.game.code(action),
            text: self.game.sentence(seen.visible(), action),
        };
        self.legal().into_iter().map(words).collect()
    }

    fn view(&self, seat: Player) -> Value {
        let seen = self.game.observe(&self.state, seat);
        let actor = self.actor();
        let own = actor == Some(seat);
        let log = self.told(seat, 0);
        let log = &log[log.len().saturating_sub(LOG_SHOWN)..];
        json!({
            "game": G::NAME,
            "title": G::TITLE,
            "scenario": self.game.chosen().scenario,
            "turn": self.game.turn_name(seen.visible()),
            "seat": seat.0,
            "actor": actor.map(|player| player.0),
            "actor_name": actor.map(|player| self.game.seat(player)),
            "question": if own { self.question() } else { String::new() },
            "rule": if own { self.rule() } else { String::new() },
            "legal": if own { self.choices() } else { Vec::new() },
            "view": self.game.view_json(&seen),
            "board": self.board_json(&seen),
            "log": log,
            "outcome": self.outcome_json(),
            "position": self.position(),
        })
    }

    fn state(&self) -> Value {
        self.game.state_json(&self.state)
    }

    fn frame(&self, seat: Player, step: usize) -> Value {
        let step = step.min(self.actions.len());
        let mut then = Table::new(self.game.clone(), self.seed);
        for &action in &self.actions[..step] {
            then.apply(action);
        }
        let seen = self.game.observe(&then.state, seat);
        let actor = step.checked_sub(1).map(|last| self.movers[last]);
        // A secret choice stays secret until the game is over.
        let told = actor == Some(seat) || self.actor().is_none();
        let action = step.checked_sub(1).filter(|_| told).map(|last| self.game.code(self.actions[last]));
        let events: Vec<Value> = self
            .log
            .iter()
            .filter(|(position, _)| *position == step)
            .filter_map(|(_, event)| event.for_viewer(seat))
            .collect();
        json!({
            "title": G::TITLE, "step": step, "steps": self.actions.len(), "turn": self.game.turn_name(seen.visible()),
            "board": self.board_json(&seen), "actor": actor.map(|player| player.0), "action": action, "events": events,
        })
    }

    fn play(&mut self, code: &str) -> Result<(), Problem> {
        let action = self.find(code)?;
        self.apply(action);
        Ok(())
    }

    fn rewind(&mut self, position: usize) {
        let kept: Vec<G::Action> = self.actions.iter().copied().take(position).collect();
        *self = Table::new(self.game.clone(), self.seed);
        for action in kept {
            self.apply(action);
        }
    }

    fn save(&self) -> SavedGame {
        SavedGame {
            game: G::NAME.into(),
            setup: self.game.chosen().to_setup(),
            seed: self.seed,
            actions: self.actions.iter().map(|&action| self.game.code(action)).collect(),
        }
    }

    fn think(&self, spec: &Spec, control: Control) -> Result<Thinking, Problem> {
        let mut agent = make::<G>(spec)?;
        let Some(seen) = self.seen_by_actor() else {
            return Err(Problem::new("the game is over; there is nothing to think about"));
        };
        let (game, legal) = (self.game.clone(), self.legal());
        let seed = warlab_engine::chance::mix(self.seed ^ 0x7417_4E11, self.position() as u64);
        Ok(Box::new(move || {
            agent.begin(seen.viewer(), seed);
            agent.set_control(control);
            let action = agent.decide(&game, &seen, &legal);
            let analysis = agent.analysis();
            let candidates = analysis.map_or(&[][..], |analysis| &analysis.candidates);
            let considered = candidates.iter().map(|candidate| Considered {
                action: game.code(candidate.action),
                text: game.sentence(seen.visible(), candidate.action),
                visits: candidate.visits,
                value: candidate.value.as_slice().to_vec(),
                line: candidate.line.iter().map(|&action| game.code(action)).collect(),
            });
            Thought {
                action: game.code(action),
                value: analysis.map_or_else(Vec::new, |analysis| analysis.value.as_slice().to_vec()),
                candidates: considered.collect(),
            }
        }))
    }

    fn odds(&self, code: &str) -> Result<Option<String>, Problem> {
        let action = self.find(code)?;
        let Some(seen) = self.seen_by_actor() else { return Ok(None) };
        Ok(self.game.odds(&seen, action).map(|odds| {
            let parts: Vec<String> = odds
                .outcomes
                .iter()
                .map(|(what, chance)| format!("{what} {:.1} %", chance * 100.0))
                .collect();
            format!("{}{}", if odds.exact { "" } else { "about: " }, parts.join(", "))
        }))
    }

    fn estimate(&self, seat: Player) -> Option<Vec<f32>> {
        self.actor()?;
        let evaluator = self.game.evaluator(&embedded_weights::<G>())?;
        let seen = self.game.observe(&self.state, seat);
        // A handful of dealt worlds is steady enough for a curve.
        const WORLDS: u64 = 16;
        let mut sums = vec![0.0; self.game.players()];
        for world in 0..WORLDS {
            let mut dice =
                Dice::seeded(warlab_engine::chance::mix(self.seed ^ self.position() as u64, world));
            let state = self.game.determinize(&seen, &mut dice);
            for (sum, value) in sums.iter_mut().zip(evaluator.value(&self.game, &state).as_slice()) {
                *sum += value / WORLDS as f32;
            }
        }
        Some(sums)
    }

    fn rule(&self) -> String {
        self.seen_by_actor().map_or_else(String::new, |seen| self.game.rule(seen.visible()).to_string())
    }

    fn question(&self) -> String {
        self.seen_by_actor().map_or_else(String::new, |seen| self.game.question(seen.visible()))
    }

    fn told(&self, seat: Player, from: usize) -> Vec<Value> {
        let events = self.log.iter().filter(|(position, _)| *position >= from);
        events.filter_map(|(_, event)| event.for_viewer(seat)).collect()
    }

    fn ending(&self) -> Option<String> {
        self.game.outcome(&self.state).map(|outcome| format!("{} [{}]", outcome.text, outcome.rule))
    }

    fn turn_name(&self) -> String {
        self.game.turn_name(&self.state)
    }
}

/// A game on offer, whichever it is: what a lobby needs to open tables.
pub trait Offer: Sync + Send {
    fn name(&self) -> &'static str;
    fn title(&self) -> &'static str;
    fn catalogue(&self) -> Result<warlab_engine::setup::Catalogue, Problem>;
    fn open(&self, setup: &Setup, seed: u64) -> Result<Box<dyn AnyTable>, Problem>;
}

/// Opens the table of a saved game and plays its actions again.
pub fn reopen(offers: &[&'static dyn Offer], saved: &SavedGame) -> Result<Box<dyn AnyTable>, Problem> {
    let mut table = find_offer(offers, &saved.game)?.open(&saved.setup, saved.seed)?;
    for (number, code) in saved.actions.iter().enumerate() {
        table.play(code).map_err(|problem| {
            Problem::new(format!("the saved game stops making sense at action {}: {problem}", number + 1))
        })?;
    }
    Ok(table)
}

pub fn find_offer(offers: &[&'static dyn Offer], name: &str) -> Result<&'static dyn Offer, Problem> {
    offers.iter().find(|offer| offer.name() == name).copied().ok_or_else(|| {
        let names: Vec<&str> = offers.iter().map(|offer| offer.name()).collect();
        let hint = warlab_engine::data::suggestion(name, names.iter().copied());
        Problem::new(format!("unknown game \"{name}\"; known: {}.{hint}", names.join(", ")))
    })
}
