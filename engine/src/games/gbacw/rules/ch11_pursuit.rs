//! Chapter 11.47, 11.48, steps 6d and 6e: continued shock, disorder after it.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::shock::{AfterShock, after_shock};
use super::super::field::{
    Stack, act, brigade_of, enemies, has_enemy, is_near_enemy, parts, parts_at, stack, unit_near_enemy,
};
use super::super::grid::direction_in_arc;
use super::super::phase::{Body, Phase};
use super::super::state::{Act, Combat, CombatFlags, MOST_COMBATS, Standing, State, Status, UnitState};
use super::super::types::{
    Arc, Disorder, Facing, FormationSet, Hex, HexSet, OrderKind, Refusal, Unit, UnitSet,
};
use super::ch02_cohesion::check;
use super::ch08_stacking::fits;
use super::ch09_terrain::{entry, is_impassable};
use super::ch11_advance::{
    STOPPED, advance_line, has_advanced, lost_hexes, meet_line, part_can_enter, take_hex, winners,
    winning_side,
};
use super::ch11_declare::{defends, is_charger, is_pending_target, targets};
use super::ch12_losses::{Cause, disorder, lose, lose_from_top};
use super::ch12_retreat::{ask_leaders, companions};
use super::tell;
use crate::chance::Chance;

// ---------------------------------------------------------------- step 6d

/// What `held` says of a unit that stands beside an enemy and attacks him or not as it likes, until all have declared.
/// [GB 11.47]
pub const FREE: u8 = 1 << 7;
/// The most hexes beyond the one that was won. [GB 11.47]
const MOST_PURSUIT: u8 = 2;

/// Units that could go on: those who advanced, or all if a beaten enemy found no way back. [GB 11.47]
pub fn pursuers(game: &Gbacw, state: &State, index: u8) -> Stack {
    let Some(combat) = state.combats[usize::from(index)] else { return Stack::new() };
    let is_repulsed = combat.flags.has(CombatFlags::REPULSED);
    let mut units = winners(game, state, index, &combat);
    let stands = holds_out(state, index);
    units.retain(|unit| {
        let piece = &state.units[*unit];
        let stays = piece.held == 0 && !piece.did(Act::RETREAT.or(Act::SHIFTED));
        has_advanced(state, *unit)
            || stands && stays && (!is_repulsed || !targets(game, state, *unit).is_empty())
    });
    units
}

/// Whether the beaten side is still there because it found no way back. [GB 11.47, 12.44]
fn holds_out(state: &State, index: u8) -> bool {
    let own = state.combats[usize::from(index)];
    own.is_some_and(|combat| {
        let side = winning_side(state, index, &combat);
        lost_hexes(state, &combat).into_iter().any(|hex| has_enemy(state, side, hex))
    })
}

/// Whether the question of going on is open. [GB 11.47]
fn is_continue_open(game: &Gbacw, state: &State, index: u8) -> bool {
    let Some(combat) = state.combats[usize::from(index)] else { return false };
    combat.flags.has(CombatFlags::MAY_CONTINUE)
        && combat.continued < 6
        && state.combats.iter().filter(|combat| combat.is_none()).count() > 1
        && !pursuers(game, state, index).is_empty()
}

/// Asks whether to go on, or lets it be. Work. [GB 11.47]
pub fn open_continue(game: &Gbacw, state: &mut State, index: u8) -> bool {
    let is_open = is_continue_open(game, state, index);
    if !is_open {
        forget_advance(game, state, index);
    }
    is_open
}

/// Nobody asks any more who advanced: what is held back of a fire is counted in the same place. [GB 10.15]
fn forget_advance(game: &Gbacw, state: &mut State, index: u8) {
    let Some(combat) = state.combats[usize::from(index)] else { return };
    for unit in winners(game, state, index, &combat) {
        state.units[unit].held = 0;
    }
    state.yielded = [None; 4];
}

