//! Chapter 12: L'Empereur.

use warlab_engine::Published;
use warlab_engine::games::coalitions::types::{Status, Step};
use warlab_engine::setup::Setup;

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

fn setup() -> Setup {
    Setup::scenario("lempereur").with_players(1)
}

fn empty() -> Table {
    let mut table = Table::empty_with(&setup());
    table.state.named = [warlab_engine::games::coalitions::types::Named::Unnamed; 6];
    table
}

/// [CO 12.setup] 1805 with a garrison on every French home, no French hand, six generals, and influence by level.
#[test]
fn co_12_setup() {
    for (level, influence) in [("ogre", 5), ("usurpateur", 10), ("empereur", 15)] {
        let table = Table::setup(&setup().with("lempereur_level", level));
        assert_eq!(table.state.influence, [0, influence, 0, 0, 0, 0], "{level}");
    }
    let table = Table::setup(&setup());
    let homes = table.game.tables.homes[FRANCE.i()];
    assert!(homes.is_subset(table.state.garrisons[FRANCE.i()]));
    assert_eq!(table.state.hand_size(FRANCE), 0);
    assert_eq!(table.state.count_off_map(&table.game.tables, FRANCE), 1);
    assert_eq!(table.state.napoleon_deck.len(), 12);
}

/// [CO 12.setup] One to five players share the five powers in turn; all have the same payoff.
#[test]
fn co_12_setup_seats() {
    let table = Table::setup(&setup().with_players(2));
    let seat = |power| table.game.speaker(&table.state, power).0;
    assert_eq!([BRITAIN, AUSTRIA, PRUSSIA, RUSSIA, OTTOMAN].map(seat), [0, 1, 0, 1, 0]);
    assert_eq!(seat(FRANCE), 0, "the first player answers for the automa");
}

/// [CO 12.victory] A coalition general in Paris after the battles of a turn wins for all.
#[test]
fn co_12_victory_paris() {
    let mut table = empty().general(AUSTRIA, "lorraine", 3).begin(2, Step::Movement);
    table.play("move:lorraine>paris no-garrison stop");
    let outcome = table.game.outcome(&table.state).expect("over");
    assert_eq!((outcome.reason, outcome.payoffs.as_slice()), ("paris_taken", &[1.0f32][..]));
}

/// [CO 12.victory] 25 French influence lose for all.
#[test]
fn co_12_victory_napoleon() {
    let table = empty().influence(FRANCE, 24).garrison(FRANCE, "holland").begin(6, Step::Influence);
    let outcome = table.game.outcome(&table.state).expect("over");
    assert_eq!((outcome.reason, outcome.payoffs.as_slice()), ("napoleon_triumphs", &[0.0f32][..]));
}

/// [CO 12.turn] One movement turn, France gains 1 morale; influence is paid in money; allies all round.
#[test]
fn co_12_turn() {
    let mut table = empty().general(AUSTRIA, "wien", 0).begin(2, Step::Movement);
    assert_eq!(table.state.morale[FRANCE.i()], 6);
    table.play("move:wien>tyrol stop");
    assert_ne!(table.state.step, Step::Movement, "no second movement turn");
    let table = empty().garrison(AUSTRIA, "bavaria").garrison(AUSTRIA, "lorraine").begin(1, Step::Influence);
    assert_eq!(table.state.money[AUSTRIA.i()], 1, "the contested part only");
    assert_eq!(table.state.influence[AUSTRIA.i()], 0);
    assert!(table.state.allied(OTTOMAN, RUSSIA) && table.state.status[OTTOMAN.i()] == Status::British);
    let mut table = empty().money(BRITAIN, 9).begin(3, Step::Leadership);
    table.play("morale subsidy:austria give:9");
    assert_eq!((table.state.money[AUSTRIA.i()], table.state.influence[BRITAIN.i()]), (9, 0));
}

