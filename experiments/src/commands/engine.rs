//! `warlab engine`.

use std::io::{stdin, stdout};
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::cli::EngineArgs;
use crate::overlay::Changes;
use crate::protocol::serve;

pub fn carry_out(args: EngineArgs) -> Result<ExitCode> {
    let changes = Changes { folder: args.data, set: Vec::new() };
    serve(stdin().lock(), stdout().lock(), changes).context("the conversation broke off")?;
    Ok(ExitCode::SUCCESS)
}
