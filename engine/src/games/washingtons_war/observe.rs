//! Hidden hands: what a player may know, and worlds that fit it.
//!
//! Secret are the opponent's cards and the undrawn deck. A card that the opponent took by exchange was seen, and stays
//! known until it is played (6.32.C); so do the cards of both hands when the last undrawn card has been dealt (6.1).

use super::WashingtonsWar;
use super::state::State;
use super::types::{Cards, Side};
use crate::chance::Chance;
use crate::event::Audience;
use crate::observation::Observation;
use crate::player::Player;

/// Cards that `viewer` cannot place: the deck and the opponent's unseen cards; and how many of them the latter are.
fn unseen(state: &State, viewer: Side) -> (Cards, usize) {
    let hidden = state.hands[viewer.enemy().index()] - state.open;
    (state.deck | hidden, hidden.len())
}

fn with_hidden(state: &State, viewer: Side, hidden: Cards) -> State {
    let mut next = *state;
    let (pool, _) = unseen(state, viewer);
    let hand = &mut next.hands[viewer.enemy().index()];
    *hand = (*hand & state.open) | hidden;
    next.deck = pool - hidden;
    next
}

/// The opponent's unseen cards are shown as the lowest that they can be.
pub fn observe(state: &State, viewer: Player) -> Observation<State> {
    let side = Side::of(viewer);
    let (pool, count) = unseen(state, side);
    let lowest: Cards = pool.into_iter().take(count).collect();
    Observation::new(viewer, with_hidden(state, side, lowest))
}

/// Deals the opponent's unseen cards anew.
pub fn determinize<C: Chance>(game: &WashingtonsWar, seen: &Observation<State>, chance: &mut C) -> State {
    let state = seen.visible();
    let side = Side::of(seen.viewer());
    let (mut pool, count) = unseen(state, side);
    let mut hidden = Cards::EMPTY;
    for _ in 0..count {
        let card = chance.draw(pool, Audience::None, |card| game.tables.card_id(card));
        pool.remove(card);
        hidden.insert(card);
    }
    with_hidden(state, side, hidden)
}