/// Whether a unit has to go on: it charged, and no enemy is beside it, or the one who could not retreat is. [GB 11.47]
fn must_continue(game: &Gbacw, state: &State, index: u8, unit: Unit) -> bool {
    let is_first = state.combats[usize::from(index)]
        .is_some_and(|combat| combat.continued == 0 && !combat.flags.has(CombatFlags::REPULSED));
    is_first
        && is_charger(game, state, unit)
        && (holds_out(state, index) || !unit_near_enemy(game, state, unit))
}

/// Nobody stays behind if one unit has to go on; the others choose for themselves. [GB 11.47]
pub fn offer_continue(game: &Gbacw, state: &State, index: u8, out: &mut Vec<Action>) {
    out.push(Action::Yes);
    if !pursuers(game, state, index).into_iter().any(|unit| must_continue(game, state, index, unit)) {
        out.push(Action::Pass);
    }
}

/// Goes on: perhaps a hex or two farther, then attacks as declared; until then one combat holds the party. [GB 11.47]
pub fn take_continue<C: Chance>(game: &Gbacw, state: &mut State, index: u8, action: Action, chance: &mut C) {
    state.pop();
    let Some(old) = state.combats[usize::from(index)] else { return };
    let Some(new) = (0..MOST_COMBATS).find(|&i| state.combats[i].is_none()) else { return };
    if action != Action::Yes {
        forget_advance(game, state, index);
        return;
    }
    let units = pursuers(game, state, index);
    state.yielded = [None; 4];
    let mut flags = CombatFlags(old.flags.0 & CombatFlags::BY_ACTIVE.or(CombatFlags::NO_BRIGADIER).0);
    if old.flags.has(CombatFlags::REPULSED) {
        flags = CombatFlags(0);
        flags.set(CombatFlags::BY_ACTIVE, !old.flags.has(CombatFlags::BY_ACTIVE));
    }
    flags.set(CombatFlags::RESOLVED, true);
    let party = Combat { defenders: [None; 4], continued: old.continued + 1, flags, swung_on: None };
    let stopped: UnitSet = units.iter().copied().filter(|&unit| state.units[unit].held == STOPPED).collect();
    for &unit in &units {
        let is_free = unit_near_enemy(game, state, unit) && !must_continue(game, state, index, unit);
        state.units[unit].combat = new as u8 + 1;
        state.units[unit].held = if is_free { FREE } else { 0 };
    }
    state.combats[new] = Some(party);
    tell(chance, "continued", "11.47", || "The shock goes on.".into());
    state.push(Phase::Declare { party: Some(new as u8), after: None, body: Body::Foot });
    for &unit in units.iter().rev() {
        let near = unit_near_enemy(game, state, unit);
        if !near && !stopped.contains(unit) && !state.is_full() {
            state.push(Phase::ContinueMove { combat: new as u8, unit, left: MOST_PURSUIT });
        }
    }
}

/// Facings open in a hex just entered: the old one, or one corner aside; a line's is bound to its markers. [GB 8.44, 11.47]
fn turns_of(state: &State, unit: Unit, facing: Facing) -> impl Iterator<Item = Facing> {
    let is_line = state.units[unit].is_line();
    turns(facing).into_iter().take(if is_line { 1 } else { 3 })
}

/// The old facing, or one corner aside.
pub(super) fn turns(facing: Facing) -> [Facing; 3] {
    [facing, facing.turned(-1), facing.turned(1)]
}

/// Whether a unit would have an enemy before it, or before a part of it, whom it can attack. [GB 11.47]
pub(super) fn has_mark(game: &Gbacw, state: &State, unit: Unit, hex: Hex, facing: Facing) -> bool {
    parts_at(game, hex, state.units[unit].extension, false).into_iter().any(|part| {
        let before = game.scenario.map.grid.front(part, facing) & enemies(state, game.side(unit));
        before.into_iter().any(|enemy| !is_impassable(game, state, unit, part, enemy))
    })
}

