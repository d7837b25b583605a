//! Chapter 4: command ranges, the chain of command, leaders left alone.

use std::cell::OnceCell;

use super::super::Gbacw;
use super::super::field::{
    brigade_of, command_range, enemies, exposed, friends, has_enemy, has_friend, is_near_enemy,
    own_formation, parts,
};
use super::super::grid::Grid;
use super::super::state::{Place, Standing, State, Status};
use super::super::types::{
    Formation, FormationSet, Hex, HexSet, Leader, MAX_HEXES, OrderKind, Side, Unit, UnitSet,
};
use super::ch09_terrain::{Ride, leader_entry};
use super::ch12_losses::kill;
use super::tell;
use crate::chance::Chance;
use crate::set::{Index, Table};

/// Cost in half points to every hex a leader's word or horse can reach; 255 beyond.
pub type Reach = Table<Hex, u8, MAX_HEXES>;

/// Distances in half leader points from a hex. [GB 4.15]
///
/// Not through closed terrain, enemy hexes, or hexes next to enemies unless a friendly combat unit holds them.
pub fn reach(game: &Gbacw, state: &State, side: Side, from: Hex, most: u8) -> Reach {
    spread(game, state, side, from, most, HexSet::EMPTY)
}

/// Hexes closed to a leader's word and horse.
fn barred(game: &Gbacw, state: &State, side: Side) -> HexSet {
    enemies(state, side) | (exposed(game, state, side) - friends(state, side))
}

/// Hexes with breastworks and those beside them, where steps may cost more than the ground.
fn around_works(game: &Gbacw, state: &State) -> HexSet {
    let grid = &game.scenario.map.grid;
    let worked = state.worked();
    worked.into_iter().fold(worked, |set, hex| set | grid.neighbours(hex))
}

/// Hexes where a leader's way may be closed, or longer than the ground makes it.
fn hindered(game: &Gbacw, state: &State, side: Side) -> HexSet {
    barred(game, state, side) | around_works(game, state)
}

/// Whether the ground alone keeps a hex out of a leader's range.
fn is_too_far(game: &Gbacw, from: Hex, to: Hex, most: u8) -> bool {
    game.ground.rides_to(to)[from.index()] > most
}

/// Whether nothing can hinder a leader's word within his range: then the ground alone decides.
fn is_unhindered(game: &Gbacw, hindered: &HexSet, from: Hex, most: u8) -> bool {
    // No step is shorter than half a point, so none of his ways leads farther away than this.
    game.ground.shortest_ride > 0
        && most <= Grid::RINGS as u8
        && !game.scenario.map.grid.is_any_within(from, u32::from(most), hindered)
}

/// Whether a way that takes the best open step each time is short enough.
///
/// With the length of every way over free ground known, nearly all are in range by such a way or too far away, and
/// few have to be searched for: a random decision of the small battle takes 300 instructions less (4 %).
fn goes_straight(game: &Gbacw, hindered: &HexSet, from: Hex, to: Hex, most: u8) -> bool {
    let (mut here, mut left) = (from, most);
    let rides = game.ground.rides_to(to);
    let whole = |ride: &Ride| ride.halves.saturating_add(rides[ride.to.index()]);
    while here != to {
        let open = game.ground.rides(here).filter(|ride| !hindered.contains(ride.to));
        match open.min_by_key(whole) {
            Some(ride) if whole(&ride) <= left && ride.halves > 0 => {
                left -= ride.halves;
                here = ride.to;
            }
            _ => return false,
        }
    }
    true
}

/// [`reach`], broken off as soon as every hex of `wanted` is reached, if any is wanted: whether a hex is within
/// `most` is then right, but a cheaper way may have been missed.
fn spread(game: &Gbacw, state: &State, side: Side, from: Hex, most: u8, mut wanted: HexSet) -> Reach {
    let mut cost = Reach::filled(u8::MAX);
    cost[from] = 0;
    let stops = !wanted.is_empty();
    wanted.remove(from);
    let mut queue = [Hex(0); MAX_HEXES];
    let mut queued = HexSet::single(from);
    let (mut head, mut tail) = (0, 1);
    queue[0] = from;
    let grid = &game.scenario.map.grid;
    let (barred, worked) = (barred(game, state, side), state.worked());
    while head != tail && !(stops && wanted.is_empty()) {
        let here = queue[head];
        head = (head + 1) % MAX_HEXES;
        queued.remove(here);
        let beside_work = worked.contains(here) || worked.intersects(grid.neighbours(here));
        for ride in game.ground.rides(here) {
            let to = ride.to;
            // Breastworks never make a way shorter.
            let total = cost[here].saturating_add(ride.halves);
            if total > most || total >= cost[to] || barred.contains(to) {
                continue;
            }
            let total = if beside_work {
                let Some(step) = leader_entry(game, state, here, ride.direction, &worked) else { continue };
                cost[here].saturating_add(step)
            } else {
                total
            };
            if total <= most && total < cost[to] {
                cost[to] = total;
                wanted.remove(to);
                if !queued.contains(to) {
                    queued.insert(to);
                    queue[tail] = to;
                    tail = (tail + 1) % MAX_HEXES;
                }
            }
        }
    }
    cost
}

