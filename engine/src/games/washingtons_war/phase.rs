//! Every decision point and every automatic step between them.
//!
//! Phases lie on a small stack: push to call, pop to return, replace to go on. The lowest one is the step of the
//! turn; the top one asks a question, or runs by itself until one does.

use super::effect::Op;
use super::state::State;
use super::tables::Tables;
use super::types::{Card, General, Side, Space};

/// A place in an effect's program, with what is left of the instruction at hand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// Address in [`Tables::program`].
    pub at: u16,
    /// Colonies already chosen from, where each may be chosen once.
    pub colonies: u16,
    /// How many are left to choose, or Generals to activate.
    pub left: u8,
    /// Choices ascend where their order does not matter; the colony at hand for placing in each colony.
    pub from: u8,
    /// Who carries the effect out.
    pub side: Side,
}

impl Frame {
    pub fn new(tables: &Tables, at: u16, side: Side) -> Frame {
        let left = match &tables.program[usize::from(at)] {
            Op::PlacePc(pick) | Op::RemovePc(pick) | Op::FlipPc(pick) | Op::RemoveCu(pick) => pick.count,
            Op::PlacePcEachColony(pick) => pick.count,
            Op::Activate { generals, .. } => *generals,
            _ => 0,
        };
        Frame { at, colonies: 0, left, from: 0, side }
    }
}

/// What a share of French CUs is chosen for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Share {
    Interception(General),
    RetreatBeforeBattle,
    BattleLoss,
    WinterLoss,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    // The steps of a game and of a turn: the lowest phase.
    Setup(u8),
    TurnStart,
    /// The British may claim the first play with a campaign card. [WW 5.3]
    ClaimFirst,
    ChooseFirst,
    NextImpulse,
    /// Choose a card and its use.
    Impulse,
    /// The card in play is resolved; what follows from it.
    CardDone,
    /// The British may draw a replacement and act again (tournament variant).
    Redraw,
    /// The opponent may exchange an OPS card for the event just discarded. [WW 6.32]
    Exchange(Card),
    Winter {
        side: Side,
        from: u8,
    },
    Naval,
    Congress,
    PlaceCongress,
    Political,
    End(u8),
    Over,

    // Uses of a card.
    PcActions {
        left: u8,
        from: u8,
    },
    DiscardAction,
    ReinforceSpace {
        value: u8,
    },
    ReinforceCount {
        port: Space,
    },
    ReinforceGeneral {
        space: Space,
    },
    ChooseGeneral {
        value: u8,
    },
    Effect(Frame),

    // France enters.
    NavyZone,
    FrenchArrival,

    // Movement and battle.
    Moving,
    Entered,
    Intercept,
    Arrived,
    RetreatBefore,
    RetreatBeforeTo,
    Clash,
    ExcessGeneral {
        space: Space,
        side: Side,
    },
    FrenchShare {
        share: Share,
        count: u8,
        space: Space,
    },
    BattleStart,
    BattleCard(Side),
    BattleRoll,
    BattleLosses(Side),
    BattleRetreat,
    Retreat,
    BattleEnd,
    ActivationEnd,
}

const _: () = assert!(size_of::<Phase>() <= 8);

/// How deep phases can lie upon each other.
pub const DEPTH: usize = 7;

/// The phases in progress, the lowest first. Unused places hold [`Phase::Over`], so that equal stacks are equal.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stack {
    phases: [Phase; DEPTH],
    depth: u8,
}

impl Stack {
    pub fn new(base: Phase) -> Stack {
        let mut phases = [Phase::Over; DEPTH];
        phases[0] = base;
        Stack { phases, depth: 1 }
    }

    #[inline]
    pub fn top(&self) -> Phase {
        self.phases[usize::from(self.depth) - 1]
    }

    /// The same where it lies. What was written a moment ago in parts is read in parts as well: as a whole it would have
    /// to be waited for (3 ns where a card is chosen).
    #[inline]
    pub fn peek(&self) -> &Phase {
        &self.phases[usize::from(self.depth) - 1]
    }

    #[inline]
    pub fn base(&self) -> Phase {
        self.phases[0]
    }

