//! Chapters 10.8, 10.9 and 8.35: rolling the shots that were declared, and what they do to a stack.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::calc::fire::{
    self, FireInput, PreparedInput, friendly_fire_check, gun_ammo_after, small_arms_ammo_after,
    spencer_second_shot, target_terrain, weapons_range_drm,
};
use super::super::combat_tables::{FireResult, WeaponClass};
use super::super::field::{
    Parts, Stack, arc_towards, brigade_of, class, faces, facing_in, friends, is_cavalry_mounted, light,
    parts, refusal_in, stack, stands_in, tiredness,
};
use super::super::los::{endangered_by_fire, is_flank_fire, too_steep_for_guns};
use super::super::phase::Phase;
use super::super::state::{Act, Ammo, MOST_SHOTS, Shot, ShotKind, Standing, State, Status};
use super::super::types::{
    Arc, Arm, Disorder, Facing, Hex, HexSet, OrderKind, ResultCode, Unit, UnitSet, Weapon, total,
};
use super::ch02_cohesion::check;
use super::ch09_terrain::protects;
use super::ch10_salvo::{ALONG_BIT, JOINED_BIT, effective_sp};
use super::ch11_declare::is_attacked_in;
use super::ch12_losses::{
    Cause, Suffered, disorder, extra_loss, lose, lose_from_top, risk_leaders, risk_leaders_of, suffer_blown,
};
use super::tell;
use crate::chance::{Chance, Die};
use crate::event::BattleRow;
use crate::player::Player;
use crate::set::Index;

/// Rolls the next group of shots and lays out their results; ends when all are done. Work.
pub fn roll_shots<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    let group =
        state.shots.iter().flatten().filter(|shot| shot.result.is_none()).map(|shot| shot.group).min();
    let Some(group) = group else {
        state.shots = [None; MOST_SHOTS];
        state.answer_to = None;
        state.pop();
        return;
    };
    let mut rolled = ArrayVec::<u8, MOST_SHOTS>::new();
    let mut strayed = None;
    for index in 0..MOST_SHOTS {
        let Some(shot) = state.shots[index] else { continue };
        if shot.group != group || shot.result.is_some() {
            continue;
        }
        if shot.parts & ALONG_BIT != 0 {
            state.shots[index] = Some(Shot { result: Some(0), ..shot });
            continue;
        }
        if let Some(die) = roll(game, state, index, shot, chance)
            && friendly_fire(game, state, &shot, die, chance)
        {
            strayed = Some(shot.target);
        }
        rolled.push(index as u8);
    }
    end_fire(game, state);
    for index in rolled.into_iter().rev() {
        state.push(Phase::ApplyShot { index });
    }
    if let Some(target) = strayed {
        // Before the results: what it did is done with the roll.
        state.retreat_from = target;
        state.push(Phase::Settle);
    }
}

/// Whether a shot declared earlier can still be fired. [GB 10.45, 14.31, 14.38, ruling 49]
fn can_still_fire(game: &Gbacw, state: &State, shot: &Shot) -> bool {
    let piece = &state.units[shot.firer];
    let is_there = piece.is_present() && stands_in(game, state, shot.firer, shot.from);
    let disordered_guns = game.is_artillery(shot.firer) && piece.is_disordered();
    shot.group == 0 || is_there && !disordered_guns && !piece.did(Act::RETREAT)
}

/// What is left of a shot when its turn comes; if its unit cannot fire any more, one of those who joined it may.
/// [GB 10.15, 10.45]
fn still_fired(game: &Gbacw, state: &State, shot: Shot) -> Option<Shot> {
    if shot.group == 0 {
        return Some(shot);
    }
    let others = joined(game, state, &shot);
    let mut able = others.iter().chain([&shot]).rev().filter(|own| can_still_fire(game, state, own));
    let left = able.clone().map(|own| points_left(game, state, own)).fold(0, u8::saturating_add);
    let first = able.next()?;
    let parts = first.parts & !ALONG_BIT | shot.parts & JOINED_BIT;
    Some(Shot { firer: first.firer, parts, strength: shot.strength.min(left), ..shot })
}

