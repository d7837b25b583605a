//! Index types and small enums of the Wars of the Roses. The names are the rulebook's (glossary in RULES.md).

use crate::index_type;
use crate::player::Player;
use crate::set::Set;

index_type! {
    /// A land area, island or exile area [WR 2.1]; the seas are [`Sea`].
    pub struct Area(u8);
    /// One of the blocks [WR 3.0]. A noble who can change sides has one block in each colour.
    pub struct Block(u8);
    /// One of the cards [WR 5.1].
    pub struct Card(u8);
    /// A land border between two areas [WR 5.21].
    pub struct Border(u8);
    /// A border crossed in one direction.
    pub struct Way(u8);
    /// A sea zone [WR 2.81].
    pub struct Sea(u8);
    /// Where a block can be: an area, or one of the boxes beside the map.
    pub struct Place(u8);
}

pub type Areas = Set<Area, 1>;
pub type Blocks = Set<Block, 1>;
pub type Cards = Set<Card, 1>;
pub type Seas = Set<Sea, 1>;
pub type Ways = Set<Way, 2>;
pub type Borders = Set<Border, 1>;

/// The most areas a data pack may have.
pub const MOST_AREAS: usize = 33;
/// Areas and the four boxes of [`Place`].
pub const PLACES: usize = MOST_AREAS + 4;
/// The most borders one area may have.
pub const MOST_NEIGHBOURS: usize = 8;
/// The most steps a block may have [WR 3.11].
pub const MOST_STEPS: u8 = 4;
/// The most action points a card may have.
pub const MOST_AP: usize = 4;

impl Place {
    /// Ready to be recruited [WR 4.2].
    pub const POOL: Place = Place(MOST_AREAS as u8);
    /// Eliminated for this campaign: face down in the pool or the home area [WR 6.83-6.85].
    pub const SPENT: Place = Place(MOST_AREAS as u8 + 1);
    /// A minor heir, not yet in play [WR 4.5].
    pub const MINOR: Place = Place(MOST_AREAS as u8 + 2);
    /// Out of the game for good [WR 6.82].
    pub const DEAD: Place = Place(MOST_AREAS as u8 + 3);

    /// Nowhere: a prisoner, and a block whose twin is in play [WR 3.22]. No box, so nothing is kept there.
    pub const ASIDE: Place = Place(PLACES as u8);

    /// The boxes with their words in JSON.
    pub const BOXES: [(Place, &'static str); 4] =
        [(Place::POOL, "pool"), (Place::SPENT, "spent"), (Place::MINOR, "minor"), (Place::DEAD, "dead")];

    #[inline]
    pub fn area(self) -> Option<Area> {
        (usize::from(self.0) < MOST_AREAS).then_some(Area(self.0))
    }
}

impl From<Area> for Place {
    #[inline]
    fn from(area: Area) -> Place {
        Place(area.0)
    }
}

impl Way {
    #[inline]
    pub fn border(self) -> Border {
        Border(self.0 / 2)
    }

    /// The same border the other way round.
    #[inline]
    pub fn back(self) -> Way {
        Way(self.0 ^ 1)
    }
}

/// The two houses; seat 0 is Lancaster, seat 1 York.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    Lancaster,
    York,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Lancaster, Side::York];

    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::Lancaster => Side::York,
            Side::York => Side::Lancaster,
        }
    }

    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    pub fn player(self) -> Player {
        Player(self as u8)
    }

    pub fn of(player: Player) -> Side {
        if player == Player::FIRST { Side::Lancaster } else { Side::York }
    }

    pub fn id(self) -> &'static str {
        match self {
            Side::Lancaster => "lancaster",
            Side::York => "york",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::Lancaster => "Lancaster",
            Side::York => "York",
        }
    }

    pub fn from_id(id: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.id() == id)
    }
}

/// The kinds of blocks [WR 3.2].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Heir,
    Noble,
    Church,
    Levy,
    Bombard,
    Mercenary,
    Rebel,
}

/// Why a game ended [WR 9.0].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// All heirs of a house are dead.
    HeirsDead,
    /// The Pretender took the throne after the last campaign.
    Usurpation,
    /// The King held the throne after the last campaign.
    KingHolds,
}

impl Reason {
    pub const ALL: [Reason; 3] = [Reason::HeirsDead, Reason::Usurpation, Reason::KingHolds];

    pub fn word(self) -> &'static str {
        match self {
            Reason::HeirsDead => "heirs_dead",
            Reason::Usurpation => "usurpation",
            Reason::KingHolds => "king_holds",
        }
    }
}
