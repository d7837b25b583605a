//! The games, one folder each. They never import one another.

pub mod gbacw;
