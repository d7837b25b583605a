//! The rules, one file per chapter of the rulebook, and the loop that runs from one decision to the next.

pub(crate) mod ch04_setup;
pub(crate) mod ch05_sequence;
pub mod ch06_cards;
pub mod ch06_events;
pub(crate) mod ch07_interception;
pub mod ch07_movement;
pub(crate) mod ch08_reinforcements;
pub mod ch09_battle;
pub mod ch09_retreat;
pub mod ch10_isolation;
pub mod ch10_political_control;
pub(crate) mod ch11_winter_attrition;
pub(crate) mod ch12_french_alliance;
pub(crate) mod ch13_victory;

use super::WashingtonsWar;
use super::action::Action;
use super::phase::Phase;
use super::state::State;
use crate::chance::Chance;

/// Runs every automatic step until a question is asked or the game is over.
pub(crate) fn advance<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    while state.cu_changed || !state.stack.peek().only_asks() {
        if !run_step(game, state, chance) {
            return;
        }
    }
}

/// Runs the step on top of the stack. False: it is a question, or the game is over.
///
/// A function of its own: within the loop all that any step may look up would be loaded before the first, at ninety
/// instructions a decision.
#[inline(never)]
fn run_step<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) -> bool {
    // The losses of a battle are one step: whoever they leave without CUs, nobody wins between them. [WW 9.2]
    if state.cu_changed && !matches!(*state.stack.peek(), Phase::BattleLosses(_)) {
        state.cu_changed = false;
        if state.stack.base().is_wartime() && ch13_victory::end_automatically(game, state, chance) {
            return false;
        }
    }
    match *state.stack.peek() {
        Phase::Setup(step) => ch04_setup::run_setup(game, state, step),
        Phase::TurnStart => ch05_sequence::start_turn(game, state, chance),
        Phase::NextImpulse => ch05_sequence::next_impulse(state),
        Phase::CardDone => ch05_sequence::end_card(game, state, chance),
        Phase::Winter { side, from } => {
            ch11_winter_attrition::run_winter(game, state, side, from, chance);
        }
        Phase::Naval => ch12_french_alliance::start_naval_phase(state),
        Phase::Congress => ch10_political_control::start_congress_segment(game, state),
        Phase::Political => ch10_political_control::run_marker_segments(game, state, chance),
        Phase::End(step) => ch05_sequence::run_end_phase(game, state, step, chance),
        Phase::Effect(frame) => return ch06_events::run_effect(game, state, frame, chance),
        Phase::Moving => {
            if !ch07_movement::movement_is_over(state) {
                return false;
            }
            state.stack.replace(Phase::ActivationEnd);
        }
        Phase::Entered => ch07_interception::enter_space(game, state, chance),
        Phase::Arrived => ch07_movement::arrive(game, state, chance),
        Phase::Clash => ch09_battle::clash(game, state, chance),
        Phase::BattleStart => ch09_battle::start_battle(game, state, chance),
        Phase::BattleCard(side) => {
            if side != state.battle.attacker && ch09_battle::overruns_instead(game, state, chance) {
                return true;
            }
            if !state.hands[side.index()].is_empty() {
                return false;
            }
            ch09_battle::end_battle_card(state, side);
        }
        Phase::BattleRoll => ch09_battle::roll_battle(game, state, chance),
        Phase::BattleLosses(side) => ch09_battle::take_losses(state, side, chance),
        Phase::BattleRetreat => ch09_retreat::start_retreat(game, state, chance),
        Phase::BattleEnd => ch09_battle::end_battle(game, state, chance),
        Phase::ActivationEnd => ch07_movement::end_activation(game, state, chance),
        _ => return false,
    }
    true
}

