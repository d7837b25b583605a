//! Chapter 9.63: guns and riders that move off before the enemy comes.

use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules;
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack};
use warlab_engine::games::gbacw::types::Side;

use super::table::Table;

/// A regiment is about to come within three hexes of a battery, which moves off.
fn approach(order: OrderKind) -> Table {
    let mut table = Table::crossroads();
    table.put("us_303ny", "1114", "vW", order);
    table.put("cs_bty_c", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "step:1014", "unit:cs_bty_c"]);
    table
}

/// [GB 9.63] The unit that comes up may fire first; guns it strikes move off one hex only.
#[test]
fn gb_9_63_fire_at_guns_about_to_move_off() {
    // Six rifles at four hexes: 9 becomes 6, d+2; the check decides.
    for (fire, check, hexes) in [(false, 0, 2), (true, 0, 2), (true, 9, 1)] {
        let mut table = approach(Attack);
        assert_eq!((table.asks(), table.decider()), ("9.63", Side::Union));
        if fire {
            table.rolls(&[9, check]).play(&["fire:0714"]).pass_while(&["10.42"]);
        } else {
            table.play(&["pass"]);
        }
        let guns = table.unit("cs_bty_c");
        assert_eq!((table.asks(), table.is_shaken(guns)), ("12.44", check == 9), "{:?}", table.codes());
        let away = table.some("step:")[0].clone();
        table.rolls(&[0]).play(&[&away]);
        assert_eq!(table.asks() == "12.44", hexes == 2, "fired {fire}, check {check}");
        table.pass_while(&["12.44", "10.45"]);
        assert_eq!(table.at(table.unit("us_303ny")), "1014", "it must enter the hex all the same");
        assert_eq!(table.some("fire:").is_empty(), fire, "that was its fire");
    }
    assert_eq!(approach(Advance).asks(), "12.44", "Advance moves instead of firing");
}

/// [GB 9.63] Guns that move off come no nearer to any enemy who sees them from four hexes or less.
#[test]
fn gb_9_63_guns_come_no_nearer() {
    assert!(approach(Advance).can("step:0614"));
    let mut table = Table::crossroads();
    table.put("us_303ny", "1114", "vW", Advance);
    table.put("us_305oh", "0414", "vW", Advance);
    table.put("cs_bty_c", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_303ny", "step:1014", "unit:cs_bty_c"]);
    let grid = &table.game.scenario.map.grid;
    let near = |code: &String| grid.distance(table.hex(&code[5..]), table.hex("0414")) < 3;
    assert!(!table.some("step:").iter().any(near), "{:?}", table.codes());
}

/// [GB 9.63] Riders add the points of hexsides, and of ground that is not clear, to their check.
#[test]
fn gb_9_63_rough_ground_shakes_riders() {
    // Over the stream from 1121 to 1120, one point: cohesion 7 passes with 6 and fails with 7.
    for (die, shaken) in [(6, false), (7, true)] {
        let mut table = Table::trevilian();
        let unit = table.put("us_7mi", "1121", "vW", Advance);
        table.put("cs_1va", "1122", "vSW", Attack);
        table.state.retreat_from = table.hex("1122");
        table.state.retreat_points = 0;
        table.state.set_phases(&[
            Phase::Sequence(Segment::Pool),
            Phase::Brigade,
            Phase::AfterReactionMove { unit },
            Phase::Retreat { unit, start: table.hex("1121"), least: 1, most: 1 },
        ]);
        rules::run(&table.game, &mut table.state, &mut table.chance);
        table.rolls(&[die]).play(&["step:1120"]);
        assert_eq!(table.is_shaken(unit), shaken, "rolled {die}");
    }
}
