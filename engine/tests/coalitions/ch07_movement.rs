//! Chapter 7.6: arbiter, disbanding, the kinds of movement, garrisons.

use warlab_engine::games::coalitions::types::{Status, Step};

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

/// [CO 7.6.arbiter] Not an ally, not at 15 morale; he gains 1 at once and the choice is made even without generals.
#[test]
fn co_7_6_arbiter_choice() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::British)
        .status(PRUSSIA, Status::Neutral)
        .status(RUSSIA, Status::Expansionist)
        .morale(FRANCE, 15)
        .begin(6, Step::Movement);
    assert_eq!(table.legal(), ["arbiter:prussia", "arbiter:russia", "arbiter:ottoman"]);
    table.play("arbiter:prussia");
    assert_eq!(table.state.morale[PRUSSIA.i()], 6);
}

/// [CO 7.6.arbiter] With nobody eligible there is one movement turn.
#[test]
fn co_7_6_arbiter_nobody() {
    let mut table = Table::empty().general(BRITAIN, "london", 0);
    for power in [FRANCE, AUSTRIA, PRUSSIA, RUSSIA, OTTOMAN] {
        table = table.morale(power, 15);
    }
    let mut table = table.begin(6, Step::Movement);
    table.play("move:london>cornwall stop");
    assert_eq!(table.state.round, 2, "the action is over");
}

/// [CO 7.6.arbiter] A third turn that would take the arbiter beyond 15 morale is not allowed.
#[test]
fn co_7_6_arbiter_15_limit() {
    let mut table = Table::empty().morale(OTTOMAN, 12).general(BRITAIN, "london", 0).begin(6, Step::Movement);
    table.play("arbiter:ottoman done request accept done");
    assert_eq!(table.state.morale[OTTOMAN.i()], 15);
    assert_eq!(table.state.round, 2, "no third turn");
    let mut table = Table::empty().general(BRITAIN, "london", 0).begin(6, Step::Movement);
    table.play("arbiter:ottoman done request accept done request accept done");
    assert_eq!(table.state.morale[OTTOMAN.i()], 5 + 1 + 2 + 3, "all three turns");
}

/// [CO 7.6.arbiter] [CO 7.6.sea] The printed example: Britain goes to the Peninsula with Ottoman consent.
#[test]
fn co_7_6_example_britain() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::British)
        .status(PRUSSIA, Status::British)
        .status(RUSSIA, Status::French)
        .general(BRITAIN, "cornwall", 1)
        .general(BRITAIN, "london", 2)
        .garrison(FRANCE, "lisboa")
        .garrison(FRANCE, "madrid")
        .begin(6, Step::Movement);
    assert_eq!(table.legal(), ["arbiter:france", "arbiter:russia", "arbiter:ottoman"]);
    table.play("arbiter:ottoman sail:cornwall>oporto no-garrison stop move:london>cornwall no-garrison stop");
    table.play("request accept");
    assert_eq!(table.state.morale[OTTOMAN.i()], 5 + 3);
    table.play("sail:cornwall>lisboa no-garrison done decline");
    assert!(table.has_general(BRITAIN, "lisboa"), "3 against the garrison's 1");
    table.play("garrison done");
    assert!(table.has_garrison(BRITAIN, "lisboa") && !table.has_garrison(FRANCE, "lisboa"));
    assert_eq!(table.state.morale[OTTOMAN.i()], 8, "no third turn was asked for");
    assert_eq!(table.state.influence[BRITAIN.i()], 0, "a lone garrison gives none");
}

/// [CO 7.6.strategic] [CO 7.6.arbiter] The printed example: France answers by strategic moves and is refused a second turn.
#[test]
fn co_7_6_example_france() {
    let mut table = Table::empty()
        .status(RUSSIA, Status::French)
        .general(FRANCE, "paris", 2)
        .general(FRANCE, "lombardia", 1)
        .garrison(FRANCE, "navarra")
        .garrison(FRANCE, "madrid")
        .garrison(FRANCE, "catalonia")
        .garrison(FRANCE, "lombardia")
        .general(BRITAIN, "lisboa", 1)
        .garrison(BRITAIN, "lisboa")
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman done move:paris>aquitaine no-garrison onward:navarra onward:madrid");
    table.play("move:lombardia>provence onward:languedoc onward:catalonia");
    assert!(table.has_general(FRANCE, "madrid") && table.has_general(FRANCE, "catalonia"));
    table.play("request");
    assert_eq!(table.asked(), OTTOMAN);
    table.play("refuse");
    assert_eq!(table.state.turn, 2, "France's movement is over");
    assert_eq!(table.state.morale[OTTOMAN.i()], 6);
}

