//! The checks every game must pass, over every scenario and variant.

use warlab_engine::chance::{Chance, Dice};
use warlab_engine::contract::battery;
use warlab_engine::game::Game;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::state::State;
use warlab_engine::games::gbacw::types::Rank;
use warlab_engine::perft::perft;
use warlab_engine::play::random_game;
use warlab_engine::published::{Published, build};
use warlab_engine::setup::Setup;

use super::table::{ARMY, with_army};

const SWITCHES: [&str; 6] =
    ["fatigue", "ammo_depletion", "combined_small_arms", "crest_los", "mixed_facing_in_hex", "random_events"];

fn play(setup: &Setup, games: u64, deep: u32) {
    let game = build::<Gbacw>(setup).expect("the scenario is sound");
    let seen = battery(&*game, games, 11, deep);
    assert_eq!(seen.games, games);
    assert!(seen.most_actions <= 150, "{} actions at one decision", seen.most_actions);
}

#[test]
fn every_scenario_plays_to_the_end() {
    for scenario in ["crossroads", "foxs_gap", "trevilian"] {
        play(&Setup::scenario(scenario), 2, 50);
    }
}

/// A file of one's own with the whole chain of command, corps artillery too.
#[test]
fn a_players_own_battle_plays_to_the_end() {
    let game = with_army(ARMY, &Setup::scenario("army")).expect("the scenario is sound");
    let seen = battery(&*game, 3, 11, 50);
    assert_eq!(seen.games, 3);
}

#[test]
fn every_variant_on_and_off_plays_to_the_end() {
    for name in SWITCHES {
        for value in ["on", "off"] {
            play(&Setup::scenario("crossroads").with(name, value), 1, 100);
        }
    }
    play(&Setup::scenario("crossroads").with("artillery_near_enemy", "2"), 1, 100);
    let mut all = Setup::scenario("trevilian").with("artillery_near_enemy", "1");
    for name in SWITCHES {
        all = all.with(name, "on");
    }
    play(&all, 1, 100);
}

#[test]
fn the_state_stays_small() {
    assert!(size_of::<State>() <= 4096, "{} bytes", size_of::<State>());
}

/// From the start and from positions along a fixed way into the battle. Any change of the rules moves a number: see
/// what it did, then write the new ones.
#[test]
fn sequences_are_counted() {
    let game = build::<Gbacw>(&Setup::scenario("crossroads")).expect("the scenario is sound");
    let mut dice = Dice::seeded(3);
    let mut state = game.start(&mut dice);
    let (mut counts, mut legal) = (Vec::new(), Vec::new());
    for step in 0..=300 {
        if step % 60 == 0 {
            counts.push(perft(&*game, &state, 4, 5));
        }
        game.legal_actions(&state, &mut legal);
        let action = legal[dice.below(legal.len() as u32) as usize];
        game.apply(&mut state, action, &mut dice);
    }
    assert_eq!(counts, [52, 1511, 244, 370, 476, 518]);
}

#[test]
fn mutated_json_is_refused_or_sound() {
    let game = build::<Gbacw>(&Setup::scenario("crossroads")).expect("the scenario is sound");
    let state = game.start(&mut Dice::seeded(3));
    let json = game.state_json(&state);
    for key in json.as_object().expect("an object").keys() {
        for value in [
            serde_json::json!(null),
            serde_json::json!("x"),
            serde_json::json!(-1),
            serde_json::json!([9999]),
        ] {
            let mut broken = json.clone();
            broken[key] = value;
            if let Ok(read) = game.state_from_json(&broken) {
                assert!(game.check(&read).is_ok(), "{key}");
            }
        }
    }
    let mut doubled = json.clone();
    doubled["units"]["us_301pa"]["sp"] = serde_json::json!([9, 0, 0, 0]);
    let message = game.state_from_json(&doubled).expect_err("too strong").message;
    assert!(message.contains("us_301pa"), "{message}");
    let mut lent = json.clone();
    lent["units"]["us_301pa"]["attached"] = serde_json::json!("cs.1");
    let message = game.state_from_json(&lent).expect_err("infantry serves its own brigade").message;
    assert!(message.contains("us_301pa") && message.contains("4.32"), "{message}");
}

/// What the roster keeps ready is what the records say, formation by formation and unit by unit.
#[test]
fn the_roster_agrees_with_the_order_of_battle() {
    for scenario in ["crossroads", "foxs_gap", "trevilian"] {
        let game = build::<Gbacw>(&Setup::scenario(scenario)).expect("the scenario is sound");
        let oob = &game.scenario.oob;
        for formation in game.formations() {
            let chain: Vec<_> =
                std::iter::successors(Some(formation), |&at| oob.formation(at).parent).collect();
            for other in game.formations() {
                assert_eq!(game.is_within(formation, other), chain.contains(&other));
            }
            let division = chain.iter().copied().find(|&at| oob.formation(at).level == Rank::Division);
            assert_eq!(game.division(formation), division);
            for unit in game.units() {
                let own = oob.unit(unit).formation == formation;
                assert!(!own || game.roster.followers(formation).contains(unit), "{}", oob.unit(unit).id);
                let lent = game.is_artillery(unit);
                assert!(!lent || game.roster.followers(formation).contains(unit), "{}", oob.unit(unit).id);
                let above = Some(oob.unit(unit).formation) == division;
                assert!(!above || game.roster.actors(formation).contains(unit), "{}", oob.unit(unit).id);
            }
        }
    }
}

/// Every invariant over many games of every scenario, with all optional rules and without:
/// `SOAK=1000 cargo test --release -p warlab-engine --test gbacw -- --ignored --nocapture soak`.
#[test]
#[ignore = "takes as long as one lets it"]
fn soak() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (games, first): (u64, u64) = (number("SOAK").unwrap_or(20), number("SOAK_SEED").unwrap_or(0));
    let mut faults = Vec::new();
    for scenario in ["crossroads", "foxs_gap", "trevilian", "army"] {
        for value in ["off", "on"] {
            let setup =
                SWITCHES.iter().fold(Setup::scenario(scenario), |setup, name| setup.with(name, value));
            let game = with_army(ARMY, &setup).expect("the scenario is sound");
            for seed in first..first + games {
                let fault = std::panic::catch_unwind(|| battery(&*game, 1, seed, 40)).err();
                let words = fault.map(|fault| match fault.downcast::<String>() {
                    Ok(text) => *text,
                    Err(_) => "a panic without words".into(),
                });
                faults.extend(words.map(|words| format!("{scenario} {value} {seed}: {words}")));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Timing: `cargo test --release -p warlab-engine --test gbacw -- --ignored --nocapture speed`.
#[test]
#[ignore = "a measurement"]
#[allow(clippy::disallowed_methods)]
fn speed() {
    let game = build::<Gbacw>(&Setup::scenario("crossroads")).expect("the scenario is sound");
    let mut legal = Vec::new();
    let (mut decisions, start) = (0u64, std::time::Instant::now());
    for seed in 0..20 {
        let end = random_game(&*game, seed, &mut legal);
        assert!(end.finished);
        decisions += u64::from(end.decisions);
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!(
        "{decisions} decisions, {:.0}/s, state {} bytes",
        decisions as f64 / seconds,
        size_of::<State>()
    );
}
