//! Chapter 9: movement of combat units, hex by hex, with the interrupts each step may set off.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    act, brigade_of, class, cohesion, enemies, enemy_distance, is_in_chain, is_near_enemy, leaders_in, parts,
    set_extension, shift, stars, unit_near_enemy,
};
use super::super::phase::Phase;
use super::super::state::{Act, LeaderFlags, NO_STAY, Place, ShotKind, State, Status};
use super::super::types::{Disorder, Hex, Leader, OrderKind, Unit, UnitSet};
use super::ch02_cohesion::check;
use super::ch04_command::rescue_leaders;
use super::ch08_stacking::enters_on_top;
use super::ch08_together::group;
use super::ch09_allowance::{allowance, may_move};
use super::ch09_ways::{Way, affords_stay, is_among_friends, paid, way_to, ways};
use super::ch12_losses::{Cause, disorder, man_guns};
use super::tell;
use crate::chance::{Chance, Die};
use crate::set::Index;

pub fn offer_steps(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    out.extend(ways(game, state, unit).into_iter().map(|way| Action::Step(way.to)));
}

/// Begins a step: reactions first, then the entry itself, then what follows it. [GB 9.63, 10.44, 10.45, 9.61]
pub fn take_step(game: &Gbacw, state: &mut State, unit: Unit, to: Hex) {
    let hex = state.units[unit].hex;
    if hex == state.start_hex || !is_among_friends(game, state, unit) {
        state.came_from = hex;
    }
    state.reacted = UnitSet::EMPTY;
    state.push(Phase::AfterEntry { unit, to });
    state.push(Phase::ReactionFacing { hex: to, unit });
    state.push(Phase::Volley { kind: ShotKind::Entry, unit, to });
    state.push(Phase::Enter { unit, to });
    state.push(Phase::ReactionMove { unit, to });
    state.push(Phase::Volley { kind: ShotKind::Parting, unit, to });
}

/// Pays for the step and stands in the new hex. [GB 9.13, 9.47, 8.22, 8.23] Work.
pub fn enter<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, to: Hex, chance: &mut C) {
    state.pop();
    let piece = state.units[unit];
    if !piece.is_present() || piece.did(Act::DONE) {
        return;
    }
    let from = piece.hex;
    if piece.is_extended() && parts(game, state, unit).contains(&to) {
        super::ch08_extension::draw_in(game, state, unit, to, chance);
        return;
    }
    if piece.is_line() {
        super::ch08_extension::move_line(game, state, unit, Action::Step(to), chance);
        return;
    }
    let Some(way) = way_to(game, state, unit, to) else { return };
    let column = piece.extension;
    let in_column = piece.order == OrderKind::March || piece.has(Status::COLUMN) && way.entry.by_road;
    if piece.is_extended() {
        set_extension(game, state, unit, [0, 0], false);
    }
    let on_top = enters_on_top(game, state, from, to);
    let followers = leaders_in(game, state, from, game.side(unit));
    let group = group(game, state, unit);
    super::ch08_together::enter(game, state, &group, to, on_top);
    if in_column {
        super::ch08_column::trail(game, state, unit, way.direction, column);
    }
    let stays = way.minimum || affords_stay(state, unit, &way, allowance(game, state, unit));
    for &member in &group {
        pay(state, member, &way, if stays { way.toll } else { 0 });
    }
    state.stay_toll = if stays { way.toll } else { NO_STAY };
    for leader in followers {
        if state.leaders[leader].flags.has(LeaderFlags::FOLLOWS)
            && super::ch05_brigade::keeps_up(state, leader, unit)
        {
            state.leaders[leader].hex = to;
        }
    }
    if !way.entry.by_road {
        super::ch17_fatigue::leave_road(state, brigade_of(game, state, unit));
    }
    tell(chance, "move", "9.13", || format!("{} moves to {}.", game.name(unit), game.hex(to)));
    if is_near_enemy(game, state, game.side(unit), to) {
        for &member in &group {
            come_adjacent(state, member, &way);
        }
    }
    if way.through && !leave_friends(game, state, unit, &way, chance) {
        return;
    }
    if piece_withdraws(state, unit) {
        check_withdrawal(game, state, unit, from, way.entry.halves, chance);
    } else {
        for &member in &group {
            meet_terrain(game, state, member, way.entry.disorder, chance);
        }
    }
    take_control(game, state, unit, to);
    if !state.units[unit].is_disordered() {
        man_guns(game, state, unit, to, chance);
    }
    rescue_leaders(game, state, chance);
}

