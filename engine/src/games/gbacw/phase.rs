//! Every decision point and every step of work between decisions.
//!
//! Phases form a small stack in the state: push to call, pop to return, replace to go on. A phase that asks has its
//! `offer` and `take` beside each other in the chapter it belongs to; a phase of work runs as soon as it is on top.

use super::state::{HexCode, ShotKind};
use super::types::{Formation, Hex, Leader, Side, Unit};

/// The turn's table of contents. [GB 3.0]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Segment {
    Initiative,
    ChainOfCommand,
    Efficiency,
    ArmyBonus,
    CorpsBonus,
    Transfer,
    Withhold,
    DivisionOrders,
    Attachment,
    EntryOrders,
    Reserve,
    Engineering,
    FirstMarker,
    Pool,
    CommanderMovement,
    Replacement,
    ReserveWork,
    Rest,
    LeaveReserve,
    AbandonedGuns,
    FinishWorks,
    CombatEffectiveness,
    NextTurn,
}

impl Segment {
    pub const ALL: [Segment; 23] = [
        Segment::Initiative,
        Segment::ChainOfCommand,
        Segment::Efficiency,
        Segment::ArmyBonus,
        Segment::CorpsBonus,
        Segment::Transfer,
        Segment::Withhold,
        Segment::DivisionOrders,
        Segment::Attachment,
        Segment::EntryOrders,
        Segment::Reserve,
        Segment::Engineering,
        Segment::FirstMarker,
        Segment::Pool,
        Segment::CommanderMovement,
        Segment::Replacement,
        Segment::ReserveWork,
        Segment::Rest,
        Segment::LeaveReserve,
        Segment::AbandonedGuns,
        Segment::FinishWorks,
        Segment::CombatEffectiveness,
        Segment::NextTurn,
    ];

    #[must_use]
    pub fn next(self) -> Segment {
        let place = Segment::ALL.iter().position(|&segment| segment == self).unwrap_or(0);
        Segment::ALL[(place + 1) % Segment::ALL.len()]
    }
}

/// Units of one hex that attack as one; those of different bodies never do. [GB 11.32]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Body {
    Foot,
    /// Mounted, without a charge.
    Horse,
    /// Riders who charge.
    Charge,
}

impl Body {
    pub const ALL: [Body; 3] = [Body::Foot, Body::Horse, Body::Charge];
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    Over,
    /// Work: carries out a segment and goes on to the next.
    Sequence(Segment),

    // Orders segment
    ArmyBonus {
        side: Side,
    },
    CorpsBonus {
        corps: Formation,
        left: u8,
    },
    Transfer {
        side: Side,
        to: Option<Formation>,
        taken: u8,
    },
    Withhold {
        side: Side,
    },
    DivisionOrders {
        side: Side,
    },
    Attachment {
        side: Side,
    },
    EntryOrders {
        side: Side,
    },
    Reserve {
        side: Side,
    },
    Engineering {
        side: Side,
    },
    /// New facings after a change to or from March. [GB 7.23]
    Reform {
        formation: Formation,
    },

    // Activation segment
    FirstMarker {
        side: Side,
    },
    OrdersChange,
    NewOrder {
        formation: Formation,
    },
    Coordination,
    Coordinate {
        left: u8,
    },
    NextBrigade,
    Brigade,
    EndBrigade,
    UnitActs {
        unit: Unit,
    },
    LeaderMoves {
        leader: Leader,
        left: u8,
    },
    /// Work, when the unit he joined has acted: how far a leader could go with it. [GB 9.31]
    RidesAlong {
        leader: Leader,
        left: u8,
    },
    StopArtillery {
        unit: Unit,
    },

