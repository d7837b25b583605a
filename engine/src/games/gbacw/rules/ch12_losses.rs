//! Chapter 12, first half: strength points, collapse, disorder, second disorder, rout, lost leaders, abandoned guns.
//!
//! These functions roll and mark; retreats that follow are marked on the units ([`Act::RETREAT`]) and carried out by
//! the owner in `ch12_retreat.rs`.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::field::{
    act, is_cavalry_mounted, is_collapsed, leaders_in, lift, parts, set_abandoned, stack,
};
use super::super::phase::Phase;
use super::super::state::{Act, LeaderFlags, Place, State, Status};
use super::super::types::{Hex, HexSet, Leader, MAX_LEADERS, Rank, Side, Unit, UnitSet};
use super::ch02_cohesion::check;
use super::ch04_command::rescue_leaders;
use super::tell;
use crate::chance::{Chance, Die};
use crate::set::Index;

/// Why a unit is disordered: decides what a second disorder does. [GB 12.35, 12.36]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    Fire,
    Shock,
    /// Reaction facing, a neighbour's rout, own shells, a retreat through the unit.
    Alarm,
    FriendlyFire,
    Terrain,
    AfterShock,
    ReactionMove,
}

/// What disorder did to a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Suffered {
    Nothing,
    Disorder,
    /// Second disorder; true if it cost a strength point.
    Again(bool),
    Routed,
}

impl Suffered {
    pub fn is_disorder(self) -> bool {
        self != Suffered::Nothing
    }
}

/// Takes strength points or guns from a unit; one without any is eliminated. [GB 12.11, 12.13, 12.22, 10.7]
///
/// A battery of several sections loses guns from a section drawn with equal chance (8.35, 8.37). A unit that falls
/// below half collapses and is disordered at once; one that had collapsed before is marked for a last check (12.23).
pub fn lose<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, points: u8, chance: &mut C) -> u8 {
    let was_collapsed = is_collapsed(game, state, unit);
    let side = game.side(unit).index();
    let mut lost = 0;
    for _ in 0..points {
        let piece = &mut state.units[unit];
        let sections: ArrayVec<usize, 4> = (0..piece.sp.len()).filter(|&i| piece.sp[i] > 0).collect();
        if sections.is_empty() {
            break;
        }
        let place = if sections.len() > 1 { chance.below(sections.len() as u32) as usize } else { 0 };
        piece.sp[sections[place]] -= 1;
        lost += 1;
    }
    if lost == 0 {
        return 0;
    }
    if game.is_artillery(unit) {
        state.lost_guns[side] += u16::from(lost);
    } else {
        state.lost_sp[side] += u16::from(lost);
    }
    tell(chance, "loss", "12.21", || {
        let left = state.units[unit].strength();
        format!("{} loses {lost}, {left} left.", game.name(unit))
    });
    if state.units[unit].strength() == 0 {
        eliminate(game, state, unit, chance);
        return lost;
    }
    if state.units[unit].strength() < 2 {
        // A lone unit needs two points to bend its wing. [GB 7.32]
        state.units[unit].status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false);
    }
    if !was_collapsed && is_collapsed(game, state, unit) {
        state.units[unit].status.set(Status::DISORDERED, true);
        tell(chance, "collapse", "12.23", || format!("{} collapses.", game.name(unit)));
    } else if was_collapsed {
        act(state, unit, Act::COLLAPSE_CHECK);
    }
    lost
}

fn eliminate<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    tell(chance, "eliminated", "12.13", || format!("{} is eliminated.", game.name(unit)));
    if state.units[unit].on_map() {
        bereave(game, state, unit);
        lift(game, state, unit, Place::Gone);
    }
    let piece = &mut state.units[unit];
    piece.place = Place::Gone;
    piece.act.set(Act::RETREAT.or(Act::COLLAPSE_CHECK).or(Act::PASSED_THROUGH), false);
    piece.combat = 0;
    rescue_leaders(game, state, chance);
    retire_leaders(game, state, chance);
}

/// Notes who was with a unit that a result eliminates, until that result is settled. [GB 12.71]
fn bereave(game: &Gbacw, state: &mut State, unit: Unit) {
    if !state.phases().contains(&Phase::Settle) {
        return;
    }
    for hex in parts(game, state, unit) {
        for leader in leaders_in(game, state, hex, game.side(unit)) {
            state.leaders[leader].flags.set(LeaderFlags::BEREFT, true);
        }
    }
}

/// A leader whose whole command is eliminated goes with it. [GB 12.71]
fn retire_leaders<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    for leader in game.leaders() {
        if state.leaders[leader].place == Place::Gone
            || !matches!(game.rank(leader), Rank::Brigade | Rank::Artillery)
        {
            continue;
        }
        let command = game.commands(leader);
        let all_gone = game
            .units()
            .filter(|&unit| game.scenario.oob.units[unit.index()].formation == command)
            .all(|unit| state.units[unit].place == Place::Gone);
        if all_gone {
            kill(game, state, leader, chance);
        }
    }
}

