//! Chapter 9: battles and overruns.

use crate::table::{Position, Table};
use serde_json::json;

fn column(table: &Table, name: &str) -> i32 {
    use warlab_engine::Published;
    let place = warlab_engine::games::washingtons_war::WashingtonsWar::battle_columns()
        .iter()
        .position(|column| *column == name);
    table.battles[0].values[place.unwrap()]
}

/// Clinton with `british` CUs in Reading attacks `american` CUs under Gates in Carlisle.
fn carlisle(british: u8, american: u8) -> Position {
    Position::blank("british")
        .army("clinton", "reading", british)
        .army("gates", "carlisle", american)
        .control("british", "reading")
        .hand("british", &[41])
        .hand("american", &[1])
}

fn attack(position: Position, rolls: &[u8]) -> Table {
    let mut table = position.load().rolls(rolls);
    table.play("activate:#41; general:clinton; step:carlisle");
    while table.phase() != "impulse" && table.actor().is_some() {
        let code = ["stand", "no_card"].into_iter().find(|code| table.can(code));
        let code = code.map_or_else(|| table.legal()[0].clone(), String::from);
        table.play(&code);
    }
    assert_eq!(table.dice_left(), 0);
    table
}

/// [WW 9.1] The activated Army attacks; a battle follows when it meets enemy CUs.
#[test]
fn ww_9_1_attacker() {
    let table = attack(carlisle(3, 2), &[6, 1, 6, 1, 1, 6]);
    assert_eq!(table.battles.len(), 1);
    assert_eq!((table.battles[0].attacker.0, table.battles[0].winner.unwrap().0), (0, 0));
    assert_eq!(table.battles[0].place, "carlisle");
}

/// [WW 9.2] Ties go to the attacker; one point less and he loses.
#[test]
fn ww_9_2_ties() {
    // British 3 CUs + Clinton 3 + Regulars 1 + militia 1 = 8; American 3 CUs + Gates 3 = 6.
    let table = attack(carlisle(3, 3), &[6, 6, 1, 3, 1, 6]);
    assert_eq!((column(&table, "british_total"), column(&table, "american_total")), (9, 9));
    assert_eq!(table.battles[0].winner.unwrap().0, 0);
    let table = attack(carlisle(3, 3), &[6, 6, 1, 4, 1, 6]);
    assert_eq!(table.battles[0].winner.unwrap().0, 1);
}

/// [WW 9.3] Half the rating on 1 to 3, never more than the CUs led.
#[test]
fn ww_9_3_actual_battle_rating() {
    let table = attack(carlisle(3, 3), &[3, 4, 6, 1, 1, 6]);
    assert_eq!((column(&table, "british_rating"), column(&table, "american_rating")), (1, 3));
    let table = attack(carlisle(3, 1), &[4, 4, 6, 1, 1, 6]);
    assert_eq!(column(&table, "american_rating"), 1, "one CU");
}

/// [WW 9.4] CUs count one each; modifiers add up.
#[test]
fn ww_9_4_modifiers_add_up() {
    let table = attack(carlisle(4, 2).control("american", "york bedford"), &[4, 1, 5, 2, 1, 6]);
    let british =
        column(&table, "british_cu") + column(&table, "british_rating") + column(&table, "british_regulars");
    assert_eq!((british, column(&table, "british_total")), (4 + 3 + 1, 13));
    assert_eq!(column(&table, "american_total"), 2 + 1 + 1 + 2, "CUs, half rating, militia, roll");
}

/// [WW 9.41] The Regulars count until three CUs are lost in a battle.
#[test]
fn ww_9_41_regulars() {
    let table = attack(carlisle(3, 5), &[1, 6, 1, 6, 6, 6]);
    assert_eq!(column(&table, "british_regulars"), 1);
    assert_eq!((table.json("/british_regulars"), table.alliance()), (json!(false), 3));
    let table = attack(carlisle(3, 5), &[1, 6, 1, 6, 5, 6]);
    assert_eq!((table.json("/british_regulars"), table.alliance()), (json!(true), 1), "two CUs lost");
    let table = attack(carlisle(3, 2).set("british_regulars", false.into()), &[4, 1, 6, 1, 1, 6]);
    assert_eq!(column(&table, "british_regulars"), 0);
}

