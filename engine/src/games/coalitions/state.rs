//! What changes during play, with the queries that need nothing else. Invariants are in `check.rs`.

use super::tables::Tables;
use super::types::{
    Ask, CARD_KINDS, Counts, Decision, GENERALS, Named, NapoleonDeck, POWERS, Power, PowerSet, Status, Step,
    Territory, TerritorySet,
};

pub use super::context::{
    Automa, AutomaStage, Battle, BattleStage, End, FIGHTERS, Fighter, MoveStage, Movement, Played, Reason,
    STACK, Side, Update, Way,
};

/// One position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub round: u16,
    /// The turn of the round, 1 to 6.
    pub turn: u8,
    pub step: Step,
    pub decision: Option<Decision>,
    pub end: Option<End>,
    pub generals: [TerritorySet; POWERS],
    /// Troops of each general, in ascending order of the territories they stand on.
    pub troops: [[u8; GENERALS]; POWERS],
    pub garrisons: [TerritorySet; POWERS],
    pub fortresses: TerritorySet,
    pub named: [Named; POWERS],
    pub status: [Status; POWERS],
    /// The player's power that a power obeys: itself, the auction's winner, or nobody yet.
    pub controller: [Option<Power>; POWERS],
    /// What follows from status and controller, see [`State::allies`].
    allies: [PowerSet; POWERS],
    pub influence: [u8; POWERS],
    pub morale: [u8; POWERS],
    pub money: [u16; POWERS],
    pub hands: [Counts; POWERS],
    pub deck: Counts,
    pub discards: Counts,
    pub napoleon_deck: NapoleonDeck,
    /// Secret until all have chosen. [CO 6.status]
    pub choices: [Option<Status>; POWERS],
    /// The coalition a power was expelled from in this phase. [CO 6.expel]
    pub expelled: [Option<Status>; POWERS],
    /// Secret until all have bid. [CO 11.auction]
    pub bids: [Option<u8>; POWERS],
    /// Powers already dealt with in a step that goes from power to power.
    pub asked: PowerSet,
    /// Whether hands are to be checked against their limits before the game goes on. [CO 4.cards]
    pub limits_due: bool,
    /// The last territory chosen in a selection made in ascending order, plus one.
    pub from_place: u8,
    /// How far buying is: cards, morale, troops, fortresses. [CO 7.4]
    pub buying: u8,
    pub offer: u8,
    pub spain_open: bool,
    pub orient_used: bool,
    /// Generals that have taken part in a battle of this movement turn. [CO 8.2]
    pub engaged: [TerritorySet; POWERS],
    pub movement: Movement,
    pub battle: Battle,
    pub update: Update,
    pub automa: Automa,
}

const _: () = assert!(size_of::<State>() <= 1024);

/// The sum of eight small numbers, by one multiplication.
#[inline]
fn sum(numbers: [u8; 8]) -> u8 {
    (u64::from_le_bytes(numbers).wrapping_mul(u64::from_le_bytes([1; 8])) >> 56) as u8
}

/// The bytes of a row below a rank.
#[inline]
fn below(rank: usize) -> u64 {
    (1 << (8 * rank)) - 1
}

impl State {
    /// An empty board before set-up.
    pub fn blank() -> State {
        State {
            round: 1,
            turn: 1,
            step: Step::Naming,
            decision: None,
            end: None,
            generals: [TerritorySet::EMPTY; POWERS],
            troops: [[0; GENERALS]; POWERS],
            garrisons: [TerritorySet::EMPTY; POWERS],
            fortresses: TerritorySet::EMPTY,
            named: [Named::Unnamed; POWERS],
            status: [Status::Neutral; POWERS],
            controller: [None; POWERS],
            allies: Power::ALL.map(PowerSet::single),
            influence: [0; POWERS],
            morale: [0; POWERS],
            money: [0; POWERS],
            hands: [[0; CARD_KINDS]; POWERS],
            deck: [0; CARD_KINDS],
            discards: [0; CARD_KINDS],
            napoleon_deck: NapoleonDeck::EMPTY,
            choices: [None; POWERS],
            expelled: [None; POWERS],
            bids: [None; POWERS],
            asked: PowerSet::EMPTY,
            limits_due: false,
            from_place: 0,
            buying: 0,
            offer: 0,
            spain_open: true,
            orient_used: true,
            engaged: [TerritorySet::EMPTY; POWERS],
            movement: Movement::IDLE,
            battle: Battle::IDLE,
            update: Update::IDLE,
            automa: Automa::IDLE,
        }
    }

    /// Puts a question; `apply` goes on when it is answered.
    pub fn ask(&mut self, ask: Ask, power: Power) {
        self.decision = Some(Decision { ask, power, about: None, place: None });
    }

