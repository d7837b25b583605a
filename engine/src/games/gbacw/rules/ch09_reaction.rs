//! Chapter 9.6: reactions of the inactive side: turning, bending a wing, moving off.

use super::super::Gbacw;
use super::super::action::{Action, FireMode};
use super::super::field::{
    act, adjacent_enemies, brigade_of, class, enemies, in_front_of_others, light, parts, stack,
};
use super::super::phase::Phase;
use super::super::state::{Act, ShotKind, Standing, State, Status};
use super::super::types::{Arm, Hex, HexSet, Light, MoveClass, OrderKind, Refusal, Unit};
use super::ch02_cohesion::check;
use super::ch07_facing::{end_of_wing, is_refused, may_refuse, set_wing, units_of_wing};
use super::ch08_extension::{entered, entering};
use super::ch10_fire::may_fire;
use super::ch10_salvo::salvo;
use super::ch12_losses::{Cause, disorder};
use super::tell;
use crate::chance::Chance;

/// Whether a unit is one that turns or bends a wing for an enemy. [GB 9.61]
fn may_react(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    piece.is_present()
        && piece.order != OrderKind::March
        && !piece.is_column()
        && !piece.has(Status::BUILDING)
        && !state.formations[brigade_of(game, state, unit)].has(Standing::RESERVE)
}

/// What tells that a unit has reacted: the ends of a line do so each for itself, a line drawn in has if one of them did.
/// [GB 9.62]
fn reacted(game: &Gbacw, state: &State, unit: Unit, wing: Refusal) -> Act {
    match wing {
        Refusal::Left if state.units[unit].is_line() => Act::REACTED,
        Refusal::Right if state.units[unit].is_line() => Act::REACTED_RIGHT,
        _ if game.arm(unit) == Arm::Infantry => Act::REACTED.or(Act::REACTED_RIGHT),
        _ => Act::REACTED,
    }
}

type Choices = arrayvec::ArrayVec<Action, 4>;

/// One corner either way, or a wing back, for an enemy who came or fired; what concerns a part of a line only is for
/// that part, and another enemy before whose front it stands holds that part alone. [GB 9.61, 9.62]
fn choices(game: &Gbacw, state: &State, unit: Unit, enemy: Unit, concerns: impl Fn(Hex) -> bool) -> Choices {
    let mut list = Choices::new();
    if !may_react(game, state, unit) {
        return list;
    }
    let piece = &state.units[unit];
    let theirs = parts(game, state, enemy);
    let is_free = |hex: Hex, wing: Refusal| {
        concerns(hex)
            && !piece.did(reacted(game, state, unit, wing))
            && !in_front_of_others(game, state, hex, game.side(enemy), &theirs)
    };
    let may_turn = !piece.is_line() && is_free(piece.hex, Refusal::None);
    if !piece.is_line() && !may_turn {
        return list;
    }
    // Nobody turns who is stacked with others that may not.
    let can_turn = |&other: &Unit| {
        let mate = &state.units[other];
        mate.order != OrderKind::March && !mate.is_extended() && !is_refused(state, other)
    };
    if may_turn && stack(game, state, piece.hex).iter().all(can_turn) {
        let steps = i32::from(game.tables.reaction.face_vertices);
        list.push(Action::Face(piece.facing.turned(-steps)));
        list.push(Action::Face(piece.facing.turned(steps)));
    }
    for wing in [Refusal::Left, Refusal::Right] {
        let end = end_of_wing(game, state, unit, wing);
        if end.is_some_and(|end| may_turn || is_free(end, wing)) && may_refuse(game, state, unit, wing, true)
        {
            list.push(Action::Refuse(wing));
        }
    }
    list
}

/// [`choices`] for an enemy who came next to a unit.
fn choices_beside(game: &Gbacw, state: &State, unit: Unit, mover: Unit, to: Hex) -> Choices {
    let came = entered(game, state, mover, to);
    let grid = &game.scenario.map.grid;
    choices(game, state, unit, mover, |own| came.iter().any(|&hex| grid.distance(own, hex) == 1))
}

/// The unit that reacts for a hex: a line with any of its parts, or the one on top of a stack.
fn reactor_in(game: &Gbacw, state: &State, hex: Hex) -> Option<Unit> {
    let units = stack(game, state, hex);
    units.iter().copied().find(|&unit| state.units[unit].is_line()).or(units.first().copied())
}

/// Units beside the hexes of a line of three, and more.
type Reactors = arrayvec::ArrayVec<Unit, 16>;

