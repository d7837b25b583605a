//! What changes during play, packed small, and the queries that need nothing but it and the map's geometry.
//!
//! Anything cached here (occupied hexes, stack levels, marks of units) is recomputed and compared by `check.rs`.

pub use super::calc::fire::Ammo;
pub use super::flags::{Act, CombatFlags, LeaderFlags, Standing, Status};
use super::phase::Phase;
use super::types::{
    Facing, Formation, FormationSet, Hex, HexSet, Leader, MAX_FORMATIONS, MAX_LEADERS, MAX_LOCATIONS,
    MAX_SECTIONS, MAX_UNITS, OrderKind, Side, Unit, UnitSet,
};
pub use super::works::{MOST_WORKS, Work, Works};
use crate::set::Table;

/// Where a unit or leader is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    #[default]
    Map,
    /// Reinforcement not on the map yet.
    Waiting,
    /// Routed, in its division's box. [GB 12.53]
    Routed,
    /// Eliminated, or a leader killed.
    Gone,
    /// Left by an exit hex. [ruling 41]
    Exited,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct UnitState {
    pub hex: Hex,
    pub status: Status,
    pub act: Act,
    pub place: Place,
    pub facing: Facing,
    pub order: OrderKind,
    /// Place in its stack: 0 is the top.
    pub level: u8,
    /// Strength points; guns of each section for artillery.
    pub sp: [u8; MAX_SECTIONS],
    /// Two bits a section.
    pub(super) ammo: u8,
    /// Direction code (1 to 6, 0 none) of the markers: a line's left and right, or a column's first (from the
    /// counter) and second (from the first).
    pub extension: [u8; 2],
    /// Movement points spent in this activation, in halves.
    pub spent: u8,
    /// Activations in which it acted this turn; [`TURN_ENDED`] if it acts no more in it.
    pub acts: u8,
    /// Index + 1 of the shock combat it attacks in.
    pub combat: u8,
    /// Hexes of a withdrawal, or what became of it after a shock: advanced (1), stays (2), see also `ch11_advance.rs`
    /// and `ch11_pursuit.rs`. [GB 9.54, 11.46]
    pub held: u8,
    /// The brigade that a battery serves this turn. [GB 4.32]
    pub attached: Option<AttachedTo>,
}

/// A formation number that leaves room for "none" in one byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct AttachedTo(std::num::NonZeroU8);

impl AttachedTo {
    pub fn new(formation: Formation) -> Self {
        AttachedTo(std::num::NonZeroU8::new(formation.0 + 1).expect("formations are fewer than 255"))
    }

    pub fn formation(self) -> Formation {
        Formation(self.0.get() - 1)
    }
}

impl Default for UnitState {
    fn default() -> Self {
        UnitState {
            hex: Hex(0),
            status: Status(0),
            act: Act(0),
            place: Place::Gone,
            facing: Facing::VERTICES[0],
            order: OrderKind::Advance,
            level: 0,
            sp: [0; MAX_SECTIONS],
            ammo: 0,
            extension: [0; 2],
            spent: 0,
            acts: 0,
            combat: 0,
            held: 0,
            attached: None,
        }
    }
}

impl UnitState {
    #[inline]
    pub fn strength(&self) -> u8 {
        self.sp.iter().sum()
    }

    #[inline]
    pub fn on_map(&self) -> bool {
        self.place == Place::Map
    }

    #[inline]
    pub fn has(&self, status: Status) -> bool {
        self.status.has(status)
    }

    #[inline]
    pub fn did(&self, act: Act) -> bool {
        self.act.has(act)
    }

    /// Whether it moved next to an enemy: one that began there and turned far stays too, but has not moved up.
    /// [GB 9.53, 11.21]
    pub fn has_come_up(&self) -> bool {
        self.did(Act::CAME_ADJACENT) && !self.did(Act::TURNED)
    }

    /// Strength and order, to see whether fire struck.
    pub fn condition(&self) -> (u8, bool) {
        (self.strength(), self.is_disordered())
    }

    pub fn is_disordered(&self) -> bool {
        self.has(Status::DISORDERED)
    }

    pub fn is_mounted(&self) -> bool {
        self.has(Status::MOUNTED)
    }

    pub fn is_abandoned(&self) -> bool {
        self.has(Status::ABANDONED.or(Status::ABANDONED_LONG))
    }

    /// On the map with a crew: what blocks, fires, fights and is fired at.
    #[inline]
    pub fn is_present(&self) -> bool {
        self.on_map() && !self.is_abandoned()
    }

