//! Chapter 11.1 to 11.3, step 1: who may and who must attack, and which attacks combine.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    Stack, brigade_of, class, enemies, friends, own_formation, parts, stack, stands_in, whole_front,
};
use super::super::phase::{Body, Phase};
use super::super::state::{Act, Combat, CombatFlags, HexCode, MOST_COMBATS, Place, Standing, State, Status};
use super::super::types::{Formation, Hex, HexSet, MoveClass, OrderKind, Side, Unit};
use super::ch06_orders::alarm;
use super::ch09_terrain::is_impassable;
use super::ch11_before::pending;
use super::ch11_pursuit::FREE;
use super::tell;
use crate::chance::Chance;

/// The side that attacks in a combat; the active one declares. [GB 11.47]
pub fn attacking_side(state: &State, combat: Option<u8>) -> Side {
    let own = combat.and_then(|index| state.combats[usize::from(index)]);
    let by_active = own.is_none_or(|own| own.flags.has(CombatFlags::BY_ACTIVE));
    if by_active { state.active } else { state.active.other() }
}

/// How often the attacks that a party declares have been continued. [GB 11.47]
fn level_of(state: &State, party: Option<u8>) -> u8 {
    party.and_then(|index| state.combats[usize::from(index)]).map_or(0, |combat| combat.continued)
}

