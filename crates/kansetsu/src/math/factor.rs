//! The Cholesky factor `L` of a dense symmetric matrix `A = L Lᵀ`, in double precision.
//!
//! Matrices are square, row by row, and only their lower triangles are used. The diagonal of a
//! factor holds the inverses of its entries.

/// Smaller pivots are raised to this: linearly dependent rows then have no effect.
const LEAST_PIVOT: f64 = 1e-14;

/// Replaces a positive definite matrix of `n` rows by its factor.
pub fn decompose(a: &mut [f64], n: usize) {
    for j in 0..n {
        let (above, below) = a.split_at_mut((j + 1) * n);
        let own = &mut above[j * n..=j * n + j];
        own[j] = 1.0 / (own[j] - dot(&own[..j], &own[..j])).max(LEAST_PIVOT).sqrt();
        for row in below.chunks_exact_mut(n) {
            row[j] = (row[j] - dot(&row[..j], &own[..j])) * own[j];
        }
    }
}

/// Solves `L x = b` in place; `x` holds `b`.
pub fn solve_lower(factor: &[f64], x: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        let row = &factor[i * n..=i * n + i];
        x[i] = (x[i] - dot(&row[..i], &x[..i])) * row[i];
    }
}

/// Solves `Lᵀ x = b` in place; `x` holds `b`.
pub fn solve_upper(factor: &[f64], x: &mut [f64]) {
    let n = x.len();
    for i in (0..n).rev() {
        let row = &factor[i * n..=i * n + i];
        x[i] *= row[i];
        let known = x[i];
        for (x, a) in x.iter_mut().zip(&row[..i]) {
            *x -= a * known;
        }
    }
}

/// Solves `A x = b` in place: `a` becomes its factor; `x` holds `b`.
pub fn solve_in_place(a: &mut [f64], x: &mut [f64]) {
    decompose(a, x.len());
    solve_lower(a, x);
    solve_upper(a, x);
}

/// The dot product in four parallel sums, always in the same order.
#[must_use]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (mut sums, whole) = ([0.0; 4], a.len() & !3);
    for (a, b) in a[..whole].chunks_exact(4).zip(b[..whole].chunks_exact(4)) {
        for k in 0..4 {
            sums[k] += a[k] * b[k];
        }
    }
    let rest: f64 = a[whole..].iter().zip(&b[whole..]).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_satisfies_the_equations() {
        for n in 1..20_usize {
            let rows: Vec<f64> =
                (0..n * n).map(|k| ((k * 37 + 11) % 101) as f64 / 50.0 - 1.0).collect();
            // B Bᵀ + I is positive definite.
            let mut a = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..n {
                    let sum: f64 = (0..n).map(|k| rows[i * n + k] * rows[j * n + k]).sum();
                    a[i * n + j] = sum + f64::from(u8::from(i == j));
                }
            }
            let b: Vec<f64> = (0..n).map(|k| (k as f64 * 0.7).mul_add(1.0, -1.0)).collect();
            let (mut factor, mut x) = (a.clone(), b.clone());
            solve_in_place(&mut factor, &mut x);
            for i in 0..n {
                let sum: f64 = (0..n).map(|j| a[i * n + j] * x[j]).sum();
                assert!((sum - b[i]).abs() < 1e-10, "{n}: {sum} and {}", b[i]);
            }
        }
    }
}
