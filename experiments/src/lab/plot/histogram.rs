//! Histograms: one small chart per series on a common axis, so that shapes compare without overlap.

use super::svg::{Scale, Sheet, text_width, ticks};
use crate::lab::stats::{quantile, resample::sorted};

const WIDTH: f64 = 760.0;
const PANEL: f64 = 84.0;

/// A panel per `(name, values)`, with the median marked. Whole numbers get whole bins.
pub fn histogram(title: &str, label: &str, series: &[(String, Vec<f64>)]) -> String {
    let all = sorted(series.iter().flat_map(|(_, values)| values.iter().copied()));
    let widest = series.iter().map(|(name, _)| text_width(name)).fold(40.0, f64::max);
    let (left, right) = ((widest + 24.0).min(260.0), WIDTH - 20.0);
    let bottom = 14.0 + PANEL * series.len() as f64;
    let mut sheet = Sheet::new(WIDTH, bottom + 46.0);
    let (Some(&low), Some(&high)) = (all.first(), all.last()) else {
        sheet.text("faint", "middle", (WIDTH / 2.0, bottom / 2.0), "no games");
        return sheet.finish(title, "no games");
    };
    let (start, bin, bins) = bins(low, high, all.iter().all(|value| value.fract() == 0.0));
    let end = start + bin * bins as f64;
    let x = |value: f64| left + (value - start) / (end - start) * (right - left);
    let (marks, step) = ticks(low, high.max(low + bin), 8);
    for mark in marks {
        // A whole number is the middle of its own bin.
        let at = if bin == 1.0 { mark + 0.5 } else { mark };
        if at <= end {
            sheet.line("grid", (x(at), 8.0), (x(at), bottom));
            sheet.text("faint", "middle", (x(at), bottom + 16.0), &Scale::Number.text(mark, step));
        }
    }
    let mut description = Vec::new();
    for (number, (name, values)) in series.iter().enumerate() {
        let floor = 14.0 + PANEL * (number as f64 + 1.0) - 10.0;
        let mut counts = vec![0usize; bins];
        for value in values {
            counts[(((value - start) / bin) as usize).min(bins - 1)] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
        for (i, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let height = count as f64 / most * (PANEL - 22.0);
            let from = start + bin * i as f64;
            sheet.raw(&format!(
                "<g class=\"s{}\"><title>{}: {count} games</title>",
                number % 6,
                bin_name(from, bin)
            ));
            let size = ((x(from + bin) - x(from) - 1.0).max(0.8), height);
            sheet.rect("class=\"fill\"", (x(from) + 0.5, floor - height), size);
            sheet.raw("</g>");
        }
        sheet.line("axis", (left, floor), (right, floor));
        let median = quantile(&sorted(values.iter().copied()), 0.5);
        if median.is_finite() {
            let at = if bin == 1.0 { median + 0.5 } else { median };
            sheet.line("mark", (x(at), floor - PANEL + 20.0), (x(at), floor));
            description.push(format!("{name}: median {median}, {} games", values.len()));
            let below = (left - 12.0, floor - PANEL / 2.0 + 15.0);
            sheet.text("faint", "end", below, &format!("median {median}"));
        }
        sheet.text("", "end", (left - 12.0, floor - PANEL / 2.0), name);
    }
    sheet.text("faint", "middle", ((left + right) / 2.0, bottom + 36.0), label);
    sheet.finish(title, &description.join("; "))
}

/// Where bins start, how wide they are and how many: about forty at most, of a round width.
fn bins(low: f64, high: f64, whole: bool) -> (f64, f64, usize) {
    if whole && high - low < 40.0 {
        return (low, 1.0, (high - low) as usize + 1);
    }
    let (_, step) = ticks(low, high, 30);
    let step = if whole { step.max(1.0) } else { step };
    let start = (low / step).floor() * step;
    (start, step, (((high - start) / step).floor() as usize + 1).max(1))
}

fn bin_name(from: f64, bin: f64) -> String {
    if bin == 1.0 { format!("{from}") } else { format!("{from} up to {}", from + bin) }
}
