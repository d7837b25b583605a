//! Chapter 10: PC markers placed, flipped and removed; control of colonies; the Political Control Phase.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::phase::Phase;
use super::super::state::State;
use super::super::types::{Colony, Side, Space, Spaces, spaces_before};
use super::ch10_isolation;
use crate::chance::Chance;
use crate::draft::Draft;
use crate::event::Event;

/// The side with more markers; in Canada the side that holds both named spaces. [WW 9.43]
pub fn colony_control(game: &WashingtonsWar, state: &State, colony: Colony) -> Option<Side> {
    let tables = &game.tables;
    if tables.canada == Some(colony) {
        let needs = tables.canada_needs;
        return Side::BOTH.into_iter().find(|side| needs.is_subset(state.markers[side.index()]));
    }
    let spaces = tables.colony_spaces[colony];
    let count = |side: Side| (spaces & state.markers[side.index()]).len();
    match count(Side::British).cmp(&count(Side::American)) {
        std::cmp::Ordering::Greater => Some(Side::British),
        std::cmp::Ordering::Less => Some(Side::American),
        std::cmp::Ordering::Equal => None,
    }
}

/// Colonies that a side controls, Canada included. [WW 13.2]
pub fn count_colonies(game: &WashingtonsWar, state: &State, side: Side) -> u8 {
    (0..game.tables.colonies.len() as u8)
        .filter(|&colony| colony_control(game, state, Colony(colony)) == Some(side))
        .count() as u8
}

/// Spaces next to a side's markers, those in `except` left out; for the British all ports adjoin. [WW 10.11]
pub fn adjacent_to_markers(game: &WashingtonsWar, state: &State, side: Side, except: Spaces) -> Spaces {
    let markers = state.markers[side.index()] - except;
    let mut near = game.tables.neighbours(markers);
    let ports = markers & game.tables.ports;
    if side == Side::British && !ports.is_empty() {
        // A port does not adjoin itself: a lone marker there reaches the other ports only.
        near |= if ports.len() == 1 { game.tables.ports - ports } else { game.tables.ports };
    }
    near
}

/// Where a side may change markers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PcChoice {
    pub place: Spaces,
    pub flip: Spaces,
    /// Enemy markers without an enemy CU, an American General or Congress, that a discard removes. [WW 6.32]
    pub remove: Spaces,
}

/// Spaces where a side may place and where it may flip a marker. [WW 10.11]
pub fn pc_actions(game: &WashingtonsWar, state: &State, side: Side, by_discard: bool) -> PcChoice {
    let near = match side {
        Side::British => adjacent_to_markers(game, state, side, state.fresh),
        // The Americans may place anywhere.
        Side::American => Spaces::EMPTY,
    };
    pc_actions_near(game, state, side, by_discard, near)
}

/// The same when the spaces next to the side's markers are known. [WW 10.11]
pub(crate) fn pc_actions_near(
    game: &WashingtonsWar,
    state: &State,
    side: Side,
    by_discard: bool,
    near: Spaces,
) -> PcChoice {
    let tables = &game.tables;
    let empty = tables.all_spaces - state.marked();
    let enemy = state.markers[side.enemy().index()];
    let congress = state.seat_of_congress();
    let leaders = state.generals(Side::American);
    let forbidden = state.no_placing[side.index()][usize::from(by_discard)];
    let (open, flip, guarded) = match side {
        Side::American => {
            let british = state.occupied(Side::British);
            let open = if congress.is_empty() { Spaces::EMPTY } else { empty - british };
            (open, enemy & leaders, british | leaders | congress)
        }
        Side::British => {
            let armies = state.generals(side) & state.occupied(side);
            let units = state.occupied(Side::American) | leaders | congress;
            (empty & ((near - units) | armies), enemy & armies, units)
        }
    };
    PcChoice { place: if forbidden { Spaces::EMPTY } else { open }, flip, remove: enemy - guarded }
}

