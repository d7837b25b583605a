//! Chapter 7: turning in a hex, refusing a wing.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    MOST_STACKED, Stack, has_friend, is_near_enemy, parts, refusal_in, stack, units_in, units_with,
};
use super::super::grid::flanks;
use super::super::state::{Act, State, Status};
use super::super::tables::Tables;
use super::super::types::{Facing, Hex, OrderKind, Refusal, Unit};
use super::tell;
use crate::chance::Chance;

/// Facings of the kind that an order asks for. [GB 7.11]
pub fn facings(order: OrderKind) -> [Facing; 6] {
    if order == OrderKind::March { Facing::EDGES } else { Facing::VERTICES }
}

/// What a turn costs in half points. [GB 7.21, 7.22]
pub fn turn_cost(game: &Gbacw, state: &State, unit: Unit, to: Facing) -> u8 {
    corners_cost(game, state, unit, state.units[unit].facing.corners_to(to))
}

fn corners_cost(game: &Gbacw, state: &State, unit: Unit, corners: u8) -> u8 {
    let piece = &state.units[unit];
    let in_woods = game.scenario.map.woods.contains(piece.hex);
    2 * turn_points(&game.tables, piece.order, in_woods, corners)
}

/// Movement points for turning by some corners in a hex. [GB 7.21, 7.22]
pub fn turn_points(tables: &Tables, order: OrderKind, in_woods: bool, corners: u8) -> u8 {
    let movement = &tables.movement;
    if order == OrderKind::Attack && in_woods {
        // A turn about costs one point in the woods too.
        let each = movement.attack_woods_facing_cost_per_vertex;
        if corners == 3 { movement.extra_facing_cost } else { corners * each }
    } else if corners > movement.free_facing_vertices_per_hex {
        movement.extra_facing_cost
    } else {
        0
    }
}

/// Turns open to the acting unit, which has so many points if it may move: one turn in each hex. [GB 7.21, 7.24, 9.53, 10.32]
pub fn offer_turns(game: &Gbacw, state: &State, unit: Unit, points: Option<u8>, out: &mut Vec<Action>) {
    out.extend(open_turns(game, state, unit, points).into_iter().map(Action::Face));
}

/// See [`offer_turns`].
pub fn open_turns(game: &Gbacw, state: &State, unit: Unit, points: Option<u8>) -> ArrayVec<Facing, 6> {
    let mut open = ArrayVec::new();
    let piece = &state.units[unit];
    let barred = Act::TURNED.or(Act::DONE).or(Act::CAME_ADJACENT).or(Act::RESTACKED).or(Act::WITHDRAWING);
    // A rally has its own turn, and leaves no other. [GB 13.4, 13.41]
    if piece.did(barred.or(Act::RALLIED))
        || piece.is_extended()
        || is_refused(state, unit)
        || piece.has(Status::BUILDING)
    {
        return open;
    }
    if piece.did(Act::CAVALRY_CHARGE) && piece.did(Act::MOVED) {
        return open;
    }
    let has_fired = piece.did(Act::FIRED);
    let costs = [0, 1, 2, 3].map(|corners| corners_cost(game, state, unit, corners));
    for facing in facings(piece.order) {
        if facing == piece.facing {
            continue;
        }
        let cost = costs[usize::from(piece.facing.corners_to(facing))];
        let is_free = cost == 0;
        let pays = points.is_some_and(|points| u16::from(piece.spent) + u16::from(cost) <= u16::from(points));
        if is_free && !(has_fired && piece.order == OrderKind::Advance) && piece.order != OrderKind::March
            || pays
        {
            open.push(facing);
        }
    }
    open
}

/// Turns the acting unit. [GB 7.21]
pub fn take_turn<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, to: Facing, chance: &mut C) {
    face(game, state, unit, to);
    tell(chance, "turn", "7.21", || format!("{} faces {}.", game.name(unit), to.id()));
}

/// [`take_turn`] without a word.
pub fn face(game: &Gbacw, state: &mut State, unit: Unit, to: Facing) {
    let cost = turn_cost(game, state, unit, to);
    let corners = state.units[unit].facing.corners_to(to);
    let starts_near =
        state.units[unit].did(Act::STARTED_ADJACENT) && state.units[unit].hex == state.start_hex;
    let piece = &mut state.units[unit];
    piece.facing = to;
    piece.spent = piece.spent.saturating_add(cost);
    piece.act.set(Act::TURNED, true);
    if cost > 0 {
        piece.act.set(Act::MOVED, true);
    }
    if starts_near && corners > 1 {
        // Two corners or more next to an enemy: the unit stays, but may attack. [GB 9.53, 11.12]
        piece.act.set(Act::CAME_ADJACENT, true);
    }
}

