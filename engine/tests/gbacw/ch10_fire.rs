//! Chapter 10: fire and its answers.

use warlab_engine::games::gbacw::calc::fire::Ammo;
use warlab_engine::games::gbacw::rules::ch10_shots::fire_input;
use warlab_engine::games::gbacw::rules::{self};
use warlab_engine::games::gbacw::state::{Act, Shot, ShotKind, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::setup::Setup;

use super::table::Table;

fn duel(order: warlab_engine::games::gbacw::types::OrderKind) -> Table {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", order);
    table.put("cs_82va", "0814", "vE", Advance);
    table
}

/// [GB 10.42] Shot and answer are simultaneous: both results apply. Seven rifles, range 1, prepared: 9 makes 1d+2.
#[test]
fn gb_10_42_answer_is_simultaneous() {
    let mut table = duel(Advance);
    table.activate("us.1").play(&["unit:us_302pa", "fire:0814"]);
    assert!(table.can("shoot:cs_82va>0914"));
    table.rolls(&[9, 9, 0, 0]).play(&["shoot:cs_82va>0914", "pass"]);
    table.pass_while(&["10.42", "12.44", "9.61"]);
    assert_eq!((table.sp(table.unit("us_302pa")), table.sp(table.unit("cs_82va"))), (6, 6));
    assert!(!table.can("fire:0814"), "[10.31] one shot an activation");
}

/// [GB 10.33] Advance that moved does not fire; [GB 10.32] Attack fires after moving.
#[test]
fn gb_10_32_and_10_33_fire_and_movement() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "1114", "vW", Advance);
    table.put("cs_82va", "0814", "vE", Advance);
    table.activate("us.1").play(&["unit:us_302pa"]);
    assert!(table.can("fire:0814"));
    table.play(&["step:1014"]);
    assert!(!table.can("fire:0814"));
    let mut attack = Table::crossroads();
    attack.put("us_302pa", "1114", "vW", Attack);
    attack.put("cs_82va", "0814", "vE", Advance);
    attack.activate("us.1").play(&["unit:us_302pa", "step:1014"]);
    assert!(attack.can("fire:0814"));
}

/// [GB 10.16] Nothing beyond the greatest range: five hexes for rifles, two for muskets.
#[test]
fn gb_10_16_range() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "1214", "vW", Advance);
    table.put("us_304ny", "1215", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_302pa"]);
    assert!(table.can("fire:0714"));
    table.play(&["pass", "unit:us_304ny"]);
    assert!(!table.can("fire:0714"));
}

/// [GB 10.41] March units never fire, not even in reaction.
#[test]
fn gb_10_41_march_is_silent() {
    let mut table = duel(Advance);
    let unit = table.unit("cs_82va");
    table.state.units[unit].order = March;
    table.activate("us.1").rolls(&[0]).play(&["unit:us_302pa", "fire:0814"]);
    assert_eq!(table.told("reaction_fire"), 0);
    assert!(!table.codes().iter().any(|code| code.starts_with("shoot:")));
}

/// [GB 10.15] Fire is split as evenly as can be between the two hexes ahead.
#[test]
fn gb_10_15_split_fire() {
    let mut table = Table::crossroads();
    table.put("us_308in", "0914", "vW", Advance);
    table.put("cs_82va", "0814", "vE", Advance);
    table.put("cs_81va", "0813", "vE", Advance);
    table.activate("us.2").play(&["unit:us_308in", "fire:0814/more"]);
    let strengths: Vec<u8> = table.state.shots.iter().flatten().map(|shot| shot.strength).collect();
    assert_eq!(strengths, [3, 2]);
}

/// [GB 10.44] A unit that leaves an enemy's front is fired at first.
#[test]
fn gb_10_44_parting_fire() {
    let mut table = duel(Attack);
    table.put("cs_81va", "0613", "vE", Advance);
    table.activate("us.1").play(&["unit:us_302pa"]);
    let step = table
        .codes()
        .into_iter()
        .find(|code| code.starts_with("step:0813"))
        .expect("along the enemy's front");
    table.play(&[&step]);
    assert!(table.can("shoot:cs_82va>0914"));
}

/// [GB 10.45] Guns fire once at a unit that comes within three hexes.
#[test]
fn gb_10_45_entry_fire() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "1114", "vW", Attack);
    let guns = table.put("cs_bty_c", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_302pa", "step:1014", "pass"]);
    assert!(table.can("shoot:cs_bty_c>1014"), "{:?}", table.codes());
    table.rolls(&[0]).play(&["shoot:cs_bty_c>1014", "pass"]);
    assert!(table.state.units[guns].did(Act::ENTRY_FIRED));
}

/// [GB 10.68] Doubled fire rolls twice, and a natural 5 empties the limbers; [GB 10.69] one shot only lowers them.
#[test]
fn gb_10_68_doubled_fire() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "0914", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.art").rolls(&[5, 0, 0, 0]).play(&["unit:us_bty_a", "fire:0714/doubled"]);
    table.pass_while(&["10.42", "12.44", "9.61"]);
    assert_eq!(table.told("fire_result"), 2);
    assert_eq!(table.state.units[guns].ammo(0), Ammo::Out);
    let mut once = Table::crossroads();
    let guns = once.put("us_bty_a", "0914", "vW", Advance);
    once.put("cs_82va", "0714", "vE", Advance);
    once.activate("us.art").rolls(&[5, 0]).play(&["unit:us_bty_a", "fire:0714"]);
    once.pass_while(&["10.42", "12.44", "9.61"]);
    assert_eq!(once.state.units[guns].ammo(0), Ammo::Low);
}

