//! Section 5.1: dealing the cards, and demanding new ones for a poor hand.

use super::ch01_turn;
use crate::chance::Chance;
use crate::event::{Audience, Event};
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{Flags, State};
use crate::games::wars_of_the_roses::types::*;

/// All cards are shuffled and a hand dealt to each player. [WR 5.1]
pub fn deal<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    state.played = Cards::EMPTY;
    state.hands = [Cards::EMPTY; 2];
    for side in Side::BOTH {
        deal_hand(game, state, side, chance);
    }
    state.flags.set(Flags::REDEALT | Flags::REDEALT << 1, false);
    ask_redeal(game, state, state.pretender_side());
}

fn deal_hand<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    state.hands[side.index()] = Cards::EMPTY;
    let deck = game.tables.deck();
    for _ in 0..game.tables.hand {
        let left = deck - state.hands[0] - state.hands[1];
        let card =
            chance.draw(left, Audience::Only(side.player()), |card| game.tables.card(card).id.as_str());
        state.hands[side.index()].insert(card);
    }
}

/// The Pretender is asked first, then the King. [WR 5.1]
///
/// Both are asked whatever they hold, so that the question gives no hand away.
fn ask_redeal(game: &WarsOfTheRoses, state: &mut State, side: Side) {
    let may_ask = |side: Side| game.options.mulligan && !state.flags.has(Flags::REDEALT << side.index());
    if may_ask(side) {
        state.phase = Phase::AskRedeal { side };
    } else if side != state.king_side {
        ask_redeal(game, state, state.king_side);
    } else {
        ch01_turn::start_card_phase(state);
    }
}

fn hand_value(game: &WarsOfTheRoses, state: &State, side: Side) -> u8 {
    state.hands[side.index()].into_iter().map(|card| game.tables.card(card).ap).sum()
}

#[inline(never)]
pub fn offer_answer(out: &mut Vec<Action>) {
    out.extend([Action::Keep, Action::Redeal]);
}

/// A hand of 13 AP or less, event cards included, may be shown and exchanged. [WR 5.1]
#[inline(never)]
pub fn offer_redeal(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Keep);
    if hand_value(game, state, side) <= game.tables.mulligan_at_most {
        out.push(Action::Redeal);
    }
}

#[inline(never)]
pub fn take_redeal<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    redeal: bool,
    chance: &mut C,
) {
    if redeal {
        state.flags.set(Flags::REDEALT << side.index(), true);
        chance.note(|| {
            let shown: Vec<&str> = state.hands[side.index()]
                .into_iter()
                .map(|card| game.tables.card(card).id.as_str())
                .collect();
            let text = format!("{} shows {} and demands new cards.", side.name(), shown.join(", "));
            Event::new("redeal", "5.1", text)
        });
        state.phase = Phase::AnswerRedeal { side: side.other() };
    } else if side == state.king_side {
        ch01_turn::start_card_phase(state);
    } else {
        ask_redeal(game, state, state.king_side);
    }
}

/// The opponent keeps his cards or exchanges them too; a kept hand is not shuffled in. [WR 5.1]
///
/// After new cards both may ask again who have not yet done so in this campaign.
#[inline(never)]
pub fn take_answer<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    exchange: bool,
    chance: &mut C,
) {
    let asker = side.other();
    chance.note(|| {
        let does = if exchange { "exchanges" } else { "keeps" };
        Event::new("redeal", "5.1", format!("{} {does} the hand.", side.name()))
    });
    state.hands[asker.index()] = Cards::EMPTY;
    if exchange {
        state.hands[side.index()] = Cards::EMPTY;
    }
    deal_hand(game, state, asker, chance);
    if exchange {
        deal_hand(game, state, side, chance);
    }
    ask_redeal(game, state, state.pretender_side());
}
