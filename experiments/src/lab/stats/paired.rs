//! Differences on common seeds: Student's paired interval over seed pairs, McNemar's test, effect sizes.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::proportion::binomial_test;
use super::{Interval, mean_and_variance, student_quantile, student_two_sided};

/// What changes from one cell to another when both play the same seeds.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Difference {
    pub value: f64,
    pub interval: Interval,
    /// The chance of a difference at least this large if there were none.
    pub p: f64,
    /// Cohen's d of the pairs: the mean difference in standard deviations of the differences.
    pub effect: f64,
    pub pairs: usize,
}

impl Difference {
    /// Whether the interval leaves out zero.
    pub fn is_shown(&self) -> bool {
        !self.interval.contains(0.0)
    }
}

/// The mean of `differences` (one per seed pair) with Student's interval and test.
///
/// `range` bounds a single difference (1 for win rates) if it is bounded: when every pair gives the same difference,
/// the spread is unknown rather than zero, and the interval is as wide as an unseen deviation could make it.
pub fn difference(differences: &[f64], range: Option<f64>, confidence: f64) -> Difference {
    let pairs = differences.len();
    let (value, variance) = mean_and_variance(differences);
    if pairs == 0 {
        let interval = Interval::new(f64::NEG_INFINITY, f64::INFINITY);
        return Difference { value: 0.0, interval, p: 1.0, effect: 0.0, pairs };
    }
    if variance <= f64::EPSILON * value.abs().max(1.0) {
        // With none of n pairs deviating, more than this share of pairs deviates at most rarely ("rule of three").
        let unseen = 1.0 - (1.0 - confidence).powf(1.0 / pairs as f64);
        let reach = range.map_or(0.0, |range| range * unseen);
        // Under "no difference" each pair would fall to either side alike: the sign test.
        let p = if value == 0.0 { 1.0 } else { 2.0f64.powi(1 - pairs.min(1000) as i32).min(1.0) };
        let effect = if value == 0.0 { 0.0 } else { value.signum() * f64::INFINITY };
        let interval = Interval::new(value - reach, value + reach);
        return Difference { value, interval, p, effect, pairs };
    }
    let freedom = pairs as f64 - 1.0;
    let error = (variance / pairs as f64).sqrt();
    let spread = error * student_quantile(confidence, freedom);
    Difference {
        value,
        interval: Interval::new(value - spread, value + spread),
        p: student_two_sided(value / error, freedom),
        effect: value / variance.sqrt(),
        pairs,
    }
}

/// McNemar's test on the pairs that changed: `gained` from loss to win, `lost` from win to loss.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct McNemar {
    /// With Edwards' correction for continuity.
    pub statistic: f64,
    pub p: f64,
    /// The binomial test, exact for any count.
    pub exact_p: f64,
}

pub fn mcnemar(gained: u64, lost: u64) -> McNemar {
    let changed = gained + lost;
    if changed == 0 {
        return McNemar { statistic: 0.0, p: 1.0, exact_p: 1.0 };
    }
    let distance = (gained.abs_diff(lost) as f64 - 1.0).max(0.0);
    let statistic = distance * distance / changed as f64;
    let p = ChiSquared::new(1.0).map_or(1.0, |chi| chi.sf(statistic));
    McNemar { statistic, p, exact_p: binomial_test(gained, changed, 0.5) }
}