/// Whether a hex is in a leader's command range; adjacent units always are. [GB 4.15]
pub fn is_in_range(game: &Gbacw, state: &State, leader: Leader, hex: Hex) -> bool {
    let found = OnceCell::new();
    is_in_range_past(game, state, leader, hex, |side| found.get_or_init(|| hindered(game, state, side)))
}

/// [`is_in_range`] where [`hindered`] is found by the caller: once a side for the whole chain of command.
fn is_in_range_past<'a>(
    game: &Gbacw,
    state: &State,
    leader: Leader,
    hex: Hex,
    hindered: impl Fn(Side) -> &'a HexSet,
) -> bool {
    let counter = &state.leaders[leader];
    if counter.place != Place::Map {
        return false;
    }
    let range = 2 * command_range(game, state, leader);
    if counter.hex == hex {
        return true;
    }
    if is_too_far(game, counter.hex, hex, range) {
        return false;
    }
    let side = game.leader_side(leader);
    let hindered = hindered(side);
    is_unhindered(game, hindered, counter.hex, range)
        || goes_straight(game, hindered, counter.hex, hex, range)
        || spread(game, state, side, counter.hex, range, HexSet::single(hex))[hex] <= range
}

/// Whether a leader is in range of his superior. [GB 4.22]
///
/// A top formation needs none. While a leader is off the map, those below him are out of range, unless a rule of the
/// battle stands in for him.
fn is_leader_in_range<'a>(
    game: &Gbacw,
    state: &State,
    formation: Formation,
    hindered: impl Fn(Side) -> &'a HexSet,
) -> bool {
    let Some(parent) = game.parent(formation) else { return true };
    let (Some(leader), Some(superior)) = (game.leader_of(formation), game.leader_of(parent)) else {
        return false;
    };
    if state.leaders[superior].place == Place::Waiting && game.stands_in_for(parent) {
        return true;
    }
    let counter = &state.leaders[leader];
    counter.place == Place::Map && is_in_range_past(game, state, superior, counter.hex, hindered)
}

/// Settles who is in command for the turn. [GB 4.23]
pub fn determine_chain(game: &Gbacw, state: &mut State) {
    let both = Side::ALL.map(|side| hindered(game, state, side));
    let hindered = |side: Side| &both[side.index()];
    for formation in game.formations() {
        let is_in = is_leader_in_range(game, state, formation, hindered);
        state.formations[formation].standing.set(Standing::IN_COMMAND, is_in);
    }
    for formation in game.formations() {
        let commanded = commanded_past(game, state, formation, hindered);
        for unit in game.scenario.oob.formation(formation).units {
            let piece = &mut state.units[unit];
            let out = piece.on_map() && !commanded.contains(unit) && piece.order != OrderKind::March;
            piece.status.set(Status::OUT_OF_COMMAND, out);
        }
    }
}

/// Units of a formation in range of its leader, directly or through a chain of neighbours. [GB 4.22]
pub fn commanded_units(game: &Gbacw, state: &State, formation: Formation) -> UnitSet {
    let found = OnceCell::new();
    commanded_past(game, state, formation, |side| found.get_or_init(|| hindered(game, state, side)))
}

