//! Words, numbers and pictures for files, people and protocols; and the score.

use serde_json::Value;

use super::Gbacw;
use super::action::{Action, code, sentence};
use super::field::{is_collapsed, parts, ratings};
use super::los::Sight;
use super::roster::Roster;
use super::rules::ch09_terrain::Ground;
use super::scenario::{Scenario, scenario_files};
use super::state::{Place, State, Status};
use super::tables::{Tables, embedded};
use super::types::{Leader, Side};
use super::{json, rules, setup};
use crate::board::{Board, Link, Map, Marker, Piece, Place as MapPlace};
use crate::data::{Pack, Problem};
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::published::{Outcome, Published};
use crate::set::Index;
use crate::setup::{Catalogue, Chosen, Scenario as Offered};

const SQRT_3: f32 = 1.732_050_8;

/// Victory points of each side in halves. [ruling 40]
pub fn victory_points(game: &Gbacw, state: &State) -> [i32; 2] {
    let victory = &game.scenario.victory;
    let mut points = [i32::from(victory.base[0].0), i32::from(victory.base[1].0)];
    for value in &victory.locations {
        if let Some(side) = state.control[value.location.index()] {
            points[side.index()] += i32::from(value.vp.0);
        }
    }
    for side in Side::ALL {
        let enemy = side.other().index();
        let i = side.index();
        let mut losses = i32::from(state.lost_sp[i]) * i32::from(victory.sp_loss.0)
            + i32::from(state.lost_guns[i]) * i32::from(victory.gun_loss.0);
        for unit in game.units().filter(|&unit| game.side(unit) == side) {
            let piece = &state.units[unit];
            let strength = i32::from(piece.strength());
            if piece.place == Place::Routed {
                losses +=
                    strength * i32::from(victory.sp_loss.0) * i32::from(victory.routed_at_end_factor.0) / 2;
            } else if piece.on_map() && piece.is_abandoned() {
                losses += strength * i32::from(victory.gun_loss.0);
            }
        }
        points[enemy] += losses;
        points[i] += i32::from(state.leader_vp[i]) + i32::from(state.exit_vp[i]);
    }
    if state.ended_early
        && let Some(rule) = game.scenario.special_rule("night_withdrawal")
    {
        let gains = rule.side.unwrap_or(Side::Union).other();
        points[gains.index()] += i32::from(rule.vp.0);
    }
    points
}

/// 1 for the winner, half each for a draw.
pub fn payoffs(game: &Gbacw, state: &State) -> PerPlayer<f32> {
    let (winner, _) = verdict(game, state);
    PerPlayer::from_fn(2, |player| match winner {
        None => 0.5,
        Some(side) if side.index() == player.index() => 1.0,
        Some(_) => 0.0,
    })
}

/// Who won, and by how much in the scenario's words.
fn verdict<'a>(game: &'a Gbacw, state: &State) -> (Option<Side>, &'a str) {
    let points = victory_points(game, state);
    let margin = (points[0] - points[1]).unsigned_abs() / 2;
    let levels = &game.scenario.victory.levels;
    let level = levels
        .iter()
        .find(|level| (u32::from(level.margin_min)..=u32::from(level.margin_max)).contains(&margin))
        .or(levels.last());
    let word = level.map_or("decisive", |level| level.result.as_str());
    let ahead = if points[0] > points[1] { Side::Union } else { Side::Csa };
    if word == "draw" || points[0] == points[1] { (None, "draw") } else { (Some(ahead), word) }
}

impl Gbacw {
    /// Victory points of each side in halves, as if the battle ended now. [ruling 40]
    pub fn victory_points(&self, state: &State) -> [i32; 2] {
        victory_points(self, state)
    }

    /// The name on the side of a leader's counter that is up.
    pub fn leader_name(&self, state: &State, leader: Leader) -> &str {
        &ratings(self, state, leader).name
    }

    pub fn turn_words(&self, state: &State) -> String {
        let turn = &self.scenario.turns[usize::from(state.turn).clamp(1, self.scenario.turns.len()) - 1];
        format!("Turn {}, {} ({})", turn.number, turn.time, turn.light.id())
    }
}

