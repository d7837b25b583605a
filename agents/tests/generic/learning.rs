//! Fitting and tuning on made-up data whose truth is known; weights files; matches in memory.

use crate::games::Crosses;
use warlab_agents::fit::{self, Samples};
use warlab_agents::knowledge::Knowledge;
use warlab_agents::match_play::{play_blocks, play_match};
use warlab_agents::mcts::Mcts;
use warlab_agents::mcts::settings::Settings;
use warlab_agents::random::Random;
use warlab_agents::tune::{SepCma, Spsa};
use warlab_agents::weights::Weights;
use warlab_agents::{Agent, Spec};
use warlab_engine::example::Kuhn;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Player};

fn unit(dice: &mut Dice) -> f64 {
    f64::from(dice.below(1 << 20)) / f64::from(1 << 20)
}

/// Samples drawn from a model with known weights.
fn drawn(seats: usize, truth: &[f64], count: usize, seed: u64) -> Samples {
    drawn_mixed(&[seats], truth, count, seed)
}

/// The same with numbers of seats in turn.
fn drawn_mixed(tables: &[usize], truth: &[f64], count: usize, seed: u64) -> Samples {
    let mut dice = Dice::seeded(seed);
    let mut samples = Samples::new(truth.len());
    for &seats in tables.iter().cycle().take(count) {
        let features: Vec<f32> =
            (0..seats * truth.len()).map(|_| (unit(&mut dice) * 2.0 - 1.0) as f32).collect();
        let sums: Vec<f64> = features
            .chunks(truth.len())
            .map(|seat| seat.iter().zip(truth).map(|(&f, w)| f64::from(f) * w).sum::<f64>().exp())
            .collect();
        let mut left = unit(&mut dice) * sums.iter().sum::<f64>();
        let mut payoffs = vec![0.0; seats];
        let winner = sums
            .iter()
            .position(|sum| {
                left -= sum;
                left < 0.0
            })
            .unwrap_or(0);
        payoffs[winner] = 1.0;
        samples.push(&features, &payoffs);
    }
    samples
}

#[test]
fn a_fit_finds_the_weights_that_made_the_data() {
    for (seats, truth) in [(2, vec![1.5, -0.8, 0.0, 0.4]), (4, vec![2.0, -1.0])] {
        let weights = fit::fit(&drawn(seats, &truth, 40_000, 1), 1.0);
        for (found, expected) in weights.iter().zip(&truth) {
            assert!((found - expected).abs() < 0.08, "{weights:?} instead of {truth:?}");
        }
        let fresh = drawn(seats, &truth, 20_000, 2);
        let quality = fit::quality(&fresh, &weights);
        let at_truth = fit::quality(&fresh, &truth);
        assert!(
            quality.log_loss < at_truth.log_loss + 0.001 && quality.log_loss < quality.log_loss_even - 0.05
        );
        assert!(quality.calibration_error < 0.02, "{quality:?}");
        // Weights three times too strong are overconfident, and the measures say so.
        let loud: Vec<f64> = truth.iter().map(|weight| weight * 3.0).collect();
        let overconfident = fit::quality(&fresh, &loud);
        assert!(overconfident.calibration_error > 0.08 && overconfident.log_loss > quality.log_loss + 0.05);
        assert!(overconfident.brier > quality.brier);
    }
}

/// Games of two, three and six players are fitted as one, each by its own seats.
#[test]
fn numbers_of_players_can_be_mixed() {
    let truth = [1.5, -0.8];
    let samples = drawn_mixed(&[2, 6, 3], &truth, 30_000, 4);
    assert_eq!(samples.len(), 30_000);
    let weights = fit::fit(&samples, 1.0);
    for (found, expected) in weights.iter().zip(&truth) {
        assert!((found - expected).abs() < 0.08, "{weights:?} instead of {truth:?}");
    }
    let even = fit::quality(&samples, &[0.0, 0.0]);
    let expected = (2f64.ln() + 6f64.ln() + 3f64.ln()) / 3.0;
    assert!(
        (even.log_loss - expected).abs() < 1e-9 && (even.log_loss_even - expected).abs() < 1e-9,
        "{even:?}"
    );
    assert!(fit::quality(&samples, &weights).calibration_error < 0.02);
}

