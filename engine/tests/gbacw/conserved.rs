//! Strength points leave by recorded losses and come back by recorded stragglers, whatever is played.

use warlab_engine::chance::{Chance, Dice, Logged};
use warlab_engine::event::Event;
use warlab_engine::game::Game;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::action::Action;
use warlab_engine::games::gbacw::phase::Segment;
use warlab_engine::games::gbacw::state::State;
use warlab_engine::games::gbacw::types::OrderKind;
use warlab_engine::setup::Setup;

use super::table::Table;

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

/// Two lines face to face, regiments of all brigades of a scenario mixed, at the beginning of a turn.
fn battle(setup: &Setup, column: usize, rows: std::ops::RangeInclusive<usize>) -> Table {
    let mut table = Table::new(setup);
    let ids = |side: &str| {
        let units = table.game.scenario.oob.units.iter().filter(|unit| unit.id.starts_with(side));
        units.map(|unit| unit.id.clone()).take(rows.end() - rows.start() + 1).collect::<Vec<_>>()
    };
    let (union, csa) = (ids("us_"), ids("cs_"));
    for (place, row) in rows.enumerate() {
        let order = if place % 2 == 0 { OrderKind::Attack } else { OrderKind::Advance };
        if let Some(id) = union.get(place) {
            table.put(id, &format!("{:02}{row:02}", column + 1), "vW", order);
        }
        if let Some(id) = csa.get(place) {
            table.put(id, &format!("{column:02}{row:02}"), "vE", order);
        }
    }
    table.segment(Segment::Initiative);
    table
}

/// Plays on at random, but eager to fire and to attack.
fn fight(table: Table, seed: u64) -> i32 {
    let (game, mut state) = (table.game, table.state);
    let mut chance = Logged::new(Dice::seeded(seed));
    let mut choices = Dice::seeded(seed + 1000);
    let (mut legal, mut fierce) = (Vec::new(), Vec::new());
    let printed: i32 = game.units().map(|unit| i32::from(game.printed_sp(unit))).sum();
    let mut lost = 0;
    while !state.over {
        let before = strength(&game, &state);
        chance.events.clear();
        chance.battles.clear();
        game.legal_actions(&state, &mut legal);
        fierce.clear();
        fierce.extend(legal.iter().copied().filter(|action| {
            matches!(
                action,
                Action::Fire { .. }
                    | Action::Shoot { .. }
                    | Action::Assault { first: Some(_), .. }
                    | Action::Yes
            )
        }));
        let eager = !fierce.is_empty() && choices.below(2) == 0;
        let from = if eager { &fierce } else { &legal };
        let action = from[choices.below(from.len() as u32) as usize];
        game.apply(&mut state, action, &mut chance);
        let told: i32 = chance.events.iter().map(recorded).sum();
        assert_eq!(before - strength(&game, &state), told, "{action:?}");
        lost += told;
    }
    let counted: i32 = state.lost_sp.iter().chain(&state.lost_guns).map(|&points| i32::from(points)).sum();
    assert_eq!((printed - strength(&game, &state), counted), (lost, lost));
    lost
}

/// [GB 12.11] Battles with every variant off and on, and among cavalry with stragglers by night.
#[test]
fn gb_12_11_points_leave_by_recorded_losses_only() {
    let mut lost = 0;
    for value in ["off", "on"] {
        let mut setup = Setup::scenario("crossroads");
        for name in SWITCHES {
            setup = setup.with(name, value);
        }
        for seed in 0..3 {
            lost += fight(battle(&setup, 8, 8..=15), seed);
        }
    }
    lost += fight(battle(&Setup::scenario("trevilian"), 16, 8..=20), 1);
    assert!(lost > 50, "only {lost} points were lost");
}
