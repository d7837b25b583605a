//! The statistics that a run prints by itself.

/// The normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for a share of `count` games; a shared win counts by its part.
pub fn wilson(successes: f64, count: u64) -> (f64, f64) {
    if count == 0 {
        return (0.0, 1.0);
    }
    let n = count as f64;
    let share = (successes / n).clamp(0.0, 1.0);
    let centre = share + Z * Z / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 81 of 263: the worked example of Newcombe (1998), method 3.
    #[test]
    fn wilson_agrees_with_the_published_example() {
        let (low, high) = wilson(81.0, 263);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
    }

    #[test]
    fn extremes_stay_in_range() {
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
        let (low, high) = wilson(0.0, 10);
        assert!(low == 0.0 && high > 0.2 && high < 0.35);
        let (low, high) = wilson(10.0, 10);
        assert!(low > 0.65 && high > 0.999_999);
    }
}
