//! Chapter 12: the French.

use crate::table::Position;
use serde_json::json;

/// [WW 12.1] The marker never falls below 0, and the alliance waits for the last space.
#[test]
fn ww_12_1_alliance_track() {
    let play = |alliance: u64| {
        let mut table = Position::blank("american")
            .set("alliance", alliance.into())
            .hand("american", &[96])
            .hand("british", &[1])
            .load();
        table.play("event:#96");
        (table.alliance(), table.json("/france"))
    };
    assert_eq!(play(3), (5, json!("neutral")));
    assert_eq!(play(6), (8, json!("neutral")));
    assert_eq!(play(8), (9, json!("allied")));
    let mut table = Position::blank("british")
        .army("howe", "boston", 2)
        .american("camden", 1)
        .general("washington", "newport")
        .set("alliance", 1.into())
        .hand("british", &[41])
        .load();
    table.play("activate:#41; general:howe; step:newport");
    assert_eq!(table.alliance(), 0);
}

fn alliance() -> Position {
    Position::blank("american")
        .set("alliance", 8.into())
        .control("british", "boston")
        .hand("american", &[96])
        .hand("british", &[1])
}

/// [WW 12.2] The navy appears, the French land in a port without British CU or marker, a reshuffle is due.
#[test]
fn ww_12_2_france_enters() {
    let mut table = alliance().load();
    table.play("event:#96; navy:carolinas");
    assert!(
        !table.can("french_at:boston") && !table.can("french_at:st_marys") && table.can("french_at:newport")
    );
    table.play("french_at:newport");
    assert_eq!((table.cu("newport"), table.general("rochambeau")), ([0, 0, 5], "newport".into()));
    assert_eq!((table.json("/france"), table.json("/turn/reshuffle_due")), (json!("allied"), json!(true)));
}

/// [WW 12.2] The European War begins with the End Phase: the British remove two CUs from the map.
#[test]
fn ww_12_2_european_war() {
    let mut table = alliance().british("quebec", 3).load();
    table.play("event:#96; navy:carolinas; french_at:newport; queue:#1; navy:carolinas");
    assert_eq!(table.actor().as_deref(), Some("british"));
    assert_eq!(table.legal(), ["remove_cu:quebec", "remove_cu:st_marys"]);
    table.play("remove_cu:quebec; remove_cu:quebec");
    assert_eq!((table.cu("quebec"), table.json("/france")), ([1, 0, 0], json!("european_war")));
    assert!(table.told("reshuffle"));
}

/// [WW 12.2] Without a port they wait, and come later as a whole with an OPS card.
#[test]
fn ww_12_2_french_as_reinforcements() {
    let ports = "quebec montreal falmouth boston barnstable newport new_haven new_york long_island philadelphia \
                 wilmington_de baltimore alexandria yorktown norfolk new_bern wilmington_nc charleston savannah st_marys";
    let mut table =
        alliance().control("british", ports).hand("american", &[41, 42]).set("congress", json!(null)).load();
    table.play("event:#96; navy:delaware");
    assert_eq!((table.json("/french_box"), table.phase()), (json!(5), "impulse".into()));
    let mut table = Position::blank("american")
        .set("france", json!("european_war"))
        .hand("american", &[41])
        .hand("british", &[1])
        .load();
    table.play("reinforce:#41; french_at:newport");
    assert_eq!((table.cu("newport"), table.general("rochambeau")), ([0, 0, 5], "newport".into()));
}

/// [WW 12.2] French CUs move and fight under American Generals.
#[test]
fn ww_12_2_french_move_with_americans() {
    let mut table = Position::blank("american")
        .set("france", json!("european_war"))
        .army("greene", "newport", 2)
        .french("newport", 4)
        .hand("american", &[41])
        .hand("british", &[1])
        .load();
    table.play("activate:#41; general:greene; drop:2; pick_up_french:1; step:hartford; stop");
    assert_eq!((table.cu("hartford"), table.cu("newport")), ([0, 0, 4], [0, 2, 0]));
}

/// [WW 12.3] A blockade closes reinforcements, naval movement and landing parties, but no markers.
#[test]
fn ww_12_3_blockade() {
    let blockaded = |navy: serde_json::Value| {
        let mut table = Position::blank("british")
            .set("france", json!("european_war"))
            .set("navy", navy)
            .set("british_box", 2.into())
            .control("british", "boston")
            .hand("british", &[41, 42, 61])
            .hand("american", &[1, 2])
            .load();
        table.play("reinforce:#41");
        let reinforce = table.can("at:new_york");
        table.play("at:quebec; cu:0; bring:none; queue:#1; control:#42");
        let place = table.can("place:new_york");
        table.play("done; queue:#2; event:#61");
        (reinforce, place, table.can("landing_party:new_york"))
    };
    assert_eq!(blockaded(json!("long_island_sound")), (false, true, false));
    assert_eq!(blockaded(json!("delaware")), (true, true, true));
}
