//! Sections 5.1, 5.2, 5.21, 5.22 and 5.4 by play: limits, pinning under every card, heirs from the pool.

use super::table::Table;

/// [WR 5.21] The printed example the other way: the fifth block goes by Leicester; coming back counts on the same border.
#[test]
fn wr_5_21_example_oxford_by_leicester() {
    let blocks = ["oxford", "beaumont", "clifford", "devon", "wiltshire"];
    let mut table =
        Table::empty().put("middlesex", &blocks).put("oxford", &["pembroke"]).cards("ap3_1", "ap2_1");
    for id in &blocks[..4] {
        table.play(&format!("pick:{id};step:oxford;stop"));
    }
    table.play("pick:pembroke");
    assert!(!table.can("step:middlesex"), "the limit counts both directions together");
    table.play("step:leicester;stop;pick:wiltshire;step:leicester;step:oxford");
    assert_eq!((table.at("wiltshire").as_str(), table.state.ap), ("oxford", 1));
}

/// [WR 5.21] Each player has his own limit on a border: two blocks of both cross the same red one.
#[test]
fn wr_5_21_limits_are_each_players_own() {
    let mut table = Table::empty()
        .put("cumbria", &["hastings", "norfolk"])
        .put("derby", &["clifford", "oxford"])
        .put("lancaster", &["devon"])
        .cards("ap3_1", "ap4_1");
    table.play("pick:hastings;step:north_yorks;pick:norfolk;step:north_yorks;done");
    table.play("pick:devon;step:cumbria;pick:clifford;step:lancaster;pick:oxford;step:lancaster");
    assert_eq!((table.at("devon").as_str(), table.at("oxford").as_str()), ("cumbria", "lancaster"));
    let mut table = Table::empty()
        .put("derby", &["hastings", "norfolk"])
        .put("lancaster", &["clifford", "oxford", "devon"])
        .cards("ap3_1", "ap4_1");
    table.play("pick:hastings;step:lancaster;pick:norfolk;step:lancaster;done;pick:clifford");
    assert!(!table.can("step:derby"), "the attackers' border is closed to those who leave [WR 5.22]");
    let mut table = Table::empty()
        .put("derby", &["hastings", "norfolk"])
        .put("south_yorks", &["clifford", "oxford"])
        .cards("ap3_1", "ap4_1");
    table.play("pick:hastings;step:lancaster;pick:norfolk;step:lancaster;done");
    table.play("pick:clifford;step:derby;step:lancaster;pick:oxford;step:derby;step:lancaster");
    assert_eq!((table.at("clifford").as_str(), table.at("oxford").as_str()), ("lancaster", "lancaster"));
}

/// [WR 5.22] The printed example's choice: any two of the five may go, and with the attackers' number there they stay.
#[test]
fn wr_5_22_the_defender_chooses_who_is_pinned() {
    let mut table = Table::empty()
        .put("chester", &["stanley_l", "rivers_l", "clifford", "devon", "beaumont"])
        .put("derby", &["hastings", "norfolk", "suffolk"])
        .put("warwick", &["arundel"])
        .cards("ap3_1", "ap4_1");
    for id in ["hastings", "norfolk", "suffolk", "arundel"] {
        table.play(&format!("pick:{id};step:chester"));
    }
    table.play("done");
    for id in ["stanley_l", "rivers_l", "clifford", "devon", "beaumont"] {
        assert!(table.can(&format!("pick:{id}")), "{id}");
    }
    table.play("pick:stanley_l;sail:irish_sea>cumbria;pick:beaumont;step:lancaster;stop");
    assert!(!table.legal().iter().any(|code| code.starts_with("pick:rivers_l")), "{:?}", table.legal());
    table.play("done");
    assert_eq!(table.state.at(table.area("chester")).len(), 7, "three pinned, three attackers, one reserve");
}

