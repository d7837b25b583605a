//! Chapter 6: battles, deaths and treachery.

use warlab_engine::games::wars_of_the_roses::rules::ch06_treachery;
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Player};

use super::table::Table;

/// York attacks `at` from `from`; Lancaster does nothing.
fn york_attacks(table: Table, from: &[(&str, &str)], at: &str) -> Table {
    let mut table = table.cards("ap2_1", "ap4_1");
    for (id, _) in from {
        table.play(&format!("pick:{id};step:{at}"));
    }
    table.play("done;done");
    table
}

/// [WR 6.1] Blocks in the battle are shown, reserves only when they join.
#[test]
fn wr_6_1_shown_in_battle() {
    let table = Table::empty()
        .put("leicester", &["rivers_l"])
        .put("warwick", &["hastings", "suffolk"])
        .put("oxford", &["norfolk", "arundel"]);
    let mut table = york_attacks(table, &[("hastings", "warwick"), ("norfolk", "oxford")], "leicester");
    assert!(table.is_known("hastings") && !table.is_known("norfolk"));
    let told_strength = |table: &Table| {
        let seen = table.game.observe(&table.state, Player(Side::Lancaster.index() as u8));
        seen.visible().battle.unwrap().strength[Side::York.index()]
    };
    assert_eq!(told_strength(&table), 0, "the sum would tell the reserve's strength");
    table.play("pass:rivers_l;pass:hastings");
    assert!(table.is_known("norfolk"), "Round 2");
    assert_eq!(told_strength(&table), table.state.battle.unwrap().strength[Side::York.index()]);
}

/// The printed example: Herbert (A2) and Clarence (B2) attack Rivers (B2): Herbert, Rivers, Clarence. [WR 6.2]
#[test]
fn wr_6_2_example_order() {
    let table = Table::empty().put("leicester", &["rivers_l"]).put("warwick", &["herbert", "clarence_y"]);
    let mut table = york_attacks(table, &[("herbert", ""), ("clarence_y", "")], "leicester");
    for id in ["herbert", "rivers_l", "clarence_y", "herbert"] {
        assert!(table.can(&format!("fire:{id}")), "{id}");
        assert!(table.legal().iter().all(|code| code.contains(id)), "only {id}: {:?}", table.legal());
        table.play(&format!("pass:{id}"));
    }
}

/// [WR 6.2] No retreat in Round 1; a bombard is A3 in Round 1 and D3 later; in Round 4 attackers only retreat.
#[test]
fn wr_6_2_rounds() {
    let table = Table::empty().put("leicester", &["rivers_l", "bombard_l"]).put("warwick", &["hastings"]);
    let mut table = york_attacks(table, &[("hastings", "")], "leicester");
    assert_eq!(table.legal(), ["fire:bombard_l", "pass:bombard_l"]);
    table.play("pass:bombard_l;pass:rivers_l;pass:hastings");
    for _ in 2..=3 {
        assert!(table.can("retreat:rivers_l>derby"));
        table.play("pass:rivers_l;pass:hastings;pass:bombard_l");
    }
    table.play("pass:rivers_l");
    assert!(table.legal().iter().all(|code| code.starts_with("retreat:hastings>")), "{:?}", table.legal());
    table.play("retreat:hastings>warwick");
    assert_eq!((table.told("battle_won"), table.at("hastings").as_str()), (1, "warwick"));
}

/// [WR 6.3] At most three borders; the first is the main attack, the others are reserves.
#[test]
fn wr_6_3_borders_of_an_attack() {
    let mut table = Table::empty()
        .put("leicester", &["rivers_l"])
        .put("warwick", &["hastings"])
        .put("oxford", &["norfolk"])
        .put("derby", &["suffolk"])
        .put("rutland", &["arundel"])
        .cards("ap2_1", "ap4_1");
    table.play(
        "pick:hastings;step:leicester;pick:norfolk;step:leicester;pick:suffolk;step:leicester;pick:arundel",
    );
    assert!(!table.can("step:leicester"), "a fourth border is forbidden");
    assert_eq!(table.state.reserve, [table.block("norfolk"), table.block("suffolk")].into_iter().collect());
}

