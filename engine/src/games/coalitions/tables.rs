//! The printed game as tables: map side, powers, cards and scenario, parsed from the data pack and checked.

use crate::data::{Pack, Problem, Record};
use crate::set::{Index, Table};

use super::records::{
    CardRecord, ComponentsRecord, LempereurRecord, LevelRecord, LimitsRecord, LinkRecord, NapoleonRecord,
    PowerRecord, ScenarioRecord, TerritoryRecord,
};
use super::types::{
    Ability, CARD_KINDS, Card, Counts, GENERALS, NapoleonDeck, POWERS, Power, PowerSet, SETS_OF_POWERS,
    Status, TARGETS, TERRITORIES, Territory, TerritorySet,
};

use super::scenario::read_scenario;
pub use super::scenario::{NapoleonStart, Orient, PowerStart, ScenarioStart, Spain};

pub const TERRITORY_FILE: &str = "territories.toml";
pub const ADJACENCY_FILE: &str = "adjacency.toml";
pub const POWER_FILE: &str = "powers.toml";
pub const CARD_FILE: &str = "battle_cards.toml";
pub const NAPOLEON_FILE: &str = "napoleon_cards.toml";
pub const SCENARIO_FILE: &str = "scenarios.toml";

/// What a battle card kind is worth and does.
#[derive(Clone, Debug)]
pub struct CardInfo {
    /// The value as text: the card's id.
    pub id: String,
    pub value: u8,
    pub ability: Ability,
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct TerritoryInfo {
    pub id: String,
    pub name: String,
    pub on_side: bool,
    pub kind: String,
    pub x: f32,
    pub y: f32,
}

#[derive(Clone, Debug)]
pub struct PowerInfo {
    pub id: String,
    pub name: String,
    pub chooses_status: bool,
    pub generals: u8,
    pub troop_counters: u8,
    pub hand_limit: u8,
    pub capital: Territory,
    pub wheel_start: u8,
    pub named_general: String,
}

#[derive(Clone, Debug)]
pub struct NapoleonInfo {
    pub id: String,
    pub name: String,
    pub targets: [Option<Territory>; TARGETS],
}

/// The figures of chapter 12 that differ from the ordinary game.
#[derive(Clone, Debug)]
pub struct Lempereur {
    pub french_generals: u8,
    pub french_influence: u8,
    pub french_morale_per_movement: u8,
    pub race_priority: Vec<Territory>,
}

type ByTerritory<V> = Table<Territory, V, TERRITORIES>;

/// Everything printed, for one scenario's side of the map. Immutable.
#[derive(Clone, Debug)]
pub struct Tables {
    pub territories: Vec<TerritoryInfo>,
    pub powers: Vec<PowerInfo>,
    /// The limits of [`PowerInfo`] side by side: all are asked for after every action.
    pub hand_limits: [u8; POWERS],
    pub cards: Vec<CardInfo>,
    pub card_totals: Counts,
    pub top_card: u8,
    pub napoleon: Vec<NapoleonInfo>,
    pub napoleon_deck: NapoleonDeck,
    pub limits: LimitsRecord,
    pub fortresses: u8,
    pub influence_to_win: u8,
    pub passable: TerritorySet,
    pub adjacent: ByTerritory<TerritorySet>,
    pub lanes: ByTerritory<TerritorySet>,
    /// Ports within reach of one sea move. [CO 7.6.sea]
    pub sea_reach: ByTerritory<TerritorySet>,
    pub value: ByTerritory<u8>,
    pub homes: [TerritorySet; POWERS],
    pub all_homes: TerritorySet,
    /// The homes of each set of powers, see [`Tables::homes_among`].
    joint_homes: [TerritorySet; SETS_OF_POWERS],
    pub home_of: ByTerritory<Option<Power>>,
    pub contested: TerritorySet,
    pub uncontested: TerritorySet,
    pub claims: [TerritorySet; POWERS],
    pub ports: TerritorySet,
    /// Land steps between territories, pieces ignored.
    pub land_distance: Vec<[u8; TERRITORIES]>,
    /// The same with a lane counting as a step, for the British Coalition.
    pub sea_distance: Vec<[u8; TERRITORIES]>,
    pub start: ScenarioStart,
    pub lempereur: Option<Lempereur>,
    pub links: Vec<(Territory, Territory, &'static str)>,
}

/// No way from one territory to the other.
pub const UNREACHABLE: u8 = u8::MAX;

impl Tables {
    /// What `power` is taxed for when it controls it. [CO 7.2]
    pub fn taxable(&self, power: Power) -> TerritorySet {
        self.homes[power.i()] | self.uncontested | (self.contested - self.claims[power.i()])
    }

