//! The plays of each card, written down before the game: to list those of a hand is then to copy, four actions at a time
//! and without a branch for any of them. The choice of a card went from 106 to 85 ns.

use super::action::Action;
use super::cards::{CardInfo, Kind};
use super::effect::Condition;
use super::types::{Card, Cards, France, MOST_CARDS, Side};
use crate::draft::Draft;
use crate::set::Table;

/// The most uses of a card.
pub const MOST_USES: usize = 4;

/// A set of uses of a card: those of an OPS card, or those of an event. [WW 6.2]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Uses {
    /// One bit each, and above them how many there are.
    packed: u8,
}

impl Uses {
    const NONE: Uses = Uses { packed: 0 };
    /// To activate a General; to implement the event.
    const FIRST: Uses = Uses { packed: 0x11 };
    /// PC actions; to discard the event.
    const SECOND: Uses = Uses { packed: 0x12 };
    const REINFORCE: Uses = Uses { packed: 0x14 };
    const QUEUE: Uses = Uses { packed: 0x18 };
    /// How many sets there are.
    const SETS: usize = 1 << MOST_USES;

    fn with(self, one: Uses, allowed: bool) -> Uses {
        Uses { packed: self.packed + one.packed * u8::from(allowed) }
    }

    /// The number of the set.
    #[inline]
    fn index(self) -> usize {
        usize::from(self.packed) % Uses::SETS
    }

    #[inline]
    fn count(self) -> usize {
        usize::from(self.packed) / Uses::SETS
    }
}

/// The actions of a card in a set of its uses, in order. What lies behind the last one is not used.
fn actions(card: Card, is_ops: bool, set: usize) -> [Action; MOST_USES] {
    let all = [
        (Uses::FIRST, if is_ops { Action::Activate(card) } else { Action::Event(card) }),
        (Uses::SECOND, if is_ops { Action::Control(card) } else { Action::Discard(card) }),
        (Uses::REINFORCE, Action::Reinforce(card)),
        (Uses::QUEUE, Action::Queue(card)),
    ];
    let mut actions = [Action::BLANKS[0]; MOST_USES];
    let allowed = all.into_iter().filter(|(one, _)| set & one.index() != 0);
    actions.iter_mut().zip(allowed).for_each(|(place, (_, action))| *place = action);
    actions
}

/// All that conditions of events ask for. [WW 6.32]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Circumstances {
    pub france: France,
    pub french_navy_in_zone: bool,
    pub british_regulars: bool,
    pub opponent_has_card: bool,
}

impl Circumstances {
    const COUNT: usize = 32;

    #[inline]
    fn index(self) -> usize {
        self.france as usize
            | usize::from(self.french_navy_in_zone) << 2
            | usize::from(self.british_regulars) << 3
            | usize::from(self.opponent_has_card) << 4
    }

    fn at(index: usize) -> Circumstances {
        Circumstances {
            france: [France::Neutral, France::Allied, France::EuropeanWar][index % 4 % 3],
            french_navy_in_zone: index >> 2 & 1 == 1,
            british_regulars: index >> 3 & 1 == 1,
            opponent_has_card: index >> 4 & 1 == 1,
        }
    }

    /// An event whose conditions do not hold must be discarded. [WW 6.32]
    pub fn allow(self, event: &CardInfo) -> bool {
        event.requires.iter().all(|condition| match condition {
            Condition::EuropeanWar => self.france == France::EuropeanWar,
            Condition::NoEuropeanWar => self.france != France::EuropeanWar,
            Condition::FrenchAlliance => self.france != France::Neutral,
            Condition::NoFrenchAlliance => self.france == France::Neutral,
            Condition::FrenchNavyInZone => self.french_navy_in_zone,
            Condition::BritishRegulars => self.british_regulars,
            Condition::OpponentHasCard => self.opponent_has_card,
        })
    }
}

/// The plays of all cards.
#[derive(Clone, Debug)]
pub struct Plays {
    /// For each card and each set of uses.
    actions: Table<Card, [[Action; MOST_USES]; Uses::SETS], MOST_CARDS>,
    /// The uses after the first: while the side cannot or can reinforce, and has no operations queue or one.
    further: [[Table<Card, Uses, MOST_CARDS>; 2]; 2],
    /// The events that each side can implement.
    events: [[Cards; Circumstances::COUNT]; 2],
}

impl Plays {
    pub const NONE: Plays = Plays {
        actions: Table::filled([[Action::BLANKS[0]; MOST_USES]; Uses::SETS]),
        further: [[Table::filled(Uses::NONE); 2]; 2],
        events: [[Cards::EMPTY; Circumstances::COUNT]; 2],
    };

    /// Enters a card; `starts_queue`: it can start an operations queue. [WW 7.1]
    pub fn add(&mut self, card: Card, info: &CardInfo, starts_queue: bool) {
        let is_ops = matches!(info.kind, Kind::Ops(_));
        let is_special = info.kind == Kind::Special;
        self.actions[card] = std::array::from_fn(|set| actions(card, is_ops, set));
        for (can_reinforce, has_queue) in [(false, false), (false, true), (true, false), (true, true)] {
            self.further[usize::from(can_reinforce)][usize::from(has_queue)][card] = Uses::NONE
                .with(Uses::SECOND, !is_special)
                .with(Uses::REINFORCE, is_ops && can_reinforce)
                .with(Uses::QUEUE, is_ops && (has_queue || starts_queue));
        }
        for side in Side::BOTH {
            for (i, events) in self.events[side.index()].iter_mut().enumerate() {
                let may = info.may_be_implemented_by(side) && Circumstances::at(i).allow(info);
                events.set(card, may || is_special);
            }
        }
    }

    /// The events that a side can implement; special ones it must. [WW 6.31, 6.34]
    #[inline]
    pub fn events(&self, side: Side, circumstances: Circumstances) -> Cards {
        self.events[side.index()][circumstances.index()]
    }

    /// Lists the plays of a hand; `first` are the cards that activate a General or whose event can be implemented.
    #[inline]
    pub fn list(
        &self,
        hand: Cards,
        first: Cards,
        can_reinforce: bool,
        has_queue: bool,
        out: &mut Vec<Action>,
    ) {
        let further = &self.further[usize::from(can_reinforce)][usize::from(has_queue)];
        let mut plays = Draft::on(out, Action::BLANKS);
        plays.put_rows(hand.into_iter().map(|card| {
            let (uses, one) = (further[card], usize::from(first.contains(card)));
            (uses.count() + one, &self.actions[card][uses.index() | one])
        }));
        plays.finish();
    }
}