/// [CO 7.6.sea] A garrison in Oporto does not hinder the voyage from Cornwall to Lisboa; three lanes are the limit; a
/// voyage starts in a port.
#[test]
fn co_7_6_sea_example_oporto() {
    let mut table = Table::empty()
        .garrison(FRANCE, "oporto")
        .general(BRITAIN, "cornwall", 0)
        .general(BRITAIN, "hesse", 0)
        .begin(6, Step::Movement);
    table.play("arbiter:ottoman");
    assert!(table.offers("sail:cornwall>lisboa") && table.offers("sail:cornwall>napoli"));
    assert!(!table.offers("sail:cornwall>hellas"), "four lanes");
    assert!(table.legal().iter().all(|code| !code.starts_with("sail:hesse")));
    table.play("sail:cornwall>lisboa");
    assert!(table.has_general(BRITAIN, "lisboa"));
}

/// [CO 7.6.sea] London is reached from the continent only by sea.
#[test]
fn co_7_6_sea_is_the_only_way_to_britain() {
    let table = Table::empty();
    let london = table.at("london");
    assert_eq!(table.game.tables.adjacent[london].len(), 1, "Cornwall alone");
}

/// [CO 7.6.disband] Garrisons are disbanded after the arbiter and before the moves; the home goes back to its owner.
#[test]
fn co_7_6_disband() {
    let mut table = Table::empty()
        .garrison(BRITAIN, "egypt")
        .garrison(BRITAIN, "lisboa")
        .general(BRITAIN, "london", 0)
        .begin(6, Step::Movement);
    table.play("arbiter:france");
    assert_eq!(table.legal(), ["disband:egypt", "disband:lisboa", "done"]);
    table.play("disband:egypt done");
    assert_eq!(table.state.controller_of(&table.game.tables, table.at("egypt")), Some(OTTOMAN));
    assert!(table.has_garrison(BRITAIN, "lisboa"));
    table.play("done request");
    table.play("accept");
    assert!(table.legal().iter().all(|code| !code.starts_with("disband")), "only before the first turn");
}

/// [CO 7.6.march] One adjacent territory, into uncontrolled land too; then the general stops.
#[test]
fn co_7_6_march() {
    let mut table = Table::empty()
        .general(PRUSSIA, "saxonia", 0)
        .status(PRUSSIA, Status::British)
        .begin(3, Step::Movement);
    table.play("arbiter:france");
    assert!(table.offers("move:saxonia>hesse") && !table.offers("move:saxonia>pfalz"));
    table.play("move:saxonia>hesse");
    assert!(table.has_general(PRUSSIA, "hesse"));
    assert!(!table.offers("onward:westphalia"));
}

/// [CO 7.6.strategic] Up to three friendly territories; an enemy general met on the way stops the move and is fought.
#[test]
fn co_7_6_strategic() {
    let mut table = Table::empty()
        .status(RUSSIA, Status::British)
        .general(RUSSIA, "st_petersburg", 3)
        .general(FRANCE, "smolensk", 0)
        .begin(4, Step::Movement);
    table.play("arbiter:france move:st_petersburg>moskva no-garrison");
    assert!(table.offers("onward:ukraine") && table.offers("onward:smolensk"));
    table.play("onward:smolensk");
    assert_eq!(table.asked(), FRANCE, "stopped by the enemy and fought: 4 against 1");
    table.play("retreat:offmap");
    assert!(!table.has_general(FRANCE, "smolensk"));
    let mut table = Table::empty()
        .status(RUSSIA, Status::British)
        .general(RUSSIA, "st_petersburg", 0)
        .begin(4, Step::Movement);
    table.play("arbiter:france move:st_petersburg>moskva onward:ukraine onward:crimea");
    assert!(table.has_general(RUSSIA, "crimea"));
    assert!(table.state.movement.moved.contains(table.at("crimea")), "three territories");
}

