//! Numbers that solvers must stand.

/// Numbers at the ends of what single precision holds, and beyond.
pub(crate) const EXTREMES: [f32; 13] =
    [0.0, -0.0, 1e-45, 1e-38, 1e-20, 1.0, -1.0, 1e10, 1e20, 1e30, -1e30, f32::NAN, f32::INFINITY];
