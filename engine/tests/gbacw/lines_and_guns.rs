//! Chapter 8.44: guns in the hexes of extended lines.

use warlab_engine::games::gbacw::rules::ch12_losses::abandon;
use warlab_engine::games::gbacw::state::Status;
use warlab_engine::games::gbacw::types::OrderKind::Advance;
use warlab_engine::games::gbacw::types::{Side, Unit};

use super::lines::{driven_from_2313, line};
use super::table::Table;

/// A line in 1010 and 1011 that faces east, a battery of its division with the marker, one of the corps with the counter.
fn line_with_guns() -> (Table, Unit, [Unit; 2]) {
    let mut table = Table::army();
    let guns = [table.put("us_ga", "1011", "vE", Advance), table.put("us_ra", "1010", "vE", Advance)];
    let unit = line(&mut table, "us_9", "1010", "vE", Advance, [false, true]);
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    (table, unit, guns)
}

/// [GB 8.44] Guns in any hex of a line turn about with it if it stays; those who act with it pay, and fire at -2. [GB 10.61]
#[test]
fn gb_8_44_guns_turn_about_with_the_line() {
    let (mut table, unit, guns) = line_with_guns();
    table.play(&["face:vW"]);
    assert_eq!(guns.map(|gun| table.facing(gun)), ["vE"; 2], "it may still go away");
    table.play(&["pass"]);
    assert_eq!((table.facing(unit), guns.map(|gun| table.facing(gun))), ("vW", ["vW"; 2]));
    assert_eq!(guns.map(|gun| table.spent(gun)), [2, 0], "a point for the active ones");
    table.put("cs_6", "0511", "vE", Advance);
    table.rolls(&[5]).play(&["unit:us_ga", "fire:0511"]).pass_while(&["10.42"]);
    assert!(table.last("fire_result").contains("artillery_moved -2"), "{}", table.last("fire_result"));

    let (mut leaving, _, guns) = line_with_guns();
    leaving.play(&["face:vW", "step:0910", "pass"]);
    assert_eq!(guns.map(|gun| leaving.facing(gun)), ["vE"; 2]);
    assert_eq!(guns.map(|gun| leaving.spent(gun)), [0; 2]);
}

/// [GB 8.44] Guns with the end that stays turn with a line that pivots, and guns whom a line joins take its facing.
#[test]
fn gb_8_44_guns_in_the_hexes_of_a_line() {
    let (mut table, _, guns) = line_with_guns();
    table.play(&["pivot:1011/vSE", "pass"]);
    assert_eq!(guns.map(|gun| table.facing(gun)), ["vSE", "vE"], "the counter has left 1010");
    let mut joined = Table::army();
    let unit = line(&mut joined, "us_9", "1010", "vE", Advance, [false, true]);
    let guns = joined.put("us_ga", "1111", "vNE", Advance);
    joined.activate("us.2.1.1").play(&["unit:us_9", "step:1111", "pass"]);
    assert_eq!((joined.facing(unit), joined.facing(guns)), ("vE", "vE"), "its markers bind it");
}

/// [GB 8.44] Turned about, left and right have changed places: each pivot swings on its own end.
#[test]
fn gb_8_44_left_and_right_after_a_turn_about() {
    let (mut table, _, _) = line_with_guns();
    table.play(&["face:vW"]);
    assert_eq!(table.starting("pivot:"), ["pivot:1011/vSW", "pivot:1010/vNW"]);
}

/// [GB 8.44] A line that turned about lies above or below the guns of its hex as it likes, and stays there.
#[test]
fn gb_8_44_above_or_below_the_guns() {
    for (answer, first) in [("raise", "us_9"), ("lower", "us_ra")] {
        let mut table = Table::army();
        let unit = line(&mut table, "us_9", "1010", "vE", Advance, [false, true]);
        let guns = table.put("us_ra", "1010", "vE", Advance);
        if answer == "raise" {
            let hex = table.hex("1010");
            warlab_engine::games::gbacw::field::put(&table.game, &mut table.state, guns, hex, true);
        }
        table.activate("us.2.1.1").play(&["unit:us_9"]);
        assert!(!table.can(answer), "not without turning: {:?}", table.codes());
        table.play(&["face:vW", answer]);
        assert!(table.starting("step:").is_empty() && table.can("pass"), "{:?}", table.codes());
        let stack = warlab_engine::games::gbacw::field::stack(&table.game, &table.state, table.hex("1010"));
        assert_eq!(stack.first(), Some(&table.unit(first)));
        assert_eq!(table.parts(unit).len(), 2);
    }
}

/// A line of nine in 1010 and 1011 that looks west, guns above it in one of these hexes, enemies who attack.
fn attacked_line(guns: &str, enemies: &[(&str, &str, &str)]) -> (Table, Unit, Unit) {
    let mut table = Table::army();
    let battery = table.put("us_ga", guns, "vW", Advance);
    let unit = line(&mut table, "us_9", "1010", "vW", Advance, [false, true]);
    for (id, hex, facing) in enemies {
        table.put(id, hex, facing, Advance);
    }
    table.activate("cs.1").play(&["pass"]);
    while table.asks() == "11.31" {
        let assault = table.starting("assault:").first().cloned().expect("somebody to attack");
        table.play(&[&assault]);
    }
    (table, unit, battery)
}

