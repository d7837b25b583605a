//! Chapter 11, rule by rule: the order of the steps, retreats before shock, riders, guns, continued shock.

use warlab_engine::game::Game;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::state::{Act, Combat, CombatFlags, HexCode, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::setup::Setup;

use super::table::Table;

/// Two attacks too far from each other to combine.
fn two_attacks() -> Table {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Attack);
    table.put("us_303ny", "1214", "vW", Advance);
    table.put("cs_82va", "1114", "vE", Attack);
    table.activate("us.1").play(&["pass", "assault:0914>0814", "assault:1214>1114"]);
    table
}

/// [GB 11.11] Each step is done for all combats before the next: checks, then fire, then the fights.
#[test]
fn gb_11_11_step_by_step() {
    let mut table = Table::crossroads();
    table.put("us_307nj", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table.put("us_305oh", "1214", "vW", Advance);
    table.put("cs_82va", "1114", "vE", Advance);
    table.activate("us.2").play(&["pass", "assault:0914>0814", "assault:1214>1114"]);
    assert_eq!((table.asks(), table.told("check"), table.told("preshock")), ("11.33", 0, 0));
    table.rolls(&[0, 0, 0]).play(&["pass"]);
    assert_eq!((table.checks("11.36"), table.told("preshock")), (1, 2), "both defenders, before any fire");
    assert_eq!((table.asks(), table.told("shock")), ("11.38", 0));
    table.rolls(&[0, 0]).play(&["shoot:cs_81va>0914", "shoot:cs_82va>1214"]);
    assert_eq!((table.asks(), table.told("shock")), ("11.41", 0));
}

/// [GB 11.34] No stopping above the stacking limits, and no refuge with friends whose own fight is to come.
#[test]
fn gb_11_34_where_a_retreat_before_shock_ends() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vSW", Advance);
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    for (id, hex) in [("cs_82va", "0714"), ("cs_90ga", "0714"), ("cs_91ga", "0715"), ("cs_92ga", "0715")] {
        table.put(id, hex, "vE", Advance);
    }
    table.activate("us.1").play(&["pass", "assault:0914>0814", "unit:cs_81va", "step:0714"]);
    assert!(!table.can("pass"), "20 points may not stand there: {:?}", table.codes());
    let on = table.some("step:")[0].clone();
    table.play(&[&on]);
    assert_ne!(table.at(unit), "0714");

    for attacked in [false, true] {
        let mut refuge = Table::crossroads();
        refuge.put("us_302pa", "0914", "vSW", Advance);
        refuge.put("cs_81va", "0814", "vE", Advance);
        refuge.put("cs_83va", "0813", "vE", Attack);
        for (id, hex) in [("us_305oh", "0714"), ("us_306oh", "0715"), ("us_308in", "0815")] {
            refuge.put(id, hex, "vSW", Advance);
        }
        refuge.put("us_303ny", "0913", "vW", Advance);
        let first = if attacked { "assault:0913>0813" } else { "hold:0913" };
        refuge.activate("us.1").play(&["pass", first, "assault:0914>0814"]);
        assert_eq!(refuge.can("unit:cs_81va"), !attacked, "{:?}", refuge.codes());
    }
}

/// [GB 11.35] Only the hex of an enemy who slipped away is taken or not as one likes; others must be. [GB 11.46]
#[test]
fn gb_11_35_whose_hex_may_be_left() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table.put("us_303ny", "1214", "vW", Advance);
    table.put("cs_82va", "1114", "vE", Advance);
    table.activate("us.1").play(&["pass", "assault:0914>0814", "assault:1214>1114"]);
    table.play(&["unit:cs_81va"]);
    let away = table.some("step:")[0].clone();
    table.rolls(&[0]).play(&[&away]).pass_while(&["11.33", "11.38"]);
    table.play(&["pass"]);
    assert_eq!((table.asks(), table.codes()), ("11.46", vec!["pass".to_string(), "step:0814".into()]));
    // 6 against 7 and no brigadier: 9 makes 7, driven off.
    table.rolls(&[9]).play(&["pass"]);
    table.retreat();
    assert_eq!((table.asks(), table.codes()), ("11.46", vec!["step:1114".to_string()]));
}

