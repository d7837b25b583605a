//! Chapter 2: the map.

use crate::table::Position;
use warlab_engine::Published;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;

/// [WW 2.1] Four fortified ports, all of them winter quarters; ports belong to a Blockade Zone.
#[test]
fn ww_2_1_ports_and_winter_quarters() {
    let map = build::<WashingtonsWar>(&Setup::default()).unwrap().map();
    let fortified: Vec<&str> = map
        .places
        .iter()
        .filter(|place| place.kind == "fortified_port")
        .map(|place| place.id.as_str())
        .collect();
    assert_eq!(fortified, ["quebec", "montreal", "philadelphia", "charleston"]);
    for place in map.places.iter().filter(|place| place.kind == "fortified_port") {
        assert!(place.features.iter().any(|feature| feature == "winter quarters"), "{}", place.id);
    }
    for place in map.places.iter().filter(|place| place.kind.ends_with("port")) {
        assert!(place.features.iter().any(|feature| feature.starts_with("zone ")), "{}", place.id);
    }
    assert_eq!(map.places.len(), 66);
}

/// [WW 2.1] Movement follows the lines between adjacent spaces, and nothing else.
#[test]
fn ww_2_1_armies_move_along_lines() {
    let mut table = Position::blank("british").army("howe", "hartford", 3).hand("british", &[41]).load();
    table.play("activate:#41; general:howe");
    let steps: Vec<String> = table.legal().into_iter().filter(|code| code.starts_with("step:")).collect();
    assert_eq!(steps, ["step:springfield", "step:newport", "step:new_haven", "step:west_point"]);
}
