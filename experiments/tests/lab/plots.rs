//! Charts: well-formed, labelled, without numbers that are none.

use std::collections::BTreeMap;

use warlab::lab::plot::{
    Axis, Band, Dot, Heat, Point, Scale, bands, dots, heat_map, histogram, matrix, ticks,
};
use warlab::lab::stats::{Estimate, Interval};
use warlab_engine::board::{Link, Map, Place};

/// Tags are closed in order, a title is there, and no value is NaN.
fn check(svg: &str) {
    assert!(svg.starts_with("<svg") && svg.contains("<title>") && svg.contains("role=\"img\""), "{svg}");
    assert!(!svg.contains("NaN") && !svg.contains("inf ") && !svg.contains("inf\""), "{svg}");
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} is not closed in {svg}");
}

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate { value, interval: Interval::new(low, high), games: 10 }
}

#[test]
fn every_chart_is_well_formed_even_without_games() {
    let axis = Axis { reference: Some(0.5), ..Axis::new("win rate <all>", Scale::Percent) };
    let row = |label: &str, series, e| Dot { label: label.into(), series, estimate: e };
    let rows = [
        row("york & \"co\"", 0, estimate(0.4, 0.3, 0.5)),
        row("lancaster", 1, estimate(0.0, f64::NEG_INFINITY, f64::INFINITY)),
        row("very long name of a cell with many factors and levels in it", 5, estimate(1.0, 1.0, 1.0)),
    ];
    check(&dots("a <title>", &rows[..1], &[], &axis));
    check(&dots("unbounded", &rows, &["a".into(), "b".into()], &axis));
    check(&dots("empty", &[], &[], &axis));
    for values in [vec![], vec![3.0], vec![1.0, 2.0, 2.0, 9.0], vec![0.25, 1000.5], vec![-3.0, 4000.0]] {
        check(&histogram("length", "turns", &[("all".into(), values.clone()), ("none".into(), vec![])]));
    }
    let point = |x: f64| Point { x, low: 0.1, middle: 0.2, high: 0.4 };
    let line = |points| Band { name: "a".into(), points };
    for points in [vec![], vec![point(1.0)], vec![point(1.0), point(2.0), point(9.0)]] {
        check(&bands("time", "turn", &[line(points.clone()), line(vec![])], &axis));
    }
    check(&matrix("all", &["a".into(), "b".into()], &[vec![None, Some(0.2)], vec![Some(0.8), None]]));
}

#[test]
fn maps_draw_areas_and_hexes() {
    let place = |id: &str, x: f32, y: f32| Place { id: id.into(), name: id.into(), x, y, ..Place::default() };
    let mut map = Map {
        width: 100.0,
        height: 50.0,
        places: vec![place("a", 10.0, 10.0), place("b", 90.0, 40.0)],
        links: vec![Link { a: "a".into(), b: "b".into(), kind: "road".into() }],
        hex_radius: None,
    };
    let heat = Heat { count: 4, share: 0.75, tip: "a: 4 battles".into() };
    let heat: BTreeMap<String, Heat> = [("a".to_string(), heat)].into();
    let areas = heat_map("battles", &map, &heat, "cold", "hot");
    check(&areas);
    assert!(areas.contains("a: 4 battles") && areas.contains("<circle"));
    map.hex_radius = Some(5.0);
    let hexes = heat_map("battles", &map, &heat, "cold", "hot");
    check(&hexes);
    assert_eq!(hexes.matches("<polygon").count(), 2);
    check(&heat_map("nothing", &Map::default(), &BTreeMap::new(), "cold", "hot"));
}

#[test]
fn ticks_are_round_and_cover_the_range() {
    assert_eq!(ticks(0.0, 1.0, 5), (vec![0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0], 0.2));
    assert_eq!(ticks(-3.0, 7.0, 5).0, [-2.0, 0.0, 2.0, 4.0, 6.0]);
    assert!(ticks(5.0, 5.0, 4).1 > 0.0, "an empty range has a step");
    assert_eq!(Scale::Points.text(-0.031, 0.001), "\u{2212}3.1");
    assert_eq!(Scale::Points.text(0.0, 0.001), "0");
    assert_eq!(Scale::Percent.text(0.5, 0.1), "50 %");
}
