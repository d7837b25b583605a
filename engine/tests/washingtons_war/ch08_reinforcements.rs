//! Chapter 8: reinforcements.

use crate::table::Position;
use serde_json::json;
use warlab_engine::setup::Setup;

fn british() -> Position {
    Position::blank("british")
        .control("american", "newport")
        .american("savannah", 1)
        .set("british_box", 6.into())
        .hand("british", &[41, 42])
        .hand("american", &[1])
}

/// [WW 8.1] Any number of CUs and one General to one open port without American CU or marker, once a turn.
#[test]
fn ww_8_1_british_reinforcements() {
    let mut table = british().set("france", json!("allied")).set("navy", json!("delaware")).load();
    table.play("reinforce:#41");
    assert!(table.can("at:boston") && table.can("at:charleston"), "fortified or not");
    for port in ["newport", "savannah", "philadelphia", "albany"] {
        assert!(!table.can(&format!("at:{port}")), "{port}");
    }
    table.play("at:boston; cu:4; bring:howe");
    assert_eq!((table.cu("boston"), table.general("howe")), ([4, 0, 0], "boston".into()));
    assert_eq!(table.json("/british_box"), 2);
    table.play("queue:#1");
    assert!(!table.can("reinforce:#42"), "once a turn");
}

/// [WW 8.1] A General already there goes to the box when another arrives.
#[test]
fn ww_8_1_general_replaced() {
    let mut table = british().army("howe", "boston", 1).load();
    table.play("reinforce:#41; at:boston; cu:0; bring:clinton");
    assert_eq!((table.general("clinton"), table.general("howe")), ("boston".into(), "reinforcements".into()));
}

/// [WW 8.1] A General comes along where Washington, alone, is captured by the landing.
#[test]
fn ww_8_1_general_where_washington_stood() {
    let mut table = british().general("washington", "new_york").load();
    table.play("reinforce:#41; at:new_york; cu:3");
    assert_eq!(table.general("washington"), "removed");
    while table.phase() == "effect" {
        let first = table.legal()[0].clone();
        table.play(&first);
    }
    table.play("bring:howe");
    assert_eq!((table.cu("new_york"), table.general("howe")), ([3, 0, 0], "new_york".into()));
}

/// [WW 8.2] As many CUs as the OPS value in one space without British CU or marker, and a General; twice a turn.
#[test]
fn ww_8_2_american_reinforcements() {
    let mut table = Position::blank("american")
        .control("british", "boston")
        .army("gates", "albany", 1)
        .hand("american", &[41, 21, 22])
        .hand("british", &[1, 2, 3])
        .load();
    table.play("reinforce:#41");
    assert!(!table.can("at:boston") && !table.can("at:st_marys") && table.can("at:quebec"));
    table.play("at:albany; bring:arnold");
    assert_eq!((table.cu("albany"), table.general("arnold")), ([0, 4, 0], "albany".into()));
    assert_eq!(table.general("gates"), "reinforcements");
    table.play("queue:#1; reinforce:#21; at:saratoga; bring:none; queue:#2");
    assert_eq!(table.cu("saratoga"), [0, 2, 0]);
    assert!(!table.can("reinforce:#22"), "twice a turn");
}

/// [WW 8.2] Nobody replaces Washington; reinforcements capture a lone enemy General.
#[test]
fn ww_8_2_washington_and_captures() {
    let mut table = Position::blank("american")
        .general("howe", "albany")
        .hand("american", &[41, 42])
        .hand("british", &[1])
        .load();
    table.play("reinforce:#41; at:wyoming_valley");
    assert_eq!((table.cu("wyoming_valley"), table.phase()), ([0, 4, 0], "impulse".into()));
    table.play("queue:#1; reinforce:#42; at:albany");
    assert_eq!(table.general("howe"), "captured");
}

/// [WW 8.2] With the stock limit no more CUs are in play than the counters.
#[test]
fn ww_8_2_cu_stock_limit() {
    let mut table = Position::with_setup("american", &Setup::default().with("cu_stock_limit", "on"))
        .american("albany", 42)
        .hand("american", &[41])
        .hand("british", &[1])
        .load();
    table.play("reinforce:#41; at:saratoga; bring:none");
    assert_eq!(table.cu("saratoga"), [0, 2, 0], "45 counters");
}
