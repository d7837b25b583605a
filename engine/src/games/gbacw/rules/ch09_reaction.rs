//! Chapter 9.6: reactions of the inactive side: turning, bending a wing, moving off.

use super::super::Gbacw;
use super::super::action::{Action, FireMode};
use super::super::field::{act, adjacent_enemies, class, enemies, in_front_of, light, parts, stack};
use super::super::phase::Phase;
use super::super::state::{Act, ShotKind, State, Status};
use super::super::types::{Hex, Light, MoveClass, OrderKind, Refusal, Unit};
use super::ch02_cohesion::check;
use super::ch07_facing::{is_refused, may_refuse, set_wing};
use super::ch10_fire::{may_fire, salvo};
use super::ch12_losses::{Cause, disorder};
use super::tell;
use crate::chance::Chance;

/// Whether a unit may turn or bend a wing for an enemy in `at`. [GB 9.61, 9.62]
fn may_react(game: &Gbacw, state: &State, unit: Unit, at: Hex) -> bool {
    let piece = &state.units[unit];
    piece.is_present()
        && piece.order != OrderKind::March
        && !piece.is_column()
        && !piece.did(Act::REACTED)
        && !piece.has(Status::BUILDING)
        && !state.formations[super::super::field::brigade_of(game, state, unit)]
            .has(super::super::state::Standing::RESERVE)
        && parts(game, state, unit)
            .into_iter()
            .all(|hex| !in_front_of(game, state, hex, game.side(unit).other(), Some(at)))
}

/// Units that may react to an enemy who came next to them. Only the top unit of a stack is asked, for all of it.
fn reactors(game: &Gbacw, state: &State, at: Hex) -> impl Iterator<Item = Unit> {
    let side = super::super::field::holder(state, at).unwrap_or(state.active);
    let near = adjacent_enemies(game, state, side, at);
    near.into_iter().flat_map(move |hex| {
        stack(game, state, hex).into_iter().take(1).filter(move |&unit| {
            state.units[unit].hex == hex
                && may_react(game, state, unit, at)
                && !choices(game, state, unit).is_empty()
        })
    })
}

type Choices = arrayvec::ArrayVec<Action, 4>;

/// One corner either way, or a wing back. [GB 9.62]
fn choices(game: &Gbacw, state: &State, unit: Unit) -> Choices {
    let mut list = Choices::new();
    let piece = &state.units[unit];
    let steps = i32::from(game.tables.reaction.face_vertices);
    let all_can = stack(game, state, piece.hex)
        .iter()
        .all(|&other| !state.units[other].is_line() && !is_refused(state, other));
    if all_can && !piece.is_line() {
        list.push(Action::Face(piece.facing.turned(-steps)));
        list.push(Action::Face(piece.facing.turned(steps)));
    }
    for wing in [Refusal::Left, Refusal::Right] {
        if may_refuse(game, state, unit, wing, true) {
            list.push(Action::Refuse(wing));
        }
    }
    list
}

pub fn is_facing_open(game: &Gbacw, state: &State, hex: Hex, mover: Unit) -> bool {
    state.units[mover].is_present()
        && state.units[mover].hex == hex
        && reactors(game, state, hex).next().is_some()
}

/// Asks which unit next to the newcomer reacts. [GB 9.61]
pub fn offer_reaction(game: &Gbacw, state: &State, hex: Hex, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(reactors(game, state, hex).map(Action::Unit));
}

pub fn take_reaction(state: &mut State, action: Action, hex: Hex) {
    match action {
        Action::Unit(unit) => state.push(Phase::ReactionFacingOf { unit, hex }),
        _ => state.pop(),
    }
}

pub fn offer_reaction_of(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(choices(game, state, unit));
}

/// Turns or bends, then every unit of the stack but the guns is checked. [GB 9.62]
pub fn take_reaction_of<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Phase::ReactionFacingOf { unit, hex } = state.phase() else { return };
    state.pop();
    let own = state.units[unit].hex;
    match action {
        Action::Face(facing) => {
            for other in stack(game, state, own) {
                state.units[other].facing = facing;
                if game.is_artillery(other) {
                    act(state, other, Act::TURNED_GUNS);
                }
            }
        }
        Action::Refuse(wing) => set_wing(game, state, unit, wing),
        _ => {
            act(state, unit, Act::REACTED);
            return;
        }
    }
    tell(chance, "reaction", "9.61", || format!("{} reacts.", game.name(unit)));
    state.retreat_from = hex;
    state.push(Phase::Settle);
    for other in stack(game, state, own) {
        act(state, other, Act::REACTED);
        if !game.is_artillery(other) && !check(game, state, other, 0, "9.62", chance) {
            disorder(game, state, other, Cause::Alarm, chance);
        }
    }
}

/// Whether the target of a shot from outside its front may react before it answers. [GB 9.61]
pub fn fire_reactor(game: &Gbacw, state: &State, firer: Unit, target: Hex) -> Option<Unit> {
    let from = state.units[firer].hex;
    if !state.units[firer].is_present() {
        return None;
    }
    let unit = stack(game, state, target).first().copied()?;
    let is_counter_hex = state.units[unit].hex == target;
    (is_counter_hex && may_react(game, state, unit, from) && !choices(game, state, unit).is_empty())
        .then_some(unit)
}

// ---------------------------------------------------------------- reaction movement

/// How near an enemy must come to set off a reaction move. [GB 9.63, 16.12]
fn trigger_distance(game: &Gbacw, state: &State) -> u32 {
    let is_dark =
        light(game, state) == Light::Night && game.tables.light.night.reaction_move_only_when_adjacent;
    if is_dark { 1 } else { u32::from(game.tables.reaction.reaction_move_trigger_hexes) }
}

