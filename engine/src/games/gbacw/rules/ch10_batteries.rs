//! Chapters 10.63 and 10.65: batteries that fire together, and batteries that divide their fire between several hexes.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::{Action, FireMode};
use super::super::field::{light, stack};
use super::super::phase::Phase;
use super::super::state::{Act, Shot, ShotKind, State};
use super::super::types::{Hex, HexSet, Unit};
use super::ch05_brigade::can_act;
use super::ch10_fire::{add_shot, declare, mark_fired, may_fire, open_fire, shot_of, targets};
use super::ch10_salvo::{Salvo, can_double, salvo};
use super::ch16_night;
use crate::chance::Chance;

/// The most hexes that a battery divides its fire between evenly: room is left for those who answer.
const MOST_WAYS: u8 = 6;

/// Whether batteries of one hex may fire at another one together: at four hexes and more, not at night. [GB 10.63, 16.12]
pub fn may_combine(game: &Gbacw, state: &State, from: Hex, target: Hex) -> bool {
    let range = game.scenario.map.grid.distance(from, target);
    range > u32::from(game.tables.combat.fire_drm.canister_max_range)
        && ch16_night::may_combine_batteries(game, light(game, state))
}

/// Whether the acting battery finds others to fire with. [GB 10.63]
pub fn can_combine(game: &Gbacw, state: &State, unit: Unit, target: Hex, own: Salvo) -> bool {
    own.from.is_some_and(|from| {
        may_combine(game, state, from, target) && joining(game, state, unit, target, from).next().is_some()
    })
}

/// Other batteries of the hex that could join a combined shot.
pub fn joining(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    target: Hex,
    from: Hex,
) -> impl Iterator<Item = Unit> {
    stack(game, state, from).into_iter().filter(move |&other| {
        other != unit
            && game.is_artillery(other)
            && can_act(game, state, other)
            && !state.units[other].did(Act::FIRED)
            && may_fire(game, state, other)
            && salvo(game, state, other, target, ShotKind::Active).strength > 0
    })
}

/// Whether a battery's fire may be divided evenly between two hexes: all that fires must reach both. [GB 10.15, 10.65]
pub fn is_even(one: Salvo, other: Salvo) -> bool {
    one.parts == other.parts && !one.refused && !other.refused && one.strength > 1
}

/// Begins to divide the fire of a battery: nothing is rolled before all of it is declared. [GB 10.65]
pub fn begin_division(game: &Gbacw, state: &mut State, unit: Unit, target: Hex, mode: FireMode) {
    state.push(Phase::DivideFire { unit, evenly: mode == FireMode::More });
    name_target(game, state, unit, target, mode);
}

fn name_target(game: &Gbacw, state: &mut State, unit: Unit, target: Hex, mode: FireMode) {
    if mode != FireMode::More {
        declare(game, state, unit, target, mode);
        return;
    }
    // How many guns each hex gets is known when all are named.
    let own = salvo(game, state, unit, target, ShotKind::Active);
    if let Some(from) = own.from {
        add_shot(state, shot_of(unit, own, from, target, ShotKind::Active));
    }
}

fn named(state: &State) -> impl Iterator<Item = &Shot> {
    state.shots.iter().flatten()
}

/// The hexes to which more of the battery's fire may go, and what could be fired there. [GB 10.65, 10.66]
fn open_targets(game: &Gbacw, state: &State, unit: Unit, evenly: bool) -> impl Iterator<Item = (Hex, Salvo)> {
    let whole = state.shots[0]
        .map_or(Salvo::default(), |shot| salvo(game, state, unit, shot.target, ShotKind::Active));
    let is_full = evenly && named(state).count() >= usize::from(whole.strength.min(MOST_WAYS));
    let reach = if is_full { HexSet::EMPTY } else { targets(game, state, unit).in_division };
    reach.into_iter().map(move |target| (target, salvo(game, state, unit, target, ShotKind::Active))).filter(
        move |&(target, own)| {
            let is_named = || named(state).any(|shot| shot.target == target);
            own.strength > 0 && !own.refused && (!evenly || is_even(whole, own) && !is_named())
        },
    )
}

pub fn is_division_open(game: &Gbacw, state: &State, unit: Unit, evenly: bool) -> bool {
    open_targets(game, state, unit, evenly).next().is_some()
}

/// Where the rest of the fire goes: another hex for an even share, or sections for any hex. [GB 10.65]
pub fn offer_division(game: &Gbacw, state: &State, unit: Unit, evenly: bool, out: &mut Vec<Action>) {
    if !evenly || named(state).count() > 1 {
        out.push(Action::Pass);
    }
    for (target, own) in open_targets(game, state, unit, evenly) {
        if evenly {
            out.push(Action::Fire { target, mode: FireMode::More });
            continue;
        }
        out.push(Action::Fire { target, mode: FireMode::Whole });
        offer_sections(own, |mode| out.push(Action::Fire { target, mode }));
        if can_double(game, state, unit, own, target) {
            out.push(Action::Fire { target, mode: FireMode::Doubled });
        }
    }
}

/// The sections that may fire by themselves, if there are others. [GB 10.65]
pub fn offer_sections(own: Salvo, mut push: impl FnMut(FireMode)) {
    if own.parts.count_ones() > 1 && !own.refused {
        (0..4)
            .filter(|section| own.parts >> section & 1 == 1)
            .for_each(|section| push(FireMode::Section(section)));
    }
}

pub fn take_division<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Phase::DivideFire { unit, .. } = state.phase() else { return };
    match action {
        Action::Fire { target, mode } => name_target(game, state, unit, target, mode),
        _ => close_division(game, state, chance),
    }
}

/// All is declared. Even shares are as even as can be, the first named get the odd guns. Work. [GB 10.15, 10.65]
pub fn close_division<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    let Phase::DivideFire { unit, evenly } = state.phase() else { return };
    state.pop();
    if evenly && let Some(first) = state.shots[0] {
        let (guns, ways) = (first.strength, named(state).count() as u8);
        for (place, shot) in (0..).zip(state.shots.iter_mut().flatten()) {
            shot.strength = guns / ways + u8::from(place < guns % ways);
        }
        mark_fired(state, unit, Salvo { parts: first.parts, ..Salvo::default() });
    }
    open_fire(game, state, unit, chance);
}

/// Batteries that join a combined shot, with what they fire.
pub type Joined = ArrayVec<(Unit, Salvo), MOST_JOINED>;

/// The most units that join another one's fire: answers must find room beside them.
pub const MOST_JOINED: usize = 6;
