//! Cohesion checks, collapse, second disorder, rally.

use warlab_engine::games::gbacw::calc::cohesion::{
    CheckInput, RallyInput, RallyOutcome, RoutedRally, check, extra_stack_loss, gather_stragglers,
    is_collapsed, leader_lost, move_through_drm, rally, rally_routed, second_disorder, steadiness,
    withdrawal_drm,
};
use warlab_engine::games::gbacw::combat_tables::{DisorderCause, DisorderOutcome};
use warlab_engine::games::gbacw::types::MoveClass;

use crate::table::tables;

/// [GB 2.6] A check passes at or below the cohesion. [GB 2.5] The face 0 is zero.
#[test]
fn gb_2_6_cohesion_check() {
    let input = CheckInput { cohesion: 5, ..CheckInput::default() };
    assert!(check(&input, 5).passed && check(&input, 0).passed && !check(&input, 6).passed);
    assert_eq!(check(&input, 0).modified, 0);
    // No natural success or failure.
    assert!(!check(&CheckInput { occasion: 8, ..input }, 0).passed);
    assert!(check(&CheckInput { cohesion: 9, ..input }, 9).passed);
}

/// [GB 12.32] `d+2` adds two to its check. [GB 11.73] Leaders take off their stars, all of them. [GB 17.31] Fatigue adds.
#[test]
fn gb_11_73_leaders_steady_a_check() {
    let result = check(&CheckInput { cohesion: 5, occasion: 2, leader_stars: 3, fatigue: 1 }, 5);
    assert_eq!(result.modifiers.to_vec(), [("occasion", 2), ("leader_stars", -3), ("fatigue", 1)]);
    assert_eq!((result.modified, result.passed), (5, true));
}

/// [GB 9.54] A withdrawal into woods checks with one more for each point above the first.
#[test]
fn gb_9_54_example_withdrawal() {
    assert_eq!(withdrawal_drm(4), Some(1));
    assert_eq!(withdrawal_drm(2), None);
    assert_eq!(withdrawal_drm(1), None);
    assert_eq!(withdrawal_drm(6), Some(2));
}

/// [GB 8.22] Moving through friends in woods adds the cost of the hex, in the open nothing.
#[test]
fn gb_8_22_moving_through_friends() {
    assert_eq!([2, 4, 6].map(move_through_drm), [0, 2, 3]);
}

/// [GB 12.23] The printed example: 8 points stand at 4 and collapse at 3.
#[test]
fn gb_12_23_example_collapse() {
    let tables = tables();
    assert!(!is_collapsed(tables, 8, 4) && is_collapsed(tables, 8, 3));
    assert!(!is_collapsed(tables, 7, 4) && is_collapsed(tables, 7, 3));
}

/// [GB 12.35a] Second disorder by fire: a point and one or two hexes back, without a check.
#[test]
fn gb_12_35_second_disorder_by_fire() {
    let tables = tables();
    for class in [MoveClass::Infantry, MoveClass::Cavalry] {
        let row = second_disorder(tables, DisorderCause::Fire, class).expect("a row");
        assert_eq!(
            (row.check, row.loss, row.retreat, row.outcome),
            (false, 1, [1, 2], DisorderOutcome::Retreat)
        );
    }
}

/// [GB 12.35b] By shock and its kin: a check, failure routs.
#[test]
fn gb_12_35_second_disorder_by_shock() {
    let tables = tables();
    for cause in [
        DisorderCause::Shock,
        DisorderCause::PreShock,
        DisorderCause::RetreatBeforeShock,
        DisorderCause::ReactionFacingOrRefuse,
        DisorderCause::AdjacentRout,
        DisorderCause::FriendlyFire,
        DisorderCause::RetreatThrough,
    ] {
        let row = second_disorder(tables, cause, MoveClass::Infantry).expect("a row");
        assert!(row.check && row.rout_on_fail && row.loss == 1 && row.retreat == [1, 2], "{cause:?}");
    }
}

/// [GB 12.35c, 12.35d] Terrain stops; after shock foot loses a point, horse is blown. [GB 9.63, 8.22]
#[test]
fn gb_12_35_other_second_disorders() {
    let tables = tables();
    let outcome = |cause, class| second_disorder(tables, cause, class).map(|row| (row.outcome, row.loss));
    assert_eq!(outcome(DisorderCause::Terrain, MoveClass::Infantry), Some((DisorderOutcome::Stop, 0)));
    assert_eq!(
        outcome(DisorderCause::AutomaticAfterShock, MoveClass::Infantry),
        Some((DisorderOutcome::Lose, 1))
    );
    assert_eq!(
        outcome(DisorderCause::AutomaticAfterShock, MoveClass::Cavalry),
        Some((DisorderOutcome::Blown, 0))
    );
    assert_eq!(
        outcome(DisorderCause::ReactionMovement, MoveClass::Cavalry),
        Some((DisorderOutcome::Lose, 1))
    );
    assert_eq!(
        outcome(DisorderCause::ReactionMovement, MoveClass::Artillery),
        Some((DisorderOutcome::Lose, 1))
    );
    assert_eq!(
        outcome(DisorderCause::MoveThroughFriends, MoveClass::Infantry),
        Some((DisorderOutcome::Back, 0))
    );
}

