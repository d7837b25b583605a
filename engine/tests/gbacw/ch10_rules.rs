//! Chapter 10, rule by rule: who fires when, with how much, and at what.

use warlab_engine::games::gbacw::calc::fire::Ammo;
use warlab_engine::games::gbacw::state::{Act, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::setup::Setup;

use super::table::Table;

const ANSWERS: [&str; 3] = ["10.42", "12.44", "9.61"];

/// A Union regiment of seven rifles beside a Confederate one.
fn duel(order: OrderKind) -> Table {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", if order == March { "eSW" } else { "vW" }, order);
    table.put("cs_82va", "0814", "vE", Advance);
    table
}

/// [GB 10.11] Attack fires as part of its movement, Advance instead of it, March not at all.
#[test]
fn gb_10_11_orders_and_fire() {
    for (order, fires, moves_on) in [(Attack, true, true), (Advance, true, false), (March, false, false)] {
        let mut table = duel(order);
        table.activate("us.1").play(&["unit:us_302pa"]);
        assert_eq!(table.can("fire:0814"), fires, "{order:?}");
        if moves_on {
            // Not prepared, which would bind it to its place. [GB 10.52]
            table.play(&["limber"]);
        }
        if fires {
            table.rolls(&[0]).play(&["fire:0814"]).pass_while(&ANSWERS);
            assert_eq!(!table.some("step:").is_empty(), moves_on, "{order:?}: {:?}", table.codes());
        }
    }
}

/// [GB 10.12] A target is in range, counted without the firer's hex, and in sight.
#[test]
fn gb_10_12_range_and_sight() {
    let fires = |from: &str, facing: &str, target: &str| {
        let mut table = Table::crossroads();
        table.put("us_302pa", from, facing, Advance);
        table.put("cs_82va", target, "vE", Advance);
        table.activate("us.1").play(&["unit:us_302pa"]);
        table.can(&format!("fire:{target}"))
    };
    assert!(fires("1214", "vW", "0714") && !fires("1214", "vW", "0614"), "five hexes, not six");
    assert!(fires("1013", "vNW", "1009") && !fires("0813", "vNW", "0809"), "woods in 0810 to 0812");
}

/// [GB 10.13] Nobody has to fire, and each unit ends its action before the next begins.
#[test]
fn gb_10_13_one_unit_after_the_other() {
    let mut table = duel(Attack);
    table.put("us_303ny", "0915", "vW", Attack);
    table.activate("us.1").play(&["unit:us_302pa"]);
    assert!(table.can("fire:0814") && table.can("pass"), "fire is free");
    assert!(!table.can("unit:us_303ny"));
    table.play(&["pass"]);
    assert!(table.can("unit:us_303ny") && !table.can("unit:us_302pa"));
}

/// [GB 10.14] Units fire one by one, and a hex with seven points, four mounted, twelve guns, or a battery and the rest.
#[test]
fn gb_10_14_what_a_hex_may_fire() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "0914", "vW", Advance);
    table.put("us_303ny", "0914", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.1").rolls(&[0]).play(&["unit:us_301pa", "fire:0714"]);
    assert_eq!(table.shots(), [7], "eight points in the regiment");
    table.pass_while(&ANSWERS).pass_while(&["9.13"]).play(&["unit:us_303ny"]);
    assert!(table.some("fire:").is_empty(), "nothing is left for the unit below");

    let mut riders = Table::trevilian();
    riders.put("us_17pa", "1021", "vW", Advance);
    riders.put("cs_1va", "0821", "vE", Advance);
    riders.activate("us.c.1.2").play(&["unit:us_17pa", "fire:0821"]);
    assert_eq!(riders.shots(), [4], "six mounted points");

    let mut mixed = Table::crossroads();
    let guns = mixed.put("us_bty_a", "0914", "vW", Advance);
    mixed.attach(guns, "us.1");
    mixed.put("us_302pa", "0914", "vW", Advance);
    mixed.put("cs_82va", "0714", "vE", Advance);
    mixed.activate("us.1").rolls(&[1]).play(&["unit:us_bty_a", "fire:0714"]);
    assert_eq!(mixed.shots(), [6]);
    mixed.pass_while(&ANSWERS).pass_while(&["9.13"]).play(&["unit:us_302pa", "fire:0714"]);
    assert_eq!(mixed.shots(), [1], "seven in all");
}

