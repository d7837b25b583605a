//! Chapter 8: the Political Turn.

use warlab_engine::games::wars_of_the_roses::rules::ch08_political::{homes, nobles};
use warlab_engine::games::wars_of_the_roses::types::*;

use super::table::Table;

/// The last turn of a campaign is played without an action.
fn end_campaign(mut table: Table) -> Table {
    table.state.turn = 7;
    let mut table = table.cards("ap2_1", "ap3_1");
    table.play("done;done");
    table
}

/// [WR 8.1] Levies, bombards and the Welsh to the pool, mercenaries home, the Rebel away.
#[test]
fn wr_8_1_disbanding() {
    let table = Table::empty()
        .put("derby", &["york_levy", "bombard_l", "welsh_merc", "french_merc"])
        .put("kent", &["calais_merc", "rebel"]);
    let table = end_campaign(table);
    for (id, at) in [
        ("york_levy", "pool"),
        ("bombard_l", "pool"),
        ("welsh_merc", "pool"),
        ("french_merc", "france"),
        ("calais_merc", "calais"),
        ("rebel", "pool"),
    ] {
        assert_eq!(table.at(id), at, "{id}");
    }
}

/// [WR 8.1] After the disbanding everybody knows that levies, bombards and the Welsh are in the pools; which nobles are in
/// exile and which in the pool is still a secret.
#[test]
fn wr_8_1_disbanded_blocks_are_no_secret() {
    let mut table = Table::scenario("campaign_1460").cards("ap2_1", "ap3_1");
    table.play("recruit:norfolk>east_anglia;done");
    assert!(!table.is_known("london_levy") && !table.is_known("suffolk"));
    let table = end_campaign(table);
    for id in ["london_levy", "norwich_levy", "salisbury_levy", "bombard_y", "norfolk"] {
        assert!(table.is_known(id), "{id}");
    }
    assert!(!table.is_known("suffolk"));
}

/// [WR 6.81] A King who starves in a campaign's last Supply Phase is followed before the count (ruling R42).
#[test]
fn wr_6_81_a_king_starves_before_the_count() {
    let mut table = Table::empty()
        .put("derby", &["henry_vi", "oxford", "clifford", "devon", "beaumont"])
        .put("kent", &["norfolk"])
        .weaken("henry_vi", 1);
    table.state.turn = 7;
    let mut table = table.cards("ap2_1", "ap3_1");
    table.play("done;done;starve:henry_vi");
    assert_eq!((table.at("henry_vi").as_str(), table.told("usurpation")), ("dead", 1));
    assert_eq!(table.state.king, Some(table.block("prince_edward")));
    let mut table =
        Table::empty().put("derby", &["henry_vi", "york_levy", "bombard_l", "coventry_levy", "welsh_merc"]);
    table.state.turn = 7;
    let mut table = table.put("kent", &["norfolk", "york"]).weaken("henry_vi", 1).cards("ap2_1", "ap3_1");
    table.play("done;done;starve:henry_vi");
    assert_eq!((table.state.king_side, table.state.king), (Side::York, Some(table.block("york"))));
    assert_eq!(table.state.pretender, Some(table.block("prince_edward")), "the usurped King's heir");
}

/// [WR 8.2] Heirs, nobles, churches and London count; exile, the Isle of Man, pools do not; ties are the King's.
#[test]
fn wr_8_2_usurpation() {
    let table = Table::empty()
        .put("middlesex", &["york"])
        .put("kent", &["canterbury_church_y", "london_levy"])
        .put("isle_of_man", &["norfolk"])
        .put("calais", &["march"])
        .put("derby", &["oxford", "henry_vi", "clifford"]);
    assert_eq!(
        (nobles(&table.game, &table.state, Side::York), nobles(&table.game, &table.state, Side::Lancaster)),
        (3, 3)
    );
    assert_eq!(end_campaign(table).state.king_side, Side::Lancaster);
    let table = Table::empty().put("middlesex", &["york"]).put("derby", &["henry_vi"]);
    let table = end_campaign(table);
    assert_eq!((table.state.king_side, table.state.king), (Side::York, Some(table.block("york"))));
    assert_eq!(table.state.pretender, Some(table.block("henry_vi")));
}

/// [WR 8.2] The senior heir of the Pretender's house takes the throne: Clarence, back from the enemy, before Gloucester, who
/// was Pretender meanwhile.
#[test]
fn wr_8_2_the_senior_heir_takes_the_throne() {
    let mut table = Table::empty()
        .put("dead", &["york", "march", "rutland"])
        .put("middlesex", &["gloucester", "clarence_y"])
        .put("derby", &["henry_vi"]);
    table.state.pretender = Some(table.block("gloucester"));
    let table = end_campaign(table);
    assert_eq!((table.state.king_side, table.state.king), (Side::York, Some(table.block("clarence_y"))));
    assert_eq!(table.state.pretender, Some(table.block("henry_vi")), "the deposed King");
}

