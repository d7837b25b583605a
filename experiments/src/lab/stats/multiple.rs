//! Many comparisons at once: p-values corrected so that luck alone is not reported as an effect.

/// Holm's step-down correction: the chance of even one false alarm among all comparisons stays at the level.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let order = ascending(p);
    let mut adjusted = vec![0.0; p.len()];
    let mut highest = 0.0f64;
    for (rank, &i) in order.iter().enumerate() {
        highest = highest.max((p[i] * (p.len() - rank) as f64).min(1.0));
        adjusted[i] = highest;
    }
    adjusted
}

/// Benjamini and Hochberg's step-up correction: the expected share of false alarms among the findings.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let order = ascending(p);
    let mut adjusted = vec![0.0; p.len()];
    let mut lowest = 1.0f64;
    for (rank, &i) in order.iter().enumerate().rev() {
        lowest = lowest.min(p[i] * p.len() as f64 / (rank + 1) as f64);
        adjusted[i] = lowest;
    }
    adjusted
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    order
}
