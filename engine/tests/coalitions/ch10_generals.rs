//! Chapter 10: the named generals, an optional rule.

use warlab_engine::games::coalitions::types::{Named, Status, Step};
use warlab_engine::setup::Setup;

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

fn with_abilities() -> Table {
    Table::empty_with(&Setup::scenario("1805").with_players(6).with("general_abilities", "on"))
}

fn result(table: &Table) -> String {
    let events = &table.chance.then.events;
    events.iter().find(|event| event.kind == "result").map(|event| event.text.clone()).unwrap_or_default()
}

/// [CO 10.wellington] Each owner names his general before play.
#[test]
fn co_10_owners_name_their_generals() {
    let mut table = Table::setup(&Setup::scenario("1805").with_players(6).with("general_abilities", "on"));
    assert_eq!(table.asked(), BRITAIN);
    table.play("name:london name:lorraine name:bavaria name:berlin name:livonia name:offmap");
    assert_eq!(table.state.named[OTTOMAN.i()], Named::OffMap);
    assert_eq!(table.state.step, Step::Drill);
}

/// [CO 10.wellington] Supporting by land he adds 1 and his troops; over a lane he does not; nor without the rule.
#[test]
fn co_10_wellington() {
    let fight = |table: Table, from: &str| {
        let mut table = table
            .general(BRITAIN, from, 2)
            .named(BRITAIN, from)
            .garrison(BRITAIN, "holland")
            .general(FRANCE, "picardie", 3)
            .begin(1, Step::Movement);
        table.play("arbiter:ottoman move:picardie>holland no-garrison done support");
        result(&table)
    };
    assert!(fight(with_abilities(), "hannover").contains("4 against 4"));
    assert!(fight(with_abilities(), "london").contains("4 against 1"));
    assert!(fight(Table::empty(), "hannover").contains("4 against 1"));
}

/// [CO 10.schwarzenberg] One card more for each other power that supports him.
#[test]
fn co_10_schwarzenberg() {
    let mut table = with_abilities()
        .status(AUSTRIA, Status::British)
        .status(RUSSIA, Status::British)
        .general(AUSTRIA, "tyrol", 1)
        .named(AUSTRIA, "tyrol")
        .general(RUSSIA, "venezia", 1)
        .general(FRANCE, "bavaria", 3)
        .hand(AUSTRIA, &[1, 1, 1])
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman move:bavaria>tyrol no-garrison done support play:1 play:1");
    assert!(result(&table).contains("4 against 4"), "two cards from one troop: {}", result(&table));
}

/// [CO 10.blucher] He loses at most 2 troops and may retreat to an adjacent territory without enemies.
#[test]
fn co_10_blucher() {
    let mut table = with_abilities()
        .status(PRUSSIA, Status::British)
        .general(PRUSSIA, "saxonia", 3)
        .named(PRUSSIA, "saxonia")
        .general(FRANCE, "hesse", 3)
        .garrison(FRANCE, "bavaria")
        .hand(FRANCE, &[5])
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman done move:hesse>saxonia no-garrison done play:5");
    let legal = table.legal();
    assert!(legal.contains(&"retreat:berlin".to_string()) && legal.contains(&"retreat:offmap".to_string()));
    assert!(legal.contains(&"retreat:silesia".to_string()) && legal.contains(&"retreat:bohemia".to_string()));
    assert!(!legal.contains(&"retreat:bavaria".to_string()), "an enemy garrison is there");
    table.play("retreat:silesia");
    assert_eq!(table.troops(PRUSSIA, "silesia"), 1, "two of three lost");
    assert!(table.state.is_named(PRUSSIA, table.at("silesia")));
}

/// [CO 10.kutuzov] Defending, he may withdraw before cards, losing one troop.
#[test]
fn co_10_kutuzov() {
    let base = || {
        let mut table = with_abilities()
            .status(RUSSIA, Status::British)
            .general(RUSSIA, "warszawa", 3)
            .named(RUSSIA, "warszawa")
            .general(FRANCE, "galicia", 1)
            .begin(1, Step::Movement);
        table.play("arbiter:ottoman move:galicia>warszawa no-garrison done");
        table
    };
    let mut table = base();
    assert_eq!((table.asked(), table.rule()), (RUSSIA, "10.kutuzov"));
    table.play("withdraw:polesie");
    assert_eq!(table.troops(RUSSIA, "polesie"), 2);
    assert_eq!(table.asked(), FRANCE);
    table.play("garrison");
    assert!(table.has_garrison(FRANCE, "warszawa"));
    let mut table = base();
    table.play("stay");
    assert!(result(&table).contains("2 against 4"));
}

/// [CO 10.vizier] Beaten, he comes back at once with 1 troop on Ottoman territory without an Ottoman general.
#[test]
fn co_10_vizier() {
    let mut table = with_abilities()
        .status(OTTOMAN, Status::Expansionist)
        .general(OTTOMAN, "dalmatia", 2)
        .named(OTTOMAN, "dalmatia")
        .general(OTTOMAN, "serbia", 0)
        .general(FRANCE, "venezia", 3)
        .hand(FRANCE, &[5])
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:venezia>dalmatia no-garrison done play:5");
    assert_eq!(table.asked(), OTTOMAN);
    assert!(
        !table.offers("retreat:offmap") && !table.offers("retreat:serbia") && table.offers("retreat:egypt")
    );
    table.play("retreat:egypt");
    assert_eq!(table.troops(OTTOMAN, "egypt"), 1);
}
