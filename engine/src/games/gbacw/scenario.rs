//! A scenario file read and checked: map, orders of battle, turns, options, victory, special rules. [GB 6.17, 9.7]
//!
//! API: [`Scenario::read`] one file of the pack, [`scenario_files`] which files there are; [`TurnRecord`],
//! [`Options`], [`SideRecord`], [`Victory`], [`Exit`], [`SpecialRule`]. Ours and a user's files take the same way.

use serde::Deserialize;

use super::map::Map;
use super::oob::Oob;
use super::source::{Source, hex, in_range};
use super::tables::Tables;
use super::types::{
    Formation, Hex, HexSet, Leader, Light, Location, MoveClass, OrderKind, Rank, Side, Unit, UnitSet,
};
use super::values::Half;
use crate::data::{Pack, Problem, Record, suggestion};
use crate::set::Index;

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Scale {
    pub hex_yards: u16,
    pub turn_minutes: u16,
    pub level_feet: u16,
    pub men_per_sp: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnRecord {
    pub number: u8,
    pub time: String,
    pub light: Light,
}

/// Defaults of the variants in this scenario.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Options {
    pub fatigue: bool,
    pub ammo_depletion: bool,
    pub combined_small_arms: bool,
    pub crest_los: bool,
    pub artillery_near_enemy: u8,
    pub random_events: bool,
    #[serde(default)]
    pub mixed_facing_in_hex: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct SideRecord {
    /// The highest level the chain of command reaches on the map.
    pub chain_top: Rank,
    /// Who draws efficiency markers. [GB 5.21]
    pub efficiency_level: Rank,
    pub em_pool: Vec<u8>,
    pub label: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationValue {
    pub location: Location,
    pub vp: Half,
    pub holder: Option<Side>,
}

/// Hexes by which a side may leave the map for points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    pub side: Side,
    pub hexes: HexSet,
    pub vp_per_sp: Half,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VictoryLevel {
    pub margin_min: u16,
    pub margin_max: u16,
    pub result: String,
}

/// Points are counted in halves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    pub base: [Half; 2],
    pub sp_loss: Half,
    pub gun_loss: Half,
    /// By [`Rank`]: army, corps, division, brigade.
    pub leader_loss: [Half; 4],
    pub routed_at_end_factor: Half,
    pub locations: Vec<LocationValue>,
    pub exits: Vec<Exit>,
    pub levels: Vec<VictoryLevel>,
}

/// A rule of this battle only; the numbers it needs stand beside its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecialRule {
    pub id: String,
    pub text: String,
    pub side: Option<Side>,
    pub formation: Option<Formation>,
    pub leader: Option<Leader>,
    pub hexes: HexSet,
    pub turns: Vec<u8>,
    pub from_turn: Option<u8>,
    pub max_activations: Option<u8>,
    pub vp: Half,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub date: String,
    pub scale: Scale,
    pub turns: Vec<TurnRecord>,
    /// Who has the initiative on turn 1; none rolls for it. [GB 5.11]
    pub first_initiative: Option<Side>,
    pub options: Options,
    pub sides: [SideRecord; 2],
    pub map: Map,
    pub oob: Oob,
    pub victory: Victory,
    pub special_rules: Vec<SpecialRule>,
}

#[derive(Deserialize)]
struct Head {
    schema: String,
    id: String,
    title: String,
    #[serde(default)]
    date: String,
}

