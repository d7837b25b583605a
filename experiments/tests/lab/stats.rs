//! The lab's formulas against values that were published by others.

use warlab::lab::stats::proportion::{cohens_h, newcombe};
use warlab::lab::stats::{
    Cluster, Interval, benjamini_hochberg, binomial_test, bootstrap, clopper_pearson, cluster, difference,
    holm, logistic::Logistic, paired::mcnemar, precision, quantile, rate, resample::sorted, score, wilson,
};

fn near(found: f64, published: f64, digits: i32) {
    let tolerance = 0.5 * 10f64.powi(-digits) * 1.02;
    assert!((found - published).abs() <= tolerance, "{found} is not {published}");
}

fn near_interval(found: Interval, published: (f64, f64), digits: i32) {
    near(found.low, published.0, digits);
    near(found.high, published.1, digits);
}

/// Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
#[test]
fn wilson_intervals_of_newcombe_1998() {
    near_interval(wilson(81.0, 263.0, 0.95), (0.2553, 0.3662), 4);
    near_interval(wilson(15.0, 148.0, 0.95), (0.0624, 0.1605), 4);
    near_interval(wilson(0.0, 20.0, 0.95), (0.0, 0.1611), 4);
    near_interval(wilson(1.0, 29.0, 0.95), (0.0061, 0.1718), 4);
    assert_eq!(wilson(0.0, 0.0, 0.95), Interval::new(0.0, 1.0), "no games, no knowledge");
}

/// The same table, method 5.
#[test]
fn exact_intervals_of_newcombe_1998() {
    near_interval(clopper_pearson(81, 263, 0.95), (0.2527, 0.3676), 4);
    near_interval(clopper_pearson(15, 148, 0.95), (0.0578, 0.1617), 4);
    near_interval(clopper_pearson(0, 20, 0.95), (0.0, 0.1684), 4);
    near_interval(clopper_pearson(1, 29, 0.95), (0.0009, 0.1776), 4);
}

/// Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10.
#[test]
fn difference_of_independent_shares_of_newcombe_1998() {
    near_interval(newcombe((56.0, 70.0), (48.0, 80.0), 0.95), (0.0524, 0.3339), 4);
    near_interval(newcombe((9.0, 10.0), (3.0, 10.0), 0.95), (0.1705, 0.8090), 4);
    near_interval(newcombe((10.0, 10.0), (0.0, 10.0), 0.95), (0.6075, 1.0), 4);
}

/// Mendel's peas in the documentation of R's `binom.test`: p-value 0.3825, interval 0.7077 to 0.7654.
#[test]
fn exact_binomial_test_of_mendels_peas() {
    near(binomial_test(682, 925, 0.75), 0.3825, 4);
    near_interval(clopper_pearson(682, 925, 0.95), (0.707_668_3, 0.765_406_6), 7);
    near(binomial_test(5, 10, 0.5), 1.0, 9);
    near(binomial_test(0, 10, 0.5), 2.0 / 1024.0, 9);
    near(binomial_test(10, 10, 0.5), 2.0 / 1024.0, 9);
}

/// Student's sleep data (1908), as in R's `t.test`: t = -4.0621, p = 0.002833, interval -2.4598858 to -0.7001142.
#[test]
fn paired_difference_of_students_sleep_data() {
    let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    let found = difference(&differences, None, 0.95);
    near(found.value, -1.58, 9);
    near(found.p, 0.002833, 6);
    near_interval(found.interval, (-2.459_885_8, -0.700_114_2), 7);
    near(found.effect, -4.0621 / 10f64.sqrt(), 4);
    assert!(found.is_shown());
}

/// When no pair differs, the interval is the rule of three, not a point.
#[test]
fn no_seen_difference_leaves_an_unseen_one_possible() {
    let none = difference(&[0.0; 100], Some(1.0), 0.95);
    assert_eq!(none.p, 1.0);
    near(none.interval.high, 0.0295, 4);
    assert!(!none.is_shown());
    let always = difference(&[1.0; 10], Some(1.0), 0.95);
    near(always.p, 2.0 / 1024.0, 9);
    assert!(always.is_shown());
}

