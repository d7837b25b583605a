//! The field of battle as the rules ask about it: who stands where, faces where, and what that makes of a hex.
//!
//! Queries take the game (map, printed values) and the state; the few functions at the end put units into hexes
//! and keep the cached sets and stack levels right.

use arrayvec::ArrayVec;

use super::Gbacw;
use super::grid::arc;
use super::rules::ch16_night;
use super::state::{Act, Place, State, Status, UNMARKED, mark};
use super::types::{
    Arc, Arm, Direction, Facing, Formation, Hex, HexSet, Leader, Light, MoveClass, OrderKind, Personality,
    Rank, Refusal, Side, Unit, UnitSet,
};
use crate::set::Index;

/// The most units that are looked at in one hex.
pub const MOST_STACKED: usize = 24;
/// Units of one hex, top first.
pub type Stack = ArrayVec<Unit, MOST_STACKED>;
/// Hexes of one unit, its counter's first.
pub type Parts = ArrayVec<Hex, 3>;

impl Gbacw {
    #[inline]
    pub fn units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..self.scenario.oob.units.len()).map(Unit::from_index)
    }

    pub fn leaders(&self) -> impl Iterator<Item = Leader> + use<> {
        (0..self.scenario.oob.leaders.len()).map(Leader::from_index)
    }

    pub fn formations(&self) -> impl Iterator<Item = Formation> + use<> {
        (0..self.scenario.oob.formations.len()).map(Formation::from_index)
    }

    #[inline]
    pub fn side(&self, unit: Unit) -> Side {
        self.roster.units[unit].side
    }

    #[inline]
    pub fn arm(&self, unit: Unit) -> Arm {
        self.roster.units[unit].arm
    }

    #[inline]
    pub fn is_artillery(&self, unit: Unit) -> bool {
        self.arm(unit) == Arm::Artillery
    }

    /// Strength printed on the counter. [GB 12.12]
    pub fn printed_sp(&self, unit: Unit) -> u8 {
        self.scenario.oob.units[unit.index()].sp
    }

    #[inline]
    pub fn side_of(&self, formation: Formation) -> Side {
        self.roster.command(formation).side
    }

    #[inline]
    pub fn level_of(&self, formation: Formation) -> Rank {
        self.roster.command(formation).level
    }

    pub fn parent(&self, formation: Formation) -> Option<Formation> {
        self.roster.command(formation).parent
    }

    /// Whether it acts as a brigade: brigades and battery groups. Batteries directly under a division act with one of its
    /// brigades, and rest each for itself. [GB 4.31, 4.32, 13.45]
    pub fn acts_as_brigade(&self, formation: Formation) -> bool {
        matches!(self.level_of(formation), Rank::Brigade | Rank::Artillery)
    }

    /// The formation whose markers activate another one: its division, or itself for corps artillery. [GB 4.33]
    pub fn division(&self, formation: Formation) -> Option<Formation> {
        self.roster.division(formation)
    }

    pub fn is_within(&self, formation: Formation, above: Formation) -> bool {
        self.roster.is_within(formation, above)
    }

    pub fn leader_of(&self, formation: Formation) -> Option<Leader> {
        self.roster.command(formation).leader
    }

    #[inline]
    pub fn commands(&self, leader: Leader) -> Formation {
        self.roster.posts[leader].commands
    }

    #[inline]
    pub fn leader_side(&self, leader: Leader) -> Side {
        self.roster.posts[leader].side
    }

    #[inline]
    pub fn rank(&self, leader: Leader) -> Rank {
        self.roster.posts[leader].rank
    }
}

/// The formation whose brigade activation a unit takes part in: the brigade it is attached to, or its own.
#[inline]
pub fn brigade_of(game: &Gbacw, state: &State, unit: Unit) -> Formation {
    state.units[unit].attached.map_or(game.roster.units[unit].formation, |to| to.formation())
}

#[inline]
pub fn own_formation(game: &Gbacw, unit: Unit) -> Formation {
    game.roster.units[unit].formation
}

pub fn light(game: &Gbacw, state: &State) -> Light {
    game.scenario.turns[usize::from(state.turn).clamp(1, game.scenario.turns.len()) - 1].light
}