#[derive(Deserialize)]
struct TurnsHead {
    first_initiative: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnItem {
    n: u8,
    time: String,
    light: Light,
}

#[derive(Deserialize)]
struct VictoryHead {
    base_vp: Option<BaseVp>,
    sp_loss: Half,
    gun_loss: Half,
    leader_loss: LeaderLossVp,
    #[serde(default)]
    routed_at_end_factor: Half,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BaseVp {
    union: Half,
    csa: Half,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderLossVp {
    army: Half,
    corps: Half,
    division: Half,
    brigade: Half,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LocationItem {
    id: String,
    vp: Half,
    holder: Option<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitItem {
    side: Side,
    hexes: Vec<String>,
    vp_per_sp: Half,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelItem {
    margin_min: u16,
    margin_max: u16,
    result: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecialItem {
    id: String,
    text: String,
    side: Option<Side>,
    formation: Option<String>,
    leader: Option<String>,
    #[serde(default)]
    hexes: Vec<String>,
    #[serde(default)]
    turns: Vec<u8>,
    from_turn: Option<u8>,
    max_activations: Option<u8>,
    #[serde(default)]
    vp: Half,
    #[serde(rename = "source")]
    _source: String,
}

/// The scenario files of a pack with the ids they declare, in order of their names.
pub fn scenario_files(pack: &Pack) -> Result<Vec<(String, String)>, Problem> {
    let mut found: Vec<(String, String)> = Vec::new();
    for (name, _) in pack.files().filter(|(name, _)| name.starts_with("scenarios/")) {
        let head: Record<Head> = pack.table(name, "")?;
        if let Some((other, _)) = found.iter().find(|(_, id)| *id == head.value.id) {
            return Err(
                head.problem("id", format!("\"{}\" is also the id of {other}; rename one", head.value.id))
            );
        }
        found.push((name.to_string(), head.value.id));
    }
    Ok(found)
}

impl Scenario {
    /// Reads the scenario with this id.
    pub fn find(pack: &Pack, tables: &Tables, id: &str) -> Result<Scenario, Problem> {
        let files = scenario_files(pack)?;
        let Some((file, _)) = files.iter().find(|(_, known)| known == id) else {
            let known: Vec<&str> = files.iter().map(|(_, id)| id.as_str()).collect();
            let hint = suggestion(id, known.iter().copied());
            return Err(Problem::new(format!(
                "unknown scenario \"{id}\"; known: {}.{hint}",
                known.join(", ")
            )));
        };
        Scenario::read(pack, tables, file)
    }

    /// Reads one scenario file of the pack, `scenarios/foxs_gap.toml`.
    pub fn read(pack: &Pack, tables: &Tables, file: &str) -> Result<Scenario, Problem> {
        let source = Source::new(pack, file);
        let head: Record<Head> = source.table("")?;
        if head.value.schema != "gbacw-scenario-1" {
            return Err(head.problem("schema", "must be \"gbacw-scenario-1\""));
        }
        let (turns, first_initiative) = read_turns(&source)?;
        let options: Record<Options> = source.table("options")?;
        in_range(&options, "artillery_near_enemy", options.value.artillery_near_enemy, 1..=2)?;
        let sides = [read_side(&source, tables, Side::Union)?, read_side(&source, tables, Side::Csa)?];
        let map = Map::read(&source, &tables.chart)?;
        let tops = [sides[0].chain_top, sides[1].chain_top];
        let count = turns.len() as u8;
        let oob = Oob::read(&source, &map, &tables.combat, &tables.fatigue, tops, count)?;
        let victory = read_victory(&source, &map)?;
        let special_rules = read_special(&source, &map, &oob)?;
        let scenario = Scenario {
            id: head.value.id,
            title: head.value.title,
            date: head.value.date,
            scale: source.table("scale")?.value,
            turns,
            first_initiative,
            options: options.value,
            sides,
            map,
            oob,
            victory,
            special_rules,
        };
        scenario.check(&source, tables)?;
        Ok(scenario)
    }

    pub fn side(&self, side: Side) -> &SideRecord {
        &self.sides[side.index()]
    }

    pub fn special_rule(&self, id: &str) -> Option<&SpecialRule> {
        self.special_rules.iter().find(|rule| rule.id == id)
    }

    /// Orders of a unit at the start: its brigade's, but guns never have Attack. [GB 6.18]
    pub fn starting_order(&self, unit: Unit) -> OrderKind {
        let formation = self.oob.formation(self.oob.unit(unit).formation);
        let order =
            formation.orders.and_then(super::types::AssignedOrder::fixed).unwrap_or(OrderKind::Advance);
        let is_gun = self.oob.unit(unit).arm == super::types::Arm::Artillery;
        if is_gun && order == OrderKind::Attack { OrderKind::Advance } else { order }
    }

    fn check(&self, source: &Source<'_>, tables: &Tables) -> Result<(), Problem> {
        let head: Record<toml::Table> = source.table("oob")?;
        let wrong = |message: String| Err(head.problem("unit", message));
        let mut stacks: Vec<UnitSet> = vec![UnitSet::EMPTY; self.map.grid.count_hexes()];
        for (i, unit) in self.oob.units.iter().enumerate() {
            let Some(at) = unit.hex else { continue };
            let id = &unit.id;
            let class = MoveClass::of(unit.arm, unit.mounted);
            let terrain = self.map.terrain_record(&tables.chart, at);
            let closed = terrain.cost.get(class, super::values::Cost(Some(0))).0.is_none();
            if closed && !self.map.road_hexes.contains(at) {
                return wrong(format!("{id}: {} is closed to it; choose another hex", terrain.id));
            }
            let order = self.starting_order(Unit::from_index(i));
            let Some(facing) = unit.facing else {
                return wrong(format!("{id}: needs a facing with its hex"));
            };
            if !facing.fits(order) {
                let kind =
                    if order == OrderKind::March { "a hexside such as eN" } else { "a corner such as vE" };
                return wrong(format!("{id}: under {} it faces {kind}, not {}", order.id(), facing.id()));
            }
            let mut before = at;
            for &part in &unit.extended {
                if self.map.grid.distance(before, part) != 1 && self.map.grid.distance(at, part) != 1 {
                    return wrong(format!("{id}: its extension is not adjacent to it"));
                }
                before = part;
            }
            for hex in std::iter::once(at).chain(unit.extended.iter().copied()) {
                self.check_shared(id, unit, &stacks[hex.index()]).or_else(wrong)?;
                stacks[hex.index()].insert(Unit::from_index(i));
            }
        }
        for leader in &self.oob.leaders {
            let Some(at) = leader.hex else { continue };
            if stacks[at.index()].into_iter().any(|unit| self.oob.unit(unit).side != leader.side) {
                return wrong(format!("{}: stands in an enemy hex", leader.id));
            }
        }
        for side in Side::ALL {
            let record = self.side(side);
            let draws = self
                .oob
                .formations
                .iter()
                .filter(|formation| formation.side == side && formation.level == record.efficiency_level);
            if draws.count() > record.em_pool.len() {
                let table: Record<SideRecord> = source.table(&format!("side.{}", side.id()))?;
                let message = format!(
                    "fewer markers than there are {}s to draw; add some",
                    record.efficiency_level.id()
                );
                return Err(table.problem("em_pool", message));
            }
        }
        Ok(())
    }

    fn check_shared(&self, id: &str, unit: &super::oob::UnitRecord, stack: &UnitSet) -> Result<(), String> {
        for other in stack.into_iter() {
            let other = self.oob.unit(other);
            if other.side != unit.side {
                return Err(format!("{id} and the enemy {} stand in one hex", other.id));
            }
            if other.facing != unit.facing && !self.options.mixed_facing_in_hex {
                return Err(format!("{id} and {} share a hex and must face the same way", other.id));
            }
        }
        Ok(())
    }
}

fn read_turns(source: &Source<'_>) -> Result<(Vec<TurnRecord>, Option<Side>), Problem> {
    let head: Record<TurnsHead> = source.table("turns")?;
    let first = match head.value.first_initiative.as_str() {
        "roll" => None,
        "union" => Some(Side::Union),
        "csa" => Some(Side::Csa),
        other => {
            return Err(
                head.problem("first_initiative", format!("must be union, csa or roll, not \"{other}\""))
            );
        }
    };
    let items = source.items::<TurnItem>("turns", "list")?;
    if items.is_empty() || items.len() > 60 {
        return Err(head.problem("list", "a scenario has 1 to 60 turns"));
    }
    let mut turns = Vec::new();
    for (i, item) in items.into_iter().enumerate() {
        if usize::from(item.value.n) != i + 1 {
            return Err(
                item.problem("n", format!("turn {} stands where turn {} is due", item.value.n, i + 1))
            );
        }
        turns.push(TurnRecord { number: item.value.n, time: item.value.time, light: item.value.light });
    }
    Ok((turns, first))
}

fn read_side(source: &Source<'_>, tables: &Tables, side: Side) -> Result<SideRecord, Problem> {
    let record: Record<SideRecord> = source.table(&format!("side.{}", side.id()))?;
    if !matches!(record.value.chain_top, Rank::Army | Rank::Corps | Rank::Division) {
        return Err(record.problem("chain_top", "must be army, corps or division"));
    }
    let level = record.value.efficiency_level;
    if !matches!(level, Rank::Corps | Rank::Division) || level.depth() < record.value.chain_top.depth() {
        return Err(record.problem("efficiency_level", "must be corps or division, not above chain_top"));
    }
    let range = tables.activation.corps_efficiency_min..=tables.activation.corps_efficiency_max;
    if record.value.em_pool.is_empty() || record.value.em_pool.len() > 16 {
        return Err(record.problem("em_pool", "must hold 1 to 16 markers"));
    }
    for &marker in &record.value.em_pool {
        in_range(&record, "em_pool", i8::try_from(marker).unwrap_or(i8::MAX), range.clone())?;
    }
    Ok(record.value)
}

fn read_victory(source: &Source<'_>, map: &Map) -> Result<Victory, Problem> {
    let head: Record<VictoryHead> = source.table("victory")?;
    let value = &head.value;
    let known: Vec<&str> = map.locations.iter().map(|location| location.id.as_str()).collect();
    let mut locations = Vec::new();
    for item in source.items::<LocationItem>("victory", "location")? {
        let location = Location::from_index(item.lookup("id", &item.value.id, "location", &known)?);
        locations.push(LocationValue { location, vp: item.value.vp, holder: item.value.holder });
    }
    let mut exits = Vec::new();
    for item in source.items::<ExitItem>("victory", "exit")? {
        let hexes: Result<HexSet, Problem> =
            item.value.hexes.iter().map(|name| hex(&map.grid, &item, "hexes", name)).collect();
        exits.push(Exit { side: item.value.side, hexes: hexes?, vp_per_sp: item.value.vp_per_sp });
    }
    let mut levels: Vec<VictoryLevel> = Vec::new();
    for item in source.items::<LevelItem>("victory", "levels")? {
        let expected = levels.last().map_or(0, |level| level.margin_max.saturating_add(1));
        if item.value.margin_min != expected || item.value.margin_max < item.value.margin_min {
            return Err(item.problem(
                "margin_min",
                format!("the bands must follow from 0 without gap; expected {expected}"),
            ));
        }
        let LevelItem { margin_min, margin_max, result } = item.value;
        levels.push(VictoryLevel { margin_min, margin_max, result });
    }
    if levels.is_empty() {
        return Err(head.problem("levels", "needs at least one band of margins"));
    }
    let loss = &value.leader_loss;
    let base = value.base_vp.as_ref().map_or([Half(0); 2], |base| [base.union, base.csa]);
    Ok(Victory {
        base,
        sp_loss: value.sp_loss,
        gun_loss: value.gun_loss,
        leader_loss: [loss.army, loss.corps, loss.division, loss.brigade],
        routed_at_end_factor: value.routed_at_end_factor,
        locations,
        exits,
        levels,
    })
}

fn read_special(source: &Source<'_>, map: &Map, oob: &Oob) -> Result<Vec<SpecialRule>, Problem> {
    let formations: Vec<&str> = oob.formations.iter().map(|formation| formation.id.as_str()).collect();
    let leaders: Vec<&str> = oob.leaders.iter().map(|leader| leader.id.as_str()).collect();
    let records: Vec<Record<SpecialItem>> = source.pack.records(source.file, "special_rule")?;
    let mut rules = Vec::new();
    for record in records {
        let item = &record.value;
        let formation = match &item.formation {
            None => None,
            Some(id) => {
                Some(Formation::from_index(record.lookup("formation", id, "formation", &formations)?))
            }
        };
        let leader = match &item.leader {
            None => None,
            Some(id) => Some(Leader::from_index(record.lookup("leader", id, "leader", &leaders)?)),
        };
        let hexes: Result<Vec<Hex>, Problem> =
            item.hexes.iter().map(|name| hex(&map.grid, &record, "hexes", name)).collect();
        rules.push(SpecialRule {
            id: item.id.clone(),
            text: item.text.clone(),
            side: item.side,
            formation,
            leader,
            hexes: hexes?.into_iter().collect(),
            turns: item.turns.clone(),
            from_turn: item.from_turn,
            max_activations: item.max_activations,
            vp: item.vp,
        });
    }
    Ok(rules)
}
