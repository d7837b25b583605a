//! `warlab run`: one run, the rest of an interrupted one, or a small study of every game.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::RunArgs;
use crate::games;
use crate::interrupt::{INTERRUPTED, Stop};
use crate::manifest::{self, Manifest};
use crate::overlay::Changes;
use crate::plan::{Plan, Wish};
use crate::results::fresh_folder;
use crate::run::{Ending, Way, carry_out as carry_out_plan};
use crate::summary::{HEADING, Summary};
use crate::table::TextTable;
use crate::title::Title;

const DEFAULT_GAMES: u64 = 200;
const DEFAULT_SEED: u64 = 1;

pub fn carry_out(args: &RunArgs) -> Result<ExitCode> {
    let way = Way {
        threads: args.threads.map_or_else(cores, usize::from),
        resume: args.resume,
        stop: Stop::on_signals(),
        command: command_line(std::env::args()),
    };
    // Agents that search on several threads use as many as the run was given.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(way.threads).build_global();
    match (&args.game, &args.out) {
        (Some(game), out) => {
            let plan = Plan::make(&wish(args, game)?)?;
            let folder = match out {
                Some(folder) => folder.clone(),
                None if args.resume => bail!("--resume needs the run's folder: --out DIR"),
                None => fresh_folder(game),
            };
            one(&plan, &folder, &way)
        }
        (None, Some(folder)) if args.resume && folder.join(manifest::FILE).exists() => {
            refuse_other_options(args, true)?;
            one(&Plan::of(&Manifest::read(folder)?)?, folder, &way)
        }
        (None, None) if args.resume => bail!("--resume needs the run's folder: --out DIR"),
        (None, out) => {
            refuse_other_options(args, false)?;
            study(args, &out.clone().unwrap_or_else(|| fresh_folder("study")), &way)
        }
    }
}

pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn wish(args: &RunArgs, game: &str) -> Result<Wish> {
    Ok(Wish {
        game: game.into(),
        setup: args.setup.read()?,
        changes: Changes { folder: args.data.clone(), set: args.set.clone() },
        agents: args.agents.clone().unwrap_or_else(|| "random".into()),
        games: args.games.unwrap_or(DEFAULT_GAMES),
        seed: args.seed.unwrap_or(DEFAULT_SEED),
        swap_seats: args.swap_seats,
        shard: args.shard.clone().unwrap_or_default(),
        wall_time: !args.omit_wall_time,
    })
}

/// Without a game most options have nothing to apply to; a resumed run has all of its own.
fn refuse_other_options(args: &RunArgs, resumed: bool) -> Result<()> {
    let given = [
        ("--agents", args.agents.is_some()),
        ("--scenario", args.setup.scenario.is_some()),
        ("--variant", !args.setup.variant.is_empty()),
        ("--players", args.setup.players.is_some()),
        ("--swap-seats", args.swap_seats),
        ("--data", args.data.is_some()),
        ("--set", !args.set.is_empty()),
        ("--shard", args.shard.is_some()),
        ("--games", resumed && args.games.is_some()),
        ("--seed", resumed && args.seed.is_some()),
        ("--omit-wall-time", resumed && args.omit_wall_time),
    ];
    if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
        let names: Vec<&str> = games::all().iter().map(|title| title.name()).collect();
        bail!(
            "{option} needs a game: warlab run GAME {option} ..., where GAME is one of {}",
            names.join(", ")
        );
    }
    Ok(())
}

/// One run, with its table.
fn one(plan: &Plan, folder: &Path, way: &Way) -> Result<ExitCode> {
    let clock = Instant::now();
    let ending = with_progress(plan, folder, way)?;
    let summary = Summary::read(folder)?;
    let (game, scenario) = (plan.title.name(), &plan.rules.chosen().scenario);
    println!("{game}, scenario {scenario}, {} games in {}\n", summary.games, seconds(clock.elapsed()));
    print!("{}", summary.render());
    warn_of_broken_games(&summary, folder);
    println!("Files: {}", folder.display());
    if ending == Ending::Interrupted {
        let left = plan.schedule.range().end - plan.schedule.range().start - summary.games;
        tell_how_to_resume(folder, &format!("{left} games are yet to be played"));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// Every game once, in folders side by side, with one table.
fn study(args: &RunArgs, folder: &Path, way: &Way) -> Result<ExitCode> {
    let clock = Instant::now();
    let mut table = TextTable::new(&HEADING);
    let mut folders: Vec<(PathBuf, Summary)> = Vec::new();
    let titles = games::all();
    let mut complete = true;
    for title in &titles {
        let mut wish = wish(args, title.name())?;
        wish.agents = usual_agent(*title).into();
        let plan = Plan::make(&wish).with_context(|| title.name().to_string())?;
        let folder = folder.join(title.name());
        let resume = way.resume && folder.join(manifest::FILE).exists();
        let ending = with_progress(&plan, &folder, &Way { resume, ..way.clone() })?;
        let summary = Summary::read(&folder)?;
        for row in summary.rows(title.name(), &plan.rules.chosen().scenario) {
            table.row(row);
        }
        folders.push((folder, summary));
        if ending == Ending::Interrupted {
            complete = false;
            break;
        }
    }
    println!("A small study of {} games in {}\n", folders.len(), seconds(clock.elapsed()));
    print!("{}", table.render());
    for (folder, summary) in &folders {
        warn_of_broken_games(summary, folder);
    }
    println!("\nFiles: {}", folder.display());
    if !complete {
        tell_how_to_resume(folder, "the study is not finished");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    println!("Next: warlab run GAME --help shows how to choose scenario, agents and rule variants.");
    Ok(ExitCode::SUCCESS)
}

/// The strongest agent that plays a game in a moment.
fn usual_agent(title: &dyn Title) -> &'static str {
    let quick = title.agents().iter().map(|agent| agent.name).find(|name| *name == "scripted");
    quick.unwrap_or("random")
}

fn with_progress(plan: &Plan, folder: &Path, way: &Way) -> Result<Ending> {
    let range = plan.schedule.range();
    let bar = ProgressBar::new(range.end - range.start);
    let style = "{prefix} {bar:32} {pos}/{len} games, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
    bar.set_prefix(plan.title.name());
    let mut told = false;
    let mut progress = |done| {
        bar.set_position(done);
        if !std::mem::replace(&mut told, true) {
            // Games recorded before a resumption say nothing about the speed now.
            bar.reset_eta();
        }
    };
    let ending = carry_out_plan(plan, folder, way, &mut progress);
    bar.finish_and_clear();
    ending
}

fn warn_of_broken_games(summary: &Summary, folder: &Path) {
    if summary.finished == summary.games {
        return;
    }
    println!("{} games broke off and are left out of the shares:", summary.games - summary.finished);
    for (index, how, why) in &summary.broken_off {
        println!("  game {index}: {how}: {why} (warlab replay {} {index})", folder.display());
    }
}

fn tell_how_to_resume(folder: &Path, why: &str) {
    let program = std::env::args().next().unwrap_or_else(|| "warlab".into());
    let command = [program, "run".into(), "--resume".into(), "--out".into(), folder.display().to_string()];
    println!("Interrupted: {why}. To go on:\n  {}", command_line(command.into_iter()));
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The words of a command as a shell reads them.
pub(crate) fn command_line(words: impl Iterator<Item = String>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    let quote = |word: String| {
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    words.map(quote).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_quoted_for_a_shell() {
        let words = ["warlab", "run", "--out", "my results/it's"].map(str::to_string);
        assert_eq!(command_line(words.into_iter()), "warlab run --out 'my results/it'\\''s'");
    }
}
