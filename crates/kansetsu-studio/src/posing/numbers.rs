//! The numbers of a joint, for fields in which they are typed.

use kansetsu::{
    Error, Target,
    d3::{
        Pose,
        frame::{FrameAngles, bone_frames},
    },
    glam::{Quat, Vec3},
    session::RequestTarget,
};

use super::{
    Settings, Subject,
    reach::{BUDGET, Firm, joint_name, request, solve},
    turn_joint::within,
};

/// The numbers of every joint of one figure.
#[derive(Clone, Debug)]
pub struct Numbers {
    frames: Vec<FrameAngles>,
    rests: Vec<Quat>,
}

impl Numbers {
    /// Works out the bones' frames.
    #[must_use]
    pub fn new(subject: &Subject) -> Self {
        let rests = subject
            .skeleton()
            .joints()
            .iter()
            .map(|joint| joint.rest.rotation.normalize())
            .collect();
        Self {
            frames: bone_frames(subject.skeleton(), &[])
                .into_iter()
                .map(FrameAngles::new)
                .collect(),
            rests,
        }
    }

    /// How a joint is rotated since rest: Euler angles in its bone's frame, radians, of all that
    /// give this turn the nearest to `previous`.
    #[must_use]
    pub fn angles(&self, pose: &Pose, joint: usize, previous: Vec3) -> Vec3 {
        let (Some(frame), Some(local)) = (self.frames.get(joint), pose.locals.get(joint)) else {
            return previous;
        };
        frame.decompose_near(self.rests[joint].inverse() * local.rotation, previous)
    }

    /// The pose with these angles, as far as the joint's limit allows when `limited`.
    #[must_use]
    pub fn with_angles(
        &self,
        subject: &Subject,
        joint: usize,
        angles: Vec3,
        limited: super::Limited,
    ) -> Pose {
        let mut pose = subject.pose.clone();
        if let (Some(frame), Some(local)) = (self.frames.get(joint), pose.locals.get_mut(joint)) {
            let rotation = (self.rests[joint] * frame.compose(angles)).normalize();
            local.rotation = if limited == super::Limited::Yes {
                within(subject, &subject.limits, joint, rotation)
            } else {
                rotation
            };
        }
        pose
    }
}

/// The pose with a joint at a place in world space, and with the pins of the figure held.
///
/// # Errors
/// [`Error::JointOutOfRange`], [`Error::InvalidNumber`] for a place that is not finite, and as
/// [`super::Drag::at`].
pub fn with_joint_at(
    subject: &Subject,
    joint: usize,
    place: Vec3,
    settings: &Settings,
) -> Result<Pose, Error> {
    let count = subject.skeleton().len();
    if joint >= count {
        return Err(Error::JointOutOfRange { joint, count });
    }
    let in_model = subject.placement.inverse().transform_point3(place);
    let mut request = request(
        subject,
        (joint, Firm::Nothing),
        &Settings { keeps_turn: false, ..settings.clone() },
    );
    let joint = joint_name(subject.rig(), joint);
    request.targets.push(RequestTarget {
        joint,
        relative_to: None,
        target: Target::position(in_model),
    });
    let mut pose = subject.pose.clone();
    solve(subject, &request, &mut pose, BUDGET)?;
    Ok(pose)
}
