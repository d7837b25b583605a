//! The rules, one file for a topic of a chapter, and the dispatch from phases to them.

pub mod ch02_cohesion;
pub mod ch03_sequence;
pub mod ch04_command;
pub mod ch05_brigade;
pub mod ch05_efficiency;
pub mod ch05_markers;
pub mod ch06_loose;
pub mod ch06_orders;
pub mod ch07_facing;
pub mod ch08_column;
pub mod ch08_extension;
pub mod ch08_stacking;
pub mod ch08_together;
pub mod ch09_allowance;
pub mod ch09_entry;
pub mod ch09_movement;
pub mod ch09_reaction;
pub mod ch09_terrain;
pub mod ch09_ways;
pub mod ch10_batteries;
pub mod ch10_fire;
pub mod ch10_given;
pub mod ch10_salvo;
pub mod ch10_shots;
pub mod ch10_volley;
pub mod ch11_advance;
pub mod ch11_before;
pub mod ch11_charge;
pub mod ch11_declare;
pub mod ch11_pursuit;
pub mod ch11_resolve;
pub mod ch12_leaders;
pub mod ch12_losses;
pub mod ch12_retreat;
pub mod ch13_effectiveness;
pub mod ch13_rally;
pub mod ch14_cavalry;
pub mod ch15_works;
pub mod ch16_night;
pub mod ch17_fatigue;
pub mod events;

use super::Gbacw;
use super::action::Action;
use super::phase::Phase;
use super::state::{ShotKind, State};
use super::types::Side;
use crate::chance::Chance;
use crate::event::Event;

/// Tells what happened; the words are made only if somebody listens.
pub(crate) fn tell<C: Chance>(
    chance: &mut C,
    kind: &'static str,
    rule: &'static str,
    text: impl FnOnce() -> String,
) {
    chance.note(|| Event::new(kind, rule, text()));
}

/// The side that answers the question at hand.
pub fn decider(game: &Gbacw, state: &State) -> Side {
    let inactive = state.active.other();
    match state.phase() {
        Phase::ArmyBonus { side }
        | Phase::Transfer { side, .. }
        | Phase::Withhold { side }
        | Phase::DivisionOrders { side }
        | Phase::Attachment { side }
        | Phase::EntryOrders { side }
        | Phase::Reserve { side }
        | Phase::Engineering { side }
        | Phase::FirstMarker { side }
        | Phase::CommanderMovement { side }
        | Phase::ReserveWork { side }
        | Phase::LeaveReserve { side }
        | Phase::EndGame { side }
        | Phase::EventChoice { side, .. } => side,
        Phase::CorpsBonus { corps: formation, .. }
        | Phase::Reform { formation }
        | Phase::Rest { formation }
        | Phase::LeaveWith { formation }
        | Phase::NewOrder { formation } => game.side_of(formation),
        Phase::LeaderMoves { leader, .. }
        | Phase::LeaderGoes { leader, .. }
        | Phase::MovesUp { leader }
        | Phase::Replacement { leader } => game.leader_side(leader),
        Phase::Retreat { unit, .. }
        | Phase::ReturnRouted { unit }
        | Phase::ReactionFacingOf { unit, .. }
        | Phase::AdvanceFacing { unit }
        | Phase::RallyFacing { unit }
        | Phase::ContinueMove { unit, .. } => game.side(unit),
        Phase::Volley { unit, .. }
        | Phase::ReactionFacing { unit, .. }
        | Phase::ReactionMove { unit, .. } => game.side(unit).other(),
        Phase::FireReaction { .. } | Phase::CounterCharge { .. } | Phase::PreShockChecks => inactive,
        Phase::RetreatBeforeShock { level } | Phase::PreShockFire { level } => {
            let combat = ch11_before::pending(state, level).next().map(|index| index as u8);
            ch11_declare::attacking_side(state, combat).other()
        }
        Phase::Declare { party, .. } => ch11_declare::attacking_side(state, party),
        Phase::HoldBack { combat, .. } => ch11_declare::attacking_side(state, Some(combat)),
        Phase::AdvanceAfterShock { combat } => {
            ch11_advance::advancer(game, state, combat).map_or(state.active, |unit| game.side(unit))
        }
        Phase::ContinueShock { combat } => {
            let Some(own) = state.combats[usize::from(combat)] else { return state.active };
            let by_active = own.flags.has(super::state::CombatFlags::BY_ACTIVE);
            let repulsed = own.flags.has(super::state::CombatFlags::REPULSED);
            if by_active != repulsed { state.active } else { inactive }
        }
        _ => state.active,
    }
}