    pub fn depth(&self) -> usize {
        usize::from(self.depth)
    }

    pub fn as_slice(&self) -> &[Phase] {
        &self.phases[..usize::from(self.depth)]
    }

    /// # Panics
    /// If phases lie more than [`DEPTH`] deep, which no sequence of play reaches.
    #[inline]
    pub fn push(&mut self, phase: Phase) {
        assert!(self.depth() < DEPTH, "phases lie at most {DEPTH} deep");
        self.phases[self.depth()] = phase;
        self.depth += 1;
    }

    #[inline]
    pub fn pop(&mut self) {
        assert!(self.depth > 1, "the step of the turn is replaced, never removed");
        self.depth -= 1;
        self.phases[usize::from(self.depth)] = Phase::Over;
    }

    #[inline]
    pub fn replace(&mut self, phase: Phase) {
        self.phases[usize::from(self.depth) - 1] = phase;
    }
}

impl Phase {
    /// The step of a turn, which lies lowest.
    pub fn is_base(self) -> bool {
        matches!(
            self,
            Phase::Setup(_)
                | Phase::TurnStart
                | Phase::ClaimFirst
                | Phase::ChooseFirst
                | Phase::NextImpulse
                | Phase::Impulse
                | Phase::CardDone
                | Phase::Redraw
                | Phase::Exchange(_)
                | Phase::Winter { .. }
                | Phase::Naval
                | Phase::Congress
                | Phase::PlaceCongress
                | Phase::Political
                | Phase::End(_)
                | Phase::Over
        )
    }

    /// A question that is asked whatever the state, so that no step has to be looked for: every second time it is one.
    #[inline]
    pub fn only_asks(&self) -> bool {
        matches!(
            self,
            Phase::ClaimFirst
                | Phase::ChooseFirst
                | Phase::Impulse
                | Phase::Exchange(_)
                | Phase::PcActions { .. }
                | Phase::DiscardAction
                | Phase::ReinforceSpace { .. }
                | Phase::ReinforceCount { .. }
                | Phase::ReinforceGeneral { .. }
                | Phase::ChooseGeneral { .. }
        )
    }

    /// Strategy and Winter Attrition Phases, in which an automatic victory can occur. [WW 13.1]
    pub fn is_wartime(self) -> bool {
        matches!(
            self,
            Phase::ClaimFirst
                | Phase::ChooseFirst
                | Phase::NextImpulse
                | Phase::Impulse
                | Phase::CardDone
                | Phase::Redraw
                | Phase::Exchange(_)
                | Phase::Winter { .. }
        )
    }
}

/// Who answers the question on top; `None` if nothing is asked.
///
/// Inlined wherever it is asked: whether anybody answers at all is then one comparison (22 instructions a decision).
#[inline(always)]
pub fn decider(tables: &Tables, state: &State) -> Option<Side> {
    match *state.stack.peek() {
        Phase::ClaimFirst | Phase::Redraw | Phase::ReinforceCount { .. } => Some(Side::British),
        Phase::ChooseFirst if state.british_choose_first => Some(Side::British),
        Phase::ChooseFirst
        | Phase::PlaceCongress
        | Phase::NavyZone
        | Phase::FrenchArrival
        | Phase::Intercept
        | Phase::RetreatBefore
        | Phase::RetreatBeforeTo
        | Phase::FrenchShare { .. } => Some(Side::American),
        Phase::Impulse
        | Phase::PcActions { .. }
        | Phase::DiscardAction
        | Phase::ReinforceSpace { .. }
        | Phase::ReinforceGeneral { .. }
        | Phase::ChooseGeneral { .. }
        | Phase::Moving => Some(state.active),
        Phase::Exchange(_) => Some(state.active.enemy()),
        Phase::ExcessGeneral { side, .. } | Phase::BattleCard(side) => Some(side),
        Phase::Retreat => Some(state.battle.loser),
        Phase::Effect(frame) => Some(match &tables.program[usize::from(frame.at)] {
            Op::PlacePcEachColony(pick) => pick.side,
            _ => frame.side,
        }),
        _ => None,
    }
}

