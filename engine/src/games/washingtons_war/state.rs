//! What changes during play, and the questions that can be answered from it alone.

use super::phase::{Phase, Stack};
use super::posts::Posts;
use super::tables::Tables;
use super::types::{
    Card, Cards, France, General, MOST_FRENCH, MOST_SPACES, Nation, Side, Space, Spaces, Zone,
};
use crate::set::Table;

/// The French CUs on the map: the space of each, ascending.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct French {
    spaces: [Space; MOST_FRENCH],
    count: u8,
}

impl French {
    pub const NONE: French = French { spaces: [Space(0); MOST_FRENCH], count: 0 };

    #[inline]
    pub fn at(&self, space: Space) -> u8 {
        self.as_slice().iter().filter(|&&other| other == space).count() as u8
    }

    #[inline]
    pub fn as_slice(&self) -> &[Space] {
        &self.spaces[..usize::from(self.count)]
    }

    /// One more in `space`. There is room for [`MOST_FRENCH`]; the data files cannot ask for more.
    pub fn add(&mut self, space: Space) {
        let mut i = usize::from(self.count);
        while i > 0 && self.spaces[i - 1] > space {
            self.spaces[i] = self.spaces[i - 1];
            i -= 1;
        }
        self.spaces[i] = space;
        self.count += 1;
    }

    pub fn remove(&mut self, space: Space) {
        if let Some(i) = self.as_slice().iter().position(|&other| other == space) {
            let last = usize::from(self.count) - 1;
            self.spaces.copy_within(i + 1..=last, i);
            self.spaces[last] = Space(0);
            self.count -= 1;
        }
    }
}

/// The CUs of one nation: how many are in each space, and which spaces they are in.
///
/// The set says nothing that the counts do not, but sixteen bytes save a walk over all counts in most decisions: 75
/// instructions of each.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Units {
    counts: Table<Space, u8, MOST_SPACES>,
    occupied: Spaces,
}

impl Units {
    pub const NONE: Units = Units { counts: Table::filled(0), occupied: Spaces::EMPTY };

    #[inline]
    pub fn occupied(&self) -> Spaces {
        self.occupied
    }

    pub fn values(&self) -> &[u8; MOST_SPACES] {
        self.counts.values()
    }

    #[inline]
    pub fn add(&mut self, space: Space, count: u8) {
        self.counts[space] += count;
        self.occupied.set(space, self.counts[space] > 0);
    }

    /// Never more than are there.
    #[inline]
    pub fn remove(&mut self, space: Space, count: u8) {
        self.counts[space] -= count.min(self.counts[space]);
        self.occupied.set(space, self.counts[space] > 0);
    }
}

impl std::ops::Index<Space> for Units {
    type Output = u8;
    #[inline]
    fn index(&self, space: Space) -> &u8 {
        &self.counts[space]
    }
}

/// CUs that a General left in a space after moving them: no other General moves them in the same campaign. [WW 7.4]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Left {
    pub space: Space,
    /// Own CUs in the low half, French in the high half.
    packed: u8,
}

impl Left {
    pub fn new(space: Space, own: u8, french: u8) -> Left {
        Left { space, packed: own.min(15) | french.min(15) << 4 }
    }
    pub fn own(self) -> u8 {
        self.packed & 15
    }
    pub fn french(self) -> u8 {
        self.packed >> 4
    }
}

/// Two earlier Generals of a campaign with up to six spaces each.
pub const MOST_LEFT: usize = 12;

/// The CUs left along the way by the Generals of one campaign card.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct LeftBehind {
    entries: [Left; MOST_LEFT],
    count: u8,
    /// The entries before this one belong to Generals who have finished.
    settled: u8,
}

impl LeftBehind {
    pub const NONE: LeftBehind =
        LeftBehind { entries: [Left { space: Space(0), packed: 0 }; MOST_LEFT], count: 0, settled: 0 };

    pub fn entries(&self) -> &[Left] {
        &self.entries[..usize::from(self.count)]
    }

    pub fn settled(&self) -> usize {
        usize::from(self.settled)
    }

    /// Own and French CUs in `space` that an earlier General of the campaign has moved.
    #[inline]
    pub fn locked(&self, space: Space) -> (u8, u8) {
        let mut locked = (0, 0);
        for entry in &self.entries[..usize::from(self.settled)] {
            if entry.space == space {
                locked.0 += entry.own();
                locked.1 += entry.french();
            }
        }
        locked
    }

    /// What the General at hand leaves in a space is one entry, whatever the nation. False if there is no room.
    pub fn add(&mut self, space: Space, own: u8, french: u8) -> bool {
        if own + french == 0 {
            return true;
        }
        let at_hand = &mut self.entries[usize::from(self.settled)..usize::from(self.count)];
        if let Some(entry) = at_hand.iter_mut().find(|entry| entry.space == space) {
            *entry = Left::new(space, entry.own() + own, entry.french() + french);
            return true;
        }
        if usize::from(self.count) == MOST_LEFT {
            return false;
        }
        self.entries[usize::from(self.count)] = Left::new(space, own, french);
        self.count += 1;
        true
    }

