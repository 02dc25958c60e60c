//! Angles and directions that limits share.

use std::f32::consts::{PI, TAU};

use kansetsu::glam::{Quat, Vec3};

/// The swing of an elliptic cone whose place in the plane of `tan(swing / 4)` is this.
pub(super) fn swing(x: f32, y: f32) -> Quat {
    let squared = x * x + y * y;
    Quat::from_xyzw(2.0 * x, 2.0 * y, 0.0, 1.0 - squared).normalize()
}

/// The bounds that are meant: open ones as far as half a rotation, at most a full turn.
pub(super) fn range(min: f32, max: f32) -> [f32; 2] {
    let [low, high] =
        [if min.is_finite() { min } else { -PI }, if max.is_finite() { max } else { PI }];
    if low > high { [0.5 * (low + high); 2] } else { [low, high.min(low + TAU)] }
}

/// The angle in the range that is nearest to 0.
pub(super) fn nearest_to_rest(min: f32, max: f32) -> f32 {
    let [low, high] = range(min, max);
    0.0_f32.clamp(low, high)
}

/// A unit vector across another, always the same one.
pub(super) fn across(axis: Vec3, bone: Vec3) -> Vec3 {
    bone.reject_from_normalized(axis)
        .try_normalize()
        .unwrap_or_else(|| axis.any_orthonormal_vector())
}
