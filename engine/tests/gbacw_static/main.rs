//! Static half of Great Battles of the American Civil War: geometry, data, sight, calculators.

mod cohesion;
mod command;
mod fire;
mod grid;
mod los;
mod movement;
mod shock;
mod stack;
mod table;
mod tables;