/// Loss rolls for the leaders with a unit that lost strength in fire or shock. [GB 12.71]
///
/// One roll per leader for each result (ruling 33); with an extended unit, leaders in any of its hexes. Those whose unit
/// was eliminated roll wherever they are by now.
pub fn risk_leaders<C: Chance>(game: &Gbacw, state: &mut State, hexes: &[Hex], of: Unit, chance: &mut C) {
    let at_risk = leaders_at_risk(game, state, hexes, game.side(of));
    roll_for(game, state, &at_risk, chance);
}

/// [`risk_leaders`] but for those who have rolled for the result that is being settled (ruling 33). [GB 12.71]
pub fn risk_leaders_left<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    hexes: &[Hex],
    of: Unit,
    chance: &mut C,
) {
    let mut at_risk = leaders_at_risk(game, state, hexes, game.side(of));
    at_risk.retain(|leader| !state.leaders[*leader].flags.has(LeaderFlags::ROLLED));
    roll_for(game, state, &at_risk, chance);
}

/// Leaders in these hexes, and those whose unit the result at hand eliminated.
fn leaders_at_risk(game: &Gbacw, state: &State, hexes: &[Hex], side: Side) -> ArrayVec<Leader, MAX_LEADERS> {
    let with = hexes.iter().flat_map(|&hex| leaders_in(game, state, hex, side));
    let bereft = game.leaders().filter(|&leader| {
        let counter = &state.leaders[leader];
        counter.flags.has(LeaderFlags::BEREFT)
            && counter.place == Place::Map
            && game.leader_side(leader) == side
    });
    let mut at_risk = ArrayVec::<Leader, MAX_LEADERS>::new();
    for leader in with.chain(bereft) {
        if !at_risk.contains(&leader) {
            at_risk.push(leader);
        }
    }
    at_risk
}

fn roll_for<C: Chance>(game: &Gbacw, state: &mut State, at_risk: &[Leader], chance: &mut C) {
    let is_settled_later = state.phases().contains(&Phase::Settle);
    for &leader in at_risk {
        let flags = &mut state.leaders[leader].flags;
        flags.set(LeaderFlags::BEREFT, false);
        flags.set(LeaderFlags::ROLLED, is_settled_later);
        let roll = chance.roll(Die::D10);
        if game.tables.leader_loss.killed_on.contains(&roll) {
            kill(game, state, leader, chance);
        }
    }
}

/// A leader falls; the enemy scores for his rank, and he is replaced at the end of the turn (12.74).
pub fn kill<C: Chance>(game: &Gbacw, state: &mut State, leader: Leader, chance: &mut C) {
    tell(chance, "leader_lost", "12.71", || format!("{} is lost.", game.leader_name(state, leader)));
    let counter = &mut state.leaders[leader];
    counter.place = Place::Gone;
    counter.flags.set(LeaderFlags::FOLLOWS.or(LeaderFlags::BEREFT).or(LeaderFlags::ROLLED), false);
    let points = game.scenario.victory.leader_loss[usize::from(game.rank(leader).depth())];
    state.leader_vp[game.leader_side(leader).other().index()] += points.0 as u16;
}

/// Those whom a rout and the routs it brings about have checked: once each. [GB 12.54]
type Chain = UnitSet;

/// Disorders a unit, or carries out a second disorder. [GB 12.31, 12.35, 12.36]
pub fn disorder<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    cause: Cause,
    chance: &mut C,
) -> Suffered {
    disorder_in(game, state, unit, cause, &mut Chain::default(), chance)
}

/// [`disorder`] in a chain of routs.
fn disorder_in<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    cause: Cause,
    chain: &mut Chain,
    chance: &mut C,
) -> Suffered {
    if !state.units[unit].is_present() {
        return Suffered::Nothing;
    }
    if !state.units[unit].is_disordered() {
        state.units[unit].status.set(Status::DISORDERED, true);
        tell(chance, "disorder", "12.31", || format!("{} is disordered.", game.name(unit)));
        return Suffered::Disorder;
    }
    if game.is_artillery(unit) {
        disorder_guns_again(game, state, unit, cause, chance)
    } else {
        disorder_again(game, state, unit, cause, chain, chance)
    }
}

