//! Chapter 5: the sequence of play, from the Reinforcements Phase to the End Phase.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::phase::{Frame, Phase};
use super::super::state::{Activation, Battle, LeftBehind, State};
use super::super::types::{France, Post, Side, Spaces};
use super::{ch06_cards, ch08_reinforcements, ch12_french_alliance, ch13_victory};
use crate::chance::Chance;
use crate::event::Event;

/// Reinforcements Phase and Strategy Cards Phase. [WW 5.1]
pub(crate) fn start_turn<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    chance.note(|| Event::new("turn", "5.0", format!("The year {} begins.", state.year)));
    for general in game.tables.all_generals() {
        if state.posts[general] == Post::CAPTURED {
            state.posts.set(&game.tables, general, Post::REINFORCEMENTS);
        }
    }
    // Markers bid for a side (4.0) were not placed with the first card. [WW 10.11]
    state.fresh = Spaces::EMPTY;
    ch08_reinforcements::fill_british_box(game, state, chance);
    ch06_cards::deal_hands(game, state, chance);
    state.cu_changed = true;
    state.stack.replace(Phase::ClaimFirst);
}

/// Any campaign card in the British hand claims the first play. [WW 5.3]
///
/// Asked of an empty-handed claimant too, so that the question tells nothing of the hand.
#[inline(never)]
pub(crate) fn offer_claim(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    let cards = state.hands[Side::British.index()] & game.tables.campaign_cards;
    cards.list(out, Action::Claim);
    out.push(Action::Decline);
}

pub(crate) fn take_claim<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    if let Action::Claim(card) = action {
        state.active = Side::British;
        state.british_choose_first = false;
        chance.note(|| Event::new("first", "5.3", "The British claim the first play with a campaign card."));
        ch06_cards::play_event(game, state, card, chance);
    } else {
        state.stack.replace(Phase::ChooseFirst);
    }
}

/// Who plays first: the British choose after Congress was dispersed, otherwise the Americans do. [WW 5.3]
#[inline(never)]
pub(crate) fn offer_first(out: &mut Vec<Action>) {
    out.extend(Side::BOTH.map(Action::First));
}

pub(crate) fn take_first<C: Chance>(state: &mut State, action: Action, chance: &mut C) {
    if let Action::First(side) = action {
        chance.note(|| Event::new("first", "5.3", format!("The {} play first.", side.name())));
        state.british_choose_first = false;
        state.active = side;
        state.stack.replace(Phase::NextImpulse);
    }
}

/// Players alternate until both hands are empty; who has cards left plays on alone. [WW 5.3]
pub(crate) fn next_impulse(state: &mut State) {
    let empty = state.hands.map(crate::set::Set::is_empty);
    if empty == [true, true] {
        state.stack.replace(Phase::Winter { side: Side::British, from: 0 });
        return;
    }
    if empty[state.active.index()] {
        state.active = state.active.enemy();
    }
    state.stack.replace(Phase::Impulse);
}

/// After a card: the French Alliance, replacement draws, a second action in tournaments, the next impulse. [WW 5.3]
pub(crate) fn end_card<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    if ch12_french_alliance::sign_alliance(game, state, chance) {
        return;
    }
    ch06_cards::draw_replacements(game, state, chance);
    clear_card(state);
    if std::mem::take(&mut state.redraw) {
        state.stack.replace(Phase::Redraw);
        return;
    }
    state.active = state.active.enemy();
    next_impulse(state);
}

/// Forgets what concerned only the card just resolved.
pub(crate) fn clear_card(state: &mut State) {
    state.activation = Activation::NONE;
    state.battle = Battle::NONE;
    state.left_behind = LeftBehind::NONE;
    state.fresh = Spaces::EMPTY;
    state.activated = 0;
    state.attempted = 0;
    state.last_card = false;
    state.landed = false;
}

/// The tournament rule: the British replace the Declaration or Franklin and act again. [WW 6.34]
pub(crate) fn take_redraw<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    if action == Action::Redraw {
        ch06_cards::draw_card(game, state, Side::British, chance);
        if !state.hands[Side::British.index()].is_empty() {
            state.stack.replace(Phase::Impulse);
            return;
        }
    }
    state.active = Side::American;
    state.stack.replace(Phase::NextImpulse);
}

/// End Phase: European War, the end of the war, or the next turn. [WW 5.7]
pub(crate) fn run_end_phase<C: Chance>(game: &WashingtonsWar, state: &mut State, step: u8, chance: &mut C) {
    if step == 0 {
        state.stack.replace(Phase::End(1));
        if state.france == France::Allied {
            state.france = France::EuropeanWar;
            chance.note(|| Event::new("european_war", "12.2", "The European War breaks out."));
            let frame = Frame::new(&game.tables, game.tables.procedures.european_war, Side::British);
            state.stack.push(Phase::Effect(frame));
        }
        return;
    }
    let war_ends = state.war_ends.and_then(|card| game.tables.card(card).war_ends);
    if war_ends.is_some_and(|year| year <= state.year) || state.year >= game.tables.params.last_year {
        ch13_victory::end_by_count(game, state, chance);
        return;
    }
    for side in Side::BOTH {
        ch06_cards::abandon_queue(state, side, chance);
    }
    state.discards |= state.boxed;
    state.boxed = super::super::types::Cards::EMPTY;
    state.reinforced = [0; 2];
    state.no_placing = [[false; 2]; 2];
    state.british_choose_first = std::mem::take(&mut state.dispersed);
    // A Congress that could not be placed again stays dispersed into the new turn.
    state.dispersed = state.congress.is_none();
    state.year += 1;
    state.stack.replace(Phase::TurnStart);
}
