//! The agent trait, and what an agent can tell about its thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use warlab_engine::{Game, Observation, PerPlayer, Player};

/// Somebody who plays a seat.
pub trait Agent<G: Game>: Send {
    /// Called before a game: the seat to play, and a seed for the agent's own random stream.
    fn begin(&mut self, seat: Player, seed: u64);

    /// Chooses one of `legal`, which is never empty.
    fn decide(&mut self, game: &G, seen: &Observation<G::State>, legal: &[G::Action]) -> G::Action;

    /// What it thought of the candidates at its last decision, if it compares candidates.
    fn analysis(&self) -> Option<&Analysis<G::Action>> {
        None
    }

    /// Lets a person watch the thinking and cut it short.
    fn set_control(&mut self, control: Control) {
        let _ = control;
    }
}

/// The candidates of one decision, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    pub candidates: Vec<Candidate<A>>,
    /// What the position is worth to each seat.
    pub value: PerPlayer<f32>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<A> {
    pub action: A,
    pub visits: u32,
    /// What each seat may expect after this action, 0.0 to 1.0.
    pub value: PerPlayer<f32>,
    /// The expected continuation, this action first.
    pub line: Vec<A>,
}

/// Shared between a thinking agent and whoever waits for it.
#[derive(Clone, Debug, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    permille: Arc<AtomicU32>,
}

impl Control {
    /// Asks the agent to answer with what it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How much of the budget is used, 0.0 to 1.0.
    pub fn progress(&self) -> f32 {
        self.permille.load(Ordering::Relaxed) as f32 / 1000.0
    }

    pub fn report(&self, done: f32) {
        self.permille.store((done.clamp(0.0, 1.0) * 1000.0) as u32, Ordering::Relaxed);
    }
}
