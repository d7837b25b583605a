//! Chapter 12: L'Empereur: France's turn as an automa. Battles are in `ch12_battle`, the Race to Paris in `ch12_race`.

use crate::chance::Chance;
use crate::event::{Audience, Event};
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{Automa, AutomaStage, Reason, State};
use crate::games::coalitions::tables::UNREACHABLE;
use crate::games::coalitions::types::{
    Ask, NapoleonDeck, Power, PowerSet, Step, Territory, TerritorySet, WheelAction,
};
use crate::set::Index;

use super::ch03_victory::{check_influence, finish, gain_influence};
use super::ch04_concepts::gain_morale;
use super::ch05_round::end_action;
use super::ch07_actions;
use super::ch07_moves::{can_garrison, place_garrison};
use super::ch07_treasury::{book, empty};
use super::{ch08_battle, ch12_race};

const FRANCE: Power = Power::France;

/// France's action on the wheel. [CO 12.napoleon]
pub fn start_action(
    game: &Coalitions,
    state: &mut State,
    action: WheelAction,
    next: Step,
    chance: &mut impl Chance,
) {
    state.engaged = [TerritorySet::EMPTY; 6];
    match action {
        WheelAction::Taxation => ch07_actions::taxation(game, state, FRANCE, chance),
        WheelAction::Influence => {
            let held = state.controlled(&game.tables, FRANCE) & game.tables.contested;
            let points = game.tables.total_value(held & game.tables.claims[FRANCE.i()]);
            score(game, state, points, "12.napoleon", chance);
            end_action(state, next);
        }
        WheelAction::Mobilization => {
            state.automa = Automa { active: true, stage: AutomaStage::Troops, ..Automa::IDLE };
        }
        _ => {
            let race = ch12_race::targets(game, state);
            let targets = race.unwrap_or_default();
            // Generals who already stand on the targets of a race serve there; no other target takes them away.
            let wanted: TerritorySet = targets.into_iter().flatten().collect();
            state.automa = Automa {
                active: true,
                race: race.is_some(),
                stage: if race.is_some() { AutomaStage::Place } else { AutomaStage::Weakest },
                targets,
                placed: wanted & state.generals[FRANCE.i()],
                ..Automa::IDLE
            };
        }
    }
}

/// The step after the one in hand.
fn next_step(step: Step) -> Step {
    match step {
        Step::Drill => Step::Taxation,
        Step::Leadership => Step::Mobilization,
        Step::Mobilization => Step::Influence,
        _ => Step::TurnEnd,
    }
}

/// The next thing of France's turn. [CO 12.cards]
#[inline(never)]
pub fn advance(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    match state.automa.stage {
        AutomaStage::Weakest => strengthen_weakest(game, state, chance),
        AutomaStage::Draw => draw_card(game, state, chance),
        AutomaStage::Place => place_next(game, state, chance),
        AutomaStage::Fight => fight_next(game, state, chance),
        AutomaStage::Troops => mobilize(game, state, chance),
    }
}

fn finish_turn(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    state.automa = Automa::IDLE;
    state.engaged = [TerritorySet::EMPTY; 6];
    check_paris(game, state, chance);
    end_action(state, next_step(state.step));
}

/// A coalition general in Paris at the end of a turn wins for all players. [CO 12.victory]
pub fn check_paris(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let paris = game.tables.capital(FRANCE);
    let coalition: PowerSet = Power::all().filter(|&power| power != FRANCE).collect();
    if state.end.is_none() && coalition.iter().any(|power| state.has_general(power, paris)) {
        finish(game, state, coalition, Reason::ParisTaken, chance);
    }
}

/// Napoleon's influence; at 25 the players have lost. [CO 12.victory]
fn score(game: &Coalitions, state: &mut State, points: u16, rule: &'static str, chance: &mut impl Chance) {
    if points > 0 {
        gain_influence(state, FRANCE, points);
        chance.note(|| Event::new("influence", rule, format!("Napoleon gains {points} influence.")));
        check_influence(game, state, chance);
    }
}

/// The coalition powers with the least morale.
pub fn weakest(state: &State) -> PowerSet {
    let coalition = || Power::all().filter(|&power| power != FRANCE);
    let least = coalition().map(|power| state.morale[power.i()]).min();
    coalition().filter(|power| Some(state.morale[power.i()]) == least).collect()
}