impl Published for Gbacw {
    const NAME: &'static str = "gbacw";
    const TITLE: &'static str = "Great Battles of the American Civil War";

    fn pack() -> Pack {
        embedded()
    }

    fn catalogue(data: &Pack) -> Result<Catalogue, Problem> {
        let tables = Tables::read(data)?;
        let mut scenarios = Vec::new();
        for (file, id) in scenario_files(data)? {
            let read = Scenario::read(data, &tables, &file)?;
            let mut offered = Offered::for_two(&id, &read.title);
            let on = |flag: bool| if flag { "on" } else { "off" }.to_string();
            let options = &read.options;
            offered.defaults.extend([
                ("fatigue".to_string(), on(options.fatigue)),
                ("ammo_depletion".to_string(), on(options.ammo_depletion)),
                ("combined_small_arms".to_string(), on(options.combined_small_arms)),
                ("crest_los".to_string(), on(options.crest_los)),
                ("artillery_near_enemy".to_string(), options.artillery_near_enemy.to_string()),
                ("random_events".to_string(), on(options.random_events)),
                ("mixed_facing_in_hex".to_string(), on(options.mixed_facing_in_hex)),
            ]);
            scenarios.push(offered);
        }
        Ok(Catalogue { scenarios, variants: setup::variants() })
    }

    fn build(chosen: &Chosen, data: &Pack) -> Result<Self, Problem> {
        let tables = Tables::read(data)?;
        let scenario = Scenario::find(data, &tables, &chosen.scenario)?;
        let options = setup::options(chosen);
        let sight = Sight::new(&scenario.map, &tables.chart, options.crest_los);
        let ground = Ground::new(&scenario.map, &tables);
        let roster = Roster::new(&scenario.oob);
        let (chosen, opening) = (chosen.clone(), State::new());
        let mut game = Gbacw { chosen, tables, scenario, sight, ground, roster, options, opening };
        game.opening = setup::initial(&game);
        Ok(game)
    }

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn seat(&self, player: Player) -> &str {
        Side::ALL[player.index().min(1)].id()
    }

    fn code(&self, action: Action) -> String {
        code(self, action)
    }

    fn sentence(&self, _: &State, action: Action) -> String {
        sentence(self, action)
    }

    fn question(&self, state: &State) -> String {
        let (words, _) = state.phase().question();
        match subject(self, state) {
            Some(subject) => format!("{subject}: {words}"),
            None => words.into(),
        }
    }

