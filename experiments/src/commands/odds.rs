//! `warlab odds`: what may come of the choices of a position.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::tabletop::Tabletop;

/// Show the odds of the choices at the end of a recorded game
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab odds my-game.json                     the choices whose outcome the dice decide, with their odds
  warlab odds my-game.json fire:norfolk        one choice

The file is what `save` in `warlab play`, the board's Save button or the engine's `record` wrote.")]
pub struct OddsArgs {
    /// A saved game
    pub file: PathBuf,
    /// The code of one choice
    pub action: Option<String>,
}

pub fn carry_out(args: &OddsArgs) -> Result<ExitCode> {
    let text = std::fs::read_to_string(&args.file)
        .with_context(|| format!("cannot read {}", args.file.display()))?;
    let notation = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a saved game", args.file.display()))?;
    let table = Tabletop::open(&notation)?;
    let codes = match &args.action {
        Some(code) => vec![code.clone()],
        None => table.choices().into_iter().map(|choice| choice.code).collect(),
    };
    let mut found = false;
    for code in codes {
        if let Some(odds) = table.odds(&code)? {
            println!("{code}: {odds}");
            found = true;
        }
    }
    if !found {
        println!("No dice decide what comes of that.");
    }
    Ok(ExitCode::SUCCESS)
}
