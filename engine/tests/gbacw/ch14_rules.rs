//! Chapter 14, rule by rule: cavalry on horse and foot, Spencers.

use warlab_engine::games::gbacw::calc::fire::Ammo;
use warlab_engine::games::gbacw::rules::ch09_allowance::allowance;
use warlab_engine::games::gbacw::rules::ch10_salvo::effective_sp;
use warlab_engine::games::gbacw::state::Status;
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack};
use warlab_engine::setup::Setup;

use super::table::Table;

/// Trevilian without the small arms' depletion, so that dice mean results only.
fn table() -> Table {
    Table::new(&Setup::scenario("trevilian").with("ammo_depletion", "off").with("fatigue", "off"))
}

/// [GB 14.21] A regiment has two counters: 10 points mounted, 6 on foot, its cohesion and strength the same.
#[test]
fn gb_14_21_two_counters() {
    let mut table = table();
    let unit = table.put("us_7mi", "1021", "vW", Advance);
    assert_eq!((allowance(&table.game, &table.state, unit), table.sp(unit)), (20, 4));
    table.activate("us.c.1.1").play(&["unit:us_7mi", "dismount", "pass", "pass"]);
    table.activate("us.c.1.1");
    assert!(!table.has(unit, Status::MOUNTED));
    assert_eq!((allowance(&table.game, &table.state, unit), table.sp(unit)), (12, 4));
}

/// [GB 14.23] On foot it is infantry: it charges on foot, leaves horse holders and does not move off; mounted it is cavalry.
#[test]
fn gb_14_23_foot_is_infantry() {
    for mounted in [false, true] {
        let mut table = table();
        table.put("us_1mi", "1321", "vW", Attack);
        let unit = table.put("cs_3va", "0921", "vE", Advance);
        table.set(unit, Status::MOUNTED, mounted);
        assert_eq!(effective_sp(&table.game, &table.state, unit), if mounted { 4 } else { 3 });
        table.activate("us.c.1.1").play(&["unit:us_1mi", "step:1221"]);
        assert_eq!(table.can("unit:cs_3va"), mounted, "moves off: {:?}", table.codes());
    }
}

/// [GB 14.24] Active riders fire at two hexes at most and at -1, not in a charge; fire at waiting riders has +1.
#[test]
fn gb_14_24_fire_from_the_saddle() {
    let mut table = table();
    table.put("us_7mi", "1221", "vW", Advance);
    table.put("cs_1va", "0921", "vE", Advance);
    table.activate("us.c.1.1").play(&["unit:us_7mi"]);
    assert!(!table.can("fire:0921"), "three hexes");
    let mut near = self::table();
    near.put("us_7mi", "1121", "vW", Advance);
    near.put("cs_3va", "0921", "vE", Advance);
    near.activate("us.c.1.1").rolls(&[0, 0]).play(&["unit:us_7mi", "fire:0921"]);
    assert!(near.can("shoot:cs_3va>1121"), "in reaction riders fire as far as the weapon does");
    near.play(&["shoot:cs_3va>1121"]);
    let shots = near.all("fire_result");
    assert!(shots[0].contains("firer_mounted_cavalry -1"), "{shots:?}");
    assert!(shots[0].contains("target_inactive_mounted_cavalry +1"), "{shots:?}");
    assert!(!shots[1].contains("target_inactive"), "the active target is moving: {shots:?}");
    let mut charge = self::table();
    charge.put("us_7mi", "1322", "vW", Attack);
    charge.put("cs_1va", "0922", "vE", Advance);
    charge.activate("us.c.1.1").rolls(&[0]).play(&["unit:us_7mi", "charge", "step:1221", "step:1122"]);
    assert!(charge.some("fire:").is_empty(), "{:?}", charge.codes());
}

/// Results of fire in order: who fired.
fn firers(table: &Table) -> Vec<String> {
    table.all("fire_result").iter().filter_map(|text| text.split(" at ").next()).map(str::to_string).collect()
}

/// [GB 14.32] Spencers that answer fire with the shot and once more after the results.
#[test]
fn gb_14_32_spencers_answer_twice() {
    let duel = |die: u8, check: u8| {
        let mut table = table();
        table.put("cs_6sc", "1021", "vE", Advance);
        let unit = table.put("us_1mi", "1121", "vW", Advance);
        table.activate("cs.c.h.b").play(&["unit:cs_6sc", "fire:1121"]);
        table.rolls(&[die, 0, check, 0]).play(&["shoot:us_1mi>1021"]).pass_while(&["10.42", "12.44"]);
        (firers(&table), table.is_shaken(unit))
    };
    let (twice, _) = duel(0, 0);
    assert_eq!(twice, ["6 SC Cav", "1 Mich Cav", "1 Mich Cav"]);
    // Seven rifles: 5 makes d+2; disorder before the second shot does not silence them, only a second one does.
    let (shaken, is_shaken) = duel(5, 9);
    assert!(is_shaken && shaken.len() == 3, "{shaken:?}");
}

