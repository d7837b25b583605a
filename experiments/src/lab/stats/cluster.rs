//! Estimates from games that come in clusters: the games of one seed pair share their dice and deals.

use super::{Estimate, Interval, student_quantile};
use super::{mean_and_variance, proportion::score_interval};

/// The games of one seed: how many, and the sum of what is measured in them.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Cluster {
    pub games: f64,
    pub sum: f64,
}

impl Cluster {
    pub fn add(&mut self, value: f64) {
        self.games += 1.0;
        self.sum += value;
    }

    pub fn mean(&self) -> f64 {
        if self.games > 0.0 { self.sum / self.games } else { 0.0 }
    }
}

/// Groups `(cluster key, value)` in key order. Keys must come ascending, as games do in their file.
pub fn group(values: impl IntoIterator<Item = (u64, f64)>) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut last = None;
    for (key, value) in values {
        if last != Some(key) {
            clusters.push(Cluster::default());
            last = Some(key);
        }
        clusters.last_mut().expect("one was pushed").add(value);
    }
    clusters
}

/// What estimates need of clusters, however many there are.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Totals {
    clusters: f64,
    games: f64,
    sum: f64,
    games_squared: f64,
    sum_squared: f64,
    product: f64,
}

impl Totals {
    pub fn of(clusters: &[Cluster]) -> Self {
        let mut totals = Totals::default();
        clusters.iter().for_each(|&cluster| totals.add(cluster));
        totals
    }

    pub fn add(&mut self, cluster: Cluster) {
        self.clusters += 1.0;
        self.games += cluster.games;
        self.sum += cluster.sum;
        self.games_squared += cluster.games * cluster.games;
        self.sum_squared += cluster.sum * cluster.sum;
        self.product += cluster.games * cluster.sum;
    }

    /// The variance of the ratio `sum / games` by linearisation over clusters.
    fn ratio_variance(&self, mean: f64) -> f64 {
        if self.clusters < 2.0 {
            return f64::INFINITY;
        }
        let squares = self.sum_squared - 2.0 * mean * self.product + mean * mean * self.games_squared;
        // Clusters that are all alike leave nothing but rounding.
        let squares = if squares > 1e-12 * self.sum_squared { squares } else { 0.0 };
        self.clusters / (self.clusters - 1.0) * squares / (self.games * self.games)
    }

    /// See [`rate`].
    pub fn rate(&self, confidence: f64) -> Estimate {
        self.share(confidence, |independent, clustered| clustered.max(independent))
    }

    /// See [`score`].
    pub fn score(&self, confidence: f64) -> Estimate {
        self.share(confidence, |independent, clustered| {
            let weighed = self.clusters * clustered + PRIOR_CLUSTERS * independent;
            weighed / (self.clusters + PRIOR_CLUSTERS)
        })
    }

    /// A share whose variance is made of that of independent games and that of the clusters.
    fn share(&self, confidence: f64, variance: impl Fn(f64, f64) -> f64) -> Estimate {
        if self.games == 0.0 {
            return Estimate { value: 0.0, interval: Interval::new(0.0, 1.0), games: 0 };
        }
        let share = (self.sum / self.games).clamp(0.0, 1.0);
        let independent = share * (1.0 - share) / self.games;
        let clustered = self.ratio_variance(share);
        let worth = if independent > 0.0 && clustered.is_finite() && clustered > 0.0 {
            independent / variance(independent, clustered) * self.games
        } else {
            self.clusters
        };
        // One cluster says nothing of its spread: treat it as one game.
        let z = if self.clusters < 2.0 {
            super::normal_quantile(confidence)
        } else {
            student_quantile(confidence, self.clusters - 1.0)
        };
        Estimate {
            value: share,
            interval: score_interval(share * worth, worth, z),
            games: self.games as usize,
        }
    }
}

/// A share of games (values 0 to 1) with Wilson's interval, for as many independent games as the clusters are worth.
///
/// The design effect compares the clusters' variance with that of independent games; the games count for fewer when
/// games of a pair resemble each other, and never for more than they are (Korn and Graubard's rule).
pub fn rate(clusters: &[Cluster], confidence: f64) -> Estimate {
    Totals::of(clusters).rate(confidence)
}

/// Clusters of independent games that [`score`] adds to those it was given: a few pairs that happen to be alike promise
/// nothing yet.
const PRIOR_CLUSTERS: f64 = 4.0;

/// The score of an agent that played every seat of its seeds, likewise. What a seat or a deal is worth cancels out within a
/// pair, and points of several seats lie closer together than wins and losses, so games may count for more than they are.
pub fn score(clusters: &[Cluster], confidence: f64) -> Estimate {
    Totals::of(clusters).score(confidence)
}

/// A mean of any measure with Student's interval over the clusters.
pub fn mean(clusters: &[Cluster], confidence: f64) -> Estimate {
    let totals = Totals::of(clusters);
    let games = totals.games;
    if games == 0.0 {
        return Estimate { value: 0.0, interval: Interval::new(f64::NEG_INFINITY, f64::INFINITY), games: 0 };
    }
    let value = totals.sum / games;
    let spread =
        totals.ratio_variance(value).sqrt() * student_quantile(confidence, (totals.clusters - 1.0).max(1.0));
    Estimate { value, interval: Interval::new(value - spread, value + spread), games: games as usize }
}

/// How much the clusters' means vary, for planning: the variance of one cluster's mean.
pub fn cluster_variance(clusters: &[Cluster]) -> f64 {
    let means: Vec<f64> = clusters.iter().map(Cluster::mean).collect();
    mean_and_variance(&means).1
}
