//! Full text transcripts of games, compared line by line by tests: what a reviewer reads when rules change.

use std::fmt::Write as _;

use crate::chance::{Chance, Dice, Logged};
use crate::game::Turn;
use crate::play::{seat_seed, table_stream};
use crate::published::Published;

/// A random game as text: each question, the number of choices, the choice taken and everything that happened; at
/// each new turn the metrics. At most `decisions` decisions are printed, the rest is played silently to the outcome.
pub fn transcript<G: Published>(game: &G, seed: u64, decisions: u32) -> String {
    let mut out = String::new();
    let mut table = Logged::new(table_stream(seed));
    let mut choices = Dice::seeded(seat_seed(seed, 99));
    let mut state = game.start(&mut table);
    let (mut legal, mut metrics) = (Vec::new(), Vec::new());
    let names = game.metric_names();
    let mut turn = 0;
    let _ = writeln!(out, "{} {} seed {seed}", G::NAME, game.chosen().scenario);
    let mut count = 0;
    while let Turn::Player(player) = game.turn(&state) {
        let told = count < decisions;
        if told {
            for event in table.events.drain(..) {
                let rule = if event.rule.is_empty() { String::new() } else { format!(" [{}]", event.rule) };
                let _ = writeln!(out, "    {}{rule}", event.text);
            }
        } else {
            table.events.clear();
        }
        if told && game.turn_number(&state) != turn {
            turn = game.turn_number(&state);
            metrics.clear();
            game.metrics(&state, &mut metrics);
            let listed: Vec<String> =
                names.iter().zip(&metrics).map(|(name, value)| format!("{name}={value}")).collect();
            let _ = writeln!(out, "== {} == {}", game.turn_name(&state), listed.join(" "));
        }
        game.legal_actions(&state, &mut legal);
        let action = legal[choices.below(legal.len() as u32) as usize];
        if told {
            let seat = game.seat(player);
            let _ = writeln!(out, "{count} {seat} ({} choices) {}", legal.len(), game.code(action));
        }
        game.apply(&mut state, action, &mut table);
        count += 1;
        if count >= game.decision_cap() {
            break;
        }
    }
    match game.outcome(&state) {
        Some(outcome) => {
            let scores: Vec<String> = outcome.scores.as_slice().iter().map(ToString::to_string).collect();
            let _ = writeln!(
                out,
                "== {count} decisions, {} [{}] {}",
                outcome.reason,
                outcome.rule,
                scores.join(" ")
            );
        }
        None => {
            let _ = writeln!(out, "== stopped by the decision cap");
        }
    }
    out
}

/// Compares a transcript with the stored one, or rewrites it when `UPDATE_PLAYTHROUGHS` is set.
///
/// # Panics
/// With the first differing line, when they differ; for tests.
#[allow(clippy::disallowed_methods)]
pub fn assert_golden(path: &std::path::Path, transcript: &str) {
    if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("the folder can be made");
        std::fs::write(path, transcript).expect("the playthrough can be written");
        return;
    }
    let stored = std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; run with UPDATE_PLAYTHROUGHS=1", path.display()));
    for (number, (old, new)) in stored.lines().zip(transcript.lines()).enumerate() {
        assert_eq!(old, new, "{} line {}: UPDATE_PLAYTHROUGHS=1 rewrites it", path.display(), number + 1);
    }
    assert_eq!(stored.lines().count(), transcript.lines().count(), "{}: another length", path.display());
}
