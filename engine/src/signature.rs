//! A behaviour signature: a hash over fixed random games. An unchanged signature says the rules still play the same.

use crate::chance::{Chance, Dice, mix};
use crate::game::Turn;
use crate::play::{seat_seed, table_stream};
use crate::published::Published;

/// FNV-1a: stable over versions and machines, unlike the standard library's hasher.
#[derive(Copy, Clone, Debug)]
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

/// The signature of one game's rules over `games` random games of the scenario it was built for: every action code,
/// the number of legal actions at each decision, every metric at each new turn, and the outcome.
pub fn signature<G: Published>(game: &G, games: u64) -> u64 {
    let mut hash = Fnv::default();
    let (mut legal, mut metrics) = (Vec::new(), Vec::new());
    for i in 0..games {
        let seed = mix(0x5160_0000, i);
        let mut table = table_stream(seed);
        let mut choices = Dice::seeded(seat_seed(seed, 99));
        let mut state = game.start(&mut table);
        let mut turn = 0;
        for _ in 0..game.decision_cap() {
            if game.turn(&state) == Turn::Over {
                break;
            }
            if game.turn_number(&state) != turn {
                turn = game.turn_number(&state);
                metrics.clear();
                game.metrics(&state, &mut metrics);
                metrics.iter().for_each(|metric| hash.write(&metric.to_le_bytes()));
            }
            game.legal_actions(&state, &mut legal);
            hash.write(&(legal.len() as u32).to_le_bytes());
            let action = legal[choices.below(legal.len() as u32) as usize];
            hash.write(game.code(action).as_bytes());
            game.apply(&mut state, action, &mut table);
        }
        if let Some(outcome) = game.outcome(&state) {
            hash.write(outcome.reason.as_bytes());
            outcome.scores.as_slice().iter().for_each(|score| hash.write(&score.to_le_bytes()));
        }
    }
    hash.0
}
