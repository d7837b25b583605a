//! Learning an evaluation's weights from finished games: which features of a position went with winning.
//!
//! The model is the evaluation's own: a softmax over the weighted sums of the seats (for two players, logistic
//! regression on the difference of their features). Newton's method with an L2 penalty; a dozen rounds suffice.

use crate::linear::{Matrix, cholesky};
use crate::weights::{QUALITY, Weights};

/// Positions with the features of every seat and the share of the win that each seat got in the end. Games of different
/// numbers of players may be mixed.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    features: usize,
    /// Sample by sample, seat by seat.
    values: Vec<f32>,
    shares: Vec<f32>,
    /// Where the seats of each sample begin among the shares, and where the last ends.
    bounds: Vec<usize>,
}

impl Samples {
    pub fn new(features: usize) -> Self {
        Samples { features, values: Vec::new(), shares: Vec::new(), bounds: vec![0] }
    }

    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.shares.is_empty()
    }

    /// Adds a position: the features of all seats one after the other, and what each seat got. A game in which
    /// nobody got anything teaches nothing and is left out.
    ///
    /// # Panics
    /// If the lengths do not fit the samples' shape.
    pub fn push(&mut self, features: &[f32], payoffs: &[f32]) {
        assert_eq!(features.len(), payoffs.len() * self.features, "features of every seat");
        let total: f32 = payoffs.iter().sum();
        if total > 0.0 {
            self.values.extend_from_slice(features);
            self.shares.extend(payoffs.iter().map(|payoff| payoff / total));
            self.bounds.push(self.shares.len());
        }
    }

    fn features(&self, sample: usize, seat: usize) -> &[f32] {
        let start = (self.bounds[sample] + seat) * self.features;
        &self.values[start..start + self.features]
    }

    fn shares(&self, sample: usize) -> &[f32] {
        &self.shares[self.bounds[sample]..self.bounds[sample + 1]]
    }

    /// The chances that weights give to the seats of a sample, in `out`, which is cleared first.
    fn chances(&self, sample: usize, weights: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.extend((0..self.shares(sample).len()).map(|seat| {
            let features = self.features(sample, seat);
            features.iter().zip(weights).map(|(&feature, weight)| f64::from(feature) * weight).sum::<f64>()
        }));
        let highest = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        out.iter_mut().for_each(|chance| *chance = (*chance - highest).exp());
        let total: f64 = out.iter().sum();
        out.iter_mut().for_each(|chance| *chance /= total);
    }
}

/// Weights that fit samples, by Newton's method. `l2` pulls them to zero: 1.0 is as much as one clear sample says.
pub fn fit(samples: &Samples, l2: f64) -> Vec<f64> {
    fit_among(samples, l2, &vec![true; samples.features], vec![0.0; samples.features])
}

/// The same where the rules say whether a feature is good (1) or bad (-1) for its owner; 0 leaves it open. Games by one
/// agent confuse what wins with what it does when it wins: a weight of the wrong sign is dropped, the worst one first.
pub fn fit_signed(samples: &Samples, l2: f64, signs: &[i8]) -> Vec<f64> {
    let mut used = vec![true; samples.features];
    let mut weights = vec![0.0; samples.features];
    loop {
        weights = fit_among(samples, l2, &used, weights);
        let wrong = weights.iter().zip(signs).map(|(weight, &sign)| -weight * f64::from(sign));
        let worst = wrong.enumerate().filter(|&(_, by)| by > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((feature, _)) = worst else { return weights };
        used[feature] = false;
        weights[feature] = 0.0;
    }
}

/// From the weights that the search starts with; those of the features that are not used stay zero.
fn fit_among(samples: &Samples, l2: f64, used: &[bool], mut weights: Vec<f64>) -> Vec<f64> {
    let n = samples.features;
    for _ in 0..50 {
        let (mut gradient, mut information) = derivatives(samples, &weights, l2.max(1e-9));
        for i in (0..n).filter(|&i| !used[i]) {
            gradient[i] = 0.0;
            for j in 0..n {
                *information.at_mut(i, j) = f64::from(u8::from(i == j));
                *information.at_mut(j, i) = f64::from(u8::from(i == j));
            }
        }
        let Some(factor) = cholesky(&information) else { break };
        let step = factor.solve(&gradient);
        let largest = step.iter().map(|x| x.abs()).fold(0.0, f64::max);
        let damping = (5.0 / largest).min(1.0);
        for (weight, change) in weights.iter_mut().zip(&step) {
            *weight += damping * change;
        }
        if largest < 1e-8 {
            break;
        }
    }
    weights
}

/// Gradient of the log-likelihood and the information matrix, the penalty included.
fn derivatives(samples: &Samples, weights: &[f64], l2: f64) -> (Vec<f64>, Matrix) {
    let n = samples.features;
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -l2 * weight).collect();
    let mut information = Matrix::zero(n);
    for i in 0..n {
        *information.at_mut(i, i) = l2;
    }
    let mut chances = Vec::new();
    let mut mean = vec![0.0; n];
    let mut apart = vec![0.0; n];
    for sample in 0..samples.len() {
        samples.chances(sample, weights, &mut chances);
        mean.fill(0.0);
        for (seat, &chance) in chances.iter().enumerate() {
            for (sum, &feature) in mean.iter_mut().zip(samples.features(sample, seat)) {
                *sum += chance * f64::from(feature);
            }
        }
        for (seat, &chance) in chances.iter().enumerate() {
            let surplus = f64::from(samples.shares(sample)[seat]) - chance;
            for (i, &feature) in samples.features(sample, seat).iter().enumerate() {
                gradient[i] += surplus * f64::from(feature);
                apart[i] = f64::from(feature) - mean[i];
            }
            for i in 0..n {
                let scaled = chance * apart[i];
                if scaled != 0.0 {
                    for (j, other) in apart.iter().enumerate() {
                        *information.at_mut(i, j) += scaled * other;
                    }
                }
            }
        }
    }
    (gradient, information)
}