/// [GB 10.15] Example #2: three points answer with one or two and keep the rest, as far as losses leave it.
#[test]
fn gb_10_15_example_2_fire_kept_back() {
    for (mode, first, lost, second) in [("/more", 2, 0, 1), ("/less", 1, 0, 2), ("/less", 1, 2, 1)] {
        let mut table = Table::crossroads();
        table.put("us_302pa", "0914", "vW", Advance);
        table.put("us_303ny", "0915", "vW", Advance);
        let unit = table.put("cs_83va", "0814", "vE", Advance);
        table.weaken(unit, 2);
        table.activate("us.1").play(&["unit:us_302pa", "fire:0814"]);
        table.rolls(&[0, 0]).play(&[&format!("shoot:cs_83va>0914{mode}")]).pass_while(&["9.13"]);
        assert!(
            table.last("reaction_fire").contains(&format!("with {first} ")),
            "{}",
            table.last("reaction_fire")
        );
        table.weaken(unit, lost);
        table.play(&["unit:us_303ny", "fire:0814"]);
        table.rolls(&[0, 0]).play(&["shoot:cs_83va>0915"]);
        assert!(table.last("reaction_fire").contains(&format!("with {second} ")), "{mode} {lost}");
    }
}

/// [GB 10.31] An active unit fires once in its activation, before, during or after its move.
#[test]
fn gb_10_31_once_an_activation() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "1114", "vW", Attack);
    table.put("cs_82va", "0814", "vE", Advance);
    table.activate("us.1").rolls(&[0]).play(&["unit:us_302pa", "fire:0814"]).pass_while(&ANSWERS);
    table.play(&["step:1014"]);
    assert!(table.some("fire:").is_empty(), "{:?}", table.codes());
    table.pass_while(&["9.13", "5.33"]);
    table.activate("us.1").play(&["unit:us_302pa"]);
    assert!(table.can("fire:0814"), "a new activation");
}

/// [GB 10.42] Example #2: two units of 3 over 5 and 4; three shots of 3, 3 and 1, each answered by itself, and none of the fourth.
#[test]
fn gb_10_42_example_2_stack_of_four() {
    let mut table = Table::crossroads();
    let (ids, points) = (["us_301pa", "us_302pa", "us_303ny", "us_304ny"], [3, 3, 5, 4]);
    for (id, points) in ids.into_iter().zip(points) {
        let unit = table.put(id, "0914", "vW", Advance);
        let now = table.sp(unit);
        table.weaken(unit, now - points);
        table.set(unit, warlab_engine::games::gbacw::state::Status::DISORDERED, false);
    }
    table.put("cs_82va", "0814", "vE", Advance);
    table.activate("us.1");
    for (id, points) in ids.into_iter().zip([3, 3, 1]) {
        table.play(&[&format!("unit:{id}"), "fire:0814"]);
        assert_eq!(table.shots(), [points], "{id}");
        assert_eq!(table.asks(), "10.42", "each shot may be answered");
        table.rolls(&[0]).play(&["pass"]).pass_while(&["9.13"]);
    }
    table.play(&["unit:us_304ny"]);
    assert!(table.some("fire:").is_empty());
}

/// [GB 10.42] Example #3: 1d+2 eliminates the top unit; the disordered one below fails its check, loses a point and
/// retreats, may not fire any more, and the second answer's d strikes nobody. [GB 10.41, 12.35]
#[test]
fn gb_10_42_example_3_top_unit_eliminated() {
    let example = |check: u8| {
        let mut table = Table::crossroads();
        let top = table.put("us_303ny", "0914", "vW", Advance);
        table.weaken(top, 5);
        let below = table.put("us_302pa", "0914", "vW", Advance);
        table.shake(below);
        table.put("cs_90ga", "0814", "vE", Advance);
        table.put("cs_91ga", "0814", "vE", Advance);
        table.dig("0814", "vE");
        let third = table.unit("cs_90ga");
        table.weaken(third, 1);
        table.activate("us.1").play(&["unit:us_303ny", "fire:0814"]);
        table.play(&["shoot:cs_90ga>0914"]);
        assert!(table.can("shoot:cs_91ga>0914"), "six of seven points are spent: {:?}", table.codes());
        // The shot misses. Prepared fire from behind a work: six rifles and a 9 make 1d+2, one rifle and a 5 make d.
        table.rolls(&[0, 9, 5, check, 0]).play(&["shoot:cs_91ga>0914"]);
        table
    };
    let mut failed = example(9);
    let (top, below) = (failed.unit("us_303ny"), failed.unit("us_302pa"));
    assert_eq!(failed.place(top), warlab_engine::games::gbacw::state::Place::Gone);
    assert_eq!((failed.asks(), failed.sp(below)), ("12.44", 6), "a point and a retreat");
    let way = failed.some("step:");
    failed.play(&[&way[0]]).pass_while(&["12.44"]);
    assert_eq!(failed.checks("12.32"), 1, "nobody is left for the second result");
    assert!(!failed.can("unit:us_302pa"), "it takes no action any more");

    let passed = example(0);
    assert_eq!(passed.sp(passed.unit("us_302pa")), 7, "the first check is passed");
    assert_eq!(passed.checks("12.32"), 2, "then the second result asks for another");
}

