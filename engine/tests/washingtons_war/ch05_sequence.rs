//! Chapter 5: the sequence of play.

use crate::table::Position;
use serde_json::json;

/// [WW 5.1] Captured Generals come back to their boxes and the year's British CUs arrive in theirs.
#[test]
fn ww_5_1_reinforcements_phase() {
    let mut table = Position::blank("british")
        .general("gates", "captured")
        .general("clinton", "captured")
        .hand("british", &[1])
        .load();
    table.play("queue:#1");
    assert_eq!(table.json("/year"), 1778);
    assert_eq!(table.general("gates"), "reinforcements");
    assert_eq!(table.general("clinton"), "reinforcements");
    assert_eq!(table.json("/british_box"), 8);
}

/// [WW 5.2] Seven cards each, the American first.
#[test]
fn ww_5_2_strategy_cards_phase() {
    let mut table = Position::blank("british").hand("british", &[1]).load().draws(&[50, 51]);
    table.play("queue:#1");
    assert_eq!(table.pile("/hands/british").len(), 7);
    assert_eq!(table.pile("/hands/american").len(), 7);
    assert!(table.pile("/hands/american").contains(&50), "the first card is American");
    assert!(table.pile("/hands/british").contains(&51));
}

/// [WW 5.3] A campaign card lets the British declare themselves first; it is then the first card played.
#[test]
fn ww_5_3_british_claim_the_first_play() {
    let position = || {
        Position::blank("american")
            .set("phases", json!([{ "phase": "claim_first" }]))
            .army("howe", "boston", 3)
            .hand("british", &[61, 41])
            .hand("american", &[1])
    };
    let mut table = position().load();
    assert_eq!(table.legal(), [format!("claim:{}", table.card(61)), "decline".into()]);
    table.play("claim:#61");
    assert!(table.can("general:howe"));
    table.play("done");
    assert_eq!((table.actor().as_deref(), table.phase()), (Some("american"), "impulse".into()));
    let mut table = position().load();
    table.play("decline");
    assert_eq!((table.actor().as_deref(), table.phase()), (Some("american"), "choose_first".into()));
    table.play("first:british");
    assert_eq!(table.actor().as_deref(), Some("british"));
}

/// [WW 5.3] After Congress was dispersed the British choose who begins.
#[test]
fn ww_5_3_british_choose_after_dispersing_congress() {
    let mut table = Position::blank("american")
        .set("phases", json!([{ "phase": "claim_first" }]))
        .set_at("/turn/british_choose_first", true.into())
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("decline");
    assert_eq!(table.actor().as_deref(), Some("british"));
    table.play("first:british");
    assert_eq!(table.json("/turn/british_choose_first"), false);
}

/// [WW 5.3] Impulses alternate; a player with cards left plays on alone, and nobody passes.
#[test]
fn ww_5_3_players_alternate() {
    let mut table = Position::blank("british").hand("british", &[1, 2, 3]).hand("american", &[4]).load();
    assert!(!table.can("decline") && !table.can("done"));
    table.play("queue:#1");
    assert_eq!(table.actor().as_deref(), Some("american"));
    table.play("queue:#4");
    assert_eq!(table.actor().as_deref(), Some("british"));
    table.play("queue:#2");
    assert_eq!(table.actor().as_deref(), Some("british"), "the Americans have no cards left");
}

/// [WW 5.4] Winter comes when both hands are empty.
#[test]
fn ww_5_4_winter_attrition_phase() {
    let mut table = Position::blank("british").army("clinton", "reading", 5).hand("british", &[1]).load();
    table.play("queue:#1");
    assert_eq!(table.cu("reading"), [3, 0, 0]);
}

/// [WW 5.5] The French Navy moves in its phase alone.
#[test]
fn ww_5_5_french_naval_phase() {
    let mut table = Position::blank("british")
        .set("france", json!("european_war"))
        .set("navy", json!("delaware"))
        .hand("british", &[1])
        .load();
    table.play("queue:#1");
    assert_eq!((table.actor().as_deref(), table.phase()), (Some("american"), "navy_zone".into()));
    assert_eq!(table.legal().len(), 7);
    table.play("navy:chesapeake");
    assert_eq!((table.json("/navy"), table.json("/year")), (json!("chesapeake"), json!(1778)));
}

/// [WW 5.6] Congress returns, then Armies place markers, then isolated markers go.
#[test]
fn ww_5_6_political_control_phase() {
    let mut table = Position::blank("british")
        .set("congress", json!(null))
        .control("american", "york")
        .army("clinton", "new_york", 2)
        .hand("british", &[1])
        .load();
    table.play("queue:#1");
    assert_eq!((table.actor().as_deref(), table.legal()), (Some("american"), vec!["congress:york".into()]));
    table.play("congress:york");
    assert_eq!(table.control("new_york"), "british");
    assert_eq!(table.control("wyoming_valley"), "american", "Washington's Army");
}

/// [WW 5.7] Reinforcement cards and queues are discarded, and the year advances.
#[test]
fn ww_5_7_end_phase_clears_boxes_and_queues() {
    let mut table = Position::blank("british")
        .move_cards(&[41, 42], "/reinforcement_cards")
        .move_cards(&[5], "/queues/american")
        .set_at("/turn/reinforced/british", 1.into())
        .hand("british", &[1])
        .load();
    table.play("queue:#1");
    assert_eq!(table.json("/year"), 1778);
    assert_eq!(table.json("/turn/reinforced/british"), 0);
    assert_eq!(table.pile("/discards"), [1, 5, 41, 42]);
    assert!(table.pile("/queues/british").is_empty() && table.pile("/queues/american").is_empty());
}

/// [WW 5.7] The game ends when the War Ends card names this year or an earlier one.
#[test]
fn ww_5_7_war_ends_card() {
    let play = |card: u16, year: u16| {
        let mut position = Position::blank("british").set("year", year.into()).hand("british", &[1]);
        position = position.move_cards(&[card], "/discards");
        let id = format!("{card}_lord_norths_government_falls_war_ends_{}", 1779 + card - 67);
        position = position.set("discards", json!([])).set("war_ends", json!(id));
        let mut table = position.load();
        table.play("queue:#1");
        table.actor().is_none()
    };
    assert!(play(67, 1779));
    assert!(play(67, 1780), "an earlier year");
    assert!(!play(68, 1779));
}

/// [WW 5.7] Without a War Ends card the last year ends the game.
#[test]
fn ww_5_7_last_year() {
    let mut table = Position::blank("british").set("year", 1783.into()).hand("british", &[1]).load();
    table.play("queue:#1");
    assert_eq!(table.actor(), None);
    assert_eq!(table.reason(), "british_colonies", "neither side reaches its number");
}
