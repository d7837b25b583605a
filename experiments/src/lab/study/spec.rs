//! The study file: what is asked, which factors vary, how many games.
//!
//! ```toml
//! game = "gbacw"
//! question = "Does Fatigue change the balance?"
//! scenarios = ["crossroads"]
//! agents = ["scripted"]
//! games = 400
//! [factors]
//! fatigue = [false, true]
//! ```
//! docs/studies.md describes every key. A misspelt key is refused, never ignored.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use toml::{Table, Value};
use warlab_engine::data::{Problem, suggestion};

use crate::lab::read::plain;

/// What a factor changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Scenario,
    Players,
    /// The line-up: one agent for all seats, or one per seat.
    Agents,
    Variant(String),
    /// A setting of the agents of one side, or of `all`.
    Setting {
        side: String,
        key: String,
    },
    /// A field of the data pack.
    Data(String),
}

/// Something that varies between cells; the first level is what the others are compared with.
#[derive(Clone, PartialEq, Debug)]
pub struct Factor {
    pub name: String,
    pub kind: Kind,
    pub levels: Vec<Value>,
}

impl Factor {
    pub fn level_names(&self) -> Vec<String> {
        self.levels.iter().map(level_name).collect()
    }
}

/// A level as tables show it: agents of a line-up are joined by ` / `, an empty text is `none`.
pub fn level_name(level: &Value) -> String {
    match level {
        Value::Boolean(on) => if *on { "on" } else { "off" }.into(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" / "),
        other if plain(other).is_empty() => "none".into(),
        other => plain(other),
    }
}

/// When a study may stop before `most_games`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum StopWhen {
    /// Every interval is at most plus or minus this.
    HalfWidth(f64),
    /// Every interval is at most this wide.
    Width(f64),
}

impl StopWhen {
    /// Half the widest interval that is good enough.
    pub fn half_width(self) -> f64 {
        match self {
            StopWhen::HalfWidth(half) => half,
            StopWhen::Width(width) => width / 2.0,
        }
    }
}

impl FromStr for StopWhen {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            Problem::new(format!(
                "stop_when = \"{text}\" is not a rule; write \"ci < 0.02\" (plus or minus 2 points) or \"width < 0.04\""
            ))
        };
        let (what, limit) = text.split_once('<').ok_or_else(wrong)?;
        let limit: f64 = limit.trim().parse().map_err(|_| wrong())?;
        if !(limit > 0.0 && limit.is_finite()) {
            return Err(wrong());
        }
        match what.trim() {
            "ci" => Ok(StopWhen::HalfWidth(limit)),
            "width" => Ok(StopWhen::Width(limit)),
            _ => Err(wrong()),
        }
    }
}

/// A study file, read and checked as far as that goes without its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    pub name: String,
    pub game: String,
    pub question: String,
    pub factors: Vec<Factor>,
    /// Listed cells instead of all combinations: the level of each factor.
    pub cells: Vec<Vec<Value>>,
    pub variants: BTreeMap<String, String>,
    /// Data changes of all cells: path and value.
    pub overrides: Vec<(String, Value)>,
    pub data: Option<String>,
    /// Per cell; with `stop_when` the games of one round.
    pub games: u64,
    pub stop_when: Option<StopWhen>,
    pub most_games: u64,
    pub seed: u64,
    pub swap_seats: bool,
    pub confidence: f64,
    pub metrics: Vec<String>,
    /// The file as it was read.
    pub text: String,
}

const KEYS: [&str; 19] = [
    "name",
    "game",
    "question",
    "scenario",
    "scenarios",
    "players",
    "agents",
    "games",
    "stop_when",
    "most_games",
    "seed",
    "swap_seats",
    "confidence",
    "metrics",
    "data",
    "variants",
    "override",
    "factors",
    "cells",
];

impl Spec {
    pub fn read(path: &Path) -> Result<Spec, Problem> {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("study");
        Spec::read_as(path, stem)
    }

    /// Reads a study that is called `name` unless the file says otherwise.
    pub fn read_as(path: &Path, name: &str) -> Result<Spec, Problem> {
        let text = fs::read_to_string(path)
            .map_err(|error| Problem::new(format!("cannot read the study {}: {error}", path.display())))?;
        Spec::parse(&text, name).map_err(|problem| Problem::new(format!("{}: {problem}", path.display())))
    }

