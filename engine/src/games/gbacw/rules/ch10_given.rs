//! Chapters 10.15 and 10.41: what a unit has given of its fire, what it has left, and what it kept back for a reaction.

use super::super::Gbacw;
use super::super::field::{act, parts, refusal_in};
use super::super::state::{Act, FireNote, HexCode, ShotKind, State};
use super::super::types::{Hex, Refusal, Unit};
use super::ch07_facing::is_refused;
use super::ch10_salvo::Salvo;

/// The parts or gun sections of a unit that still have fire of a kind, as bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Unfired {
    /// Through the front, and through a bent wing.
    pub front: u8,
    pub aside: u8,
    /// Those that fired through a wing: straight again, their front has the other half and no more. [GB 7.34, 10.15]
    pub halved: u8,
}

impl Unfired {
    pub const ALL: Unfired = Unfired { front: u8::MAX, aside: u8::MAX, halved: 0 };

    /// Of some parts or sections only.
    pub fn only(self, wanted: u8) -> Unfired {
        Unfired { front: self.front & wanted, aside: self.aside & wanted, ..self }
    }
}

/// What tells that a unit gave its reaction fire of a kind: through its front, or through its bent wing. [GB 10.15]
fn used_flag(game: &Gbacw, unit: Unit, kind: ShotKind, refused: bool) -> Act {
    match (kind, refused) {
        (ShotKind::Active | ShotKind::Return, false) => Act::RETURN_FIRED,
        (ShotKind::PreShock, false) => Act::PRE_SHOCK_FIRED,
        (ShotKind::Parting, false) => Act::PARTING_FIRED,
        (ShotKind::Entry, false) => Act::ENTRY_FIRED,
        (ShotKind::Active | ShotKind::Return, true) => Act::RETURN_FIRED_ASIDE,
        (ShotKind::PreShock, true) if game.is_artillery(unit) => Act::PRE_SHOCK_FIRED_ASIDE_BY_GUNS,
        (ShotKind::PreShock, true) => Act::PRE_SHOCK_FIRED_ASIDE,
        (ShotKind::Parting, true) => Act::PARTING_FIRED_ASIDE,
        (ShotKind::Entry, true) => Act::ENTRY_FIRED_ASIDE,
    }
}

/// Where a line notes its parts that gave fire of a kind: none is both active and returns fire, and guns alone have entry
/// fire. [GB 10.44, 10.45]
fn place_of(kind: ShotKind) -> usize {
    match kind {
        ShotKind::Active | ShotKind::Return => 0,
        ShotKind::PreShock => 1,
        ShotKind::Parting | ShotKind::Entry => 2,
    }
}

/// How far above the bit of a part's front that of its bent wing is noted.
const ASIDE: u32 = 4;

/// The parts of a line that gave fire of a kind, as they are noted. [GB 8.45, 10.41]
fn given(state: &State, unit: Unit, kind: ShotKind) -> u8 {
    let of_unit = |note: &Option<FireNote>| match *note {
        Some(FireNote::Given { unit: firer, parts }) if firer == unit => Some(parts[place_of(kind)]),
        _ => None,
    };
    state.fire_notes.iter().find_map(of_unit).unwrap_or(0)
}

/// What a unit has left of its reaction fire of a kind: all it has once, each part of a line for itself. A line that has
/// drawn in has none left if any part gave it. [GB 8.45, 10.15, 10.41]
pub fn left(game: &Gbacw, state: &State, unit: Unit, kind: ShotKind) -> Unfired {
    let piece = &state.units[unit];
    let unused = |refused| if piece.did(used_flag(game, unit, kind, refused)) { 0 } else { u8::MAX };
    let given = given(state, unit, kind);
    let own = if piece.is_line() {
        all_parts(game, state, unit)
    } else if given == 0 {
        u8::MAX
    } else {
        0
    };
    let front = unused(false) & own & !given;
    let aside = unused(true) & own & !(given >> ASIDE);
    Unfired { front, aside, halved: front & !aside }
}

/// A bit for each part of a line.
fn all_parts(game: &Gbacw, state: &State, unit: Unit) -> u8 {
    (1 << parts(game, state, unit).len()) - 1
}

/// Whether a unit has fire of a kind left, or any kept back. [GB 10.15, 10.41]
pub fn has_fire_left(game: &Gbacw, state: &State, unit: Unit, kind: ShotKind) -> bool {
    let is_kept = |note: &FireNote| matches!(*note, FireNote::Kept { unit: keeper, .. } if keeper == unit);
    let left = left(game, state, unit, kind);
    left.front != 0
        || is_refused(state, unit) && left.aside != 0
        || state.fire_notes.iter().flatten().any(is_kept)
}

