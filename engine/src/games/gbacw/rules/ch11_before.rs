//! Chapter 11.3, steps 2 to 5: retreat before shock, green attackers, countercharge, the defender's check, last fire.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::shock::{
    PreshockInput, PreshockOutcome, preshock_modifiers, preshock_outcome, shock_terrain,
};
use super::super::field::{
    Parts, Stack, act, arc_towards, class, cohesion, enemies, faces, front, in_front_of_others, light, parts,
    stack, stars, tiredness,
};
use super::super::phase::Phase;
use super::super::state::{Act, CombatFlags, MOST_COMBATS, ShotKind, State};
use super::super::types::{Arc, Hex, HexSet, MoveClass, OrderKind, Unit, UnitSet, total};
use super::ch02_cohesion::check;
use super::ch09_terrain::protects;
use super::ch10_given::{give_up, has_fire_left};
use super::ch10_volley::{answer, declare, offer_answer};
use super::ch11_declare::{attackers, attacking_side, defender_hexes, defends, is_charger};
use super::ch12_losses::{Cause, Suffered, abandon, disorder, extra_loss, risk_leaders, rout};
use super::ch12_retreat::{begin_retreat, can_retreat};
use super::tell;
use crate::chance::{Chance, Die};

/// Combats of a level that are not resolved: as declared, or so many times continued. [GB 11.11, 11.47]
pub fn pending(state: &State, level: u8) -> impl Iterator<Item = usize> {
    (0..MOST_COMBATS).filter(move |&index| {
        state.combats[index]
            .is_some_and(|own| !own.flags.has(CombatFlags::RESOLVED) && own.continued == level)
    })
}

// ---------------------------------------------------------------- step 2

/// Whether a defender may slip away. [GB 11.33, 12.34]
fn may_slip(game: &Gbacw, state: &State, unit: Unit, level: u8) -> bool {
    let piece = &state.units[unit];
    let mut attacked = false;
    for index in pending(state, level) {
        let Some(own) = state.combats[index] else { continue };
        if !parts(game, state, unit).iter().any(|&part| defends(&own, part)) {
            continue;
        }
        attacked = true;
        if attackers(game, state, index).iter().any(|&enemy| class(game, state, enemy) == MoveClass::Cavalry)
        {
            return false;
        }
    }
    attacked
        && piece.is_present()
        && game.side(unit) != state.active
        && !game.is_artillery(unit)
        && game.tables.order(piece.order).retreat_before_shock
        && piece.combat == 0
        && !piece.did(Act::SHIFTED)
        && can_retreat(game, state, unit)
}

pub fn is_slip_open(game: &Gbacw, state: &State, level: u8) -> bool {
    game.units().any(|unit| may_slip(game, state, unit, level))
}

pub fn offer_slip(game: &Gbacw, state: &State, level: u8, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(game.units().filter(|&unit| may_slip(game, state, unit, level)).map(Action::Unit));
}

/// Infantry goes back one hex, riders up to two; disordered units are checked. [GB 11.33, 12.43]
pub fn take_slip(game: &Gbacw, state: &mut State, action: Action, level: u8) {
    let Action::Unit(unit) = action else {
        state.pop();
        return;
    };
    let hex = state.units[unit].hex;
    let attacker = pending(state, level).find_map(|index| {
        let own = state.combats[index]?;
        defends(&own, hex).then(|| attackers(game, state, index).first().copied())?
    });
    state.retreat_from = attacker.map_or(hex, |enemy| state.units[enemy].hex);
    let most = if class(game, state, unit) == MoveClass::Cavalry { 2 } else { 1 };
    state.push(Phase::AfterSlip { unit });
    begin_retreat(state, unit, 1, most);
}