    /// `name` is used if the file does not give one.
    pub fn parse(text: &str, name: &str) -> Result<Spec, Problem> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let line =
                error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            Problem::new(format!("line {line} is not valid TOML: {}", error.message()))
        })?;
        known_keys(&table, &KEYS)?;
        let mut factors = Vec::new();
        let mut sugar = |key: &str, name: &str, kind: Kind| -> Result<(), Problem> {
            if let Some(value) = table.get(key) {
                let levels =
                    if let Value::Array(items) = value { items.clone() } else { vec![value.clone()] };
                push_factor(&mut factors, name, kind, levels)?;
            }
            Ok(())
        };
        sugar("scenario", "scenario", Kind::Scenario)?;
        sugar("scenarios", "scenario", Kind::Scenario)?;
        sugar("players", "players", Kind::Players)?;
        sugar("agents", "agents", Kind::Agents)?;
        let mut listed = Vec::new();
        if let Some(value) = table.get("factors") {
            flatten(section(value, "factors")?, "", &mut listed);
        }
        for (name, value) in listed {
            let kind = factor_kind(&name)?;
            let levels = value.as_array().cloned().ok_or_else(|| {
                Problem::new(format!(
                    "[factors] {name}: give its levels as a list, for example [false, true]"
                ))
            })?;
            push_factor(&mut factors, &name, kind, levels)?;
        }
        let mut overrides = Vec::new();
        if let Some(value) = table.get("override") {
            flatten(section(value, "override")?, "", &mut overrides);
        }
        let cells = listed_cells(&table, &mut factors)?;
        let reader = Reader(&table);
        let games = reader.whole("games", 200)?;
        let stop_when = reader.word("stop_when")?.map(|rule| rule.parse()).transpose()?;
        let spec = Spec {
            name: reader.word("name")?.unwrap_or_else(|| name.to_string()),
            game: reader.word("game")?.ok_or_else(|| Problem::new("game is missing; add game = \"...\""))?,
            question: reader.word("question")?.unwrap_or_default(),
            factors,
            cells,
            variants: match table.get("variants") {
                Some(value) => section(value, "variants")?
                    .iter()
                    .map(|(name, value)| (name.clone(), plain(value)))
                    .collect(),
                None => BTreeMap::new(),
            },
            overrides,
            data: reader.word("data")?,
            games,
            stop_when,
            most_games: reader.whole("most_games", if stop_when.is_some() { games * 25 } else { games })?,
            seed: reader.whole_or_zero("seed", 1)?,
            swap_seats: reader.flag("swap_seats", true)?,
            confidence: reader.number("confidence", 0.95)?,
            metrics: reader.words("metrics", &["win", "turns"])?,
            text: text.into(),
        };
        if !(0.5..1.0).contains(&spec.confidence) {
            return Err(Problem::new(format!("confidence = {} is not between 0.5 and 1", spec.confidence)));
        }
        if spec.metrics.is_empty() {
            return Err(Problem::new("metrics is empty; name at least one, for example [\"win\"]"));
        }
        if spec.name.is_empty() || spec.name.contains(['/', '\\']) || spec.name.starts_with('.') {
            return Err(Problem::new(format!("name = \"{}\" cannot be the name of a folder", spec.name)));
        }
        Ok(spec)
    }

    /// Plays that many games per cell instead of the file's; the text that marks the study's folder says so.
    pub fn set_games(&mut self, games: u64) {
        (self.games, self.stop_when, self.most_games) = (games, None, games);
        self.text = without_keys(&self.text, &["games", "stop_when", "most_games"]);
        self.text.insert_str(0, &format!("games = {games}\n"));
    }

    /// The levels of each cell, in the factors' order: all combinations, or the cells the file lists.
    pub fn level_rows(&self) -> Vec<Vec<Value>> {
        if !self.cells.is_empty() {
            return self.cells.clone();
        }
        let mut rows = vec![Vec::new()];
        for factor in &self.factors {
            rows = rows
                .iter()
                .flat_map(|row| {
                    factor.levels.iter().map(move |level| {
                        let mut longer: Vec<Value> = row.clone();
                        longer.push(level.clone());
                        longer
                    })
                })
                .collect();
        }
        rows
    }
}

/// A TOML text without some of its top-level keys.
fn without_keys(text: &str, keys: &[&str]) -> String {
    let mut top = true;
    let kept = text.lines().filter(|line| {
        top &= !line.trim_start().starts_with('[');
        let key = line.split('=').next().unwrap_or_default().trim();
        !(top && line.contains('=') && keys.contains(&key))
    });
    kept.flat_map(|line| [line, "\n"]).collect()
}

fn push_factor(factors: &mut Vec<Factor>, name: &str, kind: Kind, levels: Vec<Value>) -> Result<(), Problem> {
    if levels.is_empty() {
        return Err(Problem::new(format!("{name} has no levels; name at least one or remove it")));
    }
    if factors.iter().any(|factor| factor.name == name) {
        return Err(Problem::new(format!("{name} is given twice; remove one")));
    }
    let factor = Factor { name: name.into(), kind, levels };
    let mut names = factor.level_names();
    names.sort();
    if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
        return Err(Problem::new(format!("{name} lists \"{}\" twice; remove one", twice[0])));
    }
    factors.push(factor);
    Ok(())
}

/// A factor's name says what it changes: a dot makes it a data field, `agent.SIDE.KEY` a setting, else a variant.
fn factor_kind(name: &str) -> Result<Kind, Problem> {
    match name.split('.').collect::<Vec<_>>().as_slice() {
        ["scenario" | "scenarios"] => Ok(Kind::Scenario),
        ["players"] => Ok(Kind::Players),
        ["agents"] => Ok(Kind::Agents),
        ["agent", side, key] => Ok(Kind::Setting { side: (*side).into(), key: (*key).into() }),
        ["agent", ..] => Err(Problem::new(format!(
            "[factors] {name}: write agent.SIDE.SETTING, for example agent.all.iterations or agent.british.never"
        ))),
        [variant] => Ok(Kind::Variant((*variant).into())),
        _ => Ok(Kind::Data(name.into())),
    }
}

