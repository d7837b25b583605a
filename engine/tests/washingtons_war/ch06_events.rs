//! Chapter 6.3: each event of the deck, by number.

use crate::table::{Position, Table};
use serde_json::json;
use warlab_engine::setup::Setup;

/// Plays an event with the opponent holding a card; markers of both sides lie all over the map.
fn event(side: &str, number: u16) -> Table {
    let enemy = if side == "british" { "american" } else { "british" };
    let mut table = rich(side).hand(side, &[number, 60]).hand(enemy, &[59]).load();
    table.play(&format!("event:#{number}"));
    table
}

fn rich(side: &str) -> Position {
    Position::blank(side)
        .control("american", "york carlisle exeter norwich hartford new_haven baltimore richmond")
        .control("american", "salisbury camden augusta savannah albany fort_stanwix genesee newport")
        .control("british", "boston falmouth saratoga oswego pittsburgh reading staunton winchester")
        .control("british", "hillsborough cheraw ninety_six wrightsboro st_marys fort_detroit norfolk")
        .british("hillsborough", 2)
        .american("camden", 1)
}

fn offered(table: &Table, word: &str) -> Vec<String> {
    let start = format!("{word}:");
    table.legal().into_iter().filter_map(|code| code.strip_prefix(&start).map(String::from)).collect()
}

/// [WW 7.2] Cards 61 to 64: two Generals whatever their strategy; 65 and 66: three; each once.
#[test]
fn cards_61_to_66_campaigns() {
    for (number, generals) in [(61, 2), (62, 2), (63, 2), (64, 2), (65, 3), (66, 3)] {
        let mut table = Position::blank("british")
            .army("howe", "boston", 2)
            .army("carleton", "quebec", 2)
            .army("clinton", "new_york", 2)
            .army("cornwallis", "norfolk", 2)
            .hand("british", &[number])
            .hand("american", &[1])
            .load();
        table.play(&format!("event:#{number}"));
        let order = ["howe", "carleton", "clinton"];
        for general in order.iter().take(generals) {
            assert!(table.can(&format!("general:{general}")), "{number}");
            table.play(&format!("general:{general}; stop"));
            assert!(!table.can(&format!("general:{general}")), "once each");
        }
        assert_eq!(table.actor().as_deref(), Some("american"), "{number}");
    }
}

/// [WW 6.34] Cards 67 to 71 set the year in which the war ends.
#[test]
fn cards_67_to_71_war_ends() {
    for number in 67..=71u16 {
        let table = event("american", number);
        let id = table.json("/war_ends");
        assert!(id.as_str().unwrap().ends_with(&(1779 + number - 67).to_string()), "{number}");
        assert!(!table.pile("/discards").contains(&number));
    }
}

/// [WW 6.34] Card 72: Franklin moves the alliance by four, whoever plays him.
#[test]
fn card_72_franklin() {
    for side in ["british", "american"] {
        let table = event(side, 72);
        assert_eq!((table.alliance(), table.pile("/removed")), (4, vec![72]));
    }
}

/// [WW 9.45] Cards 73 to 77 and 80 to 82: +2 in a battle for their side, and a replacement.
#[test]
fn cards_73_to_82_battle_cards() {
    for number in [73, 74, 75, 76, 77, 80, 81, 82, 78] {
        let american = number < 78;
        let (side, enemy) = if american { ("american", "british") } else { ("british", "american") };
        let mut position = Position::blank(side).hand(side, &[41, number]).hand(enemy, &[1]);
        position = position.army("washington", "wyoming_valley", 3).army("clinton", "reading", 3);
        let mut table = position.load().rolls(&[4, 4, 6, 1, 1, 6]);
        if american {
            table.play("activate:#41; general:washington; step:reading");
        } else {
            table.play("activate:#41; general:clinton; step:wyoming_valley; stand");
        }
        assert!(table.can(&format!("battle_discard:#{number}")));
        table.play(&format!("battle_card:#{number}; no_card"));
        let card = table.battles.first().map(|row| row.values[if american { 10 } else { 9 }]);
        if let Some(card) = card {
            assert_eq!(card, 2, "{number}");
        } else {
            assert_eq!(table.json(&format!("/card/battle/card/{side}")), 2, "{number}");
        }
    }
}

