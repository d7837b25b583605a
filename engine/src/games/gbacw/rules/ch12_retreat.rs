//! Chapter 12, second half: retreats, whom they pass through, where leaders go, and the settling of marked results.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    Stack, act, adjacent_enemies, class, cohesion, enemy_distance, has_enemy, has_friend, in_front_of,
    is_in_chain, leaders_in, parts, parts_at, set_extension, shift, stack, tiredness, units_in,
};
use super::super::phase::Phase;
use super::super::state::{Act, LeaderFlags, State, Status};
use super::super::types::{Direction, Disorder, Hex, HexSet, Leader, MAX_LEADERS, MoveClass, Side, Unit};
use super::ch02_cohesion::check;
use super::ch04_command::rescue_leaders;
use super::ch08_stacking::{adopt_facing, fits};
use super::ch09_reaction::comes_nearer;
use super::ch09_terrain::{Entry, entry};
use super::ch11_declare::{is_pending_attacker, is_pending_target};
use super::ch12_losses::{Cause, abandon, check_collapsed, disorder, drop_out, lose, risk_leaders_left};
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
        begin_retreat(state, unit, least, most);
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
    for leader in game.leaders() {
        state.leaders[leader].flags.set(LeaderFlags::BEREFT.or(LeaderFlags::ROLLED), false);
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
        of_side.map(|unit| cohesion(game, state, unit) - tiredness(game, state, unit)).max()
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
///
/// A line is no friend of its own: it does not slide along the front of the enemy who drives it.
fn is_barred(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    let side = game.side(unit);
    if has_enemy(state, side, hex) {
        return true;
    }
    let grid = &game.scenario.map.grid;
    if has_friend(state, side, hex) && units_in(game, state, hex).any(|other| other != unit) {
        return is_pending_target(state, hex);
    }
    in_front_of(game, state, hex, side.other(), None)
        || grid.distance(hex, state.retreat_from) <= 1
        || adjacent_enemies(game, state, side, hex)
            .into_iter()
            .any(|enemy| is_yet_to_fight(game, state, enemy))
}

/// Whether anyone in a hex attacks or is attacked in a combat that is not resolved. [GB 12.44]
fn is_yet_to_fight(game: &Gbacw, state: &State, hex: Hex) -> bool {
    is_pending_target(state, hex) || units_in(game, state, hex).any(|unit| is_pending_attacker(state, unit))
}

/// A retreat as it stands in one hex: what it still owes, and how far it may go at most.
#[derive(Copy, Clone)]
struct Leg {
    unit: Unit,
    start: Hex,
    at: Hex,
    least: u8,
    most: u8,
    /// How far the start lies from the nearest enemy, and from the one who drove it: the end is measured by that.
    began: (u32, u32),
}

/// How far a hex lies from the nearest enemy, and from the one who drives the unit.
fn distances(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> (u32, u32) {
    let enemy = enemy_distance(game, state, game.side(unit), hex);
    (enemy, game.scenario.map.grid.distance(hex, state.retreat_from))
}

impl Leg {
    /// A retreat from some hex that has come to where the unit is.
    fn new(game: &Gbacw, state: &State, unit: Unit, start: Hex, (least, most): (u8, u8)) -> Leg {
        let began = distances(game, state, unit, start);
        Leg { unit, start, at: state.units[unit].hex, least, most, began }
    }
}

/// What the end of a retreat is worth: the better one is less. [GB 12.44]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    /// Hexes that it still owes.
    short: u8,
    /// No farther than at the start from the nearest enemy, and from the one who drove it.
    is_near: bool,
    is_near_driver: bool,
    /// Steps until then.
    steps: u16,
}

impl End {
    /// Whether nothing is left to wish for.
    fn is_best(self) -> bool {
        self.short == 0 && !self.is_near && !self.is_near_driver
    }
}

/// The end that a retreat comes to if it stops where it is.
fn end_here(game: &Gbacw, state: &State, leg: &Leg) -> End {
    let (enemy, driver) = distances(game, state, leg.unit, leg.at);
    End { short: leg.least, is_near: enemy <= leg.began.0, is_near_driver: driver <= leg.began.1, steps: 0 }
}

/// The best end that a retreat can still come to from where it is; none if it can stand nowhere. [GB 12.44, 12.46]
///
/// It looks ahead step by step, through as many friends as it takes, and so finds the fewest steps to each end. Once no
/// hex is owed a friend's hex is looked at once.
fn best_end(game: &Gbacw, state: &State, leg: &Leg) -> Option<End> {
    let stands = fits(game, state, leg.unit, leg.at);
    let mut best = stands.then(|| end_here(game, state, leg));
    if stands && leg.most == 0 {
        return best;
    }
    let mut goes_on = HexSet::single(leg.at);
    let mut passed = HexSet::EMPTY;
    let (mut least, mut most) = (leg.least, leg.most);
    for steps in 1.. {
        let mut next = HexSet::EMPTY;
        for at in goes_on {
            for leg in onward(game, state, &Leg { at, least, most, ..*leg }) {
                let stands = fits(game, state, leg.unit, leg.at);
                let end = stands.then(|| End { steps, ..end_here(game, state, &leg) });
                best = best.into_iter().chain(end).min();
                if leg.most > 0 || !stands {
                    next.insert(leg.at);
                }
            }
        }
        (least, most) = (least.saturating_sub(1), most.saturating_sub(1));
        if most == 0 {
            next -= passed;
            passed |= next;
        }
        if next.is_empty() || best.is_some_and(End::is_best) {
            break;
        }
        goes_on = next;
    }
    best
}

/// The steps that are open from where a retreat is, wherever they lead in the end. [GB 12.44, 12.46]
fn onward(game: &Gbacw, state: &State, leg: &Leg) -> ArrayVec<Leg, 6> {
    let &Leg { unit, at, least, most, .. } = leg;
    let may_pass = least > 0 || !fits(game, state, unit, at);
    let mut legs = ArrayVec::new();
    for direction in Direction::ALL {
        let Some((to, entry)) = way(game, state, unit, at, direction) else { continue };
        // Who is back where he began has not retreated.
        if to == leg.start
            || is_barred(game, state, unit, to)
            || !line_can_follow(game, state, unit, at, direction)
            || comes_nearer(game, state, unit, at, to)
        {
            continue;
        }
        let stands = fits(game, state, unit, to);
        if !stands && !may_pass {
            continue;
        }
        // Ground that disorders for certain ends the retreat of a unit in disorder.
        let ends = stands && entry.disorder == Disorder::Automatic && state.units[unit].is_disordered();
        let left = if ends { (0, 0) } else { (least.saturating_sub(1), most.saturating_sub(1)) };
        legs.push(Leg { at: to, least: left.0, most: left.1, ..*leg });
    }
    legs
}

/// Whether a retreat may end where it is, and the hexes into which it may go on. [GB 12.44]
///
/// If it can, it must end farther from the nearest enemy than it began, and then farther from the one that drove it,
/// by a second hex if it may take one and needs it. Whoever moves off in reaction may think better of it.
///
/// Among friends with whom it may not stay it takes the shortest way to the best end of all. Nothing asked on that way
/// depends on where the unit itself is by then, so that this end stays open and each step leaves fewer steps: it comes
/// to an end. [GB 12.46]
fn choices(game: &Gbacw, state: &State, leg: &Leg) -> (bool, Hexes) {
    let stands = fits(game, state, leg.unit, leg.at);
    let may_stop = leg.least == 0 && stands;
    let here = may_stop.then(|| end_here(game, state, leg));
    let mut next: ArrayVec<(End, Leg), 6> =
        onward(game, state, leg).into_iter().map(|leg| (end_here(game, state, &leg), leg)).collect();
    // Hexes that gain something by themselves come first.
    next.sort_by_key(|&(end, _)| end);
    let end_by = |(_, leg): &(End, Leg)| {
        let end = best_end(game, state, leg)?;
        Some(if stands { End { steps: 0, ..end } } else { end })
    };
    let ends: ArrayVec<Option<End>, 6> = next.iter().map(end_by).collect();
    let best = ends.iter().copied().flatten().chain(here).min();
    let reaches_best = |&(_, end): &(&(End, Leg), Option<End>)| end.is_some() && end == best;
    let steps = next.iter().zip(ends).filter(reaches_best).map(|((_, leg), _)| leg.at).collect();
    (may_stop && (here == best || leg.at == leg.start), steps)
}

/// The retreat at hand.
fn leg_at_hand(game: &Gbacw, state: &State) -> Option<Leg> {
    let Phase::Retreat { unit, start, least, most } = state.phase() else { return None };
    Some(Leg::new(game, state, unit, start, (least, most)))
}

/// An extended unit retreats extended if all its parts can go the same way and need not turn to join guns. [GB 8.47]
fn line_can_follow(game: &Gbacw, state: &State, unit: Unit, at: Hex, direction: Direction) -> bool {
    let piece = &state.units[unit];
    if !piece.is_extended() {
        return true;
    }
    let own = parts_at(game, at, piece.extension, piece.has(Status::COLUMN));
    let (facing, mixed) = (piece.facing, game.options.mixed_facing_in_hex);
    let is_welcome = |other: Unit| game.is_artillery(other) && (mixed || state.units[other].facing == facing);
    own.iter().all(|&part| {
        way(game, state, unit, part, direction).is_some_and(|(to, _)| {
            let held = stack(game, state, to);
            !is_barred(game, state, unit, to) && held.iter().all(|&other| other == unit || is_welcome(other))
        })
    })
}

/// Asks for the next hex of a retreat. [GB 12.41, 12.44]
pub fn offer_retreat(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    let Some(leg) = leg_at_hand(game, state) else { return };
    let (may_stop, steps) = choices(game, state, &leg);
    if may_stop {
        out.push(Action::Pass);
    }
    out.extend(steps.into_iter().map(Action::Step));
}

/// Whether the retreat at hand still has a question; ends it otherwise. Work.
pub fn open_retreat<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) -> bool {
    let Some(leg) = leg_at_hand(game, state) else { return false };
    let Leg { unit, least, most, .. } = leg;
    if !state.units[unit].is_present() {
        state.pop();
        return false;
    }
    let must_pass = !fits(game, state, unit, leg.at);
    if most == 0 && !must_pass {
        end_retreat(game, state, unit);
        return false;
    }
    if !choices(game, state, &leg).1.is_empty() {
        return true;
    }
    if least == 0 && !must_pass {
        end_retreat(game, state, unit);
        return false;
    }
    if state.units[unit].is_extended() {
        contract_to_retreat(game, state, unit, chance);
        return false;
    }
    // No way out: guns are left behind, others lose a point for each hex. [GB 12.44, 12.45]
    state.pop();
    tell(chance, "no_retreat", "12.44", || format!("{} cannot retreat.", game.name(unit)));
    if game.is_artillery(unit) {
        abandon(game, state, unit, chance);
    } else {
        pay_for_stack(game, state, unit, least.max(1), least == most, chance);
        if must_pass && state.units[unit].is_present() {
            // Nowhere to stand and nowhere to go.
            super::ch12_losses::rout(game, state, unit, chance);
        }
    }
    false
}

