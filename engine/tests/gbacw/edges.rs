//! Small conditions of many chapters, each tried on both sides of its edge.

use warlab_engine::games::gbacw::field::set_extension;
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch04_command::is_in_range;
use warlab_engine::games::gbacw::rules::ch08_stacking::fits;
use warlab_engine::games::gbacw::rules::ch09_allowance::allowance;
use warlab_engine::games::gbacw::rules::ch09_movement::stop_artillery;
use warlab_engine::games::gbacw::rules::ch10_shots::weather;
use warlab_engine::games::gbacw::rules::ch11_before::countercharger;
use warlab_engine::games::gbacw::rules::ch12_losses::rout;
use warlab_engine::games::gbacw::rules::ch13_effectiveness::count;
use warlab_engine::games::gbacw::rules::ch15_works::progress;
use warlab_engine::games::gbacw::rules::ch17_fatigue::close_activation;
use warlab_engine::games::gbacw::state::{Act, Marker, Place, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::{FormationSet, Side};
use warlab_engine::published::Published;
use warlab_engine::setup::Setup;

use super::table::Table;

/// [GB 4.15] Range is paid as a leader rides: six points reach twelve hexes along the pike, and not so far off it.
#[test]
fn gb_4_15_farther_along_the_pike() {
    let mut table = Table::army();
    let leader = table.place_leader("us_21", "1208");
    let reaches = |hex: &str| is_in_range(&table.game, &table.state, leader, table.hex(hex));
    assert!(reaches("0408") && reaches("1408"));
    assert!(!reaches("0404") && !reaches("0412"));
}

/// [GB 5.11] The army leader's rating counts only while he has a corps leader in range.
#[test]
fn gb_5_11_the_army_leader_and_his_corps() {
    for (corps, holder) in [("1210", Some(Side::Union)), ("2416", None)] {
        let mut table = Table::army();
        table.place_leader("us_army", "1208");
        table.place_leader("us_2", corps);
        table.state.initiative = None;
        table.rolls(&[5, 5]).segment(Segment::Initiative);
        assert_eq!(table.state.initiative, holder, "{}", table.last("initiative"));
    }
}

/// [GB 7.32] A lone unit needs two points to bend its wing.
#[test]
fn gb_7_32_two_points_to_bend() {
    for (points, bends) in [(2, true), (1, false)] {
        let mut table = Table::army();
        let unit = table.put("us_4", "1010", "vW", Advance);
        table.weaken(unit, 4 - points);
        table.activate("us.2.1.1").play(&["unit:us_4"]);
        assert_eq!(table.can("refuse:left"), bends, "{:?}", table.codes());
    }
}

/// [GB 8.12] Seven points of riders share a hex; eight only on foot.
#[test]
fn gb_8_12_riders_in_one_hex() {
    let together = |first: &str, mounted: bool| {
        let mut table = Table::army();
        let units = [table.put(first, "1010", "vW", Advance), table.put("us_c3", "1012", "vW", Advance)];
        for unit in units {
            table.set(unit, Status::MOUNTED, mounted);
        }
        fits(&table.game, &table.state, units[1], table.hex("1010"))
    };
    assert!(together("us_c4", true) && !together("us_c5", true) && together("us_c5", false));
}

/// [GB 8.41] No marker is laid beside an enemy, whichever way he looks.
#[test]
fn gb_8_41_not_beside_an_enemy() {
    let mut table = Table::army();
    table.put("us_9", "1010", "vE", Advance);
    table.put("cs_6", "1012", "vSE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    assert_eq!(table.starting("extend:"), ["extend:left"]);
}

/// [GB 8.44] A line under Attack pays a point more to swing into woods.
#[test]
fn gb_8_44_swinging_into_woods() {
    for (order, halves) in [(Advance, 4), (Attack, 6)] {
        let mut table = Table::army();
        let unit = table.put("us_9", "1413", "vE", order);
        set_extension(&table.game, &mut table.state, unit, [1, 0], false);
        table.activate("us.2.1.1").play(&["unit:us_9", "pivot:1413/vSE"]);
        assert_eq!(table.spent(unit), halves, "{:?}", table.parts(unit));
    }
}

/// [GB 10.61] Guns that fired move half as far.
#[test]
fn gb_10_61_half_after_fire() {
    let mut table = Table::army();
    let guns = table.put("us_ra", "1010", "vW", Advance);
    assert_eq!(allowance(&table.game, &table.state, guns), 16);
    table.state.units[guns].act.set(Act::FIRED_0, true);
    assert_eq!(allowance(&table.game, &table.state, guns), 8);
}

/// [GB 10.61] Guns that began below foot do not fire twice, should they come to lie on top.
#[test]
fn gb_10_61_no_doubled_fire_from_below() {
    for (below, doubled) in [(false, true), (true, false)] {
        let mut table = Table::army();
        let guns = table.put("us_ga", "1010", "vW", Advance);
        table.put("cs_6", "0810", "vE", Advance);
        table.activate("us.2.1.1");
        table.state.units[guns].act.set(Act::STARTED_BELOW, below);
        table.play(&["unit:us_ga"]);
        assert!(table.can("fire:0809") || table.can("fire:0810"), "{:?}", table.codes());
        assert_eq!(table.can("fire:0810/doubled"), doubled, "{:?}", table.codes());
    }
}

/// [GB 9.62] Guns that turned to meet an enemy fire at -2 next.
#[test]
fn gb_9_62_guns_that_turned() {
    for turns in [true, false] {
        let mut table = Table::army();
        table.put("us_7", "1110", "vW", Attack);
        table.put("cs_g", "0910", if turns { "vNE" } else { "vE" }, Advance);
        table.activate("us.2.1.1").play(&["unit:us_7", "step:1010"]);
        if turns {
            table.pass_until("9.61").play(&["unit:cs_g", "face:vE"]);
        }
        table.pass_while(&["10.45", "9.61", "9.63", "9.13"]);
        table.rolls(&[0]).play(&["pass", "assault:1010>0910"]).pass_while(&["11.33"]);
        table.rolls(&[0, 0]).play(&["shoot:cs_g>1010"]);
        assert_eq!(
            table.last("fire_result").contains("artillery_turned -2"),
            turns,
            "{}",
            table.last("fire_result")
        );
    }
}

/// [GB 5.31] Smoke hinders fire from three hexes on.
#[test]
fn gb_5_31_smoke_from_three_hexes_on() {
    let mut table = Table::army();
    table.state.smoke = true;
    assert_eq!([2, 3, 4].map(|range| weather(&table.game, &table.state, range)), [0, -1, -1]);
}

/// [GB 11.56] Riders who answered fire or fired at those who left do not countercharge.
#[test]
fn gb_11_56_not_after_fire() {
    for (fired, charges) in [(Act(0), true), (Act::RETURN_FIRED, false), (Act::PARTING_FIRED, false)] {
        let mut table = Table::army();
        table.put("us_7", "1110", "vW", Attack);
        let riders = table.put("cs_k4", "0910", "vE", Attack);
        table.activate("us.2.1.1").play(&["unit:us_7", "step:1010"]);
        table.pass_while(&["9.61", "9.63", "9.13"]);
        table.state.units[riders].act.set(fired, true);
        table.play(&["pass", "assault:1010>0910"]);
        assert_eq!(countercharger(&table.game, &table.state, 0).is_some(), charges, "{:?}", table.codes());
    }
}

/// [GB 11.47] A pursuit enters nothing dearer than two points: woods on foot, not on horseback.
#[test]
fn gb_11_47_pursuit_into_woods() {
    for (mounted, steps) in [(false, 2), (true, 0)] {
        let mut table = Table::army();
        let unit = table.put("us_c4", "1412", "vE", Advance);
        table.set(unit, Status::MOUNTED, mounted);
        table.state.active = Side::Union;
        table.open(Phase::ContinueMove { combat: 0, unit, left: 2 });
        assert_eq!(table.starting("step:").len(), steps, "{:?}", table.codes());
    }
}

/// [GB 12.54] The neighbour of a rout is checked as he is: seven holds, eight does not.
#[test]
fn gb_12_54_a_plain_check() {
    for (die, shaken) in [(7, false), (8, true)] {
        let mut table = Table::army();
        let unit = table.put("us_7", "1010", "vW", Advance);
        let near = table.put("us_4", "1011", "vW", Advance);
        table.rolls(&[die]);
        rout(&table.game, &mut table.state, unit, &mut table.chance);
        assert_eq!(table.is_shaken(near), shaken);
    }
}

/// [GB 12.48] The steadier side retreats last, in a tie the defender.
#[test]
fn gb_12_48_who_retreats_last() {
    for (shaken, first) in [(None, Side::Union), (Some("us_7"), Side::Union), (Some("cs_6"), Side::Csa)] {
        let mut table = Table::army();
        for (id, hex, facing) in [("us_7", "1010", "vW"), ("cs_6", "0710", "vE")] {
            let unit = table.put(id, hex, facing, Advance);
            table.state.units[unit].act.set(Act::RETREAT_1, true);
            table.set(unit, Status::DISORDERED, shaken == Some(id));
        }
        table.state.active = Side::Union;
        table.open(Phase::Settle);
        assert_eq!((table.asks(), table.decider()), ("12.44", first));
    }
}

/// [GB 13.21] A collapsed regiment counts as lost to its brigade.
#[test]
fn gb_13_21_collapsed_is_lost() {
    for (points, lost) in [(2, 0), (3, 1)] {
        let mut table = Table::army();
        let unit = table.put("us_4", "1010", "vW", Advance);
        table.weaken(unit, points);
        let brigade = table.formation("us.2.1.1");
        assert_eq!(count(&table.game, &table.state, brigade).lost, lost);
    }
}

/// [GB 11.58] Blown riders do not dismount. [GB 14.22]
#[test]
fn gb_11_58_blown_riders_stay_mounted() {
    for blown in [false, true] {
        let mut table = Table::army();
        let unit = table.put("us_c4", "1010", "vW", Advance);
        table.shake(unit);
        table.set(unit, Status::BLOWN, blown);
        table.activate("us.2.1.3").play(&["unit:us_c4"]);
        assert_eq!(table.can("dismount"), !blown, "{:?}", table.codes());
    }
}

/// [GB 15.14] Builders who have grown too weary give up.
#[test]
fn gb_15_14_weary_builders() {
    let setup = Setup::scenario("crossroads").with("fatigue", "on");
    for (more, left) in [(0, 1), (1, 0)] {
        let mut table = Table::new(&setup);
        let unit = table.put("us_302pa", "1014", "vW", Advance);
        table.dig("1014", "vW");
        let mut work = table.state.works.get(0).expect("a work");
        (work.builder, work.turns) = (Some(unit), 2);
        table.state.works.set(0, Some(work));
        table.set(unit, Status::BUILDING, true);
        // The track is two steps ahead of the level.
        let level = table.game.tables.breastworks.fatigue_interrupt_at - 1 + more;
        table.tire("us.1", level + 2);
        progress(&table.game, &mut table.state, &mut table.chance);
        assert_eq!((table.works().len(), table.has(unit, Status::BUILDING)), (left, left == 1));
    }
}

/// [GB 15.17] A work may be pulled down by whoever has just crossed it, outwards too.
#[test]
fn gb_15_17_crossed_on_the_way_out() {
    for (facing, crossed) in [("vW", true), ("vE", false)] {
        let mut table = Table::army();
        table.put("us_7", "1010", "vW", Advance);
        table.dig("1010", facing);
        table.activate("us.2.1.1").play(&["unit:us_7", "step:0910"]);
        assert_eq!(table.can("remove_breastwork"), crossed, "{:?}", table.codes());
    }
}

/// [GB 12.44] Among the ways from the nearest enemy those lead on that lead from the one who drove the unit.
#[test]
fn gb_12_44_away_from_whoever_drove_it() {
    let ways = |driver: &str| {
        let mut table = Table::army();
        let unit = table.put("us_7", "1010", "vW", Advance);
        table.put("cs_7", "1110", "vE", Advance);
        table.put("cs_6", driver, "vE", Advance);
        table.state.retreat_from = table.hex(driver);
        table.state.units[unit].act.set(Act::RETREAT_1, true);
        table.open(Phase::Settle);
        table.codes()
    };
    assert_eq!(ways("1007"), ["step:1011", "step:0911"]);
    assert_eq!(ways("1014"), ["step:0910"]);
}

/// [GB 17.26] Wheels are tried on the fourth equivalent of a march, not on the third.
#[test]
fn gb_17_26_wheels_on_the_fourth() {
    for (halves, guns) in [(48, 6), (49, 5)] {
        let mut table = Table::new(&Setup::scenario("army").with("fatigue", "on"));
        let unit = table.put("us_ra", "1010", "eN", March);
        table.state.units[unit].spent = halves;
        table.state.acting = FormationSet::single(table.formation("us.2.art"));
        table.state.marker = Marker::March(Side::Union);
        let worst = table.game.tables.wheels.lose_gun_on_min;
        table.rolls(&[worst]);
        close_activation(&table.game, &mut table.state, &mut table.chance);
        assert_eq!(table.sp(unit), guns);
    }
}

/// [GB 9.55] Option 2, the printed example: guns of cohesion 7 that come to a 10 lose one of them. Failing by two costs
/// none, and disordered guns one more.
#[test]
fn gb_9_55_example_guns_too_near() {
    for (disordered, die, left) in [(false, 9, 5), (false, 8, 6), (false, 6, 6), (true, 5, 5), (true, 8, 3)] {
        let mut table = Table::new(&Setup::scenario("crossroads").with("artillery_near_enemy", "2"));
        let guns = table.put("us_bty_a", "1014", "vW", Advance);
        table.put("cs_81va", "0714", "vE", Advance);
        table.set(guns, Status::DISORDERED, disordered);
        table.state.start_hex = table.hex("1114");
        table.rolls(&[die]);
        stop_artillery(&table.game, &mut table.state, guns, &mut table.chance);
        assert_eq!(
            (table.sp(guns), table.told("guns_shaken")),
            (left, usize::from(die + 1 > 7 || disordered))
        );
    }
}

/// Points for ground and losses, and the levels of victory at their edges, come from the scenario. [ruling 40]
#[test]
fn victory_points_and_levels() {
    let mut table = Table::new(&Setup::scenario("foxs_gap"));
    let points = |table: &Table| table.game.victory_points(&table.state);
    let word = |table: &mut Table, losses: [u16; 2]| {
        (table.state.over, table.state.lost_sp) = (true, losses);
        let text = table.game.outcome(&table.state).expect("it is over").text;
        ["draw", "marginal", "substantive", "decisive"].into_iter().find(|&word| text.contains(word))
    };
    assert_eq!(points(&table), [60, 112], "30 for the Union, 56 of ground, in halves");
    let levels = [[0, 19], [0, 18], [0, 7], [0, 6], [13, 0], [14, 0]].map(|losses| word(&mut table, losses));
    assert_eq!(
        levels.map(|level| level.unwrap_or("?")),
        ["draw", "marginal", "marginal", "substantive", "substantive", "decisive"]
    );
    table.state.lost_sp = [3, 0];
    table.state.lost_guns = [2, 1];
    table.state.leader_vp = [4, 0];
    assert_eq!(points(&table), [60 + 2 + 4, 112 + 6 + 4]);
    let routed = table.game.units().next().expect("a unit");
    let side = table.game.side(routed).other().index();
    let (before, strength) = (points(&table)[side], i32::from(table.sp(routed)));
    table.state.units[routed].place = Place::Routed;
    assert_eq!(points(&table)[side], before + strength, "half of what it would cost if it were lost");
}