/// [WW 6.33] Card 78, second use: one American CU without a General is removed.
#[test]
fn card_78_tarleton_in_the_strategy_phase() {
    let mut table = event("british", 78);
    assert_eq!(table.legal(), ["remove_cu:camden"], "Washington protects his CU");
    table.play("remove_cu:camden");
    assert_eq!(table.cu("camden"), [0, 0, 0]);
}

/// [WW 6.33] Card 79: Arnold leaves the game for good, wherever he is; +2.
#[test]
fn card_79_arnold() {
    for post in ["reinforcements", "captured", "ticonderoga"] {
        let mut table = Position::blank("british")
            .general("arnold", post)
            .army("clinton", "reading", 3)
            .hand("british", &[41, 79])
            .hand("american", &[1])
            .load();
        table.play("activate:#41; general:clinton; step:wyoming_valley; stand; battle_card:#79");
        assert_eq!((table.general("arnold"), table.pile("/removed")), ("removed".into(), vec![79]), "{post}");
    }
}

/// [WW 7.3] Card 83: one American General moves six spaces and may fight at the end.
#[test]
fn card_83_glover() {
    let mut table = Position::blank("american")
        .army("lincoln", "boston", 3)
        .british("bennington", 2)
        .hand("american", &[83])
        .hand("british", &[1])
        .load();
    table.play("event:#83; general:lincoln; step:lexington_and_concord; step:newport; step:hartford");
    table.play("step:springfield; step:norwich");
    assert!(table.can("step:bennington"), "the sixth space, and a battle");
    table.play("step:bennington");
    assert!(table.told("battle"));
}

/// [WW 10.12] Cards that place markers: where, and how many.
#[test]
fn cards_that_place_markers() {
    for (side, number, count, inside, outside) in [
        ("american", 84, 5, "monmouth", "montreal"),
        ("american", 85, 3, "monmouth", "montreal"),
        ("american", 89, 3, "bedford", "monmouth"),
        ("american", 93, 2, "ticonderoga", "monmouth"),
        ("american", 94, 3, "petersburg", "bedford"),
        ("british", 102, 2, "cross_creek", "petersburg"),
        ("british", 106, 2, "petersburg", "cross_creek"),
        ("british", 107, 1, "none", "cross_creek"),
        ("british", 110, 2, "monmouth", "petersburg"),
    ] {
        let mut table = event(side, number);
        if inside != "none" {
            assert!(table.can(&format!("place:{inside}")), "{number}");
        }
        assert!(!table.can(&format!("place:{outside}")), "{number}");
        assert!(table.legal().iter().all(|code| !code.starts_with("flip:")));
        if number == 107 {
            assert_eq!(table.phase(), "impulse", "Georgia is full here");
            continue;
        }
        assert!(table.can("done"), "{number}: may");
        for _ in 0..count {
            let space = offered(&table, "place")[0].clone();
            table.play(&format!("place:{space}"));
            assert_eq!(table.control(&space), side, "{number}");
        }
        assert_eq!(table.phase(), "impulse", "{number}: {count} at most");
    }
}

/// [WW 10.12] Card 107 places in Georgia.
#[test]
fn card_107_kings_rangers() {
    let mut table = Position::blank("british").hand("british", &[107]).hand("american", &[1]).load();
    table.play("event:#107");
    assert_eq!(offered(&table, "place"), ["augusta", "wrightsboro", "savannah", "st_marys"]);
    table.play("place:augusta; place:savannah");
    assert_eq!(table.phase(), "impulse");
}

