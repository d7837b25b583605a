//! Chapter 9: how far a unit may move, and whether it may.

use super::super::Gbacw;
use super::super::field::{brigade_of, is_watched, tiredness};
use super::super::state::{Act, Marker, Standing, State, Status};
use super::super::types::{OrderKind, Unit};
use crate::set::Index;

/// Movement allowance in half points for this activation. [GB 9.11, 9.12, 9.22, 9.24, 10.61, 11.58, 12.33, 14.22, 17.31]
pub fn allowance(game: &Gbacw, state: &State, unit: Unit) -> u8 {
    let piece = &state.units[unit];
    let record = &game.scenario.oob.units[unit.index()];
    let printed = if piece.is_mounted() { record.mounted_ma } else { record.ma };
    let mut points = printed[usize::from(piece.is_disordered())];
    let movement = &game.tables.movement;
    if piece.has(Status::BLOWN) {
        points = game.tables.blown_cavalry.ma_factor.of_rounded_up(points);
    }
    if piece.has(Status::REMOUNTED) {
        points = movement.mount_dismount_ma_factor.of_rounded_up(points);
    }
    points = game.tables.order(piece.order).ma_factor.of_rounded_up(points);
    if game.is_artillery(unit) && piece.did(Act::FIRED) {
        points = movement.artillery_fire_ma_factor.of_rounded_up(points);
    }
    if state.storm > 0 {
        points = game.tables.thunderstorm.ma_factor.of_rounded_up(points);
    }
    let tired = tiredness(game, state, unit) as u8;
    points = points.saturating_sub(tired);
    if piece.did(Act::CAVALRY_CHARGE) {
        points = points.min(movement.charge_max_mp);
    }
    if piece.order == OrderKind::March && matches!(state.marker, Marker::March(_)) {
        points = points.saturating_mul(equivalents(game, state, unit)).min(120);
    }
    2 * points
}

/// [`allowance`] of a unit that may move.
pub fn points(game: &Gbacw, state: &State, unit: Unit) -> Option<u8> {
    may_move(game, state, unit).then(|| allowance(game, state, unit))
}

/// How many activations' worth of movement a March marker gives. [GB 5.28, 5.35, 9.74]
pub fn equivalents(game: &Gbacw, state: &State, unit: Unit) -> u8 {
    let brigade = brigade_of(game, state, unit);
    let formation = &state.formations[brigade];
    let most = game.tables.activation.march_equivalents_max;
    let markers = game.division(brigade).map_or(most, |division| state.formations[division].markers);
    let most = if formation.has(Standing::NEW_MARCH) { most.min(markers.max(1)) } else { most };
    most.min(formation.cap)
}

/// Movement allowance in good order, not halved: the measure of the one-hex minimum. [GB 9.42]
pub(super) fn full_allowance(game: &Gbacw, state: &State, unit: Unit) -> u8 {
    let record = &game.scenario.oob.units[unit.index()];
    2 * if state.units[unit].is_mounted() { record.mounted_ma[0] } else { record.ma[0] }
}

/// Whether a unit may spend movement points at all now.
pub fn may_move(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let brigade = &state.formations[brigade_of(game, state, unit)];
    if piece.did(Act::DONE.or(Act::CAME_ADJACENT).or(Act::RALLIED).or(Act::RESTACKED))
        || brigade.has(Standing::STAND.or(Standing::CONFUSED))
        || piece.has(Status::BUILDING)
    {
        return false;
    }
    // Advance moves or fires. [GB 6.15] Guns may do both if they fired as guns that move. [GB 10.61]
    let has_fired = piece.did(Act::FIRED);
    let is_settled =
        if game.is_artillery(unit) { !piece.did(Act::MOVED) } else { piece.order == OrderKind::Advance };
    if has_fired && is_settled {
        return false;
    }
    piece.order != OrderKind::March
        || piece.did(Act::MOVED)
        || !is_watched(game, state, game.side(unit), piece.hex, standoff(game))
}

pub(super) fn standoff(game: &Gbacw) -> u32 {
    u32::from(game.tables.order(OrderKind::March).march_standoff_hexes)
}
