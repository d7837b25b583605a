//! Chapter 9: the steps open to a unit, what each costs, and who may not go where.

use super::super::Gbacw;
use super::super::field::{
    MOST_STACKED, Stack, adjacent_enemies, class, enemies, enemy_distance, friends, has_enemy, is_held,
    is_near_enemy, is_watched, nearest_corner, parts, refusal_in, stack, units_in,
};
use super::super::grid::arc;
use super::super::state::{Act, NO_STAY, State, Status, UnitState};
use super::super::types::{Arc, Direction, Facing, Hex, HexSet, MoveClass, OrderKind, Refusal, Unit};
use super::ch07_facing::is_refused;
use super::ch08_extension::must_form_up;
use super::ch08_stacking::{fits, fits_march};
use super::ch08_together::{can_follow, group};
use super::ch09_allowance::{full_allowance, points, standoff};
use super::ch09_terrain::{Entry, by_terrain, entry_among, is_charge_path, is_impassable};

/// One possible step with all its costs.
#[derive(Copy, Clone, Debug)]
pub struct Way {
    pub to: Hex,
    pub direction: Direction,
    pub facing: Facing,
    pub entry: Entry,
    /// Half points, moving through friends included.
    pub cost: u8,
    /// Only by the one-hex minimum. [GB 9.42]
    pub minimum: bool,
    /// Leaves a friend's hex that it passed: a check is due. [GB 8.22]
    pub through: bool,
    /// Half points more if it ends its move there, [`NO_STAY`] if it cannot. [GB 9.43]
    pub toll: u8,
}

/// The steps open to a unit. [GB 7.13, 9.45, 9.5]
pub fn ways(game: &Gbacw, state: &State, unit: Unit) -> arrayvec::ArrayVec<Way, 6> {
    let Some(going) = Move::new(game, state, unit) else { return arrayvec::ArrayVec::new() };
    Direction::ALL.iter().filter_map(|&direction| going.step(game, state, unit, direction)).collect()
}

/// The step into a hex, if it is open: one is looked at instead of six, which takes 110 instructions off a random
/// decision of the small battle (2.5 %).
pub(super) fn way_to(game: &Gbacw, state: &State, unit: Unit, to: Hex) -> Option<Way> {
    let direction = game.scenario.map.grid.direction(state.units[unit].hex, to)?;
    Move::new(game, state, unit)?.step(game, state, unit, direction)
}

/// What all steps of a unit have in common.
struct Move {
    allowed: u8,
    worked: HexSet,
    /// Whether the unit has come to friends on its way and may leave them only by moving through.
    is_among_friends: bool,
    /// The unit and those who move along.
    group: Stack,
}

impl Move {
    fn new(game: &Gbacw, state: &State, unit: Unit) -> Option<Move> {
        let piece = &state.units[unit];
        // A withdrawal unbends a wing as it goes. [GB 9.54]
        if piece.is_line()
            || must_form_up(state, unit)
            || is_refused(state, unit) && !piece.did(Act::WITHDRAWING)
        {
            return None;
        }
        let allowed = points(game, state, unit)?;
        let is_among_friends = piece.hex != state.start_hex
            && !piece.did(Act::WITHDRAWING)
            && is_among_friends(game, state, unit);
        Some(Move { allowed, worked: state.worked(), is_among_friends, group: group(game, state, unit) })
    }

    fn step(&self, game: &Gbacw, state: &State, unit: Unit, direction: Direction) -> Option<Way> {
        let ahead = facing_ahead(&state.units[unit], direction);
        if ahead.is_none() && !may_turn_along_road(game, state, unit, direction) {
            return None;
        }
        let entry = entry_among(game, state, unit, state.units[unit].hex, direction, &self.worked)?;
        let facing = ahead.or_else(|| entry.by_road.then(|| facing_along(&state.units[unit], direction)))?;
        let way = self.way(game, state, unit, direction, facing, entry)?;
        (self.group.len() == 1 || can_follow(game, state, &self.group, &way)).then_some(way)
    }

