//! Chapter 9: victory, Clarence and Exeter.

use warlab_engine::game::Game;
use warlab_engine::games::wars_of_the_roses::rules::ch08_political::homes;
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::published::Published;

use super::table::Table;

/// [WR 9.0] A house without heirs has lost at once.
#[test]
fn wr_9_0_all_heirs_dead() {
    let mut table = Table::empty()
        .put("dead", &["march", "rutland", "clarence_y", "gloucester"])
        .put("derby", &["oxford"])
        .put("warwick", &["york"])
        .weaken("york", 1)
        .cards("ap2_1", "ap3_1");
    table.play("pick:york;step:derby;done;done").rolls(&[1, 6, 6]).play("fire:oxford");
    let outcome = table.game.outcome(&table.state).unwrap();
    assert_eq!((outcome.reason, outcome.payoffs.as_slice()), ("heirs_dead", &[1.0, 0.0][..]));
}

/// [WR 9.0] After the third campaign the King, by Usurpation if need be, has won.
#[test]
fn wr_9_0_last_campaign() {
    for (york_at, reason) in [("middlesex", "usurpation"), ("calais", "king_holds")] {
        let mut table = Table::empty().put(york_at, &["york"]).put("derby", &["henry_vi"]);
        table.state.campaign = 3;
        table.state.turn = 7;
        let mut table = table.cards("ap2_1", "ap3_1");
        table.play("done;done");
        assert_eq!(table.game.outcome(&table.state).unwrap().reason, reason);
        assert_eq!(table.game.payoffs(&table.state).as_slice()[1] > 0.5, reason == "usurpation");
    }
}

/// [WR 9.1] Clarence can turn, not as Pretender; turned he is no heir of either house, and no minor replaces him.
#[test]
fn wr_9_1_clarence_turns() {
    let mut table = Table::empty()
        .put("derby", &["clarence_y", "norfolk"])
        .put("warwick", &["henry_vi"])
        .put("calais", &["york"])
        .cards("ap3_1", "ap2_1");
    table.play("pick:henry_vi;step:derby;done;done;pass:norfolk;pass:clarence_y");
    table.rolls(&[2]).play("treachery:henry_vi>clarence_y");
    assert_eq!((table.at("clarence_l").as_str(), table.at("clarence_y").as_str()), ("derby", "aside"));
    assert_eq!(table.state.living_heirs(&table.game.tables, Side::York), 4);
    table.state.pretender = Some(table.block("march"));
    let mut table =
        Table::empty().put("derby", &["clarence_y"]).put("warwick", &["henry_vi"]).cards("ap3_1", "ap2_1");
    table.state.pretender = Some(table.block("clarence_y"));
    table.play("pick:henry_vi;step:derby;done;done;pass:clarence_y");
    assert!(!table.legal().iter().any(|code| code.starts_with("treachery:")));
}

/// [WR 9.1] While a turned Clarence lives no minor takes his place; one does when he is executed, or killed in battle.
#[test]
fn wr_9_1_no_minor_for_a_living_turncoat() {
    let turned = || {
        let mut table = Table::empty()
            .put("dead", &["rutland"])
            .put("derby", &["clarence_y", "norfolk"])
            .put("warwick", &["henry_vi"])
            .put("calais", &["york"])
            .cards("ap3_1", "ap2_1");
        table.play("pick:henry_vi;step:derby;done;done;pass:norfolk;pass:clarence_y");
        table.rolls(&[2]).play("treachery:henry_vi>clarence_y;retreat:norfolk>leicester;done");
        assert_eq!(table.legal(), ["execute:clarence_l", "spare:clarence_l"]);
        table
    };
    let enters = ["enter:gloucester>calais", "enter:gloucester>ireland"];
    let mut table = turned();
    table.play("execute:clarence_l");
    assert_eq!(table.legal(), enters);
    let mut table = turned();
    table.play("spare:clarence_l");
    assert_eq!(
        (table.at("gloucester").as_str(), table.state.turn),
        ("minor", 2),
        "he lives, though for the enemy"
    );
    let mut table = table.weaken("clarence_l", 1).weaken("henry_vi", 1).cards("ap2_1", "ap3_1");
    table.play("pick:norfolk;step:derby;done;done;pass:henry_vi;pass:clarence_l");
    table.rolls(&[1, 6, 6, 6]).play("fire:norfolk;hit:clarence_l;retreat:henry_vi>warwick;done");
    assert_eq!((table.at("clarence_l").as_str(), table.legal()), ("dead", enters.map(String::from).to_vec()));
}

/// [WR 9.1] The holder may execute a turned heir in the Supply Phase; then a minor of the old house enters.
#[test]
fn wr_9_1_execution() {
    let mut table = Table::empty()
        .put("derby", &["exeter_y", "norfolk"])
        .put("france", &["henry_vi"])
        .cards("ap3_1", "ap2_1");
    table.play("done;done");
    assert_eq!(
        (table.actor(), table.legal()),
        ("york", vec!["execute:exeter_y".to_string(), "spare:exeter_y".into()])
    );
    table.play("execute:exeter_y");
    assert_eq!((table.at("exeter_y").as_str(), table.at("exeter_l").as_str()), ("dead", "dead"));
    assert!(table.can("enter:prince_edward>middlesex"));
    let mut table = Table::empty().put("derby", &["exeter_y"]).cards("ap3_1", "ap2_1");
    table.play("done;done;spare:exeter_y");
    assert_eq!((table.at("exeter_y").as_str(), table.state.turn), ("derby", 2));
}

/// [WR 9.1] Going home, turned Exeter goes to Cornwall, turned Clarence to an empty York shield area, else to the pool.
#[test]
fn wr_9_1_turncoats_go_home() {
    let table = Table::empty()
        .put("derby", &["exeter_y", "clarence_l"])
        .put("hereford", &["oxford"])
        .put("rutland", &["worcester"]);
    let places = |side: Side, id: &str| -> Vec<String> {
        let (areas, _) = homes(&table.game, &table.state, side, table.block(id));
        areas.into_iter().map(|area| table.game.tables.area(area).id.clone()).collect()
    };
    assert_eq!(places(Side::York, "exeter_y"), ["cornwall"]);
    assert_eq!(places(Side::Lancaster, "clarence_l"), ["south_yorks"]);
    let table = table.put("cornwall", &["devon"]);
    assert!(homes(&table.game, &table.state, Side::York, table.block("exeter_y")).1);
}
