//! The scenario, the variants, and the starting position of `setup.toml`. Variants are edits of the data pack.

use serde::Deserialize;
use toml::Value;

use super::effect::{Forbid, Op, Pick};
use super::tables::{Procedures, Tables};
use super::types::{Colony, Nation, Side, Space, Spaces};
use crate::data::{Pack, Problem, Record};
use crate::setup::{Catalogue, Chosen, Scenario, Variant};

pub const OPS_SPLITS: [&str; 6] = ["20_20_20", "24_18_18", "18_24_18", "18_18_24", "25_20_15", "15_20_25"];

/// What is on offer. [WW 4.0]
pub fn catalogue() -> Catalogue {
    let variants = vec![
        Variant::switch(
            "tournament_replacement",
            false,
            "6.34",
            "After the British play the Declaration or Franklin they may draw a card and act again.",
        ),
        Variant::choice(
            "for_the_king",
            &["current", "older"],
            "current",
            "4.0",
            "Opening British markers: three in any colony, or two outside five colonies as in the older edition.",
        ),
        Variant::switch(
            "cu_stock_limit",
            false,
            "8.2",
            "CUs on the map and in boxes are limited by the counter mix.",
        ),
        Variant::choice(
            "ops_split",
            &OPS_SPLITS,
            OPS_SPLITS[0],
            "6.2",
            "How many OPS cards have the value 1, 2 and 3.",
        ),
        Variant::number(
            "mutinies_remove_cu",
            0..=5,
            0,
            "10.11",
            "American CUs that the Pennsylvania and New Jersey Line Mutinies also remove.",
        ),
        Variant::number(
            "side_bid",
            -5..=5,
            0,
            "4.0",
            "Extra opening markers bid for a side: above 0 for the British, below 0 for the Americans.",
        ),
    ];
    Catalogue {
        scenarios: vec![Scenario::for_two("campaign", "The American Revolution, 1775 to 1783")],
        variants,
    }
}

/// The data with the chosen variants written into it.
pub fn apply_variants(chosen: &Chosen, data: &Pack) -> Result<Pack, Problem> {
    let mut pack = data.clone();
    if chosen.value("for_the_king") == "older" {
        let older: Record<toml::Table> = pack.table("setup.toml", "for_the_king_2009")?;
        for field in ["pc", "excluded_colonies"] {
            let value = older.value.get(field).cloned();
            let value = value.ok_or_else(|| older.problem(field, "is missing; add it"))?;
            pack.set(&format!("for_the_king.{field}"), value)?;
        }
    }
    if chosen.is_on("cu_stock_limit") {
        pack.set("cu_stock.enforce_by_default", Value::Boolean(true))?;
    }
    let split = chosen.value("ops_split");
    if split != OPS_SPLITS[0] {
        split_ops(&mut pack, split)?;
    }
    let removed = chosen.number("mutinies_remove_cu");
    if removed > 0 {
        harden_mutinies(&mut pack, removed)?;
    }
    Ok(pack)
}

/// Gives the OPS cards, in order of number, the values of a split such as `24_18_18`.
fn split_ops(pack: &mut Pack, split: &str) -> Result<(), Problem> {
    let counts = split.split('_').map(|count| count.parse().unwrap_or(0));
    let mut values = (1i64..).zip(counts).flat_map(|(value, count)| std::iter::repeat_n(value, count));
    for number in numbers_of(pack, |card| card.get("kind").and_then(Value::as_str) == Some("ops"))? {
        let value = values.next().unwrap_or(3);
        pack.set(&format!("card.{number}.value"), Value::Integer(value))?;
        pack.set(&format!("card.{number}.title"), Value::String(format!("{value} OPS")))?;
    }
    Ok(())
}

