//! `warlab report`: the report of a run's or a study's folder.

use std::path::Path;

use anyhow::{Context, Result};
use warlab_engine::board::Map;

use super::document::{Block, Document, Table};
use super::read::{About, Run};
use super::study::{STUDY_FILE, answer};
use super::summary::{self, count};
use crate::games;
use crate::manifest::Manifest;
use crate::plan::Plan;

/// Confidence of the intervals in a run's report.
const CONFIDENCE: f64 = 0.95;

/// Writes `report.html`, `report.md` and `plots/` into the folder and returns what they say.
pub fn report(folder: &Path) -> Result<Document> {
    if folder.join(STUDY_FILE).exists() {
        return answer::report(folder);
    }
    let run = Run::open(folder)?;
    let document = document(&run)?;
    document.write(folder)?;
    Ok(document)
}

fn document(run: &Run) -> Result<Document> {
    let about = &run.about;
    let heading = games::find(&about.game).map_or(about.game.clone(), |title| title.heading().into());
    let sides = run.sides();
    let rates = summary::side_rates(&run.games, &sides, CONFIDENCE);
    let agents = summary::agents_of(&run.games).join(" against ");
    let mut document = Document {
        kicker: format!("{heading} \u{b7} {} \u{b7} {} games", about.scenario, count(run.games.len() as u64)),
        title: format!("{heading}: {}", about.scenario),
        question: format!("Who wins {} when {agents} play it, how, and after how long?", about.scenario),
        answer: summary::balance_sentence(&sides, &rates, CONFIDENCE),
        blocks: Vec::new(),
    };
    if about.status != "complete" && !about.status.is_empty() {
        let status = &about.status;
        document.blocks.push(Block::Warning(format!(
            "this run is {status}: {} of {} games are recorded.",
            count(run.games.len() as u64),
            count(about.games)
        )));
    }
    summary::warn_of_unfinished(&mut document, &run.games);
    summary::who_wins(&mut document, run, &sides, CONFIDENCE);
    summary::course(&mut document, run, &sides, CONFIDENCE);
    summary::over_time(&mut document, &run.games, &run.timeline()?, &sides);
    let map = map_of(run);
    summary::battles(&mut document, &run.games, &run.battles()?, map.as_ref(), CONFIDENCE);
    reproduce(
        &mut document,
        about,
        "The tables beside this report open in DuckDB, Polars and pandas (docs/queries.md).",
    );
    Ok(document)
}

/// The map that the run was played on, if its configuration still works.
pub fn map_of(run: &Run) -> Option<Map> {
    let manifest = Manifest::read(&run.folder).ok()?;
    Some(Plan::of(&manifest).context("the map").ok()?.rules.map())
}

/// How to get the same figures again.
pub fn reproduce(document: &mut Document, about: &About, note: &str) {
    document.heading("How to reproduce");
    if !about.command.is_empty() {
        document.blocks.push(Block::Code(about.command.clone()));
    }
    let mut table = Table::new("What the figures rest on", &["what", "value"]);
    let variants: Vec<String> =
        about.variants.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let rows = [
        ("game and scenario", format!("{}, {}", about.game, about.scenario)),
        ("rule variants", if variants.is_empty() { "none".into() } else { variants.join(", ") }),
        ("agents by seat", about.agents.join(", ")),
        ("seats swapped", if about.swap_seats { "yes" } else { "no" }.into()),
        ("seed", about.seed.to_string()),
        ("version", about.version.clone()),
        ("commit", about.commit.clone().unwrap_or_else(|| "not known".into())),
        ("signature of the rules", about.signature.clone()),
        ("own data", about.data.clone().unwrap_or_else(|| "none".into())),
        ("created", about.created.clone()),
    ];
    for (what, value) in rows {
        table.row([what.to_string(), value]);
    }
    document.table(table);
    document.text(note);
}
