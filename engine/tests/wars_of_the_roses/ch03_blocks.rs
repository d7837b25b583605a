//! Chapter 3: the blocks.

use warlab_engine::games::wars_of_the_roses::types::*;

use super::table::Table;

fn duel() -> Table {
    let mut table =
        Table::empty().put("leicester", &["rivers_l"]).put("warwick", &["hastings"]).cards("ap2_1", "ap3_1");
    table.play("pick:hastings;step:leicester;done;done");
    table
}

/// [WR 3.11] A block rolls as many dice as it has strength and loses steps with hits.
#[test]
fn wr_3_11_strength() {
    let mut table = duel();
    table.rolls(&[1, 6]).play("fire:rivers_l");
    assert_eq!(table.told("roll"), 2, "Rivers has two steps, so two dice");
    assert_eq!(table.strength("hastings"), 2);
    table.rolls(&[6, 6]).play("fire:hastings");
    assert_eq!(table.told("roll"), 4, "Hastings has two steps left");
}

/// [WR 3.12] The letter orders battle turns, the number is the highest roll that hits.
#[test]
fn wr_3_12_combat_rating() {
    let mut table = Table::empty()
        .put("leicester", &["shrewsbury_l"])
        .put("warwick", &["norfolk"])
        .cards("ap2_1", "ap3_1");
    table.play("pick:norfolk;step:leicester;done;done");
    assert!(table.can("fire:shrewsbury_l") && !table.can("fire:norfolk"), "A before B");
    table.rolls(&[1, 2, 2]).play("fire:shrewsbury_l");
    assert_eq!(table.strength("norfolk"), 3, "A1: only the 1 hits");
    table.rolls(&[2, 3, 3]).play("fire:norfolk");
    assert_eq!(table.strength("shrewsbury_l"), 2, "B2: only the 2 hits");
}

/// [WR 3.13] Loyalty: Rivers has 1 for Lancaster and 2 for York; roses and crowns never turn.
#[test]
fn wr_3_13_loyalty() {
    let table = Table::empty();
    let loyalty = |id: &str| table.game.tables.block(table.block(id)).loyalty;
    assert_eq!((loyalty("rivers_l"), loyalty("rivers_y")), (1, 2));
    for id in ["oxford", "norfolk", "henry_vi", "york", "london_levy", "rebel"] {
        assert_eq!(loyalty(id), 0, "{id}");
    }
}

/// [WR 3.13] As many dice as the loyalty, all even: one turns the Lancastrian Rivers, two are needed to win him back;
/// roses, crowns, levies and mercenaries are never asked.
#[test]
fn wr_3_13_loyalty_in_play() {
    for (rolls, turned) in [([2, 3], false), ([2, 2], true)] {
        let mut table = Table::empty()
            .put("leicester", &["rivers_y", "norfolk", "london_levy", "irish_merc"])
            .put("warwick", &["henry_vi"])
            .cards("ap3_1", "ap2_1");
        table.play("pick:henry_vi;step:leicester;done;done;pass:rivers_y;pass:norfolk;pass:irish_merc");
        let asked: Vec<_> = table.legal().into_iter().filter(|code| code.starts_with("treachery:")).collect();
        assert_eq!(asked, ["treachery:henry_vi>rivers_y"]);
        table.rolls(&rolls).play("treachery:henry_vi>rivers_y");
        assert_eq!((table.told("roll"), table.at("rivers_l") == "leicester"), (2, turned));
    }
    let mut table = Table::empty()
        .put("leicester", &["rivers_l", "oxford"])
        .put("warwick", &["york"])
        .cards("ap2_1", "ap3_1");
    table.play("pick:york;step:leicester;done;done;pass:oxford;pass:rivers_l");
    table.rolls(&[2]).play("treachery:york>rivers_l");
    assert_eq!((table.told("roll"), table.at("rivers_y").as_str()), (1, "leicester"));
}

/// [WR 3.21] Five heirs each, ranked; the seniors are King and Pretender.
#[test]
fn wr_3_21_heirs() {
    let table = Table::scenario("campaign_1460");
    let ids = |side: Side| -> Vec<&str> {
        let heirs = &table.game.tables.heirs[side.index()];
        heirs.iter().map(|heir| table.game.tables.block(*heir).id.as_str()).collect()
    };
    assert_eq!(ids(Side::Lancaster), ["henry_vi", "prince_edward", "exeter_l", "somerset", "richmond"]);
    assert_eq!(ids(Side::York), ["york", "march", "rutland", "clarence_y", "gloucester"]);
    assert_eq!(table.state.king, Some(table.block("henry_vi")));
    assert_eq!(table.state.pretender, Some(table.block("york")));
}

/// [WR 3.22] Of a noble's two versions one is in play.
#[test]
fn wr_3_22_one_version() {
    let table = Table::scenario("campaign_1460");
    assert_eq!((table.at("buckingham_l").as_str(), table.at("buckingham_y").as_str()), ("pool", "aside"));
    let mut broken = table.state;
    broken.put(&table.game.tables, table.block("buckingham_y"), Place::POOL);
    assert!(broken.check(&table.game.tables).unwrap_err().0.contains("both in play"));
}

/// [WR 3.23] A church counts as a noble for Usurpation.
#[test]
fn wr_3_23_church_counts() {
    let table = Table::empty().put("kent", &["canterbury_church_y", "bombard_y"]);
    let nobles = warlab_engine::games::wars_of_the_roses::rules::ch08_political::nobles;
    assert_eq!(nobles(&table.game, &table.state, Side::York), 1);
}

