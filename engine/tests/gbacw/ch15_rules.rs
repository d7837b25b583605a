//! Chapters 15 to 17, rule by rule: breastworks, stragglers, fatigue.

use warlab_engine::games::gbacw::field::tiredness;
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::state::{Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::setup::Setup;

use super::table::Table;

fn camp(order: OrderKind, setup: fn(&mut Table)) -> Table {
    let mut table = Table::new(&Setup::scenario("crossroads").with("fatigue", "on"));
    table.put("us_301pa", "1813", if order == March { "eSW" } else { "vW" }, order);
    table.place_leader("us_mercer", "1813");
    table.mark("us", Standing::IN_COMMAND, true);
    table.mark("us.1", Standing::IN_COMMAND, true);
    setup(&mut table);
    table.open(Phase::Engineering { side: Side::Union });
    table
}

/// [GB 15.11] Foot under Advance builds, in command and in a brigade that could change its orders; [GB 17.34] not when
/// weary.
#[test]
fn gb_15_11_who_may_build() {
    let builds = |order: OrderKind, setup: fn(&mut Table)| camp(order, setup).can("build:us_301pa/vW");
    assert!(builds(Advance, |_| {}));
    assert!(!builds(Attack, |_| {}) && !builds(March, |_| {}));
    assert!(!builds(Advance, |table| table.set(table.unit("us_301pa"), Status::OUT_OF_COMMAND, true)));
    assert!(!builds(Advance, |table| table.mark("us.1", Standing::IN_COMMAND, false)));
    assert!(!builds(Advance, |table| table.mark("us", Standing::IN_COMMAND, false)));
    assert!(builds(Advance, |table| table.tire("us.1", 3)), "fatigue 1");
    assert!(!builds(Advance, |table| table.tire("us.1", 4)), "fatigue 2");
    let mut riders = Table::trevilian();
    let unit = riders.put("us_7mi", "2119", "vW", Advance);
    for id in ["us.c", "us.c.1", "us.c.1.1"] {
        riders.mark(id, Standing::IN_COMMAND, true);
    }
    riders.open(Phase::Engineering { side: Side::Union });
    assert!(!riders.can("build:us_7mi/vW"), "mounted");
    riders.set(unit, Status::MOUNTED, false);
    riders.open(Phase::Engineering { side: Side::Union });
    assert!(riders.can("build:us_7mi/vW"), "on foot");
}

/// [GB 15.15] Who begins must finish: another unit's presence changes nothing, and when the builder goes the work is gone.
#[test]
fn gb_15_15_the_builder_finishes() {
    let mut table = camp(Advance, |table| {
        table.put("us_303ny", "1813", "vW", Advance);
    });
    table.play(&["build:us_301pa/vW", "pass"]);
    table.segment(Segment::FinishWorks);
    assert_eq!(table.works(), [("1813".to_string(), 1)], "two units do not work faster");
    table.activate("us.1").play(&["unit:us_301pa"]);
    assert!(table.some("step:").is_empty(), "it does nothing else");
    let builder = table.unit("us_301pa");
    table.state.units[builder].place = Place::Routed;
    table.segment(Segment::FinishWorks);
    assert!(table.works().is_empty(), "the other one does not take over");
}

/// [GB 15.15] Each part of an extended line may build.
#[test]
fn gb_15_15_a_line_builds_in_each_hex() {
    let mut table = Table::crossroads();
    table.put("us_301pa", "1813", "vW", Advance);
    table.place_leader("us_mercer", "1813");
    table.activate("us.1").play(&["unit:us_301pa", "extend:left"]).pass_while(&["9.13", "5.33"]);
    for id in ["us", "us.1"] {
        table.mark(id, Standing::IN_COMMAND, true);
    }
    table.open(Phase::Engineering { side: Side::Union });
    let other = "build:us_301pa/part2/vW";
    assert!(table.can("build:us_301pa/vW") && table.can(other), "{:?}", table.codes());
    table.play(&["build:us_301pa/vW", other]);
    assert_eq!(table.works().len(), 2);
    table.segment(Segment::FinishWorks).segment(Segment::FinishWorks);
    assert!(table.works().iter().all(|(_, turns)| *turns == 0), "{:?}", table.works());
}

/// [GB 15.16] Builders defend themselves: they answer fire, prepared, though it ends their work. [GB 15.14]
#[test]
fn gb_15_16_builders_answer_fire() {
    let mut table = camp(Advance, |_| {});
    table.play(&["build:us_301pa/vW"]);
    table.put("cs_82va", "1714", "vE", Attack);
    table.activate("cs.1").play(&["unit:cs_82va", "fire:1813"]);
    assert!(table.can("shoot:us_301pa>1714"), "{:?}", table.codes());
    table.rolls(&[0, 0]).play(&["shoot:us_301pa>1714"]).pass_while(&["10.42"]);
    assert!(table.last("fire_result").contains("prepared_fire +1"), "{}", table.last("fire_result"));
    assert!(table.works().is_empty() && !table.has(table.unit("us_301pa"), Status::BUILDING));
}

/// [GB 15.17] A unit that crosses a work pulls it down for one point more.
#[test]
fn gb_15_17_pulling_down() {
    let mut table = Table::crossroads();
    table.dig("0914", "vE");
    let unit = table.put("us_303ny", "1014", "vW", Advance);
    table.activate("us.1").play(&["unit:us_303ny"]);
    assert!(!table.can("remove_breastwork"), "not before it is crossed");
    table.play(&["step:0914"]);
    let paid = table.spent(unit);
    table.play(&["remove_breastwork"]);
    assert_eq!((table.spent(unit), table.works().len()), (paid + 2, 0));
    let mut spent = Table::crossroads();
    spent.dig("0914", "vE");
    let unit = spent.put("us_303ny", "1014", "vW", Attack);
    spent.activate("us.1").play(&["unit:us_303ny"]);
    spent.state.units[unit].spent = 2;
    spent.play(&["step:0914"]);
    assert!(!spent.can("remove_breastwork"), "no point left");
    let mut around = Table::crossroads();
    around.dig("0914", "vW");
    around.put("us_303ny", "1014", "vW", Advance);
    around.activate("us.1").play(&["unit:us_303ny", "step:0914"]);
    assert!(!around.can("remove_breastwork"), "it did not cross the work's side");
}

fn resting(turn: u8, reserve: bool) -> Table {
    let mut table = Table::trevilian();
    table.state.turn = turn;
    let unit = table.put("us_6mi", "1021", "vW", Advance);
    table.place_leader("us_custer", "1021");
    table.weaken(unit, 2);
    table.tire("us.c.1.1", 5);
    table.mark("us.c.1.1", Standing::RESERVE, reserve);
    table.rolls(&[0]).segment(Segment::ReserveWork);
    table
}

/// [GB 16.21] Stragglers are gathered by brigades in reserve, at dusk and at night.
#[test]
fn gb_16_21_when_stragglers_are_gathered() {
    for (turn, reserve, strength) in [(4, true, 4), (5, true, 5), (6, true, 5), (6, false, 4)] {
        let table = resting(turn, reserve);
        assert_eq!(table.sp(table.unit("us_6mi")), strength, "turn {turn}, reserve {reserve}");
    }
}

/// [GB 16.24] Gathering stragglers and rest go together.
#[test]
fn gb_16_24_stragglers_and_rest() {
    let table = resting(6, true);
    assert_eq!((table.sp(table.unit("us_6mi")), table.fatigue("us.c.1.1")), (5, 3));
}

/// [GB 17.1] Fatigue is the brigade's: one active unit tires them all, guns tire nobody and are never tired.
#[test]
fn gb_17_1_who_tires() {
    // Three activations in a turn, in each of which one unit moves.
    let active = |id: &str, brigade: &str| {
        let mut table = Table::new(&Setup::scenario("crossroads").with("fatigue", "on"));
        table.put("us_302pa", "1215", "vW", Advance);
        table.put("us_303ny", "1214", "vW", Advance);
        let guns = table.put("us_bty_a", "1213", "vW", Advance);
        if brigade == "us.1" {
            table.attach(guns, brigade);
        }
        for _ in 0..3 {
            let turn = table.state.turn;
            table.activate(brigade).play(&[&format!("unit:{id}")]);
            let step = table.some("step:")[0].clone();
            table.play(&[&step]).pass_while(&["9.13"]).play(&["pass"]);
            table.state.turn = turn;
            table.state.set_phases(&[Phase::Sequence(Segment::Pool)]);
        }
        table
    };
    let mut tired = active("us_303ny", "us.1");
    assert_eq!(tired.fatigue("us.1"), 1, "the third activation tires the brigade");
    tired.tire("us.1", 3);
    tired.tire("us.art", 3);
    let weary = ["us_302pa", "us_bty_a"].map(|id| tiredness(&tired.game, &tired.state, tired.unit(id)));
    assert_eq!(weary, [1, 0], "the unit that stood still too, but no guns");
    assert_eq!(active("us_bty_a", "us.1").fatigue("us.1"), 0, "attached guns tire nobody");
    assert_eq!(active("us_bty_a", "us.art").fatigue("us.art"), 0);
}

/// [GB 17.21] Brigades begin fresh, and a level counts from the end of the activation that brought it.
#[test]
fn gb_17_21_counted_when_the_activation_ends() {
    let mut table = Table::new(&Setup::scenario("crossroads").with("fatigue", "on"));
    table.put("us_303ny", "1214", "vW", Advance);
    assert_eq!(table.fatigue("us.1"), 0);
    let brigade = table.formation("us.1");
    table.state.formations[brigade].tiring = 2;
    table.tire("us.1", 2);
    table.activate("us.1").play(&["unit:us_303ny", "step:1114"]).pass_while(&["9.13"]);
    assert_eq!(table.fatigue("us.1"), 2, "not while it acts");
    table.play(&["pass"]);
    assert_eq!(table.fatigue("us.1"), 3);
}
