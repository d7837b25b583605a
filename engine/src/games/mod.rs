//! The games, one folder each. They never import one another.

pub mod coalitions;
pub mod wars_of_the_roses;
