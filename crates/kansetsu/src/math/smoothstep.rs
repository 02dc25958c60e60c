//! The cubic step.

/// 0 below 0, 1 above 1, and between them the cubic `3 t² - 2 t³`, which has zero slope at both
/// ends.
#[inline]
#[must_use]
pub fn smoothstep(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
