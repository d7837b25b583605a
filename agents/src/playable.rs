//! What a game brings along for its agents, and the way from specs to agents.

use std::sync::Arc;

use warlab_engine::data::{Problem, suggestion};
use warlab_engine::example::Kuhn;
use warlab_engine::{Observation, Published};

use crate::agent::Agent;
use crate::flat::Flat;
use crate::knowledge::{Evaluate, Knowledge, Odds, Policy, Weights};
use crate::levels::Levels;
use crate::mcts::Mcts;
use crate::mcts::settings::Settings;
use crate::random::Random;
use crate::restricted::{self, Restricted};
use crate::scripted::Scripted;
use crate::spec::{Reader, Spec};

/// A kind of agent on offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentInfo {
    pub name: &'static str,
    pub text: &'static str,
    /// A spec that shows its settings.
    pub example: &'static str,
}

/// A game that agents can play, with the knowledge it brings along. Every hook has a default: a game without
/// knowledge is played by `random` and by searches that play to the end.
pub trait Playable: Published {
    /// The embedded weights file. A table `[policy]` says that there is a policy, `[evaluation]` an evaluation.
    const WEIGHTS: &'static str = "";

    /// Whether actions can be hidden from the others; a search then keeps a tree for each player.
    const CONCEALS: bool = false;

    /// Taste, for this game with its scenario; tables worth computing once are computed here.
    fn policy(&self, weights: &Weights) -> Option<Box<dyn Policy<Self>>> {
        let _ = weights;
        None
    }

    /// Judgement, likewise.
    fn evaluator(&self, weights: &Weights) -> Option<Box<dyn Evaluate<Self>>> {
        let _ = weights;
        None
    }

    /// The settings of a search that suit this game, where they differ from the usual ones.
    fn search(usual: Settings) -> Settings {
        usual
    }

    /// Whether `action`, taken in `state`, is a commitment that the others do not see.
    fn conceals(&self, state: &Self::State, action: Self::Action) -> bool {
        let _ = (state, action);
        false
    }

    /// What may come of an action (a battle, a treason roll), from what the player to move knows.
    fn odds(&self, seen: &Observation<Self::State>, action: Self::Action) -> Option<Odds> {
        let _ = (seen, action);
        None
    }
}

impl Playable for Kuhn {}

/// The embedded weights of a game.
///
/// # Panics
/// If the embedded file is wrong: a mistake in this crate, found by its first test.
pub fn embedded_weights<G: Playable>() -> Weights {
    Weights::parse(G::NAME, G::WEIGHTS).unwrap_or_else(|problem| panic!("embedded weights: {problem}"))
}

/// The weights that a spec's `weights=` names, or the embedded ones.
pub(crate) fn weights_of<G: Playable>(reader: &mut Reader<'_>) -> Result<Arc<Weights>, Problem> {
    let embedded = embedded_weights::<G>();
    let path: String = reader.get("weights", String::new())?;
    if path.is_empty() {
        return Ok(Arc::new(embedded));
    }
    let text = std::fs::read_to_string(&path)
        .map_err(|error| Problem::new(format!("cannot read the weights file {path}: {error}")))?;
    embedded.replaced_by(&path, &text).map(Arc::new)
}

/// The knowledge of a game with its weights.
pub fn knowledge_of<G: Playable>(game: &G, weights: &Weights) -> Knowledge<G> {
    Knowledge {
        policy: game.policy(weights),
        evaluator: game.evaluator(weights),
        conceals: G::CONCEALS.then_some(G::conceals),
    }
}

pub(crate) fn need_table<G: Playable>(weights: &Weights, table: &str, agent: &str) -> Result<(), Problem> {
    if weights.has_table(table) {
        return Ok(());
    }
    let message = format!("{} has no {table} for the agent {agent}; use random or mcts instead", G::NAME);
    Err(Problem::new(message))
}

const RANDOM: AgentInfo =
    AgentInfo { name: "random", text: "chooses evenly among the legal actions", example: "random" };
const SCRIPTED: AgentInfo = AgentInfo {
    name: "scripted",
    text: "plays by the game's rules of thumb",
    example: "scripted:temperature=0.5,weights=my.toml",
};

const GREEDY: AgentInfo =
    AgentInfo { name: "greedy", text: "takes what looks best one action ahead", example: "greedy:worlds=20" };
const FLAT: AgentInfo = AgentInfo {
    name: "flat",
    text: "plays every action out in the same re-dealt worlds and takes the best average",
    example: "flat:worlds=50,rollout=random",
};
const MCTS: AgentInfo = AgentInfo {
    name: "mcts",
    text: "searches a tree over re-dealt worlds",
    example: "mcts:iterations=2000,threads=2",
};

/// The kinds of agent that play `G`, then its levels of skill.
pub fn agents_for<G: Playable>() -> Vec<AgentInfo> {
    let weights = embedded_weights::<G>();
    let mut known = vec![RANDOM];
    if weights.has_table("policy") {
        known.push(SCRIPTED);
    }
    if weights.has_table("evaluation") {
        known.push(GREEDY);
    }
    known.extend([FLAT, MCTS]);
    known.extend(crate::levels::INFOS);
    known
}

/// Builds the agent that a spec names. Fails with a sentence that says what is known.
pub fn make<G: Playable>(spec: &Spec) -> Result<Box<dyn Agent<G>>, Problem> {
    if let Some((spec, never)) = restricted::split(spec) {
        return Ok(Box::new(Restricted::new(make(&spec)?, never)));
    }
    if let Some(spec) = Levels::resolve(spec, G::NAME)? {
        return make(&spec);
    }
    let mut reader = spec.reader();
    let agent: Box<dyn Agent<G>> = match spec.name.as_str() {
        "random" => Box::new(Random::default()),
        "greedy" => Box::new(Flat::<G>::greedy_from(&mut reader)?),
        "flat" => Box::new(Flat::<G>::flat_from(&mut reader)?),
        "mcts" => Box::new(Mcts::<G>::from_settings(&mut reader)?),
        "scripted" => Box::new(Scripted::<G>::from_settings(&mut reader)?),
        unknown => {
            let known = agents_for::<G>();
            let names: Vec<&str> = known.iter().map(|info| info.name).collect();
            return Err(Problem::new(format!(
                "unknown agent \"{unknown}\"; known: {}.{}",
                names.join(", "),
                suggestion(unknown, names.iter().copied())
            )));
        }
    };
    reader.finish()?;
    Ok(agent)
}
