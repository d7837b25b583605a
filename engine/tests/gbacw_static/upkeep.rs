//! Fatigue, works, guns near the enemy, points.

use warlab_engine::games::gbacw::calc::upkeep::{
    Losses, activation_fatigue, fatigue_modifier, forces_advance, fresh_enough_to_build, loss_points,
    march_fatigue, may_build_work, near_enemy_drm, near_enemy_guns_lost, raise_fatigue, reserve_distance,
    rest, shock_fatigue, victory_level, wheel_breaks, work_turns,
};
use warlab_engine::games::gbacw::types::{Light, Rank};

use crate::table::{mini, ours, tables};

/// [GB 17.22] The printed summary: move, two shocks on own markers, two in defence: four levels.
#[test]
fn gb_17_22_example_summary() {
    let tables = tables();
    let mut gained = 0;
    for activation in 1..=3 {
        gained += activation_fatigue(tables, activation, gained, false);
    }
    assert_eq!(gained, 1);
    let shocks: u8 = (1..=4).map(|phase| shock_fatigue(tables, phase)).sum();
    assert_eq!(gained + shocks, 4);
}

/// [GB 17.23] Activations tire by two levels a turn at most.
#[test]
fn gb_17_23_cap_on_activations() {
    let tables = tables();
    let mut gained = 0;
    for activation in 1..=6 {
        gained += activation_fatigue(tables, activation, gained, false);
    }
    assert_eq!(gained, 2);
    assert_eq!(activation_fatigue(tables, 1, 0, true), 1);
}

/// [GB 17.22] The printed march: 24 points are four equivalents, the fourth tires on roads; off roads the third does too.
#[test]
fn gb_17_22_example_march() {
    let tables = tables();
    assert_eq!([3, 4].map(|equivalents| march_fatigue(tables, equivalents, true)), [0, 1]);
    assert_eq!([2, 3, 4].map(|equivalents| march_fatigue(tables, equivalents, false)), [0, 1, 2]);
}

/// [GB 17.24, 17.25] None, OK, 0, 1, 2, 3, 4, and no further. [GB 17.33] Only from 1 on is there a modifier.
#[test]
fn gb_17_24_track() {
    let tables = tables();
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|level| fatigue_modifier(tables, level)), [0, 0, 0, 1, 1, 2, 2]);
    assert_eq!(raise_fatigue(tables, 5, 3), 6);
    assert!(forces_advance(tables, 6) && !forces_advance(tables, 5));
}

/// [GB 17.41, 17.42] Rest takes off two levels in reserve, one otherwise.
#[test]
fn gb_17_41_rest() {
    let tables = tables();
    assert_eq!((rest(tables, 5, true), rest(tables, 5, false), rest(tables, 1, true)), (3, 4, 0));
}

/// [GB 17.26] Wheels break on 6 to 9 of the fourth equivalent.
#[test]
fn gb_17_26_wheels() {
    let tables = tables();
    assert!(wheel_breaks(tables, 4, 6) && wheel_breaks(tables, 4, 9));
    assert!(!wheel_breaks(tables, 4, 5) && !wheel_breaks(tables, 3, 9));
}

/// [GB 15.12] Works need timber or houses within three hexes, and no town or swamp; two a hex at most.
#[test]
fn gb_15_12_where_to_build() {
    let table = mini("w . . . . s", "1 1 1 1 1 1", "");
    let may =
        |hex: &str, standing| may_build_work(&table.tables, &table.scenario.map, table.hex(hex), standing);
    assert!(may("0104", 0) && may("0104", 1) && !may("0104", 2));
    assert!(!may("0105", 0));
    let near = mini("w t s", "1 1 1", "");
    let may = |hex: &str| may_build_work(&near.tables, &near.scenario.map, near.hex(hex), 0);
    assert!(may("0101") && !may("0102") && !may("0103"));
}

/// [GB 15.13] Two turns by day, one by night. [GB 15.14, 17.34] Fatigue 2 forbids to begin, 3 stops the work.
#[test]
fn gb_15_13_building_time() {
    let tables = tables();
    assert_eq!((work_turns(tables, Light::Day), work_turns(tables, Light::Night)), (2, 1));
    assert_eq!(work_turns(tables, Light::Dusk), 2);
    assert!(fresh_enough_to_build(tables, 3, false) && !fresh_enough_to_build(tables, 4, false));
    assert!(fresh_enough_to_build(tables, 4, true) && !fresh_enough_to_build(tables, 5, true));
}

/// [GB 9.55] The printed example: cohesion 7 and a 10 lose one gun.
#[test]
fn gb_9_55_example_guns_near_the_enemy() {
    let tables = tables();
    assert_eq!(near_enemy_guns_lost(tables, 10, 7, false), 1);
    assert_eq!(near_enemy_guns_lost(tables, 9, 7, false), 0);
    assert_eq!(near_enemy_guns_lost(tables, 8, 7, true), 1);
    assert_eq!(near_enemy_guns_lost(tables, 11, 7, true), 3);
    assert_eq!(near_enemy_guns_lost(tables, 7, 7, true), 0);
    assert_eq!((near_enemy_drm(tables, 3, false), near_enemy_drm(tables, 3, true)), (3, 5));
}

/// [GB 6.31] Reserve: five hexes out of sight, ten in sight, five at night.
#[test]
fn gb_6_31_reserve_distance() {
    let tables = tables();
    assert_eq!(reserve_distance(tables, false, Light::Day), 5);
    assert_eq!(reserve_distance(tables, true, Light::Day), 10);
    assert_eq!(reserve_distance(tables, true, Light::Night), 5);
}

/// Points for losses and the levels of victory come from the scenario.
#[test]
fn victory_points_and_levels() {
    let table = ours("foxs_gap");
    let victory = &table.scenario.victory;
    let mut losses = Losses { sp: 3, routed_sp: 5, guns: 2, ..Losses::default() };
    losses.lose_leader(Rank::Division);
    losses.lose_leader(Rank::Brigade);
    // In quarters: 3 + 2.5 + 2 + 4 + 2 points.
    assert_eq!(loss_points(victory, &losses), 54);
    assert_eq!(victory_level(victory, 7).result, "draw");
    assert_eq!(victory_level(victory, 8).result, "marginal");
    assert_eq!(victory_level(victory, 5000).result, "decisive");
}
