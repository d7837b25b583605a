//! Chapter 9: movement, enemies, reactions, reinforcements.

use warlab_engine::games::gbacw::rules::ch09_allowance::allowance;
use warlab_engine::games::gbacw::rules::ch09_terrain::entry;
use warlab_engine::games::gbacw::rules::ch09_ways::ways;
use warlab_engine::games::gbacw::rules::{self};
use warlab_engine::games::gbacw::state::{Act, Place, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::setup::Setup;

use super::table::Table;

fn cost(table: &Table, unit: &str, from: &str, to: &str) -> Option<u8> {
    let grid = &table.game.scenario.map.grid;
    let (from, to) = (table.hex(from), table.hex(to));
    entry(&table.game, &table.state, table.unit(unit), from, grid.direction(from, to).unwrap())
        .map(|entry| entry.halves)
}

/// [GB 9.24] Attack halves the allowance, rounded up; 12.33 disorder uses the other side of the counter.
#[test]
fn gb_9_24_allowance() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "0914", "vW", Attack);
    assert_eq!(allowance(&table.game, &table.state, unit), 6);
    table.state.units[unit].order = Advance;
    assert_eq!(allowance(&table.game, &table.state, unit), 12);
    table.state.units[unit].status.set(Status::DISORDERED, true);
    assert_eq!(allowance(&table.game, &table.state, unit), 8);
}

/// [GB 9.41] Woods cost infantry 2 and guns 4. [GB 9.43] Roads cost one point under Advance and half a point under March; Attack pays the ground.
#[test]
fn gb_9_43_roads() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "1508", "vW", Advance);
    assert_eq!(cost(&table, "us_303ny", "1508", "1407"), Some(2));
    table.state.units[unit].order = March;
    assert_eq!(cost(&table, "us_303ny", "1508", "1407"), Some(1));
    table.state.units[unit].order = Attack;
    assert_eq!(cost(&table, "us_303ny", "1508", "1407"), Some(2));
    let guns = table.put("us_bty_a", "0915", "vSW", Advance);
    assert_eq!(cost(&table, "us_bty_a", "0915", "0916"), Some(8));
    assert_eq!(cost(&table, "us_303ny", "0915", "0916"), Some(4));
    let _ = guns;
}

/// [GB 9.44] Under Attack no bridge helps: the stream is waded.
#[test]
fn gb_9_44_bridges() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "1809", "vW", Advance);
    assert_eq!(cost(&table, "us_303ny", "1809", "1709"), Some(2));
    table.state.units[unit].order = Attack;
    assert_eq!(cost(&table, "us_303ny", "1809", "1709"), Some(4));
}

/// [GB 9.52] Only Attack in good order goes next to the enemy (12.34); [GB 9.53] and stops there.
#[test]
fn gb_9_52_next_to_the_enemy() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "0914", "vW", Attack);
    table.put("cs_81va", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny"]);
    assert!(table.can("step:0814"));
    let mut cautious = table.state;
    cautious.units[unit].order = Advance;
    assert!(!ways(&table.game, &cautious, unit).iter().any(|way| way.to == table.hex("0814")));
    let mut shaken = table.state;
    shaken.units[unit].status.set(Status::DISORDERED, true);
    assert!(!ways(&table.game, &shaken, unit).iter().any(|way| way.to == table.hex("0814")));
    table.play(&["step:0814"]).pass_while(&["9.61", "10.44", "10.45"]);
    assert!(table.state.units[unit].did(Act::CAME_ADJACENT));
    assert!(!table.codes().iter().any(|code| code.starts_with("step:") || code.starts_with("face:")));
}

/// [GB 9.22] A march keeps four hexes from enemies in sight.
#[test]
fn gb_9_22_march_standoff() {
    let mut table = Table::crossroads();
    let unit = table.put("us_305oh", "1214", "eNW", March);
    table.put("cs_81va", "0714", "vE", Advance);
    table.activate("us.2");
    table.state.start_hex = table.hex("1214");
    assert!(!ways(&table.game, &table.state, unit).iter().any(|way| way.to == table.hex("1114")));
}

