//! More than a thousand requests that are wrong in some way: each gets one error, and the position stays.

use serde_json::{Value, json};
use warlab_engine::{Chance, Dice};

use crate::engine::Engine;

const CODES: [&str; 7] =
    ["bad_json", "unknown_command", "bad_argument", "no_game", "illegal_action", "bad_state", "game_over"];

/// Requests that are fine; wrong ones are made from them.
fn good_requests() -> Vec<Value> {
    vec![
        json!({"command": "games"}),
        json!({"command": "new", "game": "kuhn", "scenario": "hand", "variants": {}, "players": 2, "seed": 3}),
        json!({"command": "load", "game": "kuhn", "state": {"position": {"cards": ["jack", "king"], "done": []}}}),
        json!({"command": "state"}),
        json!({"command": "view", "player": "elder"}),
        json!({"command": "legal"}),
        json!({"command": "play", "action": "bet"}),
        json!({"command": "undo", "steps": 1}),
        json!({"command": "dice", "rolls": [1, 2]}),
        json!({"command": "draws", "cards": ["jack"]}),
        json!({"command": "best", "agent": "random", "seed": 4}),
        json!({"command": "playout", "agents": ["random", "random"], "seed": 4}),
        json!({"command": "outcome"}),
        json!({"command": "record"}),
    ]
}

/// Values that fit no field of any request.
fn wrong_values() -> Vec<&'static str> {
    vec![
        "-1",
        "-9223372036854775808",
        "99999999999999999999999999",
        "1.5",
        "1e30",
        "true",
        "\"\"",
        "\"\\u0000\"",
        "\"no such thing\"",
        "[[]]",
        "[null]",
        "[-3]",
        "[256]",
        "[1e9]",
        "{\"a\": {\"b\": []}}",
        "[{}]",
        "\"random:depth=9\"",
        "\"random:\\u0007=\"",
    ]
}

fn wrong_fields(lines: &mut Vec<Vec<u8>>) {
    for request in good_requests() {
        let fields = request.as_object().unwrap();
        for name in fields.keys() {
            for value in wrong_values() {
                let others = fields.iter().filter(|(other, _)| *other != name);
                let mut parts: Vec<String> =
                    others.map(|(name, value)| format!("\"{name}\": {value}")).collect();
                parts.push(format!("\"{name}\": {value}"));
                lines.push(format!("{{{}}}", parts.join(", ")).into_bytes());
            }
        }
        let mut unknown = fields.clone();
        unknown.insert("sede".into(), json!(1));
        lines.push(Value::Object(unknown).to_string().into_bytes());
        let mut nameless = fields.clone();
        nameless.remove("command");
        lines.push(Value::Object(nameless).to_string().into_bytes());
    }
}

fn cut_short(lines: &mut Vec<Vec<u8>>) {
    for request in good_requests() {
        let text = request.to_string();
        lines.extend((0..text.len()).map(|end| text.as_bytes()[..end].to_vec()));
    }
}

fn noise(lines: &mut Vec<Vec<u8>>) {
    let mut dice = Dice::seeded(1);
    for _ in 0..300 {
        let length = dice.below(200);
        // An object never begins with 0xFF, so this is no request by accident; a line break would end the line.
        let bytes = (0..length).map(|_| dice.below(256) as u8).filter(|&byte| byte != b'\n');
        lines.push([0xFF].into_iter().chain(bytes).collect());
    }
    for request in good_requests() {
        let mut bytes = request.to_string().into_bytes();
        bytes.insert(2, 0xC3);
        lines.push(bytes);
    }
}

fn strange_shapes(lines: &mut Vec<Vec<u8>>) {
    for text in [
        "null",
        "1",
        "\"games\"",
        "[]",
        "[{\"command\": \"games\"}]",
        "{}",
        " ",
        "\t",
        "{\"command\": 1e999}",
    ] {
        lines.push(text.into());
    }
    for depth in [100, 1000, 100_000] {
        lines.push("[".repeat(depth).into());
        lines.push(format!("{{\"command\": {}{}}}", "[".repeat(depth), "]".repeat(depth)).into());
        let nested = format!("{}1{}", "{\"a\": ".repeat(depth), "}".repeat(depth));
        lines.push(format!("{{\"command\": \"load\", \"game\": \"kuhn\", \"state\": {nested}}}").into());
    }
    let long = "x".repeat(1 << 20);
    lines.push(long.clone().into());
    lines.push(json!({"command": long}).to_string().into());
    lines.push(json!({"command": "play", "action": long}).to_string().into());
    lines.push(json!({"command": "new", "game": long}).to_string().into());
    lines.push(json!({"command": "dice", "rolls": vec![77; 200_000]}).to_string().into());
    lines.push(vec![b' '; (16 << 20) + 1]);
}

#[test]
fn malformed_requests_get_one_error_each_and_change_nothing() {
    let mut lines = Vec::new();
    wrong_fields(&mut lines);
    cut_short(&mut lines);
    noise(&mut lines);
    strange_shapes(&mut lines);
    assert!(lines.len() >= 1000, "only {} malformed requests", lines.len());

    let mut engine = Engine::start();
    engine.good(json!({"command": "new", "game": "kuhn", "seed": 3}));
    engine.good(json!({"command": "play", "action": "pass"}));
    let questions = ["state", "legal", "record", "outcome"].map(|command| json!({"command": command}));
    let before = questions.clone().map(|question| engine.good(question));
    for line in &lines {
        let answer = engine.send(line);
        let shown = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        assert_eq!(answer["ok"], false, "{shown} -> {answer}");
        let code = answer["error"]["code"].as_str().unwrap();
        assert!(CODES.contains(&code), "{shown} -> {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().len() > 10, "{shown} -> {answer}");
    }
    assert_eq!(questions.map(|question| engine.good(question)), before, "the position changed");
    engine.end();
}
