//! One searcher: iterations over re-dealt worlds, each down the tree, on by a rollout, and back up.
//!
//! The tree is open-loop: a node is the path of decisions that leads to it, whatever the dice said, and its values
//! are averages over dice and worlds. If actions can be hidden, each player has a tree of their own in which what
//! they cannot see is one nameless edge: so nobody answers a commitment before it is revealed.

use std::time::Instant;

use warlab_engine::player::MOST_PLAYERS;
use warlab_engine::{Dice, Game, Observation, PerPlayer, Player, Turn};

use super::rollout::Runner;
use super::select::select;
use super::settings::{Rollout, Settings};
use super::tree::{EdgeId, NONE, NodeId, ROOT, Tree};
use crate::agent::Control;
use crate::choose;
use crate::hash;
use crate::knowledge::Knowledge;

/// Iterations between looks at the clock.
const CLOCK: u32 = 16;

/// How many decisions below the last choice a tree is looked through for the position at hand.
const REUSE_DEPTH: u32 = 6;

/// How much a search may spend.
#[derive(Copy, Clone, Debug)]
pub(super) struct Budget<'a> {
    /// 0 for no limit.
    pub iterations: u32,
    pub deadline: Option<Instant>,
    pub control: &'a Control,
    /// Only one of several searchers reports progress.
    pub reports: bool,
}

/// What is searched, and with what.
pub(super) struct Task<'a, G: Game> {
    pub game: &'a G,
    pub seen: &'a Observation<G::State>,
    pub knowledge: &'a Knowledge<G>,
    pub settings: &'a Settings,
}

#[derive(Clone, Debug)]
pub(super) struct Searcher<A> {
    /// One tree, or one for each player.
    trees: Vec<Tree<A>>,
    spare: Tree<A>,
    seat: Player,
    dice: Dice,
    runner: Runner<A>,
    legal: Vec<A>,
    offered: Vec<EdgeId>,
    scores: Vec<f32>,
    /// The edges followed, with the tree they are in.
    path: Vec<(u8, EdgeId)>,
    at: [NodeId; MOST_PLAYERS],
    halving: Halving,
    /// The root's edge that was played at the last decision.
    played: Option<EdgeId>,
}

impl<A: Copy + Eq + std::hash::Hash> Searcher<A> {
    pub fn new(players: usize, seat: Player, many_observers: bool, seed: u64, nodes: u32) -> Self {
        let count = if many_observers { players } else { 1 };
        Searcher {
            trees: (0..count).map(|_| Tree::new(players, nodes as usize)).collect(),
            spare: Tree::new(players, nodes as usize),
            seat,
            dice: Dice::seeded(seed),
            runner: Runner::default(),
            legal: Vec::new(),
            offered: Vec::new(),
            scores: Vec::new(),
            path: Vec::new(),
            at: [ROOT; MOST_PLAYERS],
            halving: Halving::default(),
            played: None,
        }
    }

    fn tree_of(&self, player: Player) -> usize {
        if self.trees.len() == 1 { 0 } else { player.index() }
    }

    fn own(&self) -> &Tree<A> {
        &self.trees[self.tree_of(self.seat)]
    }

    /// Drops the tree, or keeps what lies below the last choice if the position at hand was foreseen there.
    pub fn prepare<S: std::hash::Hash>(&mut self, seen: &Observation<S>, settings: &Settings) {
        let own = self.tree_of(self.seat);
        let key = hash::of(seen.visible());
        let kept = self.played.take().filter(|_| settings.reuse);
        let kept = kept.and_then(|edge| self.trees[own].find_below(edge, key, REUSE_DEPTH));
        for (i, tree) in self.trees.iter_mut().enumerate() {
            match kept {
                Some(node) if i == own => tree.keep(node, &mut self.spare),
                _ => tree.clear(),
            }
        }
        if settings.rollout == Rollout::Mast {
            self.runner.averages.clear(self.spare.players());
        }
    }

