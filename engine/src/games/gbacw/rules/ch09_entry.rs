//! Chapter 9.7: reinforcements, and leaving by exit hexes.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    act, brigade_of, class, has_enemy, has_friend, is_near_enemy, is_watched, lift, own_formation, put,
    unit_near_enemy,
};
use super::super::state::{Act, ENTRY_QUEUES, Place, State, Status, TURN_ENDED};
use super::super::types::{AssignedOrder, Direction, Facing, Formation, Hex, Leader, OrderKind, Side, Unit};
use super::super::values::Cost;
use super::ch04_command::commanded_units;
use super::ch06_orders::{own_order, take_brigades_order};
use super::ch08_stacking::fits;
use super::tell;
use crate::chance::Chance;

/// The group a unit enters with.
fn group_of(game: &Gbacw, unit: Unit) -> Option<usize> {
    game.roster.entry_group(unit)
}

/// Whether a unit's hour of entry has come. [GB 9.71, 9.73]
pub fn has_arrived(game: &Gbacw, state: &State, unit: Unit) -> bool {
    group_of(game, unit).is_some_and(|group| game.scenario.oob.reinforcements[group].turn <= state.turn)
}

/// Whether a leader enters this turn, or waits to. [GB 9.71]
pub fn is_arriving_leader(game: &Gbacw, state: &State, leader: Leader) -> bool {
    state.leaders[leader].place == Place::Waiting
        && game
            .scenario
            .oob
            .reinforcements
            .iter()
            .any(|group| group.leaders.contains(leader) && group.turn <= state.turn)
}

/// Whether a brigade comes onto the map this turn: for its activations it counts as in command. [GB 9.71]
///
/// A brigadier who stays behind while his units are there counts on his own turn of entry only.
pub fn is_arriving(game: &Gbacw, state: &State, brigade: Formation) -> bool {
    let groups = &game.scenario.oob.reinforcements;
    let is_due_now = |leader| groups.iter().any(|g| g.leaders.contains(leader) && g.turn == state.turn);
    let units = game.scenario.oob.formation(brigade).units;
    let is_empty = !units.into_iter().any(|unit| state.units[unit].on_map());
    let leader_comes = game
        .leader_of(brigade)
        .is_some_and(|leader| is_arriving_leader(game, state, leader) && (is_empty || is_due_now(leader)));
    let comes = |unit: Unit| state.units[unit].place == Place::Waiting && has_arrived(game, state, unit);
    leader_comes || is_empty && units.into_iter().any(comes)
}

/// Orders of groups that come this turn without a choice. [GB 6.17]
pub fn arrive(game: &Gbacw, state: &mut State) {
    let turn = state.turn;
    for group in game.scenario.oob.reinforcements.iter().filter(|group| group.turn == turn) {
        let order = group.orders.fixed().unwrap_or(OrderKind::Advance);
        order_group(game, state, group, order);
    }
}

fn order_group(
    game: &Gbacw,
    state: &mut State,
    group: &super::super::entry::Reinforcement,
    order: OrderKind,
) {
    for unit in group.units {
        let is_gun = game.is_artillery(unit);
        let own = if is_gun && order == OrderKind::Attack { OrderKind::Advance } else { order };
        state.units[unit].order = own;
        let formation = own_formation(game, unit);
        let none_here =
            !game.units().any(|other| own_formation(game, other) == formation && state.units[other].on_map());
        if game.acts_as_brigade(formation) && none_here {
            state.formations[formation].order = own;
        }
    }
}

/// The fixed number of activations of a group on its turn of entry. [GB 5.28, 9.74]
pub fn cap_arrivals(game: &Gbacw, state: &mut State) {
    let turn = state.turn;
    for group in game.scenario.oob.reinforcements.iter().filter(|group| group.turn == turn) {
        let Some(most) = group.activations else { continue };
        for unit in group.units {
            let formation = own_formation(game, unit);
            state.formations[formation].cap = state.formations[formation].cap.min(most);
        }
    }
}

