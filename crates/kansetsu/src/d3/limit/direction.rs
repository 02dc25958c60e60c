//! Shortest rotation of a direction onto the edge of a region of the sphere.

use glam::{Mat3, Vec3};

use crate::math::{Rot, vector};

/// The point of a region's edge that is nearest to a direction outside, all unit vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    pub(super) point: Vec3,
    /// The tangent of the edge, perpendicular to the great circle to the point; of either sign.
    pub(super) tangent: Vec3,
    /// The edge's geodesic curvature, positive if it bends around the region, as a fraction: `[1,
    /// 0]` is a corner, `[0, 1]` a great circle, `[cos α, sin α]` a circle of radius α.
    pub(super) curvature: [f32; 2],
}

impl Foot {
    /// The nearest point on a circle of radius α about `center`, given as `(cos α, sin α)`.
    /// Opposite to the center the point lies towards `fallback`.
    pub(super) fn on_circle(
        center: Vec3,
        [cos, sin]: [f32; 2],
        from: Vec3,
        fallback: Vec3,
    ) -> Self {
        let across = from - center * center.dot(from);
        let out = vector::unit(across)
            .filter(|_| across.length_squared() > 1e-14)
            .unwrap_or_else(|| vector::perpendicular(center, fallback));
        // Orthogonalized twice: next to the pole the first subtraction leaves a component along the
        // center.
        let out = vector::perpendicular(center, out);
        Self { point: center * cos + out * sin, tangent: center.cross(out), curvature: [cos, sin] }
    }

    /// The smallest rotation that moves `from` here.
    pub(super) fn shortest_turn(&self, from: Vec3) -> Rot {
        Rot::between(from, self.point, self.tangent)
    }

    /// The chord from `from` to here.
    pub(super) fn distance(&self, from: Vec3) -> f32 {
        self.point.distance(from)
    }

    /// The speed of the foot along the edge, and the spin of the shortest rotation about it, if
    /// `from` moves perpendicular to the great circle to the foot at unit speed. Near the foot the
    /// edge is its circle of curvature of radius ρ: `sin ρ / sin(ρ + δ)` and `(cos ρ - cos(ρ + δ))
    /// / sin(ρ + δ)` at the distance δ.
    pub(super) fn rates(&self, from: Vec3) -> [f32; 2] {
        let [bend, straight] = self.curvature;
        let (sin, cos) = (from.cross(self.point).length(), from.dot(self.point));
        // 1 - cos without cancellation.
        let versine = 0.5 * (from - self.point).length_squared();
        let focal = straight * cos + bend * sin;
        if focal.abs() < 1e-12 {
            return [0.0; 2];
        }
        [straight / focal, (straight * sin + bend * versine) / focal]
    }

    /// The tangent, oriented so that a positive rotation about it leads outwards.
    pub(super) fn outward_axis(&self, from: Vec3) -> Vec3 {
        if self.tangent.dot(self.point.cross(from)) < 0.0 { -self.tangent } else { self.tangent }
    }

    /// The derivative of `shortest_turn(direction of q) · q`: maps a small left rotation of q to
    /// that of the result.
    ///
    /// Rotations about the direction pass through to the foot. Rotations straight outwards vanish.
    /// Rotations along the edge move the foot along the edge and, as the sphere is curved, spin
    /// about it.
    pub(super) fn derivative(&self, from: Vec3) -> Mat3 {
        let axis = self.outward_axis(from);
        let [along, spin] = self.rates(from);
        let across = self.point.cross(axis) * along + self.point * spin;
        outer(self.point, from) + outer(across, from.cross(axis))
    }
}

/// `a bᵀ`
pub(super) fn outer(a: Vec3, b: Vec3) -> Mat3 {
    Mat3::from_cols(a * b.x, a * b.y, a * b.z)
}