/// What a unit has for a shot: its guns in the sections that fire, or its points.
fn points_left(game: &Gbacw, state: &State, shot: &Shot) -> u8 {
    if !game.is_artillery(shot.firer) {
        return effective_sp(game, state, shot.firer);
    }
    let sections = state.units[shot.firer].sp;
    sections.iter().enumerate().filter(|(i, _)| shot.parts >> i & 1 == 1).map(|(_, guns)| guns).sum()
}

/// Rolls for a shot and notes its result; tells the natural face if there was somebody to fire at.
fn roll<C: Chance>(game: &Gbacw, state: &mut State, index: usize, shot: Shot, chance: &mut C) -> Option<u8> {
    let nothing = 0;
    let Some(shot) = still_fired(game, state, shot) else {
        state.shots[index] = Some(Shot { result: Some(nothing), strength: 0, ..shot });
        return None;
    };
    let targets = targets_of(game, state, &shot);
    let Some(&top) = targets.first() else {
        // The hex is empty: the shot counts as fired, and its die may still cost ammunition. [GB 10.41]
        let cost = ammo_cost(game, state, &shot, chance.roll(Die::D10));
        state.shots[index] = Some(Shot { result: Some(nothing), cost, ..shot });
        return None;
    };
    let input = fire_input(game, state, &shot, top);
    let die = chance.roll(Die::D10);
    let outcome = fire::resolve(&game.tables, &input, die);
    let storm = weather(game, state, input.range);
    let code = if storm == 0 {
        outcome.code
    } else {
        let table =
            if outcome.each_unit { &game.tables.combat.shell } else { &game.tables.combat.small_arms };
        table.result(shot.strength, outcome.modified + storm)
    };
    tell(chance, "fire_result", "10.81", || {
        let list: Vec<String> =
            outcome.modifiers.iter().map(|(name, value)| format!("{name} {value:+}")).collect();
        format!(
            "{} at {}: {die} becomes {} ({}), result {}.",
            game.name(shot.firer),
            game.hex(shot.target),
            outcome.modified + storm,
            list.join(", "),
            game.tables.combat.result_id(code)
        )
    });
    let result = game.tables.combat.result(code);
    chance.battle(|| {
        let side = game.side(shot.firer);
        BattleRow {
            kind: "fire",
            place: game.hex(shot.target).to_string(),
            attacker: Player(side as u8),
            defender: Some(Player(side.other() as u8)),
            winner: None,
            values: vec![
                i32::from(shot.strength),
                0,
                i32::from(input.range),
                i32::from(die),
                i32::from(total(&outcome.modifiers) + storm),
                i32::from(outcome.modified + storm),
                i32::from(result.rank),
                i32::from(result.loss),
                shot.kind as i32,
            ],
        }
    });
    let cost = ammo_cost(game, state, &shot, die);
    state.shots[index] = Some(Shot { result: Some(code.0), cost, ..shot });
    Some(die)
}

/// What a thunderstorm and smoke do to fire at a range. [GB 5.31]
pub fn weather(game: &Gbacw, state: &State, range: u8) -> i8 {
    let (storm, smoke) = (&game.tables.thunderstorm, &game.tables.smoke);
    let in_storm = if state.storm > 0 { storm.fire_drm } else { 0 };
    let in_smoke = if state.smoke && range >= smoke.from_range { smoke.fire_drm } else { 0 };
    in_storm + in_smoke
}

/// Units that a shot hits: a unit that leaves is spared if others stay. [GB 10.44 exception]
pub fn targets_of(game: &Gbacw, state: &State, shot: &Shot) -> Stack {
    let mut targets = stack(game, state, shot.target);
    targets.retain(|unit| game.side(*unit) != game.side(shot.firer));
    let stays = |unit: &Unit| Some(*unit) != state.mover && !state.units[*unit].has(Status::ALONG);
    if shot.kind == ShotKind::Parting && targets.iter().any(stays) {
        targets.retain(|unit| stays(unit));
    }
    if shot.kind == ShotKind::PreShock {
        // Fire before shock strikes those who attack the firer, then other attackers, whatever lies above them; foot
        // and horse of one hex may attack different enemies. [GB 10.43, 8.35, 11.38]
        let rank = |unit: Unit| match state.units[unit].combat.checked_sub(1) {
            Some(index) if is_attacked_in(game, state, shot.firer, index) => 0,
            Some(_) => 1,
            None => 2,
        };
        let of_rank = |wanted| targets.iter().copied().filter(move |&unit| rank(unit) == wanted);
        return (0..3).flat_map(of_rank).collect();
    }
    targets
}

