//! The engine behind the protocol: at most one game in progress, and one method per command.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use warlab_agents::Spec;
use warlab_engine::data::{Problem, suggestion};
use warlab_engine::setup::Setup;
use warlab_engine::{Dice, Event, Outcome, Player};

use super::answer::{Code, Error};
use super::request::{Request, Seat};
use crate::games;
use crate::notation::Forced;
use crate::overlay::Changes;
use crate::runner::Termination;
use crate::session::{Opening, Session};
use crate::title::{Ruleset, Title, variants_as_json};

type Fields = Map<String, Value>;

/// Answers requests about one game at a time.
#[derive(Debug)]
pub struct Engine {
    changes: Changes,
    session: Option<Box<dyn Session>>,
    /// Dice and draws that were queued before there was a game.
    waiting: Forced,
    /// The rules that were last laid out: reading a data pack takes longer than playing a game.
    laid_out: Option<(&'static str, Setup, Arc<dyn Ruleset>)>,
}

impl Engine {
    pub fn new(changes: Changes) -> Self {
        Engine { changes, session: None, waiting: Forced::default(), laid_out: None }
    }

    /// Carries out a request or leaves everything as it was.
    pub fn carry_out(&mut self, request: Request) -> Result<Fields, Error> {
        match request {
            Request::Games => self.games(),
            Request::New { game, setup, seed } => self.new_game(&game, &setup, seed),
            Request::Load { game, state } => self.load(&game, &state),
            Request::State => self.state(),
            Request::View { player } => self.view(&player),
            Request::Legal => self.legal(),
            Request::Play { action } => self.play(&action),
            Request::Undo { steps } => self.undo(steps),
            Request::Dice { rolls } => self.dice(rolls),
            Request::Draws { cards } => self.draws(cards),
            Request::Best { agent, seed } => self.best(&agent, seed),
            Request::Playout { agents, seed } => self.playout(&agents, seed),
            Request::Outcome => self.outcome(),
            Request::Record => self.record(),
        }
    }

    fn session(&self) -> Result<&dyn Session, Error> {
        self.session.as_deref().ok_or_else(no_game)
    }

    fn session_mut(&mut self) -> Result<&mut Box<dyn Session>, Error> {
        self.session.as_mut().ok_or_else(no_game)
    }

    fn games(&self) -> Result<Fields, Error> {
        let mut list = Vec::new();
        for title in games::all() {
            list.push(self.describe(title)?);
        }
        Ok(fields([("games", list.into())]))
    }

    fn describe(&self, title: &dyn Title) -> Result<Value, Error> {
        let catalogue = title.catalogue(&self.data(title)?)?;
        let players = catalogue.scenarios.iter().flat_map(|scenario| scenario.players.clone());
        let players: std::collections::BTreeSet<usize> = players.collect();
        let scenarios: Vec<Value> =
            catalogue.scenarios.iter().map(|scenario| scenario.id.clone().into()).collect();
        let agents: Vec<&str> = title.agents().iter().map(|agent| agent.name).collect();
        Ok(json!({
            "game": title.name(), "title": title.heading(), "players": players, "scenarios": scenarios,
            "variants": variants_as_json(&catalogue.variants), "agents": agents,
        }))
    }

    fn data(&self, title: &dyn Title) -> Result<warlab_engine::data::Pack, Error> {
        self.changes.apply(title).map_err(|error| Error::argument(format!("{error:#}")))
    }

    fn rules(&mut self, title: &'static dyn Title, setup: &Setup) -> Result<Arc<dyn Ruleset>, Error> {
        match &self.laid_out {
            Some((name, known, rules)) if *name == title.name() && known == setup => Ok(Arc::clone(rules)),
            _ => {
                let rules = title.set_up(setup, &self.data(title)?)?;
                self.laid_out = Some((title.name(), setup.clone(), Arc::clone(&rules)));
                Ok(rules)
            }
        }
    }

    /// What is queued for the opening: dice and draws named since the last action.
    fn queued(&self) -> Forced {
        match &self.session {
            None => self.waiting.clone(),
            Some(session) => session.queued().unwrap_or_default(),
        }
    }

    fn new_game(&mut self, game: &str, setup: &Setup, seed: u64) -> Result<Fields, Error> {
        let title = games::find(game)?;
        let rules = self.rules(title, setup)?;
        let session = rules.open(Opening::New { seed, forced: self.queued() })?;
        let mut answer = position(&*session);
        answer.insert("seed".into(), seed.into());
        answer.insert("scenario".into(), session.chosen().scenario.clone().into());
        answer.insert("players".into(), session.seats().into());
        answer.insert("events".into(), events(session.opening_events()));
        self.waiting = Forced::default();
        self.session = Some(session);
        Ok(answer)
    }

