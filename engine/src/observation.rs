//! What one player may know.

use crate::player::Player;

/// A state as one player sees it: secrets hold stand-ins that do not depend on the truth.
///
/// Only [`crate::Game::observe`] makes one and only [`crate::Game::determinize`] turns one into a state to play on
/// from, so an agent that is given observations alone cannot peek.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Observation<S> {
    viewer: Player,
    visible: S,
}

impl<S> Observation<S> {
    /// For games: `visible` must already have its secrets replaced.
    pub fn new(viewer: Player, visible: S) -> Self {
        Observation { viewer, visible }
    }

    pub fn viewer(&self) -> Player {
        self.viewer
    }

    /// The state with stand-ins for what the viewer cannot know.
    pub fn visible(&self) -> &S {
        &self.visible
    }
}
