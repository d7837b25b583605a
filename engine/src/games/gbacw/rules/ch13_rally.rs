//! Chapter 13.4, 13.5, 6.35 and 16.2: rally, resupply, rest, stragglers, the return of routed units.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::cohesion::{
    RallyInput, RallyOutcome, RoutedRally, gather_stragglers, rally, rally_routed,
};
use super::super::calc::fire::Ammo;
use super::super::field::{
    act, brigade_of, has_enemy, helpers, is_cavalry_mounted, is_collapsed, is_near_enemy, light,
    own_formation, parts, put, stack, stars, tiredness, unit_near_enemy,
};
use super::super::phase::Phase;
use super::super::state::{Act, LeaderFlags, Place, Standing, State, Status};
use super::super::types::{
    Arm, Formation, Hex, LeaderSet, Light, MoveClass, OrderKind, Rank, Side, Unit, UnitSet,
};
use super::ch02_cohesion::check;
use super::ch04_command::commanded_units;
use super::ch08_stacking::fits;
use super::ch12_losses::{lose, man_guns};
use super::tell;
use crate::chance::{Chance, Die};
use crate::set::Index;

/// Whether the acting unit has done nothing but perhaps fire that rules out rally and resupply. [GB 13.4]
fn is_idle(state: &State, unit: Unit) -> bool {
    let did = Act::MOVED.or(Act::RESTACKED).or(Act::WITHDRAWING).or(Act::DONE);
    let piece = &state.units[unit];
    // The turn of a rally is part of it.
    let has_turned = piece.did(Act::TURNED) && !piece.did(Act::RALLIED);
    !has_turned && !piece.did(did.or(Act::FIRED_REFUSED).or(Act::CAVALRY_CHARGE))
}

/// Rally and resupply of the acting unit, if it wants. [GB 13.41, 13.44, 10.92, 10.93]
pub fn offer(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    let piece = &state.units[unit];
    if !is_idle(state, unit) || piece.has(Status::BUILDING) {
        return;
    }
    let may_rally = game.tables.order(piece.order).may_rally
        && piece.is_disordered()
        && !is_collapsed(game, state, unit)
        && !piece.did(Act::RALLIED.or(Act::FIRED))
        && !piece.has(Status::BLOWN);
    if may_rally {
        out.push(Action::Rally);
    }
    if piece.order != OrderKind::March && !unit_near_enemy(game, state, unit) {
        let sections = if game.is_artillery(unit) { 4 } else { 1 };
        for section in 0..sections {
            // Of a battery some sections may fire while others are resupplied. [GB 10.92]
            let (has, used) = if game.is_artillery(unit) {
                (piece.sp[section] > 0, Act::fired_part(section))
            } else {
                (true, Act::FIRED)
            };
            if has && piece.ammo(section) != Ammo::Full && !piece.did(used) {
                out.push(Action::Resupply(section as u8));
            }
        }
    }
}

/// What modifies a rally attempt. [GB 13.42]
pub fn rally_input(game: &Gbacw, state: &State, unit: Unit) -> RallyInput {
    let record = &game.scenario.oob.units[unit.index()];
    let piece = &state.units[unit];
    let values = if piece.is_mounted() { record.mounted_cohesion } else { record.cohesion };
    RallyInput {
        disordered_cohesion: values[1],
        adjacent_enemy: parts(game, state, unit)
            .iter()
            .any(|&hex| is_near_enemy(game, state, game.side(unit), hex)),
        mounted: is_cavalry_mounted(game, state, unit),
        leader_stars: stars(game, state, unit).max(0) as u8,
        fatigue: tiredness(game, state, unit) as u8,
        weather: if state.storm > 0 { game.tables.thunderstorm.rally_drm } else { 0 },
    }
}

