//! From the edge of the tree to a result: play on by a cheap policy, then evaluate or wait for the end.

use std::hash::{Hash, Hasher};

use warlab_engine::{Chance, Dice, Game, PerPlayer, Player, Turn};

use super::settings::{Rollout, Settings};
use crate::choose;
use crate::hash::Fx;
use crate::knowledge::{Evaluate, Knowledge, Policy};

/// Slots of the averages by action; actions that share a slot share an average.
const SLOTS: usize = 4096;

/// Pseudo-results that an average starts with.
const START: f32 = 1.0;

/// How each player's actions did on average in this search (MAST).
#[derive(Clone, Debug, Default)]
pub(crate) struct Averages {
    /// Sum and count for each player and slot; empty unless it is used.
    slots: Vec<(f32, f32)>,
    /// What was played in the iteration at hand.
    played: Vec<(Player, u32)>,
}

impl Averages {
    pub fn clear(&mut self, players: usize) {
        self.slots.clear();
        self.slots.resize(players * SLOTS, (0.5 * START, START));
    }

    fn slot<A: Hash>(action: A) -> u32 {
        let mut hash = Fx::default();
        action.hash(&mut hash);
        (hash.finish() >> 32) as u32 % SLOTS as u32
    }

    pub fn note<A: Hash>(&mut self, player: Player, action: A) {
        self.played.push((player, Self::slot(action)));
    }

    fn mean<A: Hash>(&self, player: Player, action: A) -> f32 {
        let (sum, count) = self.slots[player.index() * SLOTS + Self::slot(action) as usize];
        sum / count
    }

    pub fn add_result(&mut self, result: &PerPlayer<f32>) {
        for (player, slot) in self.played.drain(..) {
            let (sum, count) = &mut self.slots[player.index() * SLOTS + slot as usize];
            *sum += result[player];
            *count += 1.0;
        }
    }
}

/// The buffers of a rollout, reused.
#[derive(Clone, Debug)]
pub(crate) struct Runner<A> {
    legal: Vec<A>,
    scores: Vec<f32>,
    pub averages: Averages,
}

impl<A> Default for Runner<A> {
    fn default() -> Self {
        Runner { legal: Vec::new(), scores: Vec::new(), averages: Averages::default() }
    }
}

impl<A: Copy + Hash> Runner<A> {
    /// Plays on from `state` and says what it came to.
    pub fn run<G: Game<Action = A>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        knowledge: &Knowledge<G>,
        settings: &Settings,
        dice: &mut Dice,
    ) -> PerPlayer<f32> {
        let evaluator = knowledge.evaluator.as_deref();
        let policy = knowledge.policy.as_deref();
        let cap = game.decision_cap();
        let mut decisions = 0;
        loop {
            let Turn::Player(mover) = game.turn(state) else {
                return game.payoffs(state);
            };
            if let Some(evaluator) = evaluator
                && (decisions >= settings.depth && evaluator.is_quiet(game, state)
                    || decisions >= settings.depth + MOST_UNQUIET)
            {
                return evaluator.value(game, state);
            }
            if decisions >= cap {
                return PerPlayer::filled(game.players(), 1.0 / game.players() as f32);
            }
            let action = self.choose(game, state, mover, policy, settings, dice);
            if settings.rollout == Rollout::Mast {
                self.averages.note(mover, action);
            }
            game.apply(state, action, dice);
            decisions += 1;
        }
    }

    fn choose<G: Game<Action = A>>(
        &mut self,
        game: &G,
        state: &G::State,
        mover: Player,
        policy: Option<&dyn Policy<G>>,
        settings: &Settings,
        dice: &mut Dice,
    ) -> A {
        game.legal_actions(state, &mut self.legal);
        let count = self.legal.len();
        if count == 1 {
            return self.legal[0];
        }
        let by_policy = match settings.rollout {
            Rollout::None | Rollout::Scripted => true,
            Rollout::Mixed => choose::unit(dice) >= settings.mix,
            Rollout::Random | Rollout::Mast => false,
        };
        if let (true, Some(policy)) = (by_policy, policy) {
            policy.scores(game, state, &self.legal, &mut self.scores);
            return self.legal[choose::by_score(&mut self.scores, settings.rollout_temperature, dice)];
        }
        if settings.rollout == Rollout::Mast && choose::unit(dice) >= settings.mix {
            self.scores.clear();
            self.scores.extend(self.legal.iter().map(|&action| self.averages.mean(mover, action)));
            return self.legal[choose::best(&self.scores, dice)];
        }
        self.legal[dice.below(count as u32) as usize]
    }
}

/// A position that stays unquiet for this many decisions is evaluated all the same.
const MOST_UNQUIET: u32 = 60;

/// Evaluates or pays, without playing on.
pub(crate) fn worth<G: Game>(game: &G, state: &G::State, evaluator: &dyn Evaluate<G>) -> PerPlayer<f32> {
    match game.turn(state) {
        Turn::Over => game.payoffs(state),
        Turn::Player(_) => evaluator.value(game, state),
    }
}