    // Interrupts of a move, in the order they come up
    ReactionMove {
        unit: Unit,
        to: Hex,
    },
    FireAtGuns {
        guns: Unit,
    },
    /// Work: the unit that reacts sets off; what fire at it did shortens its way. [GB 9.63]
    MoveOff {
        unit: Unit,
        to: Hex,
        strength: u8,
        disordered: bool,
    },
    AfterReactionMove {
        unit: Unit,
    },
    Volley {
        kind: ShotKind,
        unit: Unit,
        to: Hex,
    },
    Enter {
        unit: Unit,
        to: Hex,
    },
    /// Work: a line swings on one of its hexes. [GB 8.44]
    Pivot {
        unit: Unit,
        fixed: Hex,
    },
    /// Below what a pivot sets off: all of the line but this hex has moved.
    AfterPivot {
        unit: Unit,
        fixed: Hex,
    },
    AfterEntry {
        unit: Unit,
        to: Hex,
    },
    ReactionFacing {
        hex: Hex,
        unit: Unit,
    },
    ReactionFacingOf {
        unit: Unit,
        hex: Hex,
    },

    // Fire
    /// A battery declares where the rest of its fire goes, in even shares or by sections. [GB 10.65]
    DivideFire {
        unit: Unit,
        evenly: bool,
    },
    RollShots,
    ApplyShot {
        index: u8,
    },
    FireReaction {
        unit: Unit,
        target: Hex,
    },
    AfterFire {
        unit: Unit,
        target: Hex,
    },

    // Results
    /// From where it set out, and how many hexes it still has to go and may go.
    Retreat {
        unit: Unit,
        start: Hex,
        least: u8,
        most: u8,
    },
    LeaderGoes {
        leader: Leader,
        to: Hex,
    },
    Settle,

    // Shock
    /// Attacks of the acting brigades, or of a party that goes on: the combat that keeps it together. [GB 11.47]
    ///
    /// The body of the hex `after` was asked last.
    Declare {
        party: Option<u8>,
        after: Option<HexCode>,
        body: Body,
    },
    HoldBack {
        combat: u8,
        hex: Hex,
    },
    /// Steps of shock are for all combats of a level: 0 as declared, then one for each continuation.
    RetreatBeforeShock {
        level: u8,
    },
    AfterSlip {
        unit: Unit,
    },
    GreenCheck,
    Envelop {
        next: u8,
    },
    CounterCharge {
        next: u8,
    },
    PreShockChecks,
    /// Work, when the checks are over: the unit that was checked for its line. [GB 11.37]
    CheckedFor {
        unit: Unit,
    },
    PreShockFire {
        level: u8,
    },
    ShockOrder {
        level: u8,
    },
    Resolve {
        level: u8,
        reversed: bool,
    },
    Fight {
        combat: u8,
    },
    AdvanceAfterShock {
        combat: u8,
    },
    AdvanceFacing {
        unit: Unit,
    },
    ContinueShock {
        combat: u8,
    },
    ContinueMove {
        combat: u8,
        unit: Unit,
        left: u8,
    },
    AfterShock {
        combat: u8,
    },

    // Rally and the end of the turn
    RallyFacing {
        unit: Unit,
    },
    CommanderMovement {
        side: Side,
    },
    MovesUp {
        leader: Leader,
    },
    Replacement {
        leader: Leader,
    },
    ReserveWork {
        side: Side,
    },
    ReturnRouted {
        unit: Unit,
    },
    Rest {
        formation: Formation,
    },
    LeaveReserve {
        side: Side,
    },
    LeaveWith {
        formation: Formation,
    },
    EndGame {
        side: Side,
    },
    EventChoice {
        side: Side,
        event: u8,
    },
}

