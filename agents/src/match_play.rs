//! Matches in memory: the same seeds with seats rotated, spread over threads, results that add up.
//!
//! A block is one seed played as often as there are seats, everybody once in each seat: for two players a pair with
//! swapped sides. Blocks are the independent observations that intervals count. The result does not depend on the
//! number of threads: blocks are added up in their order.

use rayon::prelude::*;
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;
use warlab_engine::play::{seat_seed, table_stream};
use warlab_engine::{Game, PerPlayer, Player, Turn};

use crate::agent::Agent;
use crate::ladder::{Estimate, Pentanomial, WinMatrix};
use crate::playable::{Playable, make};
use crate::spec::Spec;

/// One finished game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Finished {
    pub payoffs: PerPlayer<f32>,
    pub decisions: u32,
    /// False if the decision cap stopped it; payoffs are then even.
    pub finished: bool,
}

/// Plays one game, `agents` in seat order.
///
/// # Panics
/// If an agent answers with an illegal action: a mistake in the agent.
pub fn play_game<G: Game>(game: &G, agents: &mut [Box<dyn Agent<G>>], seed: u64) -> Finished {
    for (i, agent) in agents.iter_mut().enumerate() {
        agent.begin(Player(i as u8), seat_seed(seed, i));
    }
    let mut table = table_stream(seed);
    let mut state = game.start(&mut table);
    let mut legal = Vec::new();
    let mut decisions = 0;
    while let Turn::Player(mover) = game.turn(&state) {
        if decisions >= game.decision_cap() {
            let even = PerPlayer::filled(game.players(), 1.0 / game.players() as f32);
            return Finished { payoffs: even, decisions, finished: false };
        }
        game.legal_actions(&state, &mut legal);
        let action = agents[mover.index()].decide(game, &game.observe(&state, mover), &legal);
        assert!(legal.contains(&action), "an agent chose {action:?}, which is not legal");
        game.apply(&mut state, action, &mut table);
        decisions += 1;
    }
    Finished { payoffs: game.payoffs(&state), decisions, finished: true }
}

/// What a match came to, by contestant. Addable.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    pub blocks: u64,
    pub games: u64,
    pub decisions: u64,
    /// Games that the decision cap stopped.
    pub stopped: u64,
    /// Each contestant's payoffs over blocks: the sum of block means and of their squares.
    sums: Vec<(f64, f64)>,
    /// Payoffs summed for each contestant and seat.
    by_seat: Vec<Vec<f64>>,
    pub wins: WinMatrix,
    /// For two players: pairs by the first contestant's points.
    pub pentanomial: Pentanomial,
}

impl Tally {
    fn of_block(games: &[(Vec<usize>, Finished)], contestants: usize) -> Self {
        let seats = games.len();
        let mut tally = Tally {
            blocks: 1,
            games: seats as u64,
            sums: vec![(0.0, 0.0); contestants],
            by_seat: vec![vec![0.0; seats]; contestants],
            wins: WinMatrix::new(contestants),
            ..Tally::default()
        };
        for (seated, game) in games {
            tally.decisions += u64::from(game.decisions);
            tally.stopped += u64::from(!game.finished);
            tally.wins.add_game(seated, game.payoffs.as_slice());
            for (seat, payoff) in game.payoffs.iter() {
                let who = seated[seat.index()];
                tally.sums[who].0 += f64::from(payoff) / seats as f64;
                tally.by_seat[who][seat.index()] += f64::from(payoff);
            }
        }
        for (sum, square) in &mut tally.sums {
            *square = *sum * *sum;
        }
        if let [first, second] = games {
            let points = |(seated, game): &(Vec<usize>, Finished)| {
                let seat = seated.iter().position(|&who| who == 0).unwrap_or(0);
                game.payoffs[Player(seat as u8)]
            };
            tally.pentanomial.add_pair(points(first), points(second));
        }
        tally
    }

    /// A contestant's mean payoff with its interval; the Elo is against an opponent of equal share for two players.
    pub fn score(&self, contestant: usize) -> Estimate {
        let n = self.blocks.max(1) as f64;
        let (sum, square) = self.sums.get(contestant).copied().unwrap_or_default();
        let mean = sum / n;
        let variance = (square / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
        Estimate::from_score(mean, (variance / n).sqrt(), self.blocks)
    }

    /// A contestant's mean payoff in one seat.
    pub fn score_in_seat(&self, contestant: usize, seat: Player) -> f64 {
        self.by_seat[contestant][seat.index()] / self.blocks.max(1) as f64
    }
}

impl std::ops::AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        if self.blocks == 0 {
            *self = other.clone();
            return;
        }
        self.blocks += other.blocks;
        self.games += other.games;
        self.decisions += other.decisions;
        self.stopped += other.stopped;
        for (own, theirs) in self.sums.iter_mut().zip(&other.sums) {
            own.0 += theirs.0;
            own.1 += theirs.1;
        }
        for (own, theirs) in self.by_seat.iter_mut().flatten().zip(other.by_seat.iter().flatten()) {
            *own += theirs;
        }
        self.wins += &other.wins;
        self.pentanomial += other.pentanomial;
    }
}

/// Plays `blocks` blocks of as many contestants as there are seats; `seat_agent(i)` makes an agent for contestant `i`.
pub fn play_blocks<G: Game>(
    game: &G,
    blocks: std::ops::Range<u64>,
    seed: u64,
    seat_agent: &(dyn Fn(usize) -> Box<dyn Agent<G>> + Sync),
) -> Tally {
    let seats = game.players();
    let block = |number: u64| {
        let games: Vec<(Vec<usize>, Finished)> = (0..seats)
            .map(|shift| {
                let seated: Vec<usize> = (0..seats).map(|seat| (seat + shift) % seats).collect();
                let mut agents: Vec<_> = seated.iter().map(|&who| seat_agent(who)).collect();
                let finished = play_game(game, &mut agents, mix(seed, number));
                (seated, finished)
            })
            .collect();
        Tally::of_block(&games, seats)
    };
    let tallies: Vec<Tally> = blocks.into_par_iter().map(block).collect();
    let mut total = Tally::default();
    for tally in &tallies {
        total += tally;
    }
    total
}

/// Plays a match between specs, one for each seat.
pub fn play_match<G: Playable>(game: &G, specs: &[Spec], blocks: u64, seed: u64) -> Result<Tally, Problem> {
    if specs.len() != game.players() {
        let message = format!("a match of {} needs {} agents, not {}", G::NAME, game.players(), specs.len());
        return Err(Problem::new(message));
    }
    for spec in specs {
        make::<G>(spec)?;
    }
    let agent = |who: usize| make::<G>(&specs[who]).expect("the spec was read before");
    Ok(play_blocks(game, 0..blocks, seed, &agent))
}
