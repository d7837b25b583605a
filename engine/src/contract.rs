//! Checks that every game must pass, over random play. Tests call [`battery`] with each scenario and variant.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use crate::chance::{Chance, Dice, mix};
use crate::event::Audience;
use crate::game::Turn;
use crate::play::{seat_seed, table_stream};
use crate::player::Player;
use crate::published::Published;
use crate::set::{Index, Set};

/// What a battery of games saw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    pub games: u64,
    pub decisions: u64,
    pub most_actions: usize,
    pub reasons: BTreeMap<&'static str, u64>,
    /// How often each seat won or shared a win.
    pub wins: Vec<u64>,
}

/// Plays `games` random games and checks at every decision: invariants; legal lists non-empty and free of
/// duplicates; legal actions independent of what the mover cannot see; no position comes twice, so that nobody can
/// play on for ever. At every `deep`-th decision also: codes unique
/// and without spaces, words not empty; observations consistent for every seat and nothing leaking into views;
/// state -> JSON -> state exact, and determinised worlds sound. Each game ends within the cap, with payoffs in range.
///
/// # Panics
/// With seed and decision, when something fails; for tests.
pub fn battery<G: Published>(game: &G, games: u64, seed: u64, deep: u32) -> Seen {
    let mut seen = Seen { wins: vec![0; game.players()], ..Seen::default() };
    for i in 0..games {
        one_game(game, mix(seed, i), deep.max(1), &mut seen);
    }
    seen
}

fn one_game<G: Published>(game: &G, seed: u64, deep: u32, seen: &mut Seen) {
    let mut table = table_stream(seed);
    let mut choices = Dice::seeded(seat_seed(seed, 99));
    let mut state = game.start(&mut table);
    let mut legal = Vec::new();
    let mut positions = HashSet::new();
    let mut last = String::new();
    let mut count = 0;
    while let Turn::Player(player) = game.turn(&state) {
        let at = format!("{} {} seed {seed} decision {count}", G::NAME, game.chosen().scenario);
        assert!(player.index() < game.players(), "{at}: no such seat {player:?}");
        if let Err(broken) = game.check(&state) {
            panic!("{at}: {broken}");
        }
        assert!(
            positions.insert(BuildHasherDefault::<DefaultHasher>::default().hash_one(state)),
            "{at}: after {last} a position comes again: {}",
            game.question(&state)
        );
        game.legal_actions(&state, &mut legal);
        assert!(!legal.is_empty(), "{at}: nobody can do anything: {}", game.question(&state));
        let distinct: HashSet<_> = legal.iter().collect();
        assert_eq!(distinct.len(), legal.len(), "{at}: an action is listed twice");
        seen.most_actions = seen.most_actions.max(legal.len());
        let mut on_view = Vec::new();
        game.legal_actions(game.observe(&state, player).visible(), &mut on_view);
        assert_eq!(on_view, legal, "{at}: legal actions depend on what the mover cannot see");
        if count % deep == 0 {
            check_words(game, &state, &legal, &at);
            check_observations(game, &state, &legal, player, mix(seed, u64::from(count)), &at);
            check_json(game, &state, &at);
        }
        let action = legal[choices.below(legal.len() as u32) as usize];
        last = game.code(action);
        game.apply(&mut state, action, &mut table);
        count += 1;
        assert!(count <= game.decision_cap(), "{at}: no end within {} decisions", game.decision_cap());
    }
    if let Err(broken) = game.check(&state) {
        panic!("{} seed {seed} at its end: {broken}", G::NAME);
    }
    let outcome = game.outcome(&state).expect("a game that is over has an outcome");
    assert_eq!(outcome.payoffs, game.payoffs(&state), "seed {seed}: the outcome's payoffs are the game's");
    assert!(
        outcome.payoffs.as_slice().iter().all(|payoff| (0.0..=1.0).contains(payoff)),
        "seed {seed}: payoffs"
    );
    assert!(
        !outcome.rule.is_empty() && !outcome.reason.is_empty() && !outcome.text.is_empty(),
        "seed {seed}"
    );
    check_json(game, &state, &format!("seed {seed} at its end"));
    seen.games += 1;
    seen.decisions += u64::from(count);
    *seen.reasons.entry(outcome.reason).or_default() += 1;
    for winner in outcome.winners() {
        seen.wins[winner.index()] += 1;
    }
}

fn check_words<G: Published>(game: &G, state: &G::State, legal: &[G::Action], at: &str) {
    let codes: BTreeSet<String> = legal.iter().map(|&action| game.code(action)).collect();
    assert_eq!(codes.len(), legal.len(), "{at}: two actions have one code");
    for code in codes {
        assert!(!code.is_empty() && !code.contains(char::is_whitespace), "{at}: bad code {code:?}");
    }
    assert!(legal.iter().all(|&action| !game.sentence(state, action).is_empty()), "{at}: an empty sentence");
    assert!(!game.question(state).is_empty() && !game.rule(state).is_empty(), "{at}: no question or rule");
    assert!(!game.turn_name(state).is_empty() && game.turn_number(state) >= 1, "{at}: no turn");
    let mut metrics = Vec::new();
    game.metrics(state, &mut metrics);
    assert_eq!(metrics.len(), game.metric_names().len(), "{at}: metrics and their names differ in number");
}

fn check_observations<G: Published>(
    game: &G,
    state: &G::State,
    legal: &[G::Action],
    mover: Player,
    seed: u64,
    at: &str,
) {
    for viewer in Player::all(game.players()) {
        let view = game.observe(state, viewer);
        assert_eq!(game.observe(view.visible(), viewer), view, "{at}: observing twice differs for {viewer}");
        let world = game.determinize(&view, &mut Dice::seeded(mix(seed, u64::from(viewer.0))));
        if let Err(broken) = game.check(&world) {
            panic!("{at}: a world dealt for {viewer} is not sound: {broken}");
        }
        assert_eq!(game.observe(&world, viewer), view, "{at}: a world dealt for {viewer} looks different");
        assert_eq!(game.turn(&world), game.turn(state), "{at}: a dealt world has another player to move");
        let printed = game.view_json(&view);
        assert_eq!(game.view_json(&game.observe(&world, viewer)), printed, "{at}: view leaks to {viewer}");
        assert_eq!(
            game.board(&game.observe(&world, viewer)),
            game.board(&view),
            "{at}: board leaks to {viewer}"
        );
        if viewer == mover {
            let mut there = Vec::new();
            game.legal_actions(&world, &mut there);
            assert_eq!(there, legal, "{at}: other legal actions in a dealt world");
        }
    }
}

fn check_json<G: Published>(game: &G, state: &G::State, at: &str) {
    let printed = game.state_json(state);
    let read =
        game.state_from_json(&printed).unwrap_or_else(|problem| panic!("{at}: own JSON refused: {problem}"));
    assert_eq!(read, *state, "{at}: state differs after JSON");
}

/// A source that panics: for showing that a rule asks for no chance.
#[derive(Copy, Clone, Debug)]
pub struct NoChance;

impl Chance for NoChance {
    fn below(&mut self, n: u32) -> u32 {
        panic!("chance was asked for (one of {n})")
    }
    fn draw<'a, T: Index, const W: usize>(
        &mut self,
        _: Set<T, W>,
        _: Audience,
        _: impl Fn(T) -> &'a str,
    ) -> T {
        panic!("a draw was asked for")
    }
}
