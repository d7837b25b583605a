//! States as JSON: edited states are refused with the broken invariant, mutated ones never panic.

use crate::table::Position;
use serde_json::{Value, json};
use warlab_engine::chance::{Chance, Dice, mix};
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::play::playout;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Published, Turn};

#[test]
fn broken_states_are_named() {
    for (position, message) in [
        (Position::blank("british").british("boston", 2).american("boston", 1), "CUs of both sides"),
        (Position::blank("british").general("howe", "wyoming_valley"), "howe is in a space with enemy CUs"),
        (Position::blank("british").general("howe", "bostn"), "Did you mean \"boston\"?"),
        (
            Position::blank("british").set("navy", json!("delaware")),
            "the French Navy comes with the alliance",
        ),
        (Position::blank("british").set("alliance", json!(12)), "the alliance marker stands at 9 or less"),
        (Position::blank("british").set("deck", json!([])), "is nowhere"),
        (Position::blank("british").set("discards", json!(["1_1_ops"])), "is in two places"),
        (Position::blank("british").set("phases", json!([])), "at least one phase"),
        (Position::blank("british").set("phases", json!([{ "phase": "moving" }])), "step of the turn"),
        (Position::blank("british").set("yeer", json!(1)), "Did you mean \"year\"?"),
        (Position::blank("british").general("washington", "captured"), "Washington is on the map"),
        (Position::blank("british"), "something to choose from"),
    ] {
        let error = position.refused();
        assert!(error.contains(message), "{message}: {error}");
    }
}

/// Every value in the JSON, replaced by others: an error or a state that can be played to its end.
#[test]
fn mutated_states_never_panic() {
    let game = build::<WashingtonsWar>(&Setup::default()).unwrap();
    let mut dice = Dice::seeded(5);
    let (mut legal, mut accepted) = (Vec::new(), 0);
    for seed in 0..60 {
        let mut table = Dice::seeded(seed);
        let mut state = game.start(&mut table);
        for _ in 0..20 + dice.below(250) {
            if game.turn(&state) == Turn::Over {
                break;
            }
            game.legal_actions(&state, &mut legal);
            let action = legal[dice.below(legal.len() as u32) as usize];
            game.apply(&mut state, action, &mut table);
        }
        for round in 0..25 {
            let mut json = game.state_json(&state);
            for _ in 0..=dice.below(2) {
                mutate(&mut json, &mut dice);
            }
            if let Ok(loaded) = game.state_from_json(&json) {
                accepted += 1;
                let mut choices = Dice::seeded(mix(seed, round));
                playout(&*game, loaded, &mut Dice::seeded(round), &mut choices, &mut legal);
            }
        }
    }
    assert!(accepted > 50, "{accepted} mutated states were sound");
}

/// Changes one value somewhere, or drops it.
fn mutate(json: &mut Value, dice: &mut Dice) {
    let words =
        ["british", "boston", "howe", "impulse", "moving", "retreat", "montreal", "captured", "41_3_ops"];
    match json {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(dice.below(map.len() as u32) as usize).unwrap().clone();
            if dice.below(12) == 0 {
                map.remove(&key);
            } else {
                mutate(&mut map[&key], dice);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let place = dice.below(list.len() as u32) as usize;
            if dice.below(6) == 0 {
                list.remove(place);
            } else {
                mutate(&mut list[place], dice);
            }
        }
        Value::Number(_) => *json = json!(dice.below(9)),
        Value::Bool(flag) => *flag = !*flag,
        _ => {
            *json = match dice.below(3) {
                0 => Value::Null,
                1 => json!(3),
                _ => json!(words[dice.below(words.len() as u32) as usize]),
            }
        }
    }
}
