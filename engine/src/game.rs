//! The [`Game`] trait: what a runner, a search or a test needs of any game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::chance::Chance;
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};

/// Who decides now.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    Player(Player),
    Over,
}

/// An invariant that a state breaks, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// The rules of one game with one scenario and its variants. Immutable during play.
///
/// States are plain values: `let mut next = *state;` is a copy without heap. Chance is asked for inside `start` and
/// `apply`, from a source that the caller passes, and is never part of the state: a search cannot read future dice.
/// Choices made at the same time are asked one after the other, as commitments that the others' observations hide.
pub trait Game: Send + Sync + 'static {
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    fn players(&self) -> usize;

    /// Sets the game up and plays on to its first decision.
    fn start<C: Chance>(&self, chance: &mut C) -> Self::State;

    fn turn(&self, state: &Self::State) -> Turn;

    /// Fills `out` (cleared first) with everything the player to decide may do: in a fixed order, without
    /// duplicates, never empty before the game is over, and without ranking or pruning.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Carries out a legal action and plays on to the next decision or the end.
    fn apply<C: Chance>(&self, state: &mut Self::State, action: Self::Action, chance: &mut C);

    /// What the game is worth to each seat, 0.0 to 1.0, shared wins split. Meaningful once the game is over.
    fn payoffs(&self, state: &Self::State) -> PerPlayer<f32>;

    /// What `viewer` may know: the state with every secret replaced by a fixed stand-in, so that two states that
    /// differ only in what the viewer cannot know give equal observations. The stand-in is itself a playable world
    /// (hidden blocks, hands and commitments take canonical values), so queries and `legal_actions` work on it.
    fn observe(&self, state: &Self::State, viewer: Player) -> Observation<Self::State>;

    /// A full state that could be the true one, drawn evenly from what the viewer cannot rule out:
    /// `observe(determinize(seen), viewer) == seen`.
    fn determinize<C: Chance>(&self, seen: &Observation<Self::State>, chance: &mut C) -> Self::State;

    /// Names the invariant that fails, if one does. Used on loaded states and after every action in tests.
    fn check(&self, state: &Self::State) -> Result<(), Broken>;

    /// No game lasts longer than this many decisions; a runner stops one that does and records it.
    fn decision_cap(&self) -> u32;
}
