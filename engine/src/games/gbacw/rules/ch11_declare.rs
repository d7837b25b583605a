//! Chapter 11.1 to 11.3, step 1: who may and who must attack, and which attacks combine.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    Stack, brigade_of, class, enemies, friends, own_formation, parts, stack, stands_in, whole_front,
};
use super::super::phase::Phase;
use super::super::state::{Act, Combat, CombatFlags, HexCode, MOST_COMBATS, Place, Standing, State, Status};
use super::super::types::{Hex, HexSet, MoveClass, OrderKind, Unit};
use super::ch06_orders::alarm;
use super::ch09_terrain::is_impassable;
use super::tell;
use crate::chance::Chance;

/// Whether a unit may fight in shock this phase. [GB 11.12, 11.22, 11.61]
fn is_able(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let brigade = brigade_of(game, state, unit);
    piece.is_present()
        && !game.is_artillery(unit)
        && state.acting.contains(brigade)
        && game.tables.order(piece.order).may_shock
        && !piece.is_column()
        && !piece.has(Status::BUILDING)
        && !piece.did(Act::NO_SHOCK.or(Act::RALLIED).or(Act::WITHDRAWING))
        && !state.formations[brigade].has(Standing::CONFUSED)
}

/// Enemy hexes that a unit could attack. [GB 11.12, 11.31]
pub fn targets(game: &Gbacw, state: &State, unit: Unit) -> HexSet {
    let front = whole_front(game, state, unit) & enemies(state, game.side(unit));
    let own = parts(game, state, unit);
    front
        .into_iter()
        .filter(|&hex| {
            own.iter().any(|&part| {
                game.scenario.map.grid.distance(part, hex) == 1
                    && !is_impassable(game, state, unit, part, hex)
            })
        })
        .collect()
}

/// Infantry that closed with the enemy without firing charges; so does cavalry in any case. [GB 11.21]
pub fn is_charger(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    if piece.did(Act::CAVALRY_CHARGE) {
        return true;
    }
    let closed = piece.did(Act::CAME_ADJACENT) && piece.did(Act::MOVED) && !piece.did(Act::FIRED);
    match class(game, state, unit) {
        MoveClass::Cavalry => closed,
        _ => closed && piece.order == OrderKind::Attack && !lies_under_guns(game, state, unit),
    }
}

fn lies_under_guns(game: &Gbacw, state: &State, unit: Unit) -> bool {
    stack(game, state, state.units[unit].hex).first().is_some_and(|&top| game.is_artillery(top))
}

/// Units of a hex that would attack: the chargers alone if there are any, otherwise all that can.
fn attackers_in(game: &Gbacw, state: &State, hex: Hex) -> Stack {
    let mut units = stack(game, state, hex);
    units.retain(|unit| {
        state.units[*unit].hex == hex
            && is_able(game, state, *unit)
            && !targets(game, state, *unit).is_empty()
    });
    if units.iter().any(|&unit| is_charger(game, state, unit)) {
        units.retain(|unit| is_charger(game, state, *unit));
    }
    units
}

fn hex_targets(game: &Gbacw, state: &State, units: &[Unit]) -> HexSet {
    units.iter().map(|&unit| targets(game, state, unit)).fold(HexSet::EMPTY, |all, own| all | own)
}

/// Hexes of the acting side from which an attack is possible, in order: for a line that of its counter. [GB 8.46]
fn attack_hexes(game: &Gbacw, state: &State) -> impl Iterator<Item = Hex> {
    // A marker next to the enemy lies within two hexes of him from its counter.
    friends(state, state.active)
        .into_iter()
        .filter(move |&hex| game.scenario.map.grid.within(hex, 2).intersects(enemies(state, state.active)))
        .filter(move |&hex| !attackers_in(game, state, hex).is_empty())
}

fn next_hex(game: &Gbacw, state: &State, after: Option<HexCode>) -> Option<Hex> {
    attack_hexes(game, state).find(|&hex| after.is_none_or(|after| hex > after.hex()))
}

pub fn begin(state: &mut State) {
    state.combats = [None; MOST_COMBATS];
}

/// Whether a hex is attacked in a combat that is not resolved. [GB 11.34, 12.44, 12.46]
pub fn is_pending_target(state: &State, hex: Hex) -> bool {
    state
        .combats
        .iter()
        .flatten()
        .any(|combat| !combat.flags.has(CombatFlags::RESOLVED) && defends(combat, hex))
}

pub fn defends(combat: &Combat, hex: Hex) -> bool {
    combat.defenders.iter().flatten().any(|code| code.hex() == hex)
}