/// A weight that the data make negative though the rules call the feature good is dropped; the others stay as they were.
#[test]
fn a_fit_keeps_to_the_signs_it_is_given() {
    let samples = drawn(2, &[1.5, -0.8, 0.4], 40_000, 3);
    let weights = fit::fit_signed(&samples, 1.0, &[1, 1, 0]);
    assert_eq!(weights[1], 0.0);
    assert!((weights[0] - 1.5).abs() < 0.2 && (weights[2] - 0.4).abs() < 0.1, "{weights:?}");
    assert_eq!(fit::fit_signed(&samples, 1.0, &[1, -1, 0]), fit::fit(&samples, 1.0));
}

#[test]
fn a_strong_penalty_and_separable_data_stay_finite() {
    let mut samples = Samples::new(1);
    for _ in 0..100 {
        samples.push(&[1.0, 0.0], &[1.0, 0.0]);
        samples.push(&[0.0, 0.0], &[0.0, 0.0]);
    }
    assert_eq!(samples.len(), 100, "a game nobody won teaches nothing");
    let weight = fit::fit(&samples, 1.0)[0];
    assert!(weight.is_finite() && weight > 2.0, "{weight}");
    assert!(fit::fit(&samples, 1e6)[0] < 0.01);
    assert_eq!(fit::fit(&Samples::new(1), 1.0), [0.0]);
}

const WEIGHTS: &str = "[policy]\nking = 2.5\nborder = -1\n\n[evaluation]\nnobles = 0.5\n";

#[test]
fn weights_files_are_read_written_and_refused_with_reasons() {
    let embedded = Weights::parse("embedded", WEIGHTS).unwrap();
    assert_eq!(embedded.value("policy", "border"), Some(-1.0));
    let again = embedded.replaced_by("again", &embedded.to_toml()).unwrap();
    assert_eq!(again.ordered("policy", &["border", "king"]), [-1.0, 2.5]);
    let refused = |text: &str| embedded.replaced_by("my.toml", text).unwrap_err().to_string();
    assert_eq!(
        refused("[policy]\nkingg = 1\nborder = 0\n[evaluation]\nnobles = 1"),
        "my.toml line 2: [policy] has no weight \"kingg\"; remove it. Did you mean \"king\"?"
    );
    assert_eq!(
        refused("[policy]\nking = 1\n[evaluation]\nnobles = 1"),
        "my.toml line 1: [policy] lacks the weight \"border\"; add it (the default is -1)"
    );
    assert_eq!(
        refused("[police]\nking = 1"),
        "my.toml line 1: no table [police] is known; known: evaluation, policy. Did you mean \"policy\"?"
    );
    assert_eq!(refused("[policy]\nking = \"big\""), "my.toml line 2: [policy] king is not a number");
    assert_eq!(refused("[policy]\nking = nan"), "my.toml line 2: [policy] king is not a number");
    assert_eq!(
        refused("king = 1"),
        "my.toml line 1: king stands outside a table; put it below [policy] or [evaluation]"
    );
    assert!(refused("[policy\n").starts_with("my.toml line 1: not valid TOML"));
    assert_eq!(
        refused("[policy]\nking = 1\nborder = 0"),
        "my.toml: [evaluation] lacks the weight \"nobles\"; add it (the default is 0.5)"
    );
}

#[test]
fn a_fit_goes_into_a_file_with_its_quality() {
    let embedded = Weights::parse("embedded", WEIGHTS).unwrap();
    let samples = drawn(2, &[1.0], 2000, 3);
    let weights = fit::fit(&samples, 1.0);
    let fitted = fit::with_evaluation(&embedded, &["nobles"], &weights, &fit::quality(&samples, &weights));
    let read = embedded.replaced_by("fitted.toml", &fitted.to_toml()).unwrap();
    assert_eq!(read.value("evaluation", "nobles"), Some(weights[0] as f32));
    assert_eq!(read.value("quality", "samples"), Some(2000.0));
}

/// A noisy hill with its top at (1, -2, 3, ...) and scales that differ tenfold.
fn hill(values: &[f64], dice: &mut Dice) -> f64 {
    let scale = |i: usize| if i.is_multiple_of(2) { 1.0 } else { 10.0 };
    let top = |i: usize| (i as f64 + 1.0) * if i.is_multiple_of(2) { 1.0 } else { -1.0 };
    let distance: f64 = values.iter().enumerate().map(|(i, v)| ((v - top(i)) / scale(i)).powi(2)).sum();
    (-distance / 20.0).exp() + 0.1 * (unit(dice) - 0.5)
}

