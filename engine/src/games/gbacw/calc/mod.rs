//! Calculators: each takes a plain input and returns its result with the named modifiers that made it.
//!
//! | Rules | File |
//! |---|---|
//! | 7.34, 8.12, 8.31, 8.44, 8.5, 10.15, 14.25 strengths and stacks | [`stack`] |
//! | 10.5, 10.6, 10.8, 10.9, 16.1 fire | [`fire`] |
//! | 11.3, 11.4, 11.5, 11.6, 11.7 shock | [`shock`] |
//! | 2.6, 11.73, 12.2, 12.3, 12.7, 13.4, 13.5, 16.2 cohesion, disorder, rally | [`cohesion`] |
//! | 5.1, 5.2, 5.3, 5.4, 6.2, 13.2 command | [`command`] |
//! | 15, 17, 9.55 works, fatigue, guns near the enemy; victory points | [`upkeep`] |

pub mod cohesion;
pub mod command;
pub mod fire;
pub mod shock;
pub mod stack;
pub mod upkeep;