/// Those whose counters lie in a hex, top first: the marker of a line has no place in the stack to give.
fn counters(game: &Gbacw, state: &State, hex: Hex) -> Stack {
    let mut units = stack(game, state, hex);
    units.retain(|unit| state.units[*unit].hex == hex);
    units
}

/// A turn about reverses the order of those who stay in a hex, guns excepted. [GB 7.21]
pub(super) fn reverse_stack(game: &Gbacw, state: &mut State, hex: Hex) {
    let mut foot = counters(game, state, hex);
    foot.retain(|other| !game.is_artillery(*other));
    let levels: ArrayVec<u8, 24> = foot.iter().map(|&other| state.units[other].level).collect();
    for (other, &level) in foot.iter().zip(levels.iter().rev()) {
        state.units[*other].level = level;
    }
}

/// Whether the acting unit turned about where it began and foot and guns are there, not turned with it yet: foot may
/// then lie above or below the guns. A line chooses for itself. [GB 7.21, 8.44]
pub fn has_turned_about(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    if !piece.did(Act::TURNED) || piece.is_line() {
        return piece.did(Act::TURNED);
    }
    let turns_with_it = !game.options.mixed_facing_in_hex
        && piece.hex == state.start_hex
        && !piece.is_extended()
        && !piece.did(Act::SHIFTED);
    let is_behind = |&other: &Unit| {
        let mate = &state.units[other];
        !mate.is_line() && mate.facing.corners_to(piece.facing) == 3
    };
    let units = if turns_with_it { stack(game, state, piece.hex) } else { Stack::new() };
    let has_guns = units.iter().any(|&other| game.is_artillery(other));
    let has_foot = units.iter().any(|&other| !game.is_artillery(other));
    let has_line = units.iter().any(|&other| state.units[other].is_line());
    has_guns && has_foot && !has_line && units.iter().any(is_behind)
}

/// Puts all foot of a hex above or below all guns, each in the order in which it lay. [GB 7.21]
pub fn lay_foot(game: &Gbacw, state: &mut State, hex: Hex, above: bool) {
    let units = counters(game, state, hex);
    let levels: ArrayVec<u8, 24> = units.iter().map(|&unit| state.units[unit].level).collect();
    let first = units.iter().filter(|&&unit| game.is_artillery(unit) != above);
    let last = units.iter().filter(|&&unit| game.is_artillery(unit) == above);
    for (&unit, level) in first.chain(last).zip(levels) {
        state.units[unit].level = level;
    }
}

pub fn is_refused(state: &State, unit: Unit) -> bool {
    state.units[unit].has(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT))
}

/// The hex off one flank of the end of a unit's line.
fn flank_hex(game: &Gbacw, state: &State, unit: Unit, wing: Refusal) -> Option<(Hex, Option<Hex>)> {
    let piece = &state.units[unit];
    let hexes = parts(game, state, unit);
    let [right, left] = flanks(piece.facing);
    let side = if wing == Refusal::Left { left } else { right };
    let end = hexes
        .iter()
        .copied()
        .find(|&hex| game.scenario.map.grid.neighbour(hex, side).is_none_or(|next| !hexes.contains(&next)))?;
    Some((end, game.scenario.map.grid.neighbour(end, side)))
}

/// The hex of a unit that bends with a wing: of a line its end. [GB 8.44]
pub fn end_of_wing(game: &Gbacw, state: &State, unit: Unit, wing: Refusal) -> Option<Hex> {
    flank_hex(game, state, unit, wing).map(|(end, _)| end)
}

/// Those who bend with a unit, or straighten with all its parts; it is the first of them. [GB 7.32, 8.26, 8.44]
pub fn units_of_wing(game: &Gbacw, state: &State, unit: Unit, wing: Refusal) -> Stack {
    let mut units = Stack::from_iter([unit]);
    for hex in parts(game, state, unit) {
        if wing == Refusal::None || end_of_wing(game, state, unit, wing) == Some(hex) {
            let room = MOST_STACKED - units.len();
            units.extend(stack(game, state, hex).into_iter().filter(|&other| other != unit).take(room));
        }
    }
    units
}

/// Whether a wing may be bent at all, reaction or not. [GB 7.31, 7.32]
pub fn may_refuse(game: &Gbacw, state: &State, unit: Unit, wing: Refusal, in_reaction: bool) -> bool {
    let piece = &state.units[unit];
    let side = game.side(unit);
    let other_wing = if wing == Refusal::Left { Status::REFUSED_RIGHT } else { Status::REFUSED_LEFT };
    let own_wing = if wing == Refusal::Left { Status::REFUSED_LEFT } else { Status::REFUSED_RIGHT };
    if !game.tables.order(piece.order).may_refuse_flank
        || piece.is_column()
        || piece.has(own_wing)
        || piece.has(other_wing) && !piece.is_line()
    {
        return false;
    }
    let Some((end, beside)) = flank_hex(game, state, unit, wing) else { return false };
    if piece.strength() < game.tables.movement.refuse_flank_min_sp && units_in(game, state, end).count() == 1
    {
        return false;
    }
    if !in_reaction && is_near_enemy(game, state, side, end) {
        return false;
    }
    // Not between two friends in its flank hexes: the wing must be in the air.
    beside.is_none_or(|hex| !has_friend(state, side, hex))
}