/// Notes what a step took from a unit.
fn pay(state: &mut State, unit: Unit, way: &Way, toll: u8) {
    let spent = paid(state, unit).saturating_add(way.cost).saturating_add(toll);
    let piece = &mut state.units[unit];
    piece.facing = way.facing;
    piece.spent = spent;
    piece.act.set(Act::MOVED, true);
    piece.act.set(Act::TURNED, false);
    if piece.did(Act::WITHDRAWING) {
        piece.held += 1;
    }
    if way.minimum {
        // The one-hex minimum ends the move; next to an enemy it forbids shock and fire. [GB 9.42]
        piece.act.set(Act::NO_SHOCK, true);
        piece.spent = u8::MAX;
    }
}

/// A unit stops next to an enemy. [GB 9.53]
fn come_adjacent(state: &mut State, unit: Unit, way: &Way) {
    act(state, unit, Act::CAME_ADJACENT);
    if state.units[unit].order == OrderKind::Advance && way.entry.by_crossing {
        // Over a bridge or ford under Advance: no shock until its next activation. [GB 9.23]
        act(state, unit, Act::NO_SHOCK);
    }
    if way.minimum {
        act(state, unit, Act::DONE);
    }
}

fn piece_withdraws(state: &State, unit: Unit) -> bool {
    state.units[unit].did(Act::WITHDRAWING)
}

/// The check after moving through friends; false if the unit had to go back. [GB 8.22]
fn leave_friends<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, way: &Way, chance: &mut C) -> bool {
    let passed = game.scenario.map.grid.neighbour(way.to, way.direction.opposite()).unwrap_or(way.to);
    let chart = &game.tables.chart;
    let terrain = game.scenario.map.terrain_record(chart, passed);
    let points =
        terrain.cost.get(class(game, state, unit), super::super::values::Cost(Some(1))).0.unwrap_or(1);
    let drm = if points >= 2 { points as i8 } else { 0 };
    if check(game, state, unit, drm, "8.22", chance) {
        return true;
    }
    if !state.units[unit].is_disordered() {
        disorder(game, state, unit, Cause::Terrain, chance);
        return true;
    }
    let back = state.came_from;
    let facing = state.units[unit].facing;
    shift(game, state, unit, back, false);
    state.units[unit].facing = facing;
    act(state, unit, Act::DONE);
    tell(chance, "turned_back", "8.22", || format!("{} falls back to {}.", game.name(unit), game.hex(back)));
    false
}

/// Broken ground may disorder a moving unit. [GB 9.47, 12.33, 12.35c]
pub fn meet_terrain<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    terrain: Disorder,
    chance: &mut C,
) {
    let fails = match terrain {
        Disorder::None => false,
        Disorder::Check => !check(game, state, unit, 0, "9.47", chance),
        Disorder::Automatic => true,
    };
    if fails {
        disorder(game, state, unit, Cause::Terrain, chance);
    }
}

/// Rough going on a withdrawal: +1 for each point above the first. [GB 9.54]
pub fn check_withdrawal<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    from: Hex,
    halves: u8,
    chance: &mut C,
) {
    let points = halves.div_ceil(2);
    if points <= 1 || check(game, state, unit, points as i8 - 1, "9.54", chance) {
        return;
    }
    let was_disordered = state.units[unit].is_disordered();
    state.units[unit].status.set(Status::DISORDERED, true);
    if was_disordered {
        if state.units[unit].held >= 2 {
            let facing = state.units[unit].facing;
            shift(game, state, unit, from, false);
            state.units[unit].facing = facing;
        }
        act(state, unit, Act::DONE);
    }
}