    fn rule(&self, state: &State) -> &'static str {
        state.phase().question().1
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.over {
            return None;
        }
        let points = victory_points(self, state);
        let (winner, word) = verdict(self, state);
        let reason = match (winner, state.ended_early) {
            (_, true) => "withdrawal",
            (None, _) => "draw",
            (Some(Side::Union), _) => "union_victory",
            (Some(Side::Csa), _) => "csa_victory",
        };
        let halves = |points: i32| {
            if points % 2 == 0 { format!("{}", points / 2) } else { format!("{}.5", points / 2) }
        };
        let text = match winner {
            None => format!("A draw, {} to {}.", halves(points[0]), halves(points[1])),
            Some(side) => {
                format!("A {word} victory for {}, {} to {}.", side.id(), halves(points[0]), halves(points[1]))
            }
        };
        Some(Outcome {
            payoffs: payoffs(self, state),
            scores: PerPlayer::from_fn(2, |player| points[player.index()] / 2),
            reason,
            rule: "3.0",
            text,
        })
    }

    fn turn_number(&self, state: &State) -> u16 {
        u16::from(state.turn)
    }

    fn turn_name(&self, state: &State) -> String {
        self.turn_words(state)
    }

    fn state_json(&self, state: &State) -> Value {
        json::write(self, state)
    }

    fn state_from_json(&self, value: &Value) -> Result<State, Problem> {
        json::read(self, value)
    }

    fn view_json(&self, seen: &Observation<State>) -> Value {
        json::write(self, seen.visible())
    }

    fn metric_names(&self) -> Vec<String> {
        const NAMES: [&str; 9] = [
            "sp",
            "guns",
            "disordered",
            "collapsed",
            "routed",
            "victory_points",
            "fatigue",
            "low_ammo",
            "leaders_lost",
        ];
        Side::ALL.iter().flat_map(|side| NAMES.map(|name| format!("{}_{name}", side.id()))).collect()
    }

    fn metrics(&self, state: &State, out: &mut Vec<i32>) {
        let points = victory_points(self, state);
        for side in Side::ALL {
            let mut numbers = [0i32; 9];
            for unit in self.units().filter(|&unit| self.side(unit) == side) {
                let piece = &state.units[unit];
                let strength = i32::from(piece.strength());
                numbers[usize::from(self.is_artillery(unit))] += strength;
                if piece.on_map() {
                    numbers[2] += i32::from(piece.is_disordered());
                    numbers[3] += i32::from(is_collapsed(self, state, unit));
                    numbers[7] += i32::from(piece.ammo != 0);
                }
                numbers[4] += i32::from(piece.place == Place::Routed);
            }
            numbers[5] = points[side.index()] / 2;
            numbers[6] = self
                .formations()
                .filter(|&formation| self.side_of(formation) == side)
                .map(|formation| i32::from(state.formations[formation].fatigue))
                .sum();
            numbers[8] = self
                .leaders()
                .filter(|&leader| {
                    self.leader_side(leader) == side && state.leaders[leader].place == Place::Gone
                })
                .count() as i32;
            out.extend(numbers);
        }
    }

    fn battle_columns() -> &'static [&'static str] {
        &[
            "attacker_strength",
            "defender_strength",
            "range",
            "die",
            "modifiers",
            "modified",
            "result",
            "loss",
            "kind_of_fire",
        ]
    }

    fn map(&self) -> Map {
        let map = &self.scenario.map;
        let chart = &self.tables.chart;
        let grid = &map.grid;
        let place = |hex: super::types::Hex| {
            let column = grid.column(hex);
            let x = 1.0 + 1.5 * (column - 1) as f32;
            let y = SQRT_3 * ((grid.row(hex) - 1) as f32 + if column % 2 == 0 { 1.0 } else { 0.5 });
            let terrain = map.terrain_record(chart, hex);
            let location = map.locations.iter().find(|location| location.hexes.contains(hex));
            let mut features = vec![terrain.id.clone(), format!("level {}", map.level(hex))];
            features.extend(location.map(|location| format!("location {}", location.id)));
            MapPlace {
                id: grid.name(hex).to_string(),
                name: location.map_or_else(|| grid.name(hex).to_string(), |location| location.name.clone()),
                x,
                y,
                kind: "hex".into(),
                features,
                region: None,
            }
        };
        let mut links = Vec::new();
        for road in &map.roads {
            for pair in road.path.windows(2) {
                links.push(Link {
                    a: grid.name(pair[0]).to_string(),
                    b: grid.name(pair[1]).to_string(),
                    kind: chart.roads[usize::from(road.kind)].id.clone(),
                });
            }
        }
        for hex in grid.hexes() {
            for direction in super::types::Direction::ALL {
                let Some(other) = grid.neighbour(hex, direction).filter(|&other| other > hex) else {
                    continue;
                };
                let side = map.side(hex, direction);
                let symbols = [side.slope.filter(|&kind| kind != chart.gradual), side.water, side.barrier];
                for kind in symbols.into_iter().flatten() {
                    links.push(Link {
                        a: grid.name(hex).to_string(),
                        b: grid.name(other).to_string(),
                        kind: chart.hexside(kind).id.clone(),
                    });
                }
            }
        }
        Map {
            width: 1.5 * f32::from(grid.columns()) + 0.5,
            height: SQRT_3 * (f32::from(grid.rows()) + 0.5),
            places: grid.hexes().map(place).collect(),
            links,
            hex_radius: Some(1.0),
        }
    }

    fn board(&self, seen: &Observation<State>) -> Board {
        let state = seen.visible();
        let mut board = Board::default();
        for unit in self.units() {
            let piece = &state.units[unit];
            let record = self.scenario.oob.unit(unit);
            let place = match piece.place {
                Place::Map => self.hex(piece.hex).to_string(),
                Place::Waiting => format!("waiting_{}", record.side.id()),
                Place::Routed => format!("routed_{}", record.side.id()),
                Place::Gone | Place::Exited => continue,
            };
            let mut words = vec![piece.order.id().to_string()];
            for (flag, name) in [
                (Status::DISORDERED, "disordered"),
                (Status::BLOWN, "blown"),
                (Status::MOUNTED, "mounted"),
                (Status::REFUSED_LEFT, "refused left"),
                (Status::REFUSED_RIGHT, "refused right"),
                (Status::BUILDING, "building"),
            ] {
                if piece.has(flag) {
                    words.push(name.into());
                }
            }
            if piece.is_abandoned() {
                words.push("abandoned".into());
            }
            for part in parts(self, state, unit).into_iter().skip(1).filter(|_| piece.on_map()) {
                board.markers.push(Marker {
                    place: self.hex(part).to_string(),
                    owner: Some(Player(record.side as u8)),
                    label: format!("{} extended", record.name),
                    kind: "extension".into(),
                });
            }
            board.pieces.push(Piece {
                id: record.id.clone(),
                place,
                owner: Some(Player(record.side as u8)),
                label: record.name.clone(),
                detail: words.join(", "),
                kind: record.arm.id().into(),
                strength: i32::from(piece.strength()),
                hidden: false,
                facing: piece.on_map().then(|| piece.facing.index() as f32 * 30.0),
            });
        }
        for leader in self.leaders() {
            let counter = &state.leaders[leader];
            let record = self.scenario.oob.leader(leader);
            if counter.place == Place::Map {
                board.pieces.push(Piece {
                    id: record.id.clone(),
                    place: self.hex(counter.hex).to_string(),
                    owner: Some(Player(record.side as u8)),
                    label: self.leader_name(state, leader).into(),
                    detail: format!("{}, {} stars", record.rank.id(), record.stars),
                    kind: "leader".into(),
                    ..Piece::default()
                });
            }
        }
        for (_, work) in state.works.iter() {
            board.markers.push(Marker {
                place: self.hex(work.hex).to_string(),
                owner: None,
                label: if work.turns == 0 { "breastwork".into() } else { "being built".into() },
                kind: format!("breastwork {}", work.facing.id()),
            });
        }
        let points = victory_points(self, state);
        board.tracks.push(("turn".into(), self.turn_words(state)));
        board.tracks.push(("union points".into(), (points[0] / 2).to_string()));
        board.tracks.push(("csa points".into(), (points[1] / 2).to_string()));
        board
    }
}

