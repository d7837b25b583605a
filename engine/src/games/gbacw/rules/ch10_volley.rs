//! Chapter 10.4: reaction fire, who may answer a shot or a step and how.

use super::super::Gbacw;
use super::super::action::{Action, FireMode};
use super::super::field::{Parts, act, enemies, faces, in_front_of, parts};
use super::super::phase::Phase;
use super::super::state::{Act, MOST_SHOTS, Shot, ShotKind, State};
use super::super::types::{Hex, OrderKind, Unit};
use super::ch10_fire::{REFUSED_BIT, add_shot, can_double, is_repeater, rapid_guns, salvo};
use super::tell;
use crate::chance::Chance;

fn used_flag(kind: ShotKind) -> Act {
    match kind {
        ShotKind::Active | ShotKind::Return => Act::RETURN_FIRED,
        ShotKind::PreShock => Act::PRE_SHOCK_FIRED,
        ShotKind::Parting => Act::PARTING_FIRED,
        ShotKind::Entry => Act::ENTRY_FIRED,
    }
}

/// Whether a unit that was not fired at itself may join the answer. [GB 10.42, 10.43]
fn is_free(game: &Gbacw, state: &State, unit: Unit, except: Hex) -> bool {
    parts(game, state, unit)
        .into_iter()
        .all(|hex| !in_front_of(game, state, hex, game.side(unit).other(), Some(except)))
}

/// The hex that reaction fire of a kind is aimed at, and who may give it; builders may. [GB 10.41, 15.16]
fn may_answer(game: &Gbacw, state: &State, unit: Unit, kind: ShotKind, mover: Unit, to: Hex) -> Option<Hex> {
    let piece = &state.units[unit];
    if !piece.is_present() || game.side(unit) == game.side(mover) {
        return None;
    }
    let used = piece.did(used_flag(kind)) && piece.held == 0;
    if used || state.shots.iter().flatten().any(|shot| shot.firer == unit) || piece.order == OrderKind::March
    {
        return None;
    }
    let grid = &game.scenario.map.grid;
    let target = match kind {
        ShotKind::Return => {
            let firer = state.answer_to.filter(|_| state.shots[0].is_none());
            let from = match firer {
                Some(firer) => state.units[firer].hex,
                None => state.shots[0].map(|shot| shot.from)?,
            };
            if Some(from) == piece.split_hex() {
                return None;
            }
            let is_target = super::super::field::stands_in(game, state, unit, to);
            let near = parts(game, state, unit)
                .iter()
                .any(|&hex| grid.distance(hex, to) <= 1 || grid.distance(hex, from) <= 1);
            (is_target || firer.is_none() && near && is_free(game, state, unit, from)).then_some(from)?
        }
        ShotKind::Parting => {
            let faced = |&hex: &Hex| {
                parts(game, state, unit).into_iter().any(|part| faces(game, state, unit, part, true, hex))
            };
            let left = given_up(game, state, mover, to).into_iter().find(faced);
            left.filter(|_| !game.is_artillery(unit))?
        }
        ShotKind::Entry => {
            let near = u32::from(game.tables.reaction.entry_fire_range);
            let hex = state.units[mover].hex;
            let in_range = grid.distance(piece.hex, hex) <= near;
            (game.is_artillery(unit) && in_range && hex == to && !piece.did(Act::REACTION_MOVED))
                .then_some(hex)?
        }
        ShotKind::PreShock | ShotKind::Active => return None,
    };
    (salvo(game, state, unit, target, kind).strength > 0).then_some(target)
}

/// The hexes that a mover gives up: its own, or those of the parts it draws in. [GB 8.41, 10.44]
fn given_up(game: &Gbacw, state: &State, mover: Unit, to: Hex) -> Parts {
    let mut hexes = parts(game, state, mover);
    if hexes.contains(&to) {
        hexes.retain(|hex| *hex != to);
    } else {
        hexes.truncate(1);
    }
    hexes
}

/// Whether anybody may answer now. A move that raises no question is not interrupted.
pub fn is_volley_open(game: &Gbacw, state: &State, kind: ShotKind, mover: Unit, to: Hex) -> bool {
    let is_gone = !state.units[mover].is_present();
    if is_gone || state.shots[MOST_SHOTS - 3].is_some() {
        return false;
    }
    let grid = &game.scenario.map.grid;
    let hex = state.units[mover].hex;
    let theirs = enemies(state, game.side(mover));
    let in_reach = match kind {
        ShotKind::Parting => {
            given_up(game, state, mover, to).iter().any(|&hex| grid.neighbours(hex).intersects(theirs))
        }
        ShotKind::Entry => {
            hex == to && grid.within(hex, u32::from(game.tables.reaction.entry_fire_range)).intersects(theirs)
        }
        _ => true,
    };
    in_reach && game.units().any(|unit| may_answer(game, state, unit, kind, mover, to).is_some())
}

