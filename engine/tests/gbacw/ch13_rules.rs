//! Chapter 13, rule by rule: what a unit is good for, effective brigades and divisions, rally, rest, return.

use warlab_engine::games::gbacw::field::{is_collapsed, lift};
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch13_effectiveness::judge;
use warlab_engine::games::gbacw::state::{Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack};
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::setup::Setup;

use super::table::Table;

fn judged(table: &mut Table) {
    judge(&table.game, &mut table.state, &mut table.chance);
}

/// [GB 13.1] Rally lifts disorder, but collapse only stragglers: at half strength the unit may rally again.
#[test]
fn gb_13_1_levels_of_effectiveness() {
    let mut table = Table::trevilian();
    table.state.turn = 6;
    let unit = table.put("us_6mi", "1021", "vW", Advance);
    table.place_leader("us_custer", "1021");
    table.weaken(unit, 4);
    assert!(table.is_shaken(unit) && is_collapsed(&table.game, &table.state, unit));
    table.mark("us.c.1.1", Standing::RESERVE, true);
    table.rolls(&[0]).segment(Segment::ReserveWork);
    assert!(table.is_shaken(unit), "reserve does not rally the collapsed");
    assert_eq!((table.sp(unit), is_collapsed(&table.game, &table.state, unit)), (3, false));
    table.segment(Segment::ReserveWork);
    assert!(!table.is_shaken(unit), "now it does");
}

/// [GB 13.22] Brigades are judged at the end of the turn: marked, and freed again once enough have recovered.
#[test]
fn gb_13_22_judged_at_the_end_of_the_turn() {
    let mut table = Table::crossroads();
    let units =
        ["us_301pa", "us_302pa", "us_303ny", "us_304ny"].map(|id| table.put(id, "1214", "vW", Advance));
    for unit in units {
        table.shake(unit);
    }
    assert!(!table.is_marked("us.1", Standing::INEFFECTIVE), "not before the phase");
    table.segment(Segment::CombatEffectiveness);
    assert!(table.is_marked("us.1", Standing::INEFFECTIVE));
    table.set(units[0], Status::DISORDERED, false);
    assert!(table.is_marked("us.1", Standing::INEFFECTIVE), "the marker lasts till the next phase");
    table.segment(Segment::CombatEffectiveness);
    assert!(!table.is_marked("us.1", Standing::INEFFECTIVE));
}

/// [GB 13.24] Guns count neither for their own brigade nor for the one they are attached to.
#[test]
fn gb_13_24_guns_do_not_count() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "1214", "vW", Advance);
    let foot = table.put("us_301pa", "1114", "vW", Advance);
    table.attach(guns, "us.1");
    table.shake(guns);
    judged(&mut table);
    assert!(!table.is_marked("us.art", Standing::INEFFECTIVE), "a brigade of guns");
    table.shake(foot);
    table.set(guns, Status::DISORDERED, false);
    judged(&mut table);
    assert!(table.is_marked("us.1", Standing::INEFFECTIVE), "sound guns do not save it");
}

/// [GB 13.33] A division is out once more than half of its brigades are [GB 13.31], and until more than half are not.
#[test]
fn gb_13_33_a_division_recovers() {
    let mut table = Table::crossroads();
    let first = table.put("us_301pa", "1214", "vW", Advance);
    let second = table.put("us_305oh", "1314", "vW", Advance);
    table.shake(first);
    judged(&mut table);
    assert!(!table.is_marked("us", Standing::INEFFECTIVE), "one of two");
    table.shake(second);
    judged(&mut table);
    assert!(table.is_marked("us", Standing::INEFFECTIVE), "guns are no brigade here");
    table.set(first, Status::DISORDERED, false);
    judged(&mut table);
    assert!(table.is_marked("us", Standing::INEFFECTIVE), "half of it is not the most of it");
    table.set(second, Status::DISORDERED, false);
    judged(&mut table);
    assert!(!table.is_marked("us", Standing::INEFFECTIVE));
    table.shake(first);
    judged(&mut table);
    assert!(!table.is_marked("us", Standing::INEFFECTIVE), "one of two again");
}

