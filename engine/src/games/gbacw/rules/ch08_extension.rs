//! Chapter 8.4: extended lines. Columns are in `ch08_column.rs`.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::stack::{column_extensions, line_extensions};
use super::super::field::{
    Parts, act, adjacent_enemies, class, enemies, faces, is_near_enemy, parts, refresh, set_extension, stack,
    units_in, whole_front,
};
use super::super::grid::{direction_in_arc, flanks};
use super::super::phase::Phase;
use super::super::state::{Act, ShotKind, State, Status};
use super::super::types::{Arc, Direction, Disorder, Facing, Hex, OrderKind, Refusal, Unit, UnitSet};
use super::ch08_column;
use super::ch09_allowance::{allowance, full_allowance, may_move};
use super::ch09_movement::meet_terrain;
use super::ch09_terrain::{Entry, by_terrain, entry};
use super::tell;
use crate::chance::Chance;

pub(super) fn code(direction: Direction) -> u8 {
    direction.index() as u8 + 1
}

pub(super) fn decoded(code: u8) -> Option<Direction> {
    (code > 0).then(|| Direction::from_index(usize::from(code) - 1))
}

/// Half points left to the acting unit.
pub(super) fn left(game: &Gbacw, state: &State, unit: Unit) -> u8 {
    allowance(game, state, unit).saturating_sub(state.units[unit].spent)
}

/// Whether a marker may lie in a hex: free of others but guns, of enemies, and of enemies beside it. [GB 8.41]
fn may_cover(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    let side = game.side(unit);
    !enemies(state, side).contains(hex)
        && !is_near_enemy(game, state, side, hex)
        && units_in(game, state, hex).all(|other| other == unit || game.is_artillery(other))
}

/// The cost of laying a marker on a flank; none if it may not be. [GB 8.41, 8.42]
fn extension_cost(game: &Gbacw, state: &State, unit: Unit, direction: Direction) -> Option<u8> {
    let hex = state.units[unit].hex;
    let to = game.scenario.map.grid.neighbour(hex, direction)?;
    let entered = by_terrain(game, state, class(game, state, unit), hex, direction, &state.worked())?;
    let cost = entered.halves.max(2);
    let most = 2 * game.tables.movement.extend_line_max_cost;
    (cost <= most && may_cover(game, state, unit, to)).then_some(cost)
}

/// Extended lines and columns of the acting unit. [GB 8.41 to 8.44, 8.52, 8.53]
pub fn offer(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    let piece = &state.units[unit];
    // On the march the column is as long as its road lets it be. [GB 6.13, 8.51]
    if piece.order == OrderKind::March || !may_move(game, state, unit) {
        return;
    }
    if piece.did(Act::WITHDRAWING) {
        offer_line_withdrawal(game, state, unit, out);
        return;
    }
    if piece.has(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT)) {
        return;
    }
    ch08_column::offer(game, state, unit, out);
    if piece.is_extended() {
        offer_contract(game, state, unit, out);
        if piece.is_line() {
            offer_line_moves(game, state, unit, out);
        }
        return;
    }
    let most = line_extensions(&game.tables, game.arm(unit), piece.strength());
    if most == 0 || !units_in(game, state, piece.hex).all(|other| other == unit || game.is_artillery(other)) {
        return;
    }
    let [right_side, left_side] = flanks(piece.facing);
    let points = left(game, state, unit);
    let can = |direction| extension_cost(game, state, unit, direction).filter(|&cost| cost <= points);
    let (to_left, to_right) = (can(left_side), can(right_side));
    if to_left.is_some() {
        out.push(Action::Extend { left: true, right: false });
    }
    if to_right.is_some() {
        out.push(Action::Extend { left: false, right: true });
    }
    if to_left.is_some() && to_right.is_some() && most >= 2 {
        out.push(Action::Extend { left: true, right: true });
    }
}

