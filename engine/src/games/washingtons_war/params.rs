//! The figures of `turns.toml` that the rules use.

use serde::Deserialize;
use toml::Value;

use super::action::MOST_LOAD;
use crate::data::{Pack, Problem, Record};

/// Figures of `turns.toml` that the rules use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Params {
    pub first_year: u16,
    pub last_year: u16,
    pub british_reinforcements: Vec<u8>,
    pub hand_size: u8,
    pub exchange_min_ops: [u8; 2],
    pub alliance_trigger: u8,
    pub alliance_battle: i8,
    pub alliance_overrun: i8,
    pub alliance_regulars: i8,
    pub alliance_washington: i8,
    pub french_cu: u8,
    /// The counter mix that bounds each side's CUs, where the variant enforces it.
    pub cu_stock: Option<[u8; 2]>,
    pub general_spaces: u8,
    pub american_spaces: u8,
    pub wilderness_cost: u8,
    pub max_cu: u8,
    pub queue_start_values: Vec<u8>,
    pub interception_max_cu: u8,
    pub retreat_max_cu: u8,
    pub reinforcement_plays: [u8; 2],
    pub american_cu_per_ops_value: u8,
    pub drm: BattleDrm,
    pub full_rating_rolls: Vec<u8>,
    pub loser_by_roll: [u8; 6],
    /// Highest roll at which the winner loses a CU: without losing General, then by his agility.
    pub winner_loses_up_to: [u8; 4],
    pub regulars_lost_at: u8,
    pub overrun_attacker_cu: Vec<u8>,
    pub overrun_defender_cu: u8,
    pub winter_exempt_cu: u8,
    pub lone_cu_lost_on: Vec<u8>,
    pub british_colonies: u8,
    pub american_colonies: u8,
    pub pc_markers: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct BattleDrm {
    pub per_cu: i8,
    pub british_regulars: i8,
    pub royal_navy: i8,
    pub militia: i8,
    pub american_winter_offensive: i8,
    pub event_discard: i8,
    pub interception: i8,
}

