//! Chapter 11.47: shock that goes on, in one hex or several, against those who fled and those who could not.

use warlab_engine::games::gbacw::state::{Place, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Side, Unit};

use warlab_engine::setup::Setup;

use super::table::{ARMY, BESIDES_0914, Table, with_army};

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
    assert_eq!(table.codes(), ["hold:0813", "assault:0813>0713"], "each chooses for itself");
    table.play(&["assault:0813>0713"]);
    assert_eq!(table.codes(), ["hold:0814", "assault:0814>0715"]);
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
        table.put_all(&BESIDES_0914);
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
    assert_eq!((table.asks(), table.codes()), ("11.46", vec!["pass".to_string(), "step:0914".into()]));
    table.play(&["step:0914", "pass"]).pass_while(&["9.61"]);
    assert_eq!(table.asks(), "11.47");
    table.play(&["yes"]);
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

/// [GB 11.48] The brigade of a column that breaks before the shock forms up and is checked, as if it had been fought.
#[test]
fn gb_11_48_a_column_that_breaks_before_shock() {
    for (die, shaken) in [(9, true), (0, false)] {
        let mut table = Table::army();
        table.put("us_7", "1010", "vW", Advance);
        let column = table.put("cs_m8", "0910", "eSE", March);
        let other = table.put("cs_m3", "0506", "eSE", March);
        table.activate("us.2.1.1").rolls(&[9]).play(&["pass", "assault:1010>0910"]);
        assert_eq!((table.place(column), table.asks()), (Place::Routed, "11.46"));
        assert_eq!((table.order(other), table.checks("11.48")), (March, 0), "the attack is not over");
        table.rolls(&[die]).play(&["step:0910", "pass"]).pass_while(&["9.61", "11.47"]);
        assert_eq!((table.checks("11.48"), table.is_shaken(other)), (1, shaken), "{:?}", table.codes());
        assert_eq!(table.order(other), Advance);
    }
}

/// [GB 11.48] A column whose own fight is still to come is not checked for the one before it.
#[test]
fn gb_11_48_those_attacked_next_are_no_onlookers() {
    let mut table = Table::army();
    table.put("us_7", "1010", "vW", Advance);
    table.put("us_9", "1014", "vW", Advance);
    table.put("cs_m8", "0910", "eSE", March);
    let next = table.put("cs_m4", "0914", "eSE", March);
    table.activate("us.2.1.1").rolls(&[9, 0]);
    table.play(&["pass", "assault:1010>0910", "assault:1014>0914", "pass"]);
    assert_eq!(table.asks(), "11.46", "the first hex is empty");
    // It stood its check and is disordered for that; then its own fight: a standoff.
    table.rolls(&[3, 0, 0]).play(&["step:0910", "pass"]).pass_while(&["9.61", "11.47"]);
    assert_eq!((table.checks("11.48"), table.told("shock")), (0, 1), "{:?}", table.all("check"));
    assert!(table.is_shaken(next));
}

/// [GB 11.48] Riders on the march who are blown in the fight form up like the rest of their brigade. [GB 11.58]
#[test]
fn gb_11_48_a_column_that_is_blown() {
    let mut table = Table::army();
    table.put("us_7", "1010", "vW", Advance);
    let riders = table.put("cs_k4", "0910", "eSE", March);
    let other = table.put("cs_m3", "0506", "eSE", March);
    table.activate("us.2.1.1").rolls(&[0]).play(&["pass", "assault:1010>0910"]);
    // They passed and are disordered for that; a standoff, in which all checks pass; then their brigade's.
    table.rolls(&[2, 0, 0, 9]).pass_while(&["11.38"]);
    assert!(table.has(riders, Status::BLOWN) && table.is_shaken(other), "{}", table.last("shock"));
    assert_eq!((table.order(riders), table.order(other)), (Advance, Advance));
    assert!(table.facing(riders).starts_with('v'), "{}", table.facing(riders));
}

