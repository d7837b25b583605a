//! Chapters 7 and 8 in play: fronts, wings, stacks, lines in shock, envelopment.

use warlab_engine::games::gbacw::field::{parts, set_extension};
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch06_orders::set_order;
use warlab_engine::games::gbacw::rules::ch07_facing::{may_refuse, set_wing};
use warlab_engine::games::gbacw::rules::ch08_extension::reform;
use warlab_engine::games::gbacw::rules::ch08_stacking::fits;
use warlab_engine::games::gbacw::rules::ch10_volley::fire_input;
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::rules::{self};
use warlab_engine::games::gbacw::state::{Act, Shot, ShotKind, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Facing, Refusal, Unit};

use super::table::Table;

/// Directions as the state writes them in a unit's extension.
const NORTH: u8 = 1;
const SOUTH: u8 = 4;

fn hexes(table: &Table, unit: Unit) -> Vec<String> {
    parts(&table.game, &table.state, unit).into_iter().map(|hex| table.game.hex(hex).to_string()).collect()
}

/// A Union line in 0914 facing west, with markers on these sides, of so many points.
fn line(extension: [u8; 2], points: u8) -> (Table, Unit) {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "0914", "vW", Advance);
    table.state.units[unit].sp[0] = points;
    set_extension(&table.game, &mut table.state, unit, extension, false);
    (table, unit)
}

/// [GB 7.13] A unit leaves its hex by its front alone.
#[test]
fn gb_7_13_moves_by_the_front() {
    let mut table = Table::crossroads();
    table.put("us_303ny", "1114", "vW", Advance);
    table.activate("us.1").play(&["unit:us_303ny"]);
    let steps: Vec<String> = table.codes().into_iter().filter(|code| code.starts_with("step:")).collect();
    assert_eq!(steps, ["step:1013", "step:1014"]);
}

/// [GB 7.23] New orders that need another kind of facing give it for nothing.
#[test]
fn gb_7_23_orders_turn_for_free() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "1508", "vW", Advance);
    let brigade = table.formation("us.1");
    set_order(&table.game, &mut table.state, brigade, March, true);
    assert!(!table.state.units[unit].facing.is_vertex());
    assert_eq!(table.state.units[unit].spent, 0);
    set_order(&table.game, &mut table.state, brigade, Attack, true);
    assert!(table.state.units[unit].facing.is_vertex());
}

/// [GB 7.25] A unit that rallies may turn by one corner.
#[test]
fn gb_7_25_rally_and_turn() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.state.units[unit].status.set(Status::DISORDERED, true);
    table.activate("cs.1").rolls(&[0]).play(&["unit:cs_81va", "rally"]);
    let turns: Vec<String> = table.codes().into_iter().filter(|code| code.starts_with("face:")).collect();
    assert_eq!(turns.len(), 2, "{turns:?}");
    assert!(table.can("face:vNE") && table.can("face:vSE"));
    table.play(&["face:vNE"]);
    assert_eq!(table.state.units[unit].facing.id(), "vNE");
}

/// [GB 7.26] A column that leaves March becomes a line where its marker lies on its flank.
#[test]
fn gb_7_26_column_into_line() {
    for (facing, is_line) in [("vW", true), ("vNW", false)] {
        let mut table = Table::crossroads();
        let unit = table.put("us_301pa", "0914", "eN", March);
        set_extension(&table.game, &mut table.state, unit, [SOUTH, 0], true);
        table.state.units[unit].order = Advance;
        table.state.units[unit].facing = Facing::from_id(facing).unwrap();
        reform(&table.game, &mut table.state, unit);
        assert_eq!(table.state.units[unit].is_line(), is_line, "{facing}");
    }
}

/// [GB 7.31] The end of a line and a lone unit may bend a wing, the middle may not.
#[test]
fn gb_7_31_ends_of_the_line() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "0914", "vW", Advance);
    let may = |table: &Table| {
        [Refusal::Left, Refusal::Right].map(|wing| may_refuse(&table.game, &table.state, unit, wing, false))
    };
    assert_eq!(may(&table), [true, true]);
    table.put("us_302pa", "0913", "vW", Advance);
    assert_eq!(may(&table), [true, false]);
    table.put("us_304ny", "0915", "vW", Advance);
    assert_eq!(may(&table), [false, false]);
}

/// [GB 7.33] A bent unit pays a point to straighten and cannot move before.
#[test]
fn gb_7_33_straightening() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "1114", "vW", Advance);
    set_wing(&table.game, &mut table.state, unit, Refusal::Left);
    table.activate("us.1").play(&["unit:us_303ny"]);
    assert!(!table.codes().iter().any(|code| code.starts_with("step:")));
    table.play(&["unrefuse"]);
    assert_eq!(table.state.units[unit].spent, 2);
    assert!(table.can("step:1014"), "{:?}", table.codes());
}

