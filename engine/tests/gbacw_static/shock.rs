//! Shock: strength, ratio, position, modifiers, results.

use warlab_engine::games::gbacw::calc::shock::{
    AfterShock, HexPosition, PreshockInput, PreshockOutcome, ShockInput, ShockTerrain, ShockUnit,
    after_shock, attack_strength, defence_strength, modifiers, position, preshock_modifiers,
    preshock_outcome, ratio, resolve, shock_terrain,
};
use warlab_engine::games::gbacw::combat_tables::{ContinuedBy, ShockOutcome};
use warlab_engine::games::gbacw::types::{Arm, Direction, Disorder};

use crate::table::{mini, tables};

fn unit(arm: Arm, sp: u8, mounted: bool) -> ShockUnit {
    ShockUnit { sp, arm, mounted, on_top_or_alone: true }
}

fn plain(attacker: u16, defender: u16) -> ShockInput {
    ShockInput {
        attacker: 2 * attacker,
        defender: 2 * defender,
        position: ("position_front", 0),
        exposed_attackers: 0,
        terrain: ShockTerrain::default(),
        all_attackers_moved: false,
        all_charged_on_foot: false,
        cavalry_charge: false,
        countercharge: false,
        attackers_mounted: false,
        aggressive_brigadier: false,
        no_brigadier: false,
        continued: 0,
        attacker_disordered: false,
        defender_disordered: false,
        fatigue_attacker: 0,
        fatigue_defender: 0,
    }
}

fn named(change: impl Fn(&mut ShockInput)) -> Vec<(&'static str, i8)> {
    let mut input = plain(5, 5);
    change(&mut input);
    modifiers(tables(), &input).to_vec()
}

/// [GB 11.43] The printed example: 5 against 3 is 2 to 1 for an attacker who moved in the open, otherwise 1.5 to 1.
#[test]
fn gb_11_43_example_rounding() {
    let tables = tables();
    let mut input = plain(5, 3);
    assert_eq!(resolve(tables, &input, 5).ratio, "1.5:1");
    input.all_attackers_moved = true;
    assert_eq!(resolve(tables, &input, 5).ratio, "2:1");
    input.terrain.ground = -1;
    assert_eq!(resolve(tables, &input, 5).ratio, "1.5:1");
    input.terrain.ground = 0;
    input.continued = 1;
    assert_eq!(resolve(tables, &input, 5).ratio, "1.5:1");
}

/// [GB 11.43] Ratios end at 1 to 4 and 5 to 1; exact ratios need no rounding.
#[test]
fn gb_11_43_ratio_ends() {
    let tables = tables();
    let id = |attacker, defender, favour| {
        tables.combat.ratio.steps[ratio(tables, attacker, defender, favour)].id.clone()
    };
    assert_eq!(id(1, 9, true), "1:4");
    assert_eq!(id(1, 9, false), "1:4");
    assert_eq!(id(60, 5, false), "5:1");
    assert_eq!(id(60, 0, false), "5:1");
    for favour in [false, true] {
        assert_eq!(id(10, 10, favour), "1:1");
        assert_eq!(id(15, 10, favour), "1.5:1");
        assert_eq!(id(10, 15, favour), "1:1.5");
    }
    assert_eq!(id(7, 10, true), "1:1");
    assert_eq!(id(7, 10, false), "1:1.5");
}

/// [GB 11.43, 11.55] Charging cavalry doubles at flank or rear and halves into woods; both cancel.
#[test]
fn gb_11_55_cavalry_strength() {
    let tables = tables();
    let horse = [unit(Arm::Cavalry, 5, true)];
    assert_eq!(attack_strength(tables, &horse, false, false), 10);
    assert_eq!(attack_strength(tables, &horse, true, false), 20);
    assert_eq!(attack_strength(tables, &horse, false, true), 5);
    assert_eq!(attack_strength(tables, &horse, true, true), 10);
    let foot = [unit(Arm::Infantry, 5, false), unit(Arm::Cavalry, 8, false)];
    assert_eq!(attack_strength(tables, &foot, true, true), 10 + 12);
}