/// [GB 11.41] The attacks are resolved along the line from either end, one wholly before the next.
#[test]
fn gb_11_41_from_either_end() {
    for (choice, first) in [("pass", "Shock at 0814"), ("from_last", "Shock at 1114")] {
        let mut table = two_attacks();
        table.rolls(&[0, 0]).pass_while(&["11.33", "11.38"]);
        // Driven back: the first fight is not over until its advance is made.
        table.rolls(&[7]).play(&[choice]);
        assert_eq!(table.told("shock"), 1);
        assert!(table.last("shock").starts_with(first), "{}", table.last("shock"));
    }
}

/// [GB 11.51] Riders who do not charge fight by the common rules: no +1, no doubling on the flank.
#[test]
fn gb_11_51_riders_without_a_charge() {
    let fight = |charges: bool| {
        let mut table = Table::trevilian();
        table.put("us_7mi", if charges { "1222" } else { "0922" }, "vW", Attack);
        table.put("cs_1va", "0821", "vNW", Attack);
        table.activate("us.c.1.1");
        if charges {
            table.rolls(&[0]).play(&["unit:us_7mi", "charge", "step:1122", "step:1021", "step:0922"]);
            table.pass_while(&["9.61", "10.44", "9.13"]);
        }
        table.rolls(&[0, 4]).play(&["pass", "assault:0922>0821"]);
        table.last("shock")
    };
    let (common, charge) = (fight(false), fight(true));
    assert!(common.contains("0821, 1:1:") && !common.contains("cavalry_charge"), "{common}");
    assert!(charge.contains("0821, 3:1:") && charge.contains("cavalry_charge +1"), "{charge}");
}

/// [GB 11.57] When its target moves off, a charge may ride on or try to stop by a check, once.
#[test]
fn gb_11_57_the_target_moves_off() {
    for (die, stops) in [(0, true), (9, false)] {
        let mut table = Table::trevilian();
        let unit = table.put("us_7mi", "1422", "vW", Attack);
        let target = table.put("cs_3va", "1022", "vE", Advance);
        table.activate("us.c.1.1").rolls(&[0]).play(&["unit:us_7mi", "charge", "step:1322"]);
        assert!(table.can("unit:cs_3va"), "{:?}", table.codes());
        table.play(&["unit:cs_3va"]);
        let away = table.some("step:")[0].clone();
        table.rolls(&[0]).play(&[&away]).pass_while(&["12.44"]);
        assert_ne!(table.at(target), "1022");
        assert!(table.can("pass") && !table.some("step:").is_empty(), "{:?}", table.codes());
        table.rolls(&[die]).play(&["pass"]);
        assert_eq!(table.did(unit, Act::DONE), stops);
        assert!(!(table.asks() == "9.13" && table.can("pass")), "one try: {:?}", table.codes());
    }
}

