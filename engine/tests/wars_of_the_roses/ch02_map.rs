//! Chapter 2: the map.

use warlab_engine::games::wars_of_the_roses::types::*;

use super::table::Table;

/// [WR 2.1] Friendly, enemy, vacant, contested; a change counts at once: a vacated area can be passed by the enemy.
#[test]
fn wr_2_1_status_changes_at_once() {
    let mut table =
        Table::empty().put("leicester", &["rivers_l"]).put("warwick", &["hastings"]).cards("ap2_1", "ap4_1");
    table.play("pick:hastings");
    table.play("step:leicester");
    assert_eq!(table.state.contested().len(), 1);
    let mut table =
        Table::empty().put("leicester", &["rivers_l"]).put("warwick", &["hastings"]).cards("ap4_1", "ap2_1");
    table.play("pick:rivers_l;step:derby;stop;done;pick:hastings;step:leicester");
    assert!(table.can("step:rutland"), "an area left vacant does not stop a block");
}

/// [WR 2.2] A noble has +1 on his shield when he defends; of several heirs only the senior; Exeter, Somerset and
/// Richmond have their own shields, which others may use once they are dead.
#[test]
fn wr_2_2_shields() {
    let table = Table::empty().put("cumbria", &["clifford"]).put("lincoln", &["somerset", "henry_vi"]);
    assert_eq!(table.bonus("clifford", "cumbria"), 1);
    let attacking = table.battle("cumbria", Side::Lancaster);
    let clifford = table.block("clifford");
    let bonus = warlab_engine::games::wars_of_the_roses::rules::ch02_map::defence_bonus;
    assert_eq!(bonus(&table.game.tables, &table.state, &attacking, clifford), 0);
    assert_eq!((table.bonus("henry_vi", "lincoln"), table.bonus("somerset", "lincoln")), (1, 0));
    let table = Table::empty().put("dorset", &["somerset", "henry_vi"]);
    assert_eq!((table.bonus("somerset", "dorset"), table.bonus("henry_vi", "dorset")), (1, 0));
    let table = Table::empty().put("dead", &["somerset"]).put("dorset", &["henry_vi"]);
    assert_eq!(table.bonus("henry_vi", "dorset"), 1);
    let table = Table::empty().put("rutland", &["york", "march"]);
    assert_eq!((table.bonus("york", "rutland"), table.bonus("march", "rutland")), (1, 0));
}

/// [WR 2.3] A crown helps the King's senior heir present, on top of a shield; Exeter defends Cornwall at A3, or at A2
/// beside a senior who then has the crown.
#[test]
fn wr_2_3_crowns() {
    let table = Table::empty().put("cornwall", &["exeter_l"]);
    assert_eq!(table.bonus("exeter_l", "cornwall"), 2);
    let table = Table::empty().put("cornwall", &["exeter_l", "henry_vi"]);
    assert_eq!((table.bonus("exeter_l", "cornwall"), table.bonus("henry_vi", "cornwall")), (1, 1));
    let table = Table::empty().put("south_yorks", &["york"]);
    assert_eq!(table.bonus("york", "south_yorks"), 1, "the Pretender has his shield, not the crown");
    let table = Table::empty().put("derby", &["york"]);
    assert_eq!(table.bonus("york", "derby"), 0);
}

/// [WR 2.4] Levies have +1 in their city.
#[test]
fn wr_2_4_cities() {
    let table = Table::empty().put("middlesex", &["london_levy"]).put("wilts", &["salisbury_levy"]);
    assert_eq!((table.bonus("london_levy", "middlesex"), table.bonus("salisbury_levy", "middlesex")), (1, 0));
    assert_eq!(table.game.tables.cities.len(), 7);
}

/// [WR 2.5] The churches have +1 in their cathedral.
#[test]
fn wr_2_5_cathedrals() {
    let table = Table::empty().put("kent", &["canterbury_church_y"]).put("south_yorks", &["york_church_l"]);
    assert_eq!(
        (table.bonus("canterbury_church_y", "kent"), table.bonus("york_church_l", "south_yorks")),
        (1, 1)
    );
    assert_eq!(table.bonus("york_church_l", "kent"), 0);
}

