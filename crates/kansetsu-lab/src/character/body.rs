//! A humanoid with its five handles.

use kansetsu::{
    Budget, IkSession, Options, Target,
    classic::{AlignBody, AlignGoals, AlignJoints, AlignLimb, AlignLimits, AngleBox},
    d3::{Pose, Skeleton},
    glam::{Quat, Vec3},
};
use kansetsu_formats::{Figure, Role};

/// A humanoid with its five handles: hips, left hand, right hand, left foot, right foot.
#[derive(Clone, Debug)]
pub(super) struct Humanoid {
    pub(super) skeleton: Skeleton,
    pub(super) joints: AlignJoints,
    /// The joints that are drawn: what the roles of a body play, without fingers and eyes.
    pub(super) drawn: Vec<usize>,
    session: IkSession,
}

impl Humanoid {
    /// `None` when the figure lacks a role that the handles need.
    pub(super) fn of(figure: &Figure) -> Option<Self> {
        let joint = |role: Role| figure.rig.roles.get(&role).copied();
        let limb = |shoulder: Option<usize>, [upper, lower, tip]: [Role; 3]| {
            Some(AlignLimb {
                shoulder,
                upper: joint(upper)?,
                lower: joint(lower)?,
                tip: joint(tip)?,
            })
        };
        let joints = AlignJoints {
            hips: joint(Role::Hips)?,
            left_arm: limb(
                joint(Role::LeftShoulder),
                [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
            )?,
            right_arm: limb(
                joint(Role::RightShoulder),
                [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
            )?,
            left_leg: limb(None, [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot])?,
            right_leg: limb(None, [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot])?,
        };
        let skeleton = figure.rig.skeleton.clone();
        let is_small = |role: &Role| {
            let name = role.name();
            ["Thumb", "Index", "Middle", "Ring", "Little", "Eye", "jaw"]
                .iter()
                .any(|part| name.contains(part))
        };
        let mut drawn: Vec<usize> = figure
            .rig
            .roles
            .iter()
            .filter(|(role, _)| !is_small(role))
            .map(|(_, &joint)| joint)
            .collect();
        drawn.sort_unstable();
        let session = IkSession::new(&figure.rig, Options::default());
        Some(Self { skeleton, joints, drawn, session })
    }

    /// The joints of the handles.
    pub(super) fn handles(&self) -> [usize; 5] {
        let AlignJoints { hips, left_arm, right_arm, left_leg, right_leg } = &self.joints;
        [*hips, left_arm.tip, right_arm.tip, left_leg.tip, right_leg.tip]
    }

    /// The nearest drawn ancestor of each drawn joint.
    pub(super) fn bones(&self) -> Vec<[usize; 2]> {
        let above = |joint: usize| {
            self.skeleton.ancestors(joint).skip(1).find(|ancestor| self.drawn.contains(ancestor))
        };
        self.drawn.iter().filter_map(|&joint| Some([above(joint)?, joint])).collect()
    }

    /// The published method's view of it. Its table is for a figure that faces -Z, ours face +Z.
    pub(super) fn published(&self, limits: AlignLimits) -> Result<AlignBody, kansetsu::Error> {
        AlignBody::new(&self.skeleton, self.joints, limits, Quat::from_xyzw(0.0, 1.0, 0.0, 0.0))
    }

    /// Ours: all handles at once, from `pose`, which is unchanged after an error.
    pub(super) fn solve(
        &mut self,
        goals: &[Vec3; 5],
        pose: &mut Pose,
    ) -> Result<(), kansetsu::Error> {
        for (joint, &goal) in self.handles().into_iter().zip(goals) {
            self.session.set_target(self.skeleton.id(joint), Target::position(goal));
        }
        self.session.solve(pose, Budget::steps(200))?;
        Ok(())
    }
}

/// The handles' places as the published method takes them.
pub(super) fn align_goals(
    [hips, left_hand, right_hand, left_foot, right_foot]: [Vec3; 5],
) -> AlignGoals {
    AlignGoals {
        hips: Some(hips),
        left_hand: Some(left_hand),
        right_hand: Some(right_hand),
        left_foot: Some(left_foot),
        right_foot: Some(right_foot),
    }
}

/// The row of the table with this number, in the order of the lab page.
pub(super) fn row(limits: &mut AlignLimits, index: usize) -> &mut Option<AngleBox> {
    match index {
        0 => &mut limits.left_shoulder,
        1 => &mut limits.right_shoulder,
        2 => &mut limits.left_upper_arm,
        3 => &mut limits.right_upper_arm,
        4 => &mut limits.left_lower_arm,
        5 => &mut limits.right_lower_arm,
        6 => &mut limits.left_upper_leg,
        7 => &mut limits.right_upper_leg,
        8 => &mut limits.left_lower_leg,
        _ => &mut limits.right_lower_leg,
    }
}
