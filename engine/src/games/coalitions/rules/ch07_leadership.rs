//! Chapter 7.3: leadership, British subsidies, Napoleon's move.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::{
    Ask, Named, Power, Status, Step, Territory, TerritorySet, WheelAction,
};

use super::ch03_victory::{check_influence, gain_influence};
use super::ch04_concepts::{can_draw, draw_card, gain_morale};
use super::ch05_round::end_action;
use super::ch07_movement;
use super::ch07_treasury::book;

/// The largest subsidy that can be offered at once: more than all the money in the box.
const LARGEST_OFFER: u16 = 120;

/// How far a leadership action is, in `State::buying`.
const FREE: u8 = 0;
const PLACING: u8 = 1;
const REMOVING: u8 = 2;

/// Where a general may be brought on: controlled, free of own and of enemy generals. [CO 7.3]
pub fn muster_places(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    state.controlled(&game.tables, power) - state.generals[power.i()] - state.foreign_generals(power)
}

fn from_place(state: &State) -> TerritorySet {
    TerritorySet::from_words([u64::MAX.checked_shl(u32::from(state.from_place)).unwrap_or(0)])
}

/// Any number of generals on, or any number off, or a card, or 1 morale; territories in ascending order. [CO 7.3]
pub fn offer_leadership(game: &Coalitions, state: &State, power: Power, out: &mut Vec<Action>) {
    if state.buying != REMOVING {
        let waiting = state.count_off_map(&game.tables, power);
        let named = state.named[power.i()] == Named::OffMap;
        let places = muster_places(game, state, power) & from_place(state);
        if waiting > u8::from(named) {
            out.extend(places.into_iter().map(Action::Place));
        }
        if named && waiting > 0 {
            out.extend(places.into_iter().map(Action::PlaceNamed));
        }
    }
    if state.buying != PLACING {
        let standing = state.generals[power.i()] & from_place(state);
        out.extend(standing.into_iter().map(Action::Remove));
    }
    if state.buying == FREE {
        if can_draw(state) {
            out.push(Action::DrawCard);
        }
        if state.morale[power.i()] < game.tables.limits.morale_max {
            out.push(Action::Morale);
        }
    }
    out.push(Action::Done);
}

/// [CO 7.3]
pub fn take_leadership(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    action: Action,
    chance: &mut impl Chance,
) {
    let name = game.tables.power_name(power);
    let told = |text: String| Event::new("leadership", "7.3", text);
    match action {
        Action::Place(at) | Action::PlaceNamed(at) => {
            state.add_general(power, at, 0);
            if action == Action::PlaceNamed(at) {
                state.named[power.i()] = Named::At(at);
            }
            chance.note(|| told(format!("{name} places a general in {}.", game.tables.name(at))));
            go_on(state, power, PLACING, at);
        }
        Action::Remove(at) => {
            state.remove_general(power, at);
            chance
                .note(|| told(format!("{name} takes its general in {} off the map.", game.tables.name(at))));
            go_on(state, power, REMOVING, at);
        }
        Action::DrawCard => {
            draw_card(game, state, power, chance);
            end_leadership(state, power);
        }
        Action::Morale => {
            gain_morale(game, state, power, 1);
            chance.note(|| told(format!("{name} gains 1 morale.")));
            end_leadership(state, power);
        }
        _ => end_leadership(state, power),
    }
}

fn go_on(state: &mut State, power: Power, doing: u8, at: Territory) {
    state.buying = doing;
    state.from_place = at.0 + 1;
    state.ask(Ask::Leadership, power);
}

fn end_leadership(state: &mut State, power: Power) {
    if power == Power::Britain {
        state.from_place = 0;
        state.buying = 0;
        state.step = Step::Subsidies;
    } else {
        end_action(state, Step::Mobilization);
    }
}