    /// What gives `power` influence when it controls it. [CO 7.5]
    pub fn scoring(&self, power: Power) -> TerritorySet {
        (self.contested & self.claims[power.i()]) | (self.all_homes - self.homes[power.i()])
    }

    /// All homes of these powers: one look for what a loop over the powers would join.
    #[inline]
    pub fn homes_among(&self, powers: PowerSet) -> TerritorySet {
        self.joint_homes[powers.rank()]
    }

    pub fn total_value(&self, of: TerritorySet) -> u16 {
        of.into_iter().map(|territory| u16::from(self.value[territory])).sum()
    }

    pub fn capital(&self, power: Power) -> Territory {
        self.powers[power.i()].capital
    }

    pub fn id(&self, territory: Territory) -> &str {
        &self.territories[territory.index()].id
    }

    pub fn name(&self, territory: Territory) -> &str {
        &self.territories[territory.index()].name
    }

    pub fn power_name(&self, power: Power) -> &str {
        &self.powers[power.i()].name
    }

    pub fn find(&self, id: &str) -> Option<Territory> {
        self.territories.iter().position(|info| info.id == id).map(Territory::from_index)
    }

    pub fn find_card(&self, id: &str) -> Option<Card> {
        self.cards.iter().position(|info| info.id == id).map(Card::from_index)
    }

    /// Reads the pack for a scenario, with `level` for the L'Empereur mode.
    pub fn read(data: &Pack, scenario: &str, level: Option<&str>) -> Result<Tables, Problem> {
        let scenarios: Vec<Record<ScenarioRecord>> = data.records(SCENARIO_FILE, "scenario")?;
        let record = scenarios
            .iter()
            .find(|record| record.value.id == scenario)
            .ok_or_else(|| Problem::new(format!("{SCENARIO_FILE}: no scenario \"{scenario}\"; add it")))?;
        let limits = read_limits(data)?;
        let territory_records: Vec<Record<TerritoryRecord>> = data.records(TERRITORY_FILE, "territory")?;
        let ids: Vec<String> = territory_records.iter().map(|record| record.value.id.clone()).collect();
        let map = read_map(data, &territory_records, &ids, &record.value.side, &limits)?;
        let powers = read_powers(data, &ids, &map)?;
        let (cards, card_totals) = read_cards(data)?;
        let (napoleon, napoleon_deck) = read_napoleon(data, &ids, map.passable)?;
        let components: Record<ComponentsRecord> = data.table(POWER_FILE, "components")?;
        let start = read_scenario(data, record, &ids, map.passable, &powers, &limits)?;
        let mut tables = Tables {
            top_card: cards.iter().map(|card| card.value).max().unwrap_or(0),
            territories: map.territories,
            hand_limits: std::array::from_fn(|power| powers[power].hand_limit),
            powers,
            cards,
            card_totals,
            napoleon,
            napoleon_deck,
            fortresses: components.value.fortresses,
            influence_to_win: record.value.victory_influence.max(1),
            passable: map.passable,
            adjacent: map.adjacent,
            lanes: map.lanes,
            sea_reach: map.sea_reach,
            value: map.value,
            homes: map.homes,
            joint_homes: std::array::from_fn(|rank| PowerSet::ranked(rank).join(&map.homes)),
            all_homes: map.homes.iter().fold(TerritorySet::EMPTY, |all, &homes| all | homes),
            home_of: map.home_of,
            contested: map.contested,
            uncontested: map.uncontested,
            claims: map.claims,
            ports: map.ports,
            land_distance: map.land_distance,
            sea_distance: map.sea_distance,
            start,
            lempereur: None,
            links: map.links,
            limits,
        };
        if let Some(level) = level {
            tables.add_lempereur(data, level, &ids)?;
        }
        tables.check_start(record)?;
        Ok(tables)
    }

