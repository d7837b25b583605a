//! Chapter 7: drill, taxation and trade, leadership, subsidies, mobilization, influence.

use warlab_engine::games::coalitions::rules::ch07_actions;
use warlab_engine::games::coalitions::types::{Named, Status, Step};
use warlab_engine::setup::Setup;

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

/// [CO 7.1] A card is drawn, then one is discarded, the new one or another.
#[test]
fn co_7_1_drill() {
    let mut table = Table::empty().hand(BRITAIN, &[2]).draws(&["5"]).begin(1, Step::Drill);
    assert_eq!(table.legal(), ["discard:2", "discard:5"]);
    table.play("discard:2");
    assert_eq!(table.state.hands[BRITAIN.i()], [0, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(table.state.discards, [0, 1, 0, 0, 0, 0, 0, 0]);
}

/// [CO 7.2] Homes, uncontested land and contested land without the own stripe; not others' homes, not own contested.
#[test]
fn co_7_2_taxation() {
    let base = Table::empty().status(PRUSSIA, Status::Expansionist);
    let homes = ch07_actions::tax(&base.game, &base.state, PRUSSIA);
    assert_eq!(homes, 6);
    let table = Table::empty()
        .status(PRUSSIA, Status::Expansionist)
        .garrison(PRUSSIA, "hesse") // uncontested: 1
        .garrison(PRUSSIA, "bavaria") // contested without a Prussian stripe: 1
        .garrison(PRUSSIA, "warszawa") // contested with one: influence only
        .garrison(PRUSSIA, "tyrol") // another's home: influence only
        .garrison(FRANCE, "silesia"); // a lost home: 2 less
    assert_eq!(ch07_actions::tax(&table.game, &table.state, PRUSSIA), homes + 2 - 2);
    let table = table.begin(5, Step::Taxation);
    assert_eq!(table.state.money[PRUSSIA.i()], 6);
}

/// [CO 7.2] Trade: 11 ports less those held by powers at war with Britain.
#[test]
fn co_7_2_trade() {
    let table = Table::empty().status(RUSSIA, Status::British).status(OTTOMAN, Status::Neutral);
    assert_eq!(ch07_actions::trade(&table.game, &table.state), 11);
    let table = table.status(OTTOMAN, Status::Expansionist).garrison(FRANCE, "holland");
    assert_eq!(ch07_actions::trade(&table.game, &table.state), 9, "Egypt and Holland");
    let taxes = ch07_actions::tax(&table.game, &table.state, BRITAIN);
    let table = table.begin(2, Step::Taxation);
    assert_eq!(table.state.money[BRITAIN.i()], taxes + 9);
}

/// [CO 7.3] Generals on, or off, or a card, or 1 morale; one of these.
#[test]
fn co_7_3_leadership() {
    let base = || {
        Table::empty().general(RUSSIA, "moskva", 2).general(FRANCE, "smolensk", 0).begin(1, Step::Leadership)
    };
    let mut table = base();
    assert_eq!(table.asked(), RUSSIA);
    assert!(!table.offers("place:moskva"), "an own general is there");
    assert!(!table.offers("place:smolensk"), "an enemy general is there");
    assert!(!table.offers("place:livonia"), "not controlled");
    table.play("place:ukraine");
    assert!(!table.offers("remove:moskva") && !table.offers("draw") && !table.offers("morale"));
    table.play("place-named:crimea done");
    assert!(table.has_general(RUSSIA, "ukraine"));
    assert_eq!(table.state.named[RUSSIA.i()], Named::At(table.at("crimea")));
    let mut table = base();
    table.play("remove:moskva");
    assert!(table.legal().iter().all(|code| code == "done"), "no general comes on in the same action");
    assert_eq!(table.state.count_troops(RUSSIA), 0, "his troops are lost");
    let mut table = base();
    table.play("morale");
    assert_eq!(table.state.morale[RUSSIA.i()], 6);
    let mut table = base();
    table.play("draw");
    assert_eq!(table.state.hand_size(RUSSIA), 1);
}

/// [CO 7.3] [CO 6.british] A subsidy may be refused; 3 money taken give Britain 1 influence, at most 1 a power.
#[test]
fn co_7_3_subsidies() {
    let base = || {
        let mut table = Table::empty()
            .status(PRUSSIA, Status::British)
            .status(RUSSIA, Status::Neutral)
            .money(BRITAIN, 9)
            .begin(3, Step::Leadership);
        table.play("morale");
        table
    };
    let mut table = base();
    assert_eq!(table.legal(), ["subsidy:austria", "subsidy:prussia", "done"]);
    table.play("subsidy:austria give:2");
    assert_eq!(table.asked(), AUSTRIA);
    table.play("accept");
    assert_eq!((table.state.money[AUSTRIA.i()], table.state.influence[BRITAIN.i()]), (2, 0));
    assert_eq!(table.legal(), ["subsidy:prussia", "done"]);
    table.play("subsidy:prussia give:7 accept");
    assert_eq!((table.state.money[PRUSSIA.i()], table.state.influence[BRITAIN.i()]), (7, 1));
    let mut table = base();
    table.play("subsidy:austria give:3 refuse");
    assert_eq!((table.state.money[BRITAIN.i()], table.state.influence[BRITAIN.i()]), (9, 0));
}

/// [CO 7.3] Napoleon, on the map, makes one movement turn without an arbiter before Russia's movement.
#[test]
fn co_7_3_napoleons_move() {
    let base = || Table::empty().general(FRANCE, "paris", 1).general(FRANCE, "picardie", 1);
    let mut table = base().named(FRANCE, "paris").begin(4, Step::NapoleonMove);
    assert_eq!((table.asked(), table.state.movement.napoleon_only), (FRANCE, true));
    assert!(table.legal().iter().all(|code| code == "done" || code.starts_with("move:paris>")));
    table.play("move:paris>lorraine no-garrison stop");
    assert!(table.has_general(FRANCE, "lorraine"));
    assert_eq!(
        (table.asked(), table.state.step),
        (RUSSIA, Step::Movement),
        "no second turn, then Russia moves"
    );
    let table = base().begin(4, Step::NapoleonMove);
    assert_eq!(table.asked(), RUSSIA, "Napoleon is off the map");
}

/// [CO 7.4] A card for every general off the map, then purchases at their prices, at most 3 troops under a general.
#[test]
fn co_7_4_mobilization() {
    let mut table = Table::empty()
        .general(PRUSSIA, "berlin", 2)
        .garrison(PRUSSIA, "berlin")
        .money(PRUSSIA, 10)
        .begin(1, Step::Mobilization);
    assert_eq!((table.asked(), table.state.hand_size(PRUSSIA)), (PRUSSIA, 2), "two generals are off the map");
    table.play("buy:card buy:morale troop:berlin");
    assert!(!table.offers("troop:berlin"), "three troops");
    assert_eq!((table.state.hand_size(PRUSSIA), table.state.morale[PRUSSIA.i()]), (3, 6));
    table.play("fortress:berlin");
    assert_eq!(table.state.money[PRUSSIA.i()], 2);
    assert!(table.legal() == ["done"], "one fortress a territory, 2 money left and nothing to buy in order");
    table.play("done");
    assert_eq!(table.state.money[PRUSSIA.i()], 0, "corruption");
}

/// [CO 7.4] Fortresses stand on own garrisons only, and there are six of them.
#[test]
fn co_7_4_fortresses_are_six() {
    let mut table =
        Table::empty().garrison(PRUSSIA, "saxonia").garrison(AUSTRIA, "bavaria").money(PRUSSIA, 9);
    for at in ["london", "paris", "wien", "moskva", "istanbul"] {
        table = table.fortress(at);
    }
    let last = table.begin(1, Step::Mobilization);
    assert!(
        last.offers("fortress:saxonia")
            && !last.offers("fortress:bavaria")
            && !last.offers("fortress:berlin")
    );
    let mut table = last;
    table.play("fortress:saxonia");
    let mut none = Table::empty().garrison(PRUSSIA, "saxonia").money(PRUSSIA, 9);
    for at in ["london", "paris", "wien", "moskva", "istanbul", "hesse"] {
        none = none.fortress(at);
    }
    assert!(!none.begin(1, Step::Mobilization).offers("fortress:saxonia"));
}

/// [CO 7.4] Britain keeps what it does not spend.
#[test]
fn co_7_4_corruption_spares_britain() {
    let mut table = Table::empty().money(BRITAIN, 4).begin(4, Step::Mobilization);
    assert_eq!(table.asked(), BRITAIN);
    table.play("done");
    assert_eq!(table.state.money[BRITAIN.i()], 4);
}

/// [CO 7.4] Troops are limited by the counters.
#[test]
fn co_7_4_counters() {
    let mut table = Table::empty().general(PRUSSIA, "berlin", 0).money(PRUSSIA, 5);
    let mut left = 21;
    for at in table.game.tables.passable {
        if left > 0 && !table.state.has_general(PRUSSIA, at) {
            table.state.garrisons[PRUSSIA.i()].insert(at);
            left -= 1;
        }
    }
    let table = table.begin(1, Step::Mobilization);
    assert!(!table.offers("troop:berlin"));
}

/// [CO 7.5] Contested land with the own stripe and others' homes, even without the own capital.
#[test]
fn co_7_5_influence() {
    let table = Table::empty()
        .garrison(AUSTRIA, "bavaria") // stripe: 1
        .garrison(AUSTRIA, "warszawa") // stripe: 2
        .garrison(AUSTRIA, "silesia") // Prussian home: 2
        .garrison(AUSTRIA, "livonia") // no Austrian stripe
        .garrison(AUSTRIA, "hesse") // uncontested
        .garrison(FRANCE, "wien")
        .begin(1, Step::Influence);
    assert_eq!(table.state.influence[AUSTRIA.i()], 5);
}

/// [CO 7.3] Only Britain subsidises, and only its own coalition; minor powers bring no influence. [CO 11.rules]
#[test]
fn co_11_rules_subsidy_of_a_minor_power() {
    let setup = Setup::scenario("1805").with_players(4);
    let mut table = Table::empty_with(&setup).money(BRITAIN, 9);
    table.state.controller[PRUSSIA.i()] = Some(BRITAIN);
    table.state.status[PRUSSIA.i()] = Status::British;
    let mut table = table.begin(3, Step::Leadership);
    table.play("morale subsidy:prussia give:6");
    assert_eq!((table.state.money[PRUSSIA.i()], table.state.influence[BRITAIN.i()]), (6, 0));
}
