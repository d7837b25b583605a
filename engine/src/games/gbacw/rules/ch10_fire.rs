//! Chapter 10.1, 10.3, 10.5, 10.6: who may fire at what, and how fire is declared.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::{Action, FireMode};
use super::super::field::{
    act, brigade_of, enemies, faces, facing_in, front, is_watched, parts, refusal_in, stack,
};
use super::super::los::in_field_of_fire;
use super::super::phase::Phase;
use super::super::state::{
    Act, Ammo, FireNote, HexCode, MOST_SHOTS, Shot, ShotKind, Standing, State, Status,
};
use super::super::types::{Hex, HexSet, OrderKind, Unit};
use super::ch06_orders::alarm;
use super::ch10_batteries::{
    Joined, MOST_JOINED, begin_division, can_combine, is_even, joining, offer_sections,
};
use super::ch10_given::fire_aside;
use super::ch10_salvo::{
    ALONG_BIT, JOINED_BIT, REFUSED_BIT, Salvo, can_double, is_repeater, rapid_guns, salvo, salvo_of, weapon,
};
use super::ch10_shots::{fired_from, is_prepared, joined};
use super::tell;
use crate::chance::Chance;
use crate::set::Index;

/// Whether the acting unit may fire at all. [GB 6.15, 6.16, 10.11, 10.31, 10.32, 10.61]
pub fn may_fire(game: &Gbacw, state: &State, unit: Unit) -> bool {
    !state.units[unit].did(Act::DONE) && is_fit_to_fire(game, state, unit)
}

/// Whether orders and what it did leave a unit its fire. [GB 6.15, 10.33]
fn is_fit_to_fire(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let brigade = &state.formations[brigade_of(game, state, unit)];
    let barred = Act::RALLIED.or(Act::WITHDRAWING).or(Act::CAVALRY_CHARGE);
    if !game.tables.order(piece.order).may_fire
        || piece.did(barred)
        || piece.has(Status::BUILDING)
        || brigade.has(Standing::CONFUSED.or(Standing::LOOSE))
    {
        return false;
    }
    if game.is_artillery(unit) {
        let printed = game.scenario.oob.units[unit.index()].ma[0];
        let half = game.tables.movement.artillery_fire_ma_factor.of_rounded_up(printed);
        let close = piece.did(Act::MOVED)
            && game.options.artillery_near_enemy == 1
            && guns_crept_up(game, state, unit);
        return piece.spent <= 2 * half && !close;
    }
    if piece.order == OrderKind::Advance && piece.did(Act::MOVED.or(Act::RESTACKED)) {
        return false;
    }
    // Joined a bent stack that had fired. [GB 7.34]
    !(piece.did(Act::NO_SHOCK) && piece.did(Act::CAME_ADJACENT) && piece.did(Act::MOVED))
}

/// Whether a unit may still say that it is going to move: its fire suffers as if it had. [GB 10.52, 10.61]
fn may_limber(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let is_open = !piece.did(Act::MOVED.or(Act::FIRED).or(Act::FIRED_REFUSED))
        && (game.is_artillery(unit) || piece.order == OrderKind::Attack);
    is_open
        && super::ch09_allowance::may_move(game, state, unit)
        && !(game.is_artillery(unit)
            && game.options.artillery_near_enemy == 1
            && guns_crept_up(game, state, unit))
}

/// Guns that fire, and foot whose fire would be prepared, are asked whether they mean to move. [GB 10.52, 10.61]
pub fn offer_limber(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if !may_limber(game, state, unit) {
        return;
    }
    let binds = |target: Hex| {
        let from = salvo(game, state, unit, target, ShotKind::Active).from;
        from.is_some_and(|from| is_prepared(game, state, unit, from, target, true))
    };
    let asks = |action: &Action| match *action {
        Action::Fire { target, .. } => game.is_artillery(unit) || binds(target),
        _ => false,
    };
    if out.iter().any(asks) {
        out.push(Action::Limber);
    }
}

/// Foot whose fire is prepared has no points left for a move. [GB 10.52]
fn bind_to_place(game: &Gbacw, state: &mut State, shot: &Shot) {
    let mut shots = joined(game, state, shot);
    shots.insert(0, *shot);
    if shots.iter().all(|own| is_prepared(game, state, own.firer, shot.from, shot.target, true)) {
        for own in shots {
            state.units[own.firer].spent = u8::MAX;
        }
    }
}

/// Guns that moved while within three hexes of a watching enemy may not fire. [GB 9.55 option 1]
fn guns_crept_up(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let near = u32::from(game.tables.artillery_near_enemy.option1_min_hexes_in_los) - 1;
    is_watched(game, state, game.side(unit), state.units[unit].hex, near)
}

