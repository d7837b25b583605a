//! Chapter 8.45: extended lines in fire, and how they and others react.

use warlab_engine::games::gbacw::field::set_extension;
use warlab_engine::games::gbacw::rules::ch10_salvo::salvo;
use warlab_engine::games::gbacw::state::{ShotKind, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack};
use warlab_engine::games::gbacw::types::{Side, Unit};
use warlab_engine::published::Published;

use super::lines::{driven_from_2313, field_with, line};
use super::table::Table;

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
