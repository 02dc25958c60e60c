//! The other side of the plane x = 0.

use glam::Vec3;
use kansetsu::d3::{Limit, limit::Hinge};

/// A point or a direction on the other side.
pub(crate) fn point(p: Vec3) -> Vec3 {
    Vec3::new(-p.x, p.y, p.z)
}

/// "LeftHand" of "RightHand" and the other way round; `None` for a name without a side.
pub(crate) fn name(name: &str) -> Option<String> {
    match (name.strip_prefix("Left"), name.strip_prefix("Right")) {
        (Some(rest), _) => Some(format!("Right{rest}")),
        (_, Some(rest)) => Some(format!("Left{rest}")),
        _ => None,
    }
}

/// The limit of the joint on the other side. Flexion stays positive: a hinge keeps its angles and turns its axis
/// round, where [`Limit::mirrored`] keeps the axis and turns the angles.
pub(crate) fn limit(limit: &Limit) -> Limit {
    match limit.mirrored(Vec3::X) {
        Limit::Hinge(Hinge { axis, min, max }) => Limit::Hinge(Hinge { axis: -axis, min: -max, max: -min }),
        other => other,
    }
}