    pub fn ask_at(&mut self, ask: Ask, power: Power, place: Territory) {
        self.decision = Some(Decision { ask, power, about: None, place: Some(place) });
    }

    pub fn ask_about(&mut self, ask: Ask, power: Power, about: Power, place: Option<Territory>) {
        self.decision = Some(Decision { ask, power, about: Some(about), place });
    }

    #[inline]
    fn rank(&self, power: Power, at: Territory) -> usize {
        let below = self.generals[power.i()].words()[0] & ((1u64 << at.0) - 1);
        below.count_ones() as usize
    }

    #[inline]
    pub fn has_general(&self, power: Power, at: Territory) -> bool {
        self.generals[power.i()].contains(at)
    }

    /// Troops of the general at a territory; 0 if there is none.
    #[inline]
    pub fn troops_at(&self, power: Power, at: Territory) -> u8 {
        if self.has_general(power, at) { self.troops[power.i()][self.rank(power, at)] } else { 0 }
    }

    /// The same for a place that may be none.
    pub fn troops_of(&self, power: Power, place: Option<Territory>) -> u8 {
        place.map_or(0, |at| self.troops_at(power, at))
    }

    pub fn set_troops(&mut self, power: Power, at: Territory, troops: u8) {
        debug_assert!(self.has_general(power, at), "troops serve under a general");
        let rank = self.rank(power, at);
        self.troops[power.i()][rank] = troops;
    }

    /// Puts a general on the map. The territory must be free of the power's generals.
    pub fn add_general(&mut self, power: Power, at: Territory, troops: u8) {
        debug_assert!(!self.has_general(power, at), "one general of a power on a territory");
        let rank = self.rank(power, at);
        let row = u64::from_le_bytes(self.troops[power.i()]);
        let (before, after) = (row & below(rank), row & !below(rank));
        self.troops[power.i()] = (before | u64::from(troops) << (8 * rank) | after << 8).to_le_bytes();
        self.generals[power.i()].insert(at);
    }

    /// Takes a general off the map and returns his troops, which are back in the supply.
    pub fn remove_general(&mut self, power: Power, at: Territory) -> u8 {
        let rank = self.rank(power, at);
        let row = u64::from_le_bytes(self.troops[power.i()]);
        let troops = (row >> (8 * rank)) as u8;
        self.troops[power.i()] = (row & below(rank) | row >> 8 & !below(rank)).to_le_bytes();
        self.generals[power.i()].remove(at);
        self.engaged[power.i()].remove(at);
        if self.named[power.i()] == Named::At(at) {
            self.named[power.i()] = Named::OffMap;
        }
        troops
    }

    /// Moves a general with his troops; who he is and that he has fought go with him.
    pub fn relocate(&mut self, power: Power, from: Territory, to: Territory) {
        let named = self.named[power.i()] == Named::At(from);
        let engaged = self.engaged[power.i()].contains(from);
        let troops = self.remove_general(power, from);
        self.add_general(power, to, troops);
        if named {
            self.named[power.i()] = Named::At(to);
        }
        self.engaged[power.i()].set(to, engaged);
    }

    pub fn is_named(&self, power: Power, at: Territory) -> bool {
        self.named[power.i()] == Named::At(at)
    }

    /// All troops of a power on the map.
    pub fn count_troops(&self, power: Power) -> u8 {
        sum(self.troops[power.i()])
    }

    pub fn count_off_map(&self, tables: &Tables, power: Power) -> u8 {
        tables.powers[power.i()].generals.saturating_sub(self.generals[power.i()].len() as u8)
    }

    /// Whether the supply still holds a counter of the power.
    pub fn has_counter(&self, tables: &Tables, power: Power) -> bool {
        let used = self.count_troops(power) + self.garrisons[power.i()].len() as u8;
        used < tables.powers[power.i()].troop_counters
    }

    pub fn hand_size(&self, power: Power) -> u8 {
        sum(self.hands[power.i()])
    }

    /// Every territory with a garrison.
    #[inline]
    pub fn garrisoned(&self) -> TerritorySet {
        self.garrisons.iter().fold(TerritorySet::EMPTY, |all, &set| all | set)
    }

    pub fn garrison_of(&self, at: Territory) -> Option<Power> {
        Power::all().find(|power| self.garrisons[power.i()].contains(at))
    }

    /// What a power controls: its garrisons, and its homes without anybody's. [CO 4.territories]
    #[inline]
    pub fn controlled(&self, tables: &Tables, power: Power) -> TerritorySet {
        self.garrisons[power.i()] | (tables.homes[power.i()] - self.garrisoned())
    }

    pub fn controller_of(&self, tables: &Tables, at: Territory) -> Option<Power> {
        self.garrison_of(at).or(tables.home_of[at])
    }