/// [CO 7.6.stack] Two own generals do not share a territory, but one may follow another that has left; allies share.
#[test]
fn co_7_6_stack() {
    let mut table = Table::empty()
        .status(PRUSSIA, Status::British)
        .general(PRUSSIA, "berlin", 0)
        .general(PRUSSIA, "borussia", 0)
        .begin(3, Step::Movement);
    table.play("arbiter:france");
    let mut passing = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    passing.play("move:borussia>berlin");
    assert_eq!(passing.legal(), ["onward:silesia"], "no stop in Berlin");
    table.play("move:berlin>silesia stop");
    assert!(table.offers("move:borussia>berlin"));
    table.play("move:borussia>berlin stop");
    assert!(table.has_general(PRUSSIA, "berlin") && table.has_general(PRUSSIA, "silesia"));
}

/// [CO 7.6.stack] [CO 7.6.strategic] Only the end of a move may not be with an own general: a strategic move passes through his
/// territory, and through several, if it can still end elsewhere; a march does not.
#[test]
fn co_7_6_stack_passing_through() {
    let base = || {
        Table::empty()
            .status(RUSSIA, Status::British)
            .general(RUSSIA, "st_petersburg", 0)
            .general(RUSSIA, "moskva", 2)
            .garrison(RUSSIA, "moskva")
    };
    let mut table = base().begin(4, Step::Movement);
    table.play("arbiter:france done move:st_petersburg>moskva");
    assert_eq!(table.legal(), ["onward:smolensk", "onward:ukraine"], "he goes on, and not back");
    table.play("onward:ukraine");
    assert!(table.has_general(RUSSIA, "ukraine") && !table.has_general(RUSSIA, "st_petersburg"));
    assert_eq!((table.troops(RUSSIA, "ukraine"), table.troops(RUSSIA, "moskva")), (0, 2));
    table.play("onward:crimea");
    assert!(table.has_general(RUSSIA, "crimea"), "the third territory");
    assert!(table.offers("move:moskva>ukraine") && !table.offers("move:crimea>ukraine"));

    let mut table = base().general(RUSSIA, "ukraine", 1).begin(4, Step::Movement);
    table.play("arbiter:france done move:st_petersburg>moskva onward:ukraine");
    assert_eq!(table.legal(), ["onward:smolensk", "onward:crimea"]);
    table.play("onward:crimea");
    assert!(["crimea", "moskva", "ukraine"].iter().all(|at| table.has_general(RUSSIA, at)));
    assert_eq!((table.troops(RUSSIA, "crimea"), table.troops(RUSSIA, "ukraine")), (0, 1));

    let mut table = base()
        .general(RUSSIA, "ukraine", 0)
        .general(RUSSIA, "smolensk", 0)
        .named(RUSSIA, "moskva")
        .garrison(FRANCE, "crimea")
        .begin(4, Step::Movement);
    table.play("arbiter:france done");
    assert!(table.offers("move:st_petersburg>livonia"));
    assert!(!table.offers("move:st_petersburg>moskva"), "nowhere to end within three territories");
    let mut table = Table::empty()
        .status(PRUSSIA, Status::British)
        .general(PRUSSIA, "berlin", 0)
        .general(PRUSSIA, "saxonia", 0)
        .begin(3, Step::Movement);
    table.play("arbiter:france");
    assert!(!table.offers("move:berlin>saxonia"), "nobody's land");
}

/// [CO 7.6.stack] [CO 8.when] An enemy beside the own general would stop him there, so there is no way through.
#[test]
fn co_7_6_stack_no_passing_enemies() {
    let mut table = Table::empty()
        .status(RUSSIA, Status::British)
        .general(RUSSIA, "st_petersburg", 0)
        .general(RUSSIA, "ukraine", 0)
        .general(FRANCE, "moskva", 0)
        .begin(4, Step::Movement);
    table.play("arbiter:france move:ukraine>moskva");
    assert!(!table.offers("move:st_petersburg>moskva"));
}

