//! A game that people sit at, in the browser or in the terminal: a [`Session`] with its log, seen from the seats.
//!
//! What a seat is shown comes from that seat's observation and from the events that it may be told, nothing else.

use serde_json::{Value, json};
use warlab_agents::{Control, Odds, Spec};
use warlab_engine::board::{Board, Map};
use warlab_engine::data::{Pack, Problem};
use warlab_engine::{Event, Player};

use crate::games;
use crate::notation::{Forced, Notation};
use crate::session::{Advice, Offer, Opening, Refusal, Session, Thinking};

/// Events shown of the past; whoever wants all of them opens the replay.
const LOG_SHOWN: usize = 250;

/// Odds in sentences by action code, to be worked out on any thread.
pub type InWords = Box<dyn FnOnce() -> Result<Vec<(String, String)>, Refusal> + Send>;

#[derive(Debug)]
pub struct Tabletop {
    session: Box<dyn Session>,
    heading: &'static str,
    /// Who took each action.
    movers: Vec<Player>,
    /// Events with the number of actions after which they happened.
    log: Vec<(usize, Event)>,
}

impl Tabletop {
    /// Lays out the game that a notation tells of, with its embedded data, and plays its actions.
    pub fn open(notation: &Notation) -> Result<Self, Problem> {
        let title = games::find(&notation.game)?;
        if notation.start.is_some() || !notation.forced.is_empty() {
            return Err(Problem::new(
                "a game with loaded positions or forced dice is for replay, not for play",
            ));
        }
        let ruleset = title.set_up(&notation.setup(), &title.pack())?;
        let session = ruleset.open(Opening::New { seed: notation.seed, forced: Forced::default() })?;
        let log = session.opening_events().iter().map(|event| (0, event.clone())).collect();
        let mut table = Tabletop { session, heading: title.heading(), movers: Vec::new(), log };
        for (number, code) in notation.actions.iter().enumerate() {
            table.play(code).map_err(|refusal| {
                Problem::new(format!("the game stops making sense at action {}: {refusal}", number + 1))
            })?;
        }
        Ok(table)
    }

    /// A new game; `setup` as in a notation without actions.
    pub fn begin(game: &str, setup: &warlab_engine::setup::Setup, seed: u64) -> Result<Self, Problem> {
        let title = games::find(game)?;
        let data: Pack = title.pack();
        let chosen = title.catalogue(&data)?.choose(setup)?;
        Self::open(&Notation::begin(title.name(), &chosen, seed))
    }

    pub fn seats(&self) -> Vec<String> {
        self.session.seats()
    }

    pub fn game(&self) -> &str {
        self.session.name()
    }

