//! What moving costs: terrain, hexsides, roads, facing, allowances, charge paths. [GB 7.2, 9.2, 9.4, 11.54, 17.31]
//!
//! API: [`Costs::new`] with `by_terrain` and `by_road` (an [`Entry`] in halves of a movement point, or none if closed),
//! [`Costs::best`]; [`across_work`], [`facing_cost`], [`allowance`], [`is_charge_path`].

use super::chart::{Chart, CrossingCost, RoadCost};
use super::map::Map;
use super::tables::Tables;
use super::types::{Arm, Direction, Disorder, Hex, MoveClass, OrderKind};
use super::values::{Cost, DisorderCode, Half};
use crate::set::Index;

/// What entering a hex costs, in halves of a movement point, and whether it may disorder.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub halves: u8,
    pub disorder: Disorder,
}

/// Entry costs of every hex from every side, for each class and order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    terrain: [Vec<[Option<Entry>; 6]>; 4],
    /// March and Advance; Attack never uses roads.
    road: [[Vec<[Option<Entry>; 6]>; 2]; 4],
}

impl Costs {
    pub fn new(map: &Map, chart: &Chart) -> Costs {
        let table = |cost: &dyn Fn(Hex, Direction) -> Option<Entry>| -> Vec<[Option<Entry>; 6]> {
            map.grid.hexes().map(|hex| Direction::ALL.map(|direction| cost(hex, direction))).collect()
        };
        Costs {
            terrain: MoveClass::ALL
                .map(|class| table(&|hex, side| terrain_entry(map, chart, class, hex, side))),
            road: MoveClass::ALL.map(|class| {
                [OrderKind::March, OrderKind::Advance]
                    .map(|order| table(&|hex, side| road_entry(map, chart, class, order, hex, side)))
            }),
        }
    }

    /// The cost of entering the hex on that side of `from` over open ground, or none if closed. [GB 9.41]
    #[inline]
    pub fn by_terrain(&self, class: MoveClass, from: Hex, direction: Direction) -> Option<Entry> {
        self.terrain[class.index()][from.index()][direction.index()]
    }

    /// The cost along a road, trail, bridge or ford, or none if there is none for this order. [GB 9.43, 9.45]
    ///
    /// Units under Advance need March stacking to use it (8.13).
    #[inline]
    pub fn by_road(
        &self,
        class: MoveClass,
        order: OrderKind,
        from: Hex,
        direction: Direction,
    ) -> Option<Entry> {
        let order = match order {
            OrderKind::March => 0,
            OrderKind::Advance => 1,
            OrderKind::Attack => return None,
        };
        self.road[class.index()][order][from.index()][direction.index()]
    }

    /// The cheaper of road and terrain; leaders always take it, whatever their orders. [GB 9.31]
    pub fn best(&self, class: MoveClass, order: OrderKind, from: Hex, direction: Direction) -> Option<Entry> {
        let terrain = self.by_terrain(class, from, direction);
        let order = if class == MoveClass::Leader { OrderKind::March } else { order };
        let road = self.by_road(class, order, from, direction);
        [road, terrain].into_iter().flatten().min_by_key(|entry| entry.halves)
    }
}

/// Hex and hexside costs add up; anything prohibited closes the way. [GB 9.41, 9.42]
fn terrain_entry(
    map: &Map,
    chart: &Chart,
    class: MoveClass,
    from: Hex,
    direction: Direction,
) -> Option<Entry> {
    let to = map.grid.neighbour(from, direction)?;
    let terrain = map.terrain_record(chart, to);
    let mut cost = terrain.cost.get(class, Cost(Some(0))).0?;
    let mut disorder = chart.disorder(map.terrain(to), class);
    let side = map.side(from, direction);
    let up = map.level(to) > map.level(from);
    for kind in [side.slope, side.water, side.barrier].into_iter().flatten() {
        let hexside = chart.hexside(kind);
        cost += hexside.crossing_cost(class, up)?;
        disorder = disorder.max(hexside.disorder.get(class, DisorderCode::default()).0);
    }
    Some(Entry { halves: cost * 2, disorder })
}

/// Roads cost the same over any ground and never disorder; trails cost half the hex. [GB 9.44]
fn road_entry(
    map: &Map,
    chart: &Chart,
    class: MoveClass,
    order: OrderKind,
    from: Hex,
    direction: Direction,
) -> Option<Entry> {
    let to = map.grid.neighbour(from, direction)?;
    let side = map.side(from, direction);
    let road = &chart.roads[usize::from(side.road?)];
    let written = if order == OrderKind::March { road.march } else { road.advance };
    let half_hex = || half_terrain(chart, map, class, to);
    let mut halves = match written {
        RoadCost::Fixed(Half(halves)) => u8::try_from(halves).ok()?,
        RoadCost::HalfTerrain => half_hex(),
        RoadCost::HalfTerrainAtLeastOne => half_hex().max(2),
        RoadCost::Terrain => return None,
    };
    if let Some(crossing) = side.crossing {
        let crossing = &chart.crossings[usize::from(crossing)];
        match if order == OrderKind::March { crossing.march } else { crossing.advance } {
            CrossingCost::Road => {}
            CrossingCost::Extra(costs) => halves += 2 * costs.get(class, Cost(Some(0))).0?,
            CrossingCost::Prohibited => return None,
        }
    }
    Some(Entry { halves, disorder: Disorder::None })
}

