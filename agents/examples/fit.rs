//! Fits a game's evaluation to games of its own agents and prints the weights file:
//! `cargo run --release -p warlab-agents --example fit -- coalitions scripted:temperature=0.5 2000 > weights.toml`
//! The game is the Wars of the Roses if it is left out; scenarios with the same number of players may follow the number
//! of games, with commas between them: they are played in turn.

mod games;

use rayon::prelude::*;
use warlab_agents::fit::{Samples, calibration, fit_signed, quality, with_evaluation};
use warlab_agents::playable::embedded_weights;
use warlab_agents::{Agent, Evaluate, Playable, Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;
use warlab_engine::play::{seat_seed, table_stream};
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Player, Turn};

fn main() {
    games::run_for_game!(run);
}

fn run<G: Playable>(arguments: &[String]) -> Result<(), Problem> {
    let spec: Spec = arguments.first().map_or("scripted:temperature=0.5", String::as_str).parse()?;
    let games: u64 = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    make::<G>(&spec)?;
    let setups = arguments.get(2).map_or_else(
        || vec![Setup::default()],
        |scenarios| scenarios.split(',').map(Setup::scenario).collect::<Vec<_>>(),
    );
    let rooms = setups.iter().map(build::<G>).collect::<Result<Vec<_>, _>>()?;
    let weights = embedded_weights::<G>();
    let first = rooms.first().ok_or_else(|| Problem::new("a scenario is needed"))?;
    let evaluator = first.evaluator(&weights).ok_or_else(|| Problem::new("this game has no evaluation"))?;
    let played: Vec<Vec<(Vec<f32>, Vec<f32>)>> = (0..games)
        .into_par_iter()
        .map(|number| {
            let game = &rooms[number as usize % rooms.len()];
            positions(&**game, &spec, &*evaluator, mix(5, number))
        })
        .collect();
    let (names, seats) = (evaluator.names(), first.players());
    let mut parts = [Samples::new(seats, names.len()), Samples::new(seats, names.len())];
    // Every fifth game is kept apart, so that quality is measured on games that the fit has not seen.
    for (number, positions) in played.iter().enumerate() {
        for (features, payoffs) in positions {
            parts[usize::from(number % 5 == 0)].push(features, payoffs);
        }
    }
    // Positions of one game share its result, so they say less than their number: how much less, the games kept apart
    // tell.
    let penalties = [1.0, 10.0, 100.0, 1000.0, 10_000.0];
    let candidates = penalties.map(|penalty| {
        let fitted = fit_signed(&parts[0], penalty, evaluator.signs());
        let measured = quality(&parts[1], &fitted);
        eprintln!("penalty {penalty}: log loss {:.4}", measured.log_loss);
        (fitted, measured)
    });
    let best = candidates.into_iter().min_by(|a, b| a.1.log_loss.total_cmp(&b.1.log_loss));
    let Some((fitted, measured)) = best else { return Ok(()) };
    eprintln!("{measured:?}");
    for (chance, share, count) in calibration(&parts[1], &fitted) {
        eprintln!("  expected {chance:.3}, won {share:.3} of {count}");
    }
    print!("{}", with_evaluation(&weights, names, &fitted, &measured).to_toml());
    Ok(())
}

/// The quiet positions of one game, at the points where a search would evaluate, with what the game came to.
fn positions<G: Playable>(
    game: &G,
    spec: &Spec,
    evaluator: &dyn Evaluate<G>,
    seed: u64,
) -> Vec<(Vec<f32>, Vec<f32>)> {
    let mut agents: Vec<Box<dyn Agent<G>>> =
        (0..game.players()).map(|_| make::<G>(spec).expect("the spec was read before")).collect();
    for (i, agent) in agents.iter_mut().enumerate() {
        agent.begin(Player(i as u8), seat_seed(seed, i));
    }
    let mut table = table_stream(seed);
    let mut state = game.start(&mut table);
    let mut legal = Vec::new();
    let mut seen = Vec::new();
    let count = evaluator.names().len();
    for _ in 0..game.decision_cap() {
        let Turn::Player(mover) = game.turn(&state) else { break };
        if evaluator.is_quiet(game, &state) {
            let mut features = vec![0.0; count * game.players()];
            for (seat, room) in Player::all(game.players()).zip(features.chunks_mut(count)) {
                evaluator.features(game, &state, seat, room);
            }
            seen.push(features);
        }
        game.legal_actions(&state, &mut legal);
        let action = agents[mover.index()].decide(game, &game.observe(&state, mover), &legal);
        game.apply(&mut state, action, &mut table);
    }
    let payoffs = game.payoffs(&state).as_slice().to_vec();
    seen.into_iter().map(|features| (features, payoffs.clone())).collect()
}
