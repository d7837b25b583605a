//! The random agent: every legal action is as likely. The yardstick below all others.

use warlab_engine::{Chance, Dice, Game, Observation, Player};

use crate::agent::Agent;

#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Default for Random {
    fn default() -> Self {
        Random { dice: Dice::seeded(0) }
    }
}

impl<G: Game> Agent<G> for Random {
    fn begin(&mut self, _: Player, seed: u64) {
        self.dice = Dice::seeded(seed);
    }

    fn decide(&mut self, _: &G, _: &Observation<G::State>, legal: &[G::Action]) -> G::Action {
        legal[self.dice.below(legal.len() as u32) as usize]
    }
}
