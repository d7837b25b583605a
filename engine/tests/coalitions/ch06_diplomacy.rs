//! Chapter 6: status, relations, coalitions, expulsion.

use warlab_engine::Published;
use warlab_engine::games::coalitions::rules::ch07_actions;
use warlab_engine::games::coalitions::types::{Status, Step};
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Player};

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

/// [CO 6.status] Four powers choose secretly; nobody sees a choice before all are made.
#[test]
fn co_6_status_secret_choice() {
    let mut table = Table::empty().begin(1, Step::Choice);
    assert_eq!(table.asked(), AUSTRIA);
    let before = table.state;
    table.play("status:french");
    let mut other = Table { game: table.game.clone(), state: before, chance: table.chance.clone() };
    other.play("status:neutral");
    for viewer in [0, 1, 3, 4, 5] {
        let (a, b) = (
            table.game.observe(&table.state, Player(viewer)),
            table.game.observe(&other.state, Player(viewer)),
        );
        assert_eq!(a, b, "seat {viewer} learns nothing");
        assert_eq!(table.game.view_json(&a)["powers"]["austria"]["chosen_status"], serde_json::Value::Null);
    }
    assert_eq!(table.state.status[AUSTRIA.i()], Status::British, "not yet revealed");
    table.play("status:neutral status:british status:expansionist keep keep");
    assert_eq!(table.state.status[AUSTRIA.i()], Status::French);
    assert_eq!(table.state.status[..2], [Status::British, Status::French], "the leaders are fixed");
}

/// [CO 6.status] The printed example: Austria and Russia british, Prussia neutral, the Ottomans expansionist. A power
/// without its capital may choose as it likes.
#[test]
fn co_6_status_example() {
    let mut table = Table::empty().garrison(PRUSSIA, "wien").begin(1, Step::Choice);
    assert_eq!(table.legal().len(), 4, "the loss of Wien does not limit Austria");
    table.play("status:british status:neutral status:british status:expansionist keep keep");
    let status = &table.state.status;
    assert_eq!(status[2..], [Status::British, Status::Neutral, Status::British, Status::Expansionist]);
}

/// [CO 6.relations] Peace and war by status.
#[test]
fn co_6_relations() {
    let table = Table::empty()
        .status(AUSTRIA, Status::British)
        .status(PRUSSIA, Status::Neutral)
        .status(RUSSIA, Status::Expansionist)
        .status(OTTOMAN, Status::Expansionist);
    let at_war = |a, b| table.state.at_war(a, b);
    assert!(!at_war(BRITAIN, AUSTRIA) && at_war(BRITAIN, FRANCE) && at_war(AUSTRIA, RUSSIA));
    assert!(at_war(RUSSIA, OTTOMAN) && at_war(FRANCE, RUSSIA));
    for other in [BRITAIN, FRANCE, RUSSIA] {
        assert!(!at_war(PRUSSIA, other));
    }
    let (berlin, saxonia) = (table.at("berlin"), table.at("saxonia"));
    assert!(!table.state.hostile(&table.game.tables, FRANCE, PRUSSIA, berlin));
    assert!(table.state.hostile(&table.game.tables, FRANCE, PRUSSIA, saxonia), "outside its homes");
}

/// [CO 6.allies] An ally's land is entered with his leave; a refusal ends the general's move; no garrison there.
#[test]
fn co_6_allies_consent() {
    let base = || {
        Table::empty()
            .status(PRUSSIA, Status::French)
            .general(PRUSSIA, "saxonia", 2)
            .status(AUSTRIA, Status::French)
            .begin(3, Step::Movement)
    };
    let mut table = base();
    table.play("arbiter:britain move:saxonia>bohemia");
    assert_eq!((table.asked(), table.rule()), (AUSTRIA, "6.allies"));
    table.play("refuse");
    assert!(table.has_general(PRUSSIA, "saxonia"));
    assert!(!table.has_garrison(PRUSSIA, "saxonia"));
    let mut table = base();
    table.play("arbiter:britain move:saxonia>bohemia accept no-garrison");
    assert!(table.has_general(PRUSSIA, "bohemia"));
    assert!(!table.offers("garrison"), "not on an ally's home");
}

/// [CO 6.allies] Allies are not attacked: entering their territory starts no battle.
#[test]
fn co_6_allies_do_not_fight() {
    let mut table = Table::empty()
        .status(PRUSSIA, Status::French)
        .general(PRUSSIA, "saxonia", 0)
        .general(FRANCE, "hesse", 0)
        .begin(3, Step::Movement);
    table.play("arbiter:britain move:saxonia>hesse");
    assert!(table.has_general(PRUSSIA, "hesse") && table.has_general(FRANCE, "hesse"));
    assert!(!table.event_rules().contains(&"8.1"));
}