/// How a unit moves and fights: cavalry on foot as infantry. [GB 14.23]
#[inline]
pub fn class(game: &Gbacw, state: &State, unit: Unit) -> MoveClass {
    MoveClass::of(game.arm(unit), state.units[unit].is_mounted())
}

pub fn is_foot(game: &Gbacw, state: &State, unit: Unit) -> bool {
    class(game, state, unit) == MoveClass::Infantry
}

pub fn is_cavalry_mounted(game: &Gbacw, state: &State, unit: Unit) -> bool {
    class(game, state, unit) == MoveClass::Cavalry
}

/// Below half of its printed strength: derived, because only stragglers lift it. [GB 12.23, 13.1]
pub fn is_collapsed(game: &Gbacw, state: &State, unit: Unit) -> bool {
    !game.is_artillery(unit) && state.units[unit].strength() * 2 < game.printed_sp(unit)
}

/// The cohesion in use: side of the counter, mounted or foot. [GB 2.6, 12.31]
pub fn cohesion(game: &Gbacw, state: &State, unit: Unit) -> i8 {
    let record = &game.scenario.oob.units[unit.index()];
    let piece = &state.units[unit];
    let values = if piece.is_mounted() { record.mounted_cohesion } else { record.cohesion };
    values[usize::from(piece.is_disordered())] as i8
}

/// Half the fatigue level, rounded up, while the variant is on. [GB 17.31]
pub fn tiredness(game: &Gbacw, state: &State, unit: Unit) -> i8 {
    if !game.options.fatigue || game.is_artillery(unit) {
        return 0;
    }
    state.formations[own_formation(game, unit)].fatigue_level().div_ceil(2) as i8
}

/// Hexes that a unit stands on: its counter's, then its extension markers'. [GB 8.41, 8.5]
#[inline]
pub fn parts(game: &Gbacw, state: &State, unit: Unit) -> Parts {
    let piece = &state.units[unit];
    parts_at(game, piece.hex, piece.extension, piece.has(Status::COLUMN))
}

/// The hexes of a unit whose counter and markers lay so.
#[inline]
pub fn parts_at(game: &Gbacw, counter: Hex, extension: [u8; 2], column: bool) -> Parts {
    let mut parts = Parts::new();
    parts.push(counter);
    if extension != [0, 0] {
        parts.extend(markers_at(game, counter, extension, column).into_iter().flatten());
    }
    parts
}

/// Where the two markers of an extended unit lie: beside the counter, the second of a column beside the first.
#[inline]
fn markers_at(game: &Gbacw, counter: Hex, extension: [u8; 2], column: bool) -> [Option<Hex>; 2] {
    let beside = |from: Hex, code: u8| {
        let side = usize::from(code).checked_sub(1)?;
        game.scenario.map.grid.neighbour(from, Direction::from_index(side))
    };
    let first = beside(counter, extension[0]);
    let from = if column { first.unwrap_or(counter) } else { counter };
    [first, beside(from, extension[1])]
}

/// Units with any of these marks on them, on the map or off it. Asked without a branch for each.
#[inline]
pub fn units_with(game: &Gbacw, state: &State, status: Status) -> UnitSet {
    let pieces = &state.units.values()[..game.scenario.oob.units.len()];
    let mut words = [0; 2];
    for (word, pieces) in words.iter_mut().zip(pieces.chunks(64)) {
        for (bit, piece) in pieces.iter().enumerate() {
            *word |= u64::from(piece.has(status)) << bit;
        }
    }
    UnitSet::from_words(words)
}