/// Members of the British Coalition that can still be offered money in this action. [CO 6.british]
fn possible_recipients(state: &State) -> impl Iterator<Item = Power> + '_ {
    Power::all().filter(|&power| {
        power != Power::Britain
            && state.status[power.i()] == Status::British
            && state.controller[power.i()].is_some()
            && !state.asked.contains(power)
    })
}

/// Britain may offer money to its allies, once to each, in the order of power. [CO 7.3]
pub fn subsidies(_: &Coalitions, state: &mut State) {
    if state.money[Power::Britain.i()] > 0 && possible_recipients(state).next().is_some() {
        state.ask(Ask::Subsidy, Power::Britain);
    } else {
        end_action(state, Step::Mobilization);
    }
}

pub fn offer_subsidies(state: &State, out: &mut Vec<Action>) {
    out.extend(possible_recipients(state).map(Action::Subsidy));
    out.push(Action::Done);
}

/// [CO 7.3]
pub fn take_subsidy(state: &mut State, action: Action) {
    match action {
        Action::Subsidy(to) => {
            Power::all().filter(|&power| power <= to).for_each(|power| state.asked.insert(power));
            state.ask_about(Ask::SubsidyAmount, Power::Britain, to, None);
        }
        _ => end_action(state, Step::Mobilization),
    }
}

pub fn offer_amounts(state: &State, out: &mut Vec<Action>) {
    let most = state.money[Power::Britain.i()].min(LARGEST_OFFER);
    out.extend((1..=most as u8).map(Action::Give));
}

/// The receiver may refuse; one's own minor power does not. [CO 7.3]
pub fn take_amount(game: &Coalitions, state: &mut State, to: Power, money: u8, chance: &mut impl Chance) {
    state.offer = money;
    chance.note(|| {
        let name = game.tables.power_name(to);
        Event::new("subsidy", "7.3", format!("Britain offers {money} money to {name}."))
    });
    if game.speaker(state, to) == game.speaker(state, Power::Britain) {
        pay_subsidy(game, state, to, chance);
    } else {
        state.ask(Ask::SubsidyAnswer, to);
    }
}

pub fn take_answer(
    game: &Coalitions,
    state: &mut State,
    to: Power,
    action: Action,
    chance: &mut impl Chance,
) {
    if action == Action::Accept {
        pay_subsidy(game, state, to, chance);
    } else {
        state.offer = 0;
        let name = game.tables.power_name(to);
        chance.note(|| Event::new("subsidy", "7.3", format!("{name} refuses the subsidy.")));
    }
}

/// 3 money taken give Britain 1 influence, at most 1 a power and none for a minor power. [CO 7.3] [CO 11.rules]
fn pay_subsidy(game: &Coalitions, state: &mut State, to: Power, chance: &mut impl Chance) {
    let money = u16::from(std::mem::take(&mut state.offer));
    let limits = &game.tables.limits;
    let points = (money / limits.subsidy_money_per_influence).min(limits.subsidy_influence_max_per_power);
    let points = if game.is_major(to) && !game.is_lempereur() { points } else { 0 };
    book(game, state, Power::Britain, -i32::from(money), chance, || {
        Event::new("subsidy", "7.3", format!("Britain pays {money} money."))
    });
    book(game, state, to, i32::from(money), chance, || {
        let name = game.tables.power_name(to);
        Event::new("subsidy", "7.3", format!("{name} takes {money} money; Britain gains {points} influence."))
    });
    gain_influence(state, Power::Britain, points);
    check_influence(game, state, chance);
}

/// With France on Leadership and Napoleon on the map he moves alone, without an arbiter. [CO 7.3]
pub fn napoleon_move(game: &Coalitions, state: &mut State) {
    let leads = game.power_on(state.turn, WheelAction::Leadership) == Power::France;
    let on_map = matches!(state.named[Power::France.i()], Named::At(_));
    if leads && on_map && !game.is_lempereur() {
        ch07_movement::start(state, Power::France, true);
    } else {
        state.step = Step::Movement;
    }
}
