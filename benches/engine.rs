//! Every game's steps: copying a state, listing legal actions, applying one, whole games by random and by scripted
//! players, and the search from the opening position.
//! `cargo bench -p warlab-benches --bench engine -- washingtons` runs one game's.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use warlab::bench::first_choice;
use warlab_agents::match_play::play_game;
use warlab_agents::{Agent, Playable, Spec, make};
use warlab_engine::games::coalitions::Coalitions;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::play::{random_game, seat_seed, table_stream};
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Turn};

/// States from the middle of a random game, each with a legal action.
fn positions<G: Playable>(game: &G) -> Vec<(G::State, G::Action)> {
    let mut table = table_stream(7);
    let mut choices = Dice::seeded(seat_seed(7, 99));
    let mut state = game.start(&mut table);
    let (mut legal, mut found) = (Vec::new(), Vec::new());
    while game.turn(&state) != Turn::Over && found.len() < 256 {
        game.legal_actions(&state, &mut legal);
        let action = legal[choices.below(legal.len() as u32) as usize];
        found.push((state, action));
        game.apply(&mut state, action, &mut table);
    }
    found
}

const SCRIPTED: &str = "scripted";
/// Iterations of the search that is timed.
const ITERATIONS: u64 = 2000;

fn agent<G: Playable>(spec: &str) -> Box<dyn Agent<G>> {
    let spec: Spec = spec.parse().expect("a sound spec");
    make(&spec).expect("every game has a policy and can be searched")
}

fn steps<G: Playable>(criterion: &mut Criterion) {
    let game = build::<G>(&Setup::default()).expect("the embedded data is sound");
    let game = &*game;
    let positions = positions(game);
    let mut group = criterion.benchmark_group(G::NAME);
    let mut next = 0;
    let mut turn = || {
        next = (next + 1) % positions.len();
        positions[next]
    };
    group.bench_function("copy", |bench| bench.iter(|| black_box(turn().0)));
    let mut legal = Vec::with_capacity(512);
    group.bench_function("legal_actions", |bench| {
        bench.iter(|| game.legal_actions(black_box(&turn().0), &mut legal));
    });
    let mut table = table_stream(3);
    group.bench_function("apply", |bench| {
        bench.iter_batched_ref(
            &mut turn,
            |(state, action)| game.apply(state, *action, &mut table),
            BatchSize::SmallInput,
        );
    });
    let mut seed = 0;
    group.bench_function("random_game", |bench| {
        bench.iter(|| {
            seed += 1;
            random_game(game, seed, &mut legal).decisions
        });
    });
    group.sample_size(10);
    group.bench_function("scripted_game", |bench| {
        let seats = vec![SCRIPTED; game.players()];
        bench.iter(|| {
            seed += 1;
            let mut agents: Vec<_> = seats.iter().map(|spec| agent::<G>(spec)).collect();
            play_game(game, &mut agents, seed).decisions
        });
    });
    let opening = first_choice(game, &mut legal);
    let Turn::Player(player) = game.turn(&opening) else { return };
    let seen = game.observe(&opening, player);
    group.throughput(Throughput::Elements(ITERATIONS));
    group.bench_function("search_iterations", |bench| {
        let mut searcher = agent::<G>(&format!("mcts:iterations={ITERATIONS},depth=0,early=false"));
        bench.iter(|| {
            searcher.begin(player, 1);
            black_box(searcher.decide(game, &seen, &legal))
        });
    });
    group.finish();
}

criterion_group!(
    engine,
    steps::<WarsOfTheRoses>,
    steps::<WashingtonsWar>,
    steps::<Coalitions>,
    steps::<Gbacw>
);
criterion_main!(engine);
