//! The lab: from tables of games to answers with their uncertainty.
//!
//! [`stats`] estimates, [`read`] opens a run's tables, [`plot`] draws.

pub mod contrast;
pub mod document;
pub mod foresight;
pub mod ladder;
pub mod measure;
pub mod plot;
pub mod read;
pub mod report;
pub mod rounds;
pub mod stats;
pub mod study;
pub mod summary;
pub mod tune;
