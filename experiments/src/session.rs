//! A game that is played step by step: positions, legal actions, undo, forced dice and advice. Protocol, replays and
//! front ends all stand on this; none of them knows which game it is.

use std::sync::Arc;

use serde_json::{Value, json};
use warlab_agents::playable::embedded_weights;
use warlab_agents::{Control, Odds, Playable, Spec, make};
use warlab_engine::board::{Board, Map as BoardMap};
use warlab_engine::chance::{Logged, Scripted, mix};
use warlab_engine::data::{Problem, suggestion};
use warlab_engine::play::{seat_seed, table_stream};
use warlab_engine::setup::Chosen;
use warlab_engine::{Dice, Event, Outcome, Player, Turn};

use crate::guard::guarded;
use crate::notation::{Forced, ForcedAt, Notation};
use crate::runner::{self, Played};

/// How a session begins.
#[derive(Clone, Debug)]
pub enum Opening {
    /// The scenario is set up with the table's stream of this seed; forced dice and draws come first.
    New { seed: u64, forced: Forced },
    /// A position is loaded: the game's own part of it, and where the table's stream stands.
    Load { position: Value, dice: Option<Dice>, forced: Forced },
}

/// Why a session refuses a request; the position is as before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    #[error("{0}")]
    Illegal(String),
    #[error("the game is over; use undo or start a new one")]
    Over,
    #[error("{0}")]
    Argument(String),
    /// The rules could not carry the action out from this position: it was edited into something impossible.
    #[error("{0}")]
    Broken(String),
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Refusal::Argument(problem.to_string())
    }
}

/// An action on offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub code: String,
    pub text: String,
}

/// What an agent would do, and what it thinks of the alternatives.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    pub action: String,
    /// What the position is worth to each seat, if the agent compares candidates.
    pub value: Option<Vec<f32>>,
    pub candidates: Vec<Considered>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Considered {
    pub action: String,
    pub visits: u32,
    pub value: Vec<f32>,
    /// The expected continuation, this action first.
    pub line: Vec<String>,
}

/// A decision on its way to an agent.
pub type Thinking = Box<dyn FnOnce() -> Result<Advice, Refusal> + Send>;

/// The odds of some choices, to be worked out on any thread; choices that dice do not decide are left out.
pub type Weighing = Box<dyn FnOnce() -> Result<Vec<(String, Odds)>, Refusal> + Send>;

/// Worlds that an estimate averages over: a handful is steady enough for a curve.
const ESTIMATE_WORLDS: u64 = 16;

/// A game in progress.
pub trait Session: Send {
    fn name(&self) -> &'static str;
    fn chosen(&self) -> &Chosen;
    /// The ids of the sides, in seat order.
    fn seats(&self) -> Vec<String>;
    /// Who decides; `None` once the game is over.
    fn actor(&self) -> Option<Player>;
    fn turn_number(&self) -> u16;
    fn turn_name(&self) -> String;
    /// What the actor is asked, and the rule it comes from.
    fn question(&self) -> (String, &'static str);
    /// How many actions were played since the session was opened.
    fn count_played(&self) -> usize;
    fn legal(&self) -> Vec<Offer>;
    /// What happened at the set-up.
    fn opening_events(&self) -> &[Event];
    /// Carries out an action of the legal list.
    fn play(&mut self, code: &str) -> Result<Vec<Event>, Refusal>;
    /// Takes actions back. The forced dice and draws that they used are queued again, unless others were queued since.
    fn undo(&mut self, steps: usize) -> Result<(), Refusal>;
    /// Replaces the dice to come.
    fn force_rolls(&mut self, rolls: Vec<u8>);
    /// Replaces the draws to come.
    fn force_draws(&mut self, draws: Vec<String>);
    /// The dice and draws to come.
    fn forced(&self) -> Forced;
    /// The same, if they were queued since the last action.
    fn queued(&self) -> Option<Forced>;
    /// Everything, hidden things too.
    fn position(&self) -> Value;
    /// Where the table's stream stands, see [`Dice::position`].
    fn stream(&self) -> String;
    /// What a player may know.
    fn view(&self, viewer: Player) -> Value;
    /// The whole position as it might also be, for all that a player knows.
    fn imagine(&self, viewer: Player, seed: u64) -> Value;
    fn map(&self) -> BoardMap;
    fn board(&self, viewer: Player) -> Board;
    fn metrics(&self) -> Vec<(String, i32)>;
    fn outcome(&self) -> Option<Outcome>;
    /// What an agent would do here.
    fn best(&self, agent: &Spec, seed: Option<u64>) -> Result<Advice, Refusal> {
        self.thinking(agent, seed, Control::default())?()
    }
    /// The same as work to be done on any thread, watched and cut short through `control`.
    fn thinking(&self, agent: &Spec, seed: Option<u64>, control: Control) -> Result<Thinking, Refusal>;
    /// What may come of actions of the legal list, where the game can tell.
    fn weighing(&self, codes: &[String]) -> Result<Weighing, Refusal>;
    /// What each seat may expect, judged by the game's evaluation in worlds of `seed` that fit what `viewer` knows.
    fn estimate(&self, viewer: Player, seed: u64) -> Option<Vec<f32>>;
    /// Plays to the end on a copy; without a seed the table's stream goes on as it stands.
    fn playout(&self, agents: &[Spec], seed: Option<u64>) -> Result<Played, Refusal>;
    fn notation(&self) -> Notation;
}

impl std::fmt::Debug for dyn Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({} after {} actions)", self.name(), self.count_played())
    }
}

