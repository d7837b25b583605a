//! One file per verb of the command line.

pub mod data;
pub mod engine;
pub mod games;
pub mod replay;
pub mod run;
pub mod signature;

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
    }
}
