//! Chapter 3: victory by influence, the conqueror of Paris, ties.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::state::{End, Reason, State};
use crate::games::coalitions::types::{Power, PowerSet, Status};

/// The first to 25 influence wins at once. [CO 3.influence]
///
/// Called after every event that gives influence: if one event takes several powers there, the higher influence
/// wins, then the tie-break. In L'Empereur only France has influence. [CO 12.victory]
pub fn check_influence(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    open_spain_by_influence(game, state);
    if state.end.is_some() || state.influence.iter().all(|&points| points < game.tables.influence_to_win) {
        return;
    }
    let there: PowerSet =
        game.majors().filter(|power| state.influence[power.i()] >= game.tables.influence_to_win).collect();
    if game.is_lempereur() {
        finish(game, state, there, Reason::NapoleonTriumphs, chance);
    } else {
        let winners = best(game, state, there);
        finish(game, state, winners, Reason::Influence, chance);
    }
}

fn open_spain_by_influence(game: &Coalitions, state: &mut State) {
    if let Some(spain) = &game.tables.start.spain {
        state.spain_open |= state.influence.iter().any(|&points| points >= spain.opening_influence);
    }
}

/// Gives influence, stopping short of overflow; the caller checks for victory afterwards. [CO 3.influence]
pub fn gain_influence(state: &mut State, power: Power, points: u16) {
    let total = u16::from(state.influence[power.i()]) + points;
    state.influence[power.i()] = total.min(99) as u8;
}

/// At the end of a round a general at war with France in Paris ends the game. [CO 3.paris]
///
/// Each player with a general there first gains 6, or 9 in the British Coalition, once however many he has there.
pub fn check_paris(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let paris = game.tables.capital(Power::France);
    let conquers = |state: &State, power: Power| {
        power != Power::France
            && state.has_general(power, paris)
            && (game.any_general_in_paris || state.at_war(power, Power::France))
    };
    let conquerors: PowerSet = Power::all()
        .filter(|&power| conquers(state, power))
        .filter_map(|power| state.controller[power.i()])
        .collect();
    if conquerors.is_empty() {
        return;
    }
    for power in conquerors.iter() {
        let british = state.status[power.i()] == Status::British;
        let limits = &game.tables.limits;
        let bonus = if british { limits.paris_bonus_british_coalition } else { limits.paris_bonus };
        gain_influence(state, power, u16::from(bonus));
        chance.note(|| {
            let name = game.tables.power_name(power);
            Event::new("influence", "3.paris", format!("{name} gains {bonus} influence for Paris."))
        });
    }
    let winners = best(game, state, game.majors().collect());
    finish(game, state, winners, Reason::ConquerorOfParis, chance);
}

/// The highest influence; then the value of contested territories controlled, then morale, then shared. [CO 3.ties]
pub fn best(game: &Coalitions, state: &State, among: PowerSet) -> PowerSet {
    let rank = |power: Power| {
        let contested = state.controlled(&game.tables, power) & game.tables.contested;
        (state.influence[power.i()], game.tables.total_value(contested), state.morale[power.i()])
    };
    let top = among.iter().map(rank).max();
    among.iter().filter(|&power| Some(rank(power)) == top).collect()
}

pub fn finish(
    game: &Coalitions,
    state: &mut State,
    winners: PowerSet,
    reason: Reason,
    chance: &mut impl Chance,
) {
    state.end = Some(End { winners, reason });
    state.decision = None;
    chance.note(|| {
        let names: Vec<&str> = winners.iter().map(|power| game.tables.power_name(power)).collect();
        let (rule, words) = reason.words();
        Event::new("end", rule, format!("{words}: {}.", names.join(", ")))
    });
}

impl Reason {
    /// The rule and a heading for people.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Reason::Influence => ("3.influence", "Victory by influence"),
            Reason::ConquerorOfParis => ("3.paris", "Paris is conquered; the game is won by"),
            Reason::ParisTaken => ("12.victory", "The Grand Coalition takes Paris"),
            Reason::NapoleonTriumphs => ("12.victory", "Napoleon masters Europe; the winner is"),
        }
    }
}