/// A line goes back as it stands; if it cannot it may draw in, in disorder, and go on as one. [GB 9.54]
fn offer_line_withdrawal(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if !state.units[unit].is_line() {
        return;
    }
    let before = out.len();
    offer_line_moves(game, state, unit, out);
    if out.len() == before && state.units[unit].held == 0 {
        out.extend(parts(game, state, unit).into_iter().map(Action::Contract));
    }
}

/// Drawing a line or column together in one of its hexes. [GB 8.41, 8.42, 8.52, 8.53]
fn offer_contract(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    let most = 2 * game.tables.movement.extend_line_max_cost;
    let points = left(game, state, unit);
    for hex in parts(game, state, unit) {
        let others = stack(game, state, hex);
        let free = others.iter().all(|&other| other == unit || game.is_artillery(other));
        let cost = contract_cost(game, state, unit, hex);
        let affords = cost <= points && !(state.units[unit].is_line() && cost > most);
        if free && (affords || must_form_up(state, unit)) {
            out.push(Action::Contract(hex));
        }
    }
}

/// A column under Attack orders draws together or forms line before it does anything else. [GB 8.53]
pub fn must_form_up(state: &State, unit: Unit) -> bool {
    state.units[unit].is_column() && state.units[unit].order == OrderKind::Attack
}

