//! Chapter 11.46 to 11.48, steps 6c to 6e: the advance, continued shock, disorder after it.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::shock::{AfterShock, after_shock};
use super::super::field::{
    Stack, act, brigade_of, enemies, friends, front, has_enemy, is_near_enemy, leaders_in, nearest_corner,
    parts, shift, stack, whole_front,
};
use super::super::grid::direction_in_arc;
use super::super::phase::{Body, Phase};
use super::super::state::{Act, Combat, CombatFlags, HexCode, MOST_COMBATS, Standing, State, Status};
use super::super::types::{Arc, Direction, Disorder, Facing, Hex, HexSet, Refusal, Unit};
use super::ch02_cohesion::check;
use super::ch08_extension::{new_hexes, pivot};
use super::ch08_stacking::{enters_on_top, fits};
use super::ch09_terrain::entry;
use super::ch11_declare::{attackers, attacking_side, defender_hexes, is_charger, targets};
use super::ch12_losses::{Cause, disorder, lose, lose_from_top, man_guns};
use super::ch12_retreat::ask_leaders;
use super::tell;
use crate::chance::Chance;

use super::ch11_resolve::defenders;

// ---------------------------------------------------------------- step 6c

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
fn part_can_enter(game: &Gbacw, state: &State, unit: Unit, part: Hex, to: Hex) -> bool {
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

/// A line advances as a line; false if it had to draw in and goes on as other units do. [GB 8.47]
fn advance_line<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    action: Action,
    chance: &mut C,
) -> bool {
    let own = parts(game, state, unit);
    let grid = &game.scenario.map.grid;
    match action {
        Action::Pivot { .. } => {
            let ways = [-1, 1].into_iter().filter_map(|turn| pivot(game, state, unit, turn));
            let Some(way) = ways.into_iter().find(|way| way.action == action) else { return false };
            let piece = &mut state.units[unit];
            (piece.hex, piece.extension, piece.facing) = (way.counter, way.extension, way.facing);
        }
        Action::Step(to) => {
            let forward = grid.direction(own[0], to).filter(|&direction| {
                own.iter().all(|&part| {
                    let next = grid.neighbour(part, direction);
                    next.is_some_and(|next| part_can_enter(game, state, unit, part, next))
                })
            });
            if forward.is_none() {
                let near = own.iter().copied().find(|&part| part_can_enter(game, state, unit, part, to));
                super::ch08_extension::contract(game, state, unit, near.unwrap_or(own[0]));
                return false;
            }
            state.units[unit].hex = to;
        }
        _ => return false,
    }
    let after = parts(game, state, unit);
    for &hex in own.iter().chain(&after) {
        super::super::field::refresh(game, state, hex);
    }
    act(state, unit, Act::SHIFTED);
    for &hex in &after {
        super::ch09_movement::take_control(game, state, unit, hex);
    }
    // After combat even a line in disorder brings crews back. [GB 12.81]
    for &hex in after.iter().filter(|hex| !own.contains(hex)) {
        man_guns(game, state, unit, hex, chance);
    }
    meet_reaction(game, state, unit);
    true
}

/// The enemy beside the hex taken may turn to meet it. [GB 9.61]
fn meet_reaction(game: &Gbacw, state: &mut State, unit: Unit) {
    let hex = state.units[unit].hex;
    if is_near_enemy(game, state, game.side(unit), hex) {
        state.push(Phase::ReactionFacing { hex, unit });
    }
}

/// The attackers' hexes or the defenders', whichever the winner may enter.
fn vacated(game: &Gbacw, state: &State, combat: &Combat, unit: Unit) -> ArrayVec<Hex, 4> {
    defender_hexes(combat).filter(|&hex| can_advance_into(game, state, unit, hex)).collect()
}

