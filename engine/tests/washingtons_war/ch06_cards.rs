//! Chapter 6: dealing, OPS cards, discards and exchanges.

use crate::table::{Position, Table};
use serde_json::json;
use warlab_engine::setup::Setup;
use warlab_engine::{Dice, Game, Player};

/// [WW 6.1] A due reshuffle joins discards and deck before the deal; removed cards and the War Ends card stay out.
#[test]
fn ww_6_1_reshuffle() {
    let id = "67_lord_norths_government_falls_war_ends_1779";
    let mut table = Position::blank("british")
        .move_cards(&[10, 11, 12, 67], "/discards")
        .set("discards", json!(["10_1_ops", "11_1_ops", "12_1_ops"]))
        .set("war_ends", json!(id))
        .move_cards(&[72], "/removed")
        .set_at("/turn/reshuffle_due", true.into())
        .hand("british", &[1])
        .load();
    table.play("queue:#1");
    assert!(table.told("reshuffle"));
    assert!(table.pile("/discards").is_empty());
    assert_eq!(table.json("/war_ends"), id);
    assert_eq!(table.pile("/removed"), [72]);
    assert_eq!(table.pile("/deck").len(), 110 - 14 - 2);
    assert_eq!(table.json("/turn/reshuffle_due"), false);
}

/// [WW 6.1] A deck that runs out during the deal is reconstituted at once, and the deal goes on.
#[test]
fn ww_6_1_depletion_during_the_deal() {
    let mut position = Position::blank("british").hand("british", &[1]);
    let discards: Vec<u16> = (2..=105).collect();
    position = position.move_cards(&discards, "/discards");
    let mut table = position.load();
    assert_eq!(table.pile("/deck").len(), 5);
    table.play("queue:#1");
    assert!(table.told("reshuffle"));
    assert_eq!(table.pile("/hands/american").len(), 7);
    assert_eq!(table.pile("/hands/british").len(), 7);
    assert!(table.pile("/discards").is_empty());
    assert_eq!(table.pile("/deck").len(), 110 - 14);
}

