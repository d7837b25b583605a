//! Command: initiative, efficiency, coordination, orders.

use warlab_engine::games::gbacw::calc::command::{
    BrigadeCount, DivisionInput, InitiativeInput, LooseCannon, OrdersInput, brigade_activations,
    brigade_ineffective, change_orders, commander_range, coordinate, corps_efficiency, corps_shares,
    division_activations, division_ineffective, initiative, initiative_winner, leader_allowance,
    loose_cannon, loose_cannon_reach, march_equivalents, may_transfer, unreliable_temper,
};
use warlab_engine::games::gbacw::tables::{Coordination, OrdersChange};
use warlab_engine::games::gbacw::types::{OrderKind, Personality, Rank, Side};

use crate::table::tables;

/// [GB 5.11, 9.32] The holder adds one; the army leader his rating if he rode little and has a corps in touch.
#[test]
fn gb_5_11_initiative() {
    let tables = tables();
    let full = InitiativeInput {
        held_it_before: true,
        army_leader: Some(2),
        army_leader_spent: 10,
        corps_leader_in_range: true,
    };
    let list = |input: &InitiativeInput| initiative(tables, input).to_vec();
    assert_eq!(list(&full), [("previous_holder", 1), ("army_leader", 2)]);
    assert_eq!(list(&InitiativeInput { army_leader_spent: 11, ..full }), [("previous_holder", 1)]);
    assert_eq!(list(&InitiativeInput { corps_leader_in_range: false, ..full }), [("previous_holder", 1)]);
    assert_eq!(list(&InitiativeInput { held_it_before: false, army_leader: None, ..full }), []);
}

/// [GB 5.12] The higher total has the initiative; nobody on a tie.
#[test]
fn gb_5_12_ties() {
    assert_eq!(initiative_winner(5, 4), Some(Side::Union));
    assert_eq!(initiative_winner(4, 5), Some(Side::Csa));
    assert_eq!(initiative_winner(4, 4), None);
}

/// [GB 5.22] The army leader raises a corps by one, never past four.
#[test]
fn gb_5_22_corps_efficiency() {
    let tables = tables();
    assert_eq!(corps_efficiency(tables, 2, true), 3);
    assert_eq!(corps_efficiency(tables, 4, true), 4);
    assert_eq!(corps_efficiency(tables, 1, false), 1);
}

fn second_corps(in_range: bool, share: i8, activation: i8) -> DivisionInput {
    DivisionInput {
        efficiency: 3,
        tops_chain: false,
        in_corps_range: in_range,
        corps_share: share,
        activation: Some(activation),
        combat_ineffective: false,
    }
}

/// [GB 5.23] The printed example of II Corps: marker 3, leader +1; the divisions get 2, 4 and 4.
#[test]
fn gb_5_23_example_second_corps() {
    let tables = tables();
    let markers = |input: DivisionInput| division_activations(tables, &input).0;
    assert_eq!(markers(second_corps(false, 0, 0)), 2);
    assert_eq!(markers(second_corps(true, 1, 0)), 4);
    assert_eq!(markers(second_corps(true, 0, 1)), 4);
}

/// [GB 5.23] A corps leader's share counts only in his range; a leader off the map does not count.
#[test]
fn gb_5_23_shares() {
    let tables = tables();
    assert_eq!(division_activations(tables, &second_corps(false, 1, 0)).0, 2);
    assert_eq!(division_activations(tables, &second_corps(true, -1, 0)).0, 2);
    let absent = DivisionInput { activation: None, ..second_corps(true, 0, 2) };
    assert_eq!(division_activations(tables, &absent).0, 3);
    assert_eq!(corps_shares(2), (2, false));
    assert_eq!(corps_shares(-1), (0, true));
    let top = DivisionInput { tops_chain: true, ..second_corps(false, 1, 1) };
    assert_eq!(division_activations(tables, &top).0, 4);
}