    #[inline]
    pub fn is_extended(&self) -> bool {
        u16::from_ne_bytes(self.extension) != 0
    }

    pub fn is_line(&self) -> bool {
        self.is_extended() && !self.has(Status::COLUMN)
    }

    pub fn is_column(&self) -> bool {
        self.is_extended() && self.has(Status::COLUMN)
    }

    pub fn ammo(&self, section: usize) -> Ammo {
        match self.ammo >> (2 * section) & 3 {
            0 => Ammo::Full,
            1 => Ammo::Low,
            _ => Ammo::Out,
        }
    }

    pub fn set_ammo(&mut self, section: usize, ammo: Ammo) {
        self.ammo = self.ammo & !(3 << (2 * section)) | (ammo as u8) << (2 * section);
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct FormationState {
    pub order: OrderKind,
    pub standing: Standing,
    /// Activation markers of this turn, and how many of them are still to be drawn.
    pub markers: u8,
    pub undrawn: u8,
    /// Activations used this turn, and the most it may use.
    pub used: u8,
    pub cap: u8,
    /// Steps on the fatigue track: 0 none, 1 OK, 2 level 0, 3 level 1 ... 6 level 4. [GB 17.24]
    pub fatigue: u8,
    /// Tiring activations and shock phases of this turn. [GB 17.22]
    pub tiring: u8,
    pub shock_phases: u8,
}

impl Default for FormationState {
    fn default() -> Self {
        FormationState {
            order: OrderKind::Advance,
            standing: Standing(0),
            markers: 0,
            undrawn: 0,
            used: 0,
            cap: u8::MAX,
            fatigue: 0,
            tiring: 0,
            shock_phases: 0,
        }
    }
}

impl FormationState {
    pub fn has(&self, flag: Standing) -> bool {
        self.standing.has(flag)
    }

    /// The number on the fatigue marker. [GB 17.24, 17.33]
    pub fn fatigue_level(&self) -> u8 {
        self.fatigue.saturating_sub(2)
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct LeaderState {
    pub hex: Hex,
    pub place: Place,
    pub flags: LeaderFlags,
}

impl Default for LeaderState {
    fn default() -> Self {
        LeaderState { hex: Hex(0), place: Place::Gone, flags: LeaderFlags(0) }
    }
}

/// One shot: declared, then rolled, then applied.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    pub firer: Unit,
    /// Bits of the parts or gun sections that fire; bit 7 if others join in, bit 5 for each of those who do.
    pub parts: u8,
    pub strength: u8,
    pub from: Hex,
    pub target: Hex,
    /// Shots of one group are simultaneous; a later group fires after the results.
    pub group: u8,
    pub kind: ShotKind,
    /// The face rolled and the result, once rolled.
    pub result: Option<u8>,
    /// Second shot of doubled fire or Spencers.
    pub second: bool,
    pub doubled: bool,
    /// What its die costs in ammunition, due when all of the unit's fire is over: nothing, a level or everything.
    pub cost: Ammo,
}

/// What is remembered of a unit's fire until the activation ends.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum FireNote {
    /// Points that a unit of the inactive side kept back for a later reaction. [GB 10.15]
    Kept {
        unit: Unit,
        points: u8,
        /// The parts or gun sections that may fire them.
        parts: u8,
        /// The hex that got the rest and gets no more of it; other sections may fire there again. [GB 10.65]
        hex: Option<HexCode>,
    },
    /// A hex that a part of an active line has closed to the others by divided fire. [GB 8.45]
    Closed { unit: Unit, hex: HexCode },
    /// Parts of a line that have given return fire, fire before shock and parting fire: as bits, those that did so
    /// through a bent wing four places up, also those of an active line. [GB 8.45, 10.41]
    Given { unit: Unit, parts: [u8; 3] },
}

/// Why a unit fires. [GB 10.3, 10.4]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ShotKind {
    Active,
    Return,
    PreShock,
    Parting,
    Entry,
}

/// One shock combat: attackers carry its index, defenders are hexes. [GB 11.31]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    pub defenders: [Option<HexCode>; 4],
    /// Times it has been continued. [GB 11.47]
    pub continued: u8,
    pub flags: CombatFlags,
    /// The hex to which a line that swung round its enemy draws in. [GB 8.49]
    pub swung_on: Option<HexCode>,
}

/// A hex in a form that leaves room for "none" in two bytes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct HexCode(std::num::NonZeroU16);

