//! Orders of battle: formations, leaders and units. [GB 2.21, 2.22, 4.1]
//!
//! API: [`Oob`] with [`FormationRecord`], [`LeaderRecord`], [`Ratings`], [`UnitRecord`], [`Section`];
//! `Oob::chain(formation)` walks up the chain of command. Reinforcements are in [`super::entry`].

use arrayvec::ArrayVec;
use serde::Deserialize;

use super::combat_tables::{CombatTables, WeaponClass};
use super::entry::Reinforcement;
use super::map::Map;
use super::source::{Source, hex, in_range, unique};
use super::tables::FatigueTrack;
use super::types::{
    Arm, AssignedOrder, Facing, Formation, FormationSet, Hex, Leader, MAX_FORMATIONS, MAX_LEADERS,
    MAX_SECTIONS, MAX_UNITS, Personality, Rank, Side, Unit, UnitSet, Weapon,
};
use crate::data::{Problem, Record};
use crate::set::Index;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormationRecord {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub level: Rank,
    pub parent: Option<Formation>,
    /// Brigades and battery groups: orders at the start or on entry.
    pub orders: Option<AssignedOrder>,
    pub reserve: bool,
    /// Place on the fatigue track at the start. [GB 17.21]
    pub fatigue: u8,
    /// Battery group: the brigade it starts attached to. [GB 4.32]
    pub attached_to: Option<Formation>,
    /// Corps and army artillery: activation markers of its own each turn. [GB 4.33, 5.31]
    pub activations: Option<u8>,
    pub leader: Option<Leader>,
    /// Formations directly below.
    pub children: FormationSet,
    /// Units directly in this formation.
    pub units: UnitSet,
    /// Units in this formation and all below it.
    pub all_units: UnitSet,
}

/// The ratings on one side of a leader's counter; those his rank lacks are zero or Normal. [GB 4.11]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ratings {
    pub name: String,
    pub range: u8,
    pub initiative: i8,
    pub efficiency: i8,
    pub activation: i8,
    pub coordination: i8,
    pub personality: Personality,
    pub orders_rating: i8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderRecord {
    pub id: String,
    pub side: Side,
    pub rank: Rank,
    pub stars: u8,
    pub commands: Formation,
    pub front: Ratings,
    /// The other side of the counter; none is never replaced. [GB 4.18, 12.74]
    pub replacement: Option<Ratings>,
    pub hex: Option<Hex>,
}

