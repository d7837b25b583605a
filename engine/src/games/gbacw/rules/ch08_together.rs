//! Chapter 8.21: stacks that move as one: columns of small units, and riders who charge.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{Stack, act, brigade_of, class, shift, stack, units_with};
use super::super::state::{Act, State, Status};
use super::super::types::{Hex, OrderKind, Unit};
use super::ch05_brigade::{begin_unit, can_act};
use super::ch08_stacking::{fits_line, fits_march};
use super::ch09_allowance::allowance;
use super::ch09_ways::{Way, affords_stay};

/// The acting unit and those who move with it, top first. [GB 8.21]
pub fn group(game: &Gbacw, state: &State, unit: Unit) -> Stack {
    if !state.units[unit].has(Status::ALONG) {
        return Stack::from_iter([unit]);
    }
    let mut units = stack(game, state, state.units[unit].hex);
    units.retain(|other| state.units[*other].has(Status::ALONG));
    units
}

/// What a unit may not have done if others are to move along.
const BUSY: Act =
    Act::MOVED.or(Act::FIRED).or(Act::TURNED).or(Act::RESTACKED).or(Act::RALLIED).or(Act::WITHDRAWING);

/// Whether a unit of the stack may move along: same orders and kind, all together within the March limits. [GB 8.21]
fn may_join(game: &Gbacw, state: &State, unit: Unit, other: Unit) -> bool {
    let (piece, mate) = (&state.units[unit], &state.units[other]);
    let held = Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT).or(Status::BUILDING).or(Status::COLUMN);
    let mut all = group(game, state, unit);
    all.push(other);
    other != unit
        && !mate.has(Status::ALONG)
        && piece.order != OrderKind::Attack
        && piece.order == mate.order
        && !piece.did(BUSY)
        && !piece.has(held)
        && !mate.has(held)
        && !piece.is_extended()
        && !mate.is_extended()
        && brigade_of(game, state, other) == brigade_of(game, state, unit)
        && can_act(game, state, other)
        && fits_march(game, state, &all)
}

/// Who may move along with the acting unit, before it has done anything. [GB 8.21 exception 1]
pub fn offer(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if state.units[unit].order == OrderKind::Attack || state.units[unit].did(BUSY) {
        return;
    }
    let mates = stack(game, state, state.units[unit].hex);
    out.extend(mates.into_iter().filter(|&other| may_join(game, state, unit, other)).map(Action::With));
}

/// Takes a unit of the stack along: this move is its action too.
pub fn join(state: &mut State, unit: Unit, other: Unit) {
    begin_unit(state, other);
    state.mover = Some(unit);
    for member in [unit, other] {
        state.units[member].status.set(Status::ALONG, true);
    }
}

/// Whether the others of a group can afford a step and find room beside whoever is there.
pub fn can_follow(game: &Gbacw, state: &State, group: &[Unit], way: &Way) -> bool {
    let affords = |&unit: &Unit| affords_stay(state, unit, way, allowance(game, state, unit));
    let mut all = stack(game, state, way.to);
    let has_room = all.is_empty() || {
        let is_march = all.iter().chain(group).any(|&unit| state.units[unit].order == OrderKind::March);
        let extended = all.iter().any(|&unit| state.units[unit].is_extended());
        all.extend(group.iter().copied());
        !extended && if is_march { fits_march(game, state, &all) } else { fits_line(game, state, &all) }
    };
    !way.minimum && !way.through && has_room && group.iter().all(affords)
}

/// Brings a group into a hex in the order in which it lay.
pub fn enter(game: &Gbacw, state: &mut State, group: &[Unit], to: Hex, on_top: bool) {
    for place in 0..group.len() {
        let member = if on_top { group[group.len() - 1 - place] } else { group[place] };
        shift(game, state, member, to, on_top);
    }
}

/// The move is over for all of the group.
pub fn part(game: &Gbacw, state: &mut State) {
    for unit in units_with(game, state, Status::ALONG) {
        state.units[unit].status.set(Status::ALONG, false);
        act(state, unit, Act::DONE);
    }
}

/// Riders of the stack who charge with the acting unit: all who could by themselves. [GB 8.21 exception 2, 11.53]
pub fn fellow_riders(game: &Gbacw, state: &State, unit: Unit, may_charge: impl Fn(Unit) -> bool) -> Stack {
    let mut riders = stack(game, state, state.units[unit].hex);
    riders.retain(|&mut other| {
        other != unit
            && class(game, state, other) == class(game, state, unit)
            && can_act(game, state, other)
            && may_charge(other)
    });
    riders
}
