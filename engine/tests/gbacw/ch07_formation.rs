//! Chapters 7 and 8: facing, wings, stacks, extended lines.

use warlab_engine::games::gbacw::field::{parts, set_extension, stack};
use warlab_engine::games::gbacw::rules::ch07_facing::{may_refuse, set_wing, turn_cost};
use warlab_engine::games::gbacw::rules::ch08_extension::{line_moves, shrink};
use warlab_engine::games::gbacw::rules::ch08_stacking::{enters_on_top, fits};
use warlab_engine::games::gbacw::rules::ch10_salvo::{allotments, fire_strength};
use warlab_engine::games::gbacw::rules::{self};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Facing, Refusal};
use warlab_engine::setup::Setup;

use super::table::Table;

/// [GB 7.21] One corner is free, more cost a point; [GB 7.22] under Attack in woods every corner costs.
#[test]
fn gb_7_21_turning() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "0914", "vW", Attack);
    let cost =
        |table: &Table, to: &str| turn_cost(&table.game, &table.state, unit, Facing::from_id(to).unwrap());
    assert_eq!((cost(&table, "vNW"), cost(&table, "vNE"), cost(&table, "vE")), (0, 2, 2));
    table.state.units[unit].hex = table.hex("0916");
    assert_eq!((cost(&table, "vNW"), cost(&table, "vNE"), cost(&table, "vE")), (2, 4, 2));
}

/// [GB 7.24] A unit that starts next to an enemy and turns two corners stays; [GB 9.53].
#[test]
fn gb_7_24_turning_beside_the_enemy() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "0914", "vW", Attack);
    table.put("cs_81va", "0814", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "face:vNE"]);
    assert!(!table.codes().iter().any(|code| code.starts_with("step:")));
    let mut one = Table::crossroads();
    one.put("us_303ny", "0914", "vSW", Attack);
    one.put("cs_81va", "0814", "vE", Advance);
    one.activate("us.1").play(&["unit:us_303ny", "face:vSE"]);
    assert!(one.codes().iter().any(|code| code.starts_with("step:")));
}

/// [GB 11.12] Who begins beside the enemy and turns on him, however far, may attack him, but does not charge. [GB 9.53]
#[test]
fn gb_11_12_turning_on_the_enemy() {
    for (facing, order) in
        [("vNW", Attack), ("vNE", Attack), ("vE", Attack), ("vNE", Advance), ("vE", Advance)]
    {
        let mut table = Table::army();
        let unit = table.put("us_7", "1110", facing, order);
        table.put("cs_6", "1010", "vW", Advance);
        table.activate("us.2.1.1").play(&["unit:us_7", "face:vW"]);
        assert_eq!(table.starting("step:").is_empty(), facing != "vNW", "{facing}: {:?}", table.codes());
        table.pass_until("11.31");
        assert_eq!(table.codes(), ["hold:1110", "assault:1110>1010"], "{facing} {order:?}");
        table.rolls(&[9, 9, 9]).play(&["assault:1110>1010"]).pass_until("11.46").play(&["step:1010"]);
        assert_eq!(table.at(unit), "1010", "{facing} {order:?}");
    }
}

/// [GB 11.12] Whom his stack turns after he came next to the enemy takes no part in shock; who began there may. [GB 9.53]
#[test]
fn gb_11_12_turned_after_coming_up() {
    for turn in [None, Some("face:vSW")] {
        let mut table = Table::army();
        let stays = table.put("us_4", "1110", "vW", Attack);
        let comes = table.put("us_3", "1210", "vW", Attack);
        table.put("cs_6", "1010", "vNW", Advance);
        table.activate("us.2.1.1").play(&["unit:us_3", "step:1110"]).pass_until("5.33").play(&["unit:us_4"]);
        table.play(turn.as_slice()).pass_until("11.31");
        table.play(&["assault:1110>1010"]);
        let attacks = [stays, comes].map(|unit| table.state.units[unit].combat > 0);
        assert_eq!(attacks, [true, turn.is_none()]);
    }
}

