//! Chapter 12, battles in L'Empereur: open cards, automatic French support, France's cards from the deck.

use crate::chance::Chance;
use crate::event::{Audience, Event};
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::state::{Side, State};
use crate::games::coalitions::types::Power;
use crate::set::Index;

use super::ch04_concepts::{draw_from_deck, lose_morale};
use super::ch08_battle::{add_fighter, possible_supporters};
use super::ch08_result::total_strength;

fn french_side(state: &State) -> Side {
    if state.battle.attacker == Power::France { Side::Attack } else { Side::Defence }
}

/// Every French general next to the battle supports it, and may support others too. [CO 12.battle]
pub fn french_support(game: &Coalitions, state: &mut State) {
    let side = french_side(state);
    for place in possible_supporters(game, state, Power::France) {
        add_fighter(state, Power::France, place, side, false);
    }
}

/// The value of the cards drawn for France. [CO 12.battle]
pub fn french_cards(game: &Coalitions, state: &State, side: Side) -> u16 {
    if !game.is_lempereur() || side != french_side(state) {
        return 0;
    }
    let kinds = state.battle.drawn.iter().zip(&game.tables.cards);
    kinds.map(|(&count, card)| u16::from(count) * u16::from(card.value)).sum()
}

/// One card after another, 1 morale each, until France is ahead, out of morale or troops, or beyond hope. [CO 12.battle]
pub fn draw_for_france(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let side = french_side(state);
    let french = state.battle.fighters().iter().filter(|fighter| fighter.power == Power::France);
    let mut left: u16 = french.map(|fighter| u16::from(fighter.troops)).sum();
    let enemy = total_strength(game, state, side.opposite());
    while left > 0 && state.morale[Power::France.i()] > 0 {
        let own = total_strength(game, state, side);
        if own > enemy || own + left * u16::from(game.tables.top_card) <= enemy {
            break;
        }
        let Some(card) = draw_from_deck(game, state, Audience::All, chance) else { break };
        state.battle.drawn[card.index()] += 1;
        lose_morale(state, Power::France, 1);
        left -= 1;
        chance.note(|| {
            let id = &game.tables.cards[card.index()].id;
            Event::new("card", "12.battle", format!("Napoleon's card is a {id}.")).with("card", id.as_str())
        });
    }
}
