//! Costs of movement.

use warlab_engine::games::gbacw::rules::ch07_facing::turn_points;
use warlab_engine::games::gbacw::rules::ch09_terrain::{Entry, Ground, is_charge_path, road_cost};
use warlab_engine::games::gbacw::types::{Direction, Disorder, MoveClass, OrderKind};

use crate::table::{Mini, mini, tables};

const FOOT: MoveClass = MoveClass::Infantry;
const HORSE: MoveClass = MoveClass::Cavalry;
const GUNS: MoveClass = MoveClass::Artillery;

fn down(table: &Mini, class: MoveClass) -> Option<Entry> {
    Ground::new(&table.scenario.map, &table.tables).off_road(class, table.hex("0101"), Direction::S)
}

fn by_road(table: &Mini, class: MoveClass, order: OrderKind) -> Option<u8> {
    road_cost(&table.scenario.map, &table.tables.chart, class, order, table.hex("0101"), Direction::S)
}

fn road(kind: &str) -> String {
    format!(
        "[[map.road]]\ntype = \"{kind}\"\nname = \"r\"\npath = [\"0101\", \"0102\"]\nsource = \"reconstructed\"\n"
    )
}

fn side(kind: &str) -> String {
    format!("[[map.hexside]]\ntype = \"{kind}\"\nedges = [\"0101-0102\"]\nsource = \"reconstructed\"\n")
}

fn crossing(kind: &str) -> String {
    format!("[[map.crossing]]\ntype = \"{kind}\"\nedge = \"0101-0102\"\nsource = \"reconstructed\"\n")
}

/// [GB 9.41] The printed figures: woods cost infantry 2 and artillery 4; hexsides add; prohibited is closed.
#[test]
fn gb_9_41_terrain_and_hexsides_add_up() {
    let woods = mini(". w", "1 1", "");
    assert_eq!(down(&woods, FOOT).map(|entry| entry.halves), Some(4));
    assert_eq!(down(&woods, GUNS).map(|entry| entry.halves), Some(8));
    let stream = mini(". w", "1 1", &side("stream"));
    assert_eq!(down(&stream, FOOT).map(|entry| entry.halves), Some(6));
    assert_eq!(down(&mini(". W", "1 1", ""), GUNS), None);
    assert_eq!(down(&mini(". .", "1 1", &side("river")), FOOT), None);
}

/// [GB 9.46] Slopes cost by direction; gradual ones slow only guns going up.
#[test]
fn gb_9_46_slopes_cost_by_direction() {
    let up = mini(". .", "1 2", &side("minor_slope"));
    let falls = mini(". .", "2 1", &side("minor_slope"));
    assert_eq!(down(&up, FOOT).map(|entry| entry.halves), Some(4));
    assert_eq!(down(&falls, FOOT).map(|entry| entry.halves), Some(2));
    let gradual = mini(". .", "1 2", "");
    assert_eq!(down(&gradual, FOOT).map(|entry| entry.halves), Some(2));
    assert_eq!(down(&gradual, GUNS).map(|entry| entry.halves), Some(4));
}

/// [GB 9.47] Terrain may disorder, by a check or at once; the worse of hex and hexside counts.
#[test]
fn gb_9_47_terrain_disorders() {
    assert_eq!(down(&mini(". w", "1 1", ""), FOOT).map(|entry| entry.disorder), Some(Disorder::None));
    assert_eq!(down(&mini(". w", "1 1", ""), HORSE).map(|entry| entry.disorder), Some(Disorder::Check));
    assert_eq!(down(&mini(". s", "1 1", ""), HORSE).map(|entry| entry.disorder), Some(Disorder::Automatic));
    assert_eq!(
        down(&mini(". .", "1 1", &side("creek")), FOOT).map(|entry| entry.disorder),
        Some(Disorder::Check)
    );
}

/// [GB 9.22, 9.43] Roads cost half a point on the march, one in advance, nothing helps an attack; leaders ride as on the
/// march.
#[test]
fn gb_9_43_roads_by_order() {
    let woods = mini(". w", "1 1", &road("road"));
    assert_eq!(by_road(&woods, GUNS, OrderKind::March), Some(1));
    assert_eq!(by_road(&woods, GUNS, OrderKind::Advance), Some(2));
    assert_eq!(by_road(&woods, GUNS, OrderKind::Attack), None);
    let ground = Ground::new(&woods.scenario.map, &woods.tables);
    assert_eq!(ground.ride(woods.hex("0101"), Direction::S).map(|ride| ride.halves), Some(1));
}

