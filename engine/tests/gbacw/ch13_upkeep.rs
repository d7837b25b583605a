//! Chapters 13 to 17: rally, effectiveness, cavalry, breastworks, night, fatigue.

use warlab_engine::games::gbacw::calc::fire::Ammo;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::{self, ch13_effectiveness, ch15_works, ch17_fatigue};
use warlab_engine::games::gbacw::state::{Marker, Place, Standing, Status, Work};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack};
use warlab_engine::games::gbacw::types::{Facing, FormationSet, Side};
use warlab_engine::setup::Setup;

use super::table::Table;

fn rally(unit: &str, roll: u8) -> (bool, u8) {
    let mut table = Table::crossroads();
    let id = table.put(unit, "0814", "vE", Advance);
    table.state.units[id].status.set(Status::DISORDERED, true);
    let brigade = if unit.starts_with("cs_8") { "cs.1" } else { "cs.2" };
    table.activate(brigade).rolls(&[roll]).play(&[&format!("unit:{unit}"), "rally"]);
    (table.state.units[id].is_disordered(), table.sp(id))
}

/// [GB 13.41] The first printed example: disordered cohesion 5; 4 rallies, 8 stays, 9 stays and loses a point.
#[test]
fn gb_13_41_example_1() {
    assert_eq!(rally("cs_81va", 4), (false, 6));
    assert_eq!(rally("cs_81va", 8), (true, 6));
    assert_eq!(rally("cs_81va", 9), (true, 5));
}

/// [GB 13.41] The second: disordered cohesion 4; 4 rallies, 5 stays, 8 (twice the rating) loses a point.
#[test]
fn gb_13_41_example_2() {
    assert_eq!(rally("cs_84va", 4), (false, 6));
    assert_eq!(rally("cs_84va", 5), (true, 6));
    assert_eq!(rally("cs_84va", 8), (true, 5));
}

/// [GB 13.42] An enemy beside the unit adds one, each star of a leader takes one off.
#[test]
fn gb_13_42_rally_modifiers() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.put("us_301pa", "0914", "vW", Advance);
    table.state.units[unit].status.set(Status::DISORDERED, true);
    table.activate("cs.1").rolls(&[5]).play(&["unit:cs_81va", "rally"]);
    assert!(table.state.units[unit].is_disordered(), "5 + 1 against 5");
    let mut led = Table::crossroads();
    let unit = led.put("cs_81va", "0814", "vE", Advance);
    led.put("us_301pa", "0914", "vW", Advance);
    led.place_leader("cs_talbot", "0814");
    led.state.units[unit].status.set(Status::DISORDERED, true);
    led.activate("cs.1").rolls(&[5]).play(&["unit:cs_81va", "rally"]);
    assert!(!led.state.units[unit].is_disordered(), "5 + 1 - 1 against 5");
}

/// [GB 12.23] A collapsed unit cannot rally; [GB 13.44] nobody has to.
#[test]
fn gb_12_23_no_rally_when_collapsed() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    rules::ch12_losses::lose(&table.game, &mut table.state, unit, 4, &mut table.chance);
    table.activate("cs.1").play(&["unit:cs_81va"]);
    assert!(!table.can("rally") && table.can("pass"));
}

/// [GB 13.21] A brigade is out when all its regiments are disordered or worse, or more than half lost.
#[test]
fn gb_13_21_brigade_effectiveness() {
    let mut table = Table::crossroads();
    let units = ["cs_81va", "cs_82va", "cs_83va", "cs_84va"].map(|id| table.put(id, "0814", "vE", Advance));
    let brigade = table.formation("cs.1");
    for unit in &units[..3] {
        table.state.units[*unit].status.set(Status::DISORDERED, true);
    }
    ch13_effectiveness::judge(&table.game, &mut table.state, &mut table.chance);
    assert!(!table.state.formations[brigade].has(Standing::INEFFECTIVE));
    table.state.units[units[3]].status.set(Status::DISORDERED, true);
    ch13_effectiveness::judge(&table.game, &mut table.state, &mut table.chance);
    assert!(table.state.formations[brigade].has(Standing::INEFFECTIVE));
    for unit in units {
        table.state.units[unit].status.set(Status::DISORDERED, false);
    }
    ch13_effectiveness::judge(&table.game, &mut table.state, &mut table.chance);
    assert!(!table.state.formations[brigade].has(Standing::INEFFECTIVE), "[13.22] it recovers");
    for unit in &units[..3] {
        table.state.units[*unit].place = Place::Routed;
    }
    assert!(ch13_effectiveness::count(&table.game, &table.state, brigade).lost == 3);
}

