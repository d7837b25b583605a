//! How many games a wanted precision takes.

use super::normal_quantile;

/// Games for a share near `share` to be known to plus or minus `half_width`.
pub fn games_for_share(share: f64, half_width: f64, confidence: f64) -> u64 {
    let z = normal_quantile(confidence);
    whole(z * z * share * (1.0 - share) / (half_width * half_width))
}

/// Seed pairs for a paired difference to be known to plus or minus `half_width`, if single pairs vary as `variance`.
pub fn pairs_for_difference(variance: f64, half_width: f64, confidence: f64) -> u64 {
    let z = normal_quantile(confidence);
    whole(z * z * variance / (half_width * half_width))
}

/// Seed pairs that show a difference of `size` with chance `power` at this confidence.
pub fn pairs_to_detect(variance: f64, size: f64, confidence: f64, power: f64) -> u64 {
    let z = normal_quantile(confidence) + normal_quantile(2.0 * power - 1.0);
    whole(z * z * variance / (size * size))
}

/// How many more games, on top of `games` with interval `half_width`, reach `wanted`: widths shrink with the root.
pub fn more_games(games: usize, half_width: f64, wanted: f64) -> u64 {
    if half_width <= wanted {
        return 0;
    }
    whole(games as f64 * ((half_width / wanted).powi(2) - 1.0))
}

fn whole(games: f64) -> u64 {
    // Just above a whole number is that number, not the next.
    if games.is_finite() { (games - 1e-9).ceil().max(0.0) as u64 } else { u64::MAX }
}
