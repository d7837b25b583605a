//! The terrain effects chart: hex terrain, hexsides, roads, crossings, heights for sight. [GB 9.4, 10.2]
//!
//! API: [`Chart`] with [`TerrainRecord`], [`HexsideRecord`], [`RoadRecord`], [`CrossingRecord`], [`Elevation`];
//! [`Chart::read`] parses `terrain.toml`.

use serde::Deserialize;

use super::types::{HexsideKind, MoveClass, Terrain};
use super::values::{Band, ByClass, Cost, DisorderCode, Half, broken_bands};
use crate::data::{Pack, Problem, Record};
use crate::set::Index;

pub const FILE: &str = "terrain.toml";

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct TerrainRecord {
    pub id: String,
    pub char: char,
    #[serde(rename = "move")]
    pub cost: ByClass<Cost>,
    pub disorder: ByClass<DisorderCode>,
    pub fire_small_arms: i8,
    pub fire_shell: i8,
    pub shock: i8,
    pub los_height: u8,
    pub los_blocks: bool,
    #[serde(default)]
    pub attack_order_facing_cost: u8,
    #[serde(default)]
    pub charge_path_forbidden: bool,
    #[serde(default)]
    pub cavalry_shock_halved: bool,
    #[serde(default)]
    pub breastworks_forbidden: bool,
}

impl TerrainRecord {
    /// Woods of any kind: canopy (10.24), facing under Attack (7.22).
    pub fn is_woods(&self) -> bool {
        self.attack_order_facing_cost > 0
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HexsideClass {
    Slope,
    Water,
    Barrier,
    Work,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct HexsideRecord {
    pub id: String,
    pub kind: HexsideClass,
    /// Change of level, least and most (slopes).
    #[serde(default)]
    pub levels: Option<[u8; 2]>,
    #[serde(rename = "move")]
    cost: Option<ByClass<Cost>>,
    up: Option<ByClass<Cost>>,
    down: Option<ByClass<Cost>>,
    pub disorder: ByClass<DisorderCode>,
    #[serde(default)]
    pub fire_small_arms: i8,
    #[serde(default)]
    pub fire_shell: i8,
    #[serde(default)]
    pub shock: i8,
    #[serde(default)]
    pub fire_up: i8,
    #[serde(default)]
    pub fire_down: i8,
    #[serde(default)]
    pub shock_up: i8,
    #[serde(default)]
    pub shock_down: i8,
    #[serde(default)]
    pub los_gradual: bool,
    #[serde(default)]
    pub firer_bonus_small_arms: i8,
    #[serde(default)]
    pub charge_path_forbidden: bool,
    #[serde(default)]
    pub cancels_road: bool,
}

impl HexsideRecord {
    /// Extra cost of crossing; `up` is the way to the higher hex, of account on slopes only.
    pub fn crossing_cost(&self, class: MoveClass, up: bool) -> Option<u8> {
        let costs = self.cost.or(if up { self.up } else { self.down });
        costs.and_then(|costs| costs.get(class, Cost(Some(0))).0)
    }
}

/// What a road costs under one order. [GB 9.43, 9.44]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum RoadCost {
    Fixed(Half),
    /// Half the terrain, rounded up.
    HalfTerrain,
    /// Half the terrain, rounded up, never below 1.
    HalfTerrainAtLeastOne,
    /// The road is of no use.
    Terrain,
}

impl<'de> Deserialize<'de> for RoadCost {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(Half),
            Word(String),
        }
        match Written::deserialize(deserializer) {
            Ok(Written::Number(number)) => Ok(RoadCost::Fixed(number)),
            Ok(Written::Word(word)) => match word.as_str() {
                "half_terrain_up" => Ok(RoadCost::HalfTerrain),
                "half_terrain_up_min_1" => Ok(RoadCost::HalfTerrainAtLeastOne),
                "terrain" => Ok(RoadCost::Terrain),
                _ => Err(wrong_road_cost(&word)),
            },
            Err(_) => Err(wrong_road_cost("that")),
        }
    }
}

fn wrong_road_cost<E: serde::de::Error>(word: &str) -> E {
    E::custom(format!(
        "a road costs a number such as 0.5, half_terrain_up, half_terrain_up_min_1 or terrain, not {word}"
    ))
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct RoadRecord {
    pub id: String,
    pub march: RoadCost,
    pub advance: RoadCost,
    pub attack: RoadCost,
    pub ignores_hexside_and_disorder: bool,
    pub needs_march_stacking: bool,
    pub move_through_friends: bool,
}

/// What a bridge or ford costs under one order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum CrossingCost {
    /// As the road on it.
    Road,
    /// In place of the water's cost.
    Extra(ByClass<Cost>),
    Prohibited,
}

