//! Chapter 4: setting up the game. The two steps with choices run as effect programs (see `setup.rs`).

use super::super::WashingtonsWar;
use super::super::phase::{Frame, Phase};
use super::super::state::State;
use super::super::types::{Post, Side};
use crate::chance::Chance;
use crate::event::Event;

/// Puts the pieces on the map and the cards in the deck, two of them set aside. [WW 4.0]
pub(crate) fn place_pieces<C: Chance>(game: &WashingtonsWar, chance: &mut C) -> State {
    let mut state = State::empty(game.tables.params.first_year);
    let opening = &game.opening;
    state.markers = opening.markers;
    for &(nation, space, count) in &opening.cu {
        state.add_cu(nation, space, count);
    }
    for (i, &space) in opening.generals.iter().enumerate() {
        let post = space.map_or(Post::REINFORCEMENTS, Post::at);
        state.posts.set(&game.tables, super::super::types::General(i as u8), post);
    }
    state.congress = opening.congress;
    state.british_regulars = opening.british_regulars;
    state.alliance = opening.alliance;
    state.british_box = opening.british_box;
    state.french_box = game.tables.params.french_cu;
    for card in game.tables.all_cards {
        let later = game.tables.card(card).set_aside_until.is_some_and(|year| year > state.year);
        if later { state.out.insert(card) } else { state.deck.insert(card) }
    }
    chance.note(|| Event::new("setup", "4.0", "The pieces are set up."));
    state
}

/// Committees of Correspondence, then the markers for the King, then those bid for a side. [WW 4.0]
pub(crate) fn run_setup(game: &WashingtonsWar, state: &mut State, step: u8) {
    let procedures = game.tables.procedures;
    let next = match step {
        0 => Some((procedures.committees, Side::American)),
        1 => Some((procedures.for_the_king, Side::British)),
        _ => procedures.bid.map(|program| (program, game.bidder)),
    };
    state.fresh = super::super::types::Spaces::EMPTY;
    state.stack.replace(if step < 2 { Phase::Setup(step + 1) } else { Phase::TurnStart });
    if let Some((program, side)) = next {
        state.stack.push(Phase::Effect(Frame::new(&game.tables, program, side)));
    }
}