    /// The step by a hexside whose cost is known.
    fn way(
        &self,
        game: &Gbacw,
        state: &State,
        unit: Unit,
        direction: Direction,
        facing: Facing,
        entry: Entry,
    ) -> Option<Way> {
        let piece = &state.units[unit];
        let from = piece.hex;
        let to = game.scenario.map.grid.neighbour(from, direction)?;
        if piece.is_column() {
            // Not over its own tail; under Advance, off the road it draws together or forms line first. [GB 8.52]
            let off_road = piece.order == OrderKind::Advance && !entry.by_road;
            if off_road || parts(game, state, unit).contains(&to) {
                return None;
            }
        }
        let mut entry = entry;
        let mut toll = self.toll(game, state, unit, direction, &entry);
        let through = self.is_among_friends && passes_through(game, state, unit, &entry, direction)?;
        let mut cost = entry.halves;
        if through {
            cost += 2 * game.tables.movement.move_through_friend_cost;
        }
        if joins_bent_stack(game, state, unit, to) {
            cost += 2 * game.tables.movement.refuse_flank_cost;
        }
        if piece.did(Act::WITHDRAWING) {
            cost = 0;
            if piece.held >= game.tables.movement.withdrawal_max_hexes || !fits(game, state, unit, to) {
                return None;
            }
            // The road is of no help to who goes back to a stack above the March limits. [GB 9.54]
            entry.halves = entry.halves.checked_add(toll)?;
            toll = 0;
        }
        let mut minimum = false;
        let spent = u16::from(paid(state, unit)) + u16::from(cost);
        if spent + u16::from(toll) > u16::from(self.allowed) {
            // The one-hex minimum. [GB 9.42]
            let first = !piece.did(Act::MOVED.or(Act::FIRED)) && game.tables.movement.one_hex_minimum_move;
            let near = is_near_enemy(game, state, game.side(unit), to);
            let is_within = first
                && cost.saturating_add(toll) <= full_allowance(game, state, unit)
                && (!near || piece.order == OrderKind::Attack);
            minimum = spent > u16::from(self.allowed);
            if minimum && !is_within {
                return None;
            }
            if is_within {
                // It stays for what it has left.
                toll = u16::from(self.allowed).saturating_sub(spent) as u8;
            }
        }
        if piece.did(Act::CAVALRY_CHARGE) && !is_on_charge_path(game, state, unit, from, to, direction) {
            return None;
        }
        let way = Way { to, direction, facing, entry, cost, minimum, through, toll };
        (may_enter(game, state, unit, &way)
            && finds_room(game, state, unit, &way, self.allowed, &self.worked))
        .then_some(way)
    }

    /// What a move by road costs more if it ends with others in a stack above the March limits: the ground's points
    /// instead of the road's. [GB 8.13, 9.43]
    fn toll(&self, game: &Gbacw, state: &State, unit: Unit, direction: Direction, entry: &Entry) -> u8 {
        if !entry.by_road || state.units[unit].order != OrderKind::Advance {
            return 0;
        }
        let from = state.units[unit].hex;
        let to = game.scenario.map.grid.neighbour(from, direction).filter(|&to| is_held(state, to));
        let Some(to) = to else { return 0 };
        let mut all = self.group.clone();
        all.extend(units_in(game, state, to).take(MOST_STACKED - all.len()));
        if fits_march(game, state, &all) {
            return 0;
        }
        let ground = by_terrain(game, state, class(game, state, unit), from, direction, &self.worked);
        ground.map_or(NO_STAY, |ground| ground.halves.saturating_sub(entry.halves))
    }
}

/// Half points that a unit has spent if it goes on: what it paid to stay where it is comes back. [GB 9.43]
pub fn paid(state: &State, unit: Unit) -> u8 {
    let piece = &state.units[unit];
    let is_moving = state.mover == Some(unit) || piece.has(Status::ALONG);
    let back = if is_moving && state.stay_toll != NO_STAY { state.stay_toll } else { 0 };
    piece.spent.saturating_sub(back)
}

