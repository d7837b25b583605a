//! Command: coordination, orders, fitness to fight.

use warlab_engine::games::gbacw::calc::command::{
    BrigadeCount, LooseCannon, OrdersInput, brigade_ineffective, change_orders, coordinate,
    division_ineffective, leader_allowance, loose_cannon, loose_cannon_reach, unreliable_temper,
};
use warlab_engine::games::gbacw::tables::{Coordination, OrdersChange};
use warlab_engine::games::gbacw::types::{OrderKind, Personality, Rank};

use crate::table::tables;

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

/// [GB 4.16, 4.17] Leaders have 10 points, commanders 40.
#[test]
fn gb_4_17_leader_movement() {
    let tables = tables();
    assert_eq!(
        [Rank::Brigade, Rank::Division, Rank::Artillery].map(|rank| leader_allowance(tables, rank)),
        [10; 3]
    );
    assert_eq!([Rank::Corps, Rank::Army].map(|rank| leader_allowance(tables, rank)), [40; 2]);
}
