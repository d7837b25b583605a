//! Words of the rules as types: index types, orders, facings, classes of units, light.
//!
//! API: [`Hex`], [`Unit`], [`Leader`], [`Formation`], [`Weapon`], [`Location`], [`HexSet`] and the other sets,
//! [`Side`], [`OrderKind`], [`Direction`], [`Facing`], [`Refusal`], [`Arc`], [`Arm`], [`MoveClass`], [`Disorder`],
//! [`Light`], [`Rank`], [`Personality`], [`Modifiers`].

use arrayvec::ArrayVec;
use serde::Deserialize;

use crate::index_type;
use crate::set::Set;

index_type! {
    /// A hex of the map, counted row by row from the top left.
    pub struct Hex(u16);
    /// A combat unit in file order.
    pub struct Unit(u8);
    /// A leader in file order.
    pub struct Leader(u8);
    /// A formation (army, corps, division, brigade, battery group) in file order.
    pub struct Formation(u8);
    /// A weapon of the weapons table.
    pub struct Weapon(u8);
    /// A victory location of the map.
    pub struct Location(u8);
    /// A kind of hex terrain.
    pub struct Terrain(u8);
    /// A kind of hexside (slope, water, barrier, breastwork).
    pub struct HexsideKind(u8);
    /// A result of the fire tables such as `1d+2`.
    pub struct ResultCode(u8);
}

/// The most hexes, units, leaders and formations a scenario may have.
///
/// A quarter and more beyond the largest battle at hand, as far as a state stays within 4 KiB.
pub const MAX_HEXES: usize = 1024;
pub const MAX_UNITS: usize = 88;
pub const MAX_LEADERS: usize = 40;
pub const MAX_FORMATIONS: usize = 40;
pub const MAX_LOCATIONS: usize = 16;
/// The most gun sections in one battery (8.37).
pub const MAX_SECTIONS: usize = 4;

pub type HexSet = Set<Hex, 16>;
pub type UnitSet = Set<Unit, 2>;
pub type LeaderSet = Set<Leader, 1>;
pub type FormationSet = Set<Formation, 1>;

/// Named die roll modifiers in the order the card prints them; the name is a data key.
pub type Modifiers = ArrayVec<(&'static str, i8), 24>;

/// The sum of a list of modifiers.
pub fn total(modifiers: &Modifiers) -> i8 {
    modifiers.iter().map(|&(_, value)| value).sum()
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Union,
    Csa,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::Union, Side::Csa];

    pub fn other(self) -> Side {
        match self {
            Side::Union => Side::Csa,
            Side::Csa => Side::Union,
        }
    }

    pub fn id(self) -> &'static str {
        match self {
            Side::Union => "union",
            Side::Csa => "csa",
        }
    }

    pub fn index(self) -> usize {
        self as usize
    }
}

/// The three orders. [GB 6.11]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderKind {
    March,
    Advance,
    Attack,
}

impl OrderKind {
    pub const ALL: [OrderKind; 3] = [OrderKind::March, OrderKind::Advance, OrderKind::Attack];

    /// What goes with this order.
    #[inline]
    pub fn choose<T>(self, march: T, advance: T, attack: T) -> T {
        match self {
            OrderKind::March => march,
            OrderKind::Advance => advance,
            OrderKind::Attack => attack,
        }
    }

    pub fn id(self) -> &'static str {
        self.choose("march", "advance", "attack")
    }
}

/// Orders as a scenario assigns them; `Choice` leaves them to the owner. [GB 6.17]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssignedOrder {
    March,
    Advance,
    Attack,
    Choice,
}

impl AssignedOrder {
    /// The order, or none if the owner chooses.
    pub fn fixed(self) -> Option<OrderKind> {
        match self {
            AssignedOrder::March => Some(OrderKind::March),
            AssignedOrder::Advance => Some(OrderKind::Advance),
            AssignedOrder::Attack => Some(OrderKind::Attack),
            AssignedOrder::Choice => None,
        }
    }
}

/// One of the six hexsides of a hex, clockwise from north.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(u8);

impl Direction {
    pub const N: Direction = Direction(0);
    pub const NE: Direction = Direction(1);
    pub const SE: Direction = Direction(2);
    pub const S: Direction = Direction(3);
    pub const SW: Direction = Direction(4);
    pub const NW: Direction = Direction(5);
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];
    const IDS: [&'static str; 6] = ["eN", "eNE", "eSE", "eS", "eSW", "eNW"];

    pub fn from_index(index: usize) -> Direction {
        Direction((index % 6) as u8)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Turned clockwise by that many hexsides (negative: counter-clockwise).
    #[must_use]
    pub fn turned(self, sides: i32) -> Direction {
        Direction((i32::from(self.0) + sides).rem_euclid(6) as u8)
    }

    #[must_use]
    pub fn opposite(self) -> Direction {
        self.turned(3)
    }

    pub fn id(self) -> &'static str {
        Self::IDS[self.index()]
    }
}

/// Where a unit faces: a hexside (March orders) or a corner (Advance and Attack). [GB 7.11]
///
/// Counted clockwise from north in steps of 30 degrees: even numbers are hexsides, odd ones corners.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Facing(u8);