/// The printed examples of main attacks: four from Kent and two from Wilts into Sussex; and three Lancastrians who join
/// in Oxford and cross its river together. [WR 6.3]
#[test]
fn wr_6_3_example_main_attacks() {
    let mut table = Table::empty()
        .put("sussex", &["buckingham_l"])
        .put("kent", &["norfolk", "suffolk", "arundel", "essex"])
        .put("wilts", &["hastings", "herbert"])
        .cards("ap2_1", "ap4_1");
    for id in ["norfolk", "suffolk", "arundel", "essex", "hastings", "herbert"] {
        table.play(&format!("pick:{id};step:sussex"));
    }
    assert_eq!(table.state.reserve, [table.block("hastings"), table.block("herbert")].into_iter().collect());
    let mut table = Table::empty()
        .put("sussex", &["arundel", "essex"])
        .put("middlesex", &["clifford"])
        .put("oxford", &["oxford"])
        .put("gloucester", &["devon"])
        .cards("ap3_1", "ap2_1");
    table.play(
        "pick:clifford;step:oxford;step:sussex;pick:oxford;step:sussex;pick:devon;step:oxford;step:sussex",
    );
    assert!(table.state.reserve.is_empty(), "one border, one main attack");
}

/// The printed example: York attacks Essex with 3 from Rutland (main) and 2 from Middlesex; 3 Lancastrians come from
/// East Anglia. Round 1 is 3 against 2, the others are reserves. Player 2 uses two borders at most. [WR 6.3]
#[test]
fn wr_6_3_example_reserves() {
    let mut table = Table::empty()
        .put("essex", &["oxford", "devon"])
        .put("rutland", &["norfolk", "suffolk", "arundel"])
        .put("middlesex", &["hastings", "herbert"])
        .put("east_anglia", &["clifford", "beaumont", "wiltshire"])
        .cards("ap3_1", "ap4_1");
    for id in ["norfolk", "suffolk", "arundel", "hastings", "herbert"] {
        table.play(&format!("pick:{id};step:essex"));
    }
    table.play("done");
    for id in ["clifford", "beaumont", "wiltshire"] {
        table.play(&format!("pick:{id};step:essex"));
    }
    table.play("done");
    let battle = table.state.battle.unwrap();
    let count = |side: Side| table.state.fighting(&table.game.tables, &battle, side).len();
    assert_eq!((count(Side::York), count(Side::Lancaster)), (3, 2));
    assert_eq!(table.state.reserve.len(), 5);
}

/// [WR 6.3] When Round 1 kills all defenders but reserves, these come up at once and are the attackers from then on.
#[test]
fn wr_6_3_change_of_control() {
    let mut table = Table::empty()
        .put("essex", &["devon"])
        .put("rutland", &["herbert", "norfolk"])
        .put("east_anglia", &["oxford"])
        .weaken("devon", 1)
        .cards("ap3_1", "ap4_1");
    table.play("pick:herbert;step:essex;pick:norfolk;step:essex;done;pick:oxford;step:essex;done");
    table.rolls(&[1, 6, 6]).play("fire:herbert");
    assert_eq!(table.at("devon"), "dead");
    let battle = table.state.battle.unwrap();
    assert_eq!((battle.attacker, battle.round), (Side::Lancaster, 1));
    assert!(!table.can("fire:oxford") && table.can("fire:norfolk"), "the reserve acts from Round 2");
    table.rolls(&[1, 6, 6, 6]).play("fire:norfolk");
    assert_eq!(table.strength("oxford"), 2, "but can be hit");
    table.play("pass:herbert;pass:oxford;pass:norfolk;pass:herbert;pass:oxford;pass:norfolk;pass:herbert");
    assert!(
        table.legal().iter().all(|code| code.starts_with("retreat:oxford>")),
        "Lancaster must go in Round 4"
    );
}

/// The printed example: Stanley 3 rolls three dice at B2. [WR 6.4]
#[test]
fn wr_6_4_example_stanley() {
    let table =
        Table::empty().put("derby", &["stanley_l"]).put("warwick", &["norfolk"]).weaken("stanley_l", 3);
    let mut table = york_attacks(table, &[("norfolk", "")], "derby");
    table.rolls(&[1, 2, 3]).play("fire:stanley_l");
    assert_eq!(table.strength("norfolk"), 2);
}

/// [WR 6.4] All hits fall on the strongest block, the surplus on the next; the owner chooses among equals.
#[test]
fn wr_6_4_hits() {
    let table = Table::empty()
        .put("derby", &["northumberland_l"])
        .put("warwick", &["norfolk", "suffolk", "arundel"])
        .weaken("norfolk", 2)
        .weaken("suffolk", 3)
        .weaken("arundel", 3);
    let mut table = york_attacks(table, &[("norfolk", ""), ("suffolk", ""), ("arundel", "")], "derby");
    table.rolls(&[1, 1, 1, 1]).play("fire:northumberland_l");
    assert_eq!(table.legal(), ["hit:suffolk", "hit:arundel"]);
    table.play("hit:arundel");
    assert_eq!(
        (table.at("arundel").as_str(), table.strength("suffolk"), table.strength("norfolk")),
        ("dead", 2, 2)
    );
}

