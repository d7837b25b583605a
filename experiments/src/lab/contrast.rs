//! What a factor changes: differences between cells that play the same seeds, corrected for being many.

use std::collections::BTreeMap;

use super::measure::Measure;
use super::read::GameRow;
use super::stats::paired::mcnemar;
use super::stats::proportion::cohens_h;
use super::stats::{Difference, Estimate, Interval, benjamini_hochberg, difference, holm, quantile};

/// The games of one cell and where it stands in the study.
#[derive(Clone, PartialEq, Debug)]
pub struct CellGames {
    /// The level of each factor, in the study's order.
    pub levels: Vec<String>,
    pub games: Vec<GameRow>,
}

/// One level of a factor against its first level.
#[derive(Clone, PartialEq, Debug)]
pub struct Contrast {
    pub measure: Measure,
    /// Position among the study's factors.
    pub factor: usize,
    pub from: String,
    pub to: String,
    /// The levels of the other factors; `None` is the mean over all of them.
    pub context: Option<Vec<String>>,
    /// The measure at either level.
    pub before: Estimate,
    pub after: Estimate,
    pub difference: Difference,
    /// McNemar's exact test, where every pair is one game with a plain win or loss.
    pub mcnemar: Option<f64>,
    /// Corrected for all contrasts of the study: Holm, and Benjamini and Hochberg.
    pub p_holm: f64,
    pub q: f64,
}

impl Contrast {
    /// Cohen's h for shares, Cohen's d of the pairs for other measures.
    pub fn effect_size(&self) -> f64 {
        if self.measure.is_share() {
            cohens_h(self.after.value, self.before.value)
        } else {
            self.difference.effect
        }
    }
}

/// All contrasts of the study, by measure, factor and level; means over contexts come before the single contexts.
pub fn contrasts(
    cells: &[CellGames],
    factors: &[Vec<String>],
    measures: &[Measure],
    confidence: f64,
) -> Vec<Contrast> {
    let mut found = Vec::new();
    for measure in measures {
        for (factor, levels) in factors.iter().enumerate() {
            let Some((from, others)) = levels.split_first() else { continue };
            for to in others {
                contrast_level(cells, measure, (factor, from, to), confidence, &mut found);
            }
        }
    }
    let p: Vec<f64> = found.iter().map(|contrast| contrast.difference.p).collect();
    let (holm, q) = (holm(&p), benjamini_hochberg(&p));
    for (i, contrast) in found.iter_mut().enumerate() {
        (contrast.p_holm, contrast.q) = (holm[i], q[i]);
    }
    found
}

fn contrast_level(
    cells: &[CellGames],
    measure: &Measure,
    (factor, from, to): (usize, &String, &String),
    confidence: f64,
    found: &mut Vec<Contrast>,
) {
    let others = |cell: &CellGames| {
        let mut levels = cell.levels.clone();
        levels.remove(factor);
        levels
    };
    let mut single = Vec::new();
    // Differences of each seed, summed over the contexts it was played in.
    let mut by_seed: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for after in cells.iter().filter(|cell| cell.levels[factor] == *to) {
        let context = others(after);
        let base = cells.iter().find(|cell| cell.levels[factor] == *from && others(cell) == context);
        let Some(before) = base else { continue };
        let pairs = paired(measure, &before.games, &after.games);
        if pairs.is_empty() {
            continue;
        }
        for (seed, a, b) in &pairs {
            let sum = by_seed.entry(*seed).or_default();
            *sum = (sum.0 + b - a, sum.1 + 1.0);
        }
        let values: Vec<f64> = pairs.iter().map(|(_, a, b)| b - a).collect();
        single.push(Contrast {
            measure: measure.clone(),
            factor,
            from: from.clone(),
            to: to.clone(),
            context: Some(context),
            before: measure.estimate(&before.games, confidence),
            after: measure.estimate(&after.games, confidence),
            difference: difference(&values, measure.range(), confidence),
            mcnemar: changes(&pairs),
            p_holm: 1.0,
            q: 1.0,
        });
    }
    if single.len() > 1 {
        let values: Vec<f64> = by_seed.values().map(|(sum, count)| sum / count).collect();
        found.push(Contrast {
            context: None,
            before: averaged(single.iter().map(|contrast| contrast.before)),
            after: averaged(single.iter().map(|contrast| contrast.after)),
            difference: difference(&values, measure.range(), confidence),
            mcnemar: None,
            ..single[0].clone()
        });
    }
    found.append(&mut single);
}