/// [WW 6.31] Card 84 places at most one marker in a colony.
#[test]
fn card_84_one_per_colony() {
    let mut table = event("american", 84);
    table.play("place:bennington");
    assert!(table.legal().iter().all(|code| code != "place:exeter" && code != "place:norwich"));
}

/// [WW 6.31] Cards that remove markers: of whom, where, and how many; CUs, Generals and Congress protect.
#[test]
fn cards_that_remove_markers() {
    for (side, number, count, inside, outside) in [
        ("american", 87, 3, "fort_detroit", ""),
        ("american", 90, 2, "ninety_six", "hillsborough"),
        ("british", 95, 3, "york", "camden"),
        ("british", 103, 3, "albany", "new_haven"),
        ("british", 104, 2, "salisbury", "camden"),
        ("british", 105, 2, "genesee", "exeter"),
    ] {
        let mut table = event(side, number);
        assert!(table.can(&format!("remove:{inside}")), "{number}");
        assert!(!table.can(&format!("remove:{outside}")), "{number}");
        assert!(table.can("done"));
        for _ in 0..count {
            let space = offered(&table, "remove")[0].clone();
            table.play(&format!("remove:{space}"));
            assert_eq!(table.control(&space), "none", "{number}");
        }
        assert_eq!(table.phase(), "impulse", "{number}");
    }
    let mut table = event("british", 95);
    table.play("remove:exeter");
    assert!(!table.can("remove:norwich"), "Pitt removes one in a colony");
}

/// [WW 9.41] Card 86: Steuben ends the Regulars' advantage, with two steps on the alliance track; then he is gone.
#[test]
fn card_86_steuben() {
    let table = event("american", 86);
    assert_eq!((table.json("/british_regulars"), table.alliance()), (json!(false), 2));
    let table = rich("american").set("british_regulars", false.into()).hand("american", &[86]).load();
    assert!(!table.can("event:#86"), "nothing left to lose");
}

/// [WW 6.31] Cards 88, 92, 108 and 109 take a card at random; the last two of each pair need their war.
#[test]
fn cards_that_take_a_card() {
    for (side, number, war) in
        [("american", 88, false), ("american", 92, true), ("british", 108, false), ("british", 109, true)]
    {
        let enemy = if side == "british" { "american" } else { "british" };
        let position = |france: &str| {
            rich(side).set("france", json!(france)).hand(side, &[number, 60]).hand(enemy, &[58, 59])
        };
        assert_eq!(position("neutral").load().can(&format!("event:#{number}")), !war, "{number}");
        assert_eq!(position("allied").load().can(&format!("event:#{number}")), !war, "{number}");
        let mut table = position("european_war").load().draws(&[59]);
        table.play(&format!("event:#{number}"));
        assert_eq!(table.pile(&format!("/hands/{enemy}")), [58], "{number}");
        let table = rich(side).set("france", json!("european_war")).hand(side, &[number, 60]).load();
        assert!(!table.can(&format!("event:#{number}")), "{number}: the opponent has no card");
    }
}

/// [WW 6.31] Card 91: in the European War one British CU is removed, by the American player's choice.
#[test]
fn card_91_galvez() {
    let mut table = rich("american")
        .set("france", json!("european_war"))
        .hand("american", &[91])
        .hand("british", &[1])
        .load();
    table.play("event:#91");
    assert_eq!(table.legal(), ["remove_cu:hillsborough", "remove_cu:st_marys"], "must");
    table.play("remove_cu:hillsborough");
    assert_eq!(table.cu("hillsborough"), [1, 0, 0]);
}

/// [WW 12.1] Card 96: two steps when played, a reshuffle when discarded, nothing after the alliance.
#[test]
fn card_96_hortelez() {
    let table = event("american", 96);
    assert_eq!((table.alliance(), table.json("/turn/reshuffle_due")), (2, json!(false)));
    let mut table = rich("british").hand("british", &[96]).hand("american", &[1]).load();
    table.play("discard:#96; done");
    assert_eq!(table.json("/turn/reshuffle_due"), true);
    let table = rich("american").set("france", json!("allied")).hand("american", &[96]).load();
    assert!(!table.can("event:#96"));
}

