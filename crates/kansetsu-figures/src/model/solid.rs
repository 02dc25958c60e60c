//! The solids that shapes consist of, as signed distances.
//!
//! A distance is negative inside, positive outside, and its slope is nowhere much above 1: culling
//! by distance relies on that.

use glam::{Mat3, Vec3};

/// One solid. Metres, model space.
#[derive(Clone, Debug)]
pub(crate) enum Solid {
    /// An ellipsoid with its half axes along the columns of the rotation.
    Ellipsoid { center: Vec3, radii: Vec3, inverse_radii: Vec3, local_from_model: Mat3 },
    /// The hull of two spheres.
    RoundCone(RoundCone),
    /// A box with rounded edges; `half` includes the rounding.
    RoundBox { center: Vec3, half: Vec3, rounding: f32, local_from_model: Mat3 },
    /// The half space behind a plane, whose normal points out of it.
    HalfSpace { point: Vec3, normal: Vec3 },
}

/// The hull of two spheres.
#[derive(Clone, Debug)]
pub(crate) struct RoundCone {
    start: Vec3,
    axis: Vec3,
    length: f32,
    start_radius: f32,
    /// The change of the radius per metre along the axis.
    growth: f32,
    /// The slope of the side's normal to the plane perpendicular to the axis.
    tangent: f32,
}

/// A distance and its gradient.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slope {
    pub(crate) distance: f32,
    pub(crate) gradient: Vec3,
}

impl std::ops::Neg for Slope {
    type Output = Self;

    fn neg(self) -> Self {
        Self { distance: -self.distance, gradient: -self.gradient }
    }
}

impl Solid {
    pub(crate) fn ball(center: Vec3, radius: f32) -> Self {
        Self::cone(center, center + Vec3::Y * 1e-4, radius, radius)
    }

    pub(crate) fn ellipsoid(center: impl Into<Vec3>, radii: impl Into<Vec3>) -> Self {
        let radii = radii.into();
        Self::Ellipsoid {
            center: center.into(),
            radii,
            inverse_radii: radii.recip(),
            local_from_model: Mat3::IDENTITY,
        }
    }

    pub(crate) fn cone(
        start: impl Into<Vec3>,
        end: impl Into<Vec3>,
        start_radius: f32,
        end_radius: f32,
    ) -> Self {
        let (start, end) = (start.into(), end.into());
        let length = (end - start).length();
        let growth = ((end_radius - start_radius) / length).clamp(-0.999, 0.999);
        let tangent = -growth / (1.0 - growth * growth).sqrt();
        Self::RoundCone(RoundCone {
            start,
            axis: (end - start) / length,
            length,
            start_radius,
            growth,
            tangent,
        })
    }

    pub(crate) fn round_box(center: impl Into<Vec3>, half: impl Into<Vec3>, rounding: f32) -> Self {
        Self::RoundBox {
            center: center.into(),
            half: half.into(),
            rounding,
            local_from_model: Mat3::IDENTITY,
        }
    }

    pub(crate) fn half_space(point: impl Into<Vec3>, normal: impl Into<Vec3>) -> Self {
        Self::HalfSpace { point: point.into(), normal: normal.into().normalize() }
    }

    /// The same solid, rotated about its center; only for solids with axes.
    pub(crate) fn turned(mut self, turn: Mat3) -> Self {
        if let Self::Ellipsoid { local_from_model, .. } | Self::RoundBox { local_from_model, .. } =
            &mut self
        {
            *local_from_model = turn.transpose();
        }
        self
    }

    #[inline]
    pub(crate) fn distance(&self, p: Vec3) -> f32 {
        match self {
            &Self::Ellipsoid { center, inverse_radii, local_from_model, .. } => {
                ellipsoid(local_from_model * (p - center), inverse_radii)
            }
            Self::RoundCone(cone) => cone.distance(p),
            &Self::RoundBox { center, half, rounding, local_from_model } => {
                let beyond = (local_from_model * (p - center)).abs() - (half - rounding);
                beyond.max(Vec3::ZERO).length() + beyond.max_element().min(0.0) - rounding
            }
            &Self::HalfSpace { point, normal } => (p - point).dot(normal),
        }
    }

    /// The distance and its gradient.
    #[inline]
    pub(crate) fn slope(&self, p: Vec3) -> Slope {
        match self {
            &Self::Ellipsoid { center, inverse_radii, local_from_model, .. } => {
                let local = ellipsoid_slope(local_from_model * (p - center), inverse_radii);
                Slope {
                    distance: local.distance,
                    gradient: local_from_model.transpose() * local.gradient,
                }
            }
            Self::RoundCone(cone) => cone.slope(p),
            &Self::RoundBox { center, half, rounding, local_from_model } => {
                let local = local_from_model * (p - center);
                let beyond = local.abs() - (half - rounding);
                let outside = beyond.max(Vec3::ZERO);
                let steepest = beyond.cmpeq(Vec3::splat(beyond.max_element()));
                let way = if outside == Vec3::ZERO {
                    Vec3::select(steepest, Vec3::ONE, Vec3::ZERO)
                } else {
                    outside
                };
                let gradient = (way * local.signum()).normalize();
                Slope {
                    distance: self.distance(p),
                    gradient: local_from_model.transpose() * gradient,
                }
            }
            &Self::HalfSpace { point, normal } => {
                Slope { distance: (p - point).dot(normal), gradient: normal }
            }
        }
    }