    pub fn heading(&self) -> &'static str {
        self.heading
    }

    pub fn scenario(&self) -> &str {
        &self.session.chosen().scenario
    }

    /// Who decides; `None` once the game is over.
    pub fn actor(&self) -> Option<Player> {
        self.session.actor()
    }

    /// How many actions were taken.
    pub fn position(&self) -> usize {
        self.movers.len()
    }

    /// The position before this seat's last choice.
    pub fn before_last_choice(&self, seat: Player) -> Option<usize> {
        self.movers.iter().rposition(|&mover| mover == seat)
    }

    pub fn map(&self) -> Map {
        self.session.map()
    }

    pub fn board(&self, seat: Player) -> Board {
        self.session.board(seat)
    }

    pub fn choices(&self) -> Vec<Offer> {
        self.session.legal()
    }

    pub fn question(&self) -> (String, &'static str) {
        self.session.question()
    }

    pub fn turn_name(&self) -> String {
        self.session.turn_name()
    }

    pub fn play(&mut self, code: &str) -> Result<(), Refusal> {
        let mover = self.session.actor().ok_or(Refusal::Over)?;
        let events = self.session.play(code)?;
        self.movers.push(mover);
        let position = self.position();
        self.log.extend(events.into_iter().map(|event| (position, event)));
        Ok(())
    }

    /// Goes back to an earlier position; the dice will fall as they fell.
    pub fn rewind(&mut self, position: usize) -> Result<(), Refusal> {
        self.session.undo(self.position().saturating_sub(position))?;
        self.movers.truncate(position);
        self.log.retain(|(at, _)| *at <= position);
        Ok(())
    }

    pub fn notation(&self) -> Notation {
        self.session.notation()
    }

    pub fn thinking(&self, spec: &Spec, control: Control) -> Result<Thinking, Refusal> {
        self.session.thinking(spec, None, control)
    }

    /// What each seat may expect, for all that this one knows.
    pub fn estimate(&self, seat: Player) -> Option<Vec<f32>> {
        self.session.estimate(seat, self.position() as u64)
    }

    /// The same for a person who asks what to do: the answer follows from what that person knows and nothing else, not
    /// even from the game's seed.
    pub fn advising(&self, spec: &Spec, control: Control) -> Result<Thinking, Refusal> {
        self.session.thinking(spec, Some(self.position() as u64), control)
    }

    /// The odds of choices in sentences, where the game can tell; to be worked out on any thread.
    pub fn weighing(&self, codes: &[String]) -> Result<InWords, Refusal> {
        let weigh = self.session.weighing(codes)?;
        Ok(Box::new(move || Ok(weigh()?.into_iter().map(|(code, odds)| (code, in_words(&odds))).collect())))
    }

    /// The odds of one choice, at once.
    pub fn odds(&self, code: &str) -> Result<Option<String>, Refusal> {
        let told = self.weighing(&[code.to_string()])?()?;
        Ok(told.into_iter().next().map(|(_, words)| words))
    }

    /// How the game ended, with its rule; `None` while it goes on.
    pub fn ending(&self) -> Option<String> {
        self.session.outcome().map(|outcome| format!("{} [{}]", outcome.text, outcome.rule))
    }

    /// The events that a seat may be told, from a position on.
    pub fn told(&self, seat: Player, from: usize) -> Vec<Value> {
        let events = self.log.iter().filter(|(at, _)| *at >= from);
        events.filter_map(|(_, event)| event.for_viewer(seat)).collect()
    }

    /// Everything that a seat may see.
    pub fn view(&self, seat: Player) -> Value {
        let actor = self.actor();
        let own = actor == Some(seat);
        let (question, rule) = if own { self.question() } else { (String::new(), "") };
        let legal: Vec<Value> =
            if own { self.choices().iter().map(offer_json).collect() } else { Vec::new() };
        let log = self.told(seat, 0);
        let log = &log[log.len().saturating_sub(LOG_SHOWN)..];
        json!({
            "game": self.session.name(),
            "title": self.heading,
            "scenario": self.scenario(),
            "turn": self.turn_name(),
            "seat": seat.0,
            "actor": actor.map(|player| player.0),
            "actor_name": actor.map(|player| self.seats()[player.index()].clone()),
            "question": question,
            "rule": rule,
            "legal": legal,
            "view": self.session.view(seat),
            "board": self.session.board(seat),
            "log": log,
            "outcome": self.outcome_json(),
            "position": self.position(),
        })
    }

    fn outcome_json(&self) -> Value {
        let Some(outcome) = self.session.outcome() else { return Value::Null };
        let seats = self.seats();
        let winners: Vec<&str> =
            outcome.winners().iter().map(|player| seats[player.index()].as_str()).collect();
        json!({
            "text": outcome.text, "rule": outcome.rule, "reason": outcome.reason, "winners": winners,
            "scores": outcome.scores.as_slice(),
        })
    }

    /// What a seat saw after the first `step` actions.
    pub fn frame(&self, seat: Player, step: usize) -> Result<Value, Problem> {
        let mut sheet = self.notation();
        let step = step.min(sheet.actions.len());
        // A secret choice stays secret until the game is over.
        let last = step.checked_sub(1);
        let told = last.filter(|&last| self.movers[last] == seat || self.actor().is_none());
        let action = told.map(|last| sheet.actions[last].clone());
        sheet.actions.truncate(step);
        let then = Tabletop::open(&sheet)?;
        Ok(json!({
            "game": self.session.name(), "title": self.heading, "step": step, "steps": self.position(), "turn": then.turn_name(),
            "board": then.session.board(seat), "actor": last.map(|last| self.movers[last].0), "action": action,
            "events": then.told(seat, step),
        }))
    }

    /// The same table as it might also be for all that a seat knows: what is hidden from it is dealt anew, and it was
    /// told the same.
    #[cfg(test)]
    pub fn imagined(&self, seat: Player, seed: u64) -> Self {
        let (title, position) = (games::find(self.session.name()).unwrap(), self.session.imagine(seat, seed));
        let ruleset = title.set_up(&self.notation().setup(), &title.pack()).unwrap();
        let opening = Opening::Load { position, dice: None, forced: Forced::default() };
        let session = ruleset.open(opening).unwrap();
        Tabletop { session, heading: self.heading, movers: self.movers.clone(), log: self.log.clone() }
    }

    /// The whole position, hidden things too.
    #[cfg(test)]
    pub fn truth(&self) -> Value {
        self.session.position()
    }

    /// Advice with the candidates in words.
    pub fn advice_json(&self, advice: &Advice) -> Value {
        let choices = self.choices();
        let text = |code: &str| {
            let known = choices.iter().find(|choice| choice.code == code);
            known.map_or_else(|| code.to_string(), |choice| choice.text.clone())
        };
        let candidates: Vec<Value> = advice
            .candidates
            .iter()
            .map(|one| {
                json!({
                    "action": one.action, "text": text(&one.action), "visits": one.visits, "value": one.value,
                    "line": one.line,
                })
            })
            .collect();
        json!({ "action": advice.action, "text": text(&advice.action), "value": advice.value, "candidates": candidates })
    }
}

fn in_words(odds: &Odds) -> String {
    let outcomes = odds.outcomes.iter().map(|(what, chance)| format!("{what} {:.1} %", chance * 100.0));
    let outcomes = outcomes.collect::<Vec<_>>().join(", ");
    if odds.exact { outcomes } else { format!("about: {outcomes}") }
}

fn offer_json(offer: &Offer) -> Value {
    json!({ "code": offer.code, "text": offer.text })
}
