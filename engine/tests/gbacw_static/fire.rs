//! Fire modifiers and results.

use warlab_engine::games::gbacw::calc::fire::{
    Ammo, FireInput, PreparedInput, TargetTerrain, command_range, friendly_fire_check, gun_ammo_after,
    is_prepared, is_shell, modifiers, resolve, small_arms_ammo_after, spencer_second_shot, target_terrain,
    weapons_range_drm,
};
use warlab_engine::games::gbacw::combat_tables::WeaponClass;
use warlab_engine::games::gbacw::tables::Tables;
use warlab_engine::games::gbacw::types::{Direction, Disorder, Light, MoveClass, OrderKind, Weapon, total};

use crate::table::{mini, tables};

const SMALL: WeaponClass = WeaponClass::SmallArms;
const GUN: WeaponClass = WeaponClass::Artillery;

fn weapon(tables: &Tables, id: &str) -> Weapon {
    tables.combat.find_weapon(id).unwrap_or_else(|| panic!("no weapon {id}"))
}

/// The modifiers of a plain shot after a change, by name.
fn named(class: WeaponClass, range: u8, change: impl Fn(&mut FireInput)) -> Vec<(&'static str, i8)> {
    let mut input = FireInput::plain(5, class, range, 0);
    change(&mut input);
    modifiers(tables(), &input).to_vec()
}

/// [GB 10.16] The printed ranges: rifles 5 and 1, muskets 2 and 1.
#[test]
fn gb_10_16_examples_ranges() {
    let tables = tables();
    for (id, most, prepared) in [("R", 5, 1), ("M", 2, 1)] {
        let record = tables.combat.weapon(weapon(tables, id));
        assert_eq!((record.max_range, record.prepared_range), (most, prepared));
        assert_eq!(record.at_range(most + 1), None);
        assert!(record.at_range(most).is_some());
    }
}

/// [GB 10.17] The table is read by strength and modified roll; beyond its rows the end row counts.
#[test]
fn gb_10_17_reading_the_table() {
    let tables = tables();
    let mut input = FireInput::plain(7, SMALL, 1, 0);
    let outcome = resolve(tables, &input, 9);
    assert_eq!(tables.combat.result_id(outcome.code), "1d+1");
    assert_eq!(
        (outcome.result.loss, outcome.result.disorder, outcome.result.check_drm),
        (1, Disorder::Check, 1)
    );
    assert!(!outcome.each_unit);
    input.range_drm = -9;
    assert_eq!(tables.combat.result_id(resolve(tables, &input, 0).code), "-");
    input.range_drm = 20;
    assert_eq!(tables.combat.result_id(resolve(tables, &input, 9).code), "2D");
    input.strength = 1;
    assert_eq!(tables.combat.result_id(resolve(tables, &input, 0).code), "1d");
    input.strength = 200;
    assert_eq!(tables.combat.result_id(resolve(tables, &input, 9).code), "3D");
}

/// [GB 10.67] Guns fire canister to 3 hexes on the small arms table, beyond it shell at every unit.
#[test]
fn gb_10_67_canister_and_shell() {
    let tables = tables();
    assert!(!is_shell(tables, GUN, 3) && is_shell(tables, GUN, 4) && !is_shell(tables, SMALL, 5));
    let canister = resolve(tables, &FireInput::plain(6, GUN, 3, 0), 7);
    let shell = resolve(tables, &FireInput::plain(6, GUN, 4, 0), 7);
    assert_eq!(tables.combat.result_id(canister.code), "D");
    assert_eq!(tables.combat.result_id(shell.code), "d+1");
    assert!(shell.each_unit && !canister.each_unit);
}

/// [GB 10.64] Guns that fire together take the worst range modifier.
#[test]
fn gb_10_64_worst_range_modifier() {
    let tables = tables();
    let (rifle, howitzer) = (weapon(tables, "P10"), weapon(tables, "H12"));
    assert_eq!(weapons_range_drm(tables, &[rifle], 8), Some(0));
    assert_eq!(weapons_range_drm(tables, &[rifle, howitzer], 8), Some(-2));
    assert_eq!(weapons_range_drm(tables, &[rifle, howitzer], 10), None);
}

