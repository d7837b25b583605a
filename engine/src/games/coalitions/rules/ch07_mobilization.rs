//! Chapter 7.4: mobilization, fortresses and corruption.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::{Ask, Power, Step, TerritorySet};

use super::ch04_concepts::{can_draw, draw_card, gain_morale};
use super::ch05_round::end_action;
use super::ch07_treasury::{book, empty};

/// The order in which things are bought, so that one purchase has one way: `State::buying`.
const CARDS: u8 = 0;
const MORALE: u8 = 1;
const TROOPS: u8 = 2;
const FORTRESSES: u8 = 3;

/// A card for every general off the map, then buying. [CO 7.4]
pub fn start(game: &Coalitions, state: &mut State, power: Power, chance: &mut impl Chance) {
    for _ in 0..state.count_off_map(&game.tables, power) {
        draw_card(game, state, power, chance);
    }
    state.ask(Ask::Mobilization, power);
}

fn not_before(from: u8, set: TerritorySet) -> TerritorySet {
    TerritorySet::from_words([u64::MAX.checked_shl(u32::from(from)).unwrap_or(0)]) & set
}

/// Cards, morale, troops (at most 3 under a general), fortresses on own garrisons; cards first, because they tell
/// something. [CO 7.4]
pub fn offer(game: &Coalitions, state: &State, power: Power, out: &mut Vec<Action>) {
    let limits = &game.tables.limits;
    let money = state.money[power.i()];
    if state.buying == CARDS && money >= limits.cost_battle_card && can_draw(state) {
        out.push(Action::BuyCard);
    }
    if state.buying <= MORALE && money >= limits.cost_morale && state.morale[power.i()] < limits.morale_max {
        out.push(Action::BuyMorale);
    }
    if state.buying <= TROOPS && money >= limits.cost_troop && state.has_counter(&game.tables, power) {
        let from = if state.buying == TROOPS { state.from_place } else { 0 };
        for (at, &troops) in state.generals[power.i()].into_iter().zip(&state.troops[power.i()]) {
            if at.0 >= from && troops < limits.troops_per_general {
                out.push(Action::Troop(at));
            }
        }
    }
    if money >= limits.cost_fortress && state.fortresses.len() < usize::from(game.tables.fortresses) {
        let from = if state.buying == FORTRESSES { state.from_place } else { 0 };
        let sites = not_before(from, state.garrisons[power.i()] - state.fortresses);
        out.extend(sites.into_iter().map(Action::Fortress));
    }
    out.push(Action::Done);
}

/// [CO 7.4]
pub fn take(game: &Coalitions, state: &mut State, power: Power, action: Action, chance: &mut impl Chance) {
    let limits = &game.tables.limits;
    let cost = match action {
        Action::BuyCard => {
            draw_card(game, state, power, chance);
            limits.cost_battle_card
        }
        Action::BuyMorale => {
            gain_morale(game, state, power, 1);
            state.buying = MORALE;
            limits.cost_morale
        }
        Action::Troop(at) => {
            let troops = state.troops_at(power, at);
            state.set_troops(power, at, troops + 1);
            (state.buying, state.from_place) = (TROOPS, at.0);
            limits.cost_troop
        }
        Action::Fortress(at) => {
            state.fortresses.insert(at);
            (state.buying, state.from_place) = (FORTRESSES, at.0 + 1);
            limits.cost_fortress
        }
        _ => {
            corruption(game, state, power, chance);
            end_action(state, Step::Influence);
            return;
        }
    };
    book(game, state, power, -i32::from(cost), chance, || {
        Event::new("buy", "7.4", format!("{} {}.", game.tables.power_name(power), purchase(game, action)))
    });
    state.ask(Ask::Mobilization, power);
}

fn purchase(game: &Coalitions, action: Action) -> String {
    match action {
        Action::Troop(at) => format!("buys a troop in {}", game.tables.name(at)),
        Action::Fortress(at) => format!("builds a fortress in {}", game.tables.name(at)),
        Action::BuyMorale => "buys 1 morale".into(),
        _ => "buys a battle card".into(),
    }
}

/// Money not spent is lost, but not by Britain. [CO 7.4]
fn corruption(game: &Coalitions, state: &mut State, power: Power, chance: &mut impl Chance) {
    let left = state.money[power.i()];
    if power == Power::Britain || left == 0 {
        return;
    }
    empty(game, state, power, chance, || {
        let name = game.tables.power_name(power);
        Event::new("corruption", "7.4", format!("{name} loses {left} unspent money."))
    });
}
