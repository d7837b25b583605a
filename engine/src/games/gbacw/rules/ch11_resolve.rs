//! Chapter 11.4, step 6: the fight, the advance, continued shock, disorder after it.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::shock::{
    self, AfterShock, HexPosition, ShockInput, ShockTerrain, ShockUnit, after_shock, attack_strength,
    defence_strength, shock_terrain,
};
use super::super::combat_tables::{ContinuedBy, ShockEffect, ShockOutcome};
use super::super::field::{
    Stack, act, adjacent_enemies, arc_towards, brigade_of, class, cohesion, enemies, friends, front,
    is_near_enemy, leaders_in, nearest_corner, own_formation, parts, personality, put, shift, stack,
    tiredness, whole_front,
};
use super::super::phase::Phase;
use super::super::state::{Act, Combat, CombatFlags, HexCode, MOST_COMBATS, Place, Standing, State, Status};
use super::super::types::{
    Arc, Direction, Disorder, Facing, Hex, HexSet, MoveClass, Personality, Side, Unit, total,
};
use super::ch02_cohesion::check;
use super::ch08_stacking::{enters_on_top, fits};
use super::ch09_terrain::{entry, protects};
use super::ch11_before::{mark_vacated, pending, willing};
use super::ch11_declare::{attackers, defender_hexes, defends, is_charger, is_with_brigadier, targets};
use super::ch12_losses::{
    Cause, abandon, disorder, extra_loss, lose, lose_from_top, man_guns, risk_leaders, rout,
};
use super::ch12_retreat::ask_leaders;
use super::tell;
use crate::chance::{Chance, Die};
use crate::event::BattleRow;
use crate::player::Player;

/// Takes the combats one by one along the line, from either end. Work. [GB 11.41]
pub fn resolve(game: &Gbacw, state: &mut State, reversed: bool) {
    let grid = &game.scenario.map.grid;
    let key = |index: &usize| {
        state.combats[*index]
            .and_then(|combat| defender_hexes(&combat).next())
            .map_or((0, 0), |hex| (grid.column(hex), grid.row(hex)))
    };
    let next =
        if reversed { pending(state, None).max_by_key(key) } else { pending(state, None).min_by_key(key) };
    match next {
        Some(index) => {
            state.push(Phase::AfterShock { combat: index as u8 });
            state.push(Phase::Fight { combat: index as u8 });
        }
        None => state.pop(),
    }
}

fn shock_unit(game: &Gbacw, state: &State, unit: Unit, on_top_or_alone: bool) -> ShockUnit {
    let piece = &state.units[unit];
    ShockUnit { sp: piece.strength(), arm: game.arm(unit), mounted: piece.is_mounted(), on_top_or_alone }
}

fn is_close_ground(game: &Gbacw, hex: Hex) -> bool {
    game.scenario.map.terrain_record(&game.tables.chart, hex).cavalry_shock_halved
}

/// Units that defend in a combat, hex by hex from the top.
pub fn defenders(game: &Gbacw, state: &State, combat: &Combat, side: Side) -> Stack {
    let mut all = Stack::new();
    for hex in defender_hexes(combat) {
        for unit in stack(game, state, hex) {
            if game.side(unit) == side && !all.contains(&unit) && !all.is_full() {
                all.push(unit);
            }
        }
    }
    all
}

/// Through which sides each defending hex is attacked. [GB 11.44]
///
/// Attacks of others on the same hex count for position in every one of them.
fn positions(game: &Gbacw, state: &State, index: usize) -> ArrayVec<HexPosition, 4> {
    let grid = &game.scenario.map.grid;
    let Some(combat) = state.combats[index] else { return ArrayVec::new() };
    let mut list = ArrayVec::new();
    for hex in defender_hexes(&combat) {
        let Some(top) = stack(game, state, hex).first().copied() else { continue };
        let mut position = HexPosition::default();
        let mut covered = HexSet::EMPTY;
        for other in 0..MOST_COMBATS {
            let shares = state.combats[other].is_some_and(|own| defends(&own, hex));
            if !shares {
                continue;
            }
            for unit in willing(game, state, other) {
                for from in parts(game, state, unit) {
                    covered.insert(from);
                    covered |= front(game, state, unit, from, false);
                    let Some(direction) = grid.direction(hex, from) else { continue };
                    match arc_towards(game, state, top, hex, direction) {
                        Arc::Front | Arc::RefusedFront => position.front = true,
                        Arc::Flank => position.flank = true,
                        Arc::Rear => position.rear = true,
                    }
                }
            }
        }
        position.surrounded = grid.neighbours(hex).is_subset(covered);
        list.push(position);
    }
    list
}