fn contract_cost(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> u8 {
    if state.units[unit].is_column() {
        return ch08_column::contract_cost(game, state, unit, hex);
    }
    let class = class(game, state, unit);
    let grid = &game.scenario.map.grid;
    let dearest = parts(game, state, unit).into_iter().filter_map(|part| {
        by_terrain(game, state, class, part, grid.direction(part, hex)?, &state.worked())
            .map(|entry| entry.halves)
    });
    dearest.max().unwrap_or(0).max(2)
}

/// A move of a whole line: its hexes afterwards, its facing, the cost of its dearest step and the worst disorder of all.
#[derive(Clone, Debug)]
pub struct LineMove {
    pub counter: Hex,
    pub extension: [u8; 2],
    pub facing: Facing,
    pub cost: u8,
    pub disorder: Disorder,
    /// Only by the one-hex minimum. [GB 9.42]
    pub minimum: bool,
    pub action: Action,
}

impl LineMove {
    /// Counts the step of one part. [GB 8.44, 9.47]
    fn meet(&mut self, step: Entry) {
        self.cost = self.cost.max(step.halves);
        self.disorder = self.disorder.max(step.disorder);
    }
}

/// Forward steps, pivots on either end, and the turn about. [GB 8.44]
pub fn line_moves(game: &Gbacw, state: &State, unit: Unit) -> ArrayVec<LineMove, 8> {
    let mut moves = ArrayVec::new();
    let piece = &state.units[unit];
    let grid = &game.scenario.map.grid;
    let withdraws = piece.did(Act::WITHDRAWING);
    if withdraws && piece.held >= game.tables.movement.withdrawal_max_hexes {
        return moves;
    }
    // A withdrawal is not paid for, and only goes back. [GB 9.54]
    let (points, arc) = if withdraws { (u8::MAX, Arc::Rear) } else { (left(game, state, unit), Arc::Front) };
    for direction in direction_in_arc(piece.facing, Refusal::None, arc) {
        let Some(to) = grid.neighbour(piece.hex, direction) else { continue };
        let way = forward(game, state, unit, to, direction);
        moves.extend(way.and_then(|way| afforded(game, state, unit, way, points)));
    }
    if withdraws {
        return moves;
    }
    for turn in [-1, 1] {
        let way = pivot(game, state, unit, turn).filter(|way| is_way_open(game, state, unit, way));
        moves.extend(way.and_then(|way| afforded(game, state, unit, way, points)));
    }
    let about = 2 * game.tables.movement.extra_facing_cost;
    if about <= points && !piece.did(Act::TURNED) {
        let facing = piece.facing.turned(3);
        // Left and right change places.
        let extension = [piece.extension[1], piece.extension[0]];
        let action = Action::Face(facing);
        let (cost, disorder) = (about, Disorder::None);
        moves.push(LineMove {
            counter: piece.hex,
            extension,
            facing,
            cost,
            disorder,
            minimum: false,
            action,
        });
    }
    moves
}

/// All parts go to the same side; none if one of them cannot. [GB 8.44]
fn forward(game: &Gbacw, state: &State, unit: Unit, to: Hex, direction: Direction) -> Option<LineMove> {
    let piece = &state.units[unit];
    let mut way = LineMove {
        counter: to,
        extension: piece.extension,
        facing: piece.facing,
        cost: 0,
        disorder: Disorder::None,
        minimum: false,
        action: Action::Step(to),
    };
    for part in parts(game, state, unit) {
        let hex = game.scenario.map.grid.neighbour(part, direction)?;
        if !may_step(game, state, unit, hex) {
            return None;
        }
        way.meet(entry(game, state, unit, part, direction)?);
    }
    Some(way)
}

/// A move that a line has the points for, or that the one-hex minimum allows: no part goes farther than a hex, and next
/// to an enemy only under Attack. [GB 9.42]
fn afforded(game: &Gbacw, state: &State, unit: Unit, way: LineMove, points: u8) -> Option<LineMove> {
    if way.cost <= points {
        return Some(way);
    }
    let piece = &state.units[unit];
    let side = game.side(unit);
    let is_one_hex = matches!(way.action, Action::Step(_)) || parts(game, state, unit).len() == 2;
    let comes_near =
        || new_hexes(game, state, unit, &way).iter().any(|&hex| is_near_enemy(game, state, side, hex));
    let may = game.tables.movement.one_hex_minimum_move
        && is_one_hex
        && !piece.did(Act::MOVED.or(Act::FIRED))
        && way.cost <= full_allowance(game, state, unit)
        && (piece.order == OrderKind::Attack || !comes_near());
    may.then_some(LineMove { minimum: true, ..way })
}

/// The hexes a line comes into by a move.
pub(super) fn new_hexes(game: &Gbacw, state: &State, unit: Unit, way: &LineMove) -> Parts {
    let grid = &game.scenario.map.grid;
    let own = parts(game, state, unit);
    let sides = way.extension.into_iter().filter_map(decoded);
    let mut hexes: Parts = sides.filter_map(|side| grid.neighbour(way.counter, side)).collect();
    hexes.push(way.counter);
    hexes.retain(|hex| !own.contains(hex));
    hexes
}

/// The move that brings a line's counter to a hex, or swings the line on one of its own.
fn line_move(game: &Gbacw, state: &State, unit: Unit, to: Hex) -> Option<LineMove> {
    line_moves(game, state, unit).into_iter().find(|way| match way.action {
        Action::Step(hex) => hex == to,
        Action::Pivot { fixed, .. } => fixed == to,
        _ => false,
    })
}

/// The hexes into which the move at hand is going to bring a unit; none if it has become impossible. [GB 8.44]
pub fn entering(game: &Gbacw, state: &State, unit: Unit, to: Hex) -> Parts {
    if !state.units[unit].is_line() {
        return Parts::from_iter([to]);
    }
    line_move(game, state, unit, to).map_or_else(Parts::new, |way| new_hexes(game, state, unit, &way))
}

/// The hexes into which the move at hand has brought a unit, if it is still there: of a line those of all its parts but
/// the one it swung on. [GB 8.44]
pub fn entered(game: &Gbacw, state: &State, unit: Unit, to: Hex) -> Parts {
    let piece = &state.units[unit];
    let mut hexes = if piece.is_present() { parts(game, state, unit) } else { Parts::new() };
    if !piece.is_line() {
        hexes.truncate(1);
    }
    let has_swung = |phase: &Phase| *phase == Phase::AfterPivot { unit, fixed: to };
    if piece.is_line() && hexes.contains(&to) && state.phases().iter().any(has_swung) {
        hexes.retain(|hex| *hex != to);
    } else if piece.hex != to {
        hexes.clear();
    }
    hexes
}

/// Whether orders and enemies let the swinging parts into their hexes. The far end of three would have to stop in a hex
/// beside an enemy that it passes. [GB 8.44, 9.53]
fn is_way_open(game: &Gbacw, state: &State, unit: Unit, way: &LineMove) -> bool {
    let side = game.side(unit);
    let is_clear = |hex: Hex| !enemies(state, side).contains(hex) && !is_near_enemy(game, state, side, hex);
    new_hexes(game, state, unit, way).iter().all(|&hex| may_step(game, state, unit, hex))
        && passed(game, state, unit, way).is_none_or(is_clear)
}

/// The hex that the far end of a line of three passes when it swings.
fn passed(game: &Gbacw, state: &State, unit: Unit, way: &LineMove) -> Option<Hex> {
    let Action::Pivot { fixed, .. } = way.action else { return None };
    let grid = &game.scenario.map.grid;
    let far = |hex: &Hex| grid.distance(*hex, fixed) == 2;
    let from = parts(game, state, unit).into_iter().find(far)?;
    let to = new_hexes(game, state, unit, way).into_iter().find(far)?;
    (grid.neighbours(from) & grid.neighbours(to)).first()
}

/// One end stays, the rest of the line swings forward by a corner. [GB 8.44]
pub(super) fn pivot(game: &Gbacw, state: &State, unit: Unit, turn: i32) -> Option<LineMove> {
    let piece = &state.units[unit];
    let grid = &game.scenario.map.grid;
    let facing = piece.facing.turned(turn);
    let [new_right, new_left] = flanks(facing);
    let (left_part, right_part) = (decoded(piece.extension[0]), decoded(piece.extension[1]));
    // Turning right swings on the right end, turning left on the left one.
    let fixed = match (turn > 0, left_part, right_part) {
        (true, _, Some(direction)) | (false, Some(direction), _) => grid.neighbour(piece.hex, direction)?,
        _ => piece.hex,
    };
    let inward = if turn > 0 { new_left } else { new_right };
    let count = parts(game, state, unit).len();
    let mut cells: ArrayVec<Hex, 3> = ArrayVec::from_iter([fixed]);
    while cells.len() < count {
        cells.push(grid.neighbour(cells[cells.len() - 1], inward)?);
    }
    // The counter keeps its place in the line.
    let place = match (left_part, right_part) {
        (Some(_), Some(_)) => 1,
        _ if fixed == piece.hex => 0,
        _ => count - 1,
    };
    let counter = cells[place];
    let extension = [
        if cells.iter().any(|&cell| grid.neighbour(counter, new_left) == Some(cell)) {
            code(new_left)
        } else {
            0
        },
        if cells.iter().any(|&cell| grid.neighbour(counter, new_right) == Some(cell)) {
            code(new_right)
        } else {
            0
        },
    ];
    let action = Action::Pivot { fixed, facing };
    let (cost, disorder) = (2, Disorder::None);
    let mut way = LineMove { counter, extension, facing, cost, disorder, minimum: false, action };
    for part in parts(game, state, unit) {
        swing_part(game, state, unit, part, inward.turned(turn), grid.distance(part, fixed), &mut way)?;
    }
    Some(way)
}

/// A part swings ahead by as many hexes as it is away from the end that stays; none if it cannot go there. Into woods it
/// costs a point more under Attack. [GB 8.44]
fn swing_part(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    part: Hex,
    ahead: Direction,
    hexes: u32,
    way: &mut LineMove,
) -> Option<()> {
    let class = class(game, state, unit);
    let mut from = part;
    for _ in 0..hexes {
        let mut step = by_terrain(game, state, class, from, ahead, &state.worked())?;
        from = game.scenario.map.grid.neighbour(from, ahead)?;
        let is_attack = state.units[unit].order == OrderKind::Attack;
        step.halves += 2 * u8::from(is_attack && game.scenario.map.woods.contains(from));
        way.meet(step);
    }
    Some(())
}

/// Whether a part of a line may come into a hex. [GB 8.44, 9.52]
fn may_step(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    let piece = &state.units[unit];
    let side = game.side(unit);
    if enemies(state, side).contains(hex) || game.is_closed_to(state, side, hex) {
        return false;
    }
    if !stack(game, state, hex).iter().all(|&other| other == unit || game.is_artillery(other)) {
        return false;
    }
    let near = adjacent_enemies(game, state, side, hex);
    near.is_empty()
        || piece.order == OrderKind::Attack && !piece.is_disordered()
        || near
            .into_iter()
            .all(|enemy| stack(game, state, enemy).iter().all(|&other| game.is_artillery(other)))
}

fn offer_line_moves(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    out.extend(line_moves(game, state, unit).into_iter().map(|way| way.action));
}

/// Carries out a move of a line; it stops where one of its hexes comes next to an enemy. [GB 8.44, 9.53]
pub fn move_line<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, action: Action, chance: &mut C) {
    let Some(way) = line_moves(game, state, unit).into_iter().find(|way| way.action == action) else {
        return;
    };
    let before = parts(game, state, unit);
    let piece = &mut state.units[unit];
    let withdraws = piece.did(Act::WITHDRAWING);
    let turns_about = matches!(action, Action::Face(_));
    if turns_about && piece.did(Act::STARTED_ADJACENT) && !piece.did(Act::MOVED) {
        // Three corners next to an enemy: the line stays, but may attack. [GB 9.53, 11.12]
        piece.act.set(Act::CAME_ADJACENT, true);
    }
    piece.hex = way.counter;
    piece.extension = way.extension;
    piece.facing = way.facing;
    if withdraws {
        piece.held += 1;
    } else {
        piece.spent = piece.spent.saturating_add(way.cost);
    }
    if way.minimum {
        // It ends the move, and forbids shock. [GB 9.42]
        piece.act.set(Act::NO_SHOCK, true);
        piece.spent = u8::MAX;
    }
    piece.act.set(Act::MOVED, true);
    piece.act.set(Act::TURNED, turns_about);
    let after = parts(game, state, unit);
    for hex in before.iter().chain(after.iter()) {
        refresh(game, state, *hex);
    }
    if !withdraws {
        // One unit, one check, by the worst that any part meets. [GB 8.44, 9.47]
        meet_terrain(game, state, unit, way.disorder, chance);
    }
    for &hex in after.iter().filter(|hex| !before.contains(hex)) {
        super::ch09_movement::take_control(game, state, unit, hex);
    }
    for &hex in after.iter().filter(|hex| !before.contains(hex)) {
        if !state.units[unit].is_disordered() {
            super::ch12_losses::man_guns(game, state, unit, hex, chance);
        }
    }
    if withdraws {
        super::ch09_movement::check_withdrawal(game, state, unit, before[0], way.cost, chance);
    }
    // Also from beside one enemy to another. [GB 9.53]
    let side = game.side(unit);
    if after.iter().any(|hex| !before.contains(hex) && is_near_enemy(game, state, side, *hex)) {
        act(state, unit, Act::CAME_ADJACENT);
        if way.minimum {
            act(state, unit, Act::DONE);
        }
    }
    tell(chance, "move", "8.44", || format!("{} moves its line.", game.name(unit)));
}

