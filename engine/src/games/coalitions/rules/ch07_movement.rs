//! Chapter 7.6: the movement action: arbiter, disbanding, up to three movement turns, each with its battles.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{MoveStage, Movement, State, Way};
use crate::games::coalitions::types::{Ask, Power, PowerSet, Step, Territory, TerritorySet};
use crate::set::Index;

use super::ch04_concepts::gain_morale;
use super::ch05_round::end_action;
use super::ch07_moves::{
    can_anything_move, can_garrison, meets_enemy, next_consent, onward_places, place_garrison, step,
};
use super::{ch08_battle, ch12_lempereur};

/// Begins a movement action, or Napoleon's move. [CO 7.6.arbiter] [CO 7.3]
pub fn start(state: &mut State, mover: Power, napoleon_only: bool) {
    state.from_place = 0;
    state.engaged = [TerritorySet::EMPTY; 6];
    state.movement = Movement {
        active: true,
        napoleon_only,
        mover,
        stage: if napoleon_only { MoveStage::Select } else { MoveStage::Arbiter },
        ..Movement::IDLE
    };
}

/// The next thing in a movement action. [CO 7.6.arbiter]
pub fn advance(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let mover = state.movement.mover;
    match state.movement.stage {
        MoveStage::Arbiter => begin_arbiter(game, state, chance),
        MoveStage::Disband => {
            if not_before(state.from_place, state.garrisons[mover.i()]).is_empty() {
                state.movement.stage = MoveStage::Select;
            } else {
                state.ask(Ask::Disband, mover);
            }
        }
        MoveStage::Select => {
            if can_anything_move(game, state) {
                state.ask(Ask::Move, mover);
            } else {
                end_moves(game, state);
            }
        }
        MoveStage::Consent => match next_consent(game, state) {
            Some(power) => state.ask_about(Ask::Consent, power, mover, state.movement.target),
            None => depart(game, state, chance),
        },
        MoveStage::Depart => arrive(game, state, chance),
        MoveStage::Onward => onward(game, state),
        MoveStage::Battles => next_battle(game, state),
        MoveStage::Request => request(game, state, chance),
    }
}

/// Powers that may be arbiter: not allied, spoken for, below 15 morale. [CO 7.6.arbiter]
pub fn eligible_arbiters(game: &Coalitions, state: &State, mover: Power) -> impl Iterator<Item = Power> {
    let most = game.tables.limits.morale_max;
    (PowerSet::ALL - state.allies(mover))
        .iter()
        .filter(move |&power| state.controller[power.i()].is_some() && state.morale[power.i()] < most)
}

/// An arbiter must be named even for no move; with none eligible there is one movement turn. [CO 7.6.arbiter]
///
/// In L'Empereur France gains 1 morale instead. [CO 12.turn]
fn begin_arbiter(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let mover = state.movement.mover;
    state.movement.stage = MoveStage::Disband;
    if let Some(mode) = &game.tables.lempereur {
        gain_morale(game, state, Power::France, mode.french_morale_per_movement);
        chance.note(|| Event::new("arbiter", "12.turn", "France gains 1 morale from the movement."));
    } else if eligible_arbiters(game, state, mover).next().is_some() {
        state.ask(Ask::Arbiter, mover);
    }
}

pub fn take_arbiter(game: &Coalitions, state: &mut State, arbiter: Power, chance: &mut impl Chance) {
    state.movement.arbiter = Some(arbiter);
    pay_arbiter(game, state, arbiter, 1, chance);
}

/// 1 morale for the first movement turn, 2 for the second, 3 for the third. [CO 7.6.arbiter]
fn pay_arbiter(game: &Coalitions, state: &mut State, arbiter: Power, turn: u8, chance: &mut impl Chance) {
    let morale = game.tables.limits.arbiter_morale[usize::from(turn - 1)];
    gain_morale(game, state, arbiter, morale);
    chance.note(|| {
        let name = game.tables.power_name(arbiter);
        Event::new("arbiter", "7.6.arbiter", format!("{name} gains {morale} morale as arbiter."))
    });
}

fn not_before(from: u8, set: TerritorySet) -> TerritorySet {
    TerritorySet::from_words([u64::MAX.checked_shl(u32::from(from)).unwrap_or(0)]) & set
}