    /// The General at hand takes up again what he dropped himself.
    pub fn take_back(&mut self, space: Space, mut own: u8, mut french: u8) {
        for entry in &mut self.entries[usize::from(self.settled)..usize::from(self.count)] {
            if entry.space == space {
                let (a, f) = (entry.own().min(own), entry.french().min(french));
                *entry = Left::new(space, entry.own() - a, entry.french() - f);
                own -= a;
                french -= f;
            }
        }
    }

    pub fn settle(&mut self) {
        self.settled = self.count;
    }

    pub fn restore(entries: &[Left], settled: usize) -> Option<LeftBehind> {
        let mut left = LeftBehind::NONE;
        for entry in entries {
            if usize::from(left.count) == MOST_LEFT {
                return None;
            }
            left.entries[usize::from(left.count)] = *entry;
            left.count += 1;
        }
        left.settled = u8::try_from(settled).ok().filter(|&settled| settled <= left.count)?;
        Some(left)
    }
}

/// The General on the move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Activation {
    pub general: General,
    /// Where the Army is, and the space it came from.
    pub at: Space,
    pub previous: Space,
    /// Spaces moved so far.
    pub spent: u8,
    pub limit: u8,
    /// The last space at which enemy CUs may be entered.
    pub battle_limit: u8,
    pub carried: u8,
    pub carried_french: u8,
    /// CUs were picked up or dropped in this space already: own, French.
    pub adjusted: [bool; 2],
    pub overran: bool,
    pub must_stop: bool,
}

impl Activation {
    pub const NONE: Activation = Activation {
        general: General(0),
        at: Space(0),
        previous: Space(0),
        spent: 0,
        limit: 0,
        battle_limit: 0,
        carried: 0,
        carried_french: 0,
        adjusted: [false; 2],
        overran: false,
        must_stop: false,
    };

    #[inline]
    pub fn cu(&self) -> u8 {
        self.carried + self.carried_french
    }
}

/// The battle in progress; the figures are kept for its record.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    pub space: Space,
    pub from: Space,
    pub attacker: Side,
    pub loser: Side,
    pub intercepted: bool,
    /// French CUs among those that retreat before battle.
    pub share: u8,
    pub cu: [u8; 2],
    pub rating: [u8; 2],
    pub card: [i8; 2],
    pub rolls: [u8; 2],
    pub totals: [i16; 2],
    pub losses: [u8; 2],
    pub surrendered: u8,
}

impl Battle {
    pub const NONE: Battle = Battle {
        space: Space(0),
        from: Space(0),
        attacker: Side::British,
        loser: Side::British,
        intercepted: false,
        share: 0,
        cu: [0; 2],
        rating: [0; 2],
        card: [0; 2],
        rolls: [0; 2],
        totals: [0; 2],
        losses: [0; 2],
        surrendered: 0,
    };
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// PC markers of each side.
    pub markers: [Spaces; 2],
    pub hands: [Cards; 2],
    /// Undrawn cards. A set: no rule looks at the order.
    pub deck: Cards,
    pub discards: Cards,
    /// Out of play: removed for good, or set aside until a later year.
    pub out: Cards,
    /// OPS cards in the Reinforcement Card boxes.
    pub boxed: Cards,
    /// Cards in each side's operations queue.
    pub queues: [Cards; 2],
    /// Cards in a hand that the opponent has seen go there, or knows because no other card was left. [WW 6.1]
    pub open: Cards,
    /// Markers placed by the card in play: no daisy chains. [WW 10.11]
    pub fresh: Spaces,
    pub british: Units,
    pub american: Units,
    pub posts: Posts,
    pub left_behind: LeftBehind,
    pub stack: Stack,
    pub activation: Activation,
    pub battle: Battle,
    pub french: French,
    pub year: u16,
    /// Generals activated and Generals who attempted interception during this card.
    pub activated: u16,
    pub attempted: u16,
    pub alliance: u8,
    pub france: France,
    pub navy: Option<Zone>,
    /// `None`: dispersed.
    pub congress: Option<Space>,
    pub war_ends: Option<Card>,
    /// British CUs and French CUs waiting in their boxes.
    pub british_box: u8,
    pub french_box: u8,
    /// Reinforcement plays of this turn.
    pub reinforced: [u8; 2],
    /// Battle cards played whose replacement is still to be drawn.
    pub owed: [u8; 2],
    pub active: Side,
    pub british_regulars: bool,
    pub reshuffle_due: bool,
    /// Congress was out during this turn; the British choose who begins the next one.
    pub dispersed: bool,
    pub british_choose_first: bool,
    /// Placing by OPS card and by event discard is forbidden this turn, by side.
    pub no_placing: [[bool; 2]; 2],
    /// The card in play left both hands empty. [WW 9.44]
    pub last_card: bool,
    pub landed: bool,
    pub redraw: bool,
    /// CUs left the map or moved since the last look for an automatic victory.
    pub cu_changed: bool,
    pub ending: Option<super::types::Ending>,
}

