//! Logistic regression with a small ridge: the chance to win, read off a position's metrics.

/// Weights for standardised columns, and an intercept.
#[derive(Clone, PartialEq, Debug)]
pub struct Logistic {
    centre: Vec<f64>,
    scale: Vec<f64>,
    weights: Vec<f64>,
    intercept: f64,
}

const ROUNDS: usize = 25;

impl Logistic {
    /// Fits by Newton's method. `ridge` keeps the weights finite when the sides are separable.
    pub fn fit(rows: &[&[f64]], won: &[f64], ridge: f64) -> Option<Self> {
        let columns = rows.first()?.len();
        let n = rows.len() as f64;
        let mut centre = vec![0.0; columns];
        let mut scale = vec![0.0; columns];
        for row in rows {
            centre.iter_mut().zip(*row).for_each(|(sum, value)| *sum += value / n);
        }
        for row in rows {
            for (j, value) in row.iter().enumerate() {
                scale[j] += (value - centre[j]).powi(2) / n;
            }
        }
        scale
            .iter_mut()
            .for_each(|variance| *variance = if *variance > 1e-12 { variance.sqrt() } else { 1.0 });
        let mut model = Logistic { centre, scale, weights: vec![0.0; columns], intercept: 0.0 };
        let width = columns + 1;
        let mut x = vec![1.0; width];
        for _ in 0..ROUNDS {
            let mut slope = vec![0.0; width];
            let mut curve = vec![0.0; width * width];
            for (row, &won) in rows.iter().zip(won) {
                model.standardise(row, &mut x);
                let chance = model.chance(row);
                let weight = (chance * (1.0 - chance)).max(1e-9);
                for i in 0..width {
                    slope[i] += (won - chance) * x[i];
                    for j in 0..=i {
                        curve[i * width + j] += weight * x[i] * x[j];
                    }
                }
            }
            for (i, weight) in model.weights.iter().enumerate() {
                slope[i] -= ridge * weight;
                curve[i * width + i] += ridge;
            }
            curve[width * width - 1] += 1e-9;
            let step = solve(&mut curve, slope, width)?;
            model.weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
            model.intercept += step[columns];
            if step.iter().all(|step| step.abs() < 1e-8) {
                break;
            }
        }
        Some(model)
    }

    /// The chance of a win in a position with these metrics.
    pub fn chance(&self, row: &[f64]) -> f64 {
        let mut sum = self.intercept;
        for (j, value) in row.iter().enumerate() {
            sum += self.weights[j] * (value - self.centre[j]) / self.scale[j];
        }
        1.0 / (1.0 + (-sum).exp())
    }

    fn standardise(&self, row: &[f64], x: &mut [f64]) {
        for (j, value) in row.iter().enumerate() {
            x[j] = (value - self.centre[j]) / self.scale[j];
        }
    }
}

/// Solves a symmetric positive definite system given by its lower triangle (Cholesky).
fn solve(matrix: &mut [f64], mut right: Vec<f64>, n: usize) -> Option<Vec<f64>> {
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            let value = matrix[i * n + j] - sum;
            if i == j {
                if value <= 0.0 {
                    return None;
                }
                matrix[i * n + i] = value.sqrt();
            } else {
                matrix[i * n + j] = value / matrix[j * n + j];
            }
        }
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    Some(right)
}
