//! `warlab report`: the report of a run or a study.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use super::study::{say, tell_files};
use crate::lab::report::report;

/// Write report.html and report.md for a run or a study
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Example:
  warlab report results/2026-11-16-gbacw

The page needs no network and follows the reader's light or dark theme.")]
pub struct ReportArgs {
    /// The folder of a run or a study
    pub folder: PathBuf,
}

pub fn carry_out(args: &ReportArgs) -> Result<ExitCode> {
    say(&report(&args.folder)?.terminal());
    tell_files(&args.folder);
    Ok(ExitCode::SUCCESS)
}
