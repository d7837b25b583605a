//! Shares of games: Wilson's and Clopper and Pearson's intervals, the exact binomial test, Newcombe's difference.

use statrs::distribution::{Beta, Binomial, ContinuousCDF, Discrete, DiscreteCDF};

use super::{Interval, normal_quantile};

/// Wilson's score interval for `successes` of `n`. Both may be fractions: a shared win counts in part, and clustered
/// games count for fewer than they are.
pub fn wilson(successes: f64, n: f64, confidence: f64) -> Interval {
    score_interval(successes, n, normal_quantile(confidence))
}

/// Wilson's interval with a quantile of the caller's own.
pub fn score_interval(successes: f64, n: f64, z: f64) -> Interval {
    if n <= 0.0 {
        return Interval::new(0.0, 1.0);
    }
    let share = (successes / n).clamp(0.0, 1.0);
    let z2 = z * z;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let spread = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    Interval::new((centre - spread).max(0.0), (centre + spread).min(1.0))
}

/// Clopper and Pearson's exact interval: never too short, for small counts.
pub fn clopper_pearson(successes: u64, n: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let (k, n) = (successes as f64, n as f64);
    let beta = |a: f64, b: f64, p: f64| Beta::new(a, b).map_or(0.5, |beta| beta.inverse_cdf(p));
    let low = if k == 0.0 { 0.0 } else { beta(k, n - k + 1.0, tail) };
    let high = if k >= n { 1.0 } else { beta(k + 1.0, n - k, 1.0 - tail) };
    Interval::new(low, high)
}

/// The exact two-sided binomial test of "the chance is `p`": how likely is a count no more likely than this one.
pub fn binomial_test(successes: u64, n: u64, p: f64) -> f64 {
    let Ok(binomial) = Binomial::new(p, n) else { return 1.0 };
    let seen = binomial.pmf(successes.min(n));
    // Equal probabilities on the other side differ in the last bits.
    let limit = seen * (1.0 + 1e-7);
    let mean = p * n as f64;
    if (successes as f64 - mean).abs() < f64::EPSILON {
        return 1.0;
    }
    let tail = if (successes as f64) < mean {
        let other = first_from(|k| binomial.pmf(k) <= limit, mean.ceil() as u64, n + 1);
        binomial.cdf(successes) + if other == 0 { 0.0 } else { binomial.sf(other - 1) }
    } else {
        let rising = first_from(|k| binomial.pmf(k) > limit, 0, mean.floor() as u64 + 1);
        let left = if rising == 0 { 0.0 } else { binomial.cdf(rising - 1) };
        left + binomial.sf(successes - 1)
    };
    tail.min(1.0)
}

/// The first number in `low..high` from which `holds` is true (it stays true), else `high`.
fn first_from(holds: impl Fn(u64) -> bool, mut low: u64, mut high: u64) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// The interval of a difference `a - b` of independent shares, from their Wilson intervals (Newcombe 1998, method 10).
pub fn newcombe(a: (f64, f64), b: (f64, f64), confidence: f64) -> Interval {
    let share = |(k, n): (f64, f64)| if n > 0.0 { k / n } else { 0.5 };
    let (p, q) = (share(a), share(b));
    let (wide, narrow) = (wilson(a.0, a.1, confidence), wilson(b.0, b.1, confidence));
    let below = ((p - wide.low).powi(2) + (narrow.high - q).powi(2)).sqrt();
    let above = ((wide.high - p).powi(2) + (q - narrow.low).powi(2)).sqrt();
    Interval::new((p - q - below).max(-1.0), (p - q + above).min(1.0))
}

/// Cohen's h, the size of a difference of two shares: 0.2 is small, 0.5 medium, 0.8 large.
pub fn cohens_h(p: f64, q: f64) -> f64 {
    2.0 * p.clamp(0.0, 1.0).sqrt().asin() - 2.0 * q.clamp(0.0, 1.0).sqrt().asin()
}
