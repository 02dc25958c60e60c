//! Limits on the body: what is drawn at a joint, handles that change it, and limits that fit a motion.
//!
//! Everything is in the joint's *rest frame*, the frame in which limits speak, with the joint at the origin and directions as unit
//! vectors; [`LimitSite`] says where that frame stands in the world. Every point of a boundary comes with a turn that stands on
//! the bound that the solver enforces, so what is seen is what holds.

mod boundary;
mod fit;
mod handle;
mod site;

pub use boundary::{BoundaryPoint, Stroke, boundary};
pub use fit::{Fit, LimitKind, fit};
pub use handle::{HandleId, LimitDrag, LimitHandle, handles};
pub use site::LimitSite;

use kansetsu::glam::{Quat, Vec3};

/// What the line of a twist is called.
const TWIST: &str = "twist";

/// The swing of an elliptic cone whose place in the plane of `tan(swing / 4)` is this.
fn swing(x: f32, y: f32) -> Quat {
    let squared = x * x + y * y;
    Quat::from_xyzw(2.0 * x, 2.0 * y, 0.0, 1.0 - squared).normalize()
}

/// The bounds that are meant: open ones as far as half a turn, at most a full turn.
fn range(min: f32, max: f32) -> [f32; 2] {
    use std::f32::consts::{PI, TAU};
    let [low, high] = [if min.is_finite() { min } else { -PI }, if max.is_finite() { max } else { PI }];
    if low > high { [0.5 * (low + high); 2] } else { [low, high.min(low + TAU)] }
}

/// The angle in the range that is nearest to 0.
fn nearest_to_rest(min: f32, max: f32) -> f32 {
    let [low, high] = range(min, max);
    0.0_f32.clamp(low, high)
}

/// A unit vector across another, always the same one.
fn across(axis: Vec3, bone: Vec3) -> Vec3 {
    bone.reject_from_normalized(axis).try_normalize().unwrap_or_else(|| axis.any_orthonormal_vector())
}