/// [GB 10.81] Each printed modifier by itself, with its value.
#[test]
fn gb_10_81_each_modifier() {
    assert_eq!(named(SMALL, 1, |_| ()), []);
    assert_eq!(named(SMALL, 1, |i| i.range_drm = -2), [("range", -2)]);
    assert_eq!(named(SMALL, 1, |i| i.terrain.hex = -1), [("terrain", -1)]);
    assert_eq!(named(SMALL, 1, |i| i.terrain.slope = -1), [("slope", -1)]);
    assert_eq!(named(SMALL, 1, |i| i.from_behind_work = true), [("breastwork_firer", 1)]);
    assert_eq!(named(GUN, 2, |i| i.from_behind_work = true), []);
    assert_eq!(named(SMALL, 1, |i| i.at_work = true), [("breastwork_target", -1)]);
    assert_eq!(named(GUN, 3, |i| i.at_work = true), [("breastwork_target", -1)]);
    assert_eq!(named(GUN, 4, |i| i.at_work = true), []);
    assert_eq!(named(SMALL, 1, |i| (i.at_work, i.target) = (true, MoveClass::Artillery)), []);
    assert_eq!(named(SMALL, 1, |i| i.target = MoveClass::Cavalry), [("target_inactive_mounted_cavalry", 1)]);
    assert_eq!(named(SMALL, 1, |i| (i.target, i.target_inactive) = (MoveClass::Cavalry, false)), []);
    assert_eq!(named(SMALL, 1, |i| i.firer_mounted = true), [("firer_mounted_cavalry", -1)]);
    assert_eq!(named(SMALL, 1, |i| i.prepared = true), [("prepared_fire", 1)]);
    assert_eq!(named(SMALL, 1, |i| i.firer_disordered = true), [("firer_disordered", -1)]);
    assert_eq!(named(SMALL, 2, |i| i.flank = true), [("flank_fire", 1)]);
    assert_eq!(named(SMALL, 2, |i| (i.flank, i.target_marches) = (true, true)), []);
    assert_eq!(named(GUN, 4, |i| i.flank = true), []);
    assert_eq!(named(GUN, 2, |i| i.guns_moved = true), [("artillery_moved", -2)]);
    assert_eq!(named(GUN, 2, |i| i.guns_turned = true), [("artillery_turned", -2)]);
    assert_eq!(named(SMALL, 1, |i| i.firer_green = true), [("firer_green", -1)]);
    assert_eq!(named(SMALL, 1, |i| i.ammo = Ammo::Low), [("low_ammo", -2)]);
    assert_eq!(named(SMALL, 1, |i| i.fatigue = 2), [("fatigue", -2)]);
}

/// [GB 10.81] All modifiers add up.
#[test]
fn gb_10_81_modifiers_add_up() {
    let list = named(SMALL, 1, |i| {
        (i.range_drm, i.prepared, i.firer_green, i.flank, i.terrain.hex) = (1, true, true, true, -2);
    });
    assert_eq!(list.len(), 5);
    assert_eq!(list.iter().map(|&(_, value)| value).sum::<i8>(), 0);
}

/// [GB 10.81] On one hexside only the best of barrier and breastwork counts.
#[test]
fn gb_10_81_best_barrier_only() {
    let both = |hexside| named(SMALL, 1, move |i| (i.at_work, i.terrain.hexside) = (true, hexside));
    assert_eq!(both(-1), [("breastwork_target", -1)]);
    assert_eq!(both(-2), [("hexside", -2)]);
}

/// [GB 8.34] Shell: 8 points or more are massed, 2 or fewer dispersed, guns alone neither.
#[test]
fn gb_8_34_massed_and_dispersed() {
    assert_eq!(named(GUN, 5, |i| i.target_sp = 8), [("massed_target", 1)]);
    assert_eq!(named(GUN, 5, |i| i.target_sp = 7), []);
    assert_eq!(named(GUN, 5, |i| i.target_sp = 2), [("dispersed_target", -1)]);
    assert_eq!(named(GUN, 5, |i| i.target_sp = 3), []);
    assert_eq!(named(GUN, 5, |i| (i.target_sp, i.target_guns_alone) = (0, true)), []);
    assert_eq!(named(GUN, 3, |i| i.target_sp = 8), []);
}

