//! Chapter 9.4: what terrain, hexsides, roads, crossings and breastworks ask of one step.

use super::super::Gbacw;
use super::super::chart::{CrossingCost, RoadCost};
use super::super::field::{class, stack};
use super::super::state::{State, Status};
use super::super::types::{Direction, Disorder, Hex, HexsideKind, MoveClass, OrderKind, Unit};
use super::super::values::{Cost, DisorderCode};

/// One step into a neighbouring hex.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Cost in half movement points.
    pub halves: u8,
    pub disorder: Disorder,
    pub by_road: bool,
    /// Over a bridge or ford. [GB 9.23]
    pub by_crossing: bool,
    /// What the hex itself costs off the road, for checks that add it. [GB 8.22]
    pub terrain_points: u8,
}

/// What a unit pays to step across a hexside; none if it may not. [GB 9.41, 9.43]
pub fn entry(game: &Gbacw, state: &State, unit: Unit, from: Hex, direction: Direction) -> Option<Entry> {
    let piece = &state.units[unit];
    let class = class(game, state, unit);
    let may_use_roads = piece.order != OrderKind::Attack
        && game.scenario.map.side(from, direction).road.is_some()
        && keeps_march_stacking(game, state, unit)
        && starts_in_march_stack(game, state, unit, from);
    let road =
        if may_use_roads { by_road(game, state, unit, class, piece.order, from, direction) } else { None };
    road.or_else(|| by_terrain(game, state, class, from, direction))
}

/// Roads under Advance are for units within the March limits. [GB 8.13]
pub fn keeps_march_stacking(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let limits = &game.tables.stacking.march;
    match class(game, state, unit) {
        MoveClass::Artillery => true,
        _ if piece.has(Status::COLUMN) => true,
        _ if piece.is_line() => false,
        MoveClass::Cavalry => piece.strength() <= limits.cavalry_sp || piece.order == OrderKind::March,
        _ => piece.strength() <= limits.infantry_sp || piece.order == OrderKind::March,
    }
}

/// A mover that starts in a stack above the March limits leaves it by the ground. [GB 8.25]
fn starts_in_march_stack(game: &Gbacw, state: &State, unit: Unit, from: Hex) -> bool {
    let starts_here = state.mover == Some(unit) && from == state.start_hex && state.units[unit].hex == from;
    !starts_here || super::ch08_stacking::fits_march(game, state, &stack(game, state, from))
}

/// Along a road, trail, bridge or ford. [GB 9.44, 9.45]
fn by_road(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    class: MoveClass,
    order: OrderKind,
    from: Hex,
    direction: Direction,
) -> Option<Entry> {
    let map = &game.scenario.map;
    let chart = &game.tables.chart;
    let to = map.grid.neighbour(from, direction)?;
    let side = map.side(from, direction);
    let road = &chart.roads[usize::from(side.road?)];
    let terrain = map.terrain_record(chart, to).cost.get(class, Cost(Some(1))).0;
    let rate = match order {
        OrderKind::March => road.march,
        OrderKind::Advance => road.advance,
        OrderKind::Attack => road.attack,
    };
    let half_terrain = terrain.unwrap_or(game.closed_terrain_cost()).div_ceil(2) * 2;
    let mut halves = match rate {
        RoadCost::Fixed(halves) => halves.0 as u8,
        RoadCost::HalfTerrain => half_terrain,
        RoadCost::HalfTerrainAtLeastOne => half_terrain.max(2),
        RoadCost::Terrain => return None,
    };
    if let Some(crossing) = side.crossing {
        let crossing = &chart.crossings[usize::from(crossing)];
        if crossing.blocked_by_march_unit_at_either_end && is_bridge_blocked(game, state, unit, from, to) {
            return None;
        }
        let cost = match order {
            OrderKind::March => crossing.march,
            OrderKind::Advance => crossing.advance,
            OrderKind::Attack => crossing.attack,
        };
        match cost {
            CrossingCost::Road => {}
            CrossingCost::Extra(costs) => halves += 2 * costs.get(class, Cost(Some(0))).0?,
            CrossingCost::Prohibited => return None,
        }
    }
    // Column of March: the road is taken, and others go around it. [GB 8.22 exception 2]
    let blocks = |&other: &Unit| other != unit && state.units[other].order == OrderKind::March;
    if order != OrderKind::March && stack(game, state, to).iter().any(blocks) {
        return None;
    }
    halves += 2 * work_cost(game, state, class, from, to)?;
    Some(Entry {
        halves,
        disorder: Disorder::None,
        by_road: true,
        by_crossing: side.crossing.is_some(),
        terrain_points: terrain.unwrap_or(0),
    })
}

