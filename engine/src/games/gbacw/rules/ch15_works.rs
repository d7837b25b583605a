//! Chapter 15: breastworks: begun, interrupted, finished, pulled down.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{brigade_of, exposed, is_foot, light, own_formation, parts, stands_in};
use super::super::state::{Act, MOST_WORKS, Standing, State, Status, Work};
use super::super::types::{Facing, Hex, HexSet, Light, OrderKind, Side, Unit};
use super::tell;
use crate::chance::Chance;

/// Whether a unit may begin a breastwork. [GB 15.11, 15.12, 17.34]
fn may_build(game: &Gbacw, state: &State, unit: Unit, side: Side) -> bool {
    let piece = &state.units[unit];
    if game.side(unit) != side || piece.order != OrderKind::Advance || !piece.is_present() {
        return false;
    }
    let brigade = brigade_of(game, state, unit);
    let Some(division) = game.division(brigade) else { return false };
    let rules = &game.tables.breastworks;
    is_foot(game, state, unit)
        && !piece.has(Status::OUT_OF_COMMAND.or(Status::BLOWN))
        && !piece.is_column()
        && state.formations[brigade].has(Standing::IN_COMMAND)
        && state.formations[division].has(Standing::IN_COMMAND)
        && !state.formations[brigade].has(Standing::RESERVE)
        && !(game.options.fatigue
            && state.formations[own_formation(game, unit)].fatigue_level() > rules.fatigue_max_to_build)
        && !state.works.is_full()
}

/// The parts of a unit that may begin a work: one at a time in each of its hexes. [GB 15.12, 15.15]
fn sites(game: &Gbacw, state: &State, unit: Unit, danger: &HexSet) -> ArrayVec<u8, 3> {
    let most = usize::from(game.tables.breastworks.max_per_hex);
    let is_free = |hex: Hex| {
        state.work_at(hex).count() < most
            && !state.work_at(hex).any(|work| work.builder == Some(unit))
            && has_material(game, danger, hex)
    };
    let hexes = parts(game, state, unit).into_iter().enumerate();
    hexes.filter(|&(_, hex)| is_free(hex)).map(|(part, _)| part as u8).collect()
}

/// Wood within three hexes, and no enemy beside the site or the way to it. [GB 15.12]
fn has_material(game: &Gbacw, danger: &HexSet, site: Hex) -> bool {
    let map = &game.scenario.map;
    if map.terrain_record(&game.tables.chart, site).breastworks_forbidden || danger.contains(site) {
        return false;
    }
    // Mostly the ground alone decides: with this, and with the danger found once for a side, a random decision of the
    // small battle takes 300 instructions less (4 %).
    let within = game.tables.breastworks.material_within_hexes;
    if !game.ground.near_timber.contains(site) {
        return false;
    }
    if !map.grid.within(site, u32::from(within)).intersects(*danger) {
        return true;
    }
    let mut reached = HexSet::single(site);
    for _ in 0..within {
        if reached.intersects(game.ground.timber) {
            return true;
        }
        let near = reached.into_iter().fold(reached, |set, hex| set | map.grid.neighbours(hex));
        reached |= near - *danger;
    }
    reached.intersects(game.ground.timber)
}

fn builders(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = (Unit, ArrayVec<u8, 3>)> {
    let danger = exposed(game, state, side);
    let willing = game.units().filter(move |&unit| may_build(game, state, unit, side));
    willing.map(move |unit| (unit, sites(game, state, unit, &danger))).filter(|(_, sites)| !sites.is_empty())
}

pub fn is_open(game: &Gbacw, state: &State, side: Side) -> bool {
    builders(game, state, side).next().is_some()
}

/// Which unit builds, and which way the work faces. [GB 15.13]
pub fn offer(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    for (unit, sites) in builders(game, state, side) {
        let facing = state.units[unit].facing;
        // A line, and a unit that works already, faces as it does.
        let may_turn = !state.units[unit].is_line() && !state.units[unit].has(Status::BUILDING);
        let turns = if may_turn { &[-1, 0, 1][..] } else { &[0][..] };
        for part in sites {
            out.extend(turns.iter().map(|&turn| Action::Build { unit, part, facing: facing.turned(turn) }));
        }
    }
}

pub fn take<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Action::Build { unit, part, facing } = action else {
        state.pop();
        return;
    };
    let rules = &game.tables.breastworks;
    let turns = if light(game, state) == Light::Night { rules.turns_night } else { rules.turns_day };
    let Some(&hex) = parts(game, state, unit).get(usize::from(part)) else { return };
    begin(state, unit, hex, facing, turns);
    super::ch13_rally::keep_from_rest(game, state, unit);
    super::ch08_stacking::turn_stack(game, state, unit);
    tell(chance, "build", "15.13", || {
        format!("{} begins a breastwork at {}.", game.name(unit), game.hex(hex))
    });
}

