//! Chapter 1: the game turn.

use warlab_engine::game::Game;
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::player::Player;

use super::table::Table;

/// [WR 1.1] The higher card is Player 1; an event beats any action card; the Pretender wins ties.
#[test]
fn wr_1_1_player_one() {
    for (lancaster, york, first) in [
        ("ap3_1", "ap2_1", Side::Lancaster),
        ("ap2_1", "ap4_1", Side::York),
        ("ap3_1", "ap3_2", Side::York),
        ("plague", "ap4_1", Side::Lancaster),
        ("muster", "plague", Side::York),
        ("piracy", "surprise", Side::Lancaster),
        ("treason", "force_march", Side::York),
    ] {
        let table = Table::empty().cards(lancaster, york);
        assert_eq!(table.state.first, first, "{lancaster} {york}");
    }
}

/// [WR 1.1] Cards are chosen face down: the King does not see the Pretender's.
#[test]
fn wr_1_1_cards_are_hidden_until_both_are_chosen() {
    let mut table = Table::scenario("campaign_1460");
    table.play("keep; keep");
    assert_eq!(table.actor(), "york");
    let views: Vec<_> = table
        .legal()
        .iter()
        .map(|code| {
            let mut copy = Table::scenario("campaign_1460");
            copy.play("keep; keep").play(code);
            copy.game.observe(&copy.state, Player::FIRST)
        })
        .collect();
    assert!(views.len() > 1 && views.windows(2).all(|pair| pair[0] == pair[1]));
}

/// [WR 1.2] The printed example: 3 AP are any mixture of three moves and recruits; unused points are lost.
#[test]
fn wr_1_2_three_action_points() {
    let fresh = || {
        Table::empty()
            .put("essex", &["oxford"])
            .put("lincoln", &["beaumont"])
            .put("wilts", &["wiltshire"])
            .cards("ap3_1", "ap2_1")
    };
    let moves = [
        "pick:oxford;step:middlesex;stop",
        "pick:beaumont;step:derby;stop",
        "pick:wiltshire;step:dorset;stop",
    ];
    let recruits =
        ["recruit:buckingham_l>kent", "recruit:shrewsbury_l>south_yorks", "recruit:northumberland_l>cumbria"];
    for recruited in 0..=3 {
        let mut table = fresh();
        table.play(&moves[..3 - recruited].join(";")).play(&recruits[..recruited].join(";"));
        assert_eq!(table.actor(), "york", "{recruited}: all three points are spent");
    }
    let mut table = fresh();
    table.play("recruit:buckingham_l>kent");
    assert!(!table.can("pick:buckingham_l"), "a recruit does not move");
    table.play("done");
    assert_eq!((table.actor(), table.state.ap), ("york", 2));
}

/// [WR 1.3] After both have moved, Player 1 chooses the order of the battles.
#[test]
fn wr_1_3_player_one_orders_the_battles() {
    let mut table = Table::empty()
        .put("essex", &["oxford"])
        .put("kent", &["buckingham_l"])
        .put("east_anglia", &["norfolk"])
        .put("sussex", &["arundel"])
        .cards("ap2_1", "ap4_1");
    table.play("pick:norfolk;step:essex;pick:arundel;step:kent;done;done");
    assert_eq!(table.actor(), "york");
    assert_eq!(table.legal(), ["fight:essex", "fight:kent"]);
    table.play("fight:kent");
    assert_eq!(table.state.battle.unwrap().area, table.area("kent"));
}

/// [WR 1.4] The Supply Phase ends a turn; the next begins with cards, until the seventh.
#[test]
fn wr_1_4_turn_after_turn() {
    let mut table = Table::empty().put("essex", &["oxford"]).cards("ap2_1", "ap3_1");
    table.play("done;done");
    assert_eq!((table.told("supply"), table.state.turn), (1, 2));
    assert!(table.legal().iter().all(|code| code.starts_with("play:")));
    table.state.turn = 7;
    table = table.cards("ap2_1", "ap3_1");
    table.play("done;done");
    assert_eq!((table.told("usurpation"), table.state.campaign, table.state.turn), (1, 2, 1));
}

/// The game turn printed beside chapter 7: York 3, Lancaster 3; two ships for one AP, two recruits; Oxford and
/// Beaumont to Middlesex, the bombard there. [WR 1.1, 5.31, 5.4]
#[test]
fn wr_7_example_game_turn() {
    let mut table = Table::scenario("campaign_1460").cards("ap3_1", "ap3_2");
    assert_eq!(table.state.first, Side::York);
    table.play("pick:warwick_y;sail:north_sea>east_anglia;pick:salisbury_y;sail:north_sea>east_anglia");
    assert_eq!(table.state.ap, 2);
    table.play("recruit:norfolk>east_anglia;recruit:norwich_levy>east_anglia");
    assert_eq!(table.actor(), "lancaster");
    table.play("pick:oxford;step:middlesex;stop");
    table.play("pick:beaumont;step:leicester;step:middlesex;recruit:bombard_l>middlesex");
    assert_eq!((table.told("battle"), table.told("starve"), table.state.turn), (0, 0, 2));
    for id in ["henry_vi", "oxford", "beaumont", "bombard_l"] {
        assert_eq!(table.at(id), "middlesex");
    }
}