/// Whether a unit stands in a hex with its counter or a marker.
#[inline]
pub fn stands_in(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> bool {
    let piece = &state.units[unit];
    let marked =
        || markers_at(game, piece.hex, piece.extension, piece.has(Status::COLUMN)).contains(&Some(hex));
    piece.on_map() && (piece.hex == hex || piece.is_extended() && marked())
}

/// Units of either side, with crew or without, that may stand in a hex; some may not.
#[inline]
pub fn near(game: &Gbacw, state: &State, hex: Hex) -> UnitSet {
    state.near(game.scenario.oob.units.len(), hex)
}

/// Whether either side has units with a crew in a hex.
#[inline]
pub fn is_held(state: &State, hex: Hex) -> bool {
    state.occupied[0].contains(hex) || state.occupied[1].contains(hex)
}

/// Units with a crew in a hex, in no order.
#[inline]
pub fn units_in(game: &Gbacw, state: &State, hex: Hex) -> impl Iterator<Item = Unit> {
    let candidates = if is_held(state, hex) { near(game, state, hex) } else { UnitSet::EMPTY };
    candidates
        .into_iter()
        .filter(move |&unit| state.units[unit].is_present() && stands_in(game, state, unit, hex))
}

/// Units with a crew in a hex, top first.
pub fn stack(game: &Gbacw, state: &State, hex: Hex) -> Stack {
    let mut stack = Stack::new();
    for unit in units_in(game, state, hex).take(MOST_STACKED) {
        // Stacks are small: each unit goes up past those that lie below it.
        let place = place_in_stack(state, unit, hex);
        let mut at = stack.len();
        stack.push(unit);
        while at > 0 && place_in_stack(state, stack[at - 1], hex) > place {
            stack.swap(at - 1, at);
            at -= 1;
        }
    }
    stack
}

/// A marker of an extended unit lies between guns of level 0 and all others.
fn place_in_stack(state: &State, unit: Unit, hex: Hex) -> u8 {
    let piece = &state.units[unit];
    if piece.hex == hex { piece.level * 2 } else { 1 }
}

/// The unit on top in a hex.
pub fn top(game: &Gbacw, state: &State, hex: Hex) -> Option<Unit> {
    stack(game, state, hex).first().copied()
}

/// The side that has combat units in a hex.
pub fn holder(state: &State, hex: Hex) -> Option<Side> {
    Side::ALL.into_iter().find(|side| state.occupied[side.index()].contains(hex))
}

#[inline]
pub fn enemies(state: &State, side: Side) -> HexSet {
    state.occupied[side.other().index()]
}

#[inline]
pub fn friends(state: &State, side: Side) -> HexSet {
    state.occupied[side.index()]
}

/// Whether a side's enemies hold a hex. Asked of copies of the whole sets, such questions took 110 instructions of a
/// random decision of the small battle for stacks alone (2 %).
#[inline]
pub fn has_enemy(state: &State, side: Side, hex: Hex) -> bool {
    state.occupied[side.other().index()].contains(hex)
}

#[inline]
pub fn has_friend(state: &State, side: Side, hex: Hex) -> bool {
    state.occupied[side.index()].contains(hex)
}

/// Whether enemy combat units are within so many hexes.
#[inline]
pub fn is_enemy_within(game: &Gbacw, state: &State, side: Side, hex: Hex, radius: u32) -> bool {
    game.scenario.map.grid.is_any_within(hex, radius, &state.occupied[side.other().index()])
}

pub fn adjacent_enemies(game: &Gbacw, state: &State, side: Side, hex: Hex) -> HexSet {
    game.scenario.map.grid.neighbours(hex) & enemies(state, side)
}

#[inline]
pub fn is_near_enemy(game: &Gbacw, state: &State, side: Side, hex: Hex) -> bool {
    game.scenario.map.grid.is_any_beside(hex, &state.occupied[side.other().index()])
}

/// Hexes beside enemy combat units.
pub fn exposed(game: &Gbacw, state: &State, side: Side) -> HexSet {
    let grid = &game.scenario.map.grid;
    enemies(state, side).into_iter().fold(HexSet::EMPTY, |set, hex| set | grid.neighbours(hex))
}

pub fn unit_near_enemy(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let side = game.side(unit);
    parts(game, state, unit).iter().any(|&hex| is_near_enemy(game, state, side, hex))
}

/// Facing of the part of a unit in a hex: columns look along their road. [GB 8.51, 8.52]
pub fn facing_in(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> Facing {
    let piece = &state.units[unit];
    if piece.hex == hex || !piece.is_column() {
        return piece.facing;
    }
    let parts = parts(game, state, unit);
    let place = parts.iter().position(|&part| part == hex).unwrap_or(0);
    let ahead = place.checked_sub(1).and_then(|before| game.scenario.map.grid.direction(hex, parts[before]));
    match (ahead, piece.order) {
        (None, _) => piece.facing,
        (Some(direction), OrderKind::March) => Facing::edge(direction),
        (Some(direction), _) => nearest_corner(piece.facing, direction),
    }
}

/// The corner that puts a hexside into the front with the least turning.
pub fn nearest_corner(facing: Facing, direction: Direction) -> Facing {
    let (after, before) = (Facing::vertex_after(direction), Facing::vertex_after(direction.turned(-1)));
    let far = |corner: Facing| {
        let steps = (corner.index() + 12 - facing.index()) % 12;
        steps.min(12 - steps)
    };
    if far(after) < far(before) { after } else { before }
}

/// The bent wing of the part in a hex: a line bends its outer ends only. [GB 7.34, 8.44]
pub fn refusal_in(game: &Gbacw, state: &State, unit: Unit, hex: Hex) -> Refusal {
    let piece = &state.units[unit];
    let (left, right) = (piece.has(Status::REFUSED_LEFT), piece.has(Status::REFUSED_RIGHT));
    if !left && !right {
        return Refusal::None;
    }
    if piece.is_line() {
        let (has_left, has_right) = (piece.extension[0] != 0, piece.extension[1] != 0);
        let is_counter = hex == piece.hex;
        let direction = game.scenario.map.grid.direction(piece.hex, hex).map(|side| side.index() as u8 + 1);
        let is_left_end = if is_counter { !has_left } else { direction == Some(piece.extension[0]) };
        let is_right_end = if is_counter { !has_right } else { direction == Some(piece.extension[1]) };
        return match (left && is_left_end, right && is_right_end) {
            (true, _) => Refusal::Left,
            (_, true) => Refusal::Right,
            _ => Refusal::None,
        };
    }
    if left { Refusal::Left } else { Refusal::Right }
}

/// What the hexside towards a neighbour is to the part of a unit in `hex`. [GB 7.12, 8.51]
pub fn arc_towards(game: &Gbacw, state: &State, unit: Unit, hex: Hex, direction: Direction) -> Arc {
    let piece = &state.units[unit];
    if piece.is_column() {
        let parts = parts(game, state, unit);
        let (first, last) = (parts[0], parts[parts.len() - 1]);
        let front = piece.facing;
        if hex == first {
            return match arc(front, Refusal::None, direction) {
                Arc::Rear => Arc::Flank,
                other => other,
            };
        }
        let ahead = game.scenario.map.grid.direction(hex, parts[parts.len() - 2]);
        return if hex == last && ahead.map(Direction::opposite) == Some(direction) {
            Arc::Rear
        } else {
            Arc::Flank
        };
    }
    arc(piece.facing, refusal_in(game, state, unit, hex), direction)
}

/// Frontal hexes of the part of a unit in a hex; `refused` adds the third one. [GB 7.12, 7.34]
pub fn front(game: &Gbacw, state: &State, unit: Unit, hex: Hex, refused: bool) -> HexSet {
    let piece = &state.units[unit];
    let grid = &game.scenario.map.grid;
    if piece.is_column() && hex != piece.hex {
        return HexSet::EMPTY;
    }
    let refusal = if refused { refusal_in(game, state, unit, hex) } else { Refusal::None };
    grid.all_front(hex, piece.facing, refusal)
}

/// Whether a hex is one of [`front`].
pub fn faces(game: &Gbacw, state: &State, unit: Unit, hex: Hex, refused: bool, towards: Hex) -> bool {
    let piece = &state.units[unit];
    if piece.is_column() && hex != piece.hex {
        return false;
    }
    let refusal = if refused { refusal_in(game, state, unit, hex) } else { Refusal::None };
    let side = game.scenario.map.grid.direction(hex, towards);
    side.is_some_and(|side| arc(piece.facing, refusal, side).is_front())
}

/// Frontal hexes of all parts of a unit, for shock: without the refused one. [GB 7.34]
pub fn whole_front(game: &Gbacw, state: &State, unit: Unit) -> HexSet {
    let mut set = HexSet::EMPTY;
    for hex in parts(game, state, unit) {
        set |= front(game, state, unit, hex, false);
    }
    set
}

/// Whether a hex lies in the front of a unit of `by`, other than those in `except`.
pub fn in_front_of(game: &Gbacw, state: &State, hex: Hex, by: Side, except: Option<Hex>) -> bool {
    in_front_of_others(game, state, hex, by, except.as_slice())
}

/// [`in_front_of`] where a whole line is left out.
pub fn in_front_of_others(game: &Gbacw, state: &State, hex: Hex, by: Side, except: &[Hex]) -> bool {
    let near = game.scenario.map.grid.neighbours(hex) & friends(state, by);
    near.into_iter().any(|from| {
        !except.contains(&from)
            && stack(game, state, from).iter().any(|&unit| faces(game, state, unit, from, true, hex))
    })
}

/// Leaders on the map in a hex.
pub fn leaders_in(game: &Gbacw, state: &State, hex: Hex, side: Side) -> ArrayVec<Leader, 16> {
    game.leaders()
        .filter(|&leader| {
            let counter = &state.leaders[leader];
            counter.place == Place::Map && counter.hex == hex && game.leader_side(leader) == side
        })
        .take(16)
        .collect()
}

/// Stars of the unit's own chain of command stacked with it. [GB 11.73]
///
/// A leader helps every part of an extended unit.
pub fn stars(game: &Gbacw, state: &State, unit: Unit) -> i8 {
    helpers(game, state, unit).map(|leader| game.scenario.oob.leaders[leader.index()].stars as i8).sum()
}

/// Leaders of the unit's own chain of command stacked with it. [GB 11.73]
pub fn helpers(game: &Gbacw, state: &State, unit: Unit) -> impl Iterator<Item = Leader> {
    let side = game.side(unit);
    game.leaders().filter(move |&leader| {
        let counter = &state.leaders[leader];
        counter.place == Place::Map
            && game.leader_side(leader) == side
            && stands_in(game, state, unit, counter.hex)
            && is_in_chain(game, state, unit, leader)
    })
}

/// Whether a unit belongs to a leader's command, by its counter or by attachment.
pub fn is_in_chain(game: &Gbacw, state: &State, unit: Unit, leader: Leader) -> bool {
    let command = game.commands(leader);
    game.is_within(own_formation(game, unit), command)
        || game.is_within(brigade_of(game, state, unit), command)
}

/// The temper of the brigadier in office. [GB 4.14]
pub fn personality(game: &Gbacw, state: &State, leader: Leader) -> Personality {
    ratings(game, state, leader).personality
}

/// The side of the leader's counter that is up. [GB 4.18]
pub fn ratings<'a>(game: &'a Gbacw, state: &State, leader: Leader) -> &'a super::oob::Ratings {
    let record = &game.scenario.oob.leaders[leader.index()];
    let replaced = state.leaders[leader].flags.has(super::state::LeaderFlags::REPLACED);
    match &record.replacement {
        Some(reverse) if replaced => reverse,
        _ => &record.front,
    }
}