/// [GB 10.43] A neighbour with the attacker in its front fires too, unless another enemy faces it.
#[test]
fn gb_10_43_neighbours_fire_before_shock() {
    for watched in [false, true] {
        let mut table = Table::crossroads();
        table.put("us_302pa", "0914", "vSW", Advance);
        table.put("cs_81va", "0814", "vE", Attack);
        table.put("cs_83va", "0813", "vE", Advance);
        if watched {
            table.put("us_305oh", "0913", "vW", Advance);
        }
        table.activate("us.1").rolls(&[0]).play(&["pass", "assault:0914>0814"]).pass_while(&["11.33"]);
        assert_eq!(table.asks(), "11.38");
        assert!(table.can("shoot:cs_81va>0914"), "the defender");
        assert_eq!(table.can("shoot:cs_83va>0914"), !watched, "{:?}", table.codes());
    }
}

/// [GB 10.53] Prepared fire adds one: seven rifles and a 6 make 1d, after a move only D.
#[test]
fn gb_10_53_prepared_fire_adds_one() {
    for (moves, left) in [(false, 6), (true, 7)] {
        let mut table = Table::crossroads();
        table.put("us_302pa", if moves { "1014" } else { "0914" }, "vW", Attack);
        let target = table.put("cs_82va", "0814", "vE", Advance);
        table.activate("us.1").play(&["unit:us_302pa"]);
        if moves {
            table.play(&["step:0914"]).pass_while(&["9.61"]);
        }
        table.rolls(&[6, 0]).play(&["fire:0814"]).pass_while(&ANSWERS);
        assert_eq!(table.sp(target), left, "{}", table.last("fire_result"));
        assert_eq!(table.last("fire_result").contains("prepared_fire +1"), !moves);
    }
}

/// [GB 10.62] A battery fires with the brigade it is attached to, or with its artillery commander.
#[test]
fn gb_10_62_when_batteries_fire() {
    for (attached, brigade, acts) in
        [(false, "us.1", false), (true, "us.1", true), (false, "us.art", true), (true, "us.art", false)]
    {
        let mut table = Table::crossroads();
        let guns = table.put("us_bty_a", "1214", "vW", Advance);
        table.put("us_302pa", "1115", "vW", Advance);
        table.put("cs_82va", "0714", "vE", Advance);
        if attached {
            table.attach(guns, "us.1");
        }
        table.activate(brigade);
        assert_eq!(table.can("unit:us_bty_a"), acts, "attached {attached}, {brigade} acts");
        if acts {
            table.play(&["unit:us_bty_a"]);
            assert!(table.can("fire:0714"));
        }
    }
}

/// [GB 10.66] A battery alone in an enemy's front fires at him; with infantry it chooses.
#[test]
fn gb_10_66_guns_fire_at_the_nearest_threat() {
    let targets = |with_foot: bool, facing: &str| {
        let mut table = Table::crossroads();
        table.put("us_bty_a", "0914", "vW", Advance);
        if with_foot {
            table.put("us_302pa", "0914", "vW", Advance);
        }
        table.put("cs_81va", "0814", facing, Advance);
        table.put("cs_82va", "0414", "vE", Advance);
        table.activate("us.art").play(&["unit:us_bty_a"]);
        (table.can("fire:0814"), table.can("fire:0414"))
    };
    assert_eq!(targets(false, "vE"), (true, false));
    assert_eq!(targets(false, "vW"), (true, true), "he faces elsewhere");
    assert_eq!(targets(true, "vE"), (true, true));
}