/// [GB 11.61, 11.63] Guns never attack; in defence they count a point in four, only on top or alone.
#[test]
fn gb_11_61_guns_only_defend() {
    let tables = tables();
    let mut guns = unit(Arm::Artillery, 9, false);
    assert_eq!(attack_strength(tables, &[guns], false, false), 0);
    assert_eq!(defence_strength(tables, &[guns, unit(Arm::Infantry, 4, false)], false), 4 + 8);
    guns.on_top_or_alone = false;
    assert_eq!(defence_strength(tables, &[unit(Arm::Infantry, 4, false), guns], false), 8);
    assert_eq!(defence_strength(tables, &[unit(Arm::Cavalry, 5, true)], true), 5);
}

/// [GB 11.32] The printed examples 2 to 4: extended units count whole, 12 against 12 and 18 against 12.
#[test]
fn gb_11_32_examples_extended_units() {
    let tables = tables();
    let strength = |sp: &[u8]| {
        let units: Vec<ShockUnit> = sp.iter().map(|&sp| unit(Arm::Infantry, sp, false)).collect();
        attack_strength(tables, &units, false, false)
    };
    let id =
        |attacker, defender| tables.combat.ratio.steps[ratio(tables, attacker, defender, false)].id.as_str();
    assert_eq!(id(strength(&[12]), strength(&[6, 6])), "1:1");
    assert_eq!(id(strength(&[18]), strength(&[6, 6])), "1.5:1");
}

fn at(front: bool, flank: bool, rear: bool) -> HexPosition {
    HexPosition { front, flank, rear, surrounded: false }
}

/// [GB 11.44] Position: flank, rear, two arcs at once, surrounded; several hexes take the best for the defender.
#[test]
fn gb_11_44_position() {
    let tables = tables();
    let value = |hexes: &[HexPosition]| position(tables, hexes).1;
    assert_eq!(value(&[at(true, false, false)]), 0);
    assert_eq!(value(&[at(false, true, false)]), 2);
    assert_eq!(value(&[at(false, false, true)]), 3);
    assert_eq!(value(&[at(true, true, false)]), 4);
    assert_eq!(value(&[at(false, true, true)]), 4);
    assert_eq!(value(&[at(true, false, true)]), 4);
    let surrounded = HexPosition { surrounded: true, ..at(true, true, true) };
    assert_eq!(value(&[surrounded]), 5);
    assert_eq!(value(&[surrounded, at(false, true, false)]), 2);
}

/// [GB 11.44] An attacking hex before another enemy costs one, but only where position gains.
#[test]
fn gb_11_44_exposed_attackers() {
    assert_eq!(named(|i| i.exposed_attackers = 2), []);
    assert_eq!(
        named(|i| (i.exposed_attackers, i.position) = (2, ("position_flank", 2))),
        [("position_flank", 2), ("position_exposed_attacker", -2)]
    );
}

/// [GB 11.42] Every other modifier by itself.
#[test]
fn gb_11_42_each_modifier() {
    assert_eq!(named(|_| ()), []);
    assert_eq!(named(|i| i.attacker = 20), [("ratio", 2)]);
    assert_eq!(named(|i| i.all_charged_on_foot = true), [("infantry_charge", 1)]);
    assert_eq!(named(|i| i.aggressive_brigadier = true), [("aggressive_brigadier", 1)]);
    assert_eq!(named(|i| i.no_brigadier = true), [("no_brigadier", -1)]);
    assert_eq!(named(|i| i.attacker_disordered = true), [("attacker_disordered", -1)]);
    assert_eq!(named(|i| i.defender_disordered = true), [("defender_disordered", 1)]);
    assert_eq!(named(|i| i.terrain.breastwork = true), [("defender_breastwork", -1)]);
    assert_eq!(named(|i| i.terrain.ground = -2), [("terrain", -2)]);
    assert_eq!(named(|i| i.fatigue_attacker = 1), [("fatigue_attacker", -1)]);
    assert_eq!(named(|i| i.fatigue_defender = 2), [("fatigue_defender", 2)]);
}