/// Second disorder of infantry and cavalry. [GB 12.35]
fn disorder_again<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    cause: Cause,
    chain: &mut Chain,
    chance: &mut C,
) -> Suffered {
    let blown = state.units[unit].has(Status::BLOWN);
    match cause {
        Cause::Terrain => {
            act(state, unit, Act::DONE);
            return Suffered::Again(false);
        }
        Cause::AfterShock if is_cavalry_mounted(game, state, unit) => {
            let status = &mut state.units[unit].status;
            status.set(Status::BLOWN, true);
            status.set(Status::NEWLY_BLOWN, true);
            tell(chance, "blown", "11.58", || format!("{} is blown.", game.name(unit)));
            return Suffered::Again(false);
        }
        Cause::AfterShock | Cause::ReactionMove => {
            lose(game, state, unit, 1, chance);
        }
        Cause::Fire => {
            lose(game, state, unit, 1, chance);
            owe_retreat(state, unit);
        }
        Cause::Shock | Cause::Alarm | Cause::FriendlyFire => {
            if !check(game, state, unit, 0, "12.35", chance) {
                rout_in(game, state, unit, chain, chance);
                return Suffered::Routed;
            }
            lose(game, state, unit, 1, chance);
            owe_retreat(state, unit);
        }
    }
    if blown && state.units[unit].is_present() {
        suffer_blown_in(game, state, unit, chain, chance);
    }
    if !state.units[unit].is_present() && state.units[unit].place == Place::Routed {
        return Suffered::Routed;
    }
    Suffered::Again(true)
}

fn owe_retreat(state: &mut State, unit: Unit) {
    if state.units[unit].is_present() {
        act(state, unit, Act::RETREAT_1_2);
        drop_out(state, unit);
    }
}

/// A unit that is driven off does nothing more in this activation, a fight it was to take part in included. [GB 12.35f, 12.47]
pub fn drop_out(state: &mut State, unit: Unit) {
    let piece = &mut state.units[unit];
    piece.act.set(Act::DONE.or(Act::NO_SHOCK), true);
    piece.combat = 0;
}

/// A blown unit hit again loses one more point and may rout. [GB 11.58]
pub fn suffer_blown<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    suffer_blown_in(game, state, unit, &mut Chain::default(), chance);
}

/// [`suffer_blown`] in a chain of routs.
fn suffer_blown_in<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    chain: &mut Chain,
    chance: &mut C,
) {
    lose(game, state, unit, 1, chance);
    // The check of a collapsed unit and of a blown one are made once.
    state.units[unit].act.set(Act::COLLAPSE_CHECK, false);
    if state.units[unit].is_present() && !check(game, state, unit, 0, "11.58", chance) {
        rout_in(game, state, unit, chain, chance);
    }
}

/// Second disorder of artillery: a gun lost to fire, otherwise abandoned. [GB 12.36, 11.62, 11.65]
fn disorder_guns_again<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    cause: Cause,
    chance: &mut C,
) -> Suffered {
    match cause {
        Cause::Fire | Cause::ReactionMove => {
            lose(game, state, unit, 1, chance);
            Suffered::Again(true)
        }
        Cause::Shock => {
            abandon(game, state, unit, chance);
            Suffered::Again(false)
        }
        Cause::Alarm | Cause::FriendlyFire => {
            let hex = state.units[unit].hex;
            let is_steadied = stack(game, state, hex)
                .iter()
                .any(|&other| other != unit && !state.units[other].is_disordered());
            if !is_steadied {
                abandon(game, state, unit, chance);
            }
            Suffered::Again(false)
        }
        Cause::Terrain | Cause::AfterShock => Suffered::Again(false),
    }
}

/// The crew leaves its guns. [GB 12.8]
pub fn abandon<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    tell(chance, "abandoned", "12.8", || format!("{} is abandoned.", game.name(unit)));
    let piece = &mut state.units[unit];
    piece.act.set(Act::RETREAT, false);
    piece.act.set(Act::DONE, true);
    piece.status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false);
    set_abandoned(game, state, unit, true);
    rescue_leaders(game, state, chance);
}

/// A friendly unit brings a crew back, one battery of the hex at a time. [GB 12.81]
pub fn man_guns<C: Chance>(game: &Gbacw, state: &mut State, by: Unit, hex: Hex, chance: &mut C) {
    let side = game.side(by);
    let abandoned = game.units().find(|&unit| {
        let piece = &state.units[unit];
        piece.on_map() && piece.is_abandoned() && piece.hex == hex && game.side(unit) == side
    });
    let Some(unit) = abandoned else { return };
    let facing = state.units[by].facing;
    let order = state.units[unit].order;
    if !super::ch08_stacking::fits(game, state, unit, hex) {
        return;
    }
    set_abandoned(game, state, unit, false);
    let piece = &mut state.units[unit];
    piece.status.set(Status::JUST_MANNED, true);
    piece.act.set(Act::DONE, true);
    if facing.fits(order) {
        piece.facing = facing;
    }
    tell(chance, "manned", "12.81", || format!("{} is manned again.", game.name(unit)));
}

