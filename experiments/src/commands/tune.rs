//! `warlab tune`: better weights or settings for an agent.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::study::{say, tell_files};
use crate::commands::run::{command_line, cores};
use crate::interrupt::{INTERRUPTED, Stop};
use crate::lab::tune::confirm::confirm;
use crate::lab::tune::search::Search;
use crate::lab::tune::spec::Spec;
use crate::run::Way;

/// Tune an agent's weights or settings and confirm the result on fresh seeds
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Example:
  warlab tune experiments/studies/tune-gbacw.toml

A tuning that was interrupted goes on from its last step. The winner is written as tuned.toml with its evidence.
docs/studies.md describes the file.")]
pub struct TuneArgs {
    /// The tuning file
    pub file: PathBuf,
    /// The folder for the tuning [default: results/NAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How many games at the same time [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

pub fn carry_out(args: &TuneArgs) -> Result<ExitCode> {
    let spec = Spec::read(&args.file)?;
    let folder = args.out.clone().unwrap_or_else(|| Path::new("results").join(&spec.name));
    let way = Way {
        threads: args.threads.map_or_else(cores, usize::from),
        resume: false,
        stop: Stop::on_signals(),
        command: command_line(std::env::args()),
    };
    let _ = rayon::ThreadPoolBuilder::new().num_threads(way.threads).build_global();
    let steps = spec.steps;
    let mut search = Search::open(spec, &folder)?;
    let bar = ProgressBar::new(steps);
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} steps, {eta} left, {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(search.steps_done());
    while search.steps_done() < steps {
        if !search.step(&way.stop)? {
            return interrupted(&bar, &way);
        }
        bar.set_position(search.steps_done());
        bar.set_message(format!("mean score {:.3}", search.scores().last().copied().unwrap_or(0.0)));
    }
    let confirmed = confirm(&search, &way, &mut |words| bar.set_message(words.to_string()))?;
    let Some(confirmed) = confirmed else { return interrupted(&bar, &way) };
    bar.finish_and_clear();
    say(&confirmed.document.terminal());
    match &confirmed.file {
        Some(file) => println!("\nWinner: {}", file.display()),
        None => println!("\nNo winner: the start keeps its place."),
    }
    tell_files(&folder);
    Ok(ExitCode::SUCCESS)
}

fn interrupted(bar: &ProgressBar, way: &Way) -> Result<ExitCode> {
    bar.abandon();
    println!("Interrupted; every finished step is kept. To go on:\n  {}", way.command);
    Ok(ExitCode::from(INTERRUPTED))
}