/// [WR 6.5] The senior heir charges one block: surplus is lost, a survivor strikes back at him alone.
#[test]
fn wr_6_5_charge() {
    let table = Table::empty().put("derby", &["oxford", "devon"]).put("warwick", &["march", "rutland"]);
    let mut table = york_attacks(table, &[("march", ""), ("rutland", "")], "derby");
    table.play("pass:oxford");
    assert!(table.can("charge:march>devon"));
    table.rolls(&[1, 1, 1]).play("charge:march>devon");
    assert_eq!(
        (table.at("devon").as_str(), table.strength("oxford")),
        ("dead", 3),
        "one hit too many is lost"
    );
    assert!(!table.legal().iter().any(|code| code.starts_with("charge:rutland")), "only the senior charges");
    table.play("pass:rutland;pass:oxford");
    table.rolls(&[1, 6, 6, 2, 6]).play("charge:march>oxford");
    assert_eq!(
        (table.strength("oxford"), table.strength("march")),
        (2, 2),
        "Oxford strikes back with two dice"
    );
}

/// [WR 6.6] Retreats to friendly or vacant areas, not over borders the enemy crossed, within limits; where both crossed,
/// only Player 2 may.
#[test]
fn wr_6_6_retreat() {
    let mut table = Table::empty()
        .put("leicester", &["rivers_l", "clifford"])
        .put("warwick", &["hastings"])
        .put("derby", &["norfolk"])
        .put("oxford", &["oxford"])
        .cards("ap3_1", "ap4_1");
    table.play("pick:hastings;step:leicester;done;pick:oxford;step:leicester;done");
    table.play("pass:clifford;pass:rivers_l;pass:hastings");
    assert!(table.can("retreat:clifford>oxford") && table.can("retreat:clifford>rutland"));
    assert!(!table.can("retreat:clifford>warwick"), "the enemy came that way");
    assert!(!table.can("retreat:clifford>derby"), "the enemy is there");
    let mut table = Table::empty()
        .put("leicester", &["rivers_l"])
        .put("warwick", &["hastings", "herbert", "norfolk", "arundel"])
        .put("gloucester", &["clifford"])
        .cards("ap3_1", "ap4_1");
    for id in ["hastings", "herbert", "norfolk", "arundel"] {
        table.play(&format!("pick:{id};step:leicester"));
    }
    table.play("done;pick:clifford;step:warwick;step:leicester;done");
    table.play("pass:herbert;pass:rivers_l;pass:hastings;pass:norfolk;pass:arundel");
    assert!(table.can("retreat:clifford>warwick"), "both crossed: Player 2 may");
    table.play("pass:clifford");
    assert!(!table.can("retreat:herbert>warwick"), "and Player 1 may not");
}

/// [WR 6.6] A block that must retreat and cannot is lost.
#[test]
fn wr_6_6_trapped() {
    let mut table = Table::empty()
        .put("cornwall", &["devon"])
        .put("dorset", &["norfolk"])
        .put("somerset", &["oxford", "clifford"])
        .cards("ap3_1", "ap4_1");
    table.play("pick:norfolk;step:cornwall;done;pick:oxford;step:dorset;stop;done");
    for _ in 0..3 {
        table.play("pass:devon;pass:norfolk");
    }
    table.play("pass:devon");
    assert_eq!(table.at("norfolk"), "dead");
}

/// [WR 6.7] The winner regroups to adjacent friendly or vacant areas, also over borders the enemy used.
#[test]
fn wr_6_7_regroup() {
    let table = Table::empty()
        .put("leicester", &["rivers_l", "oxford"])
        .put("warwick", &["worcester"])
        .put("derby", &["norfolk"])
        .weaken("worcester", 1);
    let mut table = york_attacks(table, &[("worcester", "")], "leicester");
    table.rolls(&[1, 6, 6]).play("fire:oxford");
    assert_eq!(table.at("worcester"), "dead");
    assert!(table.can("regroup:oxford>warwick") && !table.can("regroup:oxford>derby"));
    table.play("regroup:oxford>warwick;done");
    assert_eq!((table.at("oxford").as_str(), table.at("rivers_l").as_str()), ("warwick", "leicester"));
}