/// [GB 10.67] Shell at a lower target gains one, in place of the downhill modifier; guns before shock at a cliff lose two.
#[test]
fn gb_10_67_downhill_shell() {
    assert_eq!(
        named(GUN, 5, |i| (i.terrain.above, i.terrain.slope) = (3, 1)),
        [("shell_target_lower_level", 1)]
    );
    assert_eq!(named(GUN, 3, |i| (i.terrain.above, i.terrain.slope) = (3, 1)), [("slope", 1)]);
    assert_eq!(named(GUN, 1, |i| i.guns_two_levels = true), [("artillery_two_levels", -2)]);
}

/// [GB 10.81] Terrain of the target: the symbol at one hex, the levels beyond, the better side at a corner.
#[test]
fn gb_10_81_target_terrain_from_the_map() {
    let sides = "[[map.hexside]]\ntype = \"minor_slope\"\nedges = [\"0102-0103\"]\nsource = \"reconstructed\"\n\
                 [[map.hexside]]\ntype = \"wall\"\nedges = [\"0101-0102\"]\nsource = \"reconstructed\"\n";
    let table = mini(". w . . .", "2 2 1 0 0", sides);
    let of = |from: &str, to: &str, side: Direction| {
        let (map, chart) = (&table.scenario.map, &table.tables.chart);
        target_terrain(map, chart, table.hex(from), table.hex(to), [side].into_iter(), false)
    };
    let uphill = of("0103", "0102", Direction::S);
    assert_eq!(uphill, TargetTerrain { hex: -1, hexside: 0, slope: -1, above: -1 });
    assert_eq!(of("0102", "0103", Direction::N).slope, 1);
    assert_eq!(of("0101", "0102", Direction::N), TargetTerrain { hex: -1, hexside: -1, slope: 0, above: 0 });
    // One level at two hexes counts nothing, two levels do.
    assert_eq!(of("0103", "0101", Direction::S).slope, 0);
    assert_eq!(of("0104", "0102", Direction::S).slope, -1);
    assert_eq!(of("0102", "0104", Direction::N).slope, 1);
    let (map, chart) = (&table.scenario.map, &table.tables.chart);
    let corner = [Direction::N, Direction::NE].into_iter();
    assert_eq!(target_terrain(map, chart, table.hex("0101"), table.hex("0102"), corner, false).hexside, -1);
}

/// [GB 16.11] Dawn and dusk: -2 beyond one hex, command ranges halved and rounded up.
#[test]
fn gb_16_11_dawn_and_dusk() {
    let tables = tables();
    assert_eq!(named(SMALL, 2, |i| i.light = Light::Dusk), [("dawn_dusk", -2)]);
    assert_eq!(named(SMALL, 1, |i| i.light = Light::Dawn), []);
    assert_eq!((command_range(tables, 7, Light::Day), command_range(tables, 7, Light::Dawn)), (7, 4));
}

/// [GB 16.12] Night: -1, -3, -6 and then no fire; no prepared fire.
#[test]
fn gb_16_12_night() {
    let tables = tables();
    for (range, drm) in [(1, -1), (2, -3), (3, -6)] {
        assert_eq!(named(SMALL, range, |i| i.light = Light::Night), [("night", drm)]);
    }
    assert_eq!(named(SMALL, 1, |i| (i.light, i.prepared) = (Light::Night, true)), [("night", -1)]);
    assert_eq!(command_range(tables, 5, Light::Night), 3);
}

fn prepared(change: impl Fn(&mut PreparedInput)) -> bool {
    let tables = tables();
    let mut input = PreparedInput {
        weapon: weapon(tables, "R"),
        range: 1,
        class: MoveClass::Infantry,
        is_infantry: true,
        active: true,
        order: OrderKind::Attack,
        disordered: false,
        spent_points: false,
        restacked: false,
        advanced_or_retreated: false,
        in_extended_column: false,
        turned: false,
        in_woods: false,
    };
    change(&mut input);
    is_prepared(tables, &input)
}