/// [GB 14.34] Neighbours answer active Spencers after their first fire, as the target does.
#[test]
fn gb_14_34_neighbours_answer_after_the_spencers() {
    let mut table = table();
    table.put("us_1mi", "1121", "vW", Attack);
    table.put("cs_1va", "1021", "vE", Advance);
    table.put("cs_2va", "1020", "vSE", Advance);
    table.activate("us.c.1.1").play(&["unit:us_1mi", "fire:1021"]);
    assert!(table.can("shoot:cs_2va>1121"), "{:?}", table.codes());
    // Four points and a 6 make d+1: the target is checked before anybody answers.
    table.rolls(&[6, 0, 1, 1]).play(&["shoot:cs_2va>1121", "pass"]);
    assert_eq!(firers(&table), ["1 Mich Cav", "2 Va Cav", "1 Mich Cav"]);
    let order = table.story(&["fire_result", "check"]);
    assert_eq!(order, ["fire_result", "check", "fire_result", "fire_result"]);
}

/// [GB 14.35] Parting fire of Spencers comes twice before the unit is gone.
#[test]
fn gb_14_35_spencers_at_a_unit_that_leaves() {
    let mut table = table();
    let unit = table.put("cs_6sc", "1021", "vE", Advance);
    table.put("us_1mi", "1121", "vW", Advance);
    table.activate("cs.c.h.b").play(&["unit:cs_6sc", "withdraw"]);
    let step = table.some("step:")[0].clone();
    table.play(&[&step]);
    assert_eq!(table.at(unit), "1021");
    table.rolls(&[1, 1]).play(&["shoot:us_1mi>1021"]).pass_while(&["10.44"]);
    assert_eq!(firers(&table), ["1 Mich Cav", "1 Mich Cav"]);
    assert_ne!(table.at(unit), "1021");
}

/// [GB 14.36] Fire before shock of Spencers comes twice.
#[test]
fn gb_14_36_spencers_before_shock() {
    let mut table = table();
    table.put("cs_6sc", "1021", "vE", Advance);
    table.put("us_1mi", "1121", "vW", Attack);
    table.activate("cs.c.h.b").rolls(&[0]).play(&["pass", "assault:1021>1121"]);
    table.rolls(&[1, 1, 4]).play(&["shoot:us_1mi>1021"]);
    assert_eq!(firers(&table), ["1 Mich Cav", "1 Mich Cav"]);
}

/// [GB 14.37] Against doubled fire of active guns both first and both second shots are rolled together, results last.
#[test]
fn gb_14_37_spencers_answer_doubled_guns() {
    let mut table = table();
    table.put("cs_thomson", "1021", "vE", Advance);
    table.put("us_1mi", "1121", "vW", Advance);
    table.activate("cs.c.a").play(&["unit:cs_thomson", "fire:1121/doubled"]);
    // The guns' first shot disorders; the Spencers' second is rolled all the same, before any loss is taken.
    table.rolls(&[9, 1, 1, 1]).play(&["shoot:us_1mi>1021"]).pass_while(&["10.42", "12.44"]);
    let order = table.story(&["fire_result", "loss", "disorder", "check"]);
    assert_eq!(order[..4], ["fire_result"; 4], "{order:?}");
}

/// [GB 14.38] Active Spencers and doubled guns alternate, the Spencers first; guns they disorder fall silent.
#[test]
fn gb_14_38_spencers_at_doubled_guns() {
    let fight = |first: u8, check: u8| {
        let mut table = table();
        table.put("us_1mi", "1121", "vW", Attack);
        table.put("cs_thomson", "1021", "vE", Advance);
        table.activate("us.c.1.1").play(&["unit:us_1mi", "fire:1021"]);
        table.rolls(&[first, check, 1, 1, 1]).play(&["shoot:cs_thomson>1121/doubled"]);
        table.pass_while(&["10.42", "12.44"]);
        firers(&table)
    };
    let quiet = fight(1, 1);
    assert_eq!(quiet, ["1 Mich Cav", "Thomson Ashby Bty", "1 Mich Cav", "Thomson Ashby Bty"]);
    // Four points and an 8 on foot make D: no check, and no answer.
    let silenced = fight(8, 1);
    assert_eq!(silenced, ["1 Mich Cav", "1 Mich Cav"]);
}

/// [GB 14.33] A natural 5 of the first fire costs its level after the second one; of the second fire, everything.
#[test]
fn gb_14_33_ammunition_after_the_second_fire() {
    // The target is checked after a 5, and after that only.
    for (dice, ammo) in [([5, 0, 1, 0], Ammo::Low), ([1, 5, 0, 0], Ammo::Out), ([1, 1, 0, 0], Ammo::Full)] {
        let mut table = Table::new(&Setup::scenario("trevilian").with("fatigue", "off"));
        let unit = table.put("us_1mi", "1121", "vW", Attack);
        table.put("cs_6sc", "1021", "vE", Advance);
        table.activate("us.c.1.1").play(&["unit:us_1mi", "fire:1021"]);
        table.rolls(&dice).pass_while(&["10.42", "12.44"]);
        let shots = table.all("fire_result");
        assert!(shots.len() == 2 && !shots[1].contains("low_ammo"), "{shots:?}");
        assert_eq!(table.ammo(unit), ammo, "{dice:?}");
    }
}
