//! Agents at a table, and games that go on only as long as somebody wants to look.

use warlab_agents::{Agent, Playable, Spec, make};
use warlab_engine::play::seat_seed;
use warlab_engine::{Chance, Player, Turn};

/// An agent in its seat, by a spec that was read before.
pub(crate) fn seated<G: Playable>(spec: &Spec, seat: Player, seed: u64) -> Box<dyn Agent<G>> {
    let mut agent = make::<G>(spec).expect("the spec was read before");
    agent.begin(seat, seed);
    agent
}

/// Plays on with one kind of agent in all seats to the end, or until `goes_on` has seen enough, and gives the last position.
pub(crate) fn play_on<G: Playable, C: Chance>(
    game: &G,
    spec: &Spec,
    mut state: G::State,
    seed: u64,
    chance: &mut C,
    mut goes_on: impl FnMut(&G::State) -> bool,
) -> G::State {
    let mut agents: Vec<_> = (0..game.players())
        .map(|seat| seated::<G>(spec, Player(seat as u8), seat_seed(seed, seat)))
        .collect();
    let mut legal = Vec::new();
    for _ in 0..game.decision_cap() {
        let Turn::Player(mover) = game.turn(&state) else { break };
        if !goes_on(&state) {
            break;
        }
        game.legal_actions(&state, &mut legal);
        let action = agents[mover.index()].decide(game, &game.observe(&state, mover), &legal);
        game.apply(&mut state, action, chance);
    }
    state
}