/// The top unit of a stack that finds no way loses a point for each hex, once for all of them. [GB 12.44]
///
/// If shock itself drove it, so many hexes and no fewer, the point puts leaders to a roll who had none yet. [GB 12.71]
fn pay_for_stack<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    hexes: u8,
    is_exact: bool,
    chance: &mut C,
) {
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
            && !has_way(game, state, other);
        if is_shut_in {
            state.units[other].act.set(Act::RETREAT, false);
        }
    }
    let points = hexes * game.tables.retreat.sp_lost_per_hex_not_retreated;
    let there = parts(game, state, top);
    lose(game, state, top, points, chance);
    if is_exact && matches!(state.phases(), [.., Phase::AdvanceAfterShock { .. }, Phase::Settle]) {
        risk_leaders_left(game, state, &there, top, chance);
    }
}

/// Whether a unit took a step of a retreat in the results that are being settled.
fn has_retreated(state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    piece.did(Act::CHAIN_CHECKED) && piece.did(Act::SHIFTED) && piece.did(Act::NO_SHOCK)
}

/// A line that cannot retreat extended draws in and is checked; leaders with its markers may come with them.
/// [GB 8.47, 12.72]
fn contract_to_retreat<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    let with = companions(game, state, unit);
    set_extension(game, state, unit, [0, 0], false);
    ask_leaders(game, state, &with, unit);
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
    let Phase::Retreat { unit, start, least, most } = state.phase() else { return };
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
    let with = companions(game, state, unit);
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
    state.replace(Phase::Retreat { unit, start, least: left.0, most: left.1 });
    ask_leaders(game, state, &with, unit);
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