fn begin(state: &mut State, unit: Unit, hex: Hex, facing: Facing, turns: u8) {
    if state.works.add(Work { hex, facing, turns, builder: Some(unit) }) {
        state.units[unit].facing = facing;
        state.units[unit].status.set(Status::BUILDING, true);
    }
}

/// Anything but building ends the work. [GB 15.14, 15.15]
pub fn interrupt(state: &mut State, unit: Unit) {
    if !state.units[unit].has(Status::BUILDING) {
        return;
    }
    state.units[unit].status.set(Status::BUILDING, false);
    for index in 0..MOST_WORKS {
        if state.works.get(index).is_some_and(|work| work.builder == Some(unit) && work.turns > 0) {
            state.works.set(index, None);
        }
    }
}

/// A turn's labour; finished works stand. [GB 15.13, 15.14]
pub fn progress<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    for index in 0..MOST_WORKS {
        let Some(work) = state.works.get(index) else { continue };
        let (Some(unit), true) = (work.builder, work.turns > 0) else { continue };
        let piece = &state.units[unit];
        let tired = game.options.fatigue
            && state.formations[own_formation(game, unit)].fatigue_level()
                >= game.tables.breastworks.fatigue_interrupt_at;
        let is_there = piece.is_present() && stands_in(game, state, unit, work.hex);
        if !is_there || tired || piece.order != OrderKind::Advance {
            state.units[unit].status.set(Status::BUILDING, false);
            state.works.set(index, None);
            continue;
        }
        let turns = work.turns - 1;
        let builder = if turns == 0 { None } else { work.builder };
        state.works.set(index, Some(Work { turns, builder, ..work }));
        if turns == 0 {
            state.units[unit].status.set(Status::BUILDING, false);
            tell(chance, "breastwork", "15.13", || format!("A breastwork stands at {}.", game.hex(work.hex)));
        }
    }
}

/// The finished work that a step has just crossed. [GB 15.17]
fn crossed(game: &Gbacw, state: &State, from: Hex, to: Hex) -> Option<usize> {
    let covers = |work: &Work, hex: Hex, other: Hex| {
        work.hex == hex && game.scenario.map.grid.is_in_front(hex, work.facing, other)
    };
    let mut finished = state.works.finished();
    finished.find(|(_, work)| covers(work, to, from) || covers(work, from, to)).map(|(index, _)| index)
}

/// Whether the acting unit may pull down the work it has just crossed, for a point more. [GB 15.17]
pub fn may_remove(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let points = 2 * game.tables.breastworks.remove_extra_mp;
    let left = || super::ch09_allowance::allowance(game, state, unit).saturating_sub(piece.spent);
    piece.did(Act::MOVED)
        && !piece.did(Act::DONE)
        && state.came_from != piece.hex
        && crossed(game, state, state.came_from, piece.hex).is_some()
        && left() >= points
}

pub fn remove<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    let hex = state.units[unit].hex;
    let Some(index) = crossed(game, state, state.came_from, hex) else { return };
    state.works.set(index, None);
    let piece = &mut state.units[unit];
    piece.spent = piece.spent.saturating_add(2 * game.tables.breastworks.remove_extra_mp);
    tell(chance, "breastwork_removed", "15.17", || format!("{} pulls down the breastwork.", game.name(unit)));
}
