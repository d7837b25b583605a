//! The records of the data pack as they are written, and how areas, borders and blocks are read from them.

use arrayvec::ArrayVec;
use serde::Deserialize;

use super::tables::{AreaInfo, BlockInfo, BorderInfo};
use super::types::*;
use crate::data::{Pack, Place as Line, Problem, Record};
use crate::set::Index;

#[derive(Deserialize)]
pub(super) struct RawArea {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub wales: bool,
    pub city: Option<String>,
    pub city_side: Option<String>,
    pub cathedral: Option<String>,
    pub crown: bool,
    pub shields: Vec<String>,
    pub major_port: bool,
    pub coasts: Vec<String>,
    pub exile_of: Option<String>,
    pub supply: Option<u8>,
    #[serde(default)]
    pub local_mercenaries: Vec<String>,
    pub x: i32,
    pub y: i32,
}

#[derive(Deserialize)]
pub(super) struct RawLimit {
    pub colour: String,
    pub blocks: u8,
    pub must_stop: bool,
}

#[derive(Deserialize)]
pub(super) struct RawBorder {
    pub a: String,
    pub b: String,
    pub colour: String,
}

#[derive(Deserialize)]
pub(super) struct RawBlock {
    pub id: String,
    pub name: String,
    pub title: String,
    pub side: String,
    pub r#type: String,
    pub heir_rank: Option<u8>,
    pub combat_letter: String,
    pub combat_number: u8,
    pub combat_later: Option<String>,
    pub max_strength: u8,
    pub mark: String,
    pub loyalty: u8,
    pub loyalty_vs_warwick: Option<u8>,
    pub twin: Option<String>,
    pub neville: bool,
    pub shield: Option<String>,
    pub home: Vec<String>,
    pub sea_move: bool,
    pub dies_for_good: bool,
}

#[derive(Deserialize)]
pub(super) struct RawGame {
    pub campaigns: u8,
    pub turns_per_campaign: u8,
}

/// The highest border limit that can be counted [WR 5.21].
pub(super) const MOST_CROSSINGS: u8 = 6;

pub(super) fn letter(record: &Record<RawBlock>, field: &str, word: &str) -> Result<usize, Problem> {
    match word.chars().next() {
        Some(letter @ 'A'..='D') => Ok(letter as usize - 'A' as usize),
        _ => Err(record.problem(field, format!("a battle letter is A, B, C or D, not \"{word}\""))),
    }
}

pub(super) fn side_of<T>(record: &Record<T>, field: &str, word: &str) -> Result<Side, Problem> {
    let known = ["lancaster", "york"];
    record.lookup(field, word, "side", &known).map(|i| Side::BOTH[i])
}

pub(super) fn read_areas(
    lands: &[&Record<RawArea>],
    sea_ids: &[&str],
    block_ids: &[&str],
) -> Result<Vec<AreaInfo>, Problem> {
    let read = |record: &&Record<RawArea>| {
        let raw = &record.value;
        let mut coasts = ArrayVec::new();
        for sea in &raw.coasts {
            let sea = Sea(record.lookup("coasts", sea, "sea", sea_ids)? as u8);
            if coasts.try_push(sea).is_err() {
                return Err(record.problem("coasts", "an area lies on at most 4 seas"));
            }
        }
        let side = |field, word: &Option<String>| match word {
            Some(word) => side_of(record, field, word).map(Some),
            None => Ok(None),
        };
        let mut local_mercenaries = Blocks::EMPTY;
        for id in &raw.local_mercenaries {
            local_mercenaries
                .insert(Block(record.lookup("local_mercenaries", id, "block", block_ids)? as u8));
        }
        Ok(AreaInfo {
            id: raw.id.clone(),
            name: raw.name.clone(),
            kind: raw.kind.clone(),
            wales: raw.wales,
            city: raw.city.clone(),
            city_side: side("city_side", &raw.city_side)?,
            cathedral: raw.cathedral.clone(),
            crown: raw.crown,
            shields: raw.shields.clone(),
            major_port: raw.major_port,
            coasts,
            exile_of: side("exile_of", &raw.exile_of)?,
            supply: raw
                .supply
                .ok_or_else(|| record.problem("supply", "the supply limit is missing; add it"))?,
            local_mercenaries,
            x: raw.x,
            y: raw.y,
            ways: ArrayVec::new(),
        })
    };
    lands.iter().map(read).collect()
}

