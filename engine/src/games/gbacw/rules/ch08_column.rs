//! Chapter 8.5: extended columns, on the march and along a road under Advance, and how they become lines and back.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::stack::{column_extensions, line_extensions};
use super::super::field::{Parts, class, parts, refresh, set_extension, stack, unit_near_enemy};
use super::super::grid::{arc, flanks};
use super::super::state::{Act, State, Status};
use super::super::types::{Arc, Direction, Facing, Hex, OrderKind, Refusal, Unit};
use super::ch08_extension::{code, contract, decoded, left};
use super::ch09_terrain::{CLOSED_TERRAIN_COST, by_terrain};
use super::tell;
use crate::chance::Chance;

/// The markers a unit must trail in column. [GB 8.5]
fn needed(game: &Gbacw, state: &State, unit: Unit) -> u8 {
    let piece = &state.units[unit];
    column_extensions(&game.tables, game.arm(unit), piece.is_mounted(), piece.strength())
}

/// A long column stretches behind its head as it moves. [GB 8.5, 8.51, 8.52]
///
/// Under Advance the part behind has a point less as the column forms; its way is a hex, so at least a point, shorter.
pub fn trail(game: &Gbacw, state: &mut State, unit: Unit, direction: Direction, before: [u8; 2]) {
    let needed = needed(game, state, unit);
    if needed == 0 {
        return;
    }
    let grid = &game.scenario.map.grid;
    let behind = direction.opposite();
    let free = |hex: Hex| stack(game, state, hex).iter().all(|&other| other == unit);
    let mut extension = [0; 2];
    if let Some(first) = grid.neighbour(state.units[unit].hex, behind).filter(|&hex| free(hex)) {
        extension[0] = code(behind);
        let second = decoded(before[0]).and_then(|next| grid.neighbour(first, next)).filter(|&hex| free(hex));
        if needed >= 2 && second.is_some() {
            extension[1] = before[0];
        }
    }
    set_extension(game, state, unit, extension, true);
}

/// Whether a unit too long for the road may form column there: alone in its hex, under Advance. [GB 8.13, 8.25, 8.52]
fn may_form_up(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    piece.order == OrderKind::Advance
        && !piece.has(Status::COLUMN)
        && needed(game, state, unit) > 0
        && game.scenario.map.road_hexes.contains(piece.hex)
        && stack(game, state, piece.hex).len() == 1
}

/// The direction along which the parts of a unit lie in a row; none if they bend. [GB 7.26]
fn axis(state: &State, unit: Unit) -> Option<Direction> {
    let piece = &state.units[unit];
    match (decoded(piece.extension[0]), decoded(piece.extension[1])) {
        (Some(only), None) | (None, Some(only)) => Some(only),
        (Some(first), Some(second)) => {
            let in_a_row = if piece.is_column() { first == second } else { first == second.opposite() };
            in_a_row.then_some(first)
        }
        (None, None) => None,
    }
}

/// Whether a unit could stand as a line that faces this way: its parts off its flanks. [GB 7.26, 8.52]
fn could_be_line(game: &Gbacw, state: &State, unit: Unit, facing: Facing) -> bool {
    let markers = state.units[unit].extension.iter().filter(|&&code| code != 0).count() as u8;
    facing.is_vertex()
        && markers <= line_extensions(&game.tables, game.arm(unit), state.units[unit].strength())
        && axis(state, unit).is_some_and(|axis| arc(facing, Refusal::None, axis) == Arc::Flank)
}

/// The way to the rear along a unit's parts, if it could stand as a column that faces this way. [GB 7.26, 8.44]
fn rear_of_column(game: &Gbacw, state: &State, unit: Unit, facing: Facing) -> Option<Direction> {
    let alone = parts(game, state, unit).iter().all(|&hex| stack(game, state, hex).len() == 1);
    let axis = axis(state, unit).filter(|_| alone)?;
    [axis, axis.opposite()].into_iter().find(|&way| arc(facing, Refusal::None, way) == Arc::Rear)
}

/// The order of a row of hexes along a direction.
fn in_a_row(game: &Gbacw, state: &State, unit: Unit, along: Direction) -> Parts {
    let grid = &game.scenario.map.grid;
    let own = parts(game, state, unit);
    let before = |hex: Hex| grid.neighbour(hex, along.opposite()).filter(|hex| own.contains(hex));
    let mut row: Parts = own.iter().copied().filter(|&hex| before(hex).is_none()).take(1).collect();
    while let Some(next) =
        row.last().and_then(|&last| grid.neighbour(last, along)).filter(|hex| own.contains(hex))
    {
        row.push(next);
    }
    row
}

/// Lays a unit's markers anew over the hexes it holds.
fn lie(game: &Gbacw, state: &mut State, unit: Unit, counter: Hex, extension: [u8; 2], column: bool) {
    set_extension(game, state, unit, [0, 0], false);
    let before = state.units[unit].hex;
    state.units[unit].hex = counter;
    refresh(game, state, before);
    set_extension(game, state, unit, extension, column);
}

/// The same hexes as a line: the counter in the middle of three. [GB 7.26, 8.52]
fn become_line(game: &Gbacw, state: &mut State, unit: Unit, facing: Facing) {
    let [to_right, to_left] = flanks(facing);
    let row = in_a_row(game, state, unit, to_right);
    let counter = if row.len() == 3 { row[1] } else { state.units[unit].hex };
    let grid = &game.scenario.map.grid;
    let marker = |side: Direction| {
        grid.neighbour(counter, side).filter(|hex| row.contains(hex)).map_or(0, |_| code(side))
    };
    let extension = [marker(to_left), marker(to_right)];
    state.units[unit].facing = facing;
    lie(game, state, unit, counter, extension, false);
}

