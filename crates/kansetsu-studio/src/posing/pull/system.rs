//! A small symmetric system, solved by Cholesky's method.

use kansetsu::glam::{Mat3, Vec3};

/// `A y = b` with a positive definite A.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    rows: usize,
    /// The lower triangle, row after row, each as long as `rows`.
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl System {
    /// Empty, of so many rows.
    pub(super) fn clear(&mut self, rows: usize) {
        self.rows = rows;
        self.matrix.clear();
        self.matrix.resize(rows * rows, 0.0);
        self.right.clear();
        self.right.resize(rows, 0.0);
    }

    /// The same as another, its matrix and its right side scaled.
    pub(super) fn copy_scaled(&mut self, other: &Self, matrix: f64, right: f64) {
        self.rows = other.rows;
        self.matrix.clear();
        self.matrix.extend(other.matrix.iter().map(|value| value * matrix));
        self.right.clear();
        self.right.extend(other.right.iter().map(|value| value * right));
    }

    /// What a joint gives that moves goals, of threes of rows, by its derivatives J: J M Jᵀ to the matrix and J r to the right side.
    #[inline]
    pub(super) fn add_joint(&mut self, derivatives: &[(usize, Mat3)], middle: &Mat3, right: Vec3) {
        for (a, (goal, derivative)) in derivatives.iter().enumerate() {
            let drawn = *derivative * right;
            let spread = *derivative * *middle;
            for axis in 0..3 {
                self.add_right(3 * goal + axis, f64::from(drawn[axis]));
            }
            for (other, other_derivative) in &derivatives[..=a] {
                let block = (spread * other_derivative.transpose()).to_cols_array_2d();
                for row in 0..3 {
                    let start = (3 * goal + row) * self.rows + 3 * other;
                    for (value, column) in self.matrix[start..start + 3].iter_mut().zip(&block) {
                        *value += f64::from(column[row]);
                    }
                }
            }
        }
    }

    #[inline]
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.matrix[row * self.rows + column] += value;
    }

    #[inline]
    pub(super) fn add_right(&mut self, row: usize, value: f64) {
        self.right[row] += value;
    }

    /// Another right side.
    pub(super) fn set_right(&mut self, right: impl Iterator<Item = f64>) {
        self.right.clear();
        self.right.extend(right);
    }

    /// Solves in place; the answer is [`Self::answer`]. Gives false when the matrix is not positive definite.
    pub(super) fn solve(&mut self) -> bool {
        let n = self.rows;
        for i in 0..n {
            for j in 0..=i {
                let (row, column) = (&self.matrix[i * n..i * n + j], &self.matrix[j * n..j * n + j]);
                let sum: f64 = row.iter().zip(column).map(|(a, b)| a * b).sum();
                let rest = self.matrix[i * n + j] - sum;
                if i != j {
                    self.matrix[i * n + j] = rest / self.matrix[j * n + j];
                } else if rest > 0.0 && rest.is_finite() {
                    self.matrix[i * n + j] = rest.sqrt();
                } else {
                    return false;
                }
            }
        }
        self.solve_again();
        true
    }

    /// Solves for another right side, after [`Self::solve`].
    pub(super) fn solve_again(&mut self) {
        let n = self.rows;
        for i in 0..n {
            let sum: f64 = (0..i).map(|k| self.matrix[i * n + k] * self.right[k]).sum();
            self.right[i] = (self.right[i] - sum) / self.matrix[i * n + i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| self.matrix[k * n + i] * self.right[k]).sum();
            self.right[i] = (self.right[i] - sum) / self.matrix[i * n + i];
        }
    }

    pub(super) fn answer(&self) -> &[f64] {
        &self.right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_definite_system_and_refuses_others() {
        let matrix = [[4.0, 1.0, -2.0], [1.0, 3.0, 0.5], [-2.0, 0.5, 5.0]];
        let wanted = [0.3, -1.2, 2.0];
        let mut system = System::default();
        system.clear(3);
        for i in 0..3 {
            for j in 0..=i {
                system.add(i, j, matrix[i][j]);
            }
            system.add_right(i, (0..3).map(|j| matrix[i][j] * wanted[j]).sum());
        }
        assert!(system.solve());
        assert!(system.answer().iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 1e-12));
        system.clear(1);
        assert!(!system.solve());
    }
}