/// Plays on until somebody has to decide, or the game is over.
pub fn run<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    while !state.over {
        if is_question(game, state, chance) {
            return;
        }
    }
}

/// Whether the phase on top asks; if it does not, carries it out or closes it.
fn is_question<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) -> bool {
    let open = match state.phase() {
        Phase::Over => {
            state.over = true;
            return true;
        }
        Phase::Sequence(segment) => {
            ch03_sequence::run(game, state, segment, chance);
            return false;
        }
        Phase::ArmyBonus { side } => ch05_efficiency::is_army_bonus_open(game, state, side),
        Phase::CorpsBonus { corps, left } => ch05_efficiency::is_corps_bonus_open(game, state, corps, left),
        Phase::Transfer { side, to, .. } => ch05_efficiency::is_transfer_open(game, state, side, to),
        Phase::Withhold { side } => ch05_efficiency::is_withhold_open(game, state, side),
        Phase::DivisionOrders { side } => {
            let open = ch06_orders::is_division_orders_open(game, state, side);
            if !open {
                ch06_orders::take_division_orders(game, state, Action::Pass, chance);
                return false;
            }
            true
        }
        Phase::Attachment { side } => ch06_orders::is_attachment_open(game, state, side),
        Phase::EntryOrders { side } => ch09_entry::is_orders_open(game, state, side),
        Phase::Reserve { side } => ch06_orders::is_reserve_open(game, state, side),
        Phase::Engineering { side } => ch15_works::is_open(game, state, side),
        Phase::Reform { formation } => ch06_orders::reforming(game, state, formation).is_some(),
        Phase::FirstMarker { side } => ch05_markers::is_first_open(game, state, side),
        Phase::OrdersChange => ch06_orders::is_change_open(game, state),
        Phase::NewOrder { .. } | Phase::LeaveWith { .. } | Phase::Brigade => true,
        Phase::Coordination => ch05_markers::is_coordination_open(game, state),
        Phase::Coordinate { left } => ch05_markers::is_coordinate_open(game, state, left),
        Phase::NextBrigade => ch05_markers::is_next_open(game, state),
        Phase::EndBrigade => {
            ch05_brigade::end(game, state, chance);
            return false;
        }
        Phase::UnitActs { unit } => return ch05_brigade::is_unit_open(game, state, unit),
        Phase::LeaderMoves { leader, left } => ch05_brigade::is_leader_open(game, state, leader, left),
        Phase::RidesAlong { .. } => false,
        Phase::StopArtillery { unit } => {
            ch09_movement::stop_artillery(game, state, unit, chance);
            return false;
        }
        Phase::ReactionMove { unit, to } => ch09_reaction::is_move_open(game, state, unit, to),
        Phase::FireAtGuns { guns } => ch09_reaction::is_fire_open(game, state, guns),
        Phase::MoveOff { .. } => {
            ch09_reaction::move_off(game, state);
            return false;
        }
        Phase::AfterReactionMove { unit } => {
            ch09_reaction::after_move(game, state, unit, chance);
            return false;
        }
        Phase::Volley { kind, unit, to } => {
            if ch10_volley::is_volley_open(game, state, kind, unit, to) {
                return true;
            }
            state.replace(Phase::RollShots);
            return false;
        }
        Phase::Enter { unit, to } => {
            ch09_movement::enter(game, state, unit, to, chance);
            return false;
        }
        Phase::Pivot { unit, fixed } => {
            ch08_extension::swing_on(game, state, unit, fixed, chance);
            return false;
        }
        Phase::AfterEntry { unit, to } => {
            ch09_movement::after_entry(state, unit, to);
            return false;
        }
        Phase::ReactionFacing { hex, unit } => ch09_reaction::is_facing_open(game, state, hex, unit),
        Phase::ReactionFacingOf { .. } => true,
        Phase::FireReaction { unit, target } => {
            if ch09_reaction::fire_reactor(game, state, unit, target).is_some() {
                return true;
            }
            false
        }
        Phase::DivideFire { unit, evenly } => {
            if ch10_batteries::is_division_open(game, state, unit, evenly) {
                return true;
            }
            ch10_batteries::close_division(game, state, chance);
            return false;
        }
        Phase::RollShots => {
            ch10_shots::roll_shots(game, state, chance);
            return false;
        }
        Phase::ApplyShot { index } => {
            ch10_shots::apply_shot(game, state, index, chance);
            return false;
        }
        Phase::AfterFire { unit, target } => ch10_shots::may_take_hex(game, state, unit, target),
        Phase::Settle => {
            ch12_retreat::settle(game, state, chance);
            return false;
        }
        Phase::Retreat { .. } => return ch12_retreat::open_retreat(game, state, chance),
        Phase::LeaderGoes { leader, .. } => state.leaders[leader].place == super::state::Place::Map,
        Phase::Declare { .. } => {
            if ch11_declare::is_open(game, state) {
                return true;
            }
            ch11_declare::close(game, state, chance);
            return false;
        }
        Phase::HoldBack { combat, hex } => ch11_declare::is_hold_open(game, state, combat, hex),
        Phase::RetreatBeforeShock { level } => ch11_before::is_slip_open(game, state, level),
        Phase::AfterSlip { unit } => {
            ch11_before::after_slip(game, state, unit, chance);
            return false;
        }
        Phase::GreenCheck => {
            ch11_before::green_check(game, state, chance);
            return false;
        }
        Phase::Envelop { next } => match ch08_extension::next_swing(game, state, next) {
            Some(index) => {
                state.replace(Phase::Envelop { next: index });
                return true;
            }
            None => false,
        },
        Phase::CounterCharge { next } => match ch11_before::next_countercharge(game, state, next) {
            Some(index) => {
                state.replace(Phase::CounterCharge { next: index });
                return true;
            }
            None => false,
        },
        Phase::PreShockChecks => {
            if ch11_before::top_choices(game, state).is_some() {
                return true;
            }
            ch11_before::preshock_checks(game, state, chance);
            return false;
        }
        Phase::CheckedFor { .. } | Phase::AfterPivot { .. } => false,
        Phase::PreShockFire { level } => ch11_before::is_fire_open(game, state, level),
        Phase::ShockOrder { level } => ch11_before::pending(state, level).nth(1).is_some(),
        Phase::Resolve { level, reversed } => {
            ch11_resolve::resolve(game, state, level, reversed);
            return false;
        }
        Phase::Fight { combat } => {
            ch11_resolve::fight(game, state, combat, chance);
            return false;
        }
        Phase::AdvanceAfterShock { combat } => ch11_advance::advancer(game, state, combat).is_some(),
        Phase::AdvanceFacing { unit } => {
            state.units[unit].is_present() && state.units[unit].facing.is_vertex()
        }
        Phase::ContinueShock { combat } => ch11_pursuit::open_continue(game, state, combat),
        Phase::ContinueMove { unit, left, .. } => ch11_pursuit::is_pursuit_open(game, state, unit, left),
        Phase::AfterShock { combat } => {
            ch11_pursuit::after(game, state, combat, chance);
            return false;
        }
        Phase::CommanderMovement { side } => ch05_brigade::is_commanders_open(game, state, side),
        Phase::MovesUp { leader } => ch12_leaders::is_choice_open(game, state, leader),
        Phase::Replacement { leader } => ch12_leaders::is_open(game, state, leader),
        Phase::ReserveWork { side } => ch13_rally::is_reserve_work_open(game, state, side),
        Phase::ReturnRouted { .. } | Phase::Rest { .. } | Phase::EndGame { .. } => true,
        Phase::RallyFacing { unit } => state.units[unit].is_present(),
        Phase::LeaveReserve { side } => ch06_orders::is_leave_open(game, state, side),
        Phase::EventChoice { side, event } => events::is_open(game, state, side, event),
    };
    if !open {
        state.pop();
    }
    open
}

