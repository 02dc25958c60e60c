//! Placement of elbows by rules without data.

use kansetsu::{
    d3::{Arm, Humanoid, Pose, Skeleton, rotation_of},
    glam::{Affine3, Quat, Vec3},
};

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rule {
    /// A bent elbow brings the palm to the head: the arm lies in a plane with it. Kim & Rosen (IEEE
    /// Transactions on Biomedical Engineering 59, 2012).
    PalmToHead,
    /// The swivel angle is a sum of terms in the position of the hand relative to the shoulder.
    /// Parger et al. (VRST 2018), with the numbers of their published program.
    Beside,
}

/// The rotation error of an elbow about the line from the shoulder to the hand, radians; `None` for
/// an arm that is nearly straight, whose elbow is undefined.
pub(crate) fn swivel(poses: [&[Affine3]; 2], arm: &Arm) -> Option<f32> {
    let [was, is] = poses.map(|joints| out(joints, arm));
    Some(was?.angle_between(is?))
}

/// The least distance of an elbow from that line, as a fraction of the arm.
const BENT: f32 = 0.03;

/// The displacement from the line through shoulder and hand to the elbow.
fn out(joints: &[Affine3], arm: &Arm) -> Option<Vec3> {
    let [shoulder, elbow, hand] =
        [arm.upper, arm.lower, arm.hand].map(|joint| joints[joint].translation);
    let line = (hand - shoulder).try_normalize()?;
    let out = (elbow - shoulder).reject_from_normalized(line);
    let length = shoulder.distance(elbow) + elbow.distance(hand);
    (out.length() > BENT * length).then_some(out)
}

impl Rule {
    /// Rotates both elbows there; hands stay.
    pub(crate) fn apply(self, skeleton: &Skeleton, human: &Humanoid, pose: &mut Pose) {
        let rest = skeleton.forward(&skeleton.rest_pose());
        for side in 0..2 {
            let joints = skeleton.forward(pose);
            let arm = &human.arms[side];
            let (Some(now), Some(wanted)) =
                (out(&joints, arm), self.wanted([&rest, &joints], human, side))
            else {
                continue;
            };
            let line = (joints[arm.hand].translation - joints[arm.upper].translation).normalize();
            let by =
                Quat::from_axis_angle(line, now.cross(wanted).dot(line).atan2(now.dot(wanted)));
            let turn = |joint: usize| rotation_of(&joints[joint]);
            let above = skeleton.joints()[arm.upper].parent.map_or(Quat::IDENTITY, turn);
            pose.locals[arm.upper].rotation = (above.inverse() * by * turn(arm.upper)).normalize();
            let below = skeleton.joints()[arm.hand].parent.map_or(Quat::IDENTITY, turn);
            pose.locals[arm.hand].rotation = ((by * below).inverse() * turn(arm.hand)).normalize();
        }
    }

    /// The target direction of the elbow.
    fn wanted(
        self,
        [rest, joints]: [&[Affine3]; 2],
        human: &Humanoid,
        side: usize,
    ) -> Option<Vec3> {
        let arm = &human.arms[side];
        let [shoulder, elbow, hand] =
            [arm.upper, arm.lower, arm.hand].map(|joint| joints[joint].translation);
        let line = (hand - shoulder).try_normalize()?;
        match self {
            Self::PalmToHead => (shoulder - joints[*human.neck.last()?].translation)
                .reject_from_normalized(line)
                .try_normalize(),
            Self::Beside => {
                let chest = *human.spine.last()?;
                let turned = rotation_of(&joints[chest]) * rotation_of(&rest[chest]).inverse();
                let [left, right] =
                    [0, 1].map(|side: usize| rest[human.arms[side].upper].translation);
                let axes = [
                    (left - right).normalize(),
                    Vec3::Y,
                    (left - right).normalize().cross(Vec3::Y),
                ]
                .map(|axis| turned * axis);
                let length = shoulder.distance(elbow) + elbow.distance(hand);
                let [x, y, z] = axes.map(|axis| axis.dot(hand - shoulder) / length);
                let outward = if side == 0 { 1.0 } else { -1.0 };
                let above = axes[1].reject_from_normalized(line).try_normalize()?;
                Some(
                    Quat::from_axis_angle(
                        line,
                        -outward * beside([outward * x, y, z]).to_radians(),
                    ) * above,
                )
            }
        }
    }
}

/// The outward swivel angle of an elbow from above, degrees, for a hand at this position relative
/// to the shoulder: outwards, up and ahead, in arm lengths.
fn beside([outward, up, ahead]: [f32; 3]) -> f32 {
    let near = (0.6 - ahead).max(0.0);
    let from_height = if up > 0.0 { 260.0 * up } else { 100.0 * up };
    let angle = 135.0 - 60.0 * up + from_height * near - 50.0 * (0.1 - outward).max(0.0);
    angle.clamp(13.0, 175.0)
}