/// [CO 12.napoleon] France taxes as usual, fills its generals at 1 money a troop and turns the rest into morale.
#[test]
fn co_12_napoleon_taxation_and_mobilization() {
    let table = empty().begin(3, Step::Taxation);
    assert_eq!(table.state.money[FRANCE.i()], 10, "the French homes");
    let table = empty().general(FRANCE, "paris", 1).money(FRANCE, 5).begin(5, Step::Mobilization);
    assert_eq!(
        (table.troops(FRANCE, "paris"), table.state.morale[FRANCE.i()], table.state.money[FRANCE.i()]),
        (3, 5 + 3 + 1, 0),
        "and 1 for the Ottoman movement"
    );
    let mut table = empty()
        .general(FRANCE, "paris", 1)
        .general(FRANCE, "lorraine", 1)
        .money(FRANCE, 2)
        .begin(5, Step::Mobilization);
    assert_eq!(table.rule(), "12.napoleon");
    table.play("troop:lorraine troop:paris");
    assert_eq!((table.troops(FRANCE, "paris"), table.troops(FRANCE, "lorraine")), (2, 2));
}

/// [CO 12.napoleon] Its influence counts contested land with a French claim only.
#[test]
fn co_12_napoleon_influence() {
    let table = empty()
        .influence(FRANCE, 0)
        .garrison(FRANCE, "madrid")
        .garrison(FRANCE, "saxonia")
        .garrison(FRANCE, "tyrol")
        .begin(6, Step::Influence);
    assert_eq!(table.state.influence[FRANCE.i()], 2);
}

/// [CO 12.cards] The printed example: Bavaria, Saxonia and Hesse have no French garrison, so generals with three troops
/// go there and garrison what nobody defends.
#[test]
fn co_12_cards_example() {
    let table = empty().influence(FRANCE, 5).morale(PRUSSIA, 1).draws(&["5"]).begin(4, Step::Leadership);
    assert_eq!(table.state.morale[PRUSSIA.i()], 2, "the weakest power");
    for at in ["bavaria", "saxonia", "hesse"] {
        assert!(table.has_general(FRANCE, at) && table.has_garrison(FRANCE, at), "{at}");
        assert_eq!(table.troops(FRANCE, at), 2, "{at}");
    }
    assert_eq!(table.state.influence[FRANCE.i()], 5);
}

/// [CO 12.cards] A target with a French garrison gives its value, contested or not: Dalmatia 1.
#[test]
fn co_12_cards_dalmatia() {
    let table = empty()
        .influence(FRANCE, 5)
        .morale(PRUSSIA, 1)
        .garrison(FRANCE, "dalmatia")
        .draws(&["3"])
        .begin(4, Step::Leadership);
    assert_eq!(table.state.influence[FRANCE.i()], 6);
    assert!(!table.has_general(FRANCE, "dalmatia"), "no general is sent there");
}

/// [CO 12.cards] The players settle which of the weakest powers gains morale.
#[test]
fn co_12_cards_tie_of_the_weakest() {
    let mut table = empty().morale(PRUSSIA, 1).morale(RUSSIA, 1).begin(4, Step::Leadership);
    assert_eq!(table.legal(), ["weakest:prussia", "weakest:russia"]);
    table.play("weakest:russia");
    assert_eq!((table.state.morale[PRUSSIA.i()], table.state.morale[RUSSIA.i()]), (1, 2));
}

/// [CO 12.cards] Generals come from off the map, then the nearest home but Paris, then Paris, then farther afield.
#[test]
fn co_12_cards_sources() {
    let mut table = empty().influence(FRANCE, 5).morale(PRUSSIA, 1);
    for at in ["paris", "picardie", "provence", "dalmatia", "warszawa", "holland"] {
        table = table.general(FRANCE, at, 0);
    }
    let table = table.draws(&["10"]).begin(4, Step::Leadership);
    assert!(table.has_general(FRANCE, "catalonia") && table.has_general(FRANCE, "valencia"));
    assert!(!table.has_general(FRANCE, "provence"), "the nearest home to Catalonia");
    assert!(!table.has_general(FRANCE, "picardie"), "then the other home");
    assert!(table.has_general(FRANCE, "paris"));
}

