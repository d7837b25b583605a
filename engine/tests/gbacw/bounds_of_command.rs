//! Small conditions of orders, reserves, breastworks and fatigue, each tried on both sides of its edge.

use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::ch05_efficiency::cap_brigades;
use warlab_engine::games::gbacw::rules::ch05_markers::is_coordination_open;
use warlab_engine::games::gbacw::rules::ch06_orders::{alarm, is_reserve_open};
use warlab_engine::games::gbacw::rules::ch15_works::is_open;
use warlab_engine::games::gbacw::rules::ch17_fatigue::close_activation;
use warlab_engine::games::gbacw::state::{LeaderFlags, Marker, Standing};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, March};
use warlab_engine::games::gbacw::types::{FormationSet, Side};
use warlab_engine::setup::Setup;

use super::table::Table;

/// [GB 5.26] A brigade out of its division leader's range skips activations, unless it marches.
#[test]
fn gb_5_26_marching_brigades_skip_nothing() {
    for (order, facing) in [(Advance, "vW"), (March, "eN")] {
        let mut table = Table::army();
        table.put("us_4", "1010", facing, order);
        table.mark("us.2.1.1", Standing::IN_COMMAND, false);
        let (division, brigade) = (table.formation("us.2.1"), table.formation("us.2.1.1"));
        table.state.formations[division].markers = 3;
        table.state.formations[brigade].cap = 9;
        cap_brigades(&table.game, &mut table.state);
        let skips = table.game.tables.activation.brigade_out_of_division_range_skips;
        let cap = if order == March { 9 } else { 3 - skips };
        assert_eq!(table.state.formations[brigade].cap, cap, "{order:?}");
    }
}

/// [GB 13.23] A brigade that cannot fight on acts twice in a turn at most, however often its division does.
#[test]
fn gb_13_23_two_activations() {
    let mut table = Table::army();
    let division = table.formation("us.2.1");
    table.state.formations[division].markers = 4;
    for (id, ineffective, cap) in [("us.2.1.1", true, 2), ("us.2.1.2", false, 9)] {
        let brigade = table.formation(id);
        table.mark(id, Standing::IN_COMMAND, true);
        table.mark(id, Standing::INEFFECTIVE, ineffective);
        table.state.formations[brigade].cap = 9;
        cap_brigades(&table.game, &mut table.state);
        assert_eq!(table.state.formations[brigade].cap, cap, "{id}");
    }
}

/// [GB 13.32] The brigades of a division that cannot fight on are not coordinated.
#[test]
fn gb_13_32_no_coordination() {
    for ineffective in [false, true] {
        let mut table = Table::army();
        table.place_leader("us_21", "1010");
        for (unit, hex, brigade) in [("us_4", "1010", "us.2.1.1"), ("us_5", "1011", "us.2.1.2")] {
            table.put(unit, hex, "vW", Advance);
            let brigade = table.formation(brigade);
            table.state.formations[brigade].cap = 3;
        }
        table.state.marker = Marker::Division(table.formation("us.2.1"));
        table.state.active = Side::Union;
        table.mark("us.2.1", Standing::INEFFECTIVE, ineffective);
        assert_eq!(is_coordination_open(&table.game, &table.state), !ineffective);
    }
}

/// [GB 9.32] A commander who rode ten points has not ridden far; half a point more is far.
#[test]
fn gb_9_32_ten_points_are_not_far() {
    for (more, far) in [(0, false), (1, true)] {
        let mut table = Table::army();
        let leader = table.place_leader("us_2", "1004");
        let rules = &table.game.tables.activation;
        let left = 2 * (rules.leader_ma_corps_army - rules.commander_free_mp) + 2 - more;
        table.open(Phase::LeaderMoves { leader, left }).play(&["step:1104"]);
        assert_eq!(table.state.leaders[leader].flags.has(LeaderFlags::RODE_FAR), far);
    }
}

/// [GB 6.34] Fire from near by calls a brigade out of reserve.
#[test]
fn gb_6_34_how_near_the_fire() {
    for (more, called) in [(0, true), (1, false)] {
        let mut table = Table::army();
        table.put("us_4", "1010", "vW", Advance);
        table.mark("us.2.1.1", Standing::RESERVE, true);
        let (hex, near) = (table.hex("1010"), table.game.tables.reserve.forced_out_fire_range);
        alarm(&table.game, &mut table.state, hex, true, u32::from(near) + more, &mut table.chance);
        assert_eq!(table.is_marked("us.2.1.1", Standing::RESERVE), !called);
    }
}

