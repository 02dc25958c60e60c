//! Small symmetric positive definite systems.

/// A symmetric N × N matrix, lower triangle.
pub(crate) type Symmetric<const N: usize> = [[f32; N]; N];

/// Adds `factor · v vᵀ`.
#[inline]
pub(crate) fn add_outer<const N: usize>(a: &mut Symmetric<N>, v: &[f32; N], factor: f32) {
    for row in 0..N {
        let part = factor * v[row];
        for column in 0..=row {
            a[row][column] += part * v[column];
        }
    }
}

/// Solves `(a + damping · I) x = b` by an L D Lᵀ decomposition. Pivots that rounding has made smaller than `damping`
/// are brought up to it, so that the answer is always finite.
#[inline(always)]
pub(crate) fn solve<const N: usize>(a: &Symmetric<N>, damping: f32, b: &[f32; N]) -> [f32; N] {
    // L times D below the diagonal, and L itself, so that each product is made once.
    let (mut scaled, mut l) = (*a, [[0.0; N]; N]);
    let mut inverse_pivots = [0.0; N];
    for column in 0..N {
        let mut pivot = scaled[column][column] + damping;
        for k in 0..column {
            pivot -= scaled[column][k] * l[column][k];
        }
        let inverse = 1.0 / pivot.max(damping);
        inverse_pivots[column] = inverse;
        for row in column + 1..N {
            let mut sum = scaled[row][column];
            for k in 0..column {
                sum -= scaled[row][k] * l[column][k];
            }
            scaled[row][column] = sum;
            l[row][column] = sum * inverse;
        }
    }
    let mut x = *b;
    for row in 0..N {
        for k in 0..row {
            x[row] -= l[row][k] * x[k];
        }
    }
    for row in 0..N {
        x[row] *= inverse_pivots[row];
    }
    for row in (0..N).rev() {
        for k in row + 1..N {
            x[row] -= l[k][row] * x[k];
        }
    }
    x
}

#[inline]
pub(crate) fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut sum = 0.0;
    for k in 0..N {
        sum += a[k] * b[k];
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_what_it_should() {
        let a = [[4.0, 0.0, 0.0], [1.0, 3.0, 0.0], [-1.0, 0.5, 5.0]];
        let full = |row: usize, column: usize| if row >= column { a[row][column] } else { a[column][row] };
        let b = [1.0, -2.0, 3.0];
        let x = solve(&a, 0.25, &b);
        for row in 0..3 {
            let product: f32 = (0..3).map(|column| full(row, column) * x[column]).sum::<f32>() + 0.25 * x[row];
            assert!((product - b[row]).abs() < 1e-5);
        }
    }
}
