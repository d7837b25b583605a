//! Shock: strength, ratio, position, modifiers, result, what comes after. [GB 11.3, 11.4, 11.5, 11.6, 11.7]

use super::stack::{shock_strength_of_guns, without_horse_holders};
use crate::games::gbacw::chart::Chart;
use crate::games::gbacw::combat_tables::ShockBand;
use crate::games::gbacw::map::Map;
use crate::games::gbacw::tables::Tables;
use crate::games::gbacw::types::{Arm, Direction, Hex, Modifiers, total};
use crate::games::gbacw::values::Half;

/// A unit in shock. Guns attack never (11.61) and defend only on top or alone.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ShockUnit {
    pub sp: u8,
    pub arm: Arm,
    pub mounted: bool,
    /// Guns: not under other units, not abandoned. [GB 11.63]
    pub on_top_or_alone: bool,
}

/// Attacking strength in halves. [GB 11.43, 11.55, 14.25]
///
/// Charging cavalry doubles against flank or rear; mounted cavalry halves into woods or town; both may apply.
pub fn attack_strength(
    tables: &Tables,
    units: &[ShockUnit],
    cavalry_charge_at_flank_or_rear: bool,
    into_woods_or_town: bool,
) -> u16 {
    let ratio = &tables.combat.ratio;
    units
        .iter()
        .map(|unit| match unit.arm {
            Arm::Infantry => 2 * u16::from(unit.sp),
            Arm::Cavalry if unit.mounted => {
                let mut quarters = 4 * i32::from(unit.sp);
                if cavalry_charge_at_flank_or_rear {
                    quarters = scaled(quarters, ratio.cavalry_charge_flank_or_rear_multiplier);
                }
                if into_woods_or_town {
                    quarters = scaled(quarters, ratio.cavalry_vs_woods_or_town_multiplier);
                }
                (quarters / 2).max(0) as u16
            }
            Arm::Cavalry => 2 * u16::from(without_horse_holders(tables, unit.sp)),
            Arm::Artillery => 0,
        })
        .sum()
}

fn scaled(number: i32, factor: Half) -> i32 {
    number * i32::from(factor.0) / 2
}

/// Defending strength of one hex in halves. [GB 11.43, 11.63, 14.25]
pub fn defence_strength(tables: &Tables, units: &[ShockUnit], in_woods_or_town: bool) -> u16 {
    let guns: u8 = units
        .iter()
        .filter(|unit| unit.arm == Arm::Artillery && unit.on_top_or_alone)
        .map(|unit| unit.sp)
        .fold(0, u8::saturating_add);
    let others = units.iter().filter(|unit| unit.arm != Arm::Artillery).copied();
    let others: u16 = others.map(|unit| attack_strength(tables, &[unit], false, in_woods_or_town)).sum();
    others + 2 * u16::from(shock_strength_of_guns(tables, guns))
}

/// The step of the ratio table, as its index. [GB 11.43]
///
/// Rounded to the attacker only if all attackers moved, the defender has no favourable terrain and this is no
/// continued shock.
pub fn ratio(tables: &Tables, attacker: u16, defender: u16, favour_attacker: bool) -> usize {
    let steps = &tables.combat.ratio.steps;
    let compare = |i: usize| {
        let step = &steps[i];
        (u64::from(attacker) * step.defender.0 as u64).cmp(&(step.attacker.0 as u64 * u64::from(defender)))
    };
    let last = steps.len() - 1;
    if favour_attacker {
        (0..=last).find(|&i| compare(i).is_le()).unwrap_or(last)
    } else {
        (0..=last).rev().find(|&i| compare(i).is_ge()).unwrap_or(0)
    }
}

/// Through which hexsides one defending hex is attacked. A refused side counts as front. [GB 11.44, 7.34]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct HexPosition {
    pub front: bool,
    pub flank: bool,
    pub rear: bool,
    pub surrounded: bool,
}

/// The position modifier of the defending hexes: the best for the defender. [GB 11.44, 11.42]
pub fn position(tables: &Tables, hexes: &[HexPosition]) -> (&'static str, i8) {
    let drm = &tables.combat.shock_drm;
    let of = |hex: &HexPosition| match (hex.front, hex.flank, hex.rear) {
        _ if hex.surrounded => ("position_surrounded", drm.position_surrounded),
        (true, true, _) => ("position_front_and_flank", drm.position_front_and_flank),
        (false, true, true) => ("position_flank_and_rear", drm.position_flank_and_rear),
        (true, false, true) => ("position_front_and_rear", drm.position_front_and_rear),
        (false, true, false) => ("position_flank", drm.position_flank),
        (false, false, true) => ("position_rear", drm.position_rear),
        (_, false, false) => ("position_front", 0),
    };
    hexes.iter().map(of).min_by_key(|&(_, value)| value).unwrap_or(("position_front", 0))
}

