//! Static half of Great Battles of the American Civil War: geometry, data, sight, calculators.

mod grid;
mod los;
mod table;
mod tables;