const _: () = assert!(size_of::<State>() <= 584);

impl State {
    pub fn empty(year: u16) -> State {
        State {
            markers: [Spaces::EMPTY; 2],
            hands: [Cards::EMPTY; 2],
            deck: Cards::EMPTY,
            discards: Cards::EMPTY,
            out: Cards::EMPTY,
            boxed: Cards::EMPTY,
            queues: [Cards::EMPTY; 2],
            open: Cards::EMPTY,
            fresh: Spaces::EMPTY,
            british: Units::NONE,
            american: Units::NONE,
            posts: Posts::NONE,
            left_behind: LeftBehind::NONE,
            stack: Stack::new(Phase::Setup(0)),
            activation: Activation::NONE,
            battle: Battle::NONE,
            french: French::NONE,
            year,
            activated: 0,
            attempted: 0,
            alliance: 0,
            france: France::Neutral,
            navy: None,
            congress: None,
            war_ends: None,
            british_box: 0,
            french_box: 0,
            reinforced: [0; 2],
            owed: [0; 2],
            active: Side::American,
            british_regulars: true,
            reshuffle_due: false,
            dispersed: false,
            british_choose_first: false,
            no_placing: [[false; 2]; 2],
            last_card: false,
            landed: false,
            redraw: false,
            cu_changed: false,
            ending: None,
        }
    }

    #[inline]
    pub fn count_of(&self, nation: Nation, space: Space) -> u8 {
        match nation {
            Nation::British => self.british[space],
            Nation::American => self.american[space],
            Nation::French => self.french.at(space),
        }
    }

    /// CUs of a side in a space; the French count as American.
    #[inline]
    pub fn cu(&self, side: Side, space: Space) -> u8 {
        match side {
            Side::British => self.british[space],
            Side::American => self.american[space] + self.french.at(space),
        }
    }

    #[inline]
    pub fn occupied(&self, side: Side) -> Spaces {
        match side {
            Side::British => self.british.occupied(),
            Side::American => {
                let french = self.french.as_slice().iter();
                french.fold(self.american.occupied(), |spaces, &space| spaces.with(space))
            }
        }
    }

    pub fn add_cu(&mut self, nation: Nation, space: Space, count: u8) {
        match nation {
            Nation::British => self.british.add(space, count),
            Nation::American => self.american.add(space, count),
            Nation::French => (0..count).for_each(|_| self.french.add(space)),
        }
    }

    /// Takes CUs off a space; never more than are there.
    pub fn remove_cu(&mut self, nation: Nation, space: Space, count: u8) {
        self.cu_changed = true;
        match nation {
            Nation::British => self.british.remove(space, count),
            Nation::American => self.american.remove(space, count),
            Nation::French => (0..count).for_each(|_| self.french.remove(space)),
        }
    }

    /// Moves own and French CUs of a side.
    pub fn move_cu(&mut self, side: Side, from: Space, to: Space, own: u8, french: u8) {
        let nation = if side == Side::British { Nation::British } else { Nation::American };
        self.remove_cu(nation, from, own);
        self.add_cu(nation, to, own);
        self.remove_cu(Nation::French, from, french);
        self.add_cu(Nation::French, to, french);
    }

    /// Spaces that hold a General of a side.
    #[inline]
    pub fn generals(&self, side: Side) -> Spaces {
        self.posts.spaces(side)
    }

    /// A General of a side in a space.
    #[inline]
    pub fn general_at(&self, tables: &Tables, side: Side, space: Space) -> Option<General> {
        self.posts.general_at(tables, side, space)
    }

    #[inline]
    pub fn control(&self, space: Space) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.markers[side.index()].contains(space))
    }

    #[inline]
    pub fn marked(&self) -> Spaces {
        self.markers[0] | self.markers[1]
    }

    pub fn set_marker(&mut self, side: Side, space: Space) {
        let here = Spaces::single(space);
        self.markers[side.enemy().index()] -= here;
        self.markers[side.index()] |= here;
    }

    /// Whether the French Navy closes a port. [WW 12.3]
    #[inline]
    pub fn blockaded(&self, tables: &Tables, space: Space) -> bool {
        self.navy.is_some() && tables.zone_of[space] == self.navy
    }

    /// Ports that the French Navy closes. [WW 12.3]
    #[inline]
    pub fn blockaded_ports(&self, tables: &Tables) -> Spaces {
        self.navy.map_or(Spaces::EMPTY, |zone| tables.zone_ports[usize::from(zone.0)])
    }

    /// The space of Congress; none while it is dispersed.
    #[inline]
    pub fn seat_of_congress(&self) -> Spaces {
        self.congress.map_or(Spaces::EMPTY, Spaces::single)
    }

    /// Spaces with any American Unit: CU, General or Congress. [WW 3.0]
    pub fn american_units(&self) -> Spaces {
        self.occupied(Side::American) | self.generals(Side::American) | self.seat_of_congress()
    }

    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }
}
