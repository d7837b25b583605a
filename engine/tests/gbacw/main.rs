//! Tests of Great Battles of the American Civil War, one file for a few chapters each.

mod ch04_command;
mod ch07_formation;
mod ch09_movement;
mod ch09_moving_off;
mod ch09_rules;
mod ch10_fire;
mod ch10_rules;
mod ch11_continued;
mod ch11_rules;
mod ch11_shock;
mod ch12_results;
mod ch12_rules;
mod ch13_rules;
mod ch13_upkeep;
mod ch14_rules;
mod ch15_rules;
mod conserved;
mod contract;
mod playthroughs;
mod setups;
mod table;
