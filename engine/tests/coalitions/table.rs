//! A table to play rule tests on: place pieces, queue draws, play codes, look.

use std::sync::Arc;

use warlab_engine::chance::{Dice, Logged, Scripted};
use warlab_engine::games::coalitions::rules::ch05_round;
use warlab_engine::games::coalitions::state::{Battle, Movement, State, Update};
use warlab_engine::games::coalitions::types::{Power, Status, Step, Territory};
use warlab_engine::games::coalitions::{Action, Coalitions};
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Published, Turn};

pub const BRITAIN: Power = Power::Britain;
pub const FRANCE: Power = Power::France;
pub const AUSTRIA: Power = Power::Austria;
pub const PRUSSIA: Power = Power::Prussia;
pub const RUSSIA: Power = Power::Russia;
pub const OTTOMAN: Power = Power::Ottoman;

pub struct Table {
    pub game: Arc<Coalitions>,
    pub state: State,
    pub chance: Scripted<Logged<Dice>>,
}

impl Table {
    /// The scenario as it is set up, at its first decision.
    pub fn setup(setup: &Setup) -> Table {
        let game = build::<Coalitions>(setup).expect("our own data is right");
        let mut chance = Scripted::new(Logged::new(Dice::seeded(1)));
        let state = game.start(&mut chance);
        Table { game, state, chance }
    }

    pub fn scenario(id: &str, players: usize) -> Table {
        Table::setup(&Setup::scenario(id).with_players(players))
    }

    /// An empty map of 1805 with six players, all cards in the deck and 5 morale each.
    pub fn empty() -> Table {
        Table::empty_with(&Setup::scenario("1805").with_players(6))
    }

    pub fn empty_with(setup: &Setup) -> Table {
        let mut table = Table::setup(setup);
        let state = &mut table.state;
        for power in Power::all() {
            for at in state.generals[power.i()] {
                state.remove_general(power, at);
            }
            state.garrisons[power.i()] = Default::default();
            state.hands[power.i()] = Default::default();
            state.named[power.i()] = warlab_engine::games::coalitions::types::Named::OffMap;
            state.money[power.i()] = 0;
            state.morale[power.i()] = 5;
        }
        state.fortresses = Default::default();
        state.deck = table.game.tables.card_totals;
        state.discards = Default::default();
        table
    }

    pub fn at(&self, id: &str) -> Territory {
        self.game.tables.find(id).unwrap_or_else(|| panic!("no territory {id}"))
    }

    #[must_use]
    pub fn general(mut self, power: Power, at: &str, troops: u8) -> Table {
        let at = self.at(at);
        self.state.add_general(power, at, troops);
        self
    }

    #[must_use]
    pub fn garrison(mut self, power: Power, at: &str) -> Table {
        let at = self.at(at);
        self.state.garrisons[power.i()].insert(at);
        self
    }

    #[must_use]
    pub fn fortress(mut self, at: &str) -> Table {
        let at = self.at(at);
        self.state.fortresses.insert(at);
        self
    }

    #[must_use]
    pub fn named(mut self, power: Power, at: &str) -> Table {
        self.state.named[power.i()] = warlab_engine::games::coalitions::types::Named::At(self.at(at));
        self
    }

    #[must_use]
    pub fn status(mut self, power: Power, status: Status) -> Table {
        self.state.status[power.i()] = status;
        self.state.settle_relations();
        self
    }

    #[must_use]
    pub fn morale(mut self, power: Power, morale: u8) -> Table {
        self.state.morale[power.i()] = morale;
        self
    }

    #[must_use]
    pub fn money(mut self, power: Power, money: u16) -> Table {
        self.state.money[power.i()] = money;
        self
    }

    #[must_use]
    pub fn influence(mut self, power: Power, points: u8) -> Table {
        self.state.influence[power.i()] = points;
        self
    }

    /// Cards by value, taken from the deck.
    #[must_use]
    pub fn hand(mut self, power: Power, values: &[u8]) -> Table {
        for value in values {
            let card = usize::from(value - 1);
            self.state.deck[card] -= 1;
            self.state.hands[power.i()][card] += 1;
        }
        self
    }

    /// The next battle cards drawn.
    #[must_use]
    pub fn draws(mut self, values: &[&str]) -> Table {
        self.chance.draws.extend(values.iter().map(ToString::to_string));
        self
    }

    /// Goes to the beginning of a step of a turn of the round, and plays on to the first decision.
    #[must_use]
    pub fn begin(mut self, turn: u8, step: Step) -> Table {
        let state = &mut self.state;
        state.settle_relations();
        (state.turn, state.step, state.decision) = (turn, step, None);
        (state.movement, state.battle, state.update) = (Movement::IDLE, Battle::IDLE, Update::IDLE);
        state.limits_due = false;
        (state.from_place, state.buying) = (0, 0);
        self.run();
        self
    }

    pub fn run(&mut self) {
        ch05_round::run(&self.game, &mut self.state, &mut self.chance);
        self.check();
    }

    pub fn check(&self) {
        if let Err(broken) = self.game.check(&self.state) {
            panic!("{broken}");
        }
    }

    fn actions(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        legal
    }

    pub fn legal(&self) -> Vec<String> {
        self.actions().into_iter().map(|action| self.game.code(action)).collect()
    }

    pub fn offers(&self, code: &str) -> bool {
        self.legal().iter().any(|legal| legal == code)
    }

    /// Plays codes parted by spaces; each must be legal, and the state sound after it. `done` is passed over where
    /// nothing was left to ask: when the last general has moved, the moves end by themselves.
    pub fn play(&mut self, codes: &str) -> &mut Table {
        for code in codes.split_whitespace() {
            if code == "done" && !self.offers(code) {
                continue;
            }
            let action = self.actions().into_iter().find(|&action| self.game.code(action) == code);
            let action = action.unwrap_or_else(|| {
                panic!("{code} is not legal; {} {:?}", self.game.question(&self.state), self.legal())
            });
            self.game.apply(&mut self.state, action, &mut self.chance);
            assert_eq!(self.chance.misfit, None);
            self.check();
        }
        self
    }

    /// The power that is asked.
    pub fn asked(&self) -> Power {
        self.state.decision.expect("a decision is pending").power
    }

    pub fn is_over(&self) -> bool {
        self.game.turn(&self.state) == Turn::Over
    }

    pub fn rule(&self) -> &'static str {
        self.game.rule(&self.state)
    }

    pub fn troops(&self, power: Power, at: &str) -> u8 {
        self.state.troops_at(power, self.at(at))
    }

    pub fn has_general(&self, power: Power, at: &str) -> bool {
        self.state.has_general(power, self.at(at))
    }

    pub fn has_garrison(&self, power: Power, at: &str) -> bool {
        self.state.garrisons[power.i()].contains(self.at(at))
    }

    pub fn event_rules(&self) -> Vec<&'static str> {
        self.chance.then.events.iter().map(|event| event.rule).collect()
    }
}
