//! Chapter 9, rule by rule: allowances, kinds of movement, leaders, the edge of the map, entry.

use warlab_engine::games::gbacw::field::parts;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch04_command::determine_chain;
use warlab_engine::games::gbacw::rules::ch05_brigade::begin;
use warlab_engine::games::gbacw::rules::ch05_efficiency::cap_brigades;
use warlab_engine::games::gbacw::rules::ch09_allowance::equivalents;
use warlab_engine::games::gbacw::rules::ch09_entry::{arrive, can_enter, cap_arrivals};
use warlab_engine::games::gbacw::rules::ch09_terrain::entry;
use warlab_engine::games::gbacw::state::{Act, Marker, Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Direction, FormationSet, Side, Unit};
use warlab_engine::setup::Setup;

use super::table::{ARMY, Table, with_army};

/// Rides or walks along a path; each step must be open.
fn walk(table: &mut Table, path: &[&str]) {
    for hex in path {
        table.play(&[&format!("step:{hex}")]);
    }
}

const WEST: [&str; 6] = ["1114", "1014", "0914", "0814", "0714", "0614"];

/// [GB 9.11] A brigadier rides ten points, a corps commander forty.
#[test]
fn gb_9_11_leaders_ride_ten_or_forty() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "1509", "vW", Advance);
    let leader = table.place_leader("us_mercer", "0414");
    table.activate("us.1").play(&["leader:us_mercer"]);
    walk(&mut table, &["0514", "0614", "0714", "0814", "0914", "1014", "1114", "1214", "1213"]);
    assert_eq!(table.asks(), "9.31");
    walk(&mut table, &["1212"]);
    assert_eq!((table.asks(), table.leader_at(leader).as_str()), ("5.33", "1212"));
    let mut corps = Table::trevilian();
    corps.place_leader("us_sheridan", "1021");
    corps.open(Phase::CommanderMovement { side: Side::Union }).play(&["leader:us_sheridan"]);
    for _ in 0..20 {
        walk(&mut corps, &["1022", "1021"]);
    }
    assert!(corps.some("step:").is_empty(), "forty points and no more");
}

/// [GB 9.12] The counter's six points are six clear hexes under Advance and three under Attack.
#[test]
fn gb_9_12_all_points_of_the_phase() {
    for (order, hexes) in [(Advance, 6), (Attack, 3)] {
        let mut table = Table::crossroads();
        let unit = table.put("us_303ny", "1214", "vW", order);
        table.activate("us.1").play(&["unit:us_303ny"]);
        walk(&mut table, &WEST[..hexes]);
        assert_eq!(table.at(unit), WEST[hexes - 1]);
        assert!(table.some("step:").is_empty(), "{order:?}: {:?}", table.codes());
    }
}

/// [GB 9.13] Points may be left unused, but neither kept for the next activation nor used later in this one.
#[test]
fn gb_9_13_points_are_not_saved() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "1214", "vW", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "step:1114", "step:1014", "pass"]);
    assert!(!table.can("unit:us_303ny"), "its activation is over");
    table.play(&["pass"]);
    table.activate("us.1").play(&["unit:us_303ny"]);
    walk(&mut table, &["0914", "0814", "0714", "0614", "0514", "0414"]);
    assert!(table.some("step:").is_empty(), "six points again, not ten");
}

/// [GB 9.14] Cavalry on foot pays as infantry, horse artillery as artillery: woods cost 2, 3 mounted, 4 for guns.
#[test]
fn gb_9_14_costs_of_cavalry_and_horse_guns() {
    let mut table = Table::trevilian();
    let grid = &table.game.scenario.map.grid;
    let north = grid.direction(table.hex("2119"), table.hex("2118")).unwrap();
    let mut costs = Vec::new();
    for id in ["us_1mi", "us_7mi", "us_williston"] {
        let unit = table.put(id, "2119", "vNW", Advance);
        costs
            .push(entry(&table.game, &table.state, unit, table.hex("2119"), north).map(|entry| entry.halves));
    }
    assert_eq!(costs, [Some(4), Some(6), Some(8)]);
}