/// A rally attempt; success allows a turn by one corner. [GB 7.25, 13.41, 13.42]
pub fn take<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    let input = rally_input(game, state, unit);
    let die = chance.roll(Die::D10);
    let result = rally(&game.tables, &input, die);
    act(state, unit, Act::RALLIED);
    // Who lends his stars has ended his ride. [GB 13.43]
    for leader in helpers(game, state, unit).collect::<LeaderSet>() {
        state.leaders[leader].flags.set(LeaderFlags::MOVED, true);
    }
    tell(chance, "rally", "13.41", || {
        format!(
            "{} tries to rally: {die} becomes {}, {:?}.",
            game.name(unit),
            result.modified,
            result.outcome
        )
    });
    let has_failed = result.outcome != RallyOutcome::Rallied;
    state.units[unit].act.set(Act::FAILED_TO_RALLY, has_failed);
    match result.outcome {
        RallyOutcome::Rallied => {
            state.units[unit].status.set(Status::DISORDERED, false);
            let hex = state.units[unit].hex;
            man_guns(game, state, unit, hex, chance);
            super::ch09_movement::take_control(game, state, unit, hex);
            if may_turn_rallied(game, state, unit) {
                state.push(Phase::RallyFacing { unit });
            }
        }
        RallyOutcome::Stays => {}
        RallyOutcome::StaysAndLosesOne => {
            lose(game, state, unit, 1, chance);
            state.push(Phase::Settle);
        }
    }
}

/// Whether a unit that rallied or was resupplied may turn with its stack: once, if nobody there failed to rally or is
/// bound to his front. [GB 7.25, 10.92, 13.41]
fn may_turn_rallied(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let may_turn = |other: Unit| {
        let piece = &state.units[other];
        let is_bound = piece.is_extended()
            || piece.has(Status::BUILDING)
            || super::ch07_facing::is_refused(state, other);
        let has_turned = piece.did(Act::RALLIED) && piece.did(Act::TURNED);
        !is_bound && !has_turned && !piece.did(Act::FAILED_TO_RALLY)
    };
    if game.options.mixed_facing_in_hex {
        return may_turn(unit);
    }
    stack(game, state, state.units[unit].hex).into_iter().all(may_turn)
}

/// A unit that rallied or was resupplied turns its stack by a corner. [GB 10.92, 13.41]
pub fn turn_rallied(game: &Gbacw, state: &mut State, unit: Unit, action: Action) {
    state.pop();
    if let Action::Face(facing) = action {
        state.units[unit].facing = facing;
        act(state, unit, Act::TURNED);
        super::ch08_stacking::turn_stack(game, state, unit);
    }
}

/// One level of ammunition for a unit or section, and a turn by one corner after it. [GB 10.92]
pub fn resupply<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, section: u8, chance: &mut C) {
    let section = usize::from(section);
    if may_turn_rallied(game, state, unit) {
        state.push(Phase::RallyFacing { unit });
    }
    let piece = &mut state.units[unit];
    piece.set_ammo(section, piece.ammo(section).resupplied());
    if game.is_artillery(unit) {
        // The other sections may still fire. [GB 10.92]
        piece.act.set(Act::fired_part(section), true);
    } else {
        // One level is all that an activation gives; a rally comes before it.
        piece.act.set(Act::RALLIED.or(Act::DONE), true);
    }
    tell(chance, "resupply", "10.92", || format!("{} is resupplied.", game.name(unit)));
}

// ---------------------------------------------------------------- reserve

/// Reserves rest, rally, gather stragglers and fill their pouches. [GB 6.35, 16.21, 16.22, 16.24, 17.41]
pub fn work_reserves<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    let dark = matches!(light(game, state), Light::Dusk | Light::Night);
    for formation in game.formations().filter(|&formation| game.acts_as_brigade(formation)) {
        if !state.formations[formation].has(Standing::RESERVE) {
            continue;
        }
        if may_recover(game, state) {
            super::ch17_fatigue::rest(game, state, formation, game.tables.fatigue.rest_reserve);
        }
        let commanded = commanded_units(game, state, formation);
        for unit in game.units().filter(|&unit| own_formation(game, unit) == formation) {
            if !state.units[unit].is_present() {
                continue;
            }
            if !is_collapsed(game, state, unit) {
                restore(game, state, unit);
            }
            if dark && !game.is_artillery(unit) && commanded.contains(unit) {
                gather(game, state, unit, chance);
            }
            for section in 0..4 {
                state.units[unit].set_ammo(section, Ammo::Full);
            }
        }
    }
    for unit in game.units() {
        state.units[unit].act = Act(0);
    }
}

