//! Sections 6.3, 6.6 and 6.7 by play: borders of attackers and reinforcements, reserves, pirates who leave by sea.

use warlab_engine::games::wars_of_the_roses::phase::Phase;
use warlab_engine::games::wars_of_the_roses::types::*;

use super::table::Table;

/// [WR 6.3] Player 2 reinforces a battle over two borders at most, all as reserves; over those more may follow.
#[test]
fn wr_6_3_two_borders_for_reinforcements() {
    let mut table = Table::empty()
        .put("leicester", &["rivers_l"])
        .put("warwick", &["hastings"])
        .put("oxford", &["oxford", "pembroke"])
        .put("rutland", &["clifford"])
        .put("lincoln", &["beaumont"])
        .cards("ap3_1", "ap4_1");
    table.play("pick:hastings;step:leicester;done");
    table.play("pick:oxford;step:leicester;pick:clifford;step:leicester;pick:beaumont");
    assert!(!table.can("step:leicester"), "a third border is forbidden");
    assert!(table.can("step:derby"));
    table.play("step:derby;stop;pick:pembroke;step:leicester");
    let came = ["oxford", "clifford", "pembroke"].map(|id| table.block(id));
    assert_eq!(table.state.reserve, came.into_iter().collect());
}

/// [WR 6.3] Player 2 who begins a battle is its attacker: three borders, the first of them the main attack.
#[test]
fn wr_6_3_three_borders_for_an_attacking_player_two() {
    let mut table = Table::empty()
        .put("leicester", &["hastings"])
        .put("warwick", &["oxford"])
        .put("oxford", &["clifford"])
        .put("derby", &["beaumont"])
        .put("rutland", &["devon"])
        .cards("ap4_1", "surprise");
    table.play("done;pick:oxford;step:leicester;pick:clifford;step:leicester;pick:beaumont;step:leicester");
    table.play("pick:devon");
    assert!(!table.can("step:leicester"), "a fourth border is forbidden");
    table.play("step:east_anglia;stop");
    let reserve = ["clifford", "beaumont"].map(|id| table.block(id));
    assert_eq!(table.state.reserve, reserve.into_iter().collect());
    assert_eq!(table.state.battle.unwrap().attacker, Side::Lancaster);
}

/// [WR 6.3] The printed example to its second round: all five reserves then fight, are shown and may be hit.
#[test]
fn wr_6_3_example_reserves_join_in_round_two() {
    let mut table = Table::empty()
        .put("essex", &["wiltshire", "devon"])
        .put("rutland", &["norfolk", "suffolk", "arundel"])
        .put("middlesex", &["hastings", "worcester"])
        .put("east_anglia", &["clifford", "beaumont", "pembroke"])
        .cards("ap3_1", "ap4_1");
    for id in ["norfolk", "suffolk", "arundel", "hastings", "worcester"] {
        table.play(&format!("pick:{id};step:essex"));
    }
    table.play("done");
    for id in ["clifford", "beaumont", "pembroke"] {
        table.play(&format!("pick:{id};step:essex"));
    }
    table.play("done");
    assert!(!table.can("fire:clifford"), "an A in reserve does not act in Round 1");
    table.rolls(&[6, 6, 6]).play("fire:wiltshire").rolls(&[1, 1]).play("fire:devon");
    assert_eq!(table.strength("norfolk"), 2, "the strongest that fights, not one in reserve");
    table.play("pass:norfolk;pass:suffolk;pass:arundel");
    assert_eq!(table.state.battle.unwrap().round, 2);
    assert!(table.state.reserve.is_empty());
    assert!(table.can("fire:clifford"), "A comes first");
    table.play("pass:clifford");
    for id in ["wiltshire", "devon", "beaumont", "pembroke"] {
        assert!(table.can(&format!("fire:{id}")), "{id}");
        table.play(&format!("pass:{id}"));
    }
    assert!(table.can("fire:hastings") && table.can("fire:worcester"));
}

/// [WR 6.3] The printed examples of main attacks as battles: Kent's four fight in Round 1 and Wilts' two from Round 2;
/// the three who joined at the river fight together.
#[test]
fn wr_6_3_example_main_attacks_fight_first() {
    let mut table = Table::empty()
        .put("sussex", &["buckingham_l"])
        .put("kent", &["norfolk", "suffolk", "arundel", "essex"])
        .put("wilts", &["hastings", "worcester"])
        .cards("ap2_1", "ap4_1");
    for id in ["norfolk", "suffolk", "arundel", "essex", "hastings", "worcester"] {
        table.play(&format!("pick:{id};step:sussex"));
    }
    table.play("done;done;pass:buckingham_l");
    for id in ["norfolk", "suffolk", "arundel", "essex"] {
        assert!(!table.can("fire:hastings"));
        table.play(&format!("pass:{id}"));
    }
    table.play("pass:buckingham_l");
    assert!(table.can("fire:hastings") && table.can("fire:worcester"), "Round 2");
    let mut table = Table::empty()
        .put("sussex", &["arundel", "essex"])
        .put("middlesex", &["beaumont"])
        .put("oxford", &["wiltshire"])
        .put("gloucester", &["devon"])
        .cards("ap3_1", "ap2_1");
    table.play(
        "pick:beaumont;step:oxford;step:sussex;pick:wiltshire;step:sussex;pick:devon;step:oxford;step:sussex",
    );
    assert_eq!(table.actor(), "york", "3 AP");
    table.play("done;pass:arundel;pass:essex");
    for id in ["beaumont", "wiltshire", "devon"] {
        assert!(table.can(&format!("fire:{id}")), "{id} is of the main attack");
    }
}