/// [GB 9.21] A unit out of its brigadier's range moves by the brigade's former orders until an activation finds it in range.
#[test]
fn gb_9_21_former_orders_out_of_range() {
    let mut table = Table::crossroads();
    let near = table.put("us_303ny", "1214", "vW", Advance);
    let far = table.put("us_302pa", "0514", "vE", Advance);
    table.place_leader("us_mercer", "1214");
    let brigade = table.formation("us.1");
    table.state.formations[brigade].order = Attack;
    table.activate("us.1");
    assert_eq!((table.order(near), table.order(far)), (Attack, Advance));
    table.play(&["unit:us_302pa"]);
    walk(&mut table, &["0614", "0714", "0814", "0914", "1014", "1115"]);
    table.pass_while(&["9.13"]).play(&["unit:us_303ny"]);
    walk(&mut table, &["1114", "1014", "0914"]);
    assert!(table.some("step:").is_empty(), "half the allowance under Attack");
    table.pass_while(&["9.13", "5.33"]);
    table.activate("us.1");
    assert_eq!(table.order(far), Attack, "in range when the next activation began");
}

/// [GB 9.23] Advance keeps away from enemy foot except over a bridge, and then does not fight in that activation.
#[test]
fn gb_9_23_advance_over_a_bridge() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "1809", "vW", Advance);
    table.put("cs_81va", "1608", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "step:1709"]);
    table.pass_while(&["9.61", "10.44", "10.45", "9.13"]);
    assert_eq!(table.at(unit), "1709");
    table.play(&["pass"]);
    assert!(table.some("assault:").is_empty(), "{:?}", table.codes());
    let mut wading = Table::crossroads();
    wading.put("us_303ny", "1810", "vW", Advance);
    wading.put("cs_81va", "1609", "vE", Advance);
    wading.activate("us.1").play(&["unit:us_303ny"]);
    assert!(!wading.can("step:1710"), "no bridge there");
    wading.give(wading.unit("us_303ny"), Attack);
    assert!(wading.can("step:1710"));
}

/// [GB 9.31] A leader makes his whole ride at once, at the road's best rate whatever the orders, or goes with a unit.
#[test]
fn gb_9_31_a_leader_rides_once() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "1214", "vW", Attack);
    let leader = table.place_leader("us_mercer", "1013");
    table.activate("us.1").play(&["leader:us_mercer"]);
    let north =
        ["1012", "1011", "1010", "1009", "1008", "1007", "1006", "1005", "1004", "1003", "1002", "1001"];
    walk(&mut table, &north);
    assert_eq!(table.asks(), "9.31", "twelve road hexes are six points, also under Attack");
    table.play(&["pass"]);
    assert!(!table.can("leader:us_mercer"));
    table.play(&["unit:us_303ny"]);
    assert!(!table.can("leader:us_mercer"), "he has moved");
    let mut along = Table::crossroads();
    along.put("us_303ny", "1214", "vW", Attack);
    along.place_leader("us_mercer", "1214");
    along.activate("us.1").play(&["unit:us_303ny", "leader:us_mercer", "step:1114"]);
    assert_eq!(along.leader_at(leader), "1114");
    along.pass_while(&["9.13"]);
    assert!(!along.can("leader:us_mercer"), "that was his move");
}

/// [GB 9.31] A leader may ride up to a unit of the acting brigade and go on with it, as far as his points last.
#[test]
fn gb_9_31_a_leader_joins_a_unit() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "1214", "vW", Advance);
    let leader = table.place_leader("us_mercer", "0614");
    table.activate("us.1").play(&["leader:us_mercer"]);
    walk(&mut table, &["0714", "0814", "0914", "1014", "1114", "1214"]);
    table.play(&["unit:us_303ny"]);
    walk(&mut table, &WEST);
    assert_eq!(
        (table.at(unit), table.leader_at(leader)),
        ("0614".into(), "0814".into()),
        "four points were left"
    );
    table.pass_while(&["9.13"]);
    assert!(table.asks() == "5.33" && !table.can("leader:us_mercer") && !table.can("unit:us_303ny"));
}

