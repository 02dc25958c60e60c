//! What a drag does: the pose editor's tools, and ours beside them.

use kansetsu::{
    Error,
    classic::{AxisCcd, EditorCcd, EditorChain, FrameAxis, move_joint, move_joint_along},
    d3::{Chain, Goal, Limit, Pose, Rig, Skeleton, frame::bone_frames, rotation_of, solve::Auto},
    glam::{Quat, Vec3},
};

/// What is dragged, and how.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The joints that turn, the dragged joint's parent first.
    pub chain: EditorChain,
    /// Whether bones are rotated or one is moved.
    pub mode: Mode,
    /// The part of the gizmo that is held; `None` is its centre.
    pub axis: Option<FrameAxis>,
    /// The frame of the bone that ends at the dragged joint, relative to the joint at its base; Z
    /// is along the bone.
    pub joint_from_frame: Quat,
}

/// Whether bones are rotated or one is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Bones turn.
    Rotate,
    /// One bone is moved.
    Move,
}

/// What an event of a drag did.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The pose after it.
    pub pose: Pose,
    /// Where the dragged joint was to be.
    pub target: Vec3,
    /// From the dragged joint to there, metres.
    pub distance: f32,
    /// How many rounds it took.
    pub rounds: usize,
}

/// How far the pointer has moved since the press.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// As a way in space, in the plane that looks at the viewer.
    pub in_space: Vec3,
    /// For a turn about an axis: to the right and up, pixels.
    pub pixels: f32,
}

impl Tool {
    /// The tool for a joint: so many levels up (0 is all), but not above the joint that floats.
    ///
    /// # Errors
    /// [`Error::NotAChain`] for a root, [`Error::JointOutOfRange`].
    pub fn new(
        skeleton: &Skeleton,
        joint: usize,
        levels: usize,
        float: Option<usize>,
    ) -> Result<Self, Error> {
        let chain = EditorChain::new(skeleton, joint, levels, |joint| Some(joint) == float)?;
        let joint_from_frame = bone_frames(skeleton, &[])[chain.joints()[0]];
        Ok(Self { chain, mode: Mode::Rotate, axis: None, joint_from_frame })
    }

    /// The axes of the gizmo, X, Y and Z, in the figure's space.
    #[must_use]
    pub fn axes(&self, skeleton: &Skeleton, pose: &Pose) -> [Vec3; 3] {
        let turn =
            rotation_of(&skeleton.forward(pose)[self.chain.joints()[0]]) * self.joint_from_frame;
        Vec3::AXES.map(|axis| turn * axis)
    }

    /// An event of the published method: free rotations continue from the pose `now`, all else from
    /// the pose at the press.
    ///
    /// # Errors
    /// What the library refuses.
    pub fn published(
        &self,
        skeleton: &Skeleton,
        (press, now): (&Pose, &Pose),
        way: Way,
    ) -> Result<Event, Error> {
        let target = self.start(skeleton, press) + way.in_space;
        let mut pose = if self.mode == Mode::Rotate && self.axis.is_none() {
            now.clone()
        } else {
            press.clone()
        };
        let report = match (self.mode, self.axis) {
            (Mode::Rotate, None) => {
                EditorCcd::default().solve(skeleton, &self.chain, target, &mut pose)
            }
            (Mode::Rotate, Some(axis)) => {
                let drag = AxisCcd { axis, pixels: way.pixels, ..AxisCcd::default() };
                drag.solve(skeleton, &self.chain, self.joint_from_frame, &mut pose)
            }
            (Mode::Move, None) => move_joint(skeleton, self.chain.tip(), target, &mut pose),
            (Mode::Move, Some(axis)) => move_joint_along(
                skeleton,
                self.chain.tip(),
                (self.joint_from_frame, axis),
                target,
                &mut pose,
            ),
        }?;
        let (target, distance) =
            report.goals.first().map_or((target, 0.0), |goal| (goal.target, goal.distance));
        Ok(Event { pose, target, distance, rounds: report.iterations })
    }

    /// Ours: from the pose at the press alone, to the same target, inside the limits. Moving a bone
    /// is the same in both.
    ///
    /// # Errors
    /// What the library refuses.
    pub fn ours(
        &self,
        rig: &Rig,
        limits: &[Option<Limit>],
        press: &Pose,
        way: Way,
    ) -> Result<Event, Error> {
        let skeleton = &rig.skeleton;
        if self.mode == Mode::Move {
            return self.published(skeleton, (press, press), way);
        }
        let target = match self.axis {
            None => self.start(skeleton, press) + way.in_space,
            Some(_) => self.published(skeleton, (press, press), way)?.target,
        };
        let joints = self.chain.joints();
        let (base, tip) = (joints[joints.len() - 1], self.chain.tip());
        let chain = Chain::new(skeleton, base, tip)?;
        let chain = match rig.limb_to(tip).filter(|limb| limb.base == base) {
            Some(limb) => chain.with_pole(skeleton, limb.pole),
            None => chain,
        };
        let mut pose = press.clone();
        let report = Auto::default().solve(
            &chain.with_limits(limits)?,
            &Goal::position(tip, target),
            &mut pose,
        )?;
        Ok(Event { pose, target, distance: report.distance(), rounds: report.iterations })
    }

    fn start(&self, skeleton: &Skeleton, press: &Pose) -> Vec3 {
        skeleton.forward(press)[self.chain.tip()].translation
    }
}
