//! Chapter 12, rule by rule: strength, disorder, retreat, rout, leaders, abandoned guns.

use warlab_engine::game::Game;
use warlab_engine::games::gbacw::field::{cohesion, is_collapsed, parts, stack};
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch09_movement::allowance;
use warlab_engine::games::gbacw::rules::ch10_fire::allotments;
use warlab_engine::games::gbacw::rules::ch12_losses::{abandon, kill, man_guns, rout};
use warlab_engine::games::gbacw::state::{Act, LeaderFlags, Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Direction, Side, Unit};
use warlab_engine::setup::Setup;

use super::table::{ARMY, Table, with_army};

/// Owes a retreat to what stands in `from`, and asks for it.
fn drive(table: &mut Table, unit: Unit, from: &str, how: Act) {
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

/// [GB 12.41] The owner chooses the way, and guns may use the lane through woods that are closed to them otherwise.
#[test]
fn gb_12_41_the_owner_chooses_the_way() {
    let mut table = Table::crossroads();
    table.put("cs_82va", "1007", "vE", Attack);
    let guns = table.put("us_bty_a", "1107", "vW", Advance);
    table.state.active = Side::Csa;
    drive(&mut table, guns, "1007", Act::RETREAT_1);
    assert_eq!(table.decider(), Side::Union);
    assert!(table.can("step:1206") && table.some("step:").len() > 1, "{:?}", table.codes());
    let mut off = Table::crossroads();
    off.put("cs_82va", "1204", "vSE", Attack);
    let guns = off.put("us_bty_a", "1205", "vNW", Advance);
    off.state.active = Side::Csa;
    drive(&mut off, guns, "1204", Act::RETREAT_1);
    assert!(!off.can("step:1206"), "off the lane woods cost four");
}

/// [GB 12.43] Before shock infantry goes back one hex if it likes, riders one or two.
#[test]
fn gb_12_43_free_retreats() {
    for (id, second) in [("cs_1va", false), ("cs_3va", true)] {
        let mut table = Table::trevilian();
        table.put("us_1mi", "1121", "vW", Advance);
        let unit = table.put(id, "1021", "vE", Advance);
        table.activate("us.c.1.1").play(&["pass", "assault:1121>1021"]);
        assert!(table.asks() == "11.33" && table.can("pass"), "nobody has to");
        table.play(&[&format!("unit:{id}")]);
        let step = table.some("step:")[0].clone();
        table.play(&[&step]);
        assert_eq!(table.asks() == "12.44" && table.can("pass"), second, "{:?}", table.codes());
        assert_ne!(table.at(unit), "1021");
    }
}

/// [GB 12.47] An active unit that is driven back does nothing more in its activation.
#[test]
fn gb_12_47_a_driven_unit_is_done() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Attack);
    table.put("cs_82va", "0814", "vE", Advance);
    table.shake(unit);
    table.activate("us.1").play(&["unit:us_302pa", "fire:0814"]);
    // The answer makes 1d; the check fails: a second disorder.
    table.rolls(&[0, 7, 9]).play(&["shoot:cs_82va>0914"]);
    assert_eq!((table.asks(), table.sp(unit)), ("12.44", 5));
    let step = table.some("step:")[0].clone();
    table.play(&[&step]).pass_while(&["12.44"]);
    assert_eq!(table.asks(), "5.33");
    assert!(!table.can("unit:us_302pa"));
    table.play(&["pass"]);
    assert!(table.some("assault:").is_empty());
}

/// [GB 12.47] Whatever drove it, an active unit acts and fights no more, though a new enemy is before it.
#[test]
fn gb_12_47_for_any_reason() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Advance);
    table.put("us_bty_a", "1014", "vE", Advance);
    table.put("cs_82va", "0814", "vE", Advance);
    // No way leads farther from all enemies, so the guns of 1014 are as good a place as any.
    table.put("cs_81va", "1114", "vE", Advance);
    table.put("cs_83va", "0912", "vNW", Advance);
    table.activate("us.1");
    drive(&mut table, unit, "0814", Act::RETREAT_1);
    table.play(&["step:1014"]);
    assert_eq!((table.asks(), table.facing(unit)), ("5.33", "vE"));
    assert!(!table.can("unit:us_302pa"), "{:?}", table.codes());
    table.play(&["pass"]);
    assert!(table.some("assault:").is_empty(), "{:?}", table.codes());
}