/// Work.
pub fn after_slip<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    state.replace(Phase::Settle);
    act(state, unit, Act::SHIFTED);
    if state.units[unit].is_present()
        && state.units[unit].is_disordered()
        && !check(game, state, unit, 0, "11.33", chance)
        && disorder(game, state, unit, Cause::Shock, chance) == Suffered::Again(true)
    {
        risk_leaders(game, state, &[state.units[unit].hex], unit, chance);
    }
    mark_vacated(state, CombatFlags::WITHDREW);
}

/// Marks combats whose defenders are gone, and how they went.
pub fn mark_vacated(state: &mut State, how: CombatFlags) {
    for index in 0..MOST_COMBATS {
        let Some(mut combat) = state.combats[index] else { continue };
        let foes = enemies(state, attacking_side(state, Some(index as u8)));
        let defended = defender_hexes(&combat).any(|hex| foes.contains(hex));
        if !defended && !combat.flags.has(CombatFlags::VACATED.or(CombatFlags::RESOLVED)) {
            combat.flags.set(how.or(CombatFlags::VACATED), true);
            state.combats[index] = Some(combat);
        }
    }
}

// ---------------------------------------------------------------- step 3

/// Green attackers must find the will to go in. Work. [GB 11.36, 14.1]
pub fn green_check<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    state.pop();
    for unit in game.units() {
        let record = &game.scenario.oob.units[crate::set::Index::index(unit)];
        if record.green && state.units[unit].combat != 0 && !check(game, state, unit, 0, "11.36", chance) {
            state.units[unit].combat = 0;
            tell(chance, "unwilling", "11.36", || format!("{} does not go in.", game.name(unit)));
        }
    }
}

// ---------------------------------------------------------------- countercharge

/// The combat in which defending riders may countercharge. [GB 11.56]
pub fn countercharger(game: &Gbacw, state: &State, index: usize) -> Option<Unit> {
    let combat = state.combats[index]?;
    if combat.flags.has(CombatFlags::RESOLVED.or(CombatFlags::COUNTERCHARGED)) || combat.continued > 0 {
        return None;
    }
    if !super::ch16_night::may_charge(game, light(game, state)) {
        return None;
    }
    let enemy = attackers(game, state, index);
    if enemy.is_empty() || !enemy.iter().all(|&unit| is_charger(game, state, unit)) {
        return None;
    }
    let open_ground = enemy.iter().all(|&unit| {
        let terrain = game.scenario.map.terrain_record(&game.tables.chart, state.units[unit].hex);
        !terrain.charge_path_forbidden
    });
    let fired =
        Act::RETURN_FIRED.or(Act::RETURN_FIRED_ASIDE).or(Act::PARTING_FIRED).or(Act::PARTING_FIRED_ASIDE);
    defender_hexes(&combat).filter(|_| open_ground).find_map(|hex| {
        let units = stack(game, state, hex);
        let top = units.first().copied()?;
        let ready =
            |unit: &Unit| class(game, state, *unit) == MoveClass::Cavalry && !state.units[*unit].did(fired);
        let can = units.iter().all(ready)
            && is_attacked_from_front(game, state, hex, top)
            && state.units[top].order != OrderKind::March;
        can.then_some(top)
    })
}

/// Whether every attack on a hex comes through the front of its top unit. [GB 11.56]
fn is_attacked_from_front(game: &Gbacw, state: &State, hex: Hex, top: Unit) -> bool {
    pending(state, 0)
        .filter(|&index| state.combats[index].is_some_and(|combat| defends(&combat, hex)))
        .flat_map(|index| attackers(game, state, index))
        .flat_map(|unit| parts(game, state, unit))
        .filter_map(|part| game.scenario.map.grid.direction(hex, part))
        .all(|direction| arc_towards(game, state, top, hex, direction).is_front())
}

pub fn next_countercharge(game: &Gbacw, state: &State, from: u8) -> Option<u8> {
    (usize::from(from)..MOST_COMBATS)
        .find(|&index| countercharger(game, state, index).is_some())
        .map(|index| index as u8)
}