/// The hexes from which a shot is fired: several if a line combines its fire. [GB 8.45]
pub fn fired_from(game: &Gbacw, state: &State, shot: &Shot) -> Parts {
    let fires = |(place, hex)| (shot.parts >> place & 1 == 1).then_some(hex);
    let own = parts(game, state, shot.firer);
    let all: Parts = own.into_iter().enumerate().filter_map(fires).collect();
    let is_there = state.units[shot.firer].is_line() && all.contains(&shot.from);
    if is_there { all } else { Parts::from_iter([shot.from]) }
}

/// Everything that modifies the shot; leaders do not. [GB 8.45, 10.81, 11.71]
pub fn fire_input(game: &Gbacw, state: &State, shot: &Shot, top: Unit) -> FireInput {
    let first = input_from(game, state, shot, top);
    fired_from(game, state, shot)
        .into_iter()
        .filter(|&from| from != shot.from)
        .map(|from| input_from(game, state, &Shot { from, ..*shot }, top))
        .fold(first, |all, next| fire::combined(&game.tables, all, next))
}

/// [`fire_input`] of the hex that the shot names.
fn input_from(game: &Gbacw, state: &State, shot: &Shot, top: Unit) -> FireInput {
    let firer = shot.firer;
    let piece = &state.units[firer];
    let grid = &game.scenario.map.grid;
    let range = grid.distance(shot.from, shot.target) as u8;
    let is_gun = game.is_artillery(firer);
    // Whoever fires together takes the worst of everything. [GB 10.64, 10.82]
    let mut weapons = ArrayVec::<Weapon, 16>::new();
    let mut worst = Ammo::Full;
    let joined = joined(game, state, shot);
    for own in joined.iter().chain([shot]) {
        let theirs = &game.scenario.oob.units[own.firer.index()];
        let fires = |section: &usize| theirs.weapon.is_some() || own.parts >> section & 1 == 1;
        for section in (0..theirs.sections.len().max(1)).filter(fires) {
            let weapon = theirs.weapon.or_else(|| theirs.sections.get(section).map(|record| record.weapon));
            if let Some(weapon) = weapon.filter(|weapon| !weapons.contains(weapon) && !weapons.is_full()) {
                weapons.push(weapon);
            }
            worst = worst.max(state.units[own.firer].ammo(section));
        }
    }
    let any = |test: &dyn Fn(Unit) -> bool| test(firer) || joined.iter().any(|other| test(other.firer));
    let is_disordered = any(&|unit| state.units[unit].is_disordered());
    let is_green = any(&|unit| game.scenario.oob.units[unit.index()].green);
    let fatigue = joined
        .iter()
        .map(|other| tiredness(game, state, other.firer))
        .fold(tiredness(game, state, firer), i8::max);
    let weapon_class = if is_gun { WeaponClass::Artillery } else { WeaponClass::SmallArms };
    let is_shell = fire::is_shell(&game.tables, weapon_class, range);
    let range_drm = weapons_range_drm(&game.tables, &weapons, range).unwrap_or(-4);
    let entered = game.sight.sides(shot.target, shot.from);
    let terrain =
        target_terrain(&game.scenario.map, &game.tables.chart, shot.from, shot.target, entered, is_shell);
    let target = &state.units[top];
    let in_hex = stack(game, state, shot.target);
    let target_sp: u8 = in_hex
        .iter()
        .filter(|&&unit| !game.is_artillery(unit))
        .map(|&unit| super::ch10_salvo::fire_strength(game, state, unit, shot.target))
        .sum();
    let facing = facing_in(game, state, top, shot.target);
    let flank = is_flank(game, state, top, shot, facing);
    let is_active_firer = shot.kind == ShotKind::Active;
    let prepared = !any(&|unit| !is_prepared(game, state, unit, shot.from, shot.target, is_active_firer));
    FireInput {
        strength: shot.strength,
        class: weapon_class,
        range,
        range_drm,
        terrain,
        light: light(game, state),
        from_behind_work: sides_all(game, shot.from, shot.target, |hex| {
            protects(game, state, shot.from, hex)
        }),
        at_work: game
            .sight
            .sides(shot.target, shot.from)
            .filter_map(|side| grid.neighbour(shot.target, side))
            .any(|hex| protects(game, state, shot.target, hex)),
        target: class(game, state, top),
        target_inactive: game.side(top) != state.active && is_cavalry_mounted(game, state, top),
        target_sp,
        target_guns_alone: in_hex.iter().all(|&unit| game.is_artillery(unit)),
        target_marches: target.order == OrderKind::March,
        flank,
        firer_mounted: piece.is_mounted(),
        firer_disordered: is_disordered,
        firer_green: is_green,
        prepared,
        ammo: worst,
        guns_moved: is_gun && any(&|unit| state.units[unit].did(Act::MOVED.or(Act::STARTED_BELOW))),
        guns_turned: is_gun && any(&|unit| state.units[unit].did(Act::TURNED_GUNS)),
        guns_two_levels: is_gun
            && shot.kind == ShotKind::PreShock
            && too_steep_for_guns(&game.scenario.map, &game.tables.chart, shot.from, shot.target),
        fatigue: fatigue as u8,
    }
}

