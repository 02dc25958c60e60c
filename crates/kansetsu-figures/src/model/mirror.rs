//! Mirroring at the plane x = 0.

use glam::Vec3;

/// The mirror image of a point or a direction.
pub(crate) fn point(p: Vec3) -> Vec3 {
    Vec3::new(-p.x, p.y, p.z)
}

/// "LeftHand" for "RightHand" and vice versa; `None` for a name without a side.
pub(crate) fn name(name: &str) -> Option<String> {
    match (name.strip_prefix("Left"), name.strip_prefix("Right")) {
        (Some(rest), _) => Some(format!("Right{rest}")),
        (_, Some(rest)) => Some(format!("Left{rest}")),
        _ => None,
    }
}