/// [CO 7.6.garrison] Leaving a territory with an own general, the one who passes may garrison it with a troop of his own.
#[test]
fn co_7_6_garrison_in_passing() {
    let mut table = Table::empty()
        .status(RUSSIA, Status::British)
        .general(RUSSIA, "st_petersburg", 2)
        .general(RUSSIA, "moskva", 3)
        .begin(4, Step::Movement);
    table.play("arbiter:france move:st_petersburg>moskva no-garrison");
    assert!(!table.offers("garrison"), "asked when he leaves");
    table.play("onward:ukraine");
    assert_eq!(
        (table.rule(), table.legal()),
        ("7.6.garrison", vec!["garrison".into(), "no-garrison".into()])
    );
    table.play("garrison");
    assert!(table.has_garrison(RUSSIA, "moskva") && !table.has_garrison(RUSSIA, "st_petersburg"));
    assert_eq!((table.troops(RUSSIA, "moskva"), table.troops(RUSSIA, "ukraine")), (3, 1));
}

/// [CO 6.allies] [CO 7.6.stack] Passing through an ally's land needs his leave as well; refused beyond, the general is back where he
/// could stop.
#[test]
fn co_7_6_stack_passing_needs_leave() {
    let base = || {
        let mut table = Table::empty()
            .status(AUSTRIA, Status::British)
            .status(PRUSSIA, Status::British)
            .general(PRUSSIA, "silesia", 1)
            .general(PRUSSIA, "bohemia", 0)
            .begin(3, Step::Movement);
        table.play("arbiter:france move:silesia>bohemia");
        assert_eq!((table.asked(), table.rule()), (AUSTRIA, "6.allies"));
        table
    };
    let mut table = base();
    table.play("refuse");
    assert!(table.state.movement.moved.contains(table.at("silesia")));
    let mut table = base();
    table.play("accept no-garrison onward:wien");
    assert_eq!((table.asked(), table.rule()), (AUSTRIA, "6.allies"));
    let mut refused = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    refused.play("refuse");
    assert_eq!(refused.troops(PRUSSIA, "silesia"), 1);
    assert!(refused.state.movement.moved.contains(refused.at("silesia")));
    assert!(refused.has_general(PRUSSIA, "bohemia") && !refused.has_general(PRUSSIA, "wien"));
    table.play("accept");
    assert_eq!((table.troops(PRUSSIA, "wien"), table.troops(PRUSSIA, "bohemia")), (1, 0));
    assert!(!table.has_general(PRUSSIA, "silesia"));
}

/// [CO 7.6.garrison] On leaving and on entering, several in one move, as long as there are troops; one a territory.
#[test]
fn co_7_6_garrison_on_the_way() {
    let mut table = Table::empty()
        .status(PRUSSIA, Status::British)
        .general(PRUSSIA, "berlin", 3)
        .begin(3, Step::Movement);
    table.play("arbiter:france move:berlin>silesia garrison garrison");
    assert!(!table.offers("garrison"), "one garrison a territory");
    table.play("stop request accept move:silesia>saxonia garrison");
    for at in ["berlin", "silesia", "saxonia"] {
        assert!(table.has_garrison(PRUSSIA, at), "{at}");
    }
    assert_eq!(table.troops(PRUSSIA, "saxonia"), 0);
    table.play("request accept move:saxonia>hesse");
    assert!(!table.has_garrison(PRUSSIA, "hesse"), "no troop, no garrison");
}

/// [CO 7.6.garrison] An empty enemy home is taken by a garrison without a battle.
#[test]
fn co_7_6_garrison_of_an_empty_home() {
    let mut table = Table::empty().general(FRANCE, "bavaria", 1).begin(1, Step::Movement);
    table.play("arbiter:britain move:bavaria>tyrol no-garrison garrison");
    assert_eq!(table.state.controller_of(&table.game.tables, table.at("tyrol")), Some(FRANCE));
    assert!(!table.event_rules().contains(&"8.1"));
}
