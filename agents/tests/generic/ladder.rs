//! Rating statistics against published values and known truths.

use warlab_agents::ladder::elo::{normal_cdf, score_of_elo};
use warlab_agents::ladder::sprt::Scale;
use warlab_agents::ladder::{Pentanomial, Sprt, Verdict, WinMatrix, rate, rate_clusters};

fn sprt(scale: Scale, elo0: f64, elo1: f64) -> Sprt {
    Sprt { scale, elo0, elo1, alpha: 0.05, beta: 0.05 }
}

fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} instead of {expected}");
}

#[test]
fn elo_and_ratio_of_a_known_match() {
    let seen = Pentanomial([298, 2968, 6150, 3161, 331]);
    let estimate = seen.estimate();
    near(estimate.elo, 3.486, 0.001);
    near(estimate.elo_error(), 2.452, 0.001);
    near(estimate.superiority, 0.99734, 0.00001);
    near(sprt(Scale::Normalized, 0.0, 3.0).ratio(&seen), 2.9023, 0.0001);
    near(sprt(Scale::Logistic, 0.0, 3.0).ratio(&seen), 3.8052, 0.0001);
}

#[test]
fn a_long_match_passes_its_bound() {
    let seen = Pentanomial([379, 10170, 21828, 10640, 343]);
    let test = sprt(Scale::Normalized, 0.0, 2.0);
    near(test.ratio(&seen), 2.9455, 0.0001);
    near(test.bounds().0, -2.9444, 0.0001);
    near(test.bounds().1, 2.9444, 0.0001);
    assert_eq!(test.verdict(&seen), Verdict::Accepted);
    assert_eq!(test.verdict(&Pentanomial([10, 20, 30, 20, 10])), Verdict::Open);
}