/// Command range in leader's points, shorter in poor light. [GB 4.15, 9.32, 16.11]
pub fn command_range(game: &Gbacw, state: &State, leader: Leader) -> u8 {
    use super::state::LeaderFlags;
    let printed = ratings(game, state, leader).range;
    if game.rank(leader) == Rank::Corps && state.leaders[leader].flags.has(LeaderFlags::RODE_FAR) {
        return 0;
    }
    ch16_night::command_range(game, light(game, state), printed)
}

/// Whether a hex is within so many hexes and in sight of an enemy combat unit. [GB 6.13, 9.55]
pub fn is_watched(game: &Gbacw, state: &State, side: Side, hex: Hex, radius: u32) -> bool {
    if !is_enemy_within(game, state, side, hex, radius) {
        return false;
    }
    let near = game.scenario.map.grid.within(hex, radius) & enemies(state, side);
    near.intersects(game.sight.seen_from(hex))
}

/// Distance to the nearest enemy combat unit.
pub fn enemy_distance(game: &Gbacw, state: &State, side: Side, hex: Hex) -> u32 {
    let grid = &game.scenario.map.grid;
    enemies(state, side).into_iter().map(|enemy| grid.distance(hex, enemy)).min().unwrap_or(99)
}

// ---------------------------------------------------------------- putting units into hexes