/// [GB 5.24] One to four markers. [GB 5.25] Out of the corps leader's range at most three. [GB 13.32] Ineffective, two.
#[test]
fn gb_5_24_limits() {
    let tables = tables();
    let markers = |efficiency, input: DivisionInput| {
        division_activations(tables, &DivisionInput { efficiency, ..input }).0
    };
    assert_eq!(markers(1, second_corps(false, 0, -1)), 1);
    assert_eq!(markers(4, second_corps(true, 2, 2)), 4);
    assert_eq!(markers(4, second_corps(false, 0, 2)), 3);
    let unfit = DivisionInput { combat_ineffective: true, ..second_corps(true, 1, 1) };
    assert_eq!(markers(4, unfit), 2);
}

/// [GB 5.43, 5.44] The printed example: 1/XV and 3/XV give one each and 2/XV has four.
#[test]
fn gb_5_44_example_transfer() {
    let tables = tables();
    assert!(may_transfer(tables, &[(1, 2), (1, 2)], 3, 1));
    assert!(may_transfer(tables, &[(2, 3)], 3, 1));
    assert!(!may_transfer(tables, &[(1, 1), (1, 2)], 3, 1));
    assert!(!may_transfer(tables, &[(1, 2), (1, 2)], 4, 1));
    assert!(!may_transfer(tables, &[(1, 2)], 3, 1));
    assert!(!may_transfer(tables, &[(1, 3), (1, 3), (2, 3)], 1, 2));
}

/// [GB 5.26, 5.27] A brigade out of range skips one marker but always has one. [GB 13.23] Ineffective, at most two.
#[test]
fn gb_5_27_brigade_activations() {
    let tables = tables();
    assert_eq!(brigade_activations(tables, 3, true, false), 3);
    assert_eq!(brigade_activations(tables, 3, false, false), 2);
    assert_eq!(brigade_activations(tables, 1, false, false), 1);
    assert_eq!(brigade_activations(tables, 4, true, true), 2);
}

/// [GB 5.28, 5.35, 9.74] The March marker is worth four activations, the division's own on the first turn, or a fixed number.
#[test]
fn gb_5_28_march_equivalents() {
    let tables = tables();
    assert_eq!(march_equivalents(tables, 2, false, None), 4);
    assert_eq!(march_equivalents(tables, 2, true, None), 2);
    assert_eq!(march_equivalents(tables, 3, false, Some(1)), 1);
}

/// [GB 5.34] The printed example: Smith, coordination 2, rolls 6 and moves two brigades as one.
#[test]
fn gb_5_34_example_smith() {
    let tables = tables();
    assert_eq!(coordinate(tables, 2, 6), Coordination::TwoBrigades);
    assert_eq!(coordinate(tables, 2, 6).brigades(), Some(2));
}

/// [GB 5.34] The whole table.
#[test]
fn gb_5_34_table() {
    let tables = tables();
    let row = |roll| coordinate(tables, 0, roll);
    assert_eq!([0, 2].map(row), [Coordination::Confusion; 2]);
    assert_eq!([3, 6].map(row), [Coordination::Failure; 2]);
    assert_eq!([7, 9].map(row), [Coordination::TwoBrigades; 2]);
    assert_eq!([coordinate(tables, 1, 9), coordinate(tables, 2, 9)], [Coordination::ThreeBrigades; 2]);
    assert_eq!(coordinate(tables, 3, 9), Coordination::AllBrigades);
    assert_eq!(Coordination::AllBrigades.brigades(), None);
}

/// [GB 6.23] The printed example: Hackenbush, rating -1, rolls 4 and keeps his orders.
#[test]
fn gb_6_23_example_hackenbush() {
    let input = OrdersInput { orders_rating: -1, ..OrdersInput::default() };
    let (result, list) = change_orders(tables(), &input, 4);
    assert_eq!(result, OrdersChange::Retain);
    assert_eq!(list.to_vec(), [("orders_rating", -1)]);
}