/// [GB 8.11] Limits bind all the time but for passing through: nobody ends above them.
#[test]
fn gb_8_11_nobody_stops_above_the_limit() {
    let mut table = Table::crossroads();
    let unit = table.put("us_303ny", "1114", "vW", Advance);
    table.put("us_305oh", "1014", "vW", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "step:1014"]);
    assert_eq!(table.at(unit), "1014");
    assert!(!table.can("pass"), "another brigade holds the hex: {:?}", table.codes());
}

/// [GB 8.26] Guns that turn and stay turn the infantry they lie with.
#[test]
fn gb_8_26_the_stack_turns_together() {
    let mut table = Table::crossroads();
    table.put("us_bty_a", "0914", "vW", Advance);
    let foot = table.put("us_302pa", "0914", "vW", Advance);
    table.activate("us.art").play(&["unit:us_bty_a", "face:vNW"]);
    table.pass_while(&["9.13"]);
    assert_eq!(table.state.units[foot].facing.id(), "vNW");
}

/// [GB 8.32, 10.14] Guns and infantry of one hex fire each for itself.
#[test]
fn gb_8_32_guns_and_infantry_fire_apart() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "0914", "vW", Advance);
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_82va", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_302pa", "fire:0714"]);
    assert_eq!(table.state.shots.iter().flatten().map(|shot| shot.strength).collect::<Vec<_>>(), [1]);
    assert!(!table.state.units[guns].did(Act::FIRED));
}

/// [GB 8.34] Shell counts the strength in the target hex: eight is massed, two scattered, guns alone neither.
#[test]
fn gb_8_34_massed_and_scattered_targets() {
    let named = |units: &[(&str, u8)]| -> Vec<&'static str> {
        let mut table = Table::crossroads();
        table.put("us_bty_a", "1314", "vW", Advance);
        let mut top = None;
        for &(id, points) in units {
            let unit = table.put(id, "0814", "vE", Advance);
            if !table.game.is_artillery(unit) {
                table.state.units[unit].sp[0] = points;
            }
            top.get_or_insert(unit);
        }
        let shot = Shot {
            firer: table.unit("us_bty_a"),
            parts: 1,
            strength: 6,
            from: table.hex("1314"),
            target: table.hex("0814"),
            group: 0,
            kind: ShotKind::Active,
            result: None,
            second: false,
            doubled: false,
        };
        let input = fire_input(&table.game, &table.state, &shot, top.expect("a target"));
        let list = warlab_engine::games::gbacw::calc::fire::modifiers(&table.game.tables, &input);
        list.into_iter().map(|(name, _)| name).filter(|name| name.ends_with("_target")).collect()
    };
    assert_eq!(named(&[("cs_81va", 6), ("cs_82va", 2)]), ["massed_target"]);
    assert!(named(&[("cs_81va", 6)]).is_empty());
    assert_eq!(named(&[("cs_81va", 2)]), ["dispersed_target"]);
    assert!(named(&[("cs_bty_c", 4)]).is_empty());
}

/// [GB 8.36] A stack fights with all its infantry.
#[test]
fn gb_8_36_the_whole_stack_fights() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("us_303ny", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Attack);
    table.activate("us.1").rolls(&[0]).play(&["pass", "assault:0914>0814"]);
    assert_eq!(shock_input(&table.game, &table.state, 0).expect("a combat").attacker, 26);
}

/// [GB 8.37] A battery of two sections is one unit; only one battery lies with infantry.
#[test]
fn gb_8_37_one_battery_with_infantry() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    let mixed = table.put("us_bty_b", "0711", "vW", Advance);
    let other = table.put("us_bty_a", "0711", "vW", Advance);
    let hex = table.hex("0914");
    assert!(fits(&table.game, &table.state, mixed, hex));
    table.put("us_bty_b", "0914", "vW", Advance);
    assert!(!fits(&table.game, &table.state, other, hex));
}