/// Riders meet a charge with a charge: at once under Attack, by a check under Advance. [GB 11.56]
pub fn take_countercharge<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    index: u8,
    action: Action,
    chance: &mut C,
) {
    state.replace(Phase::CounterCharge { next: index + 1 });
    let Some(top) = countercharger(game, state, usize::from(index)) else { return };
    if action != Action::Yes {
        return;
    }
    let goes = state.units[top].order == OrderKind::Attack || check(game, state, top, 0, "11.56", chance);
    if !goes {
        return;
    }
    tell(chance, "countercharge", "11.56", || format!("{} countercharges.", game.name(top)));
    let hex = state.units[top].hex;
    if let Some(combat) = &mut state.combats[usize::from(index)] {
        combat.flags.set(CombatFlags::COUNTERCHARGED, true);
    }
    for unit in stack(game, state, hex) {
        give_up(game, state, unit, ShotKind::PreShock);
    }
}

// ---------------------------------------------------------------- step 4

/// The hexes that defend as one: those of a line or column, or a single one. [GB 8.46, 11.37]
fn whole(game: &Gbacw, state: &State, hex: Hex) -> Parts {
    let extended = stack(game, state, hex).into_iter().find(|&unit| state.units[unit].is_extended());
    extended.map_or_else(|| Parts::from_iter([hex]), |unit| parts(game, state, unit))
}

/// What modifies the check of a defending hex: the worst of all attacks on it, and on the line it belongs to. [GB 11.37, 11.32]
///
/// A charge that was met by a countercharge is no longer one. [GB 11.56]
pub fn preshock_input(game: &Gbacw, state: &State, hex: Hex, top: Unit) -> PreshockInput {
    let grid = &game.scenario.map.grid;
    let piece = &state.units[top];
    let mut input = PreshockInput {
        marches: piece.order == OrderKind::March,
        mounted: class(game, state, top) == MoveClass::Cavalry,
        disordered: piece.is_disordered(),
        leader_stars: stars(game, state, top).max(0) as u8,
        fatigue: tiredness(game, state, top) as u8,
        behind_work: true,
        favourable_terrain: true,
        ..PreshockInput::default()
    };
    let whole = whole(game, state, hex);
    for index in pending(state, 0) {
        let Some(combat) = state.combats[index] else { continue };
        let is_met = combat.flags.has(CombatFlags::COUNTERCHARGED);
        for &own in whole.iter().filter(|&&part| defends(&combat, part)) {
            let extended = stack(game, state, own).into_iter().find(|&unit| state.units[unit].is_extended());
            for unit in attackers(game, state, index) {
                for from in parts(game, state, unit) {
                    let Some(direction) = grid.direction(own, from) else { continue };
                    match arc_towards(game, state, extended.unwrap_or(top), own, direction) {
                        Arc::Flank => input.attacked_flank = true,
                        Arc::Rear => input.attacked_rear = true,
                        Arc::Front | Arc::RefusedFront => {}
                    }
                    let work = protects(game, state, own, from);
                    input.behind_work &= work;
                    if state.units[unit].did(Act::CAVALRY_CHARGE) && !is_met {
                        let terrain = shock_terrain(&game.tables, &game.scenario.map, own, direction, work);
                        input.cavalry_charge = true;
                        input.favourable_terrain &= terrain.favours_defender();
                    }
                }
            }
        }
    }
    input
}

/// Whether those in a hex countercharge: they are not checked. [GB 11.56]
///
/// Nobody else has given up his fire before shock by then.
fn countercharges(game: &Gbacw, state: &State, hex: Hex) -> bool {
    stack(game, state, hex).first().is_some_and(|&top| state.units[top].did(Act::PRE_SHOCK_FIRED))
}

/// Hexes whose defenders are checked. [GB 11.37, 11.56]
fn checked_hexes(game: &Gbacw, state: &State) -> HexSet {
    pending(state, 0)
        .filter(|&index| !attackers(game, state, index).is_empty())
        .filter_map(|index| state.combats[index])
        .flat_map(|combat| defender_hexes(&combat).collect::<ArrayVec<Hex, 4>>())
        .filter(|&hex| !countercharges(game, state, hex))
        .collect()
}