/// [GB 10.7] Each point lost to small arms or canister is a gun.
#[test]
fn gb_10_7_points_are_guns() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "0914", "vW", Advance);
    table.put("cs_82va", "0814", "vE", Advance);
    table.activate("cs.1").rolls(&[7, 0]).play(&["unit:cs_82va", "fire:0914"]).pass_while(&ANSWERS);
    assert_eq!((table.sp(guns), table.state.lost_guns, table.state.lost_sp), (5, [1, 0], [0, 0]));
}

/// [GB 10.94] Cavalry that mounts has its ammunition again; dismounting gives none.
#[test]
fn gb_10_94_mounting_brings_ammunition() {
    let mut table = Table::trevilian();
    let unit = table.put("us_1mi", "1021", "vW", Advance);
    table.load(unit, Ammo::Out);
    table.activate("us.c.1.1").play(&["unit:us_1mi", "mount"]);
    assert_eq!(table.ammo(unit), Ammo::Full);
    let mut down = Table::trevilian();
    let unit = down.put("us_7mi", "1021", "vW", Advance);
    down.load(unit, Ammo::Low);
    down.activate("us.c.1.1").play(&["unit:us_7mi", "dismount"]);
    assert_eq!(down.ammo(unit), Ammo::Low);
}

/// [GB 10.44] A withdrawal that is hit on leaving ends after its first hex.
#[test]
fn gb_10_44_a_hit_shortens_the_withdrawal() {
    for (die, goes_on) in [(0, true), (7, false)] {
        let mut table = Table::crossroads();
        let unit = table.put("us_302pa", "0914", "vW", Advance);
        table.put("cs_82va", "0814", "vE", Advance);
        table.activate("us.1").play(&["unit:us_302pa", "withdraw", "step:1014"]);
        table.rolls(&[die, 0]).play(&["shoot:cs_82va>0914"]).pass_while(&["10.44", "9.61"]);
        assert_eq!(table.at(unit), "1014");
        assert_eq!(!table.some("step:").is_empty(), goes_on, "{:?}", table.codes());
    }
}

/// [GB 10.82] Joined small arms take the worst range, preparation, order and ammunition of them all.
#[test]
fn gb_10_82_worst_of_the_joined() {
    let fired = |setup: fn(&mut Table)| {
        let mut table = Table::new(&Setup::scenario("crossroads").with("combined_small_arms", "on"));
        let top = table.put("us_303ny", "0914", "vW", Advance);
        table.weaken(top, 3);
        table.put("us_302pa", "0914", "vW", Advance);
        table.put("cs_82va", "0814", "vE", Advance);
        setup(&mut table);
        table.activate("us.1").rolls(&[0]).play(&["unit:us_303ny", "fire:0814"]).pass_while(&ANSWERS);
        table.last("fire_result")
    };
    assert!(fired(|_| {}).contains("prepared_fire +1"));
    let shaken = fired(|table| table.shake(table.unit("us_302pa")));
    assert!(shaken.contains("firer_disordered -1") && !shaken.contains("prepared_fire"), "{shaken}");
    let low = fired(|table| table.load(table.unit("us_302pa"), Ammo::Low));
    assert!(low.contains("low_ammo -2"), "{low}");
}

/// [GB 10.82] Units whose move is over fire with the last that comes up, at one hex or split as one unit would.
#[test]
fn gb_10_82_fire_after_the_moves() {
    for (mode, shots) in [("", vec![7]), ("/more", vec![4, 3])] {
        let mut table = Table::new(&Setup::scenario("crossroads").with("combined_small_arms", "on"));
        let early = table.put("us_303ny", "1014", "vW", Attack);
        table.weaken(early, 3);
        table.put("us_302pa", "1013", "vW", Attack);
        table.put("cs_82va", "0814", "vE", Advance);
        table.put("cs_81va", "0813", "vE", Advance);
        table.activate("us.1").play(&["unit:us_303ny", "step:0914"]).pass_while(&["9.61", "9.13"]);
        table.play(&["unit:us_302pa", "step:0914"]).pass_while(&["9.61"]);
        table.play(&[&format!("fire:0814{mode}")]);
        assert_eq!(table.shots(), shots);
        assert!(table.did(early, warlab_engine::games::gbacw::state::Act::FIRED));
    }
}

