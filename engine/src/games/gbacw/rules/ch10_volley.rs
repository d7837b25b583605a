//! Chapter 10.4: reaction fire, who may answer a shot or a step and how.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::{Action, FireMode};
use super::super::field::{Parts, enemies, faces, in_front_of_others, parts, stack};
use super::super::phase::Phase;
use super::super::state::{Act, FireNote, HexCode, MOST_SHOTS, Shot, ShotKind, State};
use super::super::types::{Hex, OrderKind, Unit};
use super::ch08_extension::entered;
use super::ch10_batteries::{Joined, MOST_JOINED, may_combine, offer_sections};
use super::ch10_fire::{add_shot, join_in, shot_of};
use super::ch10_given::{Unfired, give, has_fire_left, keep, kept_for, left};
use super::ch10_salvo::{JOINED_BIT, Salvo, can_double, is_repeater, rapid_guns, salvo_left};
use super::ch10_shots::fired_from;
use super::ch11_before::parts_before_shock;
use super::tell;
use crate::chance::Chance;

/// What a unit may fire at a hex in reaction: all it has once for each kind, through its front and through its bent wing
/// for itself, then what it kept back. [GB 10.15, 10.41]
pub fn answer(game: &Gbacw, state: &State, unit: Unit, target: Hex, kind: ShotKind) -> Salvo {
    answer_or_kept(game, state, unit, target, kind).0
}

/// [`answer`], and where it is noted if it was kept back.
///
/// A line fires at a hex with all its parts that can, once for each cause; other parts may fire at other hexes. [GB 8.45]
fn answer_or_kept(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    target: Hex,
    kind: ShotKind,
) -> (Salvo, Option<usize>) {
    let mut declared = state.shots.iter().flatten().filter(|shot| shot.firer == unit).peekable();
    let has_answered = declared.peek().is_some();
    if declared.any(|shot| shot.target == target) {
        return (Salvo::default(), None);
    }
    let able = able_parts(game, state, unit, target, kind);
    let left = left(game, state, unit, kind).only(able);
    let own = salvo_left(game, state, unit, target, kind, left);
    let kept = kept_for(state, unit, target).filter(|_| own.strength == 0 && !has_answered);
    let Some(kept) = kept else { return (own, None) };
    // Only the front divides its fire.
    let left = Unfired { front: kept.parts & able, aside: 0, halved: 0 };
    let own = salvo_left(game, state, unit, target, kind, left);
    (Salvo { strength: own.strength.min(kept.points), ..own }, Some(kept.place))
}

/// Whether a unit that was not fired at itself may join the answer. [GB 10.42, 10.43]
fn is_free(game: &Gbacw, state: &State, unit: Unit, except: &[Hex]) -> bool {
    parts(game, state, unit)
        .into_iter()
        .all(|hex| !in_front_of_others(game, state, hex, game.side(unit).other(), except))
}

/// The parts or gun sections of a unit that may give return fire, as bits: those of a line each for itself if it was
/// fired at, or stands beside the target or the firer in no other enemy's front. [GB 10.42]
fn returning(game: &Gbacw, state: &State, unit: Unit, from: &[Hex], to: Hex) -> u8 {
    let grid = &game.scenario.map.grid;
    let own = parts(game, state, unit);
    let hit = fired_at(state, to);
    // Whoever has turned to the firer answers alone.
    let others_join = active_shot(state).is_some();
    let is_near = |hex: Hex| hit.iter().chain(from).any(|&other| grid.distance(hex, other) <= 1);
    if !state.units[unit].is_line() {
        let is_target = own.iter().any(|hex| hit.contains(hex));
        let joins = || others_join && own.iter().any(|&hex| is_near(hex)) && is_free(game, state, unit, from);
        return if is_target || joins() { u8::MAX } else { 0 };
    }
    let enemy = game.side(unit).other();
    let answers = |hex: Hex| {
        hit.contains(&hex)
            || others_join && is_near(hex) && !in_front_of_others(game, state, hex, enemy, from)
    };
    own.into_iter().enumerate().fold(0, |bits, (place, hex)| bits | u8::from(answers(hex)) << place)
}

