//! Chapter 7: what a front allows, turns for free, refused wings.

use warlab_engine::games::gbacw::field::set_extension;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch07_facing::set_wing;
use warlab_engine::games::gbacw::rules::ch10_salvo::allotments;
use warlab_engine::games::gbacw::state::{Act, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Refusal, Side, Unit};

use super::table::Table;

/// [GB 7.13] A unit moves, fires and attacks through its two frontal hexes only.
#[test]
fn gb_7_13_only_through_the_front() {
    let mut table = Table::army();
    table.put("us_7", "1012", "vW", Attack);
    table.put("cs_6", "1512", "vW", Advance);
    table.activate("us.2.1.1").play(&["unit:us_7"]);
    assert_eq!(table.starting("step:"), ["step:0913", "step:0912"]);
    assert!(table.starting("fire:").is_empty(), "the enemy is behind it");
    let attacks = |enemy: &str| {
        let mut table = Table::army();
        table.put("us_7", "1012", "vW", Attack);
        table.put("cs_6", enemy, "vE", Advance);
        table.activate("us.2.1.1").play(&["pass"]);
        !table.starting("assault:").is_empty()
    };
    assert!(attacks("0912") && !attacks("1011") && !attacks("1112"), "ahead, on the flank, behind");
}

/// Gives a brigade orders without a roll and asks for its facings.
fn give(table: &mut Table, order: OrderKind) {
    for formation in ["us.2.1", "us.2.1.1"] {
        let formation = table.formation(formation);
        table.state.formations[formation].standing.set(Standing::IN_COMMAND, true);
    }
    table.place_leader("us_211", "1205");
    table.state.set_phases(&[Phase::DivisionOrders { side: Side::Union }]);
    table.run().play(&[&format!("order:us.2.1.1={}", order.id())]);
}

/// [GB 7.23] To and from March a unit faces where it likes; along a road it turns for nothing.
#[test]
fn gb_7_23_free_turns() {
    let mut table = Table::army();
    let unit = table.put("us_7", "1206", "vW", Advance);
    give(&mut table, March);
    assert_eq!(table.starting("face:e").len(), 6);
    table.play(&["face:eSE"]);
    assert_eq!((table.state.units[unit].facing.id(), table.state.units[unit].spent), ("eSE", 0));
    let mut road = Table::army();
    let unit = road.put("us_7", "1206", "vW", Advance);
    road.activate("us.2.1.1").play(&["unit:us_7"]);
    assert!(road.can("step:1205") && road.can("step:1207"), "off its front, along the road");
    road.play(&["step:1207"]);
    assert_eq!((road.state.units[unit].facing.id(), road.state.units[unit].spent), ("vSW", 2));
    let mut attack = Table::army();
    attack.put("us_7", "1206", "vW", Attack);
    attack.activate("us.2.1.1").play(&["unit:us_7"]);
    assert!(!attack.can("step:1205"), "no roads under Attack [9.24]");
}

/// [GB 7.25] A retreat keeps the facing; a rally allows a turn of one corner.
#[test]
fn gb_7_25_retreat_and_rally() {
    let mut table = Table::army();
    let unit = table.put("us_7", "1012", "vNW", Advance);
    table.put("cs_6", "0912", "vE", Advance);
    table.state.active = Side::Csa;
    table.state.retreat_from = table.hex("0912");
    table.state.units[unit].act.set(Act::RETREAT_1, true);
    table.state.set_phases(&[Phase::Brigade, Phase::Settle]);
    table.run().retreat();
    assert_ne!(table.at(unit), "1012");
    assert_eq!(table.state.units[unit].facing.id(), "vNW");
    table.state.units[unit].status.set(Status::DISORDERED, true);
    table.state.units[unit].act = Act(0);
    table.activate("us.2.1.1").rolls(&[0]).play(&["unit:us_7", "rally"]);
    assert_eq!(table.codes(), ["pass", "face:vW", "face:vNE"]);
}