/// [GB 11.64] A standoff costs guns on top one of them; from 10 on they are abandoned; guns never pursue.
#[test]
fn gb_11_64_guns_in_the_results() {
    let attack = |dice: &[u8], weak: bool| {
        let mut table = Table::crossroads();
        let foot = table.put("cs_82va", "0814", "vE", Advance);
        if weak {
            table.weaken(foot, 6);
        }
        table.put("us_bty_a", "0914", "vW", Advance);
        table.activate("cs.1").rolls(dice).play(&["pass", "assault:0814>0914"]);
        table.pass_while(&["11.33", "11.38"]);
        table
    };
    // 5 to 1 less one for the absent brigadier: 0 makes 4, 6 makes 10.
    let standoff = attack(&[0, 0, 0, 0], false);
    let guns = standoff.unit("us_bty_a");
    assert_eq!((standoff.sp(guns), standoff.has(guns, Status::ABANDONED)), (5, false));
    let routed = attack(&[0, 6], false);
    assert!(routed.has(guns, Status::ABANDONED) && !routed.did(guns, Act::RETREAT));
    // One disordered point against one: 0 becomes -2, the attacker goes back and nobody follows.
    let mut repulsed = attack(&[0, 0], true);
    assert_eq!(repulsed.asks(), "12.44");
    let back = repulsed.some("step:")[0].clone();
    repulsed.play(&[&back]);
    assert!(!["11.46", "11.47"].contains(&repulsed.asks()), "{}", repulsed.asks());
    let mut foot = Table::crossroads();
    let weak = foot.put("us_302pa", "0914", "vW", Advance);
    foot.weaken(weak, 6);
    foot.put("cs_81va", "0814", "vE", Attack);
    foot.activate("us.1").rolls(&[0, 0]).play(&["pass", "assault:0914>0814"]).pass_while(&["11.33", "11.38"]);
    let back = foot.some("step:")[0].clone();
    foot.play(&[&back]).pass_while(&["12.44"]);
    assert_eq!(foot.asks(), "11.46", "infantry may");
    foot.play(&["step:0914", "pass"]).pass_while(&["9.61"]);
    assert_eq!(foot.asks(), "11.47");
}

/// [GB 11.32] Example 1: A1, A2, A3 before D1 and D2; every attack has one hex on one side at least.
#[test]
fn gb_11_32_example_1_three_against_two() {
    let line = || {
        let mut table = Table::crossroads();
        for (id, hex) in [("us_301pa", "0913"), ("us_302pa", "0914"), ("us_303ny", "0915")] {
            table.put(id, hex, "vW", Advance);
        }
        table.put("cs_81va", "0813", "vE", Attack);
        table.put("cs_82va", "0814", "vE", Attack);
        table.activate("us.1").play(&["pass"]);
        table
    };
    // A2 alone against both: the others need not, and cannot, help it.
    let mut one = line();
    one.play(&["hold:0913"]);
    assert!(one.can("assault:0914>0813+0814") && !one.can("assault:0914>0814"), "D1 would be left out");
    one.play(&["assault:0914>0813+0814"]);
    assert_eq!(one.codes(), ["hold:0915"]);
    // A2 against D2 obliges A1 to attack D1; A3 is free to stand or to help.
    let mut two = line();
    two.play(&["assault:0913>0813", "assault:0914>0814"]);
    assert_eq!(two.codes(), ["hold:0915", "assault:0915>0814"]);
}

/// [GB 11.31] The attacker leaves out what he likes of a hex, but never the last unit; [GB 10.43] fire strikes those who attack.
#[test]
fn gb_11_31_units_may_be_left_out() {
    let declared = |answer: &str| {
        let mut table = Table::crossroads();
        table.put("us_302pa", "0914", "vW", Advance);
        table.put("us_303ny", "0914", "vW", Advance);
        table.put("cs_81va", "0814", "vE", Attack);
        table.activate("us.1").play(&["pass", "assault:0914>0814"]);
        assert_eq!(table.asks(), "11.31");
        assert!(table.can("unit:us_302pa") && table.can("unit:us_303ny"), "{:?}", table.codes());
        table.rolls(&[0]).play(&[answer]);
        assert_eq!(table.asks(), "11.38", "the last unit cannot stay out");
        table
    };
    let all = declared("pass");
    assert_eq!(shock_input(&all.game, &all.state, 0).expect("a combat").attacker, 26);
    let mut part = declared("unit:us_302pa");
    assert_eq!(shock_input(&part.game, &part.state, 0).expect("a combat").attacker, 12);
    // 7 + 1 make 1d; then 8 drives the defender off without loss to the attacker.
    part.rolls(&[7, 0, 8]).play(&["shoot:cs_81va>0914"]);
    let left = ["us_302pa", "us_303ny"].map(|id| part.sp(part.unit(id)));
    assert_eq!(left, [7, 5], "the attacker below is struck");
}

