//! Every table of the player aid card, parsed from `tables.toml` and checked. No number of the rules lives in code.
//!
//! API: [`embedded`] (the data pack), [`Tables::read`], and one public record type for each table; fire and shock
//! tables are in [`super::combat_tables`], the terrain chart in [`super::chart`], stacking in [`Stacking`].

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::chart::Chart;
use super::combat_tables::CombatTables;
use super::types::{OrderKind, Personality};
use super::values::{Band, Half, broken_bands};
use crate::data::{Pack, Problem, Record};

pub const FILE: &str = "tables.toml";
pub const UNITS_FILE: &str = "units.toml";

/// The embedded data pack. A user's scenario is laid over it as `scenarios/<name>.toml`.
pub fn embedded() -> Pack {
    Pack::embedded(
        "gbacw",
        &[("second_disorder", &["cause", "unit"])],
        &[
            (FILE, include_str!("../../../data/gbacw/tables.toml")),
            (super::chart::FILE, include_str!("../../../data/gbacw/terrain.toml")),
            (UNITS_FILE, include_str!("../../../data/gbacw/units.toml")),
            ("scenarios/crossroads.toml", include_str!("../../../data/gbacw/scenarios/crossroads.toml")),
            ("scenarios/foxs_gap.toml", include_str!("../../../data/gbacw/scenarios/foxs_gap.toml")),
            ("scenarios/trevilian.toml", include_str!("../../../data/gbacw/scenarios/trevilian.toml")),
        ],
    )
}