/// [GB 11.47] Continued shock: one less each time, and no charge bonus.
#[test]
fn gb_11_47_continued_shock_modifiers() {
    assert_eq!(named(|i| i.continued = 2), [("continued_shock", -2)]);
    assert_eq!(named(|i| (i.continued, i.all_charged_on_foot) = (1, true)), [("continued_shock", -1)]);
    assert_eq!(named(|i| (i.continued, i.cavalry_charge) = (1, true)), [("continued_shock", -1)]);
}

/// [GB 11.55, 11.56] The cavalry bonus needs open ground and no countercharge, which costs infantry one.
#[test]
fn gb_11_56_charge_and_countercharge() {
    assert_eq!(named(|i| i.cavalry_charge = true), [("cavalry_charge", 1)]);
    assert_eq!(named(|i| (i.cavalry_charge, i.terrain.ground) = (true, -1)), [("terrain", -1)]);
    assert_eq!(
        named(|i| (i.cavalry_charge, i.terrain.breastwork) = (true, true)),
        [("defender_breastwork", -1)]
    );
    assert_eq!(named(|i| (i.cavalry_charge, i.countercharge, i.attackers_mounted) = (true, true, true)), []);
    assert_eq!(
        named(|i| (i.all_charged_on_foot, i.countercharge) = (true, true)),
        [("infantry_charge", 1), ("countercharge_vs_infantry", -1)]
    );
}

/// [GB 11.45] Results by the modified roll: 1 or less, 2 to 4, 5 to 7, 8 and 9, 10 and more. [GB 12.42, 12.51]
#[test]
fn gb_11_45_bands() {
    let tables = tables();
    let id = |roll| tables.combat.shock_band(roll).id;
    assert_eq!([-5, 1].map(id), [ShockOutcome::AttackerRetreats; 2]);
    assert_eq!([2, 4].map(id), [ShockOutcome::BloodyStandoff; 2]);
    assert_eq!([5, 7].map(id), [ShockOutcome::DefenderRetreats; 2]);
    assert_eq!([8, 9].map(id), [ShockOutcome::DefenderDrivenBack; 2]);
    assert_eq!([10, 25].map(id), [ShockOutcome::DefenderRouted; 2]);
    let retreats = |roll| {
        (tables.combat.shock_band(roll).attacker.retreat, tables.combat.shock_band(roll).defender.retreat)
    };
    assert_eq!([1, 3, 5, 9, 10].map(retreats), [(1, 0), (0, 0), (0, 1), (0, 1), (0, 2)]);
    let routed = tables.combat.shock_band(10).defender;
    assert!(routed.rout_check && routed.artillery_abandoned);
    assert_eq!(tables.combat.shock_band(3).attacker.disorder.0, Disorder::Check);
}

/// [GB 11.47] From 8 on the attacker may go on; at 1 or less the defender may.
#[test]
fn gb_11_47_who_continues() {
    let tables = tables();
    let by = |roll| tables.combat.shock_band(roll).continued_by;
    assert_eq!([1, 4, 7].map(by), [ContinuedBy::Defender, ContinuedBy::None, ContinuedBy::None]);
    assert_eq!([8, 12].map(by), [ContinuedBy::Attacker; 2]);
}

fn before(change: impl Fn(&mut PreshockInput)) -> Vec<(&'static str, i8)> {
    let mut input = PreshockInput::default();
    change(&mut input);
    preshock_modifiers(tables(), &input).to_vec()
}

/// [GB 11.37] Modifiers of the check before shock; flank and rear do not add up. [GB 6.13, 15.23, 11.55]
#[test]
fn gb_11_37_preshock_modifiers() {
    assert_eq!(before(|_| ()), []);
    assert_eq!(before(|i| i.marches = true), [("march_orders", 2)]);
    assert_eq!(before(|i| i.cavalry_charge = true), [("cavalry_charge", 1)]);
    assert_eq!(before(|i| (i.cavalry_charge, i.mounted) = (true, true)), []);
    assert_eq!(before(|i| (i.cavalry_charge, i.favourable_terrain) = (true, true)), []);
    assert_eq!(before(|i| i.behind_work = true), [("breastwork", -1)]);
    assert_eq!(before(|i| i.attacked_flank = true), [("attacked_flank", 1)]);
    assert_eq!(before(|i| (i.attacked_flank, i.attacked_rear) = (true, true)), [("attacked_rear", 2)]);
    assert_eq!(before(|i| i.disordered = true), [("disordered", 1)]);
    assert_eq!(before(|i| i.leader_stars = 3), [("leader_stars", -3)]);
    assert_eq!(before(|i| i.fatigue = 1), [("fatigue", 1)]);
}

