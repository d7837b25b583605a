//! Seats at the table and one value per seat.

use std::fmt;
use std::ops;

/// The most seats any game here has (Coalitions).
pub const MOST_PLAYERS: usize = 6;

/// A seat, counted from 0. Which side sits there is the game's affair.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(pub u8);

impl Player {
    pub const FIRST: Player = Player(0);
    pub const SECOND: Player = Player(1);

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The opponent in a game of two.
    pub fn other(self) -> Player {
        Player(self.0 ^ 1)
    }

    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..count as u8).map(Player)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0 + 1)
    }
}

/// One value for each seat of a game, without heap.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PerPlayer<T> {
    values: [T; MOST_PLAYERS],
    count: u8,
}

impl<T: Copy> PerPlayer<T> {
    /// # Panics
    /// If `count` is more than [`MOST_PLAYERS`].
    pub fn filled(count: usize, value: T) -> Self {
        assert!(count <= MOST_PLAYERS, "no game has {count} players");
        PerPlayer { values: [value; MOST_PLAYERS], count: count as u8 }
    }

    pub fn from_fn(count: usize, mut value: impl FnMut(Player) -> T) -> Self {
        let mut all = Self::filled(count, value(Player::FIRST));
        for player in Player::all(count).skip(1) {
            all[player] = value(player);
        }
        all
    }

    pub fn as_slice(&self) -> &[T] {
        &self.values[..usize::from(self.count)]
    }

    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = (Player, T)> + '_ {
        self.as_slice().iter().enumerate().map(|(i, &value)| (Player(i as u8), value))
    }
}

impl<T: Copy + Eq> Eq for PerPlayer<T> {}

impl<T: Copy> ops::Index<Player> for PerPlayer<T> {
    type Output = T;
    fn index(&self, player: Player) -> &T {
        &self.values[..usize::from(self.count)][player.index()]
    }
}

impl<T: Copy> ops::IndexMut<Player> for PerPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.values[..usize::from(self.count)][player.index()]
    }
}
