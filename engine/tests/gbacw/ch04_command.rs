//! Chapters 3 to 6: sequence, command, activation, orders.

use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch04_command::{commanded_units, is_in_range};
use warlab_engine::games::gbacw::rules::ch05_efficiency::{
    cap_brigades, count_division_markers, roll_initiative,
};
use warlab_engine::games::gbacw::rules::ch05_markers::{is_activated, may_act};
use warlab_engine::games::gbacw::rules::{self};
use warlab_engine::games::gbacw::state::{Marker, Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::setup::Setup;

use super::table::Table;

/// [GB 3.0] The segments follow one another and begin again.
#[test]
fn gb_3_0_sequence() {
    assert_eq!(Segment::Initiative.next(), Segment::ChainOfCommand);
    assert_eq!(Segment::NextTurn.next(), Segment::Initiative);
    assert!(Segment::DivisionOrders < Segment::Reserve && Segment::Reserve < Segment::Engineering);
    assert!(
        Segment::CommanderMovement < Segment::Replacement
            && Segment::FinishWorks < Segment::CombatEffectiveness
    );
}

/// [GB 5.11] The holder adds one; [GB 5.12] a tie gives the initiative to nobody.
#[test]
fn gb_5_11_initiative() {
    let mut table = Table::crossroads();
    table.state.turn = 2;
    table.state.initiative = Some(Side::Csa);
    table.rolls(&[5, 5]);
    roll_initiative(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.state.initiative, Some(Side::Csa));
    table.rolls(&[6, 5]);
    roll_initiative(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.state.initiative, None);
}

/// [GB 4.15] Range counts leader's points; enemies next to empty hexes cut it; neighbours are always in range.
#[test]
fn gb_4_15_command_range() {
    let mut table = Table::crossroads();
    let leader = table.place_leader("cs_talbot", "0714");
    assert!(is_in_range(&table.game, &table.state, leader, table.hex("1114")));
    assert!(!is_in_range(&table.game, &table.state, leader, table.hex("1615")));
    table.put("us_301pa", "0913", "vW", Advance);
    table.put("us_302pa", "0915", "vW", Advance);
    table.put("us_303ny", "0911", "vW", Advance);
    assert!(!is_in_range(&table.game, &table.state, leader, table.hex("1114")));
}

/// [GB 4.22] A unit out of range next to one in range of its brigade is in command too.
#[test]
fn gb_4_22_chain_of_units() {
    let mut table = Table::crossroads();
    table.place_leader("cs_talbot", "0714");
    let near = table.put("cs_81va", "1114", "vE", Advance);
    let next = table.put("cs_82va", "1213", "vE", Advance);
    let far = table.put("cs_84va", "1608", "vE", Advance);
    let other = table.put("cs_90ga", "1214", "vE", Advance);
    let commanded = commanded_units(&table.game, &table.state, table.formation("cs.1"));
    assert!(commanded.contains(near) && commanded.contains(next));
    assert!(!commanded.contains(far) && !commanded.contains(other));
}

/// [GB 4.32] One battery of the division serves each brigade.
#[test]
fn gb_4_32_attachment() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "1610", "vW", Advance);
    let first = table.formation("us.1");
    table.put("us_bty_b", "1610", "vW", Advance);
    table.put("us_301pa", "1508", "vW", Advance);
    table.state.push(Phase::Attachment { side: Side::Union });
    rules::run(&table.game, &mut table.state, &mut table.chance);
    assert!(table.can("attach:us_bty_a>us.1") && table.can("attach:us_bty_b>us.1"));
    assert!(!table.can("attach:us_bty_a>cs.1"), "{:?}", table.codes());
    table.play(&["attach:us_bty_a>us.1"]);
    assert_eq!(table.state.units[guns].attached.map(|to| to.formation()), Some(first));
    assert!(!table.can("attach:us_bty_b>us.1"), "{:?}", table.codes());
}

/// [GB 5.23] Marker plus rating, between one and four; [GB 5.24].
#[test]
fn gb_5_23_division_markers() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    let division = table.formation("us");
    table.place_leader("us_whitlock", "1508");
    for (efficiency, markers) in [(3, 3), (2, 2), (4, 4)] {
        table.state.formations[division].markers = efficiency;
        count_division_markers(&table.game, &mut table.state);
        assert_eq!(table.state.formations[division].markers, markers);
    }
    table.state.formations[division].standing.set(Standing::INEFFECTIVE, true);
    table.state.formations[division].markers = 4;
    count_division_markers(&table.game, &mut table.state);
    assert_eq!(table.state.formations[division].markers, 2, "[13.32]");
}