/// [GB 10.65] A battery of two sections may fire them apart.
#[test]
fn gb_10_65_sections() {
    let mut table = Table::crossroads();
    table.put("us_bty_b", "1214", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.art").rolls(&[0, 0]).play(&["unit:us_bty_b", "fire:0714/section1"]);
    table.pass_while(&["10.42"]);
    assert!(table.can("fire:0714") && !table.can("fire:0714/section1"), "{:?}", table.codes());
}

/// [GB 10.63] Two batteries in one hex fire as one at four hexes and more.
#[test]
fn gb_10_63_combined_batteries() {
    let mut table = Table::crossroads();
    table.put("us_bty_a", "1214", "vW", Advance);
    table.put("us_bty_b", "1214", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.art").play(&["unit:us_bty_a", "fire:0714/combined"]);
    assert_eq!(table.state.shots[0].map(|shot| shot.strength), Some(12));
}

/// [GB 10.91] With the variant a natural 5 costs small arms ammunition.
#[test]
fn gb_10_91_depletion() {
    for (value, ammo) in [("on", Ammo::Low), ("off", Ammo::Full)] {
        let mut table = Table::new(&Setup::scenario("crossroads").with("ammo_depletion", value));
        let unit = table.put("us_302pa", "0914", "vW", Advance);
        table.put("cs_82va", "0714", "vE", Advance);
        table.activate("us.1").rolls(&[5, 0]).play(&["unit:us_302pa", "fire:0714"]);
        table.pass_while(&["10.42", "12.44"]);
        assert_eq!(table.state.units[unit].ammo(0), ammo);
    }
}

/// [GB 10.82] With the variant the units of a hex fire as one.
#[test]
fn gb_10_82_combined_small_arms() {
    let mut table = Table::new(&Setup::scenario("crossroads").with("combined_small_arms", "on"));
    table.put("us_303ny", "0914", "vW", Advance);
    let second = table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "fire:0714"]);
    assert_eq!(table.state.shots[0].map(|shot| shot.strength), Some(7));
    assert!(table.state.units[second].did(Act::FIRED));
}

fn shot(table: &Table, firer: &str, from: &str, target: &str) -> Shot {
    Shot {
        firer: table.unit(firer),
        parts: 1,
        strength: 6,
        from: table.hex(from),
        target: table.hex(target),
        group: 0,
        kind: ShotKind::Active,
        result: None,
        second: false,
        doubled: false,
        cost: Ammo::Full,
    }
}

/// [GB 10.52] Prepared fire: still, in good order, at one hex; [GB 14.1] green; 10.81 flank and disorder.
#[test]
fn gb_10_52_and_10_81_inputs() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Advance);
    let target = table.put("cs_82va", "0814", "vE", Advance);
    let own = shot(&table, "us_302pa", "0914", "0814");
    let input = fire_input(&table.game, &table.state, &own, target);
    assert!(input.prepared && !input.flank && !input.firer_green && !input.firer_disordered);
    table.state.units[unit].act.set(Act::MOVED, true);
    assert!(!fire_input(&table.game, &table.state, &own, target).prepared);
    table.state.units[unit].status.set(Status::DISORDERED, true);
    assert!(fire_input(&table.game, &table.state, &own, target).firer_disordered);
    table.state.units[target].facing = warlab_engine::games::gbacw::types::Facing::from_id("vNW").unwrap();
    assert!(fire_input(&table.game, &table.state, &own, target).flank);
    table.put("us_307nj", "0915", "vW", Advance);
    let green = shot(&table, "us_307nj", "0915", "0814");
    assert!(fire_input(&table.game, &table.state, &green, target).firer_green);
}

/// [GB 8.35] When the top unit is disordered the others of the hex are checked.
#[test]
fn gb_8_35_the_stack_looks_on() {
    let mut table = duel(Advance);
    let below = table.put("cs_81va", "0814", "vE", Advance);
    // 7 at +1 makes 8 for seven points: 1d. A failed check, then the unit below fails its own.
    table.activate("us.1").rolls(&[7, 9, 9]).play(&["unit:us_302pa", "fire:0814", "pass"]);
    assert!(table.state.units[below].is_disordered());
    assert_eq!(table.sp(table.unit("cs_82va")), 6);
}

/// [GB 12.6] Fire that empties a hex lets the firer take it.
#[test]
fn gb_12_6_advance_after_fire() {
    let mut table = duel(Advance);
    let target = table.unit("cs_82va");
    table.state.units[target].status.set(Status::DISORDERED, true);
    // 8 + 1 makes 9: 1d+1; the check fails: second disorder, a point and a retreat.
    table.activate("us.1").rolls(&[8, 9]).play(&["unit:us_302pa", "fire:0814", "pass"]);
    let step = table.codes().into_iter().find(|code| code.starts_with("step:")).expect("a retreat");
    table.play(&[&step, "pass"]);
    assert_eq!(table.sp(target), 5);
    assert!(table.can("yes"), "{:?}", table.codes());
    table.play(&["yes", "pass"]);
    assert_eq!(table.at(table.unit("us_302pa")), "0814");
}

/// [GB 11.71] Leaders do not change fire.
#[test]
fn gb_11_71_leaders_and_fire() {
    let mut table = duel(Advance);
    let target = table.unit("cs_82va");
    let own = shot(&table, "us_302pa", "0914", "0814");
    let before = fire_input(&table.game, &table.state, &own, target);
    table.place_leader("us_mercer", "0914");
    assert_eq!(fire_input(&table.game, &table.state, &own, target), before);
    let _ = rules::ch10_fire::may_fire(&table.game, &table.state, target);
}
