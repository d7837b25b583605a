//! Works, fatigue, wheels, guns near the enemy, reserve distances, victory points. [GB 6.31, 9.55, 15.1, 17]
//!
//! API: [`fatigue_modifier`], [`raise_fatigue`], [`rest`], [`activation_fatigue`], [`march_fatigue`],
//! [`shock_fatigue`], [`forces_advance`], [`wheel_breaks`], [`may_build_work`], [`work_turns`], [`near_enemy_drm`],
//! [`near_enemy_guns_lost`], [`reserve_distance`], [`Losses`], [`loss_points`], [`victory_level`].

use crate::games::gbacw::map::Map;
use crate::games::gbacw::scenario::{Victory, VictoryLevel};
use crate::games::gbacw::tables::Tables;
use crate::games::gbacw::types::{Hex, Light, Rank};
use crate::games::gbacw::values::Half;

/// What a place on the fatigue track is worth as a modifier: half its number, rounded up. [GB 17.31, 17.33]
pub fn fatigue_modifier(tables: &Tables, level: u8) -> u8 {
    fatigue_number(tables, level).div_ceil(2)
}

/// The number printed at a place on the track.
pub fn fatigue_number(tables: &Tables, level: u8) -> u8 {
    let numbers = &tables.fatigue.numeric;
    numbers.get(usize::from(level)).or(numbers.last()).copied().unwrap_or(0)
}

/// The place after some levels more, never beyond the end. [GB 17.24, 17.25]
pub fn raise_fatigue(tables: &Tables, level: u8, by: u8) -> u8 {
    level.saturating_add(by).min(tables.fatigue.levels.len() as u8 - 1)
}

/// The place after a turn of rest. [GB 17.41, 17.42]
pub fn rest(tables: &Tables, level: u8, in_reserve: bool) -> u8 {
    let by = if in_reserve { tables.fatigue.rest_reserve } else { tables.fatigue.rest_idle };
    level.saturating_sub(by)
}

/// Levels gained by the n-th tiring activation of a turn; `gained` were gained that way already. [GB 17.22 cause 1, 17.23]
///
/// At night every tiring activation under Attack counts. [GB 16.12]
pub fn activation_fatigue(tables: &Tables, activation: u8, gained: u8, attacks_at_night: bool) -> u8 {
    let track = &tables.fatigue;
    let tires = activation > track.free_activations_per_turn
        || attacks_at_night && tables.light.night.attack_activation_fatigues;
    u8::from(tires && gained < track.activation_gain_cap_per_turn)
}

/// Levels gained by a march of some equivalents: roads are free longer. [GB 17.22 exceptions]
pub fn march_fatigue(tables: &Tables, equivalents: u8, only_roads: bool) -> u8 {
    let track = &tables.fatigue;
    let free = if only_roads { track.march_road_free_equivalents } else { track.free_activations_per_turn };
    equivalents.saturating_sub(free).min(track.activation_gain_cap_per_turn)
}

/// Levels gained by the n-th action phase of a turn in which the brigade took part in shock. [GB 17.22 cause 2]
pub fn shock_fatigue(tables: &Tables, phase: u8) -> u8 {
    u8::from(phase > u8::from(tables.fatigue.first_shock_phase_free))
}

/// Whether a brigade is too tired for anything but Advance. [GB 17.32]
pub fn forces_advance(tables: &Tables, level: u8) -> bool {
    tables.fatigue.level_4_forces_advance && usize::from(level) + 1 >= tables.fatigue.levels.len()
}

/// Whether a battery loses a gun to the road on its last equivalent. [GB 17.26]
pub fn wheel_breaks(tables: &Tables, equivalent: u8, die: u8) -> bool {
    let wheels = &tables.wheels;
    equivalent >= wheels.march_equivalent && (wheels.lose_gun_on_min..=wheels.lose_gun_on_max).contains(&die)
}

/// Turns a breastwork takes. [GB 15.13]
pub fn work_turns(tables: &Tables, light: Light) -> u8 {
    if light == Light::Night { tables.breastworks.turns_night } else { tables.breastworks.turns_day }
}

