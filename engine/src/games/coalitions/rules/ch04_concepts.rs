//! Chapter 4: control, morale, the battle-card deck and hand limits, the War Wheel, the nearest refuge.

use crate::chance::Chance;
use crate::event::{Audience, Event};
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::State;
use crate::games::coalitions::tables::UNREACHABLE;
use crate::games::coalitions::types::{
    Ask, CARD_KINDS, Card, Counts, Power, Status, Territory, TerritorySet, WheelAction,
};
use crate::set::Index;

use super::ch09_update::lands_to_leave;

impl Coalitions {
    /// The power whose symbol is over an action in a turn of the round. [CO 4.wheel]
    ///
    /// After each turn every power steps to the next action; the sixth is followed by the first.
    pub fn power_on(&self, turn: u8, action: WheelAction) -> Power {
        self.wheel[usize::from((action as u8 + 6 - turn) % 6)]
    }
}

/// Adds morale, never above 15. [CO 4.morale]
pub fn gain_morale(game: &Coalitions, state: &mut State, power: Power, points: u8) {
    let morale = &mut state.morale[power.i()];
    *morale = morale.saturating_add(points).min(game.tables.limits.morale_max);
}

/// Takes morale, never below 0. [CO 4.morale]
pub fn lose_morale(state: &mut State, power: Power, points: u8) {
    state.morale[power.i()] = state.morale[power.i()].saturating_sub(points);
}

const NO_CARDS: Counts = [0; CARD_KINDS];

/// Whether a battle card can be drawn from the deck or the discards.
pub fn can_draw(state: &State) -> bool {
    state.deck != NO_CARDS || state.discards != NO_CARDS
}

/// An empty deck is made anew from the discards. [CO 2.setup]
fn renew_deck(state: &mut State) {
    if state.deck == NO_CARDS {
        std::mem::swap(&mut state.deck, &mut state.discards);
    }
}

/// The next card of the deck. After the last one the deck is made anew at once, so that later discards are not in it.
/// [CO 2.setup]
pub fn draw_from_deck(
    game: &Coalitions,
    state: &mut State,
    audience: Audience,
    chance: &mut impl Chance,
) -> Option<Card> {
    if !can_draw(state) {
        return None;
    }
    // Still empty if there were no discards when its last card was drawn.
    renew_deck(state);
    let kinds = game.tables.cards.len();
    let kind = chance.draw_counted(&state.deck[..kinds], audience, |i| &game.tables.cards[i].id);
    state.deck[kind] -= 1;
    renew_deck(state);
    Some(Card::from_index(kind))
}

/// A power draws a battle card into its hand, unseen by the others.
pub fn draw_card(game: &Coalitions, state: &mut State, power: Power, chance: &mut impl Chance) {
    let unseen = state.controller[power.i()].is_none();
    let audience = if unseen { Audience::None } else { Audience::Only(game.speaker(state, power)) };
    if let Some(card) = draw_from_deck(game, state, audience, chance) {
        state.hands[power.i()][card.index()] += 1;
    }
}

pub fn discard_card(state: &mut State, power: Power, card: Card) {
    state.hands[power.i()][card.index()] -= 1;
    state.discards[card.index()] += 1;
}

/// At the end of every action each hand is cut down to its limit. [CO 4.cards]
///
/// Not inlined: [`super::ch05_round::run`] would read all limits each time, for one step in five.
#[inline(never)]
pub fn enforce_hand_limits(game: &Coalitions, state: &mut State) {
    let over = |power: &Power| state.hand_size(*power) > game.tables.hand_limits[power.i()];
    match Power::all().find(over) {
        Some(power) => state.ask(Ask::HandLimit, power),
        None => state.limits_due = false,
    }
}

/// Any card in hand. [CO 4.cards]
pub fn offer_discards(state: &State, power: Power, out: &mut Vec<Action>) {
    for (i, &count) in state.hands[power.i()].iter().enumerate() {
        if count > 0 {
            out.push(Action::Discard(Card::from_index(i)));
        }
    }
}

pub fn note_discard(
    game: &Coalitions,
    power: Power,
    card: Card,
    rule: &'static str,
    chance: &mut impl Chance,
) {
    chance.note(|| {
        let (name, id) = (game.tables.power_name(power), &game.tables.cards[card.index()].id);
        Event::new("discard", rule, format!("{name} discards a {id}.")).with("card", id.as_str())
    });
}

/// The nearest territories a general may fall back to. [CO 9.1]
///
/// Controlled by his power, now and after the board update in hand, without another of its generals and without an
/// enemy general; counted in land steps over any passable territory, a lane being a step for the British Coalition.
pub fn nearest_refuges(game: &Coalitions, state: &State, power: Power, from: Territory) -> TerritorySet {
    let tables = &game.tables;
    let open = state.controlled(tables, power)
        - state.generals[power.i()]
        - state.foreign_generals(power)
        - lands_to_leave(game, state, power)
        - TerritorySet::single(from);
    let by_sea = state.status[power.i()] == Status::British;
    let steps = if by_sea { &tables.sea_distance[from.index()] } else { &tables.land_distance[from.index()] };
    let mut nearest = UNREACHABLE;
    let mut refuges = TerritorySet::EMPTY;
    for at in open {
        let distance = steps[at.index()];
        if distance < nearest {
            nearest = distance;
            refuges = TerritorySet::EMPTY;
        }
        if distance == nearest && distance != UNREACHABLE {
            refuges.insert(at);
        }
    }
    refuges
}
