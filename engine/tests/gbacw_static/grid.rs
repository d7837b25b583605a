//! Geometry and arcs.

use warlab_engine::games::gbacw::grid::{Grid, Step, arc, direction_in_arc};
use warlab_engine::games::gbacw::types::{Arc, Direction, Facing, HexSet, OrderKind, Refusal};

fn grid() -> Grid {
    Grid::new(30, 25).expect("30 by 25 fits")
}

fn names(grid: &Grid, set: HexSet) -> Vec<String> {
    set.into_iter().map(|hex| grid.name(hex).to_string()).collect()
}

fn facing(id: &str) -> Facing {
    Facing::from_id(id).expect("a facing")
}

/// [GB 2.1] Printed numbers name hexes both ways and refuse what is not on the map.
#[test]
fn gb_2_1_hex_numbers_round_trip() {
    let grid = grid();
    for hex in grid.hexes() {
        assert_eq!(grid.parse(&grid.name(hex).to_string()), Some(hex));
    }
    for wrong in ["0000", "0100", "3101", "0126", "12", "12345", "ab12", "12.1", "é1"] {
        assert_eq!(grid.parse(wrong), None, "{wrong}");
    }
    assert!(Grid::new(0, 5).is_none());
    assert!(Grid::new(33, 32).is_none());
}

/// [GB 2.1] Even columns lie half a hex lower.
#[test]
fn gb_2_1_neighbours_and_distances() {
    let grid = grid();
    let hex = |name: &str| grid.parse(name).expect("on the map");
    assert_eq!(names(&grid, grid.neighbours(hex("1212"))), ["1211", "1112", "1312", "1113", "1213", "1313"]);
    assert_eq!(names(&grid, grid.neighbours(hex("1112"))), ["1011", "1111", "1211", "1012", "1212", "1113"]);
    assert_eq!(grid.neighbours(hex("0101")).len(), 2);
    assert_eq!(grid.distance(hex("1212"), hex("1212")), 0);
    assert_eq!(grid.distance(hex("1212"), hex("1612")), 4);
    assert_eq!(grid.distance(hex("0101"), hex("0325")), 24 + 1);
    for a in grid.hexes().step_by(7) {
        for b in grid.hexes().step_by(11) {
            assert_eq!(grid.distance(a, b), grid.distance(b, a));
            assert_eq!(grid.within(a, 3).contains(b), grid.distance(a, b) <= 3);
        }
        assert_eq!(grid.within(a, 12).len(), grid.hexes().filter(|&b| grid.distance(a, b) <= 12).count());
        for direction in Direction::ALL {
            let Some(next) = grid.neighbour(a, direction) else { continue };
            assert_eq!(grid.neighbour(next, direction.opposite()), Some(a));
            assert_eq!(grid.direction(a, next), Some(direction));
        }
    }
}

/// [GB 7.11] Advance and Attack face corners, March faces a hexside.
#[test]
fn gb_7_11_facings_fit_orders() {
    assert!(facing("vE").fits(OrderKind::Attack) && facing("vE").fits(OrderKind::Advance));
    assert!(!facing("vE").fits(OrderKind::March) && facing("eN").fits(OrderKind::March));
    assert_eq!(facing("vE").corners_to(facing("vW")), 3);
    assert_eq!(facing("vNW").corners_to(facing("vNE")), 1);
    assert_eq!(facing("vNW").turned(1), facing("vNE"));
    assert!(Facing::all().all(|facing| Facing::from_id(facing.id()) == Some(facing)));
}

/// [GB 7.12] The printed arcs: a unit facing east has its flanks due north and south.
#[test]
fn gb_7_12_arcs_of_corner_and_hexside_facings() {
    let ids = |facing: Facing, wanted: Arc| -> Vec<&str> {
        direction_in_arc(facing, Refusal::None, wanted).map(Direction::id).collect()
    };
    assert_eq!(ids(facing("vE"), Arc::Front), ["eNE", "eSE"]);
    assert_eq!(ids(facing("vE"), Arc::Flank), ["eS", "eN"]);
    assert_eq!(ids(facing("vE"), Arc::Rear), ["eSW", "eNW"]);
    assert_eq!(ids(facing("eN"), Arc::Front), ["eN"]);
    assert_eq!(ids(facing("eN"), Arc::Rear), ["eS"]);
    assert_eq!(ids(facing("eN"), Arc::Flank).len(), 4);
}

/// [GB 7.34] A refused wing has a third frontal hex; the hexside next to it becomes the flank.
#[test]
fn gb_7_34_refused_wing_moves_front_and_flank() {
    let east = facing("vE");
    assert_eq!(arc(east, Refusal::Right, Direction::S), Arc::RefusedFront);
    assert_eq!(arc(east, Refusal::Right, Direction::SW), Arc::Flank);
    assert_eq!(arc(east, Refusal::Right, Direction::NW), Arc::Rear);
    assert_eq!(arc(east, Refusal::Right, Direction::N), Arc::Flank);
    assert_eq!(arc(east, Refusal::Left, Direction::NW), Arc::Flank);
    let grid = grid();
    let hex = grid.parse("1212").expect("on the map");
    assert_eq!(names(&grid, grid.all_front(hex, east, Refusal::Right)), ["1312", "1213", "1313"]);
    assert_eq!(names(&grid, grid.front(hex, east)), ["1312", "1313"]);
}

/// [GB 10.21] Lines of sight run centre to centre: through hexes, or along the hexside between two.
#[test]
fn gb_10_21_lines() {
    let grid = grid();
    let hex = |name: &str| grid.parse(name).expect("on the map");
    let shown = |a: &str, b: &str| -> String {
        let mut text = String::new();
        for step in grid.line(hex(a), hex(b)) {
            match step {
                Step::Through(hex) => text += &format!("{} ", grid.name(hex)),
                Step::Along(one, Some(two)) => text += &format!("{}|{} ", grid.name(one), grid.name(two)),
                Step::Along(one, None) => text += &format!("{}| ", grid.name(one)),
            }
        }
        text.trim_end().to_string()
    };
    assert_eq!(shown("1212", "1215"), "1212 1213 1214 1215");
    assert_eq!(shown("1212", "1412"), "1212 1312|1313 1412");
    assert_eq!(shown("0101", "0301"), "0101 0201| 0301");
    // A line that clips a third hex near the corner lists it.
    assert_eq!(shown("1212", "1311"), "1212 1211|1312 1311");
    assert_eq!(shown("1212", "1310"), "1212 1211 1311 1310");
}

/// [GB 10.25] The line back is the same line reversed, and every line ends where it should.
#[test]
fn gb_10_25_lines_are_reciprocal() {
    let grid = Grid::new(13, 11).expect("fits");
    for a in grid.hexes() {
        for b in grid.hexes() {
            let there = grid.line(a, b);
            let mut back = grid.line(b, a);
            back.reverse();
            assert_eq!(there.first(), Some(&Step::Through(a)));
            assert_eq!(there.last(), Some(&Step::Through(b)), "{} {}", grid.name(a), grid.name(b));
            assert_eq!(there.len(), back.len());
            for (one, two) in there.iter().zip(&back) {
                let same = match (*one, *two) {
                    (Step::Along(p, q), Step::Along(r, s)) => {
                        (p, q) == (r, s) || (Some(p), q) == (s, Some(r))
                    }
                    (p, q) => p == q,
                };
                assert!(same, "{one:?} {two:?}");
            }
        }
    }
}
