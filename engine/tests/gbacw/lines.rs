//! Chapter 8.4: extended lines that move, attack, advance and retreat.

use warlab_engine::games::gbacw::field::set_extension;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch10_salvo::fire_strength;
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::state::{Act, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Side, Unit};
use warlab_engine::setup::Setup;

use super::table::{ARMY, Table, with_army};

pub const NORTH: u8 = 1;
pub const SOUTH: u8 = 4;

/// Puts a unit down with markers north and south of it: left and right of one that faces east.
pub fn line(
    table: &mut Table,
    id: &str,
    hex: &str,
    facing: &str,
    order: OrderKind,
    markers: [bool; 2],
) -> Unit {
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
pub fn driven_from_2313() -> (Table, Unit) {
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

/// The army's field with hexsides of a kind on it.
pub fn field_with(kind: &str, edges: &str) -> Table {
    let sides = format!(
        "[[map.hexside]]\ntype = \"{kind}\"\nedges = [{edges}]\nsource = \"reconstructed\"\n\n[oob]\n"
    );
    let text = ARMY.replacen("[oob]\n", &sides, 1);
    Table::of(with_army(&text, &Setup::scenario("army")).expect("the scenario is sound"))
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