/// The parts or gun sections that may take part in a reaction fire at hand, those of a line each for itself.
/// [GB 8.45, 10.42, 10.43, 10.44]
fn able_parts(game: &Gbacw, state: &State, unit: Unit, target: Hex, kind: ShotKind) -> u8 {
    if !state.units[unit].is_line() {
        return u8::MAX;
    }
    match (kind, state.phase()) {
        (ShotKind::Return, Phase::Volley { to, .. }) => {
            firing_hexes(game, state).map_or(u8::MAX, |from| returning(game, state, unit, &from, to))
        }
        (ShotKind::Parting, _) => facing_parts(game, state, unit, target),
        (ShotKind::PreShock, Phase::PreShockFire { level }) => {
            parts_before_shock(game, state, unit, target, level)
        }
        _ => u8::MAX,
    }
}

/// The parts of a unit before which a hex lies, as bits.
fn facing_parts(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> u8 {
    let own = parts(game, state, unit).into_iter().enumerate();
    own.fold(0, |bits, (place, part)| bits | u8::from(faces(game, state, unit, part, true, hex)) << place)
}

/// The fire of the active side that is answered while it is still to be rolled.
fn active_shot(state: &State) -> Option<Shot> {
    state.shots[0].filter(|shot| shot.kind == ShotKind::Active)
}

/// The hexes at which fire may be answered: whence it came, or all of a line that combined its fire. [GB 8.45, 10.42]
fn firing_hexes(game: &Gbacw, state: &State) -> Option<Parts> {
    let (firer, from) = match (active_shot(state), state.answer_to) {
        (Some(shot), _) => (shot.firer, fired_from(game, state, &shot)),
        (None, Some(firer)) => (firer, fired_parts(game, state, firer)),
        (None, None) => return None,
    };
    Some(if from.len() > 1 { parts(game, state, firer) } else { from })
}

/// The hexes of a unit whose last fire is answered; of a line those of the parts that gave it.
fn fired_parts(game: &Gbacw, state: &State, unit: Unit) -> Parts {
    let piece = &state.units[unit];
    let fired = |&(place, _): &(usize, Hex)| piece.is_line() && state.answered >> place & 1 == 1;
    let own = parts(game, state, unit).into_iter().enumerate();
    let hexes: Parts = own.filter(fired).map(|(_, hex)| hex).collect();
    if hexes.is_empty() { Parts::from_iter([piece.hex]) } else { hexes }
}

/// The hexes that the fire to be answered goes to: one, or several if it is divided. [GB 10.15, 10.65]
fn fired_at(state: &State, to: Hex) -> ArrayVec<Hex, MOST_SHOTS> {
    let mut hexes = ArrayVec::from_iter([to]);
    for shot in state.shots.iter().flatten() {
        if shot.kind == ShotKind::Active && !hexes.contains(&shot.target) && !hexes.is_full() {
            hexes.push(shot.target);
        }
    }
    hexes
}

/// The hexes at which a unit may aim reaction fire of a kind: several if a line gave cause. Builders may. [GB 10.41, 15.16]
fn answers(game: &Gbacw, state: &State, unit: Unit, kind: ShotKind, mover: Unit, to: Hex) -> Parts {
    let mut targets = causes(game, state, unit, kind, mover, to).unwrap_or_default();
    targets.retain(|target| answer(game, state, unit, *target, kind).strength > 0);
    targets
}

/// The hexes in which a unit has cause to fire; none if it may not.
fn causes(game: &Gbacw, state: &State, unit: Unit, kind: ShotKind, mover: Unit, to: Hex) -> Option<Parts> {
    let piece = &state.units[unit];
    if !piece.is_present() || game.side(unit) == game.side(mover) {
        return None;
    }
    let is_spent = !has_fire_left(game, state, unit, kind) || piece.order == OrderKind::March;
    let has_answered = || state.shots.iter().flatten().any(|shot| shot.firer == unit);
    if is_spent || !piece.is_line() && has_answered() {
        return None;
    }
    let grid = &game.scenario.map.grid;
    match kind {
        ShotKind::Return => {
            let from = firing_hexes(game, state)?;
            (returning(game, state, unit, &from, to) != 0).then_some(from)
        }
        ShotKind::Parting => {
            let faced = |&hex: &Hex| facing_parts(game, state, unit, hex) != 0;
            let left = given_up(game, state, mover, to);
            (!game.is_artillery(unit)).then(|| left.into_iter().filter(faced).collect())
        }
        ShotKind::Entry => {
            let near = u32::from(game.tables.reaction.entry_fire_range);
            let in_range = |hex: &Hex| grid.distance(piece.hex, *hex) <= near;
            // After a turn only those who turned are asked; the others were asked before it.
            let is_asked = state.answer_to.is_none() || piece.did(Act::TURNED_GUNS);
            (game.is_artillery(unit) && is_asked && !piece.did(Act::REACTION_MOVED))
                .then(|| entered(game, state, mover, to).into_iter().filter(in_range).collect())
        }
        ShotKind::PreShock | ShotKind::Active => None,
    }
}

/// The hexes that a mover gives up: its own, those of all parts of a line, or of the parts that it draws in or swings.
/// [GB 8.41, 8.44, 10.44]
fn given_up(game: &Gbacw, state: &State, mover: Unit, to: Hex) -> Parts {
    let mut hexes = parts(game, state, mover);
    if hexes.contains(&to) {
        hexes.retain(|hex| *hex != to);
    } else if !state.units[mover].is_line() {
        hexes.truncate(1);
    }
    hexes
}

/// Whether anybody may answer now. A move that raises no question is not interrupted.
pub fn is_volley_open(game: &Gbacw, state: &State, kind: ShotKind, mover: Unit, to: Hex) -> bool {
    let is_gone = !state.units[mover].is_present();
    if is_gone || state.shots[MOST_SHOTS - 3].is_some() {
        return false;
    }
    let grid = &game.scenario.map.grid;
    let theirs = enemies(state, game.side(mover));
    let in_reach = match kind {
        ShotKind::Parting => {
            given_up(game, state, mover, to).iter().any(|&hex| grid.neighbours(hex).intersects(theirs))
        }
        ShotKind::Entry => {
            let range = u32::from(game.tables.reaction.entry_fire_range);
            entered(game, state, mover, to).iter().any(|&hex| grid.within(hex, range).intersects(theirs))
        }
        _ => true,
    };
    in_reach && game.units().any(|unit| !answers(game, state, unit, kind, mover, to).is_empty())
}

/// Asks the other side which units answer a shot or a step. [GB 10.41, 10.42, 10.44, 10.45]
pub fn offer_volley(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    let Phase::Volley { kind, unit: mover, to } = state.phase() else { return };
    out.push(Action::Pass);
    for unit in game.units() {
        for target in answers(game, state, unit, kind, mover, to) {
            offer_answer(game, state, unit, target, kind, out);
        }
    }
}

/// The ways in which one unit may answer: whole, half now and half kept, doubled. [GB 10.15, 10.68]
pub fn offer_answer(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    target: Hex,
    kind: ShotKind,
    out: &mut Vec<Action>,
) {
    let (salvo, kept) = answer_or_kept(game, state, unit, target, kind);
    out.push(Action::Shoot { unit, target, mode: FireMode::Whole });
    let is_first = kept.is_none();
    let may_keep = is_first && state.fire_notes.contains(&None);
    // Parts of a line that fire together keep nothing back. [GB 8.45]
    let is_combined = state.units[unit].is_line() && salvo.parts.count_ones() > 1;
    if salvo.strength > 1 && may_keep && !salvo.refused && !is_combined {
        out.push(Action::Shoot { unit, target, mode: FireMode::More });
        if salvo.strength % 2 == 1 {
            out.push(Action::Shoot { unit, target, mode: FireMode::Less });
        }
    }
    if !game.is_artillery(unit) {
        return;
    }
    if may_keep {
        offer_sections(salvo, |mode| out.push(Action::Shoot { unit, target, mode }));
    }
    if can_double(game, state, unit, salvo, target) {
        out.push(Action::Shoot { unit, target, mode: FireMode::Doubled });
    }
    if is_first && !joining(game, state, unit, target).is_empty() {
        out.push(Action::Shoot { unit, target, mode: FireMode::Combined });
    }
}

/// Other batteries of the hex that may answer the same fire together with one. [GB 10.63]
fn joining(game: &Gbacw, state: &State, unit: Unit, target: Hex) -> Joined {
    let from = state.units[unit].hex;
    let Phase::Volley { kind: kind @ ShotKind::Return, unit: mover, to } = state.phase() else {
        return Joined::new();
    };
    if !may_combine(game, state, from, target) {
        return Joined::new();
    }
    let joins = |other: &Unit| {
        *other != unit
            && game.is_artillery(*other)
            && answers(game, state, *other, kind, mover, to).contains(&target)
    };
    let others = stack(game, state, from).into_iter().filter(joins);
    others
        .map(|other| (other, salvo_left(game, state, other, target, kind, left(game, state, other, kind))))
        .filter(|(_, theirs)| theirs.strength > 0)
        .take(MOST_JOINED)
        .collect()
}

pub fn take_volley<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Phase::Volley { kind, .. } = state.phase() else { return };
    match action {
        Action::Shoot { unit, target, mode } => declare(game, state, unit, target, mode, kind, chance),
        _ => state.replace(Phase::RollShots),
    }
}

