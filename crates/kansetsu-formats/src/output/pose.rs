//! The pose of a written file.

use kansetsu::d3::{Pose, Skeleton};

use crate::Error;

/// Refuses a pose of another skeleton, and one that is not finite.
///
/// # Errors
/// [`Error::Skeleton`] with the joint.
pub(crate) fn check_pose(skeleton: &Skeleton, pose: &Pose) -> Result<(), Error> {
    let joints = skeleton.joints();
    if pose.locals.len() != joints.len() {
        return Err(kansetsu::Error::PoseMismatch {
            pose: pose.locals.len(),
            skeleton: joints.len(),
        }
        .into());
    }
    for (local, joint) in pose.locals.iter().zip(joints) {
        let sound = local.translation.is_finite()
            && local.scale.is_finite()
            && local.rotation.length_squared() > 1e-12;
        if !(sound && local.rotation.is_finite()) {
            let what = format!("its pose is {local:?}");
            return Err(
                kansetsu::Error::InvalidTransform { joint: joint.name.clone(), what }.into()
            );
        }
    }
    Ok(())
}