/// [`commanded_units`] where [`hindered`] is found by the caller.
fn commanded_past<'a>(
    game: &Gbacw,
    state: &State,
    formation: Formation,
    hindered: impl Fn(Side) -> &'a HexSet,
) -> UnitSet {
    let mut commanded = UnitSet::EMPTY;
    let Some(leader) = game.leader_of(formation) else { return commanded };
    let counter = &state.leaders[leader];
    if counter.place != Place::Map {
        return commanded;
    }
    let grid = &game.scenario.map.grid;
    let own: UnitSet = game
        .roster
        .followers(formation)
        .into_iter()
        .filter(|&unit| {
            let belongs =
                own_formation(game, unit) == formation || brigade_of(game, state, unit) == formation;
            belongs && state.units[unit].on_map()
        })
        .collect();
    for unit in own {
        if parts(game, state, unit).iter().any(|&hex| grid.distance(hex, counter.hex) <= 1) {
            commanded.insert(unit);
        }
    }
    commanded = with_neighbours(game, state, own, commanded);
    if commanded == own {
        return commanded;
    }
    // Only now is it worth while to look how far the leader's word goes.
    let range = 2 * command_range(game, state, leader);
    let in_reach = |units: UnitSet| {
        let hexes = units.into_iter().flat_map(|unit| parts(game, state, unit));
        hexes.filter(|&hex| !is_too_far(game, counter.hex, hex, range)).collect::<HexSet>()
    };
    if in_reach(own - commanded).is_empty() {
        return commanded;
    }
    let side = game.leader_side(leader);
    let hindered = hindered(side);
    let is_free = is_unhindered(game, hindered, counter.hex, range);
    let hears = |hex: Hex| match is_free {
        true => !is_too_far(game, counter.hex, hex, range),
        false => goes_straight(game, hindered, counter.hex, hex, range),
    };
    for unit in own - commanded {
        if parts(game, state, unit).into_iter().any(hears) {
            commanded.insert(unit);
        }
    }
    commanded = with_neighbours(game, state, own, commanded);
    let wanted = in_reach(own - commanded);
    if wanted.is_empty() {
        return commanded;
    }
    let cost = spread(game, state, side, counter.hex, range, wanted);
    for unit in own - commanded {
        if parts(game, state, unit).iter().any(|&hex| cost[hex] <= range) {
            commanded.insert(unit);
        }
    }
    with_neighbours(game, state, own, commanded)
}

/// The units among `own` that touch commanded ones, directly or through each other. [GB 4.22]
fn with_neighbours(game: &Gbacw, state: &State, own: UnitSet, mut commanded: UnitSet) -> UnitSet {
    let grid = &game.scenario.map.grid;
    loop {
        let before = commanded;
        for unit in own - commanded {
            let hexes = parts(game, state, unit);
            let touches = commanded.into_iter().any(|other| {
                let theirs = parts(game, state, other);
                hexes.iter().any(|&a| theirs.iter().any(|&b| grid.distance(a, b) <= 1))
            });
            if touches {
                commanded.insert(unit);
            }
        }
        if commanded == before {
            return commanded;
        }
    }
}

/// Leaders found alone beside an enemy ride to the nearest friendly unit, or are lost. [GB 12.73]
pub fn rescue_leaders<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    for leader in game.leaders() {
        let counter = state.leaders[leader];
        let side = game.leader_side(leader);
        if counter.place != Place::Map || has_friend(state, side, counter.hex) {
            continue;
        }
        let is_caught = has_enemy(state, side, counter.hex);
        if !is_caught && !is_near_enemy(game, state, side, counter.hex) {
            continue;
        }
        let cost = reach(game, state, side, counter.hex, u8::MAX - 1);
        let refuge = game
            .units()
            .filter(|&unit| state.units[unit].is_present() && game.side(unit) == side)
            .map(|unit| (cost[state.units[unit].hex], state.units[unit].hex))
            .filter(|&(points, _)| points < u8::MAX)
            .min_by_key(|&(points, hex)| (points, hex.0));
        match refuge {
            Some((_, hex)) if !is_caught => {
                state.leaders[leader].hex = hex;
                tell(chance, "leader_rides", "12.73", || {
                    format!("{} rides to {}.", game.leader_name(state, leader), game.hex(hex))
                });
            }
            _ => kill(game, state, leader, chance),
        }
    }
}

/// Whether a battery may serve a brigade if none serves it yet: one of its own division. [GB 4.32, 5.33]
pub(super) fn could_serve(game: &Gbacw, unit: Unit, to: Formation) -> bool {
    use super::super::types::Rank;
    let own = own_formation(game, unit);
    game.is_artillery(unit)
        && matches!(game.level_of(own), Rank::Division | Rank::Artillery)
        && game.level_of(to) == Rank::Brigade
        && game.division(own).is_some()
        && game.division(own) == game.division(to)
}

/// Brigades that a battery serves already.
pub(super) fn served(game: &Gbacw, state: &State) -> FormationSet {
    let attached = game.roster.attachable.into_iter().filter_map(|unit| state.units[unit].attached);
    attached.map(|to| to.formation()).collect()
}
