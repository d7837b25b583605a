//! What a player can do at one decision, its stable code, and its sentence.

use super::WarsOfTheRoses;
use super::types::*;
use crate::draft::LINES;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Keep the hand [WR 5.1].
    Keep,
    /// Show a poor hand and demand new cards, or exchange one's own at the other's demand [WR 5.1].
    Redeal,
    /// Play a card face down [WR 1.1].
    Play(Card),
    /// Take a block in hand to move it [WR 5.2].
    Pick(Block),
    /// Move the block in hand to an adjacent area [WR 5.2].
    Step(Area),
    /// Sail the block in hand over a sea [WR 5.3].
    Sail(Area, Sea),
    /// Leave the block in hand where it is now.
    Stop,
    /// Bring a block from the pool to the map [WR 5.4].
    Recruit(Block, Area),
    /// End the action phase, the muster or the regrouping; decline an event.
    Done,
    /// Choose the area of the Muster [WR 5.1].
    Muster(Area),
    /// Strike a city with the Plague [WR 5.1].
    Plague(Area),
    /// Fight here next [WR 6.1].
    Fight(Area),
    /// Fire at the strongest enemy block [WR 6.4].
    Fire(Block),
    /// Let a block's battle turn go by [WR 6.2].
    Pass(Block),
    /// Charge an enemy block [WR 6.5].
    Charge(Block, Block),
    /// Try to win an enemy block over [WR 6.9].
    Treachery(Block, Block),
    /// Try the same with the Treason card [WR 5.1].
    Treason(Block),
    /// Retreat by land or, for pirates, by sea [WR 6.6].
    Retreat(Block, Area),
    /// Take the hits with this block [WR 6.4].
    Hit(Block),
    /// Regroup after a victory [WR 6.7].
    Regroup(Block, Area),
    /// Execute a turncoat heir [WR 9.1].
    Execute(Block),
    /// Let him live.
    Spare(Block),
    /// Bring in a minor heir [WR 6.82].
    Enter(Block, Area),
    /// A block beyond the supply limit loses a step [WR 7.1].
    Starve(Block),
    /// Go home [WR 8.3, 8.4].
    Home(Block, Area),
    /// Go home to the pool [WR 8.3, 8.4].
    HomePool(Block),
    /// Leave an overfull exile area for the pool [WR 7.2].
    Disband(Block),
}

impl Action {
    /// For the unused places of a draft: an action that fills all its bytes.
    pub(super) const BLANKS: &[Action; LINES] = &[Action::Recruit(Block(0), Area(0)); LINES];
}

impl WarsOfTheRoses {
    pub(super) fn action_code(&self, action: Action) -> String {
        let area = |area: Area| self.tables.area(area).id.as_str();
        let block = |block: Block| self.tables.block(block).id.as_str();
        match action {
            Action::Keep => "keep".into(),
            Action::Redeal => "redeal".into(),
            Action::Play(card) => format!("play:{}", self.tables.card(card).id),
            Action::Pick(b) => format!("pick:{}", block(b)),
            Action::Step(to) => format!("step:{}", area(to)),
            Action::Sail(to, sea) => format!("sail:{}>{}", self.tables.seas[usize::from(sea.0)].0, area(to)),
            Action::Stop => "stop".into(),
            Action::Recruit(b, to) => format!("recruit:{}>{}", block(b), area(to)),
            Action::Done => "done".into(),
            Action::Muster(at) => format!("muster:{}", area(at)),
            Action::Plague(at) => format!("plague:{}", area(at)),
            Action::Fight(at) => format!("fight:{}", area(at)),
            Action::Fire(b) => format!("fire:{}", block(b)),
            Action::Pass(b) => format!("pass:{}", block(b)),
            Action::Charge(b, at) => format!("charge:{}>{}", block(b), block(at)),
            Action::Treachery(b, at) => format!("treachery:{}>{}", block(b), block(at)),
            Action::Treason(at) => format!("treason:{}", block(at)),
            Action::Retreat(b, to) => format!("retreat:{}>{}", block(b), area(to)),
            Action::Hit(b) => format!("hit:{}", block(b)),
            Action::Regroup(b, to) => format!("regroup:{}>{}", block(b), area(to)),
            Action::Execute(b) => format!("execute:{}", block(b)),
            Action::Spare(b) => format!("spare:{}", block(b)),
            Action::Enter(b, to) => format!("enter:{}>{}", block(b), area(to)),
            Action::Starve(b) => format!("starve:{}", block(b)),
            Action::Home(b, to) => format!("home:{}>{}", block(b), area(to)),
            Action::HomePool(b) => format!("home:{}>pool", block(b)),
            Action::Disband(b) => format!("disband:{}", block(b)),
        }
    }

    pub(super) fn action_sentence(&self, action: Action) -> String {
        let area = |area: Area| self.tables.area(area).name.as_str();
        let block = |block: Block| self.tables.block(block).name.as_str();
        match action {
            Action::Keep => "Keep the hand.".into(),
            Action::Redeal => "Give the hand back for new cards.".into(),
            Action::Play(card) => format!("Play {} face down.", self.tables.card(card).name),
            Action::Pick(b) => format!("Move {}.", block(b)),
            Action::Step(to) => format!("March to {}.", area(to)),
            Action::Sail(to, sea) => {
                format!("Sail over the {} to {}.", self.tables.seas[usize::from(sea.0)].1, area(to))
            }
            Action::Stop => "Stop here.".into(),
            Action::Recruit(b, to) => format!("Recruit {} in {}.", block(b), area(to)),
            Action::Done => "Do nothing more.".into(),
            Action::Muster(at) => format!("Muster in {}.", area(at)),
            Action::Plague(at) => format!("Let the plague strike {}.", area(at)),
            Action::Fight(at) => format!("Fight the battle in {}.", area(at)),
            Action::Fire(b) => format!("{} fights.", block(b)),
            Action::Pass(b) => format!("{} passes.", block(b)),
            Action::Charge(b, at) => format!("{} charges {}.", block(b), block(at)),
            Action::Treachery(b, at) => format!("{} tries to win {} over.", block(b), block(at)),
            Action::Treason(at) => format!("Use the Treason card on {}.", block(at)),
            Action::Retreat(b, to) => format!("{} retreats to {}.", block(b), area(to)),
            Action::Hit(b) => format!("{} takes the hits.", block(b)),
            Action::Regroup(b, to) => format!("{} regroups to {}.", block(b), area(to)),
            Action::Execute(b) => format!("Execute {}.", block(b)),
            Action::Spare(b) => format!("Let {} live.", block(b)),
            Action::Enter(b, to) => format!("{} comes into play in {}.", block(b), area(to)),
            Action::Starve(b) => format!("{} loses a step for want of supply.", block(b)),
            Action::Home(b, to) => format!("{} goes home to {}.", block(b), area(to)),
            Action::HomePool(b) => format!("{} goes to the pool.", block(b)),
            Action::Disband(b) => format!("{} leaves exile for the pool.", block(b)),
        }
    }
}