/// Extends, draws in or pivots the acting unit.
pub fn take<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, action: Action, chance: &mut C) {
    match action {
        Action::Extend { left: to_left, right: to_right } => {
            let [right_side, left_side] = flanks(state.units[unit].facing);
            let cost = |wanted: bool, direction| {
                if wanted { extension_cost(game, state, unit, direction) } else { None }
            };
            let points = cost(to_left, left_side).max(cost(to_right, right_side)).unwrap_or(2);
            let extension =
                [if to_left { code(left_side) } else { 0 }, if to_right { code(right_side) } else { 0 }];
            spend(state, unit, points);
            set_extension(game, state, unit, extension, false);
            tell(chance, "extend", "8.41", || format!("{} extends its line.", game.name(unit)));
        }
        Action::Contract(hex) if state.units[unit].did(Act::WITHDRAWING) => {
            let wings = Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT);
            state.units[unit].status.set(wings, false);
            state.units[unit].status.set(Status::DISORDERED, true);
            contract(game, state, unit, hex);
            tell(chance, "contract", "9.54", || format!("{} draws together in disorder.", game.name(unit)));
        }
        Action::Contract(hex) => {
            // A part that leaves an enemy's front is fired at first. [GB 8.41, 10.44]
            state.push(Phase::Enter { unit, to: hex });
            state.push(Phase::Volley { kind: ShotKind::Parting, unit, to: hex });
        }
        Action::Pivot { fixed, .. } => begin_pivot(state, unit, fixed),
        _ => ch08_column::take(game, state, unit, action, chance),
    }
}

