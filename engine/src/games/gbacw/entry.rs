//! Reinforcements: who enters when, where and with which orders. [GB 9.7]
//!
//! API: [`Reinforcement`], in [`super::oob::Oob::reinforcements`].

use arrayvec::ArrayVec;
use serde::Deserialize;

use super::map::Map;
use super::oob::{Oob, ids};
use super::source::{Source, hex, in_range};
use super::types::{AssignedOrder, Hex, Leader, LeaderSet, Side, Unit, UnitSet};
use crate::data::{Problem, Record};
use crate::set::Index;

/// A group that enters together. [GB 9.71]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reinforcement {
    pub turn: u8,
    pub side: Side,
    pub hexes: ArrayVec<Hex, 8>,
    pub units: UnitSet,
    pub leaders: LeaderSet,
    pub orders: AssignedOrder,
    /// A fixed number of activations on the turn of entry. [GB 9.74]
    pub activations: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReinforcementItem {
    turn: u8,
    side: Side,
    hexes: Vec<String>,
    #[serde(default)]
    formations: Vec<String>,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    leaders: Vec<String>,
    orders: AssignedOrder,
    am: Option<u8>,
    #[serde(rename = "source")]
    _source: String,
}

impl Oob {
    pub(super) fn read_reinforcements(
        &mut self,
        source: &Source<'_>,
        map: &Map,
        turns: u8,
    ) -> Result<(), Problem> {
        let formations = ids(&self.formations, |formation| &formation.id);
        let leaders = ids(&self.leaders, |leader| &leader.id);
        let units = ids(&self.units, |unit| &unit.id);
        let (mut units_seen, mut leaders_seen) = (UnitSet::EMPTY, LeaderSet::EMPTY);
        let records = match source.pack.has_table(source.file, "entry") {
            true => source.items::<ReinforcementItem>("entry", "reinforcement")?,
            false => Vec::new(),
        };
        for record in &records {
            let item = &record.value;
            in_range(record, "turn", item.turn, 1..=turns)?;
            let mut group = Reinforcement {
                turn: item.turn,
                side: item.side,
                hexes: read_entry_hexes(record, map)?,
                units: UnitSet::EMPTY,
                leaders: LeaderSet::EMPTY,
                orders: item.orders,
                activations: item.am,
            };
            for id in &item.formations {
                let formation =
                    &self.formations[record.lookup("formations", id, "formation", &formations)?];
                for unit in formation.units {
                    if self.unit(unit).hex.is_none() && !item.units.contains(&self.unit(unit).id) {
                        group.units.insert(unit);
                    }
                }
                if let Some(leader) = formation.leader.filter(|&leader| self.leader(leader).hex.is_none()) {
                    group.leaders.insert(leader);
                }
            }
            for id in &item.units {
                group.units.insert(Unit::from_index(record.lookup("units", id, "unit", &units)?));
            }
            for id in &item.leaders {
                group.leaders.insert(Leader::from_index(record.lookup("leaders", id, "leader", &leaders)?));
            }
            self.check_group(record, &group, units_seen, leaders_seen)?;
            units_seen |= group.units;
            leaders_seen |= group.leaders;
            self.reinforcements.push(group);
        }
        self.check_everyone_enters(source, units_seen, leaders_seen)
    }

    fn check_group(
        &self,
        record: &Record<ReinforcementItem>,
        group: &Reinforcement,
        units_seen: UnitSet,
        leaders_seen: LeaderSet,
    ) -> Result<(), Problem> {
        let members = group.units.into_iter().map(|unit| {
            let of = self.unit(unit);
            (&of.id, of.side, of.hex.is_some(), units_seen.contains(unit))
        });
        let led = group.leaders.into_iter().map(|leader| {
            let of = self.leader(leader);
            (&of.id, of.side, of.hex.is_some(), leaders_seen.contains(leader))
        });
        for (id, side, placed, seen) in members.chain(led) {
            if side != group.side {
                return Err(record.problem("side", format!("{id} fights for the other side")));
            }
            if placed {
                return Err(record.problem("turn", format!("{id} enters but has a set-up hex; remove one")));
            }
            if seen {
                return Err(record.problem("turn", format!("{id} enters twice; remove one entry")));
            }
        }
        if group.units.is_empty() && group.leaders.is_empty() {
            return Err(record.problem("formations", "nobody enters; name formations, units or leaders"));
        }
        Ok(())
    }

    fn check_everyone_enters(
        &self,
        source: &Source<'_>,
        units: UnitSet,
        leaders: LeaderSet,
    ) -> Result<(), Problem> {
        let unit = (0..self.units.len())
            .find(|&i| self.units[i].hex.is_none() && !units.contains(Unit::from_index(i)));
        let leader = (0..self.leaders.len())
            .find(|&i| self.leaders[i].hex.is_none() && !leaders.contains(Leader::from_index(i)));
        let lost = unit.map(|i| &self.units[i].id).or(leader.map(|i| &self.leaders[i].id));
        let Some(id) = lost else { return Ok(()) };
        let head: Record<toml::Table> = source.table("oob")?;
        Err(head.problem(
            "unit",
            format!("{id} has no set-up hex and never enters; add a hex or a reinforcement"),
        ))
    }
}

fn read_entry_hexes(record: &Record<ReinforcementItem>, map: &Map) -> Result<ArrayVec<Hex, 8>, Problem> {
    let mut hexes = ArrayVec::new();
    for name in &record.value.hexes {
        let at = hex(&map.grid, record, "hexes", name)?;
        if !map.grid.is_on_edge(at) {
            return Err(record.problem("hexes", format!("{name} is not on the map edge")));
        }
        hexes.try_push(at).map_err(|_| record.problem("hexes", "at most 8 entry hexes"))?;
    }
    if hexes.is_empty() {
        return Err(record.problem("hexes", "name at least one entry hex"));
    }
    Ok(hexes)
}