pub(super) fn read_params(pack: &Pack) -> Result<Params, Problem> {
    let number = |table: &str, field: &'static str, range: std::ops::RangeInclusive<i64>| {
        let record: Record<toml::Table> = pack.table("turns.toml", table)?;
        match record.value.get(field).and_then(Value::as_integer) {
            Some(number) if range.contains(&number) => Ok(number),
            _ => Err(record.problem(
                field,
                format!("a whole number from {} to {} is needed", range.start(), range.end()),
            )),
        }
    };
    let rolls = |table: &str, field: &'static str| -> Result<Vec<u8>, Problem> {
        let record: Record<toml::Table> = pack.table("turns.toml", table)?;
        let list = record.value.get(field).and_then(Value::as_array);
        let list =
            list.map(|list| list.iter().map(|item| item.as_integer().filter(|n| (0..=20).contains(n))));
        match list.and_then(Iterator::collect::<Option<Vec<i64>>>) {
            Some(list) => Ok(list.into_iter().map(|n| n as u8).collect()),
            None => Err(record.problem(field, "a list of small whole numbers is needed")),
        }
    };
    #[derive(Deserialize)]
    struct TurnRow {
        year: u16,
        british_reinforcements: u8,
    }
    let turns: Vec<Record<TurnRow>> = pack.records("turns.toml", "turn")?;
    let first_year = number("game", "first_year", 1700..=1900)? as u16;
    let last_year = number("game", "last_year", i64::from(first_year)..=i64::from(first_year) + 30)? as u16;
    let mut british_reinforcements = Vec::new();
    for year in first_year..=last_year {
        let turn = turns
            .iter()
            .find(|turn| turn.value.year == year)
            .ok_or_else(|| Problem::new(format!("turns.toml: no [[turn]] with year = {year}; add it")))?;
        british_reinforcements.push(turn.value.british_reinforcements);
    }
    let losses = rolls("battle_losses", "loser_by_roll")?;
    let loser_by_roll = <[u8; 6]>::try_from(losses)
        .map_err(|_| Problem::new("turns.toml: loser_by_roll needs six numbers, one for each roll"))?;
    let stock =
        [number("cu_stock", "british", 0..=250)? as u8, number("cu_stock", "american", 0..=250)? as u8];
    let stock_table: Record<toml::Table> = pack.table("turns.toml", "cu_stock")?;
    let enforce_stock = stock_table.value.get("enforce_by_default").and_then(Value::as_bool).unwrap_or(false);
    let drm: Record<BattleDrm> = pack.table("turns.toml", "battle_drm")?;
    Ok(Params {
        first_year,
        last_year,
        british_reinforcements,
        hand_size: number("cards", "hand_size", 1..=20)? as u8,
        exchange_min_ops: [
            number("cards", "exchange_min_ops_british", 1..=4)? as u8,
            number("cards", "exchange_min_ops_american", 1..=4)? as u8,
        ],
        alliance_trigger: number("alliance", "trigger", 1..=50)? as u8,
        alliance_battle: number("alliance", "american_battle_win", -9..=9)? as i8,
        alliance_overrun: number("alliance", "american_overrun", -9..=9)? as i8,
        alliance_regulars: number("alliance", "regulars_lost", -9..=9)? as i8,
        alliance_washington: number("alliance", "washington_captured", -9..=9)? as i8,
        french_cu: number("pieces", "french_cu", 0..=super::types::MOST_FRENCH as i64)? as u8,
        cu_stock: enforce_stock.then_some(stock),
        general_spaces: number("movement", "general_spaces", 1..=8)? as u8,
        american_spaces: number("movement", "american_spaces_without_battle_or_overrun", 1..=8)? as u8,
        wilderness_cost: number("movement", "wilderness_cost", 1..=8)? as u8,
        max_cu: number("movement", "max_cu_with_general", 1..=MOST_LOAD as i64)? as u8,
        queue_start_values: rolls("activation", "queue_start_values")?,
        interception_max_cu: number("interception", "max_cu", 1..=20)? as u8,
        retreat_max_cu: number("retreat_before_battle", "max_cu", 1..=20)? as u8,
        reinforcement_plays: [
            number("reinforcements", "british_plays_per_turn", 0..=9)? as u8,
            number("reinforcements", "american_plays_per_turn", 0..=9)? as u8,
        ],
        american_cu_per_ops_value: number("reinforcements", "american_cu_per_ops_value", 0..=5)? as u8,
        drm: drm.value,
        full_rating_rolls: rolls("battle_rating", "full_rating_rolls")?,
        loser_by_roll,
        winner_loses_up_to: [
            number("battle_losses", "winner_loses_one_up_to_roll_no_general", 0..=6)? as u8,
            number("battle_losses", "winner_loses_one_up_to_roll_agility_1", 0..=6)? as u8,
            number("battle_losses", "winner_loses_one_up_to_roll_agility_2", 0..=6)? as u8,
            number("battle_losses", "winner_loses_one_up_to_roll_agility_3", 0..=6)? as u8,
        ],
        regulars_lost_at: number("battle_losses", "regulars_lost_at_cu_losses", 1..=20)? as u8,
        overrun_attacker_cu: rolls("overrun", "attacker_cu")?,
        overrun_defender_cu: number("overrun", "defender_cu", 0..=20)? as u8,
        winter_exempt_cu: number("washington", "winter_exempt_cu", 0..=100)? as u8,
        lone_cu_lost_on: rolls("winter_attrition", "lone_cu_without_general_lost_on")?,
        british_colonies: number("victory", "british_colonies", 0..=16)? as u8,
        american_colonies: number("victory", "american_colonies", 0..=16)? as u8,
        pc_markers: number("pieces", "pc_markers", 0..=128)? as u8,
    })
}