/// The best ground for the defender over all hexsides attacked through. [GB 11.42]
fn ground(game: &Gbacw, state: &State, index: usize, units: &[Unit]) -> ShockTerrain {
    let grid = &game.scenario.map.grid;
    let Some(combat) = state.combats[index] else { return ShockTerrain::default() };
    let mut best = ShockTerrain::default();
    let mut worth = i8::MAX;
    for hex in defender_hexes(&combat) {
        for &unit in units {
            for from in parts(game, state, unit) {
                let Some(direction) = grid.direction(hex, from) else { continue };
                let work = protects(game, state, hex, from);
                let terrain = shock_terrain(&game.tables, &game.scenario.map, hex, direction, work);
                let value = terrain.value(&game.tables);
                if value < worth {
                    worth = value;
                    best = terrain;
                }
            }
        }
    }
    best
}

/// Attacking hexes in the front of enemies who are not attacked here. [GB 11.44]
fn exposed(game: &Gbacw, state: &State, combat: &Combat, units: &[Unit]) -> u8 {
    let hexes: HexSet = units.iter().flat_map(|&unit| parts(game, state, unit)).collect();
    let Some(&first) = units.first() else { return 0 };
    let side = game.side(first);
    let is_exposed = |hex: &Hex| {
        adjacent_enemies(game, state, side, *hex).into_iter().any(|enemy| {
            !defends(combat, enemy)
                && stack(game, state, enemy)
                    .iter()
                    .any(|&unit| front(game, state, unit, enemy, true).contains(*hex))
        })
    };
    hexes.into_iter().filter(is_exposed).count() as u8
}

/// Everything that modifies a shock. [GB 11.42, 11.43]
pub fn shock_input(game: &Gbacw, state: &State, index: usize) -> Option<ShockInput> {
    let combat = state.combats[index]?;
    let units = willing(game, state, index);
    let first = *units.first()?;
    let side = game.side(first);
    let foes = defenders(game, state, &combat, side.other());
    if foes.is_empty() {
        return None;
    }
    let list = positions(game, state, index);
    let position = shock::position(&game.tables, &list);
    let charges =
        units.iter().all(|&unit| state.units[unit].did(Act::CAVALRY_CHARGE)) && combat.continued == 0;
    let into_close = defender_hexes(&combat).any(|hex| is_close_ground(game, hex));
    let from_aside = list.iter().any(|place| !place.front && (place.flank || place.rear));
    let own: ArrayVec<ShockUnit, 24> =
        units.iter().map(|&unit| shock_unit(game, state, unit, true)).collect();
    let attacker = attack_strength(&game.tables, &own, charges && from_aside, into_close);
    let mut defender = 0;
    let mut counted = super::super::types::UnitSet::EMPTY;
    for hex in defender_hexes(&combat) {
        let here = stack(game, state, hex);
        let alone = here.iter().all(|&unit| game.is_artillery(unit));
        let list: ArrayVec<ShockUnit, 24> = here
            .iter()
            .enumerate()
            .filter(|&(_, &unit)| !counted.contains(unit))
            .map(|(place, &unit)| shock_unit(game, state, unit, alone || place == 0))
            .collect();
        counted |= here.iter().copied().collect();
        defender += defence_strength(&game.tables, &list, is_close_ground(game, hex));
    }
    let aggressive = units.iter().any(|&unit| {
        is_with_brigadier(game, state, unit)
            && game
                .leader_of(own_formation(game, unit))
                .is_some_and(|leader| personality(game, state, leader) == Personality::Aggressive)
    });
    let top_disordered = defender_hexes(&combat)
        .filter_map(|hex| stack(game, state, hex).first().copied())
        .any(|unit| state.units[unit].is_disordered());
    Some(ShockInput {
        attacker,
        defender: defender.max(1),
        position,
        exposed_attackers: exposed(game, state, &combat, &units),
        terrain: ground(game, state, index, &units),
        all_attackers_moved: units.iter().all(|&unit| state.units[unit].did(Act::CAME_ADJACENT)),
        all_charged_on_foot: units
            .iter()
            .all(|&unit| class(game, state, unit) == MoveClass::Infantry && is_charger(game, state, unit)),
        cavalry_charge: charges,
        countercharge: combat.flags.has(CombatFlags::COUNTERCHARGED),
        attackers_mounted: class(game, state, first) == MoveClass::Cavalry,
        aggressive_brigadier: aggressive && combat.flags.has(CombatFlags::BY_ACTIVE),
        no_brigadier: combat.flags.has(CombatFlags::NO_BRIGADIER),
        continued: combat.continued,
        attacker_disordered: units.iter().any(|&unit| state.units[unit].is_disordered()),
        defender_disordered: top_disordered,
        fatigue_attacker: units.iter().map(|&unit| tiredness(game, state, unit)).max().unwrap_or(0) as u8,
        fatigue_defender: foes.iter().map(|&unit| tiredness(game, state, unit)).min().unwrap_or(0) as u8,
    })
}

