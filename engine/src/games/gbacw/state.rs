//! What changes during play, packed small, and the queries that need nothing but it and the map's geometry.
//!
//! Anything cached here (occupied hexes, stack levels, marks of units) is recomputed and compared by `check.rs`.

pub use super::calc::fire::Ammo;
use super::phase::Phase;
use super::types::{
    Facing, Formation, FormationSet, Hex, HexSet, Leader, MAX_FORMATIONS, MAX_LEADERS, MAX_LOCATIONS,
    MAX_SECTIONS, MAX_UNITS, OrderKind, Side, Unit, UnitSet,
};
pub use super::works::{MOST_WORKS, Work, Works};
use crate::set::Table;

/// Declares a small set of named flags.
macro_rules! flags {
    ($(#[$doc:meta])* $name:ident($raw:ty): $($(#[$flag_doc:meta])* $flag:ident = $bit:expr),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name(pub $raw);

        impl $name {
            $($(#[$flag_doc])* pub const $flag: $name = $name(1 << $bit);)+

            /// Every flag with its name in the state's JSON.
            pub const NAMED: &'static [($name, &'static str)] = &[$(($name::$flag, stringify!($flag))),+];

            #[inline]
            pub fn has(self, flag: $name) -> bool {
                self.0 & flag.0 != 0
            }

            #[inline]
            pub fn set(&mut self, flag: $name, on: bool) {
                if on { self.0 |= flag.0 } else { self.0 &= !flag.0 }
            }

            #[must_use]
            pub const fn or(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }
    };
}

flags! {
    /// What lasts: a unit's state until something changes it.
    Status(u16):
    DISORDERED = 0,
    /// Spent cavalry. [GB 11.58]
    BLOWN = 1,
    /// Became blown in the activation under way, which does not yet count as its next one.
    NEWLY_BLOWN = 2,
    MOUNTED = 3,
    REFUSED_LEFT = 4,
    REFUSED_RIGHT = 5,
    /// Guns without crew, first and second turn. [GB 12.8]
    ABANDONED = 6,
    ABANDONED_LONG = 7,
    /// The extension markers form a column, not a line. [GB 8.5]
    COLUMN = 8,
    /// Found out of command range when the turn began. [GB 4.23]
    OUT_OF_COMMAND = 9,
    /// Builds a breastwork and does nothing else. [GB 15.13]
    BUILDING = 10,
    /// Manned again: must wait for its next activation. [GB 12.81]
    JUST_MANNED = 11,
    /// Mounted or dismounted in this activation. [GB 14.22]
    REMOUNTED = 12,
    /// Has acted under the marker in use.
    USED = 13,
    /// Fought in step 6b: disorder after shock is due. [GB 11.48]
    SHOCK_PENDING = 14,
    /// Moves as one with others of its stack. [GB 8.21]
    ALONG = 15,
}

flags! {
    /// What a unit did or suffered in the brigade activation under way; cleared when the next one begins.
    ///
    /// Packed to two bytes' alignment: no unit has two bytes to spare.
    #[repr(Rust, packed(2))]
    Act(u32):
    /// Spent movement points.
    MOVED = 0,
    /// Its activation is over.
    DONE = 1,
    /// Each part (8.45) or gun section (10.65) that has fired.
    FIRED_0 = 2,
    FIRED_1 = 3,
    FIRED_2 = 4,
    FIRED_3 = 5,
    RESTACKED = 6,
    /// May not fight in shock: turned after entering, or moved by 9.42's exception.
    NO_SHOCK = 7,
    /// Moved next to an enemy, or turned two corners and more beside one: stays where it is. [GB 9.53]
    CAME_ADJACENT = 8,
    CAVALRY_CHARGE = 9,
    /// Advanced or retreated: no prepared fire. [GB 10.52]
    SHIFTED = 10,
    STARTED_ADJACENT = 11,
    RALLIED = 12,
    /// Used up its free turn in this hex. [GB 7.21]
    TURNED = 13,
    /// Its return fire is given; of an active battery, all its fire but that of a bent wing.
    RETURN_FIRED = 14,
    PRE_SHOCK_FIRED = 15,
    PARTING_FIRED = 16,
    ENTRY_FIRED = 17,
    /// Refused or turned in reaction. [GB 9.62]
    REACTED = 18,
    REACTION_MOVED = 19,
    /// Artillery that turned in reaction fires its next shot at -2. [GB 9.62]
    TURNED_GUNS = 20,
    /// Retreats due, to be carried out by their owner: exactly one hex, exactly two, or one or two.
    RETREAT_1 = 21,
    RETREAT_2 = 22,
    RETREAT_1_2 = 23,
    /// Lost strength while collapsed: a last check is due. [GB 12.23]
    COLLAPSE_CHECK = 24,
    /// Retreated in the result at hand, or was checked because others retreated through it. [GB 12.46]
    CHAIN_CHECKED = 25,
    /// Fought in step 6b, or broke before it on the march, for what comes after shock. [GB 11.48]
    FOUGHT = 26,
    WAS_DISORDERED = 27,
    /// Fired through the refused side. [GB 7.34]
    FIRED_REFUSED = 28,
    /// Started the activation below units that are not guns. [GB 10.61]
    STARTED_BELOW = 29,
    /// Withdrawing: rear hexes only. [GB 9.54]
    WITHDRAWING = 30,
    /// Another retreat passed through: a check is due. [GB 12.46]
    PASSED_THROUGH = 31,
}

impl Act {
    pub const FIRED: Act = Act::FIRED_0.or(Act::FIRED_1).or(Act::FIRED_2).or(Act::FIRED_3);
    pub const RETREAT: Act = Act::RETREAT_1.or(Act::RETREAT_2).or(Act::RETREAT_1_2);
    /// The right end of a line bent back in reaction, each end for itself: foot never moves off. [GB 9.62]
    pub const REACTED_RIGHT: Act = Act::REACTION_MOVED;
    /// Reaction fire through a bent wing, for each kind: who is not active has no fire of parts to note. [GB 7.34, 10.15]
    pub const RETURN_FIRED_ASIDE: Act = Act::FIRED_0;
    pub const PARTING_FIRED_ASIDE: Act = Act::FIRED_1;
    pub const ENTRY_FIRED_ASIDE: Act = Act::FIRED_2;
    /// The active side may give this kind too: guns have no parting fire, others no entry fire. [GB 10.43, 10.44, 10.45]
    pub const PRE_SHOCK_FIRED_ASIDE_BY_GUNS: Act = Act::PARTING_FIRED;
    pub const PRE_SHOCK_FIRED_ASIDE: Act = Act::ENTRY_FIRED;
    /// Tried to rally in vain: who acts has no parting fire, and guns in disorder have none at all. [GB 13.41]
    pub const FAILED_TO_RALLY: Act = Act::PARTING_FIRED;

    pub fn fired_part(part: usize) -> Act {
        Act(Act::FIRED_0.0 << part)
    }
}

flags! {
    /// A formation's flags.
    Standing(u16):
    RESERVE = 0,
    /// Its leader is in range of his superior since the turn began. [GB 4.23]
    IN_COMMAND = 1,
    /// Its orders were settled in the phase under way.
    ORDERED = 2,
    /// Tried to change orders under this marker. [GB 6.21]
    TRIED = 3,
    /// May not move under this marker. [GB 6.23]
    STAND = 4,
    /// May not move under its division's next marker. [GB 6.25]
    STAND_LATER = 5,
    /// Has acted, or been passed over, under this marker.
    ACTED = 6,
    /// Acts together with others. [GB 5.34]
    JOINED = 7,
    CONFUSED = 8,
    INEFFECTIVE = 9,
    /// Did something in this turn that keeps it from rest. [GB 13.45]
    BUSY = 10,
    /// Given March orders on the map in this turn. [GB 5.28]
    NEW_MARCH = 11,
    /// Fired at or attacked in March orders: to Advance when the enemy brigade is done. [GB 6.26]
    SURPRISED = 12,
    /// The marker in use made it do something that tires. [GB 17.22]
    TIRING = 13,
    /// Fought in step 6b in this action phase. [GB 17.22]
    SHOCKED = 14,
    /// Must charge or close up. [GB 6.24]
    LOOSE = 15,
}

flags! {
    LeaderFlags(u8):
    /// The reverse of his counter. [GB 4.18]
    REPLACED = 0,
    MOVED = 1,
    /// A commander who rode more than 10 points. [GB 9.32]
    RODE_FAR = 2,
    /// Rides with the unit that acts. [GB 9.31]
    FOLLOWS = 3,
    /// Stays behind when asked whether he goes along. [GB 12.72]
    STAYS = 4,
    /// Was with a unit that the result at hand eliminated: he rolls for his loss though he rode off. [GB 12.71, 12.73]
    BEREFT = 5,
    /// Has rolled for his loss in the result at hand. [GB 12.71, ruling 33]
    ROLLED = 6,
}

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
    /// Hexes of a withdrawal, or what became of it after a shock: advanced (1), stays (2), see also `ch11_pursuit.rs`.
    /// [GB 9.54, 11.46]
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

flags! {
    CombatFlags(u16):
    RESOLVED = 0,
    /// The side that was active attacks; otherwise its opponent does (11.47).
    BY_ACTIVE = 1,
    /// No attacking unit was stacked with its brigadier at step 1. [GB 11.72]
    NO_BRIGADIER = 2,
    /// The defender left before step 6b: no disorder after shock. [GB 11.48]
    VACATED = 3,
    COUNTERCHARGED = 4,
    /// Defender left because of the pre-shock check: continued shock is possible. [GB 11.47]
    BROKEN = 5,
    /// The defender retreated before shock: the advance is optional. [GB 11.35]
    WITHDREW = 6,
    MAY_CONTINUE = 7,
    /// The attackers were thrown back: the defenders may go on. [GB 11.47]
    REPULSED = 8,
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
