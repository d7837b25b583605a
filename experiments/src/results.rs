//! Reads single games back from a run's folder, and names new folders.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};
use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::UInt64Type;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::recorder::cannot;
use crate::runner::read_leb128;

/// What is needed to play a recorded game again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    pub index: u64,
    pub seed: u64,
    pub agents: Vec<String>,
    pub termination: String,
    pub detail: Option<String>,
    /// Positions of the chosen actions in their legal lists.
    pub actions: Vec<u64>,
}

/// Finds a game in the tables of a run's folder, or in the parts of one that is not finished.
pub fn recorded_game(folder: &Path, index: u64) -> Result<Recorded> {
    let mut tables = vec![folder.join("games.parquet")];
    let parts = folder.join("parts");
    if parts.is_dir() {
        for entry in fs::read_dir(&parts).with_context(|| cannot("read", &parts))? {
            tables.push(entry.with_context(|| cannot("read", &parts))?.path().join("games.parquet"));
        }
    }
    tables.retain(|path| path.is_file());
    if tables.is_empty() {
        bail!("{} holds no games.parquet; is it the folder of a run?", folder.display());
    }
    let mut count = 0;
    for path in tables {
        let damaged = || format!("{} is not a table of games", path.display());
        let file = File::open(&path).with_context(|| cannot("open", &path))?;
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).with_context(damaged)?;
        for batch in reader.build().with_context(damaged)? {
            let batch = batch.with_context(damaged)?;
            if let Some(found) = find(&batch, index).with_context(damaged)? {
                return Ok(found);
            }
            count += batch.num_rows();
        }
    }
    Err(anyhow!("{} has no game {index}; it holds {count} games, counted from 0", folder.display()))
}

fn find(batch: &RecordBatch, index: u64) -> Result<Option<Recorded>> {
    let column = |name: &str| batch.column_by_name(name).with_context(|| format!("no column {name}"));
    let number = |name: &str| {
        let column = column(name)?;
        column.as_primitive_opt::<UInt64Type>().with_context(|| format!("{name} is not a uint64"))
    };
    let Some(row) = number("index")?.values().iter().position(|&there| there == index) else {
        return Ok(None);
    };
    let text = |name: &str| -> Result<String> {
        let column = column(name)?;
        let strings = column.as_string_opt::<i32>().with_context(|| format!("{name} is not text"))?;
        Ok(if strings.is_null(row) { String::new() } else { strings.value(row).to_string() })
    };
    let mut agents = Vec::new();
    while batch.column_by_name(&format!("agent_{}", agents.len())).is_some() {
        agents.push(text(&format!("agent_{}", agents.len()))?);
    }
    let actions = column("actions")?.as_binary_opt::<i32>().context("actions is not binary")?.value(row);
    let detail = text("detail").ok().filter(|detail| !detail.is_empty());
    Ok(Some(Recorded {
        index,
        seed: number("seed")?.value(row),
        agents,
        termination: text("termination")?,
        detail,
        actions: read_leb128(actions).context("the actions are cut short")?,
    }))
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A moment as `2026-11-16T01:45:00Z`.
pub fn timestamp(seconds: u64) -> String {
    let (days, rest) = ((seconds / 86_400) as i64, seconds % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The calendar date of a day counted from 1970, by Hinnant's algorithm on years that begin in March.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// A folder under `results` that does not exist yet: `results/2026-11-16-gbacw`, then `...-2`.
pub fn fresh_folder(name: &str) -> PathBuf {
    let date = timestamp(now());
    let stem = format!("{}-{name}", &date[..10]);
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    std::iter::once(stem.clone())
        .chain(numbered)
        .map(|name| Path::new("results").join(name))
        .find(|folder| !folder.exists())
        .expect("some number is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(timestamp(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