/// The card that forbids placing markers also removes American CUs.
fn harden_mutinies(pack: &mut Pack, removed: i32) -> Result<(), Problem> {
    let forbids = |card: &toml::Table| {
        let op = card.get("effect").and_then(|effect| effect.get("op")).and_then(Value::as_str);
        op == Some("forbid_pc_placement")
    };
    let cards: Vec<Record<toml::Table>> = pack.records("cards.toml", "card")?;
    for number in numbers_of(pack, forbids)? {
        let same = |card: &&Record<toml::Table>| {
            card.value.get("number").and_then(Value::as_integer) == Some(number)
        };
        let Some(effect) = cards.iter().find(same).and_then(|card| card.value.get("effect").cloned()) else {
            continue;
        };
        let mut loss = toml::Table::new();
        loss.insert("op".into(), Value::String("remove_cu".into()));
        loss.insert("side".into(), Value::String("american".into()));
        loss.insert("count".into(), Value::Integer(i64::from(removed)));
        loss.insert("mode".into(), Value::String("must".into()));
        loss.insert("colonies".into(), Value::Array(vec![Value::String("any14".into())]));
        let mut sequence = toml::Table::new();
        sequence.insert("op".into(), Value::String("sequence".into()));
        sequence.insert("steps".into(), Value::Array(vec![effect, Value::Table(loss)]));
        pack.set(&format!("card.{number}.effect"), Value::Table(sequence))?;
    }
    Ok(())
}

fn numbers_of(pack: &Pack, wanted: impl Fn(&toml::Table) -> bool) -> Result<Vec<i64>, Problem> {
    let cards: Vec<Record<toml::Table>> = pack.records("cards.toml", "card")?;
    let mut numbers: Vec<i64> = cards
        .iter()
        .filter(|card| wanted(&card.value))
        .filter_map(|card| card.value.get("number").and_then(Value::as_integer))
        .collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// The pieces on the map when the game begins.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Opening {
    pub markers: [Spaces; 2],
    pub cu: Vec<(Nation, Space, u8)>,
    /// By General; `None`: in the Reinforcements Box.
    pub generals: Vec<Option<Space>>,
    pub congress: Option<Space>,
    pub british_box: u8,
    pub british_regulars: bool,
    pub alliance: u8,
}

#[derive(Deserialize)]
struct Placement {
    space: String,
    side: String,
    general: Option<String>,
    #[serde(default)]
    cu: u8,
    pc: Option<String>,
    #[serde(default)]
    congress: bool,
}

#[derive(Deserialize)]
struct Start {
    british_regulars: bool,
    alliance: u8,
}

#[derive(Deserialize)]
struct BoxRow {
    id: String,
    #[serde(default)]
    cu: u8,
}

fn side_word<T>(record: &Record<T>, field: &str, word: &str) -> Result<Side, Problem> {
    match word {
        "british" => Ok(Side::British),
        "american" => Ok(Side::American),
        other => Err(record.problem(field, format!("\"{other}\" is neither british nor american"))),
    }
}

/// Reads the placements of `setup.toml`. [WW 4.0]
pub fn opening(pack: &Pack, tables: &Tables) -> Result<Opening, Problem> {
    let start: Record<Start> = pack.table("setup.toml", "start")?;
    if start.value.alliance >= tables.params.alliance_trigger {
        return Err(
            start.problem("alliance", "the game cannot begin with the alliance already made; lower it")
        );
    }
    let mut opening = Opening {
        generals: vec![None; tables.generals.len()],
        british_regulars: start.value.british_regulars,
        alliance: start.value.alliance,
        ..Opening::default()
    };
    let space_ids: Vec<&str> = tables.spaces.iter().map(|space| space.id.as_str()).collect();
    let general_ids: Vec<&str> = tables.generals.iter().map(|general| general.id.as_str()).collect();
    let placements: Vec<Record<Placement>> = pack.records("setup.toml", "placement")?;
    for record in &placements {
        let row = &record.value;
        let space = Space(record.lookup("space", &row.space, "space", &space_ids)? as u8);
        let side = side_word(record, "side", &row.side)?;
        if row.cu > 0 {
            let nation = if side == Side::British { Nation::British } else { Nation::American };
            opening.cu.push((nation, space, row.cu));
        }
        if let Some(pc) = &row.pc {
            opening.markers[side_word(record, "pc", pc)?.index()].insert(space);
        }
        if let Some(id) = &row.general {
            let general = record.lookup("general", id, "general", &general_ids)?;
            let info = &tables.generals[general];
            if info.side != row.side || info.start != row.space {
                let message = format!(
                    "{id} starts as {} in {} by generals.toml; make both agree",
                    info.side, info.start
                );
                return Err(record.problem("general", message));
            }
            opening.generals[general] = Some(space);
        }
        if row.congress {
            opening.congress = Some(space);
        }
    }
    for (general, info) in tables.generals.iter().enumerate() {
        if opening.generals[general].is_none() && space_ids.contains(&info.start.as_str()) {
            return Err(Problem::new(format!(
                "setup.toml: generals.toml has {} start in {}, but no placement there names him; add it",
                info.id, info.start
            )));
        }
    }
    let boxes: Vec<Record<BoxRow>> = pack.records("setup.toml", "box")?;
    let british = boxes.iter().find(|record| record.value.id == "british_reinforcements");
    opening.british_box = british.map_or(0, |record| record.value.cu);
    Ok(opening)
}