    /// The corners of its bounding box; the half space has none.
    pub(crate) fn bounds(&self) -> Option<(Vec3, Vec3)> {
        match self {
            &Self::Ellipsoid { center, radii, local_from_model, .. } => {
                Some(around(center, radii, local_from_model))
            }
            &Self::RoundBox { center, half, local_from_model, .. } => {
                Some(around(center, half, local_from_model))
            }
            Self::RoundCone(RoundCone { start, axis, length, start_radius, growth, .. }) => {
                let (end, end_radius) = (*start + *axis * *length, start_radius + growth * length);
                Some((
                    (*start - *start_radius).min(end - end_radius),
                    (*start + *start_radius).max(end + end_radius),
                ))
            }
            Self::HalfSpace { .. } => None,
        }
    }
}

impl RoundCone {
    /// Exact: the nearest of the spheres between the two ends is found along the normal of the side
    /// from the point to the axis.
    #[inline]
    fn distance(&self, p: Vec3) -> f32 {
        let from_start = p - self.start;
        let foot = self.foot(from_start);
        (from_start - self.axis * foot).length() - (self.start_radius + self.growth * foot)
    }

    fn slope(&self, p: Vec3) -> Slope {
        let from_start = p - self.start;
        let foot = self.foot(from_start);
        let out = from_start - self.axis * foot;
        let length = out.length();
        Slope {
            distance: length - (self.start_radius + self.growth * foot),
            gradient: out / length.max(1e-9),
        }
    }

    /// The position along the axis of the nearest sphere.
    #[inline]
    fn foot(&self, from_start: Vec3) -> f32 {
        let along = from_start.dot(self.axis);
        let across = (from_start.length_squared() - along * along).max(0.0).sqrt();
        (along - across * self.tangent).clamp(0.0, self.length)
    }
}

/// First-order distance to an ellipsoid: its implicit function divided by the length of that
/// function's gradient (Taubin, "Distance approximations for rasterizing implicit curves", ACM TOG
/// 13(1), 1994). Exact on the surface.
#[inline]
fn ellipsoid(p: Vec3, inverse_radii: Vec3) -> f32 {
    let scaled = p * inverse_radii;
    let value = scaled.length();
    let slope = (scaled * inverse_radii).length();
    if slope < 1e-6 { -1.0 / inverse_radii.max_element() } else { value * (value - 1.0) / slope }
}

/// [`ellipsoid`] with its gradient: with `v` the value and `s` the slope, `v (v - 1) / s` is
/// differentiated by the quotient rule.
fn ellipsoid_slope(p: Vec3, inverse_radii: Vec3) -> Slope {
    let scaled = p * inverse_radii;
    let twice = scaled * inverse_radii;
    let (value, slope) = (scaled.length(), twice.length());
    if slope < 1e-6 {
        return Slope { distance: -1.0 / inverse_radii.max_element(), gradient: Vec3::Y };
    }
    let value_gradient = twice / value;
    let slope_gradient = twice * inverse_radii * inverse_radii / slope;
    let distance = value * (value - 1.0) / slope;
    let gradient = (value_gradient * (2.0 * value - 1.0) - slope_gradient * distance) / slope;
    Slope { distance, gradient }
}

fn around(center: Vec3, half: Vec3, local_from_model: Mat3) -> (Vec3, Vec3) {
    let m = local_from_model;
    let reach =
        Vec3::new(m.x_axis.abs().dot(half), m.y_axis.abs().dot(half), m.z_axis.abs().dot(half));
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
    fn gradients_are_those_of_the_distances() {
        let turn = Mat3::from_rotation_x(0.4);
        let solids = [
            Solid::ellipsoid(Vec3::ZERO, (0.1, 0.2, 0.3)).turned(turn),
            Solid::cone(Vec3::ZERO, Vec3::new(0.1, 0.3, 0.0), 0.1, 0.05),
            Solid::round_box(Vec3::ZERO, (0.1, 0.2, 0.3), 0.02).turned(turn),
            Solid::half_space(Vec3::ZERO, (1.0, 2.0, 3.0)),
        ];
        for (i, solid) in
            (0..).zip(&solids).flat_map(|(i, solid)| (0..50).map(move |j| (i * 50 + j, solid)))
        {
            let part = |k: i32| ((i * k) % 97) as f32 / 97.0 - 0.5;
            let p = Vec3::new(part(31), part(57), part(83));
            let slope = solid.slope(p);
            let numeric = Vec3::from_array(
                Vec3::AXES
                    .map(|axis| solid.distance(p + axis * 1e-3) - solid.distance(p - axis * 1e-3)),
            ) / 2e-3;
            assert!((slope.distance - solid.distance(p)).abs() < 1e-6);
            assert!(
                (slope.gradient - numeric).length() < 0.03,
                "{solid:?} at {p}: {} and {numeric}",
                slope.gradient
            );
        }
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
