//! Gaussian elimination of a symmetric system, three rows at a time.
//!
//! Rows lie in memory with the right side as their last column and are filled up to whole groups of four numbers, which the compiler
//! turns into vector instructions without changing a bit. Only the upper triangle is read.

use glam::Vec4;

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
        self.given.resize(size * self.groups, [0.0; GROUP]);
        self.empty();
    }

    /// Makes every number zero.
    #[inline]
    pub(crate) fn empty(&mut self) {
        self.given.fill([0.0; GROUP]);
    }

    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// How many numbers a row has, the right side and what fills it up included.
    pub(crate) const fn width(&self) -> usize {
        self.groups * GROUP
    }

    /// Adds three rows' part that belongs to three columns, none of them before the rows.
    #[inline]
    pub(crate) fn add(&mut self, row: usize, column: usize, parts: [Vec4; 3]) {
        let width = self.width();
        let rows = &mut self.given.as_flattened_mut()[row * width..(row + 3) * width];
        for (row, part) in rows.chunks_exact_mut(width).zip(parts) {
            for (value, part) in row[column..column + 3].iter_mut().zip(part.to_array()) {
                *value += part;
            }
        }
    }

    /// Adds `weight` times the outer product of a vector and itself to the three rows and columns from `row` on.
    #[inline]
    pub(crate) fn add_square(&mut self, weight: f32, row: usize, vector: Vec4) {
        let width = self.width();
        let rows = &mut self.given.as_flattened_mut()[row * width..(row + 3) * width];
        for (line, factor) in rows.chunks_exact_mut(width).zip((vector * weight).to_array()) {
            for (value, other) in line[row..row + 3].iter_mut().zip(vector.to_array()) {
                *value += factor * other;
            }
        }
    }

    /// The right side of three rows.
    #[inline]
    pub(crate) fn right_side(&mut self, row: usize) -> [&mut f32; 3] {
        let (width, size) = (self.width(), self.size);
        let rows = &mut self.given.as_flattened_mut()[row * width..(row + 3) * width];
        let (one, rest) = rows.split_at_mut(width);
        let (two, three) = rest.split_at_mut(width);
        [&mut one[size], &mut two[size], &mut three[size]]
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

    /// Solves with `damping` (of each three rows) on the diagonal. A row of which rounding has left nothing stays zero: divided by what is
    /// left, the rows after it would grow without bounds.
    pub(crate) fn solve(&mut self, damping: impl Fn(usize) -> f32) {
        self.solution.resize(self.size, 0.0);
        // What the compiler knows the size of takes a third of the time.
        match self.size {
            3 => self.solve_small::<3, 4>(damping),
            6 => self.solve_small::<6, 8>(damping),
            9 => self.solve_small::<9, 12>(damping),
            12 => self.solve_small::<12, 16>(damping),
            15 => self.solve_small::<15, 16>(damping),
            _ => self.solve_large(damping),
        }
    }

    /// Row by row, for a size and a width that are known.
    fn solve_small<const SIZE: usize, const WIDTH: usize>(&mut self, damping: impl Fn(usize) -> f32) {
        let mut rows = [[0.0; WIDTH]; SIZE];
        for (row, given) in rows.iter_mut().zip(self.given.as_flattened().as_chunks::<WIDTH>().0) {
            *row = *given;
        }
        let mut inverse = [0.0; SIZE];
        for k in 0..SIZE {
            let one = rows[k];
            inverse[k] = inverse_pivot(one[k], damping(k / 3));
            for index in k + 1..SIZE {
                let factor = one[index] * inverse[k];
                for (value, other) in rows[index].iter_mut().zip(&one) {
                    *value -= factor * other;
                }
            }
        }
        let mut solution: [f32; SIZE] = std::array::from_fn(|row| rows[row][SIZE]);
        for k in (0..SIZE).rev() {
            solution[k] *= inverse[k];
            for row in 0..k {
                solution[row] -= rows[row][k] * solution[k];
            }
        }
        self.solution.copy_from_slice(&solution);
    }

    fn solve_large(&mut self, damping: impl Fn(usize) -> f32) {
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
        let a = inverse_pivot(at(one, first), damping);
        subtract(two, one, at(one, first + 1) * a);
        subtract(three, one, at(one, first + 2) * a);
        let b = inverse_pivot(at(two, first + 1), damping);
        subtract(three, two, at(two, first + 2) * b);
        let c = inverse_pivot(at(three, first + 2), damping);
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
        for (row, value) in self.solution.iter_mut().enumerate() {
            *value = rows[row * width + self.size];
        }
        for k in (0..self.size).rev() {
            let (above, at) = self.solution.split_at_mut(k);
            at[0] *= self.inverse_pivots[k];
            for (value, row) in above.iter_mut().zip(rows.chunks_exact(width)) {
                *value -= row[k] * at[0];
            }
        }
    }
}

#[inline(always)]
fn inverse_pivot(pivot: f32, damping: f32) -> f32 {
    let damped = pivot + damping;
    if damped > 0.5 * damping { 1.0 / damped } else { 0.0 }
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
        for size in [3, 6, 9, 12, 15, 18, 21] {
            let mut system = Elimination::default();
            system.clear(size);
            let entry = |row: usize, column: usize| ((row * 7 + column * 7) % 11) as f32 * 0.1 + if row == column { 4.0 } else { 0.0 };
            let mut rows = vec![[0.0; 3]; size];
            for row in 0..size {
                for column in 0..size {
                    rows[column][row % 3] = entry(row.min(column), row.max(column));
                }
                *system.right_side(row - row % 3)[row % 3] = row as f32 - 3.0;
                for column in (row - row % 3..size).step_by(3).filter(|_| row % 3 == 2) {
                    let part = |k: usize| Vec4::new(rows[column][k], rows[column + 1][k], rows[column + 2][k], 0.0);
                    system.add(row - 2, column, [part(0), part(1), part(2)]);
                }
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
