//! The cells of a study, each with its rules, data and agents. Everything that can be wrong with a study is found
//! here, before the first game.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use toml::Value;
use warlab_agents::Spec as AgentSpec;
use warlab_engine::data::suggestion;
use warlab_engine::setup::Setup;

use super::spec::{Factor, Kind, Spec, level_name};
use crate::games;
use crate::lab::measure::Measure;
use crate::lab::read::plain;
use crate::lab::summary::file_name;
use crate::overlay::Changes;
use crate::plan::Wish;
use crate::schedule::{fill_seats, parse_agents};
use crate::title::Title;

/// One combination of levels, ready to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The name of its folder: number and levels.
    pub id: String,
    /// In the factors' order.
    pub levels: Vec<String>,
    /// The side at each seat.
    pub seats: Vec<String>,
    /// The cell as a run of one round.
    pub wish: Wish,
}

impl Cell {
    /// Games of one seed.
    pub fn block(&self) -> u64 {
        if self.wish.swap_seats { self.seats.len() as u64 } else { 1 }
    }
}

/// A study laid out.
#[derive(Clone, Debug)]
pub struct Plan {
    pub spec: Spec,
    pub title: &'static dyn Title,
    pub cells: Vec<Cell>,
    pub measures: Vec<Measure>,
}

impl Plan {
    pub fn new(spec: Spec) -> Result<Plan> {
        let title = games::find(&spec.game)?;
        let rows = spec.level_rows();
        let digits = rows.len().to_string().len().max(2);
        let mut cells = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let names: Vec<String> = row.iter().map(level_name).collect();
            let cell =
                lay_out(&spec, title, row).with_context(|| format!("cell {}", described(&spec, row)))?;
            let varying = spec.factors.iter().zip(&names).filter(|(factor, _)| factor.levels.len() > 1);
            let words: Vec<String> = varying.map(|(_, name)| file_name(name)).collect();
            let words: String = words.join("_").chars().take(60).collect();
            let id = format!("{:0digits$}{}{words}", number + 1, if words.is_empty() { "" } else { "-" });
            cells.push(Cell { id, levels: names, ..cell });
        }
        let measures = measures(&spec, &cells)?;
        Ok(Plan { spec, title, cells, measures })
    }

    /// The names of each factor's levels.
    pub fn level_names(&self) -> Vec<Vec<String>> {
        self.spec.factors.iter().map(Factor::level_names).collect()
    }

    /// Whether cells are compared with one another.
    pub fn compares(&self) -> bool {
        self.cells.len() > 1
    }
}

/// `scenario crossroads, fatigue on`.
fn described(spec: &Spec, row: &[Value]) -> String {
    let words =
        spec.factors.iter().zip(row).map(|(factor, level)| format!("{} {}", factor.name, level_name(level)));
    words.collect::<Vec<_>>().join(", ")
}

