//! What a run prints when it is done: who won how often, with intervals, and what broke off.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::{Float32Type, UInt16Type, UInt32Type, UInt64Type};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::recorder::cannot;
use crate::stats::wilson;
use crate::table::TextTable;

/// Games and what they were worth to somebody.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Share {
    pub games: u64,
    /// Wins, a shared one by its part.
    pub won: f64,
}

impl Share {
    fn add(&mut self, payoff: f32) {
        self.games += 1;
        self.won += f64::from(payoff);
    }

    /// Games, share and interval, as cells of a table.
    fn cells(self) -> [String; 3] {
        let (low, high) = wilson(self.won, self.games);
        let share = if self.games == 0 { 0.0 } else { self.won / self.games as f64 };
        [self.games.to_string(), percent(share), format!("{} to {}", percent(low), percent(high))]
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The games of a run, counted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// By seat: the side, its agents and its share.
    pub sides: Vec<(String, Vec<String>, Share)>,
    /// By agent, over all seats.
    pub agents: BTreeMap<String, Share>,
    pub games: u64,
    pub finished: u64,
    pub turns: u64,
    pub decisions: u64,
    pub reasons: BTreeMap<String, u64>,
    /// The first games that broke off: index, how, why.
    pub broken_off: Vec<(u64, String, String)>,
}

impl Summary {
    pub fn read(folder: &Path) -> Result<Summary> {
        let path = folder.join("games.parquet");
        let file = File::open(&path).with_context(|| cannot("open", &path))?;
        let damaged = || format!("{} is not a table of games", path.display());
        let mut summary = Summary::default();
        for batch in ParquetRecordBatchReaderBuilder::try_new(file).with_context(damaged)?.build()? {
            summary.add(&batch.with_context(damaged)?).with_context(damaged)?;
        }
        Ok(summary)
    }

    fn add(&mut self, batch: &RecordBatch) -> Result<()> {
        let column = |name: &str| batch.column_by_name(name).with_context(|| format!("no column {name}"));
        let text =
            |name: &str| column(name)?.as_string_opt::<i32>().with_context(|| format!("{name} is not text"));
        let seats = (0..).take_while(|seat| batch.column_by_name(&format!("seat_{seat}")).is_some()).count();
        let (termination, reason) = (text("termination")?, text("reason")?);
        for row in 0..batch.num_rows() {
            self.games += 1;
            self.turns += u64::from(column("turns")?.as_primitive::<UInt16Type>().value(row));
            self.decisions += u64::from(column("decisions")?.as_primitive::<UInt32Type>().value(row));
            if termination.value(row) == "finished" {
                self.finished += 1;
                *self.reasons.entry(reason.value(row).into()).or_default() += 1;
            } else if self.broken_off.len() < 5 {
                let index = column("index")?.as_primitive::<UInt64Type>().value(row);
                let detail = text("detail")?.value(row);
                self.broken_off.push((index, termination.value(row).into(), detail.into()));
            }
        }
        for seat in 0..seats {
            let (sides, agents) = (text(&format!("seat_{seat}"))?, text(&format!("agent_{seat}"))?);
            let payoffs = column(&format!("payoff_{seat}"))?.as_primitive::<Float32Type>();
            for row in 0..batch.num_rows() {
                if self.sides.len() == seat {
                    self.sides.push((sides.value(row).into(), Vec::new(), Share::default()));
                }
                let (_, seated, share) = &mut self.sides[seat];
                if !seated.iter().any(|agent| agent == agents.value(row)) {
                    seated.push(agents.value(row).into());
                }
                if !payoffs.is_null(row) {
                    share.add(payoffs.value(row));
                    match self.agents.get_mut(agents.value(row)) {
                        Some(share) => share.add(payoffs.value(row)),
                        None => {
                            let share = Share { games: 1, won: f64::from(payoffs.value(row)) };
                            self.agents.insert(agents.value(row).into(), share);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    pub fn mean_turns(&self) -> f64 {
        self.turns as f64 / self.games.max(1) as f64
    }

    pub fn mean_decisions(&self) -> f64 {
        self.decisions as f64 / self.games.max(1) as f64
    }

    /// Sides with their agents, and agents over all seats if they changed seats.
    pub fn render(&self) -> String {
        let mut table = TextTable::new(&["side", "agent", "games", "won", "95 % interval"]);
        for (side, agents, share) in &self.sides {
            let mut cells = vec![side.clone(), agents.join(" / ")];
            cells.extend(share.cells());
            table.row(cells);
        }
        let mut out = table.render();
        if self.sides.iter().any(|(_, agents, _)| agents.len() > 1) {
            let mut table = TextTable::new(&["agent (all seats)", "games", "won", "95 % interval"]);
            for (agent, share) in &self.agents {
                let mut cells = vec![agent.clone()];
                cells.extend(share.cells());
                table.row(cells);
            }
            out.push('\n');
            out.push_str(&table.render());
        }
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        out.push_str(&format!(
            "\nPer game {:.1} turns and {:.0} decisions. Endings: {}.\n",
            self.mean_turns(),
            self.mean_decisions(),
            if reasons.is_empty() { "none".into() } else { reasons.join(", ") }
        ));
        out
    }

    /// A row per side for a table of several runs.
    pub fn rows(&self, game: &str, scenario: &str) -> Vec<Vec<String>> {
        let row = |(side, agents, share): &(String, Vec<String>, Share)| {
            let mut cells = vec![game.into(), scenario.into(), side.clone(), agents.join(" / ")];
            cells.extend(share.cells());
            cells.extend([format!("{:.1}", self.mean_turns()), format!("{:.0}", self.mean_decisions())]);
            cells
        };
        self.sides.iter().map(row).collect()
    }
}

/// The heading of [`Summary::rows`].
pub const HEADING: [&str; 9] =
    ["game", "scenario", "side", "agent", "games", "won", "95 % interval", "turns", "decisions"];
