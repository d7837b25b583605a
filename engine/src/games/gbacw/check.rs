//! Invariants of a state, named one by one.

use super::Gbacw;
use super::field::{parts, stands_in};
use super::phase::Phase;
use super::state::{Place, State, UNMARKED, mark};
use super::types::{HexSet, Side};
use crate::game::Broken;
use crate::set::Index;

/// Names the invariant that fails, if one does.
pub fn check(game: &Gbacw, state: &State) -> Result<(), Broken> {
    let broken = |message: String| Err(Broken(message));
    let turns = game.scenario.turns.len();
    if state.turn == 0 || usize::from(state.turn) > turns {
        return broken(format!("the turn must be 1 to {turns}, not {}", state.turn));
    }
    let hexes = game.scenario.map.grid.count_hexes();
    let mut occupied = [HexSet::EMPTY; 2];
    let mut sums = [[0u16; 2]; 2];
    for unit in game.units() {
        let piece = &state.units[unit];
        let id = game.unit_id(unit);
        let side = game.side(unit).index();
        let strength = piece.strength();
        sums[usize::from(game.is_artillery(unit))][side] += u16::from(strength);
        if strength > game.printed_sp(unit) {
            return broken(format!(
                "{id} has {strength} points, more than its {} printed (12.12)",
                game.printed_sp(unit)
            ));
        }
        if (strength == 0) != (piece.place == Place::Gone) {
            return broken(format!(
                "{id}: a unit is eliminated exactly when it has no strength left (12.13)"
            ));
        }
        let marked = if piece.on_map() { mark(piece.hex, piece.is_extended()) } else { UNMARKED };
        if state.marks[unit.index()] != marked {
            return broken(format!("the mark by which {id} is found is out of date"));
        }
        if !piece.on_map() {
            continue;
        }
        if piece.hex.index() >= hexes {
            return broken(format!("{id} stands off the map"));
        }
        if !piece.facing.fits(piece.order)
            && !matches!(state.phase(), Phase::Reform { .. })
            && state.acting.is_empty()
        {
            let pending = state.phases().iter().any(|phase| matches!(phase, Phase::Reform { .. }));
            if !pending {
                return broken(format!(
                    "{id}: {} does not suit {} orders (7.11)",
                    piece.facing.id(),
                    piece.order.id()
                ));
            }
        }
        if piece.is_present() {
            for hex in parts(game, state, unit) {
                occupied[side].insert(hex);
            }
        }
    }
    if occupied[0].intersects(occupied[1]) {
        let hex =
            (occupied[0] & occupied[1]).first().map(|hex| game.hex(hex).to_string()).unwrap_or_default();
        return broken(format!("{hex} holds units of both sides (9.51)"));
    }
    for side in Side::ALL {
        let i = side.index();
        if occupied[i] != state.occupied[i] {
            return broken(format!("the set of hexes held by {} is out of date", side.id()));
        }
        let printed = |guns: bool| -> u16 {
            game.units()
                .filter(|&unit| game.side(unit) == side && game.is_artillery(unit) == guns)
                .map(|unit| u16::from(game.printed_sp(unit)))
                .sum()
        };
        if sums[0][i] + state.lost_sp[i] != printed(false) {
            return broken(format!(
                "{}: {} strength points and {} lost do not make the {} printed (12.11)",
                side.id(),
                sums[0][i],
                state.lost_sp[i],
                printed(false)
            ));
        }
        if sums[1][i] + state.lost_guns[i] != printed(true) {
            return broken(format!(
                "{}: {} guns and {} lost do not make the {} printed (12.11)",
                side.id(),
                sums[1][i],
                state.lost_guns[i],
                printed(true)
            ));
        }
    }
    for leader in game.leaders() {
        let counter = &state.leaders[leader];
        if counter.place == Place::Map && counter.hex.index() >= hexes {
            return broken(format!("{} stands off the map", game.leader_id(leader)));
        }
    }
    levels(game, state)
}

/// Stack levels count from the top without gap, but for the place an extension marker takes.
fn levels(game: &Gbacw, state: &State) -> Result<(), Broken> {
    for unit in game.units() {
        let piece = &state.units[unit];
        if !piece.on_map() {
            continue;
        }
        let same = game.units().any(|other| {
            other != unit
                && state.units[other].on_map()
                && state.units[other].hex == piece.hex
                && state.units[other].level == piece.level
        });
        if same {
            return Err(Broken(format!(
                "{} shares its place in the stack with another unit",
                game.unit_id(unit)
            )));
        }
        if piece.level > 0 {
            let above = game.units().any(|other| {
                other != unit && stands_in(game, state, other, piece.hex) && {
                    let theirs = &state.units[other];
                    theirs.hex != piece.hex || theirs.level + 1 == piece.level
                }
            });
            if !above {
                return Err(Broken(format!("nothing lies above {} in its stack", game.unit_id(unit))));
            }
        }
    }
    Ok(())
}