/// Whether the fire of a unit is prepared, active or in reaction; never in the dark. [GB 10.52, 16.12]
pub fn is_prepared(game: &Gbacw, state: &State, unit: Unit, from: Hex, target: Hex, active: bool) -> bool {
    let piece = &state.units[unit];
    let Some(weapon) = game.scenario.oob.units[unit.index()].weapon else { return false };
    let input = PreparedInput {
        weapon,
        range: game.scenario.map.grid.distance(from, target) as u8,
        class: class(game, state, unit),
        is_infantry: game.arm(unit) == Arm::Infantry,
        active,
        order: piece.order,
        disordered: piece.is_disordered(),
        spent_points: active && piece.did(Act::MOVED),
        restacked: piece.did(Act::RESTACKED),
        advanced_or_retreated: piece.did(Act::SHIFTED),
        in_extended_column: piece.is_column(),
        turned: piece.did(Act::TURNED),
        in_woods: game.scenario.map.woods.contains(from),
    };
    let effects = fire::light_effects(&game.tables, light(game, state));
    effects.is_none_or(|effects| effects.prepared_fire) && fire::is_prepared(&game.tables, &input)
}

/// Those who fire a shot together with the one that declared it, as far as they still can. [GB 10.63, 10.82]
pub(super) fn joined(game: &Gbacw, state: &State, shot: &Shot) -> ArrayVec<Shot, MOST_SHOTS> {
    let mut others = ArrayVec::new();
    if shot.parts & JOINED_BIT == 0 {
        return others;
    }
    let joins = |other: &&Shot| {
        other.parts & ALONG_BIT != 0
            && (other.from, other.kind) == (shot.from, shot.kind)
            && other.firer != shot.firer
            && can_still_fire(game, state, &Shot { group: shot.group, ..**other })
    };
    others.extend(state.shots.iter().flatten().filter(joins).copied());
    others
}

/// Whether the line leaves through protected sides only. [GB 10.81 notes]
fn sides_all(game: &Gbacw, from: Hex, to: Hex, test: impl Fn(Hex) -> bool) -> bool {
    let grid = &game.scenario.map.grid;
    let mut any = false;
    for side in game.sight.sides(from, to) {
        let Some(hex) = grid.neighbour(from, side) else { return false };
        any = true;
        if !test(hex) {
            return false;
        }
    }
    any
}

fn is_flank(game: &Gbacw, state: &State, top: Unit, shot: &Shot, facing: Facing) -> bool {
    let piece = &state.units[top];
    if piece.is_column() {
        let mut sides = game.sight.sides(shot.target, shot.from);
        return sides.all(|side| arc_towards(game, state, top, shot.target, side) == Arc::Flank);
    }
    is_flank_fire(&game.sight, shot.from, shot.target, facing, refusal_in(game, state, top, shot.target))
}

/// What the natural face costs in ammunition. [GB 10.68, 10.69, 10.91, 14.33]
fn ammo_cost(game: &Gbacw, state: &State, shot: &Shot, die: u8) -> Ammo {
    let (tables, none) = (&game.tables, Ammo::Full);
    if game.is_artillery(shot.firer) {
        return gun_ammo_after(tables, none, &[die], shot.doubled);
    }
    let mounted = state.units[shot.firer].is_mounted();
    let cost = small_arms_ammo_after(tables, none, die, mounted, game.options.ammo_depletion);
    if shot.second { spencer_second_shot(tables, cost, die) } else { cost }
}

