//! The tuning file: which agent, which of its numbers, against whom.
//!
//! ```toml
//! game = "gbacw"
//! agent = "scripted"        # whose weights are tuned
//! weights = ["policy"]      # the tables of its weights file that may change
//! steps = 40
//! games = 100               # games of each candidate in each step
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toml::{Table, Value};
use warlab_agents::ladder::Sprt;
use warlab_agents::{Spec as AgentSpec, Weights};
use warlab_engine::data::{Problem, suggestion};

use crate::lab::ladder::parse_sprt;
use crate::lab::read::plain;
use crate::lab::study::spec::{Reader, known_keys};

/// One number to be tuned, as the optimiser sees it: 0 is the start, 1 a change that should matter.
#[derive(Clone, PartialEq, Debug)]
pub struct Dial {
    /// `policy.attack`, or a setting of the agent.
    pub name: String,
    /// The table of a weight; `None` for a setting.
    pub table: Option<String>,
    pub start: f64,
    pub span: f64,
    pub low: f64,
    pub high: f64,
    pub whole: bool,
}

impl Dial {
    /// The value at a place of the optimiser's axis, kept within its limits.
    pub fn value(&self, place: f64) -> f64 {
        let value = (self.start + self.span * place).clamp(self.low, self.high);
        if self.whole { value.round() } else { value }
    }

    /// The name within its table.
    pub fn key(&self) -> &str {
        self.name.rsplit_once('.').map_or(self.name.as_str(), |(_, key)| key)
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Optimiser {
    /// Evolution strategy: robust, a dozen candidates a step.
    SepCma,
    /// Two candidates a step, for many weights near good values.
    Spsa,
}

/// A tuning file, read.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    pub name: String,
    pub game: String,
    pub scenario: Option<String>,
    pub players: Option<usize>,
    pub variants: BTreeMap<String, String>,
    pub agent: AgentSpec,
    /// Against whom candidates are measured.
    pub opponent: AgentSpec,
    pub tables: Vec<String>,
    /// A weights file to start from instead of the shipped weights.
    pub start: Option<String>,
    /// How far weights are tried, relative to the size of their table's weights.
    pub spread: f64,
    pub settings: Vec<Dial>,
    pub optimiser: Optimiser,
    pub population: usize,
    pub rate: f64,
    pub steps: u64,
    pub games: u64,
    pub seed: u64,
    pub sprt: Sprt,
    pub confirm_games: u64,
    pub text: String,
}

const KEYS: [&str; 20] = [
    "name",
    "game",
    "scenario",
    "players",
    "variants",
    "agent",
    "opponent",
    "weights",
    "start",
    "spread",
    "settings",
    "optimiser",
    "population",
    "rate",
    "steps",
    "games",
    "seed",
    "sprt",
    "confirm_games",
    "note",
];

impl Spec {
    pub fn read(path: &Path) -> Result<Spec, Problem> {
        let text = fs::read_to_string(path).map_err(|error| {
            Problem::new(format!("cannot read the tuning file {}: {error}", path.display()))
        })?;
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("tune");
        let mut spec = Spec::parse(&text, stem)
            .map_err(|problem| Problem::new(format!("{}: {problem}", path.display())))?;
        // A file names its neighbour, wherever it is called from.
        if let (Some(start), Some(folder)) = (&mut spec.start, path.parent()) {
            *start = folder.join(&*start).display().to_string();
        }
        Ok(spec)
    }

