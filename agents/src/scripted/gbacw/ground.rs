//! What a scenario never changes, computed once: the ways to its goals, and what fire is worth by strength and range.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::state::UnitState;
use warlab_engine::games::gbacw::types::{Direction, Disorder, Hex, HexSet, Location, MoveClass, Side, Unit};
use warlab_engine::games::gbacw::values::Cost;
use warlab_engine::set::Index;

/// The most goals that are looked at.
pub const MOST_GOALS: usize = 24;

/// Fire is looked at up to this range.
pub const RANGES: usize = 13;

/// Modifiers of fire from here up have a place in the tables of worth.
const LOWEST: i8 = -10;
const MODIFIERS: usize = 21;
const STRENGTHS: usize = 17;

/// The cohesion that a target is thought to have when nobody looks closer.
const USUAL_COHESION: i8 = 6;

/// Ground that foot cannot enter still has a way round it.
const DETOUR: u8 = 8;

/// A victory location, or the hexes by which one side may leave for points.
#[derive(Clone, Debug)]
pub struct Goal {
    pub location: Option<Location>,
    pub exit: Option<Side>,
    /// Victory points, for each strength point if it is an exit.
    pub points: f32,
    /// Movement points on foot from every hex.
    way: Vec<u8>,
}

impl Goal {
    #[inline]
    pub fn way(&self, hex: Hex) -> usize {
        usize::from(self.way[hex.index()])
    }
}

#[derive(Clone, Debug)]
pub struct Ground {
    pub goals: Vec<Goal>,
    /// Modifier by range of each unit's best weapon; none beyond its reach.
    reach: Vec<[Option<i8>; RANGES]>,
    /// Mean loss and disorder of canister and small arms, then of shell, by strength and modifier.
    worth: [Vec<[f32; 2]>; 2],
    /// What terrain takes from fire at small arms and canister.
    cover: Vec<i8>,
    /// How much of a goal is felt at a distance.
    felt: [f32; 256],
}

impl Ground {
    /// `reach` is the distance in movement points over which a goal's pull falls to a third.
    pub fn new(game: &Gbacw, reach: f32) -> Self {
        let victory = &game.scenario.victory;
        let map = &game.scenario.map;
        let mut goals: Vec<Goal> = victory
            .locations
            .iter()
            .map(|value| Goal {
                location: Some(value.location),
                exit: None,
                points: f32::from(value.vp.0) / 2.0,
                way: ways_to(game, map.locations[value.location.index()].hexes),
            })
            .collect();
        goals.extend(victory.exits.iter().map(|exit| Goal {
            location: None,
            exit: Some(exit.side),
            points: f32::from(exit.vp_per_sp.0) / 2.0,
            way: ways_to(game, exit.hexes),
        }));
        goals.truncate(MOST_GOALS);
        let cover = |hex: Hex| map.terrain_record(&game.tables.chart, hex).fire_small_arms;
        Ground {
            goals,
            reach: game.units().map(|unit| ranges(game, unit)).collect(),
            worth: [table_of_worth(game, false), table_of_worth(game, true)],
            cover: map.grid.hexes().map(cover).collect(),
            felt: std::array::from_fn(|way| (-(way as f32) / reach.max(0.1)).exp()),
        }
    }

    #[inline]
    pub fn felt(&self, way: usize) -> f32 {
        self.felt[way.min(255)]
    }

    /// What the ground of a hex takes from fire of small arms at it.
    #[inline]
    pub fn cover(&self, hex: Hex) -> i8 {
        self.cover[hex.index()]
    }

    /// The modifier of a unit's fire at a range, none if it does not reach so far.
    #[inline]
    fn range_drm(&self, unit: Unit, range: u32) -> Option<i8> {
        *self.reach[unit.index()].get(range as usize)?
    }

    /// Strength points and disorder that a unit's fire at a hex costs a usual target on average.
    pub fn fire(&self, game: &Gbacw, unit: Unit, piece: &UnitState, range: u32, target: Hex) -> [f32; 2] {
        let Some(drm) = self.range_drm(unit, range) else { return [0.0; 2] };
        let is_gun = game.is_artillery(unit);
        if is_gun && piece.is_disordered() {
            return [0.0; 2];
        }
        let shell = is_gun && range > u32::from(game.tables.combat.fire_drm.canister_max_range);
        let shaken = i8::from(piece.is_disordered());
        self.mean_fire(shell, piece.strength(), drm + self.cover(target) - shaken)
    }

    #[inline]
    fn mean_fire(&self, shell: bool, strength: u8, drm: i8) -> [f32; 2] {
        let row = (i32::from(drm) - i32::from(LOWEST)).clamp(0, MODIFIERS as i32 - 1) as usize;
        let column = usize::from(strength).min(STRENGTHS - 1);
        self.worth[usize::from(shell)][column * MODIFIERS + row]
    }
}

/// Shortest ways on foot to a set of hexes; roads cost one point.
fn ways_to(game: &Gbacw, goal: HexSet) -> Vec<u8> {
    let map = &game.scenario.map;
    let mut best = vec![u8::MAX; map.grid.count_hexes()];
    let mut open = BinaryHeap::new();
    for hex in goal {
        best[hex.index()] = 0;
        open.push(Reverse((0u8, hex.0)));
    }
    while let Some(Reverse((way, hex))) = open.pop() {
        let hex = Hex(hex);
        if way > best[hex.index()] {
            continue;
        }
        for direction in Direction::ALL {
            let Some(from) = map.grid.neighbour(hex, direction) else { continue };
            let side = map.side(hex, direction);
            let terrain = map.terrain_record(&game.tables.chart, hex);
            let bare = terrain.cost.get(MoveClass::Infantry, Cost(Some(1))).0.unwrap_or(DETOUR);
            let rough = u8::from(side.slope.is_some()) + u8::from(side.water.is_some());
            let cost = if side.road.is_some() { 1 } else { bare.max(1) + rough };
            let longer = way.saturating_add(cost);
            if longer < best[from.index()] {
                best[from.index()] = longer;
                open.push(Reverse((longer, from.0)));
            }
        }
    }
    best
}

fn ranges(game: &Gbacw, unit: Unit) -> [Option<i8>; RANGES] {
    let record = game.scenario.oob.unit(unit);
    let weapons = record.weapon.into_iter().chain(record.sections.iter().map(|section| section.weapon));
    let mut best = [None; RANGES];
    for weapon in weapons {
        let weapon = game.tables.combat.weapon(weapon);
        for (range, place) in best.iter_mut().enumerate().skip(1) {
            *place = (*place).max(weapon.at_range(range as u8));
        }
    }
    best
}

fn table_of_worth(game: &Gbacw, shell: bool) -> Vec<[f32; 2]> {
    let combat = &game.tables.combat;
    let table = if shell { &combat.shell } else { &combat.small_arms };
    let mut worth = Vec::with_capacity(STRENGTHS * MODIFIERS);
    for strength in 0..STRENGTHS as u8 {
        for drm in LOWEST..LOWEST + MODIFIERS as i8 {
            let mut mean = [0.0f32; 2];
            for face in 0..10i8 {
                let result = combat.result(table.result(strength, face + drm));
                let failed = match result.disorder {
                    Disorder::None => 0.0,
                    Disorder::Check => f32::from((9 - USUAL_COHESION + result.check_drm).clamp(0, 10)) / 10.0,
                    Disorder::Automatic => 1.0,
                };
                mean[0] += f32::from(result.loss) / 10.0;
                mean[1] += failed / 10.0;
            }
            worth.push(if strength == 0 { [0.0; 2] } else { mean });
        }
    }
    worth
}
