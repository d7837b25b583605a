//! Chapter 11.46, 12.6, step 6c: the advance after combat.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    Stack, act, arc_towards, has_enemy, is_near_enemy, nearest_corner, parts, refresh, shift, stack,
};
use super::super::grid::{arc, direction_in_arc};
use super::super::phase::Phase;
use super::super::state::{Act, Combat, CombatFlags, State, Status, UnitState};
use super::super::types::{Arc, Direction, Disorder, Facing, Hex, OrderKind, Refusal, Side, Unit};
use super::ch02_cohesion::check;
use super::ch08_extension::{new_hexes, pivot};
use super::ch08_stacking::{enters_on_top, fits};
use super::ch09_terrain::entry;
use super::ch11_declare::{attackers, attacking_side, defender_hexes, is_charger};
use super::ch11_pursuit::{can_close, has_mark, turns};
use super::ch11_resolve::defenders;
use super::ch12_losses::man_guns;
use super::ch12_retreat::{ask_leaders, companions};
use super::tell;
use crate::chance::Chance;

/// What `held` says of a unit that advanced and goes no farther, because of the ground. [GB 11.47, 12.6]
pub(super) const STOPPED: u8 = 3;

/// Whether a unit may take a hex after combat. [GB 12.6, 11.46]
pub fn can_advance_into(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    if state.units[unit].is_line() {
        return !line_advances(game, state, unit, hex).is_empty();
    }
    let from = state.units[unit].hex;
    let Some(direction) = game.scenario.map.grid.direction(from, hex) else { return false };
    !has_enemy(state, game.side(unit), hex)
        && (entry(game, state, unit, from, direction).is_some()
            || game.scenario.map.side(from, direction).crossing.is_some())
        && fits(game, state, unit, hex)
}

/// Whether a part of a line may step over a hexside after combat. [GB 8.47]
pub(super) fn part_can_enter(game: &Gbacw, state: &State, unit: Unit, part: Hex, to: Hex) -> bool {
    let direction = game.scenario.map.grid.direction(part, to);
    direction.is_some_and(|direction| entry(game, state, unit, part, direction).is_some())
        && !has_enemy(state, game.side(unit), to)
        && stack(game, state, to).iter().all(|&other| other == unit || game.is_artillery(other))
}

