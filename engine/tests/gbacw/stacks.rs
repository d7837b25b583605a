//! Chapter 8.1 to 8.3: limits, moving through friends and together, fire and shock of stacks.

use warlab_engine::games::gbacw::field::stack;
use warlab_engine::games::gbacw::rules::ch09_ways::ways;
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::rules::ch12_losses::lose;
use warlab_engine::games::gbacw::state::{Act, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};

use super::table::Table;

/// [GB 8.11] Sixteen points never stop in one hex, but one unit may move through the other's.
#[test]
fn gb_8_11_limits_but_in_passing() {
    let mut table = Table::army();
    table.put("us_9", "1010", "vW", Advance);
    let unit = table.put("us_7", "1110", "vW", Advance);
    table.activate("us.2.1.1").play(&["unit:us_7", "step:1010"]);
    assert!(!table.can("pass"), "{:?}", table.codes());
    table.rolls(&[0]).play(&["step:0910"]);
    assert!(table.can("pass"));
    assert_eq!(table.at(unit), "0910");
    let mut tired = Table::army();
    tired.put("us_9", "1010", "vW", Advance);
    let unit = tired.put("us_7", "1110", "vW", Advance);
    tired.activate("us.2.1.1").play(&["unit:us_7"]);
    tired.state.units[unit].spent = 6;
    assert!(!tired.can("step:1010"), "three points left do not pay the way out again");
}

/// [GB 8.21] Units move one by one; a stack within the March limits may move as one, under March or Advance.
#[test]
fn gb_8_21_moving_together() {
    let mut table = Table::army();
    let units = ["cs_m3", "cs_m4"].map(|id| table.put(id, "0108", "eSE", March));
    table.activate("cs.2").play(&["unit:cs_m3", "with:cs_m4", "step:0208", "step:0308", "pass"]);
    for unit in units {
        assert_eq!((table.at(unit), table.state.units[unit].spent), ("0308".into(), 2));
        assert_eq!(table.state.units[unit].facing.id(), "eNE");
    }
    assert_eq!(stack(&table.game, &table.state, table.hex("0308")).as_slice(), &units, "in their order");
    assert!(!table.can("unit:cs_m4"), "that was its action");
    let with = |first: &str, second: &str, order| {
        let mut table = Table::army();
        table.put(first, "1010", "vW", order);
        table.put(second, "1010", "vW", order);
        table.activate("us.2.1.1").play(&[&format!("unit:{first}")]);
        table.can(&format!("with:{second}"))
    };
    assert!(with("us_4", "us_3", Advance));
    assert!(!with("us_4", "us_3", Attack) && !with("us_7", "us_3", Advance), "Attack; ten points");
}