/// [GB 12.47] An attacker driven off by fire before the shock is out of it; others attack without him. [GB 11.32, 12.35f]
#[test]
fn gb_12_47_driven_off_before_the_fight() {
    for helped in [false, true] {
        let mut table = Table::crossroads();
        let unit = table.put("us_302pa", "0914", "vW", Advance);
        table.shake(unit);
        table.put("cs_82va", "0814", "vE", Attack);
        let mut attacks = vec!["pass", "assault:0914>0814"];
        if helped {
            table.put("us_303ny", "0915", "vW", Advance);
            attacks.push("assault:0915>0814");
        }
        table.activate("us.1").rolls(&[0]).play(&attacks);
        // 7 + 1 make 1d, the check fails: a second disorder.
        table.rolls(&[7, 9]).play(&["shoot:cs_82va>0914"]);
        assert_eq!(table.asks(), "12.44");
        table.rolls(&[5, 0, 0]).retreat().pass_while(&["12.44"]);
        assert_eq!(table.told("shock"), usize::from(helped));
        assert!(!table.did(unit, Act::FOUGHT));
        if helped {
            assert!(table.last("shock").contains("0814, 1:1.5:"), "6 against 7: {}", table.last("shock"));
        }
    }
}

/// [GB 12.35] f: a second disorder takes an attacker out of his fight even if he finds no way back.
#[test]
fn gb_12_35f_no_fight_after_a_second_disorder() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Advance);
    table.shake(unit);
    table.put("cs_82va", "0814", "vE", Attack);
    for (id, hex, facing) in [
        ("cs_81va", "0913", "vNW"),
        ("cs_83va", "1013", "vE"),
        ("cs_90ga", "1014", "vE"),
        ("cs_91ga", "0915", "vSE"),
    ] {
        table.put(id, hex, facing, Advance);
    }
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

/// [GB 12.72] A leader goes along with a unit that retreats or advances, or stays; he never has to.
#[test]
fn gb_12_72_leaders_may_go_along() {
    for (answer, at) in [("yes", "0714"), ("pass", "0814")] {
        let mut table = Table::crossroads();
        table.put("us_301pa", "1014", "vW", Attack);
        let unit = table.put("cs_81va", "0814", "vE", Advance);
        let leader = table.place_leader("cs_talbot", "0814");
        drive(&mut table, unit, "1014", Act::RETREAT_1);
        table.play(&["step:0714"]);
        assert_eq!(table.asks(), "12.72");
        table.play(&[answer]);
        assert_eq!((table.leader_at(leader), table.at(unit)), (at.to_string(), "0714".into()));
    }
}

/// Kills leaders, then opens the replacement segment; the union division keeps two brigades on the map.
fn fallen(first: &[&str], later: &[&str]) -> Table {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1214", "vW", Advance);
    table.put("us_305oh", "1414", "vW", Advance);
    for id in ["us_whitlock", "us_mercer", "us_pruitt"] {
        table.place_leader(id, "1214");
    }
    for group in [first, later] {
        for id in group {
            let leader = table.leader(id);
            kill(&table.game, &mut table.state, leader, &mut table.chance);
        }
        table.segment(Segment::Replacement);
        while table.asks() == "12.74" {
            let host = table.some("unit:")[0].clone();
            table.play(&[&host]);
        }
    }
    table
}

fn is_replaced(table: &Table, id: &str) -> bool {
    table.state.leaders[table.leader(id)].flags.has(LeaderFlags::REPLACED)
}

