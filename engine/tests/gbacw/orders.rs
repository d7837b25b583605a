//! Chapter 6: what each order allows, when orders change, reserves.

use warlab_engine::games::gbacw::calc::fire::Ammo;
use warlab_engine::games::gbacw::field::{lift, set_extension};
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch06_orders::{alarm, settle_surprised};
use warlab_engine::games::gbacw::rules::ch09_allowance::allowance;
use warlab_engine::games::gbacw::state::{FormationState, Marker, Place, Standing, Status};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::games::gbacw::types::Side;
use warlab_engine::setup::Setup;

use super::command::try_orders;
use super::table::Table;

/// A regiment five hexes from the enemy under some order, about to act.
fn at_five_hexes(order: OrderKind) -> Table {
    let mut table = Table::army();
    table.put("us_7", "1012", if order == March { "eSW" } else { "vW" }, order);
    table.put("cs_6", "0512", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_7"]);
    table
}

/// [GB 6.11] The table of orders: who fires, who moves and fires; no marker means Advance.
#[test]
fn gb_6_11_three_orders() {
    assert_eq!(FormationState::default().order, Advance);
    let fires = |table: &Table| table.can("fire:0512");
    assert!(!fires(&at_five_hexes(March)) && fires(&at_five_hexes(Advance)) && fires(&at_five_hexes(Attack)));
    for (order, still_fires) in [(Advance, false), (Attack, true)] {
        let mut table = at_five_hexes(order);
        table.play(&["step:0912"]);
        assert_eq!(fires(&table), still_fires, "{order:?}");
    }
    let mut table = Table::army();
    let unit = table.put("us_7", "1012", "vW", Attack);
    assert_eq!(allowance(&table.game, &table.state, unit), 6, "half of six, in half points");
    table.state.units[unit].order = Advance;
    assert_eq!(allowance(&table.game, &table.state, unit), 12);
}

/// [GB 6.12] Without a roll only through an unbroken chain; by a roll as the marker comes up; out of reserve.
#[test]
fn gb_6_12_when_orders_change() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("6.12");
    assert!(table.can("order:us.2.2.1=attack") && table.can("order:us.2.2.1=march"));
    assert!(table.starting("order:us.2.1").is_empty(), "Smith is out of his corps leader's range");
    table.play(&["order:us.2.2.1=attack"]);
    assert!(table.starting("order:us.2.2.1").is_empty(), "once");
    assert!(table.can("order:us.2.3.1=advance"), "each brigade its own");
    let hack = table.leader("us_hack");
    let brigade = table.formation("us.2.2.1");
    table.state.leaders[hack].hex = table.hex("0114");
    table.state.formations[brigade].standing.set(Standing::IN_COMMAND.or(Standing::ORDERED), false);
    assert!(table.starting("order:us.2.2.1").is_empty(), "a brigadier out of range");
}