/// [GB 13.4] Rally is a unit's whole activation, but for resupply; after a move there is no rally.
#[test]
fn gb_13_4_rally_instead_of_anything_else() {
    use warlab_engine::games::gbacw::calc::fire::Ammo;
    let shaken = || {
        let mut table = Table::crossroads();
        let unit = table.put("us_302pa", "1214", "vW", Advance);
        table.put("cs_82va", "0814", "vE", Advance);
        table.shake(unit);
        table.load(unit, Ammo::Low);
        table.activate("us.1").play(&["unit:us_302pa"]);
        table
    };
    let mut table = shaken();
    assert!(table.can("rally") && table.can("fire:0814") && table.can("step:1114"));
    table.rolls(&[8]).play(&["rally"]);
    assert!(table.some("fire:").is_empty() && table.some("step:").is_empty(), "{:?}", table.codes());
    assert!(table.can("resupply:1") && !table.can("rally"));
    let mut moved = shaken();
    moved.play(&["step:1114"]);
    assert!(!moved.can("rally"));
}

/// [GB 13.43] A leader who lent his stars to a rally has ended his ride.
#[test]
fn gb_13_43_no_ride_after_helping_a_rally() {
    let with_leader = |at: &str| {
        let mut table = Table::crossroads();
        let unit = table.put("us_302pa", "1214", "vW", Advance);
        table.put("us_303ny", "1215", "vW", Advance);
        table.shake(unit);
        table.place_leader("us_mercer", at);
        table.place_leader("us_pruitt", at);
        table.activate("us.1");
        assert!(table.can("leader:us_mercer"));
        table.rolls(&[5]).play(&["unit:us_302pa", "rally"]).pass_while(&["13.41", "9.13"]);
        (table.is_shaken(unit), table.can("leader:us_mercer"))
    };
    assert_eq!(with_leader("1214"), (false, false), "5 - 1 against 4, and he stays");
    assert_eq!(with_leader("1215"), (true, true), "he took no part");
}

/// [GB 13.45] An idle brigade rallies all in its brigadier's range at the end of the turn, or rests. [GB 17.42]
#[test]
fn gb_13_45_idle_brigades() {
    let idle = |busy: bool, tired: bool| {
        let mut table = Table::new(&Setup::scenario("crossroads").with("fatigue", "on"));
        let near = table.put("us_302pa", "1214", "vW", Advance);
        let far = table.put("us_303ny", "1801", "vW", Advance);
        table.shake(near);
        table.shake(far);
        table.place_leader("us_mercer", "1214");
        table.mark("us.1", Standing::BUSY, busy);
        table.tire("us.1", if tired { 4 } else { 0 });
        table.segment(Segment::Rest);
        (table, near, far)
    };
    let (table, near, far) = idle(false, false);
    assert!(!table.is_shaken(near) && table.is_shaken(far), "in range and out of it");
    let (table, near, _) = idle(true, false);
    assert!(table.is_shaken(near), "it was not idle");
    let (mut table, near, _) = idle(false, true);
    assert_eq!(table.asks(), "13.45");
    table.play(&["rest"]);
    assert_eq!((table.is_shaken(near), table.fatigue("us.1")), (true, 3), "one or the other");
}

/// [GB 13.45] Building keeps a brigade from rest, in the first turn and in the second.
#[test]
fn gb_13_45_builders_do_not_rest() {
    for (builds, turn) in [(false, 1), (true, 1), (true, 2)] {
        let mut table = Table::crossroads();
        table.put("us_301pa", "1813", "vW", Advance);
        let shaken = table.put("us_302pa", "1814", "vW", Advance);
        table.shake(shaken);
        table.place_leader("us_mercer", "1814");
        table.mark("us", Standing::IN_COMMAND, true);
        table.open(Phase::Engineering { side: Side::Union });
        table.play(&[if builds { "build:us_301pa/vW" } else { "pass" }]);
        if turn == 2 {
            table.segment(Segment::FinishWorks);
            assert_eq!((table.state.turn, table.works()), (2, vec![("1813".into(), 1)]));
        }
        table.segment(Segment::Rest);
        assert_eq!(table.is_shaken(shaken), builds, "turn {turn}");
    }
}

/// [GB 13.45] Guns that serve a brigade do not keep it from rest; those of a battery group keep the group from it.
#[test]
fn gb_13_45_guns_and_rest() {
    let mut table = Table::army();
    let guns = table.put("us_ga", "1010", "vW", Advance);
    let shaken = table.put("us_7", "1210", "vW", Advance);
    table.put("cs_6", "0610", "vE", Advance);
    table.shake(shaken);
    table.attach(guns, "us.2.1.1");
    table.place_leader("us_211", "1210");
    table.activate("us.2.1.1").rolls(&[0, 9]).play(&["unit:us_ga", "fire:0610"]).pass_until("5.33");
    assert_eq!(table.told("fire"), 1);
    table.segment(Segment::Rest);
    assert!(!table.is_shaken(shaken), "only its guns fired");
    for moves in [false, true] {
        let mut group = Table::army();
        group.put("us_ra", "1010", "vW", Advance);
        let shaken = group.put("us_rb", "1110", "vW", Advance);
        group.shake(shaken);
        group.place_leader("us_chief", "1010");
        group.activate("us.2.art").play(&["unit:us_ra"]);
        group.play(if moves { &["step:0910", "pass"] } else { &["pass"] });
        group.segment(Segment::Rest);
        assert_eq!(group.is_shaken(shaken), moves);
    }
}