/// Units that may react to an enemy who came next to them, a line perhaps with several hexes.
fn reactors(game: &Gbacw, state: &State, mover: Unit, to: Hex) -> Reactors {
    let side = game.side(mover);
    let came = entered(game, state, mover, to).into_iter();
    let near = came.fold(HexSet::EMPTY, |near, hex| near | adjacent_enemies(game, state, side, hex));
    let mut units = Reactors::new();
    for unit in near.into_iter().filter_map(|hex| reactor_in(game, state, hex)) {
        let is_new = !units.contains(&unit) && !units.is_full();
        if is_new && !choices_beside(game, state, unit, mover, to).is_empty() {
            units.push(unit);
        }
    }
    units
}

pub fn is_facing_open(game: &Gbacw, state: &State, hex: Hex, mover: Unit) -> bool {
    !reactors(game, state, mover, hex).is_empty()
}

/// Of some hexes the one that is nearest to another.
fn nearest(game: &Gbacw, hexes: &[Hex], own: Hex) -> Option<Hex> {
    hexes.iter().copied().min_by_key(|&hex| game.scenario.map.grid.distance(hex, own))
}

/// Asks which unit next to the newcomer reacts. [GB 9.61]
pub fn offer_reaction(game: &Gbacw, state: &State, hex: Hex, mover: Unit, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(reactors(game, state, mover, hex).into_iter().map(Action::Unit));
}

pub fn take_reaction(state: &mut State, action: Action, hex: Hex) {
    match action {
        Action::Unit(unit) => state.push(Phase::ReactionFacingOf { unit, hex }),
        _ => state.pop(),
    }
}

/// What the unit that was named may do for the enemy who came.
fn choices_of(game: &Gbacw, state: &State, unit: Unit) -> Choices {
    let cause = state.phases().iter().rev().find_map(|phase| match *phase {
        Phase::ReactionFacing { hex, unit } => Some((unit, hex)),
        _ => None,
    });
    cause.map_or_else(Choices::new, |(mover, to)| choices_beside(game, state, unit, mover, to))
}

pub fn offer_reaction_of(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(choices_of(game, state, unit));
}

/// Turns or bends, then every unit of the stack but the guns is checked. [GB 9.62]
pub fn take_reaction_of<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Phase::ReactionFacingOf { unit, hex } = state.phase() else { return };
    let own = state.units[unit].hex;
    let wing = if let Action::Refuse(wing) = action { wing } else { Refusal::None };
    let units = match action {
        Action::Face(facing) => {
            let units = stack(game, state, own);
            for &other in &units {
                state.units[other].facing = facing;
                if game.is_artillery(other) {
                    act(state, other, Act::TURNED_GUNS);
                }
            }
            units
        }
        Action::Refuse(_) => {
            set_wing(game, state, unit, wing);
            units_of_wing(game, state, unit, wing)
        }
        _ => {
            // It is not asked again.
            for choice in choices_of(game, state, unit) {
                let wing = if let Action::Refuse(wing) = choice { wing } else { Refusal::None };
                let flag = reacted(game, state, unit, wing);
                act(state, unit, flag);
            }
            state.pop();
            return;
        }
    };
    state.pop();
    tell(chance, "reaction", "9.61", || format!("{} reacts.", game.name(unit)));
    fire_after_turn(game, state, own, hex);
    state.retreat_from = match state.phase() {
        Phase::ReactionFacing { hex: to, unit: mover } => {
            nearest(game, &entered(game, state, mover, to), own).unwrap_or(hex)
        }
        _ => hex,
    };
    state.push(Phase::Settle);
    for other in units {
        let flag = reacted(game, state, other, wing);
        act(state, other, flag);
        if !game.is_artillery(other) && !check(game, state, other, 0, "9.62", chance) {
            disorder(game, state, other, Cause::Alarm, chance);
        }
    }
}

/// Guns that turned to a unit that moved up to them may fire at it, when all are checked. An advance after combat draws
/// no fire, though a line that swings in it is marked alike. [GB 10.45, 12.6]
fn fire_after_turn(game: &Gbacw, state: &mut State, own: Hex, hex: Hex) {
    let Phase::ReactionFacing { unit: mover, .. } = state.phase() else { return };
    let has_turned = |unit: &Unit| state.units[*unit].did(Act::TURNED_GUNS);
    let is_entry = state.phases().contains(&Phase::AfterEntry { unit: mover, to: hex })
        || state.phases().contains(&Phase::AfterPivot { unit: mover, fixed: hex })
            && state.phases().contains(&Phase::UnitActs { unit: mover });
    if is_entry && stack(game, state, own).iter().any(has_turned) {
        state.answer_to = Some(mover);
        state.push(Phase::Volley { kind: ShotKind::Entry, unit: mover, to: hex });
    }
}

