//! From specs to agents, for any game.

use warlab_engine::Published;
use warlab_engine::data::{Problem, suggestion};
use warlab_engine::example::Kuhn;
use warlab_engine::games::coalitions::Coalitions;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::washingtons_war::WashingtonsWar;

use crate::agent::Agent;
use crate::random::Random;
use crate::spec::Spec;

/// A kind of agent on offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentInfo {
    pub name: &'static str,
    pub text: &'static str,
    /// A spec that shows its settings.
    pub example: &'static str,
}

/// A game that agents can play; here a game says which knowledge it brings along.
pub trait Playable: Published {}

impl Playable for Coalitions {}
impl Playable for Kuhn {}
impl Playable for WarsOfTheRoses {}
impl Playable for WashingtonsWar {}

/// The kinds of agent that play `G`.
pub fn agents_for<G: Playable>() -> Vec<AgentInfo> {
    vec![AgentInfo { name: "random", text: "chooses evenly among the legal actions", example: "random" }]
}

/// Builds the agent that a spec names. Fails with a sentence that says what is known.
pub fn make<G: Playable>(spec: &Spec) -> Result<Box<dyn Agent<G>>, Problem> {
    match spec.name.as_str() {
        "random" => {
            spec.reader().finish()?;
            Ok(Box::new(Random::default()))
        }
        unknown => {
            let known = agents_for::<G>();
            let names: Vec<&str> = known.iter().map(|info| info.name).collect();
            Err(Problem::new(format!(
                "unknown agent \"{unknown}\"; known: {}.{}",
                names.join(", "),
                suggestion(unknown, names.iter().copied())
            )))
        }
    }
}