/// [WR 3.24] A levy for each city of the colour and a bombard, all in the pool at the start.
#[test]
fn wr_3_24_levies() {
    let table = Table::scenario("campaign_1460");
    for id in ["bristol_levy", "coventry_levy", "newcastle_levy", "york_levy", "bombard_l"] {
        assert_eq!(table.at(id), "pool");
        assert_eq!(table.state.side_of(&table.game.tables, table.block(id)), Side::Lancaster);
    }
    for id in ["london_levy", "norwich_levy", "salisbury_levy", "bombard_y"] {
        assert_eq!(table.at(id), "pool");
        assert_eq!(table.state.side_of(&table.game.tables, table.block(id)), Side::York);
    }
}

/// [WR 3.24] In play: a levy is raised in its city alone, marches like any block and never sails; it does not count for
/// Usurpation and goes back to the pool after the campaign.
#[test]
fn wr_3_24_levies_in_play() {
    let mut table = Table::empty().cards("ap2_1", "ap3_1");
    let raised: Vec<_> = table
        .legal()
        .into_iter()
        .filter(|code| code.contains("_levy>") || code.contains("bombard"))
        .collect();
    let cities = [("london", "middlesex"), ("norwich", "east_anglia"), ("salisbury", "wilts")];
    assert_eq!(
        raised,
        cities.map(|(city, at)| format!("recruit:{city}_levy>{at}")),
        "no friendly city for a bombard"
    );
    table.play("recruit:london_levy>middlesex");
    assert!(table.can("recruit:bombard_y>middlesex"), "London is friendly now");
    table.play("done;done");
    table.state.turn = 7;
    let mut table = table.cards("ap2_1", "ap3_1");
    table.play("pick:london_levy");
    assert!(table.can("step:kent") && !table.legal().iter().any(|code| code.starts_with("sail:")));
    table.play("step:kent;stop;done;done");
    assert_eq!((table.at("london_levy").as_str(), table.state.king_side), ("pool", Side::Lancaster));
}

/// [WR 3.25] Three mercenaries each; five start in exile, the Welsh in the pool.
#[test]
fn wr_3_25_mercenaries() {
    let table = Table::scenario("campaign_1460");
    for (id, at) in [
        ("french_merc", "france"),
        ("scots_merc", "scotland"),
        ("welsh_merc", "pool"),
        ("burgundian_merc", "calais"),
        ("calais_merc", "calais"),
        ("irish_merc", "ireland"),
    ] {
        assert_eq!(table.at(id), at);
    }
}

/// [WR 3.25] In play: the French, Irish, Burgundians and the men of Calais sail, the Scots march; only the Welsh are
/// recruited, in Wales.
#[test]
fn wr_3_25_mercenaries_in_play() {
    let mut table = Table::scenario("campaign_1460").cards("ap4_1", "ap3_1");
    table.play("pick:scots_merc");
    assert_eq!(table.legal(), ["step:northumbria", "step:cumbria"]);
    table.play("step:northumbria;pick:french_merc;sail:english_channel>cornwall");
    let merc: Vec<_> = table.legal().into_iter().filter(|code| code.contains("_merc>")).collect();
    let wales = ["caernarvon", "powys", "pembroke", "glamorgan"].map(|at| format!("recruit:welsh_merc>{at}"));
    assert_eq!(merc, wales);
    table.play("done;pick:irish_merc;sail:irish_sea>chester;pick:burgundian_merc;sail:north_sea>kent");
    table.play("pick:calais_merc;sail:north_sea>kent");
    assert_eq!((table.at("calais_merc").as_str(), table.state.ap), ("kent", 1));
}

/// [WR 3.26] The Rebel fights for whoever is Pretender.
#[test]
fn wr_3_26_rebel() {
    let mut table = Table::scenario("campaign_1460");
    let rebel = table.block("rebel");
    assert_eq!(table.state.side_of(&table.game.tables, rebel), Side::York);
    table.state.set_king_side(&table.game.tables, Side::York);
    assert_eq!(table.state.side_of(&table.game.tables, rebel), Side::Lancaster);
}

/// [WR 3.26] The Rebel is the one black block: the enemy always sees where he is and takes nobody else for him.
#[test]
fn wr_3_26_the_rebel_is_always_known() {
    let mut table = Table::scenario("campaign_1460").cards("ap2_1", "ap3_1");
    table.play("recruit:rebel>derby");
    assert!(table.is_known("rebel") && table.is_known("norfolk"), "a black block left the pool");
    table.play("recruit:norfolk>east_anglia");
    assert!(table.is_known("rebel") && !table.is_known("norfolk"), "a white one");
    let mut table =
        Table::empty().put("derby", &["rebel", "hastings"]).put("kent", &["arundel"]).cards("ap2_1", "ap3_1");
    table.play("pick:hastings;step:warwick;stop");
    assert!(table.is_known("hastings"), "the only white block there");
    let mut table = Table::empty().put("derby", &["rebel", "hastings", "norfolk"]).cards("ap2_1", "ap3_1");
    table.play("pick:rebel;step:warwick;stop");
    assert!(["rebel", "hastings", "norfolk"].into_iter().all(|id| table.is_known(id)));
    table.play("pick:norfolk;step:leicester;stop");
    assert!(!table.is_known("hastings") && !table.is_known("norfolk"), "either of the white ones");
}