/// The same hexes as a column: the counter at its head. [GB 7.26, 8.5]
fn become_column(game: &Gbacw, state: &mut State, unit: Unit, facing: Facing, rear: Direction) {
    let row = in_a_row(game, state, unit, rear);
    let second = if row.len() == 3 { code(rear) } else { 0 };
    state.units[unit].facing = facing;
    lie(game, state, unit, row[0], [code(rear), second], true);
}

/// What the turn into another formation costs in half points: two corners and more a point. [GB 8.44, 8.52]
fn forming_cost(game: &Gbacw, state: &State, unit: Unit, facing: Facing) -> u8 {
    let movement = &game.tables.movement;
    let corners = state.units[unit].facing.corners_to(facing);
    if corners > movement.free_facing_vertices_per_hex { 2 * movement.extra_facing_cost } else { 0 }
}

/// Into column for the road, out of column into line, and from line into column away from the enemy. [GB 8.44, 8.52]
///
/// Between line and column a unit goes by a change of front, of which it has one in each hex. [GB 7.21]
pub fn offer(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    let piece = &state.units[unit];
    let affords = |facing: &Facing| forming_cost(game, state, unit, *facing) <= left(game, state, unit);
    if piece.is_extended() && piece.did(Act::TURNED) {
        return;
    }
    if piece.is_column() {
        let lines = Facing::VERTICES.into_iter().filter(|&facing| could_be_line(game, state, unit, facing));
        out.extend(lines.filter(affords).map(Action::FormLine));
    } else if piece.is_line() {
        if piece.order == OrderKind::Advance && !unit_near_enemy(game, state, unit) {
            let columns = Facing::VERTICES
                .into_iter()
                .filter(|&facing| rear_of_column(game, state, unit, facing).is_some());
            out.extend(columns.filter(affords).map(Action::FormColumn));
        }
    } else if may_form_up(game, state, unit) {
        out.push(Action::FormColumn(piece.facing));
    }
}

/// Forms line or column. [GB 8.44, 8.52]
pub fn take<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, action: Action, chance: &mut C) {
    let (Action::FormLine(facing) | Action::FormColumn(facing)) = action else { return };
    if !state.units[unit].is_extended() {
        // It stretches out as it leaves the hex.
        state.units[unit].status.set(Status::COLUMN, true);
        return;
    }
    let cost = forming_cost(game, state, unit, facing);
    match action {
        Action::FormLine(_) => become_line(game, state, unit, facing),
        _ => {
            let Some(rear) = rear_of_column(game, state, unit, facing) else { return };
            become_column(game, state, unit, facing, rear);
        }
    }
    let piece = &mut state.units[unit];
    piece.spent = piece.spent.saturating_add(cost);
    piece.act.set(Act::TURNED, true);
    if cost > 0 {
        piece.act.set(Act::MOVED, true);
    }
    tell(chance, "form", "8.52", || format!("{} forms anew, facing {}.", game.name(unit), facing.id()));
}

/// A unit that formed column and did not march after all stands as it stood.
pub fn settle(state: &mut State, unit: Unit) {
    if !state.units[unit].is_extended() {
        state.units[unit].status.set(Status::COLUMN, false);
    }
}

/// What drawing a column together in one of its hexes costs: ground and hexsides, never the road. [GB 8.52]
///
/// Two markers are drawn in one after the other, unless both come to the middle.
pub fn contract_cost(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> u8 {
    let own = parts(game, state, unit);
    let class = class(game, state, unit);
    let step = |from: Hex, to: Hex| {
        let direction = game.scenario.map.grid.direction(from, to);
        let entered =
            direction.and_then(|direction| by_terrain(game, state, class, from, direction, &state.worked()));
        // Ground closed off the road is not closed to those who came by it.
        entered.map_or(2 * CLOSED_TERRAIN_COST, |entry| entry.halves)
    };
    let place = own.iter().position(|&part| part == hex).unwrap_or(0);
    let ahead: ArrayVec<u8, 2> = (0..place).map(|i| step(own[i], own[i + 1])).collect();
    let behind: ArrayVec<u8, 2> = (place + 1..own.len()).map(|i| step(own[i], own[i - 1])).collect();
    ahead.iter().sum::<u8>().max(behind.iter().sum())
}

/// A unit whose kind of facing changed with its orders: columns become lines and back, or draw in. [GB 7.26, 8.53]
pub fn reform(game: &Gbacw, state: &mut State, unit: Unit) {
    let piece = &state.units[unit];
    let (facing, hex) = (piece.facing, piece.hex);
    match (piece.is_column(), piece.is_line()) {
        (true, _) if could_be_line(game, state, unit, facing) => become_line(game, state, unit, facing),
        (_, true) if piece.order == OrderKind::March => match rear_of_column(game, state, unit, facing) {
            Some(rear) => become_column(game, state, unit, facing, rear),
            None => contract(game, state, unit, hex),
        },
        (_, true) if !could_be_line(game, state, unit, facing) => {
            contract(game, state, unit, hex);
        }
        _ => {}
    }
}