/// Seeds that both cells played, with the measure's mean in either.
fn paired(measure: &Measure, before: &[GameRow], after: &[GameRow]) -> Vec<(u64, f64, f64)> {
    let known: BTreeMap<u64, f64> = measure.by_pair(before).into_iter().collect();
    let both = measure.by_pair(after).into_iter().filter_map(|(pair, b)| Some((pair, *known.get(&pair)?, b)));
    both.collect()
}

fn changes(pairs: &[(u64, f64, f64)]) -> Option<f64> {
    let plain = |value: f64| value == 0.0 || value == 1.0;
    if !pairs.iter().all(|&(_, a, b)| plain(a) && plain(b)) {
        return None;
    }
    let gained = pairs.iter().filter(|(_, a, b)| b > a).count() as u64;
    let lost = pairs.iter().filter(|(_, a, b)| b < a).count() as u64;
    Some(mcnemar(gained, lost).exact_p)
}

/// The mean of estimates of as many contexts; its interval is the mean of theirs, which is never too short.
fn averaged(estimates: impl Iterator<Item = Estimate>) -> Estimate {
    let all: Vec<Estimate> = estimates.collect();
    let n = all.len().max(1) as f64;
    let mean = |part: fn(&Estimate) -> f64| all.iter().map(part).sum::<f64>() / n;
    Estimate {
        value: mean(|e| e.value),
        interval: Interval::new(mean(|e| e.interval.low), mean(|e| e.interval.high)),
        games: all.iter().map(|e| e.games).sum(),
    }
}

/// How strongly a factor moves a measure: its largest contrast.
#[derive(Clone, PartialEq, Debug)]
pub struct Sensitivity {
    pub factor: usize,
    pub to: String,
    pub difference: Difference,
    /// The part of the variance between cells that the factor explains.
    pub share: f64,
}

/// Factors by how much they move `measure`, the strongest first.
pub fn sensitivity(
    cells: &[CellGames],
    factors: &[Vec<String>],
    contrasts: &[Contrast],
    measure: &Measure,
) -> Vec<Sensitivity> {
    let means: Vec<f64> = cells
        .iter()
        .map(|cell| {
            let values = measure.values(&cell.games);
            values.iter().sum::<f64>() / values.len().max(1) as f64
        })
        .collect();
    let whole = means.iter().sum::<f64>() / means.len().max(1) as f64;
    let total: f64 = means.iter().map(|mean| (mean - whole).powi(2)).sum();
    let mut ranking: Vec<Sensitivity> = (0..factors.len())
        .filter_map(|factor| {
            let of_factor = |c: &&Contrast| c.factor == factor && c.measure == *measure;
            let overall = contrasts.iter().filter(of_factor).filter(|c| c.context.is_none());
            let largest = |list: Vec<&Contrast>| {
                list.into_iter()
                    .max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()))
                    .cloned()
            };
            let top = largest(overall.collect())
                .or_else(|| largest(contrasts.iter().filter(of_factor).collect()))?;
            let explained: f64 = factors[factor]
                .iter()
                .map(|level| {
                    let at: Vec<f64> = cells
                        .iter()
                        .zip(&means)
                        .filter(|(cell, _)| cell.levels[factor] == *level)
                        .map(|(_, mean)| *mean)
                        .collect();
                    let mean = at.iter().sum::<f64>() / at.len().max(1) as f64;
                    at.len() as f64 * (mean - whole).powi(2)
                })
                .sum();
            let share = if total > 0.0 { explained / total } else { 0.0 };
            Some(Sensitivity { factor, to: top.to, difference: top.difference, share })
        })
        .collect();
    ranking.sort_by(|a, b| b.difference.value.abs().total_cmp(&a.difference.value.abs()));
    ranking
}

/// Quantiles of a measure in some games, for tables: lowest, a quarter, half, three quarters, highest.
pub fn five_numbers(values: &[f64]) -> Option<[f64; 5]> {
    let ascending = super::stats::resample::sorted(values.iter().copied());
    (!ascending.is_empty()).then(|| [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&ascending, share)))
}
