//! Counting action sequences to a depth, as chess engines do: any change of the rules moves the numbers.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::chance::{Dice, mix};
use crate::game::{Game, Turn};

/// How many action sequences of length `depth` there are from `state`. Dice come from the seed and the path taken,
/// so the count does not depend on the order of visiting.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, seed: u64) -> u64 {
    if depth == 0 || game.turn(state) == Turn::Over {
        return 1;
    }
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let mut count = 0;
    for (i, &action) in legal.iter().enumerate() {
        let branch = mix(seed, i as u64);
        let mut next = *state;
        game.apply(&mut next, action, &mut Dice::seeded(branch));
        count += perft(game, &next, depth - 1, branch);
    }
    count
}

/// A number that identifies a state within one build: for comparing, not for storing.
pub fn fingerprint<S: Hash>(state: &S) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}
