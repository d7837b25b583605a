//! Conservation of pieces, and states that are broken on purpose.

use proptest::prelude::*;
use serde_json::Value;
use warlab_engine::chance::Chance;
use warlab_engine::games::coalitions::types::Power;
use warlab_engine::games::coalitions::{Coalitions, State};
use warlab_engine::play::{playout, seat_seed, table_stream};
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Dice, Game, Published, Turn};

use crate::contract::all_setups;

fn total_cards(state: &State) -> u32 {
    let piles = [state.deck, state.discards, state.battle.drawn];
    let mut sum: u32 = piles.iter().chain(&state.hands).flatten().map(|&count| u32::from(count)).sum();
    sum += state.battle.fighters().iter().map(|fighter| u32::from(fighter.count)).sum::<u32>();
    sum
}

/// Plays a while and hands each step to `look`.
fn play_on(setup: &Setup, seed: u64, decisions: u32, mut look: impl FnMut(&Coalitions, &State, &State)) {
    let game = build::<Coalitions>(setup).expect("our own data is right");
    let (mut table, mut choices) = (table_stream(seed), Dice::seeded(seat_seed(seed, 99)));
    let mut state = game.start(&mut table);
    let mut legal = Vec::new();
    for _ in 0..decisions {
        if game.turn(&state) == Turn::Over {
            break;
        }
        game.legal_actions(&state, &mut legal);
        let before = state;
        game.apply(&mut state, legal[choices.below(legal.len() as u32) as usize], &mut table);
        look(&game, &before, &state);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// [CO 7.4] Cards, counters, generals and fortresses are conserved; a fortress is never removed.
    #[test]
    fn pieces_are_conserved(seed: u64, setup in 0..all_setups().len()) {
        let setup = &all_setups()[setup];
        play_on(setup, seed, 1_500, |game, before, after| {
            assert_eq!(total_cards(after), 40);
            assert!(before.fortresses.is_subset(after.fortresses));
            assert!(after.fortresses.len() <= 6);
            for power in Power::all() {
                let info = &game.tables.powers[power.i()];
                let on_map = after.generals[power.i()].len() as u8;
                assert_eq!(on_map + after.count_off_map(&game.tables, power), info.generals);
                let counters = after.count_troops(power) + after.garrisons[power.i()].len() as u8;
                assert!(counters <= info.troop_counters);
            }
            assert_eq!(game.check(after), Ok(()));
        });
    }

    /// A mutated state is refused with a sentence or is sound and can be played on.
    #[test]
    fn broken_states_do_not_panic(seed: u64, setup in 0..all_setups().len(), depth in 0u32..1_200, cuts in 1usize..4) {
        let game = build::<Coalitions>(&all_setups()[setup]).expect("our own data is right");
        let mut reached = None;
        play_on(&all_setups()[setup], seed, depth, |_, _, after| reached = Some(*after));
        let Some(state) = reached else { return Ok(()) };
        let mut dice = Dice::seeded(seed);
        for _ in 0..8 {
            let mut json = game.state_json(&state);
            for _ in 0..cuts {
                mutate(&mut json, &mut dice);
            }
            if let Ok(loaded) = game.state_from_json(&json) {
                prop_assert_eq!(game.check(&loaded), Ok(()));
                let mut legal = Vec::new();
                let mut steps = loaded;
                for _ in 0..60 {
                    if game.turn(&steps) == Turn::Over { break; }
                    game.legal_actions(&steps, &mut legal);
                    if legal.is_empty() { break; }
                    let action = legal[dice.below(legal.len() as u32) as usize];
                    game.apply(&mut steps, action, &mut Dice::seeded(seed));
                }
            }
        }
    }
}

/// Changes one value somewhere in the tree.
fn mutate(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let place = dice.below(fields.len() as u32) as usize;
            if dice.below(12) == 0 {
                let key = fields.keys().nth(place).cloned().unwrap_or_default();
                fields.remove(&key);
            } else if let Some((_, inner)) = fields.iter_mut().nth(place) {
                mutate(inner, dice);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let place = dice.below(items.len() as u32) as usize;
            match dice.below(4) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                _ => mutate(&mut items[place], dice),
            }
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(_) => *value = [0, 1, 3, 5, 7, 30, 64, 255][dice.below(8) as usize].into(),
        Value::String(_) => {
            let words =
                ["paris", "london", "tyrol", "austria", "france", "cards", "move", "french", "neutral", "x"];
            *value = words[dice.below(words.len() as u32) as usize].into();
        }
        Value::Null => *value = ["paris", "russia"][dice.below(2) as usize].into(),
        _ => *value = Value::Null,
    }
}

