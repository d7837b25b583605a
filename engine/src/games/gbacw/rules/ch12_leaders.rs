//! Chapter 12.74 to 12.76: new leaders for those who fell.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::is_in_chain;
use super::super::phase::Phase;
use super::super::state::{LeaderFlags, Place, State};
use super::super::types::{Leader, MAX_LEADERS, Rank, Unit};
use super::tell;
use crate::chance::Chance;
use crate::set::Index;

/// Turns over the counters of the fallen and asks where their successors stand. [GB 12.74, 12.75, 12.76]
pub fn replace_fallen<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    for leader in game.leaders() {
        let counter = state.leaders[leader];
        let record = &game.scenario.oob.leaders[leader.index()];
        let Some(successor) = &record.replacement else { continue };
        let is_brigadier = matches!(game.rank(leader), Rank::Brigade | Rank::Artillery);
        let was_replaced = counter.flags.has(LeaderFlags::REPLACED);
        if counter.place != Place::Gone || was_replaced && !is_brigadier || !has_command(game, state, leader)
        {
            continue;
        }
        state.leaders[leader].flags.set(LeaderFlags::REPLACED, true);
        tell(chance, "replacement", "12.74", || format!("{} takes over.", successor.name));
        state.push(Phase::Replacement { leader });
        promote(game, state, leader);
    }
}

fn has_command(game: &Gbacw, state: &State, leader: Leader) -> bool {
    game.units().any(|unit| {
        is_in_chain(game, state, unit, leader)
            && matches!(state.units[unit].place, Place::Map | Place::Routed)
    })
}

/// The successor leaves his old command to his own deputy; if he fell before, another subordinate moves up.
fn promote(game: &Gbacw, state: &mut State, leader: Leader) {
    let Some(named) = named_successor(game, leader) else { return };
    if may_move_up(state, named) {
        state.leaders[named].flags.set(LeaderFlags::REPLACED, true);
        return;
    }
    match candidates(game, state, leader).as_slice() {
        [] => {}
        [only] => state.leaders[*only].flags.set(LeaderFlags::REPLACED, true),
        _ => state.push(Phase::MovesUp { leader }),
    }
}

fn subordinates(game: &Gbacw, leader: Leader) -> impl Iterator<Item = Leader> {
    let command = game.commands(leader);
    game.leaders().filter(move |&other| game.parent(game.commands(other)) == Some(command))
}

/// The subordinate whose name is on the reverse of the leader's counter. [GB 12.75]
fn named_successor(game: &Gbacw, leader: Leader) -> Option<Leader> {
    let name = &game.scenario.oob.leaders[leader.index()].replacement.as_ref()?.name;
    subordinates(game, leader).find(|other| game.scenario.oob.leaders[other.index()].front.name == *name)
}

fn may_move_up(state: &State, leader: Leader) -> bool {
    let counter = &state.leaders[leader];
    counter.place == Place::Map && !counter.flags.has(LeaderFlags::REPLACED)
}

/// Who moves up for a successor that fell before: the lowest number, or without numbers the best rated. [GB 12.76]
fn candidates(game: &Gbacw, state: &State, leader: Leader) -> ArrayVec<Leader, MAX_LEADERS> {
    let number = |other: Leader| {
        let id = game.formation_id(game.commands(other));
        id.rsplit('.').next().and_then(|last| last.parse::<u16>().ok())
    };
    let rated = |other: Leader| {
        let front = &game.scenario.oob.leaders[other.index()].front;
        (front.activation, front.orders_rating, front.coordination, front.range)
    };
    let mut open: ArrayVec<Leader, MAX_LEADERS> = subordinates(game, leader)
        .filter(|&other| may_move_up(state, other) && game.rank(other) != Rank::Artillery)
        .collect();
    if let Some(first) = open.iter().filter_map(|&other| number(other)).min() {
        open.retain(|other| number(*other) == Some(first));
    } else if let Some(best) = open.iter().map(|&other| rated(other)).max() {
        open.retain(|other| rated(*other) == best);
    }
    open
}

pub fn is_choice_open(game: &Gbacw, state: &State, leader: Leader) -> bool {
    !candidates(game, state, leader).is_empty()
}

/// Equals among the subordinates: the owner chooses. [GB 12.76]
pub fn offer_choice(game: &Gbacw, state: &State, leader: Leader, out: &mut Vec<Action>) {
    out.extend(candidates(game, state, leader).into_iter().map(Action::Leader));
}

pub fn take_choice(state: &mut State, action: Action) {
    state.pop();
    if let Action::Leader(leader) = action {
        state.leaders[leader].flags.set(LeaderFlags::REPLACED, true);
    }
}

fn hosts(game: &Gbacw, state: &State, leader: Leader) -> impl Iterator<Item = Unit> {
    game.units().filter(move |&unit| state.units[unit].is_present() && is_in_chain(game, state, unit, leader))
}

/// Whether there is a choice of units; otherwise he joins his superior or waits. [GB 12.74]
pub fn is_open(game: &Gbacw, state: &mut State, leader: Leader) -> bool {
    if hosts(game, state, leader).next().is_some() {
        return true;
    }
    let superior = game.parent(game.commands(leader)).and_then(|above| game.leader_of(above));
    if let Some(superior) = superior
        && state.leaders[superior].place == Place::Map
    {
        state.leaders[leader].place = Place::Map;
        state.leaders[leader].hex = state.leaders[superior].hex;
    }
    false
}

pub fn offer(game: &Gbacw, state: &State, leader: Leader, out: &mut Vec<Action>) {
    out.extend(hosts(game, state, leader).map(Action::Unit));
}

pub fn take(state: &mut State, leader: Leader, action: Action) {
    state.pop();
    if let Action::Unit(unit) = action {
        state.leaders[leader].place = Place::Map;
        state.leaders[leader].hex = state.units[unit].hex;
    }
}
