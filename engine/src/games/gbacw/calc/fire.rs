//! Fire: modifiers, prepared fire, ranges by light, ammunition, the result. [GB 10.5, 10.6, 10.8, 10.9, 14.3, 16.1]

use crate::games::gbacw::chart::{Chart, HexsideClass};
use crate::games::gbacw::combat_tables::{FireResult, WeaponClass};
use crate::games::gbacw::map::Map;
use crate::games::gbacw::tables::{LightEffects, Tables};
use crate::games::gbacw::types::{
    Direction, Hex, Light, Modifiers, MoveClass, OrderKind, ResultCode, Weapon, total,
};
use crate::games::gbacw::values::banded;

/// Ammunition of a unit or section. [GB 10.69]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Ammo {
    #[default]
    Full,
    Low,
    Out,
}

impl Ammo {
    /// One level worse. [GB 10.69, 10.91]
    #[must_use]
    pub fn spent(self) -> Ammo {
        match self {
            Ammo::Full => Ammo::Low,
            Ammo::Low | Ammo::Out => Ammo::Out,
        }
    }

    /// One level better, by a resupply action. [GB 10.92]
    #[must_use]
    pub fn resupplied(self) -> Ammo {
        match self {
            Ammo::Out => Ammo::Low,
            Ammo::Low | Ammo::Full => Ammo::Full,
        }
    }
}

/// Guns beyond canister range fire shell. [GB 10.67]
pub fn is_shell(tables: &Tables, class: WeaponClass, range: u8) -> bool {
    class == WeaponClass::Artillery && range > tables.combat.fire_drm.canister_max_range
}

/// The effects of the light; none by day. [GB 16.1]
pub fn light_effects(tables: &Tables, light: Light) -> Option<&LightEffects> {
    match light {
        Light::Day => None,
        Light::Dawn => Some(&tables.light.dawn),
        Light::Dusk => Some(&tables.light.dusk),
        Light::Night => Some(&tables.light.night),
    }
}

/// A leader's command range in this light. [GB 16.11, 16.12]
pub fn command_range(tables: &Tables, range: u8, light: Light) -> u8 {
    light_effects(tables, light).map_or(range, |effects| effects.command_factor.of_rounded_up(range))
}

/// The range modifier of weapons that fire together: the worst of them; none if one cannot reach. [GB 10.64]
pub fn weapons_range_drm(tables: &Tables, weapons: &[Weapon], range: u8) -> Option<i8> {
    let mut worst: Option<i8> = None;
    for &weapon in weapons {
        let drm = tables.combat.weapon(weapon).at_range(range)?;
        worst = Some(worst.map_or(drm, |other| other.min(drm)));
    }
    worst
}

/// Terrain of the target against one line of fire.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TargetTerrain {
    pub hex: i8,
    pub hexside: i8,
    pub slope: i8,
    /// Level of the firer minus level of the target.
    pub above: i8,
}

/// Terrain modifiers of the map: hex, the best barrier on the sides where fire enters, slope. [GB 10.81]
///
/// At range 1 the slope symbol counts, beyond it the difference of level. Along a corner the target takes the
/// better side. Only the best barrier counts and a breastwork is one too: pass its modifier separately.
pub fn target_terrain(
    map: &Map,
    chart: &Chart,
    firer: Hex,
    target: Hex,
    entered: impl Iterator<Item = Direction>,
    shell: bool,
) -> TargetTerrain {
    let terrain = map.terrain_record(chart, target);
    let above = map.level(firer) as i8 - map.level(target) as i8;
    let range = map.grid.distance(firer, target);
    let mut hexside = 0;
    let mut slope = if range > 1 { *banded(&chart.elevation.rows, above) } else { 0 };
    for direction in entered {
        let side = map.side(target, direction);
        for kind in [side.water, side.barrier].into_iter().flatten() {
            let record = chart.hexside(kind);
            debug_assert!(record.kind != HexsideClass::Slope);
            hexside = hexside.min(if shell { record.fire_shell } else { record.fire_small_arms });
        }
        if range == 1
            && let Some(kind) = side.slope
        {
            let record = chart.hexside(kind);
            slope = if above < 0 { record.fire_up } else { record.fire_down };
        }
    }
    let hex = if shell { terrain.fire_shell } else { terrain.fire_small_arms };
    TargetTerrain { hex, hexside, slope, above }
}