/// [GB 5.23] The printed example: efficiency 3, corps +1; out of range 2, raised 4, rated +1 4.
#[test]
fn gb_5_23_corps_range_and_bonus() {
    let mut table = Table::new(&Setup::scenario("foxs_gap"));
    table.put("us_23oh", "1818", "vW", Advance);
    let (corps, division) = (table.formation("us.9"), table.formation("us.9.k"));
    table.place_leader("us_reno", "3018");
    table.place_leader("us_cox", "2016");
    table.state.formations[corps].markers = 3;
    table.state.formations[division].standing.set(Standing::IN_COMMAND, false);
    count_division_markers(&table.game, &mut table.state);
    assert_eq!(
        table.state.formations[division].markers, 3,
        "3 - 1 out of range + 1 rating, at most 3 [5.25]"
    );
    table.state.formations[division].standing.set(Standing::IN_COMMAND, true);
    count_division_markers(&table.game, &mut table.state);
    assert_eq!(table.state.formations[division].markers, 4);
    table.state.formations[corps].markers = 2;
    count_division_markers(&table.game, &mut table.state);
    table.state.push(Phase::CorpsBonus { corps, left: 1 });
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.play(&["choose:us.9.k"]);
    assert_eq!(table.state.formations[division].markers, 4);
}

/// [GB 5.43] Two activations given up by others raise a third division by one, once a turn (5.44).
#[test]
fn gb_5_43_transfer() {
    let mut table = Table::new(&Setup::scenario("foxs_gap"));
    for (unit, hex) in [("us_23oh", "1818"), ("us_79ny", "2317"), ("us_6nh", "2417")] {
        table.put(unit, hex, "vW", Advance);
    }
    for (division, markers) in [("us.9.k", 3), ("us.9.1", 2), ("us.9.2", 2)] {
        let division = table.formation(division);
        table.state.formations[division].markers = markers;
        table.state.formations[division].standing.set(Standing::IN_COMMAND, true);
    }
    table.state.push(Phase::Transfer { side: Side::Union, to: None, taken: 0 });
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.play(&["choose:us.9.k", "choose:us.9.1", "choose:us.9.2"]);
    let markers = |id: &str| table.state.formations[table.formation(id)].markers;
    assert_eq!((markers("us.9.k"), markers("us.9.1"), markers("us.9.2")), (4, 1, 1));
    assert!(
        !table.state.phases().iter().any(|phase| matches!(phase, Phase::Transfer { side: Side::Union, .. }))
    );
}

/// [GB 5.26] A brigade out of range acts once less, [GB 5.27] but once at least.
#[test]
fn gb_5_26_brigade_out_of_command() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    let (brigade, division) = (table.formation("us.1"), table.formation("us"));
    for (markers, cap) in [(3, 2), (1, 1)] {
        table.state.formations[division].markers = markers;
        table.state.formations[brigade].cap = u8::MAX;
        table.state.formations[brigade].standing.set(Standing::IN_COMMAND, false);
        cap_brigades(&table.game, &mut table.state);
        assert_eq!(table.state.formations[brigade].cap, cap);
    }
}

/// [GB 5.36] A single unit out of command acts once less than its division.
#[test]
fn gb_5_36_unit_out_of_command() {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "1508", "vW", Advance);
    let (brigade, division) = (table.formation("us.1"), table.formation("us"));
    table.state.marker = Marker::Division(division);
    table.state.formations[division].markers = 2;
    table.state.units[unit].status.set(Status::OUT_OF_COMMAND, true);
    assert!(may_act(&table.game, &table.state, unit, brigade));
    table.state.units[unit].acts = 1;
    assert!(!may_act(&table.game, &table.state, unit, brigade));
}

/// [GB 5.35] March brigades act on the March marker only; [GB 6.32] reserves on none.
#[test]
fn gb_5_35_march_marker() {
    let mut table = Table::crossroads();
    table.put("us_305oh", "1812", "eSW", March);
    let (brigade, division) = (table.formation("us.2"), table.formation("us"));
    table.state.marker = Marker::Division(division);
    assert!(!is_activated(&table.game, &table.state, brigade));
    table.state.marker = Marker::March(Side::Union);
    assert!(is_activated(&table.game, &table.state, brigade));
    table.state.formations[brigade].standing.set(Standing::RESERVE, true);
    assert!(!is_activated(&table.game, &table.state, brigade));
}