/// Whether the weather lets anybody rest. [GB 5.31]
fn may_recover(game: &Gbacw, state: &State) -> bool {
    state.storm == 0 || game.tables.thunderstorm.fatigue_recovery
}

/// Stragglers come back, but never all of them. [GB 16.22, 16.23]
fn gather<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    let now = state.units[unit].strength();
    let printed = game.printed_sp(unit);
    if gather_stragglers(&game.tables, printed, now, true) == now {
        return;
    }
    let passed = check(game, state, unit, 0, "16.22", chance);
    let next = gather_stragglers(&game.tables, printed, now, passed);
    state.units[unit].sp[0] = next;
    state.lost_sp[game.side(unit).index()] -= u16::from(next - now);
    if next > now {
        tell(chance, "stragglers", "16.22", || format!("{} gathers stragglers.", game.name(unit)));
    }
}

fn routed(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = Unit> {
    game.units().filter(move |&unit| {
        let formation = own_formation(game, unit);
        game.side(unit) == side
            && state.units[unit].place == Place::Routed
            && !state.units[unit].did(Act::DONE)
            && state.formations[formation].has(Standing::RESERVE)
            && !places(game, state, unit).is_empty()
    })
}

pub fn is_reserve_work_open(game: &Gbacw, state: &State, side: Side) -> bool {
    routed(game, state, side).next().is_some()
}

pub fn offer_reserve_work(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(routed(game, state, side).map(Action::Unit));
}

/// Hexes within one of the brigade leader where a gathered unit may stand. [GB 13.52]
fn places(game: &Gbacw, state: &State, unit: Unit) -> arrayvec::ArrayVec<Hex, 7> {
    let leader = game.leader_of(own_formation(game, unit)).filter(|&l| state.leaders[l].place == Place::Map);
    let Some(leader) = leader else { return arrayvec::ArrayVec::new() };
    let near = game.scenario.map.grid.within(state.leaders[leader].hex, 1);
    let class = MoveClass::of(game.arm(unit), game.arm(unit) == Arm::Cavalry);
    near.into_iter()
        .filter(|&hex| {
            let terrain = game.scenario.map.terrain_record(&game.tables.chart, hex);
            terrain.cost.get(class, super::super::values::Cost(Some(1))).0.is_some()
                && !has_enemy(state, game.side(unit), hex)
                && fits(game, state, unit, hex)
        })
        .take(7)
        .collect()
}

/// Tries to bring a routed unit back. [GB 13.51, 13.52]
pub fn take_reserve_work<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Action::Unit(unit) = action else {
        state.pop();
        return;
    };
    act(state, unit, Act::DONE);
    let record = &game.scenario.oob.units[unit.index()];
    let cohesion = if record.arm == Arm::Cavalry { record.mounted_cohesion[1] } else { record.cohesion[1] };
    let die = chance.roll(Die::D10);
    let result = rally_routed(&game.tables, cohesion, tiredness(game, state, unit) as u8, die);
    tell(chance, "gather", "13.52", || format!("{}: {die}, {result:?}.", game.name(unit)));
    match result {
        RoutedRally::Returns => {
            lose(game, state, unit, 1, chance);
            if state.units[unit].place == Place::Routed {
                state.push(Phase::ReturnRouted { unit });
            }
        }
        RoutedRally::StaysRouted => {
            lose(game, state, unit, 1, chance);
        }
        RoutedRally::Eliminated => {
            let all = state.units[unit].strength();
            lose(game, state, unit, all, chance);
        }
    }
    state.units[unit].act.set(Act::COLLAPSE_CHECK, false);
}

pub fn offer_return(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    out.extend(places(game, state, unit).into_iter().map(Action::Step));
    if out.is_empty() {
        out.push(Action::Pass);
    }
}