    pub fn run<G: Game<Action = A>>(&mut self, task: &Task<'_, G>, legal: &[A], budget: &Budget<'_>) {
        let settings = task.settings;
        let started = Instant::now();
        let mut done = 0;
        self.halving.clear();
        while budget.iterations == 0 || done < budget.iterations {
            if done > 0 && done % CLOCK == 0 {
                let late = budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                let settled =
                    settings.early && self.is_settled(budget.iterations.saturating_sub(done), settings);
                if late || settled || budget.control.is_stopped() {
                    break;
                }
                if budget.reports {
                    budget.control.report(budget.progress(done, started));
                }
            }
            let pick = if settings.halving && budget.iterations > 0 {
                let tree = &self.trees[self.tree_of(self.seat)];
                self.halving.pick(tree, legal, self.seat, done, budget.iterations)
            } else {
                None
            };
            self.iterate(task, pick);
            done += 1;
        }
    }

    /// Whether no other action can be visited more often than the leader in the iterations that are left. What is known
    /// from earlier decisions counts, so a foreseen reply is played at once. Trees that are added up, and a search by the
    /// clock, cannot tell.
    fn is_settled(&self, left: u32, settings: &Settings) -> bool {
        if settings.iterations == 0 || settings.time > 0.0 || settings.threads > 1 || settings.halving {
            return false;
        }
        let tree = self.own();
        let (mut most, mut second) = (0, 0);
        for visits in tree.edges_of(ROOT).map(|edge| tree.edge(edge).visits) {
            second = second.max(visits.min(most));
            most = most.max(visits);
        }
        most - second > left
    }

    fn iterate<G: Game<Action = A>>(&mut self, task: &Task<'_, G>, mut pick: Option<EdgeId>) {
        let Task { game, knowledge, settings, .. } = *task;
        let mut state = game.determinize(task.seen, &mut self.dice);
        self.path.clear();
        self.at = [ROOT; MOST_PLAYERS];
        game.legal_actions(&state, &mut self.legal);
        while let Turn::Player(mover) = game.turn(&state) {
            let own = self.tree_of(mover);
            let node = self.at[own];
            if node == NONE || !self.offer(task, &state, own, node) {
                break;
            }
            let edge = match pick.take() {
                Some(edge) => edge,
                None => select(&mut self.trees[own], node, &self.offered, mover, settings),
            };
            let action = self.trees[own].edge(edge).label.expect("a mover's own actions have names");
            let concealed = knowledge.conceals.is_some_and(|conceals| conceals(game, &state, action));
            let fresh = self.descend(own, edge, action, concealed);
            if settings.rollout == Rollout::Mast {
                self.runner.averages.note(mover, action);
            }
            game.apply(&mut state, action, &mut self.dice);
            self.skip_forced(game, &mut state);
            if fresh {
                self.remember(game, &state, settings);
                break;
            }
        }
        let result = self.runner.run(game, &mut state, knowledge, settings, &mut self.dice);
        self.back_up(&result);
        self.runner.averages.add_result(&result);
    }

    /// Finds or makes the edges of the legal actions. False if the tree is full and none is there.
    fn offer<G: Game<Action = A>>(
        &mut self,
        task: &Task<'_, G>,
        state: &G::State,
        tree: usize,
        node: NodeId,
    ) -> bool {
        self.trees[tree].count_visit(node);
        self.collect(tree, node);
        if self.offered.len() < self.legal.len() {
            self.add_missing(task, state, tree, node);
            self.collect(tree, node);
        }
        !self.offered.is_empty()
    }

    fn collect(&mut self, tree: usize, node: NodeId) {
        self.offered.clear();
        let tree = &self.trees[tree];
        let found =
            self.legal.iter().enumerate().filter_map(|(i, &action)| tree.find_edge(node, Some(action), i));
        self.offered.extend(found);
    }