/// A unit that moved has straightened its wings, a withdrawing one alone and after parting fire. Work. [GB 7.33, 9.54]
pub fn after_entry(state: &mut State, unit: Unit, to: Hex) {
    state.pop();
    let piece = &state.units[unit];
    if piece.is_present() && piece.hex == to && piece.has(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT)) {
        state.units[unit].status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false);
    }
}

/// The last good-order unit to stand on or pass a location holds it. [ruling 40]
pub fn take_control(game: &Gbacw, state: &mut State, unit: Unit, hex: Hex) {
    if state.units[unit].is_disordered() || !state.units[unit].is_present() {
        return;
    }
    for value in &game.scenario.victory.locations {
        if game.scenario.map.locations[value.location.index()].hexes.contains(hex) {
            state.control[value.location.index()] = Some(game.side(unit));
        }
    }
}

/// Whether a unit may begin a withdrawal. [GB 9.54]
pub fn may_withdraw(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    piece.order != OrderKind::March
        && !piece.is_column()
        && !piece.did(Act::MOVED.or(Act::FIRED).or(Act::WITHDRAWING).or(Act::TURNED))
        && may_move(game, state, unit)
}

/// Leaders of the unit's command with it may ride along. [GB 9.31]
pub fn followers(game: &Gbacw, state: &State, unit: Unit) -> arrayvec::ArrayVec<Leader, 16> {
    let mut all = leaders_in(game, state, state.units[unit].hex, game.side(unit));
    all.retain(|leader| {
        let flags = state.leaders[*leader].flags;
        is_in_chain(game, state, unit, *leader)
            && !flags.has(LeaderFlags::FOLLOWS.or(LeaderFlags::MOVED))
            && game.rank(*leader).depth() >= 2
            && state.leaders[*leader].place == Place::Map
    });
    all
}

/// Marks what a unit's place at the start of its action means. [GB 9.53, 12.6]
pub fn begin(game: &Gbacw, state: &mut State, unit: Unit) {
    state.start_hex = state.units[unit].hex;
    state.came_from = state.units[unit].hex;
    if unit_near_enemy(game, state, unit) {
        act(state, unit, Act::STARTED_ADJACENT);
    }
    state.units[unit].held = 0;
}

/// Guns that end a move close to the enemy may lose heart. Work. [GB 9.55 option 2]
pub fn stop_artillery<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    state.replace(Phase::Settle);
    let limits = &game.tables.artillery_near_enemy;
    let side = game.side(unit);
    if !state.units[unit].is_present() {
        return;
    }
    let hex = state.units[unit].hex;
    let near =
        game.scenario.map.grid.within(hex, u32::from(limits.option2_upz_within)) & enemies(state, side);
    let watching = near.into_iter().filter(|&enemy| game.sight.can_see(hex, enemy)).count() as i8;
    if watching == 0
        || enemy_distance(game, state, side, state.start_hex) < enemy_distance(game, state, side, hex)
    {
        return;
    }
    let very_near = game.scenario.map.grid.within(hex, 2).intersects(enemies(state, side));
    let mut drm = watching * limits.option2_drm_per_enemy_unit_with_los;
    if very_near {
        drm += limits.option2_drm_within_2;
    }
    let roll = chance.roll(Die::D10) as i8;
    let modified = roll + drm - stars(game, state, unit);
    let needed = cohesion(game, state, unit);
    if modified <= needed {
        return;
    }
    tell(chance, "guns_shaken", "9.55", || format!("{} comes too close.", game.name(unit)));
    let failed_by = (modified - needed) as u8;
    let mut guns = if failed_by > 2 { failed_by / 2 } else { 0 };
    if state.units[unit].is_disordered() {
        guns += limits.option2_already_disordered_extra_guns;
    }
    state.units[unit].status.set(Status::DISORDERED, true);
    super::ch12_losses::lose(game, state, unit, guns, chance);
    if state.units[unit].is_present() {
        state.retreat_from = near.first().unwrap_or(hex);
        act(state, unit, Act::RETREAT_1_2);
    }
}