    /// [CO 12.setup]
    fn add_lempereur(&mut self, data: &Pack, level: &str, ids: &[String]) -> Result<(), Problem> {
        let record: Record<LempereurRecord> = data.table(SCENARIO_FILE, "lempereur")?;
        let levels: Vec<Record<LevelRecord>> = data.records(SCENARIO_FILE, "lempereur_level")?;
        let found = levels.iter().find(|one| one.value.id == level).ok_or_else(|| {
            Problem::new(format!("{SCENARIO_FILE}: no lempereur_level \"{level}\"; add it"))
        })?;
        let mut race_priority = Vec::new();
        for id in &record.value.race_to_paris_priority {
            race_priority.push(territory(&record, "race_to_paris_priority", id, ids)?);
        }
        self.influence_to_win = record.value.france_wins_at_influence.max(1);
        self.powers[Power::France.i()].generals = record.value.french_generals.min(GENERALS as u8);
        let france = &mut self.start.powers[Power::France.i()];
        france.battle_cards = 0;
        france.garrisons |= self.homes[Power::France.i()];
        for power in &mut self.start.powers {
            power.status = Status::British;
        }
        self.start.powers[Power::France.i()].status = Status::French;
        self.lempereur = Some(Lempereur {
            french_generals: record.value.french_generals,
            french_influence: found.value.french_influence,
            french_morale_per_movement: record.value.french_morale_per_coalition_movement,
            race_priority,
        });
        Ok(())
    }

