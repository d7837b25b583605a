//! Golden transcripts: one for every scenario.

use std::path::Path;

use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::playthrough::{assert_golden, transcript};
use warlab_engine::published::{Published, build};
use warlab_engine::setup::Setup;

#[test]
fn every_scenario_has_its_playthrough() {
    let catalogue = Gbacw::catalogue(&Gbacw::pack()).expect("the data is sound");
    for scenario in catalogue.scenarios {
        let game = build::<Gbacw>(&Setup::scenario(&scenario.id)).expect("the scenario is sound");
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("tests/playthroughs/gbacw-{}.txt", scenario.id));
        assert_golden(&path, &transcript(&*game, 5, 400));
    }
}