/// [GB 9.33] Leaders ride next to an enemy only where own units stand.
#[test]
fn gb_9_33_leaders_keep_away_from_the_enemy() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table.place_leader("us_mercer", "1014");
    table.activate("us.1").play(&["leader:us_mercer"]);
    assert!(table.can("step:0914") && !table.can("step:0915"), "{:?}", table.codes());
}

/// [GB 9.51] No unit enters an enemy's hex; guns without crew hold none.
#[test]
fn gb_9_51_enemy_hexes_are_closed() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "0914", "vW", Attack);
    let guns = table.put("cs_bty_c", "0814", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny"]);
    assert!(!table.can("step:0814") && table.can("step:0813"));
    let (game, state, chance) = (&table.game, &mut table.state, &mut table.chance);
    warlab_engine::games::gbacw::rules::ch12_losses::abandon(game, state, guns, chance);
    assert!(table.can("step:0814"));
}

/// [GB 9.56] Nobody leaves the map, but by an exit hex of his own side.
#[test]
fn gb_9_56_no_way_off_the_map() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "2011", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny"]);
    assert!(table.some("step:").is_empty() && !table.can("exit"), "{:?}", table.codes());
    let mut exits = Table::trevilian();
    let unit = exits.put("us_7mi", "0110", "vW", Advance);
    exits.activate("us.c.1.1").play(&["unit:us_7mi", "exit"]);
    assert_eq!((exits.place(unit), exits.state.exit_vp), (Place::Exited, [8, 0]), "points in halves");
    let mut enemy = Table::trevilian();
    enemy.put("cs_3va", "0110", "vW", Advance);
    enemy.activate("cs.c.f.w").play(&["unit:cs_3va"]);
    assert!(!enemy.can("exit"));
}

/// [GB 5.28, 5.35] A March marker moves units as four activations would, however few their division has; those who were
/// ordered to march in this turn as often as it has. [GB 9.74] A battle may allow arriving units less.
#[test]
fn gb_5_28_worth_of_a_march_marker() {
    let text = include_str!("../../data/gbacw/scenarios/crossroads.toml")
        .replace("id = \"crossroads\"", "id = \"arrivals\"")
        .replace("leaders = [\"us_pruitt\"],", "leaders = [\"us_pruitt\"], am = 1,");
    let mut table = Table::of(with_army(&text, &Setup::scenario("arrivals")).expect("a sound scenario"));
    let unit = table.put("us_305oh", "1813", "eSW", March);
    let (division, brigade) = (table.formation("us"), table.formation("us.2"));
    table.state.formations[division].markers = 2;
    table.state.formations[brigade].cap = u8::MAX;
    assert_eq!(equivalents(&table.game, &table.state, unit), 4);
    table.mark("us.2", Standing::NEW_MARCH, true);
    assert_eq!(equivalents(&table.game, &table.state, unit), 2);
    table.mark("us.2", Standing::NEW_MARCH, false);
    table.state.turn = 2;
    cap_arrivals(&table.game, &mut table.state);
    assert_eq!(equivalents(&table.game, &table.state, unit), 1);
}

/// The army's field with a pike through its woods.
fn pike_through_woods() -> Table {
    pike_through_woods_of(ARMY)
}

fn pike_through_woods_of(army: &str) -> Table {
    let pike = r#"[[map.road]]
type = "pike"
name = "Woods pike"
path = ["1312", "1412", "1512", "1612", "1712", "1812"]
source = "reconstructed"

[oob]"#;
    Table::of(with_army(&army.replace("[oob]", pike), &Setup::scenario("army")).expect("a sound scenario"))
}

/// [GB 9.43] Who ends a road move with others above the March limits pays the ground; who goes on pays the road. [GB 8.13]
#[test]
fn gb_9_43_the_ground_where_stacks_are_large() {
    for (friend, halves) in [("us_3", 2), ("us_7", 4)] {
        let mut table = pike_through_woods();
        let unit = table.put("us_4", "1412", "vE", Advance);
        table.put(friend, "1512", "vE", Advance);
        table.activate("us.2.1.1").play(&["unit:us_4", "step:1512"]);
        let mut goes_on =
            Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
        table.play(&["pass"]);
        assert_eq!((table.at(unit), table.spent(unit)), ("1512".into(), halves), "with {friend}");
        goes_on.play(&["step:1612", "pass"]);
        assert_eq!((goes_on.at(unit), goes_on.spent(unit)), ("1612".into(), 4), "two hexes of pike");
    }
}

