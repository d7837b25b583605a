//! What a game's knowledge looks like to the agents: taste for actions, a judgement of positions, named weights.
//!
//! A game implements [`Policy`] and [`Evaluate`] (see `scripted/`), keeps its numbers in a weights file and hands both
//! over in its [`crate::playable::Playable`]. A game without knowledge is still played by `random` and by searches.

use std::fmt;

use warlab_engine::{Game, PerPlayer, Player};

pub use crate::weights::{Named, Weights};

/// Taste: how much the player to move likes each legal action.
///
/// A policy is asked with a re-dealt world or with the visible part of an observation. Both are states, but only
/// what the mover may know is to be used: a policy that looks at hidden things plays on phantoms.
/// The same question always gets the same answer; ties are broken by the agent.
pub trait Policy<G: Game>: Send + Sync {
    /// Fills `out` (cleared first) with one finite score for each of `legal`, in the same order.
    ///
    /// Scores are log-odds: an action that is one point better is chosen `e` times as often at temperature 1.
    /// No allocation beyond `out`, which is reused.
    fn scores(&self, game: &G, state: &G::State, legal: &[G::Action], out: &mut Vec<f32>);

    /// How many re-dealt worlds the scripted agent should average over. Zero, the default, asks once with the visible
    /// part of the observation; a policy that reads the opponent's pieces in a dealt world says how many it takes.
    fn worlds(&self) -> u32 {
        0
    }
}

/// A feature of an evaluation, by the name that its weight has in the weights file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    pub name: &'static str,
    /// Whether the rules make it good (1) or bad (-1) for its owner, or leave it open (0): a fit keeps to it.
    pub sign: i8,
}

pub const fn good(name: &'static str) -> Feature {
    Feature { name, sign: 1 }
}

pub const fn bad(name: &'static str) -> Feature {
    Feature { name, sign: -1 }
}

/// Good or bad: games tell.
pub const fn either(name: &'static str) -> Feature {
    Feature { name, sign: 0 }
}

/// The features of an evaluation, with the weights that were fitted to games.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub features: &'static [Feature],
    pub weights: Vec<f32>,
}

impl Fitted {
    /// From a weights file; panics like [`Weights::read`].
    pub fn read(weights: &Weights, features: &'static [Feature]) -> Self {
        let names: Vec<&str> = features.iter().map(|feature| feature.name).collect();
        Fitted { features, weights: weights.ordered("evaluation", &names) }
    }

    /// The winning chance of each seat; `fill` writes a seat's features into places that are zero.
    pub fn chances(&self, players: usize, mut fill: impl FnMut(Player, &mut [f32])) -> PerPlayer<f32> {
        let mut room = [0.0f32; MOST_FEATURES];
        let sums = PerPlayer::from_fn(players, |seat| {
            let features = &mut room[..self.weights.len()];
            features.fill(0.0);
            fill(seat, features);
            features.iter().zip(&self.weights).map(|(feature, weight)| feature * weight).sum()
        });
        softmax(&sums)
    }
}

/// A judgement of positions: features of each seat, weighed and turned into winning chances.
///
/// The chance of a seat is a softmax over the weighted sums of all seats; for two players that is the logistic
/// function of the difference, so `fit` learns the weights by logistic regression. It is asked about full (re-dealt)
/// worlds that are not over. Sides that start unequal get a feature of their own (1 for that side, 0 for the others).
pub trait Evaluate<G: Game>: Send + Sync {
    /// The features and their weights.
    fn fitted(&self) -> &Fitted;

    /// Fills `out` (one place for each feature, already zero) for one seat. Features of about -1 to 1 fit best.
    fn features(&self, game: &G, state: &G::State, seat: Player, out: &mut [f32]);

    /// Whether nothing violent is under way (a battle, a half-made move): a search plays on until it is so before it
    /// asks for the value.
    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        true
    }

    /// The winning chance of each seat. Override it where a scenario is not judged by features alone.
    fn value(&self, game: &G, state: &G::State) -> PerPlayer<f32> {
        self.fitted().chances(game.players(), |seat, out| self.features(game, state, seat, out))
    }
}

/// The most features an evaluation can have: they are kept on the stack.
pub const MOST_FEATURES: usize = 96;

/// Chances in proportion to the exponential of each sum.
pub fn softmax(sums: &PerPlayer<f32>) -> PerPlayer<f32> {
    let highest = sums.as_slice().iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let shares = PerPlayer::from_fn(sums.len(), |player| (sums[player] - highest).exp());
    let total: f32 = shares.as_slice().iter().sum();
    PerPlayer::from_fn(sums.len(), |player| shares[player] / total)
}

/// Whether an action, taken in a state, stays hidden from the other players.
pub type Conceals<G> = fn(&G, &<G as Game>::State, <G as Game>::Action) -> bool;

/// A game's knowledge, built for one game and ready for use by a search.
pub struct Knowledge<G: Game> {
    pub policy: Option<Box<dyn Policy<G>>>,
    pub evaluator: Option<Box<dyn Evaluate<G>>>,
    /// Whether an action is hidden from the other players; `None` if none ever is.
    pub conceals: Option<Conceals<G>>,
}

impl<G: Game> Default for Knowledge<G> {
    fn default() -> Self {
        Knowledge { policy: None, evaluator: None, conceals: None }
    }
}

impl<G: Game> fmt::Debug for Knowledge<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has = |present: bool| if present { "yes" } else { "no" };
        write!(
            f,
            "Knowledge(policy {}, evaluation {}, hidden actions {})",
            has(self.policy.is_some()),
            has(self.evaluator.is_some()),
            has(self.conceals.is_some())
        )
    }
}

/// What may come of an action, for people: outcomes in words with their probabilities, which sum to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    pub outcomes: Vec<(String, f64)>,
    /// False if hidden things or the length of the calculation made it an estimate.
    pub exact: bool,
}
