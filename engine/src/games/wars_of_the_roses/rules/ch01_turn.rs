//! Chapter 1: the game turn. Cards are chosen in secret, shown together, and decide who is Player 1.

use super::{ch05_actions, ch08_political};
use crate::chance::Chance;
use crate::draft::Sheet;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::cards::Effect;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{Flags, State};
use crate::games::wars_of_the_roses::types::*;

/// The Card Phase: the Pretender commits first, unseen, then the King. [WR 1.1]
pub fn start_card_phase(state: &mut State) {
    state.phase = Phase::ChooseCard { side: state.pretender_side() };
}

/// Any card of the hand, identical ones once. [WR 1.1]
#[inline(never)]
pub fn offer_cards(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    let hand = state.hands[side.index()];
    Sheet::write(out, Action::BLANKS, |plays| {
        let mut seen: u64 = 0;
        for card in hand {
            let kind = game.card_kind[card.0 as usize];
            plays.put(Action::Play(card), seen >> kind & 1 == 0);
            seen |= 1 << kind;
        }
    });
}

#[inline(never)]
pub fn take_card<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    card: Card,
    chance: &mut C,
) {
    state.hands[side.index()].remove(card);
    state.card[side.index()] = Some(card);
    chance.note(|| {
        let name = &game.tables.card(card).name;
        Event::new("card", "1.1", format!("{} chooses {name}.", side.name()))
            .only_for(side.player(), format!("{} chooses a card.", side.name()))
    });
    if side == state.king_side {
        show_cards(game, state, chance)
    } else {
        state.phase = Phase::ChooseCard { side: state.king_side };
    }
}

/// The cards are shown; who is Player 1? An event before an action card, then the higher AP, then the Pretender.
/// [WR 1.1]
fn show_cards<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    let priority = |side: Side| state.card[side.index()].map_or(0, |card| game.tables.card(card).priority);
    let (king, pretender) = (state.king_side, state.pretender_side());
    state.first = if priority(king) > priority(pretender) { king } else { pretender };
    let treason = state
        .card
        .iter()
        .flatten()
        .any(|&card| matches!(game.tables.card(card).effect, Effect::Moves { treason: true, .. }));
    state.flags.set(Flags::TREASON, treason);
    chance.note(|| {
        let name =
            |side: Side| state.card[side.index()].map_or("", |card| game.tables.card(card).name.as_str());
        let text = format!(
            "Lancaster shows {}, York {}: {} is Player 1.",
            name(Side::Lancaster),
            name(Side::York),
            state.first.name()
        );
        Event::new("cards", "1.1", text).with("first", state.first.id())
    });
    ch05_actions::start_actions(game, state, state.first, chance);
}

/// The turn ends; after the last of a campaign comes the Political Turn. [WR 1.4]
pub fn end_turn<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    for card in state.card.iter_mut().filter_map(Option::take) {
        state.played.insert(card);
    }
    state.done = Blocks::EMPTY;
    if state.turn >= game.tables.turns {
        ch08_political::start_political_turn(game, state, chance);
    } else {
        state.turn += 1;
        start_card_phase(state);
    }
}
