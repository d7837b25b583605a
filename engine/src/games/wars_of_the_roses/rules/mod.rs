//! The rules, one file per chapter or part of a chapter of the rulebook.

pub mod ch01_turn;
pub mod ch02_map;
pub mod ch04_knowledge;
pub mod ch05_actions;
pub mod ch05_cards;
pub mod ch05_events;
pub mod ch05_moves;
pub mod ch05_recruit;
pub mod ch05_sea;
pub mod ch06_battle;
pub mod ch06_deaths;
pub mod ch06_hits;
pub mod ch06_retreat;
pub mod ch06_treachery;
pub mod ch07_supply;
pub mod ch08_political;
pub mod ch09_victory;