/// What a unit fires now in reaction, and what it keeps back for later. [GB 10.15, 10.65]
fn divide(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    target: Hex,
    mode: FireMode,
    kind: ShotKind,
) -> (Salvo, Option<FireNote>) {
    let whole = answer(game, state, unit, target, kind);
    let now = match mode {
        FireMode::More => Salvo { strength: whole.strength.div_ceil(2), ..whole },
        FireMode::Less => Salvo { strength: whole.strength / 2, ..whole },
        FireMode::Section(section) => {
            let wanted = whole.parts & 1u8.checked_shl(section.into()).unwrap_or(0);
            salvo_left(game, state, unit, target, kind, left(game, state, unit, kind).only(wanted))
        }
        _ => return (whole, None),
    };
    let points = whole.strength.saturating_sub(now.strength);
    let kept = match mode {
        FireMode::Section(_) => FireNote::Kept { unit, points, parts: whole.parts & !now.parts, hex: None },
        _ => {
            let parts = if state.units[unit].is_line() { whole.parts } else { u8::MAX };
            FireNote::Kept { unit, points, parts, hex: Some(HexCode::new(target)) }
        }
    };
    (now, (points > 0).then_some(kept))
}

/// Adds a reaction shot to those declared. [GB 10.41]
pub fn declare<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    unit: Unit,
    target: Hex,
    mode: FireMode,
    kind: ShotKind,
    chance: &mut C,
) {
    let (mut own, kept) = divide(game, state, unit, target, mode, kind);
    let Some(from) = own.from else { return };
    if let (_, Some(place)) = answer_or_kept(game, state, unit, target, kind) {
        state.fire_notes[place] = None;
    }
    if let Some(kept) = kept {
        keep(state, kept);
    }
    let others = match mode {
        FireMode::Combined => joining(game, state, unit, target),
        _ => Joined::new(),
    };
    if !others.is_empty() {
        own.strength += others.iter().map(|(_, theirs)| theirs.strength).sum::<u8>();
        own.parts |= JOINED_BIT;
    }
    for (firer, fired) in others.iter().copied().chain([(unit, own)]) {
        give(game, state, firer, kind, fired);
        super::ch15_works::interrupt(state, firer);
    }
    let active = active_shot(state);
    let range = game.scenario.map.grid.distance(from, target);
    let canister = u32::from(game.tables.combat.fire_drm.canister_max_range);
    let active_repeats = active.is_some_and(|shot| is_repeater(game, state, shot.firer));
    // Guns at long range, and all who face Spencers, answer after the results. [GB 10.45, 14.31, 14.34]
    let late = kind == ShotKind::Return && (game.is_artillery(unit) && range > canister || active_repeats);
    let group = u8::from(late);
    let doubled = mode == FireMode::Doubled;
    let shot = Shot { group, doubled, ..shot_of(unit, own, from, target, kind) };
    tell(chance, "reaction_fire", "10.41", || {
        format!("{} answers with {} at {}.", game.name(unit), own.strength, game.hex(target))
    });
    add_shot(state, shot);
    join_in(state, &others, shot);
    if doubled {
        // Against Spencers the guns alternate with them. [GB 14.38]
        let group = if active_repeats { 3 } else { group };
        add_shot(
            state,
            Shot { strength: rapid_guns(game, state, unit, own.parts), second: true, group, ..shot },
        );
    } else if is_repeater(game, state, unit) {
        // The second fire comes after the results, with doubled guns at the same time. [GB 14.32, 14.35, 14.36, 14.37]
        let group = if active.is_some_and(|shot| shot.doubled) { group } else { group + 1 };
        add_shot(state, Shot { second: true, group, ..shot });
    }
}
