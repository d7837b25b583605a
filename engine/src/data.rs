//! Data packs: TOML files with records that carry their source, embedded and overlaid by a user's own.
//!
//! A file is a list of tables (`[deck]`, `[side.union]`) and of records (`[[block]]`). An overlay file of the same
//! name is laid over the embedded one record by record and field by field: a record with the same key changes only
//! the fields it gives, a record with a new key is added. Errors name file, line, field and remedy.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use toml::Value;
use toml::de::{DeTable, DeValue};

pub use crate::plain_words::plain_words;

/// What is wrong with an input, where, and what to do about it, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Problem {
    pub place: Option<Place>,
    pub message: String,
}

impl Problem {
    pub fn new(message: impl Into<String>) -> Self {
        Problem { place: None, message: message.into() }
    }

    pub fn at(place: &Place, message: impl Into<String>) -> Self {
        Problem { place: Some(place.clone()), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// A line of a data file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: String,
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { f.write_str(&self.file) } else { write!(f, "{} line {}", self.file, self.line) }
    }
}

/// ` Did you mean "x"?` for the nearest known word, or nothing.
pub fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = known
        .map(|candidate| (strsim::jaro_winkler(word, candidate), candidate))
        .filter(|&(likeness, _)| likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    near.map(|(_, candidate)| format!(" Did you mean \"{candidate}\"?")).unwrap_or_default()
}

/// A record of a data file with the line it came from.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<T> {
    pub place: Place,
    pub fields: BTreeMap<String, usize>,
    pub value: T,
}

impl<T> Record<T> {
    /// A problem with one field of this record, at that field's own line.
    pub fn problem(&self, field: &str, message: impl fmt::Display) -> Problem {
        let line = self.fields.get(field).copied().unwrap_or(self.place.line);
        let place = Place { file: self.place.file.clone(), line };
        Problem::at(&place, format!("{field}: {message}"))
    }

    /// Finds a named thing among known ids, or says what is known.
    pub fn lookup(
        &self,
        field: &str,
        word: &str,
        what: &str,
        known: &[impl AsRef<str>],
    ) -> Result<usize, Problem> {
        known.iter().position(|id| id.as_ref() == word).ok_or_else(|| {
            let hint = suggestion(word, known.iter().map(AsRef::as_ref));
            let hint = if hint.is_empty() { format!(" Known: {}", shortened(known)) } else { hint };
            self.problem(field, format!("no {what} \"{word}\".{hint}"))
        })
    }
}

fn shortened(known: &[impl AsRef<str>]) -> String {
    let mut list: Vec<&str> = known.iter().take(8).map(AsRef::as_ref).collect();
    if known.len() > 8 {
        list.push("...");
    }
    list.join(", ")
}

/// One record or table before it is read into a type.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    place: Place,
    fields: BTreeMap<String, usize>,
    value: toml::Table,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct File {
    tables: BTreeMap<String, Row>,
    records: BTreeMap<String, Vec<Row>>,
    text: String,
}

/// The data files of one game: the embedded ones with what a user laid over them.
#[derive(Clone, PartialEq, Debug)]
pub struct Pack {
    game: &'static str,
    keys: &'static [(&'static str, &'static [&'static str])],
    files: BTreeMap<String, File>,
}

