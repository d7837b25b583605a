//! What the choices of an agent cost, by the judgement of a much longer search: settings of a search are told apart with
//! a few minutes of work where matches would take hours.
//! `cargo run --release -p warlab-agents --example regret -- gbacw 60 mcts:iterations=40000,exploration=1,early=false mcts:iterations=1000 mcts:iterations=4000`
//! The game is the Wars of the Roses if it is left out; then come the number of positions, the judge, and those judged.
//!
//! The judge shares whatever is wrong with the game's evaluation and rules of thumb: a smaller regret means that a
//! search finds more of what it is looking for, and only a match tells whether that wins.

mod games;
mod table;

use rayon::prelude::*;
use warlab_agents::{Playable, Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Turn};

use table::{play_on, seated};

/// Who plays up to the position that is judged: often well enough, and never twice the same.
const PLAYERS: &str = "scripted:temperature=0.5";

/// Positions with fewer actions say little.
const FEWEST_ACTIONS: usize = 4;

/// How often each agent is asked, each time with another seed.
const TIMES: u64 = 3;

/// An action that the judge looked at less often is not taken for the best.
const FEWEST_VISITS: u32 = 100;

fn main() {
    games::run_for_game!(run);
}

fn run<G: Playable>(arguments: &[String]) -> Result<(), Problem> {
    let usage = || Problem::new("usage: regret [GAME] POSITIONS JUDGE AGENT...");
    let [positions, judge, agents @ ..] = arguments else { return Err(usage()) };
    let positions: u64 = positions.parse().map_err(|_| usage())?;
    let judge: Spec = judge.parse()?;
    let agents = agents.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
    for spec in agents.iter().chain([&judge]) {
        make::<G>(spec)?;
    }
    let players: Spec = PLAYERS.parse()?;
    let game = build::<G>(&Setup::default())?;
    let regrets: Vec<Vec<f64>> = (0..positions)
        .into_par_iter()
        .filter_map(|number| regrets(&*game, &players, &judge, &agents, mix(9, number)))
        .collect();
    println!("{} positions, {TIMES} choices in each", regrets.len());
    for (i, spec) in agents.iter().enumerate() {
        let n = regrets.len() as f64;
        let mean = regrets.iter().map(|row| row[i]).sum::<f64>() / n;
        let spread = regrets.iter().map(|row| (row[i] - mean).powi(2)).sum::<f64>() / n;
        println!("{spec}: loses {mean:.4} of a win (standard error {:.4})", (spread / n).sqrt());
    }
    Ok(())
}

/// What each agent loses at one position of a game; none if the game has no choice worth asking about.
fn regrets<G: Playable>(
    game: &G,
    players: &Spec,
    judge: &Spec,
    agents: &[Spec],
    seed: u64,
) -> Option<Vec<f64>> {
    let state = position(game, players, seed)?;
    let Turn::Player(mover) = game.turn(&state) else { return None };
    let seen = game.observe(&state, mover);
    let mut legal = Vec::new();
    game.legal_actions(&state, &mut legal);
    let mut judge = seated::<G>(judge, mover, seed);
    judge.decide(game, &seen, &legal);
    let analysis = judge.analysis()?;
    let (known, others): (Vec<_>, Vec<_>) =
        analysis.candidates.iter().partition(|candidate| candidate.visits >= FEWEST_VISITS);
    let worth = |action| {
        let judged = known.iter().chain(&others).find(|candidate| candidate.action == action);
        judged.map_or(0.0, |candidate| f64::from(candidate.value[mover]))
    };
    let best = known.iter().map(|candidate| f64::from(candidate.value[mover])).fold(0.0, f64::max);
    let lost = |spec: &Spec, time: u64| {
        best - worth(seated::<G>(spec, mover, mix(seed, time)).decide(game, &seen, &legal))
    };
    let mean = |spec| (0..TIMES).map(|time| lost(spec, time)).sum::<f64>() / TIMES as f64;
    Some(agents.iter().map(mean).collect())
}

/// A position of a game, any of those with enough actions as likely as any other.
fn position<G: Playable>(game: &G, players: &Spec, seed: u64) -> Option<G::State> {
    let mut dice = Dice::seeded(seed);
    let mut table = table_stream(seed);
    let start = game.start(&mut table);
    let mut legal = Vec::new();
    let (mut chosen, mut met) = (None, 0);
    play_on(game, players, start, seed, &mut table, |state| {
        game.legal_actions(state, &mut legal);
        if legal.len() >= FEWEST_ACTIONS {
            met += 1;
            if dice.below(met) == 0 {
                chosen = Some(*state);
            }
        }
        true
    });
    chosen
}
