//! Chapter 4: scenarios, placements and variants, read from `setup.toml`.

use serde::Deserialize;

use super::phase::Phase;
use super::state::{Flags, Losses, State, Tally};
use super::tables::Tables;
use super::types::*;
use super::{Options, WarsOfTheRoses};
use crate::data::{Pack, Place as Line, Problem, Record, suggestion};
use crate::set::{Index, Table};
use crate::setup::{Catalogue, Chosen, Scenario, Variant};

#[derive(Deserialize)]
struct RawScenario {
    id: String,
    name: String,
    first_campaign: u8,
    last_campaign: u8,
    king_side: String,
    king: String,
    pretender: String,
}

#[derive(Deserialize)]
struct RawPlacement {
    scenario: String,
    block: String,
    at: String,
}

#[derive(Deserialize)]
struct RawPrisoner {
    scenario: String,
    block: String,
    at: String,
}

/// The data files of the game.
pub fn pack() -> Pack {
    Pack::embedded(
        "wars-of-the-roses",
        &[
            ("limit", &["colour"]),
            ("border", &["a", "b"]),
            ("no_border", &["a", "b"]),
            ("placement", &["scenario", "block"]),
            ("prisoner", &["scenario"]),
        ],
        &[
            ("areas.toml", include_str!("../../../data/wars-of-the-roses/areas.toml")),
            ("borders.toml", include_str!("../../../data/wars-of-the-roses/borders.toml")),
            ("blocks.toml", include_str!("../../../data/wars-of-the-roses/blocks.toml")),
            ("cards.toml", include_str!("../../../data/wars-of-the-roses/cards.toml")),
            ("setup.toml", include_str!("../../../data/wars-of-the-roses/setup.toml")),
        ],
    )
}

pub fn catalogue(data: &Pack) -> Result<Catalogue, Problem> {
    let scenarios: Vec<Record<RawScenario>> = data.records("setup.toml", "scenario")?;
    Ok(Catalogue {
        scenarios: scenarios.iter().map(|s| Scenario::for_two(&s.value.id, &s.value.name)).collect(),
        variants: vec![
            Variant::switch("mulligan", true, "5.1", "A poor hand may be exchanged once a campaign."),
            Variant::switch(
                "warwick_only_nevilles",
                false,
                "6.91",
                "Only Warwick can turn Kent and Salisbury, at loyalty 2 (the Polish wording).",
            ),
            Variant::switch(
                "plague_city_colour",
                false,
                "5.1",
                "Plague strikes only cities printed in the enemy's colour.",
            ),
            Variant::switch(
                "piracy_port_pairs",
                true,
                "5.1",
                "Piracy keeps the port-to-port bonus for moves that do not attack.",
            ),
            Variant::switch("open_blocks", false, "4.2", "All blocks are played face up."),
        ],
    })
}

