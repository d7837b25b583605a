//! Cohesion checks and rally.

use warlab_engine::games::gbacw::calc::cohesion::{
    CheckInput, RallyInput, RallyOutcome, RoutedRally, check, gather_stragglers, rally, rally_routed,
};

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
