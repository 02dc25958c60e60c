//! Nonlinear least squares in the primal form: the equations of one Gauss-Newton step.
//!
//! The step of the whole-body solver is the dual of this one. It factors a matrix of as many rows
//! as the targets have, which is smaller than the number of unknowns, and requires joints that the
//! posture does not couple: `J W Jᵀ` is then a sum along the tree. A Gaussian over poses couples
//! all segments and has more numbers than unknowns, so the primal form is the smaller one.

use kansetsu::{glam::Mat3, math::factor};

/// The normal equations `(JᵀJ) x = -Jᵀr` of residuals `r` with the Jacobian `J`.
#[derive(Clone, Debug)]
pub(crate) struct NormalEquations {
    /// The lower triangle of `JᵀJ`, row by row.
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl NormalEquations {
    /// Without residuals.
    pub(crate) fn new(unknowns: usize) -> Self {
        Self { matrix: vec![0.0; unknowns * unknowns], right: vec![0.0; unknowns] }
    }

    /// Of residuals and the columns of their Jacobian.
    pub(crate) fn of(columns: &[Vec<f64>], residuals: &[f64]) -> Self {
        let mut equations = Self::new(columns.len());
        for (row, a) in columns.iter().enumerate() {
            for (column, b) in columns[..=row].iter().enumerate() {
                equations.add(row, column, factor::dot(a, b));
            }
            equations.pull(row, -factor::dot(a, residuals));
        }
        equations
    }

    /// Adds to the matrix. `column` is `row` at most.
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.matrix[row * self.right.len() + column] += value;
    }

    /// Adds to three rows and three columns of the matrix. The block `column` is `row` at most.
    pub(crate) fn add_block(&mut self, [row, column]: [usize; 2], values: &Mat3) {
        for (line, values) in values.transpose().to_cols_array_2d().iter().enumerate() {
            let first = (3 * row + line) * self.right.len() + 3 * column;
            let own = self.matrix[first..first + 3].iter_mut();
            own.zip(values).for_each(|(own, value)| *own += f64::from(*value));
        }
    }

    /// Adds to the right-hand side.
    pub(crate) fn pull(&mut self, row: usize, value: f64) {
        self.right[row] += value;
    }

    /// Fixes an unknown.
    pub(crate) fn hold(&mut self, unknown: usize) {
        let count = self.right.len();
        self.matrix[unknown * count..][..unknown].fill(0.0);
        self.matrix.iter_mut().skip(unknown).step_by(count).skip(unknown).for_each(|a| *a = 0.0);
        self.matrix[unknown * count + unknown] = 1.0;
        self.right[unknown] = 0.0;
    }

    /// With this fraction of the diagonal, plus 1, added to the diagonal (K. Levenberg 1944, D.
    /// Marquardt 1963).
    pub(crate) fn damped(mut self, damping: f64) -> Self {
        let count = self.right.len();
        self.matrix.iter_mut().step_by(count + 1).for_each(|a| *a += damping * (1.0 + *a));
        self
    }

    /// The step; `None` on overflow.
    pub(crate) fn solved(mut self) -> Option<Vec<f32>> {
        factor::solve_in_place(&mut self.matrix, &mut self.right);
        let step: Vec<f32> = self.right.into_iter().map(|step| step as f32).collect();
        step.iter().all(|step| step.is_finite()).then_some(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_solves_a_linear_problem_and_leaves_held_unknowns() {
        let columns = [vec![1.0, 0.0, 2.0], vec![0.5, 1.0, -1.0], vec![3.0, 1.0, 1.0]];
        let residuals = [1.0, -2.0, 0.5];
        let step = NormalEquations::of(&columns, &residuals).solved().unwrap();
        let left = |row: usize, step: &[f32]| {
            let moved =
                columns.iter().zip(step).map(|(column, step)| column[row] * f64::from(*step));
            residuals[row] + moved.sum::<f64>()
        };
        assert!((0..3).all(|row| left(row, &step).abs() < 1e-5), "{step:?}");
        let mut held = NormalEquations::of(&columns, &residuals);
        held.hold(1);
        let step = held.solved().unwrap();
        let slope = |column: usize| -> f64 {
            (0..3).map(|row| columns[column][row] * left(row, &step)).sum()
        };
        assert!(step[1] == 0.0 && slope(0).abs() < 1e-5 && slope(2).abs() < 1e-5, "{step:?}");
    }
}