/// [WW 9.42] The Royal Navy helps in open ports; fortified ones need a British marker.
#[test]
fn ww_9_42_royal_navy() {
    let navy = |space: &str, marker: &str, zone: Option<&str>| {
        let from = if space == "newport" { "boston" } else { "new_brunswick" };
        let mut position = Position::blank("british")
            .army("clinton", from, 3)
            .army("gates", space, 2)
            .control(marker, space)
            .set("congress", json!(null))
            .hand("british", &[41])
            .hand("american", &[1]);
        if let Some(zone) = zone {
            position = position.set("france", json!("european_war")).set("navy", json!(zone));
        }
        let mut table = position.load().rolls(&[4, 4, 6, 1, 1, 6]);
        table.play(&format!("activate:#41; general:clinton; step:{space}; stand; no_card"));
        if table.phase() == "retreat" {
            let first = table.legal()[0].clone();
            table.play(&first);
        }
        column(&table, "royal_navy")
    };
    assert_eq!(navy("newport", "american", None), 1, "whoever controls it");
    assert_eq!(navy("newport", "british", Some("new_england")), 0, "blockaded");
    assert_eq!(navy("philadelphia", "american", None), 0, "fortified");
    assert_eq!(navy("philadelphia", "british", None), 1);
}

/// [WW 9.43] Militia for the side with more markers in the colony; for nobody at a tie.
#[test]
fn ww_9_43_militia() {
    let militia = |british: &str, american: &str| {
        let position = carlisle(3, 2).control("british", british).control("american", american);
        let table = attack(position, &[4, 4, 6, 1, 1, 6]);
        (column(&table, "british_militia"), column(&table, "american_militia"))
    };
    assert_eq!(militia("", ""), (1, 0), "Reading");
    assert_eq!(militia("", "bedford"), (0, 0));
    assert_eq!(militia("", "bedford pittsburgh"), (0, 1));
}

/// [WW 9.43] In Canada only the side with both Montreal and Quebec has militia.
#[test]
fn ww_9_43_canadian_militia() {
    let militia = |british: &str| {
        let mut table = Position::blank("american")
            .army("greene", "ticonderoga", 2)
            .british("montreal", 2)
            .control("british", british)
            .hand("american", &[41])
            .hand("british", &[1])
            .load()
            .rolls(&[4, 6, 1, 1, 6]);
        table.play("activate:#41; general:greene; step:montreal; no_card");
        if table.phase() == "battle_card" {
            table.play("no_card");
        }
        if table.phase() == "retreat" {
            let first = table.legal()[0].clone();
            table.play(&first);
        }
        column(&table, "british_militia")
    };
    assert_eq!(militia("montreal quebec"), 1);
    assert_eq!(militia("montreal fort_detroit"), 0);
}

/// [WW 9.44] Washington attacking with the last card of the phase adds 2.
#[test]
fn ww_9_44_winter_offensive() {
    let offensive = |general: &str, others: &[u16]| {
        let mut table = Position::blank("american")
            .army("washington", if general == "washington" { "carlisle" } else { "wyoming_valley" }, 3)
            .american("wyoming_valley", 3)
            .army("greene", if general == "greene" { "carlisle" } else { "albany" }, 3)
            .army("clinton", "bedford", 3)
            .hand("american", &[41])
            .hand("british", others)
            .load()
            .rolls(&[4, 4, 1, 1, 1, 6]);
        table.play(&format!("activate:#41; general:{general}; step:bedford"));
        while table.battles.is_empty() {
            let first = table.legal()[0].clone();
            table.play(&first);
        }
        column(&table, "winter_offensive")
    };
    assert_eq!(offensive("washington", &[]), 2);
    assert_eq!(offensive("washington", &[1]), 0, "a card is left");
    assert_eq!(offensive("greene", &[]), 0);
}

