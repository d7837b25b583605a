//! A table to try rules on: a position built by hand, named dice, actions by code.

use std::sync::{Arc, LazyLock};

use warlab_engine::chance::{Dice, Logged, Scripted};
use warlab_engine::game::{Game, Turn};
use warlab_engine::games::wars_of_the_roses::phase::Phase;
use warlab_engine::games::wars_of_the_roses::rules::ch02_map;
use warlab_engine::games::wars_of_the_roses::state::{Battle, State};
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::games::wars_of_the_roses::{Action, WarsOfTheRoses};
use warlab_engine::published::{Published, build};
use warlab_engine::setup::Setup;

pub struct Table {
    pub game: Arc<WarsOfTheRoses>,
    pub state: State,
    pub chance: Logged<Scripted<Dice>>,
}

impl Table {
    pub fn with(setup: Setup) -> Table {
        Table::of(build::<WarsOfTheRoses>(&setup).unwrap())
    }

    fn of(game: Arc<WarsOfTheRoses>) -> Table {
        let mut chance = Logged::new(Scripted::new(Dice::seeded(1)));
        let state = game.start(&mut chance);
        Table { game, state, chance }
    }

    /// The printed set-up of a scenario.
    pub fn scenario(id: &str) -> Table {
        if id != "campaign_1460" {
            return Table::with(Setup::scenario(id));
        }
        static CAMPAIGN: LazyLock<Arc<WarsOfTheRoses>> =
            LazyLock::new(|| build::<WarsOfTheRoses>(&Setup::scenario("campaign_1460")).unwrap());
        Table::of(CAMPAIGN.clone())
    }

    /// An empty map: everything that was on it is in the pools. Lancaster is King.
    pub fn empty() -> Table {
        let mut table = Table::scenario("campaign_1460");
        table.clear();
        table
    }

    pub fn clear(&mut self) {
        for block in self.state.on_map() {
            let place = self.state.place_of(block).unwrap();
            self.state.move_block(&self.game.tables, block, place, Place::POOL);
        }
    }

    pub fn block(&self, id: &str) -> Block {
        self.game.tables.find_block(id).unwrap_or_else(|| panic!("no block {id}"))
    }

    pub fn area(&self, id: &str) -> Area {
        self.game.tables.find_area(id).unwrap_or_else(|| panic!("no area {id}"))
    }

    pub fn card(&self, id: &str) -> Card {
        self.game.tables.find_card(id).unwrap_or_else(|| panic!("no card {id}"))
    }

    /// Puts blocks into an area or box, taking their twins out of play.
    pub fn put(mut self, at: &str, blocks: &[&str]) -> Table {
        for id in blocks {
            self.place(id, at);
        }
        self
    }

    pub fn place(&mut self, id: &str, at: &str) {
        let block = self.block(id);
        let to = Place::BOXES.iter().find(|(_, word)| *word == at).map(|(place, _)| *place);
        let to = to.unwrap_or_else(|| self.area(at).into());
        for gone in [Some(block), self.game.tables.block(block).twin].into_iter().flatten() {
            if let Some(place) = self.state.place_of(gone) {
                self.state.take_off(&self.game.tables, gone, place);
            }
        }
        self.state.put(&self.game.tables, block, to);
        if to == Place::DEAD
            && let Some(twin) = self.game.tables.block(block).twin
        {
            self.state.put(&self.game.tables, twin, to);
        }
    }

    pub fn weaken(mut self, id: &str, strength: u8) -> Table {
        let block = self.block(id);
        let full = self.game.tables.max_strength[block];
        self.state.set_lost(block, full - strength);
        self
    }

    /// Both cards are played: Lancaster's and York's.
    pub fn cards(mut self, lancaster: &str, york: &str) -> Table {
        let spare = [self.card("ap2_6"), self.card("ap3_7")];
        self.state.played = Cards::EMPTY;
        self.state.hands = [lancaster, york].map(|id| Cards::single(self.card(id)));
        self.state.hands[0].insert(spare[0]);
        self.state.hands[1].insert(spare[1]);
        self.state.card = [None; 2];
        self.state.phase = Phase::ChooseCard { side: self.state.pretender_side() };
        let played =
            if self.state.king_side == Side::Lancaster { [york, lancaster] } else { [lancaster, york] };
        for id in played {
            let code = self.legal().into_iter().find(|code| {
                self.game.tables.card(self.card(&code["play:".len()..])).name
                    == self.game.tables.card(self.card(id)).name
            });
            self.play(&code.unwrap_or_else(|| panic!("{id} cannot be played")));
        }
        self
    }

    pub fn rolls(&mut self, rolls: &[u8]) -> &mut Self {
        self.chance.source.rolls.extend(rolls);
        self
    }

    pub fn legal(&self) -> Vec<String> {
        let mut actions: Vec<Action> = Vec::new();
        self.game.legal_actions(&self.state, &mut actions);
        actions.into_iter().map(|action| self.game.code(action)).collect()
    }

    pub fn can(&self, code: &str) -> bool {
        self.legal().iter().any(|legal| legal == code)
    }

    /// Plays codes in order; `;` separates them.
    pub fn play(&mut self, codes: &str) -> &mut Self {
        for code in codes.split(';').map(str::trim).filter(|code| !code.is_empty()) {
            let mut actions: Vec<Action> = Vec::new();
            self.game.legal_actions(&self.state, &mut actions);
            let action = actions.iter().copied().find(|&action| self.game.code(action) == code);
            let Some(action) = action else {
                panic!("{code} is not legal in {:?}; legal: {}", self.state.phase, self.legal().join(" "))
            };
            self.game.apply(&mut self.state, action, &mut self.chance);
            assert_eq!(self.game.check(&self.state), Ok(()), "after {code}");
            assert_eq!(self.chance.source.misfit, None);
        }
        self
    }

    pub fn at(&self, id: &str) -> String {
        let block = self.block(id);
        match self.state.place_of(block) {
            None => "aside".into(),
            Some(place) => match place.area() {
                Some(area) => self.game.tables.area(area).id.clone(),
                None => Place::BOXES.iter().find(|(known, _)| *known == place).unwrap().1.into(),
            },
        }
    }

    pub fn strength(&self, id: &str) -> u8 {
        self.state.strength(&self.game.tables, self.block(id))
    }

    pub fn actor(&self) -> &str {
        match self.game.turn(&self.state) {
            Turn::Player(player) => self.game.seat(player),
            Turn::Over => "over",
        }
    }

    /// The defence bonus of a block in a battle where the other side attacks.
    pub fn bonus(&self, id: &str, area: &str) -> u8 {
        let block = self.block(id);
        let side = self.state.side_of(&self.game.tables, block);
        ch02_map::defence_bonus(&self.game.tables, &self.state, &self.battle(area, side.other()), block)
    }

    pub fn battle(&self, area: &str, attacker: Side) -> Battle {
        Battle { area: self.area(area), round: 1, attacker, changed: false, blocks: [1; 2], strength: [1; 2] }
    }

    pub fn told(&self, kind: &str) -> usize {
        self.chance.events.iter().filter(|event| event.kind == kind).count()
    }

    /// Whether the enemy knows the place of a block.
    pub fn is_known(&self, id: &str) -> bool {
        self.state.known.contains(self.block(id))
    }
}