/// Whom the question is about, by name.
fn subject(game: &Gbacw, state: &State) -> Option<String> {
    use super::phase::Phase;
    match state.phase() {
        Phase::UnitActs { unit }
        | Phase::DivideFire { unit, .. }
        | Phase::Retreat { unit, .. }
        | Phase::AdvanceFacing { unit }
        | Phase::RallyFacing { unit }
        | Phase::ReactionFacingOf { unit, .. }
        | Phase::ContinueMove { unit, .. }
        | Phase::ReturnRouted { unit } => Some(game.name(unit).into()),
        Phase::LeaderMoves { leader, .. }
        | Phase::LeaderGoes { leader, .. }
        | Phase::Replacement { leader } => Some(game.leader_name(state, leader).into()),
        Phase::NewOrder { formation }
        | Phase::Reform { formation }
        | Phase::Rest { formation }
        | Phase::LeaveWith { formation } => Some(game.formation_name(formation).into()),
        Phase::Declare { .. } => {
            let units = rules::ch11_declare::declarers(game, state);
            let names: Vec<&str> = units.iter().map(|&unit| game.name(unit)).collect();
            (!names.is_empty()).then(|| names.join(", "))
        }
        Phase::AdvanceAfterShock { combat } => {
            rules::ch11_advance::advancer(game, state, combat).map(|unit| game.name(unit).into())
        }
        _ => None,
    }
}
