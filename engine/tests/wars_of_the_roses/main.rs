//! Tests of the Wars of the Roses, one file per chapter of the rulebook.

mod ch01_turn;
mod ch02_map;
mod ch03_blocks;
mod ch04_setup;
mod ch05_actions;
mod ch05_pinning;
mod ch06_battle;
mod ch06_reserves;
mod ch07_supply;
mod ch08_political;
mod ch09_victory;
mod conservation;
mod contract;
mod playthroughs;
mod secrets;
mod states;
mod table;
