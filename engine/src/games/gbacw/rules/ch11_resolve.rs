//! Chapter 11.4, steps 6a and 6b: modifiers, the roll, what it does to both sides.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::calc::shock::{
    self, HexPosition, ShockInput, ShockTerrain, ShockUnit, attack_strength, defence_strength, shock_terrain,
};
use super::super::combat_tables::{ContinuedBy, ShockEffect, ShockOutcome};
use super::super::field::{
    Stack, act, adjacent_enemies, arc_towards, class, cohesion, front, own_formation, parts, personality,
    put, stack, tiredness,
};
use super::super::phase::Phase;
use super::super::state::{Act, Combat, CombatFlags, HexCode, MOST_COMBATS, Place, Standing, State, Status};
use super::super::types::{Arc, Disorder, Hex, HexSet, MoveClass, Personality, Side, Unit, UnitSet, total};
use super::ch02_cohesion::check;
use super::ch09_terrain::protects;
use super::ch11_before::{pending, willing};
use super::ch11_declare::{defender_hexes, defends, is_charger, is_with_brigadier};
use super::ch12_losses::{
    Cause, Suffered, abandon, disorder, extra_loss, lose, lose_from_top, risk_leaders_of, rout,
};
use super::tell;
use crate::chance::{Chance, Die};
use crate::event::BattleRow;
use crate::player::Player;

