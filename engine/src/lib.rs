//! Rules of historical board wargames as fast, copyable states.
//!
//! One direction: data files -> static tables -> `State` -> legal actions -> `apply(action, chance)`.
//! [`game::Game`] is what searches and runners need of a game; [`published::Published`] is what files, people
//! and protocols need of it. The games are under [`games`]. No I/O, clock, threads or printing in this crate.

pub mod board;
pub mod chance;
pub mod contract;
pub mod data;
pub mod draft;
pub mod event;
pub mod example;
pub mod game;
pub mod games;
pub mod observation;
pub mod perft;
mod plain_words;
pub mod play;
pub mod player;
pub mod playthrough;
pub mod published;
pub mod set;
pub mod setup;
pub mod signature;

pub use chance::{Chance, Dice, Die};
pub use event::{Audience, BattleRow, Event};
pub use game::{Broken, Game, Turn};
pub use observation::Observation;
pub use player::{PerPlayer, Player};
pub use published::{Outcome, Published};
pub use set::{Index, Set, Table};