/// Terrain of a defending hex against an attack from a neighbour.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ShockTerrain {
    /// Hex, slope, water, crossing and barrier together, without the breastwork.
    pub ground: i8,
    /// Whether a breastwork counts: it is the best barrier on this side.
    pub breastwork: bool,
}

/// What the ground gives the defender; `work` says a finished breastwork covers this side. [GB 11.42, 15.23]
///
/// On one hexside only the best of fence, wall, embankment and breastwork counts.
pub fn shock_terrain(tables: &Tables, map: &Map, defender: Hex, from: Direction, work: bool) -> ShockTerrain {
    let chart: &Chart = &tables.chart;
    let side = map.side(defender, from);
    let below =
        map.grid.neighbour(defender, from).is_some_and(|attacker| map.level(attacker) < map.level(defender));
    let slope = side.slope.map_or(0, |kind| {
        let record = chart.hexside(kind);
        if below { record.shock_up } else { record.shock_down }
    });
    let water = match side.crossing {
        Some(crossing) => chart.crossings[usize::from(crossing)].shock,
        None => side.water.map_or(0, |kind| chart.hexside(kind).shock),
    };
    let barrier = side.barrier.map_or(0, |kind| chart.hexside(kind).shock);
    let breastwork = work && tables.combat.shock_drm.defender_breastwork <= barrier;
    let ground =
        map.terrain_record(chart, defender).shock + slope + water + if breastwork { 0 } else { barrier };
    ShockTerrain { ground, breastwork }
}

impl ShockTerrain {
    /// Whether the defender has a terrain modifier in his favour. [GB 11.43, 11.55]
    pub fn favours_defender(self) -> bool {
        self.ground < 0 || self.breastwork
    }

    /// What it is worth in all.
    pub fn value(self, tables: &Tables) -> i8 {
        self.ground + if self.breastwork { tables.combat.shock_drm.defender_breastwork } else { 0 }
    }
}

/// Everything that modifies one shock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ShockInput {
    /// In halves, from [`attack_strength`] and [`defence_strength`].
    pub attacker: u16,
    pub defender: u16,
    /// From [`position`].
    pub position: (&'static str, i8),
    /// Attacking hexes in the front of an enemy who is not attacked here. [GB 11.44]
    pub exposed_attackers: u8,
    /// The best terrain for the defender over all attacking hexes.
    pub terrain: ShockTerrain,
    pub all_attackers_moved: bool,
    pub all_charged_on_foot: bool,
    pub cavalry_charge: bool,
    pub countercharge: bool,
    pub attackers_mounted: bool,
    /// A unit attacks beside its Aggressive brigadier. [GB 11.72]
    pub aggressive_brigadier: bool,
    /// No declaring unit of the brigade is with its brigadier; never for defenders who go on. [GB 11.72]
    pub no_brigadier: bool,
    /// 0 in the first shock, then 1, 2 and so on. [GB 11.47]
    pub continued: u8,
    pub attacker_disordered: bool,
    pub defender_disordered: bool,
    /// Modifiers of fatigue: the worst attacker, the least tired defender. [GB 11.42, 17.31]
    pub fatigue_attacker: u8,
    pub fatigue_defender: u8,
}

/// Whether the ratio is rounded in the attacker's favour. [GB 11.43]
pub fn favours_attacker(input: &ShockInput) -> bool {
    input.all_attackers_moved && !input.terrain.favours_defender() && input.continued == 0
}

/// The modifiers of a shock in the order of the card; all add up. [GB 11.42]
pub fn modifiers(tables: &Tables, input: &ShockInput) -> Modifiers {
    let drm = &tables.combat.shock_drm;
    let first = input.continued == 0;
    let mut list = Modifiers::new();
    let mut add = |name: &'static str, value: i8, applies: bool| {
        if applies && value != 0 {
            list.push((name, value));
        }
    };
    let step = ratio(tables, input.attacker, input.defender, favours_attacker(input));
    add("ratio", tables.combat.ratio.steps[step].drm, true);
    let (name, value) = input.position;
    add(name, value, true);
    let exposed = drm.position_exposed_attacker.saturating_mul(input.exposed_attackers as i8);
    add("position_exposed_attacker", exposed, value > 0);
    add("infantry_charge", drm.infantry_charge, input.all_charged_on_foot && first);
    let open = !input.terrain.favours_defender();
    add("cavalry_charge", drm.cavalry_charge, input.cavalry_charge && first && open && !input.countercharge);
    let against_foot = input.countercharge && !input.attackers_mounted;
    add("countercharge_vs_infantry", drm.countercharge_vs_infantry, against_foot && first);
    add("aggressive_brigadier", drm.aggressive_brigadier, input.aggressive_brigadier);
    add("no_brigadier", drm.no_brigadier, input.no_brigadier);
    add("continued_shock", drm.continued_shock.saturating_mul(input.continued as i8), true);
    add("attacker_disordered", drm.attacker_disordered, input.attacker_disordered);
    add("defender_disordered", drm.defender_disordered, input.defender_disordered);
    add("defender_breastwork", drm.defender_breastwork, input.terrain.breastwork);
    add("terrain", input.terrain.ground, true);
    add("fatigue_attacker", -(input.fatigue_attacker as i8), true);
    add("fatigue_defender", input.fatigue_defender as i8, true);
    list
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShockRoll<'a> {
    pub ratio: &'a str,
    pub modifiers: Modifiers,
    pub modified: i8,
    pub band: &'a ShockBand,
}