/// [GB 7.32] A wing is bent for a point, not beside an enemy, not with a friend on that flank.
#[test]
fn gb_7_32_refusing() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "0914", "vW", Advance);
    let may = |table: &Table, wing| may_refuse(&table.game, &table.state, unit, wing, false);
    assert!(may(&table, Refusal::Left) && may(&table, Refusal::Right));
    table.put("us_302pa", "0913", "vW", Advance);
    assert!(
        may(&table, Refusal::Left) && !may(&table, Refusal::Right),
        "0913 lies on the right of a unit facing west"
    );
    table.put("cs_81va", "0814", "vE", Advance);
    assert!(!may(&table, Refusal::Left));
    assert!(may_refuse(&table.game, &table.state, unit, Refusal::Left, true), "in reaction it may [9.61]");
    table.state.units[unit].order = March;
    assert!(!may_refuse(&table.game, &table.state, unit, Refusal::Left, true));
}

fn shares(units: &[&str]) -> Vec<(u8, u8)> {
    let mut table = Table::crossroads();
    let ids: Vec<_> = units.iter().map(|id| table.put(id, "0914", "vW", Advance)).collect();
    set_wing(&table.game, &mut table.state, ids[0], Refusal::Left);
    allotments(&table.game, &table.state, table.hex("0914"))
        .iter()
        .map(|row| (row.front, row.refused))
        .collect()
}

/// [GB 7.34] Printed examples: 7 points 4 and 3; 5 over 7 give 4, then 1 and 2.
#[test]
fn gb_7_34_examples() {
    assert_eq!(shares(&["us_302pa"]), [(4, 3)]);
    assert_eq!(shares(&["us_308in", "us_305oh"]), [(4, 1), (0, 2)]);
    assert_eq!(
        shares(&["us_bty_b", "us_303ny"]),
        [(4, 0), (0, 2), (0, 1)],
        "four rifles ahead, two howitzers aside"
    );
    assert_eq!(shares(&["us_bty_a", "us_bty_b"]).iter().map(|row| row.0).sum::<u8>(), 6);
}

/// [GB 8.12] Fifteen points of one brigade, or one unit of any strength, with one battery; March seven.
#[test]
fn gb_8_12_stacking() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "0914", "vW", Advance);
    let seven = table.put("us_302pa", "0714", "vW", Advance);
    let six = table.put("us_303ny", "0714", "vW", Advance);
    let other = table.put("us_305oh", "0714", "vW", Advance);
    let guns = table.put("us_bty_a", "0711", "vW", Advance);
    let hex = table.hex("0914");
    assert!(fits(&table.game, &table.state, seven, hex), "8 + 7");
    assert!(fits(&table.game, &table.state, six, hex));
    assert!(!fits(&table.game, &table.state, other, hex), "another brigade");
    assert!(fits(&table.game, &table.state, guns, hex));
    table.put("us_302pa", "0914", "vW", Advance);
    assert!(!fits(&table.game, &table.state, six, hex), "8 + 7 + 6");
    let mut march = Table::crossroads();
    march.put("us_308in", "0914", "eSW", March);
    let second = march.put("us_306oh", "0714", "eSW", March);
    assert!(!fits(&march.game, &march.state, second, hex), "5 + 6 on the march");
}

/// [GB 8.23] Through the front a unit lands on top, otherwise below.
#[test]
fn gb_8_23_place_in_stack() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "0914", "vW", Advance);
    let (hex, west, east) = (table.hex("0914"), table.hex("0814"), table.hex("1014"));
    assert!(enters_on_top(&table.game, &table.state, west, hex));
    assert!(!enters_on_top(&table.game, &table.state, east, hex));
}

/// [GB 8.24] A unit changes its place in the stack instead of moving, but not in an enemy's front.
#[test]
fn gb_8_24_restacking() {
    let mut table = Table::crossroads();
    let top = table.put("us_302pa", "0914", "vW", Attack);
    let below = table.put("us_303ny", "0914", "vW", Attack);
    table.activate("us.1").play(&["unit:us_303ny", "raise"]);
    assert_eq!(stack(&table.game, &table.state, table.hex("0914")).as_slice(), &[below, top]);
    assert!(!table.codes().iter().any(|code| code.starts_with("step:")));
    let mut near = Table::crossroads();
    near.put("us_302pa", "0914", "vW", Attack);
    near.put("us_303ny", "0914", "vW", Attack);
    near.put("cs_81va", "0814", "vE", Advance);
    near.activate("us.1").play(&["unit:us_303ny"]);
    assert!(!near.can("raise"));
}

