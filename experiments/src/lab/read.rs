//! Opens the tables of a run: `run.toml`, `games.parquet`, `timeline.parquet`, `battles.parquet`.
//!
//! Whatever is wrong with a file (missing, cut short, damaged, of another version) becomes one sentence that names it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Float32Type, Int32Type, Schema, UInt64Type};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use warlab_engine::data::Problem;

/// What `run.toml` says of a run. Everything but the game may be missing in a file written by hand.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct About {
    pub command: String,
    pub game: String,
    pub scenario: String,
    pub players: usize,
    pub games: u64,
    pub seed: u64,
    pub swap_seats: bool,
    pub agents: Vec<String>,
    pub variants: BTreeMap<String, String>,
    pub data: Option<String>,
    pub version: String,
    pub commit: Option<String>,
    pub signature: String,
    pub created: String,
    pub status: String,
}

/// One row of `games.parquet`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameRow {
    pub index: u64,
    pub seed: u64,
    pub pair: u64,
    pub scenario: String,
    pub agents: Vec<String>,
    /// The side at each seat.
    pub seats: Vec<String>,
    pub payoffs: Vec<f32>,
    pub scores: Vec<i32>,
    pub winners: String,
    pub reason: String,
    pub rule: String,
    pub turns: u64,
    pub decisions: u64,
    pub termination: String,
    pub wall_us: u64,
}

impl GameRow {
    pub fn is_finished(&self) -> bool {
        self.termination == "finished"
    }

    pub fn seat_of(&self, side: &str) -> Option<usize> {
        self.seats.iter().position(|seat| seat == side)
    }
}

/// One row of `battles.parquet`; the values are in [`Battles::columns`]' order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BattleRow {
    pub index: u64,
    pub turn: u64,
    pub kind: String,
    pub place: String,
    pub attacker: String,
    pub defender: String,
    /// Empty if nobody won.
    pub winner: String,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Battles {
    pub rows: Vec<BattleRow>,
    pub columns: Vec<String>,
    /// One list per column.
    pub values: Vec<Vec<i32>>,
}

/// `timeline.parquet`: the game's metrics at each turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Timeline {
    pub index: Vec<u64>,
    pub turn: Vec<u64>,
    pub metrics: Vec<String>,
    /// One list per metric.
    pub values: Vec<Vec<i32>>,
}

/// A run's folder with its games; timeline and battles are read when asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    pub folder: PathBuf,
    pub about: About,
    pub games: Vec<GameRow>,
}

impl Run {
    pub fn open(folder: &Path) -> Result<Run, Problem> {
        if !folder.is_dir() {
            return Err(Problem::new(format!(
                "there is no run folder {}; give the folder that holds run.toml, for example results/latest",
                folder.display()
            )));
        }
        let about = About::read(&folder.join("run.toml"))?;
        let games = read_games(&folder.join("games.parquet"))?;
        Ok(Run { folder: folder.into(), about, games })
    }

    pub fn timeline(&self) -> Result<Timeline, Problem> {
        read_timeline(&self.folder.join("timeline.parquet"))
    }

    pub fn battles(&self) -> Result<Battles, Problem> {
        read_battles(&self.folder.join("battles.parquet"))
    }

    /// The sides that play, in seat order of the first game they appear in.
    pub fn sides(&self) -> Vec<String> {
        let mut sides: Vec<String> = Vec::new();
        for game in &self.games {
            for seat in &game.seats {
                if !sides.contains(seat) {
                    sides.push(seat.clone());
                }
            }
        }
        sides
    }
}