/// A unit with markers south of its counter: a line if it faces west, a column if it faces north.
fn extended(id: &str, facing: &str, order: OrderKind) -> (Table, Unit) {
    let mut table = Table::army();
    let unit = table.put(id, "1205", facing, order);
    let is_column = !facing.ends_with('W') && !facing.ends_with('E');
    let second = if id == "us_9" { 0 } else { 4 };
    let markers = match (is_column, second) {
        (true, second) => [4, second],
        (false, 0) => [4, 0],
        (false, _) => [4, 1],
    };
    set_extension(&table.game, &mut table.state, unit, markers, is_column);
    (table, unit)
}

/// [GB 7.26] A column that faces off its road with its new orders is a line; one that looks along it stays a column.
#[test]
fn gb_7_26_column_to_line() {
    let (mut table, unit) = extended("us_9", "eN", March);
    give(&mut table, Advance);
    table.play(&["face:vW"]);
    assert!(table.state.units[unit].is_line());
    assert_eq!((table.parts(unit), table.state.units[unit].spent), (vec!["1205".into(), "1206".into()], 0));
    let (mut along, unit) = extended("us_9", "eN", March);
    give(&mut along, Advance);
    along.play(&["face:vNE"]);
    assert!(along.state.units[unit].is_column());
    let (mut long, unit) = extended("us_15", "eN", March);
    give(&mut long, Attack);
    long.play(&["face:vE"]);
    assert!(long.state.units[unit].is_line());
    assert_eq!(long.parts(unit), ["1206", "1205", "1207"], "its counter is the middle of three");
}

/// [GB 7.26] And back: the head is at the end the march is to begin with; a line faced across it draws in.
#[test]
fn gb_7_26_line_to_column() {
    for (facing, expected) in
        [("eN", vec!["1205", "1206"]), ("eS", vec!["1206", "1205"]), ("eSE", vec!["1205"])]
    {
        let (mut table, unit) = extended("us_9", "vW", Advance);
        give(&mut table, March);
        table.play(&[&format!("face:{facing}")]);
        assert_eq!(table.parts(unit), expected, "{facing}");
        assert!(!table.state.units[unit].is_line());
    }
    let (mut long, unit) = extended("us_15", "vW", Advance);
    give(&mut long, March);
    long.play(&["face:eS"]);
    assert_eq!(long.parts(unit), ["1206", "1205", "1204"]);
}

/// Which wings a unit in 1010 that faces west may bend, with friends in these hexes.
fn wings(friends: &[&str]) -> Vec<String> {
    let mut table = Table::army();
    table.put("us_7", "1010", "vW", Advance);
    for (id, hex) in ["us_9", "us_8", "us_4"].into_iter().zip(friends) {
        table.put(id, hex, "vW", Advance);
    }
    table.activate("us.2.1.1").play(&["unit:us_7"]);
    table.starting("refuse:")
}

/// [GB 7.31] A wing is bent at the end of a line, before a friend behind the other side, or all alone.
#[test]
fn gb_7_31_who_refuses() {
    assert_eq!(wings(&[]), ["refuse:left", "refuse:right"]);
    assert_eq!(wings(&["1009"]), ["refuse:left"], "the right is covered");
    assert_eq!(wings(&["1009", "1111"]), ["refuse:left"], "a friend behind the left");
    assert!(wings(&["1009", "1011"]).is_empty(), "between two friends [7.32]");
}

/// Two regiments in one hex with their left bent back.
fn bent() -> (Table, Unit, Unit) {
    let mut table = Table::army();
    let (top, below) = (table.put("us_4", "1010", "vW", Advance), table.put("us_3", "1010", "vW", Advance));
    set_wing(&table.game, &mut table.state, top, Refusal::Left);
    (table, top, below)
}