impl<'de> Deserialize<'de> for CrossingCost {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Costs(ByClass<Cost>),
            Word(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Costs(costs) => Ok(CrossingCost::Extra(costs)),
            Written::Word(word) if word == "road" => Ok(CrossingCost::Road),
            Written::Word(word) if word == "P" => Ok(CrossingCost::Prohibited),
            Written::Word(word) => {
                Err(D::Error::custom(format!("a crossing costs road, P or a cost by class, not \"{word}\"")))
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct CrossingRecord {
    pub id: String,
    pub march: CrossingCost,
    pub advance: CrossingCost,
    pub attack: CrossingCost,
    pub shock: i8,
    pub blocked_by_march_unit_at_either_end: bool,
    pub advance_orders_may_enter_enemy_adjacent: bool,
}

/// Fire modifiers by difference of level beyond one hex. [GB 10.81]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Elevation {
    pub rows: Vec<Band<i8>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Sight {
    /// Own units this near the target on the line of fire stop shells. [GB 10.26]
    pub own_units_block_shell_within_of_target: u8,
    /// Units this many levels below do not stop direct fire. [GB 10.26]
    pub unit_below_levels: u8,
    /// Guns do not fire at a neighbour this many levels above or below. [GB 10.67]
    pub guns_adjacent_levels: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    pub terrain: Vec<TerrainRecord>,
    pub hexsides: Vec<HexsideRecord>,
    pub roads: Vec<RoadRecord>,
    pub crossings: Vec<CrossingRecord>,
    pub elevation: Elevation,
    pub sight: Sight,
    /// The implied slope of a one-level change without a symbol.
    pub gradual: HexsideKind,
    pub steep: HexsideKind,
    pub breastwork: HexsideKind,
}

impl Chart {
    pub fn read(pack: &Pack) -> Result<Chart, Problem> {
        let terrain: Vec<Record<TerrainRecord>> = pack.records(FILE, "terrain")?;
        for (i, record) in terrain.iter().enumerate() {
            if let Some(same) = terrain[..i].iter().find(|other| other.value.char == record.value.char) {
                let message =
                    format!("'{}' already stands for {}; choose another", record.value.char, same.value.id);
                return Err(record.problem("char", message));
            }
        }
        let hexsides: Vec<Record<HexsideRecord>> = pack.records(FILE, "hexside")?;
        for record in &hexsides {
            check_hexside(record)?;
        }
        let roads: Vec<Record<RoadRecord>> = pack.records(FILE, "road")?;
        let crossings: Vec<Record<CrossingRecord>> = pack.records(FILE, "crossing")?;
        let elevation: Record<Elevation> = pack.table(FILE, "elevation_fire")?;
        if let Some(message) = broken_bands(&elevation.value.rows) {
            return Err(elevation.problem("rows", message));
        }
        let sight: Record<Sight> = pack.table(FILE, "los")?;
        if terrain.is_empty() || terrain.len() > 250 || hexsides.len() > 250 {
            return Err(Problem::new(format!("{FILE}: needs 1 to 250 terrain records; add or remove some")));
        }
        let named = |id: &str| {
            hexsides
                .iter()
                .position(|record| record.value.id == id)
                .map(HexsideKind::from_index)
                .ok_or_else(|| Problem::new(format!("{FILE}: the rules need a hexside \"{id}\"; add it")))
        };
        let (gradual, steep, breastwork) = (named("gradual")?, named("steep_slope")?, named("breastwork")?);
        Ok(Chart {
            terrain: terrain.into_iter().map(|record| record.value).collect(),
            hexsides: hexsides.into_iter().map(|record| record.value).collect(),
            roads: roads.into_iter().map(|record| record.value).collect(),
            crossings: crossings.into_iter().map(|record| record.value).collect(),
            elevation: elevation.value,
            sight: sight.value,
            gradual,
            steep,
            breastwork,
        })
    }

    pub fn terrain(&self, terrain: Terrain) -> &TerrainRecord {
        &self.terrain[terrain.index()]
    }

    pub fn hexside(&self, kind: HexsideKind) -> &HexsideRecord {
        &self.hexsides[kind.index()]
    }
}

fn check_hexside(record: &Record<HexsideRecord>) -> Result<(), Problem> {
    let hexside = &record.value;
    if hexside.kind == HexsideClass::Slope {
        if hexside.up.is_none() || hexside.down.is_none() {
            return Err(record.problem("up", "a slope needs its costs up and down; add both"));
        }
        match hexside.levels {
            Some([least, most]) if least <= most => {}
            _ => return Err(record.problem("levels", "a slope needs levels = [least, most]")),
        }
    } else if hexside.cost.is_none() {
        return Err(record.problem("move", "a hexside that is no slope needs its crossing cost; add move"));
    }
    Ok(())
}
