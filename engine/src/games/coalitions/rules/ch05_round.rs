//! Chapter 5: the course of a round, from step to step; what is in hand is finished before the next step begins.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::{Ask, Power, Step, WheelAction};

use super::{
    ch03_victory, ch04_concepts, ch06_diplomacy, ch07_actions, ch07_leadership, ch07_mobilization,
    ch07_movement, ch08_battle, ch09_update, ch10_generals, ch11_minors, ch12_lempereur,
};

/// Plays on until somebody must decide or the game is over. [CO 5.round]
pub fn run(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    while state.end.is_none() && state.decision.is_none() {
        if state.update.active {
            ch09_update::advance(game, state, chance);
        } else if state.battle.active {
            ch08_battle::advance(game, state, chance);
        } else if state.movement.active {
            ch07_movement::advance(game, state, chance);
        } else if state.automa.active {
            ch12_lempereur::advance(game, state, chance);
        } else if state.limits_due {
            ch04_concepts::enforce_hand_limits(game, state);
        } else {
            begin_step(game, state, chance);
        }
    }
}

/// Ends the action in hand: hands are checked, then the next step begins. [CO 5.round]
pub fn end_action(state: &mut State, next: Step) {
    state.step = next;
    state.limits_due = true;
    state.from_place = 0;
    state.buying = 0;
    state.asked = Default::default();
}

/// The power on an action, if it acts: an uncontrolled minor power does nothing. [CO 11.uncontrolled]
fn acting(game: &Coalitions, state: &State, action: WheelAction) -> Option<Power> {
    let power = game.power_on(state.turn, action);
    (state.controller[power.i()].is_some() || game.is_automa(power)).then_some(power)
}

fn begin_step(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    match state.step {
        Step::Naming => ch10_generals::name_generals(game, state, Step::Auction),
        Step::Expulsion => ch06_diplomacy::expulsion(game, state),
        Step::Choice => ch06_diplomacy::choice(game, state, chance),
        Step::Dismissal => ch06_diplomacy::dismissal(game, state),
        Step::Auction => ch11_minors::auction(game, state, chance),
        Step::AuctionNaming => ch10_generals::name_generals(game, state, Step::Drill),
        Step::Drill => act(game, state, WheelAction::Drill, Step::Taxation, chance),
        Step::Taxation => act(game, state, WheelAction::Taxation, Step::Leadership, chance),
        Step::Leadership => act(game, state, WheelAction::Leadership, Step::Mobilization, chance),
        Step::Subsidies => ch07_leadership::subsidies(game, state),
        Step::Mobilization => act(game, state, WheelAction::Mobilization, Step::Influence, chance),
        Step::Influence => act(game, state, WheelAction::Influence, Step::NapoleonMove, chance),
        Step::NapoleonMove => ch07_leadership::napoleon_move(game, state),
        Step::Movement => act(game, state, WheelAction::Movement, Step::TurnEnd, chance),
        Step::TurnEnd => end_turn(game, state, chance),
    }
}

/// The power on a field of the wheel carries out its action, or the step is passed over.
fn act(game: &Coalitions, state: &mut State, action: WheelAction, next: Step, chance: &mut impl Chance) {
    let Some(power) = acting(game, state, action) else {
        state.step = next;
        return;
    };
    if game.is_automa(power) {
        ch12_lempereur::start_action(game, state, action, next, chance);
        return;
    }
    match action {
        WheelAction::Drill => ch07_actions::drill(game, state, power, chance),
        WheelAction::Taxation => ch07_actions::taxation(game, state, power, chance),
        WheelAction::Leadership => state.ask(Ask::Leadership, power),
        WheelAction::Mobilization => ch07_mobilization::start(game, state, power, chance),
        WheelAction::Influence => ch07_actions::influence(game, state, power, chance),
        WheelAction::Movement => ch07_movement::start(state, power, false),
    }
}

/// The wheel turns; after six turns a new round begins with diplomacy. [CO 5.round]
fn end_turn(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    if state.turn < 6 {
        state.turn += 1;
        state.step = Step::Auction;
        return;
    }
    if !game.is_lempereur() {
        ch03_victory::check_paris(game, state, chance);
        if state.end.is_some() {
            return;
        }
    }
    state.turn = 1;
    state.round += 1;
    state.step = if game.is_lempereur() { Step::Auction } else { Step::Expulsion };
    chance.note(|| Event::new("round", "5.round", format!("Round {} begins.", state.round)));
}