/// CUs of each side when the game begins.
pub fn starting_cu(pack: &Pack) -> Result<[u32; 2], Problem> {
    let placements: Vec<Record<Placement>> = pack.records("setup.toml", "placement")?;
    let mut totals = [0; 2];
    for record in &placements {
        totals[side_word(record, "side", &record.value.side)?.index()] += u32::from(record.value.cu);
    }
    Ok(totals)
}

#[derive(Deserialize)]
struct Committees {
    pc_per_colony: u8,
}

#[derive(Deserialize)]
struct ForTheKing {
    pc: u8,
    excluded_colonies: Vec<String>,
}

/// The programs of the rules themselves, in the same vocabulary as the cards. [WW 4.0]
pub fn procedures(pack: &Pack, bid: i32, tables: &mut Tables) -> Result<Procedures, Problem> {
    let committees: Record<Committees> = pack.table("setup.toml", "committees_of_correspondence")?;
    let king: Record<ForTheKing> = pack.table("setup.toml", "for_the_king")?;
    let washington: Record<toml::Table> = pack.table("turns.toml", "washington")?;
    let europe: Record<toml::Table> = pack.table("turns.toml", "european_war")?;
    let count = |record: &Record<toml::Table>, field: &'static str| {
        let number = record.value.get(field).and_then(Value::as_integer).filter(|n| (0..=20).contains(n));
        number.map(|n| n as u8).ok_or_else(|| record.problem(field, "a number from 0 to 20 is needed"))
    };
    let colony_ids: Vec<&str> = tables.colonies.iter().map(|colony| colony.id.as_str()).collect();
    let mut kings_spaces = tables.all_spaces;
    for id in &king.value.excluded_colonies {
        let colony = king.lookup("excluded_colonies", id, "colony", &colony_ids)?;
        kings_spaces -= tables.colony_spaces[Colony(colony as u8)];
    }
    let british_pieces =
        Forbid { marker: true, british_cu: true, british_general: true, ..Forbid::default() };
    let american_units =
        Forbid { american_cu: true, american_general: true, congress: true, ..Forbid::default() };
    let base = Pick {
        side: Side::American,
        count: committees.value.pc_per_colony,
        must: true,
        spaces: tables.thirteen,
        forbid: british_pieces,
        one_per_colony: false,
        need_adjacent: false,
    };
    let kings = Pick {
        side: Side::British,
        count: king.value.pc,
        must: false,
        spaces: kings_spaces,
        forbid: american_units,
        need_adjacent: true,
        ..base
    };
    let fall = Pick {
        count: count(&washington, "captured_removes_american_pc")?,
        spaces: tables.all_spaces,
        forbid: american_units,
        one_per_colony: count(&washington, "captured_max_pc_per_colony")? > 0,
        ..base
    };
    let leave = Pick {
        side: Side::British,
        count: count(&europe, "british_cu_removed_from_map")?,
        spaces: tables.all_spaces,
        forbid: Forbid::default(),
        ..base
    };
    let extra = bid.unsigned_abs() as u8;
    let bid_pick = match bid {
        0 => None,
        1.. => Some(Pick { count: extra, spaces: tables.all_spaces, ..kings }),
        _ => Some(Pick {
            count: extra,
            must: false,
            spaces: tables.all_spaces,
            forbid: Forbid { british_cu: true, ..Forbid::default() },
            ..base
        }),
    };
    let mut add = |name: &str, op: Op| {
        let start = tables.program.len() as u16;
        tables.program.extend([op, Op::End]);
        tables.program_names.push((name.into(), start));
        start
    };
    Ok(Procedures {
        committees: add("committees_of_correspondence", Op::PlacePcEachColony(base)),
        for_the_king: add("for_the_king", Op::PlacePc(kings)),
        washington_captured: add("washington_captured", Op::RemovePc(fall)),
        european_war: add("european_war", Op::RemoveCu(leave)),
        bid: bid_pick.map(|pick| add("side_bid", Op::PlacePc(pick))),
    })
}
