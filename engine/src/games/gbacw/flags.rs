//! The named flags of units, formations, leaders and combats.

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
