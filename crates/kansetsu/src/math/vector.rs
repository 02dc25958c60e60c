//! Directions that survive tiny and huge vectors.

use glam::Vec3;

/// The direction of `v`; `None` if `v` is zero or not finite. Safe against overflow and underflow.
#[inline]
#[must_use]
pub fn unit(v: Vec3) -> Option<Vec3> {
    let squared = v.length_squared();
    if squared > 1e-30 && squared < 1e30 {
        return Some(v * (1.0 / squared.sqrt()));
    }
    unit_far(v)
}

#[cold]
fn unit_far(v: Vec3) -> Option<Vec3> {
    let largest = v.abs().max_element();
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let v = v / largest;
    let length = v.length();
    length.is_finite().then(|| v / length)
}

/// The length of `v`, safe against overflow and underflow of its square.
#[inline]
#[must_use]
pub fn length(v: Vec3) -> f32 {
    let squared = v.length_squared();
    if squared > 1e-30 && squared < 1e30 {
        return squared.sqrt();
    }
    length_far(v)
}

#[cold]
fn length_far(v: Vec3) -> f32 {
    let largest = v.abs().max_element();
    if largest > 0.0 && largest.is_finite() { largest * (v / largest).length() } else { largest }
}

/// The [`length`] of a difference of two finite positions, for reports: finite, though the
/// difference may not be.
pub(crate) fn reported_length(v: Vec3) -> f32 {
    let length = length(v);
    if length == f32::INFINITY { f32::MAX } else { length }
}

/// A unit vector perpendicular to the unit vector `direction`, as near as possible to `preferred`.
#[must_use]
pub fn perpendicular(direction: Vec3, preferred: Vec3) -> Vec3 {
    let across = preferred - direction * preferred.dot(direction);
    if let Some(axis) =
        unit(across).filter(|_| across.length_squared() > 1e-8 * preferred.length_squared())
    {
        // Orthogonalized twice: the first subtraction leaves a component along `direction` if the
        // two are nearly parallel.
        return unit(axis - direction * axis.dot(direction)).unwrap_or(axis);
    }
    // The axis with the smallest component along the direction; a function of the direction only.
    let a = direction.abs();
    let other = if a.x <= a.y && a.x <= a.z {
        Vec3::X
    } else if a.y <= a.z {
        Vec3::Y
    } else {
        Vec3::Z
    };
    unit(other - direction * other.dot(direction)).unwrap_or(Vec3::X)
}
