//! The rows of a run's three tables and their Parquet schema (described for users in docs/file-formats.md).

use std::sync::Arc;

use arrow::array::{
    ArrayRef, BinaryArray, Float32Array, Int32Array, RecordBatch, StringArray, UInt8Array, UInt16Array,
    UInt32Array, UInt64Array,
};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use warlab_agents::Spec;
use warlab_engine::Player;

use crate::runner::Played;
use crate::schedule::Fixture;
use crate::title::Ruleset;

/// The tables of a run; each is one Parquet file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Games,
    Timeline,
    Battles,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Games, Kind::Timeline, Kind::Battles];

    pub fn file_name(self) -> &'static str {
        match self {
            Kind::Games => "games.parquet",
            Kind::Timeline => "timeline.parquet",
            Kind::Battles => "battles.parquet",
        }
    }
}

/// A played game with its place in the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub fixture: Fixture,
    /// In seat order.
    pub agents: Vec<Spec>,
    pub played: Played,
}

/// What is the same in every row of a run, and hence the columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    game: &'static str,
    scenario: String,
    variants: Vec<(String, String)>,
    seats: Vec<String>,
    metrics: Vec<String>,
    battle_columns: &'static [&'static str],
    /// Whether `wall_us` holds times or zeros; without times a repeated run gives the same bytes.
    wall_time: bool,
}

impl Columns {
    pub fn of(rules: &dyn Ruleset, wall_time: bool) -> Self {
        let chosen = rules.chosen();
        Columns {
            game: rules.name(),
            scenario: chosen.scenario.clone(),
            variants: chosen.variants.clone().into_iter().collect(),
            seats: rules.seats(),
            metrics: rules.metric_names(),
            battle_columns: rules.battle_columns(),
            wall_time,
        }
    }

    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    pub fn schema(&self, kind: Kind) -> SchemaRef {
        // The columns of no rows are the columns of any rows.
        self.batch(kind, &[]).schema()
    }

