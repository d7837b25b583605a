//! The checks every game must pass, over every scenario and variant.

use warlab_engine::contract::battery;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;

#[test]
fn crossroads_plays_to_the_end() {
    let game = build::<Gbacw>(&Setup::scenario("crossroads")).unwrap();
    let seen = battery(&*game, 3, 1, 20);
    assert_eq!(seen.games, 3);
    eprintln!("{seen:?} {}", size_of::<warlab_engine::games::gbacw::state::State>());
}