/// [WW 9.45] One card each, the attacker first; a discarded event adds 1.
#[test]
fn ww_9_45_battle_cards() {
    let mut table = carlisle(3, 3).hand("british", &[96, 80]).hand("american", &[73, 67]).load();
    table.play("activate:#41; general:clinton; step:carlisle; stand");
    assert_eq!(table.actor().as_deref(), Some("british"));
    assert!(
        table.can("battle_card:#80") && table.can("battle_discard:#80") && table.can("battle_discard:#96")
    );
    assert!(!table.can("battle_card:#96"));
    table.play("battle_discard:#96");
    assert_eq!(
        (table.actor().as_deref(), table.json("/card/battle/card/british")),
        (Some("american"), json!(1))
    );
    assert!(!table.can("battle_discard:#67"), "a special event");
    assert!(!table.can("battle_discard:#1"), "an OPS card");
    assert_eq!(table.json("/turn/reshuffle_due"), true, "Hortelez was discarded");
}

/// [WW 9.46] Interception adds 1 for the Americans.
#[test]
fn ww_9_46_interception_bonus() {
    let mut table = Position::blank("british")
        .army("clinton", "reading", 3)
        .army("gates", "york", 2)
        .control("american", "carlisle")
        .hand("british", &[41])
        .hand("american", &[1])
        .load()
        .rolls(&[1, 4, 4, 6, 1, 1, 6]);
    table.play("activate:#41; general:clinton; step:carlisle; intercept:gates; no_card");
    while table.battles.is_empty() {
        let first = table.legal()[0].clone();
        table.play(&first);
    }
    assert_eq!(column(&table, "interception"), 1);
}

/// [WW 9.5] The loser's losses by die; the winner's by the losing General's agility.
#[test]
fn ww_9_5_losses() {
    for (roll, lost) in [(1, 1), (3, 1), (4, 2), (5, 2), (6, 3)] {
        let table = attack(carlisle(5, 4), &[6, 1, 6, 1, roll, 6]);
        assert_eq!(column(&table, "american_losses"), lost, "{roll}");
        assert_eq!(column(&table, "british_losses"), 0);
    }
    for (general, highest) in [("gates", 2), ("arnold", 3), ("greene", 4)] {
        for roll in 1..=6u8 {
            let position = carlisle(5, 4).general("gates", "reinforcements").general(general, "carlisle");
            let table = attack(position, &[6, 1, 6, 1, 1, roll]);
            assert_eq!(column(&table, "british_losses"), i32::from(roll <= highest), "{general} {roll}");
        }
    }
    let position = || carlisle(5, 2).general("gates", "reinforcements");
    assert_eq!(column(&attack(position(), &[6, 6, 1, 1, 1]), "british_losses"), 1, "no General: only on 1");
    assert_eq!(column(&attack(position(), &[6, 6, 1, 1, 2]), "british_losses"), 0);
}

/// [WW 9.5] A winning General without CUs is captured under an enemy marker, and stays otherwise.
#[test]
fn ww_9_5_winner_left_alone() {
    let left = |marker: &str| {
        let mut position = carlisle(1, 1).british("albany", 1);
        if !marker.is_empty() {
            position = position.control(marker, "carlisle");
        }
        attack(position, &[6, 1, 6, 1, 1, 1]).general("clinton")
    };
    assert_eq!(left("american"), "captured");
    assert_eq!(left(""), "carlisle");
}

