//! A symmetric system of as many unknowns as a chain has ways to move.

/// A symmetric matrix, row after row.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrix {
    size: usize,
    values: Vec<f64>,
    /// Its Cholesky factor, made again for each shift.
    factor: Vec<f64>,
}

/// A pivot no larger than this part of the largest counts as none.
const NO_PIVOT: f64 = 1e-14;

impl Matrix {
    /// Of this size, without values.
    pub(super) fn clear(&mut self, size: usize) {
        self.size = size;
        self.values.clear();
        self.values.resize(size * size, 0.0);
    }

    /// Writes half of each value into its row and half into its column, so that the matrix is symmetric whatever rounding does.
    pub(super) fn add_row(&mut self, row: usize, values: impl Iterator<Item = f64>) {
        for (column, value) in values.take(self.size).enumerate() {
            self.values[row * self.size + column] += 0.5 * value;
            self.values[column * self.size + row] += 0.5 * value;
        }
    }

    /// The largest number on the diagonal.
    pub(super) fn largest(&self) -> f64 {
        (0..self.size).fold(0.0, |largest: f64, row| largest.max(self.values[row * self.size + row].abs()))
    }

    /// Solves `(matrix + shift) x = b` for `x` in place of `b`. Gives whether that is positive definite.
    pub(super) fn solve(&mut self, shift: f64, x: &mut [f64]) -> bool {
        let size = self.size;
        let least = NO_PIVOT * self.largest();
        self.factor.clone_from(&self.values);
        for row in 0..size {
            let (above, from) = self.factor.split_at_mut(row * size);
            let own = &mut from[..size];
            for column in 0..row {
                let other = &above[column * size..][..size];
                let sum: f64 = own[..column].iter().zip(&other[..column]).map(|(a, b)| a * b).sum();
                own[column] = (own[column] - sum) / other[column];
            }
            let squares: f64 = own[..row].iter().map(|value| value * value).sum();
            let pivot = own[row] + shift - squares;
            if pivot.is_nan() || pivot <= least {
                return false;
            }
            own[row] = pivot.sqrt();
        }
        for row in 0..size {
            let own = &self.factor[row * size..][..size];
            let sum: f64 = own[..row].iter().zip(&x[..row]).map(|(a, b)| a * b).sum();
            x[row] = (x[row] - sum) / own[row];
        }
        for row in (0..size).rev() {
            let sum: f64 = (row + 1..size).map(|below| self.factor[below * size + row] * x[below]).sum();
            x[row] = (x[row] - sum) / self.factor[row * size + row];
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_what_it_should() {
        let rows = [[4.0, 1.0, -1.0], [1.0, 3.0, 0.5], [-1.0, 0.5, 5.0]];
        let mut matrix = Matrix::default();
        matrix.clear(3);
        rows.iter().enumerate().for_each(|(row, values)| matrix.add_row(row, values.iter().copied()));
        let (shift, b) = (0.25, [1.0, -2.0, 3.0]);
        let mut x = b;
        assert!(matrix.solve(shift, &mut x));
        for row in 0..3 {
            let product: f64 = (0..3).map(|column| rows[row][column] * x[column]).sum::<f64>() + shift * x[row];
            assert!((product - b[row]).abs() < 1e-12);
        }
        assert!(!matrix.solve(-4.0, &mut x), "that is not positive definite");
    }
}
