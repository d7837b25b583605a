//! What is in hand: a movement action, a battle, a board update, a turn of the automa. Parts of [`super::State`].

use serde::{Deserialize, Serialize};

use super::types::{
    CARD_KINDS, Card, Counts, NapoleonCard, POWERS, Power, PowerSet, Status, TARGETS, Territory, TerritorySet,
};

/// The most generals in one battle, fighters and supporters: all there are.
pub const FIGHTERS: usize = 24;
/// The most cards one general can play: troops, and one per supporting power for Schwarzenberg.
pub const STACK: usize = 8;

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// The winning powers; all coalition powers in a won L'Empereur game.
    pub winners: PowerSet,
    pub reason: Reason,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Influence,
    ConquerorOfParis,
    ParisTaken,
    NapoleonTriumphs,
}

/// How far a movement action is. [CO 7.6.arbiter]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveStage {
    Arbiter,
    Disband,
    Select,
    Consent,
    Depart,
    Onward,
    Battles,
    Request,
}

/// The kind of a general's move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    Land,
    Sea,
    Orient,
}

/// The movement action (or Napoleon's move) in hand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    pub active: bool,
    pub napoleon_only: bool,
    pub mover: Power,
    pub arbiter: Option<Power>,
    /// The movement turn, from 1.
    pub turn: u8,
    pub stage: MoveStage,
    pub way: Way,
    /// Territories entered so far by the general on the move.
    pub steps: u8,
    /// Whether every territory entered so far was controlled by the mover or an ally.
    pub friendly: bool,
    /// Powers that have given leave to the step in hand.
    pub agreed: PowerSet,
    /// Where the piece of the general on the move stands.
    pub at: Option<Territory>,
    /// Where he is on his way past an own general; his piece waits in the last territory where he could stop.
    pub through: Option<Territory>,
    pub target: Option<Territory>,
    /// Where the generals that have moved in this turn stand.
    pub moved: TerritorySet,
}

impl Movement {
    pub const IDLE: Movement = Movement {
        active: false,
        napoleon_only: false,
        mover: Power::Britain,
        arbiter: None,
        turn: 1,
        stage: MoveStage::Arbiter,
        way: Way::Land,
        steps: 0,
        friendly: false,
        agreed: PowerSet::EMPTY,
        at: None,
        through: None,
        target: None,
        moved: TerritorySet::EMPTY,
    };

    /// How far the general on the move has come.
    pub fn reached(&self) -> Option<Territory> {
        self.through.or(self.at)
    }
}

/// How far a battle is. [CO 8.when]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BattleStage {
    Withdrawal,
    AttackSupport,
    DefenceSupport,
    Cards,
    Reveal,
    Defeat,
    Draw,
    Garrison,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Attack,
    Defence,
}

impl Side {
    pub fn opposite(self) -> Side {
        match self {
            Side::Attack => Side::Defence,
            Side::Defence => Side::Attack,
        }
    }
}

/// A battle card on the table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Played {
    pub card: Card,
    pub face_up: bool,
}

/// A general in a battle, with his stack of cards.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fighter {
    pub power: Power,
    pub at: Territory,
    pub side: Side,
    /// In the territory itself, not a supporter.
    pub direct: bool,
    /// Troops at the start: the strength of a fighter and his limit of cards.
    pub troops: u8,
    pub allowance: u8,
    pub count: u8,
    pub cards: [Played; STACK],
}

impl Fighter {
    pub const NONE: Fighter = Fighter {
        power: Power::Britain,
        at: Territory(0),
        side: Side::Attack,
        direct: false,
        troops: 0,
        allowance: 0,
        count: 0,
        cards: [Played { card: Card(0), face_up: false }; STACK],
    };

    pub fn played(&self) -> &[Played] {
        &self.cards[..usize::from(self.count)]
    }
}

/// The battle in hand. [CO 8.when]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    pub active: bool,
    pub stage: BattleStage,
    pub at: Territory,
    pub attacker: Power,
    /// Powers with a general or the garrison in the territory against the attacker.
    pub defenders: PowerSet,
    pub passed: PowerSet,
    /// Powers that had no morale at the start, and those of them that have played their one free card. [CO 8.3]
    pub penniless: PowerSet,
    pub free_used: PowerSet,
    /// Who has been asked for support so far, in the order of power and of territories.
    pub asked_power: u8,
    pub asked_place: u8,
    /// The fighter whose turn it is.
    pub next: u8,
    pub played_this_round: bool,
    /// The beaten side, once that is known.
    pub loser: Option<Side>,
    pub count: u8,
    pub fighters: [Fighter; FIGHTERS],
    /// Cards drawn for France in L'Empereur. [CO 12.battle]
    pub drawn: Counts,
}

impl Battle {
    pub const IDLE: Battle = Battle {
        active: false,
        stage: BattleStage::Withdrawal,
        at: Territory(0),
        attacker: Power::Britain,
        defenders: PowerSet::EMPTY,
        passed: PowerSet::EMPTY,
        penniless: PowerSet::EMPTY,
        free_used: PowerSet::EMPTY,
        asked_power: 0,
        asked_place: 0,
        next: 0,
        played_this_round: false,
        loser: None,
        count: 0,
        fighters: [Fighter::NONE; FIGHTERS],
        drawn: [0; CARD_KINDS],
    };

    pub fn fighters(&self) -> &[Fighter] {
        &self.fighters[..usize::from(self.count)]
    }
}

/// The board update in hand. [CO 9.1]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Update {
    pub active: bool,
    /// False during 9.1 and 9.3, true during 9.2.
    pub to_war: bool,
    pub next_power: u8,
    pub next_place: u8,
    /// Where something is being settled, who must leave it, and who may stay there with the home power's leave.
    pub place: Option<Territory>,
    pub leaving: PowerSet,
    pub may_stay: PowerSet,
    pub former_status: [Status; POWERS],
    pub former_controller: [Option<Power>; POWERS],
}

impl Update {
    pub const IDLE: Update = Update {
        active: false,
        to_war: false,
        next_power: 0,
        next_place: 0,
        place: None,
        leaving: PowerSet::EMPTY,
        may_stay: PowerSet::EMPTY,
        former_status: [Status::Neutral; POWERS],
        former_controller: [None; POWERS],
    };
}

/// How far the resolution of a Napoleon card is. [CO 12.cards]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AutomaStage {
    Weakest,
    Draw,
    Place,
    Fight,
    Troops,
}

/// France's turn in L'Empereur. [CO 12.napoleon]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Automa {
    pub active: bool,
    pub stage: AutomaStage,
    pub race: bool,
    pub card: Option<NapoleonCard>,
    pub targets: [Option<Territory>; TARGETS],
    pub next: u8,
    /// Where generals were placed (or topped up) by this card, or stay in a race.
    pub placed: TerritorySet,
}

impl Automa {
    pub const IDLE: Automa = Automa {
        active: false,
        stage: AutomaStage::Weakest,
        race: false,
        card: None,
        targets: [None; TARGETS],
        next: 0,
        placed: TerritorySet::EMPTY,
    };
}