impl Phase {
    /// What is asked, and the rule it comes from.
    pub fn question(self) -> (&'static str, &'static str) {
        match self {
            Phase::ArmyBonus { .. } => ("Which corps does the army leader help?", "5.22"),
            Phase::CorpsBonus { .. } => ("Which division gets one more activation?", "5.23"),
            Phase::Transfer { to: None, .. } => ("Which division gets a transferred activation?", "5.41"),
            Phase::Transfer { .. } => ("Which division gives up an activation?", "5.43"),
            Phase::Withhold { .. } => ("Which division puts one marker less into the pool?", "5.31"),
            Phase::DivisionOrders { .. } => ("Which brigade gets which orders?", "6.12"),
            Phase::Attachment { .. } => ("Which battery serves which brigade this turn?", "4.32"),
            Phase::EntryOrders { .. } => ("With which orders do the reinforcements come?", "9.71"),
            Phase::Reserve { .. } => ("Which brigade goes into reserve?", "6.32"),
            Phase::Engineering { .. } => ("Which unit builds a breastwork?", "15.11"),
            Phase::Reform { .. } => ("Where does the stack face with its new orders?", "7.23"),
            Phase::FirstMarker { .. } => ("Which marker opens the turn?", "5.13"),
            Phase::OrdersChange => ("Which brigade tries to change its orders?", "6.21"),
            Phase::NewOrder { .. } => ("Which orders does the brigade take?", "6.23"),
            Phase::Coordination => ("Try to coordinate the brigades?", "5.34"),
            Phase::Coordinate { .. } => ("Which brigade acts together with the others?", "5.34"),
            Phase::NextBrigade => ("Which brigade acts next?", "5.32"),
            Phase::Brigade => ("Which unit or leader acts next?", "5.33"),
            Phase::UnitActs { .. } => ("What does the unit do?", "9.13"),
            Phase::LeaderMoves { .. } => ("Where does the leader ride?", "9.31"),
            Phase::ReactionMove { .. } => ("Which unit moves off before the enemy comes?", "9.63"),
            Phase::FireAtGuns { .. } => ("Fire at the guns before they move off?", "9.63"),
            Phase::Volley { kind: ShotKind::Parting, .. } => ("Who fires at the unit that leaves?", "10.44"),
            Phase::Volley { kind: ShotKind::Entry, .. } => {
                ("Which guns fire at the unit that came near?", "10.45")
            }
            Phase::Volley { .. } => ("Who answers the fire?", "10.42"),
            Phase::ReactionFacing { .. } => ("Which unit turns or bends a wing?", "9.61"),
            Phase::ReactionFacingOf { .. } | Phase::FireReaction { .. } => {
                ("How does the unit react?", "9.62")
            }
            Phase::DivideFire { .. } => ("Where does the rest of the battery fire?", "10.65"),
            Phase::AfterFire { .. } => ("Take the hex that the fire emptied?", "12.6"),
            Phase::Retreat { .. } => ("Where does the unit retreat?", "12.44"),
            Phase::LeaderGoes { .. } => ("Does the leader go along?", "12.72"),
            Phase::Declare { .. } => ("Whom do these units attack?", "11.31"),
            Phase::HoldBack { .. } => ("Which unit of the hex takes no part?", "11.31"),
            Phase::RetreatBeforeShock { .. } => ("Who retreats before the shock?", "11.33"),
            Phase::Envelop { .. } => ("Swing the end of the line round the enemy?", "8.48"),
            Phase::CounterCharge { .. } => ("Countercharge?", "11.56"),
            Phase::PreShockChecks => ("Which unit is checked for the line?", "11.37"),
            Phase::PreShockFire { .. } => ("Who fires before the shock?", "11.38"),
            Phase::ShockOrder { .. } => ("From which end are the combats resolved?", "11.41"),
            Phase::AdvanceAfterShock { .. } => ("Where does the unit advance?", "11.46"),
            Phase::AdvanceFacing { .. } => ("Where does the unit face after its advance?", "12.6"),
            Phase::ContinueShock { .. } => ("Continue the shock?", "11.47"),
            Phase::ContinueMove { .. } => ("Where does the unit pursue?", "11.47"),
            Phase::RallyFacing { .. } => ("Where does the rallied or resupplied unit face?", "13.41"),
            Phase::CommanderMovement { .. } => ("Which commander rides?", "9.32"),
            Phase::MovesUp { .. } => ("Which subordinate takes over?", "12.76"),
            Phase::Replacement { .. } => ("Which unit does the new leader join?", "12.74"),
            Phase::ReserveWork { .. } => ("Which routed unit is gathered?", "13.51"),
            Phase::ReturnRouted { .. } => ("Where does the gathered unit stand?", "13.52"),
            Phase::Rest { .. } => ("Rally the brigade or rest it?", "13.45"),
            Phase::LeaveReserve { .. } => ("Which brigade leaves reserve?", "6.34"),
            Phase::LeaveWith { .. } => ("With which orders does it leave reserve?", "6.35"),
            Phase::EndGame { .. } => ("Break off the battle?", "3.0"),
            Phase::EventChoice { .. } => ("Whom does the event strike?", "5.31"),
            _ => ("Nothing is asked.", "3.0"),
        }
    }
}
