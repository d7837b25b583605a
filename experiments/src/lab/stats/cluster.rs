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

fn totals(clusters: &[Cluster]) -> (f64, f64) {
    clusters.iter().fold((0.0, 0.0), |(games, sum), cluster| (games + cluster.games, sum + cluster.sum))
}

/// The variance of the ratio `sum / games` by linearisation over clusters.
fn ratio_variance(clusters: &[Cluster], mean: f64, games: f64) -> f64 {
    let m = clusters.len() as f64;
    if m < 2.0 {
        return f64::INFINITY;
    }
    let squares: f64 = clusters.iter().map(|c| (c.sum - mean * c.games).powi(2)).sum();
    m / (m - 1.0) * squares / (games * games)
}

/// A share of games (values 0 to 1) with Wilson's interval, for as many independent games as the clusters are worth.
///
/// The design effect compares the clusters' variance with that of independent games; the games count for fewer when
/// games of a pair resemble each other, and never for more than they are (Korn and Graubard's rule).
pub fn rate(clusters: &[Cluster], confidence: f64) -> Estimate {
    share(clusters, confidence, |independent, clustered| clustered.max(independent))
}

/// Clusters of independent games that [`score`] adds to those it was given: a few pairs that happen to be alike promise
/// nothing yet.
const PRIOR_CLUSTERS: f64 = 4.0;

/// The score of an agent that played every seat of its seeds, likewise. What a seat or a deal is worth cancels out within a
/// pair, and points of several seats lie closer together than wins and losses, so games may count for more than they are.
pub fn score(clusters: &[Cluster], confidence: f64) -> Estimate {
    let given = clusters.len() as f64;
    share(clusters, confidence, |independent, clustered| {
        (given * clustered + PRIOR_CLUSTERS * independent) / (given + PRIOR_CLUSTERS)
    })
}

/// A share whose variance is made of that of independent games and that of the clusters.
fn share(clusters: &[Cluster], confidence: f64, variance: impl Fn(f64, f64) -> f64) -> Estimate {
    let (games, sum) = totals(clusters);
    if games == 0.0 {
        return Estimate { value: 0.0, interval: Interval::new(0.0, 1.0), games: 0 };
    }
    let share = (sum / games).clamp(0.0, 1.0);
    let independent = share * (1.0 - share) / games;
    let clustered = ratio_variance(clusters, share, games);
    let worth = if independent > 0.0 && clustered.is_finite() && clustered > 0.0 {
        independent / variance(independent, clustered) * games
    } else {
        clusters.len() as f64
    };
    let z = student_quantile(confidence, clusters.len() as f64 - 1.0);
    // One cluster says nothing of its spread: treat it as one game.
    let z = if clusters.len() < 2 { super::normal_quantile(confidence) } else { z };
    Estimate { value: share, interval: score_interval(share * worth, worth, z), games: games as usize }
}

/// A mean of any measure with Student's interval over the clusters.
pub fn mean(clusters: &[Cluster], confidence: f64) -> Estimate {
    let (games, sum) = totals(clusters);
    if games == 0.0 {
        return Estimate { value: 0.0, interval: Interval::new(f64::NEG_INFINITY, f64::INFINITY), games: 0 };
    }
    let value = sum / games;
    let spread = ratio_variance(clusters, value, games).sqrt()
        * student_quantile(confidence, (clusters.len() as f64 - 1.0).max(1.0));
    Estimate { value, interval: Interval::new(value - spread, value + spread), games: games as usize }
}

/// How much the clusters' means vary, for planning: the variance of one cluster's mean.
pub fn cluster_variance(clusters: &[Cluster]) -> f64 {
    let means: Vec<f64> = clusters.iter().map(Cluster::mean).collect();
    mean_and_variance(&means).1
}