/// A unit routs: off the map, into its division's box; those near it may lose heart. [GB 12.53, 12.54]
///
/// Each rout begins a chain of its own, unless the check of this rule brought it about.
pub fn rout<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    rout_in(game, state, unit, &mut Chain::default(), chance);
}

fn rout_in<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chain: &mut Chain, chance: &mut C) {
    if !state.units[unit].on_map() {
        return;
    }
    let hexes = parts(game, state, unit);
    tell(chance, "rout", "12.53", || format!("{} routs.", game.name(unit)));
    lift(game, state, unit, Place::Routed);
    let piece = &mut state.units[unit];
    piece.act.set(Act::RETREAT.or(Act::COLLAPSE_CHECK).or(Act::PASSED_THROUGH), false);
    piece.act.set(Act::DONE, true);
    piece.status = Status(piece.status.0 & Status::MOUNTED.or(Status::OUT_OF_COMMAND).0);
    piece.status.set(Status::DISORDERED, true);
    piece.combat = 0;
    rescue_leaders(game, state, chance);
    let mut near = HexSet::EMPTY;
    for hex in hexes {
        near |= game.scenario.map.grid.within(hex, 1);
    }
    let side = game.side(unit);
    for other in game.units() {
        let piece = &state.units[other];
        let is_touched = game.side(other) == side
            && !game.is_artillery(other)
            && piece.is_present()
            && !chain.contains(other)
            && parts(game, state, other).iter().any(|&hex| near.contains(hex));
        if !is_touched {
            continue;
        }
        chain.insert(other);
        if !check(game, state, other, 0, "12.54", chance) {
            disorder_in(game, state, other, Cause::Alarm, chain, chance);
        }
    }
}

/// The last check of a collapsed unit that lost more. [GB 12.23]
pub fn check_collapsed<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    state.units[unit].act.set(Act::COLLAPSE_CHECK, false);
    if state.units[unit].is_present() && !check(game, state, unit, 0, "12.23", chance) {
        rout(game, state, unit, chance);
    }
}

/// Points off the top unit of a hex, then the next ones. [GB 12.22] Returns those that lost, top first.
pub fn lose_from_top<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    units: &[Unit],
    points: u8,
    chance: &mut C,
) -> ArrayVec<Unit, 24> {
    let mut left = points;
    let mut hit = ArrayVec::new();
    for &unit in units {
        if left == 0 {
            break;
        }
        let lost = lose(game, state, unit, left, chance);
        if lost > 0 {
            hit.push(unit);
            let blown = state.units[unit].has(Status::BLOWN) && state.units[unit].is_present();
            if blown {
                suffer_blown(game, state, unit, chance);
            }
        }
        left -= lost;
    }
    hit
}

/// When two or more units of a stack, guns apart, lost a point to second disorder, the stack loses one more. [GB 12.35e]
///
/// Nobody has retreated yet, so that a counter's hex tells its stack, also of those who are gone.
pub fn extra_loss<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    units: &[Unit],
    lost: UnitSet,
    at_random: bool,
    chance: &mut C,
) {
    for hex in lost.into_iter().map(|unit| state.units[unit].hex).collect::<HexSet>() {
        let is_foot_here = |unit: &Unit| state.units[*unit].hex == hex && !game.is_artillery(*unit);
        if lost.into_iter().filter(is_foot_here).count() < 2 {
            continue;
        }
        let left: ArrayVec<Unit, 24> = units
            .iter()
            .copied()
            .filter(is_foot_here)
            .filter(|&unit| state.units[unit].is_present() && !state.units[unit].has(Status::BLOWN))
            .collect();
        if left.is_empty() {
            continue;
        }
        let place = if at_random { chance.below(left.len() as u32) as usize } else { 0 };
        lose(game, state, left[place], game.tables.combat.second_disorder_extra_sp, chance);
    }
}

/// Loss rolls for the leaders with any of the units that lost, but for those who have rolled for the same result. [GB 12.71]
///
/// Tells in which hexes leaders have rolled by now (ruling 33).
pub fn risk_leaders_of<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    lost: UnitSet,
    rolled: HexSet,
    chance: &mut C,
) -> HexSet {
    let Some(first) = lost.first() else { return rolled };
    let hexes: HexSet = lost.into_iter().flat_map(|unit| parts(game, state, unit)).collect();
    for hex in hexes - rolled {
        risk_leaders(game, state, &[hex], first, chance);
    }
    hexes | rolled
}

/// Takes abandoned guns out of play for good. [GB 12.82]
pub fn lose_guns_for_good<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    let guns = state.units[unit].strength();
    lose(game, state, unit, guns, chance);
}
