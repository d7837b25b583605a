//! Chapters 2 and 4: leaders, what their ratings do, the chain of command, artillery commanders.

use warlab_engine::game::{Game, Turn};
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch04_command::{commanded_units, determine_chain};
use warlab_engine::games::gbacw::rules::ch05_efficiency::{cap_brigades, count_division_markers};
use warlab_engine::games::gbacw::rules::ch05_markers::is_activated;
use warlab_engine::games::gbacw::rules::ch12_leaders::replace_fallen;
use warlab_engine::games::gbacw::state::{LeaderFlags, Marker, Place, Standing};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack};
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::player::Player;
use warlab_engine::setup::Setup;

use super::table::{ARMY, Table, with_army};

/// [GB 2.23] As many markers as the efficiency gives lie in the pool, and each comes up once.
#[test]
fn gb_2_23_every_marker_comes_up_once() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("5.13");
    let divisions = ["us.2.1", "us.2.2", "us.2.3", "us.2.art", "us.15.1", "us.15.2", "us.15.3", "cs"];
    let sum: u8 = divisions.iter().map(|id| table.markers(id)).sum();
    assert_eq!(sum, 2 + 3 + 4 + 2 + 2 + 3 + 2 + 2);
    table.play(&["choose:us.2.2"]).pass_until("9.32");
    assert_eq!(table.told("marker"), usize::from(sum) + 1, "and the March marker of cs.2");
}

/// [GB 4.11] The army leader adds his rating to the initiative and raises one corps by one.
#[test]
fn gb_4_11_army_leader() {
    let tied = Table::opening([4, 5], ["3", "2", "2"]);
    assert_eq!(tied.state.initiative, None, "4 + 1 against 5");
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    assert!(table.can("choose:us.2") && table.can("choose:us.15"), "{:?}", table.codes());
    table.play(&["choose:us.15"]);
    assert!(!table.can("choose:us.2"), "one corps for a rating of one");
    table.pass_until("5.41");
    assert_eq!((table.markers("us.15.1"), table.markers("us.15.2")), (3, 4));
}

/// [GB 4.12] A corps leader rated -1 takes one from every division in his range; others lose theirs for being out.
#[test]
fn gb_4_12_corps_leader() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    let (leader, corps) = (table.leader("us_2"), table.formation("us.2"));
    table.state.formations[corps].markers = 3;
    table.state.leaders[leader].flags.set(LeaderFlags::REPLACED, true);
    determine_chain(&table.game, &mut table.state);
    count_division_markers(&table.game, &mut table.state);
    let counts = ["us.2.1", "us.2.2", "us.2.3"].map(|id| table.markers(id));
    assert_eq!(counts, [2, 2, 3], "out of range, in range, in range with +1 of its own");
}

/// [GB 4.13] A division leader's activation rating changes its markers, his coordination the roll.
#[test]
fn gb_4_13_division_leader() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    let (leader, corps) = (table.leader("us_21"), table.formation("us.2"));
    let count = |table: &mut Table| {
        table.state.formations[corps].markers = 3;
        count_division_markers(&table.game, &mut table.state);
        table.markers("us.2.1")
    };
    assert_eq!(count(&mut table), 2);
    table.state.leaders[leader].flags.set(LeaderFlags::REPLACED, true);
    assert_eq!(count(&mut table), 1, "his deputy is rated -1");
    table.state.leaders[leader].place = Place::Waiting;
    assert_eq!(count(&mut table), 2, "off the map he changes nothing");
}

/// One try of a brigade to change its orders.
pub fn try_orders(table: &mut Table, brigade: &str, die: u8) {
    let formation = table.formation(brigade);
    let division = table.game.division(formation).expect("a division");
    table.state.marker = Marker::Division(division);
    table.state.active = table.game.side_of(formation);
    table.state.set_phases(&[Phase::Sequence(Segment::Pool), Phase::NextBrigade, Phase::OrdersChange]);
    table.run().rolls(&[die]).play(&[&format!("choose:{brigade}")]);
}