/// [GB 12.75] The successor of a division leader leaves his brigade to his own deputy.
#[test]
fn gb_12_75_the_successor_leaves_his_brigade() {
    let table = fallen(&["us_whitlock"], &[]);
    assert!(
        is_replaced(&table, "us_whitlock") && is_replaced(&table, "us_mercer"),
        "Mercer has the division"
    );
    assert!(!is_replaced(&table, "us_pruitt"));
    assert_eq!(table.leader_place(table.leader("us_mercer")), Place::Map, "Ames has the brigade");
}

/// [GB 12.76] If the named successor fell before, the next subordinate moves up.
#[test]
fn gb_12_76_the_next_subordinate() {
    let table = fallen(&["us_mercer"], &["us_whitlock"]);
    assert!(is_replaced(&table, "us_mercer") && is_replaced(&table, "us_whitlock"));
    assert!(is_replaced(&table, "us_pruitt"), "Pruitt moves up, Doyle has his brigade");
    let same = fallen(&["us_mercer", "us_whitlock"], &[]);
    assert!(is_replaced(&same, "us_pruitt"));
}

/// [GB 12.76] The lowest number moves up; where brigades have none, the best rated leader.
#[test]
fn gb_12_76_by_number_or_by_rating() {
    for (division, named, up, other) in [
        ("us_torbert", "us_merritt", "us_custer", "us_devin"),
        ("cs_butler", "cs_rutledge", "cs_dulany", "cs_wright"),
    ] {
        let mut table = Table::trevilian();
        table.put("us_1mi", "1021", "vW", Advance);
        table.put("cs_4sc", "0521", "vE", Advance);
        for id in [division, named, up, other] {
            let leader = table.place_leader(id, if id.starts_with("us") { "1021" } else { "0521" });
            if id == division || id == named {
                kill(&table.game, &mut table.state, leader, &mut table.chance);
            }
        }
        table.segment(Segment::Replacement);
        assert!(is_replaced(&table, division) && is_replaced(&table, up) && !is_replaced(&table, other));
    }
}

/// XV Corps with divisions that have no numbers: its named successor is the leader of the first, who fell before.
fn corps_without_numbers(equals: bool) -> Table {
    let mut text = ARMY.to_string();
    for (number, letter) in [("15.1", "15.a"), ("15.2", "15.b"), ("15.3", "15.c")] {
        text = text.replace(&format!("us.{number}"), &format!("us.{letter}"));
    }
    let corps = "range = 8, efficiency = 0,";
    text = text
        .replace(corps, &format!("{corps} replacement = {{ name = \"1/XV\", range = 4, efficiency = 0 }},"));
    if equals {
        let third = "commands = \"us.15.c\", range = 6, activation = ";
        text = text.replace(&format!("{third}0"), &format!("{third}1"));
    }
    let mut table = Table::of(with_army(&text, &Setup::scenario("army")).expect("the scenario is sound"));
    table.put("us_y2", "0610", "vW", Advance);
    for id in ["us_xv", "us_151", "us_152", "us_153"] {
        table.place_leader(id, "0610");
    }
    for id in ["us_151", "us_xv"] {
        let leader = table.leader(id);
        kill(&table.game, &mut table.state, leader, &mut table.chance);
    }
    table.segment(Segment::Replacement);
    table
}

