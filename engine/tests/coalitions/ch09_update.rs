//! Chapter 9: board updates.

use warlab_engine::games::coalitions::types::{Status, Step};

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

/// [CO 9.3] [CO 9.1] The printed example A: Prussia holds Wien, Austria turns neutral.
#[test]
fn co_9_example_a_wien() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::French)
        .status(PRUSSIA, Status::British)
        .general(PRUSSIA, "wien", 1)
        .garrison(PRUSSIA, "wien")
        .general(AUSTRIA, "saxonia", 1)
        .garrison(AUSTRIA, "saxonia")
        .begin(1, Step::Choice);
    table.play("status:neutral status:british status:neutral status:neutral keep");
    assert_eq!(table.troops(PRUSSIA, "wien"), 2, "the garrison has joined the general");
    assert_eq!(table.legal(), ["retreat:silesia", "retreat:offmap"], "the nearest Prussian territory");
    table.play("retreat:silesia");
    assert_eq!(table.troops(PRUSSIA, "silesia"), 2);
    assert!(table.has_general(AUSTRIA, "saxonia") && table.has_garrison(AUSTRIA, "saxonia"));
    let saxonia = table.at("saxonia");
    assert!(table.state.hostile(&table.game.tables, PRUSSIA, AUSTRIA, saxonia), "it may be attacked there");
}

/// [CO 9.2] The printed example B: Austria changes sides; the Russian general in Galicia goes to Podolia.
#[test]
fn co_9_example_b_galicia() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::British)
        .status(RUSSIA, Status::British)
        .garrison(AUSTRIA, "galicia")
        .general(RUSSIA, "galicia", 0)
        .general(RUSSIA, "polesie", 0)
        .garrison(RUSSIA, "polesie")
        .garrison(RUSSIA, "podolia")
        .begin(1, Step::Choice);
    table.play("status:french status:neutral status:british status:expansionist keep keep");
    assert_eq!(
        (table.asked(), table.legal()),
        (RUSSIA, vec!["retreat:podolia".to_string(), "retreat:offmap".into()])
    );
    table.play("retreat:podolia");
    assert!(table.has_garrison(AUSTRIA, "galicia") && table.has_general(RUSSIA, "podolia"));
}

/// [CO 9.1] From war to peace in one coalition: the garrison is lifted, the general stays with the home power's leave.
#[test]
fn co_9_1_leave_to_stay() {
    let base = || {
        let mut table = Table::empty()
            .status(AUSTRIA, Status::Expansionist)
            .garrison(FRANCE, "tyrol")
            .general(FRANCE, "tyrol", 3)
            .begin(1, Step::Choice);
        table.play("status:french status:neutral status:neutral status:neutral keep");
        table
    };
    let mut table = base();
    assert_eq!(table.state.money[FRANCE.i()], 1, "no general with room for the troop");
    assert_eq!((table.asked(), table.rule()), (AUSTRIA, "9.1"));
    table.play("accept");
    assert!(table.has_general(FRANCE, "tyrol") && !table.has_garrison(FRANCE, "tyrol"));
    let mut table = base();
    table.play("refuse");
    assert_eq!(table.asked(), FRANCE);
    table.play("retreat:offmap");
    assert_eq!(table.state.count_troops(FRANCE), 0);
}

/// [CO 9.1] The owner chooses which general takes a lifted garrison.
#[test]
fn co_9_1_reassignment() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::Expansionist)
        .garrison(FRANCE, "tyrol")
        .general(FRANCE, "paris", 1)
        .general(FRANCE, "picardie", 0)
        .begin(1, Step::Choice);
    table.play("status:french status:neutral status:neutral status:neutral keep");
    assert_eq!(table.legal(), ["troop:paris", "troop:picardie"]);
    table.play("troop:picardie");
    assert_eq!(table.troops(FRANCE, "picardie"), 1);
}

/// [CO 9.2] The weaker side leaves: its garrison is lifted, its general falls back.
#[test]
fn co_9_2_the_weaker_leaves() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::French)
        .garrison(AUSTRIA, "bavaria")
        .general(FRANCE, "bavaria", 2)
        .begin(1, Step::Choice);
    table.play("status:expansionist status:neutral status:neutral status:neutral");
    assert!(!table.has_garrison(AUSTRIA, "bavaria"));
    assert_eq!(table.state.money[AUSTRIA.i()], 1);
    assert!(table.has_general(FRANCE, "bavaria"));
}

