//! Costs of movement.

use warlab_engine::games::gbacw::movement::{
    AllowanceInput, Costs, Entry, across_work, allowance, facing_cost, is_charge_path,
};
use warlab_engine::games::gbacw::types::{Arm, Direction, Disorder, MoveClass, OrderKind};

use crate::table::{Mini, mini, tables};

const FOOT: MoveClass = MoveClass::Infantry;
const HORSE: MoveClass = MoveClass::Cavalry;
const GUNS: MoveClass = MoveClass::Artillery;

fn down(table: &Mini, class: MoveClass) -> Option<Entry> {
    Costs::new(&table.scenario.map, &table.tables.chart).by_terrain(class, table.hex("0101"), Direction::S)
}

fn by_road(table: &Mini, class: MoveClass, order: OrderKind) -> Option<u8> {
    let costs = Costs::new(&table.scenario.map, &table.tables.chart);
    costs.by_road(class, order, table.hex("0101"), Direction::S).map(|entry| entry.halves)
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

/// [GB 9.22, 9.43] Roads cost half a point on the march, one in advance, nothing helps an attack.
#[test]
fn gb_9_43_roads_by_order() {
    let woods = mini(". w", "1 1", &road("road"));
    assert_eq!(by_road(&woods, GUNS, OrderKind::March), Some(1));
    assert_eq!(by_road(&woods, GUNS, OrderKind::Advance), Some(2));
    assert_eq!(by_road(&woods, GUNS, OrderKind::Attack), None);
    let costs = Costs::new(&woods.scenario.map, &woods.tables.chart);
    let best =
        |class, order| costs.best(class, order, woods.hex("0101"), Direction::S).map(|entry| entry.halves);
    assert_eq!(best(FOOT, OrderKind::Attack), Some(4));
    assert_eq!(best(MoveClass::Leader, OrderKind::Attack), Some(1));
}

/// [GB 9.44] Trails halve the hex, rounded up, at least 1 on the march, and never disorder.
#[test]
fn gb_9_44_trails_halve_the_hex() {
    let woods = mini(". w", "1 1", &road("trail"));
    assert_eq!(by_road(&woods, GUNS, OrderKind::Advance), Some(4));
    assert_eq!(by_road(&woods, HORSE, OrderKind::Advance), Some(4));
    assert_eq!(by_road(&woods, FOOT, OrderKind::March), Some(2));
    let costs = Costs::new(&woods.scenario.map, &woods.tables.chart);
    let entry = costs.by_road(HORSE, OrderKind::March, woods.hex("0101"), Direction::S);
    assert_eq!(entry.map(|entry| entry.disorder), Some(Disorder::None));
    // The printed example: guns that would pay 5 pay 3.
    let mut dear = woods.tables.chart.clone();
    let at = dear.terrain.iter().position(|terrain| terrain.id == "woods").expect("woods");
    dear.terrain[at].cost.artillery.0 = Some(5);
    let costs = Costs::new(&woods.scenario.map, &dear);
    let entry = costs.by_road(GUNS, OrderKind::Advance, woods.hex("0101"), Direction::S);
    assert_eq!(entry.map(|entry| entry.halves), Some(6));
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
    let costs = Costs::new(&table.scenario.map, &table.tables.chart);
    assert!(costs.by_road(FOOT, OrderKind::March, table.hex("0101"), Direction::S).is_some());
    assert!(costs.by_road(FOOT, OrderKind::March, table.hex("0102"), Direction::S).is_none());
}

/// [GB 15.22] A breastwork costs its points on roads too, and stops guns.
#[test]
fn gb_15_22_breastworks_cost_on_roads() {
    let tables = tables();
    let entry = Entry { halves: 1, disorder: Disorder::None };
    assert_eq!(across_work(&tables.chart, FOOT, entry), Some(Entry { halves: 3, disorder: Disorder::None }));
    let mounted = across_work(&tables.chart, HORSE, entry).map(|entry| entry.disorder);
    assert_eq!(mounted, Some(Disorder::Check));
    assert_eq!(across_work(&tables.chart, GUNS, entry), None);
}

/// [GB 7.21] One corner is free, more cost a point, on a road none do.
#[test]
fn gb_7_21_turning() {
    let tables = tables();
    let cost = |corners| facing_cost(tables, corners, OrderKind::Advance, true, false);
    assert_eq!([cost(0), cost(1), cost(2), cost(3)], [0, 0, 1, 1]);
    assert_eq!(facing_cost(tables, 3, OrderKind::March, false, true), 0);
}

/// [GB 7.22] Under Attack in woods every corner costs a point, but a full turn only one.
#[test]
fn gb_7_22_turning_in_woods_under_attack() {
    let tables = tables();
    let cost = |corners, woods| facing_cost(tables, corners, OrderKind::Attack, woods, false);
    assert_eq!([cost(1, true), cost(2, true), cost(3, true)], [1, 2, 1]);
    assert_eq!([cost(1, false), cost(2, false)], [0, 1]);
}

fn points(printed: u8, change: impl Fn(&mut AllowanceInput)) -> u8 {
    let mut input = AllowanceInput {
        printed,
        arm: Arm::Infantry,
        order: OrderKind::Advance,
        blown: false,
        changed_formation: false,
        fires: false,
        fatigue: 0,
    };
    change(&mut input);
    allowance(tables(), &input)
}

/// [GB 9.24] Attack halves the allowance, rounded up. [GB 17.31] Fatigue comes off after that.
#[test]
fn gb_9_24_attack_halves_the_allowance() {
    assert_eq!(points(6, |_| ()), 12);
    assert_eq!(points(7, |input| input.order = OrderKind::Attack), 8);
    assert_eq!(points(6, |input| (input.order, input.fatigue) = (OrderKind::Attack, 1)), 4);
    assert_eq!(points(2, |input| input.fatigue = 5), 0);
}

/// [GB 14.22] Mounting halves the new side's allowance, Attack halves it again. [GB 11.58] So does being blown.
#[test]
fn gb_14_22_mounting_halves_the_allowance() {
    assert_eq!(points(10, |input| input.changed_formation = true), 10);
    assert_eq!(points(10, |input| (input.changed_formation, input.order) = (true, OrderKind::Attack)), 6);
    assert_eq!(points(7, |input| input.blown = true), 8);
}

/// [GB 10.61] Guns that fire have half their allowance.
#[test]
fn gb_10_61_firing_guns_move_half() {
    assert_eq!(points(8, |input| (input.arm, input.fires) = (Arm::Artillery, true)), 8);
    assert_eq!(points(8, |input| (input.arm, input.fires) = (Arm::Artillery, false)), 16);
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