/// [WR 8.3] The Pretender's heirs go into exile, nobles to a shield that is not the enemy's, else to the pool.
#[test]
fn wr_8_3_pretender_goes_home() {
    let table = Table::empty()
        .put("derby", &["henry_vi", "oxford", "clifford", "beaumont"])
        .put("kent", &["york", "arundel", "hastings"])
        .put("leicester", &["rivers_l"]);
    let mut table = end_campaign(table);
    assert_eq!(table.legal(), ["home:york>calais", "home:york>ireland"]);
    table.play("home:york>calais");
    assert_eq!((table.at("arundel").as_str(), table.at("hastings").as_str()), ("sussex", "pool"));
}

/// [WR 8.3] Nevilles: no Calais for a Lancastrian Warwick; Kent and Salisbury of York go there when the enemy holds their
/// shields and there is room; they may use a dead Neville's shield.
#[test]
fn wr_8_3_nevilles() {
    let names = |table: &Table, id: &str| -> (Vec<String>, bool) {
        let block = table.block(id);
        let side = table.state.side_of(&table.game.tables, block);
        let (areas, pool) = homes(&table.game, &table.state, side, block);
        (areas.into_iter().map(|area| table.game.tables.area(area).id.clone()).collect(), pool)
    };
    let table = Table::empty().put("kent", &["warwick_l"]);
    assert_eq!(names(&table, "warwick_l").0, ["glamorgan", "warwick"]);
    let table = Table::empty().put("kent", &["warwick_y", "kent_y"]).put("east_yorks", &["oxford"]);
    assert_eq!(names(&table, "warwick_y").0, ["glamorgan", "warwick", "calais"]);
    assert_eq!(names(&table, "kent_y"), (vec!["calais".to_string()], true));
    let full = table.put("calais", &["march", "rutland", "norfolk", "suffolk"]);
    assert_eq!(names(&full, "kent_y"), (vec![], true));
    let table = Table::empty().put("kent", &["kent_y"]).put("dead", &["salisbury_y"]);
    assert_eq!(names(&table, "kent_y").0, ["north_yorks", "east_yorks"]);
    let table = Table::empty()
        .put("kent", &["kent_y"])
        .put("dead", &["warwick_y"])
        .put("east_yorks", &["oxford"])
        .put("calais", &["march", "rutland", "norfolk"]);
    assert_eq!(
        names(&table, "kent_y"),
        (["glamorgan", "warwick", "calais"].map(String::from).to_vec(), true)
    );
    let full = table.put("calais", &["march", "rutland", "norfolk", "suffolk"]);
    assert_eq!(names(&full, "kent_y"), (["glamorgan", "warwick"].map(String::from).to_vec(), true));
}

/// [WR 8.4] The King's heirs go to a shield of their house or any crown; blocks in exile stay there.
#[test]
fn wr_8_4_king_goes_home() {
    let table =
        Table::empty().put("kent", &["henry_vi"]).put("france", &["somerset"]).put("derby", &["norfolk"]);
    let mut table = end_campaign(table);
    table.play("home:norfolk>east_anglia");
    let homes = table.legal();
    for at in ["lancaster", "lincoln", "middlesex", "cornwall"] {
        assert!(homes.contains(&format!("home:henry_vi>{at}")), "{homes:?}");
    }
    assert!(
        !homes.contains(&"home:henry_vi>kent".to_string())
            && !homes.contains(&"home:henry_vi>dorset".to_string())
    );
    table.play("home:henry_vi>lincoln");
    assert_eq!(table.at("somerset"), "france");
}

/// [WR 8.5] Face-down blocks stand up, the Rebel goes to the new Pretender, full strength, new cards.
#[test]
fn wr_8_5_reset() {
    let table = Table::empty()
        .put("spent", &["french_merc", "stanley_l", "rebel"])
        .put("middlesex", &["york"])
        .put("france", &["oxford"])
        .weaken("oxford", 1);
    let mut table = end_campaign(table);
    let york_home = table.legal()[0].clone();
    table.play(&york_home);
    assert_eq!((table.at("french_merc").as_str(), table.at("stanley_l").as_str()), ("france", "pool"));
    assert_eq!(table.state.side_of(&table.game.tables, table.block("rebel")), Side::Lancaster);
    assert_eq!((table.strength("oxford"), table.state.hands[0].len(), table.state.campaign), (3, 7, 2));
}
