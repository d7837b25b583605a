//! The battery that every game must pass, over all scenarios, numbers of players and variants.

use warlab_engine::contract::battery;
use warlab_engine::games::coalitions::Coalitions;
use warlab_engine::play::random_game;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;

pub const SCENARIOS: [&str; 7] = ["1792", "1798", "1805", "1806", "1809", "1812", "1813"];

/// Every scenario with every number of players, and L'Empereur on its three levels.
pub fn all_setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for scenario in SCENARIOS {
        for players in 3..=6 {
            setups.push(Setup::scenario(scenario).with_players(players));
        }
        setups.push(Setup::scenario(scenario).with_players(3).with("three_player_minors", "austria"));
        for players in [3, 5, 6] {
            setups.push(
                Setup::scenario(scenario)
                    .with_players(players)
                    .with("general_abilities", "on")
                    .with("expelled_may_join_rival", "on")
                    .with("any_general_in_paris", "on"),
            );
        }
    }
    for level in ["ogre", "usurpateur", "empereur"] {
        for players in 1..=5 {
            setups.push(Setup::scenario("lempereur").with_players(players).with("lempereur_level", level));
        }
    }
    setups
}

#[test]
fn every_setup_passes_the_battery() {
    for (i, setup) in all_setups().iter().enumerate() {
        let game = build::<Coalitions>(setup).expect("our own data is right");
        let seen = battery(&*game, 1, 1_000 + i as u64, 37);
        assert!(seen.most_actions <= 150, "{setup:?}: {} actions", seen.most_actions);
    }
}

/// Speed and length of random games; run in release with `--ignored --nocapture`.
#[test]
#[ignore = "a measurement of ten thousand games"]
#[allow(clippy::disallowed_methods)]
fn ten_thousand_random_games() {
    let setups = all_setups();
    let mut legal = Vec::with_capacity(512);
    let per_setup = 10_000 / setups.len() as u64 + 1;
    let (mut games, mut decisions, mut longest) = (0u64, 0u64, 0);
    let start = std::time::Instant::now();
    for setup in &setups {
        let game = build::<Coalitions>(setup).expect("our own data is right");
        let (before, mut here) = (std::time::Instant::now(), 0);
        for seed in 0..per_setup {
            let played = random_game(&*game, seed, &mut legal);
            assert!(played.finished, "{setup:?} seed {seed} reached the decision cap");
            games += 1;
            here += u64::from(played.decisions);
            longest = longest.max(played.decisions);
        }
        decisions += here;
        let rate = here as f64 / before.elapsed().as_secs_f64();
        println!(
            "{:?} {:?}: {:.0} decisions a game, {rate:.0} a second",
            setup.scenario,
            setup.players,
            here as f64 / per_setup as f64
        );
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{games} games, {decisions} decisions, longest {longest}, {:.0} a second",
        decisions as f64 / seconds
    );
}
