//! Two plain players to measure the search against: `greedy` looks one action ahead, `flat` plays many rollouts.

use std::fmt;
use std::sync::Arc;

use warlab_engine::data::Problem;
use warlab_engine::{Dice, Observation, PerPlayer, Player};

use crate::agent::{Agent, Analysis, Candidate};
use crate::knowledge::{Knowledge, Weights};
use crate::mcts::rollout::{Runner, worth};
use crate::mcts::settings::Settings;
use crate::playable::{Playable, knowledge_of, need_table, weights_of};
use crate::spec::Reader;

/// Tries every action in the same worlds with the same dice, and takes the one with the best average.
pub struct Flat<G: Playable> {
    weights: Arc<Weights>,
    /// Rounds over all actions; each round is one re-dealt world.
    worlds: u32,
    /// How to play on; `None` evaluates at once.
    rollout: Option<Settings>,
    knowledge: Option<Knowledge<G>>,
    runner: Runner<G::Action>,
    seat: Player,
    dice: Dice,
    analysis: Option<Analysis<G::Action>>,
}

impl<G: Playable> fmt::Debug for Flat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flat({} worlds, {:?})", self.worlds, self.rollout)
    }
}

impl<G: Playable> Flat<G> {
    fn new(weights: Arc<Weights>, worlds: u32, rollout: Option<Settings>) -> Self {
        Flat {
            weights,
            worlds,
            rollout,
            knowledge: None,
            runner: Runner::default(),
            seat: Player::FIRST,
            dice: Dice::seeded(0),
            analysis: None,
        }
    }

    pub(crate) fn greedy_from(reader: &mut Reader<'_>) -> Result<Self, Problem> {
        let weights = weights_of::<G>(reader)?;
        need_table::<G>(&weights, "evaluation", "greedy")?;
        let worlds = reader.at_least("worlds", 1, 20)?;
        Ok(Self::new(weights, worlds, None))
    }

    pub(crate) fn flat_from(reader: &mut Reader<'_>) -> Result<Self, Problem> {
        let weights = weights_of::<G>(reader)?;
        let worlds = reader.at_least("worlds", 1, 50)?;
        let settings =
            Settings::read_rollout(reader, weights.has_table("policy"), weights.has_table("evaluation"))?;
        Ok(Self::new(weights, worlds, Some(settings)))
    }

    fn average(
        &mut self,
        game: &G,
        seen: &Observation<G::State>,
        legal: &[G::Action],
    ) -> Vec<PerPlayer<f32>> {
        let knowledge = self.knowledge.get_or_insert_with(|| knowledge_of(game, &self.weights));
        let mut sums = vec![PerPlayer::filled(game.players(), 0.0); legal.len()];
        for _ in 0..self.worlds {
            let world = game.determinize(seen, &mut self.dice);
            let mut last = self.dice.clone();
            for (sum, &action) in sums.iter_mut().zip(legal) {
                let mut dice = self.dice.clone();
                let mut state = world;
                game.apply(&mut state, action, &mut dice);
                let result = match (&self.rollout, &knowledge.evaluator) {
                    (None, Some(evaluator)) => worth(game, &state, evaluator.as_ref()),
                    (settings, _) => {
                        let settings = settings.unwrap_or(Settings::new(knowledge.policy.is_some(), false));
                        self.runner.run(game, &mut state, knowledge, &settings, &mut dice)
                    }
                };
                for player in Player::all(game.players()) {
                    sum[player] += result[player] / self.worlds as f32;
                }
                last = dice;
            }
            self.dice = last;
        }
        sums
    }
}

impl<G: Playable> Agent<G> for Flat<G> {
    fn begin(&mut self, seat: Player, seed: u64) {
        self.seat = seat;
        self.dice = Dice::seeded(seed);
        self.knowledge = None;
        self.analysis = None;
    }

    fn decide(&mut self, game: &G, seen: &Observation<G::State>, legal: &[G::Action]) -> G::Action {
        self.analysis = None;
        if legal.len() == 1 {
            return legal[0];
        }
        let values = self.average(game, seen, legal);
        let worlds = self.worlds;
        let candidate = |(&action, value): (&G::Action, PerPlayer<f32>)| Candidate {
            action,
            visits: worlds,
            value,
            line: vec![action],
        };
        let mut candidates: Vec<_> = legal.iter().zip(values).map(candidate).collect();
        candidates.sort_by(|a, b| b.value[self.seat].total_cmp(&a.value[self.seat]));
        let best = &candidates[0];
        let (action, value) = (best.action, best.value);
        self.analysis = Some(Analysis { candidates, value });
        action
    }

    fn analysis(&self) -> Option<&Analysis<G::Action>> {
        self.analysis.as_ref()
    }
}