/// [CO 6.expel] At the start of the phase a leader may expel a member, which then chooses any other status.
#[test]
fn co_6_expel_before_the_choice() {
    let mut table = Table::empty().begin(1, Step::Expulsion);
    assert_eq!(table.asked(), BRITAIN);
    table.play("expel keep");
    assert_eq!(table.asked(), AUSTRIA);
    assert_eq!(table.legal(), ["status:french", "status:neutral", "status:expansionist"]);
}

/// [CO 6.expel] After the reveal a leader may turn a power away: it becomes neutral or expansionist.
#[test]
fn co_6_expel_after_the_reveal() {
    let choices = "status:french status:neutral status:neutral status:neutral";
    let mut table = Table::empty().begin(1, Step::Choice);
    table.play(choices);
    assert_eq!(table.asked(), FRANCE);
    table.play("expel");
    assert_eq!(table.asked(), AUSTRIA);
    assert_eq!(table.legal(), ["status:neutral", "status:expansionist"]);
    table.play("status:expansionist");
    assert_eq!(table.state.status[AUSTRIA.i()], Status::Expansionist);
    let setup = Setup::scenario("1805").with_players(6).with("expelled_may_join_rival", "on");
    let mut table = Table::empty_with(&setup).begin(1, Step::Choice);
    table.play(choices).play("expel");
    assert_eq!(table.legal(), ["status:british", "status:neutral", "status:expansionist"]);
}

/// [CO 6.expel] With the house rule the rival's leader may turn a power away in his turn, and no power comes back to a
/// coalition that has expelled it in this phase.
#[test]
fn co_6_expel_by_both_leaders() {
    let setup = Setup::scenario("1805").with_players(6).with("expelled_may_join_rival", "on");
    let others = "status:neutral status:neutral status:neutral";
    let mut table = Table::empty_with(&setup).begin(1, Step::Choice);
    table.play("status:french").play(others).play("expel status:british");
    assert_eq!((table.asked(), table.rule()), (BRITAIN, "6.expel"));
    table.play("expel");
    assert_eq!(table.legal(), ["status:neutral", "status:expansionist"], "France has expelled it");
    let mut table = Table::empty_with(&setup).begin(1, Step::Expulsion);
    table.play("expel keep status:french").play(others).play("expel");
    assert_eq!(table.legal(), ["status:neutral", "status:expansionist"], "so has Britain, before the choice");
}

/// [CO 6.british] A member other than Britain sails with British leave; without it the general stays.
#[test]
fn co_6_british_sea_consent() {
    let base = || {
        Table::empty()
            .status(RUSSIA, Status::British)
            .general(RUSSIA, "st_petersburg", 1)
            .begin(4, Step::Movement)
    };
    let mut table = base();
    table.play("arbiter:france sail:st_petersburg>london");
    assert_eq!((table.asked(), table.state.movement.agreed.len()), (BRITAIN, 0));
    table.play("accept no-garrison");
    assert!(table.has_general(RUSSIA, "london"));
    let mut table = base();
    table.play("arbiter:france sail:st_petersburg>holland refuse");
    assert!(table.has_general(RUSSIA, "st_petersburg"));
}

/// [CO 6.neutral] A neutral's home cannot be entered, its taxes are doubled, and its generals keep to its own land.
#[test]
fn co_6_neutral() {
    let mut table = Table::empty()
        .status(PRUSSIA, Status::Neutral)
        .general(FRANCE, "saxonia", 3)
        .begin(1, Step::Movement);
    table.play("arbiter:britain");
    assert!(!table.offers("move:saxonia>berlin") && !table.offers("move:saxonia>silesia"));
    assert!(table.offers("move:saxonia>bohemia"));
    let tax = |status| {
        let table = Table::empty().status(PRUSSIA, status);
        ch07_actions::tax(&table.game, &table.state, PRUSSIA)
    };
    assert_eq!(tax(Status::Neutral), 2 * tax(Status::Expansionist));
    let mut table = Table::empty()
        .status(PRUSSIA, Status::Neutral)
        .general(PRUSSIA, "berlin", 1)
        .begin(3, Step::Movement);
    table.play("arbiter:britain");
    assert!(table.offers("move:berlin>silesia") && !table.offers("move:berlin>saxonia"));
}

/// [CO 6.expansionist] An expansionist may attack anybody but in a neutral's homes.
#[test]
fn co_6_expansionist() {
    let mut table = Table::empty()
        .status(RUSSIA, Status::Expansionist)
        .status(AUSTRIA, Status::Neutral)
        .status(PRUSSIA, Status::British)
        .general(RUSSIA, "warszawa", 3)
        .garrison(AUSTRIA, "polesie")
        .begin(4, Step::Movement);
    table.play("arbiter:britain");
    assert!(table.offers("move:warszawa>borussia"));
    assert!(!table.offers("move:warszawa>galicia"), "a neutral's home");
    table.play("move:warszawa>polesie no-garrison done");
    assert!(!table.has_garrison(AUSTRIA, "polesie"), "a neutral's garrison outside its homes is attacked");
}
