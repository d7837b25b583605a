//! Chapters 2 to 6, the turn: markers, ranks, chain of command, activation, orders, reserve.

use warlab_engine::game::Game;
use warlab_engine::games::gbacw::calc::fire::Ammo;
use warlab_engine::games::gbacw::field::lift;
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch04_command::{determine_chain, is_in_range};
use warlab_engine::games::gbacw::rules::ch05_efficiency::{draw_markers, roll_initiative};
use warlab_engine::games::gbacw::rules::ch05_markers::is_activated;
use warlab_engine::games::gbacw::rules::ch13_rally::work_reserves;
use warlab_engine::games::gbacw::rules::{self};
use warlab_engine::games::gbacw::state::{LeaderFlags, Marker, Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Rank, Side};
use warlab_engine::set::Index;
use warlab_engine::setup::Setup;

use super::table::Table;

/// [GB 2.23, 5.13, 5.31] The holder of the initiative takes one of his own markers first, the March marker among them.
#[test]
fn gb_5_13_first_marker_is_chosen() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    table.put("us_305oh", "1812", "eSW", March);
    let (own, enemy) = (table.formation("us"), table.formation("cs"));
    table.state.initiative = Some(Side::Union);
    table.state.formations[own].undrawn = 2;
    table.state.formations[enemy].undrawn = 2;
    table.state.set_phases(&[Phase::Sequence(Segment::FirstMarker)]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.codes(), ["choose:us", "march:union"]);
    table.play(&["choose:us"]);
    assert_eq!(table.state.marker, Marker::Division(own));
    assert_eq!((table.state.formations[own].undrawn, table.state.formations[enemy].undrawn), (1, 2));
}

/// [GB 2.5] The die is a ten-sided one whose 0 is the lowest face.
#[test]
fn gb_2_5_zero_is_low() {
    let mut table = Table::crossroads();
    table.state.turn = 2;
    table.state.initiative = None;
    table.rolls(&[0, 1]);
    roll_initiative(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.state.initiative, Some(Side::Csa));
}

/// [GB 4.11, 4.12, 4.13, 4.14] Ranks carry their stars and command one level each; army and corps leaders do not
/// ride in an activation, division and brigade leaders do.
#[test]
fn gb_4_12_ranks() {
    let mut table = Table::new(&Setup::scenario("foxs_gap"));
    table.put("us_23oh", "1818", "vW", Advance);
    for (id, rank) in [("us_reno", Rank::Corps), ("us_cox", Rank::Division)] {
        let leader = table.leader(id);
        assert_eq!(table.game.rank(leader), rank);
        assert_eq!(table.game.level_of(table.game.commands(leader)), rank);
    }
    let stars = |id: &str| table.game.scenario.oob.leaders[table.leader(id).index()].stars;
    assert_eq!((stars("us_reno"), stars("us_cox")), (3, 2));
    table.place_leader("us_reno", "1818");
    table.place_leader("us_cox", "1818");
    let unit = table.unit("us_23oh");
    let brigade = table.game.scenario.oob.units[unit.index()].formation;
    let id = table.game.scenario.oob.formations[brigade.index()].id.clone();
    table.activate(&id);
    assert!(table.can("leader:us_cox") && !table.can("leader:us_reno"), "{:?}", table.codes());
}

/// [GB 4.18] A deputy has the values of the reverse: Hobbs commands at three points where Talbot did at four.
#[test]
fn gb_4_18_deputies() {
    let mut table = Table::crossroads();
    let leader = table.place_leader("cs_talbot", "0714");
    let far = table.hex("1114");
    assert!(is_in_range(&table.game, &table.state, leader, far));
    table.state.leaders[leader].flags.set(LeaderFlags::REPLACED, true);
    assert!(!is_in_range(&table.game, &table.state, leader, far));
    assert!(is_in_range(&table.game, &table.state, leader, table.hex("1013")));
}

/// [GB 4.21] The chain runs link by link; [GB 4.23] who is out when the turn begins is out for all of it.
#[test]
fn gb_4_21_and_4_23_chain_of_command() {
    let mut table = Table::crossroads();
    let near = table.put("cs_81va", "0714", "vE", Advance);
    let far = table.put("cs_82va", "1608", "vE", Advance);
    table.place_leader("cs_talbot", "0714");
    table.place_leader("cs_cole", "0814");
    let brigade = table.formation("cs.1");
    determine_chain(&table.game, &mut table.state);
    assert!(table.state.formations[brigade].has(Standing::IN_COMMAND));
    assert!(!table.state.units[near].has(Status::OUT_OF_COMMAND));
    assert!(table.state.units[far].has(Status::OUT_OF_COMMAND));
    table.place_leader("cs_cole", "1808");
    table.place_leader("cs_talbot", "1608");
    assert!(table.state.units[far].has(Status::OUT_OF_COMMAND), "until the next chain phase");
    table.place_leader("cs_talbot", "0714");
    determine_chain(&table.game, &mut table.state);
    assert!(!table.state.formations[brigade].has(Standing::IN_COMMAND), "the division leader is too far");
}