/// [GB 11.21] Chargers go in; a unit below that fired may join them, and then nobody has the charge's +1.
#[test]
fn gb_11_21_others_may_join_a_charge() {
    for joins in [false, true] {
        let mut table = Table::crossroads();
        table.put("us_303ny", "1014", "vW", Attack);
        table.put("us_302pa", "1013", "vW", Attack);
        table.put("cs_81va", "0814", "vE", Attack);
        table.activate("us.1").play(&["unit:us_303ny", "step:0914"]).pass_while(&["9.61", "9.13"]);
        table.play(&["unit:us_302pa", "step:0914"]).pass_while(&["9.61"]);
        table.rolls(&[0]).play(&["fire:0814"]).pass_while(&["10.42", "9.13"]);
        table.play(&["pass", "assault:0914>0814"]);
        assert!(!table.can("unit:us_303ny"), "a charger may not be left out: {:?}", table.codes());
        table.rolls(&[0]).play(&[if joins { "pass" } else { "unit:us_302pa" }]);
        let input = shock_input(&table.game, &table.state, 0).expect("a combat");
        assert_eq!((input.all_charged_on_foot, input.attacker), if joins { (false, 26) } else { (true, 12) });
    }
}

/// [GB 11.21] A unit that closes behind one that fired lies below it and need not charge.
#[test]
fn gb_11_21_below_those_who_fired() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "1014", "vW", Attack);
    table.put("us_302pa", "1013", "vW", Attack);
    table.put("cs_81va", "0814", "vE", Attack);
    table.activate("us.1").play(&["unit:us_303ny", "step:0914"]).pass_while(&["9.61"]);
    table.rolls(&[0]).play(&["fire:0814"]).pass_while(&["10.42", "9.13"]);
    table.play(&["unit:us_302pa", "step:0914"]).pass_while(&["9.61", "9.13"]);
    table.play(&["pass"]);
    assert!(table.can("hold:0914") && table.can("assault:0914>0814"), "{:?}", table.codes());
}

/// Riders in 0910 whom infantry charges from 1010, and other riders attack from elsewhere.
fn charged_and_attacked(hex: &str, facing: &str) -> Table {
    let mut table = Table::army();
    table.put("us_7", "1110", "vW", Attack);
    table.put("us_c3", hex, facing, Attack);
    table.put("cs_k4", "0910", "vE", Attack);
    table.activate("us.2.1.1");
    let riders = table.formation("us.2.1.3");
    table.state.acting.insert(riders);
    table.play(&["unit:us_7", "step:1010"]).pass_while(&["9.61", "9.63", "10.45", "9.13"]).play(&["pass"]);
    while table.asks() == "11.31" {
        let assault = table.starting("assault:").first().cloned().expect("somebody to attack");
        table.play(&[&assault]);
    }
    table
}

/// [GB 11.56] Who countercharges one attack is not checked before shock, though another attacks him as well.
#[test]
fn gb_11_56_no_check_for_those_who_countercharge() {
    for (answer, checks) in [("yes", 0), ("pass", 1)] {
        let mut table = charged_and_attacked("1009", "vW");
        assert_eq!(table.asks(), "11.56", "{:?}", table.codes());
        table.rolls(&[0]).play(&[answer]);
        assert_eq!(table.told("preshock"), checks, "{:?}", table.all("preshock"));
    }
}

/// [GB 11.56] Nobody countercharges while any attack comes from his flank.
#[test]
fn gb_11_56_not_with_an_enemy_on_the_flank() {
    let mut table = charged_and_attacked("0911", "vNE");
    assert_eq!((table.told("preshock"), table.told("declare")), (1, 2), "{:?}", table.codes());
    table.pass_while(&["11.38"]);
    assert_eq!(table.asks(), "11.41", "two fights");
}

