//! Washington's War: one file per chapter of the rulebook, then cards, data, contract and transcripts.

mod ch02_map;
mod ch04_setup;
mod ch05_sequence;
mod ch06_cards;
mod ch06_events;
mod ch07_interception;
mod ch07_movement;
mod ch08_reinforcements;
mod ch09_battle;
mod ch09_retreat;
mod ch10_political_control;
mod ch11_winter_attrition;
mod ch12_french_alliance;
mod ch13_victory;
mod conservation;
mod contract;
mod data;
mod json;
mod playthroughs;
mod table;