#[test]
fn bad_starts_and_extreme_bounds_end() {
    let odd = [
        [5, 0, 0, 0, 0],
        [1000, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
        [0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0],
        [1, 0, 0, 0, 1],
        [0, 7, 0, 0, 0],
    ];
    for counts in odd {
        for scale in [Scale::Normalized, Scale::Logistic] {
            for (elo0, elo1) in [(0.0, 3.0), (-5000.0, 5000.0), (0.0, 0.0), (1e9, 2e9)] {
                let ratio = sprt(scale, elo0, elo1).ratio(&Pentanomial(counts));
                assert!(!ratio.is_nan(), "{counts:?} {scale:?} {elo0} {elo1}: {ratio}");
            }
        }
    }
    let test = sprt(Scale::Logistic, 0.0, 10.0);
    assert_eq!(test.verdict(&Pentanomial([200, 0, 0, 0, 0])), Verdict::Rejected);
    assert_eq!(test.verdict(&Pentanomial([0, 0, 0, 0, 200])), Verdict::Accepted);
}

#[test]
fn the_normal_distribution_is_right() {
    near(normal_cdf(0.0), 0.5, 1e-6);
    near(normal_cdf(1.959964), 0.975, 1e-6);
    near(normal_cdf(-3.0), 0.001349898, 1e-7);
}

/// Three players whose results are exactly those expected at 0, 100 and 250 Elo get these differences back.
#[test]
fn ratings_return_what_the_results_were_made_of() {
    let truth = [0.0, 100.0, 250.0];
    let mut matrix = WinMatrix::new(3);
    for a in 0..3 {
        for b in 0..a {
            let wins = (score_of_elo(truth[a] - truth[b]) * 100_000.0).round() as u64;
            matrix.add(a, b, wins, 100_000 - wins, 0);
        }
    }
    let ratings = rate(&matrix);
    near(ratings.players[1].elo - ratings.players[0].elo, 100.0, 0.5);
    near(ratings.players[2].elo - ratings.players[0].elo, 250.0, 0.5);
    near(ratings.players.iter().map(|rating| rating.elo).sum(), 0.0, 1e-6);
    assert!(ratings.superiority(2, 0) > 0.999_999);
    near(ratings.expected(2, 1), score_of_elo(150.0), 0.001);
    assert_eq!(ratings.nu, 0.0);
}

/// Two equals with a third of ties: nu / (2 + nu) = 1/3, so nu is 1. The interval of a two-player match agrees with
/// the plain one: the standard error of the score is 0.5 times the square root of (1 - ties) / n.
#[test]
fn ties_and_intervals_are_right() {
    let mut matrix = WinMatrix::new(2);
    matrix.add(0, 1, 1000, 1000, 1000);
    let ratings = rate(&matrix);
    near(ratings.nu, 1.0, 0.01);
    near(ratings.players[0].elo, 0.0, 1e-6);
    let score_error = 0.5 * (2.0f64 / 3.0 / 3000.0).sqrt();
    // At equality the slope of the score by the log-difference is (win + loss) / 4 = 1/6 under this model.
    let difference_error = score_error / (1.0 / 6.0) * 400.0 / std::f64::consts::LN_10 * 1.959964;
    near(ratings.players[0].error * 2.0, difference_error, 0.01 * difference_error);
}

#[test]
fn a_winner_of_everything_gets_a_finite_rating() {
    let mut matrix = WinMatrix::new(2);
    matrix.add(0, 1, 1000, 0, 0);
    let ratings = rate(&matrix);
    assert!(ratings.players[0].elo.is_finite() && ratings.players[0].elo > 300.0);
    let lonely = rate(&WinMatrix::new(1));
    assert_eq!(lonely.players[0].elo, 0.0);
}

/// Games of six with three seats each: the winner's side has three wins and six ties in nine comparisons, so a game is
/// worth far fewer than nine. By the derivatives at equality the variance of the difference is 4 / n.
#[test]
fn intervals_count_games_not_comparisons() {
    let game = |winner: usize| {
        let mut cluster = WinMatrix::new(2);
        let payoffs = [0, 1, 2, 3, 4, 5].map(|seat| f32::from(u8::from(seat == winner)));
        cluster.add_game(&[0, 1, 0, 1, 0, 1], &payoffs);
        cluster
    };
    let games: Vec<WinMatrix> = (0..400).map(|number| game(number % 6 % 2)).collect();
    let ratings = rate_clusters(2, &games);
    let expected = 1.959964 * 400.0 / std::f64::consts::LN_10 * (4.0f64 / 400.0).sqrt();
    near(ratings.players[0].error * 2.0, expected, 0.02 * expected);
    let mut all = WinMatrix::new(2);
    games.iter().for_each(|game| all += game);
    near(rate(&all).players[0].error * 3f64.sqrt(), ratings.players[0].error, 0.02 * expected);
    // A lead of a tenth of 60 games is a matter of chance.
    let close: Vec<WinMatrix> = (0..60).map(|number| game(usize::from(number % 20 < 9))).collect();
    let ratings = rate_clusters(2, &close);
    assert!((0.7..0.9).contains(&ratings.superiority(0, 1)), "{}", ratings.superiority(0, 1));
    // Games that all went one way do not differ, but that makes nobody certain.
    let one_way: Vec<WinMatrix> = (0..6).map(|_| game(0)).collect();
    assert!(rate_clusters(2, &one_way).players[0].error > 50.0);
}

/// Games of four enter as six comparisons; a player who sits twice is not compared with itself.
#[test]
fn games_of_many_are_compared_pair_by_pair() {
    let mut matrix = WinMatrix::new(3);
    matrix.add_game(&[0, 1, 2, 2], &[0.5, 0.5, 0.0, 0.0]);
    assert_eq!(matrix.ties(0, 1), 1);
    assert_eq!(matrix.wins(0, 2), 2);
    assert_eq!(matrix.games(2, 2), 0);
    let mut sum = matrix.clone();
    sum += &matrix;
    assert_eq!(sum.wins(1, 2), 4);
}
