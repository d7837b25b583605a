//! Chapter 8.1 and 8.2: how many share a hex, who lies on top, and one facing for all.

use super::super::Gbacw;
use super::super::field::{
    MOST_STACKED, Stack, arc_towards, brigade_of, class, is_held, parts, stack, units_in,
};
use super::super::state::{Act, State};
use super::super::types::{Arc, Hex, MoveClass, OrderKind, Unit};
use super::ch05_brigade::can_act;
use super::ch07_facing::reverse_stack;

/// Whether a unit may stay in a hex with the friends there. [GB 8.12, 8.41, 8.44, 8.5]
pub fn fits(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    if !is_held(state, hex) {
        return true;
    }
    let mut found = units_in(game, state, hex).filter(|&other| other != unit);
    let Some(first) = found.next() else { return true };
    let mut others = Stack::from_iter([first]);
    others.extend(found.take(MOST_STACKED - 2));
    if others.iter().any(|&other| game.side(other) != game.side(unit)) {
        return false;
    }
    let piece = &state.units[unit];
    let is_extended = |other: Unit| state.units[other].is_extended();
    if piece.is_column() || others.iter().any(|&other| state.units[other].is_column()) {
        return false;
    }
    if (piece.is_extended() || others.iter().any(|&other| is_extended(other)))
        && std::iter::once(unit)
            .chain(others.iter().copied())
            .filter(|&other| !game.is_artillery(other))
            .count()
            > 1
    {
        return false;
    }
    others.push(unit);
    let is_march = others.iter().any(|&other| state.units[other].order == OrderKind::March);
    if is_march { fits_march(game, state, &others) } else { fits_line(game, state, &others) }
}

/// Whether a stack of these units keeps to the March limits. [GB 8.12, 8.13, 8.25]
pub fn fits_march(game: &Gbacw, state: &State, units: &[Unit]) -> bool {
    let limits = &game.tables.stacking.march;
    let first = class(game, state, units[0]);
    if units.iter().any(|&unit| class(game, state, unit) != first) {
        return false;
    }
    let sum: u16 = units.iter().map(|&unit| u16::from(state.units[unit].strength())).sum();
    match first {
        MoveClass::Artillery => {
            units.len() <= usize::from(limits.artillery_batteries) || sum <= u16::from(limits.artillery_guns)
        }
        MoveClass::Cavalry => {
            is_one_brigade(game, state, units) && (units.len() == 1 || sum <= u16::from(limits.cavalry_sp))
        }
        _ => is_one_brigade(game, state, units) && (units.len() == 1 || sum <= u16::from(limits.infantry_sp)),
    }
}

/// Advance and Attack limits. [GB 8.12]
pub fn fits_line(game: &Gbacw, state: &State, units: &[Unit]) -> bool {
    let limits = &game.tables.stacking.advance_attack;
    let is_gun = |unit: &&Unit| game.is_artillery(**unit);
    let (mut guns, mut batteries) = (0u16, 0usize);
    for unit in units.iter().filter(is_gun) {
        guns += u16::from(state.units[*unit].strength());
        batteries += 1;
    }
    let others = units.len() - batteries;
    if others == 0 {
        return batteries <= usize::from(limits.artillery_alone_batteries)
            || guns <= u16::from(limits.artillery_alone_guns);
    }
    if batteries > usize::from(limits.artillery_with_foot_batteries)
        && guns > u16::from(limits.artillery_with_foot_guns)
    {
        return false;
    }
    if others == 1 {
        return true;
    }
    let mut sum = 0;
    let mut mounted = false;
    let mut brigade = None;
    for &unit in units.iter().filter(|unit| !is_gun(unit)) {
        sum += u16::from(state.units[unit].strength());
        mounted |= class(game, state, unit) == MoveClass::Cavalry;
        let own = brigade_of(game, state, unit);
        if *brigade.get_or_insert(own) != own {
            return false;
        }
    }
    sum <= u16::from(if mounted { limits.cavalry_sp } else { limits.infantry_sp })
}

fn is_one_brigade(game: &Gbacw, state: &State, units: &[Unit]) -> bool {
    let first = brigade_of(game, state, units[0]);
    units.iter().all(|&unit| brigade_of(game, state, unit) == first)
}

/// Whether a unit coming from a neighbour lands on top: through the front of the unit already there. [GB 8.23]
pub fn enters_on_top(game: &Gbacw, state: &State, from: Hex, to: Hex) -> bool {
    let Some(direction) = game.scenario.map.grid.direction(to, from) else { return false };
    let held = stack(game, state, to);
    let Some(&top) = held.first() else { return true };
    matches!(arc_towards(game, state, top, to, direction), Arc::Front | Arc::RefusedFront)
}

/// A unit that joins a stack takes its facing. [GB 7.11, 12.44] True if it had to turn.
pub fn adopt_facing(game: &Gbacw, state: &mut State, unit: Unit) -> bool {
    // The markers of a line bind its facing: guns in its hexes take it. [GB 8.44]
    if game.options.mixed_facing_in_hex || state.units[unit].is_line() {
        return false;
    }
    let hex = state.units[unit].hex;
    let mut others = stack(game, state, hex);
    others.retain(|other| *other != unit);
    let alike = |&&other: &&Unit| state.units[other].order == state.units[unit].order;
    let facing = others.iter().find(alike).or(others.first()).map(|&other| state.units[other].facing);
    let piece = &mut state.units[unit];
    match facing {
        Some(facing) if facing != piece.facing && facing.fits(piece.order) => {
            piece.facing = facing;
            true
        }
        _ => false,
    }
}

/// A unit that turns and stays turns its whole stack, a line the guns in all its hexes. [GB 7.21, 8.26, 8.44]
pub fn turn_stack(game: &Gbacw, state: &mut State, unit: Unit) {
    if game.options.mixed_facing_in_hex {
        return;
    }
    let (facing, by_line) = (state.units[unit].facing, state.units[unit].is_line());
    for hex in parts(game, state, unit) {
        let mut is_turned_about = false;
        for other in stack(game, state, hex) {
            let pays = by_line && can_act(game, state, other);
            let piece = &mut state.units[other];
            if other == unit || piece.is_line() || piece.facing == facing || !facing.fits(piece.order) {
                continue;
            }
            is_turned_about |= !game.is_artillery(other) && piece.facing.corners_to(facing) == 3;
            piece.facing = facing;
            if piece.has_come_up() {
                // Turned after it came: neither fire nor shock. [GB 9.53, 11.12]
                piece.act.set(Act::NO_SHOCK, true);
            }
            if pays {
                // Guns that have still to act pay for the turn and fire as guns that moved. [GB 8.44, 10.61]
                piece.spent = piece.spent.saturating_add(2 * game.tables.movement.extra_facing_cost);
                piece.act.set(Act::MOVED, true);
            }
        }
        if is_turned_about {
            reverse_stack(game, state, hex);
        }
    }
}
