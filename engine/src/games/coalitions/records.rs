//! The records of the data files as they are written, before names are turned into indices.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::types::{Ability, Status};

#[derive(Clone, Debug, Deserialize)]
pub struct LimitsRecord {
    pub influence_to_win: u8,
    pub morale_max: u8,
    pub troops_per_general: u8,
    pub ports: u8,
    pub movement_turns_max: u8,
    pub strategic_move_max: u8,
    pub sea_move_max_lanes: u8,
    pub arbiter_morale: Vec<u8>,
    pub paris_bonus: u8,
    pub paris_bonus_british_coalition: u8,
    pub subsidy_money_per_influence: u16,
    pub subsidy_influence_max_per_power: u16,
    pub strength_general: u8,
    pub strength_troop: u8,
    pub strength_garrison: u8,
    pub strength_garrison_in_fortress: u8,
    pub cost_fortress: u16,
    pub cost_troop: u16,
    pub cost_battle_card: u16,
    pub cost_morale: u16,
}

#[derive(Clone, Debug, Deserialize)]
pub struct ComponentsRecord {
    pub fortresses: u8,
}

#[derive(Clone, Debug, Deserialize)]
pub struct PowerRecord {
    pub order: u8,
    pub id: String,
    pub name: String,
    pub chooses_status: bool,
    pub generals: u8,
    pub troop_counters: u8,
    pub hand_limit: u8,
    pub capital: String,
    pub wheel_start: u8,
    pub named_general: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct TerritoryRecord {
    pub id: String,
    pub name: String,
    pub sides: Vec<String>,
    pub kind: BTreeMap<String, String>,
    #[serde(default)]
    pub owner: BTreeMap<String, String>,
    pub value: u8,
    #[serde(default)]
    pub claims: Vec<String>,
    #[serde(default)]
    pub port: bool,
    pub x: f32,
    pub y: f32,
}

#[derive(Clone, Debug, Deserialize)]
pub struct LinkRecord {
    pub a: String,
    pub b: String,
    pub sides: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct CardRecord {
    pub value: u8,
    pub count: u8,
    pub ability: Ability,
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct NapoleonRecord {
    pub number: u8,
    pub name: String,
    pub targets: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct ScenarioRecord {
    pub id: String,
    pub name: String,
    pub side: String,
    #[serde(default)]
    pub recommended_first: bool,
    pub players: [usize; 2],
    pub influence: u8,
    pub victory_influence: u8,
    pub status: BTreeMap<String, Status>,
    pub morale: BTreeMap<String, u8>,
    pub napoleon: String,
    #[serde(default)]
    pub special_rules: Vec<String>,
    pub setup: Vec<SetupRecord>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct SetupRecord {
    pub power: String,
    pub generals: Vec<GeneralRecord>,
    pub garrisons: Vec<String>,
    pub fortresses: Vec<String>,
    pub battle_cards: u8,
    pub money: u16,
}

#[derive(Clone, Debug, Deserialize)]
pub struct GeneralRecord {
    pub at: String,
    pub troops: u8,
}

#[derive(Clone, Debug, Deserialize)]
pub struct SpecialRecord {
    pub id: String,
    #[serde(default)]
    pub from: Option<String>,
    #[serde(default)]
    pub to: Option<String>,
    #[serde(default)]
    pub blocked_by_british_general_in: Vec<String>,
    #[serde(default)]
    pub territories: Vec<String>,
    #[serde(default)]
    pub opened_by_french_entry_through: Vec<String>,
    #[serde(default)]
    pub opened_by_any_influence_at_least: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct PlayerCountRecord {
    pub players: usize,
    pub minor_sets: Vec<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct LempereurRecord {
    pub scenario: String,
    pub players: [usize; 2],
    pub france_wins_at_influence: u8,
    pub french_generals: u8,
    pub french_morale_per_coalition_movement: u8,
    pub race_to_paris_priority: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct LevelRecord {
    pub id: String,
    pub french_influence: u8,
}
