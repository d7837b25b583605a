//! Index types and small enums: powers, territories, cards, statuses and the actions of the War Wheel.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::index_type;
use crate::set::{Index, Set};

index_type! {
    /// One of the six powers, in the order of power. [CO 4.order]
    pub struct Power(u8);
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
/// The most territories, battle-card kinds, generals of one power and targets of a Napoleon card.
pub const TERRITORIES: usize = 64;
pub const CARD_KINDS: usize = 8;
pub const GENERALS: usize = 8;
pub const TARGETS: usize = 4;

/// How many cards of each kind.
pub type Counts = [u8; CARD_KINDS];

impl Power {
    pub const BRITAIN: Power = Power(0);
    pub const FRANCE: Power = Power(1);
    pub const AUSTRIA: Power = Power(2);
    pub const PRUSSIA: Power = Power(3);
    pub const RUSSIA: Power = Power(4);
    pub const OTTOMAN: Power = Power(5);

    /// The ids that the rules rest on, in the order of power.
    pub const IDS: [&'static str; POWERS] = ["britain", "france", "austria", "prussia", "russia", "ottoman"];

    pub fn all() -> impl DoubleEndedIterator<Item = Power> + ExactSizeIterator {
        (0..POWERS as u8).map(Power)
    }

    #[inline]
    pub fn i(self) -> usize {
        self.index()
    }
}

/// A set of powers in one byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct PowerSet(u8);

impl PowerSet {
    pub const EMPTY: PowerSet = PowerSet(0);

    #[inline]
    pub fn contains(self, power: Power) -> bool {
        self.0 >> power.0 & 1 == 1
    }
    #[inline]
    pub fn insert(&mut self, power: Power) {
        self.0 |= 1 << power.0;
    }
    #[inline]
    pub fn remove(&mut self, power: Power) {
        self.0 &= !(1 << power.0);
    }
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    pub fn first(self) -> Option<Power> {
        (self.0 != 0).then(|| Power(self.0.trailing_zeros() as u8))
    }
    pub fn iter(self) -> impl Iterator<Item = Power> {
        Power::all().filter(move |&power| self.contains(power))
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
            Status::British => Some(Power::BRITAIN),
            Status::French => Some(Power::FRANCE),
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