/// [WR 6.7] A reserve that never joined regroups unseen, and the sum of strengths at the start does not give it away.
#[test]
fn wr_6_7_a_hidden_reserve_regroups_unseen() {
    let table = Table::empty()
        .put("leicester", &["rivers_l"])
        .put("warwick", &["hastings", "suffolk"])
        .put("oxford", &["norfolk", "arundel"])
        .weaken("rivers_l", 1);
    let mut table = york_attacks(table, &[("hastings", "warwick"), ("norfolk", "oxford")], "leicester");
    table.play("pass:rivers_l").rolls(&[1, 6, 6]).play("fire:hastings;regroup:norfolk>middlesex");
    assert!(!table.is_known("norfolk") && table.can("regroup:hastings>derby"));
    let seen = table.game.observe(&table.state, Player(Side::Lancaster.index() as u8));
    assert_eq!(seen.visible().battle.unwrap().strength[Side::York.index()], 0);
}

/// [WR 6.7] Hidden reserves regroup in any order: a fixed one would tell the enemy who they are.
#[test]
fn wr_6_7_hidden_reserves_regroup_in_any_order() {
    let table = Table::empty()
        .put("leicester", &["rivers_l"])
        .put("warwick", &["worcester", "hastings"])
        .put("oxford", &["norfolk", "suffolk", "arundel"])
        .weaken("rivers_l", 1);
    let attackers =
        [("worcester", "warwick"), ("hastings", "warwick"), ("norfolk", "oxford"), ("arundel", "oxford")];
    let mut table = york_attacks(table, &attackers, "leicester");
    table.play("pass:rivers_l").rolls(&[1, 6, 6]).play("fire:hastings;regroup:arundel>middlesex");
    assert!(table.can("regroup:norfolk>oxford") && table.can("regroup:worcester>derby"));
    table.play("regroup:hastings>derby");
    assert!(table.can("regroup:norfolk>oxford"));
    assert!(!table.can("regroup:worcester>derby"), "of the blocks that were shown each choice comes up once");
}

/// [WR 6.81] A dead King is followed at the next Supply Phase by the senior heir, who may be a minor; a dead Pretender at
/// once.
#[test]
fn wr_6_81_succession() {
    let table = Table::empty()
        .put("derby", &["henry_vi", "oxford"])
        .put("warwick", &["march"])
        .put("ireland", &["york"])
        .put("cornwall", &["exeter_l"])
        .weaken("henry_vi", 1)
        .weaken("march", 1);
    let mut table = york_attacks(table, &[("march", "")], "derby");
    table.play("pass:oxford").rolls(&[1]).play("charge:march>henry_vi");
    assert_eq!(table.state.king, None);
    table.play("pass:oxford;retreat:march>warwick;done");
    assert_eq!(table.state.king, Some(table.block("prince_edward")));
    assert!(table.legal().iter().all(|code| code.starts_with("enter:prince_edward>")));
    let table = Table::empty()
        .put("derby", &["oxford"])
        .put("warwick", &["york"])
        .put("calais", &["march"])
        .weaken("york", 1);
    let mut table = york_attacks(table, &[("york", "")], "derby");
    table.rolls(&[1, 6, 6]).play("fire:oxford");
    assert_eq!((table.at("york").as_str(), table.state.pretender), ("dead", Some(table.block("march"))));
}

/// [WR 6.82] Heirs die for good; a minor enters: the King's on a friendly or vacant crown, the Pretender's in exile.
#[test]
fn wr_6_82_minors_enter() {
    let table = Table::empty()
        .put("derby", &["oxford"])
        .put("warwick", &["rutland"])
        .put("calais", &["march"])
        .weaken("rutland", 1);
    let mut table = york_attacks(table, &[("rutland", "")], "derby");
    table.rolls(&[1, 6, 6]).play("fire:oxford;done");
    assert_eq!(table.at("rutland"), "dead");
    assert_eq!(table.legal(), ["enter:clarence_y>calais", "enter:clarence_y>ireland"]);
    table.play("enter:clarence_y>ireland");
    assert_eq!((table.at("clarence_y").as_str(), table.at("gloucester").as_str()), ("ireland", "minor"));
}

fn killed_in_battle(id: &str) -> Table {
    let table = Table::empty().put("chester", &["oxford"]).put("warwick", &[id]).weaken(id, 1);
    let mut table = york_attacks(table, &[(id, "")], "chester");
    if table.can(&format!("pass:{id}")) {
        table.play(&format!("pass:{id}"));
    }
    table.rolls(&[1, 6, 6]).play("fire:oxford");
    table
}