/// [GB 11.55] A charge met by riders no longer shakes the foot beside them, who are checked all the same. [GB 11.56]
#[test]
fn gb_11_55_a_charge_that_was_met() {
    for (answer, checks) in
        [("yes", &["cs_6 stands: 0 becomes 0."][..]), ("pass", &["cs_6 stands: 0 becomes 1."])]
    {
        let mut table = Table::army();
        let riders = table.put("us_c4", "1010", "vW", Attack);
        table.put("cs_k4", "0910", "vE", Attack);
        table.put("cs_6", "0911", "vE", Attack);
        table.activate("us.2.1.3");
        let charge = Act::MOVED.or(Act::CAME_ADJACENT).or(Act::CAVALRY_CHARGE);
        table.state.units[riders].act.set(charge, true);
        table.play(&["pass", "assault:1010>0910+0911"]);
        assert_eq!(table.asks(), "11.56", "{:?}", table.codes());
        table.rolls(&[0, 0]).play(&[answer]);
        let told: Vec<String> =
            table.all("preshock").into_iter().filter(|text| text.starts_with("cs_6")).collect();
        assert_eq!(told, checks);
        assert_eq!(table.told("preshock"), 1 + usize::from(answer == "pass"), "the riders if they only wait");
    }
}

/// [GB 11.33] Only the inactive side retreats before shock, also when it is the one that attacks.
#[test]
fn gb_11_33_the_active_side_stays() {
    for (active, flags, asked) in
        [(Side::Union, CombatFlags::BY_ACTIVE, true), (Side::Csa, CombatFlags(0), false)]
    {
        let mut table = Table::army();
        let attacker = table.put("us_7", "1010", "vW", Advance);
        table.put("cs_6", "0910", "vE", Advance);
        table.state.active = active;
        table.state.units[attacker].combat = 1;
        let defenders = [Some(HexCode::new(table.hex("0910"))), None, None, None];
        table.state.combats[0] = Some(Combat { defenders, continued: 0, flags, swung_on: None });
        table.open(Phase::RetreatBeforeShock { level: 0 });
        assert_eq!(table.asks() == "11.33", asked, "{active:?}: {}", table.asks());
    }
}

/// [GB 11.42] Of the modifiers for the leaders of several brigades the best for the defender counts. [GB 11.72]
#[test]
fn gb_11_42_leaders_of_two_brigades() {
    for (second, lacks) in [(None, true), (Some("cs_2"), false)] {
        let mut table = Table::army();
        table.put("cs_6", "0910", "vE", Advance);
        table.put("cs_m8", "0911", "vE", Advance);
        table.put("us_7", "1010", "vW", Attack);
        table.place_leader("cs_1", "0910");
        if let Some(id) = second {
            table.place_leader(id, "0911");
        }
        table.activate("cs.1");
        let other = table.formation("cs.2");
        table.state.acting.insert(other);
        table.rolls(&[0, 0]).play(&["pass", "assault:0910>1010", "assault:0911>1010"]);
        let input = shock_input(&table.game, &table.state, 0).expect("a combat");
        assert_eq!((input.attacker, input.no_brigadier, input.aggressive_brigadier), (28, lacks, false));
    }
}