/// Asks the other side which units answer a shot or a step. [GB 10.41, 10.42, 10.44, 10.45]
pub fn offer_volley(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    let Phase::Volley { kind, unit: mover, to } = state.phase() else { return };
    out.push(Action::Pass);
    for unit in game.units() {
        let Some(target) = may_answer(game, state, unit, kind, mover, to) else { continue };
        offer_answer(game, state, unit, target, kind, out);
    }
}

/// The ways in which one unit may answer: whole, half now and half kept, doubled. [GB 10.15, 10.68]
pub fn offer_answer(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    target: Hex,
    kind: ShotKind,
    out: &mut Vec<Action>,
) {
    let salvo = salvo(game, state, unit, target, kind);
    out.push(Action::Shoot { unit, target, mode: FireMode::Whole });
    let is_second = state.units[unit].held > 0;
    if !game.is_artillery(unit) && salvo.strength > 1 && !is_second && !salvo.refused {
        out.push(Action::Shoot { unit, target, mode: FireMode::More });
        if salvo.strength % 2 == 1 {
            out.push(Action::Shoot { unit, target, mode: FireMode::Less });
        }
    }
    if can_double(game, state, unit, salvo, target) {
        out.push(Action::Shoot { unit, target, mode: FireMode::Doubled });
    }
}

pub fn take_volley<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Phase::Volley { kind, .. } = state.phase() else { return };
    match action {
        Action::Shoot { unit, target, mode } => declare(game, state, unit, target, mode, kind, chance),
        _ => state.replace(Phase::RollShots),
    }
}

/// Adds a reaction shot to those declared. [GB 10.41]
pub fn declare<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    target: Hex,
    mode: FireMode,
    kind: ShotKind,
    chance: &mut C,
) {
    let own = salvo(game, state, unit, target, kind);
    let Some(from) = own.from else { return };
    let held = state.units[unit].held;
    let mut strength = if held > 0 { held.min(own.strength) } else { own.strength };
    state.units[unit].held = 0;
    let is_split = matches!(mode, FireMode::More | FireMode::Less);
    state.units[unit].set_split_hex(is_split.then_some(target));
    match mode {
        FireMode::More => {
            state.units[unit].held = strength / 2;
            strength -= strength / 2;
        }
        FireMode::Less => {
            state.units[unit].held = strength.div_ceil(2);
            strength /= 2;
        }
        _ => {}
    }
    act(state, unit, used_flag(kind));
    super::ch15_works::interrupt(state, unit);
    let active = state.shots[0].filter(|shot| shot.kind == ShotKind::Active);
    let range = game.scenario.map.grid.distance(from, target);
    let canister = u32::from(game.tables.combat.fire_drm.canister_max_range);
    let active_repeats = active.is_some_and(|shot| is_repeater(game, state, shot.firer));
    // Guns at long range, and all who face Spencers, answer after the results. [GB 10.45, 14.31, 14.34]
    let late = kind == ShotKind::Return && (game.is_artillery(unit) && range > canister || active_repeats);
    let group = u8::from(late);
    let doubled = mode == FireMode::Doubled;
    let shot = Shot {
        firer: unit,
        parts: own.parts | if own.refused { REFUSED_BIT } else { 0 },
        strength,
        from,
        target,
        group,
        kind,
        result: None,
        second: false,
        doubled,
    };
    tell(chance, "reaction_fire", "10.41", || {
        format!("{} answers with {} at {}.", game.name(unit), strength, game.hex(target))
    });
    add_shot(state, shot);
    if doubled {
        // Against Spencers the guns alternate with them. [GB 14.38]
        let group = if active_repeats { 3 } else { group };
        add_shot(
            state,
            Shot { strength: rapid_guns(game, state, unit, own.parts), second: true, group, ..shot },
        );
    } else if is_repeater(game, state, unit) {
        // The second fire comes after the results, with doubled guns at the same time. [GB 14.32, 14.35, 14.36, 14.37]
        let group = if active.is_some_and(|shot| shot.doubled) { group } else { group + 1 };
        add_shot(state, Shot { second: true, group, ..shot });
    }
}
