//! `warlab ladder`: agents against one another, with ratings.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;

use super::study::{say, tell_files};
use crate::cli::SetupArgs;
use crate::commands::run::{command_line, cores};
use crate::interrupt::{INTERRUPTED, Stop};
use crate::lab::ladder::{Ladder, parse_sprt};
use crate::plan::Wish;
use crate::results::fresh_folder;
use crate::run::{Ending, Way};
use crate::schedule::parse_agents;

/// Play agents against one another and rate them
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab ladder gbacw --agents random,scripted,mcts:iterations=200
  warlab ladder washingtons-war --agents mcts:iterations=400,mcts:iterations=200 --sprt elo0=0,elo1=20

Every pairing plays the same seeds with seats swapped. With --sprt two agents play until the first is shown to be
better by elo1, or not by more than elo0 (normalized Elo).")]
pub struct LadderArgs {
    /// The game to play
    pub game: String,
    /// The agents, two or more
    #[arg(long, value_name = "A,B,...")]
    pub agents: String,
    /// Games of each pairing; with --sprt of each round
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Stop as soon as a sequential test decides: elo0=0,elo1=20,alpha=0.05,beta=0.05
    #[arg(long, value_name = "BOUNDS")]
    pub sprt: Option<String>,
    /// With --sprt: stop after so many games
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub most_games: u64,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The seed that every game's dice and agents come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many games at the same time [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The folder for the games; one that was interrupted is gone on with [default: results/DATE-GAME-ladder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

pub fn carry_out(args: &LadderArgs) -> Result<ExitCode> {
    let setup = args.setup.read()?;
    let wish = Wish { game: args.game.clone(), setup, seed: args.seed, wall_time: true, ..Wish::default() };
    let ladder = Ladder {
        wish,
        agents: parse_agents(&args.agents)?,
        games: args.games,
        sprt: args.sprt.as_deref().map(parse_sprt).transpose()?,
        most_games: args.most_games,
    };
    ladder.check()?;
    let folder = args.out.clone().unwrap_or_else(|| fresh_folder(&format!("{}-ladder", args.game)));
    let way = Way {
        threads: args.threads.map_or_else(cores, usize::from),
        resume: false,
        stop: Stop::on_signals(),
        command: command_line(std::env::args()),
    };
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    let ending = ladder.play(&folder, &way, &mut |words| bar.set_message(words.to_string()));
    bar.finish_and_clear();
    if ending? == Ending::Interrupted {
        println!("Interrupted; to go on, give the same command with --out {}", folder.display());
        return Ok(ExitCode::from(INTERRUPTED));
    }
    say(&ladder.report(&folder)?.terminal());
    tell_files(&folder);
    Ok(ExitCode::SUCCESS)
}