/// Hexes that the acting unit may choose as targets: for all its fire, and for a part of it.
#[derive(Copy, Clone, Debug)]
pub struct Targets {
    pub alone: HexSet,
    pub in_division: HexSet,
}

/// [GB 10.12, 10.66]
pub fn targets(game: &Gbacw, state: &State, unit: Unit) -> Targets {
    let side = game.side(unit);
    let hexes = parts(game, state, unit);
    let grid = &game.scenario.map.grid;
    let longest =
        (0..4).filter_map(|section| weapon(game, unit, section)).map(|weapon| weapon.max_range).max();
    let mut seen = HexSet::EMPTY;
    for &hex in &hexes {
        let near = enemies(state, side) & game.sight.seen_from(hex);
        seen |= match longest {
            Some(range @ 0..=10) => near & grid.within(hex, u32::from(range)),
            _ => near,
        };
    }
    // Guns alone in an enemy's front must fire at him, or divide their fire between him and another one as near.
    if game.is_artillery(unit) && stack(game, state, hexes[0]).len() == 1 {
        let own_front = front(game, state, unit, hexes[0], true);
        let threatening = (own_front & seen).into_iter().filter(|&hex| {
            stack(game, state, hex).iter().any(|&enemy| faces(game, state, enemy, hex, true, hexes[0]))
        });
        let threatening: HexSet = threatening.collect();
        if !threatening.is_empty() {
            return Targets { alone: threatening, in_division: own_front & seen };
        }
    }
    Targets { alone: seen, in_division: seen }
}

/// What the acting unit may fire at, and how. [GB 10.15, 10.31, 10.63, 10.65, 10.68]
pub fn offer_fire(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if !may_fire(game, state, unit) {
        return;
    }
    let (piece, is_gun) = (&state.units[unit], game.is_artillery(unit));
    // A battery may resupply one section and fire another: its fire has a mark of its own. [GB 10.92]
    let all_used =
        if is_gun { piece.did(Act::RETURN_FIRED) } else { piece.did(Act::FIRED) && !piece.is_line() };
    if all_used && !super::ch07_facing::is_refused(state, unit) {
        return;
    }
    let targets = targets(game, state, unit);
    if targets.alone.is_empty() {
        return;
    }
    if is_gun {
        offer_guns(game, state, unit, targets, all_used, out);
        return;
    }
    let near = front(game, state, unit, piece.hex, false) & enemies(state, game.side(unit));
    for target in targets.alone {
        let salvo = salvo(game, state, unit, target, ShotKind::Active);
        if salvo.strength == 0 || is_closed(state, unit, target) {
            continue;
        }
        out.push(Action::Fire { target, mode: FireMode::Whole });
        if near.len() == 2
            && near.contains(target)
            && salvo.strength > 1
            && !salvo.refused
            && !piece.is_line()
        {
            out.push(Action::Fire { target, mode: FireMode::More });
        }
    }
    if piece.is_line() {
        offer_parts(game, state, unit, out);
    }
}

/// Parts of a line that may divide their fire, each between the two hexes before it. [GB 8.45, 10.15]
fn offer_parts(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if state.fire_notes.iter().filter(|place| place.is_none()).count() < 2 {
        return;
    }
    for (part, hex) in (0..).zip(parts(game, state, unit)) {
        let near = front(game, state, unit, hex, false) & enemies(state, game.side(unit));
        let can_share = |target: Hex| {
            let own = salvo_of(game, state, unit, target, ShotKind::Active, 1 << part);
            own.strength > 1 && !own.refused && !is_closed(state, unit, target)
        };
        if near.len() == 2 && near.into_iter().all(can_share) {
            out.extend(near.into_iter().map(|target| Action::Fire { target, mode: FireMode::Part(part) }));
        }
    }
}

/// Whether a part of the line has fired at a hex with divided fire: no other part may join it there. [GB 8.45]
fn is_closed(state: &State, unit: Unit, target: Hex) -> bool {
    state.fire_notes.contains(&Some(FireNote::Closed { unit, hex: HexCode::new(target) }))
}

/// Closes a hex to the other parts of a line.
fn close(state: &mut State, unit: Unit, target: Hex) {
    if let Some(place) = state.fire_notes.iter_mut().find(|place| place.is_none()) {
        *place = Some(FireNote::Closed { unit, hex: HexCode::new(target) });
    }
}