/// [GB 6.15] Advance: a turn of one corner goes with fire, a step does not; next to guns it may go, to foot not.
#[test]
fn gb_6_15_advance() {
    let mut table = Table::army();
    table.put("us_7", "1012", "vNW", Advance);
    table.put("cs_6", "0713", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_7"]);
    assert!(!table.can("fire:0713"));
    let mut far = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    table.play(&["face:vW"]);
    assert!(table.can("fire:0713"), "{:?}", table.codes());
    table.rolls(&[0]).play(&["fire:0713"]).pass_while(&["10.42", "9.61", "9.62"]);
    assert!(table.starting("step:").is_empty());
    far.play(&["face:vSW"]);
    assert!(far.starting("fire:").is_empty(), "two corners cost a point");
    let beside = |enemy: &str| {
        let mut table = Table::army();
        table.put("us_7", "1012", "vW", Advance);
        table.put(enemy, "0812", "vE", Advance);
        table.activate("us.2.1.1").play(&["unit:us_7"]);
        table.can("step:0912")
    };
    assert!(!beside("cs_6") && beside("cs_g"));
}

/// [GB 6.16] Attack: moves next to the enemy and charges him, does not slip away, does not build.
#[test]
fn gb_6_16_attack() {
    let mut table = Table::army();
    table.put("us_7", "1012", "vW", Attack);
    table.put("cs_6", "0812", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_7", "step:0912"]).pass_while(&["9.61", "10.44", "9.13"]);
    table.play(&["pass"]);
    assert_eq!(table.codes(), ["assault:0912>0812"], "a charge is carried through [11.21]");
    let can_build = |order| {
        let mut table = Table::army();
        table.put("us_7", "1513", "vW", order);
        for formation in ["us.2.1", "us.2.1.1"] {
            let formation = table.formation(formation);
            table.state.formations[formation].standing.set(Standing::IN_COMMAND, true);
        }
        table.state.push(Phase::Engineering { side: Side::Union });
        table.run();
        table.can("build:us_7/vW")
    };
    assert!(can_build(Advance) && !can_build(Attack));
}

/// [GB 6.17] The scenario assigns orders at the start and on entry; where it leaves them open the owner chooses.
#[test]
fn gb_6_17_assigned_orders() {
    let table = Table::opening([9, 0], ["3", "2", "2"]);
    let orders = ["us_x6", "us_h6", "cs_m8"].map(|id| table.state.units[table.unit(id)].order);
    assert_eq!(orders, [Attack, Advance, March]);
    let mut open = Table::new(&Setup::scenario("foxs_gap"));
    open.state.turn = 2;
    open.state.entry_settled = 0;
    open.state.set_phases(&[Phase::Brigade, Phase::EntryOrders { side: Side::Csa }]);
    open.run().play(&["entry:1=attack"]);
    assert_eq!(open.state.units[open.unit("cs_2nc")].order, Attack);
}

/// [GB 6.19] Orders do not bind leaders, but a marching brigade's leader waits for the March marker.
#[test]
fn gb_6_19_leaders_and_orders() {
    let mut table = Table::army();
    table.put("cs_6", "0605", "vE", Attack);
    table.put("cs_m3", "0108", "eSE", March);
    for (leader, hex) in [("cs_1", "0605"), ("cs_2", "0108"), ("cs_d", "0605")] {
        table.place_leader(leader, hex);
    }
    table.activate("cs.1");
    assert!(table.can("leader:cs_1") && table.can("leader:cs_d") && !table.can("leader:cs_2"));
    table.play(&["leader:cs_1"]);
    assert!(matches!(table.state.phase(), Phase::LeaderMoves { left: 20, .. }), "not halved by Attack");
    let mut march = Table::army();
    march.put("cs_m3", "0108", "eSE", March);
    march.place_leader("cs_2", "0108");
    march.activate("cs.2");
    assert_eq!(march.state.marker, Marker::March(Side::Csa));
    assert!(march.can("leader:cs_2"));
}

/// [GB 6.21] Every brigade of the marker may try once, with its leader on the map, before anybody acts.
#[test]
fn gb_6_21_tries() {
    let mut table = Table::opening([9, 0], ["3", "2", "2"]);
    table.pass_until("5.13");
    let leader = table.leader("us_213");
    table.state.leaders[leader].place = Place::Gone;
    table.play(&["choose:us.2.1"]);
    assert_eq!(table.starting("choose:"), ["choose:us.2.1.1", "choose:us.2.1.2"]);
    table.rolls(&[2]).play(&["choose:us.2.1.1"]);
    assert_eq!(table.starting("choose:"), ["choose:us.2.1.2"]);
    table.pass_until("5.32").play(&["choose:us.2.1.2"]).pass_until("5.32");
    assert_eq!(table.told("orders_change"), 1, "no try after a brigade has acted");
}

/// [GB 6.23] The printed example: Hackenbush, rated -1, rolls 4 for Attack: 3, he keeps his Advance.
#[test]
fn gb_6_23_example_hackenbush() {
    let mut table = Table::army();
    let unit = table.put("us_h6", "1010", "vW", Advance);
    table.place_leader("us_hack", "1010");
    let brigade = table.formation("us.2.2.1");
    try_orders(&mut table, "us.2.2.1", 4);
    assert_eq!(table.state.units[unit].order, Advance);
    let standing = table.state.formations[brigade];
    assert!(standing.has(Standing::TRIED) && !standing.has(Standing::STAND.or(Standing::LOOSE)));
    assert_eq!((table.told("orders_change"), table.told("loose_cannon")), (1, 0), "a 4 would be one");
}

fn reserve_offered(leader_at: &str) -> bool {
    let mut table = Table::army();
    let unit = table.put("us_h6", "1010", "vW", Advance);
    lift(&table.game, &mut table.state, unit, Place::Routed);
    table.put("cs_6", "0101", "vE", Advance);
    table.place_leader("us_hack", leader_at);
    table.state.push(Phase::Reserve { side: Side::Union });
    table.run();
    table.can("choose:us.2.2.1")
}

/// A brigade of the enemy's fired at on the march, before or after the March marker of its side came up.
fn surprised(march_undrawn: bool, brigade_order: OrderKind) -> (FormationState, OrderKind) {
    let mut table = Table::army();
    let unit = table.put("cs_m8", "1010", "eSE", March);
    let (brigade, hex) = (table.formation("cs.2"), table.hex("1010"));
    table.state.formations[brigade].order = brigade_order;
    table.state.formations[brigade].used = 1;
    table.state.march_undrawn[Side::Csa.index()] = march_undrawn;
    alarm(&table.game, &mut table.state, hex, false, 2, &mut table.chance);
    settle_surprised(&table.game, &mut table.state);
    (table.state.formations[brigade], table.state.units[unit].order)
}

/// [GB 6.26] A surprised brigade uses its division's markers unless the March marker was resolved before.
#[test]
fn gb_6_26_markers_after_a_surprise() {
    let (early, unit) = surprised(true, March);
    assert_eq!((early.order, unit), (Advance, Advance));
    assert!(early.used < early.cap, "the division's markers are its own now");
    let (late, unit) = surprised(false, March);
    assert_eq!((late.order, unit), (Advance, Advance));
    assert_eq!(late.used, late.cap, "it had its march this turn");
    let (attacking, straggler) = surprised(false, Attack);
    assert_eq!((attacking.order, straggler), (Attack, Advance), "only the straggler was on the march");
    assert!(attacking.used < attacking.cap);
}

/// [GB 6.26] So does a surprised straggler: he had his turn if he could have marched in it.
#[test]
fn gb_6_26_a_surprised_straggler() {
    for march_undrawn in [true, false] {
        let mut table = Table::army();
        let straggler = table.put("cs_m8", "1010", "eSE", March);
        table.put("cs_m3", "1012", "vE", Advance);
        let hex = table.hex("1010");
        table.state.march_undrawn[Side::Csa.index()] = march_undrawn;
        alarm(&table.game, &mut table.state, hex, false, 2, &mut table.chance);
        settle_surprised(&table.game, &mut table.state);
        table.activate("cs.2");
        assert!(table.can("unit:cs_m3"));
        assert_eq!((table.order(straggler), table.can("unit:cs_m8")), (Advance, march_undrawn));
        table.segment(Segment::Initiative);
        assert_eq!(table.state.units[straggler].acts, 0, "a new turn");
    }
}

/// [GB 6.24] Stragglers on the march in range take his new orders, and their front, when a brigadier acts on his own.
/// [GB 7.23]
#[test]
fn gb_6_24_stragglers_form_up() {
    for (enemy, order) in [("1011", Attack), ("2011", Advance)] {
        let mut table = Table::army();
        let near = table.put("cs_7", "0611", "eSE", March);
        let far = table.put("cs_9", "0116", "eSE", March);
        let other = table.put("cs_6", "0610", "vNE", Advance);
        table.put("us_9", enemy, "vW", Advance);
        table.place_leader("cs_1", "0610");
        try_orders(&mut table, "cs.1", 3);
        assert_eq!(table.told("loose_cannon"), 1);
        let stands = |unit| (table.order(unit), table.state.units[unit].facing.is_vertex());
        assert_eq!((stands(near), stands(other)), ((order, true), (order, true)), "{enemy}");
        assert_eq!(stands(far), (March, false), "out of range");
        assert_eq!(table.facing(other), "vNE", "who was not on the march keeps his front");
    }
}

/// A unit of Bold's brigade, let loose, about to act.
fn loose(id: &str, hex: &str, facing: &str, enemy: &str) -> Table {
    let mut table = Table::army();
    table.put(id, hex, facing, Attack);
    table.put("us_7", enemy, "vW", Advance);
    table.mark("cs.1", Standing::LOOSE, true);
    table.activate("cs.1");
    table
}

/// [GB 6.24] A loose unit with an enemy beside it turns on him and attacks; it has no other choice.
#[test]
fn gb_6_24_turning_on_the_enemy() {
    for facing in ["vW", "vSE", "vNW"] {
        let mut table = loose("cs_6", "1010", facing, "1110");
        table.play(&["unit:cs_6"]);
        assert_eq!(table.codes(), ["face:vNE", "face:vE"], "{facing}");
        table.play(&["face:vE"]);
        assert_eq!(table.codes(), ["pass"], "{facing}");
        table.play(&["pass", "pass"]);
        assert_eq!(table.codes(), ["assault:1010>1110"], "{facing}");
    }
}

/// [GB 6.24] A loose unit that looks away turns to where it can go on; one with a bent wing straightens it first.
#[test]
fn gb_6_24_turning_to_go_on() {
    let mut table = loose("cs_6", "1010", "vW", "1310");
    table.play(&["unit:cs_6"]);
    assert_eq!(table.codes(), ["face:vNE", "face:vE", "face:vSE"]);
    table.play(&["face:vE"]);
    assert_eq!(table.codes(), ["step:1110", "step:1111"]);
    for (facing, enemy, then) in
        [("vE", "1310", &["step:1110", "step:1111"]), ("vW", "1110", &["face:vNE", "face:vE"])]
    {
        let mut bent = loose("cs_6", "1010", facing, enemy);
        let unit = bent.unit("cs_6");
        bent.set(unit, Status::REFUSED_LEFT, true);
        bent.play(&["unit:cs_6"]);
        assert_eq!(bent.codes(), ["unrefuse"], "{enemy}");
        bent.play(&["unrefuse"]);
        assert_eq!(bent.codes(), then, "{enemy}");
        assert_eq!(bent.spent(unit), 2);
    }
}

/// [GB 6.24] Lines of a loose brigade move up as well, and turn about or swing round if they must.
#[test]
fn gb_6_24_lines_move_up() {
    const SOUTH: u8 = 4;
    let line = |facing: &str, enemy: &str| {
        let mut table = loose("cs_9", "1010", facing, enemy);
        let unit = table.unit("cs_9");
        let extension = if facing == "vE" { [0, SOUTH] } else { [SOUTH, 0] };
        set_extension(&table.game, &mut table.state, unit, extension, false);
        table.play(&["unit:cs_9"]);
        table
    };
    let mut table = line("vE", "1310");
    assert!(table.can("step:1110") && !table.can("pass"), "{:?}", table.codes());
    table.play(&["step:1110"]).pass_until("9.13");
    let before = table.codes();
    assert!(!before.is_empty() && !table.can("pass"), "{before:?}");
    table.play(&[&before[0]]).pass_until("11.31");
    assert!(table.some("hold:").is_empty() && !table.some("assault:").is_empty(), "{:?}", table.codes());
    assert_eq!(line("vW", "1310").codes(), ["face:vE"], "away from him");
    let mut beside = line("vW", "1110");
    assert_eq!(beside.codes(), ["face:vE"], "behind it");
    beside.play(&["face:vE", "pass", "pass"]);
    assert_eq!(beside.codes(), ["assault:1010>1110"]);
}

/// [GB 6.33] A brigade whose units are all routed goes into reserve where its leader is far enough away.
#[test]
fn gb_6_33_routed_brigade() {
    assert!(reserve_offered("1210") && !reserve_offered("0806"));
}

/// [GB 6.35] In reserve: two levels of fatigue, all in order but the collapsed, routed units, ammunition, new orders.
#[test]
fn gb_6_35_reserve_recovers() {
    let mut table = Table::new(&Setup::scenario("army").with("fatigue", "on"));
    let shaken = table.put("us_9", "1010", "vW", Advance);
    let collapsed = table.put("us_8", "1011", "vW", Advance);
    let far = table.put("us_4", "2010", "vW", Advance);
    let routed = table.put("us_7", "1012", "vW", Advance);
    lift(&table.game, &mut table.state, routed, Place::Routed);
    for unit in [shaken, collapsed] {
        table.state.units[unit].status.set(Status::DISORDERED, true);
    }
    table.state.units[collapsed].sp[0] = 3;
    table.state.units[shaken].set_ammo(0, Ammo::Low);
    table.place_leader("us_211", "1010");
    let brigade = table.formation("us.2.1.1");
    table.state.formations[brigade].fatigue = 5;
    table.state.formations[brigade].standing.set(Standing::RESERVE, true);
    table.state.set_phases(&[Phase::Sequence(Segment::ReserveWork)]);
    table.run();
    assert_eq!(table.state.formations[brigade].fatigue, 3);
    assert!(!table.state.units[shaken].is_disordered() && table.state.units[collapsed].is_disordered());
    assert_eq!(table.state.units[shaken].ammo(0), Ammo::Full);
    table.rolls(&[0]).play(&["unit:us_7", "step:1010"]);
    assert_eq!(table.at(routed), "1010", "[13.52]");
    table.pass_until("6.34").play(&["choose:us.2.1.1", "order:attack"]);
    for unit in [shaken, collapsed, far, routed] {
        assert_eq!(table.state.units[unit].order, Attack, "in range or not");
    }
}
