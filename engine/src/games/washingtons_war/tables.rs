//! The parsed data pack: map, Generals, cards and constants, checked once with clear errors, then immutable.

use serde::Deserialize;
use toml::Value;

use super::effect::{Compiler, Condition, Op, condition};
use super::types::{
    Card, Cards, Colony, General, MOST_CARDS, MOST_COLONIES, MOST_GENERALS, MOST_SPACES, Side, Space, Spaces,
    Zone,
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

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardRecord {
    pub number: u16,
    pub title: String,
    pub kind: String,
    pub value: Option<u8>,
    pub playable_by: String,
    #[serde(default)]
    must_play: bool,
    #[serde(default)]
    remove_after_event: bool,
    #[serde(default = "no_reshuffle")]
    reshuffle: String,
    set_aside_until: Option<u16>,
    #[serde(default)]
    requires: Vec<String>,
    effect: Value,
    strategy_effect: Option<Value>,
    #[serde(rename = "title_source")]
    _title_source: Option<String>,
    #[serde(rename = "effect_source")]
    _effect_source: Option<String>,
    #[serde(rename = "number_source")]
    _number_source: Option<String>,
    #[serde(rename = "source")]
    _source: Option<String>,
    #[serde(rename = "doubt")]
    _doubt: Option<String>,
}

fn yes() -> bool {
    true
}

fn no_reshuffle() -> String {
    "none".into()
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Ops(u8),
    Event,
    Battle,
    Campaign,
    Special,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reshuffle {
    None,
    OnEvent,
    OnDiscard,
}

/// A strategy card, its effects as addresses in [`Tables::program`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardInfo {
    /// The number and the title in one word: `73_morgans_riflemen`.
    pub id: String,
    pub number: u16,
    pub title: String,
    pub kind: Kind,
    /// `None`: either side.
    pub playable_by: Option<Side>,
    pub remove_after_event: bool,
    pub reshuffle: Reshuffle,
    pub set_aside_until: Option<u16>,
    pub requires: Vec<Condition>,
    /// Where the effect starts; in a battle for battle cards.
    pub effect: Option<u16>,
    /// The effect in the Strategy Phase: the same, or a battle card's other use.
    pub strategy_effect: Option<u16>,
    /// The year a War Ends card names.
    pub war_ends: Option<u16>,
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
    pub british_generals: u16,
    pub all_cards: Cards,
    pub ops_cards: Cards,
    pub special_cards: Cards,
    pub campaign_cards: Cards,
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
        if self.british_generals >> general.0 & 1 == 1 { Side::British } else { Side::American }
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

    /// OPS value of a card, 0 for an event.
    #[inline]
    pub fn ops_value(&self, card: Card) -> u8 {
        match self.card(card).kind {
            Kind::Ops(value) => value,
            _ => 0,
        }
    }

    /// Reads the whole pack; `bid` is the `side_bid` variant.
    pub fn read(pack: &Pack, bid: i32) -> Result<Tables, Problem> {
        let mut tables = read_map(pack)?;
        tables.params = read_params(pack)?;
        let procedures = super::setup::procedures(pack, bid, &mut tables)?;
        tables.procedures = procedures;
        read_cards(pack, &mut tables)?;
        check_totals(pack, &tables)?;
        Ok(tables)
    }
}

fn ids<T>(records: &[Record<T>], id: impl Fn(&T) -> &str) -> Vec<String> {
    records.iter().map(|record| id(&record.value).to_string()).collect()
}

fn at_most<T>(records: &[Record<T>], most: usize, what: &str) -> Result<(), Problem> {
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
        british_generals: 0,
        all_cards: Cards::EMPTY,
        ops_cards: Cards::EMPTY,
        special_cards: Cards::EMPTY,
        campaign_cards: Cards::EMPTY,
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
    Ok(())
}

fn read_general(
    record: &Record<GeneralInfo>,
    general: General,
    space_ids: &[String],
    tables: &mut Tables,
) -> Result<(), Problem> {
    let info = &record.value;
    match info.side.as_str() {
        "british" => tables.british_generals |= 1 << general.0,
        "american" => {}
        "french" if tables.french_general.is_none() => tables.french_general = Some(general),
        "french" => return Err(record.problem("side", "the French have one General only")),
        other => {
            return Err(record.problem("side", format!("no side \"{other}\"; british, american, french")));
        }
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

fn read_cards(pack: &Pack, tables: &mut Tables) -> Result<(), Problem> {
    let mut records: Vec<Record<CardRecord>> = pack.records("cards.toml", "card")?;
    records.sort_by_key(|record| record.value.number);
    at_most(&records, MOST_CARDS, "cards")?;
    let mut program = std::mem::take(&mut tables.program);
    for (i, record) in records.iter().enumerate() {
        let info = read_card(record, tables, &mut program)?;
        let card = Card(i as u8);
        tables.all_cards.insert(card);
        tables.ops_cards.set(card, matches!(info.kind, Kind::Ops(_)));
        tables.special_cards.set(card, info.kind == Kind::Special);
        tables.campaign_cards.set(card, info.kind == Kind::Campaign);
        for (name, start) in
            [(info.id.clone(), info.effect), (format!("{}/strategy", info.id), info.strategy_effect)]
        {
            if let Some(start) =
                start.filter(|start| tables.program_names.last().is_none_or(|l| l.1 < *start))
            {
                tables.program_names.push((name, start));
            }
        }
        tables.cards.push(info);
    }
    tables.program = program;
    Ok(())
}

fn read_card(
    record: &Record<CardRecord>,
    tables: &Tables,
    program: &mut Vec<Op>,
) -> Result<CardInfo, Problem> {
    let card = &record.value;
    let kind = match card.kind.as_str() {
        "ops" => match card.value {
            Some(value @ 1..=3) => Kind::Ops(value),
            _ => return Err(record.problem("value", "an OPS card has a value of 1, 2 or 3; add it")),
        },
        "event" => Kind::Event,
        "battle" => Kind::Battle,
        "campaign" => Kind::Campaign,
        "special" => Kind::Special,
        other => {
            let known = ["ops", "event", "battle", "campaign", "special"];
            let hint = crate::data::suggestion(other, known.into_iter());
            return Err(
                record.problem("kind", format!("no kind \"{other}\"; known: {}.{hint}", known.join(", ")))
            );
        }
    };
    if card.must_play != (kind == Kind::Special) {
        return Err(record.problem("must_play", "true for cards of kind \"special\", and for those only"));
    }
    let playable_by = match card.playable_by.as_str() {
        "british" => Some(Side::British),
        "american" => Some(Side::American),
        "either" => None,
        other => {
            return Err(
                record.problem("playable_by", format!("\"{other}\"; write british, american or either"))
            );
        }
    };
    let reshuffle = match card.reshuffle.as_str() {
        "none" => Reshuffle::None,
        "on_event" => Reshuffle::OnEvent,
        "on_discard" => Reshuffle::OnDiscard,
        other => {
            return Err(
                record.problem("reshuffle", format!("\"{other}\"; write none, on_event or on_discard"))
            );
        }
    };
    let mut compile = |effect: &Value, field: &'static str| -> Result<u16, Problem> {
        let start = Compiler { tables, record, field, program }.compile(effect)?;
        check_effect(record, field, kind, &program[usize::from(start)..])?;
        Ok(start)
    };
    let (mut effect, mut strategy_effect) = (None, None);
    if !matches!(kind, Kind::Ops(_)) {
        effect = Some(compile(&card.effect, "effect")?);
        strategy_effect = match &card.strategy_effect {
            Some(other) if kind == Kind::Battle => Some(compile(other, "strategy_effect")?),
            Some(_) => return Err(record.problem("strategy_effect", "only battle cards have one; remove it")),
            None if kind == Kind::Battle => None,
            None => effect,
        };
    }
    let war_ends = effect.and_then(|start| match program[usize::from(start)] {
        Op::WarEnds(year) => Some(year),
        _ => None,
    });
    let requires = card.requires.iter().map(|word| condition(record, word)).collect::<Result<_, _>>()?;
    Ok(CardInfo {
        id: format!("{}_{}", card.number, slug(&card.title)),
        number: card.number,
        title: card.title.clone(),
        kind,
        playable_by,
        remove_after_event: card.remove_after_event,
        reshuffle,
        set_aside_until: card.set_aside_until,
        requires,
        effect,
        strategy_effect,
        war_ends,
    })
}

/// Bars the combinations that the sequence of play has no room for.
fn check_effect<T>(record: &Record<T>, field: &str, kind: Kind, ops: &[Op]) -> Result<(), Problem> {
    let in_battle = kind == Kind::Battle && field == "effect";
    for op in ops {
        let message = match op {
            Op::BattleDrm { .. } if !in_battle => "battle_drm is for the effect of cards of kind \"battle\"",
            Op::Activate { .. } if !matches!(kind, Kind::Event | Kind::Campaign) => {
                "activate is for cards of kind \"event\" or \"campaign\""
            }
            Op::DiscardRandom(_) if kind == Kind::Special || in_battle => {
                "discard_random is not for special events or battles, which it could set off in turn"
            }
            Op::RemoveCu(_) if in_battle => "remove_cu is not for the battle effect of a card",
            Op::RemoveGeneral(_) if !in_battle => {
                "remove_general is for the effect of cards of kind \"battle\""
            }
            _ => continue,
        };
        return Err(record.problem(field, message));
    }
    if kind == Kind::Campaign && !ops.iter().any(|op| matches!(op, Op::Activate { .. })) {
        return Err(record.problem(field, "a campaign card needs the operation activate"));
    }
    Ok(())
}

fn slug(title: &str) -> String {
    let mut slug = String::new();
    for letter in title.chars().filter(|letter| *letter != '\'') {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.ends_with('_') && !slug.is_empty() {
            slug.push('_');
        }
    }
    slug.trim_end_matches('_').to_string()
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

fn read_params(pack: &Pack) -> Result<Params, Problem> {
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
        max_cu: number("movement", "max_cu_with_general", 1..=7)? as u8,
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
