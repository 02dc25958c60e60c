//! Limits for the other side of the body.

use glam::{Quat, Vec3};

use super::{Cone, EulerBox, Hinge, Limit, ReachCone, SwingTwist};
use crate::math::{Rot, vector};

impl Limit {
    /// The limit of the joint on the other side of the plane with this normal, a direction in the
    /// rest frame of both joints (which must have the same axes). It allows exactly the mirror
    /// images of the rotations that this one allows.
    ///
    /// A mirrored rotation is the rotation conjugated by half a turn about the normal. Directions
    /// are mirrored, so that a mirrored cone still contains the mirrored bone. A normal of zero
    /// length leaves the limit unchanged.
    ///
    /// ```
    /// use kansetsu::{d3::limit::{Hinge, Limit}, glam::{Quat, Vec3}};
    ///
    /// let left = Limit::Hinge(Hinge::new(Vec3::Y, -2.5, 0.0));
    /// let right = left.mirrored(Vec3::X);
    /// assert!(right.violation(Quat::from_rotation_y(2.0)) < 1e-6);
    /// ```
    #[must_use]
    pub fn mirrored(&self, normal: Vec3) -> Self {
        let Some(normal) = vector::unit(normal) else { return self.clone() };
        match self {
            Self::Hinge(limit) => Self::Hinge(hinge(*limit, normal)),
            Self::Cone(limit) => Self::Cone(Cone {
                axis: mirror(limit.axis, normal),
                center: mirror(limit.center, normal),
                angle: limit.angle,
            }),
            Self::SwingTwist(limit) => Self::SwingTwist(swing_twist(*limit, normal)),
            Self::EulerBox(limit) => Self::EulerBox(euler_box(*limit, normal)),
            Self::ReachCone(limit) => Self::ReachCone(reach_cone(limit, normal)),
        }
    }
}

fn mirror(v: Vec3, normal: Vec3) -> Vec3 {
    v - normal * (2.0 * v.dot(normal))
}

/// Half a turn about the normal.
fn half_turn(normal: Vec3) -> Rot {
    Rot::from_parts(normal, 0.0)
}

/// The axis is mirrored, and with it the sense of the angles.
fn hinge(limit: Hinge, normal: Vec3) -> Hinge {
    Hinge { axis: mirror(limit.axis, normal), min: -limit.max, max: -limit.min }
}

/// Another half turn about X keeps Z along the mirrored direction, and negates the twist.
fn swing_twist(limit: SwingTwist, normal: Vec3) -> SwingTwist {
    let frame = |frame: Quat| {
        (half_turn(normal) * Rot::from(frame).normalized() * Rot::new(1.0, 0.0, 0.0, 0.0))
            .positive()
            .into()
    };
    SwingTwist {
        rest_from_limit: frame(limit.rest_from_limit),
        joint_from_limit: frame(limit.joint_from_limit),
        twist_min: -limit.twist_max,
        twist_max: -limit.twist_min,
        ..limit
    }
}

/// Half a turn about an axis of the frame only negates the two other angles; any other half turn
/// changes the frame.
fn euler_box(limit: EulerBox, normal: Vec3) -> EulerBox {
    let frame = Rot::from(limit.frame).normalized();
    let along = frame.inverse().rotate(normal).abs();
    let Some(kept) = (0..3).find(|&axis| along[axis] > 1.0 - 1e-6) else {
        return EulerBox { frame: (half_turn(normal) * frame).positive().into(), ..limit };
    };
    let sense = |axis: usize, bound: Vec3, opposite: Vec3| {
        if axis == kept { bound[axis] } else { -opposite[axis] }
    };
    EulerBox {
        min: Vec3::from_array(std::array::from_fn(|axis| sense(axis, limit.min, limit.max))),
        max: Vec3::from_array(std::array::from_fn(|axis| sense(axis, limit.max, limit.min))),
        ..limit
    }
}

fn reach_cone(limit: &ReachCone, normal: Vec3) -> ReachCone {
    ReachCone {
        axis: mirror(limit.axis, normal),
        visible: mirror(limit.visible, normal),
        vertices: limit.vertices.iter().map(|&vertex| mirror(vertex, normal)).collect(),
        twist_min: -limit.twist_max,
        twist_max: -limit.twist_min,
    }
}