/// A March unit at either end closes a bridge or ford to others. [GB 8.22 exception 3]
fn is_bridge_blocked(game: &Gbacw, state: &State, unit: Unit, from: Hex, to: Hex) -> bool {
    let blocks = |&other: &Unit| other != unit && state.units[other].order == OrderKind::March;
    stack(game, state, to).iter().any(blocks) || stack(game, state, from).iter().any(blocks)
}

/// Off the road: hex and hexside costs. [GB 9.41]
pub(super) fn by_terrain(
    game: &Gbacw,
    state: &State,
    class: MoveClass,
    from: Hex,
    direction: Direction,
) -> Option<Entry> {
    let map = &game.scenario.map;
    let chart = &game.tables.chart;
    let to = map.grid.neighbour(from, direction)?;
    let record = map.terrain_record(chart, to);
    let terrain = record.cost.get(class, Cost(Some(1))).0?;
    let mut points = terrain;
    let mut disorder = record.disorder.get(class, DisorderCode::default()).0;
    let side = map.side(from, direction);
    let up = map.level(to) > map.level(from);
    for kind in [side.slope, side.water, side.barrier].into_iter().flatten() {
        let hexside = chart.hexside(kind);
        points += hexside.crossing_cost(class, up)?;
        disorder = disorder.max(hexside.disorder.get(class, DisorderCode::default()).0);
    }
    if let Some(kind) = work_between(game, state, from, to) {
        let hexside = chart.hexside(kind);
        points += hexside.crossing_cost(class, up)?;
        disorder = disorder.max(hexside.disorder.get(class, DisorderCode::default()).0);
    }
    Some(Entry { halves: 2 * points, disorder, by_road: false, by_crossing: false, terrain_points: terrain })
}

/// Leaders take the best rate there is. [GB 9.31]
pub fn leader_entry(game: &Gbacw, state: &State, from: Hex, direction: Direction) -> Option<u8> {
    let map = &game.scenario.map;
    let chart = &game.tables.chart;
    let off_road = by_terrain(game, state, MoveClass::Leader, from, direction).map(|entry| entry.halves);
    let side = map.side(from, direction);
    let to = map.grid.neighbour(from, direction)?;
    let Some(road) = side.road else { return off_road };
    let terrain = map.terrain_record(chart, to).cost.get(MoveClass::Leader, Cost(Some(1))).0.unwrap_or(1);
    let on_road = match chart.roads[usize::from(road)].march {
        RoadCost::Fixed(halves) => halves.0 as u8,
        RoadCost::HalfTerrain => terrain.div_ceil(2) * 2,
        RoadCost::HalfTerrainAtLeastOne => (terrain.div_ceil(2) * 2).max(2),
        RoadCost::Terrain => return off_road,
    };
    let on_road = on_road + 2 * work_cost(game, state, MoveClass::Leader, from, to).unwrap_or(0);
    Some(off_road.map_or(on_road, |points| points.min(on_road)))
}

/// The breastwork on a hexside, whichever hex it stands in. [GB 15.21]
pub fn work_between(game: &Gbacw, state: &State, a: Hex, b: Hex) -> Option<HexsideKind> {
    (protects(game, state, a, b) || protects(game, state, b, a)).then_some(game.tables.chart.breastwork)
}

/// Whether a finished breastwork in `hex` covers the side towards a neighbour. [GB 15.21]
pub fn protects(game: &Gbacw, state: &State, hex: Hex, towards: Hex) -> bool {
    state
        .work_at(hex)
        .any(|work| work.turns == 0 && game.scenario.map.grid.front(hex, work.facing).contains(towards))
}

fn work_cost(game: &Gbacw, state: &State, class: MoveClass, from: Hex, to: Hex) -> Option<u8> {
    match work_between(game, state, from, to) {
        Some(kind) => game.tables.chart.hexside(kind).crossing_cost(class, false),
        None => Some(0),
    }
}

/// Whether units on foot could never cross between two hexes. [GB 9.52, 11.12]
pub fn is_impassable(game: &Gbacw, state: &State, unit: Unit, from: Hex, to: Hex) -> bool {
    let Some(direction) = game.scenario.map.grid.direction(from, to) else { return true };
    let side = game.scenario.map.side(from, direction);
    let class = class(game, state, unit);
    // Shock and the advance after it may go over a bridge or ford. [GB 9.44]
    side.crossing.is_none()
        && side.road.is_none()
        && by_terrain(game, state, class, from, direction).is_none()
}
