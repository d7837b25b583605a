//! Chapter 12.7: leaders at risk, and who takes their place.

use warlab_engine::games::gbacw::phase::Segment;
use warlab_engine::games::gbacw::rules::ch12_losses::kill;
use warlab_engine::games::gbacw::state::{Act, LeaderFlags, Place};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack};
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::setup::Setup;

use super::ch12_rules::drive;
use super::table::{ARMY, BESIDES_0914, Table, with_army};

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
        table.put_all(&BESIDES_0914);
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
