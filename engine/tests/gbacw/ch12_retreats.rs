//! Chapter 12.4: retreats, those who are retreated through, and routs that follow from them.

use warlab_engine::games::gbacw::field::stack;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch12_losses::rout;
use warlab_engine::games::gbacw::state::{Act, Place};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack};
use warlab_engine::games::gbacw::types::{Side, Unit};
use warlab_engine::setup::Setup;

use super::ch12_rules::drive;
use super::table::{ALL_ROUND_0814, ARMY, Table, with_army};

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

/// [GB 12.44] A stack without a way out loses a point for each hex from its top unit, not for each of its units.
#[test]
fn gb_12_44_a_stack_pays_once() {
    for (how, lost) in [(Act::RETREAT_1, 1), (Act::RETREAT_2, 2)] {
        let mut table = Table::crossroads();
        let top = table.put("cs_83va", "0814", "vE", Advance);
        let below = table.put("cs_81va", "0814", "vE", Advance);
        table.put_all(&ALL_ROUND_0814);
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
