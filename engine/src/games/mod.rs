//! The games, one folder each. They never import one another.

pub mod coalitions;
pub mod gbacw;
pub mod wars_of_the_roses;
pub mod washingtons_war;
