//! Great Battles of the American Civil War, series rules 2023.

pub mod calc;
pub mod chart;
pub mod combat_tables;
pub mod entry;
pub mod grid;
pub mod los;
pub mod map;
pub mod movement;
pub mod oob;
pub mod scenario;
mod source;
pub mod tables;
pub mod types;
pub mod values;
