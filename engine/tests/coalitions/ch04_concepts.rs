//! Chapter 4: territories, control, lanes, morale, hand limits.

use warlab_engine::games::coalitions::rules::ch07_actions;
use warlab_engine::games::coalitions::types::Step;

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, Table};

/// [CO 4.territories] A home is controlled unless another's garrison stands there; a general does not matter.
#[test]
fn co_4_territories_control() {
    let table =
        Table::empty().general(FRANCE, "tyrol", 3).garrison(FRANCE, "venezia").garrison(AUSTRIA, "bavaria");
    let controlled = |at: &str| table.state.controller_of(&table.game.tables, table.at(at));
    assert_eq!(controlled("tyrol"), Some(AUSTRIA));
    assert_eq!(controlled("venezia"), Some(FRANCE));
    assert_eq!(controlled("bavaria"), Some(AUSTRIA));
    assert_eq!(controlled("hesse"), None);
}

/// [CO 4.territories] Nobody enters the Alps or the Caucasus.
#[test]
fn co_4_territories_impassable() {
    let table = Table::empty();
    for id in ["alps", "caucasus"] {
        assert!(!table.game.tables.passable.contains(table.at(id)));
    }
}

/// [CO 4.lanes] Lanes are for the British Coalition: a French general in a port cannot sail, a British one can.
#[test]
fn co_4_lanes_for_the_british_coalition() {
    let mut table = Table::empty().general(FRANCE, "holland", 0).begin(1, Step::Movement);
    table.play("arbiter:britain");
    assert!(table.legal().iter().all(|code| !code.starts_with("sail")));
    let mut table = Table::empty().general(BRITAIN, "london", 0).begin(6, Step::Movement);
    table.play("arbiter:france");
    assert!(table.offers("sail:london>holland"));
}

/// [CO 4.morale] Morale stays between 0 and 15.
#[test]
fn co_4_morale_limits() {
    let mut table = Table::empty().morale(AUSTRIA, 15).money(AUSTRIA, 3).begin(6, Step::Mobilization);
    assert_eq!(table.asked(), AUSTRIA);
    assert!(!table.offers("buy:morale"));
    table.play("buy:card");
    assert_eq!(table.state.morale[AUSTRIA.i()], 15);
}

/// [CO 4.cards] At the end of an action a hand is cut to 6 cards, France's to 10.
#[test]
fn co_4_cards_hand_limits() {
    let mut table = Table::empty()
        .hand(AUSTRIA, &[1, 1, 2, 2, 3, 3, 4])
        .hand(FRANCE, &[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5])
        .begin(1, Step::Taxation);
    assert_eq!((table.asked(), table.rule()), (FRANCE, "4.cards"));
    table.play("discard:5");
    assert_eq!((table.asked(), table.state.hand_size(FRANCE)), (AUSTRIA, 10));
    table.play("discard:1");
    assert_eq!(table.state.hand_size(AUSTRIA), 6);
    assert_ne!(table.rule(), "4.cards");
}

/// [CO 2.setup] An empty deck is made anew from the discards.
#[test]
fn co_2_setup_deck_is_refilled() {
    let mut table = Table::empty();
    std::mem::swap(&mut table.state.deck, &mut table.state.discards);
    let table = table.begin(1, Step::Drill);
    assert_eq!(table.state.hand_size(BRITAIN), 1);
    assert_eq!(table.state.deck.iter().sum::<u8>(), 39);
}

/// [CO 4.territories] Control of uncontested land is worth taxes.
#[test]
fn co_4_territories_uncontested_land_is_taxed() {
    let table = Table::empty().garrison(OTTOMAN, "dalmatia");
    let without = Table::empty();
    let tax = |table: &Table| ch07_actions::tax(&table.game, &table.state, OTTOMAN);
    assert_eq!(tax(&table), tax(&without) + 1);
}

/// [CO 2.setup] It is made anew as soon as its last card is drawn: what is discarded afterwards is not in it.
#[test]
fn co_2_setup_new_deck_at_once() {
    let mut table = Table::empty();
    std::mem::swap(&mut table.state.deck, &mut table.state.discards);
    (table.state.deck[0], table.state.discards[0]) = (1, table.state.discards[0] - 1);
    let used = table.state.discards;
    let mut table = table.begin(1, Step::Drill);
    assert_eq!(table.state.deck, used);
    table.play("discard:1");
    assert_eq!(table.state.discards, [1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(table.state.deck, used);
}
