//! Studies: from a file with factors to cells that play the same seeds, and from their games to an answer.
//!
//! [`spec`] reads the file, [`plan`] lays out the cells with their rules and agents, [`play`] plays them so that they
//! can be interrupted, resumed and split, [`merge`] joins what was split, [`answer`] writes the report.

pub mod answer;
pub mod merge;
pub mod plan;
pub mod play;
pub mod spec;

/// The study file as it was when the study began, in the study's folder.
pub const STUDY_FILE: &str = "study.toml";
/// The folder of a study's cells; each is the folder of a run.
pub const CELLS: &str = "cells";