/// [GB 8.21] The slowest of a moving stack sets its reach, and fire at it strikes the top unit.
#[test]
fn gb_8_21_a_stack_is_one_target() {
    let mut table = Table::army();
    let top = table.put("us_4", "1110", "vW", Advance);
    let slow = table.put("us_3", "1110", "vW", Advance);
    table.state.units[slow].status.set(Status::DISORDERED, true);
    table.put("cs_g", "0710", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_4", "with:us_3", "step:1010"]);
    table.pass_until("10.45").rolls(&[0]).play(&["shoot:cs_g>1010"]);
    assert_eq!(table.told("fire_result"), 1, "one shot for both");
    assert_eq!((table.at(top), table.at(slow)), ("1010".into(), "1010".into()));
    assert!(!table.starting("step:").is_empty());
    table.state.units[slow].spent = 8;
    assert!(table.starting("step:").is_empty(), "four points are all that disorder leaves");
}

/// [GB 8.21] Riders of one stack charge as one: one check, one move, their points added up.
#[test]
fn gb_8_21_charging_together() {
    let mut table = Table::army();
    let units = ["us_c4", "us_c3"].map(|id| table.put(id, "1310", "vW", Attack));
    table.put("cs_6", "0911", "vE", Advance);
    table.activate("us.2.1.3").rolls(&[0]).play(&["unit:us_c3", "charge", "step:1210", "step:1110"]);
    table.play(&["step:1010"]).pass_while(&["9.61", "9.63", "10.45", "9.13"]);
    assert_eq!(table.told("check"), 1, "the top unit's alone [11.53]");
    for unit in units {
        assert!(table.state.units[unit].did(Act::CAVALRY_CHARGE));
        assert_eq!(table.at(unit), "1010");
    }
    table.play(&["pass", "assault:1010>0911"]);
    assert_eq!(shock_input(&table.game, &table.state, 0).expect("a combat").attacker, 14);
    let mut shy = Table::army();
    let units = ["us_c4", "us_c3"].map(|id| shy.put(id, "1310", "vW", Attack));
    shy.put("cs_6", "0911", "vE", Advance);
    shy.activate("us.2.1.3").rolls(&[9]).play(&["unit:us_c3", "charge"]);
    assert!(units.iter().all(|&unit| shy.state.units[unit].did(Act::DONE)), "the stack stays");
}

/// Moves the 7 points of us_7 west from one hex through another to a third, with one die.
fn through(
    path: [&str; 3],
    friend: &str,
    disordered: bool,
    die: u8,
) -> (Table, warlab_engine::games::gbacw::types::Unit) {
    let mut table = Table::army();
    table.put(friend, path[1], "vW", Advance);
    let unit = table.put("us_7", path[0], "vW", Advance);
    table.state.units[unit].status.set(Status::DISORDERED, disordered);
    let steps = [path[1], path[2]].map(|hex| format!("step:{hex}"));
    table.activate("us.2.1.1").rolls(&[die]).play(&["unit:us_7", &steps[0], &steps[1]]);
    (table, unit)
}

/// [GB 8.22] Through friends: two points more and a check on leaving them, harder in woods.
#[test]
fn gb_8_22_through_friends() {
    let open = ["1110", "1010", "0910"];
    for (die, fails) in [(7, false), (8, true)] {
        let (table, unit) = through(open, "us_17", false, die);
        assert_eq!((table.at(unit), table.state.units[unit].spent), ("0910".into(), 8));
        assert_eq!(table.state.units[unit].is_disordered(), fails, "{die} against 7");
        assert_eq!(table.starting("step:").is_empty(), fails, "disorder leaves it no more points");
    }
    for (die, fails) in [(5, false), (6, true)] {
        let (table, unit) = through(["1712", "1612", "1512"], "us_17", false, die);
        assert_eq!(table.state.units[unit].spent, 12, "2 for the woods, 2 + 2 to leave");
        assert_eq!(table.state.units[unit].is_disordered(), fails, "{die} + 2 against 7");
    }
}

/// [GB 8.22] A second disorder sends the unit back to where it came from, facing as it did, and ends its action.
#[test]
fn gb_8_22_turned_back() {
    let (table, unit) = through(["1110", "1010", "0910"], "us_17", true, 6);
    assert_eq!((table.at(unit), table.state.units[unit].facing.id()), ("1110".into(), "vW"));
    assert!(table.state.units[unit].did(Act::DONE) && !table.can("unit:us_7"));
    let (same, unit) = through(["1110", "1010", "0910"], "us_4", true, 6);
    assert_eq!(same.at(unit), "1110", "also from a hex where it might have stayed");
}

/// [GB 8.22] Guns are no hindrance, nor is a road, unless friends march on it; guns themselves never pass.
#[test]
fn gb_8_22_guns_and_roads() {
    let (guns, unit) = through(["1110", "1010", "0910"], "us_ga", false, 9);
    assert_eq!((guns.state.units[unit].spent, guns.told("check")), (4, 0));
    let (road, unit) = through(["1108", "1008", "0908"], "us_17", false, 9);
    assert_eq!((road.state.units[unit].spent, road.told("check")), (4, 0));
    let (off, unit) = through(["1108", "1008", "0909"], "us_17", false, 9);
    assert_eq!((off.state.units[unit].spent, off.told("check")), (8, 1), "it leaves the road");
    let mut march = Table::army();
    march.put("us_17", "1008", "eNW", March);
    let unit = march.put("us_7", "1108", "vW", Advance);
    march.activate("us.2.1.1").play(&["unit:us_7"]);
    let round = ways(&march.game, &march.state, unit).into_iter().find(|way| way.to == march.hex("1008"));
    assert!(round.is_some_and(|way| !way.entry.by_road), "round those who march");
    let mut battery = Table::army();
    battery.put("us_17", "1010", "vW", Advance);
    battery.put("us_15", "1011", "vW", Advance);
    battery.put("us_gb", "1010", "vW", Advance);
    battery.put("us_ga", "1110", "vW", Advance);
    battery.activate("us.2.1.1").play(&["unit:us_ga"]);
    assert!(!battery.can("step:1010"), "guns never move through foot");
}

/// [GB 8.22] Whoever comes up with friends on the march goes around them, marching or not.
#[test]
fn gb_8_22_the_march_takes_the_road() {
    let cost = |friend: OrderKind| {
        let mut table = Table::army();
        let facing = if friend == March { "eNW" } else { "vW" };
        table.put("us_17", "1008", facing, friend);
        let unit = table.put("us_7", "1108", "eSW", March);
        table.activate("us.2.1.1").play(&["unit:us_7"]);
        let way = ways(&table.game, &table.state, unit).into_iter().find(|way| way.to == table.hex("1008"));
        way.map(|way| (way.entry.by_road, way.cost))
    };
    assert_eq!(cost(Advance), Some((true, 1)));
    assert_eq!(cost(March), Some((false, 2)), "by the ground");
}

/// [GB 8.22] Guns hinder guns: two points more and a check on leaving them.
#[test]
fn gb_8_22_guns_through_guns() {
    let pass = |others: &[&str]| {
        let mut table = Table::army();
        for id in others {
            table.put(id, "1010", "vW", Advance);
        }
        let unit = table.put("us_ga", "1110", "vW", Advance);
        table.activate("us.2.1.1").rolls(&[0]).play(&["unit:us_ga", "step:1010", "step:0910"]);
        (table.at(unit), table.state.units[unit].spent, table.told("check"))
    };
    assert_eq!(pass(&[]), ("0910".into(), 4, 0));
    assert_eq!(pass(&["us_gb"]), ("0910".into(), 8, 1), "where it might have stayed");
    assert_eq!(pass(&["us_gb", "us_ra"]), ("0910".into(), 8, 1), "where it could not");
}

/// [GB 8.22] A bridge is closed by others on the march, not by those of the same moving stack.
#[test]
fn gb_8_22_a_stack_crosses_a_bridge() {
    let crosses = |with: bool| {
        let mut table = Table::crossroads();
        for id in ["us_305oh", "us_306oh"] {
            let unit = table.put(id, "1809", "eNW", March);
            table.state.units[unit].sp[0] = 3;
        }
        table.activate("us.2").play(&["unit:us_305oh"]);
        if with {
            table.play(&["with:us_306oh"]);
        }
        let unit = table.unit("us_305oh");
        let found = ways(&table.game, &table.state, unit).into_iter().find(|way| way.to == table.hex("1709"));
        found.is_some_and(|way| way.entry.by_crossing)
    };
    assert!(crosses(true) && !crosses(false));
}

/// [GB 8.25] Only a stack within the March limits may start along the road.
#[test]
fn gb_8_25_starting_stack() {
    let leaves_by_road = |mate: Option<&str>| {
        let mut table = Table::army();
        table.put("us_4", "1206", "vW", Advance);
        if let Some(mate) = mate {
            table.put(mate, "1206", "vW", Advance);
        }
        table.activate("us.2.1.1").play(&["unit:us_4"]);
        table.can("step:1205")
    };
    assert!(leaves_by_road(None) && leaves_by_road(Some("us_3")), "4, and 4 + 3");
    assert!(!leaves_by_road(Some("us_7")) && !leaves_by_road(Some("us_ga")), "4 + 7; foot and guns");
}

/// Guns over foot of another brigade in one hex; the guns act.
fn guns_on_foot() -> Table {
    let mut table = Table::army();
    table.put("us_ga", "1010", "vW", Advance);
    table.put("us_7", "1010", "vW", Advance);
    table.activate("us.2.1.2").play(&["unit:us_ga"]);
    table
}

/// [GB 8.26] A unit that turns or bends and stays takes its whole stack with it; one that leaves does not.
#[test]
fn gb_8_26_one_front_for_the_stack() {
    let mut table = guns_on_foot();
    let foot = table.unit("us_7");
    table.play(&["face:vNW", "pass"]);
    assert_eq!(table.state.units[foot].facing.id(), "vNW");
    let mut leaving = guns_on_foot();
    leaving.play(&["face:vNW", "step:1009", "pass"]);
    assert_eq!(leaving.state.units[foot].facing.id(), "vW");
    let mut bending = guns_on_foot();
    bending.play(&["refuse:left", "pass"]);
    assert!(bending.state.units[foot].has(Status::REFUSED_LEFT));
    assert_eq!(bending.state.units[foot].spent, 0, "it is not its turn");
}

/// [GB 8.32] Foot and guns of one hex fire apart, at one target or at two, and never as one.
#[test]
fn gb_8_32_foot_and_guns_fire_apart() {
    let mut table = Table::army();
    table.put("us_ga", "1010", "vW", Advance);
    table.put("us_7", "1010", "vW", Advance);
    table.put("cs_6", "0710", "vE", Advance);
    let strengths =
        |table: &Table| -> Vec<u8> { table.state.shots.iter().flatten().map(|shot| shot.strength).collect() };
    table.activate("us.2.1.1").play(&["unit:us_ga", "fire:0710"]);
    assert_eq!(strengths(&table), [6]);
    table.rolls(&[0]).pass_until("9.13").pass_until("5.33").play(&["unit:us_7", "fire:0710"]);
    assert_eq!(strengths(&table), [1], "one point of foot beside six guns [8.31]");
}

/// [GB 8.33] The printed examples: 5 over 9 fire 5 and 2; six guns over 7 fire 6 and 1; below 5 who rally 2 fire.
#[test]
fn gb_8_33_examples() {
    let strength = |units: &[(&str, u8)], rallies: bool, firer: &str| {
        let mut table = Table::army();
        let stack: Vec<_> = units.iter().map(|(id, _)| table.put(id, "1010", "vW", Advance)).collect();
        for (&unit, &(_, points)) in stack.iter().zip(units) {
            table.state.units[unit].sp[0] = points;
        }
        table.put("cs_6", "0710", "vE", Advance);
        table.state.units[stack[0]].status.set(Status::DISORDERED, rallies);
        table.activate("us.2.1.2");
        if rallies {
            table.rolls(&[0]).play(&["unit:us_5", "rally"]).pass_until("5.33");
        }
        table.play(&[&format!("unit:{firer}"), "fire:0710"]);
        table.state.shots[0].map_or(0, |shot| shot.strength)
    };
    let foot = [("us_5", 5), ("us_17", 9)];
    assert_eq!((strength(&foot, false, "us_5"), strength(&foot, false, "us_17")), (5, 2));
    let guns = [("us_ga", 6), ("us_17", 7)];
    assert_eq!((strength(&guns, false, "us_ga"), strength(&guns, false, "us_17")), (6, 1));
    assert_eq!(strength(&foot, true, "us_17"), 2);
}

/// [GB 8.36] Both sides add up their stacks; the loss falls on the top unit, disorder and retreat on all.
#[test]
fn gb_8_36_stacks_in_shock() {
    let mut table = Table::army();
    table.put("us_8", "1010", "vW", Advance);
    table.put("us_7", "1010", "vW", Advance);
    let (top, below) = (table.put("cs_7", "0910", "vE", Advance), table.put("cs_6", "0910", "vE", Advance));
    table.activate("us.2.1.1").play(&["pass", "assault:1010>0910"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!((input.attacker, input.defender), (30, 26));
    // The top defender's check, then 9 - 1 (no brigadier): a point lost, driven off.
    table.rolls(&[0, 9]).pass_while(&["11.31", "11.33", "11.38", "11.41"]);
    assert_eq!((table.sp(top), table.sp(below)), (6, 6));
    assert!(table.state.units[top].is_disordered() && table.state.units[below].is_disordered());
    table.retreat();
    assert!(table.at(top) != "0910" && table.at(below) != "0910");
}

/// [GB 8.37] A battery of two sections is one unit: one move, one check, its losses from a section drawn by lot.
#[test]
fn gb_8_37_sections_stay_together() {
    let mut table = Table::army();
    let battery = table.put("us_gb", "1010", "vW", Advance);
    table.activate("us.2.1.1").play(&["unit:us_gb", "step:0910"]);
    assert_eq!((table.at(battery), table.state.units[battery].sp), ("0910".into(), [4, 2, 0, 0]));
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut hit = table.state;
        lose(&table.game, &mut hit, battery, 1, &mut warlab_engine::chance::Dice::seeded(seed));
        seen.insert(hit.units[battery].sp);
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [[3, 2, 0, 0], [4, 1, 0, 0]]);
}