/// Back on the map, disordered; cavalry mounted. [GB 13.52, 13.53]
pub fn take_return(game: &Gbacw, state: &mut State, unit: Unit, action: Action) {
    state.pop();
    let Action::Step(hex) = action else { return };
    let is_horse = game.arm(unit) == Arm::Cavalry;
    let formation = own_formation(game, unit);
    let order = state.formations[formation].order;
    let piece = &mut state.units[unit];
    piece.status = Status::DISORDERED;
    piece.status.set(Status::MOUNTED, is_horse);
    piece.order = order;
    piece.facing = super::ch07_facing::facings(order)[0];
    put(game, state, unit, hex, false);
    super::ch08_stacking::adopt_facing(game, state, unit);
}

// ---------------------------------------------------------------- rest

/// A unit does what keeps its brigade from rest this turn; guns keep only a battery group of their own from it, and a
/// unit of no brigade keeps itself. [GB 13.45, 17.42]
pub fn keep_from_rest(game: &Gbacw, state: &mut State, unit: Unit) {
    let formation = own_formation(game, unit);
    if !game.acts_as_brigade(formation) {
        state.busy.insert(unit);
    } else if !game.is_artillery(unit) || game.level_of(formation) == Rank::Artillery {
        state.formations[formation].standing.set(Standing::BUSY, true);
    }
}

/// Idle brigades: rally all, or shake off fatigue. Idle units of no brigade rally: they are guns, which never tire.
/// [GB 13.45, 17.1, 17.42]
pub fn begin_rest(game: &Gbacw, state: &mut State) {
    for formation in game.formations() {
        let own = game.scenario.oob.formation(formation).units;
        if !game.acts_as_brigade(formation) {
            rally_units(game, state, formation, own - state.busy);
        }
        if may_rest(game, state, formation) {
            let can_tire =
                game.options.fatigue && state.formations[formation].fatigue > 0 && may_recover(game, state);
            if can_tire {
                state.push(Phase::Rest { formation });
            } else {
                rally_all(game, state, formation);
            }
        }
    }
}

fn may_rest(game: &Gbacw, state: &State, formation: Formation) -> bool {
    let own = &state.formations[formation];
    game.acts_as_brigade(formation)
        && !own.has(Standing::BUSY.or(Standing::RESERVE))
        && game
            .roster
            .followers(formation)
            .into_iter()
            .any(|unit| brigade_of(game, state, unit) == formation && state.units[unit].is_present())
}

fn rally_all(game: &Gbacw, state: &mut State, formation: Formation) {
    rally_units(game, state, formation, game.scenario.oob.formation(formation).units);
}

/// Units of a formation in range of its leader rally without a roll. [GB 13.45]
fn rally_units(game: &Gbacw, state: &mut State, formation: Formation, units: UnitSet) {
    let shaken = |unit: &Unit| {
        let piece = &state.units[*unit];
        piece.is_present()
            && piece.has(Status::DISORDERED.or(Status::BLOWN))
            && !is_collapsed(game, state, *unit)
    };
    let shaken: UnitSet = units.into_iter().filter(shaken).collect();
    // Who is in command is asked only if it matters to somebody.
    if shaken.is_empty() {
        return;
    }
    for unit in shaken & commanded_units(game, state, formation) {
        restore(game, state, unit);
    }
}

/// Good order without a roll; riders who were blown take their brigade's orders. [GB 6.35, 11.58, 13.45]
fn restore(game: &Gbacw, state: &mut State, unit: Unit) {
    let was_blown = state.units[unit].has(Status::BLOWN);
    state.units[unit].status.set(Status::DISORDERED.or(Status::BLOWN), false);
    if was_blown {
        super::ch06_orders::take_brigades_order(game, state, unit);
    }
}

pub fn take_rest(game: &Gbacw, state: &mut State, formation: Formation, action: Action) {
    state.pop();
    match action {
        Action::RestBrigade => {
            super::ch17_fatigue::rest(game, state, formation, game.tables.fatigue.rest_idle)
        }
        _ => rally_all(game, state, formation),
    }
}