/// Whether a unit may fight in shock this phase; those who go on were able before. [GB 11.12, 11.22, 11.61]
fn is_able(game: &Gbacw, state: &State, party: Option<u8>, unit: Unit) -> bool {
    let piece = &state.units[unit];
    if let Some(party) = party {
        return piece.is_present() && !game.is_artillery(unit) && piece.combat == party + 1;
    }
    let brigade = brigade_of(game, state, unit);
    piece.is_present()
        && !game.is_artillery(unit)
        && piece.combat == 0
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

/// Whether a unit closed with the enemy without firing, ready to charge. [GB 11.21]
fn has_closed(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let closed = piece.has_come_up() && piece.did(Act::MOVED) && !piece.did(Act::FIRED);
    closed && (class(game, state, unit) == MoveClass::Cavalry || piece.order == OrderKind::Attack)
}

/// Units that lie above one in its hex.
fn above(game: &Gbacw, state: &State, unit: Unit) -> impl Iterator<Item = Unit> {
    stack(game, state, state.units[unit].hex).into_iter().take_while(move |&other| other != unit)
}

/// Whether a unit that attacks charges: riders in any case, infantry above all who do not charge. [GB 11.21]
pub fn is_charger(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let leads = |other: Unit| game.is_artillery(other) || has_closed(game, state, other);
    state.units[unit].did(Act::CAVALRY_CHARGE)
        || has_closed(game, state, unit)
            && (class(game, state, unit) == MoveClass::Cavalry || above(game, state, unit).all(leads))
}

/// Whether a unit has to charge; under guns infantry need not. [GB 11.21]
pub fn must_charge(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let is_covered = class(game, state, unit) == MoveClass::Infantry
        && above(game, state, unit).any(|other| game.is_artillery(other));
    is_charger(game, state, unit) && !is_covered
}

/// Whether a unit of a loose brigade began its action next to the enemy and attacks from where it stands, turned on him
/// or not. [GB 6.24]
pub fn is_let_loose(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    piece.did(Act::STARTED_ADJACENT)
        && (!piece.did(Act::MOVED) || piece.did(Act::TURNED))
        && piece.order == OrderKind::Attack
        && state.formations[brigade_of(game, state, unit)].has(Standing::LOOSE)
}

/// Whether a unit has no choice but to attack. [GB 6.24, 11.21]
fn must_attack(game: &Gbacw, state: &State, unit: Unit) -> bool {
    must_charge(game, state, unit) || is_let_loose(game, state, unit)
}

/// The body in which a unit attacks. [GB 11.32]
fn body_of(game: &Gbacw, state: &State, unit: Unit) -> Body {
    match class(game, state, unit) {
        MoveClass::Cavalry if state.units[unit].did(Act::CAVALRY_CHARGE) => Body::Charge,
        MoveClass::Cavalry => Body::Horse,
        _ => Body::Foot,
    }
}

/// Units of a hex that could attack, of any kind. [GB 11.12]
fn able_in(game: &Gbacw, state: &State, party: Option<u8>, hex: Hex) -> Stack {
    let mut units = stack(game, state, hex);
    units.retain(|unit| {
        state.units[*unit].hex == hex
            && is_able(game, state, party, *unit)
            && !targets(game, state, *unit).is_empty()
    });
    units
}

/// Units of a hex that would attack as one. [GB 11.31, 11.32]
fn attackers_in(game: &Gbacw, state: &State, party: Option<u8>, (hex, body): (Hex, Body)) -> Stack {
    let mut units = able_in(game, state, party, hex);
    units.retain(|unit| body_of(game, state, *unit) == body);
    units
}

fn hex_targets(game: &Gbacw, state: &State, units: &[Unit]) -> HexSet {
    units.iter().map(|&unit| targets(game, state, unit)).fold(HexSet::EMPTY, |all, own| all | own)
}

/// Bodies of the attacking side that could attack, hex by hex, for a line in that of its counter. [GB 8.46, 11.31]
fn bodies(game: &Gbacw, state: &State, party: Option<u8>) -> impl Iterator<Item = (Hex, Body)> {
    let side = attacking_side(state, party);
    // A marker next to the enemy lies within two hexes of him from its counter.
    friends(state, side)
        .into_iter()
        .filter(move |&hex| game.scenario.map.grid.within(hex, 2).intersects(enemies(state, side)))
        .flat_map(move |hex| {
            let units = able_in(game, state, party, hex);
            Body::ALL
                .into_iter()
                .filter(move |&body| units.iter().any(|&unit| body_of(game, state, unit) == body))
                .map(move |body| (hex, body))
        })
}

/// The body that is asked next, after the one asked last. [GB 11.31]
fn next_body(game: &Gbacw, state: &State) -> Option<(Hex, Body)> {
    let Phase::Declare { party, after, body } = state.phase() else { return None };
    let last = after.map(|after| (after.hex(), body));
    bodies(game, state, party).find(|&next| last.is_none_or(|last| next > last))
}

/// Those whom the question is about. [GB 11.31]
pub fn declarers(game: &Gbacw, state: &State) -> Stack {
    let Phase::Declare { party, .. } = state.phase() else { return Stack::new() };
    next_body(game, state).map_or_else(Stack::new, |next| attackers_in(game, state, party, next))
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

/// Whether a unit attacks in a combat that is not resolved. [GB 12.44]
pub fn is_pending_attacker(state: &State, unit: Unit) -> bool {
    let own =
        usize::from(state.units[unit].combat).checked_sub(1).and_then(|index| *state.combats.get(index)?);
    own.is_some_and(|combat| !combat.flags.has(CombatFlags::RESOLVED))
}

pub fn defends(combat: &Combat, hex: Hex) -> bool {
    combat.defenders.iter().flatten().any(|code| code.hex() == hex)
}

/// Whether a unit is attacked in a combat, in any of its hexes.
pub fn is_attacked_in(game: &Gbacw, state: &State, unit: Unit, index: u8) -> bool {
    let combat = state.combats[usize::from(index)];
    combat.is_some_and(|combat| parts(game, state, unit).iter().any(|&part| defends(&combat, part)))
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
    let theirs = attackers(game, state, index);
    let Some((&first, &own)) = theirs.first().zip(units.first()) else { return false };
    let hexes = attacker_hexes(game, state, index);
    let touches = units
        .iter()
        .flat_map(|&unit| parts(game, state, unit))
        .any(|hex| (game.scenario.map.grid.within(hex, 1)).intersects(hexes));
    body_of(game, state, first) == body_of(game, state, own) && touches
}

/// Hexes attacked by the combats of a level.
fn attacked(state: &State, level: u8) -> HexSet {
    pending(state, level).filter_map(|index| state.combats[index]).flat_map(|own| hexes_of(&own)).collect()
}

fn hexes_of(combat: &Combat) -> ArrayVec<Hex, 4> {
    defender_hexes(combat).collect()
}

/// Targets in the front of declared attackers that nobody attacks yet. [GB 11.31]
fn uncovered(game: &Gbacw, state: &State, level: u8) -> HexSet {
    let open = pending(state, level)
        .map(|index| hex_targets(game, state, &attackers(game, state, index)))
        .fold(HexSet::EMPTY, |all, own| all | own);
    open - attacked(state, level)
}

/// The attacks open to one body. [GB 11.21, 11.31, 11.32]
fn assaults(game: &Gbacw, state: &State, party: Option<u8>, asked: (Hex, Body)) -> ArrayVec<Action, 8> {
    let from = asked.0;
    let units = attackers_in(game, state, party, asked);
    let all = hex_targets(game, state, &units);
    let level = level_of(state, party);
    let later: HexSet = bodies(game, state, party)
        .filter(|&next| next > asked)
        .map(|next| hex_targets(game, state, &attackers_in(game, state, party, next)))
        .fold(HexSet::EMPTY, |sum, own| sum | own);
    let attacked = attacked(state, level);
    let must = (uncovered(game, state, level) & all) - later;
    let obliged = match party {
        // Who goes on attacks all in his front; who was there already may leave it to others. [GB 11.47]
        Some(_) => {
            let is_free = units.iter().all(|&unit| state.units[unit].held == FREE);
            let has_others = || {
                pending(state, level).next().is_some() || bodies(game, state, party).any(|next| next > asked)
            };
            !is_free || !has_others()
        }
        None => units.iter().any(|&unit| must_attack(game, state, unit)),
    };
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
        let clashes = pending(state, level).any(|index| {
            state.combats[index].is_some_and(|combat| {
                let shared = defender_hexes(&combat).any(|hex| chosen.contains(hex));
                let wide = defender_hexes(&combat).count() > 1 || second.is_some();
                shared && wide && combines(game, state, index, &units)
            })
        });
        if !clashes {
            strict.push(action);
        }
    }
    // Who has to attack and cannot do it otherwise joins a wide attack by himself.
    let found = if strict.is_empty() && list.is_empty() { lax } else { strict };
    list.extend(found);
    if list.is_empty() {
        list.push(Action::Assault { from, first: None, second: None });
    }
    list
}

pub fn is_open(game: &Gbacw, state: &State) -> bool {
    next_body(game, state).is_some()
}

/// Asks hex by hex, foot and horse apart, whom they attack. [GB 11.31]
pub fn offer(game: &Gbacw, state: &State, party: Option<u8>, out: &mut Vec<Action>) {
    if let Some(asked) = next_body(game, state) {
        out.extend(assaults(game, state, party, asked));
    }
}

pub fn take<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Action::Assault { from, first, second } = action else { return };
    let Phase::Declare { party, .. } = state.phase() else { return };
    let Some((_, body)) = next_body(game, state) else { return };
    let units = attackers_in(game, state, party, (from, body));
    state.replace(Phase::Declare { party, after: Some(HexCode::new(from)), body });
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
    let level = level_of(state, party);
    let joined = pending(state, level).find(|&index| {
        state.combats[index].is_some_and(|combat| {
            combat.defenders == defenders && second.is_none() && combines(game, state, index, &units)
        })
    });
    let index = joined.or_else(|| (0..MOST_COMBATS).find(|&index| state.combats[index].is_none()));
    let Some(index) = index else { return };
    let kept = CombatFlags::BY_ACTIVE.or(CombatFlags::NO_BRIGADIER);
    let flags = party
        .and_then(|party| state.combats[usize::from(party)])
        .map_or(CombatFlags::BY_ACTIVE, |old| CombatFlags(old.flags.0 & kept.0));
    state.combats[index].get_or_insert(Combat { defenders, continued: level, flags, swung_on: None });
    for &unit in &units {
        state.units[unit].combat = index as u8 + 1;
    }
    tell(chance, "declare", "11.31", || {
        let hexes: Vec<String> =
            defenders.iter().flatten().map(|code| game.hex(code.hex()).to_string()).collect();
        format!("{} attacks {}.", game.hex(from), hexes.join(" and "))
    });
    state.push(Phase::HoldBack { combat: index as u8, hex: from });
}