/// Those who could be called the top unit of a stack that holds several hexes, first of all the one that its owner chose.
fn tops(game: &Gbacw, state: &State, hexes: &[Hex]) -> ArrayVec<Unit, 3> {
    let mut tops = ArrayVec::new();
    for &hex in hexes {
        let Some(&top) = stack(game, state, hex).first() else { continue };
        if state.phases().contains(&Phase::CheckedFor { unit: top }) {
            return ArrayVec::from_iter([top]);
        }
        if !tops.contains(&top) {
            tops.push(top);
        }
    }
    tops
}

/// The units of a line with guns among which its owner chooses the one that is checked. [GB 11.37]
pub fn top_choices(game: &Gbacw, state: &State) -> Option<ArrayVec<Unit, 3>> {
    let checked = checked_hexes(game, state);
    let together = |hex: Hex| whole(game, state, hex).into_iter().filter(move |&part| checked.contains(part));
    checked
        .into_iter()
        .map(|hex| tops(game, state, &together(hex).collect::<Parts>()))
        .find(|tops| tops.len() > 1)
}

pub fn offer_tops(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    out.extend(top_choices(game, state).into_iter().flatten().map(Action::Unit));
}

/// Below the checks lies who is checked for his line, until they are over. [GB 11.37]
pub fn take_top(state: &mut State, action: Action) {
    if let Action::Unit(unit) = action {
        state.replace(Phase::CheckedFor { unit });
        state.push(Phase::PreShockChecks);
    }
}

/// Every attacked stack is checked by its top unit, a line with its guns once. Work. [GB 11.37, 11.62]
pub fn preshock_checks<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    let checked = checked_hexes(game, state);
    let mut done = HexSet::EMPTY;
    state.replace(Phase::Settle);
    for hex in checked {
        if done.contains(hex) {
            continue;
        }
        let mut hexes = whole(game, state, hex);
        hexes.retain(|part| checked.contains(*part));
        done |= hexes.iter().copied().collect();
        check_stack(game, state, &hexes, chance);
    }
    mark_vacated(state, CombatFlags::BROKEN);
}

fn check_stack<C: Chance>(game: &Gbacw, state: &mut State, hexes: &[Hex], chance: &mut C) {
    let (Some(&top), Some(&hex)) = (tops(game, state, hexes).first(), hexes.first()) else { return };
    let mut units = Stack::from_iter([top]);
    for unit in hexes.iter().flat_map(|&hex| stack(game, state, hex)) {
        if !units.contains(&unit) && !units.is_full() {
            units.push(unit);
        }
    }
    let input = preshock_input(game, state, hex, top);
    let modifiers = preshock_modifiers(&game.tables, &input);
    let die = chance.roll(Die::D10) as i8;
    let modified = die + total(&modifiers);
    let passed = modified <= cohesion(game, state, top);
    tell(chance, "preshock", "11.37", || {
        let verdict = if passed { "stands" } else { "wavers" };
        format!("{} {verdict}: {die} becomes {modified}.", game.name(top))
    });
    let attacker = pending(state, 0).find_map(|index| {
        let combat = state.combats[index]?;
        let is_target = hexes.iter().any(|&hex| defends(&combat, hex));
        is_target.then(|| attackers(game, state, index).first().copied())?
    });
    state.retreat_from = attacker.map_or(hex, |unit| state.units[unit].hex);
    let mut again = UnitSet::EMPTY;
    for &unit in &units {
        let piece = &state.units[unit];
        let outcome = preshock_outcome(passed, input.marches, game.is_artillery(unit), piece.is_disordered());
        if input.marches && matches!(outcome, PreshockOutcome::Routed | PreshockOutcome::Abandoned) {
            // Attacked on the march: for its brigade it counts as having fought. [GB 11.48]
            act(state, unit, Act::FOUGHT);
        }
        match outcome {
            PreshockOutcome::Stands => {}
            PreshockOutcome::Routed => rout(game, state, unit, chance),
            PreshockOutcome::Abandoned => abandon(game, state, unit, chance),
            PreshockOutcome::Disordered | PreshockOutcome::SecondDisorder => {
                let suffered = disorder(game, state, unit, Cause::Shock, chance);
                if suffered == Suffered::Again(true) {
                    again.insert(unit);
                }
            }
        }
    }
    extra_loss(game, state, &units, again, false, chance);
    if !again.is_empty() {
        risk_leaders(game, state, hexes, top, chance);
    }
}

