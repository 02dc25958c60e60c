//! The other side of the plane x = 0.

use glam::Vec3;
use kansetsu::d3::Limit;

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

/// The limit of the joint on the other side.
pub(crate) fn limit(limit: &Limit) -> Limit {
    limit.mirrored(Vec3::X)
}