/// One shock with its die. [GB 11.45]
pub fn resolve<'a>(tables: &'a Tables, input: &ShockInput, die: u8) -> ShockRoll<'a> {
    let modifiers = modifiers(tables, input);
    let modified = die as i8 + total(&modifiers);
    let step = ratio(tables, input.attacker, input.defender, favours_attacker(input));
    let band = tables.combat.shock_band(modified);
    ShockRoll { ratio: &tables.combat.ratio.steps[step].id, modifiers, modified, band }
}

/// What modifies the defender's check before shock. [GB 11.37]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PreshockInput {
    pub marches: bool,
    pub mounted: bool,
    pub disordered: bool,
    /// Charged by cavalry and not countercharging.
    pub cavalry_charge: bool,
    pub favourable_terrain: bool,
    pub behind_work: bool,
    pub attacked_flank: bool,
    pub attacked_rear: bool,
    pub leader_stars: u8,
    pub fatigue: u8,
}

/// The modifiers of the check before shock, added to the die. [GB 11.37, 11.55, 11.73, 15.23]
pub fn preshock_modifiers(tables: &Tables, input: &PreshockInput) -> Modifiers {
    let drm = &tables.combat.preshock_drm;
    let mut list = Modifiers::new();
    let mut add = |name: &'static str, value: i8, applies: bool| {
        if applies && value != 0 {
            list.push((name, value));
        }
    };
    add("march_orders", drm.march_orders, input.marches);
    let shaken = input.cavalry_charge && !input.mounted && !input.favourable_terrain;
    add("cavalry_charge", drm.cavalry_charge, shaken);
    add("breastwork", drm.breastwork, input.behind_work);
    // Flank and rear do not add up: the worse one counts.
    let rear_is_worse = drm.attacked_rear >= drm.attacked_flank;
    let rear = input.attacked_rear && (rear_is_worse || !input.attacked_flank);
    add("attacked_rear", drm.attacked_rear, rear);
    add("attacked_flank", drm.attacked_flank, input.attacked_flank && !rear);
    add("disordered", drm.disordered, input.disordered);
    add("leader_stars", drm.leader_stars.saturating_mul(input.leader_stars as i8), true);
    add("fatigue", input.fatigue as i8, true);
    list
}

/// What the check before shock comes to.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum PreshockOutcome {
    Stands,
    Disordered,
    /// Disordered before: look up the second disorder table.
    SecondDisorder,
    Routed,
    Abandoned,
}

/// The outcome of the check before shock for the top unit. [GB 11.37, 11.62]
pub fn preshock_outcome(passed: bool, marches: bool, artillery: bool, disordered: bool) -> PreshockOutcome {
    match (passed, marches) {
        (true, false) => PreshockOutcome::Stands,
        (true, true) => PreshockOutcome::Disordered,
        (false, true) if artillery => PreshockOutcome::Abandoned,
        (false, true) => PreshockOutcome::Routed,
        (false, false) if disordered && artillery => PreshockOutcome::Abandoned,
        (false, false) if disordered => PreshockOutcome::SecondDisorder,
        (false, false) => PreshockOutcome::Disordered,
    }
}

/// What shock does to a participant when all is over. [GB 11.48]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum AfterShock {
    Nothing,
    Disordered,
    /// One point for the whole stack, if any in it was disordered before.
    StackLosesOne,
    Blown,
}

/// The automatic disorder after shock of one unit that took part and was not routed. [GB 11.48, 12.35d]
pub fn after_shock(attacker: bool, arm: Arm, mounted: bool, disordered_before: bool) -> AfterShock {
    match (arm, mounted) {
        (Arm::Artillery, _) => AfterShock::Nothing,
        (Arm::Cavalry, true) if disordered_before => AfterShock::Blown,
        (Arm::Cavalry, true) => AfterShock::Disordered,
        _ if !attacker => AfterShock::Nothing,
        _ if disordered_before => AfterShock::StackLosesOne,
        _ => AfterShock::Disordered,
    }
}
