//! Chapter 10.1, 10.6: what a unit has to fire with at a target.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::combat_tables::WeaponRecord;
use super::super::field::{brigade_of, class, enemies, facing_in, friends, light, parts, refusal_in, stack};
use super::super::los::{InTheWay, fire_blocked, in_field_of_fire, shell_blocked, too_steep_for_guns};
use super::super::state::{Act, Ammo, ShotKind, Standing, State, Status};
use super::super::types::{Arm, Hex, Light, MoveClass, Refusal, Unit, Weapon};
use super::ch10_given::{Unfired, unfired};
use super::ch16_night;
use crate::set::Index;

/// What one unit part or gun section may fire: through the ordinary front, and through the refused side.
#[derive(Copy, Clone, Debug)]
pub struct Allotment {
    pub unit: Unit,
    pub part: u8,
    pub front: u8,
    pub refused: u8,
}

/// Strength for fire: led horses take their men. [GB 14.25] Extended units count by parts. [GB 8.44]
pub fn fire_strength(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> u8 {
    let piece = &state.units[unit];
    let full = effective_sp(game, state, unit);
    if !piece.is_extended() {
        return full;
    }
    let hexes = parts(game, state, unit);
    let count = hexes.len() as u8;
    let place = hexes.iter().position(|&part| part == hex).unwrap_or(0) as u8;
    full / count + u8::from(place < full % count)
}

/// Strength points less one horse holder for each full four of dismounted cavalry. [GB 14.25]
pub fn effective_sp(game: &Gbacw, state: &State, unit: Unit) -> u8 {
    let piece = &state.units[unit];
    let full = piece.strength();
    if game.arm(unit) == Arm::Cavalry && !piece.is_mounted() {
        return full - full / game.tables.combat.ratio.horse_holders_per_sp;
    }
    full
}

/// How the firepower of a hex is shared out from the top of its stack, each unit and section for itself.
/// [GB 8.31, 8.32, 8.33, 7.34, 10.14]
pub fn allotments(game: &Gbacw, state: &State, hex: Hex) -> Allotments {
    shared_out(game, state, hex, false)
}

type Allotments = ArrayVec<Allotment, 40>;

/// [`allotments`], also as they were when a wing was still bent.
fn shared_out(game: &Gbacw, state: &State, hex: Hex, was_bent: bool) -> Allotments {
    let caps = &game.tables.combat.caps;
    let units = stack(game, state, hex);
    let has_guns = units.iter().any(|&unit| game.is_artillery(unit));
    let has_others = units.iter().any(|&unit| !game.is_artillery(unit));
    let mut left = match (has_guns, has_others) {
        (true, false) => caps.artillery_alone_guns,
        (true, true) => caps.mixed_total_sp,
        _ => caps.infantry_or_dismounted_sp,
    };
    let mut mounted_left = if has_guns { caps.mixed_mounted_sp } else { caps.mounted_cavalry_sp };
    let mut rows = Allotments::new();
    for (place, &unit) in units.iter().enumerate() {
        if game.is_artillery(unit) {
            // Guns with other units fire from the top only; a whole battery may, even above the limit.
            if has_others && place > 0 {
                continue;
            }
            let sections = state.units[unit].sp;
            for (part, guns) in sections.into_iter().enumerate() {
                let allowed = if has_others { guns } else { guns.min(left) };
                left = left.saturating_sub(guns);
                push_row(&mut rows, unit, part, allowed);
            }
            continue;
        }
        let strength = fire_strength(game, state, unit, hex);
        let part = parts(game, state, unit).iter().position(|&part| part == hex).unwrap_or(0);
        let mut allowed = strength.min(left);
        if class(game, state, unit) == MoveClass::Cavalry {
            allowed = allowed.min(mounted_left);
            mounted_left = mounted_left.saturating_sub(strength);
        }
        left = left.saturating_sub(strength);
        push_row(&mut rows, unit, part, allowed);
    }
    let is_bent = |&unit: &Unit| refusal_in(game, state, unit, hex) != Refusal::None;
    if was_bent || units.iter().any(is_bent) {
        share_refused(&mut rows);
    }
    rows
}

fn push_row(rows: &mut Allotments, unit: Unit, part: usize, allowed: u8) {
    if allowed > 0 && !rows.is_full() {
        rows.push(Allotment { unit, part: part as u8, front: allowed, refused: 0 });
    }
}

/// Half of the hex's fire, rounded down, goes through the refused side, the ordinary front filling first. [GB 7.34]
fn share_refused(rows: &mut [Allotment]) {
    let sum: u8 = rows.iter().map(|row| row.front).sum();
    let (mut ahead, mut aside) = (sum.div_ceil(2), sum / 2);
    for row in rows {
        let allowed = row.front;
        row.front = allowed.min(ahead);
        ahead -= row.front;
        row.refused = (allowed - row.front).min(aside);
        aside -= row.refused;
    }
}

pub fn weapon(game: &Gbacw, unit: Unit, section: usize) -> Option<&WeaponRecord> {
    let record = &game.scenario.oob.units[unit.index()];
    let weapon: Weapon = match record.weapon {
        Some(weapon) => weapon,
        None => record.sections.get(section)?.weapon,
    };
    Some(game.tables.combat.weapon(weapon))
}

/// Why a unit cannot fire whatever the target is. [GB 6.13, 10.33, 10.61, 10.69, 12.34]
fn is_silent(game: &Gbacw, state: &State, unit: Unit, section: usize) -> bool {
    let piece = &state.units[unit];
    let is_gun = game.is_artillery(unit);
    !piece.is_present()
        || !game.tables.order(piece.order).may_react_fire
        || is_gun && (piece.is_disordered() || piece.has(Status::JUST_MANNED))
        || piece.ammo(if is_gun { section } else { 0 }) == Ammo::Out
        || state.formations[brigade_of(game, state, unit)].has(Standing::RESERVE)
}

/// Whether a part may fire at a hex, and if so whether through its refused side. [GB 10.12, 10.16, 10.2, 10.67]
pub fn aim(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    section: usize,
    from: Hex,
    target: Hex,
    kind: ShotKind,
) -> Option<bool> {
    let weapon = weapon(game, unit, section)?;
    let grid = &game.scenario.map.grid;
    let range = grid.distance(from, target);
    let is_gun = game.is_artillery(unit);
    let light = light(game, state);
    let mut most = ch16_night::max_range(game, light, weapon.max_range);
    if class(game, state, unit) == MoveClass::Cavalry && kind == ShotKind::Active {
        // Riders on the move fire at two hexes at most. [GB 14.24]
        most = most.min(2);
    }
    if range == 0 || range > u32::from(most) || !game.sight.can_see(from, target) {
        return None;
    }
    if light == Light::Night && range >= u32::from(game.tables.combat.fire_drm.night_impossible_from) {
        return None;
    }
    let facing = facing_in(game, state, unit, from);
    let refused = if in_field_of_fire(&game.sight, from, facing, Refusal::None, target) {
        false
    } else if in_field_of_fire(&game.sight, from, facing, refusal_in(game, state, unit, from), target) {
        true
    } else {
        return None;
    };
    let side = game.side(unit);
    let (own, enemy) = (friends(state, side), enemies(state, side));
    let map = &game.scenario.map;
    let chart = &game.tables.chart;
    let is_shell = is_gun && range > u32::from(game.tables.combat.fire_drm.canister_max_range);
    if is_shell {
        if shell_blocked(grid, chart, from, target, own) {
            return None;
        }
    } else if range > 1
        && fire_blocked(map, chart, &game.sight, from, target, &InTheWay { own, enemy, by_artillery: is_gun })
    {
        return None;
    }
    if is_gun && kind != ShotKind::PreShock && too_steep_for_guns(map, chart, from, target) {
        return None;
    }
    Some(refused)
}

/// The parts of a unit that can fire at a target, with their strength. Bit 6 marks the refused side.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Salvo {
    pub parts: u8,
    pub strength: u8,
    pub from: Option<Hex>,
    pub refused: bool,
}

