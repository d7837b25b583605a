//! Tuning: what it finds and what is refused.

use crate::support::Bench;

#[test]
fn a_tuning_file_that_is_wrong_is_refused_with_a_remedy() {
    let bench = Bench::new();
    for (text, words) in [
        ("agent = \"mcts\"", "game is missing"),
        ("game = \"kuhn\"", "agent is missing"),
        ("game = \"kuhn\"\nagent = \"mcts\"", "nothing to tune"),
        ("game = \"kuhn\"\nagent = \"mcts\"\nweights = [\"policy\"]", "no weights [policy]"),
        ("game = \"kuhn\"\nagent = \"mcts\"\noptimizer = \"spsa\"", "Did you mean \"optimiser\"?"),
        ("game = \"kuhn\"\nagent = \"mcts\"\noptimiser = \"spas\"", "Did you mean \"spsa\"?"),
        ("game = \"kuhn\"\nagent = \"mcts\"\n[settings]\niterations = 3", "from = 0.2"),
        ("game = \"kuhn\"\nagent = \"mcts\"\n[settings]\niterations = { from = 3, to = 2 }", "from = 0.2"),
        (
            "game = \"kuhn\"\nagent = \"mcts\"\nsprt = \"elo0=x\"\n[settings]\na = { from = 1, to = 2 }",
            "give a number",
        ),
        ("game = \"kuhn\"\nagent = \"mcts\"\n[settings]\nnone = { from = 1, to = 2 }", "no setting \"none\""),
    ] {
        bench.file("wrong.toml", text);
        let refused = bench.refused(&["tune", "wrong.toml"]);
        assert!(refused.contains(words), "{text}\n{refused}");
    }
}

/// An agent that plays almost at random finds back to sense, says so with its evidence, and a second call plays nothing anew.
#[test]
fn a_spoiled_agent_is_tuned_back() {
    let bench = Bench::new();
    bench.file(
        "spoiled.toml",
        r#"
game = "wars-of-the-roses"
scenario = "richard_iii_1483"
agent = "scripted"
opponent = "scripted"
steps = 8
games = 32
confirm_games = 200
[settings]
temperature = { from = 0.0, to = 30.0, start = 12.0 }
"#,
    );
    let told = bench.run(&["tune", "spoiled.toml", "--out", "tuned"]);
    assert!(told.contains("better than its start"), "{told}");
    let text = std::fs::read_to_string(bench.path("tuned/tuned.toml")).expect("the winner");
    let found = text.lines().find_map(|line| line.strip_prefix("temperature = "));
    let temperature: f64 = found.expect("the tuned setting").parse().expect("a number");
    assert!(temperature < 10.0, "{text}");
    assert_eq!(bench.run(&["tune", "spoiled.toml", "--out", "tuned"]), told);
}