/// [GB 13.52] A routed unit of a reserve returns on its disordered cohesion, a point weaker; 9 removes it.
#[test]
fn gb_13_52_routed_units_return() {
    for (roll, place, points) in [(5, Place::Map, 5), (6, Place::Routed, 5), (9, Place::Gone, 0)] {
        let mut table = Table::crossroads();
        let unit = table.put("cs_81va", "0414", "vE", Advance);
        warlab_engine::games::gbacw::field::lift(&table.game, &mut table.state, unit, Place::Routed);
        table.place_leader("cs_talbot", "0414");
        let brigade = table.formation("cs.1");
        table.state.formations[brigade].standing.set(Standing::RESERVE, true);
        table.state.set_phases(&[Phase::Brigade, Phase::ReserveWork { side: Side::Csa }]);
        rules::run(&table.game, &mut table.state, &mut table.chance);
        table.rolls(&[roll]).play(&["unit:cs_81va"]);
        if place == Place::Map {
            table.play(&["step:0414"]);
            assert!(table.state.units[unit].is_disordered());
        }
        assert_eq!((table.state.units[unit].place, table.sp(unit)), (place, points), "rolled {roll}");
    }
}

/// [GB 10.92] Resupply gives back one level, [GB 10.93] but not next to an enemy.
#[test]
fn gb_10_92_resupply() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.state.units[unit].set_ammo(0, Ammo::Out);
    table.activate("cs.1").play(&["unit:cs_81va", "resupply:1"]);
    assert_eq!(table.state.units[unit].ammo(0), Ammo::Low);
    let mut near = Table::crossroads();
    let unit = near.put("cs_81va", "0814", "vE", Advance);
    near.put("us_301pa", "0914", "vW", Advance);
    near.state.units[unit].set_ammo(0, Ammo::Out);
    near.activate("cs.1").play(&["unit:cs_81va"]);
    assert!(!near.can("resupply:1"));
}

fn trevilian() -> Table {
    Table::new(&Setup::scenario("trevilian"))
}

/// [GB 14.22] Cavalry mounts at the start of its action, away from the enemy, with half its movement; 10.94 refills it.
#[test]
fn gb_14_22_mounting() {
    let mut table = trevilian();
    let unit = table.put("us_1mi", "2119", "vW", Advance);
    table.state.units[unit].set_ammo(0, Ammo::Low);
    table.activate("us.c.1.1").play(&["unit:us_1mi", "mount"]);
    assert!(table.state.units[unit].is_mounted());
    assert_eq!(table.state.units[unit].ammo(0), Ammo::Full);
    assert_eq!(
        rules::ch09_allowance::allowance(&table.game, &table.state, unit),
        10,
        "half of 10, in halves of a point"
    );
    assert!(!table.can("dismount"), "once an activation");
    let mut near = trevilian();
    near.put("us_1mi", "2119", "vW", Advance);
    near.put("cs_1va", "2018", "vE", Advance);
    near.activate("us.c.1.1").play(&["unit:us_1mi"]);
    assert!(!near.can("mount"));
}

/// [GB 14.25] One in four of the dismounted holds the horses.
#[test]
fn gb_14_25_horse_holders() {
    let mut table = trevilian();
    let four = table.put("us_5mi", "2119", "vW", Advance);
    let seven = table.put("us_9ny", "2219", "vW", Advance);
    let strength = |unit| rules::ch10_salvo::effective_sp(&table.game, &table.state, unit);
    assert_eq!((strength(four), strength(seven)), (3, 6));
}

/// [GB 14.3] Spencers fire twice in good order and on foot, [GB 14.31] the second time after the answer.
#[test]
fn gb_14_31_spencers_fire_twice() {
    let mut table = trevilian();
    let unit = table.put("us_1mi", "2119", "vW", Attack);
    table.put("cs_1va", "2018", "vE", Advance);
    table.activate("us.c.1.1").rolls(&[0, 0, 0, 0, 0, 0]).play(&["unit:us_1mi", "fire:2018"]);
    table.pass_while(&["10.42"]);
    assert_eq!(table.told("fire_result"), 2);
    assert!(rules::ch10_salvo::is_repeater(&table.game, &table.state, unit));
    table.state.units[unit].status.set(Status::DISORDERED, true);
    assert!(!rules::ch10_salvo::is_repeater(&table.game, &table.state, unit));
}

/// [GB 15.13] A breastwork takes two turns by day; [GB 15.14] any other action ends it.
#[test]
fn gb_15_13_breastworks() {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "1813", "vW", Advance);
    table.place_leader("us_mercer", "1813");
    for id in ["us", "us.1"] {
        let formation = table.formation(id);
        table.state.formations[formation].standing.set(Standing::IN_COMMAND, true);
    }
    table.state.push(Phase::Engineering { side: Side::Union });
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.play(&["build:us_301pa/vW"]);
    ch15_works::progress(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.state.works.get(0).map(|work| work.turns), Some(1));
    let mut broken = table.state;
    ch15_works::interrupt(&mut broken, unit);
    assert_eq!(broken.works.get(0), None);
    ch15_works::progress(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.state.works.get(0).map(|work| work.turns), Some(0));
    assert!(!table.state.units[unit].has(Status::BUILDING));
}