/// [CO 12.battle] Open cards without abilities; France draws until it is ahead, and supports with every neighbour.
#[test]
fn co_12_battle() {
    let mut table = empty()
        .influence(FRANCE, 5)
        .morale(PRUSSIA, 1)
        .general(AUSTRIA, "bavaria", 2)
        .hand(AUSTRIA, &[3, 4])
        .draws(&["5", "1", "2", "4"])
        .begin(4, Step::Leadership);
    assert_eq!(table.asked(), AUSTRIA);
    assert_eq!(table.legal(), ["play:3", "play:4", "pass"], "no card face up for an effect");
    table.play("play:3 play:4");
    let result = table.chance.then.events.iter().find(|event| event.kind == "result").expect("a result");
    assert!(result.text.contains("11 against 10"), "4 + 1 + 2 + 4 against 3 + 7: {}", result.text);
    assert_eq!(table.state.morale[FRANCE.i()], 5 - 3);
    assert_eq!(table.state.influence[FRANCE.i()], 5 + 1, "a defeated general");
    if table.offers("retreat:offmap") {
        table.play("retreat:offmap");
    }
    assert!(table.has_garrison(FRANCE, "bavaria"));
    assert_eq!(table.state.hand_size(AUSTRIA), 1, "a card for having played");
}

/// [CO 12.battle] Hopeless, France draws nothing and loses: general, troops and garrison leave the board.
#[test]
fn co_12_battle_french_defeat() {
    let mut table = empty()
        .general(FRANCE, "hesse", 0)
        .garrison(FRANCE, "hesse")
        .general(PRUSSIA, "saxonia", 3)
        .begin(3, Step::Movement);
    table.play("move:saxonia>hesse no-garrison done no-garrison");
    assert!(!table.has_general(FRANCE, "hesse") && !table.has_garrison(FRANCE, "hesse"));
    assert_eq!(table.state.morale[FRANCE.i()], 6, "no card drawn without troops");
    assert_eq!(table.state.influence[PRUSSIA.i()], 0);
}

/// [CO 12.race] With a coalition general on a French home France defends instead of drawing a card.
#[test]
fn co_12_race() {
    let mut table =
        empty().general(AUSTRIA, "lorraine", 3).general(FRANCE, "hesse", 0).begin(4, Step::Leadership);
    assert_eq!(table.state.napoleon_deck.len(), 12, "no card is drawn");
    assert!(table.has_general(FRANCE, "paris"));
    assert_eq!(table.troops(FRANCE, "paris"), 2, "three, less one lost in support");
    assert!(table.has_general(FRANCE, "picardie"), "beside Lorraine, first in the priority");
    assert!(table.event_rules().contains(&"8.1"), "the battle of Lorraine");
    let codes = table.legal();
    assert!(!codes.is_empty());
    table.play(&codes[0]);
}

/// [CO 12.race] A French general who already stands beside the attacked home is filled up there: none is placed in a third
/// territory, and he is not sent to Paris either.
#[test]
fn co_12_race_general_already_beside() {
    let table =
        empty().general(AUSTRIA, "lorraine", 2).general(FRANCE, "provence", 1).begin(4, Step::Leadership);
    assert!(
        !table.has_general(FRANCE, "picardie"),
        "first in the priority, but a general is beside Lorraine"
    );
    assert_eq!(table.troops(FRANCE, "provence"), 2, "three, less one lost in support");
    let mut table = empty().general(AUSTRIA, "lorraine", 2);
    for at in ["pfalz", "aquitaine", "languedoc", "normandie_bretagne", "tyrol", "holland"] {
        table = table.general(FRANCE, at, 0);
    }
    let table = table.begin(4, Step::Leadership);
    assert!(!table.has_general(FRANCE, "picardie"));
    assert_eq!(table.troops(FRANCE, "pfalz"), 2, "beside Lorraine, though no French home");
    assert!(!table.has_general(FRANCE, "tyrol"), "he goes to Paris");
    assert!(!table.has_general(FRANCE, "holland"), "he goes to Lorraine, not the nearer one of Pfalz");
}
