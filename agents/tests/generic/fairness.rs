//! No agent's choice may change when what it cannot see is dealt anew. The cheat at the end shows that the test works.

use warlab_agents::{Playable, Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::example::{Action, Kuhn};
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Game, Published, Turn};

/// Plays random games and asks at every decision twice: in the true state and in one with hidden things re-dealt.
/// Returns how many answers differed, and of how many.
pub(crate) fn differing<G: Playable>(
    game: &G,
    games: u64,
    mut choose: impl FnMut(&G, &G::State, u64) -> G::Action,
) -> (u32, u32) {
    let (mut differing, mut asked) = (0, 0);
    let mut legal = Vec::new();
    for number in 0..games {
        let mut dice = table_stream(mix(77, number));
        let mut state = game.start(&mut dice);
        while let Turn::Player(mover) = game.turn(&state) {
            let other = game.determinize(&game.observe(&state, mover), &mut dice);
            let seed = u64::from(dice.below(1 << 30));
            asked += 1;
            differing += u32::from(choose(game, &state, seed) != choose(game, &other, seed));
            game.legal_actions(&state, &mut legal);
            let action = legal[dice.below(legal.len() as u32) as usize];
            game.apply(&mut state, action, &mut dice);
        }
    }
    (differing, asked)
}

pub(crate) fn honest<G: Playable>(game: &G, state: &G::State, seed: u64, spec: &str) -> G::Action {
    let Turn::Player(mover) = game.turn(state) else { panic!("the game is over") };
    let mut agent = make::<G>(&spec.parse::<Spec>().unwrap()).unwrap();
    agent.begin(mover, seed);
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    agent.decide(game, &game.observe(state, mover), &legal)
}

/// Each agent answers the same in the true state and in a re-dealt one, asked at every so many decisions of a game.
pub(crate) fn assert_honest<G: Playable>(game: &G, agents: &[(&str, usize)]) {
    for &(spec, every) in agents {
        let mut legal = Vec::new();
        let mut asked = 0;
        let (differing, _) = differing(game, 1, |game, state, seed| {
            // The same decision is asked twice; those passed over get an answer that looks at nothing hidden.
            asked += 1;
            if (asked - 1) / 2 % every == 0 {
                return honest(game, state, seed, spec);
            }
            game.legal_actions(state, &mut legal);
            legal[0]
        });
        assert_eq!(differing, 0, "{spec}");
    }
}

#[test]
pub(crate) fn honest_agents_do_not_see_through_the_cards() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    for spec in ["random", "flat:worlds=5", "mcts:iterations=40", "mcts:iterations=40,threads=2", "easy"] {
        let (differing, asked) = differing(&*game, 60, |game, state, seed| honest(game, state, seed, spec));
        assert_eq!(differing, 0, "{spec}");
        assert!(asked > 100);
    }
}

/// Bets when it holds the higher card, which it cannot know.
fn cheat(game: &Kuhn, state: &<Kuhn as Game>::State, _: u64) -> Action {
    let Turn::Player(mover) = game.turn(state) else { panic!("the game is over") };
    let rank = |card: &serde_json::Value| ["jack", "queen", "king"].iter().position(|name| card == name);
    let cards = &game.state_json(state)["cards"];
    let higher = rank(&cards[mover.index()]) > rank(&cards[mover.other().index()]);
    if higher { Action::Bet } else { Action::Pass }
}

#[test]
fn a_cheat_is_found_out() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    let (differing, _) = differing(&*game, 60, cheat);
    assert!(differing > 5, "{differing}");
}

/// The streams are part of the answer: an agent with another seed may choose otherwise, with the same it may not.
#[test]
fn the_same_seed_chooses_the_same() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    let state = game.start(&mut Dice::seeded(3));
    let choose = |seed| honest(&*game, &state, seed, "mcts:iterations=30");
    assert!((0..20).all(|seed| choose(seed) == choose(seed)));
}
