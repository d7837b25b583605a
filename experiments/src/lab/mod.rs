//! The lab: from tables of games to answers with their uncertainty.
//!
//! [`stats`] estimates, [`read`] opens a run's tables, [`plot`] draws.

pub mod contrast;
pub mod document;
pub mod foresight;
pub mod measure;
pub mod plot;
pub mod read;
pub mod stats;
pub mod summary;
