//! Chapter 9.6: retreats and surrender.

use crate::table::Position;
use serde_json::json;

/// [WW 9.63] The worked battle: Burgoyne loses at Saratoga, cannot retreat, and surrenders.
#[test]
fn ww_9_63_example_saratoga() {
    let mut table = Position::blank("british")
        .army("burgoyne", "montreal", 5)
        .army("gates", "saratoga", 5)
        .control("british", "montreal quebec")
        .control("american", "ticonderoga saratoga albany")
        .hand("british", &[41, 96])
        .hand("american", &[73, 1])
        .load()
        .rolls(&[4, 1, 3, 4, 5, 2]);
    table.play("activate:#41; general:burgoyne; step:ticonderoga; decline; step:saratoga; stand");
    table.play("battle_discard:#96; battle_card:#73");
    assert_eq!(table.dice_left(), 0);
    let row = &table.battles[0].values;
    assert_eq!((row[14], row[15]), (12, 13), "modified rolls");
    assert_eq!((row[16], row[17], row[18]), (2, 1, 3), "losses and surrender");
    assert_eq!(table.general("burgoyne"), "captured");
    assert_eq!(table.cu("saratoga"), [0, 4, 0]);
    assert_eq!(table.cu("ticonderoga"), [0, 0, 0]);
    assert_eq!(table.json("/british_regulars"), json!(false));
    assert_eq!(table.alliance(), 3, "one for the victory, two for the Regulars");
}

/// [WW 9.6] [WW 9.61] A beaten attacker goes back where he came from.
#[test]
fn ww_9_61_attacker_goes_back() {
    let mut table = Position::blank("british")
        .army("clinton", "reading", 3)
        .army("gates", "carlisle", 5)
        .hand("british", &[41])
        .hand("american", &[1])
        .load()
        .rolls(&[1, 6, 1, 6, 1, 6]);
    table.play("activate:#41; general:clinton; step:carlisle; stand; no_card");
    assert_eq!((table.general("clinton"), table.cu("reading")), ("reading".into(), [2, 0, 0]));
}

/// [WW 9.61] The defender retreats to any adjacent space without enemy CU or marker, but not towards the attack.
#[test]
fn ww_9_61_defender_chooses() {
    let mut table = Position::blank("british")
        .army("clinton", "reading", 5)
        .army("gates", "carlisle", 3)
        .control("british", "york")
        .hand("british", &[41])
        .hand("american", &[1])
        .load()
        .rolls(&[6, 1, 6, 1, 1, 6]);
    table.play("activate:#41; general:clinton; step:carlisle; stand; no_card");
    assert_eq!(table.actor().as_deref(), Some("american"));
    assert_eq!(table.legal(), ["retreat:wyoming_valley", "retreat:bedford"]);
    table.play("retreat:bedford");
    assert_eq!((table.cu("bedford"), table.general("gates")), ([0, 2, 0], "bedford".into()));
}

/// [WW 9.61] Attackers who lost their General to treason retreat without him.
#[test]
fn ww_9_61_cu_without_general_retreat() {
    let mut table = Position::blank("american")
        .army("arnold", "reading", 3)
        .army("clinton", "carlisle", 5)
        .hand("american", &[41])
        .hand("british", &[79, 1])
        .load()
        .rolls(&[6, 1, 6, 1, 6]);
    table.play("activate:#41; general:arnold; step:carlisle; battle_card:#79");
    assert_eq!((table.general("arnold"), table.cu("reading")), ("removed".into(), [0, 2, 0]));
}

/// [WW 9.61] Nor does he sail to the port that the attack came from.
#[test]
fn ww_9_61_not_by_sea_towards_the_attack() {
    let mut table = Position::blank("american")
        .army("greene", "newport", 5)
        .army("clinton", "boston", 3)
        .hand("american", &[41])
        .hand("british", &[1])
        .load()
        .rolls(&[6, 1, 6, 1, 1, 6]);
    table.play("activate:#41; general:greene; step:boston; no_card");
    assert!(table.can("retreat:new_york") && !table.can("retreat:newport"), "{:?}", table.legal());
}

/// [WW 9.62] A beaten British defender in an open port may sail to another; an attacker may not.
#[test]
fn ww_9_62_retreat_by_sea() {
    let position = || {
        Position::blank("american")
            .army("greene", "hartford", 5)
            .army("clinton", "newport", 3)
            .control("american", "baltimore boston lexington_and_concord")
            .hand("american", &[41])
            .hand("british", &[1])
    };
    let fight = |position: Position| {
        let mut table = position.load().rolls(&[6, 1, 6, 1, 1, 6]);
        table.play("activate:#41; general:greene; step:newport; no_card");
        table
    };
    let mut table = fight(position());
    assert!(table.can("retreat:new_york") && table.can("retreat:charleston"));
    assert!(!table.can("retreat:baltimore") && !table.can("retreat:hartford"));
    table.play("retreat:new_york");
    assert_eq!(table.cu("new_york"), [2, 0, 0]);
    let table = fight(position().set("france", json!("allied")).set("navy", json!("new_england")));
    assert_eq!(table.general("clinton"), "captured", "blockaded, and no way out by land");
}

/// [WW 9.62] From a fortified port only under a British marker.
#[test]
fn ww_9_62_fortified_port() {
    let fight = |marker: &str| {
        let mut table = Position::blank("american")
            .army("greene", "eutaw_springs", 5)
            .army("clinton", "charleston", 3)
            .control("american", "savannah cheraw")
            .control(marker, "charleston")
            .hand("american", &[41])
            .hand("british", &[1])
            .load()
            .rolls(&[6, 1, 6, 1, 1, 6]);
        table.play("activate:#41; general:greene; step:charleston; no_card");
        table.phase()
    };
    assert_eq!(fight("british"), "retreat");
    assert_eq!(fight("american"), "impulse", "surrender");
}

/// [WW 9.63] Surrendered CUs count for the loss of the Regulars.
#[test]
fn ww_9_63_surrender() {
    let mut table = Position::blank("american")
        .army("greene", "reading", 5)
        .army("clinton", "carlisle", 3)
        .control("american", "york bedford wyoming_valley")
        .hand("american", &[41])
        .hand("british", &[1])
        .load()
        .rolls(&[6, 1, 6, 1, 1, 6]);
    table.play("activate:#41; general:greene; step:carlisle; no_card");
    assert_eq!((table.general("clinton"), table.cu("carlisle")), ("captured".into(), [0, 5, 0]));
    assert_eq!((table.json("/british_regulars"), table.alliance()), (json!(false), 3));
}
