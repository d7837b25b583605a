//! Fits a game's evaluation to games of its own agents and prints the weights file:
//! `cargo run --release -p warlab-agents --example fit -- coalitions scripted:temperature=0.5 2000 > weights.toml`
//! The game is the Wars of the Roses if it is left out; scenarios may follow the number of games, with commas between them
//! and the number of players behind a colon (`1805:3,1805:6`): they are played in turn.
//! A game's positions share its one result, and games by one agent confuse what wins with what that agent does when it wins; with `astray` at the end some positions of each game
//! are left by a few random actions instead, and played on to results of their own by the rules of thumb. Several agents,
//! with a `+` between them, play games in turn, each against itself: a search comes to positions that the rules of thumb
//! do not, and chooses those that the evaluation holds for too good.
//! `cargo run --release -p warlab-agents --example fit -- gbacw scripted:temperature=1.0+mcts:iterations=60 600 crossroads astray > weights.toml`

mod games;
mod table;

use rayon::prelude::*;
use warlab_agents::fit::{Samples, calibration, fit_signed, quality, with_evaluation};
use warlab_agents::playable::embedded_weights;
use warlab_agents::{Evaluate, Playable, Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Player, Turn};

use table::play_on;

fn main() {
    games::run_for_game!(run);
}

fn run<G: Playable>(arguments: &[String]) -> Result<(), Problem> {
    let specs = arguments.first().map_or("scripted:temperature=0.5", String::as_str).split('+');
    let specs = specs.map(str::parse).collect::<Result<Vec<Spec>, _>>()?;
    let games: u64 = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    for spec in &specs {
        make::<G>(spec)?;
    }
    let setups = match arguments.get(2) {
        None => vec![Setup::default()],
        Some(scenarios) => scenarios.split(',').map(read_setup).collect::<Result<Vec<_>, _>>()?,
    };
    let is_astray = match arguments.get(3).map(String::as_str) {
        None => false,
        Some("astray") => true,
        Some(word) => return Err(Problem::new(format!("\"{word}\" should be astray, or nothing"))),
    };
    let rooms = setups.iter().map(build::<G>).collect::<Result<Vec<_>, _>>()?;
    let weights = embedded_weights::<G>();
    let first = rooms.first().ok_or_else(|| Problem::new("a scenario is needed"))?;
    let evaluator = first.evaluator(&weights).ok_or_else(|| Problem::new("this game has no evaluation"))?;
    let played: Vec<Vec<Sample>> = (0..games)
        .into_par_iter()
        .map(|number| {
            let game = &rooms[number as usize % rooms.len()];
            // All scenarios with one agent, then with the next.
            let spec = &specs[number as usize / rooms.len() % specs.len()];
            if is_astray {
                positions_astray(&**game, spec, &*evaluator, mix(5, number))
            } else {
                positions(&**game, spec, &*evaluator, mix(5, number))
            }
        })
        .collect();
    let known = evaluator.fitted().features;
    let names: Vec<&str> = known.iter().map(|feature| feature.name).collect();
    let signs: Vec<i8> = known.iter().map(|feature| feature.sign).collect();
    let mut parts = [Samples::new(names.len()), Samples::new(names.len())];
    // A fifth of the games is kept apart, so that quality is measured on games that the fit has not seen.
    for (number, positions) in played.iter().enumerate() {
        let is_apart = number / rooms.len() / specs.len() % 5 == 0;
        for (features, payoffs) in positions {
            parts[usize::from(is_apart)].push(features, payoffs);
        }
    }
    // Positions of one game share its result, so they say less than their number: how much less, the games kept apart
    // tell.
    let penalties = [1.0, 10.0, 100.0, 1000.0, 10_000.0];
    let candidates = penalties.into_par_iter().map(|penalty| {
        let fitted = fit_signed(&parts[0], penalty, &signs);
        let measured = quality(&parts[1], &fitted);
        eprintln!("penalty {penalty}: log loss {:.4}", measured.log_loss);
        (fitted, measured)
    });
    let best = candidates.min_by(|a, b| a.1.log_loss.total_cmp(&b.1.log_loss));
    let Some((fitted, measured)) = best else { return Ok(()) };
    eprintln!("{measured:?}");
    for (chance, share, count) in calibration(&parts[1], &fitted) {
        eprintln!("  expected {chance:.3}, won {share:.3} of {count}");
    }
    print!("{}", with_evaluation(&weights, &names, &fitted, &measured).to_toml());
    Ok(())
}