/// Whether a unit could pay for a step and for staying where it leads. [GB 9.43]
pub fn affords_stay(state: &State, unit: Unit, way: &Way, allowed: u8) -> bool {
    let points = u16::from(paid(state, unit)) + u16::from(way.cost) + u16::from(way.toll);
    way.toll != NO_STAY && points <= u16::from(allowed)
}

/// Whether the acting unit may end its move where it is. [GB 8.11, 9.43]
pub fn may_stay(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let only_passes = state.stay_toll == NO_STAY && !piece.did(Act::SHIFTED);
    !only_passes && fits(game, state, unit, piece.hex)
}

/// The facing of a unit that leaves by a hexside without turning: through its front, or its rear in a withdrawal.
/// [GB 7.13, 9.54]
fn facing_ahead(piece: &UnitState, direction: Direction) -> Option<Facing> {
    let wanted = if piece.did(Act::WITHDRAWING) { Arc::Rear } else { Arc::Front };
    (arc(piece.facing, Refusal::None, direction) == wanted).then_some(piece.facing)
}

/// Whether a unit may turn along a road, if it can use it, to leave by a hexside. [GB 7.23, 9.45]
fn may_turn_along_road(game: &Gbacw, state: &State, unit: Unit, direction: Direction) -> bool {
    let piece = &state.units[unit];
    game.scenario.map.side(piece.hex, direction).road.is_some()
        && !piece.did(Act::WITHDRAWING)
        && piece.order != OrderKind::Attack
        && !is_near_enemy(game, state, game.side(unit), piece.hex)
}

fn facing_along(piece: &UnitState, direction: Direction) -> Facing {
    match piece.order {
        OrderKind::March => Facing::edge(direction),
        _ => nearest_corner(piece.facing, direction),
    }
}

/// The last three hexes of a charge: easy ground, free of friends. [GB 11.54]
fn is_on_charge_path(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    from: Hex,
    to: Hex,
    direction: Direction,
) -> bool {
    let last = u32::from(game.tables.movement.charge_path_hexes);
    enemy_distance(game, state, game.side(unit), to) > last
        || is_charge_path(&game.scenario.map, &game.tables.chart, from, direction)
            && stack(game, state, to).is_empty()
}

/// Whether a pike or road lets units pass beside each other across a hexside; trails do not. [GB 8.22 exception 2]
fn is_wide_road(game: &Gbacw, from: Hex, direction: Direction) -> bool {
    let road = game.scenario.map.side(from, direction).road;
    road.is_some_and(|road| game.tables.chart.roads[usize::from(road)].move_through_friends)
}

/// Whether leaving a hex with friends means having moved through them; none for guns among others than guns. [GB 8.22]
///
/// Those who came and go by a pike or road pass beside them. While a unit is among friends, `came_from` is the hex
/// from which it came to them.
fn passes_through(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    entry: &Entry,
    direction: Direction,
) -> Option<bool> {
    let from = state.units[unit].hex;
    let came = game.scenario.map.grid.direction(state.came_from, from);
    let came_by_road = came.is_none_or(|came| is_wide_road(game, state.came_from, came));
    if entry.by_road && came_by_road && is_wide_road(game, from, direction) {
        return Some(false);
    }
    let is_barred =
        game.is_artillery(unit) && units_in(game, state, from).any(|other| !game.is_artillery(other));
    (!is_barred).then_some(true)
}

/// Whether units through which it would have to move, those who move along excepted, are in a unit's hex: guns are in
/// the way of guns only. [GB 8.22 exception 1]
pub(super) fn is_among_friends(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let is_gun = game.is_artillery(unit);
    units_in(game, state, state.units[unit].hex).any(|other| {
        other != unit && (is_gun || !game.is_artillery(other)) && !state.units[other].has(Status::ALONG)
    })
}

/// A unit that comes to a stack with a bent wing bends with it, for a point. [GB 7.32]
fn joins_bent_stack(game: &Gbacw, state: &State, unit: Unit, to: Hex) -> bool {
    units_in(game, state, to).any(|other| refusal_in(game, state, other, to) != Refusal::None)
        && fits(game, state, unit, to)
}

