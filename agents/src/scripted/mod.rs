//! The scripted agent: plays what the game's policy likes best. The games' policies are in the files beside this one.

pub(crate) mod coalitions;
pub(crate) mod gbacw;
pub(crate) mod wars_of_the_roses;
pub(crate) mod washingtons_war;

use std::fmt;
use std::sync::Arc;

use warlab_engine::data::Problem;
use warlab_engine::{Dice, Observation, Player};

use crate::agent::Agent;
use crate::choose;
use crate::knowledge::{Policy, Weights};
use crate::playable::{Playable, need_table, weights_of};
use crate::spec::Reader;

pub struct Scripted<G: Playable> {
    weights: Arc<Weights>,
    /// 0 takes the best action, breaking ties evenly; otherwise actions are drawn by their scores.
    temperature: f32,
    /// Made at the first decision of a game, when the game is known.
    policy: Option<Box<dyn Policy<G>>>,
    dice: Dice,
    scores: Vec<f32>,
    sums: Vec<f32>,
}

impl<G: Playable> fmt::Debug for Scripted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scripted(temperature {})", self.temperature)
    }
}

impl<G: Playable> Scripted<G> {
    pub fn new(weights: Arc<Weights>, temperature: f32) -> Self {
        let dice = Dice::seeded(0);
        Scripted { weights, temperature, policy: None, dice, scores: Vec::new(), sums: Vec::new() }
    }

    pub(crate) fn from_settings(reader: &mut Reader<'_>) -> Result<Self, Problem> {
        let weights = weights_of::<G>(reader)?;
        need_table::<G>(&weights, "policy", "scripted")?;
        let temperature = reader.at_least("temperature", 0.0, 0.0)?;
        Ok(Self::new(weights, temperature))
    }
}

impl<G: Playable> Agent<G> for Scripted<G> {
    fn begin(&mut self, _: Player, seed: u64) {
        self.dice = Dice::seeded(seed);
        self.policy = None;
    }

    fn decide(&mut self, game: &G, seen: &Observation<G::State>, legal: &[G::Action]) -> G::Action {
        if legal.len() == 1 {
            return legal[0];
        }
        let policy = self.policy.get_or_insert_with(|| {
            game.policy(&self.weights).expect("a game with [policy] weights has a policy")
        });
        let worlds = policy.worlds();
        if worlds == 0 {
            policy.scores(game, seen.visible(), legal, &mut self.sums);
        } else {
            self.sums.clear();
            self.sums.resize(legal.len(), 0.0);
            for _ in 0..worlds {
                let world = game.determinize(seen, &mut self.dice);
                policy.scores(game, &world, legal, &mut self.scores);
                for (sum, score) in self.sums.iter_mut().zip(&self.scores) {
                    *sum += score / worlds as f32;
                }
            }
        }
        debug_assert_eq!(self.sums.len(), legal.len(), "one score for each legal action");
        legal[choose::by_score(&mut self.sums, self.temperature, &mut self.dice)]
    }
}
