//! More small conditions of many chapters, each tried on both sides of its edge.

use warlab_engine::games::gbacw::field::set_extension;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch04_command::{commanded_units, determine_chain, is_in_range};
use warlab_engine::games::gbacw::rules::ch05_efficiency::{count_division_markers, is_transfer_open};
use warlab_engine::games::gbacw::rules::ch08_stacking::enters_on_top;
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::rules::ch12_losses::{Cause, disorder, rout};
use warlab_engine::games::gbacw::state::{Act, Combat, CombatFlags, HexCode, Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::setup::Setup;

use super::table::{ARMY, Table, with_army};

const NORTH_EAST: u8 = 2;
const SOUTH: u8 = 4;

/// The army's battle with other movement points for its regiment of three.
fn slow(points: &str) -> Table {
    let row = |points: &str| format!("sp = 3, coh = [7, 5], ma = {points}, hex = \"2004\"");
    let text = ARMY.replace(&row("[6, 4]"), &row(points));
    assert_ne!(text, ARMY);
    Table::of(with_army(&text, &Setup::scenario("army")).expect("the scenario is sound"))
}

/// [GB 8.23] Who comes through a bent wing comes from the front, and lands on top.
#[test]
fn gb_8_23_through_the_bent_wing() {
    for bent in [false, true] {
        let mut table = Table::army();
        let unit = table.put("us_4", "1010", "vW", Advance);
        table.set(unit, Status::REFUSED_LEFT, bent);
        assert_eq!(enters_on_top(&table.game, &table.state, table.hex("1011"), table.hex("1010")), bent);
    }
}

/// [GB 8.41] A marker is not laid where that costs more than two points: in woods, not over a work in woods.
#[test]
fn gb_8_41_no_dear_extension() {
    for dug in [false, true] {
        let mut table = Table::army();
        table.put("us_9", "1512", "vE", Advance);
        if dug {
            table.dig("1513", "vNE");
        }
        table.activate("us.2.1.1").play(&["unit:us_9"]);
        assert_eq!(table.can("extend:right"), !dug, "{:?}", table.codes());
    }
}

/// [GB 9.53] Next to an enemy a line may turn about, but then it stays; it may attack him. [GB 11.12]
#[test]
fn gb_9_53_a_line_turns_about_and_stays() {
    let mut table = Table::army();
    let unit = table.put("us_9", "1010", "vW", Advance);
    set_extension(&table.game, &mut table.state, unit, [SOUTH, 0], false);
    table.put("cs_6", "1110", "vW", Advance);
    table.activate("us.2.1.1").play(&["unit:us_9", "face:vE"]);
    assert!(table.some("step:").is_empty() && table.some("pivot:").is_empty(), "{:?}", table.codes());
    table.play(&["pass"]);
    assert_eq!(table.facing(unit), "vE");
    table.play(&["pass"]);
    assert_eq!(table.codes(), ["hold:1010", "assault:1010>1110"]);
}

/// [GB 9.42] The one-hex minimum is for ground that the unit could enter in good order.
#[test]
fn gb_9_42_minimum_by_the_printed_points() {
    for (points, enters) in [("[2, 1]", true), ("[1, 1]", false)] {
        let mut table = slow(points);
        let unit = table.put("us_3", "1412", "vE", Advance);
        table.shake(unit);
        table.activate("us.2.1.1").play(&["unit:us_3"]);
        assert_eq!(table.can("step:1512"), enters, "{points}: {:?}", table.codes());
    }
}

/// [GB 9.42] By the minimum nobody comes next to an enemy but under Attack, not even to guns alone.
#[test]
fn gb_9_42_minimum_next_to_the_enemy() {
    for (storm, order, enters) in [(0, Advance, true), (1, Advance, false), (1, Attack, true)] {
        let mut table = slow("[2, 1]");
        table.put("us_3", "1412", "vE", order);
        table.put("cs_g", "1612", "vE", Advance);
        table.state.storm = storm;
        table.activate("us.2.1.1").play(&["unit:us_3"]);
        assert_eq!(table.can("step:1512"), enters, "{storm} {order:?}: {:?}", table.codes());
    }
}

/// [GB 9.54] A withdrawal into woods is checked at +1: six holds, seven does not.
#[test]
fn gb_9_54_withdrawal_into_woods() {
    for (die, shaken) in [(6, false), (7, true)] {
        let mut table = Table::army();
        let unit = table.put("us_7", "1412", "vW", Advance);
        table.activate("us.2.1.1").rolls(&[die]).play(&["unit:us_7", "withdraw", "step:1512"]);
        assert_eq!(table.is_shaken(unit), shaken, "{}", table.last("check"));
    }
}

/// [GB 9.63] Guns move off once in an activation, not after they fired at who came, nor fire then. [GB 10.45]
#[test]
fn gb_9_63_guns_move_off_once() {
    for (did, asked) in
        [(Act(0), &["9.63", "10.45"][..]), (Act::REACTION_MOVED, &["9.13"]), (Act::ENTRY_FIRED, &["9.13"])]
    {
        let mut table = Table::army();
        table.put("us_7", "1110", "vW", Attack);
        let guns = table.put("cs_g", "0810", "vE", Advance);
        table.activate("us.2.1.1");
        table.state.units[guns].act.set(did, true);
        table.play(&["unit:us_7", "step:1010"]);
        for &rule in asked {
            assert_eq!(table.asks(), rule, "{:?}", table.codes());
            table.play(&["pass"]);
        }
    }
}

/// [GB 10.44] Foot fires at those who leave, guns do not.
#[test]
fn gb_10_44_no_parting_fire_of_guns() {
    for (enemy, fires) in [("cs_6", true), ("cs_g", false)] {
        let mut table = Table::army();
        table.put("us_7", "1010", "vE", Advance);
        table.put(enemy, "0910", "vE", Advance);
        table.activate("us.2.1.1").play(&["unit:us_7", "step:1110"]);
        assert_eq!(table.asks() == "10.44", fires, "{:?}", table.codes());
    }
}

/// [GB 10.63] Batteries of a hex fire together at four hexes and more.
#[test]
fn gb_10_63_together_from_four_hexes_on() {
    for (enemy, together) in [("0610", true), ("0710", false)] {
        let mut table = Table::army();
        for guns in ["us_ra", "us_rb"] {
            table.put(guns, "1010", "vW", Advance);
        }
        table.put("cs_6", enemy, "vE", Advance);
        table.activate("us.2.art").play(&["unit:us_ra"]);
        assert!(table.can(&format!("fire:{enemy}")), "{:?}", table.codes());
        assert_eq!(table.can(&format!("fire:{enemy}/combined")), together, "{:?}", table.codes());
    }
}

/// [GB 4.22] Units beside their leader are in command however short his range, and so are those beside them.
#[test]
fn gb_4_22_beside_the_leader() {
    let text = ARMY.replace("commands = \"us.2.1.1\", range = 4", "commands = \"us.2.1.1\", range = 0");
    assert_ne!(text, ARMY);
    let mut table = Table::of(with_army(&text, &Setup::scenario("army")).expect("the scenario is sound"));
    table.place_leader("us_211", "1004");
    let near = table.put("us_4", "1104", "vW", Advance);
    let far = table.put("us_3", "1304", "vW", Advance);
    let commanded = commanded_units(&table.game, &table.state, table.formation("us.2.1.1"));
    assert!(commanded.contains(near) && !commanded.contains(far));
}

/// [GB 4.22] Beyond the range command goes from neighbour to neighbour, not over a gap.
#[test]
fn gb_4_22_from_neighbour_to_neighbour() {
    for (hex, reached) in [("0904", true), ("1004", false)] {
        let mut table = Table::army();
        table.place_leader("us_211", "0404");
        table.put("us_4", "0804", "vW", Advance);
        let far = table.put("us_9", hex, "vW", Advance);
        let commanded = commanded_units(&table.game, &table.state, table.formation("us.2.1.1"));
        assert_eq!(commanded.contains(far), reached, "{hex}");
    }
}

/// [GB 10.15] Fire is divided between the two front hexes, if there are enemies in both.
#[test]
fn gb_10_15_divided_between_two() {
    for second in [false, true] {
        let mut table = Table::army();
        table.put("us_7", "1010", "vW", Advance);
        table.put("cs_6", "0910", "vE", Advance);
        if second {
            table.put("cs_7", "0911", "vE", Advance);
        }
        table.activate("us.2.1.1").play(&["unit:us_7"]);
        assert_eq!(table.can("fire:0910/more"), second, "{:?}", table.codes());
    }
}

/// [GB 10.52] Fire in column is not prepared, nor is that of those who advanced or retreated.
#[test]
fn gb_10_52_column_and_shift() {
    for (column, shifted, prepared) in [(false, false, true), (true, false, false), (false, true, false)] {
        let mut table = Table::army();
        let unit = table.put("us_9", "1010", "vW", Advance);
        if column {
            set_extension(&table.game, &mut table.state, unit, [NORTH_EAST, 0], true);
        }
        table.put("cs_6", "0910", "vE", Advance);
        table.activate("us.2.1.1");
        table.state.units[unit].act.set(Act::SHIFTED, shifted);
        table.rolls(&[0]).play(&["unit:us_9", "fire:0910"]).pass_while(&["10.42"]);
        let told = table.last("fire_result");
        assert_eq!(told.contains("prepared_fire"), prepared, "{told}");
    }
}

/// [GB 11.44] An attacker in the front of an enemy whom he does not attack is exposed.
#[test]
fn gb_11_44_exposed_attackers() {
    for (facing, exposed) in [("vW", 1), ("vE", 0)] {
        let mut table = Table::army();
        table.put("us_7", "1010", "vW", Advance);
        table.put("cs_6", "0910", "vE", Attack);
        table.put("cs_7", "1110", facing, Attack);
        table.activate("us.2.1.1").rolls(&[0]).play(&["pass", "assault:1010>0910"]);
        let input = shock_input(&table.game, &table.state, 0).expect("a combat");
        assert_eq!(input.exposed_attackers, exposed);
    }
}

/// [GB 11.63] Guns add to the defence from the top of the stack, not from below.
#[test]
fn gb_11_63_guns_above_and_below() {
    for (order, halves) in [(["cs_g", "cs_6"], 14), (["cs_6", "cs_g"], 12)] {
        let mut table = Table::army();
        table.put("us_7", "1010", "vW", Advance);
        for id in order {
            table.put(id, "0910", "vE", Attack);
        }
        table.activate("us.2.1.1").rolls(&[0]).play(&["pass", "assault:1010>0910"]);
        let input = shock_input(&table.game, &table.state, 0).expect("a combat");
        assert_eq!(input.defender, halves, "{order:?}");
    }
}

/// [GB 11.64] In a standoff guns on top lose one of them, and the foot below nothing; guns below are spared.
#[test]
fn gb_11_64_a_gun_in_the_standoff() {
    for (order, guns, foot) in [(["cs_g", "cs_6"], 3, 6), (["cs_6", "cs_g"], 4, 5)] {
        let mut table = Table::army();
        table.put("us_3", "1010", "vW", Advance);
        let units = order.map(|id| table.put(id, "0910", "vE", Attack));
        // The guns are the steadier ones.
        let shaken = table.unit("cs_6");
        table.shake(shaken);
        table.activate("us.2.1.1").rolls(&[0]).play(&["pass", "assault:1010>0910"]);
        // 3 against 6 or 7, no brigadier: 6 makes a standoff. Everybody's check passes.
        table.rolls(&[6, 0, 0, 0]).pass_while(&["11.38"]);
        let left = |id: &str| {
            units
                .map(|unit| (table.game.name(unit), table.sp(unit)))
                .iter()
                .find(|own| own.0 == id)
                .map(|own| own.1)
        };
        assert_eq!((left("cs_g"), left("cs_6")), (Some(guns), Some(foot)), "{}", table.last("shock"));
    }
}

/// [GB 11.47] Those who charged must go on after the first shock; after the next they may.
#[test]
fn gb_11_47_chargers_must_go_on_once() {
    for (continued, answers) in [(0, &["yes"][..]), (1, &["yes", "pass"])] {
        let mut table = Table::army();
        let unit = table.put("us_7", "1010", "vW", Attack);
        table.put("cs_6", "0510", "vE", Attack);
        table.state.active = Side::Union;
        let piece = &mut table.state.units[unit];
        piece.act.set(Act::MOVED.or(Act::CAME_ADJACENT), true);
        (piece.combat, piece.held) = (1, 1);
        let mut defenders = [None; 4];
        defenders[0] = Some(HexCode::new(table.hex("1010")));
        let flags = CombatFlags::RESOLVED.or(CombatFlags::BY_ACTIVE).or(CombatFlags::MAY_CONTINUE);
        table.state.combats[0] = Some(Combat { defenders, continued, flags, swung_on: None });
        table.open(Phase::ContinueShock { combat: 0 });
        assert_eq!(
            (table.asks(), table.codes()),
            ("11.47", answers.iter().map(|code| code.to_string()).collect())
        );
    }
}

/// [GB 11.52] Riders who begin next to the enemy have no way to charge.
#[test]
fn gb_11_52_no_charge_from_beside() {
    for (enemy, charges) in [("0710", true), ("0910", false)] {
        let mut table = Table::army();
        table.put("us_c4", "1010", "vW", Attack);
        table.put("cs_6", enemy, "vE", Advance);
        table.activate("us.2.1.3").play(&["unit:us_c4"]);
        assert_eq!(table.can("charge"), charges, "{enemy}: {:?}", table.codes());
    }
}

/// [GB 4.23] Units far from their leader are out of command, unless they march.
#[test]
fn gb_4_23_columns_need_no_leader() {
    for (order, facing, out) in [(Advance, "vW", true), (March, "eN", false)] {
        let mut table = Table::army();
        table.place_leader("us_211", "0404");
        let unit = table.put("us_4", "1404", facing, order);
        determine_chain(&table.game, &mut table.state);
        assert_eq!(table.has(unit, Status::OUT_OF_COMMAND), out, "{order:?}");
    }
}

/// [GB 4.15] A leader's word does not go beside the enemy, unless a friend stands there.
#[test]
fn gb_4_15_beside_the_enemy_to_friends_only() {
    for held in [false, true] {
        let mut table = Table::army();
        let leader = table.place_leader("us_21", "1204");
        table.put("cs_6", "1604", "vE", Advance);
        if held {
            table.put("us_4", "1504", "vE", Advance);
        }
        assert_eq!(is_in_range(&table.game, &table.state, leader, table.hex("1504")), held);
    }
}

/// [GB 5.22] The army leader helps a corps that has an efficiency to raise.
#[test]
fn gb_5_22_nothing_to_raise() {
    for (markers, helps) in [(0, false), (1, true)] {
        let mut table = Table::army();
        table.place_leader("us_army", "1208");
        table.place_leader("us_2", "1210");
        let corps = table.formation("us.2");
        table.state.formations[corps].markers = markers;
        table.open(Phase::ArmyBonus { side: Side::Union });
        assert_eq!(table.asks() == "5.22", helps, "{:?}", table.codes());
    }
}

/// [GB 5.24] A division out of its corps leader's range has a lower limit of activations.
#[test]
fn gb_5_24_limit_out_of_range() {
    let markers = |in_range: bool| {
        let mut table = Table::army();
        table.put("us_x6", "1010", "vW", Advance);
        table.place_leader("us_23", "1010");
        table.mark("us.2.3", Standing::IN_COMMAND, in_range);
        let corps = table.formation("us.2");
        table.state.formations[corps].markers = 4;
        count_division_markers(&table.game, &mut table.state);
        (table.markers("us.2.3") as i8, table.game.tables.activation.division_out_of_corps_range_cap)
    };
    let (near, cap) = markers(true);
    assert!(near > cap, "{near}");
    assert_eq!(markers(false), (cap, cap));
}

/// [GB 5.43] Two activations must be to spare for one that is transferred.
#[test]
fn gb_5_43_two_to_spare() {
    for (markers, open) in [(2, false), (3, true)] {
        let mut table = Table::army();
        for (id, count) in [("us.2", 0), ("us.2.1", markers), ("us.2.2", 1)] {
            table.mark(id, Standing::IN_COMMAND, true);
            let formation = table.formation(id);
            table.state.formations[formation].markers = count;
        }
        assert_eq!(is_transfer_open(&table.game, &table.state, Side::Union, None), open);
    }
}

/// [GB 12.36] Crews shaken again by their own side stay if somebody in good order is with them.
#[test]
fn gb_12_36_steadied_by_a_friend() {
    for (friend, abandoned) in [(None, true), (Some(false), false), (Some(true), true)] {
        let mut table = Table::army();
        let guns = table.put("us_ga", "1010", "vW", Advance);
        table.shake(guns);
        if let Some(shaken) = friend {
            let foot = table.put("us_4", "1010", "vW", Advance);
            table.set(foot, Status::DISORDERED, shaken);
        }
        disorder(&table.game, &mut table.state, guns, Cause::Alarm, &mut table.chance);
        assert_eq!(table.state.units[guns].is_abandoned(), abandoned, "{friend:?}");
    }
}

/// [GB 12.45] Who cannot retreat loses a point for each hex.
#[test]
fn gb_12_45_a_point_for_each_hex() {
    for (due, left) in [(Act::RETREAT_1, 6), (Act::RETREAT_2, 5)] {
        let mut table = Table::army();
        let unit = table.put("us_7", "1010", "vW", Advance);
        let enemies = ["cs_6", "cs_7", "cs_9", "cs_m8", "cs_m3", "cs_m4"];
        for (id, hex) in enemies.into_iter().zip(["1009", "1011", "1110", "1111", "0910", "0911"]) {
            table.put(id, hex, "vE", Advance);
        }
        table.state.units[unit].act.set(due, true);
        table.open(Phase::Settle);
        assert_eq!((table.told("no_retreat"), table.sp(unit)), (1, left));
    }
}

/// [GB 12.54] In one chain of routs nobody is checked twice.
#[test]
fn gb_12_54_once_in_a_chain() {
    let mut table = Table::army();
    let first = table.put("us_7", "1010", "vW", Advance);
    table.put("us_4", "1011", "vW", Advance);
    let second = table.put("us_3", "1111", "vW", Advance);
    table.shake(second);
    // The steady neighbour of both holds, the shaken one does not.
    table.rolls(&[0, 9, 9]);
    rout(&table.game, &mut table.state, first, &mut table.chance);
    assert_eq!((table.place(second), table.checks("12.54")), (Place::Routed, 2));
}
