//! Everything a player can do: one action answers one question. Codes are made of data ids.

use crate::set::Index;

use super::Coalitions;
use super::state::State;
use super::types::{Ask, Card, Power, Status, Territory};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Names the power's special general: on the map, or off it.
    Name(Option<Territory>),
    Expel,
    Keep,
    Status(Status),
    Bid(u8),
    Discard(Card),
    Place(Territory),
    PlaceNamed(Territory),
    Remove(Territory),
    DrawCard,
    Morale,
    Subsidy(Power),
    Give(u8),
    Accept,
    Refuse,
    BuyCard,
    BuyMorale,
    Troop(Territory),
    Fortress(Territory),
    Arbiter(Power),
    Disband(Territory),
    Move {
        from: Territory,
        to: Territory,
    },
    Sail {
        from: Territory,
        to: Territory,
    },
    Orient {
        from: Territory,
        to: Territory,
    },
    Onward(Territory),
    Stop,
    Garrison,
    NoGarrison,
    Battle(Territory),
    Withdraw(Territory),
    Stay,
    Support,
    Decline,
    Play(Card),
    PlayFaceUp(Card),
    Pass,
    /// The `nth` card (from 0) of the general of `power` at a territory.
    Reveal {
        power: Power,
        at: Territory,
        nth: u8,
    },
    /// To a territory, or off the map.
    Retreat(Option<Territory>),
    Request,
    Weakest(Power),
    Take(Territory),
    Done,
}

impl Coalitions {
    pub(super) fn action_code(&self, action: Action) -> String {
        let at = |territory: Territory| self.tables.id(territory);
        let who = |power: Power| self.tables.powers[power.i()].id.as_str();
        let card = |card: Card| self.tables.cards[card.index()].id.as_str();
        match action {
            Action::Name(None) => "name:offmap".into(),
            Action::Name(Some(place)) => format!("name:{}", at(place)),
            Action::Expel => "expel".into(),
            Action::Keep => "keep".into(),
            Action::Status(status) => format!("status:{}", status.id()),
            Action::Bid(morale) => format!("bid:{morale}"),
            Action::Discard(kind) => format!("discard:{}", card(kind)),
            Action::Place(place) => format!("place:{}", at(place)),
            Action::PlaceNamed(place) => format!("place-named:{}", at(place)),
            Action::Remove(place) => format!("remove:{}", at(place)),
            Action::DrawCard => "draw".into(),
            Action::Morale => "morale".into(),
            Action::Subsidy(power) => format!("subsidy:{}", who(power)),
            Action::Give(money) => format!("give:{money}"),
            Action::Accept => "accept".into(),
            Action::Refuse => "refuse".into(),
            Action::BuyCard => "buy:card".into(),
            Action::BuyMorale => "buy:morale".into(),
            Action::Troop(place) => format!("troop:{}", at(place)),
            Action::Fortress(place) => format!("fortress:{}", at(place)),
            Action::Arbiter(power) => format!("arbiter:{}", who(power)),
            Action::Disband(place) => format!("disband:{}", at(place)),
            Action::Move { from, to } => format!("move:{}>{}", at(from), at(to)),
            Action::Sail { from, to } => format!("sail:{}>{}", at(from), at(to)),
            Action::Orient { from, to } => format!("orient:{}>{}", at(from), at(to)),
            Action::Onward(place) => format!("onward:{}", at(place)),
            Action::Stop => "stop".into(),
            Action::Garrison => "garrison".into(),
            Action::NoGarrison => "no-garrison".into(),
            Action::Battle(place) => format!("battle:{}", at(place)),
            Action::Withdraw(place) => format!("withdraw:{}", at(place)),
            Action::Stay => "stay".into(),
            Action::Support => "support".into(),
            Action::Decline => "decline".into(),
            Action::Play(kind) => format!("play:{}", card(kind)),
            Action::PlayFaceUp(kind) => format!("play-face-up:{}", card(kind)),
            Action::Pass => "pass".into(),
            Action::Reveal { power, at: place, nth } => {
                format!("reveal:{}@{}#{}", who(power), at(place), nth + 1)
            }
            Action::Retreat(None) => "retreat:offmap".into(),
            Action::Retreat(Some(place)) => format!("retreat:{}", at(place)),
            Action::Request => "request".into(),
            Action::Weakest(power) => format!("weakest:{}", who(power)),
            Action::Take(place) => format!("take:{}", at(place)),
            Action::Done => "done".into(),
        }
    }

