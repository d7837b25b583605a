//! Chapter 7, the short actions: drill, taxation with British trade, influence.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::{Ask, Power, Step};

use super::ch03_victory::{check_influence, gain_influence};
use super::ch04_concepts::draw_card;
use super::ch05_round::end_action;
use super::ch07_treasury::book;

/// Draw a card, then discard one. [CO 7.1]
pub fn drill(game: &Coalitions, state: &mut State, power: Power, chance: &mut impl Chance) {
    draw_card(game, state, power, chance);
    if state.hand_size(power) == 0 {
        end_action(state, Step::Taxation);
    } else {
        state.ask(Ask::Drill, power);
    }
}

/// Money from homes, uncontested land and contested land without the own stripe; doubled for neutrals. [CO 7.2] [CO 6.neutral]
pub fn tax(game: &Coalitions, state: &State, power: Power) -> u16 {
    let taxed = state.controlled(&game.tables, power) & game.tables.taxable(power);
    let money = game.tables.total_value(taxed);
    if state.is_neutral(power) { 2 * money } else { money }
}

/// Britain's trade: every port not controlled by a power at war with Britain. [CO 7.2]
pub fn trade(game: &Coalitions, state: &State) -> u16 {
    let closed = Power::all()
        .filter(|&power| state.at_war(Power::Britain, power))
        .map(|power| (state.controlled(&game.tables, power) & game.tables.ports).len())
        .sum::<usize>();
    (game.tables.ports.len() - closed) as u16
}

/// [CO 7.2]
pub fn taxation(game: &Coalitions, state: &mut State, power: Power, chance: &mut impl Chance) {
    let taxes = tax(game, state, power);
    let trade = if power == Power::Britain { trade(game, state) } else { 0 };
    book(game, state, power, i32::from(taxes + trade), chance, || {
        let name = game.tables.power_name(power);
        Event::new("tax", "7.2", format!("{name} takes {taxes} in taxes and {trade} from trade."))
            .with("taxes", taxes)
            .with("trade", trade)
    });
    end_action(state, Step::Leadership);
}

/// Influence from contested land with the own stripe and from others' homes. [CO 7.5]
///
/// Minor powers do not take this action [CO 11.rules]; in L'Empereur the contested part is paid in money [CO 12.turn].
pub fn influence(game: &Coalitions, state: &mut State, power: Power, chance: &mut impl Chance) {
    let held = state.controlled(&game.tables, power);
    let name = game.tables.power_name(power);
    if game.is_lempereur() {
        let own = held & game.tables.contested & game.tables.claims[power.i()];
        let money = game.tables.total_value(own);
        book(game, state, power, i32::from(money), chance, || {
            Event::new("influence", "12.turn", format!("{name} takes {money} money."))
        });
    } else if game.is_major(power) {
        let points = game.tables.total_value(held & game.tables.scoring(power));
        gain_influence(state, power, points);
        chance.note(|| {
            Event::new("influence", "7.5", format!("{name} gains {points} influence."))
                .with("influence", points)
        });
        check_influence(game, state, chance);
    }
    end_action(state, Step::NapoleonMove);
}
