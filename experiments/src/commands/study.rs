//! `warlab study`: plays a study file and answers its question.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::commands::run::{command_line, cores};
use crate::interrupt::{INTERRUPTED, Stop};
use crate::lab::report::report;
use crate::lab::study::plan::Plan;
use crate::lab::study::play::{Options, play};
use crate::lab::study::spec::Spec;
use crate::run::{Ending, Way};
use crate::schedule::Shard;

/// Play a study file and answer its question, with intervals and plots
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab study experiments/studies/gbacw-fatigue.toml
  warlab study mine.toml --games 50 --out results/try     a quick look
  warlab study mine.toml --shard 2/4                      the second quarter, on another machine
  warlab study mine.toml                                  again after an interruption: goes on

The same file gives the same rows on any number of threads, interrupted or not, split or not. docs/studies.md
describes the file. Exit status: 0 answered, 1 something is wrong, 130 interrupted.")]
pub struct StudyArgs {
    /// The study file
    pub file: PathBuf,
    /// The folder for the study [default: results/NAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Games per cell, instead of the file's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: Option<u64>,
    /// Play only the i-th of n equal parts; `warlab merge` joins them
    #[arg(long, value_name = "i/n")]
    pub shard: Option<String>,
    /// How many games at the same time [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write 0 for wall times, so that repeated studies give the same bytes
    #[arg(long)]
    pub omit_wall_time: bool,
    /// Check the file and list its cells without playing
    #[arg(long)]
    pub dry_run: bool,
}

pub fn carry_out(args: &StudyArgs) -> Result<ExitCode> {
    let mut spec = Spec::read(&args.file)?;
    if let Some(games) = args.games {
        spec.set_games(games);
    }
    let shard: Shard = args.shard.as_deref().map_or(Ok(Shard::default()), str::parse)?;
    let plan = Plan::new(spec)?;
    if args.dry_run {
        list_cells(&plan);
        return Ok(ExitCode::SUCCESS);
    }
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&plan.spec.name, shard));
    let options = Options {
        folder: folder.clone(),
        way: Way {
            threads: args.threads.map_or_else(cores, usize::from),
            resume: false,
            stop: Stop::on_signals(),
            command: command_line(std::env::args()),
        },
        shard,
        wall_time: !args.omit_wall_time,
        quiet: false,
    };
    if play(&plan, &options)? == Ending::Interrupted {
        println!("Interrupted; what was played is kept. To go on:\n  {}", options.way.command);
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if shard.of > 1 {
        println!("Part {shard} is complete: {}", folder.display());
        println!("When all {} are: warlab merge results/{} PART...", shard.of, plan.spec.name);
        return Ok(ExitCode::SUCCESS);
    }
    let document = report(&folder)?;
    say(&document.terminal());
    tell_files(&folder);
    Ok(ExitCode::SUCCESS)
}

fn default_folder(name: &str, shard: Shard) -> PathBuf {
    let folder = Path::new("results");
    if shard.of > 1 {
        folder.join(format!("{name}.{}-of-{}", shard.number, shard.of))
    } else {
        folder.join(name)
    }
}

pub fn tell_files(folder: &Path) {
    say(&format!("\nReport: {}\n", folder.join("report.html").display()));
}

/// Prints a page; a reader who has seen enough (`| head`) is no error.
pub fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn list_cells(plan: &Plan) {
    println!("{}: {} cells of {}\n", plan.spec.name, plan.cells.len(), plan.title.name());
    for cell in &plan.cells {
        println!("  {}  {} games, {}", cell.id, cell.wish.games, cell.wish.agents);
    }
}