    fn load(&mut self, game: &str, state: &Value) -> Result<Fields, Error> {
        let title = games::find(game)?;
        let bad = |problem: Problem| Error::new(Code::BadState, problem.to_string());
        let loaded = Loaded::read(title.name(), state).map_err(bad)?;
        let rules =
            self.rules(title, &loaded.setup).map_err(|error| Error { code: Code::BadState, ..error })?;
        let opening = Opening::Load { position: loaded.position, dice: loaded.dice, forced: self.queued() };
        let session = rules.open(opening).map_err(bad)?;
        let answer = position(&*session);
        self.waiting = Forced::default();
        self.session = Some(session);
        Ok(answer)
    }

    fn state(&self) -> Result<Fields, Error> {
        let session = self.session()?;
        let chosen = session.chosen();
        let state = json!({
            "game": session.name(), "scenario": chosen.scenario, "players": chosen.players,
            "variants": chosen.variants, "random": session.stream(), "position": session.position(),
        });
        Ok(fields([("state", state)]))
    }

    fn view(&self, player: &Seat) -> Result<Fields, Error> {
        let session = self.session()?;
        let viewer = seat(&session.seats(), player)?;
        Ok(fields([
            ("player", session.seats()[viewer.index()].clone().into()),
            ("view", session.view(viewer)),
        ]))
    }

    fn legal(&self) -> Result<Fields, Error> {
        let session = self.session()?;
        let mut answer = position(session);
        let offers =
            session.legal().into_iter().map(|offer| json!({ "code": offer.code, "text": offer.text }));
        answer.insert("actions".into(), offers.collect());
        Ok(answer)
    }

    fn play(&mut self, action: &str) -> Result<Fields, Error> {
        let session = self.session_mut()?;
        let told = session.play(action)?;
        let mut answer = position(&**session);
        answer.insert("events".into(), events(&told));
        let left = session.forced();
        let unused = [("dice_left", left.rolls.is_empty()), ("draws_left", left.draws.is_empty())];
        let warnings: Vec<&str> =
            unused.into_iter().filter(|(_, none)| !none).map(|(word, _)| word).collect();
        if !warnings.is_empty() {
            answer.insert("warnings".into(), warnings.into());
            answer.insert("left".into(), (left.rolls.len() + left.draws.len()).into());
        }
        Ok(answer)
    }

    fn undo(&mut self, steps: usize) -> Result<Fields, Error> {
        let session = self.session_mut()?;
        session.undo(steps)?;
        Ok(position(&**session))
    }

    fn dice(&mut self, rolls: Vec<u8>) -> Result<Fields, Error> {
        let left = rolls.len();
        match &mut self.session {
            Some(session) => session.force_rolls(rolls),
            None => self.waiting.rolls = rolls,
        }
        Ok(fields([("left", left.into())]))
    }

    fn draws(&mut self, cards: Vec<String>) -> Result<Fields, Error> {
        let left = cards.len();
        match &mut self.session {
            Some(session) => session.force_draws(cards),
            None => self.waiting.draws = cards,
        }
        Ok(fields([("left", left.into())]))
    }

    fn best(&self, agent: &Spec, seed: Option<u64>) -> Result<Fields, Error> {
        let session = self.session()?;
        let advice = session.best(agent, seed)?;
        let seats = session.seats();
        let candidates = advice.candidates.iter().map(|considered| {
            json!({
                "action": considered.action, "visits": considered.visits,
                "value": by_seat(&seats, &considered.value), "line": considered.line,
            })
        });
        let value = advice.value.as_ref().map_or(Value::Null, |value| by_seat(&seats, value));
        Ok(fields([("action", advice.action.into()), ("value", value), ("candidates", candidates.collect())]))
    }

    fn playout(&self, agents: &[Spec], seed: Option<u64>) -> Result<Fields, Error> {
        let session = self.session()?;
        let played = session.playout(agents, seed)?;
        if played.termination != Termination::Finished {
            let words = played.detail.unwrap_or_default();
            return Err(Error::new(Code::BadState, format!("the playout broke off: {words}")));
        }
        let outcome = describe_outcome(&session.seats(), played.outcome.as_ref());
        Ok(fields([("outcome", outcome.into()), ("decisions", played.decisions.into())]))
    }