/// [GB 7.33] To straighten costs every active unit of the stack a point, and is needed before a step or a turn.
#[test]
fn gb_7_33_straightening() {
    let (mut table, top, below) = bent();
    table.activate("us.2.1.1").play(&["unit:us_4"]);
    assert!(table.starting("step:").is_empty() && table.starting("face:").is_empty());
    table.play(&["unrefuse"]);
    let bent_back = Status::REFUSED_LEFT;
    assert!(!table.state.units[top].has(bent_back) && !table.state.units[below].has(bent_back));
    assert_eq!((table.state.units[top].spent, table.state.units[below].spent), (2, 2));
    assert!(!table.starting("step:").is_empty());
    let (mut driven, top, _) = bent();
    driven.put("cs_6", "0910", "vE", Advance);
    driven.state.active = Side::Csa;
    driven.state.retreat_from = driven.hex("0910");
    driven.state.units[top].act.set(Act::RETREAT_1, true);
    driven.state.set_phases(&[Phase::Brigade, Phase::Settle]);
    driven.run().retreat();
    assert!(!driven.state.units[top].has(bent_back), "a retreat unbends it for nothing");
    assert_eq!(driven.state.units[top].spent, 0);
}

/// [GB 9.54] A unit that withdraws straightens its own wing, after parting fire; those who stay keep theirs.
#[test]
fn gb_9_54_the_wing_of_one_who_withdraws() {
    let (mut table, top, below) = bent();
    table.put("cs_6", "0910", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_4", "withdraw", "step:1110"]);
    assert!(table.can("shoot:cs_6>1010"), "{:?}", table.codes());
    let is_bent = |table: &Table, unit| table.state.units[unit].has(Status::REFUSED_LEFT);
    assert!(is_bent(&table, top), "under parting fire");
    table.play(&["pass"]);
    assert_eq!(table.at(top), "1110");
    assert!(!is_bent(&table, top) && is_bent(&table, below));
    assert_eq!((table.spent(top), table.spent(below)), (0, 0));
    assert!(table.can("step:1210"), "{:?}", table.codes());
    let mut line = Table::army();
    let unit = line.put("us_9", "1010", "vW", Advance);
    set_extension(&line.game, &mut line.state, unit, [4, 0], false);
    set_wing(&line.game, &mut line.state, unit, Refusal::Left);
    line.activate("us.2.1.1").play(&["unit:us_9", "withdraw", "step:1110"]);
    assert!(line.state.units[unit].is_line() && !is_bent(&line, unit));
}

/// [GB 7.21] A turn about reverses the stack if the unit stays; one that leaves turns alone.
#[test]
fn gb_7_21_turning_about_in_a_stack() {
    let turned = |codes: &[&str]| -> Vec<String> {
        let mut table = Table::army();
        let units = ["us_4", "us_3", "us_7"].map(|id| table.put(id, "1010", "vW", Advance));
        table.activate("us.2.1.1").play(&["unit:us_4", "face:vE"]).play(codes).pass_until("5.33");
        let facing = table.facing(units[1]);
        let stack = warlab_engine::games::gbacw::field::stack(&table.game, &table.state, table.hex("1010"));
        stack.iter().map(|&unit| table.game.name(unit).to_string()).chain([facing.to_string()]).collect()
    };
    assert_eq!(turned(&["pass"]), ["us_7", "us_3", "us_4", "vE"]);
    assert_eq!(turned(&["step:1110"]), ["us_3", "us_7", "vW"]);
}

/// [GB 7.21] Foot of a stack that turned about chooses to lie above or below its guns, also before the enemy. [GB 8.24]
#[test]
fn gb_7_21_foot_above_or_below_guns() {
    let turned = |ids: &[&str], actor: &str, codes: &[&str]| -> Vec<String> {
        let mut table = Table::army();
        for id in ids {
            table.put(id, "1010", "vW", Advance);
        }
        table.put("cs_6", "0910", "vE", Advance);
        let guns = table.unit("us_ga");
        table.attach(guns, "us.2.1.1");
        table.activate("us.2.1.1").play(&[&format!("unit:{actor}")]).play(codes);
        assert!(table.some("step:").is_empty(), "it stays: {:?}", table.codes());
        assert_eq!((table.can("raise"), table.can("lower")), (false, false), "once");
        table.pass_until("5.33");
        let stack = warlab_engine::games::gbacw::field::stack(&table.game, &table.state, table.hex("1010"));
        stack
            .iter()
            .map(|&unit| {
                assert_eq!(table.facing(unit), "vE");
                table.game.name(unit).to_string()
            })
            .collect()
    };
    let mixed = ["us_4", "us_ga", "us_3"];
    assert_eq!(turned(&mixed, "us_4", &["face:vE", "raise"]), ["us_3", "us_4", "us_ga"]);
    assert_eq!(turned(&mixed, "us_4", &["face:vE", "lower"]), ["us_ga", "us_3", "us_4"]);
    assert_eq!(turned(&["us_ga", "us_4"], "us_4", &["face:vE", "raise"]), ["us_4", "us_ga"]);
    assert_eq!(turned(&["us_4", "us_ga"], "us_4", &["face:vE", "lower"]), ["us_ga", "us_4"]);
    assert_eq!(turned(&["us_4", "us_3", "us_ga"], "us_ga", &["face:vE", "raise"]), ["us_ga", "us_3", "us_4"]);
}

/// [GB 7.21] The choice is left alone as well, and comes with a turn about only.
#[test]
fn gb_7_21_no_choice_but_by_turning_about() {
    let mut table = Table::army();
    for id in ["us_4", "us_ga", "us_3"] {
        table.put(id, "1010", "vW", Advance);
    }
    table.activate("us.2.1.1").play(&["unit:us_4"]);
    let mut aside = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    table.play(&["face:vE"]);
    assert!(table.can("raise") && table.can("lower") && table.can("step:1110"), "{:?}", table.codes());
    table.play(&["pass"]);
    let stack = warlab_engine::games::gbacw::field::stack(&table.game, &table.state, table.hex("1010"));
    let names: Vec<&str> = stack.iter().map(|&unit| table.game.name(unit)).collect();
    assert_eq!(names, ["us_3", "us_ga", "us_4"]);
    aside.play(&["face:vNE"]);
    assert!(!aside.can("raise") && !aside.can("lower"), "{:?}", aside.codes());
}

/// [GB 7.32] Who comes to a bent stack pays a point more and bends with it; each unit of a stack pays to bend.
#[test]
fn gb_7_32_joining_a_bent_stack() {
    let (mut table, _, _) = bent();
    let unit = table.put("us_7", "1110", "vW", Advance);
    table.activate("us.2.1.1").play(&["unit:us_7", "step:1010"]);
    assert_eq!(table.state.units[unit].spent, 4, "a point for the ground, one for the bend");
    table.play(&["pass"]);
    assert!(table.state.units[unit].has(Status::REFUSED_LEFT));
    let mut stack = Table::army();
    stack.put("us_4", "1010", "vW", Advance);
    let below = stack.put("us_3", "1010", "vW", Advance);
    stack.activate("us.2.1.1").play(&["unit:us_4", "refuse:right"]);
    assert!(stack.state.units[below].has(Status::REFUSED_RIGHT), "[8.26]");
    assert_eq!(stack.state.units[below].spent, 2);
}

/// [GB 7.34] Three printed examples: 7 alone, 5 over 3, and 3 over 2 over 8, ahead and through the bent side.
#[test]
fn gb_7_34_printed_shares() {
    let shares = |strengths: &[u8]| -> Vec<(u8, u8)> {
        let mut table = Table::army();
        let ids = ["us_9", "us_8", "us_15"];
        for (&points, id) in strengths.iter().zip(ids) {
            let unit = table.put(id, "1010", "vW", Advance);
            table.state.units[unit].sp[0] = points;
        }
        let top = table.unit("us_9");
        set_wing(&table.game, &mut table.state, top, Refusal::Left);
        let rows = allotments(&table.game, &table.state, table.hex("1010"));
        rows.iter().map(|row| (row.front, row.refused)).collect()
    };
    assert_eq!(shares(&[7]), [(4, 3)]);
    assert_eq!(shares(&[5, 3]), [(4, 1), (0, 2)]);
    assert_eq!(shares(&[3, 2, 8]), [(3, 0), (1, 1), (0, 2)]);
}