pub(super) fn read_borders(pack: &Pack, area_ids: &[&str]) -> Result<Vec<BorderInfo>, Problem> {
    let limits: Vec<Record<RawLimit>> = pack.records("borders.toml", "limit")?;
    let colours: Vec<&str> = limits.iter().map(|limit| limit.value.colour.as_str()).collect();
    let records: Vec<Record<RawBorder>> = pack.records("borders.toml", "border")?;
    let read = |record: &Record<RawBorder>| {
        let a = record.lookup("a", &record.value.a, "area", area_ids)?;
        let b = record.lookup("b", &record.value.b, "area", area_ids)?;
        let limit = &limits[record.lookup("colour", &record.value.colour, "border colour", &colours)?].value;
        if a == b {
            return Err(record.problem("b", "a border joins two different areas"));
        }
        if limit.blocks > MOST_CROSSINGS {
            let message = format!("a border limit is at most {MOST_CROSSINGS} blocks");
            return Err(record.problem("colour", message));
        }
        Ok(BorderInfo {
            ends: [Area(a as u8), Area(b as u8)],
            colour: limit.colour.clone(),
            limit: limit.blocks,
            must_stop: limit.must_stop,
        })
    };
    let borders: Vec<BorderInfo> = records.iter().map(read).collect::<Result<_, _>>()?;
    for (i, border) in borders.iter().enumerate() {
        let [a, b] = border.ends;
        if borders[..i].iter().any(|other| other.ends == [a, b] || other.ends == [b, a]) {
            return Err(records[i].problem("b", "these areas have a border already"));
        }
    }
    if borders.len() > 64 {
        let place = Line { file: "borders.toml".into(), line: 0 };
        return Err(Problem::at(&place, format!("at most 64 borders are possible, not {}", borders.len())));
    }
    Ok(borders)
}

pub(super) fn read_blocks(
    records: &[Record<RawBlock>],
    area_ids: &[&str],
    block_ids: &[&str],
) -> Result<Vec<BlockInfo>, Problem> {
    let kinds = ["heir", "noble", "church", "levy", "bombard", "mercenary", "rebel"];
    let read = |record: &Record<RawBlock>| {
        let raw = &record.value;
        let kind =
            [Kind::Heir, Kind::Noble, Kind::Church, Kind::Levy, Kind::Bombard, Kind::Mercenary, Kind::Rebel]
                [record.lookup("type", &raw.r#type, "block type", &kinds)?];
        if !(1..=MOST_STEPS).contains(&raw.max_strength) {
            return Err(record.problem("max_strength", "a block has 1 to 4 steps"));
        }
        if raw.combat_number > 6 {
            return Err(record.problem("combat_number", "a die shows 1 to 6"));
        }
        let mut home = Areas::EMPTY;
        for id in &raw.home {
            home.insert(Area(record.lookup("home", id, "area", area_ids)? as u8));
        }
        let twin = match &raw.twin {
            Some(id) => Some(Block(record.lookup("twin", id, "block", block_ids)? as u8)),
            None => None,
        };
        if let Some(twin) = twin
            && records[twin.index()].value.twin.as_deref() != Some(raw.id.as_str())
        {
            return Err(record.problem("twin", "twins must name each other"));
        }
        if raw.loyalty > 0 && twin.is_none() {
            return Err(record.problem("loyalty", "a block that can turn needs a twin"));
        }
        Ok(BlockInfo {
            id: raw.id.clone(),
            name: raw.name.clone(),
            title: raw.title.clone(),
            side: if kind == Kind::Rebel { None } else { Some(side_of(record, "side", &raw.side)?) },
            kind,
            heir_rank: raw.heir_rank.unwrap_or(0),
            combat: raw.combat_letter.chars().next().unwrap_or('?'),
            number: raw.combat_number,
            max_strength: raw.max_strength,
            loyalty: raw.loyalty,
            loyalty_vs_warwick: raw.loyalty_vs_warwick,
            warwick_mark: raw.mark == "warwick",
            twin,
            neville: raw.neville,
            shield: raw.shield.clone(),
            home,
            sails: raw.sea_move,
            dies_for_good: raw.dies_for_good,
        })
    };
    records.iter().map(read).collect()
}