/// Everything that modifies one shot. Flags that do not apply stay false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FireInput {
    /// Strength after the caps of 8.31.
    pub strength: u8,
    pub class: WeaponClass,
    pub range: u8,
    /// From [`weapons_range_drm`].
    pub range_drm: i8,
    pub terrain: TargetTerrain,
    pub light: Light,
    /// The line of fire leaves through the firer's own finished breastwork, and not by its corner.
    pub from_behind_work: bool,
    /// Fire enters through the target's finished breastwork.
    pub at_work: bool,
    /// The class of the target on top.
    pub target: MoveClass,
    pub target_inactive: bool,
    /// Foot and mounted strength in the target hex, for shell. [GB 8.34]
    pub target_sp: u8,
    pub target_guns_alone: bool,
    pub target_marches: bool,
    pub flank: bool,
    pub firer_mounted: bool,
    pub firer_disordered: bool,
    pub firer_green: bool,
    pub prepared: bool,
    pub ammo: Ammo,
    /// Guns that move in this phase, or came to the top of their stack during it.
    pub guns_moved: bool,
    /// Guns that turned in reaction.
    pub guns_turned: bool,
    /// Guns before shock at a neighbour two levels away.
    pub guns_two_levels: bool,
    /// Modifier of the brigade's fatigue, zero or positive, none for guns.
    pub fatigue: u8,
}

impl FireInput {
    /// A plain shot by day with nothing special about it.
    pub fn plain(strength: u8, class: WeaponClass, range: u8, range_drm: i8) -> FireInput {
        FireInput {
            strength,
            class,
            range,
            range_drm,
            terrain: TargetTerrain::default(),
            light: Light::Day,
            from_behind_work: false,
            at_work: false,
            target: MoveClass::Infantry,
            target_inactive: true,
            target_sp: 5,
            target_guns_alone: false,
            target_marches: false,
            flank: false,
            firer_mounted: false,
            firer_disordered: false,
            firer_green: false,
            prepared: false,
            ammo: Ammo::Full,
            guns_moved: false,
            guns_turned: false,
            guns_two_levels: false,
            fatigue: 0,
        }
    }
}

/// What the target's breastwork takes off. [GB 15.23]
fn work_drm(tables: &Tables, input: &FireInput) -> i8 {
    let shell = is_shell(tables, input.class, input.range);
    let shelters = input.at_work && !shell && matches!(input.target, MoveClass::Infantry);
    if shelters { tables.combat.fire_drm.breastwork_target_small_arms_canister } else { 0 }
}

/// The fire of one line from two of its hexes: of the hexsides crossed the target has the better ones, and the firer has
/// what both hexes give. [GB 8.45]
pub fn combined(tables: &Tables, one: FireInput, other: FireInput) -> FireInput {
    let hexsides =
        |input: &FireInput| work_drm(tables, input).min(input.terrain.hexside) + input.terrain.slope;
    let (best, rest) = if hexsides(&other) < hexsides(&one) { (other, one) } else { (one, other) };
    FireInput {
        range: best.range.max(rest.range),
        range_drm: best.range_drm.min(rest.range_drm),
        from_behind_work: best.from_behind_work && rest.from_behind_work,
        flank: best.flank && rest.flank,
        prepared: best.prepared && rest.prepared,
        ..best
    }
}

/// The modifiers of a shot in the order printed; all add up. [GB 10.81]
pub fn modifiers(tables: &Tables, input: &FireInput) -> Modifiers {
    let drm = &tables.combat.fire_drm;
    let shell = is_shell(tables, input.class, input.range);
    let small_arms = input.class == WeaponClass::SmallArms;
    let mut list = Modifiers::new();
    let mut add = |name: &'static str, value: i8, applies: bool| {
        if applies && value != 0 {
            list.push((name, value));
        }
    };
    add("range", input.range_drm, true);
    add("terrain", input.terrain.hex, true);
    // On one hexside only the best of fence, wall, embankment and breastwork counts.
    let work = work_drm(tables, input);
    if work <= input.terrain.hexside {
        add("breastwork_target", work, true);
    } else {
        add("hexside", input.terrain.hexside, true);
    }
    let downhill = shell && input.terrain.above > 0;
    add("slope", input.terrain.slope, !downhill);
    add("shell_target_lower_level", drm.shell_target_lower_level, downhill);
    add("breastwork_firer", drm.breastwork_firer_small_arms, input.from_behind_work && small_arms);
    add("massed_target", drm.massed_target_shell, shell && input.target_sp >= drm.massed_min_sp);
    let dispersed = input.target_sp <= drm.dispersed_max_sp && !input.target_guns_alone;
    add("dispersed_target", drm.dispersed_target_shell, shell && dispersed);
    let still_horses = input.target == MoveClass::Cavalry && input.target_inactive;
    add("target_inactive_mounted_cavalry", drm.target_inactive_mounted_cavalry, still_horses);
    add("firer_mounted_cavalry", drm.firer_mounted_cavalry, input.firer_mounted);
    let light = light_effects(tables, input.light);
    // Steady fire by those who stand. [GB 10.53]
    let steady = light.is_none_or(|effects| effects.prepared_fire);
    add("prepared_fire", drm.prepared_fire, input.prepared && small_arms && steady);
    add("firer_disordered", drm.firer_disordered, input.firer_disordered);
    add("flank_fire", drm.flank_fire, input.flank && !input.target_marches && !shell);
    add("artillery_moved", drm.artillery_moved_or_became_top, input.guns_moved && !small_arms);
    add("artillery_turned", drm.artillery_reaction_after_facing_change, input.guns_turned && !small_arms);
    add(
        "artillery_two_levels",
        drm.artillery_preshock_two_level_adjacent,
        input.guns_two_levels && !small_arms,
    );
    add("firer_green", drm.firer_green, input.firer_green);
    add("low_ammo", drm.low_ammo, input.ammo == Ammo::Low);
    match input.light {
        Light::Day => {}
        Light::Dawn | Light::Dusk => add("dawn_dusk", drm.dawn_dusk_beyond_1_hex, input.range > 1),
        Light::Night => add("night", night_drm(tables, input.range), true),
    }
    add("fatigue", -(input.fatigue as i8), true);
    list
}

