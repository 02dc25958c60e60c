//! What is known of a recorded pose.

use kansetsu::{
    d3::{Goal, Pose, Skeleton, rotation_of},
    glam::Quat,
};

use crate::recorded::Clip;

/// What is known.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Given {
    /// Hips, head, hands and feet: place and turn.
    SixPoses,
    /// The same, places; and about where the pelvis faces.
    SixPlaces,
    /// Places of chest, hands and feet; and about where the pelvis faces.
    FivePlaces,
    /// Place and turn of hips, head and hands.
    FourPoses,
    /// Place and turn of head and hands.
    ThreePoses,
    /// The pose half a second ago, the feet as they were then, and where one hand is now.
    Drag,
}

/// All of it, in words.
pub(crate) const GIVEN: [(Given, &str); 6] = [
    (Given::SixPoses, "six poses"),
    (Given::SixPlaces, "six places"),
    (Given::FivePlaces, "five places"),
    (Given::FourPoses, "four poses"),
    (Given::ThreePoses, "three poses"),
    (Given::Drag, "a dragged hand"),
];

impl Given {
    /// What is known of the pose `truth`.
    pub(crate) fn goals(self, clip: &Clip, [before, truth]: [&Pose; 2]) -> Vec<Goal> {
        let human = &clip.humanoid;
        let [was, at] = [before, truth].map(|pose| clip.figure.rig.skeleton.forward(pose));
        let [hands, feet] = [human.arms.map(|arm| arm.hand), human.legs.map(|leg| leg.foot)];
        let head = human.neck.last().copied();
        let chest = human.spine.last().copied();
        let place = |joint: usize| Goal::position(joint, at[joint].translation);
        let pose = |joint: usize| place(joint).with_orientation(rotation_of(&at[joint]));
        let ends = || [human.hips].into_iter().chain(head).chain(hands).chain(feet);
        match self {
            Self::SixPoses => ends().map(pose).collect(),
            Self::SixPlaces => ends().map(place).collect(),
            Self::FivePlaces => chest.into_iter().chain(hands).chain(feet).map(place).collect(),
            Self::FourPoses => [human.hips].into_iter().chain(head).chain(hands).map(pose).collect(),
            Self::ThreePoses => head.into_iter().chain(hands).map(pose).collect(),
            Self::Drag => {
                let stands =
                    |joint: usize| Goal::position(joint, was[joint].translation).with_orientation(rotation_of(&was[joint])).pinned();
                feet.into_iter().map(stands).chain([place(hands[1])]).collect()
            }
        }
    }

    /// From where it is solved: from the rest pose, for poses in one place with its pelvis there; where the heading is known turned to it.
    pub(crate) fn start(self, clip: &Clip, [before, truth]: [&Pose; 2]) -> Pose {
        let (skeleton, hips) = (&clip.figure.rig.skeleton, clip.humanoid.hips);
        let mut rest = skeleton.rest_pose();
        match self {
            Self::SixPoses => {}
            Self::Drag => return before.clone(),
            Self::SixPlaces | Self::FivePlaces | Self::FourPoses => {
                rest.locals[hips].rotation = heading_of(skeleton, hips, truth) * rest.locals[hips].rotation;
                rest.locals[hips].translation = truth.locals[hips].translation;
                rest.locals[hips].translation.y = skeleton.rest_pose().locals[hips].translation.y;
            }
            Self::ThreePoses => {
                let Some(&head) = clip.humanoid.neck.last() else { return rest };
                rest.locals[hips].rotation = heading_of(skeleton, head, truth) * rest.locals[hips].rotation;
                let [there, here] = [truth, &rest].map(|pose| skeleton.forward(pose)[head].translation);
                rest.locals[hips].translation += there - here;
            }
        }
        rest
    }
}

/// How far a joint is turned about the vertical from its rest.
pub(crate) fn heading_of(skeleton: &Skeleton, joint: usize, pose: &Pose) -> Quat {
    let [rest, now] = [&skeleton.rest_pose(), pose].map(|pose| rotation_of(&skeleton.forward(pose)[joint]));
    let turn = now * rest.inverse();
    let about = Quat::from_xyzw(0.0, turn.y, 0.0, turn.w);
    if about.length_squared() > 1e-6 { about.normalize() } else { Quat::IDENTITY }
}