pub const REFUSED_BIT: u8 = 1 << 6;
/// Others fire this shot together with the one who declared it.
pub const JOINED_BIT: u8 = 1 << 7;
/// One of those others: its strength is in the shot that it joins.
pub const ALONG_BIT: u8 = 1 << 5;

/// Everything of a unit that can still fire at a target. [GB 8.45, 10.63]
pub fn salvo(game: &Gbacw, state: &State, unit: Unit, target: Hex, kind: ShotKind) -> Salvo {
    salvo_of(game, state, unit, target, kind, u8::MAX)
}

/// [`salvo`] of some parts or sections only.
pub fn salvo_of(game: &Gbacw, state: &State, unit: Unit, target: Hex, kind: ShotKind, wanted: u8) -> Salvo {
    let left = if kind == ShotKind::Active { unfired(state, unit) } else { Unfired::ALL };
    salvo_left(game, state, unit, target, kind, left.only(wanted))
}

/// What a unit can fire at a target of all that it has left.
pub fn salvo_left(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    target: Hex,
    kind: ShotKind,
    left: Unfired,
) -> Salvo {
    let mut salvo = Salvo::default();
    let piece = &state.units[unit];
    for (place, hex) in parts(game, state, unit).into_iter().enumerate() {
        if piece.is_column() && place > 0 {
            break;
        }
        // Small arms have one aim, and mostly none: found out before the fire of the hex is shared out.
        if !game.is_artillery(unit)
            && (is_silent(game, state, unit, 0) || aim(game, state, unit, 0, hex, target, kind).is_none())
        {
            continue;
        }
        for row in shared_out(game, state, hex, left.halved >> place & 1 == 1) {
            if row.unit != unit || (left.front | left.aside) >> row.part & 1 == 0 {
                continue;
            }
            let section = usize::from(row.part);
            if is_silent(game, state, unit, section) {
                continue;
            }
            let Some(refused) = aim(game, state, unit, section, hex, target, kind) else { continue };
            let (unfired, strength) =
                if refused { (left.aside, row.refused) } else { (left.front, row.front) };
            let is_used = unfired >> row.part & 1 == 0;
            if is_used || strength == 0 || salvo.parts != 0 && salvo.refused != refused {
                continue;
            }
            salvo.parts |= 1 << row.part;
            salvo.strength += strength;
            salvo.refused = refused;
            salvo.from.get_or_insert(hex);
        }
    }
    salvo
}