/// Fights one combat. Work. [GB 11.45]
pub fn fight<C: Chance>(game: &Gbacw, state: &mut State, index: u8, chance: &mut C) {
    state.pop();
    let i = usize::from(index);
    let Some(mut combat) = state.combats[i] else { return };
    let units = willing(game, state, i);
    combat.flags.set(CombatFlags::RESOLVED, true);
    state.combats[i] = Some(combat);
    let Some(&first) = units.first() else { return };
    let side = game.side(first);
    let Some(input) = shock_input(game, state, i) else {
        // Nobody is left to fight: the hex is taken, and only a broken defender is pursued. [GB 11.46, 11.47]
        combat.flags.set(CombatFlags::MAY_CONTINUE, combat.flags.has(CombatFlags::BROKEN));
        state.combats[i] = Some(combat);
        state.push(Phase::ContinueShock { combat: index });
        state.push(Phase::AdvanceAfterShock { combat: index });
        return;
    };
    let foes = defenders(game, state, &combat, side.other());
    for &unit in units.iter().chain(foes.iter()) {
        let was = state.units[unit].is_disordered();
        state.units[unit].act.set(Act::WAS_DISORDERED, was);
        act(state, unit, Act::FOUGHT);
        let brigade = own_formation(game, unit);
        state.formations[brigade].standing.set(Standing::SHOCKED, true);
    }
    for &unit in units.iter().chain(&foes) {
        let counts = game.side(unit) == side || class(game, state, unit) == MoveClass::Cavalry;
        state.units[unit].status.set(Status::SHOCK_PENDING, counts);
    }
    let die = chance.roll(Die::D10);
    let roll = shock::resolve(&game.tables, &input, die);
    tell(chance, "shock", "11.45", || {
        let list: Vec<String> =
            roll.modifiers.iter().map(|(name, value)| format!("{name} {value:+}")).collect();
        format!(
            "Shock at {}, {}: {die} becomes {} ({}), {}.",
            defender_hexes(&combat).next().map_or_else(String::new, |hex| game.hex(hex).to_string()),
            roll.ratio,
            roll.modified,
            list.join(", "),
            roll.band.id.id()
        )
    });
    chance.battle(|| BattleRow {
        kind: "shock",
        place: defender_hexes(&combat).next().map_or_else(String::new, |hex| game.hex(hex).to_string()),
        attacker: Player(side as u8),
        defender: Some(Player(side.other() as u8)),
        winner: match roll.band.id {
            ShockOutcome::AttackerRetreats => Some(Player(side.other() as u8)),
            ShockOutcome::BloodyStandoff => None,
            _ => Some(Player(side as u8)),
        },
        values: vec![
            i32::from(input.attacker) / 2,
            i32::from(input.defender) / 2,
            1,
            i32::from(die),
            i32::from(total(&roll.modifiers)),
            i32::from(roll.modified),
            roll.band.id as i32,
            i32::from(roll.band.defender.loss),
            5,
        ],
    });
    let (outcome, attack, defence, by) =
        (roll.band.id, roll.band.attacker, roll.band.defender, roll.band.continued_by);
    state.push(Phase::ContinueShock { combat: index });
    state.push(Phase::AdvanceAfterShock { combat: index });
    state.push(Phase::Settle);
    if let Some(hex) = combat.swung_on {
        super::ch08_extension::contract(game, state, first, hex.hex());
    }
    let their_hex = defender_hexes(&combat).next().unwrap_or(state.units[first].hex);
    match outcome {
        ShockOutcome::AttackerRetreats => {
            state.retreat_from = their_hex;
            repulse(game, state, &units, attack);
        }
        ShockOutcome::BloodyStandoff => {
            state.retreat_from = their_hex;
            bleed(game, state, &units, attack, false, chance);
            state.retreat_from = state.units[first].hex;
            bleed(game, state, &foes, defence, true, chance);
            spare_steadiest(game, state, &units, &foes, chance);
        }
        _ => {
            state.retreat_from = state.units[first].hex;
            drive(game, state, &combat, &foes, defence, chance);
        }
    }
    let goes_on = match by {
        ContinuedBy::None => false,
        ContinuedBy::Attacker | ContinuedBy::Defender => true,
    };
    if let Some(own) = &mut state.combats[i] {
        own.flags.set(CombatFlags::MAY_CONTINUE, goes_on);
        own.flags.set(CombatFlags::REPULSED, by == ContinuedBy::Defender);
    }
}