/// [GB 8.31] Seven points a hex from the top; guns on top fire whole, guns below others not at all (8.33).
#[test]
fn gb_8_31_fire_from_a_hex() {
    let rows = |units: &[&str]| -> Vec<u8> {
        let mut table = Table::crossroads();
        for id in units {
            table.put(id, "0914", "vW", Advance);
        }
        allotments(&table.game, &table.state, table.hex("0914")).iter().map(|row| row.front).collect()
    };
    assert_eq!(rows(&["us_308in", "us_305oh"]), [5, 2]);
    assert_eq!(rows(&["us_bty_a", "us_302pa"]), [6, 1]);
    assert_eq!(rows(&["us_302pa", "us_bty_a"]), [7]);
    assert_eq!(rows(&["us_301pa"]), [7], "eight points fire as seven");
}

fn line() -> (Table, warlab_engine::games::gbacw::types::Unit) {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "0914", "vW", Attack);
    table.activate("us.1").play(&["unit:us_301pa", "extend:left"]);
    (table, unit)
}

/// [GB 8.41] Eight points may extend to a flank; [GB 8.44] the strength is split, and the line moves as one.
#[test]
fn gb_8_41_extended_line() {
    let (table, unit) = line();
    let hexes = parts(&table.game, &table.state, unit);
    assert_eq!(table.game.hex(hexes[1]).to_string(), "0915", "left of a unit facing west is south");
    let strength: Vec<u8> =
        hexes.iter().map(|&hex| fire_strength(&table.game, &table.state, unit, hex)).collect();
    assert_eq!(strength, [4, 4]);
    assert!(table.state.occupied[0].contains(hexes[1]));
    let codes = table.codes();
    assert!(codes.iter().any(|code| code == "step:0814"), "{codes:?}");
    assert!(codes.iter().any(|code| code.starts_with("pivot:")));
    let mut small = Table::crossroads();
    small.put("us_302pa", "0914", "vW", Attack);
    small.activate("us.1").play(&["unit:us_302pa"]);
    assert!(!small.can("extend:left"), "seven points may not");
}

/// [GB 8.44] A pivot swings the line forward round the end that stays.
#[test]
fn gb_8_44_pivot() {
    let (table, unit) = line();
    for way in line_moves(&table.game, &table.state, unit) {
        assert!(way.facing.is_vertex());
        let mut moved = table.state;
        rules::ch08_extension::move_line(
            &table.game,
            &mut moved,
            unit,
            way.action,
            &mut warlab_engine::chance::Dice::seeded(1),
        );
        let hexes = parts(&table.game, &moved, unit);
        assert_eq!(hexes.len(), 2);
        assert_eq!(table.game.scenario.map.grid.distance(hexes[0], hexes[1]), 1);
    }
}

/// [GB 8.42] Below eight points the marker goes when the activation ends.
#[test]
fn gb_8_42_shrinking() {
    let (mut table, unit) = line();
    shrink(&table.game, &mut table.state, unit);
    assert!(table.state.units[unit].is_line());
    rules::ch12_losses::lose(&table.game, &mut table.state, unit, 1, &mut table.chance);
    shrink(&table.game, &mut table.state, unit);
    assert!(!table.state.units[unit].is_extended());
}

/// [GB 8.45] The parts of a line fire together at one target.
#[test]
fn gb_8_45_line_fires_together() {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "0914", "vW", Advance);
    set_extension(&table.game, &mut table.state, unit, [4, 0], false);
    table.put("cs_81va", "0714", "vE", Advance);
    let target = table.hex("0714");
    let salvo = rules::ch10_salvo::salvo(
        &table.game,
        &table.state,
        unit,
        target,
        warlab_engine::games::gbacw::state::ShotKind::Active,
    );
    assert_eq!((salvo.parts, salvo.strength), (3, 8));
}

/// [GB 8.5] A long column on the march trails a marker behind its head.
#[test]
fn gb_8_5_extended_column() {
    let mut table = Table::new(&Setup::scenario("crossroads"));
    let unit = table.put("us_301pa", "1809", "eNW", March);
    table.activate("us.1").play(&["unit:us_301pa"]);
    let step = table.codes().into_iter().find(|code| code.starts_with("step:")).expect("a step");
    table.play(&[&step]);
    assert!(table.state.units[unit].is_column());
    assert_eq!(parts(&table.game, &table.state, unit)[1], table.hex("1809"));
}