/// Begins a pivot: who reacts to a step reacts to it as well. [GB 8.41, 9.63, 10.44]
fn begin_pivot(state: &mut State, unit: Unit, fixed: Hex) {
    state.came_from = state.units[unit].hex;
    state.reacted = UnitSet::EMPTY;
    state.push(Phase::Pivot { unit, fixed });
    state.push(Phase::ReactionMove { unit, to: fixed });
    state.push(Phase::Volley { kind: ShotKind::Parting, unit, to: fixed });
}

/// Carries out a pivot that is still possible, and what follows it. Work. [GB 8.44, 9.61, 10.45]
pub fn swing_on<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, fixed: Hex, chance: &mut C) {
    state.pop();
    let piece = &state.units[unit];
    if !piece.is_present() || piece.did(Act::DONE) || !piece.is_line() {
        return;
    }
    let Some(way) = line_move(game, state, unit, fixed) else { return };
    state.push(Phase::AfterPivot { unit, fixed });
    state.push(Phase::ReactionFacing { hex: fixed, unit });
    state.push(Phase::Volley { kind: ShotKind::Entry, unit, to: fixed });
    move_line(game, state, unit, way.action, chance);
}

/// Draws the acting unit together in one of its hexes. [GB 8.42, 8.52, 8.53]
pub fn draw_in<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, hex: Hex, chance: &mut C) {
    let points = contract_cost(game, state, unit, hex);
    let overspends = points > left(game, state, unit);
    let was_column = state.units[unit].is_column();
    spend(state, unit, points);
    contract(game, state, unit, hex);
    if overspends {
        // Half the allowance of an attack was not enough: done all the same, in disorder. [GB 8.53]
        state.units[unit].status.set(Status::DISORDERED, true);
        act(state, unit, Act::DONE);
    }
    if was_column && is_near_enemy(game, state, game.side(unit), hex) {
        stop_beside_enemy(state, unit);
    }
    tell(chance, "contract", "8.42", || format!("{} draws together.", game.name(unit)));
}

