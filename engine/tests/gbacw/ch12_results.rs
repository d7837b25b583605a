//! Chapters 2 and 12: checks, losses, disorder, retreat, rout, leaders, guns.

use warlab_engine::games::gbacw::field::{is_collapsed, stack};
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch02_cohesion::check;
use warlab_engine::games::gbacw::rules::ch12_losses::{
    Cause, Suffered, abandon, disorder, extra_loss, lose, lose_from_top, man_guns, risk_leaders, rout,
};
use warlab_engine::games::gbacw::rules::{self};
use warlab_engine::games::gbacw::state::{Act, Place, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack};
use warlab_engine::games::gbacw::types::Unit;

use super::table::{ALL_ROUND_0814, Table};

/// [GB 2.6] A roll equal to the cohesion passes, one above fails; 11.73 each star of a leader counts one.
#[test]
fn gb_2_6_and_11_73_cohesion_check() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.rolls(&[7, 8, 8]);
    assert!(check(&table.game, &table.state, unit, 0, "2.6", &mut table.chance));
    assert!(!check(&table.game, &table.state, unit, 0, "2.6", &mut table.chance));
    table.place_leader("cs_talbot", "0814");
    assert!(check(&table.game, &table.state, unit, 0, "2.6", &mut table.chance));
}

/// [GB 11.73] A leader of another command gives no help.
#[test]
fn gb_11_73_only_the_own_chain_helps() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.place_leader("cs_renfro", "0814");
    table.rolls(&[8]);
    assert!(!check(&table.game, &table.state, unit, 0, "2.6", &mut table.chance));
}

/// [GB 12.23] Example 1: eight points less four is still in order, less five disordered and collapsed.
#[test]
fn gb_12_23_example_1_collapse() {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "0914", "vW", Advance);
    lose(&table.game, &mut table.state, unit, 4, &mut table.chance);
    assert!(!table.state.units[unit].is_disordered() && !is_collapsed(&table.game, &table.state, unit));
    lose(&table.game, &mut table.state, unit, 1, &mut table.chance);
    assert!(table.state.units[unit].is_disordered() && is_collapsed(&table.game, &table.state, unit));
    assert!(
        !table.state.units[unit].did(Act::COLLAPSE_CHECK),
        "the loss that collapses asks for no last check"
    );
}

/// [GB 12.23] Example 2: collapsed by 1D, it takes the second disorder too, and a last check for the loss after it.
#[test]
fn gb_12_23_example_2_collapse_and_second_disorder() {
    let mut table = Table::crossroads();
    let unit = table.put("us_301pa", "0914", "vW", Advance);
    lose(&table.game, &mut table.state, unit, 5, &mut table.chance);
    assert_eq!(table.sp(unit), 3);
    let suffered = disorder(&table.game, &mut table.state, unit, Cause::Fire, &mut table.chance);
    assert_eq!(suffered, Suffered::Again(true));
    assert_eq!(table.sp(unit), 2);
    assert!(
        table.state.units[unit].did(Act::RETREAT_1_2) && table.state.units[unit].did(Act::COLLAPSE_CHECK)
    );
}

/// [GB 12.13] The last point eliminates; [GB 12.11] nothing leaves but by recorded losses.
#[test]
fn gb_12_13_elimination_is_recorded() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_83va", "0814", "vE", Advance);
    lose(&table.game, &mut table.state, unit, 9, &mut table.chance);
    assert_eq!(table.state.units[unit].place, Place::Gone);
    assert_eq!(table.state.lost_sp[1], 5);
}

/// [GB 12.22] What the top unit cannot bear falls on the next.
#[test]
fn gb_12_22_losses_go_down_the_stack() {
    let mut table = Table::crossroads();
    let top = table.put("cs_83va", "0814", "vE", Advance);
    let below = table.put("cs_81va", "0814", "vE", Advance);
    let units = stack(&table.game, &table.state, table.hex("0814"));
    let hit = lose_from_top(&table.game, &mut table.state, &units, 6, &mut table.chance);
    assert_eq!(hit.as_slice(), &[top, below]);
    assert_eq!(table.sp(below), 5);
}