/// Before a card the weakest coalition power gains 1 morale; the players settle ties. [CO 12.cards]
fn strengthen_weakest(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let weakest = weakest(state);
    match weakest.first() {
        Some(power) if weakest.len() == 1 => take_weakest(game, state, power, chance),
        _ => state.ask(Ask::WeakestPower, FRANCE),
    }
}

pub fn take_weakest(game: &Coalitions, state: &mut State, power: Power, chance: &mut impl Chance) {
    gain_morale(game, state, power, 1);
    state.automa.stage = AutomaStage::Draw;
    let name = game.tables.power_name(power);
    chance.note(|| Event::new("morale", "12.cards", format!("{name} gains 1 morale.")));
}

/// The top card of Napoleon's deck; targets with a French garrison give their value at once. [CO 12.cards]
fn draw_card(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    if state.napoleon_deck.is_empty() {
        state.napoleon_deck = game.tables.napoleon_deck;
    }
    let deck: NapoleonDeck = state.napoleon_deck;
    let card = chance.draw(deck, Audience::All, |card| &game.tables.napoleon[card.index()].id);
    state.napoleon_deck.remove(card);
    let info = &game.tables.napoleon[card.index()];
    chance.note(|| Event::new("napoleon", "12.cards", format!("Napoleon's card: {}.", info.name)));
    state.automa.card = Some(card);
    state.automa.targets = info.targets;
    state.automa.stage = AutomaStage::Place;
    state.automa.next = 0;
    let held: TerritorySet = info.targets.into_iter().flatten().collect();
    let points = game.tables.total_value(held & state.garrisons[FRANCE.i()]);
    score(game, state, points, "12.cards", chance);
}

fn next_target(state: &mut State) -> Option<Territory> {
    state.automa.targets.get(usize::from(state.automa.next)).copied().flatten()
}

/// A general with 3 troops is put on every target without a French garrison. [CO 12.cards]
fn place_next(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let Some(target) = next_target(state) else {
        state.automa.stage = AutomaStage::Fight;
        state.automa.next = 0;
        for at in state.automa.placed {
            if meets_coalition(state, at) {
                ch08_battle::engage(state, at);
            }
        }
        return;
    };
    let held = state.garrisons[FRANCE.i()].contains(target) && !state.automa.race;
    if held || state.has_general(FRANCE, target) {
        if !held {
            fill_up(game, state, target, chance);
        }
        state.automa.next += 1;
    } else if state.count_off_map(&game.tables, FRANCE) > 0 {
        state.add_general(FRANCE, target, 0);
        fill_up(game, state, target, chance);
        state.automa.next += 1;
    } else {
        let sources = sources(game, state, target);
        match sources.first() {
            None => state.automa.next += 1,
            Some(from) if sources.len() == 1 => take_general(game, state, from, chance),
            Some(_) => state.ask_at(Ask::TakeGeneral, FRANCE, target),
        }
    }
}