impl Pack {
    /// Reads the embedded files. `keys` names the key fields of record kinds whose key is not `id`.
    ///
    /// # Panics
    /// If an embedded file is not TOML: a mistake in this crate, found by its first test.
    pub fn embedded(
        game: &'static str,
        keys: &'static [(&'static str, &'static [&'static str])],
        files: &[(&str, &str)],
    ) -> Self {
        let mut pack = Pack { game, keys, files: BTreeMap::new() };
        for (name, text) in files {
            pack.overlay(name, name, text).unwrap_or_else(|problem| panic!("embedded data: {problem}"));
        }
        pack
    }

    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Names and texts of the files as they were embedded or added, for export.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, file)| (name.as_str(), file.text.as_str()))
    }

    pub fn has_file(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// Lays a user's file over the file called `name`; `shown` is how errors call it (its path).
    pub fn overlay(&mut self, name: &str, shown: &str, text: &str) -> Result<(), Problem> {
        let parsed = parse(shown, text)?;
        let keys = self.keys;
        let file = self
            .files
            .entry(name.to_string())
            .or_insert_with(|| File { text: text.into(), ..File::default() });
        for (table, row) in parsed.tables {
            match file.tables.get_mut(&table) {
                Some(known) => lay_over_table(known, row),
                None => drop(file.tables.insert(table, row)),
            }
        }
        for (kind, rows) in parsed.records {
            let known = file.records.entry(kind.clone()).or_default();
            let embedded = known.len();
            let key_fields = key_fields(keys, &kind);
            for row in rows {
                let key = key_of(&row, key_fields);
                let same = key.and_then(|key| {
                    known.iter().position(|old| key_of(old, key_fields).is_some_and(|other| other == key))
                });
                match same {
                    Some(i) if i < embedded => lay_over(&mut known[i], row),
                    Some(i) => {
                        let message =
                            format!("a second {kind} with the same {}; remove one", key_fields.join(" and "));
                        let first = known[i].place.line;
                        return Err(Problem::at(
                            &row.place,
                            format!("{message} (the first is in line {first})"),
                        ));
                    }
                    None => known.push(row),
                }
            }
        }
        Ok(())
    }

    /// Sets one field: `block.henry_vi.max_strength = 3`, or `deck.hand = 6` for a plain table. The record kind may
    /// be written in the plural (`blocks`), keys of several fields are joined by `+` (`placement.scenario+block`).
    pub fn set(&mut self, path: &str, value: Value) -> Result<(), Problem> {
        let parts: Vec<&str> = path.split('.').collect();
        let place = Place { file: format!("override {path}"), line: 0 };
        let keys = self.keys;
        if let [rest @ .., field] = parts.as_slice() {
            let table = rest.join(".");
            for file in self.files.values_mut() {
                if let Some(row) = file.tables.get_mut(&table) {
                    row.check_known_field(field, &place)?;
                    row.value.insert((*field).into(), value);
                    return Ok(());
                }
            }
        }
        let [kind, middle @ .., field] = parts.as_slice() else {
            return Err(Problem::at(
                &place,
                "write it as KIND.ID.FIELD, for example block.henry_vi.max_strength",
            ));
        };
        let id = middle.join(".");
        let singular = kind.strip_suffix('s').unwrap_or(kind);
        let mut ids: Vec<String> = Vec::new();
        let mut kinds: Vec<String> = Vec::new();
        for file in self.files.values_mut() {
            for (name, rows) in &mut file.records {
                kinds.push(name.clone());
                if name != kind && name != singular {
                    continue;
                }
                for row in rows {
                    let key = key_of(row, key_fields(keys, name)).map(|key| key.join("+"));
                    if key.as_deref() == Some(id.as_str()) {
                        row.check_known_field(field, &place)?;
                        row.value.insert((*field).into(), value);
                        return Ok(());
                    }
                    ids.extend(key);
                }
            }
        }
        if self.set_nested(&[kind, singular], &id, field, &value, &place, &mut ids)? {
            return Ok(());
        }
        if ids.is_empty() {
            let hint = suggestion(singular, kinds.iter().map(String::as_str));
            return Err(Problem::at(
                &place,
                format!("no records \"{kind}\"; known: {}.{hint}", kinds.join(", ")),
            ));
        }
        let hint = suggestion(&id, ids.iter().map(String::as_str));
        Err(Problem::at(&place, format!("no {singular} \"{id}\".{hint}")))
    }

    /// Sets a field of the records with this id that stand in lists inside tables, in every file that has them.
    fn set_nested(
        &mut self,
        kinds: &[&str; 2],
        id: &str,
        field: &str,
        value: &Value,
        place: &Place,
        ids: &mut Vec<String>,
    ) -> Result<bool, Problem> {
        let mut refused = None;
        let mut set = false;
        for row in self.files.values_mut().flat_map(|file| file.tables.values_mut()) {
            let Some(item) = nested_mut(row, *kinds, id, ids) else { continue };
            match check_known_field(item, field, place) {
                Ok(()) => set = item.insert(field.into(), value.clone()).is_some(),
                Err(problem) => refused = Some(problem),
            }
        }
        match refused {
            Some(problem) if !set => Err(problem),
            _ => Ok(set),
        }
    }

    /// All records of a kind in a file, in file order.
    pub fn records<T: DeserializeOwned>(&self, file: &str, kind: &str) -> Result<Vec<Record<T>>, Problem> {
        let rows = self.file(file)?.records.get(kind).map(Vec::as_slice).unwrap_or_default();
        rows.iter().map(|row| row.read(kind)).collect()
    }

    /// One table of a file: `deck`, or `side.union`. Top-level keys of a file are its table `""`.
    pub fn table<T: DeserializeOwned>(&self, file: &str, table: &str) -> Result<Record<T>, Problem> {
        let found = self.file(file)?;
        match found.tables.get(table) {
            Some(row) => row.read(table),
            None => {
                let place = Place { file: file.into(), line: 0 };
                let hint = suggestion(table, found.tables.keys().map(String::as_str));
                Err(Problem::at(&place, format!("the table [{table}] is missing; add it.{hint}")))
            }
        }
    }

    pub fn has_table(&self, file: &str, table: &str) -> bool {
        self.files.get(file).is_some_and(|file| file.tables.contains_key(table))
    }

    fn file(&self, name: &str) -> Result<&File, Problem> {
        self.files.get(name).ok_or_else(|| Problem::new(format!("the data pack has no file {name}; add it")))
    }
}

