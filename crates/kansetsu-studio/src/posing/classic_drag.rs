//! The drags of the published pose editor, as the library has them.

use kansetsu::{
    Error,
    classic::{AxisCcd, EditorCcd, EditorChain, FrameAxis, move_joint, move_joint_along},
    d3::{Report, frame::bone_frames},
    glam::{Quat, Vec3},
};

use super::{Classic, Settings, Subject, reach::Reached, travel::Way};

/// The pose of such a drag; `target` is where the pointer wants the joint, in model space.
pub(super) fn drag(
    subject: &Subject,
    (joint, form): (usize, Classic),
    (target, way): (Vec3, Way),
    settings: &Settings,
) -> Result<Reached, Error> {
    let skeleton = subject.skeleton();
    let mut pose = subject.pose.clone();
    let chain = || {
        EditorChain::new(skeleton, joint, settings.levels, |joint| subject.stops.contains(&joint))
    };
    let report = match form {
        Classic::Rotate => EditorCcd::default().solve(skeleton, &chain()?, target, &mut pose)?,
        Classic::RotateAbout(axis) => {
            let drag = AxisCcd { axis, pixels: way.across.x - way.across.y, ..AxisCcd::default() };
            drag.solve(skeleton, &chain()?, frame_of(subject, joint), &mut pose)?
        }
        Classic::Move => move_joint(skeleton, joint, target, &mut pose)?,
        Classic::MoveAlong(axis) => along(subject, joint, axis, (target, &mut pose))?,
    };
    let Report { outcome, iterations, .. } = report;
    Ok(Reached { pose, outcome, active_limits: Vec::new(), iterations, stopped: None })
}

fn along(
    subject: &Subject,
    joint: usize,
    axis: FrameAxis,
    (target, pose): (Vec3, &mut kansetsu::d3::Pose),
) -> Result<Report, Error> {
    move_joint_along(subject.skeleton(), joint, (frame_of(subject, joint), axis), target, pose)
}

/// The bone that ends at the dragged joint: the frame of its parent.
fn frame_of(subject: &Subject, joint: usize) -> Quat {
    let bone = subject.skeleton().joints()[joint].parent.unwrap_or(joint);
    bone_frames(subject.skeleton(), &[])[bone]
}
