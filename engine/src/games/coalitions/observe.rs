//! What a player may know, and dealing the rest anew.
//!
//! Secret are: other players' hands, face-down battle cards, statuses and bids before their reveal. Sizes of hands
//! and stacks, discards and cards face up are open.

use crate::chance::Chance;
use crate::event::Audience;
use crate::observation::Observation;
use crate::player::Player;
use crate::set::Index;

use super::Coalitions;
use super::state::State;
use super::types::{CARD_KINDS, Card, Counts, Power, PowerSet, Status};

/// Whether a player sees a power's hand and stacks: his own powers', his minor powers', and those of an uncontrolled
/// minor power while he fights its battle. [CO 11.uncontrolled]
pub fn sees_hand(game: &Coalitions, state: &State, viewer: Player, power: Power) -> bool {
    let spoken_for = state.controller[power.i()].is_some();
    let fights = state.battle.active && state.battle.defenders.contains(power);
    (spoken_for || fights) && game.speaker(state, power) == viewer
}

/// Hands the next unknown card to each hidden place: stand-ins for observing, a deal for determinising.
fn redeal(game: &Coalitions, state: &mut State, viewer: Player, mut next: impl FnMut(&mut Counts) -> usize) {
    let mut pool = state.deck;
    let hidden: PowerSet = Power::all().filter(|&power| !sees_hand(game, state, viewer, power)).collect();
    for power in hidden.iter() {
        add(&mut pool, &state.hands[power.i()]);
    }
    let stacks = state.battle;
    for (i, fighter) in stacks.fighters().iter().enumerate() {
        if hidden.contains(fighter.power) {
            for (nth, played) in fighter.played().iter().enumerate().filter(|(_, played)| !played.face_up) {
                pool[played.card.index()] += 1;
                state.battle.fighters[i].cards[nth].card = Card(0);
            }
        }
    }
    for power in hidden.iter() {
        let size = state.hand_size(power);
        let mut hand = [0; CARD_KINDS];
        for _ in 0..size {
            hand[next(&mut pool)] += 1;
        }
        state.hands[power.i()] = hand;
    }
    for (i, fighter) in stacks.fighters().iter().enumerate() {
        if hidden.contains(fighter.power) {
            for (nth, _) in fighter.played().iter().enumerate().filter(|(_, played)| !played.face_up) {
                state.battle.fighters[i].cards[nth].card = Card::from_index(next(&mut pool));
            }
        }
    }
    state.deck = pool;
}

fn add(pool: &mut Counts, cards: &Counts) {
    for (sum, &count) in pool.iter_mut().zip(cards) {
        *sum += count;
    }
}

fn is_own(game: &Coalitions, viewer: Player, power: Power) -> bool {
    game.seats[power.i()] == Some(viewer)
}

/// Statuses open to a power in the secret choice: what its hidden choice can be. [CO 6.status]
fn possible_choices(state: &State, power: Power) -> impl Iterator<Item = Status> + use<> {
    let expelled = state.expelled[power.i()];
    Status::ALL.into_iter().filter(move |&status| Some(status) != expelled)
}

/// Hidden cards become the lowest unknown ones, hidden choices and bids the first possible.
pub fn observe(game: &Coalitions, state: &State, viewer: Player) -> Observation<State> {
    let mut visible = *state;
    redeal(game, &mut visible, viewer, |pool| {
        let lowest = pool.iter().position(|&count| count > 0).unwrap_or(0);
        pool[lowest] = pool[lowest].saturating_sub(1);
        lowest
    });
    for power in Power::all().filter(|&power| !is_own(game, viewer, power)) {
        if visible.choices[power.i()].is_some() {
            visible.choices[power.i()] = possible_choices(state, power).next();
        }
        if visible.bids[power.i()].is_some() {
            visible.bids[power.i()] = Some(0);
        }
    }
    Observation::new(viewer, visible)
}

/// Unknown cards are dealt at random, hidden choices and bids drawn evenly.
pub fn determinize<C: Chance>(game: &Coalitions, seen: &Observation<State>, chance: &mut C) -> State {
    let mut state = *seen.visible();
    let viewer = seen.viewer();
    let kinds = game.tables.cards.len();
    redeal(game, &mut state, viewer, |pool| {
        let kind = chance.draw_counted(&pool[..kinds], Audience::None, |i| &game.tables.cards[i].id);
        pool[kind] -= 1;
        kind
    });
    for power in Power::all().filter(|&power| !is_own(game, viewer, power)) {
        if state.choices[power.i()].is_some() {
            let count = possible_choices(&state, power).count() as u32;
            state.choices[power.i()] = possible_choices(&state, power).nth(chance.below(count) as usize);
        }
        if state.bids[power.i()].is_some() {
            state.bids[power.i()] = Some(chance.below(u32::from(state.morale[power.i()]) + 1) as u8);
        }
    }
    state
}
