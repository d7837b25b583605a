//! Chapter 11.47: shock that goes on, in one hex or several, against those who fled and those who could not.

use warlab_engine::games::gbacw::state::{Place, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack};

use warlab_engine::setup::Setup;

use super::table::Table;

/// [GB 11.47] Victors who advanced into two hexes attack from both, each combat by itself and along the line.
#[test]
fn gb_11_47_from_several_hexes() {
    let mut table = Table::crossroads();
    let first = table.put("us_302pa", "0914", "vW", Advance);
    let second = table.put("us_303ny", "0914", "vW", Advance);
    for (id, hex) in [("cs_81va", "0813"), ("cs_83va", "0814")] {
        let unit = table.put(id, hex, "vE", Attack);
        let points = table.sp(unit) - 1;
        table.weaken(unit, points);
    }
    table.put("cs_90ga", "0713", "vE", Attack);
    table.put("cs_91ga", "0715", "vE", Attack);
    table.activate("us.1").rolls(&[0, 0]).play(&["pass", "assault:0914>0813+0814", "pass"]);
    // 13 against 2: the roll ends far above 10; one regiment is gone, the other routs, its neighbour stands.
    table.rolls(&[9, 9, 0]).pass_while(&["11.33", "11.38"]);
    assert_eq!((table.place(table.unit("cs_81va")), table.asks()), (Place::Gone, "11.46"));
    table.play(&["step:0813", "pass"]).pass_while(&["9.61"]);
    table.play(&["step:0814", "pass"]).pass_while(&["9.61"]);
    assert_eq!(table.asks(), "11.47");
    table.play(&["yes"]);
    assert_eq!(table.codes(), ["assault:0813>0713"], "who goes on attacks");
    table.play(&["assault:0813>0713"]);
    assert_eq!(table.codes(), ["assault:0814>0715"]);
    table.play(&["assault:0814>0715"]).pass_while(&["11.33", "11.38"]);
    assert_eq!((table.asks(), table.told("preshock")), ("11.41", 2), "two fights, and no new checks");
    // 7 against 7 and 6 against 6, each -1 for going on and -1 without a brigadier: standoffs, and disorder at the end.
    table.rolls(&[5, 0, 0, 5, 0, 0]).play(&["from_last"]);
    assert_eq!(table.told("shock"), 3);
    assert!(table.is_shaken(first) && table.is_shaken(second), "after the last of them");
    assert_eq!((table.sp(first), table.sp(second)), (6, 5));
}

/// [GB 12.52] Both sides would rout: the steadiest regiment of all stays, the attacker's if they are alike.
#[test]
fn gb_12_52_the_steadiest_stays() {
    // Cohesion 4 against 5; fatigue 1 takes one off, fatigue 4 two.
    for (fatigue, stays) in [(0, "cs_81va"), (3, "us_302pa"), (6, "us_302pa")] {
        let mut table = Table::new(&Setup::scenario("crossroads").with("fatigue", "on"));
        let sides =
            [table.put("us_302pa", "0914", "vW", Attack), table.put("cs_81va", "0814", "vE", Advance)];
        table.activate("us.1").rolls(&[0]).play(&["pass", "assault:0914>0814", "pass"]);
        for unit in sides {
            table.set(unit, Status::DISORDERED, true);
        }
        table.tire("cs.1", fatigue);
        // A standoff; then everybody fails every check.
        table.rolls(&[3, 9, 9, 9, 9]).pass_while(&["11.33", "11.38"]);
        assert_eq!(table.told("spared"), 1, "{:?}", table.chance.events);
        let standing = sides.map(|unit| table.place(unit) == Place::Map);
        assert_eq!(standing, [stays == "us_302pa", stays == "cs_81va"], "{:?}", table.chance.events);
    }
}

/// [GB 11.47] A beaten defender who cannot retreat is attacked again in his hex, by chargers without a choice. [GB 12.44]
#[test]
fn gb_11_47_against_those_who_cannot_retreat() {
    for charges in [true, false] {
        let mut table = Table::crossroads();
        let unit = table.put("cs_81va", "0814", "vE", Attack);
        table.put("us_302pa", if charges { "1014" } else { "0914" }, "vW", Attack);
        for (id, hex, facing) in [
            ("us_305oh", "0813", "vNW"),
            ("us_306oh", "0915", "vSE"),
            ("us_307nj", "0815", "vSE"),
            ("us_308in", "0715", "vSW"),
            ("us_bty_a", "0714", "vNW"),
        ] {
            table.put(id, hex, facing, Advance);
        }
        table.activate("us.1");
        if charges {
            table.play(&["unit:us_302pa", "step:0914"]).pass_while(&["9.61", "9.13"]);
        }
        table.rolls(&[0]).play(&["pass", "assault:0914>0814"]).pass_while(&["11.33"]);
        // 8 or 9 drives him back: a point, and another for the hex he cannot go.
        table.rolls(&[if charges { 7 } else { 9 }]).pass_while(&["11.38"]);
        assert_eq!((table.at(unit), table.sp(unit), table.asks()), ("0814".into(), 4, "11.47"));
        assert_eq!(table.can("pass"), !charges, "{:?}", table.codes());
        table.play(&["yes"]);
        assert_eq!(table.codes(), ["assault:0914>0814"]);
    }
}

/// [GB 11.48] Attackers thrown back and attacked in turn are disordered like any who attacked.
#[test]
fn gb_11_48_both_sides_may_have_attacked() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Advance);
    let other = table.put("cs_81va", "0814", "vE", Attack);
    table.activate("us.1").rolls(&[0, 0]).play(&["pass", "assault:0914>0814"]).pass_while(&["11.38"]);
    assert_eq!(table.asks(), "12.44", "thrown back");
    table.play(&["step:1014"]);
    assert_eq!(table.asks(), "11.47");
    table.play(&["yes", "step:0914", "pass"]).pass_while(&["9.61"]);
    assert_eq!((table.codes(), table.is_shaken(unit)), (vec!["assault:0914>1014".into()], false));
    // 6 against 7 less one for going on: 7 makes 5, and the attacker of before is driven farther.
    table.rolls(&[7]).play(&["assault:0914>1014"]).pass_while(&["11.33", "11.38"]);
    assert_eq!((table.asks(), table.is_shaken(unit)), ("12.44", true));
    let away = table.some("step:")[0].clone();
    table.play(&[&away]).pass_while(&["12.44"]);
    table.play(&["step:1014", "pass"]).pass_while(&["9.61"]);
    assert!(table.is_shaken(other), "he attacked too");
}

/// [GB 11.48] Attackers thrown back are disordered at the end although nobody followed them.
#[test]
fn gb_11_48_the_repulsed_are_disordered() {
    let mut table = Table::crossroads();
    let unit = table.put("us_302pa", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Attack);
    table.activate("us.1").rolls(&[0, 0]).play(&["pass", "assault:0914>0814"]).pass_while(&["11.38"]);
    table.play(&["step:1014"]);
    assert!(!table.is_shaken(unit));
    table.play(&["pass"]);
    assert!(table.is_shaken(unit));
}
