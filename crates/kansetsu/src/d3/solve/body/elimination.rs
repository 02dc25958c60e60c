//! Gaussian elimination of a symmetric system, three rows at a time.
//!
//! Rows lie in memory with the right side as their last column and are filled up to whole groups of four numbers, which the compiler
//! turns into vector instructions without changing a bit. Only the upper triangle is read.

/// Numbers that are handled together.
const GROUP: usize = 4;

/// A symmetric system whose size is a multiple of three.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elimination {
    size: usize,
    /// Groups in a row.
    groups: usize,
    /// What is solved, and the copy that is eliminated.
    given: Vec<[f32; GROUP]>,
    rows: Vec<[f32; GROUP]>,
    inverse_pivots: Vec<f32>,
    pub(crate) solution: Vec<f32>,
}

impl Elimination {
    /// An empty system of this size, a multiple of three.
    pub(crate) fn clear(&mut self, size: usize) {
        self.size = size;
        self.groups = size / GROUP + 1;
        self.given.clear();
        self.given.resize(size * self.groups, [0.0; GROUP]);
    }

    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// How many numbers a row has, the right side and what fills it up included.
    pub(crate) const fn width(&self) -> usize {
        self.groups * GROUP
    }

    /// A row from the diagonal's group on is what counts; the right side stands at [`Self::size`].
    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        self.given[row * self.groups..(row + 1) * self.groups].as_flattened_mut()
    }

    /// Adds `weight` times the outer product of a column and itself; the last of `column` (as wide as a row) goes to the right side.
    pub(crate) fn add_outer(&mut self, weight: f32, column: &[f32]) {
        let (whole, _) = column.as_chunks::<GROUP>();
        for (index, row) in self.given.chunks_exact_mut(self.groups).enumerate() {
            let factor = weight * column[index];
            if factor != 0.0 {
                let first = index / GROUP;
                for (values, others) in row[first..].iter_mut().zip(&whole[first..]) {
                    for (value, other) in values.iter_mut().zip(others) {
                        *value += factor * other;
                    }
                }
            }
        }
    }

    /// Solves with `damping` (of each three rows) on the diagonal. Pivots that rounding has made too small are brought up.
    pub(crate) fn solve(&mut self, damping: impl Fn(usize) -> f32) {
        self.rows.clone_from(&self.given);
        self.inverse_pivots.clear();
        for first in (0..self.size).step_by(3) {
            self.eliminate(first, damping(first / 3));
        }
        self.substitute();
    }

    /// Takes three rows out of all that follow.
    fn eliminate(&mut self, first: usize, damping: f32) {
        let groups = self.groups;
        let (above, below) = self.rows.split_at_mut((first + 3) * groups);
        let (one, rest) = above[first * groups..].split_at_mut(groups);
        let (two, three) = rest.split_at_mut(groups);
        let at = |row: &[[f32; GROUP]], column: usize| row.as_flattened()[column];
        let inverse = |pivot: f32| 1.0 / (pivot + damping).max(0.5 * damping);
        let a = inverse(at(one, first));
        subtract(two, one, at(one, first + 1) * a);
        subtract(three, one, at(one, first + 2) * a);
        let b = inverse(at(two, first + 1));
        subtract(three, two, at(two, first + 2) * b);
        let c = inverse(at(three, first + 2));
        self.inverse_pivots.extend([a, b, c]);
        for (index, row) in below.chunks_exact_mut(groups).enumerate() {
            let column = first + 3 + index;
            let factors = [at(one, column) * a, at(two, column) * b, at(three, column) * c];
            // Goals that share no joint.
            if factors == [0.0; 3] {
                continue;
            }
            let begin = column / GROUP;
            for (((row, one), two), three) in row[begin..].iter_mut().zip(&one[begin..]).zip(&two[begin..]).zip(&three[begin..]) {
                for lane in 0..GROUP {
                    row[lane] -= (factors[0] * one[lane] + factors[1] * two[lane]) + factors[2] * three[lane];
                }
            }
        }
    }

    /// From the last row up; each known value is taken out of all rows above at once.
    fn substitute(&mut self) {
        let width = self.width();
        let rows = self.rows.as_flattened();
        self.solution.clear();
        self.solution.extend((0..self.size).map(|row| rows[row * width + self.size]));
        for k in (0..self.size).rev() {
            let (above, at) = self.solution.split_at_mut(k);
            at[0] *= self.inverse_pivots[k];
            for (value, row) in above.iter_mut().zip(rows.chunks_exact(width)) {
                *value -= row[k] * at[0];
            }
        }
    }
}

#[inline]
fn subtract(row: &mut [[f32; GROUP]], other: &[[f32; GROUP]], factor: f32) {
    for (values, others) in row.iter_mut().zip(other) {
        for (value, other) in values.iter_mut().zip(others) {
            *value -= factor * other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves() {
        for size in [3, 9, 15, 21] {
            let mut system = Elimination::default();
            system.clear(size);
            let entry = |row: usize, column: usize| ((row * 7 + column * 7) % 11) as f32 * 0.1 + if row == column { 4.0 } else { 0.0 };
            for row in 0..size {
                for column in row..size {
                    system.row_mut(row)[column] = entry(row, column);
                }
                system.row_mut(row)[size] = row as f32 - 3.0;
            }
            let mut column = vec![0.0; system.width()];
            column[0] = 1.0;
            column[size - 1] = -0.5;
            column[size] = 2.0;
            system.add_outer(0.3, &column);
            system.solve(|_| 0.25);
            for row in 0..size {
                let damped = |other: usize| {
                    entry(row.min(other), row.max(other)) + 0.3 * column[row] * column[other] + if row == other { 0.25 } else { 0.0 }
                };
                let sum: f32 = (0..size).map(|other| damped(other) * system.solution[other]).sum();
                let wanted = row as f32 - 3.0 + 0.3 * column[row] * column[size];
                assert!((sum - wanted).abs() < 1e-4, "{size}, {row}: {sum} for {wanted}");
            }
        }
    }
}