    /// Members of the same coalition, or powers of the same player. [CO 6.allies]
    #[inline]
    pub fn allied(&self, a: Power, b: Power) -> bool {
        let same_coalition = self.status[a.i()] == self.status[b.i()] && self.status[a.i()].is_coalition();
        let same_player =
            self.controller[a.i()].is_some() && self.controller[a.i()] == self.controller[b.i()];
        a == b || same_coalition || same_player
    }

    #[inline]
    pub fn is_neutral(&self, power: Power) -> bool {
        self.status[power.i()] == Status::Neutral
    }

    /// At war by status; an expansionist is at war with all but neutrals. [CO 6.relations] [CO 6.expansionist]
    pub fn at_war(&self, a: Power, b: Power) -> bool {
        !self.allied(a, b) && !self.is_neutral(a) && !self.is_neutral(b)
    }

    /// Whether pieces of the two powers fight when they meet in a territory: enemies do, and a neutral may be
    /// attacked outside its homes. [CO 6.relations]
    #[inline]
    pub fn hostile(&self, tables: &Tables, a: Power, b: Power, at: Territory) -> bool {
        if self.allied(a, b) {
            return false;
        }
        let sheltered = |power: Power| self.is_neutral(power) && tables.homes[power.i()].contains(at);
        !sheltered(a) && !sheltered(b)
    }

    /// All powers allied with this one, itself among them. [CO 6.allies]
    ///
    /// Rules that go through all powers take these with [`PowerSet::join`]. Kept, because half of all decisions ask for
    /// them twice and statuses change once a round: 110 of 822 instructions fewer a decision.
    #[inline]
    pub fn allies(&self, power: Power) -> PowerSet {
        debug_assert_eq!(self.allies[power.i()], self.find_allies(power), "settle the relations first");
        self.allies[power.i()]
    }

    /// To be called whenever a status or a controller has changed.
    pub fn settle_relations(&mut self) {
        self.allies = Power::ALL.map(|power| self.find_allies(power));
    }

    /// Whether the allies that are kept are those by status and controller.
    pub fn are_relations_settled(&self) -> bool {
        Power::all().all(|power| self.allies[power.i()] == self.find_allies(power))
    }

    fn find_allies(&self, power: Power) -> PowerSet {
        PowerSet::of(|other| self.allied(power, other))
    }

    #[inline]
    fn with_status(&self, status: Status) -> PowerSet {
        PowerSet::with(self.status.map(|own| own as u8), status as u8)
    }

    /// Powers that a player's power speaks for, or nobody. [CO 11.rules] [CO 11.uncontrolled]
    #[inline]
    pub fn controlled_by(&self, controller: Option<Power>) -> PowerSet {
        let code = |power: Option<Power>| power.map_or(POWERS as u8, |power| power as u8);
        PowerSet::with(self.controller.map(code), code(controller))
    }

    /// All neutral powers.
    #[inline]
    pub fn neutrals(&self) -> PowerSet {
        self.with_status(Status::Neutral)
    }

    /// Powers with a general in a territory.
    #[inline]
    pub fn owners_of_generals(&self, at: Territory) -> PowerSet {
        PowerSet::of(|power| self.generals[power.i()].contains(at))
    }

    /// Powers with a general or garrison in a territory.
    #[inline]
    pub fn present(&self, at: Territory) -> PowerSet {
        PowerSet::of(|power| (self.generals[power.i()] | self.garrisons[power.i()]).contains(at))
    }

    /// Powers with pieces in a territory that fight when they meet this power's there: [`State::hostile`] for all.
    #[inline]
    pub fn enemies_at(&self, tables: &Tables, power: Power, at: Territory) -> PowerSet {
        let mut enemies = self.present(at) - self.allies(power);
        match tables.home_of[at] {
            Some(home) if self.is_neutral(home) => {
                enemies.remove(home);
                if home == power { PowerSet::EMPTY } else { enemies }
            }
            _ => enemies,
        }
    }

    /// Territories with a general of a power that is not allied with this one.
    #[inline]
    pub fn foreign_generals(&self, power: Power) -> TerritorySet {
        (PowerSet::ALL - self.allies(power)).join(&self.generals)
    }

    /// Territories with a general or garrison of a power that is not allied with this one.
    #[inline]
    pub fn foreign_pieces(&self, power: Power) -> TerritorySet {
        let foreign = PowerSet::ALL - self.allies(power);
        foreign.join(&self.generals) | foreign.join(&self.garrisons)
    }

    /// What a power and its allies control: their garrisons, and their homes without anybody's.
    #[inline]
    pub fn friendly_territory(&self, tables: &Tables, power: Power) -> TerritorySet {
        let allies = self.allies(power);
        allies.join(&self.garrisons) | (tables.homes_among(allies) - self.garrisoned())
    }
}
