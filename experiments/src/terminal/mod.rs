//! `warlab play`: a game at the keyboard.
//!
//! [`screen`] fills a terminal window; [`prompts`] reads and writes plain lines, for pipes, screen readers and dumb
//! terminals. Both sit at the same [`sitting`]: the game, who plays which seat, and the words one can type.

mod prompts;
mod screen;
mod sitting;
mod sketch;

use std::io::{self, IsTerminal};

use crate::tabletop::Tabletop;
use prompts::Prompts;
use sitting::Sitting;
pub use sitting::{Save, Seats};

/// Plays until the game is over or the person leaves: on a screen where there is one and `plain` does not forbid it.
pub fn play(table: Tabletop, seats: Seats, save: &Save, plain: bool) -> io::Result<()> {
    let sitting = Sitting::new(table, seats, save);
    let dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
    if plain || dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Prompts::new(sitting, io::stdin().lock(), io::stdout().lock()).run();
    }
    screen::run(sitting)
}
