//! Chapter 12, second half: retreats, whom they pass through, where leaders go, and the settling of marked results.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    Stack, act, adjacent_enemies, class, enemy_distance, has_enemy, has_friend, in_front_of, is_in_chain,
    leaders_in, parts, set_extension, shift, stack,
};
use super::super::phase::Phase;
use super::super::state::{Act, State, Status};
use super::super::types::{Direction, Disorder, Hex, Leader, MoveClass, Side, Unit};
use super::ch02_cohesion::check;
use super::ch04_command::rescue_leaders;
use super::ch08_stacking::{adopt_facing, fits};
use super::ch09_reaction::comes_nearer;
use super::ch09_terrain::{Entry, entry};
use super::ch11_declare::is_pending_target;
use super::ch12_losses::{Cause, abandon, check_collapsed, disorder, drop_out, lose};
use super::tell;
use crate::chance::Chance;

type Hexes = ArrayVec<Hex, 6>;

/// Carries out what results left marked: retreats, checks of those passed through, checks of collapsed units. Work.
///
/// When both sides retreat, the side with the highest cohesion goes last; in a tie the defender. [GB 12.48]
pub fn settle<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    if let Some(unit) = next_retreat(game, state) {
        let piece = &state.units[unit];
        let (least, most) = match piece.act {
            flags if flags.has(Act::RETREAT_2) => (2, 2),
            flags if flags.has(Act::RETREAT_1_2) => (1, 2),
            _ => (1, 1),
        };
        state.units[unit].act.set(Act::RETREAT, false);
        state.push(Phase::Retreat { unit, least, most });
        return;
    }
    if let Some(unit) = marked(game, state, Act::PASSED_THROUGH) {
        state.units[unit].act.set(Act::PASSED_THROUGH, false);
        act(state, unit, Act::CHAIN_CHECKED);
        if !check(game, state, unit, 0, "12.46", chance) {
            disorder(game, state, unit, Cause::Alarm, chance);
        }
        return;
    }
    if let Some(unit) = marked(game, state, Act::COLLAPSE_CHECK) {
        check_collapsed(game, state, unit, chance);
        return;
    }
    for unit in game.units() {
        state.units[unit].act.set(Act::CHAIN_CHECKED, false);
    }
    rescue_leaders(game, state, chance);
    state.pop();
}

fn marked(game: &Gbacw, state: &State, flag: Act) -> Option<Unit> {
    game.units().find(|&unit| state.units[unit].did(flag))
}

fn next_retreat(game: &Gbacw, state: &State) -> Option<Unit> {
    let due = |unit: &Unit| state.units[*unit].did(Act::RETREAT);
    let first = game.units().find(due)?;
    let best = |side: Side| {
        let of_side = game.units().filter(|unit| due(unit) && game.side(*unit) == side);
        of_side
            .map(|unit| {
                super::super::field::cohesion(game, state, unit)
                    - super::super::field::tiredness(game, state, unit)
            })
            .max()
    };
    let (active, other) = (best(state.active), best(state.active.other()));
    let goes_first = match (active, other) {
        (Some(ours), Some(theirs)) if ours > theirs => state.active.other(),
        (Some(_), _) => state.active,
        _ => state.active.other(),
    };
    // Units of a stack retreat top first, so that they keep their order.
    game.units()
        .filter(|unit| due(unit) && game.side(*unit) == goes_first)
        .min_by_key(|&unit| (state.units[unit].hex.0, state.units[unit].level))
        .or(Some(first))
}

/// Whether the unit's own way into a hex is open, by road if it keeps to March stacking. [GB 12.41, 12.44]
fn way(game: &Gbacw, state: &State, unit: Unit, from: Hex, direction: Direction) -> Option<(Hex, Entry)> {
    let to = game.scenario.map.grid.neighbour(from, direction)?;
    let entry = entry(game, state, unit, from, direction)?;
    if class(game, state, unit) == MoveClass::Artillery
        && entry.halves > 2 * game.tables.retreat.artillery_max_entry_cost
    {
        return None;
    }
    Some((to, entry))
}