/// [GB 11.32, 8.46] Example 2: A and B, apart from each other, each meet the whole line of 12; the line meets both.
#[test]
fn gb_11_32_example_2() {
    let (mut table, _) = line([SOUTH, 0], 12);
    table.put("cs_81va", "0813", "vE", Advance);
    table.put("cs_84va", "0815", "vE", Advance);
    table.activate("cs.1").rolls(&[0, 0]).play(&["pass", "assault:0813>0914", "assault:0815>0915"]);
    assert_eq!(table.state.combats.iter().flatten().count(), 2);
    for index in 0..2 {
        let input = shock_input(&table.game, &table.state, index).expect("a combat");
        assert_eq!((input.attacker, input.defender), (12, 24), "halves");
    }
    let (mut table, _) = line([SOUTH, 0], 12);
    table.put("cs_81va", "0813", "vE", Attack);
    table.put("cs_84va", "0815", "vE", Attack);
    table.activate("us.1").play(&["pass"]);
    assert!(!table.can("assault:0914>0813"));
    table.rolls(&[0, 0]).play(&["assault:0914>0813+0815"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!((input.attacker, input.defender), (24, 24));
}

/// [GB 11.32, 8.46] Example 3: a line of 12 attacks with all of it, though half is not next to the enemy.
#[test]
fn gb_11_32_example_3() {
    let (mut table, _) = line([SOUTH, 0], 12);
    table.put("cs_81va", "0813", "vE", Attack);
    table.activate("us.1").rolls(&[0]).play(&["pass", "assault:0914>0813"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!((input.attacker, input.defender), (24, 12));
}

/// [GB 11.32, 8.46] Example 4: a line of 18 in three hexes attacks both enemies; they attack it one by one.
#[test]
fn gb_11_32_example_4() {
    let (mut table, _) = line([SOUTH, NORTH], 18);
    table.put("cs_81va", "0812", "vE", Attack);
    table.put("cs_84va", "0815", "vE", Attack);
    table.activate("us.1").rolls(&[0, 0]).play(&["pass", "assault:0914>0812+0815"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!((input.attacker, input.defender), (36, 24));
    let (mut table, _) = line([SOUTH, NORTH], 18);
    table.put("cs_81va", "0812", "vE", Advance);
    table.put("cs_84va", "0815", "vE", Advance);
    table.activate("cs.1").rolls(&[0, 0]).play(&["pass", "assault:0812>0913", "assault:0815>0915"]);
    assert_eq!(table.state.combats.iter().flatten().count(), 2);
}

/// [GB 8.48] The printed example, mirrored: the free half swings to the flank of the defender; [GB 8.49] and the
/// line draws in before the defender is driven off.
#[test]
fn gb_8_48_and_8_49_envelopment() {
    let (mut table, unit) = line([0, NORTH], 8);
    table.put("cs_81va", "0814", "vE", Attack);
    table.activate("us.1").play(&["pass", "assault:0914>0814"]);
    assert!(table.can("yes"), "{:?}", table.codes());
    table.rolls(&[0]).play(&["yes"]);
    let mut now = hexes(&table, unit);
    now.sort();
    assert_eq!(now, ["0813", "0914"]);
    let input = shock_input(&table.game, &table.state, 0).expect("a combat");
    assert_eq!(input.position, ("position_front_and_flank", 4));
    table.rolls(&[9]).pass_while(&["11.38", "11.41"]);
    assert!(!table.state.units[unit].is_extended());
    assert_eq!(table.at(unit), "0914");
}

/// [GB 8.48] No swing for a half that starts in the enemy's front.
#[test]
fn gb_8_48_not_from_the_enemys_front() {
    let (mut table, _) = line([0, NORTH], 8);
    table.put("cs_81va", "0814", "vNE", Attack);
    table.put("cs_82va", "0813", "vE", Attack);
    table.activate("us.1").rolls(&[0, 0]).play(&["pass", "assault:0914>0813+0814"]);
    assert!(!table.can("yes"));
}

/// [GB 8.47] A line goes back as a line if it can.
#[test]
fn gb_8_47_line_retreats_extended() {
    let (mut table, unit) = line([SOUTH, 0], 8);
    table.put("cs_81va", "0814", "vE", Attack);
    table.state.retreat_from = table.hex("0814");
    table.state.units[unit].act.set(Act::RETREAT_1, true);
    table.state.set_phases(&[Phase::Brigade, Phase::Settle]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    let step = table.codes().into_iter().find(|code| code.starts_with("step:")).expect("a way");
    table.play(&[&step]);
    assert!(table.state.units[unit].is_line());
    assert!(hexes(&table, unit).iter().all(|hex| hex.starts_with("10")), "{:?}", hexes(&table, unit));
}

/// [GB 8.51] On the road the marker lies where the head stood a step before.
#[test]
fn gb_8_51_the_tail_follows_the_road() {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "1809", "eNW", March);
    let short = table.unit("us_302pa");
    table.activate("us.1").play(&["unit:us_301pa", "step:1709"]);
    let step = table.codes().into_iter().find(|code| code.starts_with("step:16")).expect("on along the road");
    table.play(&[&step]);
    assert_eq!(hexes(&table, unit)[1], "1709");
    assert!(!table.state.units[short].is_extended());
}
