//! Chapter 12, rule by rule: strength, disorder, rout, abandoned guns.

use warlab_engine::game::Game;
use warlab_engine::games::gbacw::field::{cohesion, is_collapsed, parts};
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch09_allowance::allowance;
use warlab_engine::games::gbacw::rules::ch10_salvo::allotments;
use warlab_engine::games::gbacw::rules::ch12_losses::{abandon, man_guns};
use warlab_engine::games::gbacw::state::{Act, Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Direction, Unit};

use super::table::Table;

/// Owes a retreat to what stands in `from`, and asks for it.
pub fn drive(table: &mut Table, unit: Unit, from: &str, how: Act) {
    table.state.retreat_from = table.hex(from);
    table.state.units[unit].act.set(how, true);
    table.open(Phase::Settle);
}

/// [GB 12.12] The counter's strength is the ceiling: stragglers do not pass it, and no position may.
#[test]
fn gb_12_12_printed_strength_is_the_most() {
    let mut table = Table::trevilian();
    table.state.turn = 6;
    let full = table.put("us_1mi", "1021", "vW", Advance);
    let weak = table.put("us_6mi", "1022", "vW", Advance);
    table.weaken(weak, 2);
    table.place_leader("us_custer", "1021");
    table.mark("us.c.1.1", Standing::RESERVE, true);
    table.rolls(&[0, 0]).segment(Segment::ReserveWork);
    assert_eq!((table.sp(full), table.sp(weak)), (5, 5));
    let mut strong = table.state;
    strong.units[full].sp[0] += 1;
    assert!(table.game.check(&table.state).is_ok() && table.game.check(&strong).is_err());
}

/// [GB 12.21] Points are lost before anything else of a result: 1d costs the point, then asks for the check.
#[test]
fn gb_12_21_losses_come_first() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    let unit = table.put("cs_82va", "0814", "vE", Advance);
    table.weaken(unit, 3);
    // 7 + 1 make 8: 1d. The loss collapses the unit, so the failed check is a second disorder.
    table.activate("us.1").rolls(&[7, 9]).play(&["unit:us_302pa", "fire:0814", "pass"]);
    assert_eq!(table.story(&["loss", "collapse", "check"]), ["loss", "loss", "collapse", "check", "loss"]);
    assert_eq!((table.sp(unit), table.asks()), (2, "12.44"));
}

/// [GB 12.31] The reverse has less cohesion and movement but the same strength; guns move as before, and a line is disordered whole.
#[test]
fn gb_12_31_the_reverse_of_the_counter() {
    let mut table = Table::crossroads();
    let foot = table.put("us_301pa", "0914", "vW", Advance);
    let guns = table.put("us_bty_a", "1014", "vW", Advance);
    let values = |table: &Table, unit| {
        (
            cohesion(&table.game, &table.state, unit),
            allowance(&table.game, &table.state, unit),
            table.sp(unit),
        )
    };
    assert_eq!((values(&table, foot), values(&table, guns)), ((7, 12, 8), (7, 16, 6)));
    table.shake(foot);
    table.shake(guns);
    assert_eq!((values(&table, foot), values(&table, guns)), ((5, 8, 8), (5, 16, 6)));

    let mut line = Table::crossroads();
    let unit = line.put("us_301pa", "1114", "vW", Advance);
    line.activate("us.1").play(&["unit:us_301pa", "extend:left"]).pass_while(&["9.13", "5.33"]);
    let part = parts(&line.game, &line.state, unit)[1];
    let before = line.game.scenario.map.grid.neighbour(part, Direction::SW).expect("a hex");
    let (part, before) = (line.game.hex(part).to_string(), line.game.hex(before).to_string());
    line.put("cs_90ga", &before, "vE", Advance);
    line.activate("cs.2").rolls(&[5, 9]).play(&["unit:cs_90ga", &format!("fire:{part}")]);
    line.pass_while(&["10.42"]);
    assert!(line.is_shaken(unit), "struck in its extension: {}", line.last("fire_result"));
}