fn key_fields(keys: &'static [(&str, &'static [&str])], kind: &str) -> &'static [&'static str] {
    keys.iter().find(|(name, _)| *name == kind).map_or(&["id"], |(_, fields)| fields)
}

fn key_of(row: &Row, fields: &[&str]) -> Option<Vec<String>> {
    let word = |field: &&str| {
        row.value.get(*field).map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    };
    fields.iter().map(word).collect()
}

/// Lists of records inside a table (`[oob] unit = [{ id = ... }]`) are laid over record by record too.
fn lay_over_table(known: &mut Row, mut row: Row) {
    for (field, value) in &mut row.value {
        let (Some(Value::Array(old)), Value::Array(new)) = (known.value.get(field), &*value) else {
            continue;
        };
        let id = |item: &Value| item.get("id").and_then(Value::as_str).map(str::to_string);
        if new.is_empty() || old.iter().chain(new).any(|item| id(item).is_none()) {
            continue;
        }
        let mut merged = old.clone();
        for item in new {
            let same = merged.iter_mut().find(|other| id(other) == id(item));
            match (same, item) {
                (Some(Value::Table(other)), Value::Table(fields)) => other.extend(fields.clone()),
                _ => merged.push(item.clone()),
            }
        }
        *value = Value::Array(merged);
    }
    lay_over(known, row);
}

/// The record with this id in a list `kind` of a table.
fn nested_mut<'a>(
    row: &'a mut Row,
    kinds: [&str; 2],
    id: &str,
    ids: &mut Vec<String>,
) -> Option<&'a mut toml::Table> {
    let field = kinds.into_iter().find(|kind| row.value.contains_key(*kind))?;
    let Some(Value::Array(items)) = row.value.get_mut(field) else { return None };
    let tables = items.iter_mut().filter_map(Value::as_table_mut);
    let named = tables.filter_map(|item| Some((item.get("id")?.as_str()?.to_string(), item)));
    let mut found = None;
    for (known, item) in named {
        if known == id {
            found = Some(item);
        }
        ids.push(known);
    }
    found
}

fn lay_over(known: &mut Row, row: Row) {
    for (field, value) in row.value {
        match (known.value.get_mut(&field), value) {
            (Some(Value::Table(old)), Value::Table(new)) => old.extend(new),
            (_, value) => drop(known.value.insert(field, value)),
        }
    }
    known.place = row.place;
    known.fields = row.fields;
}

impl Row {
    fn read<T: DeserializeOwned>(&self, kind: &str) -> Result<Record<T>, Problem> {
        let value = Value::Table(self.value.clone()).try_into().map_err(|error: toml::de::Error| {
            // serde names the field in the message when it is missing or unknown; otherwise toml names it as a key.
            let field = self.fields.keys().find(|field| error.to_string().contains(&format!("`{field}`")));
            let line = field.map_or(self.place.line, |field| self.fields[field]);
            let place = Place { file: self.place.file.clone(), line };
            Problem::at(&place, format!("[{kind}] {}", plain_words(&error)))
        })?;
        Ok(Record { place: self.place.clone(), fields: self.fields.clone(), value })
    }