impl HexCode {
    pub fn new(hex: Hex) -> Self {
        HexCode(std::num::NonZeroU16::new(hex.0 + 1).expect("maps are smaller than 65535 hexes"))
    }

    pub fn hex(self) -> Hex {
        Hex(self.0.get() - 1)
    }
}

pub const MOST_SHOTS: usize = 16;
pub const MOST_NOTES: usize = 16;
pub const MOST_COMBATS: usize = 12;
pub const MOST_PHASES: usize = 40;
/// Entry hexes of a side whose queues are counted apart; more share them.
pub const ENTRY_QUEUES: usize = 4;

/// The unit has had its turn, whatever markers come up.
pub const TURN_ENDED: u8 = u8::MAX;

/// A toll that cannot be paid: the unit only passes.
pub const NO_STAY: u8 = u8::MAX;

/// The mark of a unit off the map, and the bit of an extended one.
pub(super) const UNMARKED: u8 = 0x7F;
const EXTENDED: u8 = 0x80;

/// What a unit is found by: the low bits of its counter's hex.
#[inline]
pub(super) fn mark(hex: Hex, is_extended: bool) -> u8 {
    hex.0 as u8 & UNMARKED | if is_extended { EXTENDED } else { 0 }
}

/// The marker whose brigades act. [GB 5.3]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Marker {
    None,
    Division(Formation),
    March(Side),
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub units: Table<Unit, UnitState, MAX_UNITS>,
    pub formations: Table<Formation, FormationState, MAX_FORMATIONS>,
    pub leaders: Table<Leader, LeaderState, MAX_LEADERS>,
    /// Hexes with combat units (extensions too, abandoned guns not) of each side.
    pub occupied: [HexSet; 2],
    /// Where each unit may be found, see [`State::near`].
    pub(super) marks: [u8; MAX_UNITS],
    pub works: Works,
    /// Who holds each victory location.
    pub control: [Option<Side>; MAX_LOCATIONS],
    phases: [Phase; MOST_PHASES],
    depth: u8,
    pub turn: u8,
    pub over: bool,
    pub ended_early: bool,
    pub initiative: Option<Side>,
    pub marker: Marker,
    /// The side whose marker was drawn last; the active side during an activation.
    pub active: Side,
    /// March markers still in the pool.
    pub march_undrawn: [bool; 2],
    /// Random event marker still in the pool, thunderstorm turns left, smoke. [GB 5.31]
    pub event_undrawn: bool,
    pub storm: u8,
    pub smoke: bool,
    /// Brigades that act together now.
    pub acting: FormationSet,
    /// Where the acting unit came from, for a move that cannot stand.
    pub came_from: Hex,
    /// Where the acting unit began.
    pub start_hex: Hex,
    /// The unit whose step or action is under way.
    pub mover: Option<Unit>,
    /// Half points that the acting unit paid beyond its road to stay with those in its hex, and gets back if it goes
    /// on; [`NO_STAY`] if it could not pay them. [GB 9.43]
    pub stay_toll: u8,
    /// Half points of those who came by each entry hex of the active side under the marker in use. [GB 9.72]
    pub entered: [u8; ENTRY_QUEUES],
    /// Reinforcement groups whose orders were chosen, as bits.
    pub entry_settled: u32,
    /// The hex of the enemy that caused the retreats in hand.
    pub retreat_from: Hex,
    /// Hexes that attackers thrown back yield to the defender. [GB 11.46]
    pub yielded: [Option<HexCode>; 4],
    /// Points of rough going on a reaction move. [GB 9.63]
    pub retreat_points: u8,
    /// Units that moved off before the step at hand. [GB 9.63]
    pub reacted: UnitSet,
    /// Units of no brigade that did something in this turn that keeps them from rest. [GB 13.45]
    pub busy: UnitSet,
    /// The enemy whom units answer after they have turned to him. [GB 10.42, 10.45]
    pub answer_to: Option<Unit>,
    /// Bits of the parts that gave the last active fire, which such an answer goes to.
    pub answered: u8,
    /// Marching brigades that left the roads. [GB 17.22]
    pub off_road: FormationSet,
    pub shots: [Option<Shot>; MOST_SHOTS],
    pub fire_notes: [Option<FireNote>; MOST_NOTES],
    pub combats: [Option<Combat>; MOST_COMBATS],
    /// Strength points and guns lost, and victory points for leaders and exits, of each side.
    pub lost_sp: [u16; 2],
    pub lost_guns: [u16; 2],
    pub leader_vp: [u16; 2],
    pub exit_vp: [u16; 2],
}

