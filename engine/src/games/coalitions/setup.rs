//! Chapters 2, 11 and 13: catalogue of scenarios and variants, seats, and the pieces at the start.

use std::collections::BTreeMap;

use crate::chance::Chance;
use crate::data::{Pack, Problem, Record};
use crate::player::Player;
use crate::set::Index;
use crate::setup::{Catalogue, Chosen, Scenario, Variant};

use super::Coalitions;
use super::records::{LempereurRecord, LevelRecord, PlayerCountRecord, ScenarioRecord};
use super::rules::ch04_concepts::draw_card;
use super::state::State;
use super::tables::{NapoleonStart, SCENARIO_FILE, Tables};
use super::types::{Named, POWERS, Power, PowerSet};

/// The scenario id of the solo and co-operative game.
pub const LEMPEREUR: &str = "lempereur";

pub fn pack() -> Pack {
    Pack::embedded(
        "coalitions",
        &[
            ("card", &["value"]),
            ("adjacent", &["a", "b"]),
            ("lane", &["a", "b"]),
            ("impassable_border", &["a", "b"]),
            ("player_count", &["players"]),
        ],
        &[
            ("territories.toml", include_str!("../../../data/coalitions/territories.toml")),
            ("adjacency.toml", include_str!("../../../data/coalitions/adjacency.toml")),
            ("powers.toml", include_str!("../../../data/coalitions/powers.toml")),
            ("battle_cards.toml", include_str!("../../../data/coalitions/battle_cards.toml")),
            ("napoleon_cards.toml", include_str!("../../../data/coalitions/napoleon_cards.toml")),
            ("scenarios.toml", include_str!("../../../data/coalitions/scenarios.toml")),
        ],
    )
}

/// The seven scenarios, the recommended one first, and L'Empereur.
pub fn catalogue(data: &Pack) -> Result<Catalogue, Problem> {
    let mut records: Vec<Record<ScenarioRecord>> = data.records(SCENARIO_FILE, "scenario")?;
    records.sort_by_key(|record| !record.value.recommended_first);
    let mut scenarios = Vec::new();
    for record in &records {
        let [fewest, most] = record.value.players;
        if !(1..=POWERS).contains(&fewest) || !(fewest..=POWERS).contains(&most) {
            return Err(record.problem("players", "from 1 to 6, the smaller number first"));
        }
        scenarios.push(Scenario {
            id: record.value.id.clone(),
            name: record.value.name.clone(),
            players: fewest..=most,
            default_players: most,
            defaults: BTreeMap::new(),
        });
    }
    let mode: Record<LempereurRecord> = data.table(SCENARIO_FILE, LEMPEREUR)?;
    let [fewest, most] = mode.value.players;
    if fewest == 0 || most >= POWERS || fewest > most {
        return Err(mode.problem("players", "from 1 to 5, the smaller number first"));
    }
    scenarios.push(Scenario {
        id: LEMPEREUR.into(),
        name: "L'Empereur: alone or together against Napoleon".into(),
        players: fewest..=most,
        default_players: fewest,
        defaults: BTreeMap::new(),
    });
    let levels: Vec<Record<LevelRecord>> = data.records(SCENARIO_FILE, "lempereur_level")?;
    let levels: Vec<&str> = levels.iter().map(|level| level.value.id.as_str()).collect();
    let first = levels.first().ok_or_else(|| Problem::new("scenarios.toml: no lempereur_level; add one"))?;
    let counts: Vec<Record<PlayerCountRecord>> = data.records(SCENARIO_FILE, "player_count")?;
    let sets = counts.iter().find(|record| record.value.players == 3).map(|record| &record.value.minor_sets);
    let minors: Vec<&str> =
        sets.into_iter().flatten().flat_map(|set| set.first()).map(String::as_str).collect();
    let variants = vec![
        Variant::choice(
            "lempereur_level",
            &levels,
            first,
            "12.setup",
            "Napoleon's starting influence in L'Empereur.",
        ),
        Variant::choice(
            "three_player_minors",
            &minors,
            minors.first().copied().unwrap_or_default(),
            "11.setup",
            "With three players this power is a minor one, besides Prussia and the Ottoman Empire.",
        ),
        Variant::switch(
            "general_abilities",
            false,
            "10.wellington",
            "The named generals' special abilities.",
        ),
        Variant::switch(
            "expelled_may_join_rival",
            false,
            "6.expel",
            "A power turned away after the reveal may join the rival coalition.",
        ),
        Variant::switch(
            "any_general_in_paris",
            false,
            "3.paris",
            "Any non-French general in Paris ends the game, also one at peace with France.",
        ),
    ];
    Ok(Catalogue { scenarios, variants })
}