/// Whether a unit may move off before the enemy arrives. [GB 9.63]
fn may_move_off(game: &Gbacw, state: &State, unit: Unit, to: Hex) -> bool {
    let piece = &state.units[unit];
    let is_kind = game.is_artillery(unit) || class(game, state, unit) == MoveClass::Cavalry;
    is_kind
        && piece.is_present()
        && game.side(unit) != state.active
        && piece.order != OrderKind::March
        && !piece.is_extended()
        && !piece.did(Act::RETREAT)
        && !(game.is_artillery(unit) && piece.did(Act::REACTION_MOVED.or(Act::ENTRY_FIRED)))
        && !state.formations[super::super::field::brigade_of(game, state, unit)]
            .has(super::super::state::Standing::RESERVE)
        && game.scenario.map.grid.distance(piece.hex, to) <= trigger_distance(game, state)
        && !state.reacted.contains(unit)
        && !in_front_of(game, state, piece.hex, state.active, Some(state.start_hex))
}

pub fn is_move_open(game: &Gbacw, state: &State, mover: Unit, to: Hex) -> bool {
    let piece = &state.units[mover];
    let near = game.scenario.map.grid.within(to, trigger_distance(game, state));
    piece.is_present()
        && !piece.did(Act::DONE)
        && near.intersects(enemies(state, game.side(mover)))
        && game.units().any(|unit| may_move_off(game, state, unit, to))
}

/// Asks who moves off before the enemy enters a hex near it. [GB 9.63]
pub fn offer_move(game: &Gbacw, state: &State, to: Hex, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(game.units().filter(|&unit| may_move_off(game, state, unit, to)).map(Action::Unit));
}

/// One or two hexes by the rules of retreat, then a check. [GB 9.63, 12.43]
pub fn take_move<C: Chance>(game: &Gbacw, state: &mut State, action: Action, to: Hex, chance: &mut C) {
    let Action::Unit(unit) = action else {
        state.pop();
        return;
    };
    act(state, unit, Act::REACTION_MOVED);
    state.reacted.insert(unit);
    let brigade = super::super::field::brigade_of(game, state, unit);
    state.formations[brigade].standing.set(super::super::state::Standing::BUSY, true);
    tell(chance, "reaction_move", "9.63", || format!("{} moves off.", game.name(unit)));
    let (strength, disordered) = state.units[unit].condition();
    state.push(Phase::MoveOff { unit, to, strength, disordered });
    state.push(Phase::FireAtGuns { guns: unit });
}

/// Whether the acting unit may fire at guns about to move off: under Attack, or guns themselves. [GB 9.63, 10.13]
pub fn is_fire_open(game: &Gbacw, state: &State, guns: Unit) -> bool {
    let Some(mover) = state.mover else { return false };
    let target = state.units[guns].hex;
    let piece = &state.units[mover];
    game.is_artillery(guns)
        && state.units[guns].is_present()
        && piece.is_present()
        && (piece.order == OrderKind::Attack || game.is_artillery(mover))
        && !piece.did(Act::FIRED.or(Act::FIRED_REFUSED))
        && may_fire(game, state, mover)
        && salvo(game, state, mover, target, ShotKind::Active).strength > 0
}

pub fn offer_fire(state: &State, guns: Unit, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.push(Action::Fire { target: state.units[guns].hex, mode: FireMode::Whole });
}

pub fn take_fire<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    state.pop();
    if let (Action::Fire { target, mode }, Some(mover)) = (action, state.mover) {
        if game.is_artillery(mover) {
            // The step under way counts against their fire. [GB 10.61]
            act(state, mover, Act::MOVED);
        }
        super::ch10_fire::take_fire(game, state, mover, target, mode, chance);
    }
}

/// Sets off, one hex only for guns that were struck. Work. [GB 9.63]
pub fn move_off(game: &Gbacw, state: &mut State) {
    let Phase::MoveOff { unit, to, strength, disordered } = state.phase() else { return };
    state.pop();
    if !state.units[unit].is_present() {
        return;
    }
    let is_struck = state.units[unit].condition() != (strength, disordered);
    let most = if is_struck { 1 } else { game.tables.reaction.reaction_move_max_hexes };
    state.retreat_from = to;
    state.retreat_points = 0;
    state.push(Phase::AfterReactionMove { unit });
    state.push(Phase::Retreat { unit, least: 0, most });
}

/// Guns that move off come no nearer to any enemy who watches them from close by. [GB 9.63]
pub fn comes_nearer(game: &Gbacw, state: &State, unit: Unit, from: Hex, to: Hex) -> bool {
    let moves_off = |phase: &Phase| *phase == Phase::AfterReactionMove { unit };
    if !game.is_artillery(unit) || !state.phases().iter().any(moves_off) {
        return false;
    }
    let grid = &game.scenario.map.grid;
    let watching = grid.within(from, u32::from(game.tables.reaction.reaction_move_watch_hexes))
        & enemies(state, game.side(unit))
        & game.sight.seen_from(from);
    watching.into_iter().any(|enemy| grid.distance(to, enemy) < grid.distance(from, enemy))
}

/// The check after a reaction move; rough ground counts against horsemen. Work. [GB 9.63]
pub fn after_move<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    state.replace(Phase::Settle);
    if !state.units[unit].is_present() {
        return;
    }
    let drm = if game.is_artillery(unit) { 0 } else { state.retreat_points as i8 };
    if !check(game, state, unit, drm, "9.63", chance) {
        disorder(game, state, unit, Cause::ReactionMove, chance);
    }
}
