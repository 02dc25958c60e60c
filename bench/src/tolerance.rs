//! When a tip counts as at its goal.

/// The tolerance of the tip.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Metres.
    pub distance: f64,
    /// Radians.
    pub angle: f64,
}

impl Tolerance {
    /// A thousandth of the chain and half a degree.
    pub fn of_length(length: f32) -> Self {
        Self { distance: 1e-3 * f64::from(length), angle: 0.5_f64.to_radians() }
    }
}
