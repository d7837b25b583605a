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
    /// Covariances of the log-strengths: by the model, and as the clusters of comparisons differ among themselves.
    covariances: Vec<Matrix>,
}

impl Ratings {
    /// The chance that `a` is stronger than `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let variance = self.variance(|c| c.at(a, a) + c.at(b, b) - 2.0 * c.at(a, b));
        let difference = (self.players[a].elo - self.players[b].elo) / SCALE;
        if variance <= 0.0 { 0.5 } else { normal_cdf(difference / variance.sqrt()) }
    }

    /// The larger of the variances. Comparisons of one game are not independent, which the model does not know; clusters
    /// that all came out alike do not differ, which proves nothing.
    fn variance(&self, of: impl Fn(&Matrix) -> f64) -> f64 {
        self.covariances.iter().map(of).fold(0.0, f64::max)
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

/// Fits ratings to comparisons that are independent of one another.
pub fn rate(matrix: &WinMatrix) -> Ratings {
    fit(matrix, &[])
}

/// Fits ratings to comparisons in clusters: those of one game of many players, or of games on one seed, depend on each
/// other, so the intervals count clusters (the sandwich estimator of the covariance).
pub fn rate_clusters(players: usize, clusters: &[WinMatrix]) -> Ratings {
    let mut matrix = WinMatrix::new(players);
    clusters.iter().for_each(|cluster| matrix += cluster);
    fit(&matrix, clusters)
}

fn fit(matrix: &WinMatrix, clusters: &[WinMatrix]) -> Ratings {
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
    let nu = if ties > 0 { log_nu.exp() } else { 0.0 };
    let mut covariances = vec![centred(&step.1, n)];
    if clusters.len() > 1 {
        covariances.push(centred(&sandwich(&step.1, clusters, &strength, nu), n));
    }
    let mut ratings = Ratings { players: Vec::new(), nu, covariances };
    let rating = |i: usize| Rating {
        elo: SCALE * (strength[i] - mean),
        error: SCALE * Z95 * ratings.variance(|covariance| covariance.at(i, i)).sqrt(),
    };
    let players = (0..n).map(rating).collect();
    ratings.players = players;
    ratings
}

/// The derivative of one pair's log-likelihood by its difference in strength (half of wins less losses, above what was
/// to be expected), and by the logarithm of nu.
fn surplus(matrix: &WinMatrix, a: usize, b: usize, (win, tie, loss): (f64, f64, f64)) -> (f64, f64) {
    let games = matrix.games(a, b) as f64;
    let by_difference = matrix.wins(a, b) as f64 - matrix.wins(b, a) as f64 - games * (win - loss);
    (by_difference / 2.0, matrix.ties(a, b) as f64 - games * tie)
}

/// The covariance by how much clusters pull the fit to and fro: with the inverse information on either side.
fn sandwich(inverse: &Matrix, clusters: &[WinMatrix], strength: &[f64], nu: f64) -> Matrix {
    let n = strength.len();
    let mut result = Matrix::zero(n + 1);
    let mut pull = vec![0.0; n + 1];
    let mut shift = vec![0.0; n + 1];
    for cluster in clusters {
        pull.fill(0.0);
        for a in 0..n {
            for b in 0..a {
                if cluster.games(a, b) > 0 {
                    let (by_difference, by_nu) =
                        surplus(cluster, a, b, chances(strength[a] - strength[b], nu));
                    pull[a] += by_difference;
                    pull[b] -= by_difference;
                    pull[n] += by_nu;
                }
            }
        }
        for (i, shift) in shift.iter_mut().enumerate() {
            *shift = (0..=n).map(|j| inverse.at(i, j) * pull[j]).sum();
        }
        for i in 0..=n {
            for j in 0..=n {
                *result.at_mut(i, j) += shift[i] * shift[j];
            }
        }
    }
    // As a sample's variance is divided by one less than its size.
    let small = clusters.len() as f64 / (clusters.len() as f64 - 1.0);
    for i in 0..=n {
        for j in 0..=n {
            *result.at_mut(i, j) *= small;
        }
    }
    result
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
            let (by_difference, by_nu) = surplus(matrix, a, b, (win, tie, loss));
            gradient[a] += by_difference;
            gradient[b] -= by_difference;
            gradient[n] += by_nu;
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
