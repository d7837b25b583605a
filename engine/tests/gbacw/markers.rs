//! Chapter 5: initiative, efficiency and its printed examples, the pool, one brigade after another.

use warlab_engine::game::{Game, Turn};
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch04_command::determine_chain;
use warlab_engine::games::gbacw::rules::ch05_efficiency::{count_division_markers, draw_markers};
use warlab_engine::games::gbacw::rules::ch05_markers::fill_pool;
use warlab_engine::games::gbacw::state::{LeaderFlags, Marker, Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::Advance;
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::player::Player;
use warlab_engine::setup::Setup;

use super::table::Table;

/// [GB 5.23] The printed example: II Corps draws 3, its leader is rated +1. The first division is out of range: 2.
/// The second is raised by him: 4. The third has a leader rated +1: 4.
#[test]
fn gb_5_23_example_second_corps() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("5.23");
    assert!(!table.can("choose:us.2.1") && !table.can("choose:us.2.3"), "out of range; four already");
    table.play(&["choose:us.2.2"]);
    assert_eq!(["us.2.1", "us.2.2", "us.2.3"].map(|id| table.markers(id)), [2, 4, 4]);
}

/// [GB 5.25] Out of the corps leader's range three markers are the most, whatever the division's own leader adds.
#[test]
fn gb_5_25_out_of_corps_range() {
    let mut table = Table::opening([9, 0], ["4", "2", "2"]);
    let (corps, division) = (table.formation("us.2"), table.formation("us.2.3"));
    // Four are drawn; out of range -1, and +1 for the leader, would be four again.
    for (in_command, markers) in [(true, 4), (false, 3)] {
        table.state.formations[corps].markers = 4;
        table.state.formations[division].standing.set(Standing::IN_COMMAND, in_command);
        count_division_markers(&table.game, &mut table.state);
        assert_eq!(table.markers("us.2.3"), markers);
    }
}

/// [GB 5.41, 5.44] The printed example: XV Corps draws 2; 2, 3 and 2 markers become 1, 4 and 1, once.
#[test]
fn gb_5_41_example_fifteenth_corps() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("5.41");
    let counts = |table: &Table| ["us.15.1", "us.15.2", "us.15.3"].map(|id| table.markers(id));
    assert_eq!(counts(&table), [2, 3, 2], "after all markers are counted");
    table.play(&["choose:us.15.2", "choose:us.15.1"]);
    assert!(!table.can("choose:us.15.1"), "never down to nothing [5.43]");
    table.play(&["choose:us.15.3"]);
    assert_eq!(counts(&table), [1, 4, 1]);
    assert_ne!(table.state.phase(), Phase::Transfer { side: Side::Union, to: None, taken: 0 }, "[5.44]");
}

/// [GB 5.42] Only divisions with a chain up to the army leader give or take.
#[test]
fn gb_5_42_unbroken_chain() {
    let mut table = Table::army();
    for (unit, hex) in [("us_h6", "0310"), ("us_x6", "0311"), ("us_y1", "2414"), ("us_y2", "2415")] {
        table.put(unit, hex, "vW", Advance);
    }
    for (leader, hex) in [("us_army", "0110"), ("us_2", "0210"), ("us_22", "0310"), ("us_23", "0311")] {
        table.place_leader(leader, hex);
    }
    for leader in ["us_xv", "us_151", "us_152"] {
        table.place_leader(leader, "2414");
    }
    determine_chain(&table.game, &mut table.state);
    for division in ["us.2.2", "us.2.3", "us.15.1", "us.15.2"] {
        let division = table.formation(division);
        table.state.formations[division].markers = 3;
    }
    table.state.push(Phase::Transfer { side: Side::Union, to: None, taken: 0 });
    table.run();
    assert_eq!(table.starting("choose:"), ["choose:us.2.2", "choose:us.2.3"], "XV Corps is out of touch");
    table.play(&["choose:us.2.3"]);
    assert_eq!(table.starting("choose:"), ["choose:us.2.2"]);
    table.play(&["choose:us.2.2", "choose:us.2.2"]);
    assert_eq!((table.markers("us.2.2"), table.markers("us.2.3")), (1, 4), "one division may give both");
}

