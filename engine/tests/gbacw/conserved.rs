//! Strength points leave by recorded losses and come back by recorded stragglers, in whole games of random play.

use warlab_engine::chance::{Chance, Dice, Logged};
use warlab_engine::event::Event;
use warlab_engine::game::Game;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::state::State;
use warlab_engine::setup::Setup;

use super::table::game;

const SWITCHES: [&str; 6] =
    ["fatigue", "ammo_depletion", "combined_small_arms", "crest_los", "mixed_facing_in_hex", "random_events"];

fn strength(game: &Gbacw, state: &State) -> i32 {
    game.units().map(|unit| i32::from(state.units[unit].strength())).sum()
}

/// Points that an event says were lost, less those it says came back.
fn recorded(event: &Event) -> i32 {
    match event.kind {
        "stragglers" => -1,
        "loss" => {
            let words = event.text.rsplit(" loses ").next().and_then(|rest| rest.split(',').next());
            words.and_then(|number| number.parse().ok()).expect("a loss names its points")
        }
        _ => 0,
    }
}

fn play(setup: &Setup, seed: u64) {
    let game = game(setup);
    let mut chance = Logged::new(Dice::seeded(seed));
    let mut choices = Dice::seeded(seed + 1000);
    let mut state = game.start(&mut chance);
    let mut legal = Vec::new();
    let printed: i32 = game.units().map(|unit| i32::from(game.printed_sp(unit))).sum();
    let mut lost = 0;
    while !state.over {
        let before = strength(&game, &state);
        chance.events.clear();
        chance.battles.clear();
        game.legal_actions(&state, &mut legal);
        let action = legal[choices.below(legal.len() as u32) as usize];
        game.apply(&mut state, action, &mut chance);
        let told: i32 = chance.events.iter().map(recorded).sum();
        assert_eq!(before - strength(&game, &state), told, "{action:?}");
        lost += told;
    }
    let counted: i32 = state.lost_sp.iter().chain(&state.lost_guns).map(|&points| i32::from(points)).sum();
    assert_eq!((printed - strength(&game, &state), counted), (lost, lost));
    assert!(lost > 0, "nobody was hurt");
}

/// [GB 12.11] Whole games with every variant off and on, and with cavalry by night.
#[test]
fn gb_12_11_points_leave_by_recorded_losses_only() {
    for value in ["off", "on"] {
        let mut setup = Setup::scenario("crossroads");
        for name in SWITCHES {
            setup = setup.with(name, value);
        }
        for seed in 0..3 {
            play(&setup, seed);
        }
    }
    play(&Setup::scenario("trevilian"), 1);
}
