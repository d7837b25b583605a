//! Choosing an index by score: the best with even ties, or drawn in proportion to the exponential of the score.

use warlab_engine::{Chance, Dice};

/// Scores closer than this count as equal.
const TIE: f32 = 1e-6;

/// A number from 0.0 up to but not including 1.0.
pub(crate) fn unit(dice: &mut Dice) -> f32 {
    dice.below(1 << 24) as f32 / (1 << 24) as f32
}

/// Index of the best score, ties broken evenly. Scores that are not numbers count as the worst.
pub fn best(scores: &[f32], dice: &mut Dice) -> usize {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let ties = scores.iter().filter(|&&score| score >= highest - TIE).count();
    if ties == 0 {
        return dice.below(scores.len() as u32) as usize;
    }
    let chosen = if ties == 1 { 0 } else { dice.below(ties as u32) as usize };
    let mut tied = scores.iter().enumerate().filter(|&(_, &score)| score >= highest - TIE);
    tied.nth(chosen).map_or(0, |(index, _)| index)
}

/// Turns scores into probabilities in place. A temperature near zero puts all on the best.
pub fn to_probabilities(scores: &mut [f32], temperature: f32) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in scores.iter_mut() {
        *score = ((*score - highest) / temperature.max(1e-4)).exp();
        if !score.is_finite() {
            *score = 0.0;
        }
        total += *score;
    }
    let count = scores.len() as f32;
    for score in scores {
        *score = if total > 0.0 { *score / total } else { 1.0 / count };
    }
}

/// An index drawn by probabilities that sum to 1.
pub fn draw(probabilities: &[f32], dice: &mut Dice) -> usize {
    let mut left = unit(dice);
    for (index, &probability) in probabilities.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return index;
        }
    }
    probabilities.iter().rposition(|&probability| probability > 0.0).unwrap_or(0)
}

/// The best at temperature 0, otherwise drawn. Scores become probabilities in the second case.
pub fn by_score(scores: &mut [f32], temperature: f32, dice: &mut Dice) -> usize {
    if temperature <= 0.0 {
        return best(scores, dice);
    }
    to_probabilities(scores, temperature);
    draw(scores, dice)
}
