//! Chapter 5.1, 5.2 and 5.4: initiative, efficiency markers, activation markers, transfer.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::ratings;
use super::super::phase::Phase;
use super::super::state::{LeaderFlags, Place, Standing, State};
use super::super::types::{Formation, OrderKind, Rank, Side};
use super::ch03_sequence::is_in_play;
use super::ch04_command::is_in_range;
use super::ch09_entry::{is_arriving, is_arriving_leader};
use super::tell;
use crate::chance::{Chance, Die};
use crate::event::Audience;

/// Both sides roll; the higher has the initiative, a tie gives it to nobody. [GB 5.11, 5.12]
pub fn roll_initiative<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    if state.turn == 1
        && let Some(side) = game.scenario.first_initiative
    {
        state.initiative = Some(side);
        tell(chance, "initiative", "5.11", || format!("{} has the initiative.", side.id()));
        return;
    }
    let mut scores = [0; 2];
    for side in Side::ALL {
        let mut score = chance.roll(Die::D10) as i8;
        if state.initiative == Some(side) {
            score += game.tables.initiative.previous_holder_drm;
        }
        scores[side.index()] = score + army_initiative(game, state, side);
    }
    state.initiative = match scores[0].cmp(&scores[1]) {
        std::cmp::Ordering::Greater => Some(Side::Union),
        std::cmp::Ordering::Less => Some(Side::Csa),
        std::cmp::Ordering::Equal => None,
    };
    tell(chance, "initiative", "5.12", || match state.initiative {
        Some(side) => format!("{} has the initiative, {} to {}.", side.id(), scores[0], scores[1]),
        None => "Nobody has the initiative.".into(),
    });
}

/// The army leader's rating, unless he rode far or has no corps leader in range. [GB 5.11, 9.32]
fn army_initiative(game: &Gbacw, state: &State, side: Side) -> i8 {
    let leader =
        game.leaders().find(|&leader| game.rank(leader) == Rank::Army && game.leader_side(leader) == side);
    let Some(leader) = leader else { return 0 };
    let counter = &state.leaders[leader];
    if counter.place != Place::Map || counter.flags.has(LeaderFlags::RODE_FAR) {
        return 0;
    }
    let has_corps = game.leaders().any(|other| {
        game.rank(other) == Rank::Corps
            && game.leader_side(other) == side
            && state.leaders[other].place == Place::Map
            && is_in_range(game, state, leader, state.leaders[other].hex)
    });
    if has_corps { ratings(game, state, leader).initiative } else { 0 }
}

/// Draws an efficiency marker for each corps, or division where the chain ends there. [GB 5.21]
pub fn draw_markers<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    const NAMES: [&str; 5] = ["0", "1", "2", "3", "4"];
    for side in super::ch03_sequence::in_order(state) {
        let record = game.scenario.side(side);
        let mut counts = [0u8; 5];
        for &marker in &record.em_pool {
            counts[usize::from(marker.min(4))] += 1;
        }
        for formation in game.formations() {
            let draws = game.side_of(formation) == side
                && game.level_of(formation) == record.efficiency_level
                && is_in_play(game, state, formation);
            if !draws || counts.iter().all(|&count| count == 0) {
                continue;
            }
            let value = chance.draw_counted(&counts, Audience::All, |i| NAMES[i]);
            counts[value] -= 1;
            state.formations[formation].markers = value as u8;
            tell(chance, "efficiency", "5.21", || {
                format!("{} draws efficiency {value}.", game.formation_name(formation))
            });
        }
    }
}

