//! Chapter 14.2: mounting and dismounting.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::fire::Ammo;
use super::super::field::{brigade_of, unit_near_enemy};
use super::super::state::{Act, Standing, State, Status};
use super::super::types::{Arm, Unit};
use super::ch08_stacking::fits;
use super::tell;
use crate::chance::Chance;

/// Whether the acting unit may change its way of fighting: at the start of its action, away from the enemy. [GB 14.22]
fn may_change(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let did =
        Act::MOVED.or(Act::FIRED).or(Act::TURNED).or(Act::RALLIED).or(Act::RESTACKED).or(Act::CAVALRY_CHARGE);
    game.arm(unit) == Arm::Cavalry
        && !piece.did(did.or(Act::WITHDRAWING).or(Act::DONE))
        && !piece.has(Status::REMOUNTED.or(Status::BLOWN).or(Status::BUILDING))
        && !piece.is_extended()
        && !unit_near_enemy(game, state, unit)
        && !state.formations[brigade_of(game, state, unit)].has(Standing::STAND.or(Standing::CONFUSED))
        && {
            let mut trial = *state;
            trial.units[unit].status.set(Status::MOUNTED, !piece.is_mounted());
            fits(game, &trial, unit, piece.hex)
        }
}

pub fn offer(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if game.arm(unit) == Arm::Cavalry && may_change(game, state, unit) {
        out.push(if state.units[unit].is_mounted() { Action::Dismount } else { Action::Mount });
    }
}

/// Mounts or dismounts; the allowance of the new side is halved this activation. [GB 14.21, 14.22, 10.94]
pub fn take<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    let piece = &mut state.units[unit];
    let mounts = !piece.is_mounted();
    piece.status.set(Status::MOUNTED, mounts);
    piece.status.set(Status::REMOUNTED, true);
    if mounts {
        piece.set_ammo(0, Ammo::Full);
    }
    tell(chance, "mount", "14.22", || {
        format!("{} {}.", game.name(unit), if mounts { "mounts" } else { "dismounts" })
    });
}
