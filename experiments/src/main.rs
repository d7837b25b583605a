//! The `warlab` command; everything is in the library.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = warlab::cli::Cli::parse();
    match warlab::commands::carry_out(cli.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("warlab: {}", warlab::complaint::sentence(&error));
            ExitCode::FAILURE
        }
    }
}