/// [GB 5.13] The side with the initiative is asked first and opens the turn with a marker of its choice, March too.
#[test]
fn gb_5_13_initiative() {
    let mut table = Table::opening([0, 9], ["2", "3", "2"]);
    assert_eq!(table.state.initiative, Some(Side::Csa));
    table.pass_until("6.12");
    assert_eq!(table.game.turn(&table.state), Turn::Player(Player(1)));
    table.play(&["pass"]);
    assert_eq!(table.game.turn(&table.state), Turn::Player(Player(0)));
    table.pass_until("5.13");
    assert_eq!(table.codes(), ["choose:cs", "march:csa"]);
    table.play(&["march:csa"]);
    assert_eq!(table.state.marker, Marker::March(Side::Csa));
    assert!(!table.state.march_undrawn[1], "laid aside, not drawn again");
    let mut nobody = Table::opening([4, 5], ["3", "2", "2"]);
    nobody.chance.source.draws.push_back("us.15.3".into());
    nobody.pass_until("6.21");
    assert_eq!(
        (nobody.state.initiative, nobody.told("marker")),
        (None, 1),
        "a tie: the first is drawn [5.12]"
    );
}

/// [GB 5.21] One marker for each corps in play, not laid back before the next turn.
#[test]
fn gb_5_21_efficiency_markers() {
    let mut table = Table::army();
    table.state.initiative = Some(Side::Union);
    table.put("us_h6", "0310", "vW", Advance);
    for formation in table.game.formations() {
        table.state.formations[formation].markers = 0;
    }
    table.chance.source.draws.extend(["4".to_string()]);
    draw_markers(&table.game, &mut table.state, &mut table.chance);
    assert_eq!((table.markers("us.2"), table.markers("us.15"), table.told("efficiency")), (4, 0, 1));
    table.put("us_y1", "0312", "vW", Advance);
    table.chance.source.draws.extend(["4".to_string(), "4".to_string()]);
    draw_markers(&table.game, &mut table.state, &mut table.chance);
    assert!(table.chance.source.misfit.is_some(), "there is only one 4");
}

/// [GB 5.31] The pool: markers that were not withheld, March for who marches, a random event if they are in use.
#[test]
fn gb_5_31_what_lies_in_the_pool() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("5.31").play(&["choose:us.2.3", "choose:us.2.3", "choose:us.2.3"]);
    assert!(!table.can("choose:us.2.3"), "one stays");
    table.pass_until("5.13");
    assert_eq!(table.state.formations[table.formation("us.2.3")].undrawn, 1);
    assert_eq!(table.state.march_undrawn, [false, true]);
    assert!(!table.state.event_undrawn);
    let mut eventful = Table::new(&Setup::scenario("army").with("random_events", "on"));
    fill_pool(&eventful.game, &mut eventful.state);
    assert!(eventful.state.event_undrawn);
    assert_eq!(eventful.state.march_undrawn, [false, false], "nobody is there to march");
}

fn first_division() -> Table {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("5.13").play(&["choose:us.2.1"]);
    table
}

/// [GB 5.32] The printed example: all three brigades may act, in any order, each finishing before the next.
#[test]
fn gb_5_32_brigade_after_brigade() {
    let mut table = first_division();
    table.pass_until("5.32");
    assert_eq!(table.starting("choose:"), ["choose:us.2.1.1", "choose:us.2.1.2", "choose:us.2.1.3"]);
    table.play(&["choose:us.2.1.2"]);
    assert_eq!(table.starting("unit:us_17").len() + table.starting("unit:us_5").len(), 2);
    assert!(!table.can("unit:us_9"), "another brigade's");
    table.pass_until("5.32");
    assert_eq!(table.starting("choose:"), ["choose:us.2.1.1", "choose:us.2.1.3"]);
}

