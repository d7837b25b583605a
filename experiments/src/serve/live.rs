//! One game on the server: its table, who sits where, and the agents' turns.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use warlab_agents::Spec;
use warlab_agents::agent::Control;
use warlab_engine::Player;
use warlab_engine::board::Map;
use warlab_engine::data::Problem;

use super::Server;
use super::seal::{SavedGame, Seal, secret};
use super::store::{Kept, KeptSeat, Store};
use crate::session::{Advice, Thinking};
use crate::tabletop::{InWords, Tabletop};

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Who {
    Person,
    Agent(Spec),
}

impl Who {
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if text == "person" { Ok(Who::Person) } else { Ok(Who::Agent(text.parse()?)) }
    }

    fn text(&self) -> String {
        match self {
            Who::Person => "person".into(),
            Who::Agent(spec) => spec.to_string(),
        }
    }
}

struct Seated {
    who: Who,
    token: String,
}

/// Positions with what each seat could expect there.
pub(super) type Graph = Vec<(usize, Vec<f32>)>;

struct Inner {
    table: Tabletop,
    /// Grows with every change that a view shows.
    version: u64,
    /// Set while an agent thinks.
    control: Option<Control>,
    driving: bool,
    /// Win-probability curve of each seat, judged from that seat's own knowledge.
    graphs: Vec<Graph>,
}

pub(super) struct Live {
    id: String,
    seats: Vec<Seated>,
    inner: Mutex<Inner>,
    /// Held while the game is written: two writers would meet at the same file, and the older might win.
    writing: Mutex<()>,
    changed: watch::Sender<u64>,
}

/// The spec that hints are given by; somebody waits for them, so the clock counts too.
const HINTS: &str = "hard:time=10";
/// A breath between the moves of agents when nobody plays, so that a watcher can follow.
const WATCHING_PAUSE: Duration = Duration::from_millis(120);

impl Live {
    pub fn new(table: Tabletop, who: Vec<Who>) -> Result<Self, Problem> {
        let wanted = table.seats().len();
        if who.len() != wanted {
            let given = who.len();
            return Err(Problem::new(format!("this game has {wanted} seats, but {given} were filled")));
        }
        for agent in &who {
            if let Who::Agent(spec) = agent {
                let asked = table.thinking(spec, Control::default());
                asked.map(drop).map_err(|refusal| Problem::new(refusal.to_string()))?;
            }
        }
        let seats = who.into_iter().map(|who| Ok(Seated { who, token: secret()? }));
        let seats = seats.collect::<Result<Vec<_>, Problem>>()?;
        Ok(Self::seated(secret()?, table, seats))
    }

    pub fn from_kept(kept: Kept) -> Result<Self, Problem> {
        let table = Tabletop::open(&kept.game)?;
        if kept.seats.len() != table.seats().len() {
            return Err(Problem::new("the file's seats do not fit the game"));
        }
        let seats =
            kept.seats.into_iter().map(|seat| Ok(Seated { who: Who::parse(&seat.who)?, token: seat.token }));
        let seats = seats.collect::<Result<Vec<_>, Problem>>()?;
        let live = Self::seated(kept.id, table, seats);
        if kept.graphs.len() == live.seats.len() {
            live.lock().graphs = kept.graphs;
        }
        Ok(live)
    }