/// Recomputes whether a hex is held, numbers its stack from the top, and marks the units whose counters are there.
///
/// All that changes a unit's hex or markers ends with this, so it looks for units without trusting their marks.
pub fn refresh(game: &Gbacw, state: &mut State, hex: Hex) {
    let mut held = [false; 2];
    let mut here = ArrayVec::<(u8, Unit, bool), 32>::new();
    for (index, piece) in state.units.values()[..game.scenario.oob.units.len()].iter().enumerate() {
        let (unit, is_counter) = (Unit::from_index(index), piece.hex == hex);
        if !(is_counter || piece.is_extended()) || !stands_in(game, state, unit, hex) || here.is_full() {
            continue;
        }
        here.push((place_in_stack(state, unit, hex), unit, is_counter));
        if is_counter {
            state.marks[index] = mark(hex, piece.is_extended());
        }
        held[game.side(unit).index()] |= piece.is_present();
    }
    here.sort_unstable();
    let mut counters = 0;
    let mut below_marker = false;
    for (_, unit, is_counter) in here {
        if is_counter {
            state.units[unit].level = counters.max(u8::from(below_marker));
            counters = state.units[unit].level + 1;
        } else {
            below_marker = true;
        }
    }
    for side in Side::ALL {
        state.occupied[side.index()].set(hex, held[side.index()]);
    }
}