/// The attackers go back, with all who share their hexes. [GB 8.36, 12.42]
fn repulse(game: &Gbacw, state: &mut State, units: &[Unit], effect: ShockEffect) {
    let hexes: HexSet = units.iter().flat_map(|&unit| parts(game, state, unit)).collect();
    for hex in hexes {
        for unit in stack(game, state, hex) {
            act(state, unit, if effect.retreat >= 2 { Act::RETREAT_2 } else { Act::RETREAT_1 });
        }
    }
}

/// A bloody standoff: one point from the steadiest, then a check for everyone. [GB 8.36, 11.64]
fn bleed<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    units: &[Unit],
    effect: ShockEffect,
    defends: bool,
    chance: &mut C,
) {
    let Some(&top) = units.first() else { return };
    let steadiest = units.iter().copied().max_by_key(|&unit| cohesion(game, state, unit)).unwrap_or(top);
    let victim = if defends && game.is_artillery(top) { top } else { steadiest };
    let mut order = Stack::from_iter([victim]);
    order.extend(units.iter().copied().filter(|&unit| unit != victim));
    let hit = lose_from_top(game, state, &order, effect.loss, chance);
    if !hit.is_empty() {
        let hexes: ArrayVec<Hex, 3> = parts(game, state, victim);
        risk_leaders(game, state, &hexes, victim, chance);
    }
    let mut again = 0;
    for &unit in units {
        if state.units[unit].is_present()
            && effect.disorder.0 != Disorder::None
            && (effect.disorder.0 == Disorder::Automatic || !check(game, state, unit, 0, "12.32", chance))
        {
            let suffered = disorder(game, state, unit, Cause::Shock, chance);
            again += u8::from(suffered == super::ch12_losses::Suffered::Again(true));
        }
    }
    extra_loss(game, state, units, again, false, chance);
}

/// When both sides rout, the steadiest unit of all stays; in a tie one of the attackers. [GB 12.52]
fn spare_steadiest<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    units: &[Unit],
    foes: &[Unit],
    chance: &mut C,
) {
    let routed = |unit: &Unit| state.units[*unit].place == Place::Routed;
    let stands = |unit: &Unit| state.units[*unit].is_present();
    if !units.iter().any(routed) || !foes.iter().any(routed) || units.iter().chain(foes).any(stands) {
        return;
    }
    let steadiness = |unit: Unit| cohesion(game, state, unit) - tiredness(game, state, unit);
    let best = foes
        .iter()
        .chain(units)
        .copied()
        .filter(|unit| routed(unit) && !game.is_artillery(*unit))
        .max_by_key(|&unit| steadiness(unit));
    if let Some(unit) = best {
        let hex = state.units[unit].hex;
        put(game, state, unit, hex, true);
        tell(chance, "spared", "12.52", || format!("{} holds its ground.", game.name(unit)));
    }
}