    fn check_known_field(&self, field: &str, place: &Place) -> Result<(), Problem> {
        check_known_field(&self.value, field, place)
    }
}

/// An override may only change what is there: a misspelt field would otherwise do nothing.
fn check_known_field(fields: &toml::Table, field: &str, place: &Place) -> Result<(), Problem> {
    if fields.contains_key(field) {
        return Ok(());
    }
    let hint = suggestion(field, fields.keys().map(String::as_str));
    let known: Vec<&str> = fields.keys().map(String::as_str).collect();
    Err(Problem::at(place, format!("no field \"{field}\"; known: {}.{hint}", known.join(", "))))
}

fn parse(shown: &str, text: &str) -> Result<File, Problem> {
    let line_ends: Vec<usize> = text.match_indices('\n').map(|(offset, _)| offset).collect();
    let line_at = |offset: usize| line_ends.partition_point(|&end| end < offset) + 1;
    let document = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(0, |span| line_at(span.start));
        let message = error.message().lines().next().unwrap_or("not TOML").to_string();
        Problem::at(&Place { file: shown.into(), line }, format!("not valid TOML: {message}"))
    })?;
    let mut file = File { text: text.into(), ..File::default() };
    let whole = Place { file: shown.into(), line: 1 };
    read_table("", whole, document.get_ref(), &line_at, shown, &mut file)?;
    Ok(file)
}

/// Sorts a table's content into plain fields, sub-tables (by their dotted path) and records.
fn read_table(
    path: &str,
    place: Place,
    table: &DeTable<'_>,
    line_at: &impl Fn(usize) -> usize,
    shown: &str,
    file: &mut File,
) -> Result<(), Problem> {
    let mut row = Row { place, fields: BTreeMap::new(), value: toml::Table::new() };
    for (key, value) in table {
        let name: &str = key.get_ref();
        let line = line_at(key.span().start);
        let joined = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        match value.get_ref() {
            DeValue::Array(items)
                if !items.is_empty()
                    && path.is_empty()
                    && items.iter().all(|item| matches!(item.get_ref(), DeValue::Table(_))) =>
            {
                let rows = file.records.entry(name.to_string()).or_default();
                for item in items {
                    let DeValue::Table(fields) = item.get_ref() else { continue };
                    let first = fields.iter().map(|(key, _)| key.span().start).min();
                    let line = line_at(first.unwrap_or(item.span().start)).max(1);
                    let mut record = Row {
                        place: Place { file: shown.into(), line },
                        fields: BTreeMap::new(),
                        value: toml::Table::new(),
                    };
                    for (key, value) in fields {
                        record.fields.insert(key.get_ref().to_string(), line_at(key.span().start));
                        record.value.insert(key.get_ref().to_string(), owned(value.get_ref(), shown, line)?);
                    }
                    rows.push(record);
                }
            }
            DeValue::Table(inner) => {
                read_table(&joined, Place { file: shown.into(), line }, inner, line_at, shown, file)?;
                // A table can be read by itself or as a field of the one around it.
                row.fields.insert(name.to_string(), line);
                row.value.insert(name.to_string(), owned(value.get_ref(), shown, line)?);
            }
            other => {
                row.fields.insert(name.to_string(), line);
                row.value.insert(name.to_string(), owned(other, shown, line)?);
            }
        }
    }
    file.tables.insert(path.to_string(), row);
    Ok(())
}

fn owned(value: &DeValue<'_>, shown: &str, line: usize) -> Result<Value, Problem> {
    let number =
        |what: &str| Problem::at(&Place { file: shown.into(), line }, format!("{what} is out of range"));
    Ok(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(digits) => {
            let parsed = i64::from_str_radix(digits.as_str(), digits.radix());
            Value::Integer(parsed.map_err(|_| number(digits.as_str()))?)
        }
        DeValue::Float(digits) => Value::Float(digits.as_str().parse().map_err(|_| number(digits.as_str()))?),
        DeValue::Boolean(flag) => Value::Boolean(*flag),
        DeValue::Datetime(when) => Value::Datetime(*when),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| owned(item.get_ref(), shown, line));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        DeValue::Table(fields) => {
            let mut table = toml::Table::new();
            for (key, value) in fields {
                table.insert(key.get_ref().to_string(), owned(value.get_ref(), shown, line)?);
            }
            Value::Table(table)
        }
    })
}
