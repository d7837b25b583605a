//! Chapter 9: the board update after statuses or a minor power's controller have changed.
//!
//! First pieces on homes of former enemies and of neutrals (9.1, 9.3), power by power, then pieces of new enemies on
//! the same territory (9.2), territory by territory.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{State, Update};
use crate::games::coalitions::types::{Ask, POWERS, Power, PowerSet, Status, Territory, TerritorySet};

use crate::set::Index;

use super::ch04_concepts::nearest_refuges;
use super::ch07_treasury::book;
use super::ch08_result::fall_back;

/// Keeps the relations before a change; the caller then changes them and sets `update.active`.
pub fn remember_relations(state: &mut State) {
    state.update =
        Update { former_status: state.status, former_controller: state.controller, ..Update::IDLE };
}

/// The powers that were at war with this one before the change.
fn former_enemies(state: &State, power: Power) -> PowerSet {
    let (status, controller) = (&state.update.former_status, &state.update.former_controller);
    let (mine, ours) = (status[power.i()], controller[power.i()]);
    if mine == Status::Neutral {
        return PowerSet::EMPTY;
    }
    PowerSet::of(|other| {
        let theirs = status[other.i()];
        let allied =
            (mine == theirs && mine.is_coalition()) || (ours.is_some() && ours == controller[other.i()]);
        other != power && !allied && theirs != Status::Neutral
    })
}

/// The next thing of the update in hand. [CO 9.1]
#[inline(never)]
pub fn advance(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    match (state.update.place, state.update.leaving.first()) {
        (Some(place), Some(power)) => settle(game, state, power, place, chance),
        _ if state.update.to_war => find_new_enemies(game, state, chance),
        _ => find_intruder(game, state),
    }
}

/// Every territory from this one on.
fn later(from: u8) -> TerritorySet {
    TerritorySet::from_words([u64::MAX.checked_shl(u32::from(from)).unwrap_or(0)])
}

/// 9.1 and 9.3: the next power with pieces where they may not stay. [CO 9.1] [CO 9.3]
fn find_intruder(game: &Coalitions, state: &mut State) {
    while usize::from(state.update.next_power) < POWERS {
        let power = Power::from_index(usize::from(state.update.next_power));
        let pieces =
            (state.generals[power.i()] | state.garrisons[power.i()]) & later(state.update.next_place);
        if !pieces.is_empty()
            && let Some(at) = (pieces & lands_to_leave(game, state, power)).first()
        {
            let by_leave = lands_of_new_allies(game, state, power);
            let update = &mut state.update;
            update.next_place = at.0 + 1;
            update.place = Some(at);
            update.leaving.insert(power);
            if by_leave.contains(at) {
                update.may_stay.insert(power);
            }
            return;
        }
        state.update.next_power += 1;
        state.update.next_place = 0;
    }
    state.update.to_war = true;
    state.update.next_place = 0;
}

/// Where the update in hand lifts a power's garrisons; nothing without an update. [CO 9.1] [CO 9.3]
pub fn lands_to_leave(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    if !state.update.active {
        return TerritorySet::EMPTY;
    }
    lands_of_new_allies(game, state, power) | closed_lands(game, state, power)
}

/// Homes of former enemies that are allies now: a general may stay there with their leave. [CO 9.1]
fn lands_of_new_allies(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    game.tables.homes_among(former_enemies(state, power) & state.allies(power))
}

/// What a power's pieces must leave: homes between which and the power one side is neutral, and, for a power that has
/// just become neutral, all that it and its allies do not control. [CO 9.3]
fn closed_lands(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    let neutral = state.is_neutral(power);
    let aloof = if neutral { PowerSet::ALL } else { state.neutrals() };
    let homes = game.tables.homes_among(aloof - state.allies(power));
    if neutral && state.update.former_status[power.i()] != Status::Neutral {
        return homes | (later(0) - state.friendly_territory(&game.tables, power));
    }
    homes
}

/// Territories with pieces of several powers.
fn shared_territories(state: &State) -> TerritorySet {
    let (mut held, mut shared) = (TerritorySet::EMPTY, TerritorySet::EMPTY);
    for (&generals, &garrisons) in state.generals.iter().zip(&state.garrisons) {
        shared |= held & (generals | garrisons);
        held |= generals | garrisons;
    }
    shared
}

/// 9.2: the next territory with pieces of powers that are enemies now; the weaker sides leave. [CO 9.2]
fn find_new_enemies(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    for at in shared_territories(state) & later(state.update.next_place) {
        let present = state.present(at);
        let quarrel = present.iter().any(|power| !state.enemies_at(&game.tables, power, at).is_empty());
        if quarrel {
            let stays = strongest(game, state, present, at, chance);
            state.update.next_place = at.0 + 1;
            state.update.place = Some(at);
            state.update.leaving = present - state.allies(stays);
            chance.note(|| {
                let (name, place) = (game.tables.power_name(stays), game.tables.name(at));
                Event::new("update", "9.2", format!("{name} is the stronger in {place}; its enemies leave."))
            });
            return;
        }
    }
    state.update = Update::IDLE;
}