/// Growth is a decision: searches copy a state at every step.
const _: () = assert!(size_of::<State>() <= 4096);

impl State {
    pub fn new() -> Self {
        State {
            units: Table::filled(UnitState::default()),
            formations: Table::filled(FormationState::default()),
            leaders: Table::filled(LeaderState::default()),
            occupied: [HexSet::EMPTY; 2],
            marks: [UNMARKED; MAX_UNITS],
            works: Works::default(),
            control: [None; MAX_LOCATIONS],
            phases: [Phase::Over; MOST_PHASES],
            depth: 0,
            turn: 1,
            over: false,
            ended_early: false,
            initiative: None,
            marker: Marker::None,
            active: Side::Union,
            march_undrawn: [false; 2],
            event_undrawn: false,
            storm: 0,
            smoke: false,
            acting: FormationSet::EMPTY,
            came_from: Hex(0),
            start_hex: Hex(0),
            mover: None,
            stay_toll: 0,
            entered: [0; ENTRY_QUEUES],
            entry_settled: 0,
            retreat_from: Hex(0),
            yielded: [None; 4],
            retreat_points: 0,
            reacted: UnitSet::EMPTY,
            busy: UnitSet::EMPTY,
            answer_to: None,
            answered: 0,
            off_road: FormationSet::EMPTY,
            shots: [None; MOST_SHOTS],
            fire_notes: [None; MOST_NOTES],
            combats: [None; MOST_COMBATS],
            lost_sp: [0; 2],
            lost_guns: [0; 2],
            leader_vp: [0; 2],
            exit_vp: [0; 2],
        }
    }

    /// The phase at hand.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phases.get(usize::from(self.depth).wrapping_sub(1)).copied().unwrap_or(Phase::Over)
    }

    pub fn phases(&self) -> &[Phase] {
        &self.phases[..usize::from(self.depth)]
    }

    /// Calls a phase: the one below goes on when it is popped.
    pub fn push(&mut self, phase: Phase) {
        assert!(usize::from(self.depth) < MOST_PHASES, "phases nest too deep: {:?}", self.phases());
        self.phases[usize::from(self.depth)] = phase;
        self.depth += 1;
    }

    /// Sets the whole stack, lowest first; what does not fit is left out.
    pub fn set_phases(&mut self, phases: &[Phase]) {
        self.phases = [Phase::Over; MOST_PHASES];
        self.depth = 0;
        for &phase in phases.iter().take(MOST_PHASES) {
            self.push(phase);
        }
    }

    pub fn pop(&mut self) {
        self.depth -= 1;
        self.phases[usize::from(self.depth)] = Phase::Over;
    }

    pub fn replace(&mut self, phase: Phase) {
        self.phases[usize::from(self.depth) - 1] = phase;
    }

    pub fn is_full(&self) -> bool {
        usize::from(self.depth) >= MOST_PHASES
    }

    /// Those of the first `count` units that may stand in a hex: all with its mark, and all extended ones.
    ///
    /// Eight marks are compared at once. When all units were looked through, stacks took 890 instructions of a random
    /// decision of the small battle (13 %); now, and with room asked for without them, they take 160.
    #[inline]
    pub fn near(&self, count: usize, hex: Hex) -> UnitSet {
        const ONES: u64 = u64::from_ne_bytes([1; 8]);
        const HIGHS: u64 = u64::from_ne_bytes([EXTENDED; 8]);
        let wanted = u64::from(mark(hex, false)) * ONES;
        let mut found = [0; 2];
        let (eights, _) = self.marks.as_chunks::<8>();
        for (i, &marks) in eights.iter().enumerate().take(count.div_ceil(8)) {
            let differ = u64::from_le_bytes(marks) ^ wanted;
            // The high bit of each byte that does not differ, or is that of an extended unit.
            let hits = (!((differ | HIGHS) - ONES) | differ) & HIGHS;
            // The eight high bits side by side.
            let byte = (hits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            found[i / 8] |= byte << (i % 8 * 8);
        }
        UnitSet::from_words(found)
    }

    /// Hexes in which finished breastworks stand.
    pub fn worked(&self) -> HexSet {
        self.works.hexes()
    }

    pub fn work_at(&self, hex: Hex) -> impl Iterator<Item = Work> + '_ {
        self.works.at(hex)
    }
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}
