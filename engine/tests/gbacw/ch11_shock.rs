//! Chapter 11: shock in its six steps.

use warlab_engine::games::gbacw::rules::ch11_declare::{is_charger, targets};
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::state::{Act, Place, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::setup::Setup;

use super::table::Table;

/// Two units face to face, the Union one about to attack under Advance orders.
fn face_to_face() -> Table {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table
}

/// Declares and passes on to the fight with these dice: the defender's check first, then the shock.
fn attack(table: &mut Table, rolls: &[u8]) {
    table.activate("us.1").play(&["pass", "assault:0914>0814"]);
    table.rolls(rolls);
    table.pass_while(&["11.33", "11.38", "11.41", "9.61"]);
}

/// [GB 11.22] Units beside an enemy may attack; [GB 11.12] those who rallied may not.
#[test]
fn gb_11_22_who_may_attack() {
    let mut table = face_to_face();
    table.activate("us.1").play(&["pass"]);
    assert!(table.can("assault:0914>0814") && table.can("hold:0914"));
    let mut rallied = face_to_face();
    let unit = rallied.unit("us_302pa");
    rallied.state.units[unit].status.set(Status::DISORDERED, true);
    rallied.activate("us.1").rolls(&[0]).play(&["unit:us_302pa", "rally"]).pass_while(&["13.41", "9.13"]);
    rallied.play(&["pass"]);
    assert!(!rallied.can("assault:0914>0814"));
}

/// [GB 11.21] Infantry that closes without firing must attack, with +1; after firing it need not.
#[test]
fn gb_11_21_infantry_charge() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Attack);
    table.put("cs_81va", "0714", "vE", Advance);
    table
        .activate("us.1")
        .play(&["unit:us_302pa", "step:0814"])
        .pass_while(&["9.61", "9.63", "10.44", "9.13"]);
    assert!(is_charger(&table.game, &table.state, unit));
    table.play(&["pass"]);
    assert!(!table.can("hold:0814") && table.can("assault:0814>0714"), "{:?}", table.codes());
    table.play(&["assault:0814>0714"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert!(input.all_charged_on_foot && input.all_attackers_moved);
}

/// [GB 11.31] An attacker must attack every enemy in his front unless others do. Example 1 of 11.32.
#[test]
fn gb_11_31_all_in_front() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table.put("cs_82va", "0813", "vE", Advance);
    table.activate("us.1").play(&["pass"]);
    assert!(table.can("assault:0914>0813+0814"), "{:?}", table.codes());
    assert!(!table.can("assault:0914>0814") && table.can("hold:0914"));
    let unit = table.unit("us_302pa");
    assert_eq!(targets(&table.game, &table.state, unit).len(), 2);
}

/// [GB 11.32] Neighbours on the same defender fight as one: 13 points against 6.
#[test]
fn gb_11_32_neighbours_combine() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("us_303ny", "0915", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table.activate("us.1").play(&["pass", "assault:0914>0814", "assault:0915>0814"]);
    assert_eq!(table.state.combats.iter().flatten().count(), 1);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!((input.attacker, input.defender), (26, 12));
}

/// [GB 11.33] Advance may slip away before the shock, Attack and March may not; [GB 11.35] the hex may be taken.
#[test]
fn gb_11_33_retreat_before_shock() {
    let mut table = face_to_face();
    table.activate("us.1").play(&["pass", "assault:0914>0814"]);
    assert!(table.can("unit:cs_81va"));
    table.play(&["unit:cs_81va"]);
    let step = table.codes().into_iter().find(|code| code.starts_with("step:")).expect("a way");
    table.play(&[&step]).pass_while(&["12.44", "11.33", "11.38"]);
    assert!(table.can("step:0814") && table.can("pass"), "{:?}", table.codes());
    let mut firm = face_to_face();
    firm.put("cs_81va", "0814", "vE", Attack);
    firm.activate("us.1").play(&["pass", "assault:0914>0814"]);
    assert!(!firm.can("unit:cs_81va"));
}