/// Bending and straightening wings by the acting unit, which may stay where it is and has so many points if it may
/// move. [GB 7.32, 7.33]
pub fn offer_wings(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    may_stay: bool,
    points: Option<u8>,
    out: &mut Vec<Action>,
) {
    let piece = &state.units[unit];
    let cost = 2 * game.tables.movement.refuse_flank_cost;
    let can_pay = !piece.did(Act::WITHDRAWING)
        && points.is_some_and(|points| u16::from(piece.spent) + u16::from(cost) <= u16::from(points));
    if !can_pay || piece.did(Act::CAVALRY_CHARGE) {
        return;
    }
    if is_refused(state, unit) {
        out.push(Action::Unrefuse);
    }
    if may_stay {
        for wing in [Refusal::Left, Refusal::Right] {
            if may_refuse(game, state, unit, wing, false) {
                out.push(Action::Refuse(wing));
            }
        }
    }
}

/// Bends or straightens the wing of a unit and its stack; all of it that is active pays. [GB 7.32, 7.33, 8.26]
pub fn take_wing<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, wing: Refusal, chance: &mut C) {
    bend(game, state, unit, wing);
    tell(chance, "wing", "7.31", || match wing {
        Refusal::None => format!("{} straightens its line.", game.name(unit)),
        Refusal::Left => format!("{} refuses its left.", game.name(unit)),
        Refusal::Right => format!("{} refuses its right.", game.name(unit)),
    });
}

/// [`take_wing`] without a word.
pub fn bend(game: &Gbacw, state: &mut State, unit: Unit, wing: Refusal) {
    for other in units_of_wing(game, state, unit, wing) {
        if other == unit || super::ch05_brigade::can_act(game, state, other) {
            let piece = &mut state.units[other];
            piece.spent = piece.spent.saturating_add(2 * game.tables.movement.refuse_flank_cost);
            piece.act.set(Act::MOVED, true);
        }
    }
    set_wing(game, state, unit, wing);
}

pub fn set_wing(game: &Gbacw, state: &mut State, unit: Unit, wing: Refusal) {
    for other in units_of_wing(game, state, unit, wing) {
        let piece = &mut state.units[other];
        if other != unit && piece.is_line() {
            continue;
        }
        match wing {
            Refusal::None => piece.status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false),
            Refusal::Left => piece.status.set(Status::REFUSED_LEFT, true),
            Refusal::Right => piece.status.set(Status::REFUSED_RIGHT, true),
        }
    }
}

/// The wing that units in a hex, others than one, have bent there: of a line only its end bends. [GB 7.32, 8.44]
pub fn wing_in(game: &Gbacw, state: &State, hex: Hex, but: Unit) -> Refusal {
    let others = stack(game, state, hex).into_iter().filter(|&other| other != but);
    let mut wings = others.map(|other| refusal_in(game, state, other, hex));
    wings.find(|&wing| wing != Refusal::None).unwrap_or(Refusal::None)
}

/// A unit that ends in a stack with a bent wing bends like it. [GB 7.32, 8.26]
pub fn join_wing(game: &Gbacw, state: &mut State, unit: Unit) {
    if state.units[unit].is_line() {
        return;
    }
    let wing = wing_in(game, state, state.units[unit].hex, unit);
    let status = &mut state.units[unit].status;
    match wing {
        Refusal::None => {}
        Refusal::Left => status.set(Status::REFUSED_LEFT, true),
        Refusal::Right => status.set(Status::REFUSED_RIGHT, true),
    }
}

/// A friend who comes up on a bent wing makes it needless. [GB 7.32]
pub fn straighten_covered(game: &Gbacw, state: &mut State) {
    for unit in units_with(game, state, Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT)) {
        if !state.units[unit].on_map() {
            continue;
        }
        for (wing, flag) in [(Refusal::Left, Status::REFUSED_LEFT), (Refusal::Right, Status::REFUSED_RIGHT)] {
            if !state.units[unit].has(flag) {
                continue;
            }
            let covered = flank_hex(game, state, unit, wing)
                .and_then(|(_, beside)| beside)
                .is_some_and(|hex| has_friend(state, game.side(unit), hex));
            if covered || state.units[unit].order == OrderKind::March {
                state.units[unit].status.set(flag, false);
            }
        }
    }
}