/// A unit gives its reaction fire of a kind to one side; without a bent wing that is all it has, or all that those parts
/// of a line have. [GB 7.34, 8.45, 10.15]
pub fn give(game: &Gbacw, state: &mut State, unit: Unit, kind: ShotKind, fired: Salvo) {
    if state.units[unit].is_line() {
        give_parts(game, state, unit, kind, fired);
        return;
    }
    act(state, unit, used_flag(game, unit, kind, fired.refused));
    if !is_refused(state, unit) {
        act(state, unit, used_flag(game, unit, kind, true));
    }
}

/// [`give`] by parts of a line: noted until all of them have, or for all of them if there is no room for the note.
fn give_parts(game: &Gbacw, state: &mut State, unit: Unit, kind: ShotKind, fired: Salvo) {
    let mut bits = given(state, unit, kind);
    for (place, hex) in parts(game, state, unit).into_iter().enumerate() {
        if fired.parts >> place & 1 == 0 {
            continue;
        }
        let is_bent = refusal_in(game, state, unit, hex) != Refusal::None;
        bits |= u8::from(!fired.refused) << place;
        bits |= u8::from(fired.refused || !is_bent) << place << ASIDE;
    }
    let all = all_parts(game, state, unit);
    if bits == all | all << ASIDE || !note(state, unit, kind, bits) {
        give_up(game, state, unit, kind);
    }
}

/// Notes the parts of a line that gave fire of a kind; false if there is no room.
fn note(state: &mut State, unit: Unit, kind: ShotKind, bits: u8) -> bool {
    let is_own = |note: &FireNote| matches!(*note, FireNote::Given { unit: firer, .. } if firer == unit);
    let place = state.fire_notes.iter().position(|note| note.as_ref().is_some_and(is_own));
    let place = place.or_else(|| state.fire_notes.iter().position(Option::is_none));
    let Some(place) = place else { return false };
    let mut parts = match state.fire_notes[place] {
        Some(FireNote::Given { parts, .. }) => parts,
        _ => [0; 3],
    };
    parts[place_of(kind)] = bits;
    state.fire_notes[place] = Some(FireNote::Given { unit, parts });
    true
}

/// An active unit, or parts of a line, fire through a bent wing. [GB 7.34, 8.45]
pub fn fire_aside(state: &mut State, unit: Unit, parts: u8) {
    act(state, unit, Act::FIRED_REFUSED);
    if state.units[unit].is_line() {
        let bits = given(state, unit, ShotKind::Active) | parts << ASIDE;
        note(state, unit, ShotKind::Active, bits);
    }
}

/// The parts or sections of an active unit that have fired through a bent wing, as bits: all but for a line that has noted
/// which. [GB 7.34, 8.45]
fn fired_aside(state: &State, unit: Unit) -> u8 {
    let piece = &state.units[unit];
    let noted = || if piece.is_line() { given(state, unit, ShotKind::Active) >> ASIDE } else { 0 };
    match piece.did(Act::FIRED_REFUSED).then(noted) {
        None => 0,
        Some(0) => u8::MAX,
        Some(parts) => parts,
    }
}

/// A unit gives up its reaction fire of a kind.
pub fn give_up(game: &Gbacw, state: &mut State, unit: Unit, kind: ShotKind) {
    act(state, unit, used_flag(game, unit, kind, false).or(used_flag(game, unit, kind, true)));
}

/// What an active unit has left to fire. [GB 7.34, 8.45, 10.65]
pub fn unfired(state: &State, unit: Unit) -> Unfired {
    let piece = &state.units[unit];
    let fired = (0..4).fold(0, |bits, part| bits | u8::from(piece.did(Act::fired_part(part))) << part);
    let aside = fired_aside(state, unit);
    Unfired { front: !fired, aside: !aside, halved: aside }
}

/// Points that a unit kept back, and the parts or sections that may fire them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Where it is noted.
    pub place: usize,
    pub points: u8,
    pub parts: u8,
}

/// What a unit kept back that it may fire at a hex: not the one that got the rest. [GB 10.15]
pub fn kept_for(state: &State, unit: Unit, target: Hex) -> Option<Kept> {
    let serves = |(place, note): (usize, &Option<FireNote>)| match *note {
        Some(FireNote::Kept { unit: keeper, points, parts, hex })
            if keeper == unit && hex != Some(HexCode::new(target)) =>
        {
            Some(Kept { place, points, parts })
        }
        _ => None,
    };
    state.fire_notes.iter().enumerate().find_map(serves)
}

/// Notes what is kept back, if there is room for it.
pub fn keep(state: &mut State, kept: FireNote) {
    if let Some(place) = state.fire_notes.iter_mut().find(|place| place.is_none()) {
        *place = Some(kept);
    }
}
