//! The given goals of a recorded pose.

use kansetsu::{
    d3::{Goal, Pose, Skeleton, rotation_of},
    glam::{Quat, Vec3},
};

use crate::recorded::Clip;

/// The angle of random hand rotations, degrees.
const HANDS: f32 = 30.0;

/// The given goals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Given {
    /// Hips, head, hands and feet: position and rotation.
    SixPoses,
    /// The same, of the hands only the position.
    PosesWithoutHands,
    /// The same with random hand rotations: recorded wrists with one degree of freedom define the
    /// elbow too well.
    PosesWithHandsTurned,
    /// The same, positions only; and the approximate heading of the pelvis.
    SixPlaces,
    /// Positions of chest, hands and feet; and the approximate heading of the pelvis.
    FivePlaces,
    /// Position and rotation of hips, head and hands.
    FourPoses,
    /// Position and rotation of head and hands.
    ThreePoses,
    /// The pose half a second ago, the feet as they were then, and the position of one hand now.
    Drag,
}

/// All kinds, with their descriptions.
pub(crate) const GIVEN: [(Given, &str); 8] = [
    (Given::SixPoses, "six poses"),
    (Given::PosesWithoutHands, "six poses, of the hands only the place"),
    (Given::PosesWithHandsTurned, "six poses, hands rotated by 30° at random"),
    (Given::SixPlaces, "six places"),
    (Given::FivePlaces, "five places"),
    (Given::FourPoses, "four poses"),
    (Given::ThreePoses, "three poses"),
    (Given::Drag, "a dragged hand"),
];

impl Given {
    /// The goals for the pose `truth`, with this index in its group.
    pub(crate) fn goals(
        self,
        clip: &Clip,
        [before, truth]: [&Pose; 2],
        number: usize,
    ) -> Vec<Goal> {
        let human = &clip.humanoid;
        let [was, at] = [before, truth].map(|pose| clip.figure.rig.skeleton.forward(pose));
        let [hands, feet] = [human.arms.map(|arm| arm.hand), human.legs.map(|leg| leg.foot)];
        let head = human.neck.last().copied();
        let chest = human.spine.last().copied();
        let place = |joint: usize| Goal::position(joint, at[joint].translation);
        let pose = |joint: usize| place(joint).with_orientation(rotation_of(&at[joint]));
        let trunk = || [human.hips].into_iter().chain(head);
        let ends = || trunk().chain(hands).chain(feet);
        match self {
            Self::SixPoses => ends().map(pose).collect(),
            Self::PosesWithoutHands => {
                trunk().chain(feet).map(pose).chain(hands.map(place)).collect()
            }
            Self::PosesWithHandsTurned => {
                let turned = |(side, joint): (usize, usize)| {
                    place(joint)
                        .with_orientation(by_chance(2 * number + side) * rotation_of(&at[joint]))
                };
                trunk()
                    .chain(feet)
                    .map(pose)
                    .chain(hands.into_iter().enumerate().map(turned))
                    .collect()
            }
            Self::SixPlaces => ends().map(place).collect(),
            Self::FivePlaces => chest.into_iter().chain(hands).chain(feet).map(place).collect(),
            Self::FourPoses => trunk().chain(hands).map(pose).collect(),
            Self::ThreePoses => head.into_iter().chain(hands).map(pose).collect(),
            Self::Drag => {
                let stands = |joint: usize| {
                    Goal::position(joint, was[joint].translation)
                        .with_orientation(rotation_of(&was[joint]))
                        .pinned()
                };
                feet.into_iter().map(stands).chain([place(hands[1])]).collect()
            }
        }
    }

    /// The start pose: the rest pose. Poses at a fixed position have the pelvis there; a known
    /// heading is applied to it.
    pub(crate) fn start(self, clip: &Clip, [before, truth]: [&Pose; 2]) -> Pose {
        let (skeleton, hips) = (&clip.figure.rig.skeleton, clip.humanoid.hips);
        let mut rest = skeleton.rest_pose();
        match self {
            Self::SixPoses | Self::PosesWithoutHands | Self::PosesWithHandsTurned => {}
            Self::Drag => return before.clone(),
            Self::SixPlaces | Self::FivePlaces | Self::FourPoses => {
                rest.locals[hips].rotation =
                    heading_of(skeleton, hips, truth) * rest.locals[hips].rotation;
                rest.locals[hips].translation = truth.locals[hips].translation;
                rest.locals[hips].translation.y = skeleton.rest_pose().locals[hips].translation.y;
            }
            Self::ThreePoses => {
                let Some(&head) = clip.humanoid.neck.last() else { return rest };
                rest.locals[hips].rotation =
                    heading_of(skeleton, head, truth) * rest.locals[hips].rotation;
                let [there, here] =
                    [truth, &rest].map(|pose| skeleton.forward(pose)[head].translation);
                rest.locals[hips].translation += there - here;
            }
        }
        rest
    }
}

/// The rotation of a joint about the vertical from rest.
pub(crate) fn heading_of(skeleton: &Skeleton, joint: usize, pose: &Pose) -> Quat {
    let [rest, now] =
        [&skeleton.rest_pose(), pose].map(|pose| rotation_of(&skeleton.forward(pose)[joint]));
    let turn = now * rest.inverse();
    let about = Quat::from_xyzw(0.0, turn.y, 0.0, turn.w);
    if about.length_squared() > 1e-6 { about.normalize() } else { Quat::IDENTITY }
}

/// A rotation of 30 degrees about an axis that depends on the number only.
fn by_chance(number: usize) -> Quat {
    // Points that fill a square evenly (the golden ratio's generalization, Roberts 2018), as points
    // on a sphere.
    let [along, about] =
        [0.754_877_67, 0.569_840_3].map(|step: f64| (number as f64 * step).fract() as f32);
    let (height, angle) = (2.0 * along - 1.0, std::f32::consts::TAU * about);
    let wide = (1.0 - height * height).max(0.0).sqrt();
    Quat::from_axis_angle(
        Vec3::new(wide * angle.cos(), height, wide * angle.sin()).normalize(),
        HANDS.to_radians(),
    )
}
