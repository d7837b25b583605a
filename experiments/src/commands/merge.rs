//! `warlab merge`: joins the parts of a run or a study.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::lab::study::merge::merge;

/// Join the parts of a run or a study that was split by --shard
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Example:
  warlab merge results/whole results/mine.1-of-2 results/mine.2-of-2

The joined rows are those of the unsplit run. Parts of different runs, missing and unfinished parts are refused.")]
pub struct MergeArgs {
    /// The new folder
    pub target: PathBuf,
    /// The folders of all parts, in any order
    #[arg(required = true)]
    pub parts: Vec<PathBuf>,
}

pub fn carry_out(args: &MergeArgs) -> Result<ExitCode> {
    merge(&args.target, &args.parts)?;
    println!("Joined {} parts: {}", args.parts.len(), args.target.display());
    println!("Next: warlab report {}", args.target.display());
    Ok(ExitCode::SUCCESS)
}
