//! Iterations a second of a search at the opening of a game:
//! `cargo run --release -p warlab-agents --example speed -- mcts:iterations=20000`

mod games;

use std::time::Instant;

use warlab_agents::{Playable, Spec, make};
use warlab_engine::Turn;
use warlab_engine::data::Problem;
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;

fn main() {
    games::run_for_game!(run);
}

/// The first decisions of a game, each searched afresh; forced ones are not counted.
fn run<G: Playable>(arguments: &[String]) -> Result<(), Problem> {
    let spec: Spec = arguments.first().map_or("mcts:iterations=20000", String::as_str).parse()?;
    let game = build::<G>(&Setup::default())?;
    let mut table = table_stream(1);
    let mut state = game.start(&mut table);
    let mut legal = Vec::new();
    let mut agent = make::<G>(&spec)?;
    let mut asked = 0;
    while let Turn::Player(mover) = game.turn(&state) {
        game.legal_actions(&state, &mut legal);
        let action = if legal.len() > 1 {
            agent.begin(mover, 7);
            let started = Instant::now();
            let action = agent.decide(&*game, &game.observe(&state, mover), &legal);
            let seconds = started.elapsed().as_secs_f64();
            let visits: u32 = agent
                .analysis()
                .map_or(0, |analysis| analysis.candidates.iter().map(|candidate| candidate.visits).sum());
            println!(
                "{} of {} actions: {visits} iterations, {:.0} a second. {}",
                game.code(action),
                legal.len(),
                f64::from(visits) / seconds,
                game.question(&state)
            );
            asked += 1;
            action
        } else {
            legal[0]
        };
        if asked == 6 {
            break;
        }
        game.apply(&mut state, action, &mut table);
    }
    Ok(())
}
