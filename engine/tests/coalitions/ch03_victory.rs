//! Chapter 3: the ends of the game.

use warlab_engine::Published;
use warlab_engine::games::coalitions::types::{Status, Step};
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Player};

use crate::table::{AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, Table};

/// [CO 3.influence] 25 influence win at once, in the middle of a turn.
#[test]
fn co_3_influence_wins_at_once() {
    let table = Table::empty().influence(AUSTRIA, 24).garrison(AUSTRIA, "bavaria").begin(1, Step::Influence);
    assert!(table.is_over());
    let outcome = table.game.outcome(&table.state).expect("the game is over");
    assert_eq!((outcome.reason, outcome.rule), ("influence", "3.influence"));
    assert_eq!(outcome.winners(), [Player(2)]);
    let table = Table::empty().influence(AUSTRIA, 23).garrison(AUSTRIA, "bavaria").begin(1, Step::Influence);
    assert!(!table.is_over());
}

fn end_of_round(table: Table) -> Table {
    let mut table = table.begin(6, Step::TurnEnd);
    if !table.is_over() {
        table.check();
    }
    table.chance.then.events.clear();
    table
}

/// [CO 3.paris] +6 for a general in Paris, +9 in the British Coalition; the most influence wins, France included.
#[test]
fn co_3_paris_bonus_by_status() {
    let base = || Table::empty().influence(FRANCE, 8).general(RUSSIA, "paris", 0);
    let table = end_of_round(base().status(RUSSIA, Status::Expansionist));
    assert_eq!(table.state.influence[RUSSIA.i()], 6);
    assert_eq!(table.game.outcome(&table.state).expect("over").winners(), [Player(1)], "France has 8");
    let table = end_of_round(base().status(RUSSIA, Status::British));
    assert_eq!(table.state.influence[RUSSIA.i()], 9);
    assert_eq!(table.game.outcome(&table.state).expect("over").reason, "conqueror_of_paris");
    assert_eq!(table.game.outcome(&table.state).expect("over").winners(), [Player(4)]);
}

/// [CO 3.paris] An ally of France in Paris does not end the game, unless the house rule says so.
#[test]
fn co_3_paris_needs_an_enemy_of_france() {
    let guest = |setup: &Setup| {
        Table::empty_with(setup)
            .general(RUSSIA, "paris", 0)
            .status(RUSSIA, Status::French)
            .begin(6, Step::TurnEnd)
    };
    let setup = Setup::scenario("1805").with_players(6);
    assert!(!guest(&setup).is_over());
    assert!(guest(&setup.with("any_general_in_paris", "on")).is_over());
}

/// [CO 3.ties] Equal influence: value of contested territories, then morale, then a shared victory.
#[test]
fn co_3_ties() {
    let base =
        || Table::empty().influence(FRANCE, 9).status(RUSSIA, Status::British).general(RUSSIA, "paris", 0);
    let winners = |table: Table| table.game.outcome(&table.state).expect("over").winners();
    assert_eq!(winners(base().garrison(FRANCE, "holland").begin(6, Step::TurnEnd)), [Player(1)]);
    assert_eq!(winners(base().morale(RUSSIA, 6).begin(6, Step::TurnEnd)), [Player(4)]);
    let shared = base().begin(6, Step::TurnEnd);
    let payoffs = shared.game.payoffs(&shared.state);
    assert_eq!(payoffs.as_slice(), [0.0, 0.5, 0.0, 0.0, 0.5, 0.0]);
}

/// [CO 3.influence] Of two taken past 25 by one battle the higher wins.
#[test]
fn co_3_influence_of_two_the_higher() {
    let mut table = Table::empty()
        .status(PRUSSIA, Status::British)
        .influence(BRITAIN, 24)
        .influence(PRUSSIA, 23)
        .general(BRITAIN, "holland", 2)
        .general(PRUSSIA, "westphalia", 2)
        .general(FRANCE, "picardie", 0)
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:picardie>holland done support");
    assert!(table.is_over());
    assert_eq!(table.state.influence[BRITAIN.i()], 26, "1 and 1 more for a French general");
    assert_eq!(table.state.influence[PRUSSIA.i()], 24, "a supporter gets 1");
    assert_eq!(table.game.outcome(&table.state).expect("over").winners(), [Player(0)]);
}
