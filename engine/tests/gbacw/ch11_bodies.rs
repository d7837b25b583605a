//! Chapter 11.31: foot and horse of one hex attack apart, each with its own declaration, fight, advance and pursuit.

use warlab_engine::games::gbacw::rules::ch11_declare::attackers;
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::state::{Act, Place, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::games::gbacw::types::Unit;
use warlab_engine::published::Published;

use super::table::Table;

/// Four points on foot over three mounted in 1010, which looks at 0910 and 0911; enemies as wanted.
fn mixed(enemies: &[(&str, &str, &str, OrderKind)]) -> (Table, Unit, Unit) {
    let mut table = Table::army();
    let foot = table.put("us_c4", "1010", "vW", Advance);
    table.set(foot, Status::MOUNTED, false);
    let horse = table.put("us_c3", "1010", "vW", Advance);
    for &(id, hex, facing, order) in enemies {
        table.put(id, hex, facing, order);
    }
    table.activate("us.2.1.3");
    (table, foot, horse)
}

const ONE: [(&str, &str, &str, OrderKind); 1] = [("cs_6", "0910", "vE", Attack)];
const TWO: [(&str, &str, &str, OrderKind); 2] =
    [("cs_6", "0910", "vE", Attack), ("cs_7", "0911", "vE", Attack)];

/// Both attack the one enemy, whose check passes; on to the order of the fights.
fn both_on_one() -> (Table, Unit, Unit) {
    let (mut table, foot, horse) = mixed(&ONE);
    table.rolls(&[0]).play(&["pass", "assault:1010>0910", "assault:1010>0910"]).pass_while(&["11.38"]);
    assert_eq!((table.asks(), table.told("preshock")), ("11.41", 1), "two fights, one check");
    (table, foot, horse)
}

/// [GB 11.31] The foot of a hex is asked, then its horse; each may attack or not, and they never add up (11.32).
#[test]
fn gb_11_31_foot_and_horse_of_one_hex() {
    for (foot_goes, horse_goes) in [(true, true), (true, false), (false, true), (false, false)] {
        let (mut table, foot, horse) = mixed(&ONE);
        table.play(&["pass"]);
        let answer = |goes: bool| if goes { "assault:1010>0910" } else { "hold:1010" };
        for (unit, goes) in [(foot, foot_goes), (horse, horse_goes)] {
            assert_eq!((table.asks(), table.codes().len()), ("11.31", 2));
            assert!(table.game.question(&table.state).contains(table.game.name(unit)), "says who is asked");
            table.play(&[answer(goes)]);
        }
        let mut bodies = [(foot, foot_goes), (horse, horse_goes)].into_iter().filter(|body| body.1);
        for index in 0..12 {
            let units = attackers(&table.game, &table.state, index);
            assert_eq!(units.first().copied(), bodies.next().map(|body| body.0), "combat {index}");
            assert!(units.len() < 2);
        }
        assert_ne!(table.asks(), "11.31", "nobody is asked twice");
    }
    let (mut table, ..) = mixed(&ONE);
    table.play(&["pass", "assault:1010>0910", "assault:1010>0910"]);
    let strength = |index| shock_input(&table.game, &table.state, index).expect("a combat").attacker;
    // A quarter of four holds the horses; in halves.
    assert_eq!((strength(0), strength(1)), (6, 6));
}

/// [GB 11.31] What one body of the hex leaves out the other must attack; neither is held to more.
#[test]
fn gb_11_31_all_in_front_by_foot_or_horse() {
    let (mut table, ..) = mixed(&TWO);
    let both = ["assault:1010>0910", "assault:1010>0911", "assault:1010>0910+0911"];
    table.play(&["pass"]);
    assert_eq!(table.codes(), [&["hold:1010"], &both[..]].concat());
    table.play(&["assault:1010>0910"]);
    assert_eq!(table.codes(), both[1..], "0911 is left to the horse");
    let (mut wide, ..) = mixed(&TWO);
    wide.play(&["pass", "assault:1010>0910+0911"]);
    assert_eq!(wide.codes(), [&["hold:1010"], &both[..]].concat(), "the foot attacked all there is");
    let (mut later, ..) = mixed(&TWO);
    later.play(&["pass", "hold:1010"]);
    assert_eq!(later.codes(), ["hold:1010", "assault:1010>0910+0911"], "alone the horse attacks both");
}

/// [GB 11.21] Riders who closed must go in; foot that stood there before is free to.
#[test]
fn gb_11_21_the_foot_need_not_follow_the_horse() {
    let (mut table, _, horse) = mixed(&ONE);
    table.state.units[horse].act.set(Act::MOVED.or(Act::CAME_ADJACENT), true);
    table.play(&["pass"]);
    assert_eq!(table.codes(), ["hold:1010", "assault:1010>0910"], "the foot");
    table.play(&["assault:1010>0910"]);
    assert_eq!(table.codes(), ["assault:1010>0910"], "the horse");
}

/// [GB 11.32] Riders who charge and riders who do not are two bodies as well.
#[test]
fn gb_11_32_charging_and_other_riders() {
    let (mut table, other, horse) = mixed(&ONE);
    table.set(other, Status::MOUNTED, true);
    let charge = Act::MOVED.or(Act::CAME_ADJACENT).or(Act::CAVALRY_CHARGE);
    table.state.units[horse].act.set(charge, true);
    table.play(&["pass", "assault:1010>0910"]);
    assert_eq!(table.codes(), ["assault:1010>0910"]);
    table.rolls(&[0]).play(&["assault:1010>0910"]);
    let charges = |index| shock_input(&table.game, &table.state, index).map(|input| input.cavalry_charge);
    assert_eq!((charges(0), charges(1)), (Some(false), Some(true)));
}

/// [GB 11.38] Fire before shock strikes those who attack the firer: the horse, below foot that attacks another.
#[test]
fn gb_11_38_fire_at_ones_own_attackers() {
    for (firer, struck) in [("cs_6", 0), ("cs_7", 1)] {
        let (mut table, foot, horse) = mixed(&TWO);
        table.rolls(&[0, 0]).play(&["pass", "assault:1010>0910", "assault:1010>0911"]);
        let before = [table.sp(foot), table.sp(horse)];
        // 7 + 1 make 1d; both checks pass.
        table.rolls(&[7, 0, 0]).play(&[&format!("shoot:{firer}>1010")]);
        let lost = [before[0] - table.sp(foot), before[1] - table.sp(horse)];
        assert_eq!((lost[struck], lost[1 - struck]), (1, 0), "{}", table.last("fire_result"));
    }
}

/// [GB 8.36] Foot thrown back takes the horse of its hex along, whose attack is off [GB 12.47]; only the foot fought.
#[test]
fn gb_8_36_thrown_back_together() {
    let (mut table, foot, horse) = both_on_one();
    table.rolls(&[0]).play(&["pass"]);
    assert_eq!(table.asks(), "12.44");
    table.retreat().pass_while(&["11.46", "11.47"]);
    assert_eq!(table.told("shock"), 1, "the horse is not there any more");
    assert!(table.at(foot) != "1010" && table.at(horse) != "1010");
    assert_eq!((table.is_shaken(foot), table.is_shaken(horse)), (true, false), "[11.48]");
}

/// [GB 8.36] Foot disordered in a standoff disorders the horse of its hex, which attacks all the same, and so.
#[test]
fn gb_8_36_disorder_is_shared() {
    for (check, shaken) in [(9, true), (0, false)] {
        let (mut table, foot, _) = both_on_one();
        // 3 against 6 is 1:2, no brigadier: 6 makes 4, a standoff. A point from either side, then the checks of both.
        table.rolls(&[6, check, 0, 9]).play(&["pass"]);
        assert_eq!((table.sp(foot), table.told("shock")), (3, 2), "{:?}", table.all("shock"));
        assert_eq!(
            table.all("shock")[1].contains("attacker_disordered -1"),
            shaken,
            "{:?}",
            table.all("shock")
        );
    }
}

/// [GB 11.46] The foot wins the hex and enters it; the horse, whose enemy is gone, must follow, without disorder. [GB 11.48]
#[test]
fn gb_11_46_both_take_the_hex() {
    let (mut table, foot, horse) = both_on_one();
    table.rolls(&[9]).play(&["pass"]);
    table.retreat();
    for unit in [foot, horse] {
        assert_eq!((table.asks(), table.codes()), ("11.46", vec!["step:0910".to_string()]), "no choice");
        table.play(&["step:0910", "pass"]).pass_while(&["9.61"]);
        assert_eq!(table.at(unit), "0910");
    }
    assert_eq!(table.told("shock"), 1);
    assert_eq!((table.is_shaken(foot), table.is_shaken(horse)), (true, false));
    // The other way round the horse fights and the foot follows.
    let (mut reversed, foot, horse) = both_on_one();
    reversed.rolls(&[9]).play(&["from_last"]);
    reversed.retreat();
    reversed.play(&["step:0910", "pass"]).pass_while(&["9.61"]);
    assert_eq!((reversed.at(horse), reversed.at(foot)), ("0910".into(), "1010".into()));
    reversed.play(&["step:0910", "pass"]).pass_while(&["9.61"]);
    assert_eq!((reversed.is_shaken(foot), reversed.is_shaken(horse)), (false, true));
}

/// [GB 11.47] Both pursue an enemy who broke before the fight, one after the other, and attack apart again.
#[test]
fn gb_11_47_both_pursue() {
    let (mut table, foot, horse) = mixed(&[("cs_m3", "0910", "eSE", March), ("cs_6", "0810", "vE", Attack)]);
    table.rolls(&[9]).play(&["pass", "assault:1010>0910", "assault:1010>0910"]).pass_while(&["11.38"]);
    assert_eq!(table.place(table.unit("cs_m3")), Place::Routed);
    table.pass_while(&["11.41"]);
    for (unit, fights) in [(foot, 1), (horse, 2)] {
        assert_eq!((table.asks(), table.codes()), ("11.46", vec!["step:0910".to_string()]));
        table.play(&["step:0910", "pass"]).pass_while(&["9.61"]);
        assert_eq!((table.at(unit), table.asks()), ("0910".into(), "11.47"));
        table.play(&["yes"]);
        assert_eq!(table.codes(), ["assault:0910>0810"]);
        // Weak as they are: 8 makes a standoff, and everybody's check passes.
        table.rolls(&[8, 0, 0]).play(&["assault:0910>0810"]).pass_while(&["11.33", "11.38"]);
        assert_eq!(table.told("shock"), fights, "{:?}", table.all("shock"));
    }
}

/// [GB 11.47] Defenders on foot and horse who throw an attack back go on apart as well.
#[test]
fn gb_11_47_mixed_defenders_go_on() {
    let mut table = Table::army();
    let foot = table.put("us_c4", "1010", "vW", Attack);
    table.set(foot, Status::MOUNTED, false);
    let horse = table.put("us_c3", "1010", "vW", Attack);
    table.put("cs_6", "0910", "vE", Advance);
    table.activate("cs.1").rolls(&[0, 0]).play(&["pass", "assault:0910>1010"]).pass_while(&["11.38"]);
    assert_eq!(table.asks(), "12.44", "{}", table.last("shock"));
    table.play(&["step:0810"]).pass_while(&["12.44"]);
    for _ in 0..2 {
        assert_eq!(table.asks(), "11.46");
        table.play(&["step:0910", "pass"]).pass_while(&["9.61"]);
    }
    assert_eq!(table.asks(), "11.47");
    table.play(&["yes"]);
    assert_eq!((table.at(foot), table.at(horse)), ("0910".into(), "0910".into()));
    table.play(&["assault:0910>0810", "assault:0910>0810"]).pass_while(&["11.33", "11.38"]);
    assert_eq!(table.asks(), "11.41", "two fights");
}

/// [GB 11.33] Nobody slips away from riders, though he could from the foot of their hex.
#[test]
fn gb_11_33_no_slipping_away_from_horse() {
    for (answer, slips) in [("hold:1010", true), ("assault:1010>0910", false)] {
        let (mut table, ..) = mixed(&[("cs_6", "0910", "vE", Advance)]);
        table.play(&["pass", "assault:1010>0910", answer]);
        assert_eq!(table.asks() == "11.33", slips, "{:?}", table.codes());
    }
}