/// Corps leaders whom the army leader may still help. [GB 5.22]
fn army_bonus_choices(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = Formation> {
    let army =
        game.leaders().find(|&leader| game.rank(leader) == Rank::Army && game.leader_side(leader) == side);
    let left = army.map_or(0, |leader| {
        let helped = game
            .formations()
            .filter(|&f| game.side_of(f) == side && game.level_of(f) == Rank::Corps)
            .filter(|&f| state.formations[f].has(Standing::ORDERED))
            .count() as i8;
        if state.leaders[leader].flags.has(LeaderFlags::RODE_FAR) {
            0
        } else {
            ratings(game, state, leader).initiative - helped
        }
    });
    let most = game.tables.activation.corps_efficiency_max as u8;
    game.formations().filter(move |&corps| {
        left > 0
            && game.side_of(corps) == side
            && game.level_of(corps) == Rank::Corps
            && !state.formations[corps].has(Standing::ORDERED)
            && (1..most).contains(&state.formations[corps].markers)
            && army.zip(game.leader_of(corps)).is_some_and(|(army, leader)| {
                state.leaders[leader].place == Place::Map
                    && is_in_range(game, state, army, state.leaders[leader].hex)
            })
    })
}

pub fn is_army_bonus_open(game: &Gbacw, state: &State, side: Side) -> bool {
    army_bonus_choices(game, state, side).next().is_some()
}

pub fn offer_army_bonus(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(army_bonus_choices(game, state, side).map(Action::Formation));
}

pub fn take_army_bonus(state: &mut State, action: Action) {
    match action {
        Action::Formation(corps) => {
            let own = &mut state.formations[corps];
            own.markers += 1;
            own.standing.set(Standing::ORDERED, true);
        }
        _ => state.pop(),
    }
}

/// Whether a division counts as in range of its corps. [GB 5.23, 9.71]
fn is_under_corps(game: &Gbacw, state: &State, division: Formation) -> bool {
    game.parent(division).is_none()
        || state.formations[division].has(Standing::IN_COMMAND)
        || game.leader_of(division).is_some_and(|leader| is_arriving_leader(game, state, leader))
}

/// Activation markers of every division before bonuses and transfer. [GB 5.23, 5.24, 5.25, 13.32]
pub fn count_division_markers(game: &Gbacw, state: &mut State) {
    let activation = &game.tables.activation;
    for division in game.formations().filter(|&formation| game.level_of(formation) == Rank::Division) {
        state.formations[division].standing.set(Standing::ORDERED, false);
        if !is_in_play(game, state, division) {
            state.formations[division].markers = 0;
            continue;
        }
        let draws_itself = game.scenario.side(game.side_of(division)).efficiency_level == Rank::Division;
        let corps = if draws_itself { None } else { game.parent(division) };
        let base = corps.map_or(state.formations[division].markers, |corps| state.formations[corps].markers);
        let mut count = base as i8;
        let mut most = activation.division_am_max;
        if let Some(corps) = corps {
            if is_under_corps(game, state, division) {
                count += corps_rating(game, state, corps).min(0);
            } else {
                count += activation.division_out_of_corps_range_drm;
                most = most.min(activation.division_out_of_corps_range_cap);
            }
        }
        if let Some(leader) = game.leader_of(division)
            && (state.leaders[leader].place == Place::Map || is_arriving_leader(game, state, leader))
        {
            count += ratings(game, state, leader).activation;
        }
        if state.formations[division].has(Standing::INEFFECTIVE) {
            most = most.min(activation.combat_ineffective_cap);
        }
        let special = game.special_activation_cap(state, division);
        let count = count.clamp(activation.division_am_min, most).min(special);
        state.formations[division].markers = count.max(activation.division_am_min) as u8;
    }
    for group in game.formations() {
        if let Some(markers) = game.scenario.oob.formation(group).activations {
            // The battle sets how often corps artillery acts. [GB 4.33, 5.31]
            state.formations[group].markers = if is_in_play(game, state, group) { markers } else { 0 };
        }
    }
}

fn corps_rating(game: &Gbacw, state: &State, corps: Formation) -> i8 {
    game.leader_of(corps)
        .filter(|&leader| state.leaders[leader].place == Place::Map)
        .map_or(0, |leader| ratings(game, state, leader).efficiency)
}

/// How many activations a corps leader may add among his divisions. [GB 5.23]
pub fn corps_bonus(game: &Gbacw, state: &State, corps: Formation) -> u8 {
    if game.scenario.side(game.side_of(corps)).efficiency_level != Rank::Corps {
        return 0;
    }
    corps_rating(game, state, corps).max(0) as u8
}

fn bonus_choices(game: &Gbacw, state: &State, corps: Formation) -> impl Iterator<Item = Formation> {
    let most = game.tables.activation.division_am_max as u8;
    game.formations().filter(move |&division| {
        let own = &state.formations[division];
        game.parent(division) == Some(corps)
            && game.level_of(division) == Rank::Division
            && own.has(Standing::IN_COMMAND)
            && (1..most).contains(&own.markers)
            && !own.has(Standing::INEFFECTIVE)
            && game.special_activation_cap(state, division) > own.markers as i8
    })
}

pub fn is_corps_bonus_open(game: &Gbacw, state: &State, corps: Formation, left: u8) -> bool {
    left > 0 && bonus_choices(game, state, corps).next().is_some()
}

pub fn offer_corps_bonus(game: &Gbacw, state: &State, corps: Formation, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(bonus_choices(game, state, corps).map(Action::Formation));
}

pub fn take_corps_bonus(state: &mut State, action: Action) {
    let Phase::CorpsBonus { corps, left } = state.phase() else { return };
    match action {
        Action::Formation(division) => {
            state.formations[division].markers += 1;
            state.replace(Phase::CorpsBonus { corps, left: left - 1 });
        }
        _ => state.pop(),
    }
}

/// Divisions in a chain of command up to the top. [GB 5.42]
fn is_in_chain(game: &Gbacw, state: &State, division: Formation) -> bool {
    let mut at = division;
    while let Some(parent) = game.parent(at) {
        if !state.formations[at].has(Standing::IN_COMMAND) {
            return false;
        }
        at = parent;
    }
    at != division
}

fn transfer_choices(
    game: &Gbacw,
    state: &State,
    side: Side,
    to: Option<Formation>,
) -> impl Iterator<Item = Formation> {
    let activation = &game.tables.activation;
    let needed = activation.transfer_ratio[0];
    let divisions = move || {
        game.formations().filter(move |&formation| {
            game.side_of(formation) == side
                && game.level_of(formation) == Rank::Division
                && state.formations[formation].markers > 0
                && is_in_chain(game, state, formation)
        })
    };
    let spare = move |division: Formation| state.formations[division].markers - 1;
    divisions().filter(move |&division| match to {
        None => {
            let others: u8 = divisions().filter(|&other| other != division).map(spare).sum();
            let own = &state.formations[division];
            i16::from(own.markers) < i16::from(activation.division_am_max)
                && !own.has(Standing::INEFFECTIVE)
                && game.special_activation_cap(state, division) > own.markers as i8
                && others >= needed
        }
        Some(receiver) => division != receiver && spare(division) > 0,
    })
}

pub fn is_transfer_open(game: &Gbacw, state: &State, side: Side, to: Option<Formation>) -> bool {
    transfer_choices(game, state, side, to).next().is_some()
}

/// Two activations given up for one, once a turn. [GB 5.41, 5.43, 5.44]
pub fn offer_transfer(game: &Gbacw, state: &State, side: Side, to: Option<Formation>, out: &mut Vec<Action>) {
    if to.is_none() {
        out.push(Action::Pass);
    }
    out.extend(transfer_choices(game, state, side, to).map(Action::Formation));
}

pub fn take_transfer(game: &Gbacw, state: &mut State, action: Action) {
    let Phase::Transfer { side, to, taken } = state.phase() else { return };
    let Action::Formation(formation) = action else {
        state.pop();
        return;
    };
    let Some(receiver) = to else {
        state.replace(Phase::Transfer { side, to: Some(formation), taken });
        return;
    };
    state.formations[formation].markers -= 1;
    let [give, gain] = game.tables.activation.transfer_ratio;
    if taken + 1 < give {
        state.replace(Phase::Transfer { side, to, taken: taken + 1 });
    } else {
        state.formations[receiver].markers += gain;
        state.pop();
    }
}

/// The most activations each brigade may use. [GB 5.26, 5.27, 5.28, 9.71, 13.23]
pub fn cap_brigades(game: &Gbacw, state: &mut State) {
    for brigade in game.formations().filter(|&formation| game.acts_as_brigade(formation)) {
        let Some(division) = game.division(brigade) else { continue };
        let markers = state.formations[division].markers;
        state.formations[division].undrawn = markers;
        let is_in_command =
            state.formations[brigade].has(Standing::IN_COMMAND) || is_arriving(game, state, brigade);
        let own = &mut state.formations[brigade];
        if !is_in_command && own.order != OrderKind::March {
            let skips = game.tables.activation.brigade_out_of_division_range_skips;
            own.cap = own.cap.min(markers.saturating_sub(skips).max(1));
        }
        if own.has(Standing::INEFFECTIVE) {
            own.cap = own.cap.min(game.tables.activation.combat_ineffective_cap as u8);
        }
    }
    super::ch09_entry::cap_arrivals(game, state);
}

pub fn is_withhold_open(game: &Gbacw, state: &State, side: Side) -> bool {
    game.formations()
        .any(|formation| game.side_of(formation) == side && state.formations[formation].undrawn > 1)
}

/// Fewer markers than allowed may go into the pool. [GB 5.31]
pub fn offer_withhold(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    let can =
        |&formation: &Formation| game.side_of(formation) == side && state.formations[formation].undrawn > 1;
    out.extend(game.formations().filter(can).map(Action::Formation));
}

pub fn take_withhold(state: &mut State, action: Action) {
    match action {
        Action::Formation(formation) => state.formations[formation].undrawn -= 1,
        _ => state.pop(),
    }
}