/// The next unit that has to be asked about its advance. [GB 11.46]
pub fn advancer(game: &Gbacw, state: &State, index: u8) -> Option<Unit> {
    let combat = state.combats[usize::from(index)]?;
    if combat.flags.has(CombatFlags::REPULSED) {
        return None;
    }
    let mut units = attackers(game, state, usize::from(index));
    units.retain(|unit| {
        let piece = &state.units[*unit];
        piece.held == 0 && !piece.did(Act::RETREAT) && !vacated(game, state, &combat, *unit).is_empty()
    });
    units.sort_by_key(|&unit| (!is_charger(game, state, unit), state.units[unit].level));
    units.first().copied()
}

/// Into a hex the defenders left; free only if they slipped away before. [GB 11.35, 11.46]
pub fn offer_advance(game: &Gbacw, state: &State, index: u8, out: &mut Vec<Action>) {
    let (Some(unit), Some(combat)) = (advancer(game, state, index), state.combats[usize::from(index)]) else {
        return;
    };
    let is_free = combat.flags.has(CombatFlags::WITHDREW) || !combat.flags.has(CombatFlags::BY_ACTIVE);
    if is_free {
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
}

pub fn take_advance<C: Chance>(game: &Gbacw, state: &mut State, index: u8, action: Action, chance: &mut C) {
    let Some(unit) = advancer(game, state, index) else { return };
    if action == Action::Pass {
        state.units[unit].held = 2;
        return;
    }
    state.units[unit].held = 1;
    advance(game, state, unit, action, chance);
}

/// Moves a unit into a hex after combat and asks for its facing. [GB 12.6, 12.72, 12.81]
pub fn advance<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, action: Action, chance: &mut C) {
    if state.units[unit].is_line() && advance_line(game, state, unit, action, chance) {
        super::ch04_command::rescue_leaders(game, state, chance);
        return;
    }
    let Action::Step(to) = action else { return };
    if state.units[unit].is_column() {
        // Columns draw in before they advance. [GB 8.52]
        let hex = state.units[unit].hex;
        super::ch08_extension::contract(game, state, unit, hex);
    }
    let from = state.units[unit].hex;
    let Some(direction) = game.scenario.map.grid.direction(from, to) else { return };
    let entered = entry(game, state, unit, from, direction);
    let on_top = enters_on_top(game, state, from, to);
    let leaders = leaders_in(game, state, from, game.side(unit));
    let facing = state.units[unit].facing;
    shift(game, state, unit, to, on_top);
    let piece = &mut state.units[unit];
    if !front_contains(facing, direction) {
        piece.facing = nearest_corner(facing, direction);
    }
    piece.act.set(Act::SHIFTED, true);
    piece.status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false);
    tell(chance, "advance", "12.6", || format!("{} advances to {}.", game.name(unit), game.hex(to)));
    if let Some(entered) = entered {
        let fails = match entered.disorder {
            Disorder::None => false,
            Disorder::Check => !check(game, state, unit, 0, "12.6", chance),
            Disorder::Automatic => true,
        };
        if fails {
            state.units[unit].status.set(Status::DISORDERED, true);
        }
    }
    super::ch09_movement::take_control(game, state, unit, to);
    man_guns(game, state, unit, to, chance);
    super::ch04_command::rescue_leaders(game, state, chance);
    state.push(Phase::AdvanceFacing { unit });
    ask_leaders(game, state, &leaders, unit, to);
}

fn front_contains(facing: Facing, direction: Direction) -> bool {
    super::super::grid::arc(facing, super::super::types::Refusal::None, direction) == Arc::Front
}

/// One corner either way after an advance, or none. [GB 7.23, 12.6]
pub fn offer_advance_facing(state: &State, unit: Unit, out: &mut Vec<Action>) {
    let facing = state.units[unit].facing;
    out.extend([Action::Pass, Action::Face(facing.turned(-1)), Action::Face(facing.turned(1))]);
}