/// The defenders are driven from their hexes. [GB 11.64, 11.65, 12.42, 12.51]
fn drive<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    combat: &Combat,
    foes: &[Unit],
    effect: ShockEffect,
    chance: &mut C,
) {
    let hexes: ArrayVec<Hex, 4> = defender_hexes(combat).collect();
    let Some(&top) = foes.first() else { return };
    let hit = lose_from_top(game, state, foes, effect.loss, chance);
    if !hit.is_empty() {
        risk_leaders(game, state, &hexes, top, chance);
    }
    let mut again = 0;
    for &unit in foes {
        if !state.units[unit].is_present() {
            continue;
        }
        let was_disordered = state.units[unit].did(Act::WAS_DISORDERED);
        if game.is_artillery(unit) {
            if effect.artillery_abandoned {
                abandon(game, state, unit, chance);
                continue;
            }
            disorder(game, state, unit, Cause::Shock, chance);
            if state.units[unit].is_present() {
                act(state, unit, Act::RETREAT_1);
            }
            continue;
        }
        if effect.rout_check {
            // One check only, even for a collapsed unit. [GB 12.23]
            state.units[unit].act.set(Act::COLLAPSE_CHECK, false);
            if check(game, state, unit, 0, "12.51", chance) {
                state.units[unit].status.set(Status::DISORDERED, true);
                if was_disordered {
                    lose(game, state, unit, 1, chance);
                    again += 1;
                    state.units[unit].act.set(Act::COLLAPSE_CHECK, false);
                }
                if state.units[unit].is_present() {
                    act(state, unit, Act::RETREAT_2);
                }
            } else {
                rout(game, state, unit, chance);
            }
            continue;
        }
        let suffered = disorder(game, state, unit, Cause::Shock, chance);
        again += u8::from(suffered == super::ch12_losses::Suffered::Again(true));
        if state.units[unit].is_present() && !state.units[unit].did(Act::RETREAT) {
            act(state, unit, if effect.retreat >= 2 { Act::RETREAT_2 } else { Act::RETREAT_1 });
        }
    }
    extra_loss(game, state, foes, again, false, chance);
}

// ---------------------------------------------------------------- step 6c

/// Whether a unit may take a hex after combat. [GB 12.6, 11.46]
pub fn can_advance_into(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    if state.units[unit].is_line() {
        return line_can_enter(game, state, unit, hex).is_some();
    }
    let from = state.units[unit].hex;
    let Some(direction) = game.scenario.map.grid.direction(from, hex) else { return false };
    !enemies(state, game.side(unit)).contains(hex)
        && (entry(game, state, unit, from, direction).is_some()
            || game.scenario.map.side(from, direction).crossing.is_some())
        && fits(game, state, unit, hex)
}

/// The part of a line that is next to a vacated hex it may enter. [GB 8.47]
fn line_can_enter(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> Option<(Hex, Direction)> {
    let free = !enemies(state, game.side(unit)).contains(hex)
        && stack(game, state, hex).iter().all(|&other| other == unit || game.is_artillery(other));
    parts(game, state, unit).into_iter().find_map(|part| {
        let direction = game.scenario.map.grid.direction(part, hex)?;
        (free && entry(game, state, unit, part, direction).is_some()).then_some((part, direction))
    })
}

/// A line advances as a line if all of it can go the same way; otherwise it draws in first. [GB 8.47]
fn advance_line(game: &Gbacw, state: &mut State, unit: Unit, to: Hex) -> bool {
    let Some((part, direction)) = line_can_enter(game, state, unit, to) else { return false };
    let grid = &game.scenario.map.grid;
    let side = game.side(unit);
    let own = parts(game, state, unit);
    let all = own.iter().all(|&hex| {
        grid.neighbour(hex, direction).is_some_and(|next| {
            !enemies(state, side).contains(next)
                && entry(game, state, unit, hex, direction).is_some()
                && stack(game, state, next).iter().all(|&other| other == unit || game.is_artillery(other))
        })
    });
    if !all {
        super::ch08_extension::contract(game, state, unit, part);
        return false;
    }
    if let Some(next) = grid.neighbour(state.units[unit].hex, direction) {
        state.units[unit].hex = next;
    }
    for hex in own.into_iter().chain(parts(game, state, unit)) {
        super::super::field::refresh(game, state, hex);
    }
    act(state, unit, Act::SHIFTED);
    super::ch09_movement::take_control(game, state, unit, to);
    true
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
    out.extend(vacated(game, state, &combat, unit).into_iter().map(Action::Step));
}

pub fn take_advance<C: Chance>(game: &Gbacw, state: &mut State, index: u8, action: Action, chance: &mut C) {
    let Some(unit) = advancer(game, state, index) else { return };
    let Action::Step(to) = action else {
        state.units[unit].held = 2;
        return;
    };
    state.units[unit].held = 1;
    advance(game, state, unit, to, chance);
}

/// Moves a unit into a hex after combat and asks for its facing. [GB 12.6, 12.72, 12.81]
pub fn advance<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, to: Hex, chance: &mut C) {
    if state.units[unit].is_line() && advance_line(game, state, unit, to) {
        super::ch04_command::rescue_leaders(game, state, chance);
        return;
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
    let hex = state.units[unit].hex;
    // The enemy beside the hex taken may turn to meet it. [GB 9.61]
    if is_near_enemy(game, state, game.side(unit), hex) {
        state.push(Phase::ReactionFacing { hex, unit });
    }
}

// ---------------------------------------------------------------- step 6d

/// Units that could go on: those who advanced, or defenders who repulsed an attack. [GB 11.47]
fn pursuers(game: &Gbacw, state: &State, index: u8) -> Stack {
    let Some(combat) = state.combats[usize::from(index)] else { return Stack::new() };
    if combat.flags.has(CombatFlags::REPULSED) {
        let side = attackers_side(state, index).other();
        let mut units = defenders(game, state, &combat, side);
        units.retain(|unit| {
            !game.is_artillery(*unit) && state.units[*unit].order != super::super::types::OrderKind::March
        });
        return units;
    }
    let mut units = attackers(game, state, usize::from(index));
    units.retain(|unit| state.units[*unit].held == 1);
    units
}

fn attackers_side(state: &State, index: u8) -> Side {
    let by_active =
        state.combats[usize::from(index)].is_some_and(|combat| combat.flags.has(CombatFlags::BY_ACTIVE));
    if by_active { state.active } else { state.active.other() }
}

/// Whether the question of going on is open. [GB 11.47]
pub fn is_continue_open(game: &Gbacw, state: &State, index: u8) -> bool {
    let Some(combat) = state.combats[usize::from(index)] else { return false };
    combat.flags.has(CombatFlags::MAY_CONTINUE)
        && combat.continued < 6
        && state.combats.iter().any(Option::is_none)
        && !pursuers(game, state, index).is_empty()
}

pub fn offer_continue(game: &Gbacw, state: &State, index: u8, out: &mut Vec<Action>) {
    let Some(combat) = state.combats[usize::from(index)] else { return };
    let units = pursuers(game, state, index);
    let near = units.iter().any(|&unit| !targets(game, state, unit).is_empty());
    let must = combat.continued == 0
        && !combat.flags.has(CombatFlags::REPULSED)
        && !near
        && units.iter().any(|&unit| is_charger(game, state, unit));
    out.push(Action::Yes);
    if !must {
        out.push(Action::Pass);
    }
}

/// Goes on: perhaps a hex or two farther, then another fight. [GB 11.47]
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
    state.push(Phase::ContinueFight { combat: new as u8 });
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
        if cheap && !enemies(state, side).contains(to) && fits(game, state, unit, to) {
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
            advance(game, state, unit, to, chance);
        }
        _ => state.pop(),
    }
}