/// Takes the combats one by one along the line, from either end. Work. [GB 11.41]
pub fn resolve(game: &Gbacw, state: &mut State, level: u8, reversed: bool) {
    let grid = &game.scenario.map.grid;
    let key = |index: &usize| {
        state.combats[*index]
            .and_then(|combat| defender_hexes(&combat).next())
            .map_or((0, 0), |hex| (grid.column(hex), grid.row(hex)))
    };
    let next =
        if reversed { pending(state, level).max_by_key(key) } else { pending(state, level).min_by_key(key) };
    match next {
        Some(index) => {
            // Disorder after shock waits for the end of what continues it. [GB 11.48]
            if level == 0 {
                state.push(Phase::AfterShock { combat: index as u8 });
            }
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

/// Attacking hexes in the front of enemies whom nobody attacks. [GB 11.44]
fn exposed(game: &Gbacw, state: &State, units: &[Unit]) -> u8 {
    let hexes: HexSet = units.iter().flat_map(|&unit| parts(game, state, unit)).collect();
    let Some(&first) = units.first() else { return 0 };
    let side = game.side(first);
    let is_exposed = |hex: &Hex| {
        adjacent_enemies(game, state, side, *hex).into_iter().any(|enemy| {
            !state.combats.iter().flatten().any(|combat| defends(combat, enemy))
                && stack(game, state, enemy)
                    .iter()
                    .any(|&unit| front(game, state, unit, enemy, true).contains(*hex))
        })
    };
    hexes.into_iter().filter(is_exposed).count() as u8
}

/// Whether every attacking brigade goes in with an aggressive leader: of several the worst modifier counts. [GB 11.42, 11.72]
fn is_boldly_led(game: &Gbacw, state: &State, units: &[Unit]) -> bool {
    units.iter().all(|&unit| {
        let brigade = own_formation(game, unit);
        game.leader_of(brigade)
            .is_some_and(|leader| personality(game, state, leader) == Personality::Aggressive)
            && units
                .iter()
                .any(|&other| own_formation(game, other) == brigade && is_with_brigadier(game, state, other))
    })
}

/// Whether a unit attacks through flank or rear wherever it attacks. [GB 11.43, 11.55]
fn comes_aside(game: &Gbacw, state: &State, combat: &Combat, unit: Unit) -> bool {
    let grid = &game.scenario.map.grid;
    let own = parts(game, state, unit);
    let mut arcs = defender_hexes(combat)
        .filter_map(|hex| stack(game, state, hex).first().map(|&top| (hex, top)))
        .flat_map(|(hex, top)| {
            let sides = own.iter().filter_map(move |&from| grid.direction(hex, from));
            sides.map(move |side| arc_towards(game, state, top, hex, side))
        })
        .peekable();
    arcs.peek().is_some() && arcs.all(|arc| !arc.is_front())
}

/// The attackers' points in halves: chargers who come from flank or rear count twice, each by himself. [GB 11.43, 11.55]
fn attacking_points(game: &Gbacw, state: &State, combat: &Combat, units: &[Unit]) -> u16 {
    let into_close = defender_hexes(combat).any(|hex| is_close_ground(game, hex));
    let points = |&unit: &Unit| {
        let charges = state.units[unit].did(Act::CAVALRY_CHARGE) && combat.continued == 0;
        let twice = charges && comes_aside(game, state, combat, unit);
        attack_strength(&game.tables, &[shock_unit(game, state, unit, true)], twice, into_close)
    };
    units.iter().map(points).sum()
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
    let mut defender = 0;
    let mut counted = UnitSet::EMPTY;
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
    let top_disordered = defender_hexes(&combat)
        .filter_map(|hex| stack(game, state, hex).first().copied())
        .any(|unit| state.units[unit].is_disordered());
    Some(ShockInput {
        attacker: attacking_points(game, state, &combat, &units),
        defender: defender.max(1),
        position,
        exposed_attackers: exposed(game, state, &units),
        terrain: ground(game, state, index, &units),
        all_attackers_moved: units.iter().all(|&unit| state.units[unit].has_come_up()),
        all_charged_on_foot: units
            .iter()
            .all(|&unit| class(game, state, unit) == MoveClass::Infantry && is_charger(game, state, unit)),
        cavalry_charge: charges,
        countercharge: combat.flags.has(CombatFlags::COUNTERCHARGED),
        attackers_mounted: class(game, state, first) == MoveClass::Cavalry,
        aggressive_brigadier: is_boldly_led(game, state, &units) && combat.flags.has(CombatFlags::BY_ACTIVE),
        no_brigadier: combat.flags.has(CombatFlags::NO_BRIGADIER),
        continued: combat.continued,
        attacker_disordered: units.iter().any(|&unit| state.units[unit].is_disordered()),
        defender_disordered: top_disordered,
        fatigue_attacker: units.iter().map(|&unit| tiredness(game, state, unit)).max().unwrap_or(0) as u8,
        // Guns do not tire, so they say nothing of the others. [GB 17.1]
        fatigue_defender: foes
            .iter()
            .filter(|&&unit| !game.is_artillery(unit))
            .map(|&unit| tiredness(game, state, unit))
            .min()
            .unwrap_or(0) as u8,
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
        if game.side(unit) == side || class(game, state, unit) == MoveClass::Cavalry {
            state.units[unit].status.set(Status::SHOCK_PENDING, true);
        }
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
            yield_hexes(game, state, &combat, &units, &foes);
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
            drive(game, state, &foes, defence, chance);
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

/// Notes what the attackers are about to leave to those whom they attacked. [GB 11.46]
fn yield_hexes(game: &Gbacw, state: &mut State, combat: &Combat, units: &[Unit], foes: &[Unit]) {
    let grid = &game.scenario.map.grid;
    let near = |hex: &Hex| defender_hexes(combat).any(|own| grid.distance(own, *hex) == 1);
    let left: HexSet = units.iter().flat_map(|&unit| parts(game, state, unit)).filter(near).collect();
    state.yielded = [None; 4];
    for (place, hex) in state.yielded.iter_mut().zip(left) {
        *place = Some(HexCode::new(hex));
    }
    for &unit in foes {
        // What a defender held back of his fire is over; now it tells who has taken a hex.
        state.units[unit].held = 0;
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
    // Guns that are not on top have no part in it [11.63]; of equals the upper one bleeds.
    let foot = units.iter().rev().copied().filter(|&unit| !game.is_artillery(unit));
    let steadiest = foot.max_by_key(|&unit| cohesion(game, state, unit)).unwrap_or(top);
    let victim = if defends && game.is_artillery(top) { top } else { steadiest };
    let mut order = Stack::from_iter([victim]);
    order.extend(units.iter().copied().filter(|&unit| unit != victim));
    let hit = lose_from_top(game, state, &order, effect.loss, chance).into_iter().collect();
    let rolled = risk_leaders_of(game, state, hit, HexSet::EMPTY, chance);
    let mut again = UnitSet::EMPTY;
    let mut shaken = HexSet::EMPTY;
    for &unit in units {
        if state.units[unit].is_present()
            && effect.disorder.0 != Disorder::None
            && (effect.disorder.0 == Disorder::Automatic || !check(game, state, unit, 0, "12.32", chance))
        {
            if !defends {
                shaken |= parts(game, state, unit).into_iter().collect();
            }
            if disorder(game, state, unit, Cause::Shock, chance) == Suffered::Again(true) {
                again.insert(unit);
            }
        }
    }
    // Those who share a hex with attackers in disorder share that too. [GB 8.36]
    let bystanders: Stack = shaken
        .into_iter()
        .flat_map(|hex| stack(game, state, hex))
        .filter(|unit| !units.contains(unit))
        .collect();
    for unit in bystanders {
        if disorder(game, state, unit, Cause::Shock, chance) == Suffered::Again(true) {
            again.insert(unit);
        }
    }
    risk_leaders_of(game, state, again, rolled, chance);
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
fn drive<C: Chance>(game: &Gbacw, state: &mut State, foes: &[Unit], effect: ShockEffect, chance: &mut C) {
    let hit = lose_from_top(game, state, foes, effect.loss, chance).into_iter().collect();
    let rolled = risk_leaders_of(game, state, hit, HexSet::EMPTY, chance);
    let mut again = UnitSet::EMPTY;
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
                    again.insert(unit);
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
        if disorder(game, state, unit, Cause::Shock, chance) == Suffered::Again(true) {
            again.insert(unit);
        }
        if state.units[unit].is_present() && !state.units[unit].did(Act::RETREAT) {
            act(state, unit, if effect.retreat >= 2 { Act::RETREAT_2 } else { Act::RETREAT_1 });
        }
    }
    risk_leaders_of(game, state, again, rolled, chance);
    extra_loss(game, state, foes, again, false, chance);
}