/// Lists what the side to decide may do.
pub fn offer(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    match state.phase() {
        Phase::ArmyBonus { side } => ch05_efficiency::offer_army_bonus(game, state, side, out),
        Phase::CorpsBonus { corps, .. } => ch05_efficiency::offer_corps_bonus(game, state, corps, out),
        Phase::Transfer { side, to, .. } => ch05_efficiency::offer_transfer(game, state, side, to, out),
        Phase::Withhold { side } => ch05_efficiency::offer_withhold(game, state, side, out),
        Phase::DivisionOrders { side } => ch06_orders::offer_division_orders(game, state, side, out),
        Phase::Attachment { side } => ch06_orders::offer_attachment(game, state, side, out),
        Phase::EntryOrders { side } => ch09_entry::offer_orders(game, state, side, out),
        Phase::Reserve { side } => ch06_orders::offer_reserve(game, state, side, out),
        Phase::Engineering { side } => ch15_works::offer(game, state, side, out),
        Phase::Reform { formation } => ch06_orders::offer_reform(game, state, formation, out),
        Phase::FirstMarker { side } => ch05_markers::offer_first(game, state, side, out),
        Phase::OrdersChange => ch06_orders::offer_change(game, state, out),
        Phase::NewOrder { formation } => ch06_orders::offer_new_order(game, state, formation, out),
        Phase::Coordination
        | Phase::CounterCharge { .. }
        | Phase::Envelop { .. }
        | Phase::AfterFire { .. }
        | Phase::EndGame { .. } => {
            out.extend([Action::Yes, Action::Pass]);
        }
        Phase::Coordinate { .. } => ch05_markers::offer_coordinate(game, state, out),
        Phase::NextBrigade => ch05_markers::offer_next(game, state, out),
        Phase::Brigade => ch05_brigade::offer_brigade(game, state, out),
        Phase::UnitActs { unit } => ch05_brigade::offer_unit(game, state, unit, out),
        Phase::LeaderMoves { leader, left } => ch05_brigade::offer_leader(game, state, leader, left, out),
        Phase::ReactionMove { unit, to } => ch09_reaction::offer_move(game, state, unit, to, out),
        Phase::FireAtGuns { guns } => ch09_reaction::offer_fire(state, guns, out),
        Phase::Volley { .. } => ch10_volley::offer_volley(game, state, out),
        Phase::ReactionFacing { hex, unit } => ch09_reaction::offer_reaction(game, state, hex, unit, out),
        Phase::ReactionFacingOf { unit, .. } => ch09_reaction::offer_reaction_of(game, state, unit, out),
        Phase::FireReaction { unit, target } => {
            ch09_reaction::offer_fire_reaction(game, state, unit, target, out);
        }
        Phase::DivideFire { unit, evenly } => {
            ch10_batteries::offer_division(game, state, unit, evenly, out);
        }
        Phase::Retreat { .. } => ch12_retreat::offer_retreat(game, state, out),
        Phase::LeaderGoes { .. } => ch12_retreat::offer_leader_goes(out),
        Phase::Declare { party, .. } => ch11_declare::offer(game, state, party, out),
        Phase::HoldBack { combat, hex } => ch11_declare::offer_hold(game, state, combat, hex, out),
        Phase::RetreatBeforeShock { level } => ch11_before::offer_slip(game, state, level, out),
        Phase::PreShockChecks => ch11_before::offer_tops(game, state, out),
        Phase::PreShockFire { level } => ch11_before::offer_fire(game, state, level, out),
        Phase::ShockOrder { .. } => out.extend([Action::Pass, Action::Descending]),
        Phase::AdvanceAfterShock { combat } => ch11_advance::offer_advance(game, state, combat, out),
        Phase::AdvanceFacing { unit } | Phase::RallyFacing { unit } => {
            ch11_advance::offer_advance_facing(game, state, unit, out);
        }
        Phase::ContinueShock { combat } => ch11_pursuit::offer_continue(game, state, combat, out),
        Phase::ContinueMove { .. } => ch11_pursuit::offer_pursuit(game, state, out),
        Phase::CommanderMovement { side } => ch05_brigade::offer_commanders(game, state, side, out),
        Phase::MovesUp { leader } => ch12_leaders::offer_choice(game, state, leader, out),
        Phase::Replacement { leader } => ch12_leaders::offer(game, state, leader, out),
        Phase::ReserveWork { side } => ch13_rally::offer_reserve_work(game, state, side, out),
        Phase::ReturnRouted { unit } => ch13_rally::offer_return(game, state, unit, out),
        Phase::Rest { .. } => out.extend([Action::RallyUnits, Action::RestBrigade]),
        Phase::LeaveReserve { side } => ch06_orders::offer_leave(game, state, side, out),
        Phase::LeaveWith { formation } => ch06_orders::offer_leave_with(game, state, formation, out),
        Phase::EventChoice { side, event } => events::offer(game, state, side, event, out),
        _ => {}
    }
}