/// [GB 11.36] A green attacker who fails his check takes no part.
#[test]
fn gb_11_36_green_attackers() {
    let mut table = Table::crossroads();
    let unit = table.put("us_307nj", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Attack);
    table.activate("us.2").play(&["pass"]);
    table.rolls(&[9, 0]).play(&["assault:0914>0814"]);
    assert_eq!(table.state.units[unit].combat, 0);
    assert_eq!(table.told("shock"), 0);
}

/// [GB 11.37] The defender's top unit is checked; failing, his whole stack is disordered.
#[test]
fn gb_11_37_preshock_check() {
    let mut table = face_to_face();
    let unit = table.unit("cs_81va");
    attack(&mut table, &[9, 2, 0, 0]);
    assert!(table.state.units[unit].is_disordered());
    let mut march = Table::crossroads();
    march.put("us_302pa", "0914", "vW", Advance);
    let column = march.put("cs_90ga", "0814", "eNE", March);
    march.activate("us.1").rolls(&[9]).play(&["pass", "assault:0914>0814"]);
    assert_eq!(march.state.units[column].place, Place::Routed, "a column that fails is routed");
}

/// [GB 11.38] The defenders fire at the attackers in their front before the shock.
#[test]
fn gb_11_38_fire_before_shock() {
    let mut table = face_to_face();
    table.activate("us.1").rolls(&[0]).play(&["pass", "assault:0914>0814"]).pass_while(&["11.33"]);
    assert!(table.can("shoot:cs_81va>0914"), "{:?}", table.codes());
    table.rolls(&[0, 4]).play(&["shoot:cs_81va>0914"]);
    assert!(!table.can("shoot:cs_81va>0914"), "once");
}

/// [GB 11.43] 7 against 6 is 1:1; no brigadier -1 (11.72). 11.45 each band in turn.
#[test]
fn gb_11_45_bands() {
    // Modified roll: die + 0 (1:1) - 1 (no brigadier).
    let mut repulsed = face_to_face();
    attack(&mut repulsed, &[0, 2]);
    assert_eq!(repulsed.game_rule(), "12.44", "[12.42] the attacker retreats");
    let mut standoff = face_to_face();
    attack(&mut standoff, &[0, 4, 0, 0]);
    assert_eq!(
        (standoff.sp(standoff.unit("us_302pa")), standoff.sp(standoff.unit("cs_81va"))),
        (6, 5),
        "[8.36]"
    );
    let mut driven = face_to_face();
    attack(&mut driven, &[0, 6]);
    let unit = driven.unit("cs_81va");
    assert!(driven.state.units[unit].is_disordered());
    assert_eq!(driven.game_rule(), "12.44");
    let mut broken = face_to_face();
    attack(&mut broken, &[0, 9]);
    assert_eq!(broken.sp(broken.unit("cs_81va")), 5, "8 and 9 cost the defender a point");
}

impl Table {
    fn game_rule(&self) -> &'static str {
        use warlab_engine::published::Published;
        self.game.rule(&self.state)
    }
}

/// [GB 11.46] The attackers enter the hex they won; [GB 11.48] and are disordered by their success.
#[test]
fn gb_11_46_and_11_48_advance_and_disorder() {
    let mut table = face_to_face();
    attack(&mut table, &[0, 6]);
    let step = table.codes().into_iter().find(|code| code.starts_with("step:")).expect("a retreat");
    table.play(&[&step]);
    assert!(table.can("step:0814") && !table.can("pass"), "{:?}", table.codes());
    table.play(&["step:0814", "pass"]).pass_while(&["12.6", "9.61", "11.47"]);
    let unit = table.unit("us_302pa");
    assert_eq!(table.at(unit), "0814");
    assert!(table.state.units[unit].is_disordered());
}

