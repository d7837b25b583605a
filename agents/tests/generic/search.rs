//! The search on small games whose best play is known.

use crate::games::{Coin, Crosses, Grid, Hands, Heap, Left};
use warlab_agents::knowledge::Knowledge;
use warlab_agents::mcts::Mcts;
use warlab_agents::mcts::settings::{Rollout, Settings};
use warlab_agents::{Agent, Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::example::{Action, Kuhn};
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Game, Player, Turn};

fn settings(iterations: u32) -> Settings {
    Settings { iterations, ..Settings::new(false, false) }
}

fn searcher<G: Game>(settings: Settings, seat: Player, seed: u64) -> Mcts<G> {
    let mut agent = Mcts::new(settings, |_: &G| Knowledge::default());
    agent.begin(seat, seed);
    agent
}

fn decide<G: Game>(game: &G, agent: &mut dyn Agent<G>, state: &G::State) -> G::Action {
    let Turn::Player(mover) = game.turn(state) else { panic!("the game is over") };
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    agent.decide(game, &game.observe(state, mover), &legal)
}

#[test]
fn it_never_loses_at_noughts_and_crosses() {
    for seed in 0..40 {
        let mut agent = searcher(settings(400), Player(seed as u8 % 2), seed);
        let mut dice = Dice::seeded(seed);
        let (mut state, mut legal) = (Grid::default(), Vec::new());
        while let Turn::Player(mover) = Crosses.turn(&state) {
            Crosses.legal_actions(&state, &mut legal);
            let action = if mover.index() == seed as usize % 2 {
                decide(&Crosses, &mut agent, &state)
            } else {
                legal[dice.below(legal.len() as u32) as usize]
            };
            Crosses.apply(&mut state, action, &mut dice);
        }
        assert_ne!(state.winner(), Some(Player((seed as u8 + 1) % 2)), "lost with seed {seed}: {state:?}");
    }
}

/// Crosses at 0 and 1, noughts at 3 and 6: 2 wins at once.
#[test]
fn every_switch_finds_the_win_in_one() {
    let state = Grid { marks: [0b0_0000_0011, 0b0_0100_1000] };
    let usual = settings(200);
    let switched = [
        usual,
        Settings { halving: true, ..usual },
        Settings { decisive: true, ..usual },
        Settings { rollout: Rollout::Mast, ..usual },
        Settings { widening: 1.5, ..usual },
        Settings { threads: 2, ..usual },
        Settings { nodes: 100, iterations: 1000, ..usual },
    ];
    for settings in switched {
        let mut agent = searcher(settings, Player::FIRST, 5);
        assert_eq!(decide(&Crosses, &mut agent, &state), 2, "{settings:?}");
    }
}

/// Halving ends with candidates of the same visits: the best of them is chosen, not the one visited once more.
#[test]
fn halving_chooses_the_finalist_that_did_best() {
    for seed in 0..20 {
        let mut agent = searcher::<Crosses>(Settings { halving: true, ..settings(121) }, Player::FIRST, seed);
        decide(&Crosses, &mut agent, &Grid::default());
        let candidates = &agent.analysis().unwrap().candidates;
        let most = candidates.iter().map(|candidate| candidate.visits).max().unwrap();
        let finalists = candidates.iter().filter(|candidate| candidate.visits + 1 >= most);
        let best = finalists.map(|candidate| candidate.value[Player::FIRST]).fold(0.0, f32::max);
        // Priors, which are nearly even here, may tell two apart that did as well.
        assert!(candidates[0].value[Player::FIRST] > best - 0.005, "seed {seed}");
    }
}

