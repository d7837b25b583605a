//! Tests of Coalitions, one file per chapter of the rulebook, and the checks that every game must pass.

mod ch02_setup;
mod ch03_victory;
mod ch04_concepts;
mod ch06_diplomacy;
mod ch07_actions;
mod ch07_movement;
mod ch08_battles;
mod ch09_update;
mod ch10_generals;
mod ch11_minors;
mod ch12_lempereur;
mod contract;
mod money;
mod playthroughs;
mod robust;
mod table;
