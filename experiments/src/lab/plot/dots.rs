//! Estimates as dots with error bars, one row each: win rates, differences, means.

use super::svg::{Axis, Sheet, nice_range, text_width, ticks};
use crate::lab::stats::Estimate;

/// One row of a dot chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Dot {
    pub label: String,
    /// Rows of one series share colour and marker.
    pub series: usize,
    pub estimate: Estimate,
}

const ROW: f64 = 26.0;
const WIDTH: f64 = 760.0;

/// A row per estimate. Series are named in `legend` if there is more than one.
pub fn dots(title: &str, dots: &[Dot], legend: &[String], axis: &Axis) -> String {
    let widest = dots.iter().map(|dot| text_width(&dot.label)).fold(60.0, f64::max);
    let left = (widest + 24.0).min(330.0);
    let right = WIDTH - 150.0;
    let top = if legend.len() > 1 { 44.0 } else { 20.0 };
    let bottom = top + ROW * dots.len() as f64;
    let mut sheet = Sheet::new(WIDTH, bottom + 46.0);

    let finite = |value: f64| value.is_finite().then_some(value);
    let ends = dots.iter().flat_map(|dot| {
        let Estimate { value, interval, .. } = dot.estimate;
        [finite(value), finite(interval.low), finite(interval.high)]
    });
    let ends = ends.flatten().chain(axis.reference).chain(axis.limits.into_iter().flat_map(|(a, b)| [a, b]));
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let (low, high) = if low <= high { nice_range(low, high) } else { (0.0, 1.0) };
    let (low, high) = axis.limits.map_or((low, high), |(a, b)| (low.max(a), high.min(b)));
    let x = |value: f64| left + (value.clamp(low, high) - low) / (high - low) * (right - left);

    if legend.len() > 1 {
        sheet.legend((left, 18.0), legend);
    }
    let (marks, step) = ticks(low, high, 6);
    for mark in marks {
        sheet.line("grid", (x(mark), top - 6.0), (x(mark), bottom));
        sheet.text("faint", "middle", (x(mark), bottom + 16.0), &axis.scale.text(mark, step));
    }
    sheet.text("faint", "middle", ((left + right) / 2.0, bottom + 36.0), &axis.label);
    if let Some(reference) = axis.reference {
        sheet.line("mark", (x(reference), top - 6.0), (x(reference), bottom));
    }
    let fine = step / 10.0;
    for (row, dot) in dots.iter().enumerate() {
        let y = top + ROW * (row as f64 + 0.5);
        let Estimate { value, interval, games } = dot.estimate;
        let words = format!(
            "{} ({} to {})",
            axis.scale.text(value, fine),
            axis.scale.text(interval.low, fine),
            axis.scale.text(interval.high, fine)
        );
        sheet.text("", "end", (left - 12.0, y + 4.0), &shortened(&dot.label, 46));
        sheet.raw(&format!("<g class=\"s{}\">", dot.series % 6));
        sheet.line("line", (x(interval.low), y), (x(interval.high), y));
        for end in [interval.low, interval.high] {
            sheet.line("line", (x(end), y - 4.0), (x(end), y + 4.0));
        }
        sheet.raw("</g>");
        sheet.marker(dot.series, (x(value), y), &format!("{}: {words}, {games} games", dot.label));
        sheet.text("faint", "start", (right + 10.0, y + 4.0), &words);
    }
    let description: Vec<String> = dots
        .iter()
        .map(|dot| {
            let Estimate { value, interval, .. } = dot.estimate;
            let text = |value| axis.scale.text(value, fine);
            format!("{}: {} ({} to {})", dot.label, text(value), text(interval.low), text(interval.high))
        })
        .collect();
    sheet.finish(title, &description.join("; "))
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most - 1).chain(['\u{2026}']).collect()
}
