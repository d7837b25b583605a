//! Chapter 5.3 and 5.5: the pool, the marker in use, coordination, and which brigade acts next.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::command::coordinate;
use super::super::field::{brigade_of, own_formation, ratings};
use super::super::phase::Phase;
use super::super::state::{
    Act, ENTRY_QUEUES, LeaderFlags, Marker, Place, Standing, State, Status, TURN_ENDED,
};
use super::super::tables::Coordination;
use super::super::types::{Formation, FormationSet, MAX_FORMATIONS, OrderKind, Rank, Side, Unit, UnitSet};
use super::ch03_sequence::marches;
use super::ch09_entry::can_enter;
use super::{events, tell};
use crate::chance::{Chance, Die};
use crate::event::Audience;
use crate::set::Index;

/// Puts the markers of the turn into the pool. [GB 2.23, 5.31]
pub fn fill_pool(game: &Gbacw, state: &mut State) {
    for side in Side::ALL {
        state.march_undrawn[side.index()] = marches(game, state, side);
    }
    state.event_undrawn = game.options.random_events;
}

fn marker_choices(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = Action> {
    let divisions = game
        .formations()
        .filter(move |&formation| game.side_of(formation) == side && state.formations[formation].undrawn > 0)
        .map(Action::Formation);
    divisions.chain(state.march_undrawn[side.index()].then_some(Action::MarchMarker(side)))
}

pub fn is_first_open(game: &Gbacw, state: &State, side: Side) -> bool {
    marker_choices(game, state, side).next().is_some()
}

/// The side with the initiative chooses the first marker. [GB 5.13]
pub fn offer_first(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.extend(marker_choices(game, state, side));
}

pub fn take_first<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    state.pop();
    match action {
        Action::Formation(division) => use_marker(game, state, Marker::Division(division), chance),
        Action::MarchMarker(side) => use_marker(game, state, Marker::March(side), chance),
        _ => {}
    }
}

/// Draws the next marker; false and on to the next segment if the pool is empty. [GB 5.31, 5.5]
pub fn draw<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) -> bool {
    use super::super::phase::Segment;
    let march = game.scenario.oob.formations.len();
    let event = march + 2;
    let mut counts = [0u8; MAX_FORMATIONS + 3];
    let counts = &mut counts[..=event];
    for formation in game.formations() {
        counts[formation.index()] = state.formations[formation].undrawn;
    }
    for side in Side::ALL {
        counts[march + side.index()] = u8::from(state.march_undrawn[side.index()]);
    }
    counts[event] = u8::from(state.event_undrawn);
    if counts.iter().all(|&count| count == 0) {
        return false;
    }
    let drawn = chance.draw_counted(counts, Audience::All, |i| match i {
        i if i == event => "random_event",
        i if i == march => "march_union",
        i if i == march + 1 => "march_csa",
        i => game.formation_id(Formation::from_index(i)),
    });
    state.replace(Phase::Sequence(Segment::Pool));
    match drawn {
        i if i == event => {
            state.event_undrawn = false;
            events::happen(game, state, chance);
        }
        i if i >= march => use_marker(game, state, Marker::March(Side::ALL[i - march]), chance),
        i => use_marker(game, state, Marker::Division(Formation::from_index(i)), chance),
    }
    true
}

/// A marker comes up: orders change, coordination, then brigade after brigade. [GB 3.0 III/C]
fn use_marker<C: Chance>(game: &Gbacw, state: &mut State, marker: Marker, chance: &mut C) {
    state.marker = marker;
    state.entered = [0; ENTRY_QUEUES];
    match marker {
        Marker::Division(division) => {
            state.formations[division].undrawn -= 1;
            state.active = game.side_of(division);
            tell(chance, "marker", "5.32", || format!("{} is activated.", game.formation_name(division)));
        }
        Marker::March(side) => {
            state.march_undrawn[side.index()] = false;
            state.active = side;
            tell(chance, "marker", "5.35", || format!("The {} March marker comes up.", side.id()));
        }
        Marker::None => return,
    }
    for formation in game.formations() {
        let later = state.formations[formation].has(Standing::STAND_LATER)
            && matches!(marker, Marker::Division(_))
            && is_activated(game, state, formation);
        let standing = &mut state.formations[formation].standing;
        let clear = Standing::TRIED
            .or(Standing::STAND)
            .or(Standing::ACTED)
            .or(Standing::JOINED)
            .or(Standing::CONFUSED)
            .or(Standing::LOOSE);
        standing.set(clear, false);
        if later {
            standing.set(Standing::STAND_LATER, false);
            standing.set(Standing::STAND, true);
        }
    }
    for unit in game.units() {
        state.units[unit].status.set(Status::USED.or(Status::JUST_MANNED), false);
    }
    for leader in game.leaders() {
        state.leaders[leader].flags.set(LeaderFlags::MOVED.or(LeaderFlags::FOLLOWS), false);
    }
    state.push(Phase::NextBrigade);
    if let Marker::Division(_) = marker {
        state.push(Phase::Coordination);
    }
    state.push(Phase::OrdersChange);
}