/// [GB 11.44] An enemy whom somebody else attacks exposes nobody.
#[test]
fn gb_11_44_enemies_under_attack_expose_nobody() {
    let mut table = Table::army();
    table.put("us_7", "1010", "vW", Advance);
    table.put("us_4", "1210", "vW", Advance);
    table.put("cs_6", "0910", "vE", Attack);
    table.put("cs_7", "1110", "vW", Attack);
    table.activate("us.2.1.1").rolls(&[0, 0]);
    table.play(&["pass", "assault:1010>0910", "assault:1210>1110"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!(input.exposed_attackers, 0);
}

/// [GB 17.1] Guns have no fatigue: they do not make their tired comrades fresh in shock. [GB 11.42]
#[test]
fn gb_17_1_guns_do_not_refresh_the_defence() {
    let mut table = Table::new(&Setup::scenario("army").with("fatigue", "on"));
    table.put("us_7", "1010", "vW", Advance);
    table.put("cs_6", "0910", "vE", Attack);
    table.put("cs_g", "0910", "vE", Attack);
    table.tire("cs.1", 5);
    table.activate("us.2.1.1").rolls(&[0]).play(&["pass", "assault:1010>0910"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!(input.fatigue_defender, 2, "level 3");
}

/// [GB 11.58] Riders blown as defenders recover at the end of their own next activation.
#[test]
fn gb_11_58_blown_in_defence() {
    let mut table = Table::army();
    let unit = table.put("us_c5", "2010", "vW", Advance);
    table.put("cs_6", "0410", "vE", Advance);
    table.activate("cs.1");
    table.set(unit, Status::DISORDERED.or(Status::BLOWN).or(Status::NEWLY_BLOWN), true);
    table.state.units[unit].act.set(Act::FOUGHT, true);
    table.open(Phase::EndBrigade);
    assert!(table.has(unit, Status::BLOWN));
    table.activate("us.2.1.3").open(Phase::EndBrigade);
    assert!(!table.has(unit, Status::BLOWN) && table.is_shaken(unit));
}

/// [GB 11.58] Riders who recover take their brigade's orders, and a front that suits them, which they choose. [GB 7.11, 7.23]
#[test]
fn gb_11_58_the_front_of_those_who_recover() {
    let recovered = |id: &str, mates: &[&str]| {
        let mut table = Table::army();
        let unit = table.put(id, "2010", "vW", Advance);
        for mate in mates {
            table.put(mate, "2010", "eNW", March);
        }
        table.put("cs_6", "0410", "vE", Advance);
        table.set(unit, Status::DISORDERED.or(Status::BLOWN), true);
        let brigade = table.formation("us.2.1.3");
        table.state.formations[brigade].order = March;
        table.activate("us.2.1.3").open(Phase::EndBrigade);
        assert!(!table.has(unit, Status::BLOWN) && table.is_shaken(unit));
        assert_eq!(table.order(unit), March);
        (table, unit)
    };
    let (mut table, unit) = recovered("us_c5", &[]);
    assert_eq!((table.asks(), table.some("face:").len()), ("7.23", 6));
    table.play(&["face:eSW"]);
    assert_eq!(table.facing(unit), "eSW");
    table.game.check(&table.state).expect("a front that suits its orders");
    let (table, unit) = recovered("us_c4", &["us_c3"]);
    assert_eq!(table.facing(unit), "eNW", "that of its stack");
    table.game.check(&table.state).expect("one front in the hex");
}

/// [GB 11.52] Riders who have just mounted may charge, as far as their halved points go. [GB 14.22, ruling 10]
#[test]
fn gb_11_52_charge_after_mounting() {
    let mut table = Table::trevilian();
    let unit = table.put("us_7mi", "2122", "vW", Attack);
    table.set(unit, Status::MOUNTED, false);
    table.put("cs_1va", "1822", "vE", Advance);
    table.activate("us.c.1.1").play(&["unit:us_7mi", "mount"]);
    assert!(table.can("charge"), "{:?}", table.codes());
}

/// [GB 11.43] Of riders who charge together those count twice who come from the flank, the others once. [GB 11.55]
#[test]
fn gb_11_43_only_the_riders_on_the_flank_count_twice() {
    // 0910 looks east: 1009 and 1010 lie in its front, 0911 off its flank.
    for (second, points) in [("0911", 8 + 2 * 6), ("1009", 8 + 6)] {
        let mut table = Table::army();
        let riders = [("us_c4", "1010"), ("us_c3", second)]
            .map(|(id, hex)| table.put(id, hex, if hex == "0911" { "vNW" } else { "vW" }, Attack));
        table.put("cs_6", "0910", "vE", Attack);
        table.activate("us.2.1.3");
        for unit in riders {
            let charge = Act::MOVED.or(Act::CAME_ADJACENT).or(Act::CAVALRY_CHARGE);
            table.state.units[unit].act.set(charge, true);
        }
        table.play(&["pass"]);
        while table.asks() == "11.31" {
            let assault = table.starting("assault:").first().cloned().expect("somebody to attack");
            table.play(&[&assault]);
        }
        let input = shock_input(&table.game, &table.state, 0).expect("a combat");
        assert_eq!((input.attacker, input.cavalry_charge), (points, true), "{second}");
    }
}
