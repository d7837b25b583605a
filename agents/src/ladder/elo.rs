//! Elo from pairs of games, the two games of a pair being played from one seed with seats swapped.

/// The normal distribution's 97.5 % point: 95 % intervals.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The normal distribution function, to about 1e-7.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erfc(-z / std::f64::consts::SQRT_2)
}

/// The complementary error function: a Chebyshev fit with relative error below 1.2e-7 everywhere.
fn erfc(x: f64) -> f64 {
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let series = FIT.iter().rev().fold(0.0, |sum, term| sum * t + term);
    let tail = t * (-x * x + series).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

/// The Elo difference at which a score is expected. Scores of 0 and 1 are infinitely far away.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score expected at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Pairs of games by the first player's points in them: 0, a half, 1, one and a half, 2.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair; payoffs between the five steps go to the nearest.
    pub fn add_pair(&mut self, first: f32, second: f32) {
        let step = (2.0 * (first + second)).round().clamp(0.0, 4.0) as usize;
        self.0[step] += 1;
    }

    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a game and the variance of a pair's mean.
    pub fn moments(&self) -> (f64, f64) {
        let n = self.pairs().max(1) as f64;
        let score = |i: usize| i as f64 / 4.0;
        let mean = (0..5).map(|i| score(i) * self.0[i] as f64).sum::<f64>() / n;
        let variance = (0..5).map(|i| (score(i) - mean).powi(2) * self.0[i] as f64).sum::<f64>() / n;
        (mean, variance)
    }

    pub fn estimate(&self) -> Estimate {
        let (mean, variance) = self.moments();
        Estimate::from_score(mean, (variance / self.pairs().max(1) as f64).sqrt(), self.pairs())
    }
}

impl std::ops::AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (own, theirs) in self.0.iter_mut().zip(other.0) {
            *own += theirs;
        }
    }
}

/// A score with its 95 % interval, and the same in Elo.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Independent observations (pairs or blocks of games).
    pub count: u64,
    pub score: f64,
    pub low: f64,
    pub high: f64,
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
    /// The chance that the first player is the stronger one.
    pub superiority: f64,
}

impl Estimate {
    pub fn from_score(score: f64, error: f64, count: u64) -> Self {
        let low = (score - Z95 * error).clamp(0.0, 1.0);
        let high = (score + Z95 * error).clamp(0.0, 1.0);
        Estimate {
            count,
            score,
            low,
            high,
            elo: elo_of_score(score),
            elo_low: elo_of_score(low),
            elo_high: elo_of_score(high),
            superiority: likelihood_of_superiority(score, error),
        }
    }

    /// Half the width of the Elo interval.
    pub fn elo_error(&self) -> f64 {
        (self.elo_high - self.elo_low) / 2.0
    }
}

/// The chance that the true score is above a half, given a score and its standard error.
pub fn likelihood_of_superiority(score: f64, error: f64) -> f64 {
    if error <= 0.0 {
        return match score.total_cmp(&0.5) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
    }
    normal_cdf((score - 0.5) / error)
}
