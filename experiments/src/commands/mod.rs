//! One file per verb of the command line.

pub mod bench;
pub mod data;
pub mod engine;
pub mod games;
pub mod ladder;
pub mod merge;
pub mod odds;
pub mod play;
pub mod replay;
pub mod report;
pub mod run;
pub mod serve;
pub mod signature;
pub mod study;
pub mod tune;

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::{Command, DataCommand};

pub fn carry_out(command: Command) -> Result<ExitCode> {
    match command {
        Command::Games(args) => games::carry_out(&args),
        Command::Run(args) => run::carry_out(&args),
        Command::Replay(args) => replay::carry_out(&args),
        Command::Engine(args) => engine::carry_out(args),
        Command::Signature(args) => signature::carry_out(&args),
        Command::Data(DataCommand::Check(args)) => data::check(&args),
        Command::Data(DataCommand::Export(args)) => data::export(&args),
        Command::Study(args) => study::carry_out(&args),
        Command::Report(args) => report::carry_out(&args),
        Command::Merge(args) => merge::carry_out(&args),
        Command::Ladder(args) => ladder::carry_out(&args),
        Command::Tune(args) => tune::carry_out(&args),
        Command::Play(args) => play::carry_out(&args),
        Command::Serve(args) => serve::carry_out(&args),
        Command::Odds(args) => odds::carry_out(&args),
        Command::Bench(args) => bench::carry_out(&args),
    }
}