/// [WR 5.22] Pinning holds under Muster too: as many stay as attack, and nobody leaves over the attackers' border.
#[test]
fn wr_5_22_pinning_under_muster() {
    let attacked = || {
        let mut table = Table::empty()
            .put("chester", &["rivers_l", "clifford"])
            .put("derby", &["hastings"])
            .put("leicester", &["oxford"])
            .cards("muster", "surprise");
        table.play("pick:hastings;step:chester");
        assert_eq!(table.actor(), "lancaster");
        table
    };
    let mut table = attacked();
    table.play("muster:warwick;pick:rivers_l;step:warwick");
    assert!(!table.can("pick:clifford"), "one attacker pins one block");
    table.play("pick:oxford;step:warwick;done");
    assert_eq!((table.at("rivers_l").as_str(), table.at("clifford").as_str()), ("warwick", "chester"));
    let mut table = attacked();
    table.play("muster:derby;pick:clifford");
    assert!(!table.can("step:derby") && table.can("step:warwick"), "{:?}", table.legal());
    table.play("step:warwick;step:derby");
    assert_eq!(table.at("clifford"), "derby");
}

/// [WR 5.1] Muster: red borders end the way, and the limits of borders hold.
#[test]
fn wr_5_1_muster_over_borders() {
    let mut table = Table::empty()
        .put("cumbria", &["clifford", "oxford", "devon"])
        .put("scotland", &["beaumont"])
        .cards("muster", "ap2_1");
    table.play("muster:lancaster");
    assert!(!table.can("pick:beaumont"), "the red border of Cumbria stops him");
    table.play("pick:clifford;step:lancaster;pick:oxford;step:lancaster");
    assert!(!table.can("pick:devon"), "two blocks over a red border");
}

/// [WR 5.4] Heirs who lie in the pool come back for an AP: the King's on a friendly or vacant crown, the Pretender's in
/// exile (ruling R16); minors do not.
#[test]
fn wr_5_4_heirs_from_the_pool() {
    let recruits = |table: &Table, id: &str| -> Vec<String> {
        let start = format!("recruit:{id}>");
        table.legal().iter().filter_map(|code| code.strip_prefix(&start)).map(str::to_string).collect()
    };
    let mut table = Table::empty().put("derby", &["norfolk"]).cards("ap2_1", "ap3_1");
    assert_eq!(recruits(&table, "march"), ["calais", "ireland"]);
    assert!(recruits(&table, "clarence_y").is_empty(), "a minor is not in the pool");
    table.play("recruit:march>ireland");
    assert_eq!((table.at("march").as_str(), table.state.ap), ("ireland", 2));
    table.play("done");
    let crowns = [
        "cumbria",
        "south_yorks",
        "chester",
        "caernarvon",
        "pembroke",
        "warwick",
        "middlesex",
        "gloucester",
        "sussex",
        "cornwall",
    ];
    assert_eq!(recruits(&table, "somerset"), crowns, "every crown but Derby, where the enemy is");
    table.play("recruit:somerset>middlesex");
    assert_eq!((table.at("somerset").as_str(), table.state.ap), ("middlesex", 1));
    assert!(!table.can("pick:somerset"), "a recruit does not move");
}

/// [WR 5.1] The Treason roll can wait for a later battle of the turn, also one the enemy began, and is made once (R28).
#[test]
fn wr_5_1_treason_waits_for_a_later_battle() {
    let mut table = Table::empty()
        .put("leicester", &["rivers_l"])
        .put("derby", &["buckingham_l"])
        .put("oxford", &["stanley_l"])
        .put("warwick", &["hastings", "norfolk", "suffolk"])
        .weaken("hastings", 1)
        .cards("ap2_1", "treason");
    table.play("pick:hastings;step:leicester;pick:norfolk;step:derby;pick:suffolk;step:oxford;done");
    table.play("fight:leicester");
    assert_eq!(table.legal(), ["done", "treason:rivers_l"]);
    table.play("done").rolls(&[1, 6]).play("fire:rivers_l;done;fight:derby");
    assert_eq!(table.legal(), ["done", "treason:buckingham_l"], "the roll was kept");
    table.rolls(&[2]).play("treason:buckingham_l;done");
    assert_eq!(table.at("buckingham_y"), "derby");
    assert_eq!(table.state.battle.unwrap().area, table.area("oxford"));
    assert_eq!(table.legal(), ["fire:stanley_l", "pass:stanley_l"], "one roll a turn");
    let mut table = Table::empty()
        .put("leicester", &["hastings"])
        .put("warwick", &["buckingham_l"])
        .cards("ap2_1", "treason");
    table.play("done;pick:buckingham_l;step:leicester;done");
    assert_eq!((table.actor(), table.legal()), ("york", vec!["done".into(), "treason:buckingham_l".into()]));
}