/// [GB 4.14] The same 4: Bold (aggressive, +1) changes and stands, Wary (cautious, 0) is a loose cannon and falls back.
#[test]
fn gb_4_14_brigade_leaders() {
    let mut table = Table::army();
    table.put("cs_6", "0610", "vE", Advance);
    let wary = table.put("cs_m8", "0612", "vE", Advance);
    table.put("us_9", "1011", "vW", Advance);
    table.place_leader("cs_1", "0610");
    table.place_leader("cs_2", "0612");
    let mut bold = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    try_orders(&mut bold, "cs.1", 4);
    bold.play(&["order:attack"]);
    assert!(bold.state.formations[bold.formation("cs.1")].has(Standing::STAND));
    try_orders(&mut table, "cs.2", 4);
    let back = table.starting("step:");
    assert!(!back.is_empty(), "{:?}", table.codes());
    table.play(&[&back[0]]).pass_while(&["12.72"]);
    let (hex, enemy) = (table.state.units[wary].hex, table.hex("1011"));
    assert_eq!(table.game.scenario.map.grid.distance(hex, enemy), 5, "one hex farther");
    assert!(table.state.formations[table.formation("cs.2")].has(Standing::ACTED), "and acts no more");
}

/// [GB 4.18] The reverse of the counter takes over: shorter range, other rating, other temper.
#[test]
fn gb_4_18_deputies() {
    let mut table = Table::army();
    let near = table.put("us_9", "1010", "vW", Advance);
    let far = table.put("us_8", "1310", "vW", Advance);
    let leader = table.place_leader("us_211", "1010");
    let brigade = table.formation("us.2.1.1");
    assert!(commanded_units(&table.game, &table.state, brigade).contains(far), "range 4");
    table.state.leaders[leader].place = Place::Gone;
    table.state.set_phases(&[Phase::Brigade]);
    replace_fallen(&table.game, &mut table.state, &mut table.chance);
    table.run().play(&["unit:us_9"]);
    let commanded = commanded_units(&table.game, &table.state, brigade);
    assert!(commanded.contains(near) && !commanded.contains(far), "range 2");
    try_orders(&mut table, "us.2.1.1", 5);
    assert_eq!(table.told("loose_cannon"), 1, "5 - 1 is the loose cannon of a cautious deputy");
}

/// [GB 4.21] Four levels, each in range of the one above. [GB 4.22] The printed example: 3 of 5, then 5 of 6 points.
#[test]
fn gb_4_21_chain_of_four() {
    let mut table = Table::army();
    table.put("us_h6", "0403", "vW", Advance);
    table.place_leader("us_army", "1206");
    table.place_leader("us_2", "1205");
    table.place_leader("us_22", "0703");
    table.place_leader("us_hack", "0403");
    let grid = &table.game.scenario.map.grid;
    assert_eq!(grid.distance(table.hex("1205"), table.hex("0703")), 5);
    assert_eq!(grid.distance(table.hex("0703"), table.hex("0403")), 3);
    determine_chain(&table.game, &mut table.state);
    let is_in =
        |table: &Table, id: &str| table.state.formations[table.formation(id)].has(Standing::IN_COMMAND);
    assert!(["us", "us.2", "us.2.2", "us.2.2.1"].iter().all(|id| is_in(&table, id)));
    table.place_leader("us_hack", "0103");
    determine_chain(&table.game, &mut table.state);
    assert!(is_in(&table, "us.2.2") && !is_in(&table, "us.2.2.1"), "6 of 5 points");
    table.place_leader("us_22", "0603");
    table.place_leader("us_hack", "0403");
    table.place_leader("us_2", "1305");
    determine_chain(&table.game, &mut table.state);
    assert!(
        !is_in(&table, "us.2.2") && is_in(&table, "us.2.2.1"),
        "7 of 6 points; his brigades are still his"
    );
}

