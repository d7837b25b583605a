//! Playing a game out by uniformly random choices: the yardstick of tests, counts and benchmarks.

use crate::chance::{Chance, Dice, mix};
use crate::game::{Game, Turn};

/// The stream that deals with the table: dice, deals and draws of one game.
pub fn table_stream(game_seed: u64) -> Dice {
    Dice::seeded(mix(game_seed, 0x7AB1_E000))
}

/// The stream of the player at a seat, apart from the table's.
pub fn seat_seed(game_seed: u64, seat: usize) -> u64 {
    mix(game_seed, 0x5EA7_0000 + seat as u64)
}

/// A finished (or stopped) game of random choices.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Playout<S> {
    pub state: S,
    pub decisions: u32,
    /// False if the decision cap stopped it.
    pub finished: bool,
}

/// Plays on from `state` to the end, choosing evenly among the legal actions. `legal` is a buffer to reuse.
pub fn playout<G: Game>(
    game: &G,
    mut state: G::State,
    table: &mut impl Chance,
    choices: &mut Dice,
    legal: &mut Vec<G::Action>,
) -> Playout<G::State> {
    let cap = game.decision_cap();
    let mut decisions = 0;
    while game.turn(&state) != Turn::Over && decisions < cap {
        game.legal_actions(&state, legal);
        let action = legal[choices.below(legal.len() as u32) as usize];
        game.apply(&mut state, action, table);
        decisions += 1;
    }
    Playout { state, decisions, finished: game.turn(&state) == Turn::Over }
}

/// A whole random game from a seed.
pub fn random_game<G: Game>(game: &G, seed: u64, legal: &mut Vec<G::Action>) -> Playout<G::State> {
    let mut table = table_stream(seed);
    let state = game.start(&mut table);
    playout(game, state, &mut table, &mut Dice::seeded(seat_seed(seed, 99)), legal)
}
