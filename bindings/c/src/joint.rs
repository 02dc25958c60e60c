//! Joints and poses of a skeleton in the C interface.

use kansetsu::{JointId, Pose, d3::Skeleton};

use crate::failure::{Code, Failure};

/// The identity of an existing joint.
pub(crate) fn joint_id(skeleton: &Skeleton, joint: u32) -> Result<JointId, Failure> {
    let id = skeleton.id(joint as usize);
    skeleton.index_of(id)?;
    Ok(id)
}

/// Checks that `count` is the number of floats of a pose.
pub(crate) fn check_floats(skeleton: &Skeleton, count: usize) -> Result<(), Failure> {
    let expected = Pose::FLAT * skeleton.len();
    if count == expected {
        return Ok(());
    }
    Err(Failure::new(
        Code::Length,
        format!(
            "the pose has {count} numbers; there must be {expected}, {} for each joint",
            Pose::FLAT
        ),
    ))
}