/// [WW 9.5] He is captured with the losses: before the beaten retreat, and before the alliance marker moves.
#[test]
fn ww_9_5_winner_captured_before_the_retreat() {
    let mut table = Position::blank("american")
        .army("clinton", "carlisle", 2)
        .american("albany", 1)
        .control("british", "carlisle")
        .control("american", "reading york bedford exeter springfield hartford saratoga")
        .set("alliance", 8.into())
        .hand("american", &[41])
        .hand("british", &[1])
        .load()
        .rolls(&[6, 1, 6, 1, 1, 1]);
    table.play("activate:#41; general:washington; step:carlisle; no_card");
    assert_eq!((table.general("washington"), table.alliance()), ("removed".into(), 5));
    table.play("remove:bedford; remove:exeter; remove:springfield; remove:hartford; remove:saratoga");
    assert_eq!(table.legal(), ["retreat:bedford"], "the way was closed before");
    table.play("retreat:bedford");
    assert_eq!((table.alliance(), table.json("/france")), (6, json!("neutral")));
    assert_eq!((column(&table, "american_militia"), column(&table, "winter_offensive")), (1, 0));
}

/// [WW 9.43] The record of a battle tells of the militia that fought, whatever markers fall afterwards.
#[test]
fn ww_9_43_militia_on_record() {
    let mut table = Position::blank("british")
        .army("clinton", "reading", 5)
        .control("british", "carlisle genesee")
        .control("american", "york bedford exeter springfield hartford monmouth")
        .american("albany", 1)
        .hand("british", &[41])
        .hand("american", &[1])
        .load()
        .rolls(&[6, 1, 6, 1, 1, 6]);
    table.play("activate:#41; general:clinton; step:wyoming_valley; no_card");
    table.play("remove:york; remove:exeter; remove:springfield; remove:hartford; remove:monmouth");
    assert_eq!((column(&table, "american_militia"), column(&table, "winter_offensive")), (1, 0));
}

/// [WW 9.7] Four or five CUs overrun a single CU without a General, and go on.
#[test]
fn ww_9_7_overrun() {
    let position = |cu: u8| {
        Position::blank("british")
            .army("clinton", "reading", cu)
            .american("carlisle", 1)
            .hand("british", &[41])
            .hand("american", &[1])
    };
    let mut table = position(4).load();
    table.play("activate:#41; general:clinton; step:carlisle");
    assert_eq!((table.cu("carlisle"), table.phase()), ([4, 0, 0], "moving".into()));
    table.play("step:bedford; stop");
    let mut table = position(3).load();
    table.play("activate:#41; general:clinton; step:carlisle");
    assert_eq!(table.phase(), "battle_card");
}

/// [WW 9.7] An American overrun is a lost battle for the alliance, and costs the fifth space.
#[test]
fn ww_9_7_american_overrun() {
    let mut table = Position::blank("american")
        .army("greene", "reading", 4)
        .british("carlisle", 1)
        .hand("american", &[41])
        .hand("british", &[1])
        .load();
    table.play("activate:#41; general:greene; step:carlisle");
    assert_eq!(table.alliance(), 1);
    table.play("step:bedford; step:pittsburgh; step:basset_town");
    assert_eq!(table.actor().as_deref(), Some("british"), "no fifth space after an overrun");
}

/// [WW 9.7] Arnold's treason can turn a battle into an overrun.
#[test]
fn ww_9_7_treason_overrun() {
    let mut table = Position::blank("british")
        .army("clinton", "reading", 4)
        .army("arnold", "carlisle", 1)
        .hand("british", &[41, 79])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:clinton; step:carlisle; stand; battle_card:#79");
    assert!(table.told("overrun"));
    assert_eq!((table.cu("carlisle"), table.general("arnold")), ([4, 0, 0], "removed".into()));
    assert!(table.battles.is_empty());
    assert_eq!(table.phase(), "moving", "at once, before the defender's card, and the Army goes on");
}

/// [WW 9.2] The same after an interception, which has ended the movement. [WW 7.8]
#[test]
fn ww_9_2_treason_of_the_interceptor() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 4)
        .army("arnold", "hartford", 1)
        .control("american", "newport hartford")
        .hand("british", &[41, 79])
        .hand("american", &[1])
        .load()
        .rolls(&[1]);
    table.play("activate:#41; general:howe; step:newport; intercept:arnold; battle_card:#79");
    assert!(table.told("overrun"));
    assert_eq!((table.cu("newport"), table.phase()), ([4, 0, 0], "impulse".into()));
}