/// Own garrisons in ascending order, before the first movement turn. [CO 7.6.disband]
pub fn offer_disbanding(state: &State, power: Power, out: &mut Vec<Action>) {
    let garrisons = not_before(state.from_place, state.garrisons[power.i()]);
    out.extend(garrisons.into_iter().map(Action::Disband));
    out.push(Action::Done);
}

/// The counter goes back to the supply; a fortress stays. [CO 7.6.disband]
pub fn take_disbanding(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    action: Action,
    chance: &mut impl Chance,
) {
    match action {
        Action::Disband(at) => {
            state.garrisons[power.i()].remove(at);
            state.from_place = at.0 + 1;
            chance.note(|| {
                let (name, place) = (game.tables.power_name(power), game.tables.name(at));
                Event::new("disband", "7.6.disband", format!("{name} disbands its garrison in {place}."))
            });
        }
        _ => {
            state.from_place = 0;
            state.movement.stage = MoveStage::Select;
        }
    }
}

/// A general is chosen with his first step, or the moves of this turn end. [CO 7.6.march]
pub fn take_move(game: &Coalitions, state: &mut State, action: Action) {
    let (from, to, way) = match action {
        Action::Move { from, to } => (from, to, Way::Land),
        Action::Sail { from, to } => (from, to, Way::Sea),
        Action::Orient { from, to } => (from, to, Way::Orient),
        _ => return end_moves(game, state),
    };
    let movement = &mut state.movement;
    (movement.at, movement.target, movement.way) = (Some(from), Some(to), way);
    (movement.steps, movement.friendly, movement.agreed) = (0, true, PowerSet::EMPTY);
    movement.stage = MoveStage::Consent;
}

/// A refusal ends the general's move where he stands, or where he stood before he began to pass an own general.
/// [CO 6.allies] [CO 7.6.stack]
pub fn take_consent(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    action: Action,
    chance: &mut impl Chance,
) {
    let agreed = action == Action::Accept;
    chance.note(|| {
        let name = game.tables.power_name(power);
        let rule = if state.movement.way == Way::Sea { "6.british" } else { "6.allies" };
        let word = if agreed { "gives" } else { "refuses" };
        Event::new("consent", rule, format!("{name} {word} leave."))
    });
    if agreed {
        state.movement.agreed.insert(power);
        return;
    }
    if let (Some(at), Some(_)) = (state.movement.at, state.movement.through) {
        chance.note(|| {
            let (name, place) = (game.tables.power_name(state.movement.mover), game.tables.name(at));
            Event::new("move", "7.6.stack", format!("{name}'s general goes back to {place}."))
        });
    }
    end_one_move(state);
}

fn end_one_move(state: &mut State) {
    if let Some(at) = state.movement.at.take() {
        state.movement.moved.insert(at);
    }
    (state.movement.through, state.movement.target) = (None, None);
    state.movement.agreed = PowerSet::EMPTY;
    state.movement.stage = MoveStage::Select;
}

/// Leaving the first territory, or one with an own general, the general may garrison it. [CO 7.6.garrison]
///
/// Elsewhere on the way he is asked when he enters.
fn depart(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let mover = state.movement.mover;
    state.movement.stage = MoveStage::Depart;
    let unasked = state.movement.steps == 0 || state.movement.through.is_some();
    match state.movement.reached() {
        Some(from) if unasked && can_garrison(game, state, mover, from) => {
            state.ask_at(Ask::LeaveGarrison, mover, from);
        }
        _ => arrive(game, state, chance),
    }
}

pub fn take_leave_garrison(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    at: Territory,
    action: Action,
    chance: &mut impl Chance,
) {
    if action == Action::Garrison {
        place_garrison(game, state, power, at, chance);
    }
}

fn arrive(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    step(game, state, chance);
    if state.movement.way == Way::Orient {
        state.orient_used = true;
    }
    match state.movement.reached() {
        Some(at) if !meets_enemy(game, state, at) => {
            state.movement.stage = MoveStage::Onward;
            onward(game, state);
        }
        _ => end_one_move(state),
    }
}