/// The fire of a battery: whole, divided evenly or by sections, doubled, with others. [GB 10.63, 10.65, 10.68]
fn offer_guns(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    targets: Targets,
    only_refused: bool,
    out: &mut Vec<Action>,
) {
    let aims: ArrayVec<(Hex, Salvo), MOST_AIMS> = targets
        .in_division
        .into_iter()
        .map(|target| (target, salvo(game, state, unit, target, ShotKind::Active)))
        .filter(|(_, own)| own.strength > 0 && (own.refused || !only_refused))
        .take(MOST_AIMS)
        .collect();
    for &(target, own) in aims.iter().filter(|(target, _)| targets.alone.contains(*target)) {
        out.push(Action::Fire { target, mode: FireMode::Whole });
        if aims.iter().any(|&(other, theirs)| other != target && is_even(own, theirs)) {
            out.push(Action::Fire { target, mode: FireMode::More });
        }
        offer_sections(own, |mode| out.push(Action::Fire { target, mode }));
        if can_double(game, state, unit, own, target) {
            out.push(Action::Fire { target, mode: FireMode::Doubled });
        }
        if can_combine(game, state, unit, target, own) {
            out.push(Action::Fire { target, mode: FireMode::Combined });
        }
    }
}

/// The most hexes among which a battery chooses.
const MOST_AIMS: usize = 64;

/// The acting unit fires: at once, or when a battery has declared where all of its fire goes. [GB 10.17, 10.65]
pub fn take_fire<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    target: Hex,
    mode: FireMode,
    chance: &mut C,
) {
    state.shots = [None; MOST_SHOTS];
    if game.is_artillery(unit) && matches!(mode, FireMode::More | FireMode::Section(_)) {
        begin_division(game, state, unit, target, mode);
        return;
    }
    declare(game, state, unit, target, mode);
    open_fire(game, state, unit, chance);
}

/// A shot as it is declared.
pub fn shot_of(firer: Unit, own: Salvo, from: Hex, target: Hex, kind: ShotKind) -> Shot {
    Shot {
        firer,
        parts: own.parts | if own.refused { REFUSED_BIT } else { 0 },
        strength: own.strength,
        from,
        target,
        group: 0,
        kind,
        result: None,
        second: false,
        doubled: false,
        cost: Ammo::Full,
    }
}

/// Adds the shots of the acting unit, and of those who fire with it, at one hex or split between two. [GB 10.15, 10.17]
pub fn declare(game: &Gbacw, state: &mut State, unit: Unit, target: Hex, mode: FireMode) {
    let mut own = match mode {
        FireMode::Section(section) | FireMode::Part(section) => salvo_of(
            game,
            state,
            unit,
            target,
            ShotKind::Active,
            1u8.checked_shl(section.into()).unwrap_or(0),
        ),
        _ => salvo(game, state, unit, target, ShotKind::Active),
    };
    let Some(from) = own.from else { return };
    let mut others = Joined::new();
    if mode == FireMode::Combined {
        others = combine_batteries(game, state, unit, target, from);
    }
    if game.options.combined_small_arms && !game.is_artillery(unit) {
        others = combine_small_arms(game, state, unit, target, from);
    }
    if !others.is_empty() {
        let theirs: u8 = others.iter().map(|(_, theirs)| theirs.strength).sum();
        own.strength += theirs;
        own.parts |= JOINED_BIT;
    }
    mark_fired(state, unit, own);
    let doubled = mode == FireMode::Doubled;
    let shot = Shot { doubled, ..shot_of(unit, own, from, target, ShotKind::Active) };
    let mut shots = ArrayVec::<Shot, 2>::from_iter([shot]);
    let other =
        (front(game, state, unit, from, false) & enemies(state, game.side(unit))).without(target).first();
    if let (FireMode::More | FireMode::Part(_), Some(other)) = (mode, other) {
        let rest = shot.strength / 2;
        shots[0].strength -= rest;
        shots.push(Shot { strength: rest, target: other, ..shot });
    }
    if let FireMode::Part(_) = mode {
        shots.iter().for_each(|shot| close(state, unit, shot.target));
    }
    shots.iter().for_each(|&shot| _ = add_shot(state, shot));
    if doubled {
        add_shot(state, Shot { strength: rapid_guns(game, state, unit, own.parts), second: true, ..shot });
    } else if is_repeater(game, state, unit) {
        // Spencers: first fire, then the answer, then the second fire. [GB 14.31]
        shots.iter().for_each(|&shot| _ = add_shot(state, Shot { second: true, group: 2, ..shot }));
    }
    join_in(state, &others, shot);
}

