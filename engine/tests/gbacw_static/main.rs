//! Static half of Great Battles of the American Civil War: geometry, data, sight, calculators.

mod fire;
mod grid;
mod los;
mod movement;
mod stack;
mod table;
mod tables;