/// Whether a unit's doubled fire is possible: rapid guns, canister range, no movement. [GB 10.61, 10.68, 9.62, 10.67]
pub fn can_double(game: &Gbacw, state: &State, unit: Unit, salvo: Salvo, target: Hex) -> bool {
    let piece = &state.units[unit];
    let Some(from) = salvo.from else { return false };
    game.is_artillery(unit)
        && !piece.did(Act::MOVED.or(Act::TURNED_GUNS))
        && !piece.did(Act::STARTED_BELOW)
        && game.scenario.map.grid.distance(from, target)
            <= u32::from(game.tables.combat.fire_drm.canister_max_range)
        && !too_steep_for_guns(&game.scenario.map, &game.tables.chart, from, target)
        && (0..4).any(|section| {
            salvo.parts >> section & 1 == 1
                && weapon(game, unit, section).is_some_and(|weapon| weapon.rapid_fire)
        })
}

/// Guns of the sections that may fire again. [GB 10.68]
pub fn rapid_guns(game: &Gbacw, state: &State, unit: Unit, parts: u8) -> u8 {
    (0..4)
        .filter(|&section| parts >> section & 1 == 1)
        .filter(|&section| weapon(game, unit, section).is_some_and(|weapon| weapon.rapid_fire))
        .map(|section| state.units[unit].sp[section])
        .sum()
}

/// Whether a unit fires twice with Spencers: in good order, not mounted. [GB 14.3]
pub fn is_repeater(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    !game.is_artillery(unit)
        && !piece.is_disordered()
        && !piece.is_mounted()
        && weapon(game, unit, 0).is_some_and(|weapon| weapon.repeater)
}