/// Takes a unit off the hexes it stands on.
pub fn lift(game: &Gbacw, state: &mut State, unit: Unit, to: Place) {
    let hexes = parts(game, state, unit);
    let piece = &mut state.units[unit];
    piece.place = to;
    piece.extension = [0; 2];
    piece.status.set(Status::COLUMN, false);
    piece.level = 0;
    state.marks[unit.index()] = UNMARKED;
    for hex in hexes {
        refresh(game, state, hex);
    }
}

/// Puts a unit into a hex, on top of or below what is there.
pub fn put(game: &Gbacw, state: &mut State, unit: Unit, hex: Hex, on_top: bool) {
    let piece = &mut state.units[unit];
    piece.place = Place::Map;
    piece.hex = hex;
    if on_top {
        for other in near(game, state, hex) {
            if other != unit && state.units[other].on_map() && state.units[other].hex == hex {
                state.units[other].level += 1;
            }
        }
        state.units[unit].level = 0;
    } else {
        state.units[unit].level = 40;
    }
    refresh(game, state, hex);
}

/// Moves a unit's counter (and markers, by the same way) and keeps the caches right.
pub fn shift(game: &Gbacw, state: &mut State, unit: Unit, to: Hex, on_top: bool) {
    let before = parts(game, state, unit);
    state.units[unit].hex = to;
    for hex in before {
        refresh(game, state, hex);
    }
    put(game, state, unit, to, on_top);
    for &hex in &parts(game, state, unit)[1..] {
        refresh(game, state, hex);
    }
}

/// Changes what a unit's markers cover and keeps the caches right.
pub fn set_extension(game: &Gbacw, state: &mut State, unit: Unit, extension: [u8; 2], column: bool) {
    let before = parts(game, state, unit);
    let piece = &mut state.units[unit];
    piece.extension = extension;
    piece.status.set(Status::COLUMN, column && extension != [0, 0]);
    for hex in before.into_iter().chain(parts(game, state, unit)) {
        refresh(game, state, hex);
    }
}

/// A battery loses or regains its crew: the hex may change hands.
pub fn set_abandoned(game: &Gbacw, state: &mut State, unit: Unit, abandoned: bool) {
    let piece = &mut state.units[unit];
    piece.status.set(Status::ABANDONED, abandoned);
    piece.status.set(Status::ABANDONED_LONG, false);
    piece.status.set(Status::DISORDERED, true);
    let hex = piece.hex;
    refresh(game, state, hex);
}

pub fn act(state: &mut State, unit: Unit, flag: Act) {
    state.units[unit].act.set(flag, true);
}