/// How a line may take a hex: forward as a line, or swinging on one end; drawn in only if neither can be. [GB 8.47]
///
/// A step names the hex to which the counter goes.
fn line_advances(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> ArrayVec<Action, 6> {
    let grid = &game.scenario.map.grid;
    let own = parts(game, state, unit);
    let mut ways = ArrayVec::new();
    let ahead = direction_in_arc(state.units[unit].facing, Refusal::None, Arc::Front);
    for direction in ahead {
        let all = own.iter().all(|&part| {
            grid.neighbour(part, direction).is_some_and(|to| part_can_enter(game, state, unit, part, to))
        });
        let takes = own.iter().any(|&part| grid.neighbour(part, direction) == Some(hex));
        if let Some(to) = grid.neighbour(own[0], direction).filter(|_| all && takes) {
            ways.push(Action::Step(to));
        }
    }
    for turn in [-1, 1] {
        let Some(way) = pivot(game, state, unit, turn) else { continue };
        let new = new_hexes(game, state, unit, &way);
        let open = new
            .iter()
            .all(|&to| own.iter().chain(&new).any(|&part| part_can_enter(game, state, unit, part, to)));
        if new.contains(&hex) && open {
            ways.push(way.action);
        }
    }
    if ways.is_empty() && own.iter().any(|&part| part_can_enter(game, state, unit, part, hex)) {
        ways.push(Action::Step(hex));
    }
    ways
}

/// A line advances as a line; nothing if it had to draw in and goes on as other units do. [GB 8.47]
///
/// Otherwise whether the ground stops it, see [`take_hex`].
pub(super) fn advance_line<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    action: Action,
    chance: &mut C,
) -> Option<bool> {
    let own = parts(game, state, unit);
    let grid = &game.scenario.map.grid;
    let ground = match action {
        Action::Pivot { .. } => {
            let ways = [-1, 1].into_iter().filter_map(|turn| pivot(game, state, unit, turn));
            let way = ways.into_iter().find(|way| way.action == action)?;
            let piece = &mut state.units[unit];
            (piece.hex, piece.extension, piece.facing) = (way.counter, way.extension, way.facing);
            way.disorder
        }
        Action::Step(to) => {
            let forward = grid.direction(own[0], to).filter(|&direction| {
                own.iter().all(|&part| {
                    let next = grid.neighbour(part, direction);
                    next.is_some_and(|next| part_can_enter(game, state, unit, part, next))
                })
            });
            let Some(forward) = forward else {
                let near = own.iter().copied().find(|&part| part_can_enter(game, state, unit, part, to));
                super::ch08_extension::contract(game, state, unit, near.unwrap_or(own[0]));
                return None;
            };
            let steps = own.iter().filter_map(|&part| entry(game, state, unit, part, forward));
            let worst = steps.map(|step| step.disorder).max();
            state.units[unit].hex = to;
            worst.unwrap_or_default()
        }
        _ => return None,
    };
    let after = parts(game, state, unit);
    for &hex in own.iter().chain(&after) {
        refresh(game, state, hex);
    }
    act(state, unit, Act::SHIFTED);
    // As one unit, by the worst that any part meets. [GB 8.44, 12.6]
    let was_disordered = state.units[unit].is_disordered();
    let fails = match ground {
        Disorder::None => false,
        Disorder::Check => !check(game, state, unit, 0, "12.6", chance),
        Disorder::Automatic => true,
    };
    if fails {
        state.units[unit].status.set(Status::DISORDERED, true);
    }
    for &hex in &after {
        super::ch09_movement::take_control(game, state, unit, hex);
    }
    // After combat even a line in disorder brings crews back. [GB 12.81]
    for &hex in after.iter().filter(|hex| !own.contains(hex)) {
        man_guns(game, state, unit, hex, chance);
    }
    super::ch04_command::rescue_leaders(game, state, chance);
    Some(fails && was_disordered)
}

/// The enemy beside a line that advanced may turn to meet it. [GB 9.61]
pub(super) fn meet_line(state: &mut State, unit: Unit, action: Action) {
    let mut hex = state.units[unit].hex;
    if let Action::Pivot { fixed, .. } = action {
        state.push(Phase::AfterPivot { unit, fixed });
        hex = fixed;
    }
    state.push(Phase::ReactionFacing { hex, unit });
}

/// The enemy beside the hex taken may turn to meet it. [GB 9.61]
fn meet_reaction(game: &Gbacw, state: &mut State, unit: Unit) {
    let hex = state.units[unit].hex;
    if is_near_enemy(game, state, game.side(unit), hex) {
        state.push(Phase::ReactionFacing { hex, unit });
    }
}

/// The hexes that the loser of a combat left or was to leave. [GB 11.46]
pub(super) fn lost_hexes(state: &State, combat: &Combat) -> ArrayVec<Hex, 4> {
    if combat.flags.has(CombatFlags::REPULSED) {
        return state.yielded.iter().flatten().map(|code| code.hex()).collect();
    }
    defender_hexes(combat).collect()
}

/// The side that won a combat, thrown back or not.
pub(super) fn winning_side(state: &State, index: u8, combat: &Combat) -> Side {
    let attacker = attacking_side(state, Some(index));
    if combat.flags.has(CombatFlags::REPULSED) { attacker.other() } else { attacker }
}

/// Of the lost hexes those that a winner may enter.
fn vacated(game: &Gbacw, state: &State, combat: &Combat, unit: Unit) -> ArrayVec<Hex, 4> {
    let mut hexes = lost_hexes(state, combat);
    hexes.retain(|hex| can_advance_into(game, state, unit, *hex));
    hexes
}