/// [GB 10.51, 10.52] Prepared fire: in range, in good order, unmoved; dismounted cavalry only when inactive.
#[test]
fn gb_10_52_prepared_fire() {
    assert!(prepared(|_| ()));
    assert!(!prepared(|i| i.range = 2));
    assert!(!prepared(|i| i.disordered = true));
    assert!(!prepared(|i| i.spent_points = true));
    assert!(!prepared(|i| i.restacked = true));
    assert!(!prepared(|i| i.advanced_or_retreated = true));
    assert!(!prepared(|i| i.in_extended_column = true));
    assert!(!prepared(|i| i.order = OrderKind::March));
    assert!(!prepared(|i| i.is_infantry = false));
    assert!(prepared(|i| (i.is_infantry, i.active) = (false, false)));
    assert!(!prepared(|i| (i.class, i.is_infantry, i.active) = (MoveClass::Cavalry, false, false)));
    assert!(prepared(|i| i.turned = true));
    assert!(!prepared(|i| (i.turned, i.in_woods) = (true, true)));
    assert!(prepared(|i| (i.turned, i.in_woods, i.order) = (true, true, OrderKind::Advance)));
}

/// [GB 10.68] Doubled fire exhausts the ammunition on a natural 0 or 5 of either die.
#[test]
fn gb_10_68_doubled_fire() {
    let tables = tables();
    assert_eq!(gun_ammo_after(tables, Ammo::Full, &[3, 0], true), Ammo::Out);
    assert_eq!(gun_ammo_after(tables, Ammo::Full, &[5, 8], true), Ammo::Out);
    assert_eq!(gun_ammo_after(tables, Ammo::Full, &[0], false), Ammo::Full);
}

/// [GB 10.69] A natural 5 leaves guns low, the next one out. [GB 10.92] Resupply goes back level by level.
#[test]
fn gb_10_69_gun_ammunition() {
    let tables = tables();
    assert_eq!(gun_ammo_after(tables, Ammo::Full, &[5], false), Ammo::Low);
    assert_eq!(gun_ammo_after(tables, Ammo::Low, &[5], false), Ammo::Out);
    assert_eq!(gun_ammo_after(tables, Ammo::Low, &[4], false), Ammo::Low);
    assert_eq!(Ammo::Out.resupplied(), Ammo::Low);
    assert_eq!(Ammo::Low.resupplied(), Ammo::Full);
}

/// [GB 10.91] Optional: a natural 5 lowers small arms too, never mounted cavalry.
#[test]
fn gb_10_91_small_arms_ammunition() {
    let tables = tables();
    assert_eq!(small_arms_ammo_after(tables, Ammo::Full, 5, false, true), Ammo::Low);
    assert_eq!(small_arms_ammo_after(tables, Ammo::Full, 5, false, false), Ammo::Full);
    assert_eq!(small_arms_ammo_after(tables, Ammo::Full, 5, true, true), Ammo::Full);
    assert_eq!(small_arms_ammo_after(tables, Ammo::Full, 6, false, true), Ammo::Full);
}

/// [GB 14.33] A 5 on the second shot of Spencers leaves them empty.
#[test]
fn gb_14_33_spencers() {
    let tables = tables();
    assert_eq!(spencer_second_shot(tables, Ammo::Full, 5), Ammo::Out);
    assert_eq!(spencer_second_shot(tables, Ammo::Full, 0), Ammo::Full);
}

/// [GB 10.26] Fire over own heads endangers them on a natural 2 or less.
#[test]
fn gb_10_26_friendly_fire_die() {
    let tables = tables();
    assert!(friendly_fire_check(tables, 2) && !friendly_fire_check(tables, 3));
}

/// [GB 10.17] What is shown is what was added: the total matches the modified roll.
#[test]
fn modified_roll_matches_the_list() {
    let tables = tables();
    let mut input = FireInput::plain(4, SMALL, 2, -1);
    (input.prepared, input.flank, input.fatigue) = (true, true, 1);
    let outcome = resolve(tables, &input, 6);
    assert_eq!(outcome.modified, 6 + total(&outcome.modifiers));
}