/// [GB 9.43] Without the points for the ground a unit only passes such a stack, if it can.
#[test]
fn gb_9_43_only_past_a_large_stack() {
    for (spent, passes, stays) in [(8, true, true), (10, true, false), (13, false, false)] {
        let mut table = pike_through_woods();
        let guns = table.put("us_ga", "1412", "vE", Advance);
        table.put("us_7", "1512", "vE", Advance);
        table.attach(guns, "us.2.1.1");
        table.activate("us.2.1.1").play(&["unit:us_ga"]);
        table.state.units[guns].act.set(Act::MOVED, true);
        table.state.units[guns].spent = spent;
        assert_eq!(table.can("step:1512"), passes, "of 16 halves {spent} spent: {:?}", table.codes());
        if passes {
            table.play(&["step:1512"]);
            assert_eq!(table.can("pass"), stays, "{:?}", table.codes());
            table.play(&["step:1612", "pass"]);
            assert_eq!((table.at(guns), table.spent(guns)), ("1612".into(), spent + 4));
        }
    }
}

/// [GB 9.42] By the one-hex minimum it stays there for all it has, if its printed points would do.
#[test]
fn gb_9_43_the_minimum_in_a_large_stack() {
    for (points, stays) in [("[2, 1]", true), ("[1, 1]", false)] {
        let printed = r#"sp = 4, coh = [7, 5], ma = [6, 4], hex = "2003""#;
        let slow = printed.replace("[6, 4]", points);
        assert!(ARMY.contains(printed));
        let mut table = pike_through_woods_of(&ARMY.replace(printed, &slow));
        let unit = table.put("us_4", "1412", "vE", Advance);
        table.put("us_7", "1512", "vE", Advance);
        table.shake(unit);
        table.activate("us.2.1.1").play(&["unit:us_4"]);
        assert_eq!(table.can("step:1512"), stays, "{points}: {:?}", table.codes());
        if stays {
            table.play(&["step:1512", "pass"]);
            assert_eq!((table.at(unit), table.spent(unit)), ("1512".into(), 2));
        }
    }
}

/// [GB 9.54] A withdrawal by road is not checked, unless it ends in a stack above the March limits. [GB 8.13]
#[test]
fn gb_9_54_the_road_back_to_a_large_stack() {
    for (friend, checks) in [("us_3", 0), ("us_7", 1)] {
        let mut table = pike_through_woods();
        let unit = table.put("us_4", "1412", "vW", Advance);
        table.put(friend, "1512", "vW", Advance);
        table.activate("us.2.1.1").rolls(&[7]).play(&["unit:us_4", "withdraw", "step:1512"]);
        assert_eq!((table.checks("9.54"), table.is_shaken(unit)), (checks, checks == 1), "to {friend}");
    }
}

/// [GB 9.73] Units that find the entry hex full wait for their next activation, or as long as they like.
#[test]
fn gb_9_73_entry_waits_for_room() {
    let mut table = Table::crossroads();
    table.state.turn = 2;
    arrive(&table.game, &mut table.state);
    table.activate("us.2").play(&["enter:us_305oh>2009", "pass"]);
    assert!(!table.can("enter:us_306oh>2009"), "13 points exceed the March limit");
    table.play(&["pass"]);
    table.state.turn = 3;
    table.activate("us.2").play(&["unit:us_305oh", "step:1909", "pass", "enter:us_306oh>2009"]);
    assert_eq!(table.at(table.unit("us_306oh")), "2009");
}

