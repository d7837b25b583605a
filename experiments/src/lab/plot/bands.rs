//! Lines over time with quantile bands.

use super::svg::{Axis, Sheet, nice_range, ticks};

/// A value over time with the range around it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Point {
    pub x: f64,
    pub low: f64,
    pub middle: f64,
    pub high: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Band {
    pub name: String,
    pub points: Vec<Point>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;

/// Middle lines with their bands; `time` names the horizontal axis.
pub fn bands(title: &str, time: &str, series: &[Band], axis: &Axis) -> String {
    let (left, right, top, bottom) = (64.0, WIDTH - 16.0, 34.0, HEIGHT - 46.0);
    let mut sheet = Sheet::new(WIDTH, HEIGHT);
    let points = || series.iter().flat_map(|band| &band.points);
    let range = |low: f64, high: f64, value: f64| (low.min(value), high.max(value));
    let across = points().fold((f64::MAX, f64::MIN), |(a, b), point| range(a, b, point.x));
    let ends = points().flat_map(|p| [p.low, p.middle, p.high]).chain(axis.reference);
    let ends = ends.chain(axis.limits.into_iter().flat_map(|(a, b)| [a, b]));
    let up = ends.fold((f64::MAX, f64::MIN), |(a, b), value| range(a, b, value));
    if across.0 > across.1 {
        sheet.text("faint", "middle", (WIDTH / 2.0, HEIGHT / 2.0), "no games");
        return sheet.finish(title, "no games");
    }
    let (low, high) = axis.limits.unwrap_or_else(|| nice_range(up.0, up.1));
    let span = (across.1 - across.0).max(1e-9);
    let x = |value: f64| left + (value - across.0) / span * (right - left);
    let y = |value: f64| bottom - (value.clamp(low, high) - low) / (high - low) * (bottom - top);

    let (marks, step) = ticks(low, high, 5);
    for mark in marks {
        sheet.line("grid", (left, y(mark)), (right, y(mark)));
        sheet.text("faint", "end", (left - 8.0, y(mark) + 4.0), &axis.scale.text(mark, step));
    }
    let (marks, step) = ticks(across.0, across.1, 10);
    for mark in marks.into_iter().filter(|mark| step >= 1.0 || mark.fract() == 0.0) {
        sheet.line("axis", (x(mark), bottom), (x(mark), bottom + 4.0));
        sheet.text("faint", "middle", (x(mark), bottom + 18.0), &format!("{mark}"));
    }
    sheet.line("axis", (left, bottom), (right, bottom));
    sheet.text("faint", "middle", ((left + right) / 2.0, HEIGHT - 8.0), time);
    if let Some(reference) = axis.reference {
        sheet.line("mark", (left, y(reference)), (right, y(reference)));
    }
    for (number, band) in series.iter().enumerate() {
        let above = band.points.iter().map(|p| (x(p.x), y(p.high)));
        let below = band.points.iter().rev().map(|p| (x(p.x), y(p.low)));
        sheet.area(number, &above.chain(below).collect::<Vec<_>>());
    }
    let mut description = Vec::new();
    for (number, band) in series.iter().enumerate() {
        let middle: Vec<(f64, f64)> = band.points.iter().map(|p| (x(p.x), y(p.middle))).collect();
        sheet.path(number, &middle);
        if let (Some(&end), Some(last)) = (middle.last(), band.points.last()) {
            sheet.marker(number, end, &band.name);
            let text = |value| axis.scale.text(value, (high - low) / 100.0);
            description.push(format!(
                "{} ends at {} ({} to {})",
                band.name,
                text(last.middle),
                text(last.low),
                text(last.high)
            ));
        }
    }
    let names: Vec<String> = series.iter().map(|band| band.name.clone()).collect();
    sheet.legend((left, 18.0), &names);
    sheet.finish(title, &format!("{}; {}", axis.label, description.join("; ")))
}
