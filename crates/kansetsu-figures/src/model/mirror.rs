//! The other side of the plane x = 0.
//!
//! With `M = diag(-1, 1, 1)` a mirrored turn is `M·T·M`: the quaternion (x, y, z, w) becomes (x, -y, -z, w). A limit
//! is mirrored so that it allows a mirrored turn exactly when the original allows the turn.

use glam::{Quat, Vec3};
use kansetsu::d3::{
    Limit,
    limit::{Cone, EulerBox, Hinge, SwingTwist},
};

/// A point or a direction on the other side.
pub(crate) fn point(p: Vec3) -> Vec3 {
    Vec3::new(-p.x, p.y, p.z)
}

/// A rotation on the other side; also the axis of one, seen as a turn.
pub(crate) fn rotation(q: Quat) -> Quat {
    Quat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

/// "LeftHand" of "RightHand" and the other way round; `None` for a name without a side.
pub(crate) fn name(name: &str) -> Option<String> {
    match (name.strip_prefix("Left"), name.strip_prefix("Right")) {
        (Some(rest), _) => Some(format!("Right{rest}")),
        (_, Some(rest)) => Some(format!("Left{rest}")),
        _ => None,
    }
}

/// The limit of the joint on the other side.
pub(crate) fn limit(limit: &Limit) -> Limit {
    match *limit {
        Limit::Hinge(Hinge { axis, min, max }) => Limit::Hinge(Hinge { axis: Vec3::new(axis.x, -axis.y, -axis.z), min, max }),
        Limit::Cone(Cone { axis, center, angle }) => Limit::Cone(Cone { axis: point(axis), center: point(center), angle }),
        Limit::SwingTwist(limit) => Limit::SwingTwist(SwingTwist {
            rest_from_limit: rotation(limit.rest_from_limit),
            joint_from_limit: rotation(limit.joint_from_limit),
            twist_min: -limit.twist_max,
            twist_max: -limit.twist_min,
            ..limit
        }),
        Limit::EulerBox(limit) => Limit::EulerBox(EulerBox {
            frame: rotation(limit.frame),
            min: Vec3::new(limit.min.x, -limit.max.y, -limit.max.z),
            max: Vec3::new(limit.max.x, -limit.min.y, -limit.min.z),
            ..limit
        }),
    }
}
