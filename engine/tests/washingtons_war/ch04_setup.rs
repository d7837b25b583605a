//! Chapter 4: setting up.

use crate::table::Table;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Dice, Game};

fn start(setup: &Setup) -> Table {
    let game = build::<WashingtonsWar>(setup).unwrap();
    let state = game.start(&mut Dice::seeded(3));
    Table::at(game, &state)
}

/// The Committees, colony by colony: the first space offered in each.
fn place_committees(table: &mut Table) -> u32 {
    let mut placed = 0;
    while table.actor().as_deref() == Some("american") && table.phase() == "effect" {
        let first = table.legal()[0].clone();
        table.play(&first);
        placed += 1;
    }
    placed
}

/// [WW 4.0] Pieces, markers and boxes as listed; two cards set aside.
#[test]
fn ww_4_0_starting_pieces() {
    let table = start(&Setup::default());
    assert_eq!((table.cu("quebec"), table.general("carleton")), ([2, 0, 0], "quebec".into()));
    assert_eq!((table.cu("boston"), table.general("howe")), ([5, 0, 0], "boston".into()));
    assert_eq!((table.cu("fort_detroit"), table.control("fort_detroit")), ([1, 0, 0], "british".into()));
    assert_eq!(
        (table.cu("lexington_and_concord"), table.general("washington")),
        ([0, 5, 0], "lexington_and_concord".into())
    );
    assert_eq!((table.cu("newport"), table.control("newport")), ([0, 2, 0], "none".into()));
    assert_eq!((table.cu("charleston"), table.control("charleston")), ([0, 2, 0], "american".into()));
    assert_eq!(table.json("/congress"), "philadelphia");
    for general in ["burgoyne", "clinton", "cornwallis", "arnold", "lincoln", "gates", "lee", "lafayette"] {
        assert_eq!(table.general(general), "reinforcements", "{general}");
    }
    assert_eq!(table.pile("/set_aside"), [86, 99]);
    assert_eq!((table.alliance(), table.json("/british_regulars")), (0, true.into()));
    for space in ["montreal", "norfolk", "gilbert_town", "wilmington_nc", "ninety_six", "quebec", "boston"] {
        assert_eq!(table.control(space), "british", "{space}");
    }
}

/// [WW 4.0] Committees of Correspondence: one marker in each colony, in no space with a British piece.
#[test]
fn ww_4_0_committees_of_correspondence() {
    let mut table = start(&Setup::default());
    assert_eq!(table.actor().as_deref(), Some("american"));
    assert_eq!(table.legal(), ["place:norwich", "place:bennington", "place:exeter"]);
    table.play("place:norwich");
    assert!(!table.can("place:boston"), "Howe is there");
    assert!(!table.can("place:lexington_and_concord"), "a marker is there");
    table.play("place:falmouth");
    assert_eq!(table.legal(), ["place:newport"]);
    assert_eq!(2 + place_committees(&mut table), 13);
    assert_eq!(table.actor().as_deref(), Some("british"));
}

/// [WW 4.0] For the King: up to three markers next to British ones on the map before the step, without chains.
#[test]
fn ww_4_0_for_the_king() {
    let mut table = start(&Setup::default());
    place_committees(&mut table);
    assert!(table.can("done"));
    assert!(table.can("place:ticonderoga") && table.can("place:fort_niagara") && table.can("place:richmond"));
    assert!(!table.can("place:saratoga"), "next to no British marker");
    assert!(table.can("place:long_island"), "all ports adjoin for the British");
    assert!(!table.can("place:newport"), "Greene is there");
    table.play("place:ticonderoga");
    assert!(!table.can("place:saratoga"), "no daisy chain");
    table.play("place:fort_niagara; place:richmond");
    assert_eq!(table.phase(), "claim_first");
    assert_eq!(table.control("richmond"), "british");
}

/// [WW 4.0] The older edition: two markers, none in five colonies.
#[test]
fn ww_4_0_for_the_king_older_edition() {
    let mut table = start(&Setup::default().with("for_the_king", "older"));
    place_committees(&mut table);
    assert!(!table.can("place:richmond") && !table.can("place:barnstable"));
    table.play("place:ticonderoga; place:fort_niagara");
    assert_eq!(table.phase(), "claim_first");
}

/// [WW 4.0] A bid buys a side extra opening markers.
#[test]
fn ww_4_0_side_bid() {
    let mut table = start(&Setup::default().with("side_bid", "-1"));
    place_committees(&mut table);
    table.play("done");
    assert_eq!((table.actor().as_deref(), table.can("place:saratoga")), (Some("american"), true));
    table.play("place:saratoga");
    assert_eq!((table.control("saratoga"), table.phase()), ("american".into(), "claim_first".into()));
    let mut table = start(&Setup::default().with("side_bid", "1"));
    place_committees(&mut table);
    table.play("done; place:ticonderoga");
    assert_eq!((table.control("ticonderoga"), table.phase()), ("british".into(), "claim_first".into()));
    assert_eq!(
        table.json("/card/fresh_markers"),
        serde_json::json!([]),
        "the first card builds on it [WW 10.11]"
    );
}