/// Nested tables as dotted names, in file order.
fn flatten(table: &Table, prefix: &str, out: &mut Vec<(String, Value)>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Table(inner) => flatten(inner, &name, out),
            other => out.push((name, other.clone())),
        }
    }
}

/// `[[cells]]`: each names a level of every factor; levels that `[factors]` does not list are added.
fn listed_cells(table: &Table, factors: &mut Vec<Factor>) -> Result<Vec<Vec<Value>>, Problem> {
    let Some(cells) = table.get("cells") else { return Ok(Vec::new()) };
    let cells = cells.as_array().ok_or_else(|| Problem::new("cells: write each cell as [[cells]]"))?;
    let mut rows: Vec<BTreeMap<String, Value>> = Vec::new();
    for cell in cells {
        let mut levels = Vec::new();
        flatten(section(cell, "[cells]")?, "", &mut levels);
        for (name, value) in &levels {
            match factors.iter_mut().find(|factor| factor.name == *name) {
                Some(factor) if factor.levels.contains(value) => {}
                Some(factor) => factor.levels.push(value.clone()),
                None => push_factor(factors, name, factor_kind(name)?, vec![value.clone()])?,
            }
        }
        rows.push(levels.into_iter().collect());
    }
    let complete = |row: &BTreeMap<String, Value>| {
        // What a cell leaves out takes the factor's first level.
        factors.iter().map(|f| row.get(&f.name).unwrap_or(&f.levels[0]).clone()).collect::<Vec<Value>>()
    };
    let cells: Vec<Vec<Value>> = rows.iter().map(complete).collect();
    for (i, cell) in cells.iter().enumerate() {
        if cells[..i].contains(cell) {
            let names: Vec<String> = cell.iter().map(level_name).collect();
            return Err(Problem::new(format!("the cell {} is listed twice; remove one", names.join(", "))));
        }
    }
    Ok(cells)
}

fn section<'a>(value: &'a Value, name: &str) -> Result<&'a Table, Problem> {
    value
        .as_table()
        .ok_or_else(|| Problem::new(format!("{name} is a table; write [{name}] and its keys below it")))
}

/// Refuses keys that nobody reads.
pub fn known_keys(table: &Table, known: &[&str]) -> Result<(), Problem> {
    for key in table.keys() {
        if !known.contains(&key.as_str()) {
            let hint = suggestion(key, known.iter().copied());
            return Err(Problem::new(format!("unknown key \"{key}\"; known: {}.{hint}", known.join(", "))));
        }
    }
    Ok(())
}

/// Reads plain keys of a table, with sentences for wrong types.
#[derive(Copy, Clone, Debug)]
pub struct Reader<'a>(pub &'a Table);

impl Reader<'_> {
    pub fn word(&self, key: &str) -> Result<Option<String>, Problem> {
        match self.0.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err(Problem::new(format!("{key} = {other} is not a text in quotes"))),
        }
    }

    pub fn whole(&self, key: &str, default: u64) -> Result<u64, Problem> {
        match self.whole_or_zero(key, default)? {
            0 => Err(Problem::new(format!("{key} = 0 is too few; give at least 1"))),
            number => Ok(number),
        }
    }

    pub fn whole_or_zero(&self, key: &str, default: u64) -> Result<u64, Problem> {
        match self.0.get(key) {
            None => Ok(default),
            Some(Value::Integer(number)) if *number >= 0 => Ok(*number as u64),
            Some(other) => Err(Problem::new(format!("{key} = {other} is not a whole number of 0 or more"))),
        }
    }

    pub fn number(&self, key: &str, default: f64) -> Result<f64, Problem> {
        match self.0.get(key) {
            None => Ok(default),
            Some(Value::Float(number)) => Ok(*number),
            Some(Value::Integer(number)) => Ok(*number as f64),
            Some(other) => Err(Problem::new(format!("{key} = {other} is not a number"))),
        }
    }

    pub fn flag(&self, key: &str, default: bool) -> Result<bool, Problem> {
        match self.0.get(key) {
            None => Ok(default),
            Some(Value::Boolean(flag)) => Ok(*flag),
            Some(other) => Err(Problem::new(format!("{key} = {other} is not true or false"))),
        }
    }

    pub fn words(&self, key: &str, default: &[&str]) -> Result<Vec<String>, Problem> {
        match self.0.get(key) {
            None => Ok(default.iter().map(ToString::to_string).collect()),
            Some(Value::String(text)) => Ok(vec![text.clone()]),
            Some(Value::Array(items)) if items.iter().all(Value::is_str) => {
                Ok(items.iter().map(plain).collect())
            }
            Some(other) => Err(Problem::new(format!("{key} = {other} is not a list of texts"))),
        }
    }
}
