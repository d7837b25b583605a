//! Plays the cells of a study. Every cell is a run of its own, so a killed study keeps what it has and goes on where
//! it stood. With `stop_when` a cell is played in rounds, each a run too, that are joined at the end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::plan::{Cell, Plan};
use super::{CELLS, STUDY_FILE};
use crate::lab::contrast::{CellGames, contrasts};
use crate::lab::document::put;
use crate::lab::measure::Measure;
use crate::lab::rounds::Rounds;
use crate::manifest;
use crate::plan::{Plan as RunPlan, Wish};
use crate::run::{Ending, Way, carry_out};
use crate::schedule::Shard;

/// How a study is played; only the shard says which rows.
#[derive(Clone, Debug)]
pub struct Options {
    pub folder: PathBuf,
    /// Its `resume` is of no account: a study always goes on.
    pub way: Way,
    pub shard: Shard,
    pub wall_time: bool,
    pub quiet: bool,
}

/// Plays what is missing.
pub fn play(plan: &Plan, options: &Options) -> Result<Ending> {
    begin(plan, &options.folder)?;
    if plan.spec.stop_when.is_some() {
        if options.shard.of > 1 {
            bail!(
                "a study with stop_when cannot be split, because a part does not know what the others found; \
                 remove stop_when and give games"
            );
        }
        return play_rounds(plan, options);
    }
    let shard = if options.shard.of > 1 { options.shard.to_string() } else { String::new() };
    let wish = |cell: &Cell| Wish { shard: shard.clone(), wall_time: options.wall_time, ..cell.wish.clone() };
    let runs =
        plan.cells.iter().map(|cell| (cell.id.as_str(), wish(cell), cell_folder(&options.folder, cell)));
    play_runs(runs.collect(), options)
}

pub fn cell_folder(folder: &Path, cell: &Cell) -> PathBuf {
    folder.join(CELLS).join(&cell.id)
}

/// Makes the study's folder, or checks that it holds this very study.
fn begin(plan: &Plan, folder: &Path) -> Result<()> {
    let cells = folder.join(CELLS);
    fs::create_dir_all(&cells).with_context(|| {
        format!("cannot create the folder {}; choose another with --out", cells.display())
    })?;
    let file = folder.join(STUDY_FILE);
    match fs::read_to_string(&file) {
        Ok(text) if text == plan.spec.text => Ok(()),
        Ok(_) => bail!(
            "{} holds another study, or this one before it was edited; give another --out or move the folder away",
            folder.display()
        ),
        Err(_) => Ok(put(&file, &plan.spec.text)?),
    }
}

/// Plays runs one after the other, each on all threads, and resumes those that were begun.
fn play_runs(runs: Vec<(&str, Wish, PathBuf)>, options: &Options) -> Result<Ending> {
    let mut plans = Vec::new();
    for (name, wish, folder) in runs {
        plans.push((name, RunPlan::make(&wish)?, folder));
    }
    let count = |plan: &RunPlan| {
        let range = plan.schedule.range();
        range.end - range.start
    };
    let bar = progress(plans.iter().map(|(_, plan, _)| count(plan)).sum(), options.quiet);
    let mut done = 0;
    for (name, plan, folder) in &plans {
        bar.set_message((*name).to_string());
        let resume = folder.join(manifest::FILE).exists();
        let way = Way { resume, ..options.way.clone() };
        let ending = carry_out(plan, folder, &way, &mut |games| bar.set_position(done + games))
            .with_context(|| format!("cell {name}"))?;
        if ending == Ending::Interrupted {
            bar.abandon();
            return Ok(Ending::Interrupted);
        }
        done += count(plan);
    }
    bar.finish_and_clear();
    Ok(Ending::Complete)
}

fn progress(games: u64, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} games, {per_sec}, {eta} left, {msg}");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Round after round until the intervals are short enough.
fn play_rounds(plan: &Plan, options: &Options) -> Result<Ending> {
    let growing: Vec<Rounds> = plan
        .cells
        .iter()
        .map(|cell| Rounds {
            wish: Wish { wall_time: options.wall_time, ..cell.wish.clone() },
            target: cell_folder(&options.folder, cell),
            folder: options.folder.join("rounds").join(&cell.id),
        })
        .collect();
    // A study that was killed while its cells were joined keeps all rounds, and joins them anew.
    if growing.iter().all(|cell| cell.is_joined() && !cell.folder.exists()) {
        return Ok(Ending::Complete);
    }
    let enough = plan.spec.stop_when.map_or(f64::INFINITY, |rule| rule.half_width());
    let mut rounds = 0;
    loop {
        rounds += 1;
        let runs = plan.cells.iter().zip(&growing).map(|(cell, rounds_of)| {
            let (wish, folder) = rounds_of.round(rounds);
            (cell.id.as_str(), wish, folder)
        });
        if play_runs(runs.collect(), options)? == Ending::Interrupted {
            return Ok(Ending::Interrupted);
        }
        let most = rounds * plan.spec.games >= plan.spec.most_games;
        if most || widest_interval(plan, &growing, rounds)? <= enough {
            break;
        }
    }
    for cell in &growing {
        cell.join(rounds)?;
    }
    let folder = options.folder.join("rounds");
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    Ok(Ending::Complete)
}

/// Half the widest interval of what the study asks about: the differences, or the rates of a single cell.
fn widest_interval(plan: &Plan, growing: &[Rounds], rounds: u64) -> Result<f64> {
    let mut cells = Vec::new();
    for (cell, rounds_of) in plan.cells.iter().zip(growing) {
        cells.push(CellGames { levels: cell.levels.clone(), games: rounds_of.games(rounds)? });
    }
    let shares: Vec<Measure> = plan.measures.iter().filter(|measure| measure.is_share()).cloned().collect();
    let widths: Vec<f64> = if plan.cells.len() > 1 {
        let found = contrasts(&cells, &plan.level_names(), &shares, plan.spec.confidence);
        found.iter().map(|contrast| contrast.difference.interval.half_width()).collect()
    } else {
        let estimate = |measure: &Measure| measure.estimate(&cells[0].games, plan.spec.confidence);
        shares.iter().map(|measure| estimate(measure).interval.half_width()).collect()
    };
    Ok(widths.into_iter().fold(0.0, f64::max))
}