/// PC actions of an OPS card, in ascending order of spaces. [WW 10.11]
#[inline(never)]
pub(crate) fn offer_pc_actions(game: &WashingtonsWar, state: &State, from: u8, out: &mut Vec<Action>) {
    let choice = pc_actions(game, state, state.active, false);
    let passed = spaces_before(from);
    let mut actions = Draft::on(out, Action::MANY_BLANKS);
    actions.put(Action::Done, true);
    actions.list_fours(choice.place - passed, &game.tables.by_space.place);
    actions.list::<4, _, 2>(choice.flip - passed, Action::Flip);
    actions.finish();
}

/// One marker for each point of the card, until the player has enough. [WW 10.1]
pub(crate) fn take_pc_action<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    left: u8,
    action: Action,
    chance: &mut C,
) {
    let (Action::Place(space) | Action::Flip(space)) = action else {
        state.stack.pop();
        return;
    };
    change_marker(game, state, state.active, action, "10.11", chance);
    state.fresh |= Spaces::single(space);
    if left > 1 {
        state.stack.replace(Phase::PcActions { left: left - 1, from: space.0 + 1 });
    } else {
        state.stack.pop();
    }
}

/// Carries out a placement, flip or removal. [WW 10.12]
pub(crate) fn change_marker<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    side: Side,
    action: Action,
    rule: &'static str,
    chance: &mut C,
) {
    let (word, space) = match action {
        Action::Place(space) | Action::Flip(space) => {
            state.set_marker(side, space);
            (side.id(), space)
        }
        Action::Remove(space) => {
            state.markers.iter_mut().for_each(|markers| markers.remove(space));
            ("none", space)
        }
        _ => return,
    };
    chance.note(|| {
        let text = match action {
            Action::Remove(_) => format!("The marker in {} is removed.", game.tables.space_name(space)),
            _ => format!("The {} control {}.", side.name(), game.tables.space_name(space)),
        };
        Event::new("marker", rule, text).with("space", game.tables.space_id(space)).with("control", word)
    });
}

/// A dispersed Congress meets again where it can. [WW 10.2]
pub(crate) fn start_congress_segment(game: &WashingtonsWar, state: &mut State) {
    let asked = state.congress.is_none() && !congress_spaces(game, state).is_empty();
    state.stack.replace(if asked { Phase::PlaceCongress } else { Phase::Political });
}

/// In the thirteen colonies, under an American marker, without British pieces. [WW 5.6]
fn congress_spaces(game: &WashingtonsWar, state: &State) -> Spaces {
    (game.tables.thirteen & state.markers[Side::American.index()])
        - state.occupied(Side::British)
        - state.generals(Side::British)
}

#[inline(never)]
pub(crate) fn offer_congress(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    congress_spaces(game, state).list(out, Action::Congress);
}

pub(crate) fn take_congress<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    if let Action::Congress(space) = action {
        state.congress = Some(space);
        state.stack.replace(Phase::Political);
        chance.note(|| {
            let text = format!("Congress meets in {}.", game.tables.space_name(space));
            Event::new("congress", "10.2", text).with("space", game.tables.space_id(space))
        });
    }
}

/// Armies take control of their spaces, then isolated markers go, American ones first. [WW 10.2]
pub(crate) fn run_marker_segments<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    for side in Side::BOTH {
        let armies = state.generals(side) & state.occupied(side);
        for space in armies - state.markers[side.index()] {
            change_marker(game, state, side, Action::Flip(space), "10.2", chance);
        }
    }
    for side in [Side::American, Side::British] {
        for space in ch10_isolation::isolated(game, state, side) {
            remove_isolated(game, state, space, chance);
        }
    }
    state.stack.replace(Phase::End(0));
}

fn remove_isolated<C: Chance>(game: &WashingtonsWar, state: &mut State, space: Space, chance: &mut C) {
    change_marker(game, state, Side::British, Action::Remove(space), "10.3", chance);
}