/// Steps of a pursuit from where a unit is or might be: not dearer than two points, and none beside an enemy. [GB 11.47]
///
/// With each, whether the ground is sure to stop the unit there.
fn pursuit(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    (hex, facing): (Hex, Facing),
) -> ArrayVec<(Hex, bool), 6> {
    if state.units[unit].is_extended() {
        return pursuit_of_line(game, state, unit, hex);
    }
    let side = game.side(unit);
    let mut open = ArrayVec::new();
    if is_near_enemy(game, state, side, hex) {
        return open;
    }
    for to in game.scenario.map.grid.front(hex, facing) {
        let Some(direction) = game.scenario.map.grid.direction(hex, to) else { continue };
        let Some(entry) = entry(game, state, unit, hex, direction) else { continue };
        if entry.halves <= 4 && !has_enemy(state, side, to) && fits(game, state, unit, to) {
            let stops = entry.disorder == Disorder::Automatic && state.units[unit].is_disordered();
            open.push((to, stops));
        }
    }
    open
}

/// A line pursues straight ahead, all of its parts at once; a step names the hex to which its counter goes. [GB 8.47, 11.47]
fn pursuit_of_line(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> ArrayVec<(Hex, bool), 6> {
    let grid = &game.scenario.map.grid;
    let piece = &state.units[unit];
    let own = parts_at(game, hex, piece.extension, false);
    let mut open = ArrayVec::new();
    if !piece.is_line() || own.iter().any(|&part| is_near_enemy(game, state, game.side(unit), part)) {
        return open;
    }
    for direction in direction_in_arc(piece.facing, Refusal::None, Arc::Front) {
        let step = |&part: &Hex| {
            let to = grid.neighbour(part, direction)?;
            let entry = entry(game, state, unit, part, direction)?;
            let is_open = entry.halves <= 4 && part_can_enter(game, state, unit, part, to);
            is_open.then_some(entry.disorder)
        };
        let worst = own.iter().map(step).try_fold(Disorder::None, |worst, next| Some(worst.max(next?)));
        if let (Some(worst), Some(to)) = (worst, grid.neighbour(hex, direction)) {
            open.push((to, worst == Disorder::Automatic && piece.is_disordered()));
        }
    }
    open
}

/// Whether a step of a pursuit brings an enemy before the unit, at once or with the hexes left after it. [GB 11.47]
fn closes(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    facing: Facing,
    (to, stops): (Hex, bool),
    left: u8,
) -> bool {
    turns_of(state, unit, facing).any(|turned| {
        has_mark(game, state, unit, to, turned) || !stops && can_close(game, state, unit, (to, turned), left)
    })
}

/// Whether a unit can still bring an enemy before it by so many hexes of pursuit. [GB 11.47]
pub(super) fn can_close(game: &Gbacw, state: &State, unit: Unit, at: (Hex, Facing), left: u8) -> bool {
    left > 0
        && pursuit(game, state, unit, at)
            .into_iter()
            .any(|step| closes(game, state, unit, at.1, step, left - 1))
}

/// Whether a unit charged in the first fight, so that it has no choice but to go on. [GB 11.47]
fn must_pursue(game: &Gbacw, state: &State, unit: Unit, combat: u8) -> bool {
    let own = state.combats[usize::from(combat)];
    let is_first = own.is_some_and(|own| own.continued == 1 && own.flags.has(CombatFlags::BY_ACTIVE));
    is_first && is_charger(game, state, unit)
}

pub fn is_pursuit_open(game: &Gbacw, state: &State, unit: Unit, left: u8) -> bool {
    let piece = &state.units[unit];
    left > 0 && piece.is_present() && !pursuit(game, state, unit, (piece.hex, piece.facing)).is_empty()
}

/// A hex or two, which must bring an enemy before the unit if they can; only who need not go on may stay. [GB 11.47]
pub fn offer_pursuit(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    let Phase::ContinueMove { combat, unit, left } = state.phase() else { return };
    let &UnitState { hex, facing, .. } = &state.units[unit];
    let mut steps = pursuit(game, state, unit, (hex, facing));
    let leads = |&step: &(Hex, bool)| closes(game, state, unit, facing, step, left.saturating_sub(1));
    let must = steps.iter().any(leads);
    if must {
        steps.retain(|step| leads(step));
    }
    if !must || left == MOST_PURSUIT && !must_pursue(game, state, unit, combat) {
        out.push(Action::Pass);
    }
    out.extend(steps.into_iter().map(|(to, _)| Action::Step(to)));
}

pub fn take_pursuit<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Phase::ContinueMove { combat, unit, left } = state.phase() else { return };
    let Action::Step(to) = action else {
        state.pop();
        return;
    };
    let with = companions(game, state, unit);
    let as_line =
        if state.units[unit].is_line() { advance_line(game, state, unit, action, chance) } else { None };
    let is_stopped = as_line.unwrap_or_else(|| take_hex(game, state, unit, to, chance));
    let left = if is_stopped { 0 } else { left.saturating_sub(1) };
    state.replace(Phase::ContinueMove { combat, unit, left });
    if as_line.is_some() {
        meet_line(state, unit, action);
    } else {
        state.push(Phase::AdvanceFacing { unit });
    }
    ask_leaders(game, state, &with, unit);
}

