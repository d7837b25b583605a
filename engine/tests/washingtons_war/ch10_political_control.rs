//! Chapter 10: political control.

use crate::table::Position;
use serde_json::json;

/// Ends the turn from a position in which the British hold one card.
fn end_turn(position: Position) -> crate::table::Table {
    let mut table = position.hand("british", &[1]).load();
    table.play("queue:#1");
    table
}

/// [WW 10.1] [WW 10.11] Americans place anywhere without marker or British CU, and flip under a General.
#[test]
fn ww_10_11_american_actions() {
    let position = || {
        Position::blank("american")
            .control("british", "york reading")
            .general("gates", "reading")
            .british("albany", 1)
            .hand("american", &[41])
            .hand("british", &[1])
    };
    let mut table = position().load();
    table.play("control:#41");
    assert!(table.can("place:monmouth") && table.can("place:quebec") && table.can("flip:reading"));
    assert!(!table.can("place:albany") && !table.can("flip:york") && !table.can("place:york"));
    table.play("place:boston; place:monmouth; flip:reading");
    assert_eq!((table.control("reading"), table.actor().as_deref()), ("american".into(), Some("british")));
    let mut table = position().set("congress", json!(null)).load();
    table.play("control:#41");
    assert_eq!(table.legal(), ["done", "flip:reading"], "Congress is dispersed");
}

/// [WW 10.11] The printed example: Oswego next to Montreal, but not Fort Stanwix with the same card.
#[test]
fn ww_10_11_example_no_daisy_chain() {
    let mut table = Position::blank("british")
        .control("british", "montreal")
        .hand("british", &[21])
        .hand("american", &[1])
        .load();
    table.play("control:#21");
    assert!(table.can("place:oswego") && table.can("place:ticonderoga") && !table.can("place:fort_stanwix"));
    let mut table = Position::blank("british")
        .control("british", "montreal")
        .army("clinton", "albany", 2)
        .control("american", "york")
        .american("boston", 1)
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("control:#41");
    assert!(table.can("place:albany"), "under an Army, next to nothing");
    assert!(table.can("place:new_york"), "ports adjoin");
    assert!(!table.can("place:boston"), "an American CU");
    table.play("place:ticonderoga");
    assert!(!table.can("place:saratoga"));
}

/// [WW 10.11] A British Army flips the marker it stands on; a General alone does not.
#[test]
fn ww_10_11_british_flip() {
    let can = |cu: u8| {
        let mut table = Position::blank("british")
            .general("clinton", "albany")
            .british("albany", cu)
            .control("american", "albany")
            .hand("british", &[41])
            .load();
        table.play("control:#41");
        table.can("flip:albany")
    };
    assert!(can(1) && !can(0));
}

/// [WW 10.12] An event that places does not flip.
#[test]
fn ww_10_12_events_place_literally() {
    let mut table = Position::blank("american")
        .control("british", "york")
        .general("gates", "york")
        .hand("american", &[85])
        .load();
    table.play("event:#85");
    assert!(!table.can("place:york") && !table.can("flip:york") && table.can("place:carlisle"));
}

/// [WW 10.2] Congress returns under an American marker, without British pieces, not in Canada; else it stays out.
#[test]
fn ww_10_2_congress_segment() {
    let table = end_turn(
        Position::blank("british")
            .set("congress", json!(null))
            .control("american", "york carlisle boston quebec")
            .british("carlisle", 1)
            .general("howe", "boston"),
    );
    assert_eq!(table.legal(), ["congress:york"]);
    let table = end_turn(Position::blank("british").set("congress", json!(null)).control("british", "york"));
    assert!(table.json("/congress").is_null());
    assert_eq!(table.json("/year"), 1778);
}

/// [WW 10.2] Armies place and flip; Generals or CUs by themselves do not.
#[test]
fn ww_10_2_place_markers() {
    let table = end_turn(
        Position::blank("british")
            .army("clinton", "new_york", 2)
            .control("american", "new_york")
            .general("howe", "norfolk")
            .british("baltimore", 2),
    );
    assert_eq!(table.control("new_york"), "british");
    assert_eq!((table.control("norfolk"), table.control("baltimore")), ("none".into(), "none".into()));
}

/// [WW 10.3] [WW 10.31] Rhode Island in the printed examples: the path may lead to open ground, Congress or a CU.
#[test]
fn ww_10_31_examples() {
    // A = Lexington and Concord, B = Hartford next to C = Newport; every other neighbour is British.
    let ring = || {
        Position::blank("british")
            .control("american", "hartford")
            .control("british", "springfield new_haven west_point boston lexington_and_concord")
    };
    let held = |position: Position| end_turn(position).control("hartford");
    assert_eq!(held(ring()), "american", "Newport is open ground");
    assert_eq!(held(ring().british("newport", 1)), "none", "a British CU closes it");
    assert_eq!(held(ring().control("british", "newport")), "none");
    assert_eq!(held(ring().control("american", "newport")), "none", "removed together");
    let congress = ring().control("american", "newport").set("congress", json!("newport"));
    assert_eq!(held(congress), "american", "Congress");
    assert_eq!(held(ring().control("american", "newport").american("newport", 4)), "american", "a CU");
    assert_eq!(
        held(ring().control("american", "newport").general("gates", "newport")),
        "american",
        "a General"
    );
}

/// [WW 10.32] A British marker is held by open ground, by a port, or by a CU of its own.
#[test]
fn ww_10_32_examples() {
    let ring = || {
        Position::blank("british")
            .control("british", "hartford")
            .control("american", "springfield new_haven west_point newport")
            .american("springfield", 4)
    };
    let held = |position: Position| end_turn(position).control("hartford");
    assert_eq!(held(ring()), "none");
    assert_eq!(held(ring().british("hartford", 2)), "british", "a CU");
    assert_eq!(held(ring().control("british", "newport")), "british", "a port");
    let table = end_turn(ring().control("british", "newport"));
    assert_eq!(table.control("newport"), "british", "a port is never isolated");
}

/// [WW 10.32] A General or CU of the enemy closes open ground.
#[test]
fn ww_10_32_open_ground() {
    let held = |american: bool| {
        let mut position =
            Position::blank("british").control("british", "monmouth").control("american", "philadelphia");
        if american {
            position = position.general("gates", "new_brunswick");
        }
        end_turn(position).control("monmouth")
    };
    assert_eq!((held(false), held(true)), ("british".into(), "none".into()));
}

/// [WW 10.32] Mutual isolation: American markers go first, and free the British ones.
#[test]
fn ww_10_32_example_mutual_isolation() {
    let table = end_turn(
        Position::blank("british")
            .set("congress", json!("boston"))
            .control("british", "augusta ninety_six")
            .control("american", "wrightsboro")
            .control("american", "savannah gilbert_town camden")
            .american("savannah", 4)
            .american("gilbert_town", 4)
            .american("camden", 4),
    );
    assert_eq!(table.control("wrightsboro"), "none", "surrounded by British markers");
    assert_eq!((table.control("augusta"), table.control("ninety_six")), ("british".into(), "british".into()));
}
