//! The same limit of a joint with other axes.

use glam::{Quat, Vec3};

use super::{Cone, EulerBox, Hinge, Limit, ReachCone, SwingTwist};
use crate::math::Rot;

impl Limit {
    /// The limit of the same joint with other axes: `new_from_old` maps directions in the joint's
    /// frame to those in its new one. It allows exactly the rotations that this one allows, in the
    /// new frame: `new_from_old · turn · new_from_old⁻¹`.
    ///
    /// ```
    /// use kansetsu::{d3::limit::{Hinge, Limit}, glam::{Quat, Vec3}};
    ///
    /// let old = Limit::Hinge(Hinge::new(Vec3::X, 0.0, 2.5));
    /// let new = old.reframed(Quat::from_rotation_z(1.0));
    /// let axis = Quat::from_rotation_z(1.0) * Vec3::X;
    /// assert!(new.violation(Quat::from_axis_angle(axis, 2.0)) < 1e-6);
    /// assert!((new.violation(Quat::from_axis_angle(axis, -0.5)) - 0.5).abs() < 1e-5);
    /// ```
    #[must_use]
    pub fn reframed(&self, new_from_old: Quat) -> Self {
        let turn = Rot::from(new_from_old).normalized();
        let way = |v: Vec3| turn.rotate(v);
        let frame = |q: Quat| (turn * Rot::from(q).normalized()).positive().into();
        match self {
            Self::Hinge(limit) => Self::Hinge(Hinge { axis: way(limit.axis), ..*limit }),
            Self::Cone(limit) => Self::Cone(Cone {
                axis: way(limit.axis),
                center: way(limit.center),
                angle: limit.angle,
            }),
            Self::SwingTwist(limit) => Self::SwingTwist(SwingTwist {
                rest_from_limit: frame(limit.rest_from_limit),
                joint_from_limit: frame(limit.joint_from_limit),
                ..*limit
            }),
            Self::EulerBox(limit) => {
                Self::EulerBox(EulerBox { frame: frame(limit.frame), ..*limit })
            }
            Self::ReachCone(limit) => Self::ReachCone(ReachCone {
                axis: way(limit.axis),
                visible: way(limit.visible),
                vertices: limit.vertices.iter().copied().map(way).collect(),
                ..*limit
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::d3::EulerOrder;

    #[test]
    fn what_was_allowed_is_allowed_in_the_new_frame_and_nothing_else() {
        let limits = [
            Limit::Hinge(Hinge::new(Vec3::new(1.0, 0.3, 0.2), -0.3, 1.4)),
            Limit::Cone(Cone { axis: Vec3::Y, center: Vec3::new(0.2, 1.0, 0.1), angle: 0.6 }),
            Limit::SwingTwist(
                SwingTwist::elliptic(Vec3::X, Vec3::Z, [0.5, 1.1]).with_twist(-0.8, 0.3),
            ),
            Limit::EulerBox(EulerBox::new(
                EulerOrder::Zxy,
                Vec3::new(-0.2, -0.9, -0.1),
                Vec3::new(0.4, 0.3, 1.2),
            )),
            Limit::ReachCone(ReachCone::new(
                Vec3::Y,
                vec![
                    Vec3::new(1.0, 1.0, 0.0),
                    Vec3::new(-0.5, 1.0, 0.8),
                    Vec3::new(-0.5, 1.0, -0.8),
                ],
            )),
        ];
        let frame = Quat::from_scaled_axis(Vec3::new(0.4, -1.3, 0.8));
        for limit in limits {
            let other = limit.reframed(frame);
            for step in 0_u16..60 {
                let part = |prime: u16| f32::from(step * prime % 13) / 6.5 - 1.0;
                let turn = Quat::from_scaled_axis(Vec3::new(part(3), part(5), part(7)) * 1.5);
                let seen = frame * turn * frame.inverse();
                let [a, b] = [limit.violation(turn), other.violation(seen)];
                assert!((a - b).abs() < 1e-4, "{limit:?}: {a} and {b}");
            }
        }
    }
}