/// The question and the rule it comes from.
pub fn question(tables: &Tables, state: &State) -> (&'static str, &'static str) {
    match state.stack.top() {
        Phase::ClaimFirst => ("Declare yourself first player with a campaign card?", "5.3"),
        Phase::ChooseFirst => ("Who plays the first strategy card?", "5.3"),
        Phase::Impulse => ("Which card do you play, and for what?", "6.0"),
        Phase::Redraw => ("Draw a replacement card and act again?", "6.34"),
        Phase::Exchange(_) => ("Exchange an OPS card for the discarded event?", "6.32"),
        Phase::PlaceCongress => ("Where does the Continental Congress meet again?", "10.2"),
        Phase::PcActions { .. } => ("Where do you place or flip a PC marker?", "10.11"),
        Phase::DiscardAction => ("Place, flip or remove one PC marker with the discard?", "6.32"),
        Phase::ReinforceSpace { .. } if state.active == Side::British => {
            ("In which port do the reinforcements land?", "8.1")
        }
        Phase::ReinforceSpace { .. } => ("Where do the reinforcements arrive?", "8.2"),
        Phase::ReinforceCount { .. } => ("How many CUs land?", "8.1"),
        Phase::ReinforceGeneral { .. } if state.active == Side::British => {
            ("Which General arrives with them?", "8.1")
        }
        Phase::ReinforceGeneral { .. } => ("Which General arrives with them?", "8.2"),
        Phase::ChooseGeneral { .. } => ("Which General is activated?", "7.1"),
        Phase::NavyZone if state.stack.base() == Phase::CardDone => {
            ("Where does the French Navy appear?", "12.2")
        }
        Phase::NavyZone => ("Where does the French Navy sail?", "5.5"),
        Phase::FrenchArrival => ("In which port do the French forces land?", "12.2"),
        Phase::Moving => ("Where does the General go next?", "7.3"),
        Phase::Intercept => ("Which General attempts to intercept?", "7.8"),
        Phase::RetreatBefore => ("Attempt to retreat before battle?", "7.9"),
        Phase::RetreatBeforeTo => ("Where does the Army retreat before battle?", "7.9"),
        Phase::ExcessGeneral { .. } => ("Which of two Generals goes to the Reinforcements Box?", "7.4"),
        Phase::FrenchShare { share, .. } => match share {
            Share::Interception(_) => ("How many of the intercepting CUs are French?", "7.8"),
            Share::RetreatBeforeBattle => ("How many of the retreating CUs are French?", "7.9"),
            Share::BattleLoss => ("How many of the lost CUs are French?", "9.5"),
            Share::WinterLoss => ("How many of the CUs lost in winter are French?", "11.3"),
        },
        Phase::BattleCard(_) => ("Play a battle card or discard an event for the battle?", "9.45"),
        Phase::Retreat => ("Where does the defeated force retreat?", "9.61"),
        Phase::Effect(frame) => match &tables.program[usize::from(frame.at)] {
            Op::Activate { .. } => ("Which General is activated next?", "7.2"),
            Op::PlacePc(_) if matches!(state.stack.base(), Phase::Setup(_)) => {
                ("Where does a PC marker for the King lie?", "4.0")
            }
            Op::PlacePcEachColony(_) if matches!(state.stack.base(), Phase::Setup(_)) => {
                ("Where does the Committee of Correspondence meet in this colony?", "4.0")
            }
            Op::PlacePc(_) => ("Where does the event place a PC marker?", "10.12"),
            Op::PlacePcEachColony(_) => ("Where does the marker in this colony lie?", "6.34"),
            Op::RemovePc(_) if frame.at == tables.procedures.washington_captured => {
                ("Which American PC marker falls with Washington?", "7.6")
            }
            Op::RemovePc(_) => ("Which PC marker does the event remove?", "10.12"),
            Op::FlipPc(_) => ("Which PC marker does the event flip?", "10.12"),
            Op::RemoveCu(_) if frame.at == tables.procedures.european_war => {
                ("Which CU leaves for the European War?", "12.2")
            }
            Op::RemoveCu(_) => ("Which CU does the event remove?", "6.31"),
            _ => ("Which of the card's options?", "6.31"),
        },
        _ => ("Nothing is asked.", "5.0"),
    }
}
