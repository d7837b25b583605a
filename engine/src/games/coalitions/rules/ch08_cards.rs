//! Chapter 8.3: playing battle cards, and what they count.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{BattleStage, Fighter, Played, Side, State};
use crate::games::coalitions::types::{Ability, Ask, Card, Power};
use crate::set::Index;

use super::ch04_concepts::lose_morale;
use super::{ch08_result, ch12_battle};

/// Whether a power can pay for a card: 1 morale, or the one free card of a power that began with none. [CO 8.3]
fn can_pay(state: &State, power: Power) -> bool {
    let battle = &state.battle;
    state.morale[power.i()] > 0 || (battle.penniless.contains(power) && !battle.free_used.contains(power))
}

/// A general at his limit, or of a power that has passed or has nothing to play with, is skipped. [CO 8.3]
fn can_play(game: &Coalitions, state: &State, fighter: &Fighter) -> bool {
    fighter.count < fighter.allowance
        && !game.is_automa(fighter.power)
        && !state.battle.passed.contains(fighter.power)
        && state.hand_size(fighter.power) > 0
        && can_pay(state, fighter.power)
}

/// Attacker, defenders, attacker's supporters, defender's supporters; again until nobody plays. [CO 8.3]
pub fn next_card(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    while state.battle.next < state.battle.count {
        let fighter = &state.battle.fighters[usize::from(state.battle.next)];
        if can_play(game, state, fighter) {
            let (power, at) = (fighter.power, fighter.at);
            state.ask_at(Ask::Cards, power, at);
            return;
        }
        state.battle.next += 1;
    }
    state.battle.next = 0;
    if std::mem::take(&mut state.battle.played_this_round) {
        return;
    }
    if game.is_lempereur() {
        ch12_battle::draw_for_france(game, state, chance);
    }
    ch08_result::resolve(game, state, chance);
}

/// Any card in hand face down, one with the reveal ability also face up; or no more in this battle. [CO 8.3]
pub fn offer_cards(game: &Coalitions, state: &State, power: Power, out: &mut Vec<Action>) {
    for (i, &count) in state.hands[power.i()].iter().enumerate() {
        if count == 0 {
            continue;
        }
        let card = Card::from_index(i);
        out.push(Action::Play(card));
        if game.tables.cards[i].ability == Ability::Reveal && !game.is_lempereur() {
            out.push(Action::PlayFaceUp(card));
        }
    }
    out.push(Action::Pass);
}

/// A card costs 1 morale. A pass binds the whole power for the rest of the battle. [CO 8.3]
pub fn take_card(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    action: Action,
    chance: &mut impl Chance,
) {
    let index = usize::from(state.battle.next);
    let name = game.tables.power_name(power);
    let (card, face_up) = match action {
        Action::Play(card) => (card, game.is_lempereur()),
        Action::PlayFaceUp(card) => (card, true),
        _ => {
            state.battle.passed.insert(power);
            chance.note(|| Event::new("pass", "8.3", format!("{name} passes.")));
            return;
        }
    };
    state.hands[power.i()][card.index()] -= 1;
    if state.morale[power.i()] == 0 {
        state.battle.free_used.insert(power);
    }
    lose_morale(state, power, 1);
    let fighter = &mut state.battle.fighters[index];
    fighter.cards[usize::from(fighter.count)] = Played { card, face_up };
    fighter.count += 1;
    let side = fighter.side;
    state.battle.played_this_round = true;
    state.battle.next += 1;
    let speaker = game.speaker(state, power);
    chance.note(|| {
        let id = game.tables.cards[card.index()].id.as_str();
        let event = Event::new("card", "8.3", format!("{name} plays a {id}.")).with("card", id);
        if face_up { event } else { event.only_for(speaker, format!("{name} plays a card face down.")) }
    });
    let reveals = matches!(action, Action::PlayFaceUp(_));
    if reveals && hidden_cards(state, side.opposite()).next().is_some() {
        state.battle.stage = BattleStage::Reveal;
        state.ask(Ask::Reveal, power);
    }
}

/// Face-down cards of a side, by general and place in his stack.
fn hidden_cards(state: &State, side: Side) -> impl Iterator<Item = (Fighter, u8)> + '_ {
    let fighters = state.battle.fighters().iter().filter(move |fighter| fighter.side == side);
    fighters.flat_map(|fighter| {
        let hidden = fighter.played().iter().enumerate().filter(|(_, played)| !played.face_up);
        hidden.map(|(nth, _)| (*fighter, nth as u8))
    })
}

/// The side of the general who has just played: the turn has already gone on from him.
fn revealing_side(state: &State) -> Side {
    let last = usize::from(state.battle.next).saturating_sub(1);
    state.battle.fighters[last].side
}

/// A 3 face up turns one card of the other side face up for everybody. [CO 8.cards]
pub fn offer_reveals(state: &State, out: &mut Vec<Action>) {
    let hidden = hidden_cards(state, revealing_side(state).opposite());
    out.extend(hidden.map(|(fighter, nth)| Action::Reveal { power: fighter.power, at: fighter.at, nth }));
}

/// [CO 8.cards]
pub fn take_reveal(game: &Coalitions, state: &mut State, action: Action, chance: &mut impl Chance) {
    let Action::Reveal { power, at, nth } = action else { return };
    let count = usize::from(state.battle.count);
    let fighters = &mut state.battle.fighters[..count];
    let Some(fighter) = fighters.iter_mut().find(|one| one.power == power && one.at == at) else { return };
    let played = &mut fighter.cards[usize::from(nth)];
    played.face_up = true;
    let card = played.card;
    state.battle.stage = BattleStage::Cards;
    chance.note(|| {
        let id = &game.tables.cards[card.index()].id;
        let name = game.tables.power_name(power);
        Event::new("reveal", "8.cards", format!("{name}'s card is a {id}.")).with("card", id.as_str())
    });
}

/// What one general's stack is worth. [CO 8.cards]
///
/// A 2 counts 3 where its player's own power controls the territory; each pair of 4s in one stack adds 1. In
/// L'Empereur cards are worth their number. [CO 12.battle]
pub fn stack_value(game: &Coalitions, state: &State, fighter: &Fighter) -> u16 {
    let abilities = !game.is_lempereur();
    let holds = state.controller_of(&game.tables, state.battle.at) == Some(fighter.power);
    let (mut value, mut pairs) = (0, 0);
    for played in fighter.played() {
        let info = &game.tables.cards[played.card.index()];
        value += u16::from(info.value);
        match info.ability {
            Ability::HomeGround if abilities && holds => value += 1,
            Ability::Pair if abilities => pairs += 1,
            _ => {}
        }
    }
    value + pairs / 2
}

/// The cards of a side, with Wellington's support. [CO 8.4]
pub fn card_value(game: &Coalitions, state: &State, side: Side) -> u16 {
    let stacks = state.battle.fighters().iter().filter(|fighter| fighter.side == side);
    stacks.map(|fighter| stack_value(game, state, fighter)).sum()
}
