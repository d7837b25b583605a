//! Chapter 8.4: extended lines in fire, shock, advance and retreat.

use warlab_engine::games::gbacw::field::set_extension;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch10_fire::{fire_strength, salvo};
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::rules::ch12_losses::abandon;
use warlab_engine::games::gbacw::state::{Act, ShotKind, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Side, Unit};
use warlab_engine::published::Published;
use warlab_engine::setup::Setup;

use super::table::{ARMY, Table, with_army};

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
    driven_on(Table::army(), 6)
}

fn driven_on(mut table: Table, die: u8) -> (Table, Unit) {
    let unit = line(&mut table, "us_9", "2212", "vE", Advance, [false, true]);
    table.put("cs_6", "2313", "vW", Advance);
    table.activate("us.2.1.1").play(&["pass", "assault:2212>2313"]);
    table.rolls(&[0, die]).pass_while(&["11.33", "11.38", "11.41"]).retreat();
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

/// [GB 11.47] A line whose enemy broke pursues as a line, up to the next one, and attacks him. [GB 8.47]
#[test]
fn gb_11_47_pursuit_of_a_line() {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "1005", "vE", Advance, [false, true]);
    table.put("cs_m3", "1106", "eSE", March);
    table.put("cs_6", "1306", "vE", Attack);
    table.activate("us.2.1.1").rolls(&[9]).play(&["pass", "assault:1005>1106", "step:1106", "yes"]);
    assert_eq!(table.codes(), ["pass", "step:1205", "step:1206"]);
    table.play(&["step:1206"]).pass_while(&["9.61"]);
    assert_eq!(table.parts(unit), ["1206", "1207"]);
    assert_eq!(table.codes(), ["assault:1206>1306"]);
}

/// [GB 12.72] Leaders with any part of a line go along with that part, or stay; on the end it swings on nobody is asked.
#[test]
fn gb_12_72_leaders_advance_with_a_line() {
    let ways = [
        ("2212", "step:2313", Some("2313")),
        ("2213", "step:2313", Some("2314")),
        ("2212", "pivot:2213/vSE", Some("2313")),
        ("2213", "pivot:2213/vSE", None),
    ];
    for (hex, way, to) in ways {
        for answer in ["yes", "pass"] {
            let (mut table, _) = driven_from_2313();
            let leader = table.place_leader("us_211", hex);
            table.play(&[way]);
            assert_eq!(table.asks() == "12.72", to.is_some(), "{hex} {way}: {:?}", table.codes());
            if let Some(to) = to {
                table.play(&[answer]);
                assert_eq!(table.leader_at(leader), if answer == "yes" { to } else { hex }, "{way}");
            }
        }
    }
}

/// [GB 12.72] They pursue with it too, and go back with it, be it that it draws in. [GB 8.47]
#[test]
fn gb_12_72_leaders_pursue_and_retreat_with_a_line() {
    let mut table = Table::army();
    line(&mut table, "us_9", "1005", "vE", Advance, [false, true]);
    table.put("cs_m3", "1106", "eSE", March);
    table.put("cs_6", "1306", "vE", Attack);
    let leader = table.place_leader("us_211", "1006");
    table.activate("us.2.1.1").rolls(&[9]).play(&["pass", "assault:1005>1106", "step:1106"]);
    table.play(&["yes"]).pass_until("11.47").play(&["yes", "step:1206", "yes"]);
    assert_eq!(table.leader_at(leader), "1207", "with the marker");

    for (shut, at) in [(&[][..], "0911"), (&[("cs_7", "0911"), ("cs_9", "1009"), ("cs_m3", "1012")], "1010")]
    {
        let mut table = Table::army();
        let leader = table.place_leader("us_211", "1011");
        let (mut table, unit) = retreat_on(table, shut, &[0]);
        if shut.is_empty() {
            table.play(&["step:0910"]);
        }
        assert_eq!(table.asks(), "12.72", "{:?}", table.codes());
        table.play(&["yes"]);
        assert_eq!(
            (table.leader_at(leader).as_str(), table.state.units[unit].is_line()),
            (at, shut.is_empty())
        );
    }
}

