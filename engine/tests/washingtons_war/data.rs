//! The data pack and a designer's own cards.

use std::sync::Arc;

use crate::table::Position;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::setup::Setup;
use warlab_engine::{Published, published};

const OWN_CARD: &str = r#"
[[card]]
number = 111
title = "Valley Forge"
kind = "event"
playable_by = "american"
requires = ["no_french_alliance"]
source = "designer"
[card.effect]
op = "sequence"
steps = [
    { op = "advance_alliance", by = 1 },
    { op = "choose", options = [
        { op = "place_pc", side = "american", count = 1, mode = "may", colonies = ["pennsylvania"] },
        { op = "remove_cu", side = "american", count = 1, mode = "must", colonies = ["any13"] },
    ] },
]
"#;

fn with_overlay(text: &str) -> Result<Arc<WashingtonsWar>, String> {
    let mut pack = WashingtonsWar::pack();
    pack.overlay("cards.toml", "my_cards.toml", text).map_err(|problem| problem.to_string())?;
    let catalogue = WashingtonsWar::catalogue(&pack).map_err(|problem| problem.to_string())?;
    let chosen = catalogue.choose(&Setup::default()).unwrap();
    WashingtonsWar::build(&chosen, &pack).map(Arc::new).map_err(|problem| problem.to_string())
}

/// [WW 6.3] A designer writes a card in the vocabulary of the others and plays it.
#[test]
fn a_designers_card_is_played() {
    let game = with_overlay(OWN_CARD).unwrap();
    let mut table =
        Position::with_game("american", game).hand("american", &[111]).hand("british", &[1]).load();
    table.play("event:#111");
    assert_eq!((table.alliance(), table.legal().len()), (1, 2));
    table.play("option:1; place:york");
    assert_eq!(table.control("york"), "american");
}

#[test]
fn mistakes_in_a_card_name_line_field_and_remedy() {
    for (wrong, right, message) in [
        ("op = \"advance_aliance\"", "op = \"advance_alliance\"", "Did you mean \"advance_alliance\"?"),
        ("kind = \"evnt\"", "kind = \"event\"", "my_cards.toml line 5: kind: no kind \"evnt\""),
        ("colonies = [\"pensylvania\"]", "colonies = [\"pennsylvania\"]", "Did you mean \"pennsylvania\"?"),
        (
            "requires = [\"no_french\"]",
            "requires = [\"no_french_alliance\"]",
            "requires: no condition \"no_french\"",
        ),
        ("by = 99", "by = 1", "by is a number from -20 to 20, not 99"),
        (
            "sidde = \"american\", count = 1, mode = \"may\"",
            "side = \"american\", count = 1, mode = \"may\"",
            "\"sidde\"",
        ),
        ("titel = ", "title = ", "my_cards.toml line"),
    ] {
        let error = with_overlay(&OWN_CARD.replace(right, wrong)).unwrap_err();
        assert!(error.contains(message) && error.contains("my_cards.toml line"), "{wrong}: {error}");
    }
}

#[test]
fn variants_change_the_data() {
    let game = published::build::<WashingtonsWar>(&Setup::default().with("ops_split", "15_20_25")).unwrap();
    let state = warlab_engine::Game::start(&*game, &mut warlab_engine::Dice::seeded(1));
    let deck = game.state_json(&state)["deck"].to_string();
    assert_eq!((deck.matches("_1_ops").count(), deck.matches("_3_ops").count()), (15, 25));
    let mut pack = WashingtonsWar::pack();
    pack.set("general.howe.battle", 2.into()).unwrap();
    assert!(
        pack.set("general.how.battle", 2.into()).unwrap_err().to_string().contains("Did you mean \"howe\"?")
    );
}