/// [GB 10.82] A natural 5 costs all who fired together their ammunition. [GB 10.91]
#[test]
fn gb_10_82_ammunition_of_the_joined() {
    let setup = Setup::scenario("crossroads").with("combined_small_arms", "on").with("ammo_depletion", "on");
    let mut table = Table::new(&setup);
    let top = table.put("us_303ny", "0914", "vW", Advance);
    table.weaken(top, 3);
    let below = table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.1").rolls(&[5, 0]).play(&["unit:us_303ny", "fire:0714"]).pass_while(&ANSWERS);
    assert_eq!((table.ammo(top), table.ammo(below)), (Ammo::Low, Ammo::Low));
}

/// [GB 10.61] Guns that mean to move after their fire say so before it and fire at -2; others stay where they fired.
#[test]
fn gb_10_61_fire_before_the_move() {
    for moves in [false, true] {
        let mut table = Table::army();
        table.put("us_ga", "1010", "vW", Advance);
        table.put("cs_6", "0510", "vE", Advance);
        table.activate("us.2.1.1").play(&["unit:us_ga"]);
        assert!(!table.some("step:").is_empty());
        if moves {
            table.play(&["limber"]);
            assert!(!table.can("limber") && !table.some("step:").is_empty(), "{:?}", table.codes());
        }
        table.rolls(&[5]).play(&["fire:0510"]).pass_while(&ANSWERS);
        assert_eq!(table.last("fire_result").contains("artillery_moved -2"), moves);
        assert_eq!(!table.some("step:").is_empty(), moves, "{:?}", table.codes());
        assert_eq!(!table.some("face:").is_empty(), moves, "{:?}", table.codes());
    }
}

/// [GB 10.61] Nothing is said by guns without a target, by foot, or too near the enemy to do both. [GB 9.55]
#[test]
fn gb_10_61_who_says_that_he_will_move() {
    for (unit, enemy, says) in
        [("us_ga", "0510", true), ("us_ga", "0710", false), ("us_ga", "1510", false), ("us_7", "0810", false)]
    {
        let mut table = Table::army();
        table.put(unit, "1010", "vW", Advance);
        table.put("cs_6", enemy, "vE", Advance);
        table.activate("us.2.1.1").play(&[&format!("unit:{unit}")]);
        assert_eq!(table.can("limber"), says, "{unit} {enemy}: {:?}", table.codes());
        assert_eq!(table.some("fire:").is_empty(), enemy == "1510");
    }
}