    pub(super) fn action_sentence(&self, state: &State, action: Action) -> String {
        let at = |territory: Territory| self.tables.name(territory);
        let who = |power: Power| self.tables.power_name(power);
        let card = |card: Card| self.tables.cards[card.index()].value;
        let about = state.decision.and_then(|decision| decision.about);
        let other = about.map_or("it", who);
        let ask = state.decision.map(|decision| decision.ask);
        match action {
            Action::Name(None) => "He is a general off the map.".into(),
            Action::Name(Some(place)) => format!("He is the general in {}.", at(place)),
            Action::Expel => format!("Expel {other} from the coalition."),
            Action::Keep => format!("Keep {other} in the coalition."),
            Action::Status(status) => format!("Choose the status {}.", status.id()),
            Action::Bid(morale) => format!("Bid {morale} morale."),
            Action::Discard(kind) => format!("Discard a {}.", card(kind)),
            Action::Place(place) => format!("Place a general in {}.", at(place)),
            Action::PlaceNamed(place) => format!("Place the named general in {}.", at(place)),
            Action::Remove(place) => format!("Take the general in {} off the map.", at(place)),
            Action::DrawCard => "Draw a battle card.".into(),
            Action::Morale => "Gain 1 morale.".into(),
            Action::Subsidy(power) => format!("Offer a subsidy to {}.", who(power)),
            Action::Give(money) => format!("Offer {money} money."),
            Action::Accept => "Agree.".into(),
            Action::Refuse => "Refuse.".into(),
            Action::BuyCard => "Buy a battle card.".into(),
            Action::BuyMorale => "Buy 1 morale.".into(),
            Action::Troop(place) if ask == Some(Ask::Reassign) => {
                format!("The garrison joins the general in {}.", at(place))
            }
            Action::Troop(place) => format!("A troop for the general in {}.", at(place)),
            Action::Fortress(place) => format!("Build a fortress in {}.", at(place)),
            Action::Arbiter(power) => format!("Choose {} as arbiter.", who(power)),
            Action::Disband(place) => format!("Disband the garrison in {}.", at(place)),
            Action::Move { from, to } => format!("March from {} to {}.", at(from), at(to)),
            Action::Sail { from, to } => format!("Sail from {} to {}.", at(from), at(to)),
            Action::Orient { from, to } => format!("Play Armée d'Orient: from {} to {}.", at(from), at(to)),
            Action::Onward(place) => format!("Go on to {}.", at(place)),
            Action::Stop => "Stop here.".into(),
            Action::Garrison => "Leave a garrison.".into(),
            Action::NoGarrison => "Leave no garrison.".into(),
            Action::Battle(place) => format!("Fight in {} next.", at(place)),
            Action::Withdraw(place) => format!("Withdraw to {}.", at(place)),
            Action::Stay => "Stay and fight.".into(),
            Action::Support => "Support the battle.".into(),
            Action::Decline => "Give no support.".into(),
            Action::Play(kind) => format!("Play a {}.", card(kind)),
            Action::PlayFaceUp(kind) => format!("Play a {} face up.", card(kind)),
            Action::Pass => "Play no more cards in this battle.".into(),
            Action::Reveal { power, at: place, nth } => {
                format!("Turn up card {} of {}'s general in {}.", nth + 1, who(power), at(place))
            }
            Action::Retreat(None) => "Go off the map; his troops are lost.".into(),
            Action::Retreat(Some(place)) => format!("Go to {}.", at(place)),
            Action::Request => "Ask the arbiter for another movement turn.".into(),
            Action::Weakest(power) => format!("{} gains 1 morale.", who(power)),
            Action::Take(place) => format!("Take the French general from {}.", at(place)),
            Action::Done => "Done.".into(),
        }
    }
}