/// [GB 5.26] The printed example: three markers, one brigade out of command: it sits one of them out.
#[test]
fn gb_5_26_example() {
    let mut table = first_division();
    let (division, brigade) = (table.formation("us.2.1"), table.formation("us.2.1.1"));
    table.state.formations[division].markers = 3;
    table.state.formations[brigade].standing.set(Standing::IN_COMMAND, false);
    table.state.formations[brigade].cap = u8::MAX;
    warlab_engine::games::gbacw::rules::ch05_efficiency::cap_brigades(&table.game, &mut table.state);
    table.pass_until("5.32").play(&["choose:us.2.1.1"]);
    for _ in 0..2 {
        table.pass_until("5.32").play(&["pass"]);
        table.state.marker = Marker::Division(division);
        table.state.formations[brigade].standing.set(Standing::ACTED, false);
        table.state.set_phases(&[Phase::Sequence(Segment::Pool), Phase::NextBrigade]);
        table.run();
        if table.can("choose:us.2.1.1") {
            table.play(&["choose:us.2.1.1"]);
        }
    }
    assert_eq!(table.state.formations[brigade].used, 2);
}

/// [GB 5.33] The printed example: one unit rallies, one builds, one moves, one fires; a battery of the division serves.
#[test]
fn gb_5_33_what_a_brigade_does() {
    let mut table = Table::army();
    let shaken = table.put("us_7", "1005", "vW", Advance);
    table.state.units[shaken].status.set(Status::DISORDERED, true);
    let mover = table.put("us_4", "1006", "vW", Advance);
    table.put("us_3", "1007", "vW", Advance);
    let builder = table.put("us_8", "1003", "vW", Advance);
    table.state.units[builder].status.set(Status::BUILDING, true);
    table.put("us_ga", "1009", "vW", Advance);
    let target = table.put("cs_6", "0607", "vE", Advance);
    table.activate("us.2.1.1").rolls(&[0]).play(&["unit:us_7", "rally"]);
    table.pass_until("5.33").play(&["unit:us_4", "step:0906"]);
    table.pass_until("5.33").rolls(&[0]).play(&["unit:us_3", "fire:0607"]);
    assert_eq!(table.told("fire"), 1);
    table.pass_until("5.33").play(&["unit:us_8"]);
    assert_eq!(table.codes(), ["pass"], "a builder builds [15.13]");
    table.pass_until("5.33");
    assert!(table.can("unit:us_ga") && !table.can("unit:us_7"));
    assert!(!table.state.units[shaken].is_disordered() && table.state.units[builder].has(Status::BUILDING));
    assert_eq!(table.at(mover), "0906");
    assert!(table.state.units[target].is_present());
}

/// [GB 5.34] The printed example: Smith coordinates +2; a 6 lets two of his three brigades act as one.
#[test]
fn gb_5_34_example_smith() {
    let mut table = first_division();
    table.pass_until("5.34").rolls(&[6]).play(&["yes", "choose:us.2.1.1", "choose:us.2.1.3"]);
    assert_eq!(table.state.phase(), Phase::NextBrigade, "two, not three");
    table.play(&["choose:us.2.1.3"]);
    assert!(table.can("unit:us_c5") && table.can("unit:us_9") && !table.can("unit:us_17"));
    table.pass_until("5.32");
    assert_eq!(table.starting("choose:"), ["choose:us.2.1.2"], "the third acts apart");
    let mut deputy = first_division();
    let smith = deputy.leader("us_21");
    deputy.state.leaders[smith].flags.set(LeaderFlags::REPLACED, true);
    deputy.pass_until("5.34").rolls(&[6]).play(&["yes"]);
    assert_eq!(deputy.state.phase(), Phase::NextBrigade, "6 alone fails");
}

/// [GB 5.5] The activations end with the last marker, not before.
#[test]
fn gb_5_5_the_pool_is_empty() {
    let mut table = Table::army();
    table.put("us_h6", "0310", "vW", Advance);
    table.place_leader("us_army", "0310");
    let division = table.formation("us.2.2");
    table.state.formations[division].undrawn = 2;
    table.state.formations[division].markers = 2;
    table.state.march_undrawn = [false; 2];
    table.state.event_undrawn = false;
    table.run();
    assert_eq!((table.told("marker"), table.state.formations[division].undrawn), (1, 1));
    table.pass_until("9.32");
    assert_eq!((table.told("marker"), table.state.formations[division].undrawn), (2, 0));
    assert_eq!(table.state.units[table.unit("us_h6")].place, Place::Map);
}