// ---------------------------------------------------------------- step 6e

/// Disorder of those who fought, when a combat and all that followed it are over. Work. [GB 11.48, 12.35d]
pub fn after<C: Chance>(game: &Gbacw, state: &mut State, combat: u8, chance: &mut C) {
    state.replace(Phase::Settle);
    // Before riders are blown, who have no March orders any more.
    surprise(game, state, combat, chance);
    let mut stacks = HexSet::EMPTY;
    for unit in game.units() {
        let piece = &state.units[unit];
        if !piece.has(Status::SHOCK_PENDING) {
            continue;
        }
        let (present, disordered) = (piece.is_present(), piece.did(Act::WAS_DISORDERED));
        let mounted = piece.is_mounted();
        let hex = piece.hex;
        state.units[unit].status.set(Status::SHOCK_PENDING, false);
        if !present {
            continue;
        }
        // The mark is on attackers, and on riders of both sides, who fare alike.
        match after_shock(true, game.arm(unit), mounted, disordered) {
            AfterShock::Nothing => {}
            AfterShock::Disordered => {
                if !state.units[unit].is_disordered() {
                    disorder(game, state, unit, Cause::AfterShock, chance);
                }
            }
            AfterShock::Blown => {
                disorder(game, state, unit, Cause::AfterShock, chance);
                state.units[unit].order = OrderKind::Advance;
            }
            AfterShock::StackLosesOne => stacks.insert(hex),
        }
    }
    for hex in stacks {
        let units = stack(game, state, hex);
        lose_from_top(game, state, &units, 1, chance);
    }
}

/// Whether a unit was attacked on the march in a combat that is over, also if it broke before the fight. [GB 11.48]
fn is_caught_marching(state: &State, unit: Unit, combat: &Combat) -> bool {
    let piece = &state.units[unit];
    let is_over = piece.is_present() || combat.flags.has(CombatFlags::BROKEN) || defends(combat, piece.hex);
    piece.order == OrderKind::March && piece.did(Act::FOUGHT) && is_over
}

/// Columns attacked on the march: their brigade forms up, and those not attacked are shaken. [GB 11.48]
fn surprise<C: Chance>(game: &Gbacw, state: &mut State, combat: u8, chance: &mut C) {
    let Some(combat) = state.combats[usize::from(combat)] else { return };
    let marching: FormationSet = game
        .units()
        .filter(|&unit| is_caught_marching(state, unit, &combat))
        .map(|unit| brigade_of(game, state, unit))
        .collect();
    for brigade in marching {
        state.formations[brigade].standing.set(Standing::SURPRISED, true);
        for unit in game.units() {
            let piece = &state.units[unit];
            // Those whose own fight is still to come take part in shock.
            let is_next = || parts(game, state, unit).iter().any(|&hex| is_pending_target(state, hex));
            let looks_on = brigade_of(game, state, unit) == brigade
                && piece.is_present()
                && !piece.did(Act::FOUGHT)
                && !is_next();
            if !looks_on || check(game, state, unit, 0, "11.48", chance) {
                continue;
            }
            if state.units[unit].is_disordered() {
                lose(game, state, unit, 1, chance);
            } else {
                disorder(game, state, unit, Cause::AfterShock, chance);
            }
            act(state, unit, Act::FOUGHT);
        }
        super::ch06_orders::settle_surprised(game, state);
    }
}
