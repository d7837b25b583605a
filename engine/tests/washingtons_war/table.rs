//! A table to set up a position on, force dice and draws at, and play action codes at.

use serde_json::{Value, json};
use warlab_engine::chance::{Logged, Scripted};
use warlab_engine::games::washingtons_war::{State, WashingtonsWar};
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{BattleRow, Dice, Event, Game, Published, Turn};

use std::sync::Arc;

pub struct Table {
    pub game: Arc<WashingtonsWar>,
    pub state: State,
    pub events: Vec<Event>,
    pub battles: Vec<BattleRow>,
    chance: Logged<Scripted<Dice>>,
}

/// A position described before it is loaded.
pub struct Position {
    game: Arc<WashingtonsWar>,
    json: Value,
}

impl Position {
    /// An almost empty map in 1777: Washington with one CU in Wyoming Valley, one British CU in St. Mary's, Congress in
    /// Philadelphia; the active player is about to play a card.
    pub fn blank(active: &str) -> Position {
        Self::with_setup(active, &Setup::default())
    }

    pub fn with_setup(active: &str, setup: &Setup) -> Position {
        let game = build::<WashingtonsWar>(setup).unwrap();
        Self::with_game(active, game)
    }

    pub fn with_game(active: &str, game: Arc<WashingtonsWar>) -> Position {
        let state = game.start(&mut Dice::seeded(1));
        let mut json = game.state_json(&state);
        for key in ["deck", "set_aside"] {
            let list = json[key].as_array().unwrap().clone();
            json["discards"].as_array_mut().unwrap().extend(list);
            json[key] = json!([]);
        }
        json["deck"] = json["discards"].take();
        json["discards"] = json!([]);
        json["year"] = 1777.into();
        json["active"] = active.into();
        json["phases"] = json!([{ "phase": "impulse" }]);
        json["spaces"] = json!({});
        for (_, post) in json["generals"].as_object_mut().unwrap() {
            *post = "reinforcements".into();
        }
        Position { game, json }
            .general("washington", "wyoming_valley")
            .american("wyoming_valley", 1)
            .british("st_marys", 1)
            .set("congress", json!("philadelphia"))
    }

    fn space(mut self, id: &str, field: &str, value: Value) -> Position {
        let record = &mut self.json["spaces"][id];
        if record.is_null() {
            *record = json!({ "control": null, "british": 0, "american": 0, "french": 0 });
        }
        record[field] = value;
        self
    }

    pub fn british(self, space: &str, cu: u8) -> Position {
        self.space(space, "british", cu.into())
    }

    pub fn american(self, space: &str, cu: u8) -> Position {
        self.space(space, "american", cu.into())
    }

    pub fn french(self, space: &str, cu: u8) -> Position {
        let left = self.json["french_box"].as_u64().unwrap() - u64::from(cu);
        self.set("french_box", left.into()).space(space, "french", cu.into())
    }

    /// Markers of a side, a list of spaces in one string.
    pub fn control(mut self, side: &str, spaces: &str) -> Position {
        for space in spaces.split_whitespace() {
            self = self.space(space, "control", side.into());
        }
        self
    }

    pub fn general(mut self, general: &str, post: &str) -> Position {
        self.json["generals"][general] = post.into();
        self
    }

    /// A General with CUs of his side.
    pub fn army(self, general: &str, space: &str, cu: u8) -> Position {
        let british = ["howe", "carleton", "burgoyne", "clinton", "cornwallis"].contains(&general);
        let placed = self.general(general, space);
        if british { placed.british(space, cu) } else { placed.american(space, cu) }
    }

    /// Cards by number, from the deck to a hand.
    pub fn hand(self, side: &str, numbers: &[u16]) -> Position {
        self.move_cards(numbers, &format!("/hands/{side}"))
    }

    /// Cards by number, from the deck to a pile such as `/discards`.
    pub fn move_cards(mut self, numbers: &[u16], pile: &str) -> Position {
        for number in numbers {
            let start = format!("{number}_");
            let deck = self.json["deck"].as_array_mut().unwrap();
            let place = deck.iter().position(|card| card.as_str().unwrap().starts_with(&start));
            let card = deck.remove(place.expect("the card is in the deck"));
            self.json.pointer_mut(pile).unwrap().as_array_mut().unwrap().push(card);
        }
        self
    }

    pub fn set(mut self, field: &str, value: Value) -> Position {
        self.json[field] = value;
        self
    }

    pub fn set_at(mut self, pointer: &str, value: Value) -> Position {
        *self.json.pointer_mut(pointer).expect("the field is there") = value;
        self
    }