/// Lists what the player to decide may do.
///
/// Nothing of it is inlined: this is one jump then, and each list saves the registers that it needs itself.
pub(crate) fn offer(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    match *state.stack.peek() {
        Phase::ClaimFirst => ch05_sequence::offer_claim(game, state, out),
        Phase::ChooseFirst => ch05_sequence::offer_first(out),
        Phase::Impulse => ch06_cards::offer_plays(game, state, out),
        Phase::Redraw => offer_two(out, [Action::Redraw, Action::Decline]),
        Phase::Exchange(_) => ch06_cards::offer_exchange(game, state, out),
        Phase::PlaceCongress => ch10_political_control::offer_congress(game, state, out),
        Phase::PcActions { from, .. } => ch10_political_control::offer_pc_actions(game, state, from, out),
        Phase::DiscardAction => ch06_cards::offer_discard_action(game, state, out),
        Phase::ReinforceSpace { value } => ch08_reinforcements::offer_spaces(game, state, value, out),
        Phase::ReinforceCount { port } => ch08_reinforcements::offer_counts(game, state, port, out),
        Phase::ReinforceGeneral { space } => ch08_reinforcements::offer_generals(game, state, space, out),
        Phase::ChooseGeneral { value } => {
            ch07_movement::offer_generals(game, state, state.active, value, out);
        }
        Phase::Effect(frame) => ch06_events::offer_effect(game, state, frame, out),
        Phase::NavyZone => ch12_french_alliance::offer_zones(game, out),
        Phase::FrenchArrival => ch12_french_alliance::offer_arrival(game, state, out),
        Phase::Moving => ch07_movement::offer_movement(game, state, out),
        Phase::Intercept => ch07_interception::offer_interception(game, state, out),
        Phase::RetreatBefore => offer_two(out, [Action::TryRetreat, Action::Stand]),
        Phase::RetreatBeforeTo => ch07_interception::offer_retreat_before(game, state, out),
        Phase::ExcessGeneral { space, side } => ch07_movement::offer_excess(game, state, space, side, out),
        Phase::FrenchShare { count, space, .. } => {
            ch12_french_alliance::offer_share(state, space, count, out);
        }
        Phase::BattleCard(side) => ch09_battle::offer_battle_cards(game, state, side, out),
        Phase::Retreat => ch09_retreat::offer_retreats(game, state, out),
        _ => {}
    }
}

#[inline(never)]
fn offer_two(out: &mut Vec<Action>, actions: [Action; 2]) {
    out.extend(actions);
}

/// Carries out one answer, then runs on.
pub(crate) fn take<C: Chance>(game: &WashingtonsWar, state: &mut State, action: Action, chance: &mut C) {
    match *state.stack.peek() {
        Phase::ClaimFirst => ch05_sequence::take_claim(game, state, action, chance),
        Phase::ChooseFirst => ch05_sequence::take_first(state, action, chance),
        Phase::Impulse => ch06_cards::take_play(game, state, action, chance),
        Phase::Redraw => ch05_sequence::take_redraw(game, state, action, chance),
        Phase::Exchange(card) => ch06_cards::take_exchange(game, state, card, action, chance),
        Phase::PlaceCongress => ch10_political_control::take_congress(game, state, action, chance),
        Phase::PcActions { left, .. } => {
            ch10_political_control::take_pc_action(game, state, left, action, chance);
        }
        Phase::DiscardAction => ch06_cards::take_discard_action(game, state, action, chance),
        Phase::ReinforceSpace { value } => {
            ch08_reinforcements::take_space(game, state, value, action, chance);
        }
        Phase::ReinforceCount { port } => ch08_reinforcements::take_count(game, state, port, action, chance),
        Phase::ReinforceGeneral { space } => {
            ch08_reinforcements::take_general(game, state, space, action, chance);
        }
        Phase::ChooseGeneral { .. } => ch07_movement::take_general(game, state, action, chance),
        Phase::Effect(frame) => ch06_events::take_effect(game, state, frame, action, chance),
        Phase::NavyZone => ch12_french_alliance::take_zone(game, state, action, chance),
        Phase::FrenchArrival => ch12_french_alliance::take_arrival(game, state, action, chance),
        Phase::Moving => ch07_movement::take_movement(game, state, action, chance),
        Phase::Intercept => ch07_interception::take_interception(game, state, action, chance),
        Phase::RetreatBefore => ch07_interception::take_retreat_before(game, state, action, chance),
        Phase::RetreatBeforeTo => ch07_interception::take_retreat_before_to(game, state, action, chance),
        Phase::ExcessGeneral { .. } => ch07_movement::take_excess(game, state, action, chance),
        Phase::FrenchShare { share, count, space } => {
            ch12_french_alliance::take_share(game, state, share, count, space, action, chance);
        }
        Phase::BattleCard(side) => ch09_battle::take_battle_card(game, state, side, action, chance),
        Phase::Retreat => ch09_retreat::take_retreat(game, state, action, chance),
        _ => {}
    }
    advance(game, state, chance);
}
