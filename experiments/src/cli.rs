//! The command line: what `warlab --help` shows. Each verb is carried out by the file of its name in `commands`.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use warlab_engine::setup::Setup;

pub use crate::commands::bench::BenchArgs;
pub use crate::commands::ladder::LadderArgs;
pub use crate::commands::merge::MergeArgs;
pub use crate::commands::odds::OddsArgs;
pub use crate::commands::play::PlayArgs;
pub use crate::commands::report::ReportArgs;
pub use crate::commands::serve::ServeArgs;
pub use crate::commands::study::StudyArgs;
pub use crate::commands::tune::TuneArgs;
use crate::schedule::parse_variants;

/// A laboratory for historical board wargames.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "warlab",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  warlab games                                 what can be played
  warlab run                                   a small study of every game
  warlab run wars-of-the-roses --games 1000    one game, many times
  warlab COMMAND --help                        more about a command"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    Games(GamesArgs),
    Run(RunArgs),
    Replay(ReplayArgs),
    Engine(EngineArgs),
    Signature(SignatureArgs),
    #[command(subcommand)]
    Data(DataCommand),
    Study(StudyArgs),
    Report(ReportArgs),
    Merge(MergeArgs),
    Ladder(LadderArgs),
    Tune(TuneArgs),
    Play(PlayArgs),
    Serve(ServeArgs),
    Odds(OddsArgs),
    Bench(BenchArgs),
}

/// List games, scenarios, rule variants and agents
#[derive(Clone, Debug, Args)]
pub struct GamesArgs {
    /// Show this game only
    pub game: Option<String>,
}

/// Play games between agents and record them
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab run
  warlab run gbacw --games 500 --seed 7
  warlab run washingtons-war --agents mcts:iterations=200,random --swap-seats
  warlab run coalitions --players 4 --scenario 1805 --out results/four
  warlab run wars-of-the-roses --data my-data --set deck.hand=6 --variant NAME=VALUE
  warlab run --resume --out results/four       finish an interrupted run
  warlab run gbacw --games 9000 --shard 2/3    the second third, on another machine

The same options and seed give the same rows on any number of threads. Exit status: 0 all games are
recorded, 1 something is wrong, 2 the command line is wrong, 130 interrupted and ready to be resumed.")]
pub struct RunArgs {
    /// The game to play; without one, a small study of every game is made
    pub game: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub games: Option<u64>,
    /// One agent for all seats, or one for each: NAME or NAME:KEY=VALUE,KEY=VALUE
    #[arg(long, value_name = "A,B")]
    pub agents: Option<String>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The seed that every game's dice and agents come from
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Play each deal once for every seating of the agents
    #[arg(long)]
    pub swap_seats: bool,
    /// How many games at the same time [default: one per core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The folder for the run [default: results/DATE-GAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// A folder with data of your own, laid over the game's
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Change one field of the data: KIND.ID.FIELD=VALUE; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Go on with the run in --out
    #[arg(long)]
    pub resume: bool,
    /// Play only the i-th of n equal parts
    #[arg(long, value_name = "i/n")]
    pub shard: Option<String>,
    /// Write 0 for wall times, so that repeated runs give the same bytes
    #[arg(long)]
    pub omit_wall_time: bool,
}

/// What is played: options of every command that begins games.
#[derive(Clone, Debug, Args)]
pub struct SetupArgs {
    /// The scenario; `warlab games` lists them
    #[arg(long, value_name = "ID")]
    pub scenario: Option<String>,
    /// A rule variant; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub variant: Vec<String>,
    /// How many players, where the scenario leaves it open
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub players: Option<usize>,
}

impl SetupArgs {
    pub fn read(&self) -> Result<Setup> {
        let variants = parse_variants(&self.variant)?;
        Ok(Setup { scenario: self.scenario.clone(), players: self.players, variants })
    }
}

/// Show a recorded game again
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab replay results/2026-11-16-gbacw 17           print game 17 of a run
  warlab replay results/2026-11-16-gbacw 17 --step    go through it step by step
  warlab replay results/2026-11-16-gbacw 17 --json    as a record for other programs
  warlab replay game.json                             a record that the engine printed")]
pub struct ReplayArgs {
    /// A run's folder, or a file with a record
    pub from: PathBuf,
    /// Which game of the run, counted from 0
    #[arg(default_value_t = 0)]
    pub index: u64,
    /// Wait for a key between actions
    #[arg(long, conflicts_with = "json")]
    pub step: bool,
    /// Print the record as JSON
    #[arg(long)]
    pub json: bool,
    /// For a record: the data it was played with
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// For a record: the changed field it was played with
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
}

/// Answer JSON requests, one a line, on standard input (docs/protocol.md)
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Example:
  echo '{\"command\": \"games\"}' | warlab engine")]
pub struct EngineArgs {
    /// A folder with data of your own, laid over the games'
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// Print a hash over fixed random games: unchanged as long as the rules play the same
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab signature > engine/signatures.txt     accept a change of rules
  warlab signature --check engine/signatures.txt")]
pub struct SignatureArgs {
    /// This game only
    pub game: Option<String>,
    /// Compare with a file and fail on a difference
    #[arg(long, value_name = "FILE")]
    pub check: Option<PathBuf>,
}

/// Check or export data files
#[derive(Clone, Debug, Subcommand)]
pub enum DataCommand {
    Check(CheckArgs),
    Export(ExportArgs),
}

/// Check a folder of data: every scenario is built and played
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab data check my-data --game gbacw
  warlab data check my-data                    where my-data holds a folder named like the game")]
pub struct CheckArgs {
    /// The folder with the data files
    pub folder: PathBuf,
    /// The game that the files belong to, if the folder does not tell
    #[arg(long)]
    pub game: Option<String>,
}

/// Write a game's data files to a folder, to be edited and used with --data
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Example:
  warlab data export washingtons-war my-data")]
pub struct ExportArgs {
    /// The game whose data is written
    pub game: String,
    /// The folder to write it to
    pub folder: PathBuf,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Cli;

    /// The arguments of a command and of those below it that no help text explains.
    fn unexplained(command: &clap::Command) -> Vec<String> {
        let own = command.get_arguments().filter(|argument| argument.get_help().is_none());
        let own = own.map(|argument| format!("{} {}", command.get_name(), argument.get_id()));
        own.chain(command.get_subcommands().flat_map(unexplained)).collect()
    }

    #[test]
    fn every_argument_is_explained() {
        let mut command = Cli::command();
        command.build();
        assert_eq!(unexplained(&command), Vec::<String>::new());
    }
}