/// [GB 13.45] Batteries directly under a division rally in its leader's range, each that was idle for itself.
#[test]
fn gb_13_45_batteries_of_a_division() {
    let rested = |leader: &str, does: &[&str]| {
        let mut table = Table::army();
        let guns = table.put("us_ga", "1010", "vW", Advance);
        let others = table.put("us_gb", "1110", "vW", Advance);
        table.place_leader("us_21", leader);
        table.activate("us.2.1.1").play(does);
        table.shake(guns);
        table.shake(others);
        table.segment(Segment::Rest);
        (!table.is_shaken(guns), !table.is_shaken(others))
    };
    assert_eq!(rested("1010", &["pass"]), (true, true));
    assert_eq!(rested("1010", &["unit:us_ga", "step:0910", "pass"]), (false, true), "one of them moved");
    assert_eq!(rested("2401", &["pass"]), (false, false), "out of their leader's range");
    let mut attacked = Table::army();
    let guns = attacked.put("us_ga", "1010", "vW", Advance);
    attacked.put("cs_6", "0910", "vE", Attack);
    attacked.place_leader("us_21", "1010");
    attacked.activate("cs.1").play(&["pass", "assault:0910>1010"]).pass_while(&["11.33"]);
    attacked.shake(guns);
    assert!(attacked.state.busy.contains(guns), "who is attacked does not rest");
    attacked.segment(Segment::Rest);
    assert!(attacked.is_shaken(guns));
}

/// [GB 13.41] A unit that tried to rally turns by one corner if it rallied, and not once more.
#[test]
fn gb_13_41_one_turn_after_a_rally() {
    for (die, rallies) in [(0, true), (8, false)] {
        let mut table = Table::army();
        let unit = table.put("us_7", "1010", "vW", Advance);
        table.shake(unit);
        table.activate("us.2.1.1").rolls(&[die]).play(&["unit:us_7", "rally"]);
        assert_eq!(table.asks() == "13.41", rallies);
        if rallies {
            assert_eq!(table.codes(), ["pass", "face:vSW", "face:vNW"]);
            table.play(&["face:vSW"]);
        }
        assert!(table.some("face:").is_empty(), "{:?}", table.codes());
        assert_eq!(table.facing(unit), if rallies { "vSW" } else { "vW" });
    }
}

/// [GB 13.41] A stack turns once, if all of it who tried have rallied and all of it may turn.
#[test]
fn gb_13_41_a_stack_turns_as_one() {
    let second_turns = |dice: [u8; 2], first: &str, bent: bool| {
        let mut table = Table::army();
        let units = ["us_4", "us_3"].map(|id| table.put(id, "1010", "vW", Advance));
        for unit in units {
            table.shake(unit);
            table.set(unit, Status::REFUSED_LEFT, bent);
        }
        table.activate("us.2.1.1").rolls(&dice).play(&["unit:us_4", "rally"]);
        if table.asks() == "13.41" {
            table.play(&[first]);
        }
        table.pass_until("5.33").play(&["unit:us_3", "rally"]);
        table.asks() == "13.41"
    };
    assert!(second_turns([0, 0], "pass", false));
    assert!(!second_turns([8, 0], "pass", false), "the first failed");
    assert!(!second_turns([0, 0], "face:vSW", false), "it has turned");
    assert!(!second_turns([0, 0], "pass", true), "a bent wing");
}

/// [GB 13.41] Who was resupplied without a try to rally has not failed: the stack still turns with one who rallies. [GB 10.92]
#[test]
fn gb_13_41_resupply_is_no_failure() {
    use warlab_engine::games::gbacw::calc::fire::Ammo;
    let second_turns = |first: &[&str], die: u8| {
        let mut table = Table::army();
        let units = ["us_4", "us_3"].map(|id| table.put(id, "2010", "vW", Advance));
        for unit in units {
            table.shake(unit);
            table.load(unit, Ammo::Low);
        }
        table.activate("us.2.1.1").rolls(&[die]).play(&["unit:us_4"]).play(first);
        table.pass_until("5.33").rolls(&[0]).play(&["unit:us_3", "rally"]);
        table.asks() == "13.41"
    };
    let keeps_its_front = ["resupply:1", "pass"];
    assert!(second_turns(&keeps_its_front, 0), "it stays in disorder, but did not try");
    assert!(!second_turns(&["resupply:1", "face:vSW"], 0), "it has turned");
    assert!(!second_turns(&["rally", "resupply:1"], 8), "it tried and failed");
}

