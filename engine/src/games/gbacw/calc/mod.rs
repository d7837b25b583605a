//! Calculators: each takes a plain input and returns its result with the named modifiers that made it.
//!
//! | Rules | File |
//! |---|---|
//! | 8.41, 8.5, 11.63, 14.25 strengths | [`stack`] |
//! | 10.5, 10.6, 10.8, 10.9, 16.1 fire | [`fire`] |
//! | 11.3, 11.4, 11.5, 11.6, 11.7 shock | [`shock`] |
//! | 2.6, 13.4, 13.5, 16.2 cohesion, rally | [`cohesion`] |
//! | 5.3, 6.2, 13.2 command | [`command`] |

pub mod cohesion;
pub mod command;
pub mod fire;
pub mod shock;
pub mod stack;