type Source = Scripted<Dice>;

/// A typed session.
pub struct Play<G: Playable> {
    game: Arc<G>,
    state: G::State,
    source: Source,
    /// Whether dice or draws were queued since the last action.
    queued: bool,
    past: Vec<Step<G>>,
    /// The sheet at the opening: no actions yet.
    sheet: Notation,
    opening_events: Vec<Event>,
}

impl<G: Playable> std::fmt::Debug for Play<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (self as &dyn Session).fmt(f)
    }
}

/// A position that was left, and how.
struct Step<G: Playable> {
    state: G::State,
    source: Source,
    queued: bool,
    action: G::Action,
}

impl<G: Playable> Play<G> {
    pub fn open(game: Arc<G>, opening: Opening) -> Result<Self, Problem> {
        let (seed, start, dice, forced) = match opening {
            Opening::New { seed, forced } => (seed, None, table_stream(seed), forced),
            Opening::Load { position, dice, forced } => {
                (0, Some(position), dice.unwrap_or_else(|| table_stream(0)), forced)
            }
        };
        let mut sheet = Notation::begin(G::NAME, game.chosen(), seed);
        let mut source = Logged::new(Scripted::new(dice));
        queue(&mut source.source, &forced);
        let state = guarded(|| match &start {
            None => Ok(game.start(&mut source)),
            Some(position) => {
                let state = game.state_from_json(position)?;
                game.check(&state).map_err(|broken| Problem::new(broken.0))?;
                try_questions(&*game, &state);
                Ok(state)
            }
        });
        let state = state.unwrap_or_else(|words| {
            Err(Problem::new(format!("the rules cannot go on from this position: {words}")))
        })?;
        if let Some(misfit) = source.source.misfit.take() {
            return Err(Problem::new(misfit));
        }
        let mut queued = forced != Forced::default();
        if start.is_none() && queued {
            sheet.forced.push(ForcedAt { before: None, rolls: forced.rolls, draws: forced.draws });
            queued = false;
        }
        if let Some(position) = start {
            sheet.start = Some(json!({ "random": source.source.then.position(), "position": position }));
        }
        let Logged { source, mut events, .. } = source;
        name_rules(&mut events, "");
        Ok(Play { game, state, source, queued, past: Vec::new(), sheet, opening_events: events })
    }

    fn offered(&self) -> Vec<G::Action> {
        let mut legal = Vec::new();
        if self.actor().is_some() {
            self.game.legal_actions(&self.state, &mut legal);
        }
        legal
    }

    fn find(&self, code: &str) -> Result<G::Action, Refusal> {
        let legal = self.offered();
        let found = legal.iter().copied().find(|&action| self.game.code(action) == code);
        found.ok_or_else(|| self.not_on_offer(code, &legal))
    }

    fn not_on_offer(&self, code: &str, legal: &[G::Action]) -> Refusal {
        let codes: Vec<String> = legal.iter().map(|&action| self.game.code(action)).collect();
        let hint = suggestion(code, codes.iter().map(String::as_str));
        let some: Vec<&str> = codes.iter().take(5).map(String::as_str).collect();
        let more = if codes.len() > some.len() { ", ..." } else { "" };
        let count = codes.len();
        let list = some.join(", ");
        Refusal::Illegal(format!("\"{code}\" is not legal now; {count} actions are: {list}{more}.{hint}"))
    }
}