/// Hexes that a retreat may not enter unless a friend who is not himself a target holds them. [GB 12.44, 11.34]
fn is_barred(game: &Gbacw, state: &State, side: Side, hex: Hex) -> bool {
    if has_enemy(state, side, hex) {
        return true;
    }
    let grid = &game.scenario.map.grid;
    let is_held = has_friend(state, side, hex);
    if is_held {
        return is_pending_target(state, hex);
    }
    in_front_of(game, state, hex, side.other(), None)
        || grid.distance(hex, state.retreat_from) <= 1
        || adjacent_enemies(game, state, side, hex)
            .into_iter()
            .any(|enemy| stack(game, state, enemy).iter().any(|&unit| state.units[unit].combat != 0))
}

/// Where a retreating unit may step next. [GB 12.44]
///
/// If it can, it must get farther from the nearest enemy, and then farther from the one that drove it.
fn steps(game: &Gbacw, state: &State, unit: Unit, from: Hex, may_pass: bool) -> Hexes {
    let side = game.side(unit);
    let grid = &game.scenario.map.grid;
    let mut open = Hexes::new();
    for direction in Direction::ALL {
        let Some((to, _)) = way(game, state, unit, from, direction) else { continue };
        if is_barred(game, state, side, to)
            || !line_can_follow(game, state, unit, direction)
            || comes_nearer(game, state, unit, from, to)
        {
            continue;
        }
        let stops = fits(game, state, unit, to);
        if stops || may_pass && can_pass(game, state, unit, to, 3) {
            open.push(to);
        }
    }
    let now = enemy_distance(game, state, side, from);
    prefer(&mut open, |&hex| enemy_distance(game, state, side, hex) > now);
    let driven = grid.distance(from, state.retreat_from);
    prefer(&mut open, |&hex| grid.distance(hex, state.retreat_from) > driven);
    open
}

/// Keeps only the hexes that satisfy a wish, if any does.
fn prefer(hexes: &mut Hexes, wish: impl Fn(&Hex) -> bool) {
    if hexes.iter().any(&wish) {
        hexes.retain(|hex| wish(hex));
    }
}

/// Whether a unit that may not stop in a friend's hex finds a place beyond it. [GB 12.46]
fn can_pass(game: &Gbacw, state: &State, unit: Unit, through: Hex, depth: u8) -> bool {
    depth > 0
        && Direction::ALL.into_iter().any(|direction| {
            way(game, state, unit, through, direction).is_some_and(|(to, _)| {
                !is_barred(game, state, game.side(unit), to)
                    && (fits(game, state, unit, to) || can_pass(game, state, unit, to, depth - 1))
            })
        })
}

/// An extended unit retreats extended if all its parts can go the same way and need not turn to join guns. [GB 8.47]
fn line_can_follow(game: &Gbacw, state: &State, unit: Unit, direction: Direction) -> bool {
    let own = parts(game, state, unit);
    if own.len() == 1 {
        return true;
    }
    let (facing, mixed) = (state.units[unit].facing, game.options.mixed_facing_in_hex);
    let is_welcome = |other: Unit| game.is_artillery(other) && (mixed || state.units[other].facing == facing);
    own.iter().all(|&part| {
        way(game, state, unit, part, direction).is_some_and(|(to, _)| {
            let held = stack(game, state, to);
            !is_barred(game, state, game.side(unit), to)
                && held.iter().all(|&other| other == unit || is_welcome(other))
        })
    })
}

/// Asks for the next hex of a retreat. [GB 12.41, 12.44]
pub fn offer_retreat(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    let Phase::Retreat { unit, least, .. } = state.phase() else { return };
    let from = state.units[unit].hex;
    let must_pass = !fits(game, state, unit, from);
    if least == 0 && !must_pass {
        out.push(Action::Pass);
    }
    let may_pass = least > 0 || must_pass;
    out.extend(steps(game, state, unit, from, may_pass).into_iter().map(Action::Step));
}

