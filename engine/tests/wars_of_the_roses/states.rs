//! Loaded states: whatever is changed in the JSON gives a sound state or a sentence, never a panic.

use serde_json::{Value, json};
use warlab_engine::chance::{Chance, Dice};
use warlab_engine::game::{Game, Turn};
use warlab_engine::published::Published;

use super::table::Table;

/// Every path of a JSON value.
fn paths(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_string());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, inner)| paths(inner, &format!("{at}/{key}"), out))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, inner)| paths(inner, &format!("{at}/{i}"), out))
        }
        _ => {}
    }
}

#[test]
fn mutated_states_are_refused_or_sound() {
    let mut dice = Dice::seeded(3);
    let mut accepted = 0;
    for scenario in ["campaign_1460", "kingmaker_1470", "richard_iii_1483"] {
        let mut table = Table::scenario(scenario);
        let mut legal = Vec::new();
        for round in 0..400 {
            if table.game.turn(&table.state) == Turn::Over {
                table = Table::scenario(scenario);
            }
            table.game.legal_actions(&table.state, &mut legal);
            let action = legal[dice.below(legal.len() as u32) as usize];
            let game = table.game.clone();
            game.apply(&mut table.state, action, &mut dice);
            if round % 4 != 0 {
                continue;
            }
            let good = game.state_json(&table.state);
            let mut all = Vec::new();
            paths(&good, "", &mut all);
            for _ in 0..15 {
                let mut bad = good.clone();
                let path = &all[dice.below(all.len() as u32) as usize];
                let values = [
                    json!(null),
                    json!(0),
                    json!(3),
                    json!(-7),
                    json!(true),
                    json!("york"),
                    json!("derby"),
                    json!("dead"),
                    json!([]),
                    json!({}),
                    json!("pool"),
                    json!("oxford"),
                    json!(["kent_y"]),
                    json!("over"),
                    json!("act"),
                ];
                if let Some(slot) = bad.pointer_mut(path) {
                    *slot = values[dice.below(values.len() as u32) as usize].clone();
                }
                if let Ok(mut state) = game.state_from_json(&bad) {
                    accepted += 1;
                    assert_eq!(game.check(&state), Ok(()));
                    if game.turn(&state) != Turn::Over {
                        game.legal_actions(&state, &mut legal);
                        assert!(!legal.is_empty(), "{path}: {:?}", state.phase);
                        let action = legal[dice.below(legal.len() as u32) as usize];
                        game.apply(&mut state, action, &mut dice);
                    }
                }
            }
        }
    }
    assert!(accepted > 0);
}

#[test]
fn complaints_name_field_and_remedy() {
    let table = Table::empty();
    let mut json = table.game.state_json(&table.state);
    json["blocks"]["oxford"]["at"] = "esex".into();
    let problem = table.game.state_from_json(&json).unwrap_err().to_string();
    assert!(problem.contains("blocks.oxford.at") && problem.contains("essex"), "{problem}");
    json["blocks"]["oxford"]["at"] = "calais".into();
    let problem = table.game.state_from_json(&json).unwrap_err().to_string();
    assert!(problem.contains("exile"), "{problem}");
}