/// [GB 6.25] A brigade that leaves its column waits for its division's markers; one that changes otherwise acts.
#[test]
fn gb_6_25_out_of_the_march_it_waits() {
    for (order, facing, new, waits) in [(March, "eN", "advance", true), (Advance, "vW", "attack", false)] {
        let mut table = Table::army();
        table.put("us_4", "1010", facing, order);
        let formation = table.formation("us.2.1.1");
        table.state.active = Side::Union;
        table.open(Phase::NewOrder { formation });
        let code = table.codes().into_iter().find(|code| code.contains(new)).expect("the order");
        table.play(&[&code]);
        assert_eq!(table.is_marked("us.2.1.1", Standing::ACTED), waits, "{order:?}");
    }
}

/// [GB 6.33] How far from the enemy a reserve must be: in his sight, and out of it.
#[test]
fn gb_6_33_distance_of_a_reserve() {
    for seen in [true, false] {
        for (nearer, may) in [(0, true), (1, false)] {
            let mut table = Table::army();
            table.put("us_4", "1413", "vW", Advance);
            table.place_leader("us_211", "1413");
            let (game, own) = (table.game.clone(), table.hex("1413"));
            let limits = &game.tables.reserve;
            let far = if seen { limits.min_hexes_in_los } else { limits.min_hexes_out_of_los };
            let grid = &game.scenario.map.grid;
            let enemy = grid.hexes().find(|&hex| {
                grid.distance(hex, own) == u32::from(far) - nearer && game.sight.can_see(own, hex) == seen
            });
            let enemy = game.hex(enemy.expect("such a hex")).to_string();
            table.put("cs_6", &enemy, "vE", Advance);
            assert_eq!(is_reserve_open(&game, &table.state, Side::Union), may, "{enemy}, seen: {seen}");
        }
    }
}

/// A regiment in the woods that could build there.
fn builder() -> Table {
    let mut table = Table::army();
    table.put("us_4", "1512", "vW", Advance);
    table.mark("us.2.1", Standing::IN_COMMAND, true);
    table
}

/// [GB 15.12] No more works in a hex than may be.
#[test]
fn gb_15_12_works_in_one_hex() {
    let mut table = builder();
    let facings = ["vW", "vE", "vNE", "vNW", "vSE", "vSW"];
    for facing in facings.into_iter().take(usize::from(table.game.tables.breastworks.max_per_hex)) {
        assert!(is_open(&table.game, &table.state, Side::Union));
        table.dig("1512", facing);
    }
    assert!(!is_open(&table.game, &table.state, Side::Union));
}

/// [GB 15.12] Nobody digs beside the enemy.
#[test]
fn gb_15_12_not_beside_the_enemy() {
    for (enemy, digs) in [("1311", true), ("1412", false)] {
        let mut table = builder();
        table.put("cs_6", enemy, "vW", Advance);
        assert_eq!(is_open(&table.game, &table.state, Side::Union), digs, "{enemy}");
    }
}

/// [GB 17.22] Three equivalents of a march are free along the road, two off it.
#[test]
fn gb_17_22_off_the_road() {
    for (off_road, levels) in [(false, 0), (true, 1)] {
        let mut table = Table::new(&Setup::scenario("army").with("fatigue", "on"));
        let unit = table.put("us_4", "1208", "eN", March);
        table.state.units[unit].spent = 36;
        let brigade = table.formation("us.2.1.1");
        table.state.acting = FormationSet::single(brigade);
        table.state.marker = Marker::March(Side::Union);
        table.mark("us.2.1.1", Standing::TIRING, true);
        if off_road {
            table.state.off_road.insert(brigade);
        }
        let before = table.fatigue("us.2.1.1");
        close_activation(&table.game, &mut table.state, &mut table.chance);
        assert_eq!(table.fatigue("us.2.1.1") - before, levels);
    }
}

/// [GB 16.22] Stragglers come back to units in command only.
#[test]
fn gb_16_22_stragglers_of_units_in_command() {
    for (leader, strength) in [("1021", 5), ("1001", 4)] {
        let mut table = Table::trevilian();
        table.state.turn = 6;
        let unit = table.put("us_6mi", "1021", "vW", Advance);
        table.place_leader("us_custer", leader);
        table.weaken(unit, 2);
        table.mark("us.c.1.1", Standing::RESERVE, true);
        table.rolls(&[0]).segment(Segment::ReserveWork);
        assert_eq!(table.sp(unit), strength, "{leader}");
    }
}