/// Half the hex cost rounded up, in halves. Ground closed to the class counts as for the slowest that may enter it.
fn half_terrain(chart: &Chart, map: &Map, class: MoveClass, hex: Hex) -> u8 {
    let costs = &map.terrain_record(chart, hex).cost;
    let of = |class: MoveClass| costs.get(class, Cost(Some(0))).0;
    let slowest = || MoveClass::ALL.into_iter().filter_map(of).max();
    let full = of(class).or_else(slowest).unwrap_or(1);
    full.div_ceil(2) * 2
}

/// The entry with a breastwork on the hexside: its cost counts on roads too. [GB 15.22]
pub fn across_work(chart: &Chart, class: MoveClass, entry: Entry) -> Option<Entry> {
    let work = chart.hexside(chart.breastwork);
    let extra = work.crossing_cost(class, false)?;
    let disorder = entry.disorder.max(work.disorder.get(class, DisorderCode::default()).0);
    Some(Entry { halves: entry.halves + 2 * extra, disorder })
}

/// The cost of turning by some corners in one hex, in movement points. [GB 7.21, 7.22]
///
/// One corner is free, more cost one point; under Attack in woods every corner costs, a full turn only one point.
pub fn facing_cost(tables: &Tables, corners: u8, order: OrderKind, in_woods: bool, along_road: bool) -> u8 {
    let movement = &tables.movement;
    if corners == 0 || along_road {
        0
    } else if order == OrderKind::Attack && in_woods {
        let each = corners * movement.attack_woods_facing_cost_per_vertex;
        if corners >= 3 { each.min(movement.extra_facing_cost) } else { each }
    } else if corners > movement.free_facing_vertices_per_hex {
        movement.extra_facing_cost
    } else {
        0
    }
}

/// What shapes a unit's movement allowance in one activation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct AllowanceInput {
    /// Printed on the side of the counter that is up.
    pub printed: u8,
    pub arm: Arm,
    /// Guns attached to an attacking brigade have Advance (9.24).
    pub order: OrderKind,
    pub blown: bool,
    /// Mounted or dismounted at the start of this activation.
    pub changed_formation: bool,
    /// Guns that fire in this activation.
    pub fires: bool,
    /// The modifier of the brigade's fatigue, zero for guns.
    pub fatigue: u8,
}

/// Movement points for an activation, in halves. [GB 9.24, 10.61, 11.58, 14.22, 17.31]
pub fn allowance(tables: &Tables, input: &AllowanceInput) -> u8 {
    let mut points = input.printed;
    if input.blown {
        points = tables.blown_cavalry.ma_factor.of_rounded_up(points);
    }
    if input.changed_formation {
        points = tables.movement.mount_dismount_ma_factor.of_rounded_up(points);
    }
    points = tables.order(input.order).ma_factor.of_rounded_up(points);
    points = points.saturating_sub(input.fatigue);
    if input.arm == Arm::Artillery && input.fires {
        // Exactly half: guns may spend the odd half point on a road.
        return u8::try_from(i16::from(points) * tables.movement.artillery_fire_ma_factor.0).unwrap_or(0);
    }
    points * 2
}

/// Whether charging cavalry may enter the hex on that side of `from` on its charge path. [GB 11.54]
///
/// Hex and hexside must cost one point together; streams may be crossed besides.
pub fn is_charge_path(map: &Map, chart: &Chart, from: Hex, direction: Direction) -> bool {
    let Some(to) = map.grid.neighbour(from, direction) else { return false };
    let terrain = map.terrain_record(chart, to);
    let side = map.side(from, direction);
    let up = map.level(to) > map.level(from);
    let forbidden = |kind| chart.hexside(kind).charge_path_forbidden;
    if terrain.charge_path_forbidden || [side.water, side.barrier].into_iter().flatten().any(forbidden) {
        return false;
    }
    let hexsides = [side.slope, side.barrier].into_iter().flatten();
    let cost = hexsides.map(|kind| chart.hexside(kind).crossing_cost(MoveClass::Cavalry, up)).try_fold(
        terrain.cost.get(MoveClass::Cavalry, Cost(None)).0,
        |sum: Option<u8>, cost| -> Result<Option<u8>, ()> { Ok(sum.zip(cost).map(|(sum, cost)| sum + cost)) },
    );
    cost == Ok(Some(1))
}