/// Whether the retreat at hand still has a question; ends it otherwise. Work.
pub fn open_retreat<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) -> bool {
    let Phase::Retreat { unit, least, most } = state.phase() else { return false };
    if !state.units[unit].is_present() {
        state.pop();
        return false;
    }
    let hex = state.units[unit].hex;
    let must_pass = !fits(game, state, unit, hex);
    if most == 0 && !must_pass {
        end_retreat(game, state, unit);
        return false;
    }
    if !steps(game, state, unit, hex, least > 0 || must_pass).is_empty() {
        return true;
    }
    if state.units[unit].is_extended() {
        contract_to_retreat(game, state, unit, chance);
        return false;
    }
    if least == 0 && !must_pass {
        end_retreat(game, state, unit);
        return false;
    }
    // No way out: guns are left behind, others lose a point for each hex. [GB 12.44, 12.45]
    state.pop();
    tell(chance, "no_retreat", "12.44", || format!("{} cannot retreat.", game.name(unit)));
    if game.is_artillery(unit) {
        abandon(game, state, unit, chance);
    } else {
        pay_for_stack(game, state, unit, least.max(1), chance);
        if must_pass && state.units[unit].is_present() {
            // Nowhere to stand and nowhere to go.
            super::ch12_losses::rout(game, state, unit, chance);
        }
    }
    false
}

/// The top unit of a stack that finds no way loses a point for each hex, once for all of them. [GB 12.44]
fn pay_for_stack<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, hexes: u8, chance: &mut C) {
    let hex = state.units[unit].hex;
    let mut here = stack(game, state, hex);
    here.retain(|other| !game.is_artillery(*other));
    let top = here.first().copied().unwrap_or(unit);
    let came_this_way = |&other: &Unit| other != unit && has_retreated(state, other);
    // Who came here before it and went no farther has paid.
    if has_retreated(state, unit) && here.iter().any(came_this_way) {
        return;
    }
    for other in here {
        let is_shut_in = other != unit
            && state.units[other].did(Act::RETREAT)
            && !state.units[other].is_extended()
            && fits(game, state, other, hex)
            && steps(game, state, other, hex, true).is_empty();
        if is_shut_in {
            state.units[other].act.set(Act::RETREAT, false);
        }
    }
    let points = hexes * game.tables.retreat.sp_lost_per_hex_not_retreated;
    lose(game, state, top, points, chance);
}

/// Whether a unit took a step of a retreat in the results that are being settled.
fn has_retreated(state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    piece.did(Act::CHAIN_CHECKED) && piece.did(Act::SHIFTED) && piece.did(Act::NO_SHOCK)
}

/// A line that cannot retreat extended draws in and is checked. [GB 8.47]
fn contract_to_retreat<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    set_extension(game, state, unit, [0, 0], false);
    let was_disordered = state.units[unit].is_disordered();
    if !check(game, state, unit, 0, "8.47", chance) && !was_disordered {
        disorder(game, state, unit, Cause::Terrain, chance);
    }
}

fn end_retreat(game: &Gbacw, state: &mut State, unit: Unit) {
    state.pop();
    adopt_facing(game, state, unit);
}