pub fn defender_hexes(combat: &Combat) -> impl Iterator<Item = Hex> {
    combat.defenders.iter().flatten().map(|code| code.hex())
}

/// Units that attack in a combat.
pub fn attackers(game: &Gbacw, state: &State, index: usize) -> Stack {
    let of_combat =
        |unit: &Unit| usize::from(state.units[*unit].combat) == index + 1 && state.units[*unit].is_present();
    let mut units: Stack = game.units().filter(of_combat).take(24).collect();
    units.sort_unstable_by_key(|&unit| (state.units[unit].hex, state.units[unit].level));
    units
}

/// The hexes that a combat's attackers stand on.
fn attacker_hexes(game: &Gbacw, state: &State, index: usize) -> HexSet {
    attackers(game, state, index).iter().flat_map(|&unit| parts(game, state, unit)).collect()
}

/// Whether two attacks on one hex would have to combine. [GB 11.32]
fn combines(game: &Gbacw, state: &State, index: usize, units: &[Unit]) -> bool {
    let kind = |unit: Unit| (class(game, state, unit), state.units[unit].did(Act::CAVALRY_CHARGE));
    let theirs = attackers(game, state, index);
    let Some((&first, &own)) = theirs.first().zip(units.first()) else { return false };
    let hexes = attacker_hexes(game, state, index);
    let touches = units
        .iter()
        .flat_map(|&unit| parts(game, state, unit))
        .any(|hex| (game.scenario.map.grid.within(hex, 1)).intersects(hexes));
    kind(first) == kind(own) && touches
}

/// Targets in the front of declared attackers that nobody attacks yet. [GB 11.31]
fn uncovered(game: &Gbacw, state: &State) -> HexSet {
    let mut open = HexSet::EMPTY;
    for index in 0..MOST_COMBATS {
        if state.combats[index].is_some() {
            open |= hex_targets(game, state, &attackers(game, state, index));
        }
    }
    for combat in state.combats.iter().flatten() {
        for hex in defender_hexes(combat) {
            open.remove(hex);
        }
    }
    open
}

/// The attacks open to one hex. [GB 11.21, 11.31, 11.32]
fn assaults(game: &Gbacw, state: &State, from: Hex) -> ArrayVec<Action, 8> {
    let units = attackers_in(game, state, from);
    let all = hex_targets(game, state, &units);
    let later: HexSet = attack_hexes(game, state)
        .filter(|&hex| hex > from)
        .map(|hex| hex_targets(game, state, &attackers_in(game, state, hex)))
        .fold(HexSet::EMPTY, |sum, own| sum | own);
    let attacked: HexSet = state.combats.iter().flatten().flat_map(defender_hexes).collect();
    let must = (uncovered(game, state) & all) - later;
    let obliged = units.iter().any(|&unit| is_charger(game, state, unit));
    let extended = units.iter().any(|&unit| state.units[unit].is_line());
    let mut list = ArrayVec::new();
    if !obliged && must.is_empty() {
        list.push(Action::Assault { from, first: None, second: None });
    }
    let hexes: ArrayVec<Hex, 6> = all.into_iter().take(6).collect();
    if extended || hexes.len() > 2 {
        list.push(Action::Assault { from, first: hexes.first().copied(), second: hexes.get(1).copied() });
        return list;
    }
    let full = state.combats.iter().all(Option::is_some);
    let mut strict = ArrayVec::<Action, 8>::new();
    let mut lax = ArrayVec::<Action, 8>::new();
    let choices: [(Option<Hex>, Option<Hex>); 3] = [
        (hexes.first().copied(), None),
        (hexes.get(1).copied(), None),
        (hexes.first().copied(), hexes.get(1).copied()),
    ];
    for (place, (first, second)) in choices.into_iter().enumerate() {
        if first.is_none() {
            continue;
        }
        if place == 2 && second.is_none() || full {
            continue;
        }
        let chosen: HexSet = [first, second].into_iter().flatten().collect();
        let rest = all - chosen;
        if !must.is_subset(chosen) || !(rest - attacked - later).is_empty() {
            continue;
        }
        let action = Action::Assault { from, first, second };
        lax.push(action);
        // One hex against one, or against several, but never several against several.
        let clashes = state.combats.iter().enumerate().any(|(index, combat)| {
            combat.is_some_and(|combat| {
                let shared = defender_hexes(&combat).any(|hex| chosen.contains(hex));
                let wide = defender_hexes(&combat).count() > 1 || second.is_some();
                shared && wide && combines(game, state, index, &units)
            })
        });
        if !clashes {
            strict.push(action);
        }
    }
    let found = if strict.is_empty() { lax } else { strict };
    list.extend(found);
    if list.is_empty() {
        list.push(Action::Assault { from, first: None, second: None });
    }
    list
}