/// [WR 2.6] Both sides use Wales; the Welsh have +1 in its four areas.
#[test]
fn wr_2_6_wales() {
    let table = Table::empty().put("powys", &["welsh_merc"]);
    for area in ["pembroke", "caernarvon", "powys", "glamorgan"] {
        assert_eq!(table.bonus("welsh_merc", area), 1, "{area}");
    }
    assert_eq!(table.bonus("welsh_merc", "hereford"), 0);
    let mut table = Table::empty().put("hereford", &["herbert"]).cards("ap2_1", "ap3_1");
    table.play("pick:herbert;step:glamorgan;step:powys");
    assert_eq!(table.at("herbert"), "powys");
}

/// [WR 2.7] The enemy's exile areas are never entered, by land or by sea, not even with Piracy.
#[test]
fn wr_2_7_exile() {
    let mut table =
        Table::empty().put("cumbria", &["herbert"]).put("kent", &["norfolk"]).cards("ap2_1", "ap4_1");
    table.play("pick:herbert");
    assert!(!table.can("step:scotland") && table.can("step:lancaster"));
    let mut table =
        Table::empty().put("sussex", &["oxford"]).put("calais", &["march"]).cards("piracy", "ap2_1");
    table.play("pick:oxford");
    assert!(table.can("sail:english_channel>kent") && table.can("sail:english_channel>france"));
    assert!(!table.legal().iter().any(|code| code.contains("calais")));
}

/// [WR 2.71] Ireland is reached over the Irish Sea only.
#[test]
fn wr_2_71_ireland() {
    let mut table = Table::empty().put("ireland", &["york"]).cards("ap2_1", "ap3_1");
    table.play("pick:york");
    let codes = table.legal();
    assert!(codes.iter().all(|code| code.starts_with("sail:irish_sea>")), "{codes:?}");
}

/// [WR 2.72] Lancaster enters Scotland by land.
#[test]
fn wr_2_72_scotland() {
    let mut table = Table::empty().put("cumbria", &["clifford"]).cards("ap3_1", "ap2_1");
    table.play("pick:clifford;step:scotland");
    assert_eq!(table.at("clifford"), "scotland");
}

/// [WR 2.81] Three seas, parted by Kent, Cornwall and Scotland, which lie on two each.
#[test]
fn wr_2_81_seas() {
    let table = Table::empty();
    assert_eq!(table.game.tables.seas.len(), 3);
    for id in ["kent", "cornwall", "scotland"] {
        assert_eq!(table.game.tables.area(table.area(id)).coasts.len(), 2, "{id}");
    }
    let across =
        |from: &str, to: &str| table.game.tables.across_the_sea[table.area(from)].contains(table.area(to));
    assert!(across("kent", "northumbria") && across("kent", "dorset") && !across("kent", "chester"));
    assert!(!across("essex", "sussex") && across("cornwall", "glamorgan"));
}

/// [WR 2.82] The Isle of Man has a shield of Stanley's and is reached by sea only.
#[test]
fn wr_2_82_isle_of_man() {
    let mut table = Table::empty().put("lancaster", &["stanley_l"]).cards("ap3_1", "ap2_1");
    table.play("pick:stanley_l");
    assert!(!table.can("step:isle_of_man") && table.can("sail:irish_sea>isle_of_man"));
    assert_eq!(table.bonus("stanley_l", "isle_of_man"), 1);
}

/// [WR 2.83] Ship symbols mark the major ports; the exile areas have one, the Isle of Man has none.
#[test]
fn wr_2_83_ports() {
    let table = Table::empty();
    let port = |id: &str| table.game.tables.ports.contains(table.area(id));
    assert!(port("kent") && port("calais") && port("scotland") && port("chester"));
    assert!(!port("isle_of_man") && !port("essex") && !port("dorset"));
}

/// [WR 2.83] A second block sails free only between two ship symbols: from Ireland to Glamorgan, not to the Isle of Man.
#[test]
fn wr_2_83_ports_in_play() {
    for (to, free) in [("glamorgan", true), ("isle_of_man", false)] {
        let mut table =
            Table::empty().put("ireland", &["york", "rutland", "norfolk"]).cards("ap2_1", "ap3_1");
        for id in ["york", "rutland"] {
            table.play(&format!("pick:{id};sail:irish_sea>{to}"));
        }
        assert_eq!(table.state.ap, if free { 2 } else { 1 }, "{to}");
        table.play(&format!("pick:norfolk;sail:irish_sea>{to}"));
        let left = if free { ("york", 1) } else { ("lancaster", 2) };
        assert_eq!(
            (table.actor(), table.state.ap),
            left,
            "{to}: a third one pays, and then it is Lancaster's turn"
        );
    }
}