impl About {
    pub fn read(path: &Path) -> Result<About, Problem> {
        let text = fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?;
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            Problem::new(format!("{} is not valid TOML: {}", path.display(), error.message()))
        })?;
        let run = table.get("run").and_then(toml::Value::as_table).ok_or_else(|| {
            Problem::new(format!("{} has no [run] table; was it written by warlab run?", path.display()))
        })?;
        let text = |key: &str| run.get(key).and_then(toml::Value::as_str).map(str::to_string);
        let number = |key: &str| match run.get(key) {
            Some(toml::Value::Integer(number)) => *number as u64,
            // Seeds above the range of TOML's integers are written as text.
            Some(toml::Value::String(digits)) => digits.parse().unwrap_or(0),
            _ => 0,
        };
        let variants = run.get("variants").or_else(|| table.get("variants")).and_then(toml::Value::as_table);
        let agents = run.get("agents").and_then(toml::Value::as_array);
        Ok(About {
            command: text("command").unwrap_or_default(),
            game: text("game").ok_or_else(|| {
                Problem::new(format!("{} does not name its game; add game = \"...\"", path.display()))
            })?,
            scenario: text("scenario").unwrap_or_default(),
            players: number("players") as usize,
            games: number("games"),
            seed: number("seed"),
            swap_seats: run.get("swap_seats").and_then(toml::Value::as_bool).unwrap_or(false),
            agents: agents.into_iter().flatten().filter_map(|a| a.as_str().map(str::to_string)).collect(),
            variants: variants
                .into_iter()
                .flatten()
                .map(|(name, value)| (name.clone(), plain(value)))
                .collect(),
            data: text("data"),
            version: text("version").unwrap_or_default(),
            commit: text("commit"),
            signature: text("signature").unwrap_or_default(),
            created: text("created").unwrap_or_default(),
            status: text("status").unwrap_or_default(),
        })
    }
}

/// A TOML value as a person would type it: text without its quotes.
pub fn plain(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Problem {
    let what = match error.kind() {
        std::io::ErrorKind::NotFound => "is missing; is this the folder of a run?".to_string(),
        std::io::ErrorKind::PermissionDenied => "may not be read; check its permissions".to_string(),
        _ => format!("cannot be read: {error}"),
    };
    Problem::new(format!("{} {what}", path.display()))
}

fn damaged(path: &Path, error: impl std::fmt::Display) -> Problem {
    let error = error.to_string();
    let first = error.lines().next().unwrap_or_default().trim_end_matches('.');
    Problem::new(format!(
        "{} is damaged or unfinished ({first}); run the same command with --resume to play its games again",
        path.display()
    ))
}

/// Calls `visit` for each batch of a Parquet file.
fn each_batch(
    path: &Path,
    mut visit: impl FnMut(&Columns<'_>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| damaged(path, error))?;
    let reader = builder.build().map_err(|error| damaged(path, error))?;
    for batch in reader {
        visit(&Columns { path, batch: batch.map_err(|error| damaged(path, error))? })?;
    }
    Ok(())
}

/// The column names of a Parquet file.
pub fn column_names(path: &Path) -> Result<Vec<String>, Problem> {
    let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| damaged(path, error))?;
    Ok(builder.schema().fields().iter().map(|field| field.name().clone()).collect())
}

struct Columns<'a> {
    path: &'a Path,
    batch: RecordBatch,
}

impl Columns<'_> {
    fn column(&self, name: &str, as_type: &DataType) -> Result<ArrayRef, Problem> {
        let column = self.batch.column_by_name(name).ok_or_else(|| {
            Problem::new(format!(
                "{} has no column \"{name}\"; it was written by another version of warlab or another tool",
                self.path.display()
            ))
        })?;
        cast(column, as_type).map_err(|_| {
            Problem::new(format!(
                "{}: the column \"{name}\" holds {}, not {as_type}",
                self.path.display(),
                column.data_type()
            ))
        })
    }

    fn numbers(&self, name: &str) -> Result<Vec<u64>, Problem> {
        Ok(self.column(name, &DataType::UInt64)?.as_primitive::<UInt64Type>().values().to_vec())
    }

    fn signed(&self, name: &str) -> Result<Vec<i32>, Problem> {
        Ok(self.column(name, &DataType::Int32)?.as_primitive::<Int32Type>().values().to_vec())
    }

    fn reals(&self, name: &str) -> Result<Vec<f32>, Problem> {
        Ok(self.column(name, &DataType::Float32)?.as_primitive::<Float32Type>().values().to_vec())
    }

    /// Missing values are empty text.
    fn words(&self, name: &str) -> Result<Vec<String>, Problem> {
        let column = self.column(name, &DataType::Utf8)?;
        let words = column.as_string::<i32>();
        Ok((0..words.len())
            .map(|i| if words.is_null(i) { String::new() } else { words.value(i).to_string() })
            .collect())
    }

    fn schema(&self) -> std::sync::Arc<Schema> {
        self.batch.schema()
    }
}

