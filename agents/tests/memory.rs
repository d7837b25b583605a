//! What a search asks of memory: nothing for an iteration once its arenas have their size, and never more than stated.

use warlab_agents::mcts::Mcts;
use warlab_agents::mcts::settings::{Rollout, Settings};
use warlab_agents::playable::{embedded_weights, knowledge_of};
use warlab_agents::{Agent, Playable};
use warlab_alloc::allocations;
use warlab_engine::games::coalitions::Coalitions;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Player, Turn};

const ITERATIONS: u32 = 300;
const NODES: u32 = 300;

/// What the agents' README states: 24 bytes a node, and eight edges a node of at most 32 bytes and four for each player.
fn most_bytes(trees: usize, players: usize) -> usize {
    trees * NODES as usize * (24 + 8 * (32 + 4 * players))
}

/// Plays the game's opening at random and lets a search think at every choice, with full trees most of the time.
fn think<G: Playable>(settings: Settings) {
    let game = build::<G>(&Setup::default()).unwrap();
    let settings = Settings { iterations: ITERATIONS, nodes: NODES, early: false, ..settings };
    let mut agents: Vec<_> = (0..game.players())
        .map(|_| Mcts::<G>::new(settings, |game| knowledge_of(game, &embedded_weights::<G>())))
        .collect();
    let mut dice = table_stream(5);
    let mut state = game.start(&mut dice);
    for player in Player::all(game.players()) {
        agents[player.index()].begin(player, 3);
    }
    let mut legal = Vec::new();
    let mut checked = 0;
    let mut thoughts = vec![0; game.players()];
    while thoughts.iter().sum::<u32>() < 60 {
        let Turn::Player(mover) = game.turn(&state) else { break };
        game.legal_actions(&state, &mut legal);
        let seen = game.observe(&state, mover);
        let agent = &mut agents[mover.index()];
        let before = allocations();
        let _ = agent.decide(&*game, &seen, &legal);
        let asked = allocations() - before;
        if legal.len() > 1 {
            thoughts[mover.index()] += 1;
            // Of long lists the candidates alone, with a line of play for each, ask as often as there are iterations.
            let is_warm = thoughts[mover.index()] > 3 && legal.len() <= 30;
            let most = 3 * legal.len() as u64 + 60;
            checked += u32::from(is_warm);
            assert!(!is_warm || asked <= most, "{}: asked {asked} times, {} actions", G::NAME, legal.len());
        }
        let trees = 1 + if G::CONCEALS { game.players() } else { 1 };
        let (bytes, most) = (agent.bytes(), most_bytes(trees, game.players()));
        assert!(bytes <= most, "{}: {bytes} bytes, at most {most} are stated", G::NAME);
        let action = legal[dice.below(legal.len() as u32) as usize];
        game.apply(&mut state, action, &mut dice);
    }
    assert!(checked > 10, "{}: {checked} decisions were looked at", G::NAME);
}

fn usual<G: Playable>() -> Settings {
    G::search(Settings::new(true, true))
}

#[test]
fn iterations_ask_for_no_memory() {
    think::<WarsOfTheRoses>(usual::<WarsOfTheRoses>());
    think::<WashingtonsWar>(usual::<WashingtonsWar>());
    think::<Coalitions>(usual::<Coalitions>());
    think::<Gbacw>(usual::<Gbacw>());
}

#[test]
fn neither_do_other_ways_to_play_on() {
    for rollout in [Rollout::Random, Rollout::Scripted, Rollout::Mast] {
        think::<WashingtonsWar>(Settings { rollout, depth: 20, ..usual::<WashingtonsWar>() });
    }
}