pub fn is_open(game: &Gbacw, state: &State, after: Option<HexCode>) -> bool {
    next_hex(game, state, after).is_some()
}

/// Asks hex by hex whom it attacks. [GB 11.31]
pub fn offer(game: &Gbacw, state: &State, after: Option<HexCode>, out: &mut Vec<Action>) {
    if let Some(hex) = next_hex(game, state, after) {
        out.extend(assaults(game, state, hex));
    }
}

pub fn take<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Action::Assault { from, first, second } = action else { return };
    let units = attackers_in(game, state, from);
    state.replace(Phase::Declare { after: Some(HexCode::new(from)) });
    let Some(first) = first else { return };
    let mut defenders = [None; 4];
    let extended = units.iter().any(|&unit| state.units[unit].is_line());
    let all = hex_targets(game, state, &units);
    // A line attacks everyone in its front at once. [GB 8.46]
    if extended || all.len() > 2 {
        for (place, hex) in defenders.iter_mut().zip(all) {
            *place = Some(HexCode::new(hex));
        }
    } else {
        defenders[0] = Some(HexCode::new(first));
        defenders[1] = second.map(HexCode::new);
    }
    let joined = (0..MOST_COMBATS).find(|&index| {
        state.combats[index].is_some_and(|combat| {
            combat.defenders == defenders && second.is_none() && combines(game, state, index, &units)
        })
    });
    let index = joined.or_else(|| (0..MOST_COMBATS).find(|&index| state.combats[index].is_none()));
    let Some(index) = index else { return };
    state.combats[index].get_or_insert(Combat {
        defenders,
        continued: 0,
        flags: CombatFlags::BY_ACTIVE,
        swung_on: None,
    });
    for unit in units {
        state.units[unit].combat = index as u8 + 1;
        let brigade = own_formation(game, unit);
        state.formations[brigade].standing.set(Standing::BUSY, true);
        super::ch17_fatigue::tire(game, state, unit);
    }
    tell(chance, "declare", "11.31", || {
        let hexes: Vec<String> =
            defenders.iter().flatten().map(|code| game.hex(code.hex()).to_string()).collect();
        format!("{} attacks {}.", game.hex(from), hexes.join(" and "))
    });
}

/// All declared: on to the steps before the fight. Work. [GB 11.11]
pub fn close<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    if state.combats.iter().all(Option::is_none) {
        state.pop();
        return;
    }
    for index in 0..MOST_COMBATS {
        let Some(mut combat) = state.combats[index] else { continue };
        let units = attackers(game, state, index);
        let led = units.iter().any(|&unit| is_with_brigadier(game, state, unit));
        let declared_led = game.units().any(|unit| {
            state.units[unit].combat != 0
                && units.iter().any(|&own| own_formation(game, own) == own_formation(game, unit))
                && is_with_brigadier(game, state, unit)
        });
        combat.flags.set(CombatFlags::NO_BRIGADIER, !led && !declared_led);
        state.combats[index] = Some(combat);
        for hex in defender_hexes(&combat).collect::<ArrayVec<Hex, 4>>() {
            for unit in stack(game, state, hex) {
                let brigade = brigade_of(game, state, unit);
                state.formations[brigade].standing.set(Standing::BUSY, true);
                super::ch15_works::interrupt(state, unit);
            }
            alarm(game, state, hex, false, 1, chance);
        }
    }
    state.replace(Phase::Resolve { reversed: false });
    state.push(Phase::ShockOrder);
    state.push(Phase::PreShockFire { combat: None });
    state.push(Phase::PreShockChecks);
    state.push(Phase::CounterCharge { next: 0 });
    state.push(Phase::Envelop { next: 0 });
    state.push(Phase::GreenCheck);
    state.push(Phase::RetreatBeforeShock { combat: None });
}

/// Whether a unit is stacked with the leader of its own brigade. [GB 11.72]
pub fn is_with_brigadier(game: &Gbacw, state: &State, unit: Unit) -> bool {
    game.leader_of(own_formation(game, unit)).is_some_and(|leader| {
        let counter = &state.leaders[leader];
        counter.place == Place::Map && stands_in(game, state, unit, counter.hex)
    })
}