/// A unit that may not stay in a hex must be able to pay its way out. [GB 8.11]
fn finds_room(game: &Gbacw, state: &State, unit: Unit, way: &Way, allowed: u8, worked: &HexSet) -> bool {
    if (way.minimum || affords_stay(state, unit, way, allowed)) && fits(game, state, unit, way.to) {
        return true;
    }
    let side = game.side(unit);
    if is_near_enemy(game, state, side, way.to) || way.minimum {
        return false;
    }
    let from = state.units[unit].hex;
    let came_by_road = way.entry.by_road && is_wide_road(game, from, way.direction);
    let has_foot = units_in(game, state, way.to).any(|other| !game.is_artillery(other));
    let is_gun = game.is_artillery(unit);
    let left = allowed.saturating_sub(paid(state, unit).saturating_add(way.cost));
    Direction::ALL.into_iter().any(|out| {
        let Some(beyond) = game.scenario.map.grid.neighbour(way.to, out) else { return false };
        let Some(next) = entry_among(game, state, unit, way.to, out, worked) else { return false };
        let along_road = came_by_road && next.by_road && is_wide_road(game, way.to, out);
        let ahead = arc(way.facing, Refusal::None, out) == Arc::Front;
        // Where it finds no room there is somebody.
        let toll = match (has_foot || is_gun) && !along_road {
            true if is_gun && has_foot => return false,
            true => 2 * game.tables.movement.move_through_friend_cost,
            false => 0,
        };
        (ahead || next.by_road)
            && next.halves + toll <= left
            && !has_enemy(state, side, beyond)
            && fits(game, state, unit, beyond)
    })
}

/// Whether orders and enemies let a unit into a hex. [GB 9.22, 9.23, 9.51, 9.52, 9.55, 12.34]
fn may_enter(game: &Gbacw, state: &State, unit: Unit, way: &Way) -> bool {
    let piece = &state.units[unit];
    let side = game.side(unit);
    let hex = way.to;
    if has_enemy(state, side, hex) || game.is_closed_to(state, side, hex) {
        return false;
    }
    if piece.order == OrderKind::March {
        return !is_near_enemy(game, state, side, hex) && !is_watched(game, state, side, hex, standoff(game));
    }
    let near = adjacent_enemies(game, state, side, hex);
    if game.is_artillery(unit) {
        return near.is_empty() && guns_may_enter(game, state, unit, hex);
    }
    if near.is_empty() {
        return true;
    }
    if piece.is_disordered() && !piece.did(Act::CAVALRY_CHARGE) {
        return false;
    }
    match piece.order {
        OrderKind::Attack => true,
        _ => {
            way.entry.by_crossing
                || near.into_iter().all(|enemy| {
                    is_impassable(game, state, unit, hex, enemy)
                        || stack(game, state, enemy).iter().all(|&other| game.is_artillery(other))
                })
        }
    }
}

/// Guns keep their distance: option 1 by sight, option 2 from horsemen. [GB 9.55]
fn guns_may_enter(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    let side = game.side(unit);
    let grid = &game.scenario.map.grid;
    let limits = &game.tables.artillery_near_enemy;
    if game.options.artillery_near_enemy == 1 {
        let near = u32::from(limits.option1_min_hexes_in_los) - 1;
        if !is_watched(game, state, side, hex, near) {
            return true;
        }
        let here = enemy_distance(game, state, side, state.start_hex);
        return here <= near
            && enemy_distance(game, state, side, hex) >= here
            && !state.units[unit].did(Act::FIRED);
    }
    let supported = grid.within(hex, 1) & friends(state, side);
    let has_support = supported
        .into_iter()
        .any(|near| stack(game, state, near).iter().any(|&other| other != unit && !game.is_artillery(other)));
    let horsemen =
        grid.within(hex, u32::from(limits.option2_mounted_cavalry_exclusion)) & enemies(state, side);
    has_support
        || !horsemen.into_iter().any(|near| {
            stack(game, state, near).iter().any(|&other| class(game, state, other) == MoveClass::Cavalry)
        })
}
