//! Section 5.1, the event cards that have a question of their own: Muster and Plague.
//!
//! Surprise, Force March, Treason and Piracy are moves with other numbers (`Effect`, ch05_moves, ch05_sea); the
//! Treason roll is in ch06_treachery.

use super::ch05_moves::Roads;
use super::{ch02_map, ch05_actions, ch05_moves, ch06_deaths};
use crate::chance::Chance;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::State;
use crate::games::wars_of_the_roses::types::*;

/// Muster: one friendly or vacant area, own exile included. [WR 5.1 Muster]
#[inline(never)]
pub fn offer_muster_areas(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Done);
    out.extend(ch02_map::friendly_or_vacant(&game.tables, state, side).into_iter().map(Action::Muster));
}

#[inline(never)]
pub fn take_muster_area<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    area: Area,
    chance: &mut C,
) {
    chance.note(|| {
        Event::new("muster", "5.1", format!("{} musters in {}.", side.name(), game.tables.area(area).name))
    });
    next_muster(game, state, side, area, chance);
}

/// Whether a block in `from` can go on to the muster with this many steps. [WR 5.1 Muster]
fn reaches(roads: &Roads<'_>, from: Area, previous: Area, first: bool, steps: u8, target: Area) -> bool {
    if steps == 0 {
        return false;
    }
    let open = roads.exits(from, previous, first, false);
    open.contains(target)
        || steps > 1 && open.into_iter().any(|to| leads_to_muster(roads, from, to, steps, target))
}

/// Whether the step `from` to `to`, one of `steps`, is on a way to the muster; red borders end the way. [WR 5.21]
pub fn leads_to_muster(roads: &Roads<'_>, from: Area, to: Area, steps: u8, target: Area) -> bool {
    if to == target {
        return true;
    }
    let stops = ch05_moves::way_between(roads.game, from, to)
        .is_none_or(|way| roads.game.tables.red.contains(way.border()));
    !stops && reaches(roads, to, from, false, steps - 1, target)
}

/// Any unpinned blocks that reach the area by ordinary land moves through friendly or vacant areas.
/// [WR 5.1 Muster]
pub fn offer_muster(game: &WarsOfTheRoses, state: &State, side: Side, target: Area, out: &mut Vec<Action>) {
    let powers = ch05_actions::powers(game, state, side);
    let roads = Roads::of(game, state, side, powers);
    for area in state.occupied(side).without(target) {
        let ready = (state.at(area) & state.of(&game.tables, side)) - state.done;
        if !ready.is_empty()
            && ch05_actions::may_leave(game, state, side, area)
            && reaches(&roads, area, area, true, powers.muster, target)
        {
            out.extend(ready.into_iter().map(Action::Pick));
        }
    }
    out.push(Action::Done);
}

#[inline(never)]
pub fn take_muster_pick(game: &WarsOfTheRoses, state: &mut State, side: Side, target: Area, block: Block) {
    let Some(from) = state.area_of(block) else { return };
    ch05_actions::pick_up(game, state, side, block, from);
    let steps = ch05_actions::powers(game, state, side).muster;
    state.phase = Phase::March { side, block, at: from, previous: from, steps, muster: Some(target) };
}

pub fn next_muster<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, target: Area, _: &mut C) {
    debug_assert!(!game.tables.exiles[side.other().index()].contains(target));
    state.phase = Phase::Muster { side, area: target };
}

/// Plague: one area with a city that enemy blocks alone hold, or none. [WR 5.1 Plague]
#[inline(never)]
pub fn offer_plague(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    let tables = &game.tables;
    out.push(Action::Done);
    let held = state.occupied(side.other()) - state.occupied(side);
    for area in held & tables.cities {
        if !game.options.plague_city_colour || tables.area(area).city_side == Some(side.other()) {
            out.push(Action::Plague(area));
        }
    }
}

/// Every block there loses a step, even its last. [WR 5.1 Plague]
#[inline(never)]
pub fn take_plague<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    area: Area,
    chance: &mut C,
) {
    chance.note(|| {
        Event::new("plague", "5.1", format!("The plague strikes {}.", game.tables.area(area).name))
            .with("area", game.tables.area(area).id.as_str())
    });
    for block in state.at(area) {
        ch06_deaths::lose_steps(game, state, block, 1, "5.1", chance);
        if state.is_over() {
            return;
        }
    }
    ch05_actions::end_actions(game, state, side, chance);
}
