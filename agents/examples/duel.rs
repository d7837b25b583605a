//! A match between two agents on paired seeds, for measuring a setting before it becomes the default:
//! `cargo run --release -p warlab-agents --example duel -- washingtons-war mcts:iterations=200 scripted 50`
//! With one agent it measures how many decisions a second that agent makes in its own company.

mod games;

use std::time::Instant;

use warlab_agents::match_play::play_match;
use warlab_agents::{Playable, Spec};
use warlab_engine::Player;
use warlab_engine::data::Problem;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;

fn main() {
    games::run_for_game!(run);
}

fn run<G: Playable>(arguments: &[String]) -> Result<(), Problem> {
    let spec = |i: usize, default: &str| arguments.get(i).map_or(default, String::as_str).parse::<Spec>();
    let (first, second) = (spec(0, "scripted")?, spec(1, "random")?);
    let number = |i: usize, default: u64| arguments.get(i).map_or(Ok(default), |text| text.parse());
    let wrong = |_| Problem::new("usage: duel [GAME] AGENT AGENT [PAIRS] [SEED]");
    let (pairs, seed) = (number(2, 50).map_err(wrong)?, number(3, 1).map_err(wrong)?);
    let game = build::<G>(&Setup::default())?;
    let started = Instant::now();
    let tally = play_match(&*game, &[first.clone(), second.clone()], pairs, seed)?;
    let seconds = started.elapsed().as_secs_f64();
    let score = tally.score(0);
    println!("{first} against {second}: {} games, {} stopped by the cap", tally.games, tally.stopped);
    println!(
        "score {:.1} % ({:.1} to {:.1}), Elo {:.0} ({:.0} to {:.0}), superiority {:.4}",
        100.0 * score.score,
        100.0 * score.low,
        100.0 * score.high,
        score.elo,
        score.elo_low,
        score.elo_high,
        score.superiority
    );
    println!(
        "as {} {:.1} %, as {} {:.1} %",
        game.seat(Player::FIRST),
        100.0 * tally.score_in_seat(0, Player::FIRST),
        game.seat(Player::SECOND),
        100.0 * tally.score_in_seat(0, Player::SECOND)
    );
    println!(
        "{:.1} s, {:.0} decisions a game, {:.0} decisions a second",
        seconds,
        tally.decisions as f64 / tally.games as f64,
        tally.decisions as f64 / seconds
    );
    Ok(())
}
