//! Quantiles, and the bootstrap for measures without a formula.

use warlab_engine::{Chance, Dice};

use super::Interval;

/// The quantile of ascending values, interpolated (Hyndman and Fan's type 7, as in R, NumPy and DuckDB's `quantile_cont`).
pub fn quantile(ascending: &[f64], share: f64) -> f64 {
    let Some(last) = ascending.len().checked_sub(1) else { return f64::NAN };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    ascending[below] + (place - below as f64) * (ascending[above] - ascending[below])
}

/// Sorts a copy for [`quantile`]; values that are not numbers are left out.
pub fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The percentile bootstrap of `measure` over clusters, `rounds` times redrawn. Same seed, same interval.
pub fn bootstrap<T: Clone>(
    clusters: &[T],
    measure: impl Fn(&[T]) -> f64,
    rounds: usize,
    confidence: f64,
    seed: u64,
) -> Interval {
    if clusters.is_empty() || rounds == 0 {
        return Interval::new(f64::NEG_INFINITY, f64::INFINITY);
    }
    let mut dice = Dice::seeded(seed);
    let mut drawn = Vec::with_capacity(clusters.len());
    let results = (0..rounds).map(|_| {
        drawn.clear();
        let pick = |_| clusters[dice.below(clusters.len() as u32) as usize].clone();
        drawn.extend((0..clusters.len()).map(pick));
        measure(&drawn)
    });
    let ascending = sorted(results.collect::<Vec<_>>());
    let tail = (1.0 - confidence) / 2.0;
    Interval::new(quantile(&ascending, tail), quantile(&ascending, 1.0 - tail))
}