/// [WW 6.1] Who looks through the piles when the last card is drawn knows the other hand, and does not forget it.
#[test]
fn ww_6_1_depletion_tells_the_hands() {
    let mut position = Position::blank("british").hand("british", &[1]);
    let discards: Vec<u16> = (2..=105).collect();
    position = position.move_cards(&discards, "/discards");
    let mut table = position.load().draws(&[106, 107, 108, 109, 110, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    table.play("queue:#1");
    assert_eq!(table.pile("/known_to_opponent"), [106, 107, 108, 109, 110], "what came before the reshuffle");
    let seen = table.game.observe(&table.state, Player(0));
    let dealt = table.game.determinize(&seen, &mut Dice::seeded(3));
    let american = Table::at(table.game.clone(), &dealt).pile("/hands/american");
    assert!([106, 108, 110].iter().all(|card| american.contains(card)), "{american:?}");
}

/// [WW 6.1] The two cards set aside join the deck in 1776, without the discards.
#[test]
fn ww_6_1_set_aside_cards_join_in_1776() {
    let mut table = Position::blank("british")
        .set("year", 1775.into())
        .move_cards(&[86, 99], "/set_aside")
        .move_cards(&[30], "/discards")
        .hand("british", &[1])
        .load();
    table.play("queue:#1");
    assert_eq!(table.json("/year"), 1776);
    assert!(table.pile("/set_aside").is_empty());
    assert_eq!(table.pile("/discards"), [1, 30]);
}

/// [WW 6.2] An OPS card does one of four things.
#[test]
fn ww_6_2_uses_of_an_ops_card() {
    let position = || {
        Position::blank("british")
            .army("howe", "boston", 3)
            .general("clinton", "new_york")
            .control("british", "boston")
            .set("british_box", 3.into())
            .hand("british", &[1, 21, 41])
            .hand("american", &[2])
    };
    let table = position().load();
    let uses = |number: u16| {
        let card = table.card(number);
        let of = |word: &str| table.legal().contains(&format!("{word}:{card}"));
        ["activate", "control", "reinforce", "queue"].map(of)
    };
    assert_eq!(uses(1), [false, true, true, true], "no General of strategy 1");
    assert_eq!(uses(21), [true, true, true, true], "Clinton has strategy 2");
    assert_eq!(uses(41), [true, true, true, false], "a queue starts with 1 or 2");
    let mut table = position().load();
    table.play("control:#21; place:barnstable; place:new_york");
    assert_eq!(table.pile("/discards"), [21]);
    assert_eq!(table.actor().as_deref(), Some("american"), "a 2 OPS card gives two PC actions");
    let mut table = position().load();
    table.play("reinforce:#41; at:boston; cu:3; bring:none");
    assert_eq!(table.pile("/reinforcement_cards"), [41]);
}

/// [WW 6.3] An event with the instruction leaves the game when played; others are discarded.
#[test]
fn ww_6_3_removed_and_discarded_events() {
    let mut table = Position::blank("american").hand("american", &[86, 85]).hand("british", &[1, 2]).load();
    table.play("event:#86");
    assert_eq!((table.pile("/removed"), table.pile("/discards")), (vec![86], vec![]));
    table.play("queue:#1; event:#85; done");
    assert_eq!(table.pile("/discards"), [85]);
}

/// [WW 6.3] A card that asks for a reshuffle does so when the next hands are dealt, not before.
#[test]
fn ww_6_3_reshuffle_waits() {
    let mut table = Position::blank("british")
        .control("american", "york")
        .move_cards(&[30], "/discards")
        .hand("british", &[95])
        .hand("american", &[2])
        .load();
    table.play("event:#95; done");
    assert_eq!(table.json("/turn/reshuffle_due"), true);
    assert_eq!(table.pile("/discards"), [30, 95]);
}

/// [WW 6.31] Only the side with the flag implements an event; conditions must hold.
#[test]
fn ww_6_31_who_may_play() {
    let table = Position::blank("british").hand("british", &[85, 98, 100, 106]).load();
    assert!(!table.can("event:#85"), "an American event");
    assert!(table.can("discard:#85") && table.can("event:#98"));
    assert!(!table.can("event:#100"), "no French Navy");
    assert!(table.can("event:#106"));
    let table =
        Position::blank("british").set("france", json!("european_war")).hand("british", &[106]).load();
    assert!(!table.can("event:#106") && table.can("discard:#106"));
}

/// [WW 6.31] A card lost at random is no play: the victim still makes the next one.
#[test]
fn ww_6_31_random_discard_does_not_skip_a_turn() {
    let mut table =
        Position::blank("american").hand("american", &[88, 3]).hand("british", &[1, 2]).load().draws(&[2]);
    table.play("event:#88");
    assert_eq!((table.pile("/hands/british"), table.pile("/discards")), (vec![1], vec![2, 88]));
    assert_eq!(table.actor().as_deref(), Some("british"));
}

/// [WW 6.32] A discard places, flips or removes one marker next to an own one.
#[test]
fn ww_6_32_discard_actions() {
    let position = || {
        Position::blank("american")
            .control("american", "reading carlisle")
            .control("british", "york philadelphia bedford")
            .set("congress", json!(null))
            .british("bedford", 1)
            .hand("american", &[103])
            .hand("british", &[1])
    };
    let table = {
        let mut table = position().set("congress", json!("reading")).load();
        table.play("discard:#103");
        table
    };
    assert!(table.can("done"));
    assert!(table.can("place:wyoming_valley"), "next to Reading");
    assert!(!table.can("place:saratoga"), "next to no American marker");
    assert!(table.can("remove:york") && table.can("remove:philadelphia"));
    assert!(!table.can("remove:bedford"), "a British CU is there");
    assert!(!table.can("flip:york"), "no American General there");
    let mut table = position().load();
    table.play("discard:#103");
    assert!(!table.can("place:wyoming_valley"), "Congress is dispersed");
    table.play("remove:york");
    assert_eq!((table.control("york"), table.phase()), ("none".into(), "exchange".into()));
}

/// [WW 6.32] British removals: no American General, CU or Congress in the space; ports adjoin each other.
#[test]
fn ww_6_32_british_removal() {
    let mut table = Position::blank("british")
        .control("british", "boston")
        .control("american", "newport savannah baltimore philadelphia york")
        .general("greene", "newport")
        .american("savannah", 1)
        .hand("british", &[85])
        .load();
    table.play("discard:#85");
    assert!(table.can("remove:baltimore"), "a port, next to Boston for the British");
    assert!(
        !table.can("remove:newport") && !table.can("remove:savannah") && !table.can("remove:philadelphia")
    );
    assert!(!table.can("remove:york"));
}

/// [WW 6.32] Special events are never discarded, OPS cards neither.
#[test]
fn ww_6_32_what_cannot_be_discarded() {
    let table = Position::blank("british").hand("british", &[1, 67, 99, 72, 61]).load();
    for number in [1, 67, 99, 72] {
        assert!(!table.can(&format!("discard:#{number}")), "{number}");
    }
    assert!(table.can("discard:#61"));
}

/// [WW 6.32] The printed example: the British discard Henry Knox, the Americans take it for a 2 OPS card.
#[test]
fn ww_6_32_example_henry_knox() {
    let mut table = Position::blank("british")
        .control("british", "boston")
        .hand("british", &[74, 1])
        .hand("american", &[21, 2])
        .load();
    table.play("discard:#74; place:barnstable");
    assert_eq!(table.actor().as_deref(), Some("american"));
    assert!(!table.can("exchange:#2"), "the Americans need a 2 or a 3");
    table.play("exchange:#21");
    assert_eq!(table.pile("/hands/american"), [2, 74]);
    assert_eq!(table.pile("/discards"), [21]);
    assert_eq!(table.pile("/known_to_opponent"), [74]);
    assert_eq!((table.actor().as_deref(), table.phase()), (Some("american"), "impulse".into()));
}

/// [WW 6.32] The British exchange any OPS card; the exchange is no play and keeps the queue.
#[test]
fn ww_6_32_british_exchange() {
    let mut table = Position::blank("american")
        .hand("american", &[98, 3])
        .hand("british", &[1])
        .move_cards(&[2], "/queues/british")
        .load();
    table.play("discard:#98; done; exchange:#1");
    assert_eq!(table.pile("/hands/british"), [98]);
    assert_eq!(table.pile("/queues/british"), [2]);
    assert_eq!(table.actor().as_deref(), Some("british"));
}

/// [WW 6.33] Battle cards are no strategy-phase events, but for Tarleton's second use.
#[test]
fn ww_6_33_battle_cards_outside_battle() {
    let table = Position::blank("british").hand("british", &[78, 79, 80]).load();
    assert!(table.can("event:#78"));
    assert!(!table.can("event:#79") && !table.can("event:#80"));
}

/// [WW 6.33] Replacements come after the impulse, the active player first; a discard for the bonus is not replaced.
#[test]
fn ww_6_33_replacement_draws() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 4)
        .army("greene", "newport", 4)
        .control("british", "boston")
        .hand("british", &[41, 80])
        .hand("american", &[73, 3])
        .load()
        .rolls(&[6, 6, 6, 6, 1, 6, 1])
        .draws(&[50, 51]);
    table.play("activate:#41; general:howe; step:newport; stand; battle_card:#80; battle_card:#73");
    assert_eq!(table.pile("/discards"), [41, 73, 80]);
    if table.phase() == "retreat" {
        let first = table.legal()[0].clone();
        table.play(&first);
    }
    assert_eq!(table.pile("/hands/british"), [50]);
    assert_eq!(table.pile("/hands/american"), [3, 51]);
}