/// [CO 9.2] Equal strength without a garrison is decided by a toss: both results occur.
#[test]
fn co_9_2_toss() {
    let mut stayed = [false; 2];
    for seed in 0..20 {
        let mut table = Table::empty()
            .status(AUSTRIA, Status::French)
            .general(AUSTRIA, "hesse", 1)
            .general(FRANCE, "hesse", 1)
            .begin(1, Step::Choice);
        table.chance.then.source = warlab_engine::Dice::seeded(seed);
        table.play("status:expansionist status:neutral status:neutral status:neutral");
        let leaver = table.asked();
        assert!(leaver == FRANCE || leaver == AUSTRIA);
        stayed[usize::from(leaver == FRANCE)] = true;
    }
    assert_eq!(stayed, [true, true]);
}

/// [CO 9.3] A new neutral leaves others' homes and land it does not control; its garrisons elsewhere stay.
#[test]
fn co_9_3_becoming_neutral() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::British)
        .status(PRUSSIA, Status::British)
        .general(AUSTRIA, "silesia", 1)
        .general(AUSTRIA, "hesse", 2)
        .garrison(AUSTRIA, "bavaria")
        .garrison(AUSTRIA, "lorraine")
        .begin(1, Step::Choice);
    table.play("status:neutral status:british status:neutral status:neutral keep");
    assert!(!table.has_garrison(AUSTRIA, "lorraine"), "another power's home");
    assert!(table.has_garrison(AUSTRIA, "bavaria"));
    assert_eq!(table.rule(), "9.1");
    while table.rule() == "9.1" {
        let first = table.legal()[0].clone();
        table.play(&first);
    }
    assert!(!table.has_general(AUSTRIA, "silesia") && !table.has_general(AUSTRIA, "hesse"));
    assert_eq!(table.state.count_troops(AUSTRIA), 4, "troops go along, and the lifted garrison");
}

/// [CO 9.3] Nobody else's piece stays on a neutral's home, not even a former ally's.
#[test]
fn co_9_3_former_allies_leave() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::British)
        .status(RUSSIA, Status::British)
        .general(RUSSIA, "venezia", 3)
        .begin(1, Step::Choice);
    table.play("status:neutral status:neutral status:british status:neutral keep");
    assert_eq!(table.asked(), RUSSIA);
    assert!(!table.has_general(BRITAIN, "venezia") && !table.has_general(OTTOMAN, "venezia"));
    table.play("retreat:offmap");
    assert!(!table.has_general(RUSSIA, "venezia"));
}

/// [CO 9.1] A general falls back to the nearest territory that is free of own and enemy generals; the owner chooses among
/// equals; for the British Coalition a lane is a step.
#[test]
fn co_9_1_nearest_territory_by_sea() {
    use warlab_engine::games::coalitions::rules::ch04_concepts::nearest_refuges;
    let table = Table::empty().status(RUSSIA, Status::British).general(RUSSIA, "london", 0);
    let refuges = |table: &Table| {
        let from = table.at("london");
        let places = nearest_refuges(&table.game, &table.state, RUSSIA, from);
        places.into_iter().map(|at| table.game.tables.id(at).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(refuges(&table), ["st_petersburg"]);
    assert!(refuges(&table.status(RUSSIA, Status::French)).is_empty(), "no way by land");
}

/// [CO 9.1] [CO 9.3] Land that the same update takes from a power is no refuge for its generals.
#[test]
fn co_9_1_no_refuge_in_land_about_to_be_left() {
    let base = || {
        Table::empty()
            .status(AUSTRIA, Status::Expansionist)
            .general(FRANCE, "tyrol", 3)
            .garrison(FRANCE, "venezia")
            .begin(1, Step::Choice)
    };
    let mut neutral = base();
    neutral.play("status:neutral status:neutral status:neutral status:neutral");
    let mut allied = base();
    allied.play("status:french status:neutral status:neutral status:neutral keep refuse");
    for mut table in [neutral, allied] {
        assert_eq!(table.asked(), FRANCE);
        assert_eq!(
            table.legal(),
            ["retreat:provence", "retreat:offmap"],
            "the garrison in Venezia is lifted"
        );
        table.play("retreat:provence");
        assert!(!table.has_garrison(FRANCE, "venezia"));
        assert_eq!(table.troops(FRANCE, "provence"), 3);
    }
    let mut table = Table::empty()
        .status(AUSTRIA, Status::British)
        .general(AUSTRIA, "lorraine", 0)
        .garrison(AUSTRIA, "provence")
        .garrison(AUSTRIA, "pfalz")
        .begin(1, Step::Choice);
    table.play("status:neutral status:neutral status:neutral status:neutral");
    assert_eq!(table.legal(), ["retreat:pfalz", "retreat:offmap"], "a new neutral leaves Provence too");
}
