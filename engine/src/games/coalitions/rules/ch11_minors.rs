//! Chapter 11: minor powers: the secret auction when one reaches Drill, and control.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::{Ask, Power, Step, WheelAction};

use super::ch04_concepts::lose_morale;
use super::ch06_diplomacy::follow_controllers;
use super::ch09_update;

/// Before any action of the turn in which a minor power reaches Drill, all players bid for it. [CO 11.auction]
pub fn auction(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let minor = game.power_on(state.turn, WheelAction::Drill);
    if game.is_lempereur() || game.is_major(minor) {
        state.step = Step::AuctionNaming;
        return;
    }
    if let Some(holder) = holder_of_capital(game, state, minor) {
        take_control(game, state, minor, holder, 0, chance);
        return;
    }
    if let Some(bidder) = game.majors().find(|power| state.bids[power.i()].is_none()) {
        state.ask_about(Ask::Bid, bidder, minor, None);
        return;
    }
    let bids = std::mem::take(&mut state.bids);
    let bid = |power: Power| bids[power.i()].unwrap_or(0);
    chance.note(|| {
        let list: Vec<String> =
            game.majors().map(|power| format!("{} {}", game.tables.power_name(power), bid(power))).collect();
        Event::new("bids", "11.auction", format!("Bids: {}.", list.join(", ")))
    });
    // The order of power breaks ties, so a later power must bid more.
    let mut winner = Power::Britain;
    for power in game.majors() {
        if bid(power) > bid(winner) {
            winner = power;
        }
    }
    take_control(game, state, minor, winner, bid(winner), chance);
}

/// Without its capital a minor power falls to the holder, or to the holder's controller. [CO 11.auction]
fn holder_of_capital(game: &Coalitions, state: &State, minor: Power) -> Option<Power> {
    let holder = state.garrison_of(game.tables.capital(minor)).filter(|&holder| holder != minor)?;
    state.controller[holder.i()]
}

/// Up to the bidder's own morale. [CO 11.auction]
pub fn offer_bids(state: &State, power: Power, out: &mut Vec<Action>) {
    out.extend((0..=state.morale[power.i()]).map(Action::Bid));
}

/// Only the winner pays. The minor power takes his status at once, whatever it is. [CO 11.control]
///
/// Its generals, hand and money are kept apart under its own name, so they pass with control.
fn take_control(
    game: &Coalitions,
    state: &mut State,
    minor: Power,
    winner: Power,
    bid: u8,
    chance: &mut impl Chance,
) {
    lose_morale(state, winner, bid);
    ch09_update::remember_relations(state);
    state.controller[minor.i()] = Some(winner);
    follow_controllers(state);
    state.update.active = true;
    state.step = Step::AuctionNaming;
    chance.note(|| {
        let (name, over) = (game.tables.power_name(winner), game.tables.power_name(minor));
        Event::new("control", "11.control", format!("{name} takes control of {over} for {bid} morale."))
    });
}
