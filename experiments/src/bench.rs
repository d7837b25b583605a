//! How fast a game plays on this machine, for `warlab bench` and for the benchmarks: one core unless said otherwise.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;
use warlab_agents::{Playable, Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;
use warlab_engine::play::{random_game, seat_seed, table_stream};
use warlab_engine::{Chance, Dice, Game, Player, Turn};

/// One line of the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    pub game: &'static str,
    pub scenario: String,
    pub state_bytes: usize,
    pub copy_ns: f64,
    /// The median decision: choose, apply, list the next actions.
    pub decision_ns: f64,
    /// How many copies a decision costs: small when the rules do little more than touch the state.
    pub decision_per_copy: f64,
    pub decisions_per_second: f64,
    pub playouts_per_second: f64,
    pub decisions_per_game: f64,
    pub search_iterations_per_second: f64,
    /// The longest that a person waits for the level `normal`, over the first decisions of a game.
    pub normal_ms: f64,
    /// Random games a second on all cores, against one.
    pub thread_scaling: f64,
    pub threads: usize,
}

/// The search that is timed: a cut-off right below the tree, judged by the game's evaluation where it has one; all of
/// its iterations, though the choice is settled before.
const SEARCH: &str = "mcts:iterations=20000,depth=0,early=false";
const SEARCH_PLAIN: &str = "mcts:iterations=500";
/// Decisions whose cost is kept for the median.
const MOST_TIMED: usize = 1 << 20;

/// Measures for about `budget` in all.
pub fn measure<G: Playable>(game: &G, budget: Duration) -> Result<Measured, Problem> {
    let part = budget / 6;
    let copy_ns = time_copies(game, part / 4);
    let decision_ns = time_decisions(game, part);
    let (playouts, decisions, seconds) = time_playouts(game, part);
    let threads = rayon::current_num_threads();
    let scaling = time_parallel(game, part) / (playouts as f64 / seconds);
    Ok(Measured {
        game: G::NAME,
        scenario: game.chosen().scenario.clone(),
        state_bytes: size_of::<G::State>(),
        copy_ns,
        decision_ns,
        decision_per_copy: decision_ns / copy_ns,
        decisions_per_second: decisions as f64 / seconds,
        playouts_per_second: playouts as f64 / seconds,
        decisions_per_game: decisions as f64 / playouts as f64,
        search_iterations_per_second: time_search(game)?,
        normal_ms: time_level(game, "normal", part)?,
        thread_scaling: scaling,
        threads,
    })
}

/// Copies one state to and fro, as a search does once per iteration.
fn time_copies<G: Game>(game: &G, budget: Duration) -> f64 {
    let state = game.start(&mut table_stream(1));
    let mut slots = [state; 8];
    let started = Instant::now();
    let mut copies = 0u64;
    while started.elapsed() < budget {
        for i in 0..4096usize {
            slots[i % 8] = *black_box(&slots[(i + 3) % 8]);
        }
        black_box(&mut slots);
        copies += 4096;
    }
    started.elapsed().as_nanos() as f64 / copies as f64
}

/// The median cost of a single decision of random games. Every decision is timed by itself, as it comes in play, and what
/// the clock itself costs is taken off.
fn time_decisions<G: Game>(game: &G, budget: Duration) -> f64 {
    let mut costs = Vec::with_capacity(MOST_TIMED);
    let mut legal = Vec::with_capacity(512);
    let mut seed = 0;
    let started = Instant::now();
    while started.elapsed() < budget && costs.len() < MOST_TIMED {
        seed += 1;
        let mut table = table_stream(seed);
        let mut choices = Dice::seeded(seat_seed(seed, 99));
        let mut state = game.start(&mut table);
        game.legal_actions(&state, &mut legal);
        while game.turn(&state) != Turn::Over && costs.len() < MOST_TIMED {
            let before = Instant::now();
            let action = legal[choices.below(legal.len() as u32) as usize];
            game.apply(&mut state, action, &mut table);
            if game.turn(&state) != Turn::Over {
                game.legal_actions(&state, &mut legal);
            }
            costs.push(before.elapsed().as_nanos() as u32);
        }
    }
    let clock: Vec<u32> = (0..4096).map(|_| Instant::now().elapsed().as_nanos() as u32).collect();
    (median(costs) - median(clock)).max(1.0)
}