pub fn take_advance_facing(game: &Gbacw, state: &mut State, unit: Unit, action: Action) {
    state.pop();
    if let Action::Face(facing) = action {
        state.units[unit].facing = facing;
    }
    super::ch08_stacking::adopt_facing(game, state, unit);
    meet_reaction(game, state, unit);
}

// ---------------------------------------------------------------- step 6d

/// Units that could go on: those who advanced, or defenders who repulsed an attack. [GB 11.47]
fn pursuers(game: &Gbacw, state: &State, index: u8) -> Stack {
    let Some(combat) = state.combats[usize::from(index)] else { return Stack::new() };
    if combat.flags.has(CombatFlags::REPULSED) {
        let side = attacking_side(state, Some(index)).other();
        let mut units = defenders(game, state, &combat, side);
        units.retain(|unit| {
            !game.is_artillery(*unit) && state.units[*unit].order != super::super::types::OrderKind::March
        });
        return units;
    }
    let mut units = attackers(game, state, usize::from(index));
    let stands = holds_out(state, index);
    units.retain(|unit| {
        let piece = &state.units[*unit];
        piece.held == 1 || stands && piece.held == 0 && !piece.did(Act::RETREAT.or(Act::SHIFTED))
    });
    units
}

/// Whether a beaten defender is still there because he found no way back. [GB 11.47, 12.44]
fn holds_out(state: &State, index: u8) -> bool {
    let side = attacking_side(state, Some(index));
    let own = state.combats[usize::from(index)];
    own.is_some_and(|combat| defender_hexes(&combat).any(|hex| has_enemy(state, side, hex)))
}

/// Whether the question of going on is open. [GB 11.47]
pub fn is_continue_open(game: &Gbacw, state: &State, index: u8) -> bool {
    let Some(combat) = state.combats[usize::from(index)] else { return false };
    combat.flags.has(CombatFlags::MAY_CONTINUE)
        && combat.continued < 6
        && state.combats.iter().filter(|combat| combat.is_none()).count() > 1
        && !pursuers(game, state, index).is_empty()
}

pub fn offer_continue(game: &Gbacw, state: &State, index: u8, out: &mut Vec<Action>) {
    let Some(combat) = state.combats[usize::from(index)] else { return };
    let units = pursuers(game, state, index);
    let near = units.iter().any(|&unit| !targets(game, state, unit).is_empty());
    let must = combat.continued == 0
        && !combat.flags.has(CombatFlags::REPULSED)
        && (!near || holds_out(state, index))
        && units.iter().any(|&unit| is_charger(game, state, unit));
    out.push(Action::Yes);
    if !must {
        out.push(Action::Pass);
    }
}

/// Goes on: perhaps a hex or two farther, then attacks as declared; until then one combat holds the party. [GB 11.47]
pub fn take_continue<C: Chance>(game: &Gbacw, state: &mut State, index: u8, action: Action, chance: &mut C) {
    state.pop();
    let Some(old) = state.combats[usize::from(index)] else { return };
    let Some(new) = (0..MOST_COMBATS).find(|&i| state.combats[i].is_none()) else { return };
    if action != Action::Yes {
        return;
    }
    let units = pursuers(game, state, index);
    let repulsed = old.flags.has(CombatFlags::REPULSED);
    let mut flags = CombatFlags(old.flags.0 & CombatFlags::BY_ACTIVE.or(CombatFlags::NO_BRIGADIER).0);
    flags.set(CombatFlags::RESOLVED, true);
    let mut defenders_of = [None; 4];
    if repulsed {
        flags = CombatFlags::RESOLVED;
        flags.set(CombatFlags::BY_ACTIVE, !old.flags.has(CombatFlags::BY_ACTIVE));
        let hexes: HexSet = units.iter().flat_map(|&unit| left_hexes(game, state, unit)).collect();
        for (place, hex) in defenders_of.iter_mut().zip(hexes) {
            *place = Some(HexCode::new(hex));
        }
    }
    state.combats[new] =
        Some(Combat { defenders: defenders_of, continued: old.continued + 1, flags, swung_on: None });
    for &unit in &units {
        state.units[unit].combat = new as u8 + 1;
        state.units[unit].held = 0;
    }
    tell(chance, "continued", "11.47", || "The shock goes on.".into());
    state.push(Phase::Declare { party: Some(new as u8), after: None, body: Body::Foot });
    for &unit in units.iter().rev() {
        let near = !targets(game, state, unit).is_empty()
            || is_near_enemy(game, state, game.side(unit), state.units[unit].hex);
        if !near && !state.is_full() {
            state.push(Phase::ContinueMove { combat: new as u8, unit, left: 2 });
        }
    }
    if repulsed {
        state.push(Phase::AdvanceAfterShock { combat: new as u8 });
    }
}