/// The candidates of a search account for every iteration and carry their expected continuation.
#[test]
fn the_analysis_adds_up() {
    let mut agent = searcher::<Crosses>(Settings { threads: 2, ..settings(301) }, Player::FIRST, 1);
    decide(&Crosses, &mut agent, &Grid::default());
    let analysis = agent.analysis().unwrap();
    assert_eq!(analysis.candidates.len(), 9);
    assert_eq!(analysis.candidates.iter().map(|candidate| candidate.visits).sum::<u32>(), 301);
    assert!(analysis.candidates.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
    for candidate in &analysis.candidates {
        assert_eq!(candidate.line[0], candidate.action);
        assert!((candidate.value.as_slice().iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }
    assert!(analysis.candidates[0].line.len() > 1, "a line goes on");
}

#[test]
fn the_same_seed_thinks_the_same_on_one_thread_or_two() {
    let think = |pool: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(pool).build().unwrap();
        pool.install(|| {
            let mut agent = searcher::<Crosses>(Settings { threads: 3, ..settings(500) }, Player::FIRST, 9);
            decide(&Crosses, &mut agent, &Grid::default());
            agent.analysis().cloned()
        })
    };
    assert_eq!(think(1), think(2));
}

#[test]
fn the_tree_stays_within_its_bound() {
    let mut agent = searcher::<Crosses>(Settings { nodes: 150, ..settings(5000) }, Player::FIRST, 2);
    decide(&Crosses, &mut agent, &Grid::default());
    assert!(agent.count_nodes() <= 150);
}

/// After a reply that was foreseen, the search starts from what it already knows; without reuse it starts afresh.
#[test]
fn what_still_applies_is_kept() {
    let visits = |reuse: bool| {
        let mut agent =
            searcher::<Crosses>(Settings { reuse, early: false, ..settings(2000) }, Player::FIRST, 3);
        let mut state = Grid::default();
        let action = decide(&Crosses, &mut agent, &state);
        let reply = agent.analysis().unwrap().candidates[0].line[1];
        Crosses.apply(&mut state, action, &mut Dice::seeded(0));
        Crosses.apply(&mut state, reply, &mut Dice::seeded(0));
        decide(&Crosses, &mut agent, &state);
        agent.analysis().unwrap().candidates.iter().map(|candidate| candidate.visits).sum::<u32>()
    };
    assert_eq!(visits(false), 2000);
    assert!(visits(true) > 2050, "{}", visits(true));
}

/// A search that is settled stops before its budget is spent, with the answer that it would have given.
#[test]
fn what_cannot_change_is_not_searched_on() {
    let think = |early: bool, seed: u64| {
        let mut agent = searcher::<Crosses>(Settings { early, ..settings(500) }, Player::FIRST, seed);
        let action = decide(&Crosses, &mut agent, &Grid { marks: [0b0_0000_0011, 0b0_0100_1000] });
        let analysis = agent.analysis().unwrap();
        (action, analysis.candidates.iter().map(|candidate| candidate.visits).sum::<u32>())
    };
    for seed in 0..8 {
        let ((early, fewer), (late, all)) = (think(true, seed), think(false, seed));
        assert_eq!((early, all), (late, 500));
        assert!(fewer < all, "{fewer}");
    }
}

/// With two left the mover takes both and wins; with three left whatever the mover does the next player wins, and the
/// search says so instead of hoping for a mistake.
#[test]
fn three_players_each_play_for_themselves() {
    let think = |left: u8| {
        let mut agent = searcher(settings(300), Player(1), 4);
        let action = decide(&Heap(9), &mut agent, &Left { left, mover: 1 });
        (action, agent.analysis().unwrap().value)
    };
    assert_eq!(think(2).0, 2);
    let (_, value) = think(3);
    assert!(value[Player(2)] > 0.9 && value[Player(1)] < 0.1, "{value:?}");
}

/// The game is worth 0.625 to the hider (left with probability 5/8). In one shared tree the guesser would answer the
/// hidden choice, and hiding would be worth no more than 0.4.
#[test]
fn nobody_answers_a_hidden_choice() {
    let value_to_hider = |conceals: bool| {
        let source = move |_: &Hands| Knowledge {
            conceals: conceals
                .then_some((|_, state: &Coin, _| state.hidden.is_none()) as fn(&Hands, &Coin, u8) -> bool),
            ..Knowledge::default()
        };
        let mut agent = Mcts::new(settings(4000), source);
        agent.begin(Player::FIRST, 8);
        decide(&Hands, &mut agent, &Coin { hidden: None, guess: None });
        let analysis = agent.analysis().unwrap();
        analysis.value[Player::FIRST]
    };
    assert!((value_to_hider(true) - 0.625).abs() < 0.08, "{}", value_to_hider(true));
    assert!(value_to_hider(false) < 0.45, "{}", value_to_hider(false));
}

fn kuhn_state(game: &Kuhn, cards: [&str; 2], done: &[&str]) -> <Kuhn as Game>::State {
    use warlab_engine::Published;
    game.state_from_json(&serde_json::json!({ "cards": cards, "done": done })).unwrap()
}

/// Dominated play at Kuhn's poker: folding the king, calling with the jack.
#[test]
fn kuhn_dominated_actions_are_avoided() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    for seed in 0..10 {
        let mut agent = make::<Kuhn>(&"mcts:iterations=500".parse::<Spec>().unwrap()).unwrap();
        agent.begin(Player::SECOND, seed);
        assert_eq!(decide(&*game, &mut *agent, &kuhn_state(&game, ["queen", "king"], &["bet"])), Action::Bet);
        assert_eq!(
            decide(&*game, &mut *agent, &kuhn_state(&game, ["queen", "king"], &["pass"])),
            Action::Bet
        );
        assert_eq!(
            decide(&*game, &mut *agent, &kuhn_state(&game, ["queen", "jack"], &["bet"])),
            Action::Pass
        );
        agent.begin(Player::FIRST, seed);
        let facing_a_bet = kuhn_state(&game, ["king", "queen"], &["pass", "bet"]);
        assert_eq!(decide(&*game, &mut *agent, &facing_a_bet), Action::Bet);
    }
}

/// Against an equilibrium player every sound action is worth the same, so a sound player loses exactly 1/18 of an
/// ante a hand in the first seat; dominated actions lose more. (The payoff is a half plus a quarter of the gain.)
#[test]
fn kuhn_plays_as_well_as_the_equilibrium_allows() {
    let game = build::<Kuhn>(&Setup::default()).unwrap();
    let hands = 3000;
    let mut total = 0.0;
    for hand in 0..hands {
        let mut dice = Dice::seeded(mix(11, hand));
        let mut agent = make::<Kuhn>(&"mcts:iterations=300".parse::<Spec>().unwrap()).unwrap();
        agent.begin(Player::FIRST, mix(12, hand));
        let mut state = game.start(&mut dice);
        while let Turn::Player(mover) = game.turn(&state) {
            let action = if mover == Player::FIRST {
                decide(&*game, &mut *agent, &state)
            } else {
                equilibrium_reply(&game, &state, &mut dice)
            };
            game.apply(&mut state, action, &mut dice);
        }
        total += f64::from(game.payoffs(&state)[Player::FIRST]);
    }
    let mean = total / hands as f64;
    let expected = 0.5 - 1.0 / 18.0 / 4.0;
    // The standard error of 3,000 hands is about 0.006.
    assert!((mean - expected).abs() < 0.02, "{mean} instead of {expected}");
}

/// The second player's only equilibrium: bet the king, bluff with a third of the jacks, call with a third of the queens.
fn equilibrium_reply(game: &Kuhn, state: &<Kuhn as Game>::State, dice: &mut Dice) -> Action {
    use warlab_engine::Published;
    let view = game.view_json(&game.observe(state, Player::SECOND));
    let facing_a_bet = view["done"][0] == "bet";
    let third = dice.below(3) == 0;
    let bets = match (view["card"].as_str(), facing_a_bet) {
        (Some("king"), _) => true,
        (Some("queen"), true) => third,
        (Some("jack"), false) => third,
        _ => false,
    };
    if bets { Action::Bet } else { Action::Pass }
}

#[test]
fn a_stopped_search_answers_at_once() {
    let control = warlab_agents::Control::default();
    control.stop();
    let mut agent =
        searcher::<Crosses>(Settings { iterations: 0, time: 3600.0, ..settings(1) }, Player::FIRST, 1);
    agent.set_control(control);
    let started = std::time::Instant::now();
    decide(&Crosses, &mut agent, &Grid::default());
    assert!(started.elapsed().as_secs() < 60);
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |text: &str| make::<Kuhn>(&text.parse::<Spec>().unwrap()).err().unwrap().to_string();
    assert_eq!(
        refused("mcts:iteration=5"),
        "agent mcts has no setting \"iteration\"; known: weights, time, iterations, selection, rollout, threads, \
         nodes, exploration, reduction, prior_temperature, widening, rollout_temperature, mix, depth, halving, \
         decisive, reuse, early. Did you mean \"iterations\"?"
    );
    assert_eq!(
        refused("mcts:iterations=0"),
        "agent mcts: a search needs iterations=N or time=SECONDS above 0"
    );
    assert_eq!(refused("mcts:iterations=many"), "agent mcts: iterations=\"many\" is not a whole number");
    assert_eq!(refused("mcts:nodes=1"), "agent mcts: nodes=1 is too small; at least 100");
    assert_eq!(refused("mcts:time=NaN"), "agent mcts: time=NaN is too small; at least 0");
    assert_eq!(refused("scripted"), "kuhn has no policy for the agent scripted; use random or mcts instead");
    assert_eq!(
        refused("mcts:rollout=scripted"),
        "agent mcts: this game has no policy for scripted rollouts; use rollout=random"
    );
    assert_eq!(
        refused("mtcs"),
        "unknown agent \"mtcs\"; known: random, flat, mcts, easy, normal, hard, expert. Did you mean \"mcts\"?"
    );
}

#[test]
fn levels_are_specs_with_settings_of_their_own() {
    for level in warlab_agents::levels::NAMES {
        let spec: Spec = level.parse().unwrap();
        assert!(make::<Kuhn>(&spec).is_ok() && make::<WarsOfTheRoses>(&spec).is_ok(), "{level}");
    }
    assert!(make::<Kuhn>(&"hard:threads=2,iterations=50".parse::<Spec>().unwrap()).is_ok());
    let error = make::<Kuhn>(&"hard:levels=no_such_file.toml".parse::<Spec>().unwrap()).err().unwrap();
    assert!(error.to_string().starts_with("cannot read the levels file no_such_file.toml"), "{error}");
}
