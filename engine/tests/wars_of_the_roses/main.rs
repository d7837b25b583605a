//! Tests of the Wars of the Roses, one file per chapter of the rulebook.

mod ch01_turn;
mod ch02_map;
mod ch03_blocks;
mod ch04_setup;
mod ch05_actions;




mod contract;
mod playthroughs;
mod table;
