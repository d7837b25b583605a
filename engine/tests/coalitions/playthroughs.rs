//! Golden transcripts of every scenario, and counts of action sequences.

use std::path::PathBuf;

use warlab_engine::games::coalitions::Coalitions;
use warlab_engine::perft::perft;
use warlab_engine::play::table_stream;
use warlab_engine::playthrough::{assert_golden, transcript};
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Published};

fn path(scenario: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/coalitions-{scenario}.txt"))
}

/// Every scenario of the catalogue has its transcript, the numbers of players in turn.
#[test]
fn golden_playthroughs() {
    let catalogue = Coalitions::catalogue(&Coalitions::pack()).expect("our own data is right");
    for (i, scenario) in catalogue.scenarios.iter().enumerate() {
        let range = scenario.players.clone();
        let players = range.start() + i % (range.end() - range.start() + 1);
        let game = build::<Coalitions>(&Setup::scenario(&scenario.id).with_players(players)).expect("builds");
        assert_golden(&path(&scenario.id), &transcript(&*game, 7, 400));
    }
}

#[test]
fn perft_counts() {
    let counts = |id: &str, players: usize, depth: u32| {
        let game = build::<Coalitions>(&Setup::scenario(id).with_players(players)).expect("builds");
        let state = game.start(&mut table_stream(3));
        perft(&*game, &state, depth, 3)
    };
    let found = [counts("1805", 6, 4), counts("1792", 3, 4), counts("1813", 4, 3), counts("lempereur", 2, 4)];
    assert_eq!(found, PERFT);
}

/// 1805 for six to depth 4, 1792 for three to 4, 1813 for four to 3, L'Empereur for two to 4.
const PERFT: [u64; 4] = [544, 318, 238, 432];
