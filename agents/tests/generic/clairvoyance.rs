//! What hidden information is worth: a search that is dealt the truth against one that has to deal for itself. The
//! cheat exists here alone; it needs a table at which observations hide nothing.

use std::sync::Arc;

use warlab_agents::agent::Agent;
use warlab_agents::knowledge::{Evaluate, Fitted, Knowledge, Policy};
use warlab_agents::match_play::{Tally, play_blocks};
use warlab_agents::mcts::Mcts;
use warlab_agents::mcts::settings::Settings;
use warlab_agents::playable::{embedded_weights, knowledge_of};
use warlab_agents::{Playable, Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::game::Broken;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Game, Observation, PerPlayer, Player, Turn};

/// A game played with open cards: everybody is shown the state itself.
struct Open<G>(Arc<G>);

impl<G: Game> Game for Open<G> {
    type State = G::State;
    type Action = G::Action;

    fn players(&self) -> usize {
        self.0.players()
    }
    fn start<C: Chance>(&self, chance: &mut C) -> G::State {
        self.0.start(chance)
    }
    fn turn(&self, state: &G::State) -> Turn {
        self.0.turn(state)
    }
    fn legal_actions(&self, state: &G::State, out: &mut Vec<G::Action>) {
        self.0.legal_actions(state, out);
    }
    fn apply<C: Chance>(&self, state: &mut G::State, action: G::Action, chance: &mut C) {
        self.0.apply(state, action, chance);
    }
    fn payoffs(&self, state: &G::State) -> PerPlayer<f32> {
        self.0.payoffs(state)
    }
    fn observe(&self, state: &G::State, viewer: Player) -> Observation<G::State> {
        Observation::new(viewer, *state)
    }
    fn determinize<C: Chance>(&self, seen: &Observation<G::State>, _: &mut C) -> G::State {
        *seen.visible()
    }
    fn check(&self, state: &G::State) -> Result<(), Broken> {
        self.0.check(state)
    }
    fn decision_cap(&self) -> u32 {
        self.0.decision_cap()
    }
}

/// Knowledge of the game, used at the open table.
struct Lent<T: ?Sized>(Box<T>);

impl<G: Game> Policy<Open<G>> for Lent<dyn Policy<G>> {
    fn scores(&self, game: &Open<G>, state: &G::State, legal: &[G::Action], out: &mut Vec<f32>) {
        self.0.scores(&game.0, state, legal, out);
    }
}

impl<G: Game> Evaluate<Open<G>> for Lent<dyn Evaluate<G>> {
    fn fitted(&self) -> &Fitted {
        self.0.fitted()
    }
    fn features(&self, game: &Open<G>, state: &G::State, seat: Player, out: &mut [f32]) {
        self.0.features(&game.0, state, seat, out);
    }
    fn is_quiet(&self, game: &Open<G>, state: &G::State) -> bool {
        self.0.is_quiet(&game.0, state)
    }
}

/// An honest agent at the open table looks only at what it may.
struct Honest<G: Game> {
    agent: Box<dyn Agent<G>>,
    seat: Player,
}

impl<G: Game> Agent<Open<G>> for Honest<G> {
    fn begin(&mut self, seat: Player, seed: u64) {
        self.seat = seat;
        self.agent.begin(seat, seed);
    }
    fn decide(&mut self, game: &Open<G>, seen: &Observation<G::State>, legal: &[G::Action]) -> G::Action {
        self.agent.decide(&game.0, &game.0.observe(seen.visible(), self.seat), legal)
    }
}

fn honest<G: Playable>(iterations: u32) -> Box<dyn Agent<Open<G>>> {
    let spec: Spec = format!("mcts:iterations={iterations}").parse().unwrap();
    Box::new(Honest { agent: make::<G>(&spec).unwrap(), seat: Player::FIRST })
}

/// The same search, dealt the truth.
fn cheat<G: Playable>(iterations: u32) -> Box<dyn Agent<Open<G>>> {
    let settings = Settings { iterations, ..G::search(Settings::new(true, true)) };
    Box::new(Mcts::new(settings, |game: &Open<G>| {
        let known = knowledge_of(&*game.0, &embedded_weights::<G>());
        Knowledge {
            policy: known.policy.map(|policy| Box::new(Lent(policy)) as Box<dyn Policy<Open<G>>>),
            evaluator: known.evaluator.map(|judge| Box::new(Lent(judge)) as Box<dyn Evaluate<Open<G>>>),
            conceals: G::CONCEALS.then_some(|game: &Open<G>, state, action| game.0.conceals(state, action)),
        }
    }))
}

fn table<G: Playable>() -> Open<G> {
    Open(build::<G>(&Setup::default()).unwrap())
}

fn duel<G: Playable>(iterations: u32, pairs: u64) -> Tally {
    play_blocks(&table::<G>(), 0..pairs, 9, &|who| {
        if who == 0 { cheat(iterations) } else { honest(iterations) }
    })
}

/// Answers of two agents in the true state and in one with the hidden things dealt anew; the cheat's differ.
#[test]
fn only_the_cheat_answers_to_what_is_hidden() {
    let open = table::<WarsOfTheRoses>();
    let (mut legal, mut honest_differs, mut cheat_differs) = (Vec::new(), 0, 0);
    let mut dice = table_stream(4);
    let mut state = open.start(&mut dice);
    for asked in 0.. {
        let Turn::Player(mover) = open.turn(&state) else { break };
        open.legal_actions(&state, &mut legal);
        if asked % 12 == 0 && legal.len() > 1 {
            let other = open.0.determinize(&open.0.observe(&state, mover), &mut dice);
            let differs = |mut agent: Box<dyn Agent<Open<WarsOfTheRoses>>>| {
                let [a, b] = [&state, &other].map(|state| {
                    agent.begin(mover, mix(1, asked));
                    agent.decide(&open, &open.observe(state, mover), &legal)
                });
                u32::from(a != b)
            };
            honest_differs += differs(honest(30));
            cheat_differs += differs(cheat(30));
        }
        let action = legal[dice.below(legal.len() as u32) as usize];
        open.apply(&mut state, action, &mut dice);
    }
    assert_eq!(honest_differs, 0);
    assert!(cheat_differs > 0);
}

/// A few games with little thought: the match runs, and knowing everything is not a handicap that loses them all.
#[test]
fn the_value_of_hidden_information_can_be_measured() {
    let tally = duel::<WarsOfTheRoses>(12, 2);
    assert_eq!((tally.games, tally.stopped), (4, 0));
    assert!(tally.score(0).score > 0.0, "{:?}", tally.score(0));
}

/// Prints how the cheat does with little and with much thought.
fn measure<G: Playable>(pairs: u64) {
    for iterations in [50, 100, 400] {
        let cheat = duel::<G>(iterations, pairs).score(0);
        let percent = [cheat.score, cheat.low, cheat.high].map(|share| 100.0 * share);
        println!(
            "{} {iterations} iterations: the cheat scores {:.0} % ({:.0} to {:.0})",
            G::NAME,
            percent[0],
            percent[1],
            percent[2]
        );
        assert!(cheat.high > 0.5, "the truth cannot hurt: {cheat:?}");
    }
}

/// The measurement itself: `cargo test --release -p warlab-agents --test generic hidden_information -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn measure_the_value_of_hidden_information() {
    measure::<WarsOfTheRoses>(40);
    measure::<WashingtonsWar>(40);
}
