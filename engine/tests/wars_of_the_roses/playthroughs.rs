//! Golden transcripts of random games, one for every scenario, and counts of action sequences.

use std::path::Path;

use warlab_engine::chance::Dice;
use warlab_engine::game::Game;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::perft::perft;
use warlab_engine::playthrough::{assert_golden, transcript};
use warlab_engine::published::{Published, build};
use warlab_engine::setup::Setup;

#[test]
fn every_scenario_plays_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let catalogue = WarsOfTheRoses::catalogue(&WarsOfTheRoses::pack()).unwrap();
    for scenario in &catalogue.scenarios {
        let game = build::<WarsOfTheRoses>(&Setup::scenario(&scenario.id)).unwrap();
        let file = folder.join(format!("wars-of-the-roses-{}.txt", scenario.id));
        assert_golden(&file, &transcript(&*game, 1460, 250));
    }
}

/// Any change of the rules moves these numbers.
#[test]
fn action_sequences_are_counted() {
    let counts: Vec<u64> = ["campaign_1460", "kingmaker_1470", "richard_iii_1483"]
        .into_iter()
        .map(|scenario| {
            let game = build::<WarsOfTheRoses>(&Setup::scenario(scenario)).unwrap();
            let state = game.start(&mut Dice::seeded(7));
            perft(&*game, &state, 6, 7)
        })
        .collect();
    assert_eq!(counts, PERFT);
}

const PERFT: [u64; 3] = [6236, 3845, 3754];