pub fn build(chosen: &Chosen, data: &Pack) -> Result<Coalitions, Problem> {
    let cooperative = chosen.scenario == LEMPEREUR;
    let tables = if cooperative {
        let mode: Record<LempereurRecord> = data.table(SCENARIO_FILE, LEMPEREUR)?;
        Tables::read(data, &mode.value.scenario, Some(chosen.value("lempereur_level")))?
    } else {
        Tables::read(data, &chosen.scenario, None)?
    };
    let mut wheel = [Power::Britain; POWERS];
    for power in Power::all() {
        wheel[usize::from(tables.powers[power.i()].wheel_start - 1)] = power;
    }
    let majors = if cooperative { Power::all().collect() } else { majors(chosen, data)? };
    let mut seats = [None; POWERS];
    let seated =
        Power::all().filter(|&power| majors.contains(power) && !(cooperative && power == Power::France));
    for (i, power) in seated.enumerate() {
        // Fewer players than powers only in L'Empereur: they take turns in the order of power.
        seats[power.i()] = Some(Player((i % chosen.players) as u8));
    }
    Ok(Coalitions {
        general_abilities: chosen.is_on("general_abilities") && !cooperative,
        expelled_may_join_rival: chosen.is_on("expelled_may_join_rival"),
        any_general_in_paris: chosen.is_on("any_general_in_paris"),
        chosen: chosen.clone(),
        tables,
        wheel,
        majors,
        seats,
    })
}

/// The powers that are not minor with this number of players. [CO 11.setup]
fn majors(chosen: &Chosen, data: &Pack) -> Result<PowerSet, Problem> {
    let counts: Vec<Record<PlayerCountRecord>> = data.records(SCENARIO_FILE, "player_count")?;
    let record = counts.iter().find(|record| record.value.players == chosen.players).ok_or_else(|| {
        Problem::new(format!("{SCENARIO_FILE}: no player_count for {} players; add it", chosen.players))
    })?;
    let sets = &record.value.minor_sets;
    let wanted = chosen.value("three_player_minors");
    let set = sets.iter().find(|set| set.iter().any(|id| id == wanted)).or(sets.first());
    let set = set.ok_or_else(|| record.problem("minor_sets", "at least one set is needed"))?;
    let mut majors: PowerSet = Power::all().collect();
    for id in set {
        majors.remove(Power::from_index(record.lookup("minor_sets", id, "power", &Power::IDS)?));
    }
    let leaders = majors.contains(Power::Britain) && majors.contains(Power::France);
    if majors.len() != chosen.players || !leaders {
        return Err(
            record.problem("minor_sets", "Britain, France and one power for each other player remain")
        );
    }
    Ok(majors)
}

/// The pieces, markers and hands of the scenario. [CO 2.setup] [CO 11.setup] [CO 12.setup] [CO 13.1792]
/// [CO 13.1798] [CO 13.1805] [CO 13.1806] [CO 13.1809] [CO 13.1812] [CO 13.1813]
///
/// Minor powers start without money and without influence. In L'Empereur France alone has influence, no hand, a
/// garrison on every home and no Napoleon.
pub fn set_up(game: &Coalitions, chance: &mut impl Chance) -> State {
    let tables = &game.tables;
    let start = &tables.start;
    let mut state = State::blank();
    state.deck = tables.card_totals;
    state.napoleon_deck = tables.napoleon_deck;
    state.spain_open = start.spain.is_none();
    state.orient_used = start.orient.is_none();
    for power in Power::all() {
        let own = &start.powers[power.i()];
        let major = game.is_major(power);
        for &(at, troops) in &own.generals {
            state.add_general(power, at, troops);
        }
        state.garrisons[power.i()] = own.garrisons;
        state.fortresses |= own.fortresses;
        state.morale[power.i()] = own.morale;
        state.status[power.i()] = own.status;
        state.money[power.i()] = if major { own.money } else { 0 };
        state.influence[power.i()] = if major && !game.is_lempereur() { start.influence } else { 0 };
        state.controller[power.i()] = (major && !game.is_automa(power)).then_some(power);
    }
    state.settle_relations();
    match (&tables.lempereur, start.napoleon) {
        (Some(mode), _) => state.influence[Power::France.i()] = mode.french_influence,
        (None, NapoleonStart::OffMap) => state.named[Power::France.i()] = Named::OffMap,
        (None, NapoleonStart::At(at)) => state.named[Power::France.i()] = Named::At(at),
        (None, NapoleonStart::Choice) => {}
    }
    for power in Power::all() {
        for _ in 0..start.powers[power.i()].battle_cards {
            draw_card(game, &mut state, power, chance);
        }
    }
    state
}
