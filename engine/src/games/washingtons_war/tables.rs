//! The parsed data pack: map, Generals, cards and constants, checked once with clear errors, then immutable.

use serde::Deserialize;

use super::action::BySpace;
use super::cards::{CardInfo, Kind};
use super::effect::Op;
use super::params::{Params, read_params};
use super::plays::Plays;
use super::types::{
    Card, Cards, Colony, General, Generals, MOST_CARDS, MOST_COLONIES, MOST_GENERALS, MOST_SPACES, Side,
    Space, Spaces, Zone,
};
use crate::data::{Pack, Problem, Record};
use crate::set::Table;

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SpaceInfo {
    pub id: String,
    pub name: String,
    pub colony: String,
    pub port: bool,
    #[serde(default)]
    pub fortified_port: bool,
    pub winter_quarters: bool,
    pub south_of_attrition_line: bool,
    pub blockade_zone: Option<String>,
    #[serde(default)]
    pub x: f32,
    #[serde(default)]
    pub y: f32,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Connection {
    pub a: String,
    pub b: String,
    pub kind: String,
    pub only: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Named {
    pub id: String,
    pub name: String,
    #[serde(default = "yes")]
    pub is_colony: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GeneralInfo {
    pub id: String,
    pub name: String,
    pub side: String,
    pub strategy: u8,
    pub battle: u8,
    pub agility: u8,
    #[serde(default)]
    pub retreat_bonus: u8,
    pub start: String,
}

fn yes() -> bool {
    true
}

/// Named programs that are not cards.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Procedures {
    pub committees: u16,
    pub for_the_king: u16,
    pub bid: Option<u16>,
    pub washington_captured: u16,
    pub european_war: u16,
}

/// Everything printed on map, counters and cards.
#[derive(Clone, Debug)]
pub struct Tables {
    pub spaces: Vec<SpaceInfo>,
    pub colonies: Vec<Named>,
    pub zones: Vec<Named>,
    pub generals: Vec<GeneralInfo>,
    pub cards: Vec<CardInfo>,
    pub links: Vec<Connection>,
    pub program: Vec<Op>,
    /// Name and first address of each program, ascending.
    pub program_names: Vec<(String, u16)>,
    pub procedures: Procedures,
    pub params: Params,

    pub colony_of: Table<Space, Colony, MOST_SPACES>,
    pub colony_spaces: Table<Colony, Spaces, MOST_COLONIES>,
    pub zone_of: Table<Space, Option<Zone>, MOST_SPACES>,
    pub zone_ports: Vec<Spaces>,
    pub roads: Table<Space, Spaces, MOST_SPACES>,
    pub wilderness: Table<Space, Spaces, MOST_SPACES>,
    /// Roads and wilderness: adjacency for everything but one General's own trail.
    pub adjacent: Table<Space, Spaces, MOST_SPACES>,
    /// What adjoins any of four spaces, for each choice among the four: [`Tables::neighbours`] asks 18 of these
    /// instead of every space of a set: from 101 to 24 instructions a decision.
    near: [[Spaces; 16]; MOST_SPACES / 4],
    /// Lines that only one General may use, with that General.
    pub trail: Table<Space, Spaces, MOST_SPACES>,
    pub trail_general: Option<General>,
    pub all_spaces: Spaces,
    pub thirteen: Spaces,
    pub ports: Spaces,
    pub fortified: Spaces,
    pub winter_quarters: Spaces,
    pub south: Spaces,
    /// Spaces that both must be held to control Canada.
    pub canada_needs: Spaces,
    pub canada: Option<Colony>,
    pub washington: Option<General>,
    pub french_general: Option<General>,
    pub generals_of: [Generals; 2],
    /// Generals of each side whose strategy rating is no more than 1, 2 and 3; all of them at 0.
    pub rated: [[Generals; 4]; 2],
    pub all_cards: Cards,
    pub ops_cards: Cards,
    pub special_cards: Cards,
    pub campaign_cards: Cards,
    /// The value of each OPS card, 0 for an event, and the cards of at least a value.
    ops_values: Table<Card, u8, MOST_CARDS>,
    pub ops_at_least: [Cards; 5],
    pub(super) plays: Box<Plays>,
    pub(super) by_space: Box<BySpace>,
}

impl Tables {
    #[inline]
    pub fn card(&self, card: Card) -> &CardInfo {
        &self.cards[usize::from(card.0)]
    }

    #[inline]
    pub fn general(&self, general: General) -> &GeneralInfo {
        &self.generals[usize::from(general.0)]
    }

    #[inline]
    pub fn side_of(&self, general: General) -> Side {
        if self.generals_of[0].contains(general) { Side::British } else { Side::American }
    }

    pub fn space_id(&self, space: Space) -> &str {
        &self.spaces[usize::from(space.0)].id
    }

    pub fn space_name(&self, space: Space) -> &str {
        &self.spaces[usize::from(space.0)].name
    }

    pub fn card_id(&self, card: Card) -> &str {
        &self.cards[usize::from(card.0)].id
    }

    pub fn general_id(&self, general: General) -> &str {
        &self.generals[usize::from(general.0)].id
    }

    pub fn all_generals(&self) -> impl Iterator<Item = General> + use<> {
        (0..self.generals.len() as u8).map(General)
    }

    /// All spaces next to one of a set. [WW 2.1]
    #[inline]
    pub fn neighbours(&self, spaces: Spaces) -> Spaces {
        let mut all = Spaces::EMPTY;
        for (word, near) in spaces.words().into_iter().zip(self.near.chunks(16)) {
            for (i, sums) in near.iter().enumerate() {
                all |= sums[(word >> (4 * i) & 15) as usize];
            }
        }
        all
    }

    /// OPS value of a card, 0 for an event.
    #[inline]
    pub fn ops_value(&self, card: Card) -> u8 {
        self.ops_values[card]
    }

    /// Enters what is printed on a card in the tables that lie side by side: the rules ask for it in most decisions, and
    /// [`CardInfo`]s lie far apart.
    pub(super) fn sort_card(&mut self, card: Card, info: &CardInfo) {
        if let Kind::Ops(value) = info.kind {
            self.ops_values[card] = value;
            self.ops_at_least[..=usize::from(value)].iter_mut().for_each(|cards| cards.insert(card));
        }
        self.plays.add(card, info, self.params.queue_start_values.contains(&self.ops_values[card]));
        self.all_cards.insert(card);
        self.ops_cards.set(card, matches!(info.kind, Kind::Ops(_)));
        self.special_cards.set(card, info.kind == Kind::Special);
        self.campaign_cards.set(card, info.kind == Kind::Campaign);
    }

    /// Reads the whole pack; `bid` is the `side_bid` variant.
    pub fn read(pack: &Pack, bid: i32) -> Result<Tables, Problem> {
        let mut tables = read_map(pack)?;
        tables.params = read_params(pack)?;
        let procedures = super::setup::procedures(pack, bid, &mut tables)?;
        tables.procedures = procedures;
        super::cards::read_cards(pack, &mut tables)?;
        check_totals(pack, &tables)?;
        Ok(tables)
    }
}

fn ids<T>(records: &[Record<T>], id: impl Fn(&T) -> &str) -> Vec<String> {
    records.iter().map(|record| id(&record.value).to_string()).collect()
}

pub(super) fn at_most<T>(records: &[Record<T>], most: usize, what: &str) -> Result<(), Problem> {
    match records.get(most) {
        Some(extra) => {
            Err(Problem::at(&extra.place, format!("more than {most} {what}; remove some to make room")))
        }
        None => Ok(()),
    }
}

fn read_map(pack: &Pack) -> Result<Tables, Problem> {
    let spaces: Vec<Record<SpaceInfo>> = pack.records("spaces.toml", "space")?;
    at_most(&spaces, MOST_SPACES, "spaces")?;
    let colonies: Vec<Record<Named>> = pack.records("turns.toml", "colony")?;
    at_most(&colonies, MOST_COLONIES, "colonies")?;
    let zones: Vec<Record<Named>> = pack.records("turns.toml", "blockade_zone")?;
    at_most(&zones, 16, "blockade zones")?;
    let generals: Vec<Record<GeneralInfo>> = pack.records("generals.toml", "general")?;
    at_most(&generals, MOST_GENERALS, "generals")?;
    let links: Vec<Record<Connection>> = pack.records("connections.toml", "connection")?;
    let colony_ids = ids(&colonies, |colony| &colony.id);
    let zone_ids = ids(&zones, |zone| &zone.id);
    let space_ids = ids(&spaces, |space| &space.id);
    let general_ids = ids(&generals, |general| &general.id);

    let mut tables = Tables {
        spaces: Vec::new(),
        colonies: colonies.iter().map(|record| record.value.clone()).collect(),
        zones: zones.iter().map(|record| record.value.clone()).collect(),
        generals: generals.iter().map(|record| record.value.clone()).collect(),
        cards: Vec::new(),
        links: links.iter().map(|record| record.value.clone()).collect(),
        program: Vec::new(),
        program_names: Vec::new(),
        procedures: Procedures::default(),
        params: Params::default(),
        colony_of: Table::filled(Colony(0)),
        colony_spaces: Table::filled(Spaces::EMPTY),
        zone_of: Table::filled(None),
        zone_ports: vec![Spaces::EMPTY; zones.len()],
        roads: Table::filled(Spaces::EMPTY),
        wilderness: Table::filled(Spaces::EMPTY),
        adjacent: Table::filled(Spaces::EMPTY),
        near: [[Spaces::EMPTY; 16]; MOST_SPACES / 4],
        trail: Table::filled(Spaces::EMPTY),
        trail_general: None,
        all_spaces: Spaces::first_n(spaces.len()),
        thirteen: Spaces::EMPTY,
        ports: Spaces::EMPTY,
        fortified: Spaces::EMPTY,
        winter_quarters: Spaces::EMPTY,
        south: Spaces::EMPTY,
        canada_needs: Spaces::EMPTY,
        canada: None,
        washington: None,
        french_general: None,
        generals_of: [Generals::EMPTY; 2],
        rated: [[Generals::EMPTY; 4]; 2],
        all_cards: Cards::EMPTY,
        ops_cards: Cards::EMPTY,
        special_cards: Cards::EMPTY,
        campaign_cards: Cards::EMPTY,
        ops_values: Table::filled(0),
        ops_at_least: [Cards::EMPTY; 5],
        plays: Box::new(Plays::NONE),
        by_space: Box::default(),
    };
    for (i, record) in spaces.iter().enumerate() {
        let space = Space(i as u8);
        let info = &record.value;
        let colony = Colony(record.lookup("colony", &info.colony, "colony", &colony_ids)? as u8);
        tables.colony_of[space] = colony;
        tables.colony_spaces[colony].insert(space);
        if tables.colonies[usize::from(colony.0)].is_colony {
            tables.thirteen.insert(space);
        } else {
            tables.canada = Some(colony);
        }
        tables.ports.set(space, info.port);
        tables.fortified.set(space, info.port && info.fortified_port);
        tables.winter_quarters.set(space, info.winter_quarters);
        tables.south.set(space, info.south_of_attrition_line);
        if let Some(zone) = &info.blockade_zone {
            let zone = Zone(record.lookup("blockade_zone", zone, "blockade zone", &zone_ids)? as u8);
            tables.zone_of[space] = Some(zone);
            tables.zone_ports[usize::from(zone.0)].insert(space);
        } else if info.port {
            return Err(record.problem("port", "a port needs a blockade_zone; add it"));
        }
        tables.spaces.push(info.clone());
    }
    read_links(&links, &space_ids, &general_ids, &mut tables)?;
    for (i, record) in generals.iter().enumerate() {
        read_general(record, General(i as u8), &space_ids, &mut tables)?;
    }
    #[derive(Deserialize)]
    struct Victory {
        canada_needs: Vec<String>,
    }
    let victory: Record<Victory> = pack.table("turns.toml", "victory")?;
    for id in &victory.value.canada_needs {
        let space = victory.lookup("canada_needs", id, "space", &space_ids)?;
        tables.canada_needs.insert(Space(space as u8));
    }
    Ok(tables)
}

fn read_links(
    links: &[Record<Connection>],
    space_ids: &[String],
    general_ids: &[String],
    tables: &mut Tables,
) -> Result<(), Problem> {
    for record in links {
        let link = &record.value;
        let a = Space(record.lookup("a", &link.a, "space", space_ids)? as u8);
        let b = Space(record.lookup("b", &link.b, "space", space_ids)? as u8);
        if a == b {
            return Err(record.problem("b", "a connection joins two different spaces"));
        }
        if let Some(general) = &link.only {
            let general = General(record.lookup("only", general, "general", general_ids)? as u8);
            if tables.trail_general.is_some_and(|known| known != general) {
                return Err(record.problem("only", "only one General can have trails of his own"));
            }
            tables.trail_general = Some(general);
            tables.trail[a].insert(b);
            tables.trail[b].insert(a);
            continue;
        }
        let lines = match link.kind.as_str() {
            "road" => &mut tables.roads,
            "wilderness" => &mut tables.wilderness,
            other => {
                return Err(record.problem("kind", format!("\"{other}\" is neither road nor wilderness")));
            }
        };
        lines[a].insert(b);
        lines[b].insert(a);
        tables.adjacent[a].insert(b);
        tables.adjacent[b].insert(a);
    }
    for (i, sums) in tables.near.iter_mut().enumerate() {
        for (four, sum) in sums.iter_mut().enumerate() {
            let spaces = (0..4).filter(|bit| four >> bit & 1 == 1).map(|bit| Space((4 * i + bit) as u8));
            *sum = spaces.fold(Spaces::EMPTY, |all, space| all | tables.adjacent[space]);
        }
    }
    Ok(())
}

fn read_general(
    record: &Record<GeneralInfo>,
    general: General,
    space_ids: &[String],
    tables: &mut Tables,
) -> Result<(), Problem> {
    let info = &record.value;
    let side = match info.side.as_str() {
        "british" => Side::British,
        "american" => Side::American,
        "french" if tables.french_general.is_none() => {
            tables.french_general = Some(general);
            Side::American
        }
        "french" => return Err(record.problem("side", "the French have one General only")),
        other => {
            return Err(record.problem("side", format!("no side \"{other}\"; british, american, french")));
        }
    };
    tables.generals_of[side.index()].insert(general);
    for (rating, generals) in tables.rated[side.index()].iter_mut().enumerate() {
        generals.set(general, rating == 0 || usize::from(info.strategy) <= rating);
    }
    if !(1..=3).contains(&info.strategy) || info.battle > 12 || !(1..=3).contains(&info.agility) {
        return Err(record.problem(
            "strategy",
            "ratings are out of range: strategy 1 to 3, battle 0 to 12, agility 1 to 3",
        ));
    }
    if info.id == "washington" {
        tables.washington = Some(general);
    }
    let boxes = ["british_reinforcements", "american_reinforcements", "french_reinforcements"];
    if !boxes.contains(&info.start.as_str()) {
        record.lookup("start", &info.start, "space or box", space_ids)?;
    }
    Ok(())
}

/// A space's CUs and a side's boxes are counted in small numbers: figures that could overflow them are refused.
fn check_totals(pack: &Pack, tables: &Tables) -> Result<(), Problem> {
    let params = &tables.params;
    let years = u32::from(params.last_year - params.first_year + 1);
    let british: u32 = params.british_reinforcements.iter().map(|&cu| u32::from(cu)).sum();
    let american =
        years * u32::from(params.reinforcement_plays[1]) * 3 * u32::from(params.american_cu_per_ops_value);
    if tables.spaces.len() > usize::from(params.pc_markers) {
        return Err(Problem::new(format!(
            "spaces.toml: {} spaces but only {} PC markers (turns.toml [pieces]); raise pc_markers",
            tables.spaces.len(),
            params.pc_markers
        )));
    }
    let at_start = super::setup::starting_cu(pack)?;
    for (what, total) in [("British", british + at_start[0]), ("American", american + at_start[1])] {
        if total > 120 {
            return Err(Problem::new(format!(
                "turns.toml: up to {total} {what} CUs could enter the game; lower the reinforcements to 120"
            )));
        }
    }
    Ok(())
}
