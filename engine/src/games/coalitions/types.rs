//! Index types and small enums: powers, territories, cards, statuses and the actions of the War Wheel.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops;

use serde::{Deserialize, Serialize};

use crate::index_type;
use crate::set::{Index, Set};

index_type! {
    /// A territory of the map.
    pub struct Territory(u8);
    /// A kind of battle card: all cards of one value are alike.
    pub struct Card(u8);
    /// A card of the L'Empereur deck.
    pub struct NapoleonCard(u8);
}

pub type TerritorySet = Set<Territory, 1>;
pub type NapoleonDeck = Set<NapoleonCard, 1>;

pub const POWERS: usize = 6;
pub const SETS_OF_POWERS: usize = 1 << POWERS;
/// The most territories, battle-card kinds, generals of one power and targets of a Napoleon card.
pub const TERRITORIES: usize = 64;
pub const CARD_KINDS: usize = 8;
pub const GENERALS: usize = 8;
pub const TARGETS: usize = 4;

/// How many cards of each kind.
pub type Counts = [u8; CARD_KINDS];

/// One of the six powers, in the order of power. [CO 4.order]
///
/// An enum tells the compiler that there are no more: no look into an array of six is checked, and none takes a byte.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Power {
    Britain,
    France,
    Austria,
    Prussia,
    Russia,
    Ottoman,
}

impl Power {
    pub const ALL: [Power; POWERS] =
        [Power::Britain, Power::France, Power::Austria, Power::Prussia, Power::Russia, Power::Ottoman];

    /// The ids that the rules rest on, in the order of power.
    pub const IDS: [&'static str; POWERS] = ["britain", "france", "austria", "prussia", "russia", "ottoman"];

    pub fn all() -> impl DoubleEndedIterator<Item = Power> + ExactSizeIterator {
        Power::ALL.into_iter()
    }

    #[inline]
    pub fn i(self) -> usize {
        self as usize
    }
}

impl Index for Power {
    #[inline]
    fn from_index(index: usize) -> Self {
        Power::ALL[index]
    }
    #[inline]
    fn index(self) -> usize {
        self.i()
    }
}

/// One byte: the derived one would be eight.
impl Hash for Power {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(*self as u8);
    }
}

/// A set of powers in one byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct PowerSet(u8);

impl PowerSet {
    pub const EMPTY: PowerSet = PowerSet(0);
    pub const ALL: PowerSet = PowerSet((1 << POWERS) - 1);

    pub fn single(power: Power) -> PowerSet {
        PowerSet(1 << power as u8)
    }

    #[inline]
    pub fn contains(self, power: Power) -> bool {
        self.0 >> power as u8 & 1 == 1
    }
    #[inline]
    pub fn insert(&mut self, power: Power) {
        self.0 |= 1 << power as u8;
    }
    #[inline]
    pub fn remove(&mut self, power: Power) {
        self.0 &= !(1 << power as u8);
    }
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    pub fn first(self) -> Option<Power> {
        (self.0 != 0).then(|| Power::ALL[self.0.trailing_zeros() as usize])
    }
    pub fn iter(self) -> impl Iterator<Item = Power> {
        let mut left = self;
        std::iter::from_fn(move || {
            let power = left.first()?;
            left.remove(power);
            Some(power)
        })
    }

    /// The powers for which something holds. All six are asked: that needs no branch where the answer needs none.
    #[inline]
    pub fn of(holds: impl Fn(Power) -> bool) -> PowerSet {
        Power::all()
            .fold(PowerSet::EMPTY, |set, power| PowerSet(set.0 | u8::from(holds(power)) << power as u8))
    }