/// [GB 12.33] Broken ground disorders on the move, and the reverse's allowance less what was spent is left.
#[test]
fn gb_12_33_disorder_on_the_move() {
    for (die, far) in [(0, true), (9, false)] {
        let mut table = Table::trevilian();
        let unit = table.put("us_7mi", "0518", "vE", Advance);
        table.activate("us.c.1.1").play(&["unit:us_7mi", "step:0618", "step:0718"]);
        table.rolls(&[die]).play(&["step:0818"]);
        assert_eq!((table.is_shaken(unit), table.spent(unit)), (!far, 10), "woods cost riders three");
        assert!(table.can("step:0919"), "a clear hex");
        assert_eq!(table.can("step:0918"), far, "woods again: three of five, or of two points");
    }
}

/// [GB 12.34] Disordered infantry fires at -1 and not prepared, guns not at all; both may move.
#[test]
fn gb_12_34_what_disorder_forbids() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Advance);
    let target = table.put("cs_82va", "0814", "vE", Advance);
    table.shake(unit);
    // 7 - 1 makes 6: D; in good order it would be 8, 1d.
    table.activate("us.1").rolls(&[7]).play(&["unit:us_302pa", "fire:0814", "pass"]);
    assert_eq!((table.sp(target), table.is_shaken(target)), (7, true), "{}", table.last("fire_result"));
    let mut guns = Table::crossroads();
    let battery = guns.put("us_bty_a", "1214", "vW", Advance);
    guns.put("cs_82va", "0714", "vE", Advance);
    guns.shake(battery);
    guns.activate("us.art").play(&["unit:us_bty_a"]);
    assert!(guns.some("fire:").is_empty());
    let mut away = Table::crossroads();
    let battery = away.put("us_bty_a", "1214", "vE", Advance);
    away.shake(battery);
    away.activate("us.art").play(&["unit:us_bty_a"]);
    assert!(!away.some("step:").is_empty());
}

/// [GB 12.35] f: a second disorder takes an attacker out of his fight even if he finds no way back.
#[test]
fn gb_12_35f_no_fight_after_a_second_disorder() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Advance);
    table.shake(unit);
    table.put("cs_82va", "0814", "vE", Attack);
    table.put_all(&[
        ("cs_81va", "0913", "vNW"),
        ("cs_83va", "1013", "vE"),
        ("cs_90ga", "1014", "vE"),
        ("cs_91ga", "0915", "vSE"),
    ]);
    table.activate("us.1").rolls(&[0]).play(&["pass", "assault:0914>0814"]);
    table.rolls(&[7, 9]).play(&["shoot:cs_82va>0914"]).pass_while(&["11.38"]);
    assert_eq!((table.at(unit), table.told("no_retreat"), table.told("shock")), ("0914".into(), 1, 0));
}

/// [GB 12.53] A routed regiment leaves the map for its division's box; guns never rout, their crews run.
#[test]
fn gb_12_53_rout_and_guns() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    let column = table.put("cs_90ga", "0814", "eNE", March);
    let guns = table.put("cs_bty_c", "0814", "eNE", March);
    table.activate("us.1").rolls(&[9]).play(&["pass", "assault:0914>0814"]);
    assert_eq!((table.place(column), table.place(guns)), (Place::Routed, Place::Map));
    assert!(table.has(guns, Status::ABANDONED));
    assert!(!table.state.occupied[1].contains(table.hex("0814")));
}

