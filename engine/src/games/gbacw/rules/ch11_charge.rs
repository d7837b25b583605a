//! Chapter 11.5: the cavalry charge, declared before the move.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{act, brigade_of, class, enemies, light};
use super::super::state::{Act, Standing, State, Status};
use super::super::types::{MoveClass, OrderKind, Unit};
use super::ch02_cohesion::check;
use super::ch08_together::{fellow_riders, group, join};
use super::ch09_ways::ways;
use super::ch16_night;
use super::tell;
use crate::chance::Chance;

/// Whether the acting unit may declare a charge; one that has just mounted may, within its halved points. [GB 11.52, ruling 10]
fn may_charge(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let did = Act::MOVED
        .or(Act::FIRED)
        .or(Act::TURNED)
        .or(Act::CAVALRY_CHARGE)
        .or(Act::WITHDRAWING)
        .or(Act::RESTACKED);
    let range = 2 * u32::from(game.tables.movement.charge_max_mp);
    class(game, state, unit) == MoveClass::Cavalry
        && piece.order == OrderKind::Attack
        && !piece.did(did)
        && !piece.did(Act::STARTED_ADJACENT)
        && !piece.has(Status::OUT_OF_COMMAND.or(Status::BLOWN))
        && !piece.is_extended()
        && ch16_night::may_charge(game, light(game, state))
        && !state.formations[brigade_of(game, state, unit)].has(Standing::STAND.or(Standing::CONFUSED))
        && (game.sight.seen_from(piece.hex)
            & game.scenario.map.grid.within(piece.hex, range)
            & enemies(state, game.side(unit)))
        .first()
        .is_some()
}

pub fn offer(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if may_charge(game, state, unit) {
        out.push(Action::Charge);
    }
}

/// The charge begins if the top unit finds the nerve, for all riders of its stack; otherwise they stay where they
/// are. [GB 11.51, 11.53]
pub fn take<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    super::ch05_brigade::busy(game, state, unit);
    let fellows = fellow_riders(game, state, unit, |other| may_charge(game, state, other));
    for &other in &fellows {
        join(state, unit, other);
    }
    let riders = group(game, state, unit);
    let top = riders.first().copied().unwrap_or(unit);
    if check(game, state, top, 0, "11.53", chance) {
        for &rider in &riders {
            act(state, rider, Act::CAVALRY_CHARGE);
        }
        tell(chance, "charge", "11.53", || format!("{} charges.", game.name(unit)));
    } else {
        for &rider in &riders {
            act(state, rider, Act::DONE);
            act(state, rider, Act::NO_SHOCK);
        }
    }
}

/// A charge under way goes on; after its target moved off it may try to break off, once. [GB 11.53, 11.57]
pub fn must_ride_on(state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let is_free = !state.reacted.is_empty() && !piece.did(Act::TURNED);
    piece.did(Act::CAVALRY_CHARGE) && !piece.did(Act::CAME_ADJACENT) && !is_free
}

/// Whether a unit that ends its action may: a charge whose target moved off stops on a check. [GB 11.57]
pub fn breaks_off<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) -> bool {
    let piece = &state.units[unit];
    let pursues =
        piece.did(Act::CAVALRY_CHARGE) && !piece.did(Act::CAME_ADJACENT) && !state.reacted.is_empty();
    if !pursues || ways(game, state, unit).is_empty() || check(game, state, unit, 0, "11.57", chance) {
        return true;
    }
    // A charging unit never turns once it moves, so the flag is free to say that the one try is spent.
    act(state, unit, Act::TURNED);
    false
}