/// A JSON state that is edited by hand is loaded, and a broken one is refused by the name of what it breaks.
#[test]
fn states_are_checked_on_loading() {
    let game = build::<Coalitions>(&Setup::scenario("1805").with_players(6)).expect("builds");
    let state = game.start(&mut table_stream(1));
    let with = |path: &[&str], value: Value| {
        let mut json = game.state_json(&state);
        let mut place = &mut json;
        for key in path {
            place = &mut place[*key];
        }
        *place = value;
        game.state_from_json(&json)
    };
    assert_eq!(with(&["powers", "austria", "morale"], 12.into()).expect("sound").morale[2], 12);
    let refused = |path: &[&str], value: Value| with(path, value).expect_err("broken").message;
    assert!(refused(&["powers", "austria", "morale"], 16.into()).contains("morale is at most 15"));
    assert!(
        refused(&["powers", "austria", "garrisons"], serde_json::json!(["bavaira"]))
            .contains("Did you mean \"bavaria\"")
    );
    assert!(refused(&["deck"], serde_json::json!({})).contains("battle cards of value"));
    assert!(refused(&["powers", "britain", "status"], "neutral".into()).contains("Britain leads"));
    assert!(refused(&["turn"], 9.into()).contains("turns 1 to 6"));
    assert!(game.state_from_json(&Value::Null).is_err());
}

/// Random games of every set-up come to an end.
#[test]
fn random_games_end() {
    let mut legal = Vec::new();
    for (i, setup) in all_setups().iter().enumerate() {
        let game = build::<Coalitions>(setup).expect("builds");
        let mut table = table_stream(i as u64);
        let state = game.start(&mut table);
        assert!(playout(&*game, state, &mut table, &mut Dice::seeded(9), &mut legal).finished, "{setup:?}");
    }
}

/// Wrong requests are answered with a sentence.
#[test]
fn wrong_setups() {
    let refuse = |setup: Setup| build::<Coalitions>(&setup).expect_err("wrong").to_string();
    assert!(refuse(Setup::scenario("1850")).contains("unknown scenario"));
    assert!(refuse(Setup::scenario("1805").with_players(2)).contains("3 to 6 players"));
    assert!(refuse(Setup::scenario("lempereur").with_players(6)).contains("1 to 5 players"));
    assert!(
        refuse(Setup::scenario("lempereur").with("lempereur_level", "ogr")).contains("Did you mean \"ogre\"")
    );
}

/// A designer's overlay changes the rules; a wrong one is refused with its place.
#[test]
fn overlays() {
    let setup = Setup::scenario("1805");
    let with = |text: &str| {
        let mut data = Coalitions::pack();
        data.overlay("territories.toml", "mine.toml", text)?;
        let chosen = Coalitions::catalogue(&data)?.choose(&setup)?;
        Coalitions::build(&chosen, &data)
    };
    let game = with("[[territory]]\nid = \"bavaria\"\nvalue = 3\n").expect("a value of 3");
    let bavaria = game.tables.find("bavaria").expect("it is there");
    assert_eq!(game.tables.value[bavaria], 3);
    let wrong = with("[[territory]]\nid = \"bavaria\"\nclaims = [\"austira\"]\n").expect_err("no such power");
    assert!(wrong.to_string().contains("mine.toml line") && wrong.to_string().contains("austria"), "{wrong}");
}