/// [GB 4.31, 10.62] A battery group acts as a brigade of its division, and fires when its leader is activated.
#[test]
fn gb_4_31_artillery_commander() {
    let mut table = Table::crossroads();
    table.put("us_bty_a", "0914", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    let (guns, division) = (table.formation("us.art"), table.formation("us"));
    table.state.marker = Marker::Division(division);
    assert!(is_activated(&table.game, &table.state, guns));
    table.activate("us.art").play(&["unit:us_bty_a"]);
    assert!(table.can("fire:0714"));
}

/// [GB 10.62] Attached guns fire with the brigade they serve, and not again with their group.
#[test]
fn gb_10_62_attached_guns_fire_with_the_brigade() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "0914", "vW", Advance);
    table.put("us_301pa", "1113", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    let brigade = table.formation("us.1");
    table.activate("us.1");
    assert!(!table.can("unit:us_bty_a"));
    table.state.units[guns].attached = Some(warlab_engine::games::gbacw::state::AttachedTo::new(brigade));
    table.activate("us.1").play(&["unit:us_bty_a"]);
    assert!(table.can("fire:0714"));
}

/// [GB 5.21] Each top command draws one efficiency marker from its side's pool.
#[test]
fn gb_5_21_efficiency_is_drawn() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    draw_markers(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.told("efficiency"), 2);
    for (id, side) in [("us", Side::Union), ("cs", Side::Csa)] {
        let drawn = table.state.formations[table.formation(id)].markers;
        assert!(table.game.scenario.side(side).em_pool.contains(&drawn), "{drawn}");
    }
}

/// [GB 5.32] A division's marker activates all its brigades under Advance or Attack and nobody else's.
#[test]
fn gb_5_32_division_marker() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    table.put("us_305oh", "1510", "vW", Attack);
    table.put("cs_81va", "0814", "vE", Advance);
    table.state.marker = Marker::Division(table.formation("us"));
    let is_up = |id: &str| is_activated(&table.game, &table.state, table.formation(id));
    assert!(is_up("us.1") && is_up("us.2") && !is_up("cs.1"));
}

/// [GB 5.33, 8.21] Each unit of the brigade acts by itself, once, in any order.
#[test]
fn gb_5_33_units_act_once() {
    let mut table = Table::crossroads();
    let first = table.put("us_301pa", "1114", "vW", Advance);
    let second = table.put("us_302pa", "1114", "vW", Advance);
    table.activate("us.1");
    assert!(table.can("unit:us_301pa") && table.can("unit:us_302pa"));
    table.play(&["unit:us_302pa", "step:1013", "pass"]);
    assert_eq!((table.at(first), table.at(second)), ("1114".into(), "1013".into()));
    assert!(table.can("unit:us_301pa") && !table.can("unit:us_302pa"), "{:?}", table.codes());
}

/// [GB 5.41, 5.42] Activations pass only between divisions in the chain, and only after the markers are known.
#[test]
fn gb_5_42_transfer_needs_the_chain() {
    assert!(Segment::Efficiency < Segment::Transfer && Segment::Transfer < Segment::DivisionOrders);
    for (in_chain, offered) in [(true, true), (false, false)] {
        let mut table = Table::new(&Setup::scenario("foxs_gap"));
        for (unit, hex) in [("us_23oh", "1818"), ("us_79ny", "2317"), ("us_6nh", "2417")] {
            table.put(unit, hex, "vW", Advance);
        }
        for (id, markers) in [("us.9.k", 3), ("us.9.1", 2), ("us.9.2", 2)] {
            let division = table.formation(id);
            table.state.formations[division].markers = markers;
            table.state.formations[division].standing.set(Standing::IN_COMMAND, true);
        }
        let giver = table.formation("us.9.2");
        table.state.formations[giver].standing.set(Standing::IN_COMMAND, in_chain);
        table.state.push(Phase::Transfer { side: Side::Union, to: None, taken: 0 });
        rules::run(&table.game, &mut table.state, &mut table.chance);
        assert_eq!(table.can("choose:us.9.k"), offered);
    }
}

/// [GB 5.5] Once the last marker is drawn the turn goes on to its closing phases.
#[test]
fn gb_5_5_the_pool_runs_dry() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    let division = table.formation("us");
    let turn = table.state.turn;
    table.state.formations[division].undrawn = 1;
    table.state.march_undrawn = [false; 2];
    table.state.event_undrawn = false;
    table.state.set_phases(&[Phase::Sequence(Segment::Pool)]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.state.marker, Marker::Division(division));
    for _ in 0..60 {
        if table.state.turn > turn || !table.can("pass") {
            break;
        }
        table.play(&["pass"]);
    }
    assert_eq!(table.state.turn, turn + 1);
}