/// Lancaster [WR 4.3] and York [WR 4.4] stand at full strength where the scenario places them; an `enemy` noble lies
/// aside while his twin is in play [WR 4.6]. [WR 4.1]
pub fn build(chosen: &Chosen, data: &Pack) -> Result<WarsOfTheRoses, Problem> {
    let tables = Tables::read(data)?;
    let scenarios: Vec<Record<RawScenario>> = data.records("setup.toml", "scenario")?;
    let scenario = scenarios
        .iter()
        .find(|scenario| scenario.value.id == chosen.scenario)
        .ok_or_else(|| Problem::new(format!("setup.toml has no scenario \"{}\"", chosen.scenario)))?;
    let block_ids: Vec<&str> = tables.blocks.iter().map(|block| block.id.as_str()).collect();
    let area_ids: Vec<&str> = tables.areas.iter().map(|area| area.id.as_str()).collect();
    let heir = |field: &str, word: &str, side: Side| -> Result<Block, Problem> {
        let block = Block(scenario.lookup(field, word, "block", &block_ids)? as u8);
        if !tables.heirs[side.index()].contains(&block) {
            return Err(scenario.problem(field, format!("{word} is no heir of {}", side.name())));
        }
        Ok(block)
    };
    let king_side = Side::from_id(&scenario.value.king_side)
        .ok_or_else(|| scenario.problem("king_side", "a side is lancaster or york"))?;
    let king = heir("king", &scenario.value.king, king_side)?;
    let pretender = heir("pretender", &scenario.value.pretender, king_side.other())?;
    let last_campaign = scenario.value.last_campaign.min(tables.campaigns);
    if scenario.value.first_campaign == 0 || scenario.value.first_campaign > last_campaign {
        return Err(scenario.problem("first_campaign", "campaigns run from 1 to the last one"));
    }

    let mut places: Table<Place, Blocks, PLACES> = Table::filled(Blocks::EMPTY);
    let mut placed = Blocks::EMPTY;
    let prisoner = read_prisoner(data, chosen, &tables)?;
    let records: Vec<Record<RawPlacement>> = data.records("setup.toml", "placement")?;
    for record in records.iter().filter(|record| record.value.scenario == chosen.scenario) {
        let block = Block(record.lookup("block", &record.value.block, "block", &block_ids)? as u8);
        placed.insert(block);
        if prisoner.is_some_and(|(held, _)| held == block) {
            continue;
        }
        let at = record.value.at.as_str();
        let place = match Place::BOXES.iter().find(|(_, word)| *word == at) {
            Some((place, _)) => *place,
            None if at == "enemy" => continue,
            None => Area(record.lookup("at", at, "area", &area_ids)? as u8).into(),
        };
        places[place].insert(block);
    }
    if let Some(missing) = (tables.all_blocks() - placed).first() {
        let place = Line { file: "setup.toml".into(), line: 0 };
        let id = &tables.block(missing).id;
        return Err(Problem::at(&place, format!("scenario {} does not place {id}; add it", chosen.scenario)));
    }
    let mut initial = State {
        places: Table::filled(Blocks::EMPTY),
        place_of: Table::filled(Place::ASIDE),
        held: [Areas::EMPTY; 2],
        lost: Losses::default(),
        seen_lost: Losses::default(),
        known: tables.all_blocks(),
        hands: [Cards::EMPTY; 2],
        played: Cards::EMPTY,
        entered: [Ways::EMPTY; 2],
        main_attack: Ways::EMPTY,
        pirates: Blocks::EMPTY,
        reserve: Blocks::EMPTY,
        done: Blocks::EMPTY,
        turned: Blocks::EMPTY,
        opened: Areas::EMPTY,
        crossings: Tally::default(),
        phase: Phase::AskRedeal { side: king_side.other() },
        card: [None; 2],
        pairs: [None; MOST_AP],
        battle: None,
        king_side,
        king: Some(king),
        pretender: Some(pretender),
        prisoner: prisoner.map(|(block, _)| block),
        campaign: scenario.value.first_campaign,
        turn: 1,
        first: king_side.other(),
        ap: 0,
        flags: Flags::default(),
    };
    initial.set_places(&tables, places);
    let heirs_in_play = Side::BOTH.map(|side| {
        let idle = initial.at(Place::MINOR) | initial.at(Place::DEAD);
        tables.heirs[side.index()].iter().filter(|heir| !idle.contains(**heir)).count()
    });
    let counted_areas = tables.land.into_iter().filter(|&area| tables.area(area).kind != "island").collect();
    let card_kind = tables
        .cards
        .iter()
        .map(|card| {
            let same = |other: &super::cards::CardInfo| {
                (other.ap, other.priority, other.effect) == (card.ap, card.priority, card.effect)
            };
            tables.cards.iter().position(same).unwrap_or(0) as u8
        })
        .collect();
    let game = WarsOfTheRoses {
        options: Options {
            mulligan: chosen.is_on("mulligan"),
            warwick_only_nevilles: chosen.is_on("warwick_only_nevilles"),
            plague_city_colour: chosen.is_on("plague_city_colour"),
            piracy_port_pairs: chosen.is_on("piracy_port_pairs"),
            open_blocks: chosen.is_on("open_blocks"),
        },
        chosen: chosen.clone(),
        heirs_in_play,
        prison: prisoner.map(|(_, area)| area),
        last_campaign,
        counted_areas,
        card_kind,
        initial,
        tables,
    };
    initial
        .check(&game.tables)
        .map_err(|broken| scenario.problem("id", format!("the set-up is not sound: {broken}")))?;
    Ok(game)
}

fn read_prisoner(data: &Pack, chosen: &Chosen, tables: &Tables) -> Result<Option<(Block, Area)>, Problem> {
    let records: Vec<Record<RawPrisoner>> = data.records("setup.toml", "prisoner")?;
    let Some(record) = records.iter().find(|record| record.value.scenario == chosen.scenario) else {
        return Ok(None);
    };
    let block = tables.find_block(&record.value.block).ok_or_else(|| {
        let hint = suggestion(&record.value.block, tables.blocks.iter().map(|block| block.id.as_str()));
        record.problem("block", format!("no block \"{}\".{hint}", record.value.block))
    })?;
    let area = tables.find_area(&record.value.at).ok_or_else(|| {
        let hint = suggestion(&record.value.at, tables.areas.iter().map(|area| area.id.as_str()));
        record.problem("at", format!("no area \"{}\".{hint}", record.value.at))
    })?;
    debug_assert!(block.index() < tables.blocks.len());
    Ok(Some((block, area)))
}
