//! What dice may do: exact odds for people and for the games' knowledge.

pub mod coalitions;
pub mod gbacw;
pub mod wars_of_the_roses;
pub mod washingtons_war;

/// The chances of 0, 1, 2 ... successes in `dice` throws that each succeed with `chance`.
pub fn binomial(dice: usize, chance: f64) -> Vec<f64> {
    let mut odds = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; odds.len() + 1];
        for (hits, odd) in odds.iter().enumerate() {
            next[hits] += odd * (1.0 - chance);
            next[hits + 1] += odd * chance;
        }
        odds = next;
    }
    odds
}
