//! The contract every game keeps, over random play of every scenario and variant.

use std::hint::black_box;
use std::time::Instant;

use warlab_engine::chance::{Chance, Dice};
use warlab_engine::contract::battery;
use warlab_engine::game::{Game, Turn};
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::play::random_game;
use warlab_engine::published::{Published, build};
use warlab_engine::setup::Setup;

pub const SCENARIOS: [&str; 3] = ["campaign_1460", "kingmaker_1470", "richard_iii_1483"];

#[test]
fn random_games_keep_the_contract() {
    for scenario in SCENARIOS {
        let game = build::<WarsOfTheRoses>(&Setup::scenario(scenario)).unwrap();
        let seen = battery(&*game, 30, 1, 7);
        assert!(seen.most_actions <= 150, "{scenario}: {seen:?}");
    }
}

#[test]
fn variants_keep_the_contract() {
    let catalogue = WarsOfTheRoses::catalogue(&WarsOfTheRoses::pack()).unwrap();
    for variant in &catalogue.variants {
        let value = if variant.default == "on" { "off" } else { "on" };
        let game =
            build::<WarsOfTheRoses>(&Setup::scenario("campaign_1460").with(variant.name, value)).unwrap();
        battery(&*game, 8, 2, 11);
    }
}

/// Not a check: random games of every scenario, with shares, reasons and speed. Run in release with `--ignored`;
/// `WARLAB_GAMES` sets the number of games, for a run under a profiler.
#[test]
#[ignore = "a measurement, not a check"]
#[allow(clippy::disallowed_methods)]
fn measure_random_games() {
    let games: u64 = std::env::var("WARLAB_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    for scenario in SCENARIOS {
        let game = build::<WarsOfTheRoses>(&Setup::scenario(scenario)).unwrap();
        let mut legal = Vec::new();
        let (mut decisions, mut york) = (0u64, 0u64);
        let mut reasons = std::collections::BTreeMap::new();
        let start = Instant::now();
        for seed in 0..games {
            let played = random_game(&*game, seed, &mut legal);
            assert!(played.finished, "{scenario} seed {seed} hit the decision cap");
            decisions += u64::from(played.decisions);
            let outcome = game.outcome(&played.state).unwrap();
            york += u64::from(outcome.payoffs.as_slice()[1] > 0.5);
            *reasons.entry(outcome.reason).or_insert(0u64) += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{scenario}: {games} games, {decisions} decisions, {:.0} a game, {:.2} M decisions/s, York wins {:.3}, {reasons:?}, state {} bytes",
            decisions as f64 / games as f64,
            decisions as f64 / seconds / 1e6,
            york as f64 / games as f64,
            size_of::<warlab_engine::games::wars_of_the_roses::State>(),
        );
    }
}

/// Not a check: the median decision (legal actions and one of them played) against a copy of the state.
#[test]
#[ignore = "a measurement, not a check"]
#[allow(clippy::disallowed_methods)]
fn measure_the_median_decision() {
    let game = build::<WarsOfTheRoses>(&Setup::scenario("campaign_1460")).unwrap();
    let (mut legal, mut times, mut clock) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..200 {
        let mut dice = Dice::seeded(seed);
        let mut state = game.start(&mut dice);
        while game.turn(&state) != Turn::Over {
            let start = Instant::now();
            game.legal_actions(&state, &mut legal);
            let action = legal[dice.below(legal.len() as u32) as usize];
            game.apply(&mut state, action, &mut dice);
            times.push(start.elapsed().as_nanos());
            let start = Instant::now();
            clock.push(start.elapsed().as_nanos());
        }
    }
    let state = game.start(&mut Dice::seeded(1));
    let mut copies: Vec<u128> = (0..1000)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..100 {
                black_box(*black_box(&state));
            }
            start.elapsed().as_nanos()
        })
        .collect();
    for list in [&mut times, &mut clock, &mut copies] {
        list.sort_unstable();
    }
    let decision = times[times.len() / 2] - clock[clock.len() / 2];
    let copy = copies[500] as f64 / 100.0;
    println!(
        "median decision {decision} ns, a state copy {copy:.1} ns: {:.1} copies",
        decision as f64 / copy
    );
}