/// [GB 12.6] A second disorder by the ground stops a line that pursues, in the hexes it won or beyond. [GB 8.44, 11.47]
#[test]
fn gb_12_6_rough_ground_stops_a_line() {
    let town = ARMY.replace("\"w\" = \"woods\"", "\"w\" = \"town\"");
    let game = with_army(&town, &Setup::scenario("army")).expect("the scenario is sound");
    for (from, enemy, won, beyond) in [("1312", "1412", "1412", Some("1512")), ("1412", "1513", "1512", None)]
    {
        for (die, goes_on) in [(0, true), (9, false)] {
            let mut table = Table::of(game.clone());
            let unit = line(&mut table, "us_9", from, "vE", Advance, [false, true]);
            table.shake(unit);
            table.put("cs_m3", enemy, "eSE", March);
            table.activate("us.2.1.1").rolls(&[9]).play(&["pass", &format!("assault:{from}>{enemy}")]);
            table.rolls(&[die]).play(&[&format!("step:{won}"), "yes"]);
            if let Some(beyond) = beyond {
                table.play(&[&format!("step:{beyond}")]);
            }
            assert_eq!((table.checks("12.6"), table.parts(unit).len()), (1, 2));
            assert_eq!(table.asks() == "11.47", goes_on, "{won}, {die}: {:?}", table.codes());
        }
    }
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

/// [GB 12.44] A line is no friend of its own: it draws in rather than slide along the front of who drives it. [GB 8.47]
#[test]
fn gb_12_44_a_line_does_not_slide() {
    let (mut table, unit) = retreat(&[("cs_7", "0911")], &[0]);
    assert_eq!((table.told("check"), table.state.units[unit].is_extended()), (1, false));
    assert!(!table.can("step:1011") && table.can("step:1009"), "{:?}", table.codes());
    table.play(&["step:1009"]);
    assert_eq!(table.parts(unit), ["1009"]);
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

/// A line of nine in 1010 and 1011 that looks west and acts; beside its marker alone, before the enemy's front.
fn marker_in_front(order: OrderKind) -> Table {
    let mut table = Table::army();
    line(&mut table, "us_9", "1010", "vW", order, [false, true]);
    table.put("cs_7", "0912", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    table
}

/// [GB 10.44] The markers of a line that steps, or goes back, and the part that swings leave under fire.
#[test]
fn gb_10_44_parting_fire_at_a_marker() {
    for way in ["step:0910", "pivot:1010/vNW"] {
        let mut table = marker_in_front(Attack);
        table.play(&[way]);
        assert_eq!((table.asks(), table.decider()), ("10.44", Side::Csa), "{way}");
        assert_eq!(
            table.starting("shoot:cs_7>"),
            ["1011", "1011/more", "1011/less"].map(|to| format!("shoot:cs_7>{to}"))
        );
        table.play(&["pass"]);
        assert!(table.parts(table.unit("us_9")).contains(&"0911".to_string()), "{way}");
    }
    let mut back = marker_in_front(Advance);
    back.play(&["withdraw", "step:1110"]);
    assert!(back.can("shoot:cs_7>1011"), "{:?}", back.codes());
    // Seven rifles that stand, at one hex: whatever strikes it ends the way back after one hex.
    back.rolls(&[9, 9]).play(&["shoot:cs_7>1011", "pass"]);
    let unit = back.unit("us_9");
    assert!(back.sp(unit) < 9 || back.is_shaken(unit), "{}", back.last("fire_result"));
    assert_eq!(back.parts(unit), ["1110", "1111"]);
    assert!(back.starting("step:").is_empty(), "{:?}", back.codes());
}

/// [GB 10.44] A unit before which two parts of a line leave chooses the one it fires at.
#[test]
fn gb_10_44_either_part_of_a_line() {
    let mut table = Table::army();
    line(&mut table, "us_9", "1010", "vW", Attack, [false, true]);
    table.put("cs_7", "0911", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_9", "withdraw", "step:1110"]);
    assert!(table.can("shoot:cs_7>1010") && table.can("shoot:cs_7>1011"), "{:?}", table.codes());
    table.rolls(&[0]).play(&["shoot:cs_7>1011"]);
    assert!(!table.can("shoot:cs_7>1010"), "once");
}

/// [GB 9.61] Who has a marker of a line, or its swinging part, come beside him may turn to it.
#[test]
fn gb_9_61_turning_to_the_marker_of_a_line() {
    for way in ["step:0910", "pivot:1010/vNW"] {
        let mut table = marker_in_front(Attack);
        table.play(&[way]).pass_while(&["10.44"]);
        assert_eq!((table.asks(), table.decider()), ("9.61", Side::Csa), "{way}");
        table.rolls(&[0]).play(&["unit:cs_7", "face:vNE"]);
        assert_eq!(table.facing(table.unit("cs_7")), "vNE");
        assert_eq!(table.told("check"), 1);
    }
    let (mut advance, _) = driven_from_2313();
    advance.put("cs_7", "2315", "vE", Advance);
    advance.play(&["step:2313"]);
    assert!(advance.can("unit:cs_7"), "also after combat: beside the marker in 2314");
    let (mut swings, _) = driven_from_2313();
    swings.put("cs_7", "2214", "vE", Advance);
    swings.play(&["pivot:2213/vSE"]);
    assert!(!swings.can("unit:cs_7"), "the part beside him has not moved");
}

/// [GB 9.63] Guns move off before a part of a line comes within three hexes; or else they fire at that part. [GB 10.45]
#[test]
fn gb_9_63_guns_and_the_marker_of_a_line() {
    for way in ["step:0910", "pivot:1010/vNW"] {
        let mut table = Table::army();
        let unit = line(&mut table, "us_9", "1010", "vW", Advance, [false, true]);
        let guns = table.put("cs_g", "0612", "vE", Advance);
        table.activate("us.2.1.1").play(&["unit:us_9", way]);
        assert_eq!((table.asks(), table.codes()), ("9.63", vec!["pass".into(), "unit:cs_g".into()]), "{way}");
        let mut moves = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
        table.play(&["pass"]);
        assert_eq!((table.asks(), table.parts(unit).contains(&"0911".to_string())), ("10.45", true));
        assert!(table.can("shoot:cs_g>0911") && !table.can("shoot:cs_g>0910"), "{:?}", table.codes());
        moves.rolls(&[0]).play(&["unit:cs_g"]);
        assert_eq!((moves.asks(), moves.at(guns)), ("12.44", "0612".into()), "it goes before the line comes");
        moves.retreat().pass_while(&["12.44"]);
        assert_ne!(moves.at(guns), "0612");
        assert!(moves.parts(unit).contains(&"0911".to_string()), "the line must come all the same");
    }
}

/// A line of nine in 1010 and 1011 that looks west, its left end the marker, while enemies act: three who could come.
fn line_approached() -> (Table, Unit) {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "1010", "vW", Advance, [false, true]);
    table.put("cs_6", "1008", "vSE", Attack);
    table.put("cs_7", "1013", "vNW", Attack);
    (table, unit)
}

const FROM_NORTH: [&str; 2] = ["unit:cs_6", "step:1009"];
const FROM_SOUTH: [&str; 2] = ["unit:cs_7", "step:1012"];

/// [GB 9.61] The end of a line beside which an enemy comes bends back, be it a marker; each end for itself. [GB 9.62]
#[test]
fn gb_9_61_either_end_of_a_line_bends() {
    let (mut table, unit) = line_approached();
    let guns = table.put("us_ga", "1011", "vW", Advance);
    table.activate("cs.1").play(&FROM_SOUTH).pass_while(&["9.63", "10.45"]);
    assert_eq!((table.asks(), table.decider()), ("9.61", Side::Union), "{:?}", table.codes());
    table.play(&["unit:us_9"]);
    assert_eq!(table.codes(), ["pass", "refuse:left"], "no turn, and only the end beside him");
    table.rolls(&[0]).play(&["refuse:left"]).pass_while(&["10.45"]);
    assert!(table.has(unit, Status::REFUSED_LEFT) && !table.has(unit, Status::REFUSED_RIGHT));
    assert!(table.has(guns, Status::REFUSED_LEFT), "the guns in that hex with it");
    assert_eq!(table.checks("9.62"), 1, "but they are not checked");
    table.pass_until("5.33").play(&FROM_NORTH).pass_while(&["9.63", "10.45"]);
    table.rolls(&[9]).play(&["unit:us_9", "refuse:right"]);
    assert!(table.has(unit, Status::REFUSED_LEFT) && table.has(unit, Status::REFUSED_RIGHT));
    assert!(table.is_shaken(unit) && !table.has(guns, Status::REFUSED_RIGHT));
}

/// [GB 9.62] Another enemy's front holds only the part of a line that stands in it; and each end bends once.
#[test]
fn gb_9_62_each_part_of_a_line_for_itself() {
    let (mut table, unit) = line_approached();
    table.put("cs_9", "0912", "vE", Attack);
    table.activate("cs.1").play(&FROM_SOUTH);
    assert!(!table.can("unit:us_9"), "the marker in 1011 stands before cs_9: {:?}", table.codes());
    table.pass_until("5.33").play(&FROM_NORTH);
    table.play(&["unit:us_9"]);
    assert_eq!(table.codes(), ["pass", "refuse:right"]);
    table.rolls(&[0]).play(&["refuse:right"]);
    assert!(table.has(unit, Status::REFUSED_RIGHT));
    let (mut once, unit) = line_approached();
    once.activate("cs.1").play(&FROM_SOUTH).play(&["unit:us_9", "pass"]);
    assert_ne!(once.asks(), "9.61", "asked once");
    once.pass_until("5.33").play(&FROM_NORTH).rolls(&[0]).play(&["unit:us_9", "refuse:right"]);
    assert!(!once.has(unit, Status::REFUSED_LEFT) && once.has(unit, Status::REFUSED_RIGHT));
}

/// [GB 9.61] A line fired at in a marker from outside its front bends that end, and answers through it. [GB 10.42]
#[test]
fn gb_9_61_a_marker_under_fire_bends() {
    let (mut table, unit) = line_approached();
    table.activate("cs.1").rolls(&[0]).play(&["unit:cs_7", "fire:1011"]).pass_while(&["10.42"]);
    assert_eq!((table.asks(), table.codes()), ("9.62", vec!["pass".into(), "refuse:left".into()]));
    let mut waits = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    table.rolls(&[0]).play(&["refuse:left"]);
    assert!(table.has(unit, Status::REFUSED_LEFT));
    assert!(table.can("shoot:us_9>1013"), "{:?}", table.codes());
    waits.play(&["pass", "step:1012"]);
    assert!(waits.can("unit:us_9"), "who lets fire pass may still react: {:?}", waits.codes());
}

/// The army's field with hexsides of a kind on it.
fn field_with(kind: &str, edges: &str) -> Table {
    let sides = format!(
        "[[map.hexside]]\ntype = \"{kind}\"\nedges = [{edges}]\nsource = \"reconstructed\"\n\n[oob]\n"
    );
    let text = ARMY.replacen("[oob]\n", &sides, 1);
    Table::of(with_army(&text, &Setup::scenario("army")).expect("the scenario is sound"))
}

/// A line of nine in 1010 and 1011 that looks east and fires with both parts.
fn combined_fire(mut table: Table, target: &str, facing: &str) -> Table {
    line(&mut table, "us_9", "1010", "vE", Advance, [false, true]);
    table.put("cs_6", target, facing, Advance);
    table
        .rolls(&[5])
        .activate("us.2.1.1")
        .play(&["unit:us_9", &format!("fire:{target}")])
        .pass_while(&["10.42"]);
    assert!(table.last("fire").ends_with("with 9."), "{}", table.last("fire"));
    table
}

/// [GB 8.45] Of the hexsides that the combined fire of a line crosses the target has the best.
#[test]
fn gb_8_45_the_better_hexside_for_the_target() {
    for (edges, sheltered) in [("\"1011-1111\"", true), ("\"1010-1111\"", true), ("\"1011-1112\"", false)] {
        let table = combined_fire(field_with("wall", edges), "1111", "vW");
        assert_eq!(table.last("fire_result").contains("hexside -1"), sheltered, "{edges}");
    }
    let mut dug = Table::army();
    dug.dig("1111", "vSW");
    let told = combined_fire(dug, "1111", "vW").last("fire_result");
    assert!(told.contains("breastwork_target -1"), "over its side to 1011: {told}");
}

/// [GB 8.45] What only one hex of a line has, combined fire has not: the nearer range, the flank. [GB 10.81]
#[test]
fn gb_8_45_combined_fire_by_the_worse_hex() {
    let told = |target, facing| combined_fire(Table::army(), target, facing).last("fire_result");
    assert!(told("1111", "vW").contains("prepared_fire +1"), "both at one hex");
    let farther = told("1309", "vW");
    assert!(farther.contains("range -3"), "three hexes from 1010, four from 1011: {farther}");
    for facing in ["vNE", "vSE", "vNW", "vSW"] {
        let one = told("1111", facing);
        assert!(!one.contains("flank_fire"), "{facing}: only one of its sides to the line is a flank: {one}");
    }
}

/// [GB 8.45] Combined fire is answered at any hex of the line.
#[test]
fn gb_8_45_answers_to_a_line() {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "1010", "vE", Advance, [false, true]);
    table.put("cs_6", "1111", "vW", Advance);
    table.activate("us.2.1.1").play(&["unit:us_9", "fire:1111"]);
    let whole: Vec<String> =
        table.starting("shoot:").into_iter().filter(|code| !code.contains('/')).collect();
    assert_eq!(whole, ["shoot:cs_6>1010", "shoot:cs_6>1011"]);
    table.rolls(&[0, 9, 9]).play(&["shoot:cs_6>1011", "pass"]);
    assert!(table.all("fire_result")[1].starts_with("cs_6 at 1011"), "{:?}", table.all("fire_result"));
    assert!(table.sp(unit) < 9 || table.is_shaken(unit));
}

/// [GB 9.47] A creek between any part of a line and its new hex disorders the line if it fails its one check.
#[test]
fn gb_9_47_a_line_over_a_creek() {
    let edges = "\"1010-1110\", \"1010-1111\", \"1011-1111\", \"1011-1112\"";
    let ways = [("step:1110", edges), ("step:1110", "\"1011-1111\""), ("pivot:1011/vSE", "\"1010-1111\"")];
    for (way, edges) in ways {
        for (die, shaken) in [(7, false), (8, true)] {
            let mut table = field_with("creek", edges);
            let unit = line(&mut table, "us_9", "1010", "vE", Advance, [false, true]);
            table.activate("us.2.1.1").rolls(&[die]).play(&["unit:us_9", way]);
            assert_eq!((table.checks("9.47"), table.is_shaken(unit)), (1, shaken), "{way}");
            assert_eq!(table.spent(unit), 6, "{way}: the ground and two points for the creek");
        }
    }
    let mut dry = field_with("creek", "\"1010-1110\"");
    line(&mut dry, "us_9", "1010", "vE", Advance, [false, true]);
    dry.activate("us.2.1.1").play(&["unit:us_9", "pivot:1011/vSE"]);
    assert_eq!(dry.checks("9.47"), 0, "not where it crosses");
}

/// [GB 9.42] No part of a line swings over a river, and the far end of three not through an enemy's hex. [GB 9.51, 9.53]
#[test]
fn gb_9_42_where_no_line_swings() {
    let mut table = field_with("river", "\"1010-1111\"");
    line(&mut table, "us_9", "1010", "vE", Advance, [false, true]);
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    assert_eq!(table.starting("pivot:"), ["pivot:1010/vNE"]);
    // From 1009 the far end goes by 1110 to 1211, turning on 1011.
    for (enemy, open) in [("1208", true), ("1209", false)] {
        let mut three = Table::army();
        line(&mut three, "us_17", "1010", "vE", Attack, [true, true]);
        three.put("cs_6", enemy, "vE", Advance);
        three.activate("us.2.1.2").play(&["unit:us_17"]);
        assert_eq!(three.can("pivot:1011/vSE"), open, "{enemy}: {:?}", three.codes());
    }
}

/// [GB 9.42] A line too slow for the ground goes one hex all the same; next to the enemy only under Attack, and idle then.
#[test]
fn gb_9_42_the_one_hex_of_a_line() {
    for (order, enemy, goes) in
        [(Advance, false, true), (Advance, true, false), (Attack, false, true), (Attack, true, true)]
    {
        // A creek before all of the line: three points, and a storm leaves it two, or one.
        let mut table = field_with("creek", "\"1010-1110\", \"1010-1111\", \"1011-1111\", \"1011-1112\"");
        let unit = line(&mut table, "us_9", "1010", "vE", order, [false, true]);
        if enemy {
            table.put("cs_g", "1212", "vE", Advance);
        }
        table.state.storm = 1;
        table.set(unit, Status::DISORDERED, order == Advance);
        table.activate("us.2.1.1").play(&["unit:us_9"]);
        assert_eq!(table.can("step:1111"), goes, "{order:?} {enemy}: {:?}", table.codes());
        if !goes {
            continue;
        }
        table.rolls(&[0]).play(&["step:1111"]).pass_while(&["9.63", "10.45", "9.61"]);
        assert_eq!(table.parts(unit), ["1111", "1112"]);
        assert!(table.did(unit, Act::NO_SHOCK) && table.starting("step:").is_empty(), "{:?}", table.codes());
        assert_eq!(table.did(unit, Act::DONE), enemy, "beside the enemy it does nothing more");
    }
}

/// [GB 12.6] A line that advances over a creek after combat is checked.
#[test]
fn gb_12_6_a_line_advances_over_a_creek() {
    for (way, die, shaken) in [("step:2313", 7, false), ("step:2313", 8, true), ("pivot:2213/vSE", 8, true)] {
        let (mut table, unit) = driven_on(field_with("creek", "\"2212-2313\""), 8);
        table.rolls(&[die]).play(&[way]);
        assert_eq!((table.checks("12.6"), table.is_shaken(unit)), (1, shaken), "{way} {die}");
    }
}

/// [GB 9.53] From beside one enemy to another a line stops as any unit does, and what it began there is a charge. [GB 11.21]
#[test]
fn gb_9_53_a_line_stops_beside_the_enemy() {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "1010", "vW", Attack, [false, true]);
    table.put("cs_6", "1112", "vE", Advance);
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

/// [GB 10.42] Of a line that was not fired at those parts answer which no other enemy holds in his front.
#[test]
fn gb_10_42_parts_of_a_line_answer_for_themselves() {
    let answered = |other: &str| {
        let mut table = Table::army();
        line(&mut table, "cs_9", "1010", "vE", Advance, [false, true]);
        table.put("cs_6", "1112", "vE", Advance);
        table.put("us_7", "1111", "vSW", Advance);
        table.put("us_4", other, "vW", Advance);
        table.activate("us.2.1.1").rolls(&[0; 4]).play(&["unit:us_7", "fire:1112", "shoot:cs_9>1111"]);
        table.last("reaction_fire")
    };
    let (both, marker) = (answered("2111"), answered("1110"));
    assert!(both.contains("with 9 "), "both stand beside the firer: {both}");
    assert!(marker.contains("with 4 "), "its counter stands before us_4: {marker}");
}

/// [GB 10.42] After a turn the answer goes to the part of a line that fired, not to another one that fired before.
#[test]
fn gb_10_42_an_answer_after_a_turn_to_the_part_that_fired() {
    let mut table = Table::army();
    line(&mut table, "us_9", "1110", "vW", Advance, [false, true]);
    table.put("cs_6", "1009", "vE", Advance);
    table.put("cs_7", "0812", "vSE", Advance);
    table.activate("us.2.1.1").rolls(&[0]).play(&["unit:us_9", "fire:1009"]).pass_until("9.13");
    assert!(table.last("fire").contains("with 5."), "the counter's part: {}", table.last("fire"));
    table.rolls(&[0]).play(&["fire:0812"]).pass_while(&["10.42"]);
    assert!(table.last("fire").contains("with 4."), "the marker's part: {}", table.last("fire"));
    table.rolls(&[0]).play(&["face:vE"]);
    assert_eq!(table.some("shoot:cs_7>1110"), [""; 0], "{:?}", table.codes());
    assert!(table.can("shoot:cs_7>1111"), "{:?}", table.codes());
}

/// [GB 10.15] A part of a line divides its fire between the two hexes before it; no other part joins it there. [GB 8.45]
#[test]
fn gb_10_15_a_part_of_a_line_divides_its_fire() {
    let mut table = Table::army();
    line(&mut table, "us_9", "1110", "vW", Advance, [false, true]);
    for (id, hex) in [("cs_6", "1009"), ("cs_7", "1010"), ("cs_9", "1011")] {
        table.put(id, hex, "vE", Advance);
    }
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    let divided = ["fire:1009/part1", "fire:1010/part1", "fire:1010/part2", "fire:1011/part2"];
    let mut offered: Vec<String> =
        table.some("fire:").into_iter().filter(|code| code.contains('/')).collect();
    offered.sort();
    assert_eq!(offered, divided);
    table.rolls(&[0, 0, 0, 0]).play(&["fire:1010/part1"]);
    assert_eq!(table.shots(), [3, 2], "five points of the counter's part");
    assert!(table.some("shoot:").iter().all(|code| code.contains(">1110")), "{:?}", table.codes());
    table.pass_until("9.13");
    assert_eq!(table.some("fire:"), ["fire:1011"], "both of the other hexes are closed to the marker's part");
    table.play(&["fire:1011"]);
    assert!(table.last("fire").contains("with 4."), "{}", table.last("fire"));
}

/// [GB 8.45] A part that fired leaves the other one its own division; whole fire at one hex is combined.
#[test]
fn gb_8_45_the_other_part_divides_too() {
    let mut table = Table::army();
    line(&mut table, "us_9", "1110", "vW", Advance, [false, true]);
    for (id, hex) in [("cs_6", "1009"), ("cs_7", "1010"), ("cs_9", "1011")] {
        table.put(id, hex, "vE", Advance);
    }
    table.activate("us.2.1.1").rolls(&[0]).play(&["unit:us_9", "fire:1009"]).pass_until("9.13");
    assert_eq!(table.some("fire:1011"), ["fire:1011", "fire:1011/part2"]);
    table.rolls(&[0, 0]).play(&["fire:1011/part2"]);
    assert_eq!(table.shots(), [2, 2]);
}

/// A line of nine in 1010 and 1011 that looks west, five and four, with enemies before each of its parts and before both.
fn line_under_fire() -> (Table, Unit) {
    let mut table = Table::army();
    let unit = line(&mut table, "us_9", "1010", "vW", Advance, [false, true]);
    for (id, hex) in [("cs_6", "0910"), ("cs_7", "0912"), ("cs_9", "0911")] {
        table.put(id, hex, "vE", Advance);
    }
    table.activate("cs.1").play(&["unit:cs_6", "fire:1010"]).rolls(&[0, 0]).play(&["shoot:us_9>0910"]);
    assert!(table.last("reaction_fire").contains("with 5 "), "{}", table.last("reaction_fire"));
    table.pass_until("5.33");
    (table, unit)
}

/// [GB 10.41] Each part of a line has each kind of reaction fire for itself, once. [GB 8.45, 10.42]
#[test]
fn gb_10_41_each_part_of_a_line_answers() {
    let (mut table, unit) = line_under_fire();
    let mut drawn_in = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    let json = table.game.state_json(&table.state);
    assert_eq!(table.game.state_from_json(&json).ok(), Some(table.state));
    table.play(&["unit:cs_7", "fire:1011"]).rolls(&[0, 0]).play(&["shoot:us_9>0912"]).pass_until("5.33");
    assert!(table.last("reaction_fire").contains("with 4 "), "{}", table.last("reaction_fire"));
    table.play(&["unit:cs_9"]).rolls(&[0]).play(&["fire:1010"]);
    assert!(table.some("shoot:us_9").is_empty(), "both have answered: {:?}", table.codes());
    set_extension(&drawn_in.game, &mut drawn_in.state, unit, [0, 0], false);
    drawn_in.play(&["unit:cs_9"]).rolls(&[0]).play(&["fire:1010"]);
    assert!(drawn_in.some("shoot:us_9").is_empty(), "drawn in it has: {:?}", drawn_in.codes());
    // Fire before shock is another kind.
    let (mut shock, _) = line_under_fire();
    shock.rolls(&[0]).play(&["pass", "assault:0910>1010", "assault:0911>1010", "assault:0912>1011"]);
    shock.pass_until("11.38").rolls(&[0]).play(&["shoot:us_9>0911"]);
    assert!(shock.last("reaction_fire").contains("with 9 "), "{}", shock.last("reaction_fire"));
    assert!(shock.some("shoot:us_9").is_empty(), "{:?}", shock.codes());
}

/// [GB 8.45] Parts of a line fire at different hexes for one cause; at the same one together, and keep nothing back then.
/// [GB 10.44]
#[test]
fn gb_8_45_parts_fire_at_what_leaves_before_them() {
    let mut table = Table::army();
    line(&mut table, "us_9", "1010", "vW", Attack, [false, true]);
    line(&mut table, "cs_9", "0910", "vE", Advance, [false, true]);
    table.activate("us.2.1.1").play(&["unit:us_9", "withdraw", "step:1110"]);
    assert_eq!(
        table.some("shoot:cs_9"),
        ["1010", "1011", "1011/more"].map(|to| format!("shoot:cs_9>{to}")),
        "both parts together, or the marker alone"
    );
    let mut together = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    table.play(&["shoot:cs_9>1011"]);
    assert!(table.last("reaction_fire").contains("with 4 "), "{}", table.last("reaction_fire"));
    assert_eq!(
        table.some("shoot:cs_9>1010"),
        ["1010", "1010/more", "1010/less"].map(|to| format!("shoot:cs_9>{to}"))
    );
    table.rolls(&[0, 0]).play(&["shoot:cs_9>1010"]);
    assert!(table.last("reaction_fire").contains("with 5 "), "{}", table.last("reaction_fire"));
    together.rolls(&[0]).play(&["shoot:cs_9>1010"]);
    assert!(together.last("reaction_fire").contains("with 9 "), "{}", together.last("reaction_fire"));
    assert!(together.some("shoot:cs_9").is_empty(), "{:?}", together.codes());
}

/// [GB 10.43] A line that is not attacked fires before shock with each part that stands in no other enemy's front.
#[test]
fn gb_10_43_parts_of_a_line_before_shock() {
    for (other, fires) in [("1011", Some(5)), ("1010", None)] {
        let mut table = Table::army();
        table.put("us_7", "1009", "vNW", Attack);
        table.put("us_4", other, "vW", Attack);
        table.put("cs_6", "0909", "vE", Advance);
        // In 0910, before us_7, and 0911.
        line(&mut table, "cs_9", "0910", "vE", Advance, [false, true]);
        table.activate("us.2.1.1").rolls(&[0]).play(&["pass", "assault:1009>0909"]);
        table.play(&[&format!("hold:{other}")]).pass_until("11.38");
        assert_eq!(table.can("shoot:cs_9>1009"), fires.is_some(), "{other}: {:?}", table.codes());
        if let Some(points) = fires {
            table.rolls(&[0]).play(&["shoot:cs_9>1009"]);
            assert!(
                table.last("reaction_fire").contains(&format!("with {points} ")),
                "{}",
                table.last("reaction_fire")
            );
        }
    }
}

/// [GB 8.45] Each bent end of an active line fires aside for itself; straight again, what it fired its front has not. [GB 7.34]
#[test]
fn gb_8_45_bent_ends_of_an_active_line() {
    let mut table = Table::army();
    let unit = line(&mut table, "us_17", "1010", "vW", Advance, [true, true]);
    for wing in [Status::REFUSED_LEFT, Status::REFUSED_RIGHT] {
        table.set(unit, wing, true);
    }
    // Before the right end in 1009, before the left one in 1011, and before all three, two hexes off.
    for (id, hex) in [("cs_6", "1008"), ("cs_7", "1012"), ("cs_9", "0809")] {
        table.put(id, hex, "vE", Advance);
    }
    table.activate("us.2.1.2").play(&["unit:us_17"]);
    for (hex, points) in [("1008", 2), ("1012", 3)] {
        table.rolls(&[0]).play(&[&format!("fire:{hex}")]).pass_until("9.13");
        assert!(table.last("fire").ends_with(&format!("with {points}.")), "{}", table.last("fire"));
    }
    let front = salvo(&table.game, &table.state, unit, table.hex("0809"), ShotKind::Active);
    for wing in [Status::REFUSED_LEFT, Status::REFUSED_RIGHT] {
        table.set(unit, wing, false);
    }
    assert_eq!(salvo(&table.game, &table.state, unit, table.hex("0809"), ShotKind::Active), front);
    assert!(front.strength > 0);
}