fn open_groups(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = usize> {
    let groups = &game.scenario.oob.reinforcements;
    (0..groups.len()).filter(move |&i| {
        let group = &groups[i];
        group.side == side
            && group.turn == state.turn
            && group.orders == AssignedOrder::Choice
            && !group.units.is_empty()
            && state.entry_settled >> (i % 32) & 1 == 0
    })
}

pub fn is_orders_open(game: &Gbacw, state: &State, side: Side) -> bool {
    open_groups(game, state, side).next().is_some()
}

/// Orders for a group about to enter. [GB 3.0 II/D, 9.71]
pub fn offer_orders(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    let Some(group) = open_groups(game, state, side).next() else { return };
    out.extend(OrderKind::ALL.map(|order| Action::EntryOrder { group: group as u8, order }));
}

pub fn take_orders(game: &Gbacw, state: &mut State, action: Action) {
    let Action::EntryOrder { group, order } = action else { return };
    state.entry_settled |= 1 << (group % 32);
    order_group(game, state, &game.scenario.oob.reinforcements[usize::from(group)], order);
}

/// Whether a waiting unit may enter in the activation under way. [GB 9.72, 9.73]
pub fn can_enter(game: &Gbacw, state: &State, unit: Unit) -> bool {
    state.units[unit].place == Place::Waiting && entry_hexes(game, state, unit).next().is_some()
}

/// Hexes where a unit may enter now. [GB 9.71, 9.72]
pub fn entry_hexes(game: &Gbacw, state: &State, unit: Unit) -> impl Iterator<Item = Hex> {
    let groups = &game.scenario.oob.reinforcements;
    let due = group_of(game, unit).map(|group| &groups[group]).filter(|group| group.turn <= state.turn);
    let hexes = due.map_or(&[][..], |group| &group.hexes[..]);
    let side = game.side(unit);
    let marches = state.units[unit].order == OrderKind::March;
    hexes.iter().copied().filter(move |&hex| {
        let standoff = u32::from(game.tables.order(OrderKind::March).march_standoff_hexes);
        let watched = marches
            && (is_near_enemy(game, state, side, hex) || is_watched(game, state, side, hex, standoff));
        !has_enemy(state, side, hex)
            && !watched
            && !is_behind_others(game, state, unit, hex)
            && fits(game, state, unit, hex)
            && entry_points(game, state, unit, hex) <= super::ch09_allowance::allowance(game, state, unit)
    })
}

/// Whether an earlier group due at the same hex has not all come. [GB 9.73]
fn is_behind_others(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    let groups = &game.scenario.oob.reinforcements;
    let Some(own) = group_of(game, unit).map(|group| &groups[group]) else { return false };
    groups.iter().any(|group| {
        group.side == own.side
            && group.turn < own.turn
            && group.hexes.contains(&hex)
            && group.units.into_iter().any(|other| state.units[other].place == Place::Waiting)
    })
}

/// The cost of entry, with those who came before by the same hex under the marker in use. [GB 9.72]
fn entry_points(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> u8 {
    let before = state.entered[queue(game, unit, hex)];
    before.saturating_add(own_points(game, state, unit, hex))
}

fn queue(game: &Gbacw, unit: Unit, hex: Hex) -> usize {
    game.roster.entry_place(game.side(unit), hex) % ENTRY_QUEUES
}

/// The cost of entry for a unit that comes first.
fn own_points(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> u8 {
    let map = &game.scenario.map;
    let order = state.units[unit].order;
    let terrain =
        map.terrain_record(&game.tables.chart, hex).cost.get(class(game, state, unit), Cost(Some(1))).0;
    let on_road = map.road_hexes.contains(hex) && order != OrderKind::Attack;
    match (on_road, order) {
        (true, OrderKind::March) => 1,
        (true, _) => 2,
        _ => 2 * terrain.unwrap_or(1),
    }
}

/// Enters the map, facing inward. [GB 9.71]
pub fn enter<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, hex: Hex, chance: &mut C) {
    let points = entry_points(game, state, unit, hex);
    state.entered[queue(game, unit, hex)] = points;
    let piece = &mut state.units[unit];
    piece.facing = inward(game, hex, piece.order);
    piece.spent = points;
    piece.status.set(Status::OUT_OF_COMMAND, false);
    put(game, state, unit, hex, false);
    super::ch08_stacking::adopt_facing(game, state, unit);
    act(state, unit, Act::MOVED);
    if unit_near_enemy(game, state, unit) {
        act(state, unit, Act::CAME_ADJACENT);
        if state.units[unit].order == OrderKind::Advance {
            // Under Advance no shock until its next activation. [GB 9.72]
            act(state, unit, Act::NO_SHOCK);
        }
    }
    super::ch09_movement::take_control(game, state, unit, hex);
    tell(chance, "enter", "9.71", || format!("{} enters at {}.", game.name(unit), game.hex(hex)));
    super::ch13_rally::keep_from_rest(game, state, unit);
}

/// Whether the leader of a unit's brigade is not of the group with which it enters. [GB 9.71]
fn comes_without_brigadier(game: &Gbacw, unit: Unit, brigade: Formation) -> bool {
    let leader = game.leader_of(brigade).filter(|_| game.acts_as_brigade(brigade));
    let group = group_of(game, unit).map(|group| &game.scenario.oob.reinforcements[group]);
    leader.zip(group).is_some_and(|(leader, group)| !group.leaders.contains(leader))
}

/// Units that came without their brigadier take his orders where they end a move in his range; for those on the march
/// the turn is over. [GB 9.71]
pub fn join_brigadier(game: &Gbacw, state: &mut State, units: &[Unit]) {
    for &unit in units {
        let brigade = brigade_of(game, state, unit);
        let joins = state.units[unit].is_present()
            && state.units[unit].order != own_order(game, state, unit, state.formations[brigade].order)
            && comes_without_brigadier(game, unit, brigade)
            && commanded_units(game, state, brigade).contains(unit);
        if joins {
            if state.units[unit].order == OrderKind::March {
                state.units[unit].acts = TURN_ENDED;
            }
            take_brigades_order(game, state, unit);
        }
    }
}

/// The facing towards the middle of the map, along the road if there is one.
fn inward(game: &Gbacw, hex: Hex, order: OrderKind) -> Facing {
    let map = &game.scenario.map;
    let road = Direction::ALL.into_iter().find(|&direction| {
        map.side(hex, direction).road.is_some() && map.grid.neighbour(hex, direction).is_some()
    });
    let middle =
        map.grid.hex(i32::from(map.grid.columns()) / 2, i32::from(map.grid.rows()) / 2).unwrap_or(hex);
    let direction = road.unwrap_or_else(|| {
        let inner = |direction: &Direction| {
            map.grid.neighbour(hex, *direction).map_or(u32::MAX, |to| map.grid.distance(to, middle))
        };
        Direction::ALL.into_iter().min_by_key(inner).unwrap_or(Direction::N)
    });
    if order == OrderKind::March { Facing::edge(direction) } else { Facing::vertex_after(direction) }
}

/// Leaders of the acting brigades, and commanders, who may come onto the map. [GB 9.71]
pub fn entering_leaders(game: &Gbacw, state: &State) -> impl Iterator<Item = Leader> {
    super::ch05_brigade::leaders_over(game, state).into_iter().filter(move |&leader| {
        let command = game.commands(leader);
        is_arriving_leader(game, state, leader)
            && game.leader_side(leader) == state.active
            && leader_entry_hex(game, state, leader).is_some()
            && (state.acting.contains(command)
                || game.rank(leader).depth() < 3
                    && (state.acting.into_iter().any(|brigade| game.is_within(brigade, command))))
    })
}

fn leader_entry_hex(game: &Gbacw, state: &State, leader: Leader) -> Option<Hex> {
    let side = game.leader_side(leader);
    let group = game.scenario.oob.reinforcements.iter().find(|group| group.leaders.contains(leader))?;
    group.hexes.iter().copied().find(|&hex| {
        let held = has_friend(state, side, hex);
        !has_enemy(state, side, hex) && (held || !is_near_enemy(game, state, side, hex))
    })
}

pub fn enter_leader(game: &Gbacw, state: &mut State, leader: Leader) {
    if let Some(hex) = leader_entry_hex(game, state, leader) {
        state.leaders[leader].place = Place::Map;
        state.leaders[leader].hex = hex;
    }
}

/// Enemy entry hexes stay closed until all who are due there have come. [GB 9.72]
pub fn is_entry_closed(game: &Gbacw, state: &State, side: Side, hex: Hex) -> bool {
    let groups = &game.scenario.oob.reinforcements;
    game.roster.entry_hexes.contains(hex)
        && groups.iter().any(|group| {
            group.side != side
                && group.hexes.contains(&hex)
                && group.units.into_iter().any(|unit| state.units[unit].place == Place::Waiting)
        })
}

/// Whether the acting unit may leave by an exit hex: one point, good order. [GB 9.56, ruling 41]
pub fn may_exit(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let side = game.side(unit);
    let by_exit =
        game.scenario.victory.exits.iter().any(|exit| exit.side == side && exit.hexes.contains(piece.hex));
    by_exit
        && !piece.is_disordered()
        && !piece.is_extended()
        && super::ch09_allowance::may_move(game, state, unit)
        && piece.spent.saturating_add(2) <= super::ch09_allowance::allowance(game, state, unit)
}

pub fn exit<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    let side = game.side(unit);
    let hex = state.units[unit].hex;
    let each = game
        .scenario
        .victory
        .exits
        .iter()
        .find(|exit| exit.side == side && exit.hexes.contains(hex))
        .map_or(0, |exit| exit.vp_per_sp.0.max(0) as u16);
    state.exit_vp[side.index()] += each * u16::from(state.units[unit].strength());
    tell(chance, "exit", "9.56", || format!("{} leaves the map.", game.name(unit)));
    lift(game, state, unit, Place::Exited);
    act(state, unit, Act::DONE);
}