/// [GB 11.44] Flank +2; [GB 11.72] a brigadier with the attackers lifts the -1, an aggressive one gives +1.
#[test]
fn gb_11_44_and_11_72_modifiers() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    let unit = table.put("cs_81va", "0814", "vNW", Advance);
    table.place_leader("us_mercer", "0914");
    table.activate("us.1").play(&["pass", "assault:0914>0814"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!(input.position, ("position_flank", 2));
    assert!(!input.no_brigadier && !input.aggressive_brigadier);
    let _ = unit;
    let mut led = Table::crossroads();
    led.put("cs_81va", "0814", "vE", Advance);
    led.put("us_302pa", "0914", "vW", Attack);
    led.place_leader("cs_talbot", "0814");
    led.activate("cs.1").play(&["pass", "assault:0814>0914"]);
    assert!(shock_input(&led.game, &led.state, 0).expect("a combat").aggressive_brigadier);
}

/// [GB 11.61] Guns never attack; [GB 11.63] alone they defend as one point for four.
#[test]
fn gb_11_63_guns_in_shock() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_bty_c", "0814", "vE", Advance);
    table.activate("us.1").play(&["pass", "assault:0914>0814"]);
    assert_eq!(
        shock_input(&table.game, &table.state, 0).expect("a combat").defender,
        2,
        "one point, in halves"
    );
    let mut guns = Table::crossroads();
    guns.put("us_302pa", "0914", "vW", Advance);
    guns.put("cs_bty_c", "0814", "vE", Advance);
    guns.activate("cs.art").play(&["pass"]);
    assert!(!guns.can("assault:0814>0914"));
}

/// [GB 11.53] A charge needs nerve: failing, the unit stays; [GB 11.52] Attack orders and an enemy in sight.
#[test]
fn gb_11_53_cavalry_charge() {
    let mut table = Table::new(&Setup::scenario("trevilian"));
    let unit = table.put("us_7mi", "2122", "vW", Attack);
    table.put("cs_1va", "1822", "vE", Advance);
    table.activate("us.c.1.1").play(&["unit:us_7mi"]);
    assert!(table.can("charge"), "{:?}", table.codes());
    table.rolls(&[9]).play(&["charge"]);
    assert!(table.state.units[unit].did(Act::DONE) && !table.state.units[unit].did(Act::CAVALRY_CHARGE));
    let mut bold = Table::new(&Setup::scenario("trevilian"));
    let unit = bold.put("us_7mi", "2122", "vW", Attack);
    bold.put("cs_1va", "1822", "vE", Advance);
    bold.activate("us.c.1.1").rolls(&[0]).play(&["unit:us_7mi", "charge"]);
    assert!(bold.state.units[unit].did(Act::CAVALRY_CHARGE));
    let mut calm = Table::new(&Setup::scenario("trevilian"));
    calm.put("us_7mi", "2122", "vW", Advance);
    calm.put("cs_1va", "1822", "vE", Advance);
    calm.activate("us.c.1.1").play(&["unit:us_7mi"]);
    assert!(!calm.can("charge"));
}

/// [GB 11.58] Disordered riders who fight are blown; blown ones move at half and recover after their next activation.
#[test]
fn gb_11_58_blown() {
    use warlab_engine::games::gbacw::rules::ch09_allowance::allowance;
    use warlab_engine::games::gbacw::rules::ch12_losses::{Cause, disorder};
    let mut table = Table::new(&Setup::scenario("trevilian"));
    let unit = table.put("us_7mi", "2119", "vW", Advance);
    table.state.units[unit].status.set(Status::DISORDERED, true);
    disorder(&table.game, &mut table.state, unit, Cause::AfterShock, &mut table.chance);
    assert!(table.state.units[unit].has(Status::BLOWN));
    assert_eq!(allowance(&table.game, &table.state, unit), 8, "half of 7, rounded up");
    table.state.units[unit].status.set(Status::NEWLY_BLOWN, false);
    table.activate("us.c.1.1").play(&["pass"]);
    assert!(!table.state.units[unit].has(Status::BLOWN) && table.state.units[unit].is_disordered());
}