/// Attackers of a hex that may still be left out: not chargers, and never the last one. [GB 11.31]
fn spare(game: &Gbacw, state: &State, combat: u8, hex: Hex) -> Stack {
    let mut units = attackers(game, state, usize::from(combat));
    units.retain(|unit| state.units[*unit].hex == hex);
    if units.len() < 2 {
        units.clear();
    }
    units.retain(|unit| state.units[*unit].held == FREE || !must_attack(game, state, *unit));
    units
}

pub fn is_hold_open(game: &Gbacw, state: &State, combat: u8, hex: Hex) -> bool {
    !spare(game, state, combat, hex).is_empty()
}

/// Asks which units of an attacking hex take no part. [GB 11.31]
pub fn offer_hold(game: &Gbacw, state: &State, combat: u8, hex: Hex, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(spare(game, state, combat, hex).into_iter().map(Action::Unit));
}

pub fn take_hold(state: &mut State, action: Action) {
    match action {
        Action::Unit(unit) => state.units[unit].combat = 0,
        _ => state.pop(),
    }
}

/// All declared: on to the steps before the fight; those who go on skip the checks. Work. [GB 11.11, 11.47]
pub fn close<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    let Phase::Declare { party, .. } = state.phase() else { return };
    let level = level_of(state, party);
    if let Some(party) = party {
        state.combats[usize::from(party)] = None;
        for unit in game.units().filter(|&unit| state.units[unit].combat == party + 1).collect::<Stack>() {
            state.units[unit].combat = 0;
        }
        for unit in game.units() {
            let held = &mut state.units[unit].held;
            *held = if *held == FREE { 0 } else { *held };
        }
    }
    let declared: ArrayVec<usize, MOST_COMBATS> = pending(state, level).collect();
    if declared.is_empty() {
        state.pop();
        return;
    }
    for index in declared {
        let Some(mut combat) = state.combats[index] else { continue };
        let units = attackers(game, state, index);
        for &unit in &units {
            // Whoever advanced before this fight may advance after it. [GB 11.46]
            state.units[unit].held = 0;
            super::ch13_rally::keep_from_rest(game, state, unit);
            super::ch17_fatigue::tire(game, state, unit);
        }
        if level == 0 {
            // Of several brigades the worst led one counts. [GB 11.42]
            let led =
                units.iter().all(|&unit| declared_with_brigadier(game, state, own_formation(game, unit)));
            combat.flags.set(CombatFlags::NO_BRIGADIER, !led);
            state.combats[index] = Some(combat);
        }
        for hex in hexes_of(&combat) {
            for unit in stack(game, state, hex) {
                super::ch13_rally::keep_from_rest(game, state, unit);
                super::ch15_works::interrupt(state, unit);
            }
            alarm(game, state, hex, false, 1, chance);
        }
    }
    state.replace(Phase::Resolve { level, reversed: false });
    state.push(Phase::ShockOrder { level });
    state.push(Phase::PreShockFire { level });
    if level == 0 {
        state.push(Phase::PreShockChecks);
        state.push(Phase::CounterCharge { next: 0 });
        state.push(Phase::Envelop { next: 0 });
        state.push(Phase::GreenCheck);
    }
    state.push(Phase::RetreatBeforeShock { level });
}

/// Whether any unit of a brigade that declared an attack has the brigadier with it. [GB 11.72]
fn declared_with_brigadier(game: &Gbacw, state: &State, brigade: Formation) -> bool {
    game.units().any(|unit| {
        state.units[unit].combat != 0
            && own_formation(game, unit) == brigade
            && is_with_brigadier(game, state, unit)
    })
}

/// Whether a unit is stacked with the leader of its own brigade. [GB 11.72]
pub fn is_with_brigadier(game: &Gbacw, state: &State, unit: Unit) -> bool {
    game.leader_of(own_formation(game, unit)).is_some_and(|leader| {
        let counter = &state.leaders[leader];
        counter.place == Place::Map && stands_in(game, state, unit, counter.hex)
    })
}
