//! Actions, one for each answer at the table, with their codes and sentences.

use super::tables::Tables;
use super::types::{Card, General, MOST_SPACES, Nation, Side, Space, Zone};
use crate::draft::{Fours, MANY_PLACES, PLACES};

/// Four bytes, so that an action is copied as one number, and four actions at once.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(align(4))]
pub enum Action {
    // The Strategy Phase.
    Claim(Card),
    Decline,
    First(Side),
    /// OPS: activate a General, take PC actions, reinforce, or play into the operations queue.
    Activate(Card),
    Control(Card),
    Reinforce(Card),
    Queue(Card),
    Event(Card),
    Discard(Card),
    Exchange(Card),
    Redraw,

    // Markers and pieces.
    Place(Space),
    Flip(Space),
    Remove(Space),
    RemoveCu(Nation, Space),
    Choose(u8),
    Done,

    // Reinforcements and the French.
    ReinforceAt(Space),
    FrenchAt(Space),
    Count(u8),
    Bring(General),
    BringNone,
    Navy(Zone),
    Congress(Space),

    // Movement.
    General(General),
    LandingParty(Space),
    PickUp(Nation, u8),
    Drop(Nation, u8),
    Step(Space),
    Sail(Space),
    Stop,
    Intercept(General),
    TryRetreat,
    Stand,
    Retreat(Space),
    Dismiss(General),
    French(u8),

    // Battle.
    BattleCard(Card),
    BattleDiscard(Card),
    NoCard,
}

const _: () = assert!(size_of::<Action>() == 4);

/// No General takes more CUs with him, whatever the data files say.
pub(super) const MOST_LOAD: usize = 7;

/// A row for each nation: one CU, two CUs ...; in all eight, so that a row is copied in two pieces.
const fn loads(picked_up: bool) -> [[Action; MOST_LOAD + 1]; 3] {
    let nations = [Nation::British, Nation::American, Nation::French];
    let mut rows = [[Action::BLANK; MOST_LOAD + 1]; 3];
    let mut i = 0;
    while i < 3 * (MOST_LOAD + 1) {
        let (nation, n) = (nations[i % 3], (i / 3) as u8 + 1);
        rows[i % 3][i / 3] = if picked_up { Action::PickUp(nation, n) } else { Action::Drop(nation, n) };
        i += 1;
    }
    rows
}

impl Action {
    /// Ways to pick up and to drop CUs of each nation.
    pub(super) const PICK_UPS: &[[Action; MOST_LOAD + 1]; 3] = &loads(true);
    pub(super) const DROPS: &[[Action; MOST_LOAD + 1]; 3] = &loads(false);

    /// For the unused places of a draft: an action that fills all its bytes.
    const BLANK: Action = Action::RemoveCu(Nation::British, Space(0));
    pub(super) const BLANKS: &[Action; PLACES] = &[Action::BLANK; PLACES];
    pub(super) const MANY_BLANKS: &[Action; MANY_PLACES] = &[Action::BLANK; MANY_PLACES];
}

/// Actions that there is one of for many spaces, ready to be listed.
#[derive(Clone, Debug)]
pub struct BySpace {
    pub place: Fours<Action, { MOST_SPACES / 4 }>,
    pub remove: Fours<Action, { MOST_SPACES / 4 }>,
    pub reinforce_at: Fours<Action, { MOST_SPACES / 4 }>,
}

impl Default for BySpace {
    fn default() -> Self {
        BySpace {
            place: Fours::new(Action::Place),
            remove: Fours::new(Action::Remove),
            reinforce_at: Fours::new(Action::ReinforceAt),
        }
    }
}

fn of_nation(word: &str, nation: Nation) -> String {
    if nation == Nation::French { format!("{word}_french") } else { word.to_string() }
}