pub fn read_games(path: &Path) -> Result<Vec<GameRow>, Problem> {
    let mut games = Vec::new();
    each_batch(path, |columns| {
        let seats =
            (0..).take_while(|i| columns.batch.column_by_name(&format!("seat_{i}")).is_some()).count();
        let per_seat = |name: &str| (0..seats).map(move |i| format!("{name}_{i}")).collect::<Vec<_>>();
        let words =
            |name: &str| per_seat(name).iter().map(|name| columns.words(name)).collect::<Result<Vec<_>, _>>();
        let (agent, seat) = (words("agent")?, words("seat")?);
        let payoff = per_seat("payoff").iter().map(|n| columns.reals(n)).collect::<Result<Vec<_>, _>>()?;
        let score = per_seat("score").iter().map(|n| columns.signed(n)).collect::<Result<Vec<_>, _>>()?;
        let (index, seed, pair) =
            (columns.numbers("index")?, columns.numbers("seed")?, columns.numbers("pair")?);
        let (turns, decisions) = (columns.numbers("turns")?, columns.numbers("decisions")?);
        let wall = columns.numbers("wall_us")?;
        let scenario = columns.words("scenario")?;
        let (winners, reason, rule) =
            (columns.words("winners")?, columns.words("reason")?, columns.words("rule")?);
        let termination = columns.words("termination")?;
        for i in 0..index.len() {
            // A game for fewer players leaves the last seats empty.
            let present = seat.iter().take_while(|seat| !seat[i].is_empty()).count();
            games.push(GameRow {
                index: index[i],
                seed: seed[i],
                pair: pair[i],
                scenario: scenario[i].clone(),
                agents: agent.iter().take(present).map(|column| column[i].clone()).collect(),
                seats: seat.iter().take(present).map(|column| column[i].clone()).collect(),
                payoffs: payoff.iter().take(present).map(|column| column[i]).collect(),
                scores: score.iter().take(present).map(|column| column[i]).collect(),
                winners: winners[i].clone(),
                reason: reason[i].clone(),
                rule: rule[i].clone(),
                turns: turns[i],
                decisions: decisions[i],
                termination: termination[i].clone(),
                wall_us: wall[i],
            });
        }
        Ok(())
    })?;
    Ok(games)
}

pub fn read_timeline(path: &Path) -> Result<Timeline, Problem> {
    let mut timeline = Timeline::default();
    each_batch(path, |columns| {
        timeline.metrics = named(&columns.schema(), &["index", "turn"]);
        timeline.index.extend(columns.numbers("index")?);
        timeline.turn.extend(columns.numbers("turn")?);
        extend_values(columns, &timeline.metrics, &mut timeline.values)
    })?;
    Ok(timeline)
}

pub fn read_battles(path: &Path) -> Result<Battles, Problem> {
    const FIXED: [&str; 8] = ["index", "turn", "number", "kind", "place", "attacker", "defender", "winner"];
    let mut battles = Battles::default();
    each_batch(path, |columns| {
        battles.columns = named(&columns.schema(), &FIXED);
        let (index, turn) = (columns.numbers("index")?, columns.numbers("turn")?);
        let (kind, place) = (columns.words("kind")?, columns.words("place")?);
        let (attacker, defender, winner) =
            (columns.words("attacker")?, columns.words("defender")?, columns.words("winner")?);
        for i in 0..index.len() {
            battles.rows.push(BattleRow {
                index: index[i],
                turn: turn[i],
                kind: kind[i].clone(),
                place: place[i].clone(),
                attacker: attacker[i].clone(),
                defender: defender[i].clone(),
                winner: winner[i].clone(),
            });
        }
        extend_values(columns, &battles.columns, &mut battles.values)
    })?;
    Ok(battles)
}

/// The game's own columns: whatever is not one of the fixed ones.
fn named(schema: &Schema, fixed: &[&str]) -> Vec<String> {
    schema.fields().iter().map(|f| f.name().clone()).filter(|name| !fixed.contains(&name.as_str())).collect()
}

fn extend_values(columns: &Columns<'_>, names: &[String], values: &mut Vec<Vec<i32>>) -> Result<(), Problem> {
    values.resize_with(names.len(), Vec::new);
    for (name, list) in names.iter().zip(values) {
        list.extend(columns.signed(name)?);
    }
    Ok(())
}