/// [GB 12.36] Guns lose one to fire and stay; shock and its check abandon them. [GB 11.65]
#[test]
fn gb_12_36_second_disorder_of_guns() {
    let tables = tables();
    let row = second_disorder(tables, DisorderCause::Fire, MoveClass::Artillery).expect("a row");
    assert_eq!((row.loss, row.retreat, row.outcome), (1, [0, 0], DisorderOutcome::Lose));
    for cause in [DisorderCause::Shock, DisorderCause::PreShock, DisorderCause::FriendlyFire] {
        let row = second_disorder(tables, cause, MoveClass::Artillery).expect("a row");
        assert_eq!((row.outcome, row.loss), (DisorderOutcome::Abandoned, 0));
    }
    assert_eq!(second_disorder(tables, DisorderCause::AdjacentRout, MoveClass::Artillery), None);
}

/// [GB 12.35e] Two units that lose a point to the same second disorder cost the stack one more, not blown cavalry.
#[test]
fn gb_12_35_extra_loss_of_a_stack() {
    let tables = tables();
    assert_eq!([0, 1, 2, 3].map(|units| extra_stack_loss(tables, units, false)), [0, 0, 1, 1]);
    assert_eq!(extra_stack_loss(tables, 2, true), 0);
}

/// [GB 12.71] A leader falls on 0 only.
#[test]
fn gb_12_71_leader_loss() {
    let tables = tables();
    assert!(leader_lost(tables, 0) && (1..=9).all(|die| !leader_lost(tables, die)));
}

fn outcome(cohesion: u8, die: u8) -> RallyOutcome {
    rally(tables(), &RallyInput { disordered_cohesion: cohesion, ..RallyInput::default() }, die).outcome
}

/// [GB 13.41] The printed examples: cohesion 5 with 4, 8 and 9; cohesion 4 with 4, 5 and 8.
#[test]
fn gb_13_41_examples_rally() {
    assert_eq!(outcome(5, 4), RallyOutcome::Rallied);
    assert_eq!(outcome(5, 8), RallyOutcome::Stays);
    assert_eq!(outcome(5, 9), RallyOutcome::StaysAndLosesOne);
    assert_eq!(outcome(4, 4), RallyOutcome::Rallied);
    assert_eq!(outcome(4, 5), RallyOutcome::Stays);
    assert_eq!(outcome(4, 8), RallyOutcome::StaysAndLosesOne);
}

/// [GB 13.42] Rally modifiers: the enemy near, mounted, a leader's stars, fatigue.
#[test]
fn gb_13_42_rally_modifiers() {
    let tables = tables();
    let input = RallyInput {
        disordered_cohesion: 5,
        adjacent_enemy: true,
        mounted: true,
        leader_stars: 3,
        fatigue: 1,
        weather: 0,
    };
    let result = rally(tables, &input, 7);
    let listed = [("adjacent_enemy", 1), ("mounted_cavalry", -1), ("leader_stars", -3), ("fatigue", 1)];
    assert_eq!(result.modifiers.to_vec(), listed);
    assert_eq!((result.modified, result.outcome), (5, RallyOutcome::Rallied));
}

/// [GB 13.52] Gathering the routed: success and failure both cost a point, a natural 9 removes the unit.
#[test]
fn gb_13_52_routed_rally() {
    let tables = tables();
    assert_eq!(rally_routed(tables, 5, 0, 5), RoutedRally::Returns);
    assert_eq!(rally_routed(tables, 5, 0, 6), RoutedRally::StaysRouted);
    assert_eq!(rally_routed(tables, 9, 0, 9), RoutedRally::Eliminated);
    assert_eq!(rally_routed(tables, 5, 1, 5), RoutedRally::StaysRouted);
}

/// [GB 16.22, 16.23] Stragglers bring a point back, never the last one.
#[test]
fn gb_16_23_stragglers() {
    let tables = tables();
    assert_eq!(gather_stragglers(tables, 8, 5, true), 6);
    assert_eq!(gather_stragglers(tables, 8, 5, false), 5);
    assert_eq!(gather_stragglers(tables, 8, 7, true), 7);
}

/// [GB 12.48] Fatigue comes off the cohesion when units are compared.
#[test]
fn gb_12_48_steadiness() {
    assert_eq!(steadiness(7, 2), 5);
}