/// [GB 12.76] Among equals without numbers the owner chooses who moves up; without equals nobody asks.
#[test]
fn gb_12_76_the_owner_breaks_a_tie() {
    for (chosen, other) in [("us_152", "us_153"), ("us_153", "us_152")] {
        let mut table = corps_without_numbers(true);
        assert_eq!((table.asks(), table.decider()), ("12.76", Side::Union));
        assert_eq!(table.codes(), ["leader:us_152", "leader:us_153"]);
        table.play(&[&format!("leader:{chosen}")]);
        assert!(is_replaced(&table, chosen) && !is_replaced(&table, other));
        assert_eq!(table.asks(), "12.74", "then where the new corps leader stands");
    }
    let best = corps_without_numbers(false);
    assert_eq!(best.asks(), "12.74");
    assert!(is_replaced(&best, "us_152") && !is_replaced(&best, "us_153"));
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

/// [GB 12.44] A stack without a way out loses a point for each hex from its top unit, not for each of its units.
#[test]
fn gb_12_44_a_stack_pays_once() {
    for (how, lost) in [(Act::RETREAT_1, 1), (Act::RETREAT_2, 2)] {
        let mut table = Table::crossroads();
        let top = table.put("cs_83va", "0814", "vE", Advance);
        let below = table.put("cs_81va", "0814", "vE", Advance);
        for (id, hex, facing) in [
            ("us_301pa", "0813", "vSE"),
            ("us_302pa", "0914", "vW"),
            ("us_303ny", "0915", "vW"),
            ("us_304ny", "0815", "vNE"),
            ("us_305oh", "0715", "vE"),
            ("us_306oh", "0714", "vE"),
        ] {
            table.put(id, hex, facing, Advance);
        }
        table.state.units[below].act.set(how, true);
        drive(&mut table, top, "0914", how);
        assert_eq!((table.sp(top), table.sp(below)), (5 - lost, 6));
        assert!(!table.did(below, Act::RETREAT) && table.at(below) == "0814");
    }
}

/// [GB 12.44] Units of a stack keep their order when they retreat to one hex, above whoever is there.
#[test]
fn gb_12_44_a_stack_keeps_its_order() {
    for friend in [None, Some("cs_82va")] {
        let mut table = Table::crossroads();
        table.put("us_301pa", "0914", "vW", Attack);
        let top = table.put("cs_83va", "0814", "vE", Advance);
        let below = table.put("cs_81va", "0814", "vE", Advance);
        let mut order = vec![top, below];
        if let Some(id) = friend {
            let third = table.put(id, "0714", "vE", Advance);
            for unit in [top, below, third] {
                table.state.units[unit].sp[0] = 2;
            }
            order.push(third);
        }
        table.state.units[below].act.set(Act::RETREAT_1, true);
        drive(&mut table, top, "0914", Act::RETREAT_1);
        table.play(&["step:0714", "step:0714"]);
        let hex = table.hex("0714");
        assert_eq!(stack(&table.game, &table.state, hex).to_vec(), order);
    }
}

/// A regiment in 0814, driven by one in 0914 for one or two hexes; behind it an enemy in 0714, and perhaps one in 0916,
/// none of whom looks its way.
fn hemmed_in(also_south: bool) -> (Table, Unit) {
    let mut table = Table::crossroads();
    table.put("us_301pa", "0914", "vW", Attack);
    table.put("us_302pa", "0714", "vNW", Advance);
    if also_south {
        table.put("us_303ny", "0916", "vSE", Advance);
    }
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    drive(&mut table, unit, "0914", Act::RETREAT_1_2);
    (table, unit)
}

/// [GB 12.44] If only a second hex leads farther from the nearest enemy, a retreat of one or two hexes takes it.
#[test]
fn gb_12_44_a_second_hex_if_only_that_gains() {
    let (mut table, unit) = hemmed_in(true);
    assert!(!table.can("pass") && table.can("step:0715"), "{:?}", table.codes());
    table.play(&["step:0715"]);
    assert!(!table.can("pass"), "0715 is as near to 0714 as 0814 was: {:?}", table.codes());
    assert!(!table.can("step:0614") && table.can("step:0716"), "0614 is beside it too: {:?}", table.codes());
    table.play(&["step:0716"]);
    assert_eq!((table.at(unit), table.asks() == "12.44"), ("0716".into(), false));
}

/// [GB 12.44] Where one hex leads farther it is enough; a way that needs the second is no less open, but must end with it.
#[test]
fn gb_12_44_one_hex_if_it_gains() {
    let (mut table, unit) = hemmed_in(false);
    table.play(&["step:0815"]);
    assert!(table.can("pass"), "{:?}", table.codes());
    table.play(&["pass"]);
    assert_eq!(table.at(unit), "0815");
    let (mut other, _) = hemmed_in(false);
    other.play(&["step:0715"]);
    assert!(!other.can("pass") && other.can("step:0716"), "{:?}", other.codes());
}

/// [GB 12.44] Hexes beside an enemy are closed while his own fight is to come, and open when it is over.
#[test]
fn gb_12_44_beside_those_whose_fight_is_over() {
    for (order, is_open) in [("pass", true), ("from_last", false)] {
        let mut table = Table::army();
        table.put("us_7", "0709", "vW", Advance);
        table.put("cs_7", "0609", "vE", Attack);
        table.put("us_9", "1010", "vW", Advance);
        let unit = table.put("cs_6", "0910", "vE", Attack);
        // Two who look elsewhere leave one hex, beside the first attack.
        table.put("us_17", "0909", "vNE", Advance);
        table.put("us_5", "0810", "vSW", Advance);
        table.activate("us.2.1.1").rolls(&[0, 0]).play(&["pass", "assault:0709>0609", "assault:1010>0910"]);
        table.pass_while(&["11.38"]);
        assert_eq!(table.asks(), "11.41");
        // A standoff in the west; the east is driven.
        table.rolls(if is_open { &[4, 0, 0, 6] } else { &[6, 4, 0, 0] }).play(&[order]);
        assert_eq!(table.asks() == "12.44", is_open, "{:?}", table.all("shock"));
        if is_open {
            assert_eq!(table.codes(), ["step:0809"]);
        } else {
            assert_eq!((table.at(unit), table.told("no_retreat")), ("0910".into(), 1));
        }
    }
}

/// [GB 12.44] An attacker thrown back keeps away from those who are still to be attacked, too.
#[test]
fn gb_12_44_beside_those_who_are_attacked_next() {
    for (order, is_open) in [("from_last", true), ("pass", false)] {
        let mut table = Table::army();
        let unit = table.put("us_7", "1010", "vW", Advance);
        table.put("cs_9", "0910", "vE", Attack);
        table.put("us_9", "1312", "vW", Advance);
        table.put("cs_7", "1211", "vE", Attack);
        // Two who look elsewhere leave one hex, beside the other fight.
        table.put("cs_m8", "1011", "vSW", Advance);
        table.put("cs_m4", "1110", "vNE", Advance);
        table.activate("us.2.1.1").rolls(&[0, 0]).play(&["pass", "assault:1010>0910", "assault:1312>1211"]);
        table.pass_while(&["11.38"]);
        table.rolls(if is_open { &[4, 0, 0, 0] } else { &[0, 4, 0, 0] }).play(&[order]);
        assert_eq!(table.told("no_retreat"), usize::from(!is_open), "{:?}", table.all("shock"));
        if is_open {
            assert_eq!((table.asks(), table.codes()), ("12.44", vec!["step:1111".to_string()]));
        }
        assert_eq!(table.at(unit), "1010");
    }
}

/// Every way in which the retreat at hand can go: the most steps that any takes.
fn longest_retreat(table: &Table) -> usize {
    let longer = |code: &String| {
        let mut next = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
        next.play(&[code]);
        if next.asks() == "12.44" { 1 + longest_retreat(&next) } else { 1 }
    };
    table.codes().iter().map(longer).max().unwrap_or(0)
}

/// [GB 12.46] Among friends with whom it may not stay a retreat comes to an end, whichever of its ways it takes.
#[test]
fn gb_12_46_an_end_in_a_crowd() {
    for how in [Act::RETREAT_1, Act::RETREAT_2, Act::RETREAT_1_2] {
        let mut table = Table::army();
        table.put("cs_6", "0303", "vNW", Attack);
        let unit = table.put("us_7", "0202", "vSE", Advance);
        let crowd = ["us_17", "us_h6", "us_x6", "us_y1", "us_y2", "us_y3", "us_c9", "us_5"];
        let full = ["0201", "0102", "0101", "0301", "0103", "0203", "0302", "0104"];
        for (id, hex) in crowd.into_iter().zip(full) {
            table.put(id, hex, "vSE", Advance);
        }
        drive(&mut table, unit, "0303", how);
        let steps = longest_retreat(&table);
        assert!((2..=5).contains(&steps), "{steps} steps: {:?}", table.codes());
    }
}

/// A defile along the first row, shut off by a river.
fn defile() -> Table {
    let shut = |column: u32| match column % 2 {
        1 => vec![(column, column)],
        _ => vec![(column, column - 1), (column, column), (column, column + 1)],
    };
    let edges: Vec<String> =
        (1..=10).flat_map(shut).map(|(from, to)| format!("\"{from:02}01-{to:02}02\"")).collect();
    let river = format!(
        "[[map.hexside]]\ntype = \"river\"\nedges = [{}]\nsource = \"reconstructed\"\n\n[oob]\n",
        edges.join(", ")
    );
    let text = ARMY.replacen("[oob]\n", &river, 1);
    Table::of(with_army(&text, &Setup::scenario("army")).expect("the scenario is sound"))
}

/// [GB 12.46] A retreat goes through as many friends as it takes to the first hex where it may stay. [GB 12.44]
#[test]
fn gb_12_44_through_many_friends() {
    for (crowd, end) in [(3, "0501"), (4, "0601"), (7, "0901")] {
        let mut table = defile();
        table.put("cs_6", "0102", "vNE", Attack);
        let unit = table.put("us_7", "0101", "vSE", Advance);
        let friends = ["us_17", "us_h6", "us_x6", "us_y1", "us_y2", "us_y3", "us_c9"];
        for (id, column) in friends.into_iter().zip(2..2 + crowd) {
            table.put(id, &format!("{column:02}01"), "vSE", Advance);
        }
        drive(&mut table, unit, "0102", Act::RETREAT_1);
        table.rolls(&vec![0; crowd]).retreat();
        assert_eq!((table.at(unit).as_str(), table.told("no_retreat")), (end, 0));
        assert_eq!(
            (table.checks("12.46"), table.sp(unit)),
            (crowd, 7),
            "each friend on its way is checked once"
        );
    }
}

/// [GB 12.54] Neighbours are checked for each of two regiments that break in one shock, not once for both.
#[test]
fn gb_12_54_a_check_for_each_rout() {
    let mut table = Table::army();
    table.put("us_17", "1010", "vW", Attack);
    let stack = ["cs_6", "cs_7"].map(|id| table.put(id, "0910", "vE", Attack));
    for unit in stack {
        let points = table.sp(unit) - 2;
        table.weaken(unit, points);
    }
    let near = table.put("cs_9", "0909", "vE", Advance);
    table.activate("us.2.1.2").rolls(&[0]).play(&["pass", "assault:1010>0910"]);
    // Five to one: beyond 10. The point off the top; the upper one breaks and its neighbours stand; then the lower one.
    table.rolls(&[9, 9, 0, 0, 9, 0]).pass_while(&["11.38"]);
    assert_eq!(stack.map(|unit| table.place(unit)), [Place::Routed; 2], "{}", table.last("shock"));
    let checks: Vec<String> =
        table.all("check").into_iter().filter(|text| text.starts_with("cs_9")).collect();
    assert_eq!((checks.len(), table.checks("12.54")), (2, 3), "{checks:?}");
    assert!(!table.is_shaken(near));
}

/// [GB 12.54] Who fails for one rout and routs is in its chain: the rest is not checked again.
#[test]
fn gb_12_54_no_second_check_in_a_chain() {
    let mut table = Table::army();
    let [first, second, third] = [("cs_6", "0909"), ("cs_7", "0910"), ("cs_9", "0810")]
        .map(|(id, hex)| table.put(id, hex, "vE", Advance));
    table.shake(second);
    // The second fails and, disordered already, routs; the third is beside both.
    table.rolls(&[9, 9, 0]);
    rout(&table.game, &mut table.state, first, &mut table.chance);
    assert_eq!((table.place(second), table.is_shaken(third)), (Place::Routed, false));
    assert_eq!(table.checks("12.54"), 2);
}

/// [GB 12.46] A regiment that was checked for a rout is checked again when others retreat through it. [GB 12.54]
#[test]
fn gb_12_46_a_check_for_a_rout_is_another() {
    let mut table = Table::army();
    table.put("us_17", "1010", "vW", Attack);
    let [first, second] = ["cs_6", "cs_7"].map(|id| table.put(id, "0910", "vE", Advance));
    let behind = table.put("cs_m8", "0810", "vE", Advance);
    table.state.active = Side::Union;
    table.state.retreat_from = table.hex("1010");
    table.state.units[second].act.set(Act::RETREAT_1, true);
    table.rolls(&[0, 0]);
    rout(&table.game, &mut table.state, first, &mut table.chance);
    assert_eq!((table.checks("12.54"), table.place(first)), (2, Place::Routed));
    table.rolls(&[9]).open(Phase::Settle);
    // A brigade of another name: nobody stops with it.
    table.play(&["step:0810"]);
    let on = table.some("step:")[0].clone();
    table.play(&[&on]);
    assert_eq!((table.checks("12.46"), table.is_shaken(behind)), (1, true));
}

/// [GB 12.71] A point lost in shock for want of a way back puts a leader to a roll, but to no second one. [GB 12.44]
#[test]
fn gb_12_71_risk_without_a_way_back() {
    // Driven without a loss, or with one, for which he has rolled already.
    for (dice, left, place) in
        [(&[0, 7, 0][..], 5, Place::Gone), (&[0, 7, 1], 5, Place::Map), (&[0, 9, 1, 0], 4, Place::Map)]
    {
        let mut table = Table::crossroads();
        let unit = table.put("cs_81va", "0814", "vE", Attack);
        let leader = table.place_leader("cs_talbot", "0814");
        table.put("us_302pa", "0914", "vW", Attack);
        for (id, hex, facing) in [
            ("us_305oh", "0813", "vNW"),
            ("us_306oh", "0915", "vSE"),
            ("us_307nj", "0815", "vSE"),
            ("us_308in", "0715", "vSW"),
            ("us_bty_a", "0714", "vNW"),
        ] {
            table.put(id, hex, facing, Advance);
        }
        table
            .activate("us.1")
            .rolls(dice)
            .play(&["pass", "assault:0914>0814"])
            .pass_while(&["11.33", "11.38"]);
        assert_eq!((table.at(unit), table.sp(unit)), ("0814".into(), left), "{}", table.last("shock"));
        assert_eq!(table.leader_place(leader), place, "{dice:?}");
    }
}

/// [GB 12.71] A leader is at risk also if only a second disorder cost his unit a point in shock.
#[test]
fn gb_12_71_risk_by_second_disorder_in_shock() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    let unit = table.put("cs_81va", "0814", "vE", Attack);
    table.shake(unit);
    let leader = table.place_leader("cs_talbot", "0814");
    // The defender stands; 5 or 6 drives it off without loss; it passes its check and loses a point; then the leader.
    table.activate("us.1").rolls(&[0, 6, 0, 0]).play(&["pass", "assault:0914>0814"]);
    table.pass_while(&["11.38"]);
    assert_eq!(table.sp(unit), 5, "{}", table.last("shock"));
    assert_eq!(table.leader_place(leader), Place::Gone);
}

