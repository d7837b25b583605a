//! Players for the warlab games. An agent is given observations only, so it cannot peek.
//!
//! [`agent::Agent`] is the trait, [`spec::Spec`] its text form (`mcts:iterations=2000`), [`playable::Playable`] what a
//! game brings along for its agents, and [`playable::make`] builds an agent from a spec.

pub mod agent;
pub mod playable;
pub mod random;
pub mod spec;

pub use agent::{Agent, Analysis, Candidate, Control};
pub use playable::{AgentInfo, Playable, make};
pub use spec::Spec;
