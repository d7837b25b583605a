//! Chapter 8.4: extended lines in fire, shock, advance and retreat.

use warlab_engine::games::gbacw::field::set_extension;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch10_fire::fire_strength;
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::rules::ch12_losses::abandon;
use warlab_engine::games::gbacw::state::{Act, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack};
use warlab_engine::games::gbacw::types::{Side, Unit};

use super::table::Table;

const NORTH: u8 = 1;
const SOUTH: u8 = 4;

/// Puts a unit down with markers north and south of it: left and right of one that faces east.
fn line(table: &mut Table, id: &str, hex: &str, facing: &str, order: OrderKind, markers: [bool; 2]) -> Unit {
    let unit = table.put(id, hex, facing, order);
    let [north, south] = [if markers[0] { NORTH } else { 0 }, if markers[1] { SOUTH } else { 0 }];
    let extension = if facing == "vE" { [north, south] } else { [south, north] };
    set_extension(&table.game, &mut table.state, unit, extension, false);
    unit
}

/// [GB 8.44] The printed examples: 9 points are 5 and 4, 17 are 6, 6 and 5; and of 8.45: 10 are 5 and 5, 18 three times 6.
#[test]
fn gb_8_44_examples_of_strength() {
    let spread = |id: &str, strength: u8, markers| -> Vec<u8> {
        let mut table = Table::army();
        let unit = line(&mut table, id, "1010", "vE", Advance, markers);
        table.state.units[unit].sp[0] = strength;
        let hexes: Vec<_> = table.parts(unit).iter().map(|name| table.hex(name)).collect();
        hexes.into_iter().map(|hex| fire_strength(&table.game, &table.state, unit, hex)).collect()
    };
    assert_eq!(spread("us_9", 9, [false, true]), [5, 4]);
    assert_eq!(spread("us_17", 17, [true, true]), [6, 6, 5]);
    assert_eq!(spread("us_17", 10, [false, true]), [5, 5]);
    assert_eq!(spread("us_17", 18, [true, true]), [6, 6, 6]);
}

