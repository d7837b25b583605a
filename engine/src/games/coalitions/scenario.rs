//! One scenario of the data pack: the pieces and markers at the start, and the special rules of 1792.

use crate::data::{Pack, Problem, Record};

use super::records::{LimitsRecord, ScenarioRecord, SpecialRecord};
use super::tables::{PowerInfo, SCENARIO_FILE, territory};
use super::types::{Power, Status, Territory, TerritorySet};

/// Where Napoleon is at the start.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NapoleonStart {
    Choice,
    OffMap,
    At(Territory),
}

/// One power's pieces at the start.
#[derive(Clone, Debug)]
pub struct PowerStart {
    pub generals: Vec<(Territory, u8)>,
    pub garrisons: TerritorySet,
    pub fortresses: TerritorySet,
    pub battle_cards: u8,
    pub money: u16,
    pub morale: u8,
    pub status: Status,
}

/// The Armée d'Orient card of 1792. [CO 13.1792]
#[derive(Copy, Clone, Debug)]
pub struct Orient {
    pub from: Territory,
    pub to: Territory,
    pub blocked_by: TerritorySet,
}

/// Closed Spain of 1792. [CO 13.1792]
#[derive(Copy, Clone, Debug)]
pub struct Spain {
    pub territories: TerritorySet,
    pub gates: TerritorySet,
    pub opening_influence: u8,
}

#[derive(Clone, Debug)]
pub struct ScenarioStart {
    pub influence: u8,
    pub napoleon: NapoleonStart,
    pub powers: Vec<PowerStart>,
    pub orient: Option<Orient>,
    pub spain: Option<Spain>,
}

pub fn read_scenario(
    data: &Pack,
    record: &Record<ScenarioRecord>,
    ids: &[String],
    side: TerritorySet,
    powers: &[PowerInfo],
    limits: &LimitsRecord,
) -> Result<ScenarioStart, Problem> {
    let scenario = &record.value;
    let place = |id: &String| {
        let at = territory(record, "setup", id, ids)?;
        if side.contains(at) {
            return Ok(at);
        }
        Err(record.problem("setup", format!("\"{id}\" is not on side {} of the map", scenario.side)))
    };
    let set = |list: &[String]| list.iter().map(place).collect::<Result<TerritorySet, Problem>>();
    let mut starts = Vec::new();
    for info in powers {
        let setup = scenario
            .setup
            .iter()
            .find(|setup| setup.power == info.id)
            .ok_or_else(|| record.problem("setup", format!("no set-up for {}; add one", info.id)))?;
        let mut generals = Vec::new();
        for general in &setup.generals {
            let at = place(&general.at)?;
            if general.troops > limits.troops_per_general || generals.iter().any(|&(other, _)| other == at) {
                return Err(
                    record.problem("setup", format!("{}: one general and few troops a place", info.id))
                );
            }
            generals.push((at, general.troops));
        }
        generals.sort_unstable();
        let morale = scenario.morale.get(&info.id).copied();
        let morale =
            morale.ok_or_else(|| record.problem("morale", format!("none for {}; add it", info.id)))?;
        let status = match info.id.as_str() {
            "britain" => Status::British,
            "france" => Status::French,
            id => *scenario
                .status
                .get(id)
                .ok_or_else(|| record.problem("status", format!("none for {id}; add it")))?,
        };
        starts.push(PowerStart {
            generals,
            garrisons: set(&setup.garrisons)?,
            fortresses: set(&setup.fortresses)?,
            battle_cards: setup.battle_cards,
            money: setup.money,
            morale: morale.min(limits.morale_max),
            status,
        });
    }
    let france = &starts[Power::France.i()];
    let offmap = usize::from(powers[Power::France.i()].generals).saturating_sub(france.generals.len());
    let napoleon = match scenario.napoleon.as_str() {
        "choice" => NapoleonStart::Choice,
        "offmap" if offmap > 0 => NapoleonStart::OffMap,
        "offmap" => return Err(record.problem("napoleon", "all French generals are on the map")),
        id => {
            let at = territory(record, "napoleon", id, ids)?;
            if !france.generals.iter().any(|&(place, _)| place == at) {
                return Err(record.problem("napoleon", format!("no French general starts in {id}")));
            }
            NapoleonStart::At(at)
        }
    };
    let specials: Vec<Record<SpecialRecord>> = data.records(SCENARIO_FILE, "special_rule")?;
    let (mut orient, mut spain) = (None, None);
    for id in &scenario.special_rules {
        let known: Vec<&str> = specials.iter().map(|one| one.value.id.as_str()).collect();
        let special = &specials[record.lookup("special_rules", id, "special rule", &known)?];
        match id.as_str() {
            "armee_d_orient" => orient = Some(read_orient(special, ids)?),
            "spain_closed" => spain = Some(read_spain(special, ids)?),
            _ => {
                let known = ["armee_d_orient", "spain_closed"];
                record.lookup("special_rules", id, "special rule in the engine", &known)?;
            }
        }
    }
    Ok(ScenarioStart { influence: scenario.influence, napoleon, powers: starts, orient, spain })
}

fn read_orient(special: &Record<SpecialRecord>, ids: &[String]) -> Result<Orient, Problem> {
    let end = |field: &str, id: &Option<String>| {
        let id = id.as_ref().ok_or_else(|| special.problem(field, "is missing; add it"))?;
        territory(special, field, id, ids)
    };
    let field = "blocked_by_british_general_in";
    let blocked_by = special.value.blocked_by_british_general_in.iter();
    Ok(Orient {
        from: end("from", &special.value.from)?,
        to: end("to", &special.value.to)?,
        blocked_by: blocked_by.map(|id| territory(special, field, id, ids)).collect::<Result<_, _>>()?,
    })
}

fn read_spain(special: &Record<SpecialRecord>, ids: &[String]) -> Result<Spain, Problem> {
    let set = |field: &str, list: &[String]| {
        list.iter().map(|id| territory(special, field, id, ids)).collect::<Result<TerritorySet, _>>()
    };
    Ok(Spain {
        territories: set("territories", &special.value.territories)?,
        gates: set("opened_by_french_entry_through", &special.value.opened_by_french_entry_through)?,
        opening_influence: special.value.opened_by_any_influence_at_least.unwrap_or(u8::MAX),
    })
}