    fn seated(id: String, table: Tabletop, seats: Vec<Seated>) -> Self {
        let graphs = vec![Vec::new(); seats.len()];
        let inner = Inner { table, version: 0, control: None, driving: false, graphs };
        Live { id, seats, inner: Mutex::new(inner), writing: Mutex::new(()), changed: watch::channel(0).0 }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The seat that a token opens.
    pub fn seat_of(&self, token: &str) -> Option<Player> {
        let seat = self.seats.iter().position(|seat| same(&seat.token, token))?;
        Some(Player(seat as u8))
    }

    fn persons(&self) -> usize {
        self.seats.iter().filter(|seat| seat.who == Who::Person).count()
    }

    /// The links to hand out: one for each person, or one for each seat when nobody plays and people only watch.
    pub fn links(&self) -> Vec<Value> {
        let names = self.lock().table.seats();
        let link = |(i, seat): (usize, &Seated)| {
            let name = &names[i];
            json!({ "seat": i, "name": name, "link": format!("/play/{}?token={}", self.id, seat.token) })
        };
        let watching = self.persons() == 0;
        self.seats
            .iter()
            .enumerate()
            .filter(|(_, seat)| watching || seat.who == Who::Person)
            .map(link)
            .collect()
    }

    pub fn summary(&self) -> Value {
        let inner = self.lock();
        let table = &inner.table;
        let status = table.ending().unwrap_or_else(|| table.turn_name());
        json!({ "id": self.id, "title": table.heading(), "scenario": table.scenario(), "status": status })
    }

    pub fn map(&self) -> Map {
        self.lock().table.map()
    }

    pub fn version(&self) -> u64 {
        self.lock().version
    }

    /// Waits until there is something newer than `since`; wakes every second while an agent thinks.
    pub async fn newer_than(&self, since: i64) {
        let mut changes = self.changed.subscribe();
        let patience = if self.lock().control.is_some() { 1 } else { 20 };
        let newer = changes.wait_for(|&version| i64::try_from(version).unwrap_or(i64::MAX) > since);
        let _ = tokio::time::timeout(Duration::from_secs(patience), newer).await;
    }

    /// Everything a seat is sent.
    pub fn view(&self, seat: Player) -> Value {
        let inner = self.lock();
        let mut view = inner.table.view(seat);
        let playing = self.seats[seat.index()].who == Who::Person;
        let names = inner.table.seats();
        let seats: Vec<Value> = (names.iter().zip(&self.seats))
            .map(|(name, seat)| json!({ "name": name, "who": seat.who.text() }))
            .collect();
        let graph: Vec<Value> = inner.graphs[seat.index()]
            .iter()
            .map(|(position, value)| json!({ "position": position, "value": value }))
            .collect();
        view["seats"] = seats.into();
        view["graph"] = graph.into();
        view["version"] = inner.version.into();
        view["thinking"] = inner.control.as_ref().map(Control::progress).into();
        view["can_undo"] =
            (playing && self.persons() == 1 && inner.table.before_last_choice(seat).is_some()).into();
        if !playing {
            view["legal"] = json!([]);
        }
        view
    }

    pub fn frame(&self, seat: Player, step: usize) -> Result<Value, Problem> {
        self.lock().table.frame(seat, step)
    }

    fn changed(&self, inner: &mut Inner) {
        inner.version += 1;
        for (i, seat) in self.seats.iter().enumerate() {
            let player = Player(i as u8);
            if seat.who == Who::Person
                && inner.table.actor() == Some(player)
                && let Some(value) = inner.table.estimate(player)
            {
                let position = inner.table.position();
                inner.graphs[i].retain(|(known, _)| *known < position);
                inner.graphs[i].push((position, value));
            }
        }
        self.changed.send_replace(inner.version);
    }

    /// A person's choice. `position` is what the person saw; a table that has moved on since refuses.
    pub fn play(&self, seat: Player, code: &str, position: usize) -> Result<(), Refused> {
        let mut inner = self.lock();
        self.may_play(&inner, seat)?;
        if inner.table.position() != position {
            return Err(Refused::Conflict("the table has moved on since; look again and choose".into()));
        }
        inner.table.play(code).map_err(|problem| Refused::Bad(problem.to_string()))?;
        self.changed(&mut inner);
        Ok(())
    }

    fn may_play(&self, inner: &Inner, seat: Player) -> Result<(), Refused> {
        if self.seats[seat.index()].who != Who::Person {
            return Err(Refused::Forbidden("this link watches a seat that an agent plays".into()));
        }
        match inner.table.actor() {
            Some(actor) if actor == seat => Ok(()),
            Some(actor) => Err(Refused::Conflict(format!(
                "it is not your turn: {} decides now",
                inner.table.seats()[actor.index()]
            ))),
            None => Err(Refused::Conflict("the game is over".into())),
        }
    }

    /// Takes the person's last choice back, with everything that followed.
    pub fn undo(&self, seat: Player) -> Result<(), Refused> {
        let mut inner = self.lock();
        if self.seats[seat.index()].who != Who::Person || self.persons() != 1 {
            return Err(Refused::Forbidden("undo is for games of one person against agents".into()));
        }
        let Some(position) = inner.table.before_last_choice(seat) else {
            return Err(Refused::Conflict("there is nothing to take back yet".into()));
        };
        if let Some(control) = &inner.control {
            control.stop();
        }
        inner.table.rewind(position).map_err(|refusal| Refused::Bad(refusal.to_string()))?;
        inner.graphs[seat.index()].retain(|(known, _)| *known < position);
        self.changed(&mut inner);
        Ok(())
    }

    pub fn stop_thinking(&self) {
        if let Some(control) = &self.lock().control {
            control.stop();
        }
    }

    /// The odds of one choice of a person, or of all of them; with the position they are for.
    pub fn odds(&self, seat: Player, code: Option<String>) -> Result<(usize, InWords), Refused> {
        let inner = self.lock();
        let offered = || inner.table.choices().into_iter().map(|choice| choice.code).collect();
        let codes: Vec<String> = match (code, self.may_play(&inner, seat)) {
            (Some(code), may_play) => may_play.map(|()| vec![code])?,
            (None, Ok(())) => offered(),
            // Nothing is offered to this seat, so there is nothing to weigh.
            (None, Err(_)) => return Ok((inner.table.position(), Box::new(|| Ok(Vec::new())))),
        };
        let weighing = inner.table.weighing(&codes).map_err(|problem| Refused::Bad(problem.to_string()))?;
        Ok((inner.table.position(), weighing))
    }

    /// The decision of a person, handed to an agent for a hint; with the position it is for.
    pub fn hint(&self, seat: Player) -> Result<(usize, Thinking), Refused> {
        let inner = self.lock();
        self.may_play(&inner, seat)?;
        let spec = HINTS.parse::<Spec>().map_err(|problem| Refused::Bad(problem.to_string()))?;
        let thinking = inner.table.advising(&spec, Control::default());
        Ok((inner.table.position(), thinking.map_err(|problem| Refused::Bad(problem.to_string()))?))
    }

    /// Advice in words, for the position it was asked at.
    pub fn advice_json(&self, advice: &Advice) -> Value {
        self.lock().table.advice_json(advice)
    }

    /// A game to take away. It holds the seed and every choice, so while there is something to hide it is sealed with
    /// its seats, and not given at all to one of several people: whoever opens it would hold all their links.
    pub fn save_file(&self, seal: &Seal) -> Result<Value, Refused> {
        let inner = self.lock();
        let bad = |problem: &dyn std::fmt::Display| Refused::Bad(problem.to_string());
        if inner.table.actor().is_none() {
            return serde_json::to_value(inner.table.notation()).map_err(|error| bad(&error));
        }
        if self.persons() > 1 {
            return Err(Refused::Forbidden(
                "a game of several people can be saved to a file when it is over".into(),
            ));
        }
        let who = self.seats.iter().map(|seat| seat.who.text()).collect();
        let (game, turn) = (inner.table.notation(), inner.table.turn_name());
        let mut file = json!({ "game": game.game, "scenario": game.scenario, "turn": turn });
        file["sealed"] = seal.close(&SavedGame { seats: who, game }).map_err(|problem| bad(&problem))?.into();
        Ok(file)
    }

    /// Writes the game as it is now.
    pub fn save(&self, store: &Store) -> anyhow::Result<()> {
        let _alone = self.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        store.save(&self.keep())
    }

    fn keep(&self) -> Kept {
        let seats =
            self.seats.iter().map(|seat| KeptSeat { who: seat.who.text(), token: seat.token.clone() });
        let inner = self.lock();
        let (game, graphs) = (inner.table.notation(), inner.graphs.clone());
        Kept { id: self.id.clone(), seats: seats.collect(), game, graphs }
    }

    /// Lets agents think and move until a person is to decide or the game is over.
    pub fn drive(self: Arc<Self>, server: &Arc<Server>) {
        {
            let mut inner = self.lock();
            if inner.driving {
                return;
            }
            inner.driving = true;
        }
        let server = server.clone();
        tokio::spawn(async move {
            while let Some((position, thinking)) = self.next_thinking() {
                let permit = server.thinkers.clone().acquire_owned().await;
                let thought = tokio::task::spawn_blocking(thinking).await;
                drop(permit);
                let failure = match thought {
                    Ok(Ok(thought)) => {
                        self.agent_moves(position, &thought);
                        None
                    }
                    Ok(Err(refusal)) => Some(refusal.to_string()),
                    Err(error) => Some(error.to_string()),
                };
                if let Some(failure) = failure {
                    eprintln!("game {}: an agent failed, its first choice is taken: {failure}", self.id);
                    self.first_choice(position);
                }
                if self.persons() == 0 {
                    tokio::time::sleep(WATCHING_PAUSE).await;
                }
            }
            if let Err(error) = self.save(&server.store) {
                eprintln!("game {}: {error:#}", self.id);
            }
        });
    }

    /// The next decision of an agent. When there is none the driving ends, under the same lock: a person's choice
    /// that comes right after starts it anew.
    fn next_thinking(&self) -> Option<(usize, Thinking)> {
        let mut inner = self.lock();
        let control = Control::default();
        let thinking = match inner.table.actor().map(|actor| &self.seats[actor.index()].who) {
            Some(Who::Agent(spec)) => inner.table.thinking(spec, control.clone()).ok(),
            Some(Who::Person) | None => None,
        };
        let Some(thinking) = thinking else {
            inner.driving = false;
            inner.control = None;
            inner.version += 1;
            self.changed.send_replace(inner.version);
            return None;
        };
        inner.control = Some(control);
        Some((inner.table.position(), thinking))
    }

    /// Keeps the game going when an agent crashed.
    fn first_choice(&self, position: usize) {
        let mut inner = self.lock();
        inner.control = None;
        if inner.table.position() == position {
            let first = inner.table.choices().into_iter().next();
            if first.is_some_and(|choice| inner.table.play(&choice.code).is_ok()) {
                self.changed(&mut inner);
            }
        }
    }

    /// Carries out an agent's choice, unless the table was rewound meanwhile.
    fn agent_moves(&self, position: usize, thought: &Advice) {
        let mut inner = self.lock();
        inner.control = None;
        if inner.table.position() == position && inner.table.play(&thought.action).is_ok() {
            self.changed(&mut inner);
        }
    }
}

/// Why a request changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    Bad(String),
    Forbidden(String),
    Conflict(String),
}

/// Compares secrets in a time that does not depend on where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |difference, (x, y)| difference | (x ^ y)) == 0
}