/// The unit that a shot from outside its front struck, if it may react before it answers, and how: of a line the part
/// that was fired at. [GB 9.61]
fn fire_choices(game: &Gbacw, state: &State, firer: Unit, target: Hex) -> Option<(Unit, Choices)> {
    let unit = reactor_in(game, state, target).filter(|_| state.units[firer].is_present())?;
    let list = choices(game, state, unit, firer, |own| own == target);
    (!list.is_empty()).then_some((unit, list))
}

/// Whether the target of a shot from outside its front may react before it answers. [GB 9.61]
pub fn fire_reactor(game: &Gbacw, state: &State, firer: Unit, target: Hex) -> Option<Unit> {
    fire_choices(game, state, firer, target).map(|(unit, _)| unit)
}

pub fn offer_fire_reaction(game: &Gbacw, state: &State, firer: Unit, target: Hex, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(fire_choices(game, state, firer, target).into_iter().flat_map(|(_, list)| list));
}

// ---------------------------------------------------------------- reaction movement

/// How near an enemy must come to set off a reaction move. [GB 9.63, 16.12]
fn trigger_distance(game: &Gbacw, state: &State) -> u32 {
    let is_dark =
        light(game, state) == Light::Night && game.tables.light.night.reaction_move_only_when_adjacent;
    if is_dark { 1 } else { u32::from(game.tables.reaction.reaction_move_trigger_hexes) }
}

/// Whether a unit may move off before the enemy arrives in any of these hexes. [GB 9.63]
fn may_move_off(game: &Gbacw, state: &State, unit: Unit, mover: Unit, coming: &[Hex]) -> bool {
    let piece = &state.units[unit];
    let is_kind = game.is_artillery(unit) || class(game, state, unit) == MoveClass::Cavalry;
    is_kind
        && piece.is_present()
        && game.side(unit) != state.active
        && piece.order != OrderKind::March
        && !piece.is_extended()
        && !piece.did(Act::RETREAT)
        && !(game.is_artillery(unit)
            && piece.did(Act::REACTION_MOVED.or(Act::ENTRY_FIRED).or(Act::ENTRY_FIRED_ASIDE)))
        && !state.formations[brigade_of(game, state, unit)].has(Standing::RESERVE)
        && is_set_off(game, state, piece.hex, coming)
        && !state.reacted.contains(unit)
        && !in_front_of_others(game, state, piece.hex, state.active, &parts(game, state, mover))
}

fn is_set_off(game: &Gbacw, state: &State, own: Hex, coming: &[Hex]) -> bool {
    let near = trigger_distance(game, state);
    coming.iter().any(|&hex| game.scenario.map.grid.distance(own, hex) <= near)
}

pub fn is_move_open(game: &Gbacw, state: &State, mover: Unit, to: Hex) -> bool {
    let piece = &state.units[mover];
    if !piece.is_present() || piece.did(Act::DONE) {
        return false;
    }
    let (near, theirs) = (trigger_distance(game, state), enemies(state, game.side(mover)));
    let coming = entering(game, state, mover, to);
    coming.iter().any(|&hex| game.scenario.map.grid.is_any_within(hex, near, &theirs))
        && game.units().any(|unit| may_move_off(game, state, unit, mover, &coming))
}

/// Asks who moves off before the enemy enters a hex near it. [GB 9.63]
pub fn offer_move(game: &Gbacw, state: &State, mover: Unit, to: Hex, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    let coming = entering(game, state, mover, to);
    let goes = |&unit: &Unit| may_move_off(game, state, unit, mover, &coming);
    out.extend(game.units().filter(goes).map(Action::Unit));
}

/// One or two hexes by the rules of retreat, then a check. [GB 9.63, 12.43]
///
/// It goes away from the hex that set it off.
pub fn take_move<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    action: Action,
    mover: Unit,
    to: Hex,
    chance: &mut C,
) {
    let Action::Unit(unit) = action else {
        state.pop();
        return;
    };
    let to = nearest(game, &entering(game, state, mover, to), state.units[unit].hex).unwrap_or(to);
    act(state, unit, Act::REACTION_MOVED);
    state.reacted.insert(unit);
    super::ch13_rally::keep_from_rest(game, state, unit);
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
        // The step under way counts against its fire. [GB 10.52, 10.61]
        act(state, mover, Act::MOVED);
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
    super::ch12_retreat::begin_retreat(state, unit, 0, most);
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