    /// The powers whose byte is the wanted one; bytes are below 128. All are compared at once: a loop over them is made
    /// of 100 instructions, this of 12.
    #[inline]
    pub fn with(bytes: [u8; POWERS], wanted: u8) -> PowerSet {
        const ONES: u64 = u64::from_ne_bytes([1; 8]);
        const HIGHS: u64 = ONES << 7;
        let [a, b, c, d, e, f] = bytes;
        let all = u64::from_le_bytes([a, b, c, d, e, f, u8::MAX, u8::MAX]);
        let differ = all ^ (u64::from(wanted) * ONES);
        // The high bit of each byte that does not differ, then these bits side by side.
        let hits = !((differ | HIGHS) - ONES) & HIGHS;
        PowerSet(((hits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8)
    }

    /// The place of this set among all sets of powers.
    #[inline]
    pub fn rank(self) -> usize {
        usize::from(self.0) % SETS_OF_POWERS
    }

    /// The set at a place among all.
    pub fn ranked(rank: usize) -> PowerSet {
        PowerSet((rank % SETS_OF_POWERS) as u8)
    }

    /// What these powers have on the map, each power having its own set of territories. Without branches.
    #[inline]
    pub fn join(self, each: &[TerritorySet; POWERS]) -> TerritorySet {
        Power::all().fold(TerritorySet::EMPTY, |all, power| {
            let mask = u64::from(self.contains(power)).wrapping_neg();
            all | each[power.i()] & TerritorySet::from_words([mask])
        })
    }
}

impl ops::BitAnd for PowerSet {
    type Output = PowerSet;
    #[inline]
    fn bitand(self, other: PowerSet) -> PowerSet {
        PowerSet(self.0 & other.0)
    }
}

impl ops::BitOr for PowerSet {
    type Output = PowerSet;
    #[inline]
    fn bitor(self, other: PowerSet) -> PowerSet {
        PowerSet(self.0 | other.0)
    }
}

impl ops::Sub for PowerSet {
    type Output = PowerSet;
    #[inline]
    fn sub(self, other: PowerSet) -> PowerSet {
        PowerSet(self.0 & !other.0)
    }
}

impl FromIterator<Power> for PowerSet {
    fn from_iter<I: IntoIterator<Item = Power>>(powers: I) -> Self {
        let mut set = PowerSet::EMPTY;
        powers.into_iter().for_each(|power| set.insert(power));
        set
    }
}

impl fmt::Debug for PowerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Diplomatic status. [CO 6.status]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    British,
    French,
    Neutral,
    Expansionist,
}

impl Status {
    pub const ALL: [Status; 4] = [Status::British, Status::French, Status::Neutral, Status::Expansionist];

    pub fn id(self) -> &'static str {
        match self {
            Status::British => "british",
            Status::French => "french",
            Status::Neutral => "neutral",
            Status::Expansionist => "expansionist",
        }
    }

    pub fn named(id: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.id() == id)
    }

    pub fn is_coalition(self) -> bool {
        matches!(self, Status::British | Status::French)
    }

    /// The power that leads this coalition.
    pub fn leader(self) -> Option<Power> {
        match self {
            Status::British => Some(Power::Britain),
            Status::French => Some(Power::France),
            _ => None,
        }
    }
}

/// The six fields of the War Wheel, in the order in which they are resolved. [CO 4.wheel]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum WheelAction {
    Drill = 1,
    Taxation = 2,
    Leadership = 3,
    Mobilization = 4,
    Influence = 5,
    Movement = 6,
}

/// The special ability of a battle card. [CO 8.cards]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    None,
    HomeGround,
    Reveal,
    Pair,
    CostlyDefeat,
}

/// Where a power's named general is: Napoleon, Wellington, Blücher ...
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Named {
    /// Not in play, or not yet named by his owner.
    Unnamed,
    OffMap,
    At(Territory),
}

/// Where in a round the game is: each step ends by going on to the next.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Naming,
    Expulsion,
    Choice,
    Dismissal,
    Auction,
    AuctionNaming,
    Drill,
    Taxation,
    Leadership,
    Subsidies,
    Mobilization,
    Influence,
    NapoleonMove,
    Movement,
    TurnEnd,
}

/// The question that the player to decide is asked.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    NameGeneral,
    Expel,
    Status,
    Dismiss,
    NewStatus,
    Leave,
    Reassign,
    Evacuate,
    Bid,
    Drill,
    HandLimit,
    Leadership,
    Subsidy,
    SubsidyAmount,
    SubsidyAnswer,
    Mobilization,
    Arbiter,
    Disband,
    Move,
    Consent,
    LeaveGarrison,
    Onward,
    BattleOrder,
    Request,
    ArbiterAnswer,
    Withdraw,
    Support,
    Cards,
    Reveal,
    Retreat,
    Defeated,
    WinGarrison,
    WeakestPower,
    AutomaTroops,
    TakeGeneral,
    AutomaRetreat,
}

/// A question with the power it is put to and what it is about.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    pub ask: Ask,
    /// Whose affair it is; the player who speaks for this power decides.
    pub power: Power,
    /// Another power that the question is about: the one to expel, the general's owner who wants leave.
    pub about: Option<Power>,
    pub place: Option<Territory>,
}
