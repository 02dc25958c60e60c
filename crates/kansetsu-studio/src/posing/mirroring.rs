//! The other side of the body does the same.

use kansetsu::{
    Error,
    d3::{Pose, Side},
};

use super::Subject;

/// The pose with the side that `joint` is on copied to the other, mirrored: what mirroring
/// afterwards returns, to the bit. Unchanged for a joint in the middle.
pub(super) fn mirrored(subject: &Subject, joint: usize, pose: Pose) -> Result<Pose, Error> {
    match side_of(subject, joint) {
        Some(side) => subject.rig().mirrored_side(&pose, side),
        None => Ok(pose),
    }
}

/// The side of the body that a joint is on: its own, or that of the nearest joint above it that has
/// a partner.
#[must_use]
pub fn side_of(subject: &Subject, joint: usize) -> Option<Side> {
    let rig = subject.rig();
    let skeleton = &rig.skeleton;
    let paired = skeleton.ancestors(joint).find_map(|joint| {
        let partner =
            rig.mirrors.get(joint).copied().flatten().filter(|&partner| partner != joint)?;
        Some([joint, partner])
    })?;
    let rest = skeleton.forward(&skeleton.rest_pose());
    let [own, other] = paired.map(|joint| rest[joint].translation.x);
    Some(if own > other { Side::Left } else { Side::Right })
}