/// [GB 11.37, 11.62] What the check before shock comes to, on the march and in line.
#[test]
fn gb_11_37_preshock_outcomes() {
    assert_eq!(preshock_outcome(true, false, false, false), PreshockOutcome::Stands);
    assert_eq!(preshock_outcome(false, false, false, false), PreshockOutcome::Disordered);
    assert_eq!(preshock_outcome(false, false, false, true), PreshockOutcome::SecondDisorder);
    assert_eq!(preshock_outcome(false, false, true, true), PreshockOutcome::Abandoned);
    assert_eq!(preshock_outcome(true, true, false, false), PreshockOutcome::Disordered);
    assert_eq!(preshock_outcome(false, true, false, false), PreshockOutcome::Routed);
    assert_eq!(preshock_outcome(false, true, true, false), PreshockOutcome::Abandoned);
}

/// [GB 11.48] After shock: attackers on foot and all mounted units are disordered; the disordered pay or are blown.
#[test]
fn gb_11_48_after_shock() {
    assert_eq!(after_shock(true, Arm::Infantry, false, false), AfterShock::Disordered);
    assert_eq!(after_shock(true, Arm::Infantry, false, true), AfterShock::StackLosesOne);
    assert_eq!(after_shock(false, Arm::Infantry, false, false), AfterShock::Nothing);
    assert_eq!(after_shock(true, Arm::Cavalry, false, true), AfterShock::StackLosesOne);
    assert_eq!(after_shock(false, Arm::Cavalry, true, false), AfterShock::Disordered);
    assert_eq!(after_shock(false, Arm::Cavalry, true, true), AfterShock::Blown);
    assert_eq!(after_shock(false, Arm::Artillery, false, true), AfterShock::Nothing);
}

/// [GB 11.42, 15.23] The ground of the defender: hex, slope up, water or crossing, the best barrier.
#[test]
fn gb_11_42_shock_terrain_from_the_map() {
    let side = |kind: &str, edge: &str| {
        format!("[[map.hexside]]\ntype = \"{kind}\"\nedges = [\"{edge}\"]\nsource = \"reconstructed\"\n")
    };
    let sides = side("minor_slope", "0101-0102") + &side("stream", "0102-0103") + &side("wall", "0103-0104");
    let table = mini(". w . . .", "1 2 2 2 2", &sides);
    let of = |hex: &str, from: Direction, work| {
        shock_terrain(&table.tables, &table.scenario.map, table.hex(hex), from, work)
    };
    assert_eq!(of("0102", Direction::N, false), ShockTerrain { ground: -1 - 1, breastwork: false });
    assert_eq!(of("0101", Direction::S, false), ShockTerrain::default());
    assert_eq!(of("0102", Direction::S, false).ground, -1 - 1);
    assert_eq!(of("0104", Direction::N, false), ShockTerrain { ground: -1, breastwork: false });
    // Wall and breastwork on one side count once.
    assert_eq!(of("0104", Direction::N, true), ShockTerrain { ground: 0, breastwork: true });
    assert_eq!(of("0104", Direction::N, true).value(&table.tables), -1);
    assert!(of("0104", Direction::N, true).favours_defender());
    let road = "[[map.road]]\ntype = \"road\"\nname = \"r\"\npath = [\"0101\", \"0102\"]\nsource = \"reconstructed\"\n";
    let bridge = "[[map.crossing]]\ntype = \"bridge\"\nedge = \"0101-0102\"\nsource = \"reconstructed\"\n";
    let table = mini(". .", "1 1", &(side("stream", "0101-0102") + road + bridge));
    let over = shock_terrain(&table.tables, &table.scenario.map, table.hex("0102"), Direction::N, false);
    assert_eq!(over.ground, -2);
}