impl Facing {
    const IDS: [&'static str; 12] =
        ["eN", "vNE", "eNE", "vE", "eSE", "vSE", "eS", "vSW", "eSW", "vW", "eNW", "vNW"];

    /// The six corners, clockwise from north-east.
    pub const VERTICES: [Facing; 6] = [Facing(1), Facing(3), Facing(5), Facing(7), Facing(9), Facing(11)];
    /// The six hexsides, clockwise from north.
    pub const EDGES: [Facing; 6] = [Facing(0), Facing(2), Facing(4), Facing(6), Facing(8), Facing(10)];
    /// All twelve facings, clockwise from north.
    pub fn all() -> impl Iterator<Item = Facing> {
        (0..12).map(Facing)
    }

    /// Towards a hexside.
    pub fn edge(direction: Direction) -> Facing {
        Facing(direction.0 * 2)
    }

    /// Towards the corner clockwise of a hexside, between it and the next.
    pub fn vertex_after(direction: Direction) -> Facing {
        Facing(direction.0 * 2 + 1)
    }

    pub fn from_index(index: usize) -> Facing {
        Facing((index % 12) as u8)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn is_vertex(self) -> bool {
        self.0 % 2 == 1
    }

    /// Whether this kind of facing belongs to that order. [GB 7.11]
    pub fn fits(self, order: OrderKind) -> bool {
        self.is_vertex() != (order == OrderKind::March)
    }

    pub fn id(self) -> &'static str {
        Self::IDS[self.index()]
    }

    pub fn from_id(id: &str) -> Option<Facing> {
        Self::IDS.iter().position(|&known| known == id).map(Facing::from_index)
    }

    pub fn ids() -> &'static [&'static str] {
        &Self::IDS
    }

    /// Turned clockwise by that many corners (negative: counter-clockwise).
    #[must_use]
    pub fn turned(self, corners: i32) -> Facing {
        Facing((i32::from(self.0) + 2 * corners).rem_euclid(12) as u8)
    }

    /// How many corners lie between two facings of the same kind, the shorter way: 0 to 3.
    pub fn corners_to(self, other: Facing) -> u8 {
        let steps = (i32::from(other.0) - i32::from(self.0)).rem_euclid(12);
        (steps.min(12 - steps) / 2) as u8
    }
}

/// A wing bent back, seen along the unit's own facing. [GB 7.31]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Refusal {
    #[default]
    None,
    Left,
    Right,
}

/// What a hexside is to a unit that faces some way. [GB 7.12]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arc {
    Front,
    /// The third frontal hex of a refused wing: fire only, no shock. [GB 7.34]
    RefusedFront,
    Flank,
    Rear,
}

impl Arc {
    pub fn is_front(self) -> bool {
        matches!(self, Arc::Front | Arc::RefusedFront)
    }
}

/// The printed kind of a unit. [GB 2.21]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub enum Arm {
    #[serde(rename = "inf")]
    Infantry,
    #[serde(rename = "cav")]
    Cavalry,
    #[serde(rename = "art")]
    Artillery,
}

impl Arm {
    pub fn id(self) -> &'static str {
        match self {
            Arm::Infantry => "inf",
            Arm::Cavalry => "cav",
            Arm::Artillery => "art",
        }
    }
}

/// A column of the terrain chart. [GB 9.14]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveClass {
    /// Infantry and dismounted cavalry.
    Infantry,
    /// Mounted cavalry.
    Cavalry,
    Artillery,
    Leader,
}

impl MoveClass {
    pub const ALL: [MoveClass; 4] =
        [MoveClass::Infantry, MoveClass::Cavalry, MoveClass::Artillery, MoveClass::Leader];

    pub fn of(arm: Arm, mounted: bool) -> MoveClass {
        match arm {
            Arm::Artillery => MoveClass::Artillery,
            Arm::Cavalry if mounted => MoveClass::Cavalry,
            Arm::Infantry | Arm::Cavalry => MoveClass::Infantry,
        }
    }

    pub fn index(self) -> usize {
        self as usize
    }
}

/// Whether something disorders a unit: never, on a failed cohesion check, or always. [GB 12.32]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Disorder {
    #[default]
    None,
    Check,
    Automatic,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    Day,
    Dawn,
    Dusk,
    Night,
}

impl Light {
    pub fn id(self) -> &'static str {
        match self {
            Light::Day => "day",
            Light::Dawn => "dawn",
            Light::Dusk => "dusk",
            Light::Night => "night",
        }
    }
}

/// A leader's rank, and the level of a formation. [GB 4.1]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    Army,
    Corps,
    Division,
    Brigade,
    /// A battery group and its leader; acts as a brigade (4.31).
    Artillery,
}

impl Rank {
    pub fn id(self) -> &'static str {
        match self {
            Rank::Army => "army",
            Rank::Corps => "corps",
            Rank::Division => "division",
            Rank::Brigade => "brigade",
            Rank::Artillery => "artillery",
        }
    }

    /// Steps below the army; battery groups stand beside brigades. [GB 4.21]
    pub fn depth(self) -> u8 {
        match self {
            Rank::Army => 0,
            Rank::Corps => 1,
            Rank::Division => 2,
            Rank::Brigade | Rank::Artillery => 3,
        }
    }
}

/// A brigadier's temper. [GB 4.14]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub enum Personality {
    #[serde(rename = "A")]
    Aggressive,
    #[serde(rename = "N")]
    Normal,
    #[serde(rename = "C")]
    Cautious,
    #[serde(rename = "U")]
    Unreliable,
}

impl Personality {
    pub fn id(self) -> &'static str {
        match self {
            Personality::Aggressive => "A",
            Personality::Normal => "N",
            Personality::Cautious => "C",
            Personality::Unreliable => "U",
        }
    }
}