const BOTH_HEXES: [(&str, &str, &str); 2] = [("cs_6", "0910", "vE"), ("cs_7", "0912", "vE")];

/// [GB 11.37] Attacked where the line and where its guns lie on top, the owner names the one unit checked for them all.
#[test]
fn gb_11_37_one_unit_for_the_line_and_its_guns() {
    for (chosen, rolls, falls) in [("unit:us_ga", &[7][..], false), ("unit:us_9", &[7, 0], true)] {
        let (mut table, unit, guns) = attacked_line("1011", &BOTH_HEXES);
        table.shake(unit);
        table.pass_while(&["11.33"]);
        assert_eq!((table.asks(), table.decider()), ("11.37", Side::Union));
        assert_eq!(table.codes(), ["unit:us_9", "unit:us_ga"]);
        table.rolls(rolls).play(&[chosen]);
        assert_eq!(table.told("preshock"), 1, "{:?}", table.all("preshock"));
        // The line was disordered before: 5 does not stand a 7. The guns share what comes of it.
        assert_eq!((table.sp(unit), table.is_shaken(guns)), (9 - u8::from(falls), falls));
    }
}

/// [GB 11.37] Nothing is asked where only one unit is on top.
#[test]
fn gb_11_37_no_choice_of_the_top_unit() {
    for (guns, enemies, by) in [
        ("1011", &BOTH_HEXES[..1], "us_9"),
        ("1011", &BOTH_HEXES[1..], "us_ga"),
        ("1310", &BOTH_HEXES[..], "us_9"),
    ] {
        let (mut table, ..) = attacked_line(guns, enemies);
        table.rolls(&[0]).pass_while(&["11.33"]);
        assert_eq!((table.asks(), table.told("preshock")), ("11.38", 1), "{:?}", table.all("preshock"));
        assert!(table.last("preshock").starts_with(by), "{}", table.last("preshock"));
    }
}

/// [GB 11.37] An attack on the flank of any part counts, whoever is checked.
#[test]
fn gb_11_37_the_worst_attack_on_any_part() {
    for chosen in ["us_9", "us_ga"] {
        let (mut table, ..) = attacked_line("1010", &[("cs_6", "0910", "vE"), ("cs_7", "1012", "vNE")]);
        table.pass_while(&["11.33"]).rolls(&[0]).play(&[&format!("unit:{chosen}")]);
        let modified = table.game.tables.combat.preshock_drm.attacked_flank;
        assert!(modified > 0);
        assert_eq!(table.last("preshock"), format!("{chosen} stands: 0 becomes {modified}."));
    }
}

/// [GB 12.81] A line that advances over its own abandoned guns mans them, be it in disorder; one that does not, does not.
#[test]
fn gb_12_81_guns_in_the_way_of_an_advance() {
    for (way, manned) in [("step:2313", true), ("pivot:2213/vSE", false)] {
        let (mut table, unit) = driven_from_2313();
        let guns = table.put("us_ga", "2314", "vE", Advance);
        abandon(&table.game, &mut table.state, guns, &mut table.chance);
        table.shake(unit);
        table.play(&[way]);
        assert_eq!(table.state.units[guns].is_abandoned(), !manned);
        assert_eq!(table.has(guns, Status::JUST_MANNED), manned);
    }
}

/// [GB 12.81] On the move a line mans the guns it comes over only in good order.
#[test]
fn gb_12_81_guns_in_the_way_of_a_line() {
    for shaken in [false, true] {
        let mut table = Table::army();
        let unit = line(&mut table, "us_9", "1010", "vE", Advance, [false, true]);
        let guns = table.put("us_ga", "1112", "vE", Advance);
        abandon(&table.game, &mut table.state, guns, &mut table.chance);
        table.set(unit, Status::DISORDERED, shaken);
        table.activate("us.2.1.1").play(&["unit:us_9", "step:1111"]);
        assert_eq!(table.parts(unit), ["1111", "1112"]);
        assert_eq!(table.state.units[guns].is_abandoned(), shaken);
    }
}

/// [GB 7.32] Guns that come to a line with a bent wing pay for it and bend only at the end that is bent. [GB 8.26, 8.44]
#[test]
fn gb_7_32_guns_at_either_end_of_a_bent_line() {
    for (from, to, bends) in [("1210", "1110", false), ("1211", "1111", true)] {
        let mut table = Table::army();
        let unit = line(&mut table, "us_9", "1110", "vW", Advance, [false, true]);
        table.set(unit, Status::REFUSED_LEFT, true);
        let guns = table.put("us_gb", from, "vW", Advance);
        table.activate("us.2.1.1").play(&["unit:us_gb", &format!("step:{to}")]);
        assert_eq!(table.spent(guns), if bends { 4 } else { 2 }, "{to}");
        table.play(&["pass"]);
        assert_eq!((table.at(guns), table.has(guns, Status::REFUSED_LEFT)), (to.into(), bends));
    }
}
