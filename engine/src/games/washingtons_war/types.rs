//! Index types and small enums of Washington's War, in the rulebook's words.

use crate::index_type;
use crate::player::Player;

index_type! {
    /// A space of the map.
    pub struct Space(u8);
    /// A strategy card.
    pub struct Card(u8);
    /// A General.
    pub struct General(u8);
    /// A colony, or Canada.
    pub struct Colony(u8);
    /// A Blockade Zone.
    pub struct Zone(u8);
}

/// The most spaces, Generals, colonies and French CUs that a state has room for.
pub const MOST_SPACES: usize = 72;
pub const MOST_GENERALS: usize = 14;
pub const MOST_COLONIES: usize = 16;
pub const MOST_FRENCH: usize = 7;
pub const MOST_CARDS: usize = 128;

pub type Spaces = crate::set::Set<Space, 2>;
pub type Cards = crate::set::Set<Card, 2>;
pub type Generals = crate::set::Set<General, 1>;

/// The spaces before one in the order of the map: choices ascend where their order does not matter.
#[inline]
pub fn spaces_before(count: u8) -> Spaces {
    let below = |bits: u8| if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    Spaces::from_words([below(count), below(count.saturating_sub(64))])
}

/// The two players. The French fight on the American side (12.2.C).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    British,
    American,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::British, Side::American];

    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    #[inline]
    pub fn enemy(self) -> Side {
        match self {
            Side::British => Side::American,
            Side::American => Side::British,
        }
    }

    #[inline]
    pub fn player(self) -> Player {
        Player(self as u8)
    }

    #[inline]
    pub fn of(player: Player) -> Side {
        if player.0 == 0 { Side::British } else { Side::American }
    }

    pub fn id(self) -> &'static str {
        ["british", "american"][self.index()]
    }

    pub fn name(self) -> &'static str {
        ["British", "Americans"][self.index()]
    }
}

/// Whose army a CU belongs to.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Nation {
    British,
    American,
    French,
}

/// Where a General is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Station {
    Map(Space),
    /// In his side's Reinforcements Box.
    Reinforcements,
    /// In the Captured Generals Box.
    Captured,
    /// Out of the game.
    Removed,
}

/// A [`Station`] in one byte, as the state stores it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Post(u8);

impl Post {
    pub const REINFORCEMENTS: Post = Post(0xF0);
    pub const CAPTURED: Post = Post(0xF1);
    pub const REMOVED: Post = Post(0xF2);

    #[inline]
    pub fn at(space: Space) -> Post {
        Post(space.0)
    }

    #[inline]
    pub fn station(self) -> Station {
        match self {
            Post::REINFORCEMENTS => Station::Reinforcements,
            Post::CAPTURED => Station::Captured,
            Post::REMOVED => Station::Removed,
            Post(space) => Station::Map(Space(space)),
        }
    }

    #[inline]
    pub fn space(self) -> Option<Space> {
        if self.0 < 0xF0 { Some(Space(self.0)) } else { None }
    }
}

/// France's part in the war (12.2).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum France {
    Neutral,
    /// The alliance was signed in the current game turn; the European War is not yet in effect.
    Allied,
    EuropeanWar,
}

/// Who won, and how.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// No American or French CU on the map (13.1).
    BritishAutomatic,
    /// No British CU in the thirteen colonies (13.1).
    AmericanAutomatic,
    /// Colonies counted (13.2).
    BritishColonies,
    AmericanColonies,
}

impl Ending {
    pub fn winner(self) -> Side {
        match self {
            Ending::BritishAutomatic | Ending::BritishColonies => Side::British,
            Ending::AmericanAutomatic | Ending::AmericanColonies => Side::American,
        }
    }
}