/// Guns of one kind in a battery. [GB 8.37]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub weapon: Weapon,
    pub guns: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitRecord {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub formation: Formation,
    pub arm: Arm,
    /// Small arms; none for batteries, which have sections.
    pub weapon: Option<Weapon>,
    pub sp: u8,
    /// Good order, disordered; on foot for cavalry.
    pub cohesion: [u8; 2],
    pub ma: [u8; 2],
    /// The mounted side; the same as the foot side for units that never ride.
    pub mounted_cohesion: [u8; 2],
    pub mounted_ma: [u8; 2],
    pub mounted: bool,
    pub sections: ArrayVec<Section, MAX_SECTIONS>,
    pub horse: bool,
    pub green: bool,
    pub hex: Option<Hex>,
    pub facing: Option<Facing>,
    pub extended: ArrayVec<Hex, 2>,
    pub disordered: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Oob {
    pub formations: Vec<FormationRecord>,
    pub leaders: Vec<LeaderRecord>,
    pub units: Vec<UnitRecord>,
    pub reinforcements: Vec<Reinforcement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormationItem {
    id: String,
    name: String,
    side: Side,
    level: Rank,
    parent: Option<String>,
    orders: Option<AssignedOrder>,
    #[serde(default)]
    reserve: bool,
    fatigue: Option<String>,
    attached_to: Option<String>,
    activations: Option<u8>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderItem {
    id: String,
    name: String,
    side: Side,
    rank: Rank,
    stars: u8,
    commands: String,
    range: u8,
    initiative: Option<i8>,
    efficiency: Option<i8>,
    activation: Option<i8>,
    coordination: Option<i8>,
    personality: Option<Personality>,
    orders_rating: Option<i8>,
    replacement: Option<ReplacementItem>,
    hex: Option<String>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplacementItem {
    name: String,
    range: u8,
    initiative: Option<i8>,
    efficiency: Option<i8>,
    activation: Option<i8>,
    coordination: Option<i8>,
    personality: Option<Personality>,
    orders_rating: Option<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionItem {
    w: String,
    guns: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitItem {
    id: String,
    name: String,
    f: String,
    t: Arm,
    w: Option<String>,
    sp: u8,
    coh: [u8; 2],
    ma: [u8; 2],
    mcoh: Option<[u8; 2]>,
    mma: Option<[u8; 2]>,
    mounted: Option<bool>,
    #[serde(default)]
    sections: Vec<SectionItem>,
    #[serde(default)]
    horse: bool,
    #[serde(default)]
    green: bool,
    hex: Option<String>,
    facing: Option<String>,
    #[serde(default)]
    extended: Vec<String>,
    state: Option<String>,
    #[serde(rename = "source")]
    _source: String,
}

pub(super) fn ids<T>(records: &[T], id: impl Fn(&T) -> &String) -> Vec<String> {
    records.iter().map(|record| id(record).clone()).collect()
}

impl Oob {
    pub(super) fn read(
        source: &Source<'_>,
        map: &Map,
        combat: &CombatTables,
        fatigue: &FatigueTrack,
        chain_top: [Rank; 2],
        turns: u8,
    ) -> Result<Oob, Problem> {
        let mut oob = Oob::default();
        oob.read_formations(source, fatigue, chain_top)?;
        oob.read_leaders(source, map)?;
        oob.read_units(source, map, combat)?;
        oob.read_reinforcements(source, map, turns)?;
        Ok(oob)
    }

    pub fn formation(&self, formation: Formation) -> &FormationRecord {
        &self.formations[formation.index()]
    }

    pub fn leader(&self, leader: Leader) -> &LeaderRecord {
        &self.leaders[leader.index()]
    }

    pub fn unit(&self, unit: Unit) -> &UnitRecord {
        &self.units[unit.index()]
    }

    /// A formation and everything above it, lowest first. [GB 4.21]
    pub fn chain(&self, formation: Formation) -> impl Iterator<Item = Formation> + '_ {
        std::iter::successors(Some(formation), |&at| self.formation(at).parent)
    }

    fn read_formations(
        &mut self,
        source: &Source<'_>,
        fatigue: &FatigueTrack,
        chain_top: [Rank; 2],
    ) -> Result<(), Problem> {
        let records = source.items::<FormationItem>("oob", "formation")?;
        let known = ids(&records, |record| &record.value.id);
        if records.is_empty() || records.len() > MAX_FORMATIONS {
            let head: Record<toml::Table> = source.table("oob")?;
            return Err(head.problem("formation", format!("needs 1 to {MAX_FORMATIONS} formations")));
        }
        for (i, record) in records.iter().enumerate() {
            let item = &record.value;
            unique(record, "formation", &item.id, &known[..i])?;
            let parent = match &item.parent {
                None => None,
                Some(id) => Some(Formation::from_index(record.lookup("parent", id, "formation", &known)?)),
            };
            match parent.map(|parent| &records[parent.index()].value) {
                None if item.level != chain_top[item.side.index()] => {
                    let top = chain_top[item.side.index()].id();
                    return Err(record
                        .problem("level", format!("the chain of command ends at a {top}; add a parent")));
                }
                Some(above) if above.side != item.side => {
                    return Err(record.problem("parent", format!("{} belongs to the enemy", above.id)));
                }
                // Battery groups may also stand under a corps or army: its artillery. [GB 4.33]
                Some(above) if is_high_artillery(item, above) && matches!(item.activations, Some(1..=4)) => {}
                Some(above) if is_high_artillery(item, above) => {
                    let message = format!("{} artillery needs 1 to 4 markers a turn", above.level.id());
                    return Err(record.problem("activations", message));
                }
                Some(_) | None if item.activations.is_some() => {
                    let message = "only battery groups under a corps or army have their own; remove it";
                    return Err(record.problem("activations", message));
                }
                Some(above) if above.level.depth() + 1 != item.level.depth() => {
                    let message = format!("a {} cannot stand under a {}", item.level.id(), above.level.id());
                    return Err(record.problem("parent", message));
                }
                _ => {}
            }
            let acts = matches!(item.level, Rank::Brigade | Rank::Artillery);
            if acts && item.orders.is_none() {
                return Err(record.problem("orders", "a brigade needs march, advance, attack or choice"));
            }
            let fatigue = match &item.fatigue {
                None => 0,
                Some(level) => record.lookup("fatigue", level, "fatigue level", &fatigue.levels)? as u8,
            };
            let attached_to = match &item.attached_to {
                None => None,
                Some(id) => {
                    Some(Formation::from_index(record.lookup("attached_to", id, "formation", &known)?))
                }
            };
            self.formations.push(FormationRecord {
                id: item.id.clone(),
                name: item.name.clone(),
                side: item.side,
                level: item.level,
                parent,
                orders: item.orders,
                reserve: item.reserve,
                fatigue,
                attached_to,
                activations: item.activations,
                leader: None,
                children: FormationSet::EMPTY,
                units: UnitSet::EMPTY,
                all_units: UnitSet::EMPTY,
            });
        }
        for i in 0..self.formations.len() {
            if let Some(parent) = self.formations[i].parent {
                self.formations[parent.index()].children.insert(Formation::from_index(i));
            }
        }
        Ok(())
    }

    fn read_leaders(&mut self, source: &Source<'_>, map: &Map) -> Result<(), Problem> {
        let records = source.items::<LeaderItem>("oob", "leader")?;
        let formations = ids(&self.formations, |formation| &formation.id);
        let known = ids(&records, |record| &record.value.id);
        if records.len() > MAX_LEADERS {
            let head: Record<toml::Table> = source.table("oob")?;
            return Err(head.problem("leader", format!("at most {MAX_LEADERS} leaders; remove some")));
        }
        for (i, record) in records.iter().enumerate() {
            let item = &record.value;
            unique(record, "leader", &item.id, &known[..i])?;
            let commands = record.lookup("commands", &item.commands, "formation", &formations)?;
            let led = &mut self.formations[commands];
            if led.side != item.side || led.level != item.rank {
                let message = format!("a {} {} leader cannot command it", item.side.id(), item.rank.id());
                return Err(record.problem("commands", message));
            }
            if led.leader.is_some() {
                return Err(record.problem("commands", format!("{} has a leader already", item.commands)));
            }
            led.leader = Some(Leader::from_index(i));
            in_range(record, "stars", item.stars, 1..=4)?;
            let front = ratings(record, item.rank, &front_side(item), "")?;
            let replacement = match &item.replacement {
                None => None,
                Some(back) => Some(ratings(record, item.rank, back, "replacement ")?),
            };
            let at = item.hex.as_ref().map(|name| hex(&map.grid, record, "hex", name)).transpose()?;
            self.leaders.push(LeaderRecord {
                id: item.id.clone(),
                side: item.side,
                rank: item.rank,
                stars: item.stars,
                commands: Formation::from_index(commands),
                front,
                replacement,
                hex: at,
            });
        }
        for formation in &self.formations {
            if formation.leader.is_none() {
                let head: Record<toml::Table> = source.table("oob")?;
                return Err(head.problem("leader", format!("{} has no leader; add one", formation.id)));
            }
        }
        Ok(())
    }

    fn read_units(&mut self, source: &Source<'_>, map: &Map, combat: &CombatTables) -> Result<(), Problem> {
        let records = source.items::<UnitItem>("oob", "unit")?;
        let formations = ids(&self.formations, |formation| &formation.id);
        let leaders = ids(&self.leaders, |leader| &leader.id);
        let known = ids(&records, |record| &record.value.id);
        if records.is_empty() || records.len() > MAX_UNITS {
            let head: Record<toml::Table> = source.table("oob")?;
            return Err(head.problem("unit", format!("needs 1 to {MAX_UNITS} units")));
        }
        for (i, record) in records.iter().enumerate() {
            unique(record, "unit", &record.value.id, &known[..i])?;
            unique(record, "unit or leader", &record.value.id, &leaders)?;
            let formation = record.lookup("f", &record.value.f, "formation", &formations)?;
            let formation = Formation::from_index(formation);
            let unit = read_unit(record, map, combat, formation, self.formation(formation))?;
            self.units.push(unit);
            self.formations[formation.index()].units.insert(Unit::from_index(i));
            let chain: ArrayVec<Formation, 8> = self.chain(formation).collect();
            for at in chain {
                self.formations[at.index()].all_units.insert(Unit::from_index(i));
            }
        }
        Ok(())
    }
}

/// Artillery of a corps or army. [GB 4.33]
fn is_high_artillery(item: &FormationItem, above: &FormationItem) -> bool {
    item.level == Rank::Artillery && matches!(above.level, Rank::Army | Rank::Corps)
}

fn front_side(item: &LeaderItem) -> ReplacementItem {
    ReplacementItem {
        name: item.name.clone(),
        range: item.range,
        initiative: item.initiative,
        efficiency: item.efficiency,
        activation: item.activation,
        coordination: item.coordination,
        personality: item.personality,
        orders_rating: item.orders_rating,
    }
}

/// The ratings a rank needs, in range. [GB 4.11, 4.12, 4.13, 4.14]
fn ratings(
    record: &Record<LeaderItem>,
    rank: Rank,
    item: &ReplacementItem,
    which: &str,
) -> Result<Ratings, Problem> {
    let need = |field: &str, value: Option<i8>, range: std::ops::RangeInclusive<i8>| {
        let value = value.ok_or_else(|| {
            record.problem(field, format!("a {which}{} leader needs it; add {field}", rank.id()))
        })?;
        in_range(record, field, value, range)?;
        Ok(value)
    };
    in_range(record, "range", item.range, 0..=40)?;
    let mut ratings = Ratings {
        name: item.name.clone(),
        range: item.range,
        initiative: 0,
        efficiency: 0,
        activation: 0,
        coordination: 0,
        personality: Personality::Normal,
        orders_rating: 0,
    };
    match rank {
        Rank::Army => ratings.initiative = need("initiative", item.initiative, -4..=4)?,
        Rank::Corps => ratings.efficiency = need("efficiency", item.efficiency, -1..=2)?,
        Rank::Division => {
            ratings.activation = need("activation", item.activation, -1..=2)?;
            ratings.coordination = need("coordination", item.coordination, 0..=3)?;
        }
        Rank::Brigade | Rank::Artillery => {
            ratings.personality = item.personality.ok_or_else(|| {
                record.problem("personality", format!("a {which}{} leader needs A, N, C or U", rank.id()))
            })?;
            ratings.orders_rating = need("orders_rating", item.orders_rating, -4..=4)?;
        }
    }
    Ok(ratings)
}

fn read_unit(
    record: &Record<UnitItem>,
    map: &Map,
    combat: &CombatTables,
    formation: Formation,
    of: &FormationRecord,
) -> Result<UnitRecord, Problem> {
    let item = &record.value;
    in_range(record, "sp", item.sp, 1..=40)?;
    for pair in [Some(item.coh), item.mcoh].into_iter().flatten() {
        if pair[0] < pair[1] || pair[0] > 9 {
            return Err(record.problem("coh", "write [good order, disordered], at most 9, falling"));
        }
    }
    for pair in [Some(item.ma), item.mma].into_iter().flatten() {
        if pair[0] < pair[1] || pair[1] == 0 || pair[0] > 20 {
            return Err(record.problem("ma", "write [good order, disordered], 1 to 20, not rising"));
        }
    }
    let weapons: Vec<&str> = combat.weapons.iter().map(|weapon| weapon.id.as_str()).collect();
    let armed = |field: &str, id: &str, class: WeaponClass| {
        let weapon = Weapon::from_index(record.lookup(field, id, "weapon", &weapons)?);
        if combat.weapon(weapon).class != class {
            return Err(
                record.problem(field, format!("{id} is not a weapon of this arm; see [[weapon]] class"))
            );
        }
        Ok(weapon)
    };
    let mut sections = ArrayVec::new();
    let mut weapon = None;
    if item.t == Arm::Artillery {
        let guns: u32 = item.sections.iter().map(|section| u32::from(section.guns)).sum();
        if item.sections.is_empty() || item.sections.len() > MAX_SECTIONS || guns != u32::from(item.sp) {
            let message = format!("needs 1 to {MAX_SECTIONS} sections whose guns add up to sp ({})", item.sp);
            return Err(record.problem("sections", message));
        }
        for section in &item.sections {
            let weapon = armed("sections", &section.w, WeaponClass::Artillery)?;
            sections.push(Section { weapon, guns: section.guns });
        }
    } else {
        let id = item
            .w
            .as_ref()
            .ok_or_else(|| record.problem("w", "infantry and cavalry need a weapon; add w"))?;
        weapon = Some(armed("w", id, WeaponClass::SmallArms)?);
        if of.level != Rank::Brigade {
            return Err(
                record.problem("f", format!("infantry and cavalry belong to a brigade, not to {}", of.id))
            );
        }
    }
    if item.t == Arm::Cavalry && (item.mcoh.is_none() || item.mma.is_none() || item.mounted.is_none()) {
        return Err(record.problem("mcoh", "cavalry needs its mounted side: mcoh, mma and mounted"));
    }
    let at = item.hex.as_ref().map(|name| hex(&map.grid, record, "hex", name)).transpose()?;
    let facing = match &item.facing {
        None => None,
        Some(id) => Some(Facing::from_index(record.lookup("facing", id, "facing", Facing::ids())?)),
    };
    let mut extended = ArrayVec::new();
    for name in &item.extended {
        let part = hex(&map.grid, record, "extended", name)?;
        extended
            .try_push(part)
            .map_err(|_| record.problem("extended", "a unit extends into at most 2 hexes"))?;
    }
    let disordered = match item.state.as_deref() {
        None | Some("good") => false,
        Some("disordered") => true,
        Some(other) => {
            return Err(record.problem("state", format!("must be good or disordered, not \"{other}\"")));
        }
    };
    Ok(UnitRecord {
        id: item.id.clone(),
        name: item.name.clone(),
        side: of.side,
        formation,
        arm: item.t,
        weapon,
        sp: item.sp,
        cohesion: item.coh,
        ma: item.ma,
        mounted_cohesion: item.mcoh.unwrap_or(item.coh),
        mounted_ma: item.mma.unwrap_or(item.ma),
        mounted: item.t == Arm::Cavalry && item.mounted == Some(true),
        sections,
        horse: item.horse,
        green: item.green,
        hex: at,
        facing,
        extended,
        disordered,
    })
}