    fn add_missing<G: Game<Action = A>>(
        &mut self,
        task: &Task<'_, G>,
        state: &G::State,
        tree: usize,
        node: NodeId,
    ) {
        let settings = task.settings;
        match &task.knowledge.policy {
            Some(policy) => {
                policy.scores(task.game, state, &self.legal, &mut self.scores);
                choose::to_probabilities(&mut self.scores, settings.prior_temperature);
            }
            None => {
                // A little unevenness, so that actions are not tried in the order in which the rules list them.
                let share = 1.0 / self.legal.len() as f32;
                self.scores.clear();
                let dice = &mut self.dice;
                self.scores.extend(self.legal.iter().map(|_| share * (1.0 + 0.1 * choose::unit(dice))));
            }
        }
        let tree = &mut self.trees[tree];
        let room = tree.count_edges(node) + self.legal.len() - self.offered.len();
        for (i, &action) in self.legal.iter().enumerate() {
            if tree.find_edge(node, Some(action), i).is_some() {
                continue;
            }
            let prior = self.scores[i];
            let rank = if settings.widening > 0.0 {
                self.scores.iter().filter(|&&other| other > prior).count() as u16
            } else {
                0
            };
            if tree.add_edge(node, Some(action), prior, rank, room).is_none() {
                return;
            }
        }
    }

    /// Goes down in every tree. True if the mover's tree got a new node (or has no room for one).
    fn descend(&mut self, own: usize, edge: EdgeId, action: A, concealed: bool) -> bool {
        self.path.push((own as u8, edge));
        let fresh = self.trees[own].edge(edge).child == NONE;
        self.at[own] = self.trees[own].child_of(edge);
        for other in (0..self.trees.len()).filter(|&other| other != own) {
            let node = self.at[other];
            if node == NONE {
                continue;
            }
            let label = if concealed { None } else { Some(action) };
            let tree = &mut self.trees[other];
            tree.count_visit(node);
            let edge = tree.find_edge(node, label, 0).or_else(|| tree.add_edge(node, label, 0.0, 0, 2));
            let Some(edge) = edge else {
                self.at[other] = NONE;
                continue;
            };
            self.at[other] = tree.child_of(edge);
            self.path.push((other as u8, edge));
        }
        fresh
    }

    /// Plays decisions that leave no choice, and lists the actions of the first one that does.
    fn skip_forced<G: Game<Action = A>>(&mut self, game: &G, state: &mut G::State) {
        while game.turn(state) != Turn::Over {
            game.legal_actions(state, &mut self.legal);
            if self.legal.len() > 1 {
                return;
            }
            game.apply(state, self.legal[0], &mut self.dice);
        }
    }

    /// Notes what the searching player sees at a new node, so that the node can be found again at a later decision.
    fn remember<G: Game<Action = A>>(&mut self, game: &G, state: &G::State, settings: &Settings) {
        let own = self.tree_of(self.seat);
        let node = self.at[own];
        let near = self.path.len() <= REUSE_DEPTH as usize * self.trees.len();
        if settings.reuse && near && node != NONE && game.turn(state) == Turn::Player(self.seat) {
            let key = hash::of(game.observe(state, self.seat).visible());
            self.trees[own].set_key(node, key);
        }
    }

    fn back_up(&mut self, result: &PerPlayer<f32>) {
        for &(tree, edge) in &self.path {
            self.trees[usize::from(tree)].add_result(edge, result);
        }
    }

    /// Visits and summed results of an action at the root.
    pub fn root_result(&self, action: A, players: usize) -> (u32, PerPlayer<f32>) {
        match self.own().find_edge(ROOT, Some(action), 0) {
            Some(edge) => {
                let sums = PerPlayer::from_fn(players, |player| self.own().sum(edge, player));
                (self.own().edge(edge).visits, sums)
            }
            None => (0, PerPlayer::filled(players, 0.0)),
        }
    }

    /// The action that sequential halving has come to.
    pub fn winner(&self) -> Option<A> {
        let tree = self.own();
        self.halving.winner(tree, self.seat).and_then(|edge| tree.edge(edge).label)
    }

    /// The continuation most often followed after an action at the root; it ends where a hidden one comes.
    pub fn line(&self, action: A) -> Vec<A> {
        let tree = self.own();
        let mut line = Vec::new();
        let mut next = tree.find_edge(ROOT, Some(action), 0);
        while let Some(edge) = next {
            let Some(action) = tree.edge(edge).label else { break };
            line.push(action);
            let child = tree.edge(edge).child;
            if child == NONE || line.len() >= 12 {
                break;
            }
            let visited = tree.edges_of(child).filter(|&edge| tree.edge(edge).visits > 0);
            next = visited.max_by_key(|&edge| (tree.edge(edge).visits, std::cmp::Reverse(edge)));
        }
        line
    }

