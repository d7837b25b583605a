//! Ratings of many players from their comparisons: Bradley-Terry with ties after Davidson.
//!
//! A beats B in proportion to its strength; a tie is as likely as `nu` times the geometric mean of both. Newton's
//! method on the logarithms with a weak prior: a player who has won everything gets a high rating, not an infinite one.

use super::WinMatrix;
use super::elo::{Z95, normal_cdf};
use crate::linear::{Matrix, cholesky};

/// Elo per unit of log-strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Standard deviation of the prior around the average, in log-strength: about 870 Elo.
const PRIOR: f64 = 5.0;

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rating {
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// In the order of the matrix, with an average of zero.
    pub players: Vec<Rating>,
    /// How readily equals tie: two of them tie with probability `nu / (2 + nu)`.
    pub nu: f64,
    /// Covariance of the log-strengths.
    covariance: Matrix,
}

impl Ratings {
    /// The chance that `a` is stronger than `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        let variance = c.at(a, a) + c.at(b, b) - 2.0 * c.at(a, b);
        let difference = (self.players[a].elo - self.players[b].elo) / SCALE;
        if variance <= 0.0 { 0.5 } else { normal_cdf(difference / variance.sqrt()) }
    }

    /// Expected score of `a` against `b`, ties counted half.
    pub fn expected(&self, a: usize, b: usize) -> f64 {
        let (win, tie, _) = chances((self.players[a].elo - self.players[b].elo) / SCALE, self.nu);
        win + tie / 2.0
    }
}

/// Chances of win, tie and loss at a difference in log-strength.
fn chances(difference: f64, nu: f64) -> (f64, f64, f64) {
    // Halves keep the exponentials finite and symmetric.
    let (a, b) = ((difference / 2.0).min(300.0).exp(), (-difference / 2.0).min(300.0).exp());
    let total = a + b + nu;
    (a / total, nu / total, b / total)
}

/// Fits ratings to a win matrix.
pub fn rate(matrix: &WinMatrix) -> Ratings {
    let n = matrix.players();
    let mut strength = vec![0.0; n];
    let mut log_nu = -1.0f64;
    let ties: u64 = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| matrix.ties(a, b)).sum();
    let mut step = step_at(matrix, &strength, log_nu, ties > 0);
    for _ in 0..100 {
        let largest = step.0.iter().map(|x| x.abs()).fold(0.0, f64::max);
        // A bounded step: far from the optimum the quadratic model overshoots.
        let damping = (1.0 / largest).min(1.0);
        for (own, change) in strength.iter_mut().zip(&step.0) {
            *own += damping * change;
        }
        log_nu = (log_nu + damping * step.0[n]).clamp(-12.0, 12.0);
        if largest < 1e-10 {
            break;
        }
        step = step_at(matrix, &strength, log_nu, ties > 0);
    }
    let mean = strength.iter().sum::<f64>() / n.max(1) as f64;
    let covariance = centred(&step.1, n);
    let rating = |i: usize| Rating {
        elo: SCALE * (strength[i] - mean),
        error: SCALE * Z95 * covariance.at(i, i).max(0.0).sqrt(),
    };
    Ratings {
        players: (0..n).map(rating).collect(),
        nu: if ties > 0 { log_nu.exp() } else { 0.0 },
        covariance,
    }
}

/// Newton's step for the strengths and log nu, and the inverse of the information there.
fn step_at(matrix: &WinMatrix, strength: &[f64], log_nu: f64, has_ties: bool) -> (Vec<f64>, Matrix) {
    let n = strength.len();
    let nu = if has_ties { log_nu.exp() } else { 0.0 };
    let mut gradient = vec![0.0; n + 1];
    let mut information = Matrix::zero(n + 1);
    for a in 0..n {
        for b in 0..a {
            let games = matrix.games(a, b) as f64;
            if games == 0.0 {
                continue;
            }
            let (win, tie, loss) = chances(strength[a] - strength[b], nu);
            // The derivative of the log-likelihood by the difference is half of (wins - losses) less its expectation.
            let surplus = matrix.wins(a, b) as f64 - matrix.wins(b, a) as f64 - games * (win - loss);
            gradient[a] += surplus / 2.0;
            gradient[b] -= surplus / 2.0;
            gradient[n] += matrix.ties(a, b) as f64 - games * tie;
            let by_difference = games * (win + loss - (win - loss).powi(2)) / 4.0;
            let by_nu = games * tie * (1.0 - tie);
            let mixed = -games * tie * (win - loss) / 2.0;
            for (i, j, value) in [
                (a, a, by_difference),
                (b, b, by_difference),
                (a, b, -by_difference),
                (b, a, -by_difference),
                (n, n, by_nu),
                (a, n, mixed),
                (n, a, mixed),
                (b, n, -mixed),
                (n, b, -mixed),
            ] {
                *information.at_mut(i, j) += value;
            }
        }
    }
    let weight = 1.0 / (PRIOR * PRIOR);
    for i in 0..=n {
        let value = if i < n { strength[i] } else { log_nu };
        gradient[i] -= weight * value;
        *information.at_mut(i, i) += weight;
    }
    if !has_ties {
        gradient[n] = 0.0;
    }
    let factor = cholesky(&information).expect("the prior makes the information positive");
    (factor.solve(&gradient), factor.inverse())
}

/// The covariance of strengths taken relative to their average.
fn centred(covariance: &Matrix, n: usize) -> Matrix {
    let share = 1.0 / n.max(1) as f64;
    let row = |i: usize| (0..n).map(|j| covariance.at(i, j)).sum::<f64>() * share;
    let rows: Vec<f64> = (0..n).map(row).collect();
    let all = rows.iter().sum::<f64>() * share;
    let mut result = Matrix::zero(n);
    for i in 0..n {
        for j in 0..n {
            *result.at_mut(i, j) = covariance.at(i, j) - rows[i] - rows[j] + all;
        }
    }
    result
}