// ---------------------------------------------------------------- step 5

/// The attacking hexes at which a unit may fire before shock. [GB 10.43, 11.38]
fn shock_marks(game: &Gbacw, state: &State, unit: Unit, level: u8) -> HexSet {
    let piece = &state.units[unit];
    if !piece.is_present()
        || piece.order == OrderKind::March
        || !has_fire_left(game, state, unit, ShotKind::PreShock)
    {
        return HexSet::EMPTY;
    }
    let ahead = parts(game, state, unit)
        .into_iter()
        .fold(HexSet::EMPTY, |ahead, part| ahead | front(game, state, unit, part, true));
    (ahead & enemies(state, game.side(unit)))
        .into_iter()
        .filter(|&hex| parts_before_shock(game, state, unit, hex, level) != 0)
        .collect()
}

/// The parts of a unit that may fire before shock at a hex, as bits: all of one that is attacked from there and looks
/// there, a line being attacked as a whole; otherwise each that looks there and stands in no other enemy's front.
/// [GB 8.46, 10.43]
pub fn parts_before_shock(game: &Gbacw, state: &State, unit: Unit, hex: Hex, level: u8) -> u8 {
    let own = parts(game, state, unit);
    let enemy = game.side(unit).other();
    let mut able = 0;
    for index in pending(state, level) {
        let Some(combat) = state.combats[index] else { continue };
        let is_target = own.iter().any(|&part| defends(&combat, part));
        for attacker in attackers(game, state, index) {
            let theirs = parts(game, state, attacker);
            if game.side(attacker) != enemy || !theirs.contains(&hex) {
                continue;
            }
            for (place, &part) in own.iter().enumerate() {
                let is_free = || is_target || !in_front_of_others(game, state, part, enemy, &theirs);
                if faces(game, state, unit, part, true, hex) && is_free() {
                    able |= if is_target { u8::MAX } else { 1 << place };
                }
            }
        }
    }
    able
}

pub fn is_fire_open(game: &Gbacw, state: &State, level: u8) -> bool {
    game.units().any(|unit| {
        shock_marks(game, state, unit, level)
            .into_iter()
            .any(|hex| answer(game, state, unit, hex, ShotKind::PreShock).strength > 0)
    })
}

pub fn offer_fire(game: &Gbacw, state: &State, level: u8, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    for unit in game.units() {
        for hex in shock_marks(game, state, unit, level) {
            if answer(game, state, unit, hex, ShotKind::PreShock).strength > 0 {
                offer_answer(game, state, unit, hex, ShotKind::PreShock, out);
            }
        }
    }
}

/// Fires and applies the result at once. [GB 11.38]
pub fn take_fire<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    match action {
        Action::Shoot { unit, target, mode } => {
            state.shots = [None; super::super::state::MOST_SHOTS];
            declare(game, state, unit, target, mode, ShotKind::PreShock, chance);
            state.push(Phase::RollShots);
        }
        _ => state.pop(),
    }
}

/// Attackers still able to go in.
pub fn willing(game: &Gbacw, state: &State, index: usize) -> Stack {
    let mut units = attackers(game, state, index);
    units.retain(|unit| !state.units[*unit].did(Act::RETREAT));
    units
}
