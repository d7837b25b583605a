//! Tests of what all games share: sets, chance, data packs, and the contract itself on the example game.

mod chance;
mod contract;
mod data;
mod set;