/// [GB 9.73] A group that tarries keeps the next one by the same hex waiting.
#[test]
fn gb_9_73_groups_enter_in_turn() {
    let mut table = Table::new(&Setup::scenario("foxs_gap"));
    table.state.turn = 3;
    let (first, second) = (["cs_2nc", "cs_4nc"], table.unit("cs_14nc"));
    for id in ["cs_2nc", "cs_4nc", "cs_14nc", "cs_30nc"] {
        table.give(table.unit(id), March);
    }
    assert!(can_enter(&table.game, &table.state, table.unit("cs_2nc")));
    assert!(!can_enter(&table.game, &table.state, second));
    for id in first {
        let unit = table.unit(id);
        table.state.units[unit].place = Place::Routed;
    }
    assert!(can_enter(&table.game, &table.state, second));
}

/// [GB 9.71] Reinforcements count as in command on their turn of entry: they skip none of their division's markers.
#[test]
fn gb_9_71_in_command_on_entry() {
    let mut table = Table::crossroads();
    table.state.turn = 2;
    arrive(&table.game, &mut table.state);
    let (division, brigade) = (table.formation("us"), table.formation("us.2"));
    let cap = |table: &mut Table| {
        determine_chain(&table.game, &mut table.state);
        table.state.formations[division].markers = 3;
        table.state.formations[brigade].order = Advance;
        table.state.formations[brigade].cap = u8::MAX;
        cap_brigades(&table.game, &mut table.state);
        table.state.formations[brigade].cap
    };
    table.place_leader("us_whitlock", "0414");
    assert!(cap(&mut table) >= 3, "all of it waits to enter");
    table.put("us_305oh", "2009", "vW", Advance);
    assert!(cap(&mut table) >= 3, "its brigadier is still to come");
    table.state.turn = 3;
    assert_eq!(cap(&mut table), 2, "he might have come before");
    table.state.turn = 2;
    table.place_leader("us_pruitt", "2009");
    assert_eq!(cap(&mut table), 2, "there, and out of range");
}

/// [GB 9.72] Each pays for those who came before by the same hex under the same marker, and for no others.
#[test]
fn gb_9_72_the_price_of_a_queue() {
    let entering = |codes: &[&str]| {
        let mut table = Table::new(&Setup::scenario("foxs_gap"));
        table.state.turn = 7;
        for group in &table.game.clone().scenario.oob.reinforcements {
            for unit in group.units.into_iter().filter(|_| group.turn < 7) {
                table.state.units[unit].place = Place::Routed;
            }
        }
        arrive(&table.game, &mut table.state);
        table.activate("cs.j.d");
        let mut spent = Vec::new();
        for code in codes {
            table.play(&[code]);
            let id = code.trim_start_matches("enter:").split('>').next().expect("a unit");
            spent.push(table.spent(table.unit(id)));
            let step = table.starting("step:").first().cloned().expect("a way on");
            table.play(&[&step]).pass_until("5.33");
        }
        spent
    };
    let ids = |table: &Table| {
        let brigade = table.formation("cs.j.d");
        let units = table.game.scenario.oob.formation(brigade).units.into_iter();
        units.map(|unit| table.game.scenario.oob.unit(unit).id.clone()).collect::<Vec<_>>()
    };
    let ids = ids(&Table::new(&Setup::scenario("foxs_gap")));
    let by = |unit: usize, hex: &str| format!("enter:{}>{hex}", ids[unit]);
    let (west, east) = (entering(&[&by(0, "0901")])[0], entering(&[&by(0, "1001")])[0]);
    let queue = entering(&[&by(0, "1001"), &by(1, "0901"), &by(2, "1001")]);
    assert_eq!(queue, [east, west, 2 * east]);
}

/// [GB 9.72] Brigades that come under one marker queue up together.
#[test]
fn gb_9_72_brigades_of_one_marker() {
    let mut table = Table::crossroads();
    table.state.turn = 2;
    arrive(&table.game, &mut table.state);
    table.state.march_undrawn = [true, false];
    table.state.initiative = Some(Side::Union);
    table.open(Phase::FirstMarker { side: Side::Union }).play(&["march:union"]).pass_until("5.32");
    table.play(&["choose:us.2", "enter:us_305oh>2009", "step:1909"]).pass_until("5.32");
    table.play(&["choose:us.art", "enter:us_bty_b>2009"]);
    assert_eq!(table.spent(table.unit("us_bty_b")), 2, "half a point for each of two");
}

