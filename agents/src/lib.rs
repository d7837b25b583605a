//! Players for the warlab games. An agent is given observations only, so it cannot peek.
//!
//! [`agent::Agent`] is the trait, [`spec::Spec`] its text form (`mcts:iterations=2000`), [`playable::Playable`] what a
//! game brings along for its agents ([`knowledge`]), and [`playable::make`] builds an agent from a spec.

pub mod agent;
pub mod choose;
pub mod evaluate;
pub mod fit;
pub mod flat;
mod hash;
pub mod knowledge;
pub mod ladder;
pub mod levels;
mod linear;
pub mod match_play;
pub mod mcts;
pub mod odds;
pub mod playable;
pub mod random;
pub mod restricted;
pub mod scripted;
pub mod spec;
pub mod tune;
pub mod weights;

pub use agent::{Agent, Analysis, Candidate, Control};
pub use knowledge::{Evaluate, Named, Odds, Policy, Weights};
pub use playable::{AgentInfo, Playable, agents_for, make};
pub use spec::Spec;