/// [GB 10.68] Guns that mean to move do not double their fire.
#[test]
fn gb_10_68_no_doubled_fire_before_the_move() {
    let mut table = Table::new(&Setup::scenario("army").with("artillery_near_enemy", "2"));
    table.put("us_ga", "1010", "vW", Advance);
    table.put("cs_6", "0710", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_ga"]);
    assert!(table.can("fire:0710/doubled"), "{:?}", table.codes());
    table.play(&["limber"]);
    assert!(table.can("fire:0710") && !table.can("fire:0710/doubled"), "{:?}", table.codes());
}

/// [GB 10.15] What a unit split in one activation does not bind it in the next.
#[test]
fn gb_10_15_a_split_ends_with_the_activation() {
    let mut table = Table::crossroads();
    let firer = table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_83va", "0814", "vE", Advance);
    table.activate("us.1").play(&["unit:us_302pa", "fire:0814"]);
    table.rolls(&[0, 0]).play(&["shoot:cs_83va>0914/more"]).pass_while(&["9.13"]);
    table.set(firer, Status::USED, false);
    table.activate("us.1").play(&["unit:us_302pa", "fire:0814"]);
    assert!(table.can("shoot:cs_83va>0914"), "{:?}", table.codes());
}

/// [GB 9.62] Only the first fire of guns that turned in reaction suffers from it.
#[test]
fn gb_9_62_the_second_fire_of_guns_that_turned() {
    let mut table = Table::army();
    table.put("us_7", "1110", "vW", Attack);
    let guns = table.put("cs_g", "0910", "vE", Advance);
    table.activate("us.2.1.1");
    table.state.units[guns].act.set(Act::TURNED_GUNS, true);
    table.play(&["unit:us_7", "step:1010"]).pass_until("10.45");
    assert!(table.can("shoot:cs_g>1010") && !table.can("shoot:cs_g>1010/doubled"), "{:?}", table.codes());
    table.rolls(&[0, 0]).play(&["shoot:cs_g>1010"]);
    assert!(table.last("fire_result").contains("artillery_turned -2"), "{}", table.last("fire_result"));
    table.pass_while(&["10.45", "9.61", "9.63", "9.13"]);
    table.rolls(&[0]).play(&["pass", "assault:1010>0910"]).pass_while(&["11.33"]);
    assert!(table.can("shoot:cs_g>1010/doubled"), "{:?}", table.codes());
    table.rolls(&[0, 0]).play(&["shoot:cs_g>1010"]);
    assert!(!table.last("fire_result").contains("artillery_turned"), "{}", table.last("fire_result"));
}

/// [GB 10.69] A natural 5 costs every battery of a combined fire its ammunition, all its sections that fired.
#[test]
fn gb_10_69_ammunition_of_combined_batteries() {
    let mut table = Table::army();
    let one = table.put("us_ga", "1010", "vW", Advance);
    let two = table.put("us_gb", "1010", "vW", Advance);
    table.attach(one, "us.2.1.1");
    table.attach(two, "us.2.1.1");
    table.put("cs_6", "0610", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_ga", "fire:0610/combined"]);
    table.rolls(&[5, 0, 0, 0]).pass_while(&ANSWERS);
    assert_eq!(table.ammo(one), Ammo::Low, "{:?}", table.codes());
    let sections = [0, 1].map(|section| table.state.units[two].ammo(section));
    assert_eq!(sections, [Ammo::Low; 2]);
}

/// [GB 10.52] Foot under Attack orders that gives prepared fire stays; if it means to move it says so and fires without.
#[test]
fn gb_10_52_prepared_fire_or_a_move() {
    for moves in [false, true] {
        let mut table = duel(Attack);
        table.put("us_303ny", "0914", "vW", Attack);
        table.activate("us.1").play(&["unit:us_302pa"]);
        if moves {
            table.play(&["limber"]);
            assert!(!table.can("limber") && !table.some("step:").is_empty(), "{:?}", table.codes());
        }
        table.rolls(&[0]).play(&["fire:0814"]).pass_while(&ANSWERS);
        assert_eq!(table.last("fire_result").contains("prepared_fire +1"), !moves);
        assert_eq!(!table.some("step:").is_empty(), moves, "{:?}", table.codes());
        // Nor does it change its place in the stack, or its front for points; a corner is free.
        assert_eq!((table.can("face:vNW"), table.can("face:vE")), (true, moves), "{:?}", table.codes());
        assert!(!table.can("lower") && !table.can("raise"), "{:?}", table.codes());
    }
}

/// [GB 10.52] Nothing binds fire that is not prepared: from afar, in disorder, or under Advance, which does not move at all.
#[test]
fn gb_10_52_who_says_that_he_will_move() {
    for (order, hex, shaken, says) in [
        (Attack, "0914", false, true),
        (Attack, "0914", true, false),
        (Attack, "1014", false, false),
        (Advance, "0914", false, false),
    ] {
        let mut table = Table::crossroads();
        let unit = table.put("us_302pa", hex, "vW", order);
        table.set(unit, Status::DISORDERED, shaken);
        table.put("cs_82va", "0814", "vE", Advance);
        table.activate("us.1").play(&["unit:us_302pa"]);
        assert_eq!(table.can("limber"), says, "{order:?} {hex} {shaken}");
        table.rolls(&[0]).play(&["fire:0814"]).pass_while(&ANSWERS);
        let moves = order == Attack && !says;
        assert_eq!(
            table.can("face:vE"),
            moves,
            "turns for a point: {order:?} {hex} {shaken}: {:?}",
            table.codes()
        );
    }
}

/// [GB 10.52] Fire at guns that move off comes from a unit on the move: it is not prepared, and the step is made. [GB 9.63]
#[test]
fn gb_10_52_fire_in_the_midst_of_a_step() {
    let mut table = Table::army();
    let unit = table.put("us_7", "1010", "vW", Attack);
    table.put("cs_g", "0910", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_7"]);
    let step = table.some("step:")[0].clone();
    table.play(&[&step]).pass_until("9.63");
    table.play(&["unit:cs_g"]).rolls(&[0, 0]).play(&["fire:0910"]).pass_while(&["10.42", "12.44"]);
    assert!(!table.last("fire_result").contains("prepared_fire"), "{}", table.last("fire_result"));
    assert_eq!(format!("step:{}", table.at(unit)), step);
}

/// [GB 10.26] A second disorder by fire over own heads takes effect at once, also if the fire itself does nothing. [GB 12.35]
#[test]
fn gb_10_26_own_fire_drives_off_at_once() {
    for (check, driven) in [(0, false), (9, true)] {
        let mut table = Table::crossroads();
        table.put("us_302pa", "1511", "vNE", Advance);
        let below = table.put("us_303ny", "1507", "vNE", Advance);
        table.shake(below);
        table.put("cs_82va", "1506", "vSE", Advance);
        table.activate("us.1").play(&["unit:us_302pa", "fire:1506"]);
        // A natural 2 endangers those below; a second check decides between a retreat and rout.
        table.rolls(&[2, check, 0]).pass_while(&["10.42"]);
        assert_eq!(table.checks("10.26"), 1);
        assert_eq!(table.asks() == "12.44", driven, "{:?}", table.codes());
        assert_eq!(table.sp(below), if driven { 5 } else { 6 });
    }
}

/// [GB 10.69] Doubled fire costs ammunition after its second shot: guns that were low stay so for both.
#[test]
fn gb_10_69_low_guns_double_their_fire() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "0914", "vW", Advance);
    table.load(guns, Ammo::Low);
    table.put("cs_82va", "0714", "vE", Advance);
    table
        .activate("us.art")
        .rolls(&[0, 1])
        .play(&["unit:us_bty_a", "fire:0714/doubled"])
        .pass_while(&ANSWERS);
    let shots = table.all("fire_result");
    assert!(shots.len() == 2 && shots.iter().all(|shot| shot.contains("low_ammo -2")), "{shots:?}");
    assert_eq!(table.ammo(guns), Ammo::Out);
}

/// [GB 10.91] A natural 5 makes small arms worse after the whole of their fire, both parts of it if they split.
#[test]
fn gb_10_91_split_fire_is_one_fire() {
    let mut table = Table::new(&Setup::scenario("crossroads").with("ammo_depletion", "on"));
    let unit = table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_82va", "0814", "vE", Advance);
    table.put("cs_81va", "0813", "vE", Advance);
    table.activate("us.1").play(&["unit:us_302pa", "fire:0814/more"]);
    table.rolls(&[5, 0, 0]).pass_while(&["10.42"]);
    let shots = table.all("fire_result");
    assert!(shots.len() == 2 && !shots.iter().any(|shot| shot.contains("low_ammo")), "{shots:?}");
    assert_eq!(table.ammo(unit), Ammo::Low);
}

/// [GB 10.64] Batteries that fire together take the worst ammunition of all sections that fire.
#[test]
fn gb_10_64_worst_ammunition_of_the_batteries() {
    for low in [false, true] {
        let mut table = Table::army();
        let one = table.put("us_ga", "1010", "vW", Advance);
        let two = table.put("us_gb", "1010", "vW", Advance);
        table.attach(one, "us.2.1.1");
        table.attach(two, "us.2.1.1");
        if low {
            table.state.units[two].set_ammo(1, Ammo::Low);
        }
        table.put("cs_6", "0610", "vE", Advance);
        table
            .activate("us.2.1.1")
            .rolls(&[0])
            .play(&["unit:us_ga", "fire:0610/combined"])
            .pass_while(&ANSWERS);
        assert_eq!(table.last("fire_result").contains("low_ammo -2"), low, "{}", table.last("fire_result"));
    }
}

/// [GB 10.63] Batteries of a division that serve no brigade fire together too, once under each of its markers. [GB 4.32]
#[test]
fn gb_10_63_batteries_of_a_division_combine() {
    let mut table = Table::army();
    table.put("us_ga", "1010", "vW", Advance);
    table.put("us_gb", "1010", "vW", Advance);
    table.put("us_7", "1211", "vW", Advance);
    table.put("us_5", "1212", "vW", Advance);
    table.put("cs_6", "0610", "vE", Advance);
    table.activate("us.2.1.1").rolls(&[0]).play(&["unit:us_ga", "fire:0610/combined"]);
    assert_eq!(table.shots(), [12]);
    table.pass_while(&ANSWERS).pass_while(&["9.13"]);
    assert!(!table.can("unit:us_gb"), "it has acted: {:?}", table.codes());
    table.activate("us.2.1.2");
    assert!(table.can("unit:us_5") && !table.can("unit:us_gb"), "{:?}", table.codes());
}
