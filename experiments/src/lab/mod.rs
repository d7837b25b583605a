//! The lab: from tables of games to answers with their uncertainty.
//!
//! [`stats`] estimates, [`read`] opens a run's tables, [`plot`] draws.

pub mod plot;
pub mod read;
pub mod stats;
