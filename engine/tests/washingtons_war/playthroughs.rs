//! Golden transcripts of every scenario, and counts of action sequences.

use std::path::Path;

use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::perft::perft;
use warlab_engine::play::table_stream;
use warlab_engine::playthrough::{assert_golden, transcript};
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Published};

#[test]
fn every_scenario_has_its_transcript() {
    let catalogue = WashingtonsWar::catalogue(&WashingtonsWar::pack()).unwrap();
    for scenario in &catalogue.scenarios {
        let game = build::<WashingtonsWar>(&Setup::scenario(&scenario.id)).unwrap();
        let name = format!("tests/playthroughs/washingtons-war-{}.txt", scenario.id);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        assert_golden(&path, &transcript(&*game, 1775, 400));
    }
}

/// [WW 4.0] The opening: sequences of Committees, counted.
#[test]
fn counts_of_the_opening() {
    let game = build::<WashingtonsWar>(&Setup::default()).unwrap();
    let state = game.start(&mut table_stream(1));
    // New Hampshire 3, Massachusetts 3, Rhode Island 1, Connecticut 2.
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&*game, &state, depth, 1)), [3, 9, 9, 18]);
}
