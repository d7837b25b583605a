//! Chapter 6: dealing, the uses of OPS cards, discards with their exchange. Events themselves: `ch06_events.rs`.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::cards::{Kind, Reshuffle};
use super::super::effect::Op;
use super::super::phase::{Frame, Phase};
use super::super::plays::Circumstances;
use super::super::state::State;
use super::super::types::{Card, Cards, Side, Spaces};
use super::{ch07_movement, ch08_reinforcements, ch10_political_control};
use crate::chance::Chance;
use crate::draft::Draft;
use crate::event::{Audience, Event};

/// Cards set aside join the deck in their year; a due reshuffle comes first; then seven cards each. [WW 5.2]
pub(crate) fn deal_hands<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    for card in state.out {
        if game.tables.card(card).set_aside_until == Some(state.year) {
            state.out.remove(card);
            state.deck.insert(card);
        }
    }
    if std::mem::take(&mut state.reshuffle_due) {
        reshuffle(state, chance);
    }
    for _ in 0..game.tables.params.hand_size {
        draw_card(game, state, Side::American, chance);
        draw_card(game, state, Side::British, chance);
    }
}

/// Discards and undrawn cards form the new deck; boxes, queues, hands and removed cards stay out. [WW 6.1]
fn reshuffle<C: Chance>(state: &mut State, chance: &mut C) {
    state.deck |= state.discards;
    state.discards = Cards::EMPTY;
    chance.note(|| Event::new("reshuffle", "6.1", "The deck is reshuffled."));
}

/// One card to a hand. The deck is reconstituted at once when its last card is drawn. [WW 6.1]
pub(crate) fn draw_card<C: Chance>(game: &WashingtonsWar, state: &mut State, side: Side, chance: &mut C) {
    if state.deck.is_empty() {
        reshuffle(state, chance);
        if state.deck.is_empty() {
            return;
        }
    }
    let card = chance.draw(state.deck, Audience::Only(side.player()), |card| game.tables.card_id(card));
    state.deck.remove(card);
    state.hands[side.index()].insert(card);
    if state.deck.is_empty() {
        // All other piles are open, so what neither lies there nor is his own is in the opponent's hand.
        state.open = state.hands[0] | state.hands[1];
        reshuffle(state, chance);
    }
}

/// Replacements for battle cards, after the impulse and the active player first. [WW 6.33]
pub(crate) fn draw_replacements<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    for side in [state.active, state.active.enemy()] {
        for _ in 0..std::mem::take(&mut state.owed[side.index()]) {
            draw_card(game, state, side, chance);
        }
    }
}

/// Whether an event can be implemented by a side in the Strategy Phase. [WW 6.31]
pub fn can_play_event(game: &WashingtonsWar, state: &State, side: Side, card: Card) -> bool {
    let info = game.tables.card(card);
    info.may_be_implemented_by(side) && meets_conditions(game, state, side, card)
}

/// An event whose conditions do not hold must be discarded. [WW 6.32]
pub(crate) fn meets_conditions(game: &WashingtonsWar, state: &State, side: Side, card: Card) -> bool {
    circumstances(state, side).allow(game.tables.card(card))
}

#[inline]
fn circumstances(state: &State, side: Side) -> Circumstances {
    Circumstances {
        france: state.france,
        french_navy_in_zone: state.navy.is_some(),
        british_regulars: state.british_regulars,
        opponent_has_card: !state.hands[side.enemy().index()].is_empty(),
    }
}

/// One play: an OPS card for one of its four uses, an event, or a discard. [WW 6.2]
#[inline(never)]
pub(crate) fn offer_plays(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    let tables = &game.tables;
    let side = state.active;
    let queue = queue_value(game, state, side);
    let easiest = ch07_movement::easiest_strategy(game, state, side);
    let least = if easiest < 4 { easiest.saturating_sub(queue) } else { easiest };
    let events = tables.plays.events(side, circumstances(state, side));
    let first = tables.ops_at_least[usize::from(least)] | events;
    let can_reinforce = ch08_reinforcements::can_reinforce(game, state, side);
    tables.plays.list(state.hands[side.index()], first, can_reinforce, queue > 0, out);
}

/// Total of a side's operations queue. [WW 7.1]
pub fn queue_value(game: &WashingtonsWar, state: &State, side: Side) -> u8 {
    let queue = state.queues[side.index()];
    if queue.is_empty() { 0 } else { queue.into_iter().map(|card| game.tables.ops_value(card)).sum() }
}

/// The queue's cards go to the discard pile, when it is used or abandoned. [WW 7.1]
pub(crate) fn abandon_queue<C: Chance>(state: &mut State, side: Side, chance: &mut C) {
    if !state.queues[side.index()].is_empty() {
        state.discards |= std::mem::take(&mut state.queues[side.index()]);
        chance.note(|| {
            Event::new("queue", "7.1", format!("The operations queue of the {} ends.", side.name()))
        });
    }
}

/// Takes a card from the hand for play.
fn leave_hand(state: &mut State, side: Side, card: Card) {
    state.hands[side.index()].remove(card);
    state.open.remove(card);
    state.last_card = state.hands.iter().all(|hand| hand.is_empty());
    state.stack.replace(Phase::CardDone);
}