/// [GB 6.11, 6.17] Brigades start under the orders of the scenario, their units with them.
#[test]
fn gb_6_17_starting_orders() {
    let table = Table::crossroads();
    let state = table.game.start(&mut warlab_engine::chance::Dice::seeded(1));
    for (id, order) in [("us.1", Advance), ("cs.1", Advance)] {
        assert_eq!(state.formations[table.formation(id)].order, order);
    }
    assert_eq!(state.units[table.unit("us_301pa")].order, Advance);
    let mut state = state;
    warlab_engine::games::gbacw::rules::ch09_entry::arrive(&table.game, &mut state);
    state.turn = 2;
    warlab_engine::games::gbacw::rules::ch09_entry::arrive(&table.game, &mut state);
    assert_eq!(state.formations[table.formation("us.2")].order, March);
}

/// [GB 6.15] Advance moves or fires; [GB 6.16, 10.11] Attack does both in either order.
#[test]
fn gb_6_15_and_6_16_orders_in_action() {
    for (order, moves) in [(Advance, false), (Attack, true)] {
        let mut table = Table::crossroads();
        table.put("us_302pa", "1114", "vW", order);
        table.put("cs_82va", "0714", "vE", Advance);
        table.activate("us.1").rolls(&[0, 0]).play(&["unit:us_302pa", "fire:0714"]);
        table.pass_while(&["10.42"]);
        assert_eq!(table.codes().iter().any(|code| code.starts_with("step:")), moves, "{order:?}");
    }
}

/// [GB 6.12, 6.21] Under a marker a brigade may try for new orders once.
#[test]
fn gb_6_21_one_try_for_new_orders() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    table.put("us_305oh", "1510", "vW", Advance);
    table.place_leader("us_mercer", "1508");
    table.place_leader("us_pruitt", "1510");
    table.state.marker = Marker::Division(table.formation("us"));
    table.state.active = Side::Union;
    table.state.set_phases(&[Phase::Sequence(Segment::Pool), Phase::NextBrigade, Phase::OrdersChange]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    assert!(table.can("choose:us.1") && table.can("choose:us.2"));
    table.rolls(&[3]).play(&["choose:us.1"]);
    assert_eq!(table.state.phase(), Phase::OrdersChange);
    assert!(!table.can("choose:us.1") && table.can("choose:us.2"));
}

/// [GB 6.23] The printed example: a rating of -1 turns a 4 into 3, and the brigade keeps its orders.
#[test]
fn gb_6_23_example() {
    let mut table = Table::crossroads();
    table.put("us_305oh", "1510", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table.place_leader("us_pruitt", "1510");
    table.state.marker = Marker::Division(table.formation("us"));
    table.state.active = Side::Union;
    table.state.set_phases(&[Phase::Sequence(Segment::Pool), Phase::NextBrigade, Phase::OrdersChange]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.rolls(&[4]).play(&["choose:us.2"]);
    let brigade = &table.state.formations[table.formation("us.2")];
    assert_eq!(brigade.order, Advance);
    assert!(!brigade.has(Standing::STAND) && !brigade.has(Standing::LOOSE));
    assert!(!table.can("order:attack"));
}

/// [GB 6.19] Leaders have no orders: one of a marching brigade rides where his units may not march.
#[test]
fn gb_6_19_leaders_have_no_orders() {
    let mut table = Table::crossroads();
    table.put("us_305oh", "1214", "eNW", March);
    table.put("cs_81va", "0714", "vE", Advance);
    table.place_leader("us_pruitt", "1214");
    table.activate("us.2").play(&["leader:us_pruitt", "step:1114"]);
    assert_eq!(table.state.leaders[table.leader("us_pruitt")].hex, table.hex("1114"));
}

/// [GB 6.33] A command all of whose units are routed goes into reserve where its leader meets the conditions.
#[test]
fn gb_6_33_a_routed_command_in_reserve() {
    for (hex, may) in [("1914", true), ("1014", false)] {
        let mut table = Table::crossroads();
        let unit = table.put("us_301pa", "1914", "vW", Attack);
        lift(&table.game, &mut table.state, unit, Place::Routed);
        table.put("cs_81va", "0814", "vE", Advance);
        table.place_leader("us_mercer", hex);
        table.state.push(Phase::Reserve { side: Side::Union });
        rules::run(&table.game, &mut table.state, &mut table.chance);
        assert_eq!(table.can("choose:us.1"), may, "leader at {hex}");
    }
}

/// [GB 6.35] Units in reserve rally and fill their pouches at the end of the turn.
#[test]
fn gb_6_35_reserve_work() {
    for (reserve, disordered, ammo) in [(true, false, Ammo::Full), (false, true, Ammo::Out)] {
        let mut table = Table::crossroads();
        let unit = table.put("us_301pa", "1914", "vW", Advance);
        table.place_leader("us_mercer", "1914");
        table.state.units[unit].status.set(Status::DISORDERED, true);
        table.state.units[unit].set_ammo(0, Ammo::Out);
        let brigade = table.formation("us.1");
        table.state.formations[brigade].standing.set(Standing::RESERVE, reserve);
        work_reserves(&table.game, &mut table.state, &mut table.chance);
        assert_eq!(table.state.units[unit].is_disordered(), disordered);
        assert_eq!(table.state.units[unit].ammo(0), ammo);
    }
}
