//! Chapter 7: supply.

use super::table::Table;

const SIX: [&str; 6] = ["norfolk", "suffolk", "arundel", "essex", "worcester", "hastings"];

/// [WR 7.1] Four blocks are fed, five in a city; each one more loses a step, the owner choosing, each at most once.
#[test]
fn wr_7_1_supply_limits() {
    let mut table = Table::empty().put("derby", &SIX).cards("ap2_1", "ap3_1");
    table.play("done;done;starve:suffolk");
    assert!(!table.can("starve:suffolk") && !table.can("starve:norfolk"), "ascending, each once");
    table.play("starve:hastings");
    assert_eq!((table.strength("suffolk"), table.strength("hastings"), table.state.turn), (2, 2, 2));
    let mut table = Table::empty().put("middlesex", &SIX).cards("ap2_1", "ap3_1");
    table.play("done;done;starve:norfolk");
    assert_eq!(table.state.turn, 2, "a city feeds five");
}

/// [WR 7.1] A block that starves at its last step is eliminated.
#[test]
fn wr_7_1_starved_to_death() {
    let mut table = Table::empty().put("derby", &SIX[..5]).weaken("arundel", 1).cards("ap2_1", "ap3_1");
    table.play("done;done;starve:arundel");
    assert_eq!(table.at("arundel"), "dead");
}

/// The printed example: three Yorkists in Ireland without the Irish: one starves each turn. Local mercenaries are fed
/// besides the limit. [WR 7.2]
#[test]
fn wr_7_2_example_ireland() {
    let mut table = Table::empty().put("ireland", &["york", "rutland", "norfolk"]).cards("ap2_1", "ap3_1");
    table.play("done;done;starve:norfolk");
    assert_eq!((table.strength("norfolk"), table.state.turn), (3, 2));
    let mut table = Table::empty().put("ireland", &["york", "rutland", "irish_merc"]).cards("ap2_1", "ap3_1");
    table.play("done;done");
    assert_eq!(table.state.turn, 2);
}

/// [WR 7.2] All surplus in exile goes to the pool at the reset.
#[test]
fn wr_7_2_surplus_to_the_pool() {
    let mut table = Table::empty().put("ireland", &["york", "rutland", "norfolk"]);
    table.state.turn = 7;
    let mut table = table.cards("ap2_1", "ap3_1");
    table.play("done;done;starve:norfolk");
    assert_eq!(table.legal(), ["disband:york", "disband:rutland", "disband:norfolk"]);
    table.play("disband:norfolk");
    assert_eq!(
        (table.at("norfolk").as_str(), table.strength("norfolk"), table.state.campaign),
        ("pool", 4, 2)
    );
}

/// [WR 7.2] Which of the exiles went to the pool is a secret; the local mercenaries, who are fed besides, cannot be it.
#[test]
fn wr_7_2_who_left_exile_is_unseen() {
    let mut table = Table::empty().put("ireland", &["york", "rutland", "norfolk", "irish_merc"]);
    table.state.turn = 7;
    let mut table = table.cards("ap2_1", "ap3_1");
    table.play("done;done;starve:norfolk;disband:norfolk");
    assert!(["york", "rutland", "norfolk"].into_iter().all(|id| !table.is_known(id)));
    assert!(table.is_known("irish_merc"));
}