/// [GB 12.8] Abandoned guns neither fire, block nor count, anyone may pass them, and they wait a turn.
#[test]
fn gb_12_8_abandoned_guns() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "0914", "vW", Advance);
    table.put("us_302pa", "0914", "vW", Advance);
    let hex = table.hex("0914");
    let fire = |table: &Table| {
        allotments(&table.game, &table.state, hex).iter().map(|row| row.front).collect::<Vec<u8>>()
    };
    assert_eq!(fire(&table), [6, 1]);
    abandon(&table.game, &mut table.state, guns, &mut table.chance);
    assert_eq!(fire(&table), [7], "the infantry has the whole hex");

    let mut through = Table::crossroads();
    let guns = through.put("us_bty_a", "0914", "vW", Advance);
    abandon(&through.game, &mut through.state, guns, &mut through.chance);
    through.put("cs_82va", "0814", "vE", Advance);
    through.put("us_303ny", "1115", "vW", Advance);
    through.activate("cs.1").play(&["unit:cs_82va"]);
    assert!(through.can("fire:1115"), "seen past the guns: {:?}", through.codes());
    through.play(&["step:0914", "step:1013"]);
    assert_eq!(through.spent(through.unit("cs_82va")), 4, "no toll, no check");
    assert!(through.has(guns, Status::ABANDONED), "an enemy mans nothing");
}

/// [GB 12.82] Guns abandoned through a second turn are lost; manned in time they are not.
#[test]
fn gb_12_82_lost_after_two_turns() {
    for manned in [false, true] {
        let mut table = Table::crossroads();
        let guns = table.put("us_bty_a", "1214", "vW", Advance);
        let foot = table.put("us_303ny", "1215", "vW", Advance);
        abandon(&table.game, &mut table.state, guns, &mut table.chance);
        table.segment(Segment::AbandonedGuns);
        assert!(table.has(guns, Status::ABANDONED_LONG) && table.sp(guns) == 6);
        if manned {
            let hex = table.hex("1214");
            man_guns(&table.game, &mut table.state, foot, hex, &mut table.chance);
        }
        table.segment(Segment::AbandonedGuns);
        let left = if manned { (Place::Map, 6, 0) } else { (Place::Gone, 0, 6) };
        assert_eq!((table.place(guns), table.sp(guns), table.state.lost_guns[0]), left);
    }
}

/// [GB 12.23] Example #2 through the fire table: 1D on eight less four points: 3, collapsed, 2, a retreat, a last check.
#[test]
fn gb_12_23_example_2_by_fire() {
    for (check, routs) in [(0, false), (9, true)] {
        let mut table = Table::crossroads();
        table.put("cs_82va", "0814", "vE", Advance);
        table.put("cs_90ga", "0714", "vE", Advance);
        let unit = table.put("us_301pa", "0914", "vW", Advance);
        table.weaken(unit, 4);
        assert!(!table.is_shaken(unit));
        // Behind a work: 9 + 1 + 1 make 11, and seven rifles give 1D.
        table.dig("0814", "vE");
        table.activate("cs.1").rolls(&[9]).play(&["unit:cs_82va", "fire:0914"]).pass_while(&["10.42"]);
        assert!(table.last("fire_result").contains("result 1D"), "{}", table.last("fire_result"));
        assert_eq!((table.sp(unit), table.asks()), (2, "12.44"));
        assert!(is_collapsed(&table.game, &table.state, unit));
        let step = table.some("step:")[0].clone();
        table.rolls(&[check]).play(&[&step]).pass_while(&["12.44"]);
        assert_eq!(table.place(unit) == Place::Routed, routs);
    }
}

/// [GB 12.35e] Guns that lost one do not count towards the point that a stack loses more.
#[test]
fn gb_12_35e_guns_do_not_count() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    let foot = table.put("cs_82va", "0814", "vE", Advance);
    let guns = table.put("cs_bty_c", "0814", "vE", Advance);
    table.shake(foot);
    table.shake(guns);
    let before = table.sp(guns);
    // 5 + 1 make 6: D for the foot on top; the guns fail their check.
    table.activate("us.1").rolls(&[5, 9]).play(&["unit:us_302pa", "fire:0814", "pass"]);
    assert_eq!((table.sp(foot), table.sp(guns)), (6, before - 1), "{}", table.last("fire_result"));
}