/// [GB 6.23] The whole table. [GB 6.22] Superiors stacked add one and two, together three.
#[test]
fn gb_6_22_orders_change() {
    let tables = tables();
    let row = |die| change_orders(tables, &OrdersInput::default(), die).0;
    assert_eq!([0, 1].map(row), [OrdersChange::RetainAndStand; 2]);
    assert_eq!([2, 3].map(row), [OrdersChange::Retain; 2]);
    assert_eq!(row(4), OrdersChange::LooseCannon);
    assert_eq!(row(5), OrdersChange::ChangeAndStand);
    assert_eq!([6, 9].map(row), [OrdersChange::Change; 2]);
    let both =
        OrdersInput { division_leader_stacked: true, corps_or_army_leader_stacked: true, orders_rating: 0 };
    assert_eq!(change_orders(tables, &both, 3).0, OrdersChange::Change);
    let division = OrdersInput { division_leader_stacked: true, ..OrdersInput::default() };
    assert_eq!(change_orders(tables, &division, 4).0, OrdersChange::ChangeAndStand);
}

/// [GB 6.24] Loose cannons by temper. [GB 6.25] On the march an aggressive one keeps his orders.
#[test]
fn gb_6_24_loose_cannon() {
    let tables = tables();
    assert_eq!(loose_cannon(Personality::Aggressive, OrderKind::Advance), LooseCannon::AttackOrClose);
    assert_eq!(loose_cannon(Personality::Aggressive, OrderKind::March), LooseCannon::Retain);
    assert_eq!(loose_cannon(Personality::Normal, OrderKind::Attack), LooseCannon::Retain);
    assert_eq!(loose_cannon(Personality::Cautious, OrderKind::Attack), LooseCannon::FallBack);
    assert_eq!(loose_cannon(Personality::Unreliable, OrderKind::Attack), LooseCannon::RollForTemper);
    assert_eq!([0, 2].map(|die| unreliable_temper(tables, die)), [Personality::Aggressive; 2]);
    assert_eq!([3, 6].map(|die| unreliable_temper(tables, die)), [Personality::Normal; 2]);
    assert_eq!([7, 9].map(|die| unreliable_temper(tables, die)), [Personality::Cautious; 2]);
    assert_eq!((loose_cannon_reach(tables, false), loose_cannon_reach(tables, true)), (3, 5));
}

/// [GB 13.21] A brigade is ineffective when nothing in it is fit, or more than half is gone.
#[test]
fn gb_13_21_brigade_fitness() {
    let unfit =
        |regiments, lost, disordered| brigade_ineffective(&BrigadeCount { regiments, lost, disordered });
    assert!(unfit(4, 1, 3) && unfit(4, 0, 4) && unfit(4, 3, 0));
    assert!(!unfit(4, 2, 1) && !unfit(4, 2, 0) && !unfit(4, 0, 3));
    assert!(!unfit(0, 0, 0));
}

/// [GB 13.31] A division is ineffective when more than half of its brigades are.
#[test]
fn gb_13_31_division_fitness() {
    assert!(division_ineffective(3, 2) && !division_ineffective(4, 2) && !division_ineffective(0, 0));
}

/// [GB 4.16, 4.17, 9.32] Leaders have 10 points, commanders 40; a corps leader who spends over 10 commands nothing far.
#[test]
fn gb_4_17_leader_movement() {
    let tables = tables();
    assert_eq!(
        [Rank::Brigade, Rank::Division, Rank::Artillery].map(|rank| leader_allowance(tables, rank)),
        [10; 3]
    );
    assert_eq!([Rank::Corps, Rank::Army].map(|rank| leader_allowance(tables, rank)), [40; 2]);
    assert_eq!(commander_range(tables, Rank::Corps, 8, 10), 8);
    assert_eq!(commander_range(tables, Rank::Corps, 8, 11), 0);
    assert_eq!(commander_range(tables, Rank::Army, 8, 11), 8);
}
