//! Tuning: what is refused.

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
