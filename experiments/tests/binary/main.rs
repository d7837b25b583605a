//! Drives the real `warlab` binary: command line, runs and protocol.

mod cli;
mod engine;
mod malformed;
mod runs;
mod table;

use std::path::Path;
use std::process::{Command, Output};

/// The binary, with the example game on offer.
fn warlab() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warlab"));
    command.env(warlab::games::EXAMPLE_VARIABLE, "1");
    command
}

fn run(words: &str) -> Output {
    warlab().args(words.split_whitespace()).output().expect("the binary starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the binary prints UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the binary prints UTF-8")
}

/// The bytes of a run's tables.
fn tables(folder: &Path) -> [Vec<u8>; 3] {
    ["games.parquet", "timeline.parquet", "battles.parquet"]
        .map(|name| std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
}
