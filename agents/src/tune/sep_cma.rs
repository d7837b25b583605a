//! Evolution strategy with covariance adaptation on the diagonal (Ros and Hansen 2008).

use serde::{Deserialize, Serialize};

use super::{normal, step_dice};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SepCma {
    seed: u64,
    step: u64,
    population: usize,
    mean: Vec<f64>,
    /// Overall step size, and variances relative to it.
    sigma: f64,
    variances: Vec<f64>,
    path_sigma: Vec<f64>,
    path_variance: Vec<f64>,
}

/// Constants that follow from the number of weights and candidates.
struct Plan {
    /// Recombination weights of the better half, best first.
    shares: Vec<f64>,
    effective: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_path: f64,
    c_one: f64,
    c_mu: f64,
    expected_length: f64,
}

impl SepCma {
    /// Starts at `mean` with `spans` as the standard deviations to try; a larger `population` averages more noise.
    ///
    /// # Panics
    /// If there are not as many spans as values.
    pub fn new(mean: Vec<f64>, spans: &[f64], population: usize, seed: u64) -> Self {
        assert_eq!(mean.len(), spans.len(), "a span for each value");
        let n = mean.len();
        let least = 4 + (3.0 * (n.max(1) as f64).ln()) as usize;
        SepCma {
            seed,
            step: 0,
            population: population.max(least),
            mean,
            sigma: 1.0,
            variances: spans.iter().map(|span| span * span).collect(),
            path_sigma: vec![0.0; n],
            path_variance: vec![0.0; n],
        }
    }

    /// The mean of the distribution: the answer.
    pub fn values(&self) -> &[f64] {
        &self.mean
    }

    pub fn step(&self) -> u64 {
        self.step
    }

    pub fn population(&self) -> usize {
        self.population
    }

    fn plan(&self) -> Plan {
        let n = self.mean.len() as f64;
        let half = self.population / 2;
        let raw: Vec<f64> = (0..half).map(|i| (half as f64 + 0.5).ln() - (i as f64 + 1.0).ln()).collect();
        let total: f64 = raw.iter().sum();
        let shares: Vec<f64> = raw.iter().map(|share| share / total).collect();
        let effective = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
        let c_sigma = (effective + 2.0) / (n + effective + 5.0);
        let c_one = 2.0 / ((n + 1.3).powi(2) + effective);
        let c_mu =
            (2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective)).min(1.0 - c_one);
        // The diagonal has n numbers to learn instead of n squared, so it may learn faster.
        let faster = (n + 2.0) / 3.0;
        let learning = (c_one + c_mu) * faster;
        let scale = if learning > 1.0 { faster / learning } else { faster };
        Plan {
            effective,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            c_one: c_one * scale,
            c_mu: c_mu * scale,
            expected_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            shares,
        }
    }

    /// The standard normal numbers behind each candidate of this step.
    fn samples(&self) -> Vec<Vec<f64>> {
        let mut dice = step_dice(self.seed, self.step);
        (0..self.population).map(|_| self.mean.iter().map(|_| normal(&mut dice)).collect()).collect()
    }

    /// The candidates to measure. Measure all on the same seeds.
    pub fn ask(&self) -> Vec<Vec<f64>> {
        let place = |sample: &Vec<f64>| {
            let moved = self.mean.iter().zip(&self.variances).zip(sample);
            moved.map(|((mean, variance), z)| mean + self.sigma * variance.sqrt() * z).collect()
        };
        self.samples().iter().map(place).collect()
    }

    /// Takes the scores of the candidates, in the order they were given.
    ///
    /// # Panics
    /// If there are not as many scores as candidates.
    pub fn tell(&mut self, scores: &[f64]) {
        assert_eq!(scores.len(), self.population, "a score for each candidate");
        if self.mean.is_empty() {
            return;
        }
        let plan = self.plan();
        let samples = self.samples();
        let mut order: Vec<usize> = (0..self.population).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        let keep = (plan.c_sigma * (2.0 - plan.c_sigma) * plan.effective).sqrt();
        let blend =
            |i: usize| plan.shares.iter().zip(&order).map(|(share, &k)| share * samples[k][i]).sum::<f64>();
        let drift: Vec<f64> = (0..self.mean.len()).map(blend).collect();
        for (i, z) in drift.iter().enumerate() {
            self.mean[i] += self.sigma * self.variances[i].sqrt() * z;
            self.path_sigma[i] = (1.0 - plan.c_sigma) * self.path_sigma[i] + keep * z;
        }
        let length = self.path_sigma.iter().map(|x| x * x).sum::<f64>().sqrt();
        let fade = 1.0 - (1.0 - plan.c_sigma).powf(2.0 * (self.step as f64 + 1.0));
        let n = self.mean.len() as f64;
        let moving = length / fade.sqrt() < (1.4 + 2.0 / (n + 1.0)) * plan.expected_length;
        let push = if moving { (plan.c_path * (2.0 - plan.c_path) * plan.effective).sqrt() } else { 0.0 };
        for (i, z) in drift.iter().enumerate() {
            let deviation = self.variances[i].sqrt();
            self.path_variance[i] = (1.0 - plan.c_path) * self.path_variance[i] + push * deviation * z;
            let spread: f64 =
                plan.shares.iter().zip(&order).map(|(share, &k)| share * samples[k][i].powi(2)).sum();
            self.variances[i] = (1.0 - plan.c_one - plan.c_mu) * self.variances[i]
                + plan.c_one * self.path_variance[i].powi(2)
                + plan.c_mu * spread * self.variances[i];
        }
        let change = (plan.c_sigma / plan.d_sigma * (length / plan.expected_length - 1.0)).min(1.0);
        self.sigma *= change.exp();
        self.step += 1;
    }
}
