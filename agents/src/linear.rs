//! The little linear algebra that fits and ratings need: symmetric systems solved by Cholesky's factorisation.

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    pub fn zero(size: usize) -> Self {
        Matrix { size, values: vec![0.0; size * size] }
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.values[row * self.size + column]
    }
}

/// The lower triangle L with `L Lᵀ` equal to the matrix.
#[derive(Clone, Debug)]
pub(crate) struct Factor(Matrix);

/// Factors a symmetric positive matrix; `None` if it is not positive.
pub(crate) fn cholesky(matrix: &Matrix) -> Option<Factor> {
    let n = matrix.size;
    let mut lower = Matrix::zero(n);
    for i in 0..n {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| lower.at(i, k) * lower.at(j, k)).sum();
            let rest = matrix.at(i, j) - dot;
            if i == j {
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                *lower.at_mut(i, i) = rest.sqrt();
            } else {
                *lower.at_mut(i, j) = rest / lower.at(j, j);
            }
        }
    }
    Some(Factor(lower))
}

impl Factor {
    /// The `x` with matrix · x = `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let lower = &self.0;
        let n = lower.size;
        let mut x = right.to_vec();
        for i in 0..n {
            let dot: f64 = (0..i).map(|k| lower.at(i, k) * x[k]).sum();
            x[i] = (x[i] - dot) / lower.at(i, i);
        }
        for i in (0..n).rev() {
            let dot: f64 = (i + 1..n).map(|k| lower.at(k, i) * x[k]).sum();
            x[i] = (x[i] - dot) / lower.at(i, i);
        }
        x
    }

    pub fn inverse(&self) -> Matrix {
        let n = self.0.size;
        let mut inverse = Matrix::zero(n);
        let mut unit = vec![0.0; n];
        for column in 0..n {
            unit.fill(0.0);
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                *inverse.at_mut(row, column) = value;
            }
        }
        inverse
    }
}
