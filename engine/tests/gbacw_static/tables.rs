//! The tables as read.

use warlab_engine::games::gbacw::scenario::{Scenario, scenario_files};
use warlab_engine::games::gbacw::tables::{Tables, embedded};

#[test]
fn the_embedded_tables_read() {
    let tables = Tables::read(&embedded()).expect("the embedded tables are sound");
    assert_eq!(tables.combat.weapons.len(), 19);
}

#[test]
fn the_embedded_scenarios_read() {
    let pack = embedded();
    let tables = Tables::read(&pack).expect("sound tables");
    let files = scenario_files(&pack).expect("scenario files");
    assert_eq!(
        files.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>(),
        ["crossroads", "foxs_gap", "trevilian"]
    );
    for (_, id) in &files {
        let scenario = Scenario::find(&pack, &tables, id).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(scenario.id, *id);
    }
}