fn onward(game: &Coalitions, state: &mut State) {
    let mover = state.movement.mover;
    let may_stop = state.movement.through.is_none();
    match state.movement.reached() {
        Some(at)
            if (may_stop && can_garrison(game, state, mover, at))
                || !onward_places(game, state, at).is_empty() =>
        {
            state.ask_at(Ask::Onward, mover, at);
        }
        _ => end_one_move(state),
    }
}

/// [CO 7.6.strategic]
pub fn take_onward(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    at: Territory,
    action: Action,
    chance: &mut impl Chance,
) {
    match action {
        Action::Garrison => place_garrison(game, state, power, at, chance),
        Action::Onward(to) => {
            state.movement.target = Some(to);
            state.movement.stage = MoveStage::Consent;
        }
        _ => end_one_move(state),
    }
}

/// All have moved: whoever stands among enemies will fight, and can support nobody. [CO 8.2]
fn end_moves(game: &Coalitions, state: &mut State) {
    for at in pending_battles(game, state) {
        ch08_battle::engage(state, at);
    }
    state.movement.stage = MoveStage::Battles;
}

/// Territories where the mover's general stands beside an enemy. [CO 8.when]
pub fn pending_battles(game: &Coalitions, state: &State) -> TerritorySet {
    let mover = state.movement.mover;
    let shared = state.generals[mover.i()] & state.foreign_pieces(mover);
    shared.into_iter().filter(|&at| meets_enemy(game, state, at)).collect()
}

/// The mover orders the battles of a turn. [CO 8.when]
fn next_battle(game: &Coalitions, state: &mut State) {
    let pending = pending_battles(game, state);
    match pending.len() {
        0 => state.movement.stage = MoveStage::Request,
        1 => {
            let at = Territory::from_index(pending.words()[0].trailing_zeros() as usize);
            ch08_battle::start(game, state, at, state.movement.mover);
        }
        _ => state.ask(Ask::BattleOrder, state.movement.mover),
    }
}

/// A second and third turn need the arbiter's consent and room for his morale. [CO 7.6.arbiter]
fn request(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    if game.is_lempereur() {
        ch12_lempereur::check_paris(game, state, chance);
    }
    let movement = &state.movement;
    let limits = &game.tables.limits;
    let payable = movement.arbiter.is_some_and(|arbiter| {
        movement.turn < limits.movement_turns_max
            && state.morale[arbiter.i()] + limits.arbiter_morale[usize::from(movement.turn)]
                <= limits.morale_max
    });
    if state.end.is_none() && payable && !state.generals[movement.mover.i()].is_empty() {
        state.ask(Ask::Request, movement.mover);
    } else {
        end_movement(state);
    }
}

pub fn take_request(game: &Coalitions, state: &mut State, action: Action, chance: &mut impl Chance) {
    let mover = state.movement.mover;
    match state.movement.arbiter {
        Some(arbiter) if action == Action::Request => {
            chance.note(|| {
                let name = game.tables.power_name(mover);
                Event::new("request", "7.6.arbiter", format!("{name} asks for another movement turn."))
            });
            state.ask_about(Ask::ArbiterAnswer, arbiter, mover, None);
        }
        _ => end_movement(state),
    }
}

/// A refusal ends the action. [CO 7.6.arbiter]
pub fn take_arbiter_answer(
    game: &Coalitions,
    state: &mut State,
    arbiter: Power,
    action: Action,
    chance: &mut impl Chance,
) {
    if action != Action::Accept {
        let name = game.tables.power_name(arbiter);
        chance.note(|| Event::new("request", "7.6.arbiter", format!("{name} refuses.")));
        return end_movement(state);
    }
    let movement = &mut state.movement;
    movement.turn += 1;
    movement.moved = TerritorySet::EMPTY;
    movement.stage = MoveStage::Select;
    let turn = movement.turn;
    state.engaged = [TerritorySet::EMPTY; 6];
    pay_arbiter(game, state, arbiter, turn, chance);
}

fn end_movement(state: &mut State) {
    let napoleon_only = state.movement.napoleon_only;
    state.movement = Movement::IDLE;
    state.engaged = [TerritorySet::EMPTY; 6];
    end_action(state, if napoleon_only { Step::Movement } else { Step::TurnEnd });
}
