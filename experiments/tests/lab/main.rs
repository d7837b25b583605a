//! The lab: statistics against published values, studies through the real command, files that are wrong.

mod files;
mod plots;
mod stats;
mod studies;
mod support;
mod tuning;
