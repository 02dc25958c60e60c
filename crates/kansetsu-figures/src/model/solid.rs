//! The solids that shapes are blended from, as signed distances.
//!
//! A distance is negative inside, positive outside, and nowhere changes faster than the way to the surface does
//! (much): what culling by distance relies on.

use glam::{Mat3, Vec3};

/// One solid. Metres, model space.
#[derive(Clone, Debug)]
pub(crate) enum Solid {
    /// An ellipsoid with its half axes along the columns of the turn.
    Ellipsoid { center: Vec3, radii: Vec3, local_from_model: Mat3 },
    /// The hull of two spheres: `start` with radius `start_radius`, and the sphere at the other end.
    RoundCone { start: Vec3, axis: Vec3, length: f32, start_radius: f32, end_radius: f32 },
    /// A box with rounded edges; `half` includes the rounding.
    RoundBox { center: Vec3, half: Vec3, rounding: f32, local_from_model: Mat3 },
    /// Everything on the far side of a plane, the normal pointing out of it.
    HalfSpace { point: Vec3, normal: Vec3 },
}

impl Solid {
    pub(crate) fn ball(center: Vec3, radius: f32) -> Self {
        Self::cone(center, center + Vec3::Y * 1e-4, radius, radius)
    }

    pub(crate) fn ellipsoid(center: impl Into<Vec3>, radii: impl Into<Vec3>) -> Self {
        Self::Ellipsoid { center: center.into(), radii: radii.into(), local_from_model: Mat3::IDENTITY }
    }

    pub(crate) fn cone(start: impl Into<Vec3>, end: impl Into<Vec3>, start_radius: f32, end_radius: f32) -> Self {
        let (start, end) = (start.into(), end.into());
        let length = (end - start).length();
        Self::RoundCone { start, axis: (end - start) / length, length, start_radius, end_radius }
    }

    pub(crate) fn round_box(center: impl Into<Vec3>, half: impl Into<Vec3>, rounding: f32) -> Self {
        Self::RoundBox { center: center.into(), half: half.into(), rounding, local_from_model: Mat3::IDENTITY }
    }

    pub(crate) fn half_space(point: impl Into<Vec3>, normal: impl Into<Vec3>) -> Self {
        Self::HalfSpace { point: point.into(), normal: normal.into().normalize() }
    }

    /// The same solid, turned about its centre; only for those that have axes.
    pub(crate) fn turned(mut self, turn: Mat3) -> Self {
        if let Self::Ellipsoid { local_from_model, .. } | Self::RoundBox { local_from_model, .. } = &mut self {
            *local_from_model = turn.transpose();
        }
        self
    }

    #[inline]
    pub(crate) fn distance(&self, p: Vec3) -> f32 {
        match *self {
            Self::Ellipsoid { center, radii, local_from_model } => ellipsoid(local_from_model * (p - center), radii),
            Self::RoundCone { start, axis, length, start_radius, end_radius } => {
                let from_start = p - start;
                let along = from_start.dot(axis);
                let across = (from_start.length_squared() - along * along).max(0.0).sqrt();
                round_cone(along, across, length, [start_radius, end_radius])
            }
            Self::RoundBox { center, half, rounding, local_from_model } => {
                let beyond = (local_from_model * (p - center)).abs() - (half - rounding);
                beyond.max(Vec3::ZERO).length() + beyond.max_element().min(0.0) - rounding
            }
            Self::HalfSpace { point, normal } => (p - point).dot(normal),
        }
    }

    /// The corners of a box around it; the half space has none.
    pub(crate) fn bounds(&self) -> Option<(Vec3, Vec3)> {
        match *self {
            Self::Ellipsoid { center, radii, local_from_model } => Some(around(center, radii, local_from_model)),
            Self::RoundBox { center, half, local_from_model, .. } => Some(around(center, half, local_from_model)),
            Self::RoundCone { start, axis, length, start_radius, end_radius } => {
                let end = start + axis * length;
                Some(((start - start_radius).min(end - end_radius), (start + start_radius).max(end + end_radius)))
            }
            Self::HalfSpace { .. } => None,
        }
    }
}

/// First-order distance to an ellipsoid: its implicit function over the length of that function's gradient
/// (Taubin, "Distance approximations for rasterizing implicit curves", ACM TOG 13(1), 1994). Exact on the
/// surface.
fn ellipsoid(p: Vec3, radii: Vec3) -> f32 {
    let scaled = p / radii;
    let value = scaled.length();
    let slope = (scaled / radii).length();
    if slope < 1e-6 { -radii.min_element() } else { value * (value - 1.0) / slope }
}

/// Exact: the nearest sphere of the hull is found by going from the point to the axis along the normal of the
/// cone, whose slope against the axis is `(r0 - r1) / length`.
fn round_cone(along: f32, across: f32, length: f32, radii: [f32; 2]) -> f32 {
    let sine = ((radii[0] - radii[1]) / length).clamp(-0.999, 0.999);
    let tangent = sine / (1.0 - sine * sine).sqrt();
    let foot = (along - across * tangent).clamp(0.0, length);
    let beyond = along - foot;
    (beyond * beyond + across * across).sqrt() - (radii[0] + (radii[1] - radii[0]) * (foot / length))
}

fn around(center: Vec3, half: Vec3, local_from_model: Mat3) -> (Vec3, Vec3) {
    let m = local_from_model;
    let reach = Vec3::new(m.x_axis.abs().dot(half), m.y_axis.abs().dot(half), m.z_axis.abs().dot(half));
    (center - reach, center + reach)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_cone_touches_both_spheres_and_its_side() {
        let cone = Solid::cone(Vec3::ZERO, Vec3::X * 0.3, 0.1, 0.05);
        assert!((cone.distance(Vec3::X * -0.15) - 0.05).abs() < 1e-6);
        assert!((cone.distance(Vec3::X * 0.4) - 0.05).abs() < 1e-6);
        let normal = Vec3::new(0.05 / 0.3, (1.0f32 - (0.05f32 / 0.3).powi(2)).sqrt(), 0.0);
        let on_side = Vec3::X * 0.15 + normal * 0.075;
        assert!(cone.distance(on_side).abs() < 1e-6);
        assert!((cone.distance(on_side + normal * 0.02) - 0.02).abs() < 1e-6);
    }

    #[test]
    fn an_ellipsoid_is_zero_on_its_surface() {
        let solid = Solid::ellipsoid(Vec3::Y, Vec3::new(0.1, 0.2, 0.3));
        for p in [Vec3::new(0.1, 1.0, 0.0), Vec3::new(0.0, 1.2, 0.0), Vec3::new(0.0, 1.0, -0.3)] {
            assert!(solid.distance(p).abs() < 1e-6);
        }
        assert!(solid.distance(Vec3::Y) < 0.0);
    }
}
