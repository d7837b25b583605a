//! What happened, for people and for the record: told through [`crate::Chance::note`], free of cost when nobody listens.

use serde_json::{Map, Value};

use crate::player::Player;

/// Who may be told of an event.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Audience {
    All,
    Only(Player),
    /// Nobody at the table: an unseen draw, such as a card put aside face down.
    None,
}

impl Audience {
    pub fn includes(self, player: Player) -> bool {
        match self {
            Audience::All => true,
            Audience::Only(one) => one == player,
            Audience::None => false,
        }
    }
}

/// One thing that happened, in the order of play.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// A stable word: `roll`, `draw`, `move`, `battle` ...
    pub kind: &'static str,
    /// The rule that made it happen, as printed ("6.9"); empty for bare rolls and draws.
    pub rule: &'static str,
    pub text: String,
    pub audience: Audience,
    /// What the others are told instead when `audience` leaves them out; nothing if `None`.
    pub public_text: Option<String>,
    /// Further named values, by data ids.
    pub fields: Vec<(&'static str, Value)>,
}

impl Event {
    pub fn new(kind: &'static str, rule: &'static str, text: impl Into<String>) -> Self {
        Event {
            kind,
            rule,
            text: text.into(),
            audience: Audience::All,
            public_text: None,
            fields: Vec::new(),
        }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.fields.push((name, value.into()));
        self
    }

    /// Only `player` is told this; the others hear `public_text`.
    #[must_use]
    pub fn only_for(mut self, player: Player, public_text: impl Into<String>) -> Self {
        self.audience = Audience::Only(player);
        self.public_text = Some(public_text.into());
        self
    }

    /// As the protocol prints it, with everything.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("kind".into(), self.kind.into());
        object.insert("text".into(), self.text.as_str().into());
        if !self.rule.is_empty() {
            object.insert("rule".into(), self.rule.into());
        }
        for (name, value) in &self.fields {
            object.insert((*name).into(), value.clone());
        }
        Value::Object(object)
    }

    /// As `viewer` may be told it: whole, in its public words, or not at all.
    pub fn for_viewer(&self, viewer: Player) -> Option<Value> {
        if self.audience.includes(viewer) {
            return Some(self.to_json());
        }
        let text = self.public_text.as_ref()?;
        let mut object = Map::new();
        object.insert("kind".into(), self.kind.into());
        object.insert("text".into(), text.as_str().into());
        if !self.rule.is_empty() {
            object.insert("rule".into(), self.rule.into());
        }
        Some(Value::Object(object))
    }
}

/// One row of `battles.parquet`: a battle, a fire or a shock combat.
///
/// `values` belong to the game's own [`crate::Published::battle_columns`], in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleRow {
    /// `battle`, `fire`, `shock` ...
    pub kind: &'static str,
    /// Data id of the place.
    pub place: String,
    pub attacker: Player,
    pub defender: Option<Player>,
    pub winner: Option<Player>,
    pub values: Vec<i32>,
}