/// [GB 12.71] Shell that costs several units of a hex puts its leader to one roll. [ruling 33]
#[test]
fn gb_12_71_one_roll_for_a_shell() {
    let mut table = Table::army();
    for id in ["us_ga", "us_gb"] {
        let guns = table.put(id, "1010", "vW", Advance);
        table.attach(guns, "us.2.1.1");
    }
    let units = ["cs_6", "cs_7"].map(|id| table.put(id, "0610", "vE", Advance));
    let leader = table.place_leader("cs_1", "0610");
    table.activate("us.2.1.1").play(&["unit:us_ga", "fire:0610/combined"]);
    // The leader's roll, then checks of the units, if any.
    table.rolls(&[9, 1, 0, 0, 0, 0]).pass_while(&["10.42", "12.44", "9.61"]);
    assert_eq!(units.map(|unit| table.sp(unit)), [5, 6], "{}", table.last("fire_result"));
    assert_eq!(table.leader_place(leader), Place::Map);
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

/// [GB 12.71] A shock over several hexes puts the leaders of those hexes to a roll that lost, each once. [ruling 33]
#[test]
fn gb_12_71_risk_where_the_loss_is() {
    let mut table = Table::army();
    table.put("us_15", "1010", "vW", Advance);
    let first = table.put("cs_6", "0910", "vE", Attack);
    let second = table.put("cs_7", "0911", "vE", Attack);
    table.shake(second);
    let leaders = [("cs_1", "0910"), ("cs_d", "0911")].map(|(id, hex)| table.place_leader(id, hex));
    let assault =
        table.activate("us.2.1.1").play(&["pass"]).some("assault:1010>0910").pop().expect("both hexes");
    // Two checks before shock, the roll; the second regiment's check, and a zero for whoever is at risk.
    table.rolls(&[0, 0, 5, 0, 0]).play(&[&assault]).pass_while(&["11.38"]);
    assert_eq!((table.sp(first), table.sp(second)), (6, 6), "{}", table.last("shock"));
    assert_eq!(leaders.map(|leader| table.leader_place(leader)), [Place::Map, Place::Gone]);
}

/// [GB 12.71] A point lost in slipping away puts the leader who went along to a roll. [GB 11.33]
#[test]
fn gb_12_71_risk_in_slipping_away() {
    for (answer, die, place) in [("yes", 0, Place::Gone), ("yes", 1, Place::Map), ("pass", 0, Place::Map)] {
        let mut table = Table::crossroads();
        table.put("us_302pa", "0914", "vW", Advance);
        let unit = table.put("cs_81va", "0814", "vE", Advance);
        table.put("cs_82va", "0612", "vE", Advance);
        table.shake(unit);
        let leader = table.place_leader("cs_talbot", "0814");
        table.activate("us.1").play(&["pass", "assault:0914>0814", "unit:cs_81va", "step:0714"]);
        // The check of a disordered unit fails, that of a second disorder passes; then the leader, if he is there.
        table.rolls(&[9, 0, die]).play(&[answer]);
        assert_eq!((table.sp(unit), table.leader_place(leader)), (5, place), "{answer}, {die}");
    }
}

/// [GB 12.71] The leader of a unit that is eliminated beside the enemy rolls for his loss before he rides off. [GB 12.73]
#[test]
fn gb_12_71_risk_beside_the_eliminated() {
    for (die, place) in [(0, Place::Gone), (1, Place::Map)] {
        let mut table = Table::crossroads();
        table.put("us_302pa", "0914", "vW", Advance);
        let unit = table.put("cs_82va", "0814", "vE", Advance);
        let points = table.sp(unit) - 1;
        table.weaken(unit, points);
        table.put("cs_81va", "0613", "vE", Advance);
        let leader = table.place_leader("cs_talbot", "0814");
        // 7 + 1 make 8: a point, the last one.
        table.activate("us.1").rolls(&[7, die]).play(&["unit:us_302pa", "fire:0814", "pass"]);
        assert_eq!((table.place(unit), table.leader_place(leader)), (Place::Gone, place));
        if place == Place::Map {
            assert_eq!(table.leader_at(leader), "0613");
        }
        assert!(table.state.leaders.values().iter().all(|counter| !counter.flags.has(LeaderFlags::BEREFT)));
    }
}