/// Defenders who threw an attack back and may go on, where they stood or where they have advanced to. [GB 11.46, 11.47, 11.64]
fn victors(game: &Gbacw, state: &State, index: u8, combat: &Combat) -> Stack {
    let side = winning_side(state, index, combat);
    let mut units = defenders(game, state, combat, side);
    for hex in lost_hexes(state, combat) {
        let came = stack(game, state, hex).into_iter().filter(|&unit| has_advanced(state, unit));
        for unit in came {
            if !units.contains(&unit) && !units.is_full() {
                units.push(unit);
            }
        }
    }
    units.retain(|unit| {
        let piece = &state.units[*unit];
        game.side(*unit) == side
            && !game.is_artillery(*unit)
            && piece.order != OrderKind::March
            && !piece.did(Act::RETREAT)
    });
    units
}

/// Those who won a combat: its attackers, or the defenders who threw them back. [GB 11.46]
pub(super) fn winners(game: &Gbacw, state: &State, index: u8, combat: &Combat) -> Stack {
    if combat.flags.has(CombatFlags::REPULSED) {
        victors(game, state, index, combat)
    } else {
        attackers(game, state, usize::from(index))
    }
}

pub(super) fn has_advanced(state: &State, unit: Unit) -> bool {
    matches!(state.units[unit].held, 1 | STOPPED)
}

/// The next unit that has to be asked about its advance. [GB 11.46]
pub fn advancer(game: &Gbacw, state: &State, index: u8) -> Option<Unit> {
    let combat = state.combats[usize::from(index)]?;
    let mut units = winners(game, state, index, &combat);
    units.retain(|unit| {
        let piece = &state.units[*unit];
        piece.held == 0 && !piece.did(Act::RETREAT) && !vacated(game, state, &combat, *unit).is_empty()
    });
    units.sort_by_key(|&unit| (!is_charger(game, state, unit), state.units[unit].level));
    units.first().copied()
}

/// Into a hex the loser left; free for defenders, and for attackers if the enemy slipped away before. [GB 11.35, 11.46]
pub fn offer_advance(game: &Gbacw, state: &State, index: u8, out: &mut Vec<Action>) {
    let (Some(unit), Some(combat)) = (advancer(game, state, index), state.combats[usize::from(index)]) else {
        return;
    };
    if combat.flags.has(CombatFlags::WITHDREW.or(CombatFlags::REPULSED)) {
        out.push(Action::Pass);
    }
    for hex in vacated(game, state, &combat, unit) {
        if state.units[unit].is_line() {
            // Two vacated hexes may be taken by one and the same move.
            for way in line_advances(game, state, unit, hex) {
                if !out.contains(&way) {
                    out.push(way);
                }
            }
        } else {
            out.push(Action::Step(hex));
        }
    }
    if may_turn_freely(game, state, unit, &combat) {
        let own = &state.units[unit];
        let others = super::ch07_facing::facings(own.order).into_iter().filter(|&to| to != own.facing);
        out.extend(others.map(Action::Face));
    }
}

/// Whether a defender who stays where he is may turn as he likes: he was attacked from flank or rear. [GB 11.46]
fn may_turn_freely(game: &Gbacw, state: &State, unit: Unit, combat: &Combat) -> bool {
    let piece = &state.units[unit];
    let from_aside = |hex: Hex| {
        let direction = game.scenario.map.grid.direction(piece.hex, hex);
        direction.is_some_and(|side| !arc_towards(game, state, unit, piece.hex, side).is_front())
    };
    combat.flags.has(CombatFlags::REPULSED)
        && !piece.is_extended()
        && lost_hexes(state, combat).into_iter().any(from_aside)
}

pub fn take_advance<C: Chance>(game: &Gbacw, state: &mut State, index: u8, action: Action, chance: &mut C) {
    let Some(unit) = advancer(game, state, index) else { return };
    match action {
        Action::Pass => state.units[unit].held = 2,
        Action::Face(facing) => {
            let piece = &mut state.units[unit];
            piece.held = 2;
            piece.facing = facing;
            piece.status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false);
            tell(chance, "turn", "11.46", || format!("{} faces {}.", game.name(unit), facing.id()));
            super::ch08_stacking::turn_stack(game, state, unit);
        }
        _ => {
            let is_repulsed = state.combats[usize::from(index)]
                .is_some_and(|combat| combat.flags.has(CombatFlags::REPULSED));
            if is_repulsed {
                // Whoever leaves his hex to follow gives up a fight that he had still to begin from there.
                state.units[unit].combat = 0;
            }
            state.units[unit].held = 1;
            if advance(game, state, unit, action, chance) {
                state.units[unit].held = STOPPED;
            }
        }
    }
}

