//! Optimisers for noisy measurements, such as match results: ask for candidates, measure them, tell the scores.
//!
//! Two are here because they fail in different places. [`Spsa`] measures two candidates a step whatever the number of
//! weights, so it suits many weights near good values and cheap noisy matches. [`SepCma`] (evolution strategy with a
//! diagonal covariance) needs a dozen measurements a step but finds its own scales and survives bad starting values;
//! its answer is the mean of its distribution, which averages the noise, never the luckiest candidate.
//!
//! State is plain data: written to a checkpoint and read back, an optimiser goes on as if nothing had happened. Random
//! numbers come from seed and step, not from a stream. Scores are maximised.

mod sep_cma;
mod spsa;

pub use sep_cma::SepCma;
pub use spsa::Spsa;

use warlab_engine::chance::mix;
use warlab_engine::{Chance, Dice};

/// The random numbers of one step.
fn step_dice(seed: u64, step: u64) -> Dice {
    Dice::seeded(mix(seed, step))
}

/// A normally distributed number (Box and Muller).
fn normal(dice: &mut Dice) -> f64 {
    let unit = |dice: &mut Dice| (f64::from(dice.below(u32::MAX)) + 0.5) / f64::from(u32::MAX);
    let (radius, angle) = (unit(dice), unit(dice));
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}