/// Leaders with a unit of their command, each with the place of the part that he is with.
pub type Companions = ArrayVec<(Leader, usize), MAX_LEADERS>;

/// Leaders who may go along with a unit, about to be asked when it has moved. [GB 12.71, 12.72]
pub fn companions(game: &Gbacw, state: &State, unit: Unit) -> Companions {
    let side = game.side(unit);
    let mut with = Companions::new();
    for (place, hex) in parts(game, state, unit).into_iter().enumerate() {
        let own = leaders_in(game, state, hex, side);
        let own = own.into_iter().filter(|&leader| is_in_chain(game, state, unit, leader));
        with.extend(own.take(with.remaining_capacity()).map(|leader| (leader, place)));
    }
    with
}

/// Leaders may go along with units of their command, with a line to where their part of it went; if it has drawn in,
/// to where it is. [GB 12.72]
pub fn ask_leaders(game: &Gbacw, state: &mut State, with: &Companions, unit: Unit) {
    let own = parts(game, state, unit);
    for &(leader, place) in with {
        let to = own.get(place).copied().unwrap_or(own[0]);
        if state.leaders[leader].hex != to && !state.is_full() {
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

/// Whether a unit has any way to retreat. [GB 12.44]
fn has_way(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let leg = Leg::new(game, state, unit, state.units[unit].hex, (1, 1));
    !choices(game, state, &leg).1.is_empty()
}

/// Whether a unit has any way to retreat, for those who may choose to. [GB 11.33]
pub fn can_retreat(game: &Gbacw, state: &State, unit: Unit) -> bool {
    !state.units[unit].is_extended() && has_way(game, state, unit)
}

/// Asks a unit to retreat from where it is. [GB 12.42, 12.43]
pub fn begin_retreat(state: &mut State, unit: Unit, least: u8, most: u8) {
    let start = state.units[unit].hex;
    state.push(Phase::Retreat { unit, start, least, most });
}