fn coordination(roll: u8) -> Table {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    table.put("us_305oh", "1510", "vW", Advance);
    table.place_leader("us_whitlock", "1509");
    let division = table.formation("us");
    table.state.marker = Marker::Division(division);
    table.state.active = Side::Union;
    table.state.set_phases(&[Phase::Sequence(Segment::Pool), Phase::NextBrigade, Phase::Coordination]);
    table.rolls(&[roll]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.play(&["yes"]);
    table
}

/// [GB 5.34] Coordination +1: 1 is confusion, 4 failure, 7 two brigades as one.
#[test]
fn gb_5_34_coordination() {
    let confused = coordination(1);
    assert!(confused.state.formations[confused.formation("us.1")].has(Standing::CONFUSED));
    let failed = coordination(4);
    assert!(!failed.state.formations[failed.formation("us.1")].has(Standing::CONFUSED));
    assert_eq!(failed.state.phase(), Phase::NextBrigade);
    let mut joined = coordination(6);
    joined.play(&["choose:us.1", "choose:us.2", "choose:us.1"]);
    assert_eq!(joined.state.acting.len(), 2);
}

fn orders_change(leader: &str, rolls: &[u8]) -> Table {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    let home = if leader.starts_with("us") { "1508" } else { "0814" };
    table.place_leader(leader, home);
    let side = if leader.starts_with("us") { Side::Union } else { Side::Csa };
    let division = table.formation(if side == Side::Union { "us" } else { "cs" });
    table.state.marker = Marker::Division(division);
    table.state.active = side;
    table.state.set_phases(&[Phase::Sequence(Segment::Pool), Phase::NextBrigade, Phase::OrdersChange]);
    table.rolls(rolls);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.play(&[if side == Side::Union { "choose:us.1" } else { "choose:cs.1" }]);
    table
}

/// [GB 6.23] Each row of the orders change table; Mercer's rating is 0.
#[test]
fn gb_6_23_orders_change() {
    let retained = orders_change("us_mercer", &[3]);
    let brigade = retained.formation("us.1");
    assert_eq!(retained.state.formations[brigade].order, Advance);
    assert!(!retained.state.formations[brigade].has(Standing::STAND));
    let stands = orders_change("us_mercer", &[1]);
    assert!(stands.state.formations[brigade].has(Standing::STAND));
    let mut changed = orders_change("us_mercer", &[6]);
    changed.play(&["order:attack"]);
    assert_eq!(changed.state.formations[brigade].order, Attack);
    assert_eq!(changed.state.units[changed.unit("us_301pa")].order, Attack);
    let mut both = orders_change("us_mercer", &[5]);
    both.play(&["order:attack"]);
    assert!(both.state.formations[brigade].has(Standing::STAND));
}

/// [GB 6.24] A normal brigadier keeps his orders; Talbot, aggressive and far from the enemy, closes under Advance.
#[test]
fn gb_6_24_loose_cannon() {
    let normal = orders_change("us_mercer", &[4]);
    assert_eq!(normal.state.formations[normal.formation("us.1")].order, Advance);
    let wild = orders_change("cs_talbot", &[3]);
    let brigade = wild.formation("cs.1");
    assert!(wild.state.formations[brigade].has(Standing::LOOSE));
    assert_eq!(wild.state.formations[brigade].order, Advance);
}

/// [GB 6.24] A brigade that goes for the enemy cannot be left where it is.
#[test]
fn gb_6_24_a_loose_brigade_must_act() {
    let mut wild = orders_change("cs_talbot", &[3]);
    wild.pass_until("5.32");
    assert_eq!(wild.codes(), ["choose:cs.1"]);
    wild.play(&["choose:cs.1"]);
    assert_eq!(wild.codes().first().map(String::as_str), Some("unit:cs_81va"), "{:?}", wild.codes());
    let mut normal = orders_change("us_mercer", &[4]);
    normal.pass_until("5.32");
    assert!(normal.can("pass"));
}

/// [GB 6.24] Units of a loose brigade that start next to the enemy attack him; others might hold back.
#[test]
fn gb_6_24_next_to_the_enemy() {
    let declares = |loose: bool| {
        let mut table = Table::army();
        table.put("cs_6", "1010", "vE", Attack);
        table.put("us_7", "1110", "vW", Advance);
        let brigade = table.formation("cs.1");
        table.state.formations[brigade].standing.set(Standing::LOOSE, loose);
        table.activate("cs.1").play(&["unit:cs_6"]);
        let stays = table.codes() == ["pass"];
        table.play(&["pass", "pass"]);
        (stays, table.codes())
    };
    let assault = "assault:1010>1110".to_string();
    assert_eq!(declares(true), (true, vec![assault.clone()]));
    assert_eq!(declares(false), (false, vec!["hold:1010".into(), assault]));
}

/// [GB 6.14] March orders need four hexes or cover from the enemy.
#[test]
fn gb_6_14_march_needs_distance() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1508", "vW", Advance);
    table.place_leader("us_mercer", "1508");
    table.place_leader("us_whitlock", "1508");
    let division = table.formation("us");
    table.state.formations[division].standing.set(Standing::IN_COMMAND, true);
    table.state.push(Phase::DivisionOrders { side: Side::Union });
    rules::run(&table.game, &mut table.state, &mut table.chance);
    assert!(table.can("order:us.1=march") && table.can("order:us.1=attack"));
    table.put("cs_81va", "1208", "vE", Advance);
    assert!(!table.can("order:us.1=march"));
    table.play(&["order:us.1=attack"]);
    assert_eq!(table.state.units[table.unit("us_301pa")].order, Attack);
}