/// [GB 12.35] By fire a point and a retreat; by shock a check first, and rout if it fails.
#[test]
fn gb_12_35_second_disorder_by_cause() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.state.units[unit].status.set(Status::DISORDERED, true);
    table.rolls(&[9]);
    assert_eq!(
        disorder(&table.game, &mut table.state, unit, Cause::Shock, &mut table.chance),
        Suffered::Routed
    );
    assert_eq!(table.state.units[unit].place, Place::Routed);
    let other = table.put("cs_82va", "0814", "vE", Advance);
    table.state.units[other].status.set(Status::DISORDERED, true);
    table.rolls(&[5]);
    assert_eq!(
        disorder(&table.game, &mut table.state, other, Cause::Shock, &mut table.chance),
        Suffered::Again(true)
    );
    assert_eq!(table.sp(other), 6);
    let third = table.put("cs_84va", "0814", "vE", Advance);
    table.state.units[third].status.set(Status::DISORDERED, true);
    let suffered = disorder(&table.game, &mut table.state, third, Cause::Terrain, &mut table.chance);
    assert_eq!(suffered, Suffered::Again(false));
    assert_eq!(table.sp(third), 6, "[12.35c] terrain only stops it");
    assert!(table.state.units[third].did(Act::DONE));
}

/// [GB 12.35] e: two units of a stack that lost a point to second disorder cost the stack one more.
#[test]
fn gb_12_35e_extra_point() {
    let mut table = Table::crossroads();
    let top = table.put("cs_83va", "0814", "vE", Advance);
    let below = table.put("cs_81va", "0814", "vE", Advance);
    let guns = table.put("cs_bty_c", "0814", "vE", Advance);
    let apart = table.put("cs_82va", "0815", "vE", Advance);
    let mut costs = |units: &[Unit], lost: &[Unit]| {
        let before = table.sp(top);
        let lost = lost.iter().copied().collect();
        extra_loss(&table.game, &mut table.state, units, lost, false, &mut table.chance);
        before - table.sp(top)
    };
    assert_eq!(costs(&[top, below], &[below]), 0);
    assert_eq!(costs(&[top, below], &[top, below]), 1);
    assert_eq!(costs(&[top, guns], &[top, guns]), 0, "guns do not count");
    assert_eq!(costs(&[top, apart], &[top, apart]), 0, "another stack");
}

/// [GB 12.36] Disordered guns lose one to fire, [GB 11.65] and are abandoned to shock.
#[test]
fn gb_12_36_guns_disordered_again() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "0914", "vW", Advance);
    table.state.units[guns].status.set(Status::DISORDERED, true);
    disorder(&table.game, &mut table.state, guns, Cause::Fire, &mut table.chance);
    assert_eq!(table.sp(guns), 5);
    assert!(!table.state.units[guns].did(Act::RETREAT));
    disorder(&table.game, &mut table.state, guns, Cause::Shock, &mut table.chance);
    assert!(table.state.units[guns].is_abandoned());
    assert!(!table.state.occupied[0].contains(table.hex("0914")), "[12.8] abandoned guns hold nothing");
}

/// [GB 12.81] A unit in good order that comes up mans one battery, which stays disordered.
#[test]
fn gb_12_81_manned_again() {
    let mut table = Table::crossroads();
    let guns = table.put("us_bty_a", "0914", "vW", Advance);
    abandon(&table.game, &mut table.state, guns, &mut table.chance);
    let foot = table.put("us_303ny", "0914", "vW", Advance);
    let hex = table.hex("0914");
    man_guns(&table.game, &mut table.state, foot, hex, &mut table.chance);
    let piece = &table.state.units[guns];
    assert!(!piece.is_abandoned() && piece.is_disordered() && piece.has(Status::JUST_MANNED));
}

