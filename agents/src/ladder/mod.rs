//! Rating statistics without any I/O: who is stronger, by how much, and how sure that is.
//!
//! [`elo`] turns scores of game pairs into Elo with an interval, [`sprt`] says when a match may stop,
//! [`bradley_terry`] rates many players at once from a [`WinMatrix`]; games of more than two players enter it as one
//! comparison for each pair of players at the table, and intervals count whole games or seeds, not comparisons.

pub mod bradley_terry;
pub mod elo;
pub mod sprt;

pub use bradley_terry::{Rating, Ratings, rate, rate_clusters};
pub use elo::{Estimate, Pentanomial, likelihood_of_superiority};
pub use sprt::{Sprt, Verdict};

/// How often each player beat and tied each other one. Addable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WinMatrix {
    players: usize,
    wins: Vec<u64>,
    ties: Vec<u64>,
}

impl WinMatrix {
    pub fn new(players: usize) -> Self {
        WinMatrix { players, wins: vec![0; players * players], ties: vec![0; players * players] }
    }

    pub fn players(&self) -> usize {
        self.players
    }

    /// How often `a` came out above `b`.
    pub fn wins(&self, a: usize, b: usize) -> u64 {
        self.wins[a * self.players + b]
    }

    pub fn ties(&self, a: usize, b: usize) -> u64 {
        self.ties[a * self.players + b]
    }

    pub fn games(&self, a: usize, b: usize) -> u64 {
        self.wins(a, b) + self.wins(b, a) + self.ties(a, b)
    }

    /// Counts several comparisons of one pair.
    pub fn add(&mut self, a: usize, b: usize, wins: u64, losses: u64, ties: u64) {
        let n = self.players;
        self.wins[a * n + b] += wins;
        self.wins[b * n + a] += losses;
        self.ties[a * n + b] += ties;
        self.ties[b * n + a] += ties;
    }

    /// Counts one game: who sat there, and what each got. Two seats of one player are not compared.
    pub fn add_game(&mut self, seated: &[usize], payoffs: &[f32]) {
        for (i, (&a, &got_a)) in seated.iter().zip(payoffs).enumerate() {
            for (&b, &got_b) in seated.iter().zip(payoffs).skip(i + 1) {
                if a != b {
                    let (above, below) = (u64::from(got_a > got_b), u64::from(got_a < got_b));
                    self.add(a, b, above, below, 1 - above - below);
                }
            }
        }
    }
}

impl std::ops::AddAssign<&WinMatrix> for WinMatrix {
    fn add_assign(&mut self, other: &WinMatrix) {
        if self.players == 0 {
            *self = other.clone();
            return;
        }
        for (own, theirs) in self.wins.iter_mut().zip(&other.wins) {
            *own += theirs;
        }
        for (own, theirs) in self.ties.iter_mut().zip(&other.ties) {
            *own += theirs;
        }
    }
}