/// [GB 9.42] A unit may always move one hex if it could in full vigour.
#[test]
fn gb_9_42_one_hex() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "0915", "vSW", Attack);
    table.state.units[unit].status.set(Status::DISORDERED, true);
    table.activate("us.1");
    table.state.start_hex = table.hex("0915");
    assert_eq!(allowance(&table.game, &table.state, unit), 4);
    let way = ways(&table.game, &table.state, unit).into_iter().find(|way| way.to == table.hex("0916"));
    assert!(way.is_some_and(|way| !way.minimum), "woods cost 2 of 2");
    table.state.units[unit].spent = 2;
    let way = ways(&table.game, &table.state, unit).into_iter().find(|way| way.to == table.hex("0916"));
    assert!(way.is_some_and(|way| way.minimum));
    table.state.units[unit].act.set(Act::MOVED, true);
    assert!(!ways(&table.game, &table.state, unit).iter().any(|way| way.to == table.hex("0916")));
}

/// [GB 9.54] A withdrawal goes two hexes back without turning, and the enemy may fire first (10.44).
#[test]
fn gb_9_54_withdrawal() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "withdraw"]);
    assert!(table.can("step:1014") && !table.can("step:0813"));
    table.play(&["step:1014"]);
    assert!(table.can("shoot:cs_81va>0914"), "{:?}", table.codes());
    table.play(&["pass"]);
    assert_eq!((table.at(unit), table.state.units[unit].facing.id()), ("1014".into(), "vW"));
}

/// [GB 9.61] A newcomer beside it lets a unit turn a corner, once, with a check [GB 9.62].
#[test]
fn gb_9_62_reaction_is_checked() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "0914", "vW", Attack);
    let unit = table.put("cs_81va", "0714", "vNW", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "step:0814"]);
    assert!(table.can("unit:cs_81va"), "{:?}", table.codes());
    table.rolls(&[9]).play(&["unit:cs_81va", "face:vNE"]);
    assert_eq!(table.state.units[unit].facing.id(), "vNE");
    assert!(table.state.units[unit].is_disordered());
    assert!(!table.can("unit:cs_81va"));
}

/// [GB 9.63] Guns move off before an enemy comes within three hexes.
#[test]
fn gb_9_63_reaction_move() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "1114", "vW", Attack);
    let guns = table.put("cs_bty_c", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "step:1014"]);
    assert!(table.can("unit:cs_bty_c"), "{:?}", table.codes());
    table.rolls(&[0]).play(&["unit:cs_bty_c", "pass"]);
    let step = table.codes().into_iter().find(|code| code.starts_with("step:")).expect("a way");
    table.play(&[&step, "pass"]);
    assert_ne!(table.at(guns), "0714");
    assert!(table.state.units[guns].did(Act::REACTION_MOVED));
}

/// [GB 9.71] Reinforcements enter at their hexes from their turn on, [GB 9.72] each paying for those before it.
#[test]
fn gb_9_71_reinforcements() {
    let mut table = Table::crossroads();
    let unit = table.unit("us_305oh");
    table.state.units[unit].place = Place::Waiting;
    table.state.units[unit].order = March;
    assert!(!rules::ch09_entry::can_enter(&table.game, &table.state, unit));
    table.state.turn = 2;
    rules::ch09_entry::arrive(&table.game, &mut table.state);
    assert!(rules::ch09_entry::can_enter(&table.game, &table.state, unit));
    let brigade = table.formation("us.2");
    table.state.formations[brigade].order = March;
    table.activate("us.2").play(&["enter:us_305oh>2009"]);
    assert_eq!((table.at(unit), table.state.units[unit].spent), ("2009".into(), 1));
    table.play(&["step:1909"]).pass_while(&["9.13"]);
    table.play(&["enter:us_306oh>2009"]);
    assert_eq!(table.state.units[table.unit("us_306oh")].spent, 2);
}

/// [GB 9.55] Option 1: guns do not come within four hexes of a watching enemy.
#[test]
fn gb_9_55_guns_keep_away() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "1114", "vW", Advance);
    table.put("cs_81va", "0714", "vE", Advance);
    table.activate("us.art");
    table.state.start_hex = table.hex("1114");
    assert!(!ways(&table.game, &table.state, guns).iter().any(|way| way.to == table.hex("1014")));
    let mut bold = Table::new(&Setup::scenario("crossroads").with("artillery_near_enemy", "2"));
    let guns = bold.put("us_bty_a", "1114", "vW", Advance);
    bold.put("cs_81va", "0714", "vE", Advance);
    bold.activate("us.art");
    bold.state.start_hex = bold.hex("1114");
    assert!(ways(&bold.game, &bold.state, guns).iter().any(|way| way.to == bold.hex("1014")));
}
