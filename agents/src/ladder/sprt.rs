//! The generalised sequential probability ratio test on pentanomial counts.
//!
//! Both hypotheses are replaced by the most likely distribution that fits them (maximum likelihood under a
//! constraint), as M. Van den Bergh describes for engine testing. Bounds are in logistic or in normalized Elo; the
//! latter measures the difference in standard deviations of a game, so that drawish games need no other bounds.

use super::elo::{Pentanomial, score_of_elo};

/// The unit of the bounds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scale {
    Logistic,
    Normalized,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    pub scale: Scale,
    /// The difference that is too small to matter.
    pub elo0: f64,
    /// The difference worth having.
    pub elo1: f64,
    /// Chance to accept a player no better than `elo0`, and to reject one as good as `elo1`.
    pub alpha: f64,
    pub beta: f64,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As good as `elo1`, as far as the test can tell.
    Accepted,
    Rejected,
    /// More games are needed.
    Open,
}

/// Stands for a count of zero, so that no outcome counts as impossible.
const ALMOST_NONE: f64 = 1e-3;

/// Normalized Elo per standard deviation of a game.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

impl Sprt {
    /// The log-likelihood ratio at which the test rejects and accepts.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the pairs seen so far; 0 before the first.
    pub fn ratio(&self, seen: &Pentanomial) -> f64 {
        if seen.pairs() == 0 {
            return 0.0;
        }
        let counts: [f64; 5] = std::array::from_fn(|i| (seen.0[i] as f64).max(ALMOST_NONE));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let fitted = |elo: f64| match self.scale {
            Scale::Logistic => with_mean(&seen, score_of_elo(elo)),
            Scale::Normalized => with_t_value(&seen, elo / NORMALIZED * std::f64::consts::SQRT_2),
        };
        let (p0, p1) = (fitted(self.elo0), fitted(self.elo1));
        total * (0..5).map(|i| seen[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }

    pub fn verdict(&self, seen: &Pentanomial) -> Verdict {
        let (low, high) = self.bounds();
        let ratio = self.ratio(seen);
        if ratio >= high {
            Verdict::Accepted
        } else if ratio <= low {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

fn score(i: usize) -> f64 {
    i as f64 / 4.0
}

/// The distribution nearest to `seen` with a given mean.
fn with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &std::array::from_fn(|i| score(i) - mean)).unwrap_or(*seen)
}

/// The distribution nearest to `seen` whose mean is `t` standard deviations above a half, found by repeated
/// linearisation; a handful of rounds settle it, and their number is bounded.
fn with_t_value(seen: &[f64; 5], t: f64) -> [f64; 5] {
    let mut fitted = [0.2; 5];
    for _ in 0..25 {
        let mean: f64 = (0..5).map(|i| fitted[i] * score(i)).sum();
        let deviation = (0..5).map(|i| fitted[i] * (score(i) - mean).powi(2)).sum::<f64>().sqrt();
        let slack = std::array::from_fn(|i| {
            score(i) - 0.5 - 0.5 * t * deviation * (1.0 + ((score(i) - mean) / deviation).powi(2))
        });
        let Some(next) = tilted(seen, &slack) else { break };
        let change = (0..5).map(|i| (next[i] - fitted[i]).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-9 {
            break;
        }
    }
    fitted
}

/// `seen` reweighed to `p / (1 + x * slack)` such that the slack averages to zero; `None` if no weighing does that.
fn tilted(seen: &[f64; 5], slack: &[f64; 5]) -> Option<[f64; 5]> {
    let least = slack.iter().copied().fold(f64::INFINITY, f64::min);
    let most = slack.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    // The average falls from plus to minus infinity between these poles; bisection cannot miss or hang.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = 0.5 * (low + high);
        let average: f64 = (0..5).map(|i| seen[i] * slack[i] / (1.0 + x * slack[i])).sum();
        if average > 0.0 { low = x } else { high = x }
    }
    let x = 0.5 * (low + high);
    Some(std::array::from_fn(|i| seen[i] / (1.0 + x * slack[i])))
}