/// [GB 13.51] Routed units return only while their brigade is in reserve.
#[test]
fn gb_13_51_only_from_reserve() {
    for reserve in [false, true] {
        let mut table = Table::crossroads();
        let unit = table.put("cs_81va", "0414", "vE", Advance);
        lift(&table.game, &mut table.state, unit, Place::Routed);
        table.place_leader("cs_talbot", "0414");
        table.mark("cs.1", Standing::RESERVE, reserve);
        table.open(Phase::ReserveWork { side: Side::Csa });
        assert_eq!(table.can("unit:cs_81va"), reserve);
    }
}

/// [GB 13.53] Cavalry that routed on foot comes back mounted.
#[test]
fn gb_13_53_cavalry_returns_mounted() {
    let mut table = Table::trevilian();
    let unit = table.put("us_1mi", "1021", "vW", Advance);
    assert!(!table.has(unit, Status::MOUNTED));
    lift(&table.game, &mut table.state, unit, Place::Routed);
    table.place_leader("us_custer", "1021");
    table.mark("us.c.1.1", Standing::RESERVE, true);
    table.open(Phase::ReserveWork { side: Side::Union });
    table.rolls(&[0]).play(&["unit:us_1mi", "step:1021"]);
    assert!(table.has(unit, Status::MOUNTED) && table.is_shaken(unit));
    assert_eq!(table.sp(unit), 4);
}

/// [GB 10.92] One level in an activation; of a battery each section may have one.
#[test]
fn gb_10_92_one_level_an_activation() {
    use warlab_engine::games::gbacw::calc::fire::Ammo;
    let mut table = Table::army();
    let unit = table.put("us_7", "2010", "vW", Advance);
    table.load(unit, Ammo::Out);
    table.activate("us.2.1.1").play(&["unit:us_7", "resupply:1"]);
    assert!(table.ammo(unit) == Ammo::Low && table.some("resupply:").is_empty(), "{:?}", table.codes());
    let mut guns = Table::army();
    let unit = guns.put("us_gb", "2010", "vW", Advance);
    for section in [0, 1] {
        guns.state.units[unit].set_ammo(section, Ammo::Out);
    }
    guns.activate("us.2.1.1").play(&["unit:us_gb", "resupply:1", "pass"]);
    assert_eq!(guns.some("resupply:"), ["resupply:2"]);
}

/// [GB 10.92] Who is resupplied may turn by one corner afterwards, guns too, unless he turned as he rallied or failed to.
#[test]
fn gb_10_92_a_turn_after_resupply() {
    use warlab_engine::games::gbacw::calc::fire::Ammo;
    for id in ["us_7", "us_ga"] {
        let mut table = Table::army();
        let unit = table.put(id, "2010", "vW", Advance);
        table.load(unit, Ammo::Low);
        table.activate("us.2.1.1").play(&[&format!("unit:{id}"), "resupply:1"]);
        assert_eq!(
            (table.asks(), table.codes()),
            ("13.41", vec!["pass".into(), "face:vSW".into(), "face:vNW".into()])
        );
        table.play(&["face:vNW"]);
        assert_eq!((table.facing(unit), table.ammo(unit)), ("vNW", Ammo::Full));
        assert!(table.some("face:").is_empty(), "{:?}", table.codes());
    }
    let turns_after = |die: u8, rallied: &[&str]| {
        let mut table = Table::army();
        let unit = table.put("us_7", "2010", "vW", Advance);
        table.load(unit, Ammo::Low);
        table.shake(unit);
        table.activate("us.2.1.1").rolls(&[die]).play(&["unit:us_7", "rally"]).play(rallied);
        table.play(&["resupply:1"]);
        table.asks() == "13.41"
    };
    assert!(turns_after(0, &["pass"]), "it rallied and kept its front");
    assert!(!turns_after(0, &["face:vSW"]), "it turned as it rallied");
    assert!(!turns_after(8, &[]), "it failed to rally");
    let mut bent = Table::army();
    let unit = bent.put("us_7", "2010", "vW", Advance);
    bent.load(unit, Ammo::Low);
    bent.set(unit, Status::REFUSED_LEFT, true);
    bent.activate("us.2.1.1").play(&["unit:us_7", "resupply:1"]);
    assert_eq!(bent.asks(), "5.33", "a bent wing holds its front [7.33]");
}