/// Whether ground and timber allow a breastwork here, one or two standing already. [GB 15.12]
pub fn may_build_work(tables: &Tables, map: &Map, hex: Hex, standing: u8) -> bool {
    let works = &tables.breastworks;
    let is = |hex: Hex, list: &[String]| list.contains(&map.terrain_record(&tables.chart, hex).id);
    let timber = map.grid.within(hex, u32::from(works.material_within_hexes));
    standing < works.max_per_hex
        && !is(hex, &works.forbidden_terrain)
        && timber.into_iter().any(|near| is(near, &works.material_terrain))
}

/// Whether a brigade is fresh enough to build, or to go on building. [GB 15.14, 17.34]
pub fn fresh_enough_to_build(tables: &Tables, level: u8, begun: bool) -> bool {
    let number = fatigue_number(tables, level);
    if begun {
        number < tables.breastworks.fatigue_interrupt_at
    } else {
        number <= tables.breastworks.fatigue_max_to_build
    }
}

/// What the enemy near guns adds to their check. [GB 9.55 option 2]
pub fn near_enemy_drm(tables: &Tables, enemies_in_sight: u8, within_two: bool) -> i8 {
    let table = &tables.artillery_near_enemy;
    let each = table.option2_drm_per_enemy_unit_with_los.saturating_mul(enemies_in_sight.min(60) as i8);
    each.saturating_add(if within_two { table.option2_drm_within_2 } else { 0 })
}

/// Guns lost by a battery that failed that check. [GB 9.55 option 2]
///
/// Half of what it failed by if that is more than two, rounded down, and one more if it was disordered.
pub fn near_enemy_guns_lost(tables: &Tables, roll: i8, cohesion: u8, disordered: bool) -> u8 {
    let failed_by = roll - cohesion as i8;
    if failed_by <= 0 {
        return 0;
    }
    let more = if disordered { tables.artillery_near_enemy.option2_already_disordered_extra_guns } else { 0 };
    (if failed_by > 2 { failed_by as u8 / 2 } else { 0 }) + more
}

/// How far the enemy must be for a command to go into reserve. [GB 6.31]
pub fn reserve_distance(tables: &Tables, in_sight: bool, light: Light) -> u8 {
    let reserve = &tables.reserve;
    match (light, in_sight) {
        (Light::Night, _) => reserve.min_hexes_night,
        (_, true) => reserve.min_hexes_in_los,
        (_, false) => reserve.min_hexes_out_of_los,
    }
}

/// What one side lost, for the other's points.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    pub sp: u16,
    /// Strength of units routed at the end.
    pub routed_sp: u16,
    /// Guns lost, abandoned ones included.
    pub guns: u16,
    /// Leaders lost: army, corps, division, brigade.
    pub leaders: [u16; 4],
}

impl Losses {
    pub fn lose_leader(&mut self, rank: Rank) {
        self.leaders[usize::from(rank.depth())] += 1;
    }
}

/// Points the enemy scores for losses, in quarters so that half of half a point counts.
pub fn loss_points(victory: &Victory, losses: &Losses) -> i32 {
    let whole = |points: Half, count: u16| i32::from(points.0) * 2 * i32::from(count);
    let routed = i32::from(victory.sp_loss.0)
        * i32::from(victory.routed_at_end_factor.0)
        * i32::from(losses.routed_sp);
    let leaders: i32 =
        victory.leader_loss.iter().zip(losses.leaders).map(|(&points, lost)| whole(points, lost)).sum();
    whole(victory.sp_loss, losses.sp) + routed + whole(victory.gun_loss, losses.guns) + leaders
}

/// The level of a victory by its margin in whole points; beyond the bands the last one counts.
pub fn victory_level(victory: &Victory, margin: u16) -> &VictoryLevel {
    let level = victory.levels.iter().find(|level| margin <= level.margin_max).or(victory.levels.last());
    level.expect("scenarios are checked to have levels")
}