fn height(values: &[f64]) -> f64 {
    let mut dice = Dice::seeded(0);
    (0..2000).map(|_| hill(values, &mut dice)).sum::<f64>() / 2000.0
}

fn spans(n: usize) -> Vec<f64> {
    (0..n).map(|i| if i.is_multiple_of(2) { 0.5 } else { 5.0 }).collect()
}

#[test]
fn spsa_climbs_a_noisy_hill() {
    let mut dice = Dice::seeded(4);
    let mut tuner = Spsa::new(vec![0.0; 6], spans(6), 5.0, 3000, 9);
    let start = height(tuner.values());
    for _ in 0..3000 {
        let [a, b] = tuner.ask();
        tuner.tell([hill(&a, &mut dice), hill(&b, &mut dice)]);
    }
    assert!(start < 0.25 && height(tuner.values()) > 0.9, "{start} -> {}", height(tuner.values()));
}

#[test]
fn sep_cma_climbs_a_noisy_hill() {
    let mut dice = Dice::seeded(5);
    let mut tuner = SepCma::new(vec![0.0; 6], &spans(6), 16, 9);
    for _ in 0..150 {
        let scores: Vec<f64> = tuner.ask().iter().map(|values| hill(values, &mut dice)).collect();
        tuner.tell(&scores);
    }
    assert!(height(tuner.values()) > 0.9, "{}", height(tuner.values()));
}

/// A checkpoint taken half-way goes on exactly as the run that was not interrupted.
#[test]
fn tuners_go_on_from_a_checkpoint() {
    let run = |stop: bool| {
        let mut spsa = Spsa::new(vec![0.0; 3], spans(3), 2.0, 40, 1);
        let mut cma = SepCma::new(vec![0.0; 3], &spans(3), 8, 1);
        for step in 0..40 {
            if stop && step == 17 {
                spsa = serde_json::from_str(&serde_json::to_string(&spsa).unwrap()).unwrap();
                cma = serde_json::from_str(&serde_json::to_string(&cma).unwrap()).unwrap();
            }
            let mut dice = Dice::seeded(step);
            let [a, b] = spsa.ask();
            spsa.tell([hill(&a, &mut dice), hill(&b, &mut dice)]);
            let scores: Vec<f64> = cma.ask().iter().map(|values| hill(values, &mut dice)).collect();
            cma.tell(&scores);
        }
        (spsa, cma)
    };
    let (straight, resumed) = (run(false), run(true));
    let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
    assert!(apart(straight.0.values(), resumed.0.values()) && apart(straight.1.values(), resumed.1.values()));
    assert_eq!(straight.0.step(), 40);
}

#[test]
fn matches_add_up_and_do_not_depend_on_threads() {
    let agent = |who: usize| -> Box<dyn Agent<Crosses>> {
        if who == 0 {
            Box::new(Mcts::new(Settings { iterations: 60, ..Settings::new(false, false) }, |_: &Crosses| {
                Knowledge::default()
            }))
        } else {
            Box::new(Random::default())
        }
    };
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| play_blocks(&Crosses, 0..60, 7, &agent))
    };
    let whole = play(1);
    assert_eq!(whole, play(2));
    assert_eq!((whole.blocks, whole.games, whole.stopped), (60, 120, 0));
    assert_eq!(whole.pentanomial.pairs(), 60);
    let score = whole.score(0);
    assert!(score.score > 0.85 && score.low > 0.5 && score.superiority > 0.99, "{score:?}");
    assert!((score.score + whole.score(1).score - 1.0).abs() < 1e-9);
    assert!(whole.score_in_seat(0, Player::FIRST) >= whole.score_in_seat(0, Player::SECOND) - 0.1);
    let mut parts = play_blocks(&Crosses, 0..20, 7, &agent);
    parts += &play_blocks(&Crosses, 20..60, 7, &agent);
    assert_eq!(parts.pentanomial, whole.pentanomial);
    assert_eq!(parts.wins, whole.wins);
}

#[test]
fn a_match_needs_an_agent_for_each_seat() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    let spec = |text: &str| text.parse::<Spec>().unwrap();
    let error = play_match(&*game, &[spec("random")], 1, 1).unwrap_err();
    assert_eq!(error.to_string(), "a match of kuhn needs 2 agents, not 1");
    let tally = play_match(&*game, &[spec("mcts:iterations=100"), spec("random")], 400, 1).unwrap();
    assert!(tally.score(0).low > 0.5, "{:?}", tally.score(0));
}