pub fn code(tables: &Tables, action: Action) -> String {
    let card = |word: &str, card: Card| format!("{word}:{}", tables.card_id(card));
    let space = |word: &str, space: Space| format!("{word}:{}", tables.space_id(space));
    let general = |word: &str, general: General| format!("{word}:{}", tables.general_id(general));
    match action {
        Action::Claim(c) => card("claim", c),
        Action::Decline => "decline".into(),
        Action::First(side) => format!("first:{}", side.id()),
        Action::Activate(c) => card("activate", c),
        Action::Control(c) => card("control", c),
        Action::Reinforce(c) => card("reinforce", c),
        Action::Queue(c) => card("queue", c),
        Action::Event(c) => card("event", c),
        Action::Discard(c) => card("discard", c),
        Action::Exchange(c) => card("exchange", c),
        Action::Redraw => "redraw".into(),
        Action::Place(s) => space("place", s),
        Action::Flip(s) => space("flip", s),
        Action::Remove(s) => space("remove", s),
        Action::RemoveCu(nation, s) => space(&of_nation("remove_cu", nation), s),
        Action::Choose(n) => format!("option:{}", n + 1),
        Action::Done => "done".into(),
        Action::ReinforceAt(s) => space("at", s),
        Action::FrenchAt(s) => space("french_at", s),
        Action::Count(n) => format!("cu:{n}"),
        Action::Bring(g) => general("bring", g),
        Action::BringNone => "bring:none".into(),
        Action::Navy(zone) => format!("navy:{}", tables.zones[usize::from(zone.0)].id),
        Action::Congress(s) => space("congress", s),
        Action::General(g) => general("general", g),
        Action::LandingParty(s) => space("landing_party", s),
        Action::PickUp(nation, n) => format!("{}:{n}", of_nation("pick_up", nation)),
        Action::Drop(nation, n) => format!("{}:{n}", of_nation("drop", nation)),
        Action::Step(s) => space("step", s),
        Action::Sail(s) => space("sail", s),
        Action::Stop => "stop".into(),
        Action::Intercept(g) => general("intercept", g),
        Action::TryRetreat => "retreat".into(),
        Action::Stand => "stand".into(),
        Action::Retreat(s) => space("retreat", s),
        Action::Dismiss(g) => general("to_box", g),
        Action::French(n) => format!("french:{n}"),
        Action::BattleCard(c) => card("battle_card", c),
        Action::BattleDiscard(c) => card("battle_discard", c),
        Action::NoCard => "no_card".into(),
    }
}

pub fn sentence(tables: &Tables, action: Action) -> String {
    let title = |card: Card| {
        let info = tables.card(card);
        format!("{} (card {})", info.title, info.number)
    };
    let name = |space: Space| tables.space_name(space);
    let who = |general: General| tables.general(general).name.as_str();
    let cu = |nation: Nation, n: u8| format!("{n} {nation:?} CU{}", if n == 1 { "" } else { "s" });
    match action {
        Action::Claim(c) => format!("Declare yourself first player by playing {}.", title(c)),
        Action::Decline => "Decline.".into(),
        Action::First(side) => format!("The {} play the first card.", side.name()),
        Action::Activate(c) => format!("Play {} to activate a General.", title(c)),
        Action::Control(c) => format!("Play {} to place or flip PC markers.", title(c)),
        Action::Reinforce(c) => format!("Play {} to bring on reinforcements.", title(c)),
        Action::Queue(c) => format!("Play {} into the operations queue.", title(c)),
        Action::Event(c) => format!("Play {} as an event.", title(c)),
        Action::Discard(c) => format!("Discard {}.", title(c)),
        Action::Exchange(c) => format!("Exchange {} for the discarded event.", title(c)),
        Action::Redraw => "Draw a replacement card and act again.".into(),
        Action::Place(s) => format!("Place a PC marker in {}.", name(s)),
        Action::Flip(s) => format!("Flip the PC marker in {}.", name(s)),
        Action::Remove(s) => format!("Remove the PC marker in {}.", name(s)),
        Action::RemoveCu(nation, s) => format!("Remove {} in {}.", cu(nation, 1), name(s)),
        Action::Choose(n) => format!("Take option {} of the card.", n + 1),
        Action::Done => "That is all.".into(),
        Action::ReinforceAt(s) => format!("Bring the reinforcements on in {}.", name(s)),
        Action::FrenchAt(s) => format!("Land all French forces in {}.", name(s)),
        Action::Count(n) => format!("Land {}.", cu(Nation::British, n)),
        Action::Bring(g) => format!("Bring on {}.", who(g)),
        Action::BringNone => "Bring on no General.".into(),
        Action::Navy(zone) => {
            format!("Place the French Navy in the {} zone.", tables.zones[usize::from(zone.0)].name)
        }
        Action::Congress(s) => format!("Congress meets in {}.", name(s)),
        Action::General(g) => format!("Activate {}.", who(g)),
        Action::LandingParty(s) => format!("A landing party takes control of {}.", name(s)),
        Action::PickUp(nation, n) => format!("Pick up {}.", cu(nation, n)),
        Action::Drop(nation, n) => format!("Drop {}.", cu(nation, n)),
        Action::Step(s) => format!("Move to {}.", name(s)),
        Action::Sail(s) => format!("Sail to {}.", name(s)),
        Action::Stop => "Stop here.".into(),
        Action::Intercept(g) => format!("{} attempts to intercept.", who(g)),
        Action::TryRetreat => "Attempt to retreat before battle.".into(),
        Action::Stand => "Stand and fight.".into(),
        Action::Retreat(s) => format!("Retreat to {}.", name(s)),
        Action::Dismiss(g) => format!("{} goes to the Reinforcements Box.", who(g)),
        Action::French(n) => format!("{} among them.", cu(Nation::French, n)),
        Action::BattleCard(c) => format!("Play {} in the battle.", title(c)),
        Action::BattleDiscard(c) => format!("Discard {} for a bonus in the battle.", title(c)),
        Action::NoCard => "Play no card in the battle.".into(),
    }
}
