//! Great Battles of the American Civil War, series rules 2023.

pub mod grid;
pub mod types;
