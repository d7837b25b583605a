//! Fire and shock tables: weapons, result codes, columns, modifiers, ratios, bands. [GB 8.31, 10, 11, 12]
//!
//! API: [`CombatTables`] with [`WeaponRecord`], [`FireTable`], [`FireResult`], [`FireCaps`], [`FireDrm`],
//! [`FireAmmo`], [`RatioStep`], [`ShockDrm`], [`PreshockDrm`], [`ShockBand`], [`SecondDisorderRow`].

use serde::Deserialize;

use super::tables::{FILE, one};
use super::types::{Disorder, MoveClass, ResultCode, Weapon};
use super::values::{DisorderCode, Half};
use crate::data::{Pack, Problem, Record};
use crate::set::Index;

/// What a cell of a fire table does. [GB 12.21, 12.32]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FireResult {
    pub loss: u8,
    pub disorder: Disorder,
    /// Added to the cohesion check of this result only.
    pub check_drm: i8,
    /// Severity.
    pub rank: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FireTable {
    column_max: Vec<u8>,
    row_min: i8,
    /// Rows of cells, lowest roll first.
    cells: Vec<Vec<ResultCode>>,
}

impl FireTable {
    /// The cell for a strength and a modified roll; rolls beyond the rows use the end row. [GB 10.17]
    pub fn result(&self, strength: u8, roll: i8) -> ResultCode {
        let column = self.column_max.iter().position(|&most| strength <= most);
        let column = column.unwrap_or(self.column_max.len() - 1);
        let row = (i16::from(roll) - i16::from(self.row_min)).clamp(0, self.cells.len() as i16 - 1);
        self.cells[row as usize][column]
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct FireCaps {
    pub infantry_or_dismounted_sp: u8,
    pub mounted_cavalry_sp: u8,
    pub artillery_alone_guns: u8,
    pub mixed_total_sp: u8,
    pub mixed_mounted_sp: u8,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    SmallArms,
    Artillery,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct WeaponRecord {
    pub id: String,
    pub name: String,
    pub class: WeaponClass,
    pub max_range: u8,
    pub prepared_range: u8,
    /// `[from, to, drm]` without gaps from 1 to the greatest range.
    pub range_drm: Vec<(u8, u8, i8)>,
    #[serde(default)]
    pub smoothbore: bool,
    #[serde(default)]
    pub rapid_fire: bool,
    #[serde(default)]
    pub repeater: bool,
}

impl WeaponRecord {
    /// The modifier at a range, none beyond the greatest. [GB 10.16]
    pub fn at_range(&self, range: u8) -> Option<i8> {
        self.range_drm.iter().find(|&&(from, to, _)| (from..=to).contains(&range)).map(|&(_, _, drm)| drm)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct FireDrm {
    pub breastwork_firer_small_arms: i8,
    pub breastwork_target_small_arms_canister: i8,
    pub massed_target_shell: i8,
    pub dispersed_target_shell: i8,
    pub massed_min_sp: u8,
    pub dispersed_max_sp: u8,
    pub target_inactive_mounted_cavalry: i8,
    pub firer_mounted_cavalry: i8,
    pub prepared_fire: i8,
    pub firer_disordered: i8,
    pub flank_fire: i8,
    pub shell_target_lower_level: i8,
    pub artillery_moved_or_became_top: i8,
    pub artillery_reaction_after_facing_change: i8,
    pub artillery_preshock_two_level_adjacent: i8,
    pub firer_green: i8,
    pub low_ammo: i8,
    pub dawn_dusk_beyond_1_hex: i8,
    /// `[range, drm]`, ascending.
    pub night_by_range: Vec<(u8, i8)>,
    pub night_impossible_from: u8,
    /// Longest range of canister; beyond it guns fire shell.
    pub canister_max_range: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct FireAmmo {
    pub guns_low_on_unmodified: Vec<u8>,
    pub doubled_fire_out_on_unmodified: Vec<u8>,
    pub spencer_second_fire_out_on_unmodified: Vec<u8>,
    pub optional_small_arms_low_on_unmodified: Vec<u8>,
    pub friendly_fire_check_on_unmodified_max: u8,
}

/// A step of the strength ratio, attacker to defender in halves.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct RatioStep {
    pub id: String,
    pub attacker: Half,
    pub defender: Half,
    pub drm: i8,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ShockRatio {
    pub steps: Vec<RatioStep>,
    pub cavalry_charge_flank_or_rear_multiplier: Half,
    pub cavalry_vs_woods_or_town_multiplier: Half,
    pub artillery_sp_per_guns: u8,
    pub horse_holders_per_sp: u8,
}

macro_rules! named_drms {
    ($(#[$doc:meta])* $name:ident from $kind:literal { $($field:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name { $(pub $field: i8),+ }

        impl $name {
            fn read(pack: &Pack) -> Result<Self, Problem> {
                let records: Vec<Record<NamedDrm>> = pack.records(FILE, $kind)?;
                let of = |id: &str| {
                    let found = records.iter().find(|record| record.value.id == id);
                    found.map(|record| record.value.drm).ok_or_else(|| {
                        Problem::new(format!("{FILE}: the {} \"{id}\" is missing; add it", $kind))
                    })
                };
                Ok($name { $($field: of(stringify!($field))?),+ })
            }
        }
    };
}

#[derive(Deserialize)]
struct NamedDrm {
    id: String,
    drm: i8,
}

named_drms! {
    /// Modifiers of the shock roll. [GB 11.42, 11.44, 11.47, 11.55, 11.56, 11.72]
    ShockDrm from "shock_drm" {
        position_flank, position_rear, position_front_and_flank, position_flank_and_rear, position_front_and_rear,
        position_surrounded, position_exposed_attacker, infantry_charge, cavalry_charge, countercharge_vs_infantry,
        aggressive_brigadier, no_brigadier, continued_shock, attacker_disordered, defender_disordered,
        defender_breastwork,
    }
}

named_drms! {
    /// Modifiers of the defender's cohesion check before shock. [GB 11.37]
    PreshockDrm from "preshock_drm" {
        march_orders, cavalry_charge, breastwork, attacked_flank, attacked_rear, disordered, leader_stars,
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShockOutcome {
    AttackerRetreats,
    BloodyStandoff,
    DefenderRetreats,
    DefenderDrivenBack,
    DefenderRouted,
}

impl ShockOutcome {
    pub fn id(self) -> &'static str {
        match self {
            ShockOutcome::AttackerRetreats => "attacker_retreats",
            ShockOutcome::BloodyStandoff => "bloody_standoff",
            ShockOutcome::DefenderRetreats => "defender_retreats",
            ShockOutcome::DefenderDrivenBack => "defender_driven_back",
            ShockOutcome::DefenderRouted => "defender_routed",
        }
    }
}

/// What a shock result does to one party.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ShockEffect {
    pub loss: u8,
    pub disorder: DisorderCode,
    pub retreat: u8,
    #[serde(default)]
    pub rout_check: bool,
    #[serde(default)]
    pub artillery_abandoned: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContinuedBy {
    None,
    Attacker,
    Defender,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ShockBand {
    pub min: i8,
    pub max: i8,
    pub id: ShockOutcome,
    pub attacker: ShockEffect,
    pub defender: ShockEffect,
    pub continued_by: ContinuedBy,
    pub continued_mandatory_for_chargers: bool,
}

/// Why a disordered unit is disordered again. [GB 12.35]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisorderCause {
    Fire,
    Shock,
    PreShock,
    RetreatBeforeShock,
    ReactionFacingOrRefuse,
    AdjacentRout,
    FriendlyFire,
    RetreatThrough,
    Terrain,
    AutomaticAfterShock,
    ReactionMovement,
    MoveThroughFriends,
}

/// What a second disorder comes to beyond the loss.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisorderOutcome {
    Retreat,
    Stop,
    Lose,
    Blown,
    Back,
    Abandoned,
}

/// A row of the second disorder table. [GB 12.35, 12.36]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondDisorderRow {
    pub causes: Vec<DisorderCause>,
    /// Which of infantry (with dismounted cavalry), mounted cavalry, artillery.
    pub classes: Vec<MoveClass>,
    /// A cohesion check comes first.
    pub check: bool,
    pub outcome: DisorderOutcome,
    pub loss: u8,
    pub retreat: [u8; 2],
    pub rout_on_fail: bool,
}

#[derive(Deserialize)]
struct WrittenDisorderRow {
    cause: String,
    unit: String,
    check: DisorderCode,
    outcome: DisorderOutcome,
    loss: u8,
    retreat: [u8; 2],
    rout_on_fail: bool,
}

fn read_second_disorder(pack: &Pack) -> Result<Vec<SecondDisorderRow>, Problem> {
    let records: Vec<Record<WrittenDisorderRow>> = pack.records(FILE, "second_disorder")?;
    let mut rows = Vec::new();
    for record in records {
        let row = &record.value;
        if row.retreat[0] > row.retreat[1] {
            return Err(record.problem("retreat", "must be [least, most]"));
        }
        let causes: Result<Vec<DisorderCause>, Problem> = row
            .cause
            .split(',')
            .map(|word| {
                let value = toml::Value::String(word.trim().into());
                value
                    .try_into()
                    .map_err(|error: toml::de::Error| record.problem("cause", error.message().trim()))
            })
            .collect();
        let classes = match row.unit.as_str() {
            "infantry_cavalry" => vec![MoveClass::Infantry, MoveClass::Cavalry],
            "infantry_dismounted" => vec![MoveClass::Infantry],
            "mounted_cavalry" => vec![MoveClass::Cavalry],
            "mounted_cavalry_or_artillery" => vec![MoveClass::Cavalry, MoveClass::Artillery],
            "artillery" => vec![MoveClass::Artillery],
            other => {
                let known = "infantry_cavalry, infantry_dismounted, mounted_cavalry, mounted_cavalry_or_artillery, artillery";
                return Err(record.problem("unit", format!("no kind of unit \"{other}\"; known: {known}")));
            }
        };
        rows.push(SecondDisorderRow {
            causes: causes?,
            classes,
            check: row.check.0 != Disorder::None,
            outcome: row.outcome,
            loss: row.loss,
            retreat: row.retreat,
            rout_on_fail: row.rout_on_fail,
        });
    }
    Ok(rows)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombatTables {
    pub result_ids: Vec<String>,
    pub results: Vec<FireResult>,
    pub small_arms: FireTable,
    pub shell: FireTable,
    pub caps: FireCaps,
    pub weapons: Vec<WeaponRecord>,
    pub fire_drm: FireDrm,
    pub ammo: FireAmmo,
    pub ratio: ShockRatio,
    pub shock_drm: ShockDrm,
    pub preshock_drm: PreshockDrm,
    pub shock: Vec<ShockBand>,
    pub second_disorder: Vec<SecondDisorderRow>,
    pub second_disorder_extra_sp: u8,
}

impl CombatTables {
    pub fn read(pack: &Pack) -> Result<CombatTables, Problem> {
        let (result_ids, results) = read_results(pack)?;
        let ratio: Record<ShockRatio> = pack.table(FILE, "shock_ratio")?;
        check_ratio(&ratio)?;
        let fire_drm: Record<FireDrm> = pack.table(FILE, "fire_drm")?;
        if fire_drm.value.night_by_range.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            return Err(fire_drm.problem("night_by_range", "the ranges must ascend"));
        }
        let stack: Record<SecondDisorderStack> = pack.table(FILE, "second_disorder_stack")?;
        Ok(CombatTables {
            small_arms: read_fire_table(pack, "fire_small_arms", &result_ids)?,
            shell: read_fire_table(pack, "fire_shell", &result_ids)?,
            result_ids,
            results,
            caps: one(pack, "fire_caps")?,
            weapons: read_weapons(pack)?,
            fire_drm: fire_drm.value,
            ammo: one(pack, "fire_ammo")?,
            ratio: ratio.value,
            shock_drm: ShockDrm::read(pack)?,
            preshock_drm: PreshockDrm::read(pack)?,
            shock: read_shock(pack)?,
            second_disorder: read_second_disorder(pack)?,
            second_disorder_extra_sp: stack.value.extra_sp_when_two_or_more_units_lose_sp,
        })
    }

    pub fn weapon(&self, weapon: Weapon) -> &WeaponRecord {
        &self.weapons[weapon.index()]
    }

    pub fn result(&self, code: ResultCode) -> FireResult {
        self.results[code.index()]
    }

    pub fn result_id(&self, code: ResultCode) -> &str {
        &self.result_ids[code.index()]
    }

    /// The weapon with this id.
    pub fn find_weapon(&self, id: &str) -> Option<Weapon> {
        self.weapons.iter().position(|weapon| weapon.id == id).map(Weapon::from_index)
    }

    /// The band of a modified shock roll; beyond the bands the end one counts. [GB 11.45]
    pub fn shock_band(&self, roll: i8) -> &ShockBand {
        let band = self.shock.iter().find(|band| roll <= band.max).or(self.shock.last());
        band.expect("the shock table is checked to have bands")
    }
}

#[derive(Deserialize)]
struct SecondDisorderStack {
    extra_sp_when_two_or_more_units_lose_sp: u8,
}

fn read_results(pack: &Pack) -> Result<(Vec<String>, Vec<FireResult>), Problem> {
    #[derive(Deserialize)]
    struct Written {
        loss: u8,
        disorder: DisorderCode,
        upz_drm: i8,
        rank: u8,
    }
    let table: Record<toml::Table> = pack.table(FILE, "result_codes")?;
    let mut read = Vec::new();
    for (id, value) in &table.value {
        if id == "source" {
            continue;
        }
        let written: Written = value
            .clone()
            .try_into()
            .map_err(|error: toml::de::Error| table.problem(id, error.message().trim()))?;
        let (disorder, rank) = (written.disorder.0, written.rank);
        read.push((
            id.clone(),
            FireResult { loss: written.loss, disorder, check_drm: written.upz_drm, rank },
        ));
    }
    read.sort_by_key(|(_, result)| result.rank);
    if read.len() > 250 {
        return Err(table.problem("source", "more than 250 result codes; remove some"));
    }
    Ok(read.into_iter().unzip())
}

fn read_fire_table(pack: &Pack, name: &str, codes: &[String]) -> Result<FireTable, Problem> {
    #[derive(Deserialize)]
    struct Written {
        column_min: Vec<u8>,
        column_max: Vec<u8>,
        row_min: i8,
        row_max: i8,
        results: Vec<Vec<String>>,
    }
    let record: Record<Written> = pack.table(FILE, name)?;
    let table = &record.value;
    let columns = table.column_max.len();
    let joined = table.column_min.len() == columns
        && table.column_min.first() == Some(&1)
        && table
            .column_min
            .iter()
            .skip(1)
            .zip(&table.column_max)
            .all(|(&next, &last)| last < 255 && next == last + 1);
    if !joined {
        return Err(record
            .problem("column_min", "each column must begin one above the end of the one before, from 1"));
    }
    let rows = i16::from(table.row_max) - i16::from(table.row_min) + 1;
    if rows < 1 || table.results.len() != rows as usize {
        return Err(record.problem(
            "results",
            format!("must hold {rows} rows, one for each roll from row_min to row_max"),
        ));
    }
    let mut cells = Vec::new();
    for (i, row) in table.results.iter().enumerate() {
        if row.len() != columns {
            let roll = i16::from(table.row_min) + i as i16;
            return Err(record
                .problem("results", format!("the row for {roll} has {} cells, not {columns}", row.len())));
        }
        let row: Result<Vec<ResultCode>, Problem> = row
            .iter()
            .map(|code| record.lookup("results", code, "result code", codes).map(ResultCode::from_index))
            .collect();
        cells.push(row?);
    }
    Ok(FireTable { column_max: record.value.column_max, row_min: record.value.row_min, cells })
}

fn read_weapons(pack: &Pack) -> Result<Vec<WeaponRecord>, Problem> {
    let records: Vec<Record<WeaponRecord>> = pack.records(FILE, "weapon")?;
    if records.len() > 250 {
        return Err(Problem::new(format!("{FILE}: more than 250 weapons; remove some")));
    }
    for record in &records {
        let mut next = 1u16;
        for &(from, to, _) in &record.value.range_drm {
            if u16::from(from) != next || to < from {
                return Err(record.problem(
                    "range_drm",
                    format!("the bands must follow without gap; expected one from {next}"),
                ));
            }
            next = u16::from(to) + 1;
        }
        if next != u16::from(record.value.max_range) + 1 {
            let message = format!("the bands end at {}, max_range is {}", next - 1, record.value.max_range);
            return Err(record.problem("range_drm", message));
        }
    }
    Ok(records.into_iter().map(|record| record.value).collect())
}

fn check_ratio(record: &Record<ShockRatio>) -> Result<(), Problem> {
    let steps = &record.value.steps;
    if steps.is_empty() || steps.iter().any(|step| step.attacker.0 < 1 || step.defender.0 < 1) {
        return Err(record.problem("steps", "each step needs attacker and defender of 0.5 or more"));
    }
    let rises = |pair: &[RatioStep]| {
        i32::from(pair[0].attacker.0) * i32::from(pair[1].defender.0)
            < i32::from(pair[1].attacker.0) * i32::from(pair[0].defender.0)
    };
    if let Some(pair) = steps.windows(2).find(|pair| !rises(pair)) {
        return Err(
            record.problem("steps", format!("{} must lie below {}; sort the steps", pair[0].id, pair[1].id))
        );
    }
    if record.value.artillery_sp_per_guns == 0 || record.value.horse_holders_per_sp == 0 {
        return Err(
            record.problem("artillery_sp_per_guns", "must be 1 or more, as must horse_holders_per_sp")
        );
    }
    Ok(())
}

fn read_shock(pack: &Pack) -> Result<Vec<ShockBand>, Problem> {
    let records: Vec<Record<ShockBand>> = pack.records(FILE, "shock_result")?;
    if records.is_empty() {
        return Err(Problem::new(format!("{FILE}: there is no [[shock_result]]; add the shock table")));
    }
    for pair in records.windows(2) {
        if i16::from(pair[0].value.max) + 1 != i16::from(pair[1].value.min) {
            let wanted = i16::from(pair[0].value.max) + 1;
            return Err(pair[1].problem("min", format!("must be {wanted}, one above the band before")));
        }
    }
    Ok(records.into_iter().map(|record| record.value).collect())
}