/// A column that drew together next to an enemy stays as it is; under Attack it has done enough. [GB 8.52, 8.53, 9.53]
fn stop_beside_enemy(state: &mut State, unit: Unit) {
    act(state, unit, Act::CAME_ADJACENT);
    if state.units[unit].order == OrderKind::Attack {
        act(state, unit, Act::NO_SHOCK);
    }
}

fn spend(state: &mut State, unit: Unit, points: u8) {
    let piece = &mut state.units[unit];
    piece.spent = piece.spent.saturating_add(points);
    piece.act.set(Act::MOVED, true);
}

/// Puts the whole unit into one of its hexes. [GB 8.42, 8.49]
pub fn contract(game: &Gbacw, state: &mut State, unit: Unit, hex: Hex) {
    let before = parts(game, state, unit);
    let piece = &mut state.units[unit];
    piece.extension = [0; 2];
    piece.status.set(Status::COLUMN, false);
    piece.hex = hex;
    for part in before {
        refresh(game, state, part);
    }
    refresh(game, state, hex);
    if !state.units[unit].facing.fits(state.units[unit].order) {
        state.units[unit].facing =
            Facing::vertex_after(Direction::from_index(state.units[unit].facing.index() / 2));
    }
}

/// Units too weak for their markers lose them when the activation ends. [GB 8.42, 8.43, 8.5]
pub fn shrink(game: &Gbacw, state: &mut State, unit: Unit) {
    let piece = &state.units[unit];
    if !piece.is_extended() {
        return;
    }
    let most = if piece.is_column() {
        column_extensions(&game.tables, game.arm(unit), piece.is_mounted(), piece.strength())
    } else {
        line_extensions(&game.tables, game.arm(unit), piece.strength())
    };
    let have = piece.extension.iter().filter(|&&code| code != 0).count() as u8;
    if have <= most {
        return;
    }
    let extension = if most == 0 {
        [0, 0]
    } else if piece.extension[0] != 0 {
        [piece.extension[0], 0]
    } else {
        [0, piece.extension[1]]
    };
    let column = piece.is_column();
    set_extension(game, state, unit, extension, column);
}