/// The brigades that the marker in use may activate: with these instead of all formations a random decision of the
/// small battle takes 190 instructions less (3 %).
pub fn under_marker(game: &Gbacw, state: &State) -> FormationSet {
    match state.marker {
        Marker::Division(division) => game.roster.brigades_of(division),
        Marker::March(side) => game.roster.brigades[side.index()],
        Marker::None => FormationSet::EMPTY,
    }
}

/// Whether the marker in use activates a brigade. [GB 5.32, 5.35, 6.32]
pub fn is_activated(game: &Gbacw, state: &State, brigade: Formation) -> bool {
    let own = &state.formations[brigade];
    if !game.acts_as_brigade(brigade) || own.has(Standing::RESERVE) {
        return false;
    }
    match state.marker {
        Marker::Division(division) => game.is_within(brigade, division) && own.order != OrderKind::March,
        Marker::March(side) => game.side_of(brigade) == side && has_marching_units(game, state, brigade),
        Marker::None => false,
    }
}

fn has_marching_units(game: &Gbacw, state: &State, brigade: Formation) -> bool {
    // Who is on the map is seen at a glance: those who might enter are looked at last.
    let mut waiting = UnitSet::EMPTY;
    for unit in game.roster.followers(brigade) {
        let piece = &state.units[unit];
        if piece.order != OrderKind::March || brigade_of(game, state, unit) != brigade {
            continue;
        }
        if piece.is_present() {
            return true;
        }
        if piece.place == Place::Waiting {
            waiting.insert(unit);
        }
    }
    waiting.into_iter().any(|unit| can_enter(game, state, unit))
}

// ---------------------------------------------------------------- coordination

fn coordinating(game: &Gbacw, state: &State) -> impl Iterator<Item = Formation> {
    under_marker(game, state).into_iter().filter(move |&brigade| {
        let own = &state.formations[brigade];
        own.has(Standing::IN_COMMAND)
            && !own.has(Standing::ACTED.or(Standing::JOINED))
            && own.used < own.cap
            && is_activated(game, state, brigade)
            && has_units(game, state, brigade)
    })
}

fn has_units(game: &Gbacw, state: &State, brigade: Formation) -> bool {
    let mut waiting = UnitSet::EMPTY;
    for unit in game.roster.actors(brigade) {
        if !is_due(game, state, unit, brigade) {
            continue;
        }
        if state.units[unit].place != Place::Waiting {
            return true;
        }
        waiting.insert(unit);
    }
    waiting.into_iter().any(|unit| can_enter(game, state, unit))
}

pub fn is_coordination_open(game: &Gbacw, state: &State) -> bool {
    let Marker::Division(division) = state.marker else { return false };
    !state.formations[division].has(Standing::INEFFECTIVE)
        && game.leader_of(division).is_some_and(|leader| state.leaders[leader].place == Place::Map)
        && coordinating(game, state).nth(1).is_some()
}

/// Rolls for brigades to act as one. [GB 5.34]
pub fn take_coordination<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    state.pop();
    let Marker::Division(division) = state.marker else { return };
    let Some(leader) = game.leader_of(division) else { return };
    if action != Action::Yes {
        return;
    }
    let die = chance.roll(Die::D10);
    let result = coordinate(&game.tables, ratings(game, state, leader).coordination, die);
    tell(chance, "coordination", "5.34", || format!("Coordination: {die}, {result:?}."));
    match result {
        Coordination::Confusion => {
            let all: arrayvec::ArrayVec<Formation, MAX_FORMATIONS> = coordinating(game, state).collect();
            for brigade in all {
                state.formations[brigade].standing.set(Standing::CONFUSED, true);
            }
        }
        Coordination::Failure => {}
        _ => {
            let count = coordinating(game, state).count() as u8;
            let left = result.brigades().unwrap_or(count).min(count);
            state.push(Phase::Coordinate { left });
        }
    }
}

