//! Chapter 10 (optional): the named generals' abilities; and the naming of Napoleon and the others before play.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{BattleStage, Side, State};
use crate::games::coalitions::types::{Ask, Named, Power, PowerSet, Step, Territory, TerritorySet};

use super::ch07_moves::{can_garrison, enterable};
use super::ch08_battle::{is_named_fighter, join_battle};
use super::ch08_result::defeat_places;

/// Each owner names his special general, as France names Napoleon; a minor power's first controller does. [CO 2.setup]
pub fn name_generals(game: &Coalitions, state: &mut State, next: Step) {
    let waits = |power: &Power| {
        let has_one = game.general_abilities || (*power == Power::France && !game.is_lempereur());
        has_one && state.controller[power.i()].is_some() && state.named[power.i()] == Named::Unnamed
    };
    match Power::all().find(waits) {
        Some(power) => state.ask(Ask::NameGeneral, power),
        None => state.step = next,
    }
}

pub fn offer_names(game: &Coalitions, state: &State, power: Power, out: &mut Vec<Action>) {
    out.extend(state.generals[power.i()].into_iter().map(|at| Action::Name(Some(at))));
    if state.count_off_map(&game.tables, power) > 0 {
        out.push(Action::Name(None));
    }
}

pub fn take_name(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    place: Option<Territory>,
    chance: &mut impl Chance,
) {
    state.named[power.i()] = place.map_or(Named::OffMap, Named::At);
    chance.note(|| {
        let name = &game.tables.powers[power.i()].named_general;
        let place = place.map_or("off the map", |at| game.tables.name(at));
        Event::new("name", "2.setup", format!("{name} is the general {place}."))
    });
}

/// Wellington, supporting by land, adds 1 plus his troops. [CO 10.wellington]
pub fn wellington_support(game: &Coalitions, state: &State, side: Side) -> u16 {
    let supports = state.battle.fighters().iter().find(|fighter| {
        fighter.power == Power::Britain
            && fighter.side == side
            && !fighter.direct
            && game.tables.adjacent[state.battle.at].contains(fighter.at)
            && is_named_fighter(game, state, Power::Britain, fighter.at)
    });
    supports.map_or(0, |fighter| 1 + u16::from(fighter.troops))
}

/// Schwarzenberg in the battle may play a card more for each other power that supports him. [CO 10.schwarzenberg]
pub fn allied_support_cards(game: &Coalitions, state: &mut State) {
    let place = state.battle.fighters().iter().position(|fighter| {
        fighter.direct
            && fighter.power == Power::Austria
            && is_named_fighter(game, state, Power::Austria, fighter.at)
    });
    let Some(place) = place else { return };
    let side = state.battle.fighters[place].side;
    let others = state
        .battle
        .fighters()
        .iter()
        .filter(|fighter| !fighter.direct && fighter.side == side && fighter.power != Power::Austria);
    let powers: PowerSet = others.map(|fighter| fighter.power).collect();
    state.battle.fighters[place].allowance += powers.len() as u8;
}

/// Adjacent territory that a named general may slip away to: one he may enter, without enemies. [CO 10.kutuzov]
fn adjacent_refuges(game: &Coalitions, state: &State, power: Power, at: Territory) -> TerritorySet {
    let open = enterable(game, state, power) - state.foreign_pieces(power);
    game.tables.adjacent[at] & open
}

/// Kutuzov, defending, may leave right after strengths are summed, losing 1 troop. [CO 10.kutuzov]
pub fn offers_withdrawal(game: &Coalitions, state: &mut State) -> bool {
    let at = state.battle.at;
    let defends =
        state.battle.defenders.contains(Power::Russia) && is_named_fighter(game, state, Power::Russia, at);
    if !defends || adjacent_refuges(game, state, Power::Russia, at).is_empty() {
        return false;
    }
    state.ask_at(Ask::Withdraw, Power::Russia, at);
    true
}

pub fn offer_withdrawals(game: &Coalitions, state: &State, out: &mut Vec<Action>) {
    let places = adjacent_refuges(game, state, Power::Russia, state.battle.at);
    out.extend(places.into_iter().map(Action::Withdraw));
    out.push(Action::Stay);
}

/// If nobody is left to fight, the attacker has the territory without a battle. [CO 10.kutuzov]
pub fn take_withdrawal(game: &Coalitions, state: &mut State, action: Action, chance: &mut impl Chance) {
    let (at, attacker) = (state.battle.at, state.battle.attacker);
    if let Action::Withdraw(to) = action {
        let troops = state.troops_at(Power::Russia, at);
        state.set_troops(Power::Russia, at, troops.saturating_sub(1));
        state.relocate(Power::Russia, at, to);
        chance.note(|| {
            let place = game.tables.name(to);
            Event::new("withdraw", "10.kutuzov", format!("Kutuzov withdraws to {place}."))
        });
        if !state.garrisons[Power::Russia.i()].contains(at) {
            state.battle.defenders.remove(Power::Russia);
        }
        if state.battle.defenders.is_empty() {
            state.battle.stage = BattleStage::Garrison;
            if can_garrison(game, state, attacker, at) {
                state.ask_at(Ask::WinGarrison, attacker, at);
            }
            return;
        }
    }
    join_battle(game, state, chance);
}

fn is_named(game: &Coalitions, state: &State, power: Power, who: Power, at: Territory) -> bool {
    power == who && is_named_fighter(game, state, who, at)
}

/// What a beaten general keeps: nothing, but Blücher loses at most 2 troops in all. [CO 10.blucher]
pub fn troops_after_defeat(game: &Coalitions, state: &State, power: Power, at: Territory, before: u8) -> u8 {
    if is_named(game, state, power, Power::Prussia, at) { before.saturating_sub(2) } else { 0 }
}

/// Where a beaten general may go besides off the map. [CO 10.blucher] [CO 10.vizier]
pub fn places_after_defeat(game: &Coalitions, state: &State, power: Power, at: Territory) -> TerritorySet {
    let usual = defeat_places(game, state, power);
    if is_named(game, state, power, Power::Prussia, at) {
        return usual | adjacent_refuges(game, state, power, at);
    }
    if is_named(game, state, power, Power::Ottoman, at) {
        let anywhere = vizier_places(game, state);
        return if anywhere.is_empty() { usual } else { anywhere };
    }
    usual
}

/// Any Ottoman territory without another Ottoman general and without an enemy. [CO 10.vizier]
fn vizier_places(game: &Coalitions, state: &State) -> TerritorySet {
    let power = Power::Ottoman;
    state.controlled(&game.tables, power) - state.generals[power.i()] - state.foreign_generals(power)
}

/// The Grand Vizier comes back with 1 troop, if the supply has one; others keep what they have. [CO 10.vizier]
pub fn troops_on_return(game: &Coalitions, state: &State, power: Power, at: Territory) -> u8 {
    let kept = state.troops_at(power, at);
    let returns = is_named(game, state, power, Power::Ottoman, at) && state.has_counter(&game.tables, power);
    if returns { kept.max(1) } else { kept }
}

/// The places, and off the map unless the Grand Vizier must come back. [CO 8.4] [CO 10.vizier]
pub fn offer_after_defeat(
    game: &Coalitions,
    state: &State,
    power: Power,
    at: Territory,
    out: &mut Vec<Action>,
) {
    let places = places_after_defeat(game, state, power, at);
    out.extend(places.into_iter().map(|place| Action::Retreat(Some(place))));
    let returns = is_named(game, state, power, Power::Ottoman, at) && !vizier_places(game, state).is_empty();
    if !returns {
        out.push(Action::Retreat(None));
    }
}