/// A column in 0910 has broken before an attack from 1010, and its hex is taken; one enemy is left, in 0708.
fn broken_through(charges: bool) -> Table {
    let mut table = Table::army();
    let unit = table.put("us_7", if charges { "1110" } else { "1010" }, "vW", Attack);
    table.put("cs_m3", "0910", "eSE", March);
    table.put("cs_6", "0708", "vW", Attack);
    table.activate("us.2.1.1");
    if charges {
        table.play(&["unit:us_7", "step:1010"]).pass_while(&["9.61", "9.13"]);
    }
    table.rolls(&[9]).play(&["pass", "assault:1010>0910", "step:0910", "pass"]);
    assert_eq!((table.at(unit), table.asks()), ("0910".into(), "11.47"));
    assert_eq!(table.can("pass"), !charges, "{:?}", table.codes());
    table.play(&["yes"]);
    table
}

/// [GB 11.47] A pursuit must bring an enemy before the pursuer if it can, by its steps and its turns.
#[test]
fn gb_11_47_a_pursuit_closes_with_the_enemy() {
    let mut table = broken_through(true);
    assert_eq!(table.codes(), ["step:0809"], "by 0810 nobody is reached, and a charge goes on");
    table.play(&["step:0809"]);
    assert!(table.can("pass") && table.can("face:vNW") && !table.can("face:vSW"), "{:?}", table.codes());
    table.play(&["pass"]);
    assert_eq!(table.codes(), ["step:0709"], "once under way nobody stops short");
    table.play(&["step:0709"]);
    assert_eq!(table.codes(), ["face:vNW"], "only so the enemy is before him");
    table.play(&["face:vNW"]).pass_while(&["9.61"]);
    assert_eq!(table.codes(), ["assault:0709>0708"]);
}

/// [GB 11.47] Who did not charge may stay where he is, but if he goes it is towards the enemy.
#[test]
fn gb_11_47_others_need_not_pursue() {
    let mut table = broken_through(false);
    assert_eq!(table.codes(), ["pass", "step:0809"]);
    table.play(&["pass"]);
    assert_eq!((table.at(table.unit("us_7")), table.told("shock")), ("0910".into(), 0));
}

/// [GB 11.47] Of two who charged the one without an enemy beside it has to go on; the other may, for itself.
#[test]
fn gb_11_47_each_charger_by_itself() {
    for helps in [false, true] {
        let mut table = Table::army();
        table.put("us_7", "1110", "vW", Attack);
        table.put("us_4", "1111", "vW", Attack);
        table.put("cs_m3", "0910", "eSE", March);
        table.put("cs_m4", "0911", "eSE", March);
        table.put("cs_6", "0811", "vSW", Attack);
        table.activate("us.2.1.1");
        for id in ["us_7", "us_4"] {
            table.play(&[&format!("unit:{id}"), "step:1010"]).pass_while(&["9.61", "9.13"]);
        }
        // Both columns break before the shock, and their friends stand.
        table.rolls(&[9, 0, 9, 0]).play(&["pass", "assault:1010>0910+0911"]);
        assert_eq!(table.asks(), "11.46", "{:?}", table.all("check"));
        table.play(&["step:0910", "pass", "step:0911", "pass"]).pass_while(&["9.61"]);
        assert_eq!((table.asks(), table.codes()), ("11.47", vec!["yes".to_string()]));
        table.play(&["yes"]);
        assert!(!table.can("pass") && table.can("step:0810"), "towards the enemy: {:?}", table.codes());
        table.play(&["step:0810"]);
        let turn = table.codes()[0].clone();
        table.play(&[&turn]).pass_while(&["9.61"]);
        assert_eq!(table.codes(), ["assault:0810>0811"]);
        table.play(&["assault:0810>0811"]);
        assert_eq!(table.codes(), ["hold:0911", "assault:0911>0811"]);
        table.play(&[if helps { "assault:0911>0811" } else { "hold:0911" }]);
        table.pass_while(&["11.38"]);
        // 7 against 6, or 11.
        let ratio = if helps { "Shock at 0811, 1.5:1" } else { "Shock at 0811, 1:1" };
        assert!(table.last("shock").starts_with(ratio), "{}", table.last("shock"));
    }
}