/// [GB 6.18] Guns never take Attack orders.
#[test]
fn gb_6_18_guns_advance() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "1508", "vW", Advance);
    table.put("us_301pa", "1508", "vW", Advance);
    let brigade = table.formation("us.1");
    table.state.units[guns].attached = Some(warlab_engine::games::gbacw::state::AttachedTo::new(brigade));
    rules::ch06_orders::set_order(&table.game, &mut table.state, brigade, Attack, true);
    assert_eq!(table.state.units[guns].order, Advance);
    assert_eq!(table.state.units[table.unit("us_301pa")].order, Attack);
}

/// [GB 6.26] A column under fire forms up when the enemy brigade is done.
#[test]
fn gb_6_26_surprised_column() {
    let mut table = Table::crossroads();
    let unit = table.put("us_305oh", "0914", "eSW", March);
    let hex = table.hex("0914");
    rules::ch06_orders::alarm(&table.game, &mut table.state, hex, false, 2, &mut table.chance);
    assert!(table.state.formations[table.formation("us.2")].has(Standing::SURPRISED));
    rules::ch06_orders::settle_surprised(&table.game, &mut table.state);
    assert_eq!(table.state.units[unit].order, Advance);
    assert!(table.state.units[unit].facing.is_vertex());
    let mut far = Table::crossroads();
    far.put("us_305oh", "0914", "eSW", March);
    rules::ch06_orders::alarm(&far.game, &mut far.state, hex, true, 5, &mut far.chance);
    assert!(!far.state.formations[far.formation("us.2")].has(Standing::SURPRISED), "shell does not");
}

/// [GB 6.31] Reserve needs ten hexes, or five out of sight; [GB 6.34] fire calls it out disordered.
#[test]
fn gb_6_31_reserve() {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "1914", "vW", Attack);
    table.place_leader("us_mercer", "1914");
    table.put("cs_81va", "0814", "vE", Advance);
    table.state.push(Phase::Reserve { side: Side::Union });
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.play(&["choose:us.1"]);
    let brigade = table.formation("us.1");
    assert!(table.state.formations[brigade].has(Standing::RESERVE));
    let hex = table.hex("1914");
    rules::ch06_orders::alarm(&table.game, &mut table.state, hex, true, 3, &mut table.chance);
    assert!(!table.state.formations[brigade].has(Standing::RESERVE));
    assert!(table.state.units[unit].is_disordered());
    assert_eq!(table.state.units[unit].order, Advance);
}

/// [GB 12.74] A fallen brigadier is replaced by the reverse of his counter, with a unit of his command.
#[test]
fn gb_12_74_replacement() {
    let mut table = Table::crossroads();
    table.put("cs_81va", "0814", "vE", Advance);
    let leader = table.leader("cs_talbot");
    table.state.leaders[leader].place = Place::Gone;
    for other in table.game.leaders().filter(|&other| other != leader) {
        table.state.leaders[other].place = Place::Waiting;
    }
    rules::ch12_leaders::replace_fallen(&table.game, &mut table.state, &mut table.chance);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.play(&["unit:cs_81va"]);
    assert_eq!(table.state.leaders[leader].place, Place::Map);
    assert_eq!(table.game.leader_name(&table.state, leader), "Hobbs");
}