    fn outcome(&self) -> Result<Fields, Error> {
        let session = self.session()?;
        Ok(describe_outcome(&session.seats(), session.outcome().as_ref()))
    }

    fn record(&self) -> Result<Fields, Error> {
        let notation = self.session()?.notation();
        let record = serde_json::to_value(notation).expect("a record is plain JSON");
        Ok(fields([("record", record)]))
    }
}

/// What `load` was given, apart from the game's own part.
struct Loaded {
    setup: Setup,
    position: Value,
    dice: Option<Dice>,
}

impl Loaded {
    fn read(game: &str, state: &Value) -> Result<Self, Problem> {
        let fields = state.as_object().ok_or_else(|| Problem::new("state is not an object"))?;
        const KNOWN: [&str; 6] = ["game", "scenario", "players", "variants", "random", "position"];
        if let Some(unknown) = fields.keys().find(|name| !KNOWN.contains(&name.as_str())) {
            let hint = suggestion(unknown, KNOWN.into_iter());
            return Err(Problem::new(format!(
                "state has no field \"{unknown}\"; known: {}.{hint}",
                KNOWN.join(", ")
            )));
        }
        if fields.get("game").is_some_and(|named| named != game) {
            return Err(Problem::new(format!("the state is one of {}, not of {game}", fields["game"])));
        }
        let position =
            fields.get("position").ok_or_else(|| Problem::new("state.position is missing"))?.clone();
        let mut setup = serde_json::Map::new();
        for name in ["scenario", "players", "variants"] {
            setup.extend(fields.get(name).map(|value| (name.to_string(), value.clone())));
        }
        let setup = serde_json::from_value(Value::Object(setup))
            .map_err(|error| Problem::new(format!("state: {error}")))?;
        let dice = match fields.get("random") {
            None | Some(Value::Null) => None,
            Some(text) => Some(text.as_str().and_then(Dice::at).ok_or_else(|| {
                Problem::new("state.random is not as `state` printed it; leave it out for fresh dice")
            })?),
        };
        Ok(Loaded { setup, position, dice })
    }
}

fn no_game() -> Error {
    Error::new(Code::NoGame, "there is no game yet; start one with new or load")
}

fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Fields {
    pairs.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// Who decides what, and when.
fn position(session: &dyn Session) -> Fields {
    let seats = session.seats();
    let actor = session.actor();
    let mut answer = fields([
        ("actor", actor.map_or(Value::Null, |player| seats[player.index()].clone().into())),
        ("turn", session.turn_number().into()),
        ("turn_name", session.turn_name().into()),
    ]);
    if actor.is_some() {
        let (question, rule) = session.question();
        answer.insert("question".into(), question.into());
        answer.insert("rule".into(), rule.into());
    }
    answer
}

fn events(told: &[Event]) -> Value {
    told.iter().map(Event::to_json).collect()
}

fn by_seat<T: Clone + Into<Value>>(seats: &[String], values: &[T]) -> Value {
    let pairs = seats.iter().cloned().zip(values.iter().cloned().map(Into::into));
    Value::Object(pairs.collect())
}

fn seat(seats: &[String], asked: &Seat) -> Result<Player, Error> {
    let found = match asked {
        Seat::Side(side) => seats.iter().position(|seat| seat == side),
        Seat::Number(number) => usize::try_from(*number).ok().filter(|&number| number < seats.len()),
    };
    found.map(|index| Player(index as u8)).ok_or_else(|| {
        let (word, hint) = match asked {
            Seat::Side(side) => (format!("\"{side}\""), suggestion(side, seats.iter().map(String::as_str))),
            Seat::Number(number) => (number.to_string(), String::new()),
        };
        let last = seats.len() - 1;
        Error::argument(format!("no player {word}; known: {} or 0 to {last}.{hint}", seats.join(", ")))
    })
}

fn describe_outcome(seats: &[String], outcome: Option<&Outcome>) -> Fields {
    let Some(outcome) = outcome else {
        return fields([
            ("over", false.into()),
            ("winners", Value::Array(Vec::new())),
            ("scores", Value::Null),
            ("reason", Value::Null),
        ]);
    };
    let winners: Vec<&str> = outcome.winners().iter().map(|player| seats[player.index()].as_str()).collect();
    fields([
        ("over", true.into()),
        ("winners", winners.into()),
        ("scores", by_seat(seats, outcome.scores.as_slice())),
        ("payoffs", by_seat(seats, outcome.payoffs.as_slice())),
        ("reason", outcome.reason.into()),
        ("rule", outcome.rule.into()),
        ("text", outcome.text.clone().into()),
    ])
}