/// [GB 8.46] A line attacks all in its front at once, with all its strength, whichever part is beside them.
#[test]
fn gb_8_46_lines_attack_as_one() {
    let mut table = Table::army();
    line(&mut table, "us_9", "1010", "vW", Advance, [false, true]);
    table.put("cs_6", "0910", "vE", Advance);
    table.put("cs_7", "0912", "vE", Advance);
    table.activate("us.2.1.1").play(&["pass"]);
    assert_eq!(table.codes(), ["hold:1010", "assault:1010>0910+0912"]);
    table.play(&["assault:1010>0910+0912"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!((input.attacker, input.defender), (18, 26));
    let mut marker = Table::army();
    line(&mut marker, "us_9", "1010", "vW", Advance, [false, true]);
    marker.put("cs_7", "0912", "vE", Advance);
    marker.activate("us.2.1.1").play(&["pass"]);
    assert!(marker.can("assault:1010>0912"), "its marker touches the enemy, its counter does not");
    let mut defends = Table::army();
    line(&mut defends, "us_9", "1010", "vW", Advance, [false, true]);
    defends.put("cs_7", "0912", "vE", Advance);
    defends.activate("cs.1").play(&["pass", "assault:0912>1011"]);
    let input = shock_input(&defends.game, &defends.state, 0).expect("a combat");
    assert_eq!((input.attacker, input.defender), (14, 18), "whole, though attacked in one hex");
}

/// The printed advance of 8.47, ten rows up: a line in 2212 and 2213 drives the enemy from 2313.
fn driven_from_2313() -> (Table, Unit) {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "2212", "vE", Advance, [false, true]);
    table.put("cs_6", "2313", "vW", Advance);
    table.activate("us.2.1.1").play(&["pass", "assault:2212>2313"]);
    table.rolls(&[0, 6]).pass_while(&["11.33", "11.38", "11.41"]).retreat();
    (table, unit)
}

/// [GB 8.47] The printed example: forward into 2323 and 2324, or swinging into 2323 on the part in 2223.
#[test]
fn gb_8_47_example_advance_of_a_line() {
    let (mut table, unit) = driven_from_2313();
    let ways = ["step:2312", "step:2313", "pivot:2212/vNE", "pivot:2213/vSE"];
    assert_eq!(table.codes(), ways, "forward either way, or on either end");
    let mut swings = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    table.play(&["step:2313"]);
    assert_eq!(
        (table.parts(unit), table.state.units[unit].facing.id()),
        (vec!["2313".into(), "2314".into()], "vE")
    );
    swings.play(&["pivot:2213/vSE"]);
    let mut parts = swings.parts(unit);
    parts.sort();
    assert_eq!((parts, swings.state.units[unit].facing.id()), (vec!["2213".into(), "2313".into()], "vSE"));
    let (mut blocked, unit) = driven_from_2313();
    for (friend, hex) in [("us_17", "2312"), ("us_5", "2314")] {
        blocked.put(friend, hex, "vE", Advance);
    }
    assert_eq!(blocked.codes(), ways[2..], "extended if there is any way");
    blocked.play(&["pivot:2213/vSE"]);
    assert!(blocked.state.units[unit].is_line());
}

/// Drives a line back from the east, with other enemies about.
fn retreat(enemies: &[(&str, &str)], rolls: &[u8]) -> (Table, Unit) {
    retreat_on(Table::army(), enemies, rolls)
}

fn retreat_on(mut table: Table, enemies: &[(&str, &str)], rolls: &[u8]) -> (Table, Unit) {
    let unit = line(&mut table, "us_9", "1010", "vE", Advance, [false, true]);
    for (id, hex) in enemies {
        table.put(id, hex, "vE", Advance);
    }
    table.put("cs_6", "1111", "vW", Advance);
    table.state.active = Side::Csa;
    table.state.retreat_from = table.hex("1111");
    table.state.units[unit].act.set(Act::RETREAT_1, true);
    table.state.set_phases(&[Phase::Brigade, Phase::Settle]);
    table.rolls(rolls).run();
    (table, unit)
}

/// [GB 8.47] A line retreats as a line; where it cannot it draws in and is checked.
#[test]
fn gb_8_47_retreat_of_a_line() {
    let (mut table, unit) = retreat(&[], &[]);
    table.retreat();
    assert_ne!(table.at(unit), "1010");
    assert_eq!(table.parts(unit).len(), 2);
    assert!(table.state.units[unit].is_line());
    let shut = [("cs_7", "0911"), ("cs_9", "1009"), ("cs_m3", "1012")];
    for (die, fails) in [(7, false), (8, true)] {
        let (table, unit) = retreat(&shut, &[die]);
        assert!(!table.state.units[unit].is_extended());
        assert_eq!((table.told("check"), table.state.units[unit].is_disordered()), (1, fails));
    }
}

/// [GB 8.47] Guns that face as the line does are no hindrance; to join others it would have to turn, so it draws in.
#[test]
fn gb_8_47_retreat_of_a_line_to_guns() {
    for (facing, extended) in [("vE", true), ("vNE", false)] {
        let mut table = Table::army();
        table.put("us_ra", "0910", facing, Advance);
        // Only to the north-west is there any way.
        let shut = [("cs_7", "0912"), ("cs_9", "1009"), ("cs_m3", "1012")];
        let (mut table, unit) = retreat_on(table, &shut, &[0]);
        assert_eq!(
            (table.told("check"), table.state.units[unit].is_line()),
            (usize::from(!extended), extended)
        );
        table.play(&["step:0910"]).pass_while(&["12.44"]);
        assert_eq!((table.at(unit), table.facing(unit)), ("0910".into(), facing));
    }
}

/// A line that faces east beside an enemy who faces west, one part of it not in contact: the figure of 8.48.
fn beside_a_flank(order: OrderKind, enemy: &str) -> (Table, Unit) {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "1011", "vE", order, [true, false]);
    table.put("cs_6", "1112", enemy, Advance);
    (table, unit)
}

