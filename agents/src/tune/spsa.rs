//! Simultaneous perturbation stochastic approximation (Spall 1992), with his usual gain sequences.

use serde::{Deserialize, Serialize};
use warlab_engine::Chance;

use super::step_dice;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    seed: u64,
    step: u64,
    /// Steps over which the gains are planned to fall.
    planned: u64,
    /// How far each weight is moved to measure its effect, at first.
    spans: Vec<f64>,
    /// How far a step moves per unit of measured slope, at first.
    rate: f64,
    values: Vec<f64>,
}

impl Spsa {
    /// Starts at `values`; `spans` are changes of each weight that should matter a little, `rate` the step size (for
    /// scores between 0 and 1 about 1).
    ///
    /// # Panics
    /// If there are not as many spans as values.
    pub fn new(values: Vec<f64>, spans: Vec<f64>, rate: f64, planned: u64, seed: u64) -> Self {
        assert_eq!(values.len(), spans.len(), "a span for each value");
        Spsa { seed, step: 0, planned: planned.max(1), spans, rate, values }
    }

    /// The best values so far.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    pub fn step(&self) -> u64 {
        self.step
    }

    fn signs(&self) -> impl Iterator<Item = f64> + use<> {
        let mut dice = step_dice(self.seed, self.step);
        std::iter::repeat_with(move || if dice.below(2) == 0 { -1.0 } else { 1.0 })
    }

    fn shrink(&self) -> f64 {
        (self.step as f64 + 1.0).powf(-0.101)
    }

    /// Two candidates on opposite sides of the present values. They may be played against one another: then tell the
    /// first one's score and one minus it.
    pub fn ask(&self) -> [Vec<f64>; 2] {
        let shifted = |side: f64| {
            let moved = self.values.iter().zip(&self.spans).zip(self.signs());
            moved.map(|((value, span), sign)| value + side * sign * span * self.shrink()).collect()
        };
        [shifted(1.0), shifted(-1.0)]
    }

    /// Moves towards the better one.
    pub fn tell(&mut self, scores: [f64; 2]) {
        let stability = 0.1 * self.planned as f64;
        let gain = self.rate * ((stability + 1.0) / (self.step as f64 + 1.0 + stability)).powf(0.602);
        let slope = (scores[0] - scores[1]) / 2.0;
        let signs: Vec<f64> = self.signs().take(self.values.len()).collect();
        for ((value, span), sign) in self.values.iter_mut().zip(&self.spans).zip(signs) {
            *value += gain * slope * sign * span;
        }
        self.step += 1;
    }
}
