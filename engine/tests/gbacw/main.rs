//! Tests of Great Battles of the American Civil War, one file for a few chapters each.

mod ch04_command;
mod ch07_formation;
mod ch09_movement;
mod ch10_fire;
mod ch11_shock;
mod ch12_results;
mod ch13_upkeep;
mod columns;
mod command;
mod contract;
mod fronts;
mod lines;
mod markers;
mod orders;
mod playthroughs;
mod stacks;
mod table;
