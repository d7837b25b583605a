//! Tuning: better weights or settings for an agent, found by an optimiser that is made for noise, and confirmed by a
//! sequential test on seeds that the optimiser has never seen.
//!
//! [`spec`] reads the file, [`search`] runs the optimiser with checkpoints, [`confirm`] plays the final match and
//! writes the winner with its evidence.

pub mod confirm;
pub mod search;
pub mod spec;

/// The tuning file as it was when the tuning began.
pub const TUNE_FILE: &str = "tune.toml";
