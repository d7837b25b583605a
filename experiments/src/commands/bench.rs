//! `warlab bench`: how fast the games play on this machine.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use warlab_engine::setup::Setup;

use crate::bench::Measured;
use crate::games;
use crate::table::TextTable;
use crate::title::Title;

/// Measure how fast the games play on this machine, in about a minute
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab bench                                 a table of every game
  warlab bench gbacw --seconds 30 --json")]
pub struct BenchArgs {
    /// This game only
    pub game: Option<String>,
    /// How long to measure each game
    #[arg(long, value_name = "S", default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Only play that many random games and print how many decisions they took: for profilers
    #[arg(long, value_name = "N")]
    pub burn: Option<u64>,
}

pub fn carry_out(args: &BenchArgs) -> Result<ExitCode> {
    let titles = match &args.game {
        Some(name) => vec![games::find(name)?],
        None => games::all(),
    };
    if let Some(count) = args.burn {
        for title in titles {
            burn(title, count)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let bar = ProgressBar::new(titles.len() as u64);
    let mut rows = Vec::new();
    for title in titles {
        bar.println(format!("measuring {}", title.name()));
        let ruleset = title.set_up(&Setup::default(), &title.pack())?;
        rows.push(ruleset.measure(Duration::from_secs(args.seconds))?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        print!("{}", table(&rows));
    }
    Ok(ExitCode::SUCCESS)
}

fn burn(title: &dyn Title, count: u64) -> Result<()> {
    let ruleset = title.set_up(&Setup::default(), &title.pack())?;
    let mut decisions = 0;
    ruleset.random_games(0..count, &mut |taken| decisions += u64::from(taken));
    println!("{}: {count} games, {decisions} decisions", title.name());
    Ok(())
}

fn table(rows: &[Measured]) -> String {
    let head = [
        "game",
        "scenario",
        "bytes",
        "copy ns",
        "decision ns",
        "copies",
        "decisions/s",
        "games/s",
        "decisions/game",
        "search/s",
        "normal ms",
        "threads",
        "scaling",
    ];
    let mut table = TextTable::new(&head);
    for row in rows {
        table.row(vec![
            row.game.into(),
            row.scenario.clone(),
            row.state_bytes.to_string(),
            format!("{:.1}", row.copy_ns),
            format!("{:.0}", row.decision_ns),
            format!("{:.1}", row.decision_per_copy),
            format!("{:.0}", row.decisions_per_second),
            format!("{:.0}", row.playouts_per_second),
            format!("{:.0}", row.decisions_per_game),
            format!("{:.0}", row.search_iterations_per_second),
            format!("{:.0}", row.normal_ms),
            row.threads.to_string(),
            format!("{:.2}", row.thread_scaling),
        ]);
    }
    table.render()
}