/// Where the general for a target comes from once none is off the map; several equal ones are the players' choice.
/// [CO 12.cards] [CO 12.race]
///
/// For a card: homes but Paris, then Paris; always then uncontested land, contested land without a French claim,
/// coalition homes, contested land with one. Nearest first, then of lowest value.
pub fn sources(game: &Coalitions, state: &State, target: Territory) -> TerritorySet {
    let tables = &game.tables;
    let paris = TerritorySet::single(tables.capital(FRANCE));
    let homes = tables.homes[FRANCE.i()];
    let claimed = tables.contested & tables.claims[FRANCE.i()];
    let classes = [
        (homes - paris, false),
        (paris, false),
        (tables.uncontested, true),
        (tables.contested - claimed, true),
        (tables.all_homes - homes, true),
        (claimed, true),
    ];
    let skip = if state.automa.race { 2 } else { 0 };
    let free = state.generals[FRANCE.i()] - state.automa.placed;
    for (class, by_value) in classes.into_iter().skip(skip) {
        let mut best = (u8::MAX, u8::MAX);
        let mut found = TerritorySet::EMPTY;
        for at in class & free {
            let distance = tables.land_distance[at.index()][target.index()].min(UNREACHABLE - 1);
            let rank = (distance, if by_value { tables.value[at] } else { 0 });
            if rank < best {
                best = rank;
                found = TerritorySet::EMPTY;
            }
            if rank == best {
                found.insert(at);
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    TerritorySet::EMPTY
}

/// Garrisons stay behind. [CO 12.cards]
pub fn take_general(game: &Coalitions, state: &mut State, from: Territory, chance: &mut impl Chance) {
    if let Some(target) = next_target(state) {
        state.relocate(FRANCE, from, target);
        fill_up(game, state, target, chance);
        state.automa.next += 1;
    }
}

/// Troops from the supply up to 3, as far as the counters go. [CO 12.cards]
fn fill_up(game: &Coalitions, state: &mut State, at: Territory, chance: &mut impl Chance) {
    while state.troops_at(FRANCE, at) < game.tables.limits.troops_per_general
        && state.has_counter(&game.tables, FRANCE)
    {
        let troops = state.troops_at(FRANCE, at);
        state.set_troops(FRANCE, at, troops + 1);
    }
    state.automa.placed.insert(at);
    chance.note(|| {
        let (place, troops) = (game.tables.name(at), state.troops_at(FRANCE, at));
        Event::new("place", "12.cards", format!("A French general with {troops} troops is in {place}."))
    });
}

fn meets_coalition(state: &State, at: Territory) -> bool {
    state.has_general(FRANCE, at) && state.foreign_pieces(FRANCE).contains(at)
}

/// Battles in the order of the card; an undefended target is garrisoned. [CO 12.cards]
fn fight_next(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let Some(target) = next_target(state) else {
        finish_turn(game, state, chance);
        return;
    };
    state.automa.next += 1;
    if !state.automa.placed.contains(target) {
        return;
    }
    if meets_coalition(state, target) {
        ch08_battle::start(game, state, target, FRANCE);
    } else if !state.automa.race && can_garrison(game, state, FRANCE, target) {
        place_garrison(game, state, FRANCE, target, chance);
    }
}

/// French generals with room for troops.
fn needy(game: &Coalitions, state: &State) -> TerritorySet {
    let most = game.tables.limits.troops_per_general;
    state.generals[FRANCE.i()].into_iter().filter(|&at| state.troops_at(FRANCE, at) < most).collect()
}

/// Every general is filled up to 3 troops, 1 money each; the players choose if the money does not reach. What is
/// left becomes morale. [CO 12.napoleon]
fn mobilize(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let limits = &game.tables.limits;
    let needy = needy(game, state);
    let money = state.money[FRANCE.i()];
    let can_buy = money >= limits.cost_troop && state.has_counter(&game.tables, FRANCE);
    match needy.first() {
        Some(at) if can_buy => {
            let room: u16 = needy
                .into_iter()
                .map(|at| u16::from(limits.troops_per_general - state.troops_at(FRANCE, at)))
                .sum();
            let used = state.count_troops(FRANCE) + state.garrisons[FRANCE.i()].len() as u8;
            let counters = u16::from(game.tables.powers[FRANCE.i()].troop_counters - used);
            if needy.len() == 1 || (money >= room * limits.cost_troop && counters >= room) {
                add_troop(game, state, at, chance);
            } else {
                state.ask(Ask::AutomaTroops, FRANCE);
            }
        }
        _ => {
            let bought = (money / limits.cost_morale).min(u16::from(limits.morale_max));
            gain_morale(game, state, FRANCE, bought as u8);
            empty(game, state, FRANCE, chance, || {
                Event::new("morale", "12.napoleon", "France turns its money into morale.")
            });
            state.automa = Automa::IDLE;
            end_action(state, Step::Influence);
        }
    }
}

pub fn offer_troops(game: &Coalitions, state: &State, out: &mut Vec<Action>) {
    out.extend(needy(game, state).into_iter().map(Action::Troop));
}

pub fn add_troop(game: &Coalitions, state: &mut State, at: Territory, chance: &mut impl Chance) {
    let troops = state.troops_at(FRANCE, at);
    state.set_troops(FRANCE, at, troops + 1);
    book(game, state, FRANCE, -i32::from(game.tables.limits.cost_troop), chance, || {
        Event::new("buy", "12.napoleon", format!("France raises a troop in {}.", game.tables.name(at)))
    });
}
