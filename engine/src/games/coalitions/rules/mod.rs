//! The rules, one file per chapter of the rulebook (a long chapter has several).

pub mod ch03_victory;
pub mod ch04_concepts;
pub mod ch05_round;
pub mod ch06_diplomacy;
pub mod ch07_actions;
pub mod ch07_leadership;
pub mod ch07_mobilization;
pub mod ch07_movement;
pub mod ch07_moves;
pub mod ch07_treasury;
pub mod ch08_battle;
pub mod ch08_cards;
pub mod ch08_result;
pub mod ch09_update;
pub mod ch10_generals;
pub mod ch11_minors;
pub mod ch12_battle;
pub mod ch12_lempereur;
pub mod ch12_race;
pub mod ch13_scenarios;