/// Two regiments of a brigade come by themselves, its brigadier at some hex; the first enters and stops.
fn without_brigadier(leader_at: &str, own: OrderKind, brigades: OrderKind) -> (Table, Unit) {
    let mut table = Table::new(&Setup::scenario("foxs_gap"));
    table.state.turn = 3;
    arrive(&table.game, &mut table.state);
    for (id, hex) in [("cs_2nc", "1004"), ("cs_4nc", "1005")] {
        table.put(id, hex, if brigades == March { "eS" } else { "vSE" }, brigades);
    }
    table.place_leader("cs_gbanderson", leader_at);
    let unit = table.unit("cs_30nc");
    table.give(unit, own);
    let brigade = table.formation("cs.dh.a");
    let division = table.game.division(brigade).expect("a division");
    table.state.marker = if own == March { Marker::March(Side::Csa) } else { Marker::Division(division) };
    table.state.active = Side::Csa;
    begin(&table.game, &mut table.state, FormationSet::single(brigade), &mut table.chance);
    table.run().play(&["enter:cs_30nc>1001", "pass"]);
    (table, unit)
}

/// [GB 9.71] Who enters without his brigadier takes his orders as soon as he ends a move in his range; a march is all
/// he does in that turn.
#[test]
fn gb_9_71_without_the_brigadier() {
    for (leader_at, own, brigades, ends) in [
        ("1003", March, Advance, Advance),
        ("1020", March, Advance, March),
        ("1003", Advance, Attack, Attack),
        ("1020", Advance, Attack, Advance),
    ] {
        let (mut table, unit) = without_brigadier(leader_at, own, brigades);
        assert_eq!(table.order(unit), ends, "{leader_at} {own:?}");
        assert!(table.state.units[unit].facing.fits(ends));
        // Under the next marker.
        table.set(unit, Status::USED, false);
        table.activate("cs.dh.a");
        let acts = own != March;
        assert_eq!(table.can("unit:cs_30nc"), acts, "{leader_at} {own:?}: {:?}", table.codes());
    }
}

/// [GB 9.54] A line withdraws as it stands; where it cannot it may draw in, in disorder, and go back as one.
#[test]
fn gb_9_54_a_line_withdraws() {
    let extended = || {
        let mut table = Table::crossroads();
        let unit = table.put("us_301pa", "0914", "vW", Advance);
        table.activate("us.1").play(&["unit:us_301pa", "extend:left"]).pass_while(&["9.13", "5.33"]);
        let hexes = parts(&table.game, &table.state, unit);
        (table, unit, hexes)
    };
    let (mut table, unit, before) = extended();
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_301pa", "withdraw", "step:1014"]).pass_while(&["10.44"]);
    let after = parts(&table.game, &table.state, unit);
    let grid = &table.game.scenario.map.grid;
    assert_eq!((after.len(), table.at(unit), table.facing(unit)), (2, "1014".into(), "vW"));
    assert_eq!(grid.direction(before[0], after[0]), grid.direction(before[1], after[1]), "side by side");
    assert!(!table.some("step:").is_empty() && table.some("pivot:").is_empty(), "{:?}", table.codes());
    table.play(&["step:1114"]);
    assert!(table.some("step:").is_empty(), "two hexes");

    let (mut blocked, unit, before) = extended();
    for direction in [Direction::NE, Direction::SE] {
        let behind = blocked.game.scenario.map.grid.neighbour(before[1], direction).expect("a hex");
        let behind = blocked.game.hex(behind).to_string();
        let id = if direction == Direction::NE { "us_305oh" } else { "us_306oh" };
        blocked.put(id, &behind, "vW", Advance);
    }
    blocked.activate("us.1").play(&["unit:us_301pa", "withdraw"]);
    assert!(blocked.some("step:").is_empty() && blocked.can("contract:0914"), "{:?}", blocked.codes());
    blocked.play(&["contract:0914"]);
    assert!(blocked.is_shaken(unit) && !blocked.some("step:").is_empty(), "{:?}", blocked.codes());
}
