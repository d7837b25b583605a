//! The [`Published`] trait: what files, people and protocols need of a game, beyond its bare rules.

use std::sync::Arc;

use serde_json::Value;

use crate::board::{Board, Map};
use crate::data::{Pack, Problem};
use crate::game::Game;
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::setup::{Catalogue, Chosen};

/// How a finished game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    pub payoffs: PerPlayer<f32>,
    /// The game's own score for each seat: victory points, influence, nobles counted.
    pub scores: PerPlayer<i32>,
    /// A stable word: `usurpation`, `heirs_dead`, `automatic_victory` ...
    pub reason: &'static str,
    /// The rule that ended it, as printed.
    pub rule: &'static str,
    pub text: String,
}

impl Outcome {
    /// The seats that share the highest payoff.
    pub fn winners(&self) -> Vec<Player> {
        let best = self.payoffs.as_slice().iter().copied().fold(0.0f32, f32::max);
        self.payoffs
            .iter()
            .filter(|&(_, payoff)| payoff == best && best > 0.0)
            .map(|(player, _)| player)
            .collect()
    }
}

/// A game with its data pack, scenarios, words and pictures.
///
/// Codes, JSON and metrics speak the data files' ids, so that people can read and edit them.
pub trait Published: Game + Sized {
    /// The id on the command line: `wars-of-the-roses`.
    const NAME: &'static str;
    /// The name in headings.
    const TITLE: &'static str;

    /// The embedded data pack.
    fn pack() -> Pack;

    /// What is on offer with this data. Fails on data that is wrong, naming file, line, field and remedy.
    fn catalogue(data: &Pack) -> Result<Catalogue, Problem>;

    /// The rules for a chosen scenario. Fails like [`Published::catalogue`].
    fn build(chosen: &Chosen, data: &Pack) -> Result<Self, Problem>;

    /// What was chosen.
    fn chosen(&self) -> &Chosen;

    /// The id of the side at a seat: `lancaster`, `british`, `france`.
    fn seat(&self, player: Player) -> &str;

    /// The stable, readable code of an action, made of data ids: `move:boston>newport`. Among the legal actions of
    /// one state no two codes are the same. A code does not contain spaces.
    fn code(&self, action: Self::Action) -> String;

    /// The action as a sentence for people.
    fn sentence(&self, state: &Self::State, action: Self::Action) -> String;

    /// What the player to decide is asked, as a sentence.
    fn question(&self, state: &Self::State) -> String;

    /// The rule that the question at hand comes from, as printed.
    fn rule(&self, state: &Self::State) -> &'static str;

    /// How the game ended; `None` while it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The game turn, counted from 1 over the whole game; a timeline row is kept whenever it changes.
    fn turn_number(&self, state: &Self::State) -> u16;

    /// The turn in words: `Campaign 2, turn 3`.
    fn turn_name(&self, state: &Self::State) -> String;

    /// Everything, hidden things too, to be edited by hand and loaded back.
    fn state_json(&self, state: &Self::State) -> Value;

    /// Reads what [`Published::state_json`] wrote; checks it like any other input and never panics.
    fn state_from_json(&self, json: &Value) -> Result<Self::State, Problem>;

    /// What a viewer may know, as JSON; unknown things are absent or counted.
    fn view_json(&self, seen: &Observation<Self::State>) -> Value;

    /// Names of the numbers that [`Published::metrics`] gives, in snake case.
    fn metric_names(&self) -> Vec<String>;

    /// The game's own measures of a state, for `timeline.parquet`: as many as there are names.
    fn metrics(&self, state: &Self::State, out: &mut Vec<i32>);

    /// Names of [`crate::BattleRow::values`].
    fn battle_columns() -> &'static [&'static str];

    /// The map to draw.
    fn map(&self) -> Map;

    /// What lies on it, as a viewer sees it.
    fn board(&self, seen: &Observation<Self::State>) -> Board;
}

/// Chooses and builds in one go, from the embedded data.
pub fn build<G: Published>(setup: &crate::setup::Setup) -> Result<Arc<G>, Problem> {
    let data = G::pack();
    let chosen = G::catalogue(&data)?.choose(setup)?;
    Ok(Arc::new(G::build(&chosen, &data)?))
}