/// [WW 6.31] Card 97: a British CU without General in the Carolinas, then perhaps a marker.
#[test]
fn card_97_kings_mountain() {
    let mut table = event("american", 97);
    table.play("remove_cu:hillsborough");
    assert_eq!(offered(&table, "remove"), ["ninety_six", "cheraw"]);
    table.play("remove:cheraw");
    assert_eq!((table.control("cheraw"), table.phase()), ("none".into(), "impulse".into()));
}

/// [WW 10.11] Card 98: no American placing by OPS or discard this turn; events still place.
#[test]
fn card_98_mutinies() {
    let mut table = rich("british").hand("british", &[98, 60]).hand("american", &[41, 103, 85]).load();
    table.play("event:#98; control:#41");
    assert_eq!(table.legal(), ["done"], "nothing to place; no British marker under an American General");
    table.play("done; control:#60; done; discard:#103");
    assert!(table.legal().iter().all(|code| !code.starts_with("place:")));
    assert!(table.legal().iter().any(|code| code.starts_with("remove:")));
    table.play("done; event:#85");
    assert!(table.can("place:monmouth"));
}

/// [WW 10.11] The variant of card 98 also removes American CUs.
#[test]
fn card_98_variant_removes_cu() {
    let mut table = Position::with_setup("british", &Setup::default().with("mutinies_remove_cu", "1"))
        .american("camden", 2)
        .hand("british", &[98])
        .hand("american", &[1])
        .load();
    table.play("event:#98; remove_cu:camden");
    assert_eq!((table.cu("camden"), table.phase()), ([0, 1, 0], "impulse".into()));
}

/// [WW 6.34] Card 99: the Americans must place in every colony with an open space, even when the British play it.
#[test]
fn card_99_declaration() {
    let mut table =
        rich("british").set("congress", json!(null)).hand("british", &[99]).hand("american", &[1]).load();
    table.play("event:#99");
    let mut placed = Vec::new();
    while table.phase() == "effect" {
        assert_eq!((table.actor().as_deref(), table.can("done")), (Some("american"), false));
        placed.push(offered(&table, "place")[0].clone());
        let code = format!("place:{}", placed.last().unwrap());
        table.play(&code);
    }
    // Rhode Island, Connecticut and Georgia are full; Delaware has one open space.
    assert_eq!(placed.len(), 10);
    assert!(placed.contains(&"wilmington_de".to_string()) && !placed.contains(&"montreal".to_string()));
    assert_eq!(table.pile("/removed"), [99]);
    assert_eq!(table.json("/turn/reshuffle_due"), true);
}

/// [WW 12.3] Card 100: the French Navy is gone until the next French Naval Phase.
#[test]
fn card_100_destaing() {
    let mut table = rich("british")
        .set("france", json!("european_war"))
        .set("navy", json!("delaware"))
        .hand("british", &[100])
        .load();
    table.play("event:#100");
    assert_eq!((table.phase(), table.json("/navy")), ("navy_zone".into(), json!(null)));
}

/// [WW 10.12] Card 101: remove two American markers in ports, or flip one.
#[test]
fn card_101_sandwich() {
    let mut table = event("british", 101);
    assert_eq!(table.legal(), ["option:1", "option:2"]);
    table.play("option:1; remove:newport; remove:baltimore");
    assert_eq!((table.control("newport"), table.phase()), ("none".into(), "impulse".into()));
    let mut table = event("british", 101);
    table.play("option:2");
    assert!(!table.can("flip:york"), "no port");
    table.play("flip:newport");
    assert_eq!((table.control("newport"), table.phase()), ("british".into(), "impulse".into()));
}
