//! What a run prints when it is done: who won how often, with intervals, and what broke off.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::{Float32Type, UInt16Type, UInt32Type, UInt64Type};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::lab::stats::{Cluster, Estimate, Totals};
use crate::recorder::cannot;
use crate::table::TextTable;

/// How sure an interval is to hold the truth.
const CONFIDENCE: f64 = 0.95;

/// Games and what they were worth to somebody, a shared win by its part; games of one seed come together.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Share {
    earlier: Totals,
    seed: Cluster,
    pair: Option<u64>,
}

impl Share {
    fn add(&mut self, pair: u64, payoff: f32) {
        if self.pair != Some(pair) {
            *self = Share { earlier: self.totals(), seed: Cluster::default(), pair: Some(pair) };
        }
        self.seed.add(f64::from(payoff));
    }

    fn totals(&self) -> Totals {
        let mut totals = self.earlier;
        if self.pair.is_some() {
            totals.add(self.seed);
        }
        totals
    }
}

/// Games, share and interval, as cells of a table.
fn cells(share: &Estimate) -> [String; 3] {
    let Estimate { value, interval, games } = share;
    let range = format!("{} to {}", percent(interval.low), percent(interval.high));
    [games.to_string(), percent(*value), range]
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
        let pairs = column("pair")?.as_primitive::<UInt64Type>();
        let seated = |seat: usize| {
            let payoffs = column(&format!("payoff_{seat}"))?.as_primitive::<Float32Type>();
            Ok((text(&format!("seat_{seat}"))?, text(&format!("agent_{seat}"))?, payoffs))
        };
        let columns = (0..seats).map(seated).collect::<Result<Vec<_>>>()?;
        for row in 0..batch.num_rows() {
            for (seat, (sides, agents, payoffs)) in columns.iter().enumerate() {
                let agent = agents.value(row);
                if self.sides.len() == seat {
                    self.sides.push((sides.value(row).into(), Vec::new(), Share::default()));
                }
                let (_, seated, share) = &mut self.sides[seat];
                if !seated.iter().any(|known| known == agent) {
                    seated.push(agent.into());
                }
                if payoffs.is_null(row) {
                    continue;
                }
                share.add(pairs.value(row), payoffs.value(row));
                match self.agents.get_mut(agent) {
                    Some(share) => share.add(pairs.value(row), payoffs.value(row)),
                    None => {
                        let mut share = Share::default();
                        share.add(pairs.value(row), payoffs.value(row));
                        self.agents.insert(agent.into(), share);
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
            let mut row = vec![side.clone(), agents.join(" / ")];
            row.extend(cells(&share.totals().rate(CONFIDENCE)));
            table.row(row);
        }
        let mut out = table.render();
        if self.sides.iter().any(|(_, agents, _)| agents.len() > 1) {
            let mut table = TextTable::new(&["agent (all seats)", "games", "won", "95 % interval"]);
            for (agent, share) in &self.agents {
                let mut row = vec![agent.clone()];
                row.extend(cells(&share.totals().score(CONFIDENCE)));
                table.row(row);
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
            let mut row = vec![game.into(), scenario.into(), side.clone(), agents.join(" / ")];
            row.extend(cells(&share.totals().rate(CONFIDENCE)));
            row.extend([format!("{:.1}", self.mean_turns()), format!("{:.0}", self.mean_decisions())]);
            row
        };
        self.sides.iter().map(row).collect()
    }
}

/// The heading of [`Summary::rows`].
pub const HEADING: [&str; 9] =
    ["game", "scenario", "side", "agent", "games", "won", "95 % interval", "turns", "decisions"];