/// What one order allows. [GB 6.11]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct OrderRecord {
    pub id: OrderKind,
    pub march_standoff_hexes: u8,
    pub may_fire: bool,
    pub may_react_fire: bool,
    pub move_and_fire: bool,
    pub may_shock: bool,
    pub may_rally: bool,
    pub may_build: bool,
    pub may_refuse_flank: bool,
    pub retreat_before_shock: bool,
    pub ma_factor: Half,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Movement {
    pub free_facing_vertices_per_hex: u8,
    pub extra_facing_cost: u8,
    pub attack_woods_facing_cost_per_vertex: u8,
    pub move_through_friend_cost: u8,
    pub refuse_flank_cost: u8,
    pub refuse_flank_min_sp: u8,
    pub extend_line_max_cost: u8,
    pub withdrawal_max_hexes: u8,
    pub artillery_fire_ma_factor: Half,
    pub mount_dismount_ma_factor: Half,
    pub charge_max_mp: u8,
    pub charge_path_hexes: u8,
    pub one_hex_minimum_move: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Reaction {
    pub face_vertices: u8,
    pub reaction_move_trigger_hexes: u8,
    pub reaction_move_max_hexes: u8,
    pub artillery_reaction_max_entry_cost: u8,
    pub reaction_move_watch_hexes: u8,
    pub entry_fire_range: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Retreat {
    pub artillery_max_entry_cost: u8,
    pub sp_lost_per_hex_not_retreated: u8,
    pub abandoned_turns: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Reserve {
    pub min_hexes_out_of_los: u8,
    pub min_hexes_in_los: u8,
    pub min_hexes_night: u8,
    pub forced_out_fire_range: u8,
}

/// Outcome of the orders change table. [GB 6.23]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrdersChange {
    RetainAndStand,
    Retain,
    LooseCannon,
    ChangeAndStand,
    Change,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct OrdersChangeTable {
    pub division_leader_stacked_drm: i8,
    pub corps_or_army_leader_stacked_drm: i8,
    pub rows: Vec<Band<OrdersChange>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LooseCannonTable {
    pub reach_mp_foot: u8,
    pub reach_mp_mounted: u8,
    pub unreliable_rows: Vec<Band<Personality>>,
}

/// Outcome of the brigade coordination table. [GB 5.34]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Coordination {
    Confusion,
    Failure,
    TwoBrigades,
    ThreeBrigades,
    AllBrigades,
}

impl Coordination {
    /// How many brigades may act as one; `None` is all of them.
    pub fn brigades(self) -> Option<u8> {
        match self {
            Coordination::Confusion => Some(0),
            Coordination::Failure => Some(1),
            Coordination::TwoBrigades => Some(2),
            Coordination::ThreeBrigades => Some(3),
            Coordination::AllBrigades => None,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct CoordinationTable {
    pub rows: Vec<Band<Coordination>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Initiative {
    pub previous_holder_drm: i8,
    pub army_leader_rating_if_moved_at_most_mp: u8,
    pub army_leader_needs_one_corps_leader_in_range: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Activation {
    pub corps_efficiency_min: i8,
    pub corps_efficiency_max: i8,
    pub division_am_min: i8,
    pub division_am_max: i8,
    pub division_out_of_corps_range_drm: i8,
    pub division_out_of_corps_range_cap: i8,
    pub brigade_out_of_division_range_skips: u8,
    pub march_equivalents_max: u8,
    pub combat_ineffective_cap: i8,
    /// Activations given up for one gained. [GB 5.43]
    pub transfer_ratio: [u8; 2],
    pub leader_ma_brigade_division: u8,
    pub leader_ma_corps_army: u8,
    pub commander_free_mp: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LeaderLoss {
    pub killed_on: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Rally {
    pub lose_sp_if_at_least_times_cohesion: u8,
    pub lose_sp_if_roll_at_least: i8,
    pub drm_adjacent_enemy: i8,
    pub drm_mounted_cavalry: i8,
    pub drm_per_leader_star: i8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct RallyRouted {
    pub eliminated_on_unmodified: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Stragglers {
    pub gain_sp: u8,
    pub cap_below_original: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Breastworks {
    pub turns_day: u8,
    pub turns_night: u8,
    pub max_per_hex: u8,
    pub material_within_hexes: u8,
    pub material_terrain: Vec<String>,
    pub forbidden_terrain: Vec<String>,
    pub remove_extra_mp: u8,
    pub fatigue_max_to_build: u8,
    pub fatigue_interrupt_at: u8,
}

/// The optional fatigue track. Levels are places on the track, `numeric` their printed number. [GB 17]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct FatigueTrack {
    pub levels: Vec<String>,
    pub numeric: Vec<u8>,
    pub free_activations_per_turn: u8,
    pub activation_gain_cap_per_turn: u8,
    pub march_road_free_equivalents: u8,
    pub first_shock_phase_free: bool,
    pub rest_reserve: u8,
    pub rest_idle: u8,
    pub level_4_forces_advance: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Wheels {
    pub march_equivalent: u8,
    pub lose_gun_on_min: u8,
    pub lose_gun_on_max: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ArtilleryNearEnemy {
    pub option1_min_hexes_in_los: u8,
    pub option2_upz_within: u8,
    pub option2_drm_per_enemy_unit_with_los: i8,
    pub option2_drm_within_2: i8,
    pub option2_already_disordered_extra_guns: u8,
    pub option2_mounted_cavalry_exclusion: u8,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LightEffects {
    pub range_factor: Half,
    pub command_factor: Half,
    #[serde(default)]
    pub fire_drm_beyond_1: i8,
    #[serde(default = "yes")]
    pub prepared_fire: bool,
    #[serde(default = "yes")]
    pub cavalry_charge: bool,
    #[serde(default = "yes")]
    pub combine_batteries: bool,
    #[serde(default)]
    pub reaction_move_only_when_adjacent: bool,
    #[serde(default)]
    pub attack_activation_fatigues: bool,
}

fn yes() -> bool {
    true
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LightTable {
    pub dusk: LightEffects,
    pub dawn: LightEffects,
    pub night: LightEffects,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct BlownCavalry {
    pub ma_factor: Half,
    pub removed_at_end_of_next_activation: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Collapse {
    pub below_fraction_of_original: Half,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct RandomEvents {
    pub rows: Vec<Band<String>>,
}

/// What the random event does while it lasts. [GB 5.31]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Thunderstorm {
    /// Turns it lasts, by a second roll.
    pub turns: Vec<Band<u8>>,
    pub ma_factor: Half,
    pub fire_drm: i8,
    pub rally_drm: i8,
    pub fatigue_recovery: bool,
    pub free_activations: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Smoke {
    pub from_range: u8,
    pub fire_drm: i8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct StrayShell {
    pub within_hexes: u8,
}

/// How many may share a hex. [GB 8.12]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Stacking {
    pub march: MarchStacking,
    pub advance_attack: LineStacking,
    pub extension: Extension,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct MarchStacking {
    pub infantry_sp: u8,
    pub cavalry_sp: u8,
    pub artillery_batteries: u8,
    pub artillery_guns: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LineStacking {
    pub infantry_sp: u8,
    pub cavalry_sp: u8,
    pub artillery_with_foot_batteries: u8,
    pub artillery_with_foot_guns: u8,
    pub artillery_alone_batteries: u8,
    pub artillery_alone_guns: u8,
}

/// Strengths from which a unit may extend its line or must extend its column. [GB 8.41, 8.5]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Extension {
    pub line_one_min_sp: u8,
    pub line_two_min_sp: u8,
    pub column_infantry_one_min_sp: u8,
    pub column_infantry_two_min_sp: u8,
    pub column_cavalry_one_min_sp: u8,
    pub column_cavalry_two_min_sp: u8,
}

/// All tables that do not depend on the scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    pub combat: CombatTables,
    pub chart: Chart,
    pub stacking: Stacking,
    pub orders: [OrderRecord; 3],
    pub movement: Movement,
    pub reaction: Reaction,
    pub retreat: Retreat,
    pub reserve: Reserve,
    pub orders_change: OrdersChangeTable,
    pub loose_cannon: LooseCannonTable,
    pub coordination: CoordinationTable,
    pub initiative: Initiative,
    pub activation: Activation,
    pub leader_loss: LeaderLoss,
    pub rally: Rally,
    pub rally_routed: RallyRouted,
    pub stragglers: Stragglers,
    pub breastworks: Breastworks,
    pub fatigue: FatigueTrack,
    pub wheels: Wheels,
    pub artillery_near_enemy: ArtilleryNearEnemy,
    pub light: LightTable,
    pub blown_cavalry: BlownCavalry,
    pub collapse: Collapse,
    pub random_events: RandomEvents,
    pub thunderstorm: Thunderstorm,
    pub smoke: Smoke,
    pub stray_shell: StrayShell,
}

impl Tables {
    pub fn read(pack: &Pack) -> Result<Tables, Problem> {
        let tables = Tables {
            combat: CombatTables::read(pack)?,
            chart: Chart::read(pack)?,
            stacking: pack.table(UNITS_FILE, "stacking")?.value,
            orders: read_orders(pack)?,
            movement: one(pack, "movement")?,
            reaction: one(pack, "reaction")?,
            retreat: one(pack, "retreat")?,
            reserve: one(pack, "reserve")?,
            orders_change: rows(pack, "orders_change", "rows", |table: &OrdersChangeTable| &table.rows)?,
            loose_cannon: rows(pack, "loose_cannon", "unreliable_rows", |table: &LooseCannonTable| {
                &table.unreliable_rows
            })?,
            coordination: rows(pack, "brigade_coordination", "rows", |table: &CoordinationTable| {
                &table.rows
            })?,
            initiative: one(pack, "initiative")?,
            activation: one(pack, "activation")?,
            leader_loss: one(pack, "leader_loss")?,
            rally: one(pack, "rally")?,
            rally_routed: one(pack, "rally_routed")?,
            stragglers: one(pack, "stragglers")?,
            breastworks: one(pack, "breastworks")?,
            fatigue: read_fatigue(pack)?,
            wheels: one(pack, "wheels")?,
            artillery_near_enemy: one(pack, "artillery_near_enemy")?,
            light: one(pack, "light")?,
            blown_cavalry: one(pack, "blown_cavalry")?,
            collapse: one(pack, "collapse")?,
            random_events: rows(pack, "random_events", "rows", |table: &RandomEvents| &table.rows)?,
            thunderstorm: rows(pack, "thunderstorm", "turns", |table: &Thunderstorm| &table.turns)?,
            smoke: one(pack, "smoke")?,
            stray_shell: one(pack, "stray_shell")?,
        };
        tables.check(pack)?;
        Ok(tables)
    }

    pub fn order(&self, order: OrderKind) -> &OrderRecord {
        &self.orders[order as usize]
    }

    fn check(&self, pack: &Pack) -> Result<(), Problem> {
        let unreliable: Record<LooseCannonTable> = pack.table(FILE, "loose_cannon")?;
        if unreliable.value.unreliable_rows.iter().any(|row| row.result == Personality::Unreliable) {
            return Err(unreliable.problem("unreliable_rows", "an unreliable leader must turn out A, N or C"));
        }
        let works: Record<Breastworks> = pack.table(FILE, "breastworks")?;
        let known: Vec<&str> = self.chart.terrain.iter().map(|terrain| terrain.id.as_str()).collect();
        for (field, words) in [
            ("material_terrain", &works.value.material_terrain),
            ("forbidden_terrain", &works.value.forbidden_terrain),
        ] {
            for word in words {
                works.lookup(field, word, "terrain", &known)?;
            }
        }
        let activation: Record<Activation> = pack.table(FILE, "activation")?;
        let value = &activation.value;
        if value.division_am_min > value.division_am_max
            || value.division_am_min < 0
            || value.division_am_max > 20
        {
            return Err(
                activation.problem("division_am_min", "must be 0 to 20 and not above division_am_max")
            );
        }
        if value.corps_efficiency_min > value.corps_efficiency_max {
            return Err(activation.problem("corps_efficiency_min", "must not be above corps_efficiency_max"));
        }
        if value.transfer_ratio[0] == 0 || value.transfer_ratio[1] == 0 {
            return Err(
                activation.problem("transfer_ratio", "must be two numbers of 1 or more such as [2, 1]")
            );
        }
        Ok(())
    }
}

/// One table by itself.
pub(super) fn one<T: DeserializeOwned>(pack: &Pack, table: &str) -> Result<T, Problem> {
    Ok(pack.table(FILE, table)?.value)
}

/// A table with rows read by a roll.
fn rows<T: DeserializeOwned, R>(
    pack: &Pack,
    table: &str,
    field: &str,
    of: impl Fn(&T) -> &Vec<Band<R>>,
) -> Result<T, Problem> {
    let record: Record<T> = pack.table(FILE, table)?;
    match broken_bands(of(&record.value)) {
        Some(message) => Err(record.problem(field, message)),
        None => Ok(record.value),
    }
}

fn read_orders(pack: &Pack) -> Result<[OrderRecord; 3], Problem> {
    let records: Vec<Record<OrderRecord>> = pack.records(FILE, "order")?;
    let of = |order: OrderKind| {
        let found = records.iter().find(|record| record.value.id == order);
        found
            .map(|record| record.value.clone())
            .ok_or_else(|| Problem::new(format!("{FILE}: the order \"{}\" is missing; add it", order.id())))
    };
    Ok([of(OrderKind::March)?, of(OrderKind::Advance)?, of(OrderKind::Attack)?])
}

fn read_fatigue(pack: &Pack) -> Result<FatigueTrack, Problem> {
    let record: Record<FatigueTrack> = pack.table(FILE, "fatigue")?;
    let track = &record.value;
    if track.levels.is_empty() || track.levels.len() != track.numeric.len() || track.levels.len() > 15 {
        return Err(record.problem("levels", "levels and numeric must be lists of the same length, 1 to 15"));
    }
    if track.numeric.windows(2).any(|pair| pair[0] > pair[1])
        || track.numeric.iter().any(|&number| number > 20)
    {
        return Err(record.problem("numeric", "the numbers must not fall along the track, nor exceed 20"));
    }
    Ok(record.value)
}