/// [GB 4.23] Command for activation is settled once a turn; orders reach who is in range when they are given, and
/// the others as the brigade next acts with them in range.
#[test]
fn gb_4_23_command_is_settled_once() {
    let mut table = Table::army();
    let near = table.put("us_9", "1010", "vW", Advance);
    let far = table.put("us_8", "2010", "vW", Advance);
    table.place_leader("us_2", "1009");
    table.place_leader("us_21", "1009");
    let leader = table.place_leader("us_211", "1010");
    determine_chain(&table.game, &mut table.state);
    let brigade = table.formation("us.2.1.1");
    table.state.push(Phase::DivisionOrders { side: Side::Union });
    table.run().play(&["order:us.2.1.1=attack"]);
    assert_eq!((table.state.units[near].order, table.state.units[far].order), (Attack, Advance));
    table.state.leaders[leader].hex = table.hex("2010");
    assert!(table.state.formations[brigade].has(Standing::IN_COMMAND), "until the next turn's look");
    table.activate("us.2.1.1");
    assert_eq!(table.state.units[far].order, Attack);
}

/// [GB 4.31] The battery group acts as a brigade under its division's marker, and its leader rides with it.
#[test]
fn gb_4_31_artillery_brigade() {
    let mut table = Table::crossroads();
    table.put("us_bty_a", "1508", "vW", Advance);
    table.place_leader("us_kern", "1508");
    let division = table.formation("us");
    table.state.marker = Marker::Division(division);
    table.state.active = Side::Union;
    table.state.set_phases(&[Phase::Sequence(Segment::Pool), Phase::NextBrigade]);
    table.run().play(&["choose:us.art"]);
    assert!(table.can("unit:us_bty_a") && table.can("leader:us_kern"), "{:?}", table.codes());
    table.play(&["leader:us_kern"]);
    assert!(matches!(table.state.phase(), Phase::LeaderMoves { left: 20, .. }), "ten points [4.16]");
}

/// [GB 4.33] Corps artillery: two markers of its own, drawn like others; no division's marker moves it.
#[test]
fn gb_4_33_corps_artillery() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("5.13");
    let group = table.formation("us.2.art");
    assert_eq!(table.state.formations[group].undrawn, 2);
    table.state.marker = Marker::Division(table.formation("us.2.2"));
    assert!(!is_activated(&table.game, &table.state, group));
    table.play(&["choose:us.2.art"]);
    assert_eq!((table.state.marker, table.state.formations[group].undrawn), (Marker::Division(group), 1));
    table.pass_until("5.32").play(&["choose:us.2.art"]);
    assert!(["unit:us_ra", "unit:us_rb", "leader:us_chief"].iter().all(|code| table.can(code)));
    assert!(!table.can("unit:us_h6"));
    table.state.formations[group].standing.set(Standing::IN_COMMAND, false);
    table.state.formations[group].cap = u8::MAX;
    cap_brigades(&table.game, &mut table.state);
    assert_eq!(table.state.formations[group].cap, 1, "out of the corps leader's range once less [5.36]");
}

/// [GB 4.33] The corps leader gives his guns their orders, and batteries of the corps serve no brigade.
#[test]
fn gb_4_33_orders_of_corps_artillery() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("6.12");
    assert_eq!(table.game.turn(&table.state), Turn::Player(Player(0)));
    assert!(table.can("order:us.2.art=march") && !table.can("order:us.2.art=attack"));
    table.pass_until("4.32");
    assert!(table.can("attach:us_ga>us.2.1.1") && table.starting("attach:us_ra").is_empty());
}

/// [GB 4.33] A file must say how many markers corps artillery has; nobody else has any of his own.
#[test]
fn gb_4_33_files_name_the_markers() {
    let setup = Setup::scenario("army");
    let silent = with_army(&ARMY.replace(", activations = 2", ""), &setup).expect_err("no number");
    assert!(silent.message.contains("corps artillery needs 1 to 4 markers"), "{silent}");
    let brigade = r#"parent = "us.2.2", orders = "advance""#;
    let odd = ARMY.replace(brigade, &format!("{brigade}, activations = 1"));
    let greedy = with_army(&odd, &setup).expect_err("a brigade's own");
    assert!(greedy.message.contains("only battery groups"), "{greedy}");
}
