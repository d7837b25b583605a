//! A game written down: what the protocol's `record` prints and `warlab replay` reads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use warlab_engine::setup::{Chosen, Setup};

/// Everything needed to play a game again: the choice of rules, the seed and the action codes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notation {
    pub game: String,
    pub scenario: String,
    pub players: usize,
    #[serde(default)]
    pub variants: BTreeMap<String, String>,
    /// The seed of the table's stream.
    pub seed: u64,
    /// The position it was loaded from, if it did not begin with the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Value>,
    /// Dice and draws that were forced, and after how many actions they were queued.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<ForcedAt>,
    pub actions: Vec<String>,
}

/// Dice and draws to come, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Forced {
    pub rolls: Vec<u8>,
    pub draws: Vec<String>,
}

/// Queued before the action of that number, counted from 0; before the set-up if there is no number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcedAt {
    pub before: Option<usize>,
    #[serde(default)]
    pub rolls: Vec<u8>,
    #[serde(default)]
    pub draws: Vec<String>,
}

impl Notation {
    pub fn setup(&self) -> Setup {
        Setup {
            scenario: Some(self.scenario.clone()),
            players: Some(self.players),
            variants: self.variants.clone(),
        }
    }

    /// An empty sheet for a game about to begin.
    pub fn begin(game: &str, chosen: &Chosen, seed: u64) -> Self {
        Notation {
            game: game.into(),
            scenario: chosen.scenario.clone(),
            players: chosen.players,
            variants: chosen.variants.clone(),
            seed,
            start: None,
            forced: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// What was queued before an action, or before the set-up.
    pub fn forced_before(&self, action: Option<usize>) -> Option<Forced> {
        let found = self.forced.iter().find(|forced| forced.before == action)?;
        Some(Forced { rolls: found.rolls.clone(), draws: found.draws.clone() })
    }
}