/// [WR 6.6] Pirates retreat by sea alone, to a friendly or vacant coast of the sea they came by (ruling R44); without one
/// they are lost in Round 4.
#[test]
fn wr_6_6_pirates_retreat_by_sea() {
    let mut table = Table::empty()
        .put("calais", &["march", "norfolk"])
        .put("kent", &["oxford"])
        .put("sussex", &["devon"])
        .cards("ap2_1", "piracy");
    table.play("pick:march;sail:english_channel>kent;pick:norfolk;sail:english_channel>kent;done");
    table.play("pass:oxford;pass:march;pass:norfolk;pass:oxford");
    let ways: Vec<_> = table.legal().into_iter().filter(|code| code.starts_with("retreat:march>")).collect();
    let coasts = ["dorset", "cornwall", "calais"].map(|at| format!("retreat:march>{at}"));
    assert_eq!(ways, coasts, "not Sussex with the enemy, not the North Sea, not by land, not to France");
    table.play("retreat:march>dorset;retreat:norfolk>calais");
    assert_eq!((table.at("march").as_str(), table.at("norfolk").as_str()), ("dorset", "calais"));
}

/// [WR 6.3] Pirates of Player 2 who reinforce a battle are reserves too (ruling R12). Piracy has the highest printed priority,
/// so this comes up only with other card numbers: here Lancaster is simply made Player 1.
#[test]
fn wr_6_3_pirates_reinforce_as_reserves() {
    let mut table = Table::empty()
        .put("calais", &["march"])
        .put("kent", &["norfolk"])
        .put("middlesex", &["oxford"])
        .cards("ap2_1", "piracy");
    table.state.first = Side::Lancaster;
    table.state.phase = Phase::Act { side: Side::Lancaster };
    table.play("pick:oxford;step:kent;done;pick:march;sail:north_sea>kent");
    assert_eq!(table.state.reserve, Blocks::single(table.block("march")));
}

/// [WR 6.6] Border limits hold for retreats and count afresh in each round.
#[test]
fn wr_6_6_limits_of_retreats() {
    let mut table = Table::empty()
        .put("cumbria", &["norfolk", "suffolk", "arundel"])
        .put("northumbria", &["oxford"])
        .cards("ap3_1", "ap2_1");
    table.play("pick:oxford;step:cumbria;done;done;pass:oxford;pass:norfolk;pass:suffolk;pass:arundel");
    table.play("pass:oxford;retreat:norfolk>lancaster;retreat:suffolk>lancaster");
    assert!(!table.can("retreat:arundel>lancaster"), "two blocks over a red border");
    assert!(table.can("retreat:arundel>north_yorks") && !table.can("retreat:arundel>scotland"));
    table.play("pass:arundel;pass:oxford");
    assert!(table.can("retreat:arundel>lancaster"), "Round 3");
}

/// [WR 6.7] Pirates who win regroup by their sea; others of their side, here one who turned, by land (ruling R44).
#[test]
fn wr_6_7_pirates_regroup_by_sea() {
    let mut table =
        Table::empty().put("calais", &["york"]).put("kent", &["rivers_l"]).cards("ap2_1", "piracy");
    table.play("pick:york;sail:english_channel>kent;done;done;pass:rivers_l");
    table.rolls(&[2]).play("treachery:york>rivers_l");
    let ways = |id: &str| -> Vec<String> {
        let start = format!("regroup:{id}>");
        table.legal().iter().filter_map(|code| code.strip_prefix(&start)).map(str::to_string).collect()
    };
    assert_eq!(ways("york"), ["dorset", "sussex", "cornwall", "calais"]);
    assert_eq!(ways("rivers_y"), ["middlesex", "sussex"]);
    table.play("regroup:york>dorset");
    assert_eq!(table.at("york"), "dorset");
}

/// [WR 6.6] Kingmaker: the battle that leaves Lancaster alone in Middlesex frees Henry VI at once; till then he takes no part
/// in it, and afterwards he may regroup (ruling R45).
#[test]
fn wr_6_7_a_battle_frees_the_prisoner() {
    let mut table = Table::scenario("kingmaker_1470");
    table.clear();
    let henry = table.block("henry_vi");
    let mut table = table
        .put("middlesex", &["hastings"])
        .put("essex", &["oxford"])
        .weaken("hastings", 1)
        .cards("ap3_1", "ap2_1");
    table.play("pick:oxford;step:middlesex;done;done");
    assert_eq!(table.state.prisoner, Some(henry));
    assert_eq!(table.legal(), ["fire:oxford", "pass:oxford"], "the prisoner is nobody's block here");
    table.rolls(&[1, 6, 6]).play("fire:oxford");
    assert_eq!((table.state.prisoner, table.state.pretender), (None, Some(henry)));
    assert!(table.can("regroup:henry_vi>essex"));
    table.play("regroup:henry_vi>essex;done");
    assert_eq!(table.at("henry_vi"), "essex");
}
