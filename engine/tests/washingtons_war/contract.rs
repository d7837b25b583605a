//! The checks of every game, over every variant.

use warlab_engine::contract::battery;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;

fn run(setup: &Setup, games: u64, seed: u64) -> warlab_engine::contract::Seen {
    let game = build::<WashingtonsWar>(setup).unwrap();
    let seen = battery(&*game, games, seed, 7);
    assert!(seen.most_actions <= 150, "{} actions at once", seen.most_actions);
    seen
}

#[test]
fn the_campaign_keeps_the_contract() {
    let seen = run(&Setup::default(), 60, 1);
    assert_eq!(seen.games, 60);
    println!("{seen:?}");
}