/// How well chances match what happened.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Quality {
    pub samples: usize,
    /// Mean negative logarithm of the chance given to what happened; less is better.
    pub log_loss: f64,
    /// The same for even chances: what knowing nothing costs.
    pub log_loss_even: f64,
    /// Mean squared error of the chances.
    pub brier: f64,
    /// Mean distance between chance and frequency over ten bins.
    pub calibration_error: f64,
}

/// Chance bins, with their mean chance, the frequency of winning there, and the count.
pub fn calibration(samples: &Samples, weights: &[f64]) -> [(f64, f64, u64); 10] {
    let mut bins = [(0.0, 0.0, 0u64); 10];
    let mut chances = Vec::new();
    for sample in 0..samples.len() {
        samples.chances(sample, weights, &mut chances);
        for (&chance, &share) in chances.iter().zip(samples.shares(sample)) {
            let bin = &mut bins[((chance * 10.0) as usize).min(9)];
            bin.0 += chance;
            bin.1 += f64::from(share);
            bin.2 += 1;
        }
    }
    bins.map(|(chance, share, count)| {
        let n = count.max(1) as f64;
        (chance / n, share / n, count)
    })
}

/// Measures weights on samples, which should not be those that they were fitted to.
pub fn quality(samples: &Samples, weights: &[f64]) -> Quality {
    let mut chances = Vec::new();
    let (mut log_loss, mut log_loss_even, mut brier) = (0.0, 0.0, 0.0);
    for sample in 0..samples.len() {
        samples.chances(sample, weights, &mut chances);
        let seats = chances.len() as f64;
        log_loss_even += seats.ln();
        for (&chance, &share) in chances.iter().zip(samples.shares(sample)) {
            let share = f64::from(share);
            if share > 0.0 {
                log_loss -= share * chance.max(1e-12).ln();
            }
            brier += (share - chance).powi(2) / seats;
        }
    }
    let count = samples.len().max(1) as f64;
    let bins = calibration(samples, weights);
    let all: u64 = bins.iter().map(|bin| bin.2).sum();
    let apart = bins.iter().map(|&(chance, share, n)| (chance - share).abs() * n as f64).sum::<f64>();
    Quality {
        samples: samples.len(),
        log_loss: log_loss / count,
        log_loss_even: log_loss_even / count,
        brier: brier / count,
        calibration_error: apart / all.max(1) as f64,
    }
}

/// A weights file with new evaluation weights and the quality they showed.
pub fn with_evaluation(base: &Weights, names: &[&str], weights: &[f64], quality: &Quality) -> Weights {
    let mut result = base.clone();
    let values: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
    result.set_table("evaluation", names, &values);
    let numbers = [
        quality.samples as f32,
        quality.log_loss as f32,
        quality.log_loss_even as f32,
        quality.brier as f32,
        quality.calibration_error as f32,
    ];
    let names = ["samples", "log_loss", "log_loss_even", "brier", "calibration_error"];
    result.set_table(QUALITY, &names, &numbers);
    result
}