/// The pursuers attack all in their front: steps 2, 5 and 6 again. Work. [GB 11.47]
pub fn continue_fight(game: &Gbacw, state: &mut State, index: u8) {
    state.pop();
    let i = usize::from(index);
    let units = attackers(game, state, i);
    // One hex of attackers against what it faces; others who came along stand by.
    let lead = units.iter().copied().find(|&unit| !targets(game, state, unit).is_empty());
    let Some(lead) = lead else { return };
    let hex = state.units[lead].hex;
    let mut foes = HexSet::EMPTY;
    for &unit in &units {
        if state.units[unit].hex == hex {
            foes |= targets(game, state, unit);
        } else {
            state.units[unit].combat = 0;
        }
    }
    let Some(combat) = &mut state.combats[i] else { return };
    combat.defenders = [None; 4];
    for (place, hex) in combat.defenders.iter_mut().zip(foes) {
        *place = Some(HexCode::new(hex));
    }
    combat.flags.set(CombatFlags::RESOLVED, false);
    state.push(Phase::Fight { combat: index });
    state.push(Phase::PreShockFire { combat: Some(index) });
    state.push(Phase::RetreatBeforeShock { combat: Some(index) });
}

// ---------------------------------------------------------------- step 6e

/// Disorder of those who fought, when a combat and all that followed it are over. Work. [GB 11.48, 12.35d]
pub fn after<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    state.replace(Phase::Settle);
    mark_vacated(game, state, CombatFlags::WITHDREW);
    let mut stacks = HexSet::EMPTY;
    for unit in game.units() {
        let piece = &state.units[unit];
        if !piece.has(Status::SHOCK_PENDING) {
            continue;
        }
        let was_attacker = piece.combat != 0;
        let (present, disordered) = (piece.is_present(), piece.did(Act::WAS_DISORDERED));
        let mounted = piece.is_mounted();
        let hex = piece.hex;
        state.units[unit].status.set(Status::SHOCK_PENDING, false);
        if !present {
            continue;
        }
        match after_shock(was_attacker, game.arm(unit), mounted, disordered) {
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
