//! Judgements of positions, one file per game.

pub mod coalitions;
pub mod gbacw;
pub mod wars_of_the_roses;
pub mod washingtons_war;
