//! What one player may know, and worlds that fit it. [WR 4.2]
//!
//! Hidden are the enemy's blocks whose place is not known, their strengths, his hand and a card not yet shown. Seen of
//! a hidden block are its place and what was done with it: moved, in reserve, landed from the sea, in hand. Hidden
//! blocks change places among such slots; each keeps the strength at which the viewer last saw it.

use arrayvec::ArrayVec;

use super::WarsOfTheRoses;
use super::phase::Phase;
use super::state::State;
use super::types::*;
use crate::chance::Chance;

/// What the viewer saw of a hidden block, besides its place.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Slot {
    done: bool,
    reserve: bool,
    pirate: bool,
    in_hand: bool,
}

fn hidden_blocks(game: &WarsOfTheRoses, state: &State, viewer: Side) -> Blocks {
    let enemy = state.of(&game.tables, viewer.other());
    ((state.on_map() | state.at(Place::POOL)) & enemy) - state.known
}

/// Puts `blocks`, which are the hidden ones in some order, into the hidden ones' slots: by place, and within a place
/// those of which nothing was seen first. All are of one side, so what the sides hold stays the same.
///
/// Nothing was seen of most groups: their blocks need not be looked at one by one.
fn fill(state: &mut State, hidden: Blocks, blocks: impl IntoIterator<Item = Block>) {
    let State { places, done, reserve, pirates, phase, .. } = *state;
    let in_hand = match phase {
        Phase::March { block, .. } => Blocks::single(block),
        _ => Blocks::EMPTY,
    };
    let seen = done | reserve | pirates | in_hand;
    state.done -= hidden;
    state.reserve -= hidden;
    state.pirates -= hidden;
    state.lost.replace(hidden, &state.seen_lost);
    let mut blocks = blocks.into_iter();
    for (place, &here) in places.iter() {
        let group = here & hidden;
        if group.is_empty() {
            continue;
        }
        let mut now = here - group;
        if !group.intersects(seen) {
            for block in blocks.by_ref().take(group.len()) {
                now.insert(block);
                state.place_of[block] = place;
            }
            state.places[place] = now;
            continue;
        }
        let slot = |block| Slot {
            done: done.contains(block),
            reserve: reserve.contains(block),
            pirate: pirates.contains(block),
            in_hand: in_hand.contains(block),
        };
        let mut slots: ArrayVec<Slot, 64> = group.into_iter().map(slot).collect();
        slots.sort_unstable();
        for (slot, block) in slots.into_iter().zip(blocks.by_ref()) {
            now.insert(block);
            state.place_of[block] = place;
            state.done.set(block, slot.done);
            state.reserve.set(block, slot.reserve);
            state.pirates.set(block, slot.pirate);
            if slot.in_hand {
                state.phase = phase.with_block_in_hand(block);
            }
        }
        state.places[place] = now;
    }
}

/// Whether the enemy's chosen card still lies face down. [WR 1.1]
fn hides_card(state: &State, enemy: Side) -> bool {
    matches!(state.phase, Phase::ChooseCard { .. }) && state.card[enemy.index()].is_some()
}

/// A hand shown to demand new cards is open while the other answers. [WR 5.1]
fn shows_hand(state: &State, enemy: Side) -> bool {
    matches!(state.phase, Phase::AnswerRedeal { side } if side != enemy)
}

/// Cards that the viewer has not seen: the enemy's and the undealt ones.
fn unseen_cards(game: &WarsOfTheRoses, state: &State, viewer: Side) -> Cards {
    let mut unseen = game.tables.deck() - state.hands[viewer.index()] - state.played;
    for side in Side::BOTH {
        if let Some(card) = state.card[side.index()]
            && (side == viewer || !hides_card(state, side))
        {
            unseen.remove(card);
        }
    }
    unseen
}

/// Secrets replaced by stand-ins: hidden blocks in ascending order over their slots, the lowest unseen cards.
pub fn hide(game: &WarsOfTheRoses, state: &State, viewer: Side) -> State {
    let mut visible = *state;
    let hidden = hidden_blocks(game, state, viewer);
    fill(&mut visible, hidden, hidden);
    let enemy = viewer.other();
    // What is kept for the record of a battle includes the strength of reserves, also of those that have regrouped
    // unseen. [WR 6.1, 6.7]
    if let Some(battle) = &mut visible.battle
        && (state.at(battle.area).intersects(hidden) || matches!(state.phase, Phase::Regroup { .. }))
    {
        battle.strength[enemy.index()] = 0;
    }
    if !shows_hand(state, enemy) {
        let mut unseen = unseen_cards(game, state, viewer).into_iter();
        if hides_card(state, enemy) {
            visible.card[enemy.index()] = unseen.next();
        }
        visible.hands[enemy.index()] = unseen.take(state.hands[enemy.index()].len()).collect();
    }
    visible
}

/// A world drawn evenly from those that look the same to the viewer.
pub fn deal_again<C: Chance>(game: &WarsOfTheRoses, seen: &State, viewer: Side, chance: &mut C) -> State {
    let mut world = *seen;
    let hidden = hidden_blocks(game, seen, viewer);
    let mut blocks: ArrayVec<Block, 64> = hidden.into_iter().collect();
    for last in (1..blocks.len()).rev() {
        blocks.swap(last, chance.below(last as u32 + 1) as usize);
    }
    fill(&mut world, hidden, blocks);
    let enemy = viewer.other();
    if !shows_hand(seen, enemy) {
        let mut unseen = unseen_cards(game, seen, viewer);
        let mut draw = || {
            let card = unseen.nth(chance.below(unseen.len() as u32) as usize);
            if let Some(card) = card {
                unseen.remove(card);
            }
            card
        };
        if hides_card(seen, enemy) {
            world.card[enemy.index()] = draw();
        }
        world.hands[enemy.index()] = (0..seen.hands[enemy.index()].len()).filter_map(|_| draw()).collect();
    }
    world
}
