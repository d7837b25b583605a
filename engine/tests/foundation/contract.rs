use warlab_engine::contract::battery;
use warlab_engine::example::Kuhn;
use warlab_engine::perft::perft;
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Game, signature};

#[test]
fn the_example_game_keeps_the_contract() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    let seen = battery(&*game, 500, 1, 1);
    assert_eq!(seen.games, 500);
    assert_eq!(seen.most_actions, 2);
    assert_eq!(seen.reasons.len(), 2);
}

#[test]
fn the_example_game_has_five_endings() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    let state = game.start(&mut table_stream(1));
    assert_eq!(perft(&*game, &state, 3, 1), 5);
}

#[test]
fn a_signature_repeats() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    assert_eq!(signature::signature(&*game, 50), signature::signature(&*game, 50));
    assert_ne!(signature::signature(&*game, 50), signature::signature(&*game, 51));
}

#[test]
fn setups_are_checked_with_a_suggestion() {
    let error = build::<Kuhn>(&Setup::scenario("hnad")).unwrap_err();
    assert_eq!(error.to_string(), "unknown scenario \"hnad\"; known: hand. Did you mean \"hand\"?");
    let error = build::<Kuhn>(&Setup::default().with_players(5)).unwrap_err();
    assert_eq!(error.to_string(), "scenario hand is for 2 players, not 5");
    let error = build::<Kuhn>(&Setup::default().with("blind", "on")).unwrap_err();
    assert_eq!(error.to_string(), "unknown variant \"blind\"; known: none.");
}