/// Those who have no shot left to roll pay for all they rolled, and have fired since they turned.
/// [GB 9.62, 10.69, 10.91, 14.33]
fn end_fire(game: &Gbacw, state: &mut State) {
    for index in 0..MOST_SHOTS {
        let Some(shot) = state.shots[index] else { continue };
        let goes_on = |other: &Shot| other.firer == shot.firer && other.result.is_none();
        if state.shots.iter().flatten().any(goes_on) {
            continue;
        }
        state.units[shot.firer].act.set(Act::TURNED_GUNS, false);
        if shot.cost != Ammo::Full {
            state.shots[index] = Some(Shot { cost: Ammo::Full, ..shot });
            spend_ammo(game, state, &shot);
        }
    }
}

/// Takes the ammunition that a shot cost from all who fired it.
fn spend_ammo(game: &Gbacw, state: &mut State, shot: &Shot) {
    let mut shot = *shot;
    // Sections that fired at one hex one by one pay together. [GB 10.65]
    for other in state.shots.iter().flatten() {
        if (other.firer, other.target) == (shot.firer, shot.target) {
            shot.parts |= other.parts & 0b1111;
        }
    }
    for own in joined(game, state, &shot).iter().chain([&shot]) {
        let is_gun = game.is_artillery(own.firer);
        let piece = &mut state.units[own.firer];
        for section in
            (0..4).filter(|section| if is_gun { own.parts >> section & 1 == 1 } else { *section == 0 })
        {
            let left = piece.ammo(section);
            piece.set_ammo(section, if shot.cost == Ammo::Out { Ammo::Out } else { left.spent() });
        }
    }
}

/// Own units over whose heads direct fire goes may be hit; tells whether any was disordered. [GB 10.26, 12.35]
fn friendly_fire<C: Chance>(game: &Gbacw, state: &mut State, shot: &Shot, die: u8, chance: &mut C) -> bool {
    let range = game.scenario.map.grid.distance(shot.from, shot.target);
    let is_shell =
        game.is_artillery(shot.firer) && range > u32::from(game.tables.combat.fire_drm.canister_max_range);
    if is_shell || !friendly_fire_check(&game.tables, die) {
        return false;
    }
    let own = friends(state, game.side(shot.firer));
    let lines = fired_from(game, state, shot).into_iter();
    let near = lines.fold(HexSet::EMPTY, |near, from| {
        near | endangered_by_fire(&game.scenario.map, from, shot.target, own)
    });
    let mut again = UnitSet::EMPTY;
    let mut is_struck = false;
    for hex in near {
        let units = stack(game, state, hex);
        for &unit in &units {
            if !check(game, state, unit, 0, "10.26", chance) {
                is_struck = true;
                if disorder(game, state, unit, Cause::FriendlyFire, chance) == Suffered::Again(true) {
                    again.insert(unit);
                }
            }
        }
        extra_loss(game, state, &units, again, false, chance);
        risk_leaders_of(game, state, again, HexSet::EMPTY, chance);
        again = UnitSet::EMPTY;
    }
    is_struck
}

/// Applies one rolled shot to its hex; what it marks is settled at once. Work. [GB 8.35, 10.67, 12.21]
pub fn apply_shot<C: Chance>(game: &Gbacw, state: &mut State, index: u8, chance: &mut C) {
    state.pop();
    let Some(shot) = state.shots[usize::from(index)] else { return };
    let Some(code) = shot.result else { return };
    let result = game.tables.combat.result(ResultCode(code));
    let targets = targets_of(game, state, &shot);
    if targets.is_empty() || shot.strength == 0 || result.loss == 0 && result.disorder == Disorder::None {
        return;
    }
    state.retreat_from = shot.from;
    state.push(Phase::Settle);
    let leaver = state
        .mover
        .filter(|&unit| shot.kind == ShotKind::Parting && state.units[unit].did(Act::WITHDRAWING))
        .map(|unit| (unit, state.units[unit].condition()));
    let range = game.scenario.map.grid.distance(shot.from, shot.target);
    let canister = u32::from(game.tables.combat.fire_drm.canister_max_range);
    if game.is_artillery(shot.firer) && range > canister {
        apply_to_each(game, state, &targets, result, chance);
    } else {
        apply_to_top(game, state, &targets, result, shot.target, chance);
    }
    // Struck on leaving, it withdraws one hex only. [GB 10.44]
    if let Some((unit, before)) = leaver
        && state.units[unit].condition() != before
    {
        let last = game.tables.movement.withdrawal_max_hexes - 1;
        let piece = &mut state.units[unit];
        piece.held = piece.held.max(last);
    }
}