/// [WW 6.34] A special event drawn at random takes effect at once.
#[test]
fn ww_6_34_special_event_drawn_at_random() {
    let mut table =
        Position::blank("american").hand("american", &[88, 3]).hand("british", &[72, 2]).load().draws(&[72]);
    table.play("event:#88");
    assert_eq!((table.alliance(), table.pile("/removed")), (4, vec![72]));
    let mut table =
        Position::blank("american").hand("american", &[88, 3]).hand("british", &[99, 2]).load().draws(&[99]);
    table.play("event:#88");
    assert_eq!((table.actor().as_deref(), table.phase()), (Some("american"), "effect".into()));
}

/// [WW 6.34] A new War Ends card sends the old one to the discards.
#[test]
fn ww_6_34_war_ends_cards_replace_each_other() {
    let mut table = Position::blank("british").hand("british", &[70]).hand("american", &[67, 1]).load();
    table.play("event:#70");
    assert_eq!(table.json("/war_ends"), "70_lord_norths_government_falls_war_ends_1782");
    table.play("event:#67");
    assert_eq!(table.json("/war_ends"), "67_lord_norths_government_falls_war_ends_1779");
    assert_eq!(table.pile("/discards"), [70]);
}

/// [WW 6.34] Tournament rule: the British replace the Declaration or Franklin and act again.
#[test]
fn ww_6_34_tournament_replacement() {
    let position = |variant: &str| {
        Position::with_setup("british", &Setup::default().with("tournament_replacement", variant))
            .hand("british", &[72, 1])
            .hand("american", &[2])
    };
    let mut table = position("on").load().draws(&[50]);
    table.play("event:#72");
    assert_eq!((table.alliance(), table.legal()), (4, vec!["redraw".into(), "decline".into()]));
    table.play("redraw");
    assert_eq!((table.actor().as_deref(), table.pile("/hands/british")), (Some("british"), vec![1, 50]));
    table.play("queue:#1");
    assert_eq!(table.actor().as_deref(), Some("american"));
    let mut table = position("off").load();
    table.play("event:#72");
    assert_eq!(table.actor().as_deref(), Some("american"));
}