/// Agresti's approval ratings in the documentation of R's `mcnemar.test`: 86 and 150 changed their minds, so
/// (64 - 1)^2 / 236 = 16.818, p-value 4.115e-05.
#[test]
fn mcnemar_of_agrestis_approval_ratings() {
    let test = mcnemar(86, 150);
    near(test.statistic, 16.818, 3);
    near(test.p, 4.115e-5, 8);
    assert_eq!(test, mcnemar(150, 86));
    near(mcnemar(0, 6).exact_p, 2.0 / 64.0, 9);
    near(mcnemar(0, 0).p, 1.0, 9);
}

/// Cohen 1988: the distance of 0.65 from 0.45 is 0.40, a small to medium effect.
#[test]
fn effect_size_of_two_shares() {
    near(cohens_h(0.65, 0.45), 0.40, 2);
    near(cohens_h(0.5, 0.5), 0.0, 9);
}

/// The fifteen p-values of Benjamini and Hochberg 1995: four findings at 0.05, Holm's (and Bonferroni's) are three.
#[test]
fn corrections_of_benjamini_and_hochberg_1995() {
    let p = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
        0.6528, 0.7590, 1.0,
    ];
    assert_eq!(benjamini_hochberg(&p).iter().filter(|&&p| p <= 0.05).count(), 4);
    assert_eq!(holm(&p).iter().filter(|&&p| p <= 0.05).count(), 3);
    let five = [0.01, 0.02, 0.03, 0.04, 0.05];
    for (found, published) in holm(&five).iter().zip([0.05, 0.08, 0.09, 0.09, 0.09]) {
        near(*found, published, 9);
    }
    benjamini_hochberg(&five).iter().for_each(|found| near(*found, 0.05, 9));
    assert_eq!(holm(&[]), Vec::<f64>::new());
}

/// Textbook sample sizes: 385 games for five points either way, 2,401 for two.
#[test]
fn games_for_a_wanted_precision() {
    assert_eq!(precision::games_for_share(0.5, 0.05, 0.95), 385);
    assert_eq!(precision::games_for_share(0.5, 0.02, 0.95), 2401);
    assert_eq!(precision::more_games(100, 0.1, 0.05), 300);
    assert_eq!(precision::more_games(100, 0.04, 0.05), 0);
    // A standard deviation's difference at 80 % power takes 8 pairs by the normal approximation.
    assert_eq!(precision::pairs_to_detect(1.0, 1.0, 0.95, 0.8), 8);
}

/// R's `quantile` (type 7) of 1 to 10.
#[test]
fn quantiles_as_in_r() {
    let values = sorted((1..=10).rev().map(f64::from));
    near(quantile(&values, 0.25), 3.25, 9);
    near(quantile(&values, 0.5), 5.5, 9);
    near(quantile(&values, 0.9), 9.1, 9);
    assert!(quantile(&[], 0.5).is_nan());
}

/// Pairs that always split one to one carry as much as they should: half the games when both go the same way.
#[test]
fn clustered_rates_know_what_pairs_are_worth() {
    let single: Vec<Cluster> = (0..400).map(|i| Cluster { games: 1.0, sum: f64::from(i % 2) }).collect();
    let alike: Vec<Cluster> = (0..200).map(|i| Cluster { games: 2.0, sum: f64::from(i % 2) * 2.0 }).collect();
    let (apart, together) = (rate(&single, 0.95), rate(&alike, 0.95));
    near(apart.interval.half_width(), 0.049, 3);
    near(together.interval.half_width() / apart.interval.half_width(), 2f64.sqrt(), 1);
    assert_eq!(together.games, 400);
    let none = rate(&[], 0.95);
    assert_eq!(none.interval, Interval::new(0.0, 1.0));
    let sure = rate(&cluster::group((0..50).map(|i| (i, 1.0))), 0.95);
    assert!(sure.interval.low > 0.9 && sure.interval.low < 0.95 && sure.interval.high == 1.0);
}