    pub fn parse(text: &str, name: &str) -> Result<Spec, Problem> {
        let table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| Problem::new(format!("not valid TOML: {}", error.message())))?;
        known_keys(&table, &KEYS)?;
        let reader = Reader(&table);
        let needed = |key: &str| {
            reader.word(key)?.ok_or_else(|| Problem::new(format!("{key} is missing; add {key} = \"...\"")))
        };
        let agent: AgentSpec = needed("agent")?.parse()?;
        let opponent = reader.word("opponent")?.map_or(Ok(agent.clone()), |text| text.parse())?;
        let known = ["sep-cma", "spsa"];
        let optimiser = match reader.word("optimiser")?.as_deref() {
            None | Some("sep-cma") => Optimiser::SepCma,
            Some("spsa") => Optimiser::Spsa,
            Some(other) => {
                let hint = suggestion(other, known.into_iter());
                return Err(Problem::new(format!(
                    "unknown optimiser \"{other}\"; known: {}.{hint}",
                    known.join(", ")
                )));
            }
        };
        let variants = match table.get("variants") {
            None => BTreeMap::new(),
            Some(Value::Table(variants)) => variants.iter().map(|(k, v)| (k.clone(), plain(v))).collect(),
            Some(other) => return Err(Problem::new(format!("variants = {other} is not a table"))),
        };
        let spec = Spec {
            name: reader.word("name")?.unwrap_or_else(|| name.into()),
            game: needed("game")?,
            scenario: reader.word("scenario")?,
            players: match reader.whole_or_zero("players", 0)? {
                0 => None,
                count => Some(count as usize),
            },
            variants,
            agent,
            opponent,
            tables: reader.words("weights", &[])?,
            start: reader.word("start")?,
            spread: reader.number("spread", 0.3)?,
            settings: settings(&table)?,
            optimiser,
            population: reader.whole_or_zero("population", 0)? as usize,
            rate: reader.number("rate", 1.0)?,
            steps: reader.whole("steps", 30)?,
            games: reader.whole("games", 100)?,
            seed: reader.whole_or_zero("seed", 1)?,
            sprt: parse_sprt(&reader.word("sprt")?.unwrap_or_default())?,
            confirm_games: reader.whole("confirm_games", 4000)?,
            text: text.into(),
        };
        if spec.tables.is_empty() && spec.settings.is_empty() {
            return Err(Problem::new(
                "there is nothing to tune; name tables of weights (weights = [\"policy\"]) or [settings]",
            ));
        }
        if !(spec.spread > 0.0 && spec.spread.is_finite()) {
            return Err(Problem::new(format!("spread = {} is not above 0", spec.spread)));
        }
        Ok(spec)
    }

    /// Everything that is tuned, with the weights it starts from.
    pub fn dials(&self, weights: &Weights) -> Result<Vec<Dial>, Problem> {
        let mut dials = Vec::new();
        for table in &self.tables {
            let entries = weights.table(table);
            if entries.is_empty() {
                return Err(Problem::new(format!("{} has no weights [{table}] to tune", self.game)));
            }
            let size =
                entries.iter().map(|(_, value)| f64::from(value.abs())).sum::<f64>() / entries.len() as f64;
            for (name, value) in entries {
                // A weight of zero may matter as much as the others.
                let size = f64::from(value.abs()).max(size).max(1e-3);
                dials.push(Dial {
                    name: format!("{table}.{name}"),
                    table: Some(table.clone()),
                    start: f64::from(*value),
                    span: size * self.spread,
                    low: f64::NEG_INFINITY,
                    high: f64::INFINITY,
                    whole: false,
                });
            }
        }
        dials.extend(self.settings.iter().cloned());
        Ok(dials)
    }
}

/// `[settings]`: `exploration = { from = 0.2, to = 2.0, start = 0.7 }`.
fn settings(table: &Table) -> Result<Vec<Dial>, Problem> {
    let Some(value) = table.get("settings") else { return Ok(Vec::new()) };
    let wrong = |name: &str| {
        Problem::new(format!("[settings] {name}: write {name} = {{ from = 0.2, to = 2.0, start = 0.7 }}"))
    };
    let listed = value.as_table().ok_or_else(|| wrong("NAME"))?;
    let mut dials = Vec::new();
    for (name, value) in listed {
        let range = value.as_table().ok_or_else(|| wrong(name))?;
        known_keys(range, &["from", "to", "start", "whole"])?;
        let reader = Reader(range);
        let (low, high) = (reader.number("from", f64::NAN)?, reader.number("to", f64::NAN)?);
        if low.is_nan() || high.is_nan() || low >= high {
            return Err(wrong(name));
        }
        let start = reader.number("start", (low + high) / 2.0)?.clamp(low, high);
        let whole = reader.flag("whole", false)?;
        dials.push(Dial {
            name: name.clone(),
            table: None,
            start,
            span: (high - low) / 4.0,
            low,
            high,
            whole,
        });
    }
    Ok(dials)
}
