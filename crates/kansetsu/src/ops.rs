//! The transcendental functions, one implementation for every platform.
//!
//! The standard library leaves these to the platform's C library, whose last bits differ from
//! system to system. `libm` computes in plain IEEE arithmetic, so its results are bit-identical
//! everywhere. `sqrt` is exact by definition and stays with the standard library. In the rest of
//! this crate `f32::sin` and friends are disallowed by clippy.

/// Sine and cosine of an angle in radians.
#[inline]
#[must_use]
pub fn sin_cos(angle: f32) -> (f32, f32) {
    libm::sincosf(angle)
}

/// Sine of an angle in radians.
#[inline]
#[must_use]
pub fn sin(angle: f32) -> f32 {
    libm::sinf(angle)
}

/// Cosine of an angle in radians.
#[inline]
#[must_use]
pub fn cos(angle: f32) -> f32 {
    libm::cosf(angle)
}

/// Tangent of an angle in radians.
#[inline]
#[must_use]
pub fn tan(angle: f32) -> f32 {
    libm::tanf(angle)
}

/// Angle of the point (x, y) from +X, in (-π, π]; 0 at the origin.
#[inline]
#[must_use]
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// Arc sine, with the argument clamped to [-1, 1].
#[inline]
#[must_use]
pub fn asin(x: f32) -> f32 {
    libm::asinf(x.clamp(-1.0, 1.0))
}

/// Arc cosine, with the argument clamped to [-1, 1].
#[inline]
#[must_use]
pub fn acos(x: f32) -> f32 {
    libm::acosf(x.clamp(-1.0, 1.0))
}

/// The exponential function.
#[inline]
#[must_use]
pub fn exp(x: f32) -> f32 {
    libm::expf(x)
}

/// Sine and cosine of an angle in radians, in double precision.
#[inline]
#[must_use]
pub fn sin_cos_f64(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// Angle of the point (x, y) from +X in double precision, in (-π, π]; 0 at the origin.
#[inline]
#[must_use]
pub fn atan2_f64(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}
