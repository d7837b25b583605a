//! `warlab play`: a game in the terminal.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::Value;
use warlab_agents::Spec;

use crate::cli::SetupArgs;
use crate::serve::write_atomically;
use crate::tabletop::Tabletop;
use crate::terminal;

/// Play in the terminal, against the AI
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab play wars-of-the-roses                        you take the first seat, the AI plays at normal
  warlab play washingtons-war --seat 2 --against hard
  warlab play gbacw --scenario crossroads --watch      two AIs, you look on
  warlab play --load my-game.json                      go on with a saved game")]
pub struct PlayArgs {
    /// The game to play
    #[arg(required_unless_present = "load")]
    pub game: Option<String>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Your seat, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seat: usize,
    /// Who plays the other seats: a level or an agent
    #[arg(long, value_name = "AGENT", default_value = "normal")]
    pub against: String,
    /// Let the AI play all seats
    #[arg(long)]
    pub watch: bool,
    /// The seed that dice and deals come from [default: a new one each time]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Go on with a game that `save` wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "scenario", "variant", "players", "seed"])]
    pub load: Option<PathBuf>,
    /// Plain lines instead of a full screen; without a terminal it is plain anyway
    #[arg(long)]
    pub plain: bool,
}

pub fn carry_out(args: &PlayArgs) -> Result<ExitCode> {
    let table = match (&args.load, &args.game) {
        (Some(file), _) => load(file)?,
        (None, Some(game)) => {
            Tabletop::begin(game, &args.setup.read()?, args.seed.unwrap_or_else(clock_seed))?
        }
        (None, None) => bail!("name a game, or --load a saved one"),
    };
    let count = table.seats().len();
    if !(1..=count).contains(&args.seat) {
        bail!("--seat is a number from 1 to {count}: {}", table.seats().join(", "));
    }
    let against: Spec = args.against.parse()?;
    let seat = |i: usize| if i + 1 == args.seat && !args.watch { None } else { Some(against.clone()) };
    match terminal::play(table, (0..count).map(seat).collect(), &save, args.plain) {
        // Whoever listened has left; that is no failure of the game.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        played => Ok(played.map(|()| ExitCode::SUCCESS)?),
    }
}

fn clock_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |since| since.as_nanos() as u64)
}

fn load(file: &Path) -> Result<Tabletop> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let unlike = || format!("{} is not a saved game", file.display());
    let mut saved: Value = serde_json::from_str(&text).with_context(unlike)?;
    if saved.get("sealed").is_some() {
        bail!("{} was sealed by `warlab serve` on the way; load it there", file.display());
    }
    // A game in the server's folder has its record under `game`.
    if saved.get("game").is_some_and(Value::is_object) {
        saved = saved["game"].take();
    }
    let notation = serde_json::from_value(saved).with_context(unlike)?;
    Tabletop::open(&notation).with_context(|| format!("cannot go on with {}", file.display()))
}

fn save(file: &Path, table: &Tabletop) -> Result<()> {
    let text = serde_json::to_string_pretty(&table.notation())?;
    write_atomically(file, text.as_bytes()).with_context(|| format!("cannot write {}", file.display()))
}