/// [GB 11.47] A second disorder by the ground stops a pursuit, whether in the hex that was won or beyond it. [GB 12.6]
#[test]
fn gb_11_47_rough_ground_stops_a_pursuit() {
    let town = ARMY.replace("\"w\" = \"woods\"", "\"w\" = \"town\"");
    let game = with_army(&town, &Setup::scenario("army")).expect("the scenario is sound");
    for (from, won, beyond) in [("1313", "1413", Some("1513")), ("1413", "1513", None)] {
        for (die, goes_on) in [(0, true), (9, false)] {
            let mut table = Table::of(game.clone());
            let unit = table.put("us_7", from, "vE", Advance);
            table.shake(unit);
            table.put("cs_m3", won, "eSE", March);
            table.activate("us.2.1.1").rolls(&[9]).play(&["pass", &format!("assault:{from}>{won}")]);
            table.rolls(&[die]).play(&[&format!("step:{won}"), "pass", "yes"]);
            if let Some(beyond) = beyond {
                table.play(&[&format!("step:{beyond}"), "pass"]);
            }
            assert_eq!(table.checks("12.6"), 1);
            assert_eq!(table.asks() == "11.47", goes_on, "{won}, {die}: {:?}", table.codes());
        }
    }
}

/// A regiment in 0910 that faces west throws back an attack on its rear from 1010.
fn thrown_back_from_the_rear() -> (Table, Unit) {
    let mut table = Table::army();
    let weak = table.put("us_3", "1010", "vW", Advance);
    table.weaken(weak, 2);
    let unit = table.put("cs_9", "0910", "vW", Attack);
    table.put("us_17", "0608", "vW", Advance);
    // A point against nine: 0 is far below 1.
    table.activate("us.2.1.1").rolls(&[0, 0]).play(&["pass", "assault:1010>0910"]).pass_while(&["11.38"]);
    assert_eq!(table.asks(), "12.44", "{}", table.last("shock"));
    table.retreat();
    (table, unit)
}

/// [GB 11.46] A defender attacked from the rear may turn to follow those he threw back, and need not fight them.
#[test]
fn gb_11_46_a_victorious_defender_turns_and_follows() {
    let (mut table, unit) = thrown_back_from_the_rear();
    assert_eq!((table.asks(), table.decider()), ("11.46", Side::Csa));
    assert!(table.can("pass") && table.can("step:1010"), "{:?}", table.codes());
    assert!(
        !table.can("step:0809") && !table.can("step:0810"),
        "only what the enemy left: {:?}",
        table.codes()
    );
    table.play(&["step:1010"]);
    assert_eq!((table.at(unit), table.asks()), ("1010".into(), "12.6"));
    assert!(["vE", "vNE", "vSE"].contains(&table.facing(unit)), "{}", table.facing(unit));
    table.play(&["pass"]).pass_while(&["9.61"]);
    assert_eq!(table.asks(), "11.47");
    assert!(table.can("pass"), "{:?}", table.codes());
}

/// [GB 11.46] If he stays he may turn as he likes, and he does not go on. [GB 11.47, 12.6]
#[test]
fn gb_11_46_a_victorious_defender_stays_and_turns() {
    let (mut table, unit) = thrown_back_from_the_rear();
    assert_eq!(table.some("face:").len(), 5, "{:?}", table.codes());
    table.play(&["face:vE"]);
    assert_eq!((table.at(unit), table.facing(unit)), ("0910".into(), "vE"));
    assert_ne!(table.asks(), "11.47");
}

/// [GB 11.46] One who was attacked from the front has nothing to turn for.
#[test]
fn gb_11_46_no_free_turn_after_an_attack_from_the_front() {
    let mut table = Table::army();
    let weak = table.put("us_3", "1010", "vW", Advance);
    table.weaken(weak, 2);
    table.put("cs_9", "0910", "vE", Attack);
    table.activate("us.2.1.1").rolls(&[0, 0]).play(&["pass", "assault:1010>0910"]).pass_while(&["11.38"]);
    table.retreat();
    assert_eq!((table.asks(), table.codes()), ("11.46", vec!["pass".to_string(), "step:1010".into()]));
}