    /// The set-up must fit the components.
    fn check_start(&self, record: &Record<ScenarioRecord>) -> Result<(), Problem> {
        let dealt: u32 = self.start.powers.iter().map(|power| u32::from(power.battle_cards)).sum();
        let cards: u32 = self.card_totals.iter().map(|&count| u32::from(count)).sum();
        if dealt > cards {
            return Err(record.problem("setup", format!("{dealt} battle cards dealt, the deck has {cards}")));
        }
        let mut garrisoned = TerritorySet::EMPTY;
        for (info, start) in self.powers.iter().zip(&self.start.powers) {
            if start.generals.len() > usize::from(info.generals) {
                return Err(
                    record.problem("setup", format!("{} has only {} generals", info.id, info.generals))
                );
            }
            let troops: usize = start.generals.iter().map(|&(_, troops)| usize::from(troops)).sum();
            let used = troops + start.garrisons.len();
            if used > usize::from(info.troop_counters) {
                return Err(record.problem(
                    "setup",
                    format!("{} has {} troop counters, not {used}", info.id, info.troop_counters),
                ));
            }
            if garrisoned.intersects(start.garrisons) {
                return Err(record.problem("setup", "two garrisons stand on one territory; remove one"));
            }
            garrisoned |= start.garrisons;
        }
        let fortresses: usize = self.start.powers.iter().map(|power| power.fortresses.len()).sum();
        if fortresses > usize::from(self.fortresses) {
            return Err(record.problem("setup", format!("there are only {} fortresses", self.fortresses)));
        }
        Ok(())
    }
}

fn read_limits(data: &Pack) -> Result<LimitsRecord, Problem> {
    let record: Record<LimitsRecord> = data.table(POWER_FILE, "limits")?;
    let limits = &record.value;
    if !(1..=4).contains(&limits.troops_per_general) {
        return Err(record.problem("troops_per_general", "from 1 to 4"));
    }
    if limits.arbiter_morale.len() < usize::from(limits.movement_turns_max) || limits.movement_turns_max == 0
    {
        return Err(record.problem("arbiter_morale", "one number for each of the movement turns is needed"));
    }
    if limits.subsidy_money_per_influence == 0 {
        return Err(record.problem("subsidy_money_per_influence", "at least 1"));
    }
    if [limits.cost_fortress, limits.cost_troop, limits.cost_battle_card, limits.cost_morale].contains(&0) {
        return Err(record.problem("cost_troop", "every cost is at least 1"));
    }
    Ok(record.value)
}

pub fn territory<T>(record: &Record<T>, field: &str, id: &str, ids: &[String]) -> Result<Territory, Problem> {
    record.lookup(field, id, "territory", ids).map(Territory::from_index)
}

fn power<T>(record: &Record<T>, field: &str, id: &str) -> Result<Power, Problem> {
    record.lookup(field, id, "power", &Power::IDS).map(Power::from_index)
}

/// One side of the map.
struct MapSide {
    territories: Vec<TerritoryInfo>,
    passable: TerritorySet,
    adjacent: ByTerritory<TerritorySet>,
    lanes: ByTerritory<TerritorySet>,
    sea_reach: ByTerritory<TerritorySet>,
    value: ByTerritory<u8>,
    homes: [TerritorySet; POWERS],
    home_of: ByTerritory<Option<Power>>,
    contested: TerritorySet,
    uncontested: TerritorySet,
    claims: [TerritorySet; POWERS],
    ports: TerritorySet,
    land_distance: Vec<[u8; TERRITORIES]>,
    sea_distance: Vec<[u8; TERRITORIES]>,
    links: Vec<(Territory, Territory, &'static str)>,
}

fn read_map(
    data: &Pack,
    records: &[Record<TerritoryRecord>],
    ids: &[String],
    side: &str,
    limits: &LimitsRecord,
) -> Result<MapSide, Problem> {
    if records.len() > TERRITORIES {
        return Err(Problem::new(format!("{TERRITORY_FILE}: at most {TERRITORIES} territories fit")));
    }
    let mut map = MapSide {
        territories: Vec::new(),
        passable: TerritorySet::EMPTY,
        adjacent: Table::filled(TerritorySet::EMPTY),
        lanes: Table::filled(TerritorySet::EMPTY),
        sea_reach: Table::filled(TerritorySet::EMPTY),
        value: Table::filled(0),
        homes: [TerritorySet::EMPTY; POWERS],
        home_of: Table::filled(None),
        contested: TerritorySet::EMPTY,
        uncontested: TerritorySet::EMPTY,
        claims: [TerritorySet::EMPTY; POWERS],
        ports: TerritorySet::EMPTY,
        land_distance: Vec::new(),
        sea_distance: Vec::new(),
        links: Vec::new(),
    };
    for (i, record) in records.iter().enumerate() {
        read_territory(record, Territory::from_index(i), side, &mut map)?;
    }
    if map.ports.len() != usize::from(limits.ports) {
        let found = map.ports.len();
        return Err(Problem::new(format!(
            "{POWER_FILE}: limits.ports is {}, the map has {found}",
            limits.ports
        )));
    }
    for (kind, name) in [("adjacent", "land"), ("lane", "lane")] {
        let links: Vec<Record<LinkRecord>> = data.records(ADJACENCY_FILE, kind)?;
        for link in links.iter().filter(|link| link.value.sides.iter().any(|one| one == side)) {
            let a = territory(link, "a", &link.value.a, ids)?;
            let b = territory(link, "b", &link.value.b, ids)?;
            if !map.passable.contains(a) || !map.passable.contains(b) {
                return Err(
                    link.problem("sides", format!("a territory that nobody can enter on side {side}"))
                );
            }
            let table = if kind == "lane" { &mut map.lanes } else { &mut map.adjacent };
            if kind == "lane" && !(map.ports.contains(a) && map.ports.contains(b)) {
                return Err(link.problem("a", "both ends of a lane are ports"));
            }
            table[a].insert(b);
            table[b].insert(a);
            map.links.push((a, b, name));
        }
    }
    let count = records.len();
    let within = limits.sea_move_max_lanes;
    let by_lane = distances(count, |at| map.lanes[at]);
    for from in map.ports {
        let near = map.ports.into_iter().filter(|&to| to != from);
        map.sea_reach[from] = near.filter(|to| by_lane[from.index()][to.index()] <= within).collect();
    }
    map.land_distance = distances(count, |at| map.adjacent[at]);
    map.sea_distance = distances(count, |at| map.adjacent[at] | map.lanes[at]);
    Ok(map)
}

fn read_territory(
    record: &Record<TerritoryRecord>,
    at: Territory,
    side: &str,
    map: &mut MapSide,
) -> Result<(), Problem> {
    let info = &record.value;
    let on_side = info.sides.iter().any(|one| one == side);
    let kind = info.kind.get(side).map_or("absent", String::as_str);
    map.territories.push(TerritoryInfo {
        id: info.id.clone(),
        name: info.name.clone(),
        on_side,
        kind: kind.to_string(),
        x: info.x,
        y: info.y,
    });
    if !on_side {
        return Ok(());
    }
    map.value[at] = info.value;
    match kind {
        "impassable" => return Ok(()),
        "uncontested" => map.uncontested.insert(at),
        "contested" => {
            map.contested.insert(at);
            for claim in &info.claims {
                map.claims[power(record, "claims", claim)?.i()].insert(at);
            }
        }
        "home" => {
            let owner = info.owner.get(side).ok_or_else(|| record.problem("owner", "a home has an owner"))?;
            let owner = power(record, "owner", owner)?;
            map.homes[owner.i()].insert(at);
            map.home_of[at] = Some(owner);
        }
        _ => {
            let known = ["home", "contested", "uncontested", "impassable"];
            record.lookup("kind", kind, "kind", &known)?;
        }
    }
    map.passable.insert(at);
    map.ports.set(at, info.port);
    Ok(())
}

/// Steps between all territories by breadth-first search.
fn distances(count: usize, next: impl Fn(Territory) -> TerritorySet) -> Vec<[u8; TERRITORIES]> {
    let from_one = |start: usize| {
        let mut steps = [UNREACHABLE; TERRITORIES];
        let mut reached = TerritorySet::single(Territory::from_index(start));
        let mut edge = reached;
        for distance in 0.. {
            if edge.is_empty() {
                break;
            }
            let mut beyond = TerritorySet::EMPTY;
            for at in edge {
                steps[at.index()] = distance;
                beyond |= next(at);
            }
            edge = beyond - reached;
            reached |= edge;
        }
        steps
    };
    (0..count).map(from_one).collect()
}

fn read_powers(data: &Pack, ids: &[String], map: &MapSide) -> Result<Vec<PowerInfo>, Problem> {
    let records: Vec<Record<PowerRecord>> = data.records(POWER_FILE, "power")?;
    let mut powers: Vec<Option<PowerInfo>> = vec![None; POWERS];
    let mut starts = [false; POWERS];
    for record in &records {
        let info = &record.value;
        let at = power(record, "id", &info.id)?;
        if usize::from(info.order) != at.i() + 1 {
            return Err(record.problem("order", format!("{} is number {} in the order", info.id, at.i() + 1)));
        }
        if usize::from(info.generals) > GENERALS {
            return Err(record.problem("generals", format!("at most {GENERALS}")));
        }
        let start = usize::from(info.wheel_start);
        if start == 0 || start > POWERS || starts[start - 1] {
            return Err(record.problem("wheel_start", "the powers start on six different actions, 1 to 6"));
        }
        starts[start - 1] = true;
        let capital = territory(record, "capital", &info.capital, ids)?;
        if !map.homes[at.i()].contains(capital) {
            return Err(record.problem("capital", "the capital is one of the power's homes"));
        }
        powers[at.i()] = Some(PowerInfo {
            id: info.id.clone(),
            name: info.name.clone(),
            chooses_status: info.chooses_status,
            generals: info.generals,
            troop_counters: info.troop_counters,
            hand_limit: info.hand_limit,
            capital,
            wheel_start: info.wheel_start,
            named_general: info.named_general.clone(),
        });
    }
    powers
        .into_iter()
        .zip(Power::IDS)
        .map(|(info, id)| {
            info.ok_or_else(|| Problem::new(format!("{POWER_FILE}: no power \"{id}\"; add it")))
        })
        .collect()
}

fn read_cards(data: &Pack) -> Result<(Vec<CardInfo>, Counts), Problem> {
    let records: Vec<Record<CardRecord>> = data.records(CARD_FILE, "card")?;
    if records.is_empty() || records.len() > CARD_KINDS {
        return Err(Problem::new(format!("{CARD_FILE}: from 1 to {CARD_KINDS} kinds of cards are needed")));
    }
    let mut totals = [0; CARD_KINDS];
    let mut cards = Vec::new();
    for (i, record) in records.iter().enumerate() {
        if record.value.count > 40 {
            return Err(record.problem("count", "at most 40"));
        }
        totals[i] = record.value.count;
        cards.push(CardInfo {
            id: record.value.value.to_string(),
            value: record.value.value,
            ability: record.value.ability,
            text: record.value.text.clone(),
        });
    }
    Ok((cards, totals))
}

/// A later record with the number of an earlier one takes its place, so that an overlay can change a card.
fn read_napoleon(
    data: &Pack,
    ids: &[String],
    passable: TerritorySet,
) -> Result<(Vec<NapoleonInfo>, NapoleonDeck), Problem> {
    let records: Vec<Record<NapoleonRecord>> = data.records(NAPOLEON_FILE, "card")?;
    let mut cards: Vec<NapoleonInfo> = Vec::new();
    for record in &records {
        if record.value.targets.len() > TARGETS {
            return Err(record.problem("targets", format!("at most {TARGETS} territories")));
        }
        let mut targets = [None; TARGETS];
        let mut count = 0;
        for id in &record.value.targets {
            let target = territory(record, "targets", id, ids)?;
            if passable.contains(target) {
                targets[count] = Some(target);
                count += 1;
            }
        }
        let id = record.value.number.to_string();
        let card = NapoleonInfo { id, name: record.value.name.clone(), targets };
        match cards.iter_mut().find(|known| known.id == card.id) {
            Some(known) => *known = card,
            None => cards.push(card),
        }
    }
    if cards.is_empty() || cards.len() > 64 {
        return Err(Problem::new(format!("{NAPOLEON_FILE}: from 1 to 64 cards are needed")));
    }
    let deck = NapoleonDeck::first_n(cards.len());
    Ok((cards, deck))
}
