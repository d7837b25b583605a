//! Information-set Monte Carlo tree search for any game: chance, hidden information, any number of players.
//!
//! Every iteration re-deals what the player cannot see ([`search`]), goes down a tree kept in arenas ([`tree`]) by
//! UCT or PUCT ([`select`]), plays on or evaluates ([`rollout`]) and adds the result for every player to the edges it
//! followed (max^n). [`settings`] lists the switches. For a budget of iterations the choice depends on seed and
//! observation alone, however many threads there are.

pub(crate) mod rollout;
mod search;
mod select;
pub mod settings;
mod tree;

use std::fmt;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;
use warlab_engine::{Dice, Game, Observation, PerPlayer, Player, Turn};

use crate::agent::{Agent, Analysis, Candidate, Control};
use crate::knowledge::Knowledge;
use crate::playable::{Playable, knowledge_of, weights_of};
use crate::spec::Reader;
use search::{Budget, Searcher, Task};
use settings::Settings;

/// Worlds in which a decisive action must win.
const DECISIVE_WORLDS: usize = 16;

type Source<G> = Box<dyn Fn(&G) -> Knowledge<G> + Send>;

pub struct Mcts<G: Game> {
    settings: Settings,
    /// Builds the knowledge once the game is known.
    source: Source<G>,
    knowledge: Option<Knowledge<G>>,
    seat: Player,
    seed: u64,
    searchers: Vec<Searcher<G::Action>>,
    analysis: Option<Analysis<G::Action>>,
    control: Control,
}

impl<G: Game> fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mcts({:?})", self.settings)
    }
}

impl<G: Game> Mcts<G> {
    pub fn new(settings: Settings, source: impl Fn(&G) -> Knowledge<G> + Send + 'static) -> Self {
        Mcts {
            settings,
            source: Box::new(source),
            knowledge: None,
            seat: Player::FIRST,
            seed: 0,
            searchers: Vec::new(),
            analysis: None,
            control: Control::default(),
        }
    }

    /// Nodes in the trees after the last decision.
    pub fn count_nodes(&self) -> usize {
        self.searchers.iter().map(Searcher::count_nodes).sum()
    }

    /// Bytes that the trees hold, used or not.
    pub fn bytes(&self) -> usize {
        self.searchers.iter().map(Searcher::bytes).sum()
    }

    fn get_ready(&mut self, game: &G) {
        if self.knowledge.is_some() {
            return;
        }
        let knowledge = (self.source)(game);
        let many = knowledge.conceals.is_some();
        let searcher = |i| {
            Searcher::new(game.players(), self.seat, many, mix(self.seed, u64::from(i)), self.settings.nodes)
        };
        self.searchers = (0..self.settings.threads).map(searcher).collect();
        self.knowledge = Some(knowledge);
    }

    fn search(&mut self, game: &G, seen: &Observation<G::State>, legal: &[G::Action]) {
        let Some(knowledge) = &self.knowledge else { return };
        let settings = &self.settings;
        let deadline =
            (settings.time > 0.0).then(|| Instant::now() + Duration::from_secs_f32(settings.time.min(1e6)));
        let threads = settings.threads;
        let run = |(i, searcher): (usize, &mut Searcher<G::Action>)| {
            searcher.prepare(seen, settings);
            let share = settings.iterations / threads + u32::from((i as u32) < settings.iterations % threads);
            if settings.iterations > 0 && share == 0 {
                return;
            }
            let budget = Budget { iterations: share, deadline, control: &self.control, reports: i == 0 };
            searcher.run(&Task { game, seen, knowledge, settings }, legal, &budget);
        };
        if threads == 1 {
            self.searchers.iter_mut().enumerate().for_each(run);
        } else {
            self.searchers.par_iter_mut().enumerate().for_each(run);
        }
        self.control.report(1.0);
    }

    /// Adds the trees up, in their fixed order; first comes the candidate that won most halvings, or the most visited.
    fn merge(&self, game: &G, legal: &[G::Action]) -> Analysis<G::Action> {
        let players = game.players();
        let mut value = PerPlayer::filled(players, 0.0);
        let mut total = 0;
        let mut candidates = Vec::with_capacity(legal.len());
        for &action in legal {
            let mut sums = PerPlayer::filled(players, 0.0);
            let mut visits = 0;
            let mut line_from = (0, 0);
            for (i, searcher) in self.searchers.iter().enumerate() {
                let (n, results) = searcher.root_result(action, players);
                visits += n;
                for player in Player::all(players) {
                    sums[player] += results[player];
                }
                if n > line_from.0 {
                    line_from = (n, i);
                }
            }
            for player in Player::all(players) {
                value[player] += sums[player];
            }
            total += visits;
            let mean = PerPlayer::from_fn(players, |player| sums[player] / visits.max(1) as f32);
            let mut line = self.searchers[line_from.1].line(action);
            if line.is_empty() {
                line.push(action);
            }
            candidates.push(Candidate { action, visits, value: mean, line });
        }
        let seat = self.seat;
        let winners: Vec<_> = self.searchers.iter().filter_map(Searcher::winner).collect();
        let won = |action| winners.iter().filter(|&&winner| winner == action).count();
        candidates.sort_by(|a, b| {
            let by_visits = b.visits.cmp(&a.visits).then(b.value[seat].total_cmp(&a.value[seat]));
            won(b.action).cmp(&won(a.action)).then(by_visits)
        });
        let value = PerPlayer::from_fn(players, |player| value[player] / total.max(1) as f32);
        Analysis { candidates, value }
    }

    /// An action that wins at once in every world tried.
    fn decisive(&self, game: &G, seen: &Observation<G::State>, legal: &[G::Action]) -> Option<G::Action> {
        legal.iter().copied().find(|&action| {
            let mut dice = Dice::seeded(mix(self.seed, 0xDEC1_51FE));
            (0..DECISIVE_WORLDS).all(|_| {
                let mut world = game.determinize(seen, &mut dice);
                game.apply(&mut world, action, &mut dice);
                game.turn(&world) == Turn::Over && game.payoffs(&world)[self.seat] >= 1.0
            })
        })
    }
}

impl<G: Playable> Mcts<G> {
    pub(crate) fn from_settings(reader: &mut Reader<'_>) -> Result<Self, Problem> {
        let weights = weights_of::<G>(reader)?;
        let has_policy = weights.has_table("policy");
        let usual = G::search(Settings::new(has_policy, weights.has_table("evaluation")));
        let settings = Settings::read(reader, usual, has_policy)?;
        Ok(Mcts::new(settings, move |game: &G| knowledge_of(game, &weights)))
    }
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn begin(&mut self, seat: Player, seed: u64) {
        self.seat = seat;
        self.seed = seed;
        self.knowledge = None;
        self.searchers.clear();
        self.analysis = None;
    }

    fn decide(&mut self, game: &G, seen: &Observation<G::State>, legal: &[G::Action]) -> G::Action {
        self.analysis = None;
        if legal.len() == 1 {
            return legal[0];
        }
        if self.settings.decisive
            && let Some(action) = self.decisive(game, seen, legal)
        {
            return action;
        }
        self.get_ready(game);
        self.search(game, seen, legal);
        let analysis = self.merge(game, legal);
        let action = analysis.candidates[0].action;
        for searcher in &mut self.searchers {
            searcher.set_played(action);
        }
        self.analysis = Some(analysis);
        action
    }

    fn analysis(&self) -> Option<&Analysis<G::Action>> {
        self.analysis.as_ref()
    }

    fn set_control(&mut self, control: Control) {
        self.control = control;
    }
}