/// Notes those who fire along in a shot.
pub fn join_in(state: &mut State, others: &[(Unit, Salvo)], shot: Shot) {
    for &(other, theirs) in others {
        if shot.kind == ShotKind::Active {
            mark_fired(state, other, theirs);
        }
        add_shot(state, Shot { firer: other, parts: theirs.parts | ALONG_BIT, strength: 0, ..shot });
    }
}

/// The fire is declared: the enemy may answer before anything is rolled. [GB 10.17, 10.42]
pub fn open_fire<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, chance: &mut C) {
    let Some(first) = state.shots[0] else { return };
    bind_to_place(game, state, &first);
    state.answered = first.parts & 0b1111;
    if game.is_artillery(unit) {
        for shot in state.shots.into_iter().flatten().filter(|shot| shot.parts & REFUSED_BIT == 0) {
            act(state, shot.firer, Act::RETURN_FIRED);
        }
    }
    super::ch17_fatigue::tire(game, state, unit);
    super::ch13_rally::keep_from_rest(game, state, unit);
    let mut targets = ArrayVec::<Hex, MOST_SHOTS>::new();
    for shot in state.shots.iter().flatten() {
        if !targets.contains(&shot.target) {
            targets.push(shot.target);
        }
    }
    for &target in &targets {
        let shots = state.shots.iter().flatten().filter(|shot| shot.target == target && !shot.second);
        let strength: u8 = shots.map(|shot| shot.strength).sum();
        tell(chance, "fire", "10.17", || {
            format!("{} fires at {} with {strength}.", game.name(unit), game.hex(target))
        });
        let range = game.scenario.map.grid.distance(first.from, target);
        alarm(game, state, target, game.is_artillery(unit), range, chance);
    }
    for &target in targets.iter().rev() {
        state.push(Phase::AfterFire { unit, target });
    }
    let from = fired_from(game, state, &first);
    for &target in targets.iter().rev() {
        let is_outside = |&from: &Hex| is_from_outside(game, state, from, target);
        if !stack(game, state, target).is_empty() && from.iter().any(is_outside) {
            state.push(Phase::FireReaction { unit, target });
        }
    }
    state.push(Phase::Volley { kind: ShotKind::Return, unit, to: first.target });
}

/// Batteries of the hex that fire with the acting one. [GB 10.63]
fn combine_batteries(game: &Gbacw, state: &mut State, unit: Unit, target: Hex, from: Hex) -> Joined {
    let batteries = joining(game, state, unit, target, from).take(MOST_JOINED);
    let others: Joined =
        batteries.map(|other| (other, salvo(game, state, other, target, ShotKind::Active))).collect();
    for &(other, _) in &others {
        if !state.acting.contains(brigade_of(game, state, other)) {
            // A battery of the division acts with one of its brigades only.
            state.units[other].status.set(Status::USED, true);
            state.units[other].acts += 1;
        }
    }
    others
}

/// Active small arms of one hex fire as one, also those whose move is over but not the beaten. [GB 10.82]
fn combine_small_arms(game: &Gbacw, state: &State, unit: Unit, target: Hex, from: Hex) -> Joined {
    let can_join = |other: &Unit| {
        *other != unit
            && !game.is_artillery(*other)
            && state.acting.contains(brigade_of(game, state, *other))
            && !state.units[*other].did(Act::FIRED.or(Act::NO_SHOCK))
            && is_fit_to_fire(game, state, *other)
    };
    let others = stack(game, state, from).into_iter().filter(can_join);
    others
        .map(|other| (other, salvo(game, state, other, target, ShotKind::Active)))
        .filter(|(_, theirs)| theirs.strength > 0)
        .take(MOST_JOINED)
        .collect()
}

pub(super) fn mark_fired(state: &mut State, unit: Unit, salvo: Salvo) {
    if salvo.refused {
        fire_aside(state, unit, salvo.parts);
        return;
    }
    for part in 0..4 {
        if salvo.parts >> part & 1 == 1 {
            act(state, unit, Act::fired_part(part));
        }
    }
}

pub fn add_shot(state: &mut State, shot: Shot) -> bool {
    match state.shots.iter_mut().find(|place| place.is_none()) {
        Some(place) => {
            *place = Some(shot);
            true
        }
        None => false,
    }
}

/// Whether fire comes from outside the target's front, so that it may turn or bend a wing. [GB 9.61]
fn is_from_outside(game: &Gbacw, state: &State, from: Hex, target: Hex) -> bool {
    stack(game, state, target).iter().all(|&unit| {
        let facing = facing_in(game, state, unit, target);
        !in_field_of_fire(&game.sight, target, facing, refusal_in(game, state, unit, target), from)
    })
}