/// Moves a unit into a hex after combat and asks for its facing. [GB 12.6, 12.72, 12.81]
///
/// True if the ground stops it, see [`take_hex`].
pub fn advance<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    action: Action,
    chance: &mut C,
) -> bool {
    let with = companions(game, state, unit);
    if state.units[unit].is_line()
        && let Some(is_stopped) = advance_line(game, state, unit, action, chance)
    {
        meet_line(state, unit, action);
        ask_leaders(game, state, &with, unit);
        return is_stopped;
    }
    let Action::Step(to) = action else { return false };
    if state.units[unit].is_column() {
        // Columns draw in before they advance. [GB 8.52]
        let hex = state.units[unit].hex;
        super::ch08_extension::contract(game, state, unit, hex);
    }
    let is_stopped = take_hex(game, state, unit, to, chance);
    state.push(Phase::AdvanceFacing { unit });
    ask_leaders(game, state, &with, unit);
    is_stopped
}

/// A unit takes a hex beside it. True if it goes no farther, because the ground disordered it once more. [GB 12.6, 12.81]
pub(super) fn take_hex<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    to: Hex,
    chance: &mut C,
) -> bool {
    let from = state.units[unit].hex;
    let Some(direction) = game.scenario.map.grid.direction(from, to) else { return false };
    let entered = entry(game, state, unit, from, direction);
    let on_top = enters_on_top(game, state, from, to);
    let facing = state.units[unit].facing;
    shift(game, state, unit, to, on_top);
    let piece = &mut state.units[unit];
    if !front_contains(facing, direction) {
        piece.facing = nearest_corner(facing, direction);
    }
    piece.act.set(Act::SHIFTED, true);
    piece.status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false);
    tell(chance, "advance", "12.6", || format!("{} advances to {}.", game.name(unit), game.hex(to)));
    let was_disordered = state.units[unit].is_disordered();
    let fails = match entered.map_or(Disorder::None, |entered| entered.disorder) {
        Disorder::None => false,
        Disorder::Check => !check(game, state, unit, 0, "12.6", chance),
        Disorder::Automatic => true,
    };
    if fails {
        state.units[unit].status.set(Status::DISORDERED, true);
    }
    super::ch09_movement::take_control(game, state, unit, to);
    man_guns(game, state, unit, to, chance);
    super::ch04_command::rescue_leaders(game, state, chance);
    fails && was_disordered
}

fn front_contains(facing: Facing, direction: Direction) -> bool {
    arc(facing, Refusal::None, direction) == Arc::Front
}

/// One corner either way after an advance, or none; who pursues turns to the enemy if he can. [GB 7.23, 11.47, 12.6]
pub fn offer_advance_facing(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    let &UnitState { hex, facing, .. } = &state.units[unit];
    let serves = |facing: Facing| match state.phases() {
        &[.., Phase::ContinueMove { unit: pursuer, left, .. }, _] if pursuer == unit => {
            has_mark(game, state, unit, hex, facing) || can_close(game, state, unit, (hex, facing), left)
        }
        _ => false,
    };
    let must = turns(facing).into_iter().any(serves);
    for to in turns(facing).into_iter().filter(|&to| !must || serves(to)) {
        out.push(if to == facing { Action::Pass } else { Action::Face(to) });
    }
}

pub fn take_advance_facing(game: &Gbacw, state: &mut State, unit: Unit, action: Action) {
    state.pop();
    if let Action::Face(facing) = action {
        state.units[unit].facing = facing;
    }
    super::ch08_stacking::adopt_facing(game, state, unit);
    meet_reaction(game, state, unit);
}