/// The power whose side is strongest; a tie goes to the garrison, without one to a toss. [CO 9.2]
fn strongest(
    game: &Coalitions,
    state: &State,
    present: PowerSet,
    at: Territory,
    chance: &mut impl Chance,
) -> Power {
    let limits = &game.tables.limits;
    let strength = |power: Power| {
        let mut sum = 0;
        for ally in present.iter().filter(|&ally| state.allied(power, ally)) {
            if state.has_general(ally, at) {
                sum += limits.strength_general + limits.strength_troop * state.troops_at(ally, at);
            }
            if state.garrisons[ally.i()].contains(at) {
                let walled = state.fortresses.contains(at);
                sum += if walled { limits.strength_garrison_in_fortress } else { limits.strength_garrison };
            }
        }
        let garrison = state.garrison_of(at).is_some_and(|owner| state.allied(power, owner));
        (sum, garrison)
    };
    let top = present.iter().map(strength).max();
    // One spokesman for each side that shares the top.
    let mut sides = PowerSet::EMPTY;
    for power in present.iter().filter(|&power| Some(strength(power)) == top) {
        if !sides.iter().any(|side| state.allied(side, power)) {
            sides.insert(power);
        }
    }
    let place = if sides.len() > 1 { chance.below(sides.len() as u32) as usize } else { 0 };
    sides.iter().nth(place).unwrap_or(Power::Britain)
}

/// One power's pieces in one territory: first the garrison, then the general. [CO 9.1]
fn settle(game: &Coalitions, state: &mut State, power: Power, at: Territory, chance: &mut impl Chance) {
    if state.garrisons[power.i()].contains(at) {
        lift_garrison(game, state, power, at, chance);
    } else if !state.has_general(power, at) {
        stop_leaving(state, power);
    } else if state.update.may_stay.contains(power) {
        ask_leave(game, state, power, at);
    } else if nearest_refuges(game, state, power, at).is_empty() {
        fall_back(game, state, power, at, None, chance);
    } else {
        state.ask_at(Ask::Evacuate, power, at);
    }
}

fn stop_leaving(state: &mut State, power: Power) {
    state.update.leaving.remove(power);
    state.update.may_stay.remove(power);
    if state.update.leaving.is_empty() {
        state.update.place = None;
    }
}

/// Generals that can take a lifted garrison under command. [CO 9.1]
fn takers(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    let most = game.tables.limits.troops_per_general;
    state.generals[power.i()].into_iter().filter(|&at| state.troops_at(power, at) < most).collect()
}

/// A lifted garrison joins a general of its power, or is changed into 1 money. [CO 9.1]
fn lift_garrison(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    at: Territory,
    chance: &mut impl Chance,
) {
    state.garrisons[power.i()].remove(at);
    chance.note(|| {
        let (name, place) = (game.tables.power_name(power), game.tables.name(at));
        Event::new("update", "9.1", format!("{name}'s garrison in {place} is lifted."))
    });
    let takers = takers(game, state, power);
    match takers.first() {
        None => book(game, state, power, 1, chance, || {
            let name = game.tables.power_name(power);
            Event::new("update", "9.1", format!("{name} takes 1 money for the garrison."))
        }),
        Some(only) if takers.len() == 1 => take_reassignment(state, power, only),
        Some(_) => state.ask_at(Ask::Reassign, power, at),
    }
}

pub fn offer_reassignment(game: &Coalitions, state: &State, power: Power, out: &mut Vec<Action>) {
    out.extend(takers(game, state, power).into_iter().map(Action::Troop));
}

pub fn take_reassignment(state: &mut State, power: Power, to: Territory) {
    let troops = state.troops_at(power, to);
    state.set_troops(power, to, troops + 1);
}

/// In the same coalition a general stays with the home power's leave; a player does not ask himself. [CO 9.1]
fn ask_leave(game: &Coalitions, state: &mut State, power: Power, at: Territory) {
    match game.tables.home_of[at] {
        Some(home) if game.speaker(state, home) != game.speaker(state, power) => {
            state.ask_about(Ask::Leave, home, power, Some(at));
        }
        _ => stop_leaving(state, power),
    }
}

pub fn take_leave(state: &mut State, guest: Power, action: Action) {
    if action == Action::Accept {
        stop_leaving(state, guest);
    } else {
        state.update.may_stay.remove(guest);
    }
}