/// How a two-hex line may swing its free end round a lone enemy before the fight. [GB 8.48]
///
/// Gives the hexes after the swing and the one that stays.
pub fn swing(game: &Gbacw, state: &State, index: usize) -> Option<(Unit, LineMove, Hex)> {
    let combat = state.combats[index]?;
    let mut foes = super::ch11_declare::defender_hexes(&combat);
    let (foe, None) = (foes.next()?, foes.next()) else { return None };
    let units = super::ch11_declare::attackers(game, state, index);
    let &[unit] = units.as_slice() else { return None };
    let piece = &state.units[unit];
    let hexes = parts(game, state, unit);
    let grid = &game.scenario.map.grid;
    let refused = piece.has(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT));
    if !piece.is_line() || hexes.len() != 2 || piece.is_disordered() || refused || combat.swung_on.is_some() {
        return None;
    }
    let side = game.side(unit);
    let (fixed, moving) = match (grid.distance(hexes[0], foe), grid.distance(hexes[1], foe)) {
        (1, far) if far > 1 => (hexes[0], hexes[1]),
        (far, 1) if far > 1 => (hexes[1], hexes[0]),
        _ => return None,
    };
    let in_front = |hex: Hex, by: Hex| {
        stack(game, state, by).iter().any(|&other| faces(game, state, other, by, true, hex))
    };
    if in_front(moving, foe) {
        return None;
    }
    [-1, 1].into_iter().find_map(|turn| {
        let way = pivot(game, state, unit, turn)?;
        let mut trial = *state;
        let moved = &mut trial.units[unit];
        (moved.hex, moved.extension, moved.facing) = (way.counter, way.extension, way.facing);
        let after = parts(game, &trial, unit);
        let new = after.iter().copied().find(|hex| !hexes.contains(hex))?;
        let ahead = whole_front(game, &trial, unit) & enemies(state, side);
        let others = grid.neighbours(new) & enemies(state, side).without(foe);
        let fits = after.contains(&fixed)
            && grid.distance(new, foe) == 1
            && stack(game, state, new).is_empty()
            && ahead.contains(foe)
            && ahead.len() == 1
            && !others.into_iter().any(|by| in_front(new, by));
        fits.then_some((unit, way, fixed))
    })
}

/// Carries out the swing. [GB 8.48]
pub fn take_swing<C: Chance>(game: &Gbacw, state: &mut State, index: usize, chance: &mut C) {
    let Some((unit, way, fixed)) = swing(game, state, index) else { return };
    let before = parts(game, state, unit);
    let piece = &mut state.units[unit];
    (piece.hex, piece.extension, piece.facing) = (way.counter, way.extension, way.facing);
    for hex in before.into_iter().chain(parts(game, state, unit)) {
        refresh(game, state, hex);
    }
    if let Some(combat) = &mut state.combats[index] {
        combat.swung_on = Some(super::super::state::HexCode::new(fixed));
    }
    tell(chance, "envelop", "8.48", || format!("{} swings round the enemy.", game.name(unit)));
}

/// The next combat in which a line may swing.
pub fn next_swing(game: &Gbacw, state: &State, from: u8) -> Option<u8> {
    (usize::from(from)..state.combats.len())
        .find(|&index| swing(game, state, index).is_some())
        .map(|index| index as u8)
}