/// [GB 12.54] A rout shakes every neighbour once, guns excepted; those may rout in turn.
#[test]
fn gb_12_54_rout_spreads_once() {
    let mut table = Table::crossroads();
    let first = table.put("cs_81va", "0814", "vE", Advance);
    let near = table.put("cs_82va", "0815", "vE", Advance);
    let far = table.put("cs_84va", "0611", "vE", Advance);
    let guns = table.put("cs_bty_c", "0813", "vE", Advance);
    table.rolls(&[9]);
    rout(&table.game, &mut table.state, first, &mut table.chance);
    assert_eq!(table.state.units[first].place, Place::Routed);
    assert!(table.state.units[near].is_disordered());
    assert!(!table.state.units[far].is_disordered() && !table.state.units[guns].is_disordered());
    assert_eq!(table.told("check"), 1);
}

/// [GB 12.71] Zero kills a leader with a unit that lost; he is worth points to the enemy.
#[test]
fn gb_12_71_leader_loss() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    let leader = table.place_leader("cs_talbot", "0814");
    let hex = table.hex("0814");
    table.rolls(&[1, 0]);
    risk_leaders(&table.game, &mut table.state, &[hex], unit, &mut table.chance);
    assert_eq!(table.state.leaders[leader].place, Place::Map);
    risk_leaders(&table.game, &mut table.state, &[hex], unit, &mut table.chance);
    assert_eq!(table.state.leaders[leader].place, Place::Gone);
    assert_eq!(table.state.leader_vp[0], 4, "two points, in halves");
}

/// [GB 12.73] A leader left alone beside the enemy rides to the nearest friend.
#[test]
fn gb_12_73_leader_alone() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "0914", "vW", Advance);
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.put("cs_82va", "0613", "vE", Advance);
    let leader = table.place_leader("cs_talbot", "0814");
    lose(&table.game, &mut table.state, unit, 6, &mut table.chance);
    assert_eq!(table.state.leaders[leader].hex, table.hex("0613"));
}

/// [GB 12.44] A retreat leads away from the enemy, keeps its facing (7.25), and its length is the owner's choice.
#[test]
fn gb_12_44_retreat() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "0914", "vW", Attack);
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.state.retreat_from = table.hex("0914");
    table.state.units[unit].act.set(Act::RETREAT_1_2, true);
    table.state.set_phases(&[Phase::Brigade, Phase::Settle]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    assert!(!table.can("pass"), "the first hex is due");
    assert!(!table.can("step:0914") && !table.can("step:0915"));
    table.play(&["step:0714"]);
    assert!(table.can("pass"));
    table.play(&["pass"]);
    assert_eq!(table.at(unit), "0714");
    assert_eq!(table.state.units[unit].facing.id(), "vE");
}

/// [GB 12.44] Without a way out a unit loses a point for each hex; [GB 12.45] guns are abandoned.
#[test]
fn gb_12_44_no_way_out() {
    let mut table = Table::crossroads();
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    table.put_all(&ALL_ROUND_0814);
    table.state.retreat_from = table.hex("0914");
    table.state.units[unit].act.set(Act::RETREAT_1, true);
    table.state.set_phases(&[Phase::Brigade, Phase::Settle]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    assert_eq!((table.at(unit), table.sp(unit)), ("0814".into(), 5));
}

/// [GB 12.46] A unit that cannot stop with friends goes through them, and they are checked.
#[test]
fn gb_12_46_through_friends() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "0914", "vW", Attack);
    let unit = table.put("cs_81va", "0814", "vE", Advance);
    let friend = table.put("cs_90ga", "0714", "vE", Advance);
    table.state.retreat_from = table.hex("0914");
    table.state.units[unit].act.set(Act::RETREAT_1, true);
    table.state.set_phases(&[Phase::Brigade, Phase::Settle]);
    rules::run(&table.game, &mut table.state, &mut table.chance);
    table.rolls(&[9]);
    if table.can("step:0714") {
        table.play(&["step:0714"]);
        let next = table.codes().into_iter().find(|code| code.starts_with("step:")).expect("a way on");
        table.play(&[&next]);
        assert!(
            table.state.units[friend].is_disordered(),
            "the friend of another brigade was passed through"
        );
    } else {
        panic!("0714 must be open: {:?}", table.codes());
    }
}