/// The interval covers the true rate about as often as it promises, though games of a pair are alike.
#[test]
fn clustered_rates_cover_the_truth() {
    use warlab_engine::{Chance, Dice};
    let mut dice = Dice::seeded(11);
    let covered = (0..1000).filter(|_| {
        let clusters: Vec<Cluster> = (0..60)
            .map(|_| {
                let wins = u32::from(dice.below(10) < 3) * 2;
                let noise = u32::from(dice.below(10) < 3);
                // Two games the same, or two apart.
                let sum = if dice.below(2) == 0 { wins } else { noise + u32::from(dice.below(10) < 3) };
                Cluster { games: 2.0, sum: f64::from(sum) }
            })
            .collect();
        rate(&clusters, 0.95).interval.contains(0.3)
    });
    let covered = covered.count();
    assert!((930..=975).contains(&covered), "covers {covered} of 1000");
}

/// An agent that takes both seats of a seed: the seat is worth much and cancels out, so the interval is shorter than that of
/// as many independent games, and still covers the truth about as often as it promises.
#[test]
fn scores_over_both_seats_cover_the_truth() {
    use warlab_engine::{Chance, Dice};
    let mut dice = Dice::seeded(12);
    let (mut covered, mut shorter) = (0, 0);
    for _ in 0..1000 {
        let mut won = |of_ten: u32| f64::from(u32::from(dice.below(10) < of_ten));
        let clusters: Vec<Cluster> = (0..50).map(|_| Cluster { games: 2.0, sum: won(9) + won(3) }).collect();
        let found = score(&clusters, 0.95);
        covered += u32::from(found.interval.contains(0.6));
        shorter += u32::from(found.interval.width() < rate(&clusters, 0.95).interval.width());
    }
    assert!((930..=975).contains(&covered), "covers {covered} of 1000");
    assert!(shorter > 950, "shorter in {shorter} of 1000");
}

/// A few pairs that are all alike promise nothing yet, and what is the same every time stays as unsure as it was.
#[test]
fn scores_of_few_pairs_are_careful() {
    let even: Vec<Cluster> = (0..4).map(|_| Cluster { games: 2.0, sum: 1.0 }).collect();
    assert_eq!(score(&even, 0.95), rate(&even, 0.95));
    let nearly: Vec<Cluster> =
        (0..4).map(|i| Cluster { games: 2.0, sum: if i == 0 { 1.5 } else { 1.0 } }).collect();
    assert!(score(&nearly, 0.95).interval.width() > 0.4);
    let sure = cluster::group((0..40).map(|i| (i / 2, 1.0)));
    assert_eq!(score(&sure, 0.95), rate(&sure, 0.95));
}

/// The bootstrap of a mean agrees with Student's interval for many values, and is the same for the same seed.
#[test]
fn bootstrap_of_a_mean() {
    let values: Vec<f64> = (0..400).map(|i| f64::from(i % 20)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let found = bootstrap(&values, mean, 2000, 0.95, 5);
    let student = difference(&values, None, 0.95).interval;
    assert!((found.low - student.low).abs() < 0.06 && (found.high - student.high).abs() < 0.06);
    assert_eq!(found, bootstrap(&values, mean, 2000, 0.95, 5));
}

/// A logistic model with one column recovers the log-odds it was made from: 0.2 at 0, 0.8 at 1.
#[test]
fn logistic_regression_recovers_odds() {
    let rows: Vec<[f64; 1]> = (0..1000).map(|i| [f64::from(i % 2)]).collect();
    let won: Vec<f64> =
        (0..1000).map(|i| f64::from(u8::from(if i % 2 == 0 { i % 10 == 0 } else { i % 10 != 1 }))).collect();
    let slices: Vec<&[f64]> = rows.iter().map(<[f64; 1]>::as_slice).collect();
    let model = Logistic::fit(&slices, &won, 1e-6).unwrap();
    near(model.chance(&[0.0]), 0.2, 4);
    near(model.chance(&[1.0]), 0.8, 4);
    assert!(Logistic::fit(&[], &[], 1.0).is_none());
}
