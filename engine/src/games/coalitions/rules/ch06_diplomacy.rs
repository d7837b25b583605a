//! Chapter 6: expulsion, the secret choice of status, and dismissal after the reveal.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::{Ask, Power, PowerSet, Status, Step};

use super::ch09_update;

/// Powers that choose their status: not the two leaders, not minor powers. [CO 6.status]
fn choosers(game: &Coalitions) -> impl Iterator<Item = Power> + '_ {
    game.majors().filter(|power| game.tables.powers[power.i()].chooses_status)
}

/// A member that its leader has not yet been asked about in this window.
fn next_member(game: &Coalitions, state: &State) -> Option<(Power, Power)> {
    [Status::British, Status::French].into_iter().find_map(|coalition| {
        let leader = coalition.leader()?;
        let member = |power: &Power| state.status[power.i()] == coalition && !state.asked.contains(*power);
        choosers(game).find(member).map(|member| (leader, member))
    })
}

/// Before the choice Britain, then France, may expel members; they then choose any other status. [CO 6.expel]
pub fn expulsion(game: &Coalitions, state: &mut State) {
    match next_member(game, state) {
        Some((leader, member)) => state.ask_about(Ask::Expel, leader, member, None),
        None => {
            state.asked = PowerSet::EMPTY;
            state.step = Step::Choice;
        }
    }
}

/// [CO 6.expel]
pub fn take_expulsion(
    game: &Coalitions,
    state: &mut State,
    member: Power,
    action: Action,
    chance: &mut impl Chance,
) {
    state.asked.insert(member);
    if action == Action::Expel {
        state.expelled[member.i()] = Some(state.status[member.i()]);
        note_expulsion(game, state, member, chance);
    }
}

fn note_expulsion(game: &Coalitions, state: &State, member: Power, chance: &mut impl Chance) {
    chance.note(|| {
        let (name, coalition) = (game.tables.power_name(member), state.status[member.i()].id());
        Event::new("expel", "6.expel", format!("{name} is expelled from the {coalition} coalition."))
    });
}

/// Each chooses secretly; when all have, the choices are revealed. [CO 6.status]
pub fn choice(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    if let Some(power) = choosers(game).find(|power| state.choices[power.i()].is_none()) {
        state.ask(Ask::Status, power);
        return;
    }
    ch09_update::remember_relations(state);
    for power in choosers(game) {
        if let Some(status) = state.choices[power.i()].take() {
            state.status[power.i()] = status;
            chance.note(|| {
                let name = game.tables.power_name(power);
                Event::new("status", "6.status", format!("{name} chooses {}.", status.id()))
                    .with("power", game.tables.powers[power.i()].id.as_str())
                    .with("status", status.id())
            });
        }
    }
    state.settle_relations();
    state.step = Step::Dismissal;
}

/// Any status but the coalition that has just expelled the power. [CO 6.status]
pub fn offer_statuses(state: &State, power: Power, out: &mut Vec<Action>) {
    let expelled = state.expelled[power.i()];
    out.extend(Status::ALL.into_iter().filter(|&status| Some(status) != expelled).map(Action::Status));
}

pub fn take_status(state: &mut State, power: Power, status: Status) {
    state.choices[power.i()] = Some(status);
}

/// After the reveal each leader may turn away a power found in its coalition. [CO 6.expel]
pub fn dismissal(game: &Coalitions, state: &mut State) {
    match next_member(game, state) {
        Some((leader, member)) => state.ask_about(Ask::Dismiss, leader, member, None),
        None => {
            state.asked = PowerSet::EMPTY;
            state.expelled = Default::default();
            follow_controllers(state);
            state.update.active = true;
            state.step = Step::Auction;
        }
    }
}

/// [CO 6.expel]
pub fn take_dismissal(
    game: &Coalitions,
    state: &mut State,
    member: Power,
    action: Action,
    chance: &mut impl Chance,
) {
    state.asked.insert(member);
    if action == Action::Expel {
        note_expulsion(game, state, member, chance);
        state.ask(Ask::NewStatus, member);
    }
}

/// A dismissed power becomes neutral or expansionist; by a house rule it may join the rival, unless the rival has expelled
/// it in this phase. [CO 6.expel]
pub fn offer_new_statuses(game: &Coalitions, state: &State, power: Power, out: &mut Vec<Action>) {
    let (from, expelled) = (state.status[power.i()], state.expelled[power.i()]);
    let rival = game.expelled_may_join_rival;
    let open =
        |status: &Status| *status != from && Some(*status) != expelled && (rival || !status.is_coalition());
    out.extend(Status::ALL.into_iter().filter(open).map(Action::Status));
}

/// The rival's leader may turn away who has come over to him as well. [CO 6.expel]
pub fn take_new_status(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    status: Status,
    chance: &mut impl Chance,
) {
    state.expelled[power.i()] = Some(state.status[power.i()]);
    if status.is_coalition() {
        state.asked.remove(power);
    }
    state.status[power.i()] = status;
    state.settle_relations();
    chance.note(|| {
        let name = game.tables.power_name(power);
        Event::new("status", "6.expel", format!("{name} becomes {}.", status.id()))
    });
}

/// A minor power has the status of the power that controls it. [CO 11.rules]
pub fn follow_controllers(state: &mut State) {
    for power in Power::all() {
        if let Some(controller) = state.controller[power.i()] {
            state.status[power.i()] = state.status[controller.i()];
        }
    }
    state.settle_relations();
}
