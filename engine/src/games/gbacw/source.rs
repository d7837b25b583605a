//! Reading nested records of the scenario files so that every error names file, line, record and remedy.
//!
//! API: [`Source`]: `table`, `items`, `hex` lookups. Items are [`Record`]s, with their line found by their id.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use toml::Value;

use super::grid::Grid;
use super::types::Hex;
use crate::data::{Pack, Place, Problem, Record, plain_words};

#[derive(Debug)]
pub(super) struct Source<'a> {
    pub pack: &'a Pack,
    pub file: &'a str,
    text: &'a str,
}

impl<'a> Source<'a> {
    pub fn new(pack: &'a Pack, file: &'a str) -> Self {
        let text = pack.files().find(|&(name, _)| name == file).map_or("", |(_, text)| text);
        Source { pack, file, text }
    }

    pub fn table<T: DeserializeOwned>(&self, table: &str) -> Result<Record<T>, Problem> {
        self.pack.table(self.file, table)
    }

    /// The records in the array `field` of a table; none if the array is missing.
    pub fn items<T: DeserializeOwned>(&self, table: &str, field: &str) -> Result<Vec<Record<T>>, Problem> {
        let around: Record<toml::Table> = self.pack.table(self.file, table)?;
        let Some(value) = around.value.get(field) else { return Ok(Vec::new()) };
        let Value::Array(values) = value else {
            return Err(around.problem(field, format!("must be a list of {field} records in [{table}]")));
        };
        let from = around.fields.get(field).copied().unwrap_or(around.place.line);
        values.iter().enumerate().map(|(i, value)| self.item(&around.place, field, i, from, value)).collect()
    }

    fn item<T: DeserializeOwned>(
        &self,
        around: &Place,
        field: &str,
        index: usize,
        from: usize,
        value: &Value,
    ) -> Result<Record<T>, Problem> {
        let key =
            ["id", "name", "hex", "edge"].into_iter().find_map(|key| Some((key, value.get(key)?.as_str()?)));
        let line = key.and_then(|(key, word)| self.line_of(&format!("{key} = \"{word}\""), from));
        let place = Place { file: around.file.clone(), line: line.unwrap_or(from) };
        let called = key.map_or_else(|| format!("number {}", index + 1), |(_, word)| word.to_string());
        let read: T = value.clone().try_into().map_err(|error: toml::de::Error| {
            Problem::at(&place, format!("[{field} {called}] {}", plain_words(&error)))
        })?;
        Ok(Record { place, fields: BTreeMap::new(), value: read })
    }

    /// The first line at or after `from` that holds the words.
    fn line_of(&self, words: &str, from: usize) -> Option<usize> {
        let lines = self.text.lines().enumerate().skip(from.saturating_sub(1));
        lines.filter(|(_, line)| line.contains(words)).map(|(i, _)| i + 1).next()
    }
}

/// The hex a field names, or a sentence on how hexes are written.
pub(super) fn hex<T>(grid: &Grid, record: &Record<T>, field: &str, name: &str) -> Result<Hex, Problem> {
    grid.parse(name).ok_or_else(|| {
        record.problem(
            field,
            format!(
                "no hex \"{name}\" on this map; write column and row in four digits, 0101 to {:02}{:02}",
                grid.columns(),
                grid.rows()
            ),
        )
    })
}

/// A number that must lie in a range.
pub(super) fn in_range<T, N>(
    record: &Record<T>,
    field: &str,
    value: N,
    range: std::ops::RangeInclusive<N>,
) -> Result<(), Problem>
where
    N: PartialOrd + std::fmt::Display,
{
    if range.contains(&value) {
        return Ok(());
    }
    Err(record.problem(field, format!("must be {} to {}, not {value}", range.start(), range.end())))
}

/// An id that must not be taken.
pub(super) fn unique<T>(record: &Record<T>, what: &str, id: &str, taken: &[String]) -> Result<(), Problem> {
    if id.is_empty() {
        return Err(record.problem("id", format!("a {what} needs an id; write a short word")));
    }
    if taken.iter().any(|known| known == id) {
        return Err(record.problem("id", format!("a second {what} \"{id}\"; rename or remove one")));
    }
    Ok(())
}