/// The cumulative modifier of darkness. [GB 16.12]
fn night_drm(tables: &Tables, range: u8) -> i8 {
    let rows = &tables.combat.fire_drm.night_by_range;
    rows.iter().rev().find(|&&(from, _)| from <= range).map_or(0, |&(_, drm)| drm)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FireOutcome {
    pub modifiers: Modifiers,
    pub modified: i8,
    pub code: ResultCode,
    pub result: FireResult,
    /// Every unit in the target hex takes the result by itself. [GB 10.67]
    pub each_unit: bool,
}

/// One shot with its die. [GB 10.17]
pub fn resolve(tables: &Tables, input: &FireInput, die: u8) -> FireOutcome {
    let modifiers = modifiers(tables, input);
    let modified = die as i8 + total(&modifiers);
    let shell = is_shell(tables, input.class, input.range);
    let table = if shell { &tables.combat.shell } else { &tables.combat.small_arms };
    let code = table.result(input.strength, modified);
    FireOutcome { modifiers, modified, code, result: tables.combat.result(code), each_unit: shell }
}

/// Who may claim prepared fire. [GB 10.52]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PreparedInput {
    pub weapon: Weapon,
    pub range: u8,
    pub class: MoveClass,
    pub is_infantry: bool,
    pub active: bool,
    pub order: OrderKind,
    pub disordered: bool,
    pub spent_points: bool,
    pub restacked: bool,
    pub advanced_or_retreated: bool,
    pub in_extended_column: bool,
    /// Turned a corner to fire.
    pub turned: bool,
    pub in_woods: bool,
}

/// Whether fire is prepared. [GB 10.51, 10.52, 7.22]
///
/// Active dismounted cavalry never is; a corner turned in woods under Attack costs points and so spoils it.
pub fn is_prepared(tables: &Tables, input: &PreparedInput) -> bool {
    let weapon = tables.combat.weapon(input.weapon);
    let kind = if input.active { input.is_infantry } else { input.class == MoveClass::Infantry };
    let spoiled_turn = input.turned && input.in_woods && input.order == OrderKind::Attack && input.active;
    weapon.class == WeaponClass::SmallArms
        && input.range <= weapon.prepared_range
        && kind
        && input.order != OrderKind::March
        && !(input.disordered
            || input.spent_points
            || input.restacked
            || input.advanced_or_retreated
            || input.in_extended_column
            || spoiled_turn)
}

/// What a natural die does to the ammunition of guns; doubled fire exhausts them. [GB 10.68, 10.69]
pub fn gun_ammo_after(tables: &Tables, ammo: Ammo, dice: &[u8], doubled: bool) -> Ammo {
    let table = &tables.combat.ammo;
    if doubled && dice.iter().any(|die| table.doubled_fire_out_on_unmodified.contains(die)) {
        return Ammo::Out;
    }
    dice.iter().filter(|die| table.guns_low_on_unmodified.contains(die)).fold(ammo, |ammo, _| ammo.spent())
}

/// The optional depletion of small arms; never mounted cavalry. [GB 10.91]
pub fn small_arms_ammo_after(tables: &Tables, ammo: Ammo, die: u8, mounted: bool, depletion: bool) -> Ammo {
    let star = tables.combat.ammo.optional_small_arms_low_on_unmodified.contains(&die);
    if star && depletion && !mounted { ammo.spent() } else { ammo }
}

/// A Spencer jams on the star of its second shot. [GB 14.33]
pub fn spencer_second_shot(tables: &Tables, ammo: Ammo, die: u8) -> Ammo {
    if tables.combat.ammo.spencer_second_fire_out_on_unmodified.contains(&die) { Ammo::Out } else { ammo }
}

/// Whether own units beside the target must check for fire over their heads. [GB 10.26]
pub fn friendly_fire_check(tables: &Tables, die: u8) -> bool {
    die <= tables.combat.ammo.friendly_fire_check_on_unmodified_max
}