fn lay_out(spec: &Spec, title: &'static dyn Title, row: &[Value]) -> Result<Cell> {
    let mut setup = Setup { variants: spec.variants.clone(), ..Setup::default() };
    let mut changes = Changes { folder: spec.data.as_ref().map(PathBuf::from), set: Vec::new() };
    changes.set.extend(spec.overrides.iter().map(|(path, value)| format!("{path}={value}")));
    let mut line_up = vec!["random".to_string()];
    let mut settings: Vec<(&str, &str, String)> = Vec::new();
    for (factor, level) in spec.factors.iter().zip(row) {
        match &factor.kind {
            Kind::Scenario => setup.scenario = Some(plain(level)),
            Kind::Players => {
                let count = level.as_integer().and_then(|count| usize::try_from(count).ok());
                setup.players =
                    Some(count.with_context(|| format!("players: {level} is not a number of players"))?);
            }
            Kind::Variant(name) => drop(setup.variants.insert(name.clone(), level_name(level))),
            Kind::Data(path) => changes.set.push(format!("{path}={level}")),
            Kind::Setting { side, key } => settings.push((side, key, plain(level))),
            Kind::Agents => {
                line_up = match level {
                    Value::Array(items) => items.iter().map(plain).collect(),
                    one => vec![plain(one)],
                }
            }
        }
    }
    let data = changes.apply(title)?;
    let rules = title.set_up(&setup, &data)?;
    let seats = rules.seats();
    let mut agents = Vec::new();
    for text in &line_up {
        agents.extend(parse_agents(text)?);
    }
    let mut agents = fill_seats(agents, &seats)?;
    let alike = agents.iter().all(|agent| *agent == agents[0]);
    for (side, key, value) in &settings {
        set_for_side(&mut agents, &seats, side, key, value)?;
    }
    if !alike && settings.iter().any(|(side, ..)| *side != "all") && spec.swap_seats {
        bail!(
            "a setting of one side needs the same agent on every side, because the agents of this line-up change \
             sides; set swap_seats = false or name one agent"
        );
    }
    for agent in &agents {
        title.check_agent(agent)?;
    }
    // The same agents on all sides would play the same game again if they changed seats.
    let swap_seats = spec.swap_seats && !alike;
    let agents: Vec<String> = agents.iter().map(ToString::to_string).collect();
    let wish = Wish {
        game: title.name().into(),
        setup,
        changes,
        agents: agents.join(","),
        games: 0,
        seed: spec.seed,
        swap_seats,
        shard: String::new(),
        wall_time: true,
    };
    let mut cell = Cell { id: String::new(), levels: Vec::new(), seats, wish };
    cell.wish.games = spec.games.div_ceil(cell.block()) * cell.block();
    Ok(cell)
}

/// Gives the agents of a side a setting; an empty value takes it away.
fn set_for_side(
    agents: &mut [AgentSpec],
    seats: &[String],
    side: &str,
    key: &str,
    value: &str,
) -> Result<()> {
    if side != "all" && !seats.iter().any(|seat| seat == side) {
        let hint = suggestion(side, seats.iter().map(String::as_str));
        bail!("agent.{side}.{key}: no side \"{side}\"; known: all, {}.{hint}", seats.join(", "));
    }
    for (agent, seat) in agents.iter_mut().zip(seats) {
        if side == "all" || side == seat {
            if value.is_empty() {
                agent.settings.remove(key);
            } else {
                agent.settings.insert(key.into(), value.into());
            }
        }
    }
    Ok(())
}

/// What the study measures. Of two sides one win rate says it all.
fn measures(spec: &Spec, cells: &[Cell]) -> Result<Vec<Measure>> {
    let mut sides: Vec<String> = Vec::new();
    for seat in cells.iter().flat_map(|cell| &cell.seats) {
        if !sides.contains(seat) {
            sides.push(seat.clone());
        }
    }
    let mut measures: Vec<Measure> = Vec::new();
    for word in &spec.metrics {
        let mut found = Measure::parse(word, &sides)?;
        if word == "win" && sides.len() == 2 {
            found.truncate(1);
        }
        for measure in found {
            if !measures.contains(&measure) {
                measures.push(measure);
            }
        }
    }
    Ok(measures)
}

/// Factors that a label can still name all.
const MOST_NAMED: usize = 2;

/// The levels that vary in a study, as a label: `fatigue on, scenario crossroads`. Of many factors only those that are not at
/// their first level are named.
pub fn described_levels(spec: &Spec, levels: &[String]) -> String {
    let varying = spec.factors.iter().zip(levels).filter(|(factor, _)| factor.levels.len() > 1);
    let many = varying.clone().count() > MOST_NAMED;
    let is_first =
        |factor: &Factor, level: &str| factor.level_names().first().is_some_and(|first| first == level);
    let words: Vec<String> = varying
        .filter(|(factor, level)| !many || !is_first(factor, level))
        .map(|(factor, level)| match factor.kind {
            // These speak for themselves.
            Kind::Scenario | Kind::Agents => level.clone(),
            _ => format!("{} {level}", factor.name),
        })
        .collect();
    match (words.is_empty(), many) {
        (true, true) => "base".into(),
        (true, false) => "all games".into(),
        _ => words.join(", "),
    }
}