/// The median of readings of a clock that may tick only every ten nanoseconds: equal readings are thought to be spread
/// evenly about what they say, half a tick to either side.
fn median(mut readings: Vec<u32>) -> f64 {
    let half = readings.len() / 2;
    if readings.is_empty() {
        return 0.0;
    }
    let middle = *readings.select_nth_unstable(half).1;
    let below = readings.iter().filter(|&&reading| reading < middle).count();
    let equal = readings.iter().filter(|&&reading| reading == middle).count();
    let tick = readings.iter().filter(|&&reading| reading > middle).min().map_or(0, |next| next - middle);
    let share = (half - below) as f64 / equal as f64;
    f64::from(middle) + (share - 0.5) * f64::from(tick)
}

fn time_playouts<G: Game>(game: &G, budget: Duration) -> (u64, u64, f64) {
    let mut legal = Vec::with_capacity(512);
    let (mut games, mut decisions) = (0u64, 0u64);
    let started = Instant::now();
    while started.elapsed() < budget {
        decisions += u64::from(random_game(game, games, &mut legal).decisions);
        games += 1;
    }
    (games, decisions, started.elapsed().as_secs_f64())
}

/// Random games a second on all threads of the pool.
fn time_parallel<G: Game>(game: &G, budget: Duration) -> f64 {
    let started = Instant::now();
    let games: u64 = (0..rayon::current_num_threads() as u64)
        .into_par_iter()
        .map(|thread| {
            let mut legal = Vec::with_capacity(512);
            let mut games = 0;
            while started.elapsed() < budget {
                black_box(random_game(game, mix(thread, games), &mut legal));
                games += 1;
            }
            games
        })
        .sum();
    games as f64 / started.elapsed().as_secs_f64()
}

/// The first position with a real choice, and the choice: what a search is timed on.
pub fn first_choice<G: Game>(game: &G, legal: &mut Vec<G::Action>) -> G::State {
    let mut table = table_stream(1);
    let mut state = game.start(&mut table);
    while game.turn(&state) != Turn::Over {
        game.legal_actions(&state, legal);
        if legal.len() > 1 {
            break;
        }
        game.apply(&mut state, legal[0], &mut table);
    }
    state
}

/// Search iterations a second from the opening position.
fn time_search<G: Playable>(game: &G) -> Result<f64, Problem> {
    let spec = if warlab_agents::playable::embedded_weights::<G>().has_table("evaluation") {
        SEARCH
    } else {
        SEARCH_PLAIN
    };
    let spec: Spec = spec.parse()?;
    let iterations: f64 = spec.settings.get("iterations").and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let mut legal = Vec::new();
    let state = first_choice(game, &mut legal);
    let Turn::Player(player) = game.turn(&state) else {
        return Err(Problem::new("the game is over before anybody chose anything"));
    };
    let mut agent = make::<G>(&spec)?;
    agent.begin(player, 1);
    let seen = game.observe(&state, player);
    let started = Instant::now();
    black_box(agent.decide(game, &seen, &legal));
    Ok(iterations / started.elapsed().as_secs_f64())
}

/// The slowest decision, in milliseconds, of a game in which every seat plays at `level`.
fn time_level<G: Playable>(game: &G, level: &str, budget: Duration) -> Result<f64, Problem> {
    let spec: Spec = level.parse()?;
    let mut agents = Vec::new();
    for player in Player::all(game.players()) {
        let mut agent = make::<G>(&spec)?;
        agent.begin(player, seat_seed(1, player.index()));
        agents.push(agent);
    }
    let mut table = table_stream(1);
    let mut state = game.start(&mut table);
    let mut legal = Vec::new();
    let mut slowest = Duration::ZERO;
    let started = Instant::now();
    while let Turn::Player(mover) = game.turn(&state) {
        if started.elapsed() >= budget {
            break;
        }
        game.legal_actions(&state, &mut legal);
        let asked = Instant::now();
        let action = agents[mover.index()].decide(game, &game.observe(&state, mover), &legal);
        slowest = slowest.max(asked.elapsed());
        game.apply(&mut state, action, &mut table);
    }
    Ok(slowest.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn a_median_is_told_more_finely_than_the_clock_ticks() {
        assert_eq!(median(Vec::new()), 0.0);
        assert_eq!(median(vec![7]), 7.0);
        // The middle of all is half-way, three quarters and one quarter through the readings of 70.
        assert_eq!(median(vec![80, 70, 60, 70]), 70.0);
        assert_eq!(median(vec![60, 70, 70, 70, 70, 80, 80, 80]), 72.5);
        assert_eq!(median(vec![60, 60, 60, 70, 70, 70, 70, 80]), 67.5);
    }
}