/// Takes one hex of a retreat, facing as before. [GB 7.25, 12.44, 12.46, 12.47]
pub fn take_retreat<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Phase::Retreat { unit, least, most } = state.phase() else { return };
    let Action::Step(to) = action else {
        end_retreat(game, state, unit);
        return;
    };
    let from = state.units[unit].hex;
    let Some(direction) = game.scenario.map.grid.direction(from, to) else { return };
    let entered = entry(game, state, unit, from, direction);
    let passes = !fits(game, state, unit, to);
    if passes {
        for other in stack(game, state, to) {
            if !state.units[other].did(Act::CHAIN_CHECKED) {
                act(state, other, Act::PASSED_THROUGH);
            }
        }
    }
    let on_top = super::ch08_stacking::enters_on_top(game, state, from, to);
    let leaders = leaders_in(game, state, from, game.side(unit));
    shift(game, state, unit, to, on_top);
    if on_top {
        keep_order(game, state, unit, to);
    }
    act(state, unit, Act::SHIFTED);
    act(state, unit, Act::CHAIN_CHECKED);
    drop_out(state, unit);
    if let Some(entered) = entered {
        state.retreat_points = state.retreat_points.saturating_add(rough_points(game, &entered, to));
    }
    state.units[unit].status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false);
    super::ch15_works::interrupt(state, unit);
    tell(chance, "retreat", "12.44", || format!("{} retreats to {}.", game.name(unit), game.hex(to)));
    let mut stopped = false;
    if let Some(entered) = entered
        && !passes
    {
        stopped = terrain_on_retreat(game, state, unit, entered.disorder, chance);
    }
    let left = if stopped { (0, 0) } else { (least.saturating_sub(1), most.saturating_sub(1)) };
    state.replace(Phase::Retreat { unit, least: left.0, most: left.1 });
    ask_leaders(game, state, &leaders, unit, to);
    super::ch09_movement::take_control(game, state, unit, to);
}

/// Whoever follows others of his stack stays below them, although he comes from the front. [GB 12.44]
fn keep_order(game: &Gbacw, state: &mut State, unit: Unit, hex: Hex) {
    let above = stack(game, state, hex);
    let fellows = above
        .into_iter()
        .skip_while(|&other| other == unit)
        .take_while(|&other| state.units[other].hex == hex && has_retreated(state, other));
    for other in fellows.collect::<Stack>() {
        let (mine, theirs) = (state.units[unit].level, state.units[other].level);
        state.units[unit].level = theirs;
        state.units[other].level = mine;
    }
}

/// What a hex adds to the check of riders who move off: its hexside, and its ground unless clear. [GB 9.63]
fn rough_points(game: &Gbacw, entered: &Entry, to: Hex) -> u8 {
    let points = entered.halves.div_ceil(2);
    if entered.by_road {
        return if points > 1 { points } else { 0 };
    }
    let is_clear = game.scenario.map.terrain_record(&game.tables.chart, to).id == "clear";
    if is_clear { points - entered.terrain_points } else { points }
}

/// Broken ground on the way back. [GB 12.44]
fn terrain_on_retreat<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    terrain: Disorder,
    chance: &mut C,
) -> bool {
    let fails = match terrain {
        Disorder::None => false,
        Disorder::Check => !check(game, state, unit, 0, "12.44", chance),
        Disorder::Automatic => true,
    };
    if !fails {
        return false;
    }
    let was_disordered = state.units[unit].is_disordered();
    state.units[unit].status.set(Status::DISORDERED, true);
    was_disordered
}

/// Leaders may go along with units of their command. [GB 12.72]
pub fn ask_leaders(game: &Gbacw, state: &mut State, leaders: &[Leader], unit: Unit, to: Hex) {
    for &leader in leaders {
        if is_in_chain(game, state, unit, leader) && !state.is_full() {
            state.push(Phase::LeaderGoes { leader, to });
        }
    }
}

pub fn offer_leader_goes(out: &mut Vec<Action>) {
    out.extend([Action::Yes, Action::Pass]);
}

pub fn take_leader_goes(state: &mut State, action: Action) {
    let Phase::LeaderGoes { leader, to } = state.phase() else { return };
    state.pop();
    if action == Action::Yes {
        state.leaders[leader].hex = to;
    }
}

/// Whether a unit has any way to retreat, for those who may choose to. [GB 11.33]
pub fn can_retreat(game: &Gbacw, state: &State, unit: Unit) -> bool {
    !state.units[unit].is_extended() && !steps(game, state, unit, state.units[unit].hex, true).is_empty()
}