/// Shell: every unit in the hex takes the result by itself. [GB 10.67]
fn apply_to_each<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    targets: &[Unit],
    result: FireResult,
    chance: &mut C,
) {
    let mut again = UnitSet::EMPTY;
    let mut rolled = HexSet::EMPTY;
    for &unit in targets {
        let was_blown = state.units[unit].has(Status::BLOWN);
        let lost = lose(game, state, unit, result.loss, chance);
        if lost > 0 {
            rolled = risk_leaders_of(game, state, UnitSet::single(unit), rolled, chance);
            if was_blown && state.units[unit].is_present() {
                suffer_blown(game, state, unit, chance);
            }
        }
        if let Suffered::Again(true) =
            take_disorder(game, state, unit, result.disorder, result.check_drm, chance)
        {
            again.insert(unit);
        }
    }
    risk_leaders_of(game, state, again, rolled, chance);
    extra_loss(game, state, targets, again, true, chance);
}

/// Small arms and canister: the top unit takes it, and the others look on. [GB 8.35, 12.22]
fn apply_to_top<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    targets: &[Unit],
    result: FireResult,
    hex: Hex,
    chance: &mut C,
) {
    let top = targets[0];
    let hexes: ArrayVec<Hex, 3> =
        if state.units[top].is_extended() { parts(game, state, top) } else { ArrayVec::from_iter([hex]) };
    let hit = lose_from_top(game, state, targets, result.loss, chance);
    if !hit.is_empty() {
        risk_leaders(game, state, &hexes, top, chance);
    }
    let mut again = UnitSet::EMPTY;
    let mut shaken = !state.units[top].is_present();
    if !shaken {
        let suffered = take_disorder(game, state, top, result.disorder, result.check_drm, chance);
        shaken = suffered.is_disorder();
        if suffered == Suffered::Again(true) {
            again.insert(top);
        }
    }
    if shaken {
        let mut others = Stack::from_iter(targets[1..].iter().copied());
        if state.units[top].is_extended() {
            // Guns with any part of an extended unit. [GB 8.45]
            for &part in &hexes {
                others.extend(
                    stack(game, state, part)
                        .into_iter()
                        .filter(|unit| *unit != top && !targets.contains(unit)),
                );
            }
        }
        for unit in others {
            if let Suffered::Again(true) = take_disorder(game, state, unit, Disorder::Check, 0, chance) {
                again.insert(unit);
            }
        }
    }
    if hit.is_empty() && !again.is_empty() {
        risk_leaders(game, state, &hexes, top, chance);
    }
    extra_loss(game, state, targets, again, false, chance);
}

/// The disorder half of a fire result. [GB 12.32]
fn take_disorder<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    kind: Disorder,
    drm: i8,
    chance: &mut C,
) -> Suffered {
    let fails = match kind {
        _ if !state.units[unit].is_present() => false,
        Disorder::None => false,
        Disorder::Check => !check(game, state, unit, drm, "12.32", chance),
        Disorder::Automatic => true,
    };
    if fails { disorder(game, state, unit, Cause::Fire, chance) } else { Suffered::Nothing }
}

/// After active fire: the firer may take a hex that its fire emptied. [GB 12.6]
pub fn may_take_hex(game: &Gbacw, state: &State, unit: Unit, target: Hex) -> bool {
    let piece = &state.units[unit];
    piece.is_present()
        && !game.is_artillery(unit)
        && !piece.did(Act::DONE)
        && piece.did(Act::STARTED_ADJACENT)
        && !piece.is_extended()
        && game.scenario.map.grid.distance(piece.hex, target) == 1
        && faces(game, state, unit, piece.hex, true, target)
        && stack(game, state, target).is_empty()
        && !state.formations[brigade_of(game, state, unit)].has(Standing::STAND)
        && super::ch11_advance::can_advance_into(game, state, unit, target)
}
