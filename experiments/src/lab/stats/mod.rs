//! Statistics of the lab. Formulas are few, named and checked against published values in `tests/lab/stats.rs`.
//!
//! Games that share a seed are not independent, so every estimate works on clusters: one cluster per seed pair.

pub mod cluster;
pub mod logistic;
pub mod multiple;
pub mod paired;
pub mod precision;
pub mod proportion;
pub mod resample;

pub use cluster::{Cluster, Totals, rate, score};
pub use multiple::{benjamini_hochberg, holm};
pub use paired::{Difference, difference};
pub use proportion::{binomial_test, clopper_pearson, wilson};
pub use resample::{bootstrap, quantile};

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// A range of plausible values.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub fn new(low: f64, high: f64) -> Self {
        Interval { low, high }
    }

    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// The figure after a plus-minus sign.
    pub fn half_width(&self) -> f64 {
        self.width() / 2.0
    }
}

/// A value with its interval and the number of games behind it: never shown one without the other.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    pub value: f64,
    pub interval: Interval,
    pub games: usize,
}

/// The standard normal quantile that leaves `(1 - confidence) / 2` above it: 1.96 for 0.95.
pub fn normal_quantile(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + confidence.clamp(0.0, 0.999_999_999) / 2.0)
}

/// The same for Student's distribution; falls back on the normal one where both agree.
pub fn student_quantile(confidence: f64, freedom: f64) -> f64 {
    if freedom > 1e6 {
        return normal_quantile(confidence);
    }
    match StudentsT::new(0.0, 1.0, freedom.max(1.0)) {
        Ok(student) => student.inverse_cdf(0.5 + confidence.clamp(0.0, 0.999_999_999) / 2.0),
        Err(_) => normal_quantile(confidence),
    }
}

/// The chance of a Student value at least as far from zero as `t`.
pub fn student_two_sided(t: f64, freedom: f64) -> f64 {
    if !t.is_finite() {
        return 0.0;
    }
    match StudentsT::new(0.0, 1.0, freedom.max(1.0)) {
        Ok(student) => (2.0 * student.cdf(-t.abs())).min(1.0),
        Err(_) => 1.0,
    }
}

/// Mean and unbiased variance; the variance of fewer than two values is zero.
pub fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    if values.len() < 2 {
        return (mean, 0.0);
    }
    (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0))
}