    /// The rows of one table that come from these games.
    pub fn batch(&self, kind: Kind, rows: &[Row]) -> RecordBatch {
        let columns = match kind {
            Kind::Games => self.games(rows),
            Kind::Timeline => self.timeline(rows),
            Kind::Battles => self.battles(rows),
        };
        let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) =
            columns.into_iter().map(|column| (column.field, column.values)).unzip();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).expect("all columns have one length")
    }

    fn games(&self, rows: &[Row]) -> Vec<Column> {
        let same = |value: &str| strings(rows.iter().map(|_| Some(value)));
        let mut columns = vec![
            Column::new("game", same(self.game)),
            Column::new("index", UInt64Array::from_iter_values(rows.iter().map(|row| row.fixture.index))),
            Column::new("seed", UInt64Array::from_iter_values(rows.iter().map(|row| row.fixture.seed))),
            Column::new("pair", UInt64Array::from_iter_values(rows.iter().map(|row| row.fixture.pair))),
            Column::new("scenario", same(&self.scenario)),
            Column::new("players", UInt8Array::from_iter_values(rows.iter().map(|_| self.seats.len() as u8))),
        ];
        for (name, value) in &self.variants {
            columns.push(Column::new(&format!("variant_{name}"), same(value)));
        }
        for seat in 0..self.seats.len() {
            let names: Vec<String> = rows.iter().map(|row| row.agents[seat].to_string()).collect();
            let names = strings(names.iter().map(|name| Some(name.as_str())));
            columns.push(Column::new(&format!("agent_{seat}"), names));
        }
        for (seat, side) in self.seats.iter().enumerate() {
            columns.push(Column::new(&format!("seat_{seat}"), same(side)));
        }
        let outcomes = || rows.iter().map(|row| row.played.outcome.as_ref());
        for player in Player::all(self.seats.len()) {
            let payoffs = outcomes().map(|outcome| outcome.map(|outcome| outcome.payoffs[player]));
            let name = format!("payoff_{}", player.0);
            columns.push(Column::nullable(&name, payoffs.collect::<Float32Array>()));
        }
        for player in Player::all(self.seats.len()) {
            let scores = outcomes().map(|outcome| outcome.map(|outcome| outcome.scores[player]));
            columns.push(Column::nullable(&format!("score_{}", player.0), scores.collect::<Int32Array>()));
        }
        let winners: Vec<String> = rows.iter().map(|row| self.winners(&row.played)).collect();
        let termination = |row: &Row| row.played.termination.word();
        columns.extend([
            Column::new("winners", strings(winners.iter().map(|winners| Some(winners.as_str())))),
            Column::new(
                "reason",
                strings(rows.iter().map(|row| {
                    Some(row.played.outcome.as_ref().map_or(termination(row), |outcome| outcome.reason))
                })),
            ),
            Column::new(
                "rule",
                strings(outcomes().map(|outcome| Some(outcome.map_or("", |outcome| outcome.rule)))),
            ),
            Column::new("turns", UInt16Array::from_iter_values(rows.iter().map(|row| row.played.turns))),
            Column::new(
                "decisions",
                UInt32Array::from_iter_values(rows.iter().map(|row| row.played.decisions)),
            ),
            Column::new("termination", strings(rows.iter().map(|row| Some(termination(row))))),
            Column::nullable("detail", strings(rows.iter().map(|row| row.played.detail.as_deref()))),
            Column::new("actions", BinaryArray::from_iter_values(rows.iter().map(|row| &row.played.actions))),
            Column::new("wall_us", UInt64Array::from_iter_values(rows.iter().map(|row| self.wall(row)))),
        ]);
        columns
    }

    fn wall(&self, row: &Row) -> u64 {
        if self.wall_time { row.played.wall_us } else { 0 }
    }

    /// The ids of the seats that won, joined by `+`.
    pub fn winners(&self, played: &Played) -> String {
        let winners = played.outcome.as_ref().map(|outcome| outcome.winners()).unwrap_or_default();
        let ids: Vec<&str> = winners.iter().map(|player| self.seats[player.index()].as_str()).collect();
        ids.join("+")
    }

    fn timeline(&self, rows: &[Row]) -> Vec<Column> {
        let turns = || {
            rows.iter()
                .flat_map(|row| row.played.timeline.iter().map(move |(turn, values)| (row, *turn, values)))
        };
        let mut columns = vec![
            Column::new("index", UInt64Array::from_iter_values(turns().map(|(row, ..)| row.fixture.index))),
            Column::new("turn", UInt16Array::from_iter_values(turns().map(|(_, turn, _)| turn))),
        ];
        for (i, name) in self.metrics.iter().enumerate() {
            let values = turns().map(|(.., values)| values[i]);
            columns.push(Column::new(name, Int32Array::from_iter_values(values)));
        }
        columns
    }

    fn battles(&self, rows: &[Row]) -> Vec<Column> {
        let battles = || {
            rows.iter().flat_map(|row| {
                row.played
                    .battles
                    .iter()
                    .enumerate()
                    .map(move |(i, (turn, battle))| (row, i + 1, *turn, battle))
            })
        };
        let side = |player: Player| self.seats[player.index()].as_str();
        let mut columns = vec![
            Column::new("index", UInt64Array::from_iter_values(battles().map(|(row, ..)| row.fixture.index))),
            Column::new("turn", UInt16Array::from_iter_values(battles().map(|(_, _, turn, _)| turn))),
            Column::new("number", UInt32Array::from_iter_values(battles().map(|(_, i, ..)| i as u32))),
            Column::new("kind", strings(battles().map(|(.., battle)| Some(battle.kind)))),
            Column::new("place", strings(battles().map(|(.., battle)| Some(battle.place.as_str())))),
            Column::new("attacker", strings(battles().map(|(.., battle)| Some(side(battle.attacker))))),
            Column::nullable("defender", strings(battles().map(|(.., battle)| battle.defender.map(side)))),
            Column::nullable("winner", strings(battles().map(|(.., battle)| battle.winner.map(side)))),
        ];
        for (i, name) in self.battle_columns.iter().enumerate() {
            let values = battles().map(|(.., battle)| battle.values[i]);
            columns.push(Column::new(name, Int32Array::from_iter_values(values)));
        }
        columns
    }
}

struct Column {
    field: Field,
    values: ArrayRef,
}

impl Column {
    fn new(name: &str, values: impl arrow::array::Array + 'static) -> Self {
        let data_type: DataType = values.data_type().clone();
        Column { field: Field::new(name, data_type, false), values: Arc::new(values) }
    }

    fn nullable(name: &str, values: impl arrow::array::Array + 'static) -> Self {
        let column = Column::new(name, values);
        Column { field: column.field.with_nullable(true), ..column }
    }
}

fn strings<'a>(values: impl Iterator<Item = Option<&'a str>>) -> StringArray {
    values.collect()
}