    pub fn load(self) -> Table {
        let state = self.game.state_from_json(&self.json).unwrap_or_else(|problem| panic!("{problem}"));
        Table::at(self.game, &state)
    }

    pub fn refused(self) -> String {
        self.game.state_from_json(&self.json).unwrap_err().to_string()
    }
}

impl Table {
    pub fn at(game: Arc<WashingtonsWar>, state: &State) -> Table {
        let chance = Logged::new(Scripted::new(Dice::seeded(7)));
        Table { game, state: *state, events: Vec::new(), battles: Vec::new(), chance }
    }

    pub fn rolls(mut self, rolls: &[u8]) -> Table {
        self.chance.source.rolls.extend(rolls);
        self
    }

    pub fn draws(mut self, numbers: &[u16]) -> Table {
        let ids: Vec<String> = numbers.iter().map(|number| self.card(*number)).collect();
        self.chance.source.draws.extend(ids);
        self
    }

    pub fn card(&self, number: u16) -> String {
        let all = self.game.state_json(&self.state).to_string();
        let start = format!("\"{number}_");
        let from = all.find(&start).expect("the card exists") + 1;
        all[from..].split('"').next().unwrap().to_string()
    }

    fn full_code(&self, code: &str) -> String {
        match code.split_once('#') {
            Some((word, number)) => format!("{word}{}", self.card(number.parse().unwrap())),
            None => code.to_string(),
        }
    }

    pub fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        legal.into_iter().map(|action| self.game.code(action)).collect()
    }

    pub fn can(&self, code: &str) -> bool {
        self.legal().contains(&self.full_code(code))
    }

    /// Plays codes separated by semicolons; `#73` stands for the card with that number.
    pub fn play(&mut self, codes: &str) -> &mut Table {
        for code in codes.split(';').map(str::trim).filter(|code| !code.is_empty()) {
            let wanted = self.full_code(code);
            let mut legal = Vec::new();
            self.game.legal_actions(&self.state, &mut legal);
            let action = legal.iter().copied().find(|&action| self.game.code(action) == wanted);
            let action = action.unwrap_or_else(|| {
                panic!("{wanted} is not legal ({}): {:?}", self.game.question(&self.state), self.legal())
            });
            self.game.apply(&mut self.state, action, &mut self.chance);
            self.game.check(&self.state).unwrap_or_else(|broken| panic!("after {wanted}: {broken}"));
            assert_eq!(self.chance.source.misfit, None);
            self.events.append(&mut self.chance.events);
            self.battles.append(&mut self.chance.battles);
        }
        self
    }

    pub fn dice_left(&self) -> usize {
        self.chance.source.rolls.len()
    }

    pub fn json(&self, pointer: &str) -> Value {
        self.game.state_json(&self.state).pointer(pointer).cloned().unwrap_or(Value::Null)
    }

    /// British, American and French CUs in a space.
    pub fn cu(&self, space: &str) -> [u64; 3] {
        ["british", "american", "french"]
            .map(|nation| self.json(&format!("/spaces/{space}/{nation}")).as_u64().unwrap_or(0))
    }

    pub fn control(&self, space: &str) -> String {
        self.json(&format!("/spaces/{space}/control")).as_str().unwrap_or("none").to_string()
    }

    pub fn general(&self, general: &str) -> String {
        self.json(&format!("/generals/{general}")).as_str().unwrap().to_string()
    }

    pub fn alliance(&self) -> u64 {
        self.json("/alliance").as_u64().unwrap()
    }

    /// The name of the uppermost phase.
    pub fn phase(&self) -> String {
        let phases = self.json("/phases");
        phases.as_array().unwrap().last().unwrap()["phase"].as_str().unwrap().to_string()
    }

    pub fn pile(&self, pointer: &str) -> Vec<u16> {
        let list = self.json(pointer);
        let number = |card: &Value| card.as_str().unwrap().split('_').next().unwrap().parse().unwrap();
        list.as_array().unwrap().iter().map(number).collect()
    }

    /// Who decides; `None` when the game is over.
    pub fn actor(&self) -> Option<String> {
        match self.game.turn(&self.state) {
            Turn::Player(player) => Some(self.game.seat(player).to_string()),
            Turn::Over => None,
        }
    }

    pub fn told(&self, kind: &str) -> bool {
        self.events.iter().any(|event| event.kind == kind)
    }

    pub fn reason(&self) -> &'static str {
        self.game.outcome(&self.state).map_or("", |outcome| outcome.reason)
    }
}