/// Carries out an answer to the question at hand.
pub fn take<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    match state.phase() {
        Phase::ArmyBonus { .. } => ch05_efficiency::take_army_bonus(state, action),
        Phase::CorpsBonus { .. } => ch05_efficiency::take_corps_bonus(state, action),
        Phase::Transfer { .. } => ch05_efficiency::take_transfer(game, state, action),
        Phase::Withhold { .. } => ch05_efficiency::take_withhold(state, action),
        Phase::DivisionOrders { .. } => ch06_orders::take_division_orders(game, state, action, chance),
        Phase::Attachment { .. } => ch06_orders::take_attachment(game, state, action),
        Phase::EntryOrders { .. } => ch09_entry::take_orders(game, state, action),
        Phase::Reserve { .. } => ch06_orders::take_reserve(game, state, action, chance),
        Phase::Engineering { .. } => ch15_works::take(game, state, action, chance),
        Phase::Reform { formation } => ch06_orders::take_reform(game, state, formation, action),
        Phase::FirstMarker { .. } => ch05_markers::take_first(game, state, action, chance),
        Phase::OrdersChange => ch06_orders::take_change(game, state, action, chance),
        Phase::NewOrder { formation } => ch06_orders::take_new_order(game, state, formation, action, chance),
        Phase::Coordination => ch05_markers::take_coordination(game, state, action, chance),
        Phase::Coordinate { .. } => ch05_markers::take_coordinate(state, action),
        Phase::NextBrigade => ch05_markers::take_next(game, state, action, chance),
        Phase::Brigade => ch05_brigade::take_brigade(game, state, action, chance),
        Phase::UnitActs { unit } => ch05_brigade::take_unit(game, state, unit, action, chance),
        Phase::LeaderMoves { .. } => ch05_brigade::take_leader(game, state, action),
        Phase::ReactionMove { unit, to } => ch09_reaction::take_move(game, state, action, unit, to, chance),
        Phase::FireAtGuns { .. } => ch09_reaction::take_fire(game, state, action, chance),
        Phase::Volley { .. } => ch10_volley::take_volley(game, state, action, chance),
        Phase::ReactionFacing { hex, .. } => ch09_reaction::take_reaction(state, action, hex),
        Phase::ReactionFacingOf { .. } => ch09_reaction::take_reaction_of(game, state, action, chance),
        Phase::FireReaction { unit, target } => react_to_fire(game, state, unit, target, action, chance),
        Phase::AfterFire { unit, target } => {
            state.pop();
            if action == Action::Yes {
                super::field::act(state, unit, super::state::Act::DONE);
                ch11_advance::advance(game, state, unit, Action::Step(target), chance);
            }
        }
        Phase::DivideFire { .. } => ch10_batteries::take_division(game, state, action, chance),
        Phase::Retreat { .. } => ch12_retreat::take_retreat(game, state, action, chance),
        Phase::LeaderGoes { .. } => ch12_retreat::take_leader_goes(state, action),
        Phase::Declare { .. } => ch11_declare::take(game, state, action, chance),
        Phase::HoldBack { .. } => ch11_declare::take_hold(state, action),
        Phase::RetreatBeforeShock { level } => ch11_before::take_slip(game, state, action, level),
        Phase::CounterCharge { next } => ch11_before::take_countercharge(game, state, next, action, chance),
        Phase::Envelop { next } => {
            state.replace(Phase::Envelop { next: next + 1 });
            if action == Action::Yes {
                ch08_extension::take_swing(game, state, usize::from(next), chance);
            }
        }
        Phase::PreShockChecks => ch11_before::take_top(state, action),
        Phase::PreShockFire { .. } => ch11_before::take_fire(game, state, action, chance),
        Phase::ShockOrder { level } => {
            state.pop();
            if action == Action::Descending {
                state.replace(Phase::Resolve { level, reversed: true });
            }
        }
        Phase::AdvanceAfterShock { combat } => {
            ch11_advance::take_advance(game, state, combat, action, chance)
        }
        Phase::AdvanceFacing { unit } => ch11_advance::take_advance_facing(game, state, unit, action),
        Phase::RallyFacing { unit } => ch13_rally::turn_rallied(game, state, unit, action),
        Phase::ContinueShock { combat } => ch11_pursuit::take_continue(game, state, combat, action, chance),
        Phase::ContinueMove { .. } => ch11_pursuit::take_pursuit(game, state, action, chance),
        Phase::CommanderMovement { .. } => ch05_brigade::take_commanders(game, state, action),
        Phase::MovesUp { .. } => ch12_leaders::take_choice(state, action),
        Phase::Replacement { leader } => ch12_leaders::take(state, leader, action),
        Phase::ReserveWork { .. } => ch13_rally::take_reserve_work(game, state, action, chance),
        Phase::ReturnRouted { unit } => ch13_rally::take_return(game, state, unit, action),
        Phase::Rest { formation } => ch13_rally::take_rest(game, state, formation, action),
        Phase::LeaveReserve { .. } => ch06_orders::take_leave(state, action),
        Phase::LeaveWith { formation } => ch06_orders::take_leave_with(game, state, formation, action),
        Phase::EventChoice { event, .. } => events::take(game, state, event, action),
        Phase::EndGame { .. } => {
            state.pop();
            if action == Action::Yes {
                state.over = true;
                state.ended_early = true;
            }
        }
        _ => {}
    }
    run(game, state, chance);
}

/// The target of a shot from outside its front turns or bends, then answers. [GB 9.61, 10.42]
fn react_to_fire<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    firer: super::types::Unit,
    target: super::types::Hex,
    action: Action,
    chance: &mut C,
) {
    let Some(reactor) = ch09_reaction::fire_reactor(game, state, firer, target) else {
        state.pop();
        return;
    };
    let from = state.units[firer].hex;
    if action == Action::Pass {
        state.pop();
        return;
    }
    // The answer comes after the reaction, as a volley of its own.
    state.answer_to = Some(firer);
    state.replace(Phase::Volley { kind: ShotKind::Return, unit: firer, to: target });
    state.push(Phase::ReactionFacingOf { unit: reactor, hex: from });
    ch09_reaction::take_reaction_of(game, state, action, chance);
}
