//! Chapter 12.74 to 12.76: new leaders for those who fell.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::is_in_chain;
use super::super::phase::Phase;
use super::super::state::{LeaderFlags, Place, State};
use super::super::types::{Leader, Rank, Unit};
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
        promote(game, state, leader, &successor.name);
        tell(chance, "replacement", "12.74", || format!("{} takes over.", successor.name));
        state.push(Phase::Replacement { leader });
    }
}

fn has_command(game: &Gbacw, state: &State, leader: Leader) -> bool {
    game.units().any(|unit| {
        is_in_chain(game, state, unit, leader)
            && matches!(state.units[unit].place, Place::Map | Place::Routed)
    })
}

/// The successor leaves his old command to his own deputy; if he fell before, the first subordinate moves up.
fn promote(game: &Gbacw, state: &mut State, leader: Leader, name: &str) {
    let command = game.commands(leader);
    let below = |&other: &Leader| game.parent(game.commands(other)) == Some(command);
    let named = game.leaders().filter(below).find(|&other| {
        game.scenario.oob.leaders[other.index()].front.name == name
            && !state.leaders[other].flags.has(LeaderFlags::REPLACED)
    });
    let moved_up = named.filter(|&other| state.leaders[other].place != Place::Gone).or_else(|| {
        named.and_then(|_| {
            game.leaders().filter(below).find(|&other| state.leaders[other].place == Place::Map)
        })
    });
    if let Some(other) = moved_up {
        state.leaders[other].flags.set(LeaderFlags::REPLACED, true);
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