/// Empty hexes in front of a defender that attackers held.
fn left_hexes(game: &Gbacw, state: &State, unit: Unit) -> HexSet {
    let side = game.side(unit);
    let hex = state.units[unit].hex;
    whole_front(game, state, unit) - enemies(state, side) - friends(state, side).without(hex)
}

/// Steps of a pursuit: not dearer than two points, and towards an enemy if one can be reached. [GB 11.47]
fn pursuit(game: &Gbacw, state: &State, unit: Unit) -> ArrayVec<Hex, 6> {
    let side = game.side(unit);
    let hex = state.units[unit].hex;
    let mut open = ArrayVec::new();
    if is_near_enemy(game, state, side, hex) || state.units[unit].is_extended() {
        return open;
    }
    for to in front(game, state, unit, hex, false) {
        let Some(direction) = game.scenario.map.grid.direction(hex, to) else { continue };
        let cheap = entry(game, state, unit, hex, direction).is_some_and(|entry| entry.halves <= 4);
        if cheap && !has_enemy(state, side, to) && fits(game, state, unit, to) {
            open.push(to);
        }
    }
    open
}

pub fn is_pursuit_open(game: &Gbacw, state: &State, unit: Unit, left: u8) -> bool {
    left > 0 && state.units[unit].is_present() && !pursuit(game, state, unit).is_empty()
}

pub fn offer_pursuit(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(pursuit(game, state, unit).into_iter().map(Action::Step));
}

pub fn take_pursuit<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Phase::ContinueMove { combat, unit, left } = state.phase() else { return };
    match action {
        Action::Step(to) => {
            state.replace(Phase::ContinueMove { combat, unit, left: left - 1 });
            advance(game, state, unit, Action::Step(to), chance);
        }
        _ => state.pop(),
    }
}

// ---------------------------------------------------------------- step 6e

/// Disorder of those who fought, when a combat and all that followed it are over. Work. [GB 11.48, 12.35d]
pub fn after<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    state.replace(Phase::Settle);
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
                state.units[unit].order = super::super::types::OrderKind::Advance;
            }
            AfterShock::StackLosesOne => stacks.insert(hex),
        }
    }
    for hex in stacks {
        let units = stack(game, state, hex);
        lose_from_top(game, state, &units, 1, chance);
    }
    surprise(game, state, chance);
}

/// Columns attacked on the march: their brigade forms up, and those not attacked are shaken. [GB 11.48]
fn surprise<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    let marching: super::super::types::FormationSet = game
        .units()
        .filter(|&unit| {
            let piece = &state.units[unit];
            piece.order == super::super::types::OrderKind::March && piece.did(Act::FOUGHT)
        })
        .map(|unit| brigade_of(game, state, unit))
        .collect();
    for brigade in marching {
        state.formations[brigade].standing.set(Standing::SURPRISED, true);
        for unit in game.units() {
            let piece = &state.units[unit];
            let looks_on =
                brigade_of(game, state, unit) == brigade && piece.is_present() && !piece.did(Act::FOUGHT);
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