/// [GB 15.21] A work covers the two hexsides it faces, [GB 15.22] where it costs a point even on a road.
#[test]
fn gb_15_21_protected_sides() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "0914", "vW", Attack);
    let (hex, west, east) = (table.hex("0814"), table.hex("0714"), table.hex("0914"));
    let before = rules::ch09_terrain::entry(
        &table.game,
        &table.state,
        unit,
        east,
        table.game.scenario.map.grid.direction(east, hex).unwrap(),
    )
    .unwrap();
    table.state.works.add(Work { hex, facing: Facing::from_id("vE").unwrap(), turns: 0, builder: None });
    let after = rules::ch09_terrain::entry(
        &table.game,
        &table.state,
        unit,
        east,
        table.game.scenario.map.grid.direction(east, hex).unwrap(),
    )
    .unwrap();
    assert_eq!(after.halves, before.halves + 2);
    assert!(rules::ch09_terrain::protects(&table.game, &table.state, hex, east));
    assert!(!rules::ch09_terrain::protects(&table.game, &table.state, hex, west));
}

/// [GB 16.11] Ranges of command and fire halve at dusk, rounded up; [GB 16.12] no charge and no joined batteries at night.
#[test]
fn gb_16_11_light() {
    use warlab_engine::games::gbacw::rules::ch16_night;
    use warlab_engine::games::gbacw::types::Light;
    let table = Table::crossroads();
    assert_eq!(ch16_night::command_range(&table.game, Light::Dusk, 5), 3);
    assert_eq!(ch16_night::max_range(&table.game, Light::Night, 5), 3);
    assert!(
        !ch16_night::may_charge(&table.game, Light::Night)
            && ch16_night::may_charge(&table.game, Light::Dusk)
    );
    assert!(!ch16_night::may_combine_batteries(&table.game, Light::Night));
}

/// [GB 17.22] The printed summary: moves, shock, shock, and two defences make four levels.
#[test]
fn gb_17_22_example_summary() {
    let mut table = Table::new(&Setup::scenario("crossroads").with("fatigue", "on"));
    table.put("cs_81va", "0814", "vE", Advance);
    let brigade = table.formation("cs.1");
    let division = table.formation("cs");
    let enemy = table.formation("us.1");
    table.state.marker = Marker::Division(division);
    let mut phase = |own: bool, shock: bool, level: u8| {
        table.state.acting = FormationSet::single(if own { brigade } else { enemy });
        table.state.formations[brigade].standing.set(Standing::TIRING, own);
        table.state.formations[brigade].standing.set(Standing::SHOCKED, shock);
        ch17_fatigue::close_activation(&table.game, &mut table.state, &mut table.chance);
        assert_eq!(table.state.formations[brigade].fatigue, level);
    };
    phase(true, false, 0);
    phase(true, true, 0);
    phase(true, true, 2);
    phase(false, true, 3);
    phase(false, true, 4);
}

/// [GB 17.23] Activations add two levels a turn at most; [GB 17.24, 17.25] OK, 0, 1, 2, 3 and 4 follow each other and 4 is
/// the end, [GB 17.32] under Advance.
#[test]
fn gb_17_23_and_17_32() {
    let mut table = Table::new(&Setup::scenario("crossroads").with("fatigue", "on"));
    table.put("cs_81va", "0814", "vE", Attack);
    let brigade = table.formation("cs.1");
    table.state.marker = Marker::Division(table.formation("cs"));
    for _ in 0..6 {
        table.state.acting = FormationSet::single(brigade);
        table.state.formations[brigade].standing.set(Standing::TIRING, true);
        ch17_fatigue::close_activation(&table.game, &mut table.state, &mut table.chance);
    }
    assert_eq!(table.state.formations[brigade].fatigue, 2);
    let levels = &table.game.tables.fatigue.levels;
    assert_eq!(levels.len(), 7, "no marker, then six of them: {levels:?}");
    ch17_fatigue::add(&table.game, &mut table.state, brigade, 9);
    assert_eq!(table.state.formations[brigade].fatigue_level(), 4);
    assert_eq!(table.state.formations[brigade].order, Advance);
}

/// [GB 17.31] Half the level, rounded up, counts against checks and movement; [GB 17.33] OK and 0 do nothing;
/// [GB 17.41] reserves recover.
#[test]
fn gb_17_31_effects() {
    let mut table = Table::new(&Setup::scenario("crossroads").with("fatigue", "on"));
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    let guns = table.put("cs_bty_c", "0713", "vE", Advance);
    let brigade = table.formation("cs.1");
    let tired =
        |table: &Table, unit| warlab_engine::games::gbacw::field::tiredness(&table.game, &table.state, unit);
    for (track, effect) in [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)] {
        table.state.formations[brigade].fatigue = track;
        assert_eq!(tired(&table, unit), effect);
    }
    assert_eq!(tired(&table, guns), 0, "[17.1] guns do not tire");
    assert_eq!(rules::ch09_allowance::allowance(&table.game, &table.state, unit), 8);
    // [GB 17.41] A turn in reserve takes two levels off.
    table.mark("cs.1", Standing::RESERVE, true);
    rules::ch13_rally::work_reserves(&table.game, &mut table.state, &mut table.chance);
    assert_eq!(table.state.formations[brigade].fatigue, 4);
}
