//! The checks of every game, over every variant.

use warlab_engine::contract::battery;
use warlab_engine::games::washingtons_war::{State, WashingtonsWar};
use warlab_engine::play::{random_game, seat_seed, table_stream};
use warlab_engine::published::{Published, build};
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Game, Turn};

fn run(setup: &Setup, games: u64, seed: u64) -> warlab_engine::contract::Seen {
    let game = build::<WashingtonsWar>(setup).unwrap();
    let seen = battery(&*game, games, seed, 7);
    assert!(seen.most_actions <= 150, "{} actions at once", seen.most_actions);
    seen
}

#[test]
fn the_campaign_keeps_the_contract() {
    let seen = run(&Setup::default(), 24, 1);
    assert_eq!(seen.games, 24);
    assert!(seen.reasons.len() >= 2, "{seen:?}");
}

#[test]
fn every_variant_keeps_the_contract() {
    let variants = [
        ("tournament_replacement", "on"),
        ("for_the_king", "older"),
        ("cu_stock_limit", "on"),
        ("ops_split", "18_18_24"),
        ("mutinies_remove_cu", "2"),
        ("side_bid", "3"),
        ("side_bid", "-3"),
    ];
    for (seed, (name, value)) in variants.into_iter().enumerate() {
        run(&Setup::default().with(name, value), 4, seed as u64);
    }
}

/// Decisions a second, ways to win and the widest choice over 20,000 random games: `cargo test --release -p
/// warlab-engine --test washingtons_war speed -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, for release builds"]
fn speed_of_random_play() {
    let game = build::<WashingtonsWar>(&Setup::default()).unwrap();
    let mut legal = Vec::with_capacity(256);
    let (mut decisions, mut reasons) = (0u64, std::collections::BTreeMap::new());
    let start = std::time::Instant::now();
    for seed in 0..20_000 {
        let played = random_game(&*game, seed, &mut legal);
        assert!(played.finished, "seed {seed} reached the decision cap");
        decisions += u64::from(played.decisions);
        *reasons.entry(game.outcome(&played.state).unwrap().reason).or_insert(0u32) += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{decisions} decisions in {seconds:.2} s: {:.2} million a second, {:.0} a game, state {} bytes, {reasons:?}",
        decisions as f64 / seconds / 1e6,
        decisions as f64 / 20_000.0,
        size_of::<State>(),
    );
}

/// 20,000 random games with every invariant checked at every decision; prints what was asked how often. Run like
/// [`speed_of_random_play`].
#[test]
#[ignore = "a long run, for release builds"]
fn invariants_over_twenty_thousand_games() {
    let game = build::<WashingtonsWar>(&Setup::default()).unwrap();
    let mut legal = Vec::with_capacity(256);
    let (mut asked, mut widest) = (std::collections::BTreeMap::new(), 0);
    for seed in 0..20_000 {
        let mut table = table_stream(seed);
        let mut choices = Dice::seeded(seat_seed(seed, 99));
        let mut state = game.start(&mut table);
        for decision in 0.. {
            game.check(&state).unwrap_or_else(|broken| panic!("seed {seed} decision {decision}: {broken}"));
            if game.turn(&state) == Turn::Over {
                break;
            }
            assert!(decision < game.decision_cap(), "seed {seed} reached the decision cap");
            game.legal_actions(&state, &mut legal);
            widest = widest.max(legal.len());
            *asked.entry(game.question(&state)).or_insert(0u64) += 1;
            let action = legal[choices.below(legal.len() as u32) as usize];
            game.apply(&mut state, action, &mut table);
        }
    }
    println!("at most {widest} actions; {asked:#?}");
}