/// Asks what will be asked of a position as soon as it is reached: should the rules panic over it, then before it is
/// taken for good.
fn try_questions<G: Playable>(game: &G, state: &G::State) {
    if let Turn::Player(player) = game.turn(state) {
        game.legal_actions(state, &mut Vec::new());
        game.question(state);
        game.observe(state, player);
    }
    game.turn_name(state);
    game.outcome(state);
}

fn queue(source: &mut Source, forced: &Forced) {
    source.rolls = forced.rolls.iter().copied().collect();
    source.draws = forced.draws.iter().cloned().collect();
}

/// Bare rolls and draws happen under the rule whose question was answered.
fn name_rules(events: &mut [Event], rule: &'static str) {
    for event in events.iter_mut().filter(|event| event.rule.is_empty()) {
        event.rule = rule;
    }
}

impl<G: Playable> Session for Play<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn chosen(&self) -> &Chosen {
        self.game.chosen()
    }

    fn seats(&self) -> Vec<String> {
        Player::all(self.game.players()).map(|player| self.game.seat(player).to_string()).collect()
    }

    fn actor(&self) -> Option<Player> {
        match self.game.turn(&self.state) {
            Turn::Player(player) => Some(player),
            Turn::Over => None,
        }
    }

    fn turn_number(&self) -> u16 {
        self.game.turn_number(&self.state)
    }

    fn turn_name(&self) -> String {
        self.game.turn_name(&self.state)
    }

    fn question(&self) -> (String, &'static str) {
        (self.game.question(&self.state), self.game.rule(&self.state))
    }

    fn count_played(&self) -> usize {
        self.past.len()
    }

    fn legal(&self) -> Vec<Offer> {
        let offer =
            |action| Offer { code: self.game.code(action), text: self.game.sentence(&self.state, action) };
        self.offered().into_iter().map(offer).collect()
    }

    fn opening_events(&self) -> &[Event] {
        &self.opening_events
    }

    fn play(&mut self, code: &str) -> Result<Vec<Event>, Refusal> {
        if self.actor().is_none() {
            return Err(Refusal::Over);
        }
        let action = self.find(code)?;
        let mut next = self.state;
        let mut source = Logged::new(self.source.clone());
        guarded(|| {
            self.game.apply(&mut next, action, &mut source);
            self.game.check(&next).map_err(|broken| broken.0)?;
            try_questions(&*self.game, &next);
            Ok(())
        })
        .and_then(|checked| checked)
        .map_err(|words| Refusal::Broken(format!("{code} cannot be carried out from here: {words}")))?;
        if let Some(misfit) = source.source.misfit.take() {
            return Err(Refusal::Argument(misfit));
        }
        let mut events = source.events;
        name_rules(&mut events, self.game.rule(&self.state));
        let source = std::mem::replace(&mut self.source, source.source);
        let state = std::mem::replace(&mut self.state, next);
        self.past.push(Step { state, source, queued: std::mem::take(&mut self.queued), action });
        Ok(events)
    }

    fn undo(&mut self, steps: usize) -> Result<(), Refusal> {
        if steps > self.past.len() {
            let known = self.past.len();
            return Err(Refusal::Argument(format!(
                "cannot take back {steps} actions; only {known} were played"
            )));
        }
        let mut undone = self.past.split_off(self.past.len() - steps).into_iter();
        if let Some(step) = undone.next() {
            self.state = step.state;
            let queue = std::mem::replace(&mut self.source, step.source);
            if self.queued {
                (self.source.rolls, self.source.draws) = (queue.rolls, queue.draws);
            } else {
                self.queued = step.queued;
            }
        }
        Ok(())
    }

    fn force_rolls(&mut self, rolls: Vec<u8>) {
        self.source.rolls = rolls.into();
        self.queued = true;
    }

    fn force_draws(&mut self, draws: Vec<String>) {
        self.source.draws = draws.into();
        self.queued = true;
    }

    fn forced(&self) -> Forced {
        forced(&self.source)
    }

    fn queued(&self) -> Option<Forced> {
        self.queued.then(|| forced(&self.source))
    }

    fn position(&self) -> Value {
        self.game.state_json(&self.state)
    }

    fn stream(&self) -> String {
        self.source.then.position()
    }

    fn view(&self, viewer: Player) -> Value {
        self.game.view_json(&self.game.observe(&self.state, viewer))
    }

    fn imagine(&self, viewer: Player, seed: u64) -> Value {
        let seen = self.game.observe(&self.state, viewer);
        self.game.state_json(&self.game.determinize(&seen, &mut Dice::seeded(seed)))
    }

    fn map(&self) -> BoardMap {
        self.game.map()
    }

    fn board(&self, viewer: Player) -> Board {
        self.game.board(&self.game.observe(&self.state, viewer))
    }

    fn metrics(&self) -> Vec<(String, i32)> {
        let mut values = Vec::new();
        self.game.metrics(&self.state, &mut values);
        self.game.metric_names().into_iter().zip(values).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn thinking(&self, agent: &Spec, seed: Option<u64>, control: Control) -> Result<Thinking, Refusal> {
        let actor = self.actor().ok_or(Refusal::Over)?;
        let mut agent = make::<G>(agent)?;
        let seed = seed.unwrap_or_else(|| mix(self.sheet.seed, self.past.len() as u64));
        let (game, legal) = (Arc::clone(&self.game), self.offered());
        let seen = self.game.observe(&self.state, actor);
        let think = move || {
            agent.begin(actor, seat_seed(seed, actor.index()));
            agent.set_control(control);
            let action = game.code(agent.decide(&game, &seen, &legal));
            let analysis = agent.analysis();
            let candidates = analysis.map(|analysis| {
                analysis.candidates.iter().map(|candidate| Considered {
                    action: game.code(candidate.action),
                    visits: candidate.visits,
                    value: candidate.value.as_slice().to_vec(),
                    line: candidate.line.iter().map(|&action| game.code(action)).collect(),
                })
            });
            Advice {
                action,
                value: analysis.map(|analysis| analysis.value.as_slice().to_vec()),
                candidates: candidates.into_iter().flatten().collect(),
            }
        };
        Ok(Box::new(move || {
            guarded(think).map_err(|words| Refusal::Broken(format!("the agent broke off: {words}")))
        }))
    }

    fn weighing(&self, codes: &[String]) -> Result<Weighing, Refusal> {
        let actor = self.actor().ok_or(Refusal::Over)?;
        let find = |code: &String| Ok((code.clone(), self.find(code)?));
        let actions = codes.iter().map(find).collect::<Result<Vec<_>, Refusal>>()?;
        let (game, seen) = (Arc::clone(&self.game), self.game.observe(&self.state, actor));
        let weigh = move || {
            let odds = |(code, action): (String, G::Action)| Some((code, game.odds(&seen, action)?));
            actions.into_iter().filter_map(odds).collect()
        };
        Ok(Box::new(move || {
            guarded(weigh).map_err(|words| Refusal::Broken(format!("the odds broke off: {words}")))
        }))
    }

    fn estimate(&self, viewer: Player, seed: u64) -> Option<Vec<f32>> {
        self.actor()?;
        let evaluator = self.game.evaluator(&embedded_weights::<G>())?;
        let seen = self.game.observe(&self.state, viewer);
        let mut sums = vec![0.0; self.game.players()];
        for world in 0..ESTIMATE_WORLDS {
            let state = self.game.determinize(&seen, &mut Dice::seeded(mix(seed, world)));
            for (sum, value) in sums.iter_mut().zip(evaluator.value(&self.game, &state).as_slice()) {
                *sum += value / ESTIMATE_WORLDS as f32;
            }
        }
        Some(sums)
    }

    fn playout(&self, agents: &[Spec], seed: Option<u64>) -> Result<Played, Refusal> {
        let mut agents = runner::seated::<G>(agents, self.game.players())?;
        let dice = seed.map_or_else(|| self.source.then.clone(), table_stream);
        let seed = seed.unwrap_or_else(|| mix(self.sheet.seed, self.past.len() as u64));
        Ok(runner::play_out(&*self.game, self.state, dice, seed, &mut agents))
    }

    fn notation(&self) -> Notation {
        let mut sheet = self.sheet.clone();
        for (number, step) in self.past.iter().enumerate() {
            sheet.actions.push(self.game.code(step.action));
            if step.queued {
                let Forced { rolls, draws } = forced(&step.source);
                sheet.forced.push(ForcedAt { before: Some(number), rolls, draws });
            }
        }
        sheet
    }
}

fn forced(source: &Source) -> Forced {
    Forced { rolls: source.rolls.iter().copied().collect(), draws: source.draws.iter().cloned().collect() }
}