fn attack(table: &mut Table) {
    table.activate("us.2.1.1").play(&["pass", "assault:1011>1112"]).pass_while(&["11.33"]);
}

/// [GB 8.48] The free part swings round the lone enemy: front and flank, +4.
#[test]
fn gb_8_48_swinging_round_the_enemy() {
    let (mut table, unit) = beside_a_flank(Advance, "vW");
    attack(&mut table);
    assert_eq!(table.codes(), ["yes", "pass"]);
    assert_eq!(shock_input(&table.game, &table.state, 0).expect("a combat").position.1, 0, "front alone");
    table.play(&["yes"]);
    let mut parts = table.parts(unit);
    parts.sort();
    assert_eq!((parts, table.state.units[unit].facing.id()), (vec!["1011".into(), "1111".into()], "vSE"));
    assert_eq!(shock_input(&table.game, &table.state, 0).expect("a combat").position.1, 4);
}

/// [GB 8.48] Not in disorder, not past another enemy's front, not with a bent wing.
#[test]
fn gb_8_48_who_may_not_swing() {
    let asked = |change: &dyn Fn(&mut Table, Unit)| {
        let (mut table, unit) = beside_a_flank(Attack, "vW");
        change(&mut table, unit);
        attack(&mut table);
        table.codes() == ["yes", "pass"]
    };
    assert!(asked(&|_, _| {}));
    assert!(!asked(&|table, unit| table.state.units[unit].status.set(Status::DISORDERED, true)));
    assert!(!asked(&|table, unit| table.state.units[unit].status.set(Status::REFUSED_LEFT, true)));
    for (hex, facing) in [("1211", "vNW"), ("1210", "vW")] {
        // One whom the swing would bring before its front, one into whose front it would come.
        assert!(!asked(&|table, _| {
            table.put("cs_7", hex, facing, Advance);
        }));
    }
}

/// [GB 8.49] Whatever comes of it, the swung part is drawn in before any advance.
#[test]
fn gb_8_49_drawn_in_afterwards() {
    let (mut table, unit) = beside_a_flank(Advance, "vW");
    attack(&mut table);
    table.rolls(&[0, 6]).play(&["yes"]).pass_while(&["11.38", "11.41"]);
    assert!(!table.state.units[unit].is_extended());
    assert_eq!(table.at(unit), "1011");
}

/// [GB 8.41] A part drawn in from an enemy's front is fired at first.
#[test]
fn gb_8_41_drawing_in_under_fire() {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "1010", "vW", Attack, [false, true]);
    table.put("cs_7", "0912", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_9", "contract:1010"]);
    assert!(table.can("shoot:cs_7>1011"), "{:?}", table.codes());
    table.play(&["pass"]);
    assert_eq!((table.parts(unit), table.state.units[unit].spent), (vec!["1010".to_string()], 2));
}

/// [GB 9.53] From beside one enemy to another a line stops as any unit does, and what it began there is a charge. [GB 11.21]
#[test]
fn gb_9_53_a_line_stops_beside_the_enemy() {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "1010", "vW", Attack, [false, true]);
    table.put("cs_6", "1012", "vE", Advance);
    table.put("cs_7", "0811", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_9", "step:0911"]).pass_while(&["9.61", "10.44", "10.45"]);
    assert_eq!(table.parts(unit), ["0911", "0912"]);
    assert!(table.state.units[unit].did(Act::CAME_ADJACENT));
    assert!(table.starting("step:").is_empty() && table.starting("pivot:").is_empty(), "{:?}", table.codes());
    table.pass_until("5.33").play(&["pass"]);
    assert_eq!(table.codes(), ["assault:0911>0811"], "it must be carried through");
    let mut past = Table::army();
    line(&mut past, "us_9", "1010", "vW", Attack, [false, true]);
    past.put("cs_6", "1112", "vE", Advance);
    past.activate("us.2.1.1").play(&["unit:us_9", "step:0910"]).pass_while(&["9.61", "10.44", "10.45"]);
    assert!(!past.starting("step:").is_empty(), "away from the enemy it goes on");
}

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