pub(crate) fn take_play<C: Chance>(game: &WashingtonsWar, state: &mut State, action: Action, chance: &mut C) {
    let side = state.active;
    chance.note(|| {
        let text = format!("{}: {}", side.name(), super::super::action::sentence(&game.tables, action));
        Event::new("play", "6.0", text)
    });
    match action {
        Action::Event(card) => play_event(game, state, card, chance),
        Action::Discard(card) => {
            leave_hand(state, side, card);
            abandon_queue(state, side, chance);
            discard(game, state, card);
            if !state.hands[side.enemy().index()].is_empty() {
                state.stack.replace(Phase::Exchange(card));
            }
            state.stack.push(Phase::DiscardAction);
        }
        Action::Activate(card) => {
            leave_hand(state, side, card);
            let value = queue_value(game, state, side) + game.tables.ops_value(card);
            abandon_queue(state, side, chance);
            state.discards.insert(card);
            state.stack.push(Phase::ChooseGeneral { value });
        }
        Action::Control(card) => {
            leave_hand(state, side, card);
            abandon_queue(state, side, chance);
            state.discards.insert(card);
            state.stack.push(Phase::PcActions { left: game.tables.ops_value(card), from: 0 });
        }
        Action::Reinforce(card) => {
            leave_hand(state, side, card);
            abandon_queue(state, side, chance);
            state.boxed.insert(card);
            state.reinforced[side.index()] += 1;
            state.stack.push(Phase::ReinforceSpace { value: game.tables.ops_value(card) });
        }
        Action::Queue(card) => {
            leave_hand(state, side, card);
            state.queues[side.index()].insert(card);
        }
        _ => {}
    }
}

/// A card goes to the discard pile without its event. [WW 6.32]
pub(crate) fn discard(game: &WashingtonsWar, state: &mut State, card: Card) {
    state.discards.insert(card);
    if game.tables.card(card).reshuffle == Reshuffle::OnDiscard {
        state.reshuffle_due = true;
    }
}

/// Where a card goes whose event is implemented: out of the game, to the War Ends box, or discarded. [WW 6.3]
pub(crate) fn dispose_event(game: &WashingtonsWar, state: &mut State, card: Card) {
    let info = game.tables.card(card);
    if info.war_ends.is_some() {
        if let Some(old) = state.war_ends.replace(card) {
            state.discards.insert(old);
        }
    } else if info.remove_after_event {
        state.out.insert(card);
    } else {
        state.discards.insert(card);
    }
    if info.reshuffle == Reshuffle::OnEvent {
        state.reshuffle_due = true;
    }
}

/// Plays an event from the active player's hand. [WW 6.31]
pub(crate) fn play_event<C: Chance>(game: &WashingtonsWar, state: &mut State, card: Card, chance: &mut C) {
    let side = state.active;
    leave_hand(state, side, card);
    abandon_queue(state, side, chance);
    dispose_event(game, state, card);
    let info = game.tables.card(card);
    if info.kind == Kind::Special && info.war_ends.is_none() && side == Side::British {
        state.redraw = game.tournament_replacement;
    }
    if let Some(program) = info.strategy_effect {
        state.stack.push(Phase::Effect(Frame::new(&game.tables, program, side)));
    }
}

/// With a discard one marker may be placed, flipped or removed, next to an own one. [WW 6.32]
#[inline(never)]
pub(crate) fn offer_discard_action(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    let side = state.active;
    let near = ch10_political_control::adjacent_to_markers(game, state, side, Spaces::EMPTY);
    let choice = ch10_political_control::pc_actions_near(game, state, side, true, near);
    let by_space = &game.tables.by_space;
    let mut actions = Draft::on(out, Action::MANY_BLANKS);
    actions.put(Action::Done, true);
    actions.list_fours(choice.place & near, &by_space.place);
    actions.list::<4, _, 2>(choice.flip & near, Action::Flip);
    actions.list_fours(choice.remove & near, &by_space.remove);
    actions.finish();
}

pub(crate) fn take_discard_action<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    ch10_political_control::change_marker(game, state, state.active, action, "6.32", chance);
    state.stack.pop();
}

/// The opponent's OPS cards that buy the discarded event. [WW 6.32]
#[inline(never)]
pub(crate) fn offer_exchange(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    let side = state.active.enemy();
    let least = game.tables.params.exchange_min_ops[side.index()];
    let enough = game.tables.ops_at_least[usize::from(least)];
    (state.hands[side.index()] & enough).list(out, Action::Exchange);
    out.push(Action::Decline);
}

pub(crate) fn take_exchange<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    event: Card,
    action: Action,
    chance: &mut C,
) {
    if let Action::Exchange(card) = action {
        let side = state.active.enemy();
        let hand = &mut state.hands[side.index()];
        hand.remove(card);
        hand.insert(event);
        state.open.remove(card);
        state.open.insert(event);
        state.discards.remove(event);
        state.discards.insert(card);
        chance.note(|| {
            let (gained, paid) = (game.tables.card(event), game.tables.card(card));
            let text = format!("The {} take {} for {}.", side.name(), gained.title, paid.title);
            Event::new("exchange", "6.32", text)
        });
    }
    state.stack.replace(Phase::CardDone);
}

/// A random card leaves a hand; a special event drawn so takes effect at once. [WW 6.34]
pub(crate) fn discard_random<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    victim: Side,
    chance: &mut C,
) {
    let hand = state.hands[victim.index()];
    if hand.is_empty() {
        return;
    }
    let card = chance.draw(hand, Audience::All, |card| game.tables.card_id(card));
    state.hands[victim.index()].remove(card);
    state.open.remove(card);
    let info = game.tables.card(card);
    chance.note(|| Event::new("lose_card", "6.31", format!("The {} lose {}.", victim.name(), info.title)));
    if info.kind != Kind::Special {
        state.discards.insert(card);
        return;
    }
    dispose_event(game, state, card);
    if let Some(program) = info.effect {
        debug_assert!(!matches!(game.tables.program[usize::from(program)], Op::DiscardRandom(_)));
        state.stack.push(Phase::Effect(Frame::new(&game.tables, program, victim)));
    }
}
