//! The shape of a state as JSON: ids instead of indices, hidden things included, to be edited by hand.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::state::{AutomaStage, BattleStage, MoveStage, Reason, Side, Way};
use super::types::{Ask, Status, Step};

/// Cards by id, how many of each.
pub type Cards = BTreeMap<String, u8>;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateFile {
    pub round: u16,
    pub turn: u8,
    pub step: Step,
    pub decision: Option<DecisionFile>,
    pub end: Option<EndFile>,
    pub powers: BTreeMap<String, PowerFile>,
    pub fortresses: Vec<String>,
    pub deck: Cards,
    pub discards: Cards,
    pub napoleon_deck: Vec<String>,
    pub asked: Vec<String>,
    pub hand_limits_due: bool,
    pub from_place: u8,
    pub buying: u8,
    pub offer: u8,
    pub spain_open: bool,
    pub orient_used: bool,
    pub movement: Option<MovementFile>,
    pub battle: Option<BattleFile>,
    pub update: Option<UpdateFile>,
    pub automa: Option<AutomaFile>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionFile {
    pub ask: Ask,
    pub power: String,
    pub about: Option<String>,
    pub place: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndFile {
    pub winners: Vec<String>,
    pub reason: Reason,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerFile {
    pub status: Status,
    pub controller: Option<String>,
    pub influence: u8,
    pub morale: u8,
    pub money: u16,
    pub hand: Cards,
    pub generals: Vec<GeneralFile>,
    pub garrisons: Vec<String>,
    /// A territory, `offmap`, or nothing while he is not named.
    pub named_general: Option<String>,
    pub chosen_status: Option<Status>,
    pub expelled_from: Option<Status>,
    pub bid: Option<u8>,
    /// Where generals stand that have taken part in a battle of this movement turn.
    pub engaged: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralFile {
    pub at: String,
    pub troops: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementFile {
    pub mover: String,
    pub napoleon_only: bool,
    pub arbiter: Option<String>,
    pub turn: u8,
    pub stage: MoveStage,
    pub way: Way,
    pub steps: u8,
    pub friendly: bool,
    pub agreed: Vec<String>,
    pub at: Option<String>,
    pub through: Option<String>,
    pub target: Option<String>,
    pub moved: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleFile {
    pub at: String,
    pub attacker: String,
    pub stage: BattleStage,
    pub defenders: Vec<String>,
    pub passed: Vec<String>,
    pub penniless: Vec<String>,
    pub free_card_used: Vec<String>,
    pub asked_power: u8,
    pub asked_place: u8,
    pub next: u8,
    pub played_this_round: bool,
    pub loser: Option<Side>,
    pub fighters: Vec<FighterFile>,
    pub drawn: Cards,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FighterFile {
    pub power: String,
    pub at: String,
    pub side: Side,
    pub direct: bool,
    pub troops: u8,
    pub allowance: u8,
    pub cards: Vec<PlayedFile>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedFile {
    pub card: String,
    pub face_up: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpdateFile {
    /// False while the relations before a change are kept and the update has not begun.
    pub active: bool,
    pub to_war: bool,
    pub next_power: u8,
    pub next_place: u8,
    pub place: Option<String>,
    pub leaving: Vec<String>,
    pub may_stay: Vec<String>,
    pub former_status: BTreeMap<String, Status>,
    pub former_controller: BTreeMap<String, Option<String>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaFile {
    pub stage: AutomaStage,
    pub race: bool,
    pub card: Option<String>,
    pub targets: Vec<String>,
    pub next: u8,
    pub placed: Vec<String>,
}