/// A scenario, with the number of players behind a colon if it is not the usual one.
fn read_setup(text: &str) -> Result<Setup, Problem> {
    let Some((scenario, players)) = text.split_once(':') else { return Ok(Setup::scenario(text)) };
    let wrong = |_| Problem::new(format!("\"{players}\" in {text} should be a number of players"));
    Ok(Setup::scenario(scenario).with_players(players.parse().map_err(wrong)?))
}

/// The features of all seats in a position, and what each seat got.
type Sample = (Vec<f32>, Vec<f32>);

/// Agents that play on when a position has been left at random.
const AFTERWARDS: &str = "scripted:temperature=0.4";

/// One in so many quiet positions is left at random, by fewer actions than this, and played on so often.
const ONE_IN: u32 = 8;
const ASTRAY: u32 = 10;
const RESULTS: u64 = 4;

/// The quiet positions of one game, at the points where a search would evaluate, with what the game came to.
fn positions<G: Playable>(game: &G, spec: &Spec, evaluator: &dyn Evaluate<G>, seed: u64) -> Vec<Sample> {
    let mut seen = Vec::new();
    let mut table = table_stream(seed);
    let start = game.start(&mut table);
    let end = play_on(game, spec, start, seed, &mut table, |state| {
        if evaluator.is_quiet(game, state) {
            seen.push(features(game, evaluator, state));
        }
        true
    });
    let payoffs = game.payoffs(&end).as_slice().to_vec();
    seen.into_iter().map(|features| (features, payoffs.clone())).collect()
}

/// Quiet positions a few random actions away from those of a game, with what each came to.
fn positions_astray<G: Playable>(
    game: &G,
    spec: &Spec,
    evaluator: &dyn Evaluate<G>,
    seed: u64,
) -> Vec<Sample> {
    let mut left = Vec::new();
    let mut dice = Dice::seeded(seed);
    let mut table = table_stream(seed);
    let start = game.start(&mut table);
    play_on(game, spec, start, seed, &mut table, |state| {
        if evaluator.is_quiet(game, state) && dice.below(ONE_IN) == 0 {
            left.push(*state);
        }
        true
    });
    let afterwards: Spec = AFTERWARDS.parse().expect("a spec of ours");
    let mut legal = Vec::new();
    let mut samples = Vec::new();
    for mut state in left {
        for _ in 0..dice.below(ASTRAY) {
            if game.turn(&state) != Turn::Over {
                game.legal_actions(&state, &mut legal);
                let action = legal[dice.below(legal.len() as u32) as usize];
                game.apply(&mut state, action, &mut dice);
            }
        }
        let seed = mix(seed, samples.len() as u64);
        let quiet =
            play_on(game, &afterwards, state, seed, &mut dice, |state| !evaluator.is_quiet(game, state));
        if game.turn(&quiet) == Turn::Over {
            continue;
        }
        let mut sums = vec![0.0; game.players()];
        for time in 1..=RESULTS {
            let end = play_on(game, &afterwards, quiet, mix(seed, time), &mut dice, |_| true);
            sums.iter_mut().zip(game.payoffs(&end).as_slice()).for_each(|(sum, payoff)| *sum += payoff);
        }
        samples.push((features(game, evaluator, &quiet), sums));
    }
    samples
}

fn features<G: Playable>(game: &G, evaluator: &dyn Evaluate<G>, state: &G::State) -> Vec<f32> {
    let count = evaluator.fitted().features.len();
    let mut features = vec![0.0; count * game.players()];
    for (seat, room) in Player::all(game.players()).zip(features.chunks_mut(count)) {
        evaluator.features(game, state, seat, room);
    }
    features
}