/// [WR 6.83] Rose nobles and Nevilles die for good; others lie face down for the campaign.
#[test]
fn wr_6_83_nobles() {
    assert_eq!(killed_in_battle("norfolk").at("norfolk"), "dead");
    let table = killed_in_battle("warwick_y");
    assert_eq!((table.at("warwick_y").as_str(), table.at("warwick_l").as_str()), ("dead", "dead"));
    assert_eq!(killed_in_battle("stanley_y").at("stanley_y"), "spent");
    assert_eq!(killed_in_battle("canterbury_church_y").at("canterbury_church_y"), "spent");
}

/// [WR 6.84] Levies, bombards and mercenaries lie face down and are not recruited again in this campaign.
#[test]
fn wr_6_84_levies_and_mercenaries() {
    for id in ["london_levy", "calais_merc"] {
        assert_eq!(killed_in_battle(id).at(id), "spent");
    }
    let mut table = killed_in_battle("london_levy");
    table.play("done");
    let table = table.cards("ap2_1", "ap4_2");
    assert!(!table.legal().iter().any(|code| code.contains("london_levy")));
}

/// [WR 6.85] So does the Rebel.
#[test]
fn wr_6_85_rebel() {
    assert_eq!(killed_in_battle("rebel").at("rebel"), "spent");
}

/// The printed example: the King tries Northumberland, loyalty 2 for Lancaster and 1 for York; all dice even. [WR 6.9]
#[test]
fn wr_6_9_example_treachery() {
    for (rolls, turned) in [([2, 4], true), ([2, 3], false)] {
        let table = Table::empty()
            .put("derby", &["northumberland_l", "oxford"])
            .put("warwick", &["york"])
            .weaken("northumberland_l", 3);
        let mut table = york_attacks(table, &[("york", "")], "derby");
        table.play("pass:oxford;pass:northumberland_l");
        table.rolls(&rolls).play("treachery:york>northumberland_l");
        assert_eq!(table.at("northumberland_y") == "derby", turned);
        if turned {
            assert_eq!(table.strength("northumberland_y"), 3);
        }
        table.play(if turned { "pass:oxford" } else { "pass:oxford;pass:northumberland_l" });
        assert!(table.can("fire:york"));
        assert!(!table.legal().iter().any(|code| code.starts_with("treachery:")), "once a battle");
    }
}

/// [WR 6.9] Not recovered in the same battle; the turned block acts from the next round.
#[test]
fn wr_6_9_not_back_again() {
    let table = Table::empty().put("derby", &["rivers_l", "henry_vi", "oxford"]).put("warwick", &["york"]);
    let mut table = york_attacks(table, &[("york", "")], "derby");
    table.play("pass:oxford;pass:rivers_l;pass:henry_vi").rolls(&[2]).play("treachery:york>rivers_l");
    assert_eq!(table.state.battle.unwrap().round, 2);
    table.play("pass:oxford");
    assert!(!table.can("treachery:henry_vi>rivers_y"));
    table.play("pass:henry_vi");
    assert!(table.can("fire:rivers_y"));
}

/// [WR 6.91] Kent and Salisbury: 2 dice, 1 when Warwick rolls; Warwick may not try Northumberland and Westmoreland. In the
/// variant only Warwick can try Kent and Salisbury.
#[test]
fn wr_6_91_warwick() {
    let table = Table::empty();
    let dice = |table: &Table, id: &str, warwick: bool| {
        ch06_treachery::loyalty(&table.game, table.block(id), warwick)
    };
    assert_eq!((dice(&table, "kent_y", false), dice(&table, "kent_y", true)), (2, 1));
    assert_eq!((dice(&table, "northumberland_l", false), dice(&table, "northumberland_l", true)), (2, 0));
    assert_eq!(dice(&table, "westmoreland_l", true), 0);
    let variant = Table::with(Setup::scenario("campaign_1460").with("warwick_only_nevilles", "on"));
    assert_eq!((dice(&variant, "salisbury_y", false), dice(&variant, "salisbury_y", true)), (0, 2));
    let table = Table::empty().put("derby", &["rivers_l", "northumberland_l"]).put("warwick", &["warwick_y"]);
    let mut table = york_attacks(table, &[("warwick_y", "")], "derby");
    table.play("pass:rivers_l;pass:northumberland_l");
    assert!(table.can("treachery:warwick_y>rivers_l") && !table.can("treachery:warwick_y>northumberland_l"));
}