    pub fn set_played(&mut self, action: A) {
        self.played = self.own().find_edge(ROOT, Some(action), 0);
    }

    pub fn count_nodes(&self) -> usize {
        self.trees.iter().map(Tree::count_nodes).sum()
    }

    /// Bytes of all trees, the spare included.
    pub fn bytes(&self) -> usize {
        self.trees.iter().chain([&self.spare]).map(Tree::bytes).sum()
    }
}

impl Budget<'_> {
    fn progress(&self, done: u32, started: Instant) -> f32 {
        let by_count = if self.iterations > 0 { done as f32 / self.iterations as f32 } else { 0.0 };
        let by_time = self.deadline.map_or(0.0, |deadline| {
            let whole = deadline.saturating_duration_since(started).as_secs_f32();
            started.elapsed().as_secs_f32() / whole.max(1e-3)
        });
        by_count.max(by_time)
    }
}

/// Sequential halving at the root: the candidates get the same share of a round, then the better half goes on.
#[derive(Clone, Debug, Default)]
struct Halving {
    candidates: Vec<EdgeId>,
    round_end: u32,
    rounds_left: u32,
}

/// Most candidates of a first round, and the fewest visits of the budget that each must stand for.
const MOST_CANDIDATES: usize = 16;
const LEAST_SHARE: u32 = 8;

/// How slowly priors fade against results.
const PRIOR_VISITS: f32 = 50.0;

impl Halving {
    fn clear(&mut self) {
        self.candidates.clear();
    }

    /// The root's edge to look at after `done` iterations; none before the first, which lists them.
    fn pick<A: Copy + Eq>(
        &mut self,
        tree: &Tree<A>,
        legal: &[A],
        seat: Player,
        done: u32,
        budget: u32,
    ) -> Option<EdgeId> {
        if done == 0 {
            return None;
        }
        if self.candidates.is_empty() {
            self.invite(tree, legal, budget);
            self.round_end = done + (budget - done) / self.rounds_left;
        } else if done >= self.round_end && self.rounds_left > 1 {
            self.candidates
                .sort_by(|&a, &b| worth(tree, b, seat).total_cmp(&worth(tree, a, seat)).then(a.cmp(&b)));
            self.candidates.truncate(self.candidates.len().div_ceil(2));
            self.rounds_left -= 1;
            self.round_end = done + (budget - done) / self.rounds_left;
        }
        self.candidates.iter().copied().min_by_key(|&edge| (tree.edge(edge).visits, edge))
    }

    /// The actions with the best priors, as many as the budget can tell apart.
    fn invite<A: Copy + Eq>(&mut self, tree: &Tree<A>, legal: &[A], budget: u32) {
        // A root that was kept from an earlier search may know actions that are not legal now.
        let edge = |(i, &action): (usize, &A)| tree.find_edge(ROOT, Some(action), i);
        self.candidates.extend(legal.iter().enumerate().filter_map(edge));
        self.candidates.sort_by(|&a, &b| tree.edge(b).prior.total_cmp(&tree.edge(a).prior).then(a.cmp(&b)));
        let most = usize::try_from(budget / LEAST_SHARE).unwrap_or(usize::MAX).clamp(2, MOST_CANDIDATES);
        self.candidates.truncate(most);
        self.rounds_left = self.candidates.len().next_power_of_two().ilog2().max(1);
    }

    /// Of those left the one that did best: visits do not tell, since all have the same.
    fn winner<A: Copy + Eq>(&self, tree: &Tree<A>, seat: Player) -> Option<EdgeId> {
        let by_worth = |&a: &EdgeId, &b: &EdgeId| worth(tree, a, seat).total_cmp(&worth(tree, b, seat));
        self.candidates.iter().copied().max_by(by_worth)
    }
}

/// The average result through an edge; the prior weighs as much as some visits do, and less the more there were.
fn worth<A: Copy + Eq>(tree: &Tree<A>, edge: EdgeId, seat: Player) -> f32 {
    let known = tree.edge(edge);
    let visits = known.visits.max(1) as f32;
    tree.sum(edge, seat) / visits + known.prior.max(1e-6).ln() / (PRIOR_VISITS + visits)
}