pub fn offer_coordinate(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    let last = game.formations().filter(|&f| state.formations[f].has(Standing::JOINED)).last();
    out.extend(
        coordinating(game, state).filter(|&f| last.is_none_or(|last| f > last)).map(Action::Formation),
    );
}

pub fn is_coordinate_open(game: &Gbacw, state: &State, left: u8) -> bool {
    let last = game.formations().filter(|&f| state.formations[f].has(Standing::JOINED)).last();
    left > 0 && coordinating(game, state).any(|f| last.is_none_or(|last| f > last))
}

pub fn take_coordinate(state: &mut State, action: Action) {
    let Phase::Coordinate { left } = state.phase() else { return };
    match action {
        Action::Formation(brigade) => {
            state.formations[brigade].standing.set(Standing::JOINED, true);
            state.replace(Phase::Coordinate { left: left - 1 });
        }
        _ => state.pop(),
    }
}

// ---------------------------------------------------------------- brigade after brigade

fn brigade_choices(game: &Gbacw, state: &State) -> impl Iterator<Item = Formation> {
    under_marker(game, state).into_iter().filter(move |&brigade| {
        let own = &state.formations[brigade];
        !own.has(Standing::ACTED)
            && own.used < own.cap
            && is_activated(game, state, brigade)
            && has_units(game, state, brigade)
    })
}

pub fn is_next_open(game: &Gbacw, state: &State) -> bool {
    brigade_choices(game, state).next().is_some()
}

/// Which brigade acts next, or none of those left; a loose one must. [GB 5.26, 5.32, 6.24]
pub fn offer_next(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    if !brigade_choices(game, state).any(|brigade| state.formations[brigade].has(Standing::LOOSE)) {
        out.push(Action::Pass);
    }
    out.extend(brigade_choices(game, state).map(Action::Formation));
}

pub fn take_next<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Action::Formation(brigade) = action else {
        state.pop();
        return;
    };
    let joined = state.formations[brigade].has(Standing::JOINED);
    let mut acting = FormationSet::single(brigade);
    if joined {
        acting |= game.formations().filter(|&f| state.formations[f].has(Standing::JOINED)).collect();
    }
    super::ch05_brigade::begin(game, state, acting, chance);
}

/// Whether a unit may act in a brigade's activation now. [GB 5.33, 5.36, 10.62, 27 of the rulings]
pub fn may_act(game: &Gbacw, state: &State, unit: Unit, brigade: Formation) -> bool {
    is_due(game, state, unit, brigade)
        && (state.units[unit].place != Place::Waiting || can_enter(game, state, unit))
}

/// [`may_act`] for a unit that finds a way onto the map.
pub fn is_due(game: &Gbacw, state: &State, unit: Unit, brigade: Formation) -> bool {
    let piece = &state.units[unit];
    let waits = piece.place == Place::Waiting;
    if !(piece.is_present() || waits) || piece.has(Status::USED) || piece.did(Act::DONE) && !waits {
        return false;
    }
    if piece.acts == TURN_ENDED {
        return false;
    }
    let serves = brigade_of(game, state, unit);
    let is_division_battery = || {
        piece.attached.is_none()
            && game.is_artillery(unit)
            && game.level_of(own_formation(game, unit)) == Rank::Division
            && game.division(brigade) == Some(own_formation(game, unit))
    };
    if serves != brigade && !is_division_battery() {
        return false;
    }
    let is_march_marker = matches!(state.marker, Marker::March(_));
    if (piece.order == OrderKind::March) != is_march_marker {
        return false;
    }
    // A unit out of command acts once less often, at least once. [GB 5.36]
    let markers = || game.division(brigade).map_or(1, |division| state.formations[division].markers);
    !piece.has(Status::OUT_OF_COMMAND) || piece.acts < markers().saturating_sub(1).max(1)
}