/// [GB 9.44] Trails halve the hex, rounded up, at least 1 on the march.
#[test]
fn gb_9_44_trails_halve_the_hex() {
    let woods = mini(". w", "1 1", &road("trail"));
    assert_eq!(by_road(&woods, GUNS, OrderKind::Advance), Some(4));
    assert_eq!(by_road(&woods, HORSE, OrderKind::Advance), Some(4));
    assert_eq!(by_road(&woods, FOOT, OrderKind::March), Some(2));
    // The printed example: guns that would pay 5 pay 3.
    let mut dear = woods.tables.chart.clone();
    let at = dear.terrain.iter().position(|terrain| terrain.id == "woods").expect("woods");
    dear.terrain[at].cost.artillery.0 = Some(5);
    let cost =
        road_cost(&woods.scenario.map, &dear, GUNS, OrderKind::Advance, woods.hex("0101"), Direction::S);
    assert_eq!(cost, Some(6));
}

/// [GB 9.44] Bridges carry the road's cost, fords add their own; an attack wades as if there were none.
#[test]
fn gb_9_44_bridges_and_fords() {
    let bridge = mini(". .", "1 1", &(side("creek") + &road("road") + &crossing("bridge")));
    assert_eq!(by_road(&bridge, GUNS, OrderKind::March), Some(1));
    assert_eq!(by_road(&bridge, GUNS, OrderKind::Attack), None);
    assert_eq!(down(&bridge, FOOT).map(|entry| entry.halves), Some(6));
    let ford = mini(". .", "1 1", &(side("stream") + &road("road") + &crossing("ford")));
    assert_eq!(by_road(&ford, FOOT, OrderKind::March), Some(3));
    assert_eq!(by_road(&ford, GUNS, OrderKind::Advance), Some(6));
}

/// [GB 9.45] A road helps only from one of its hexes to the next.
#[test]
fn gb_9_45_only_along_the_road() {
    let table = mini(". . .", "1 1 1", &road("pike"));
    assert!(by_road(&table, FOOT, OrderKind::March).is_some());
    let (map, chart) = (&table.scenario.map, &table.tables.chart);
    assert!(road_cost(map, chart, FOOT, OrderKind::March, table.hex("0102"), Direction::S).is_none());
}

/// [GB 7.21] One corner is free, more cost a point.
#[test]
fn gb_7_21_turning() {
    let cost = |corners| turn_points(tables(), OrderKind::Advance, true, corners);
    assert_eq!([0, 1, 2, 3].map(cost), [0, 0, 1, 1]);
}

/// [GB 7.22] Under Attack in woods every corner costs a point, but a full turn only one.
#[test]
fn gb_7_22_turning_in_woods_under_attack() {
    let cost = |corners, woods| turn_points(tables(), OrderKind::Attack, woods, corners);
    assert_eq!([cost(1, true), cost(2, true), cost(3, true)], [1, 2, 1]);
    assert_eq!([cost(1, false), cost(2, false)], [0, 1]);
}

/// [GB 11.54] A charge path costs one point a hex; streams may be crossed, walls and climbs not.
#[test]
fn gb_11_54_charge_path() {
    let path = |grid: &str, levels: &str, more: &str| {
        let table = mini(grid, levels, more);
        is_charge_path(&table.scenario.map, &table.tables.chart, table.hex("0101"), Direction::S)
    };
    assert!(path(". .", "1 1", "") && path(". c", "1 1", "") && path(". .", "1 2", ""));
    assert!(path(". .", "1 1", &side("stream")));
    assert!(!path(". .", "1 1", &side("creek")) && !path(". .", "1 1", &side("wall")));
    assert!(!path(". .", "1 1", &side("fence")));
    assert!(!path(". w", "1 1", "") && !path(". o", "1 1", ""));
    assert!(!path(". .", "1 2", &side("minor_slope")) && path(". .", "2 1", &side("minor_slope")));
    assert!(!path(".", "1", ""));
}
