//! What became of feet, hands and limits, measured by forward kinematics on the poses that are
//! returned.

use kansetsu::d3::Pose;
use kansetsu::glam::{Affine3, Vec3};

use super::cast::Cast;
use super::character::Character;
use super::feet::Step;
use super::solve::Solved;
use crate::anatomy::frame::rotate;

/// How well a motion was carried over. Lengths are in the target's unit, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// How many frames there are.
    pub frames: usize,
    /// In how many of them a foot stands; a frame in which both stand counts twice.
    pub planted: usize,
    /// The farthest that a heel or ball is from where it came down while it stands, or from where
    /// it is behind a leap of the recording.
    pub foot_slide: f32,
    /// The farthest that a joint is outside its limit, radians.
    pub limit_violation: f32,
    /// The farthest that a hand is from where the source's proportions say, beside the chest that
    /// it hangs on.
    pub hand_error: f32,
    /// The mean of all.
    pub mean_hand_error: f32,
    /// How often a hand is farther than 2 cm from there.
    pub far_hands: usize,
}

/// From this distance on a hand is far, metres.
const FAR: f32 = 0.02;

pub(super) fn measure(
    figure: &Character<'_>,
    cast: &Cast,
    plan: &[Step],
    solved: &Solved,
    poses: &[Pose],
) -> Report {
    let mut report = Report { frames: poses.len(), ..Report::default() };
    let skeleton = &figure.rig.skeleton;
    let mut maps: Vec<Affine3> = Vec::new();
    let mut down = [[None; 2]; 2];
    for (frame, pose) in poses.iter().enumerate() {
        skeleton.forward_into(pose, &mut maps);
        if plan[frame].begins {
            down = [[None; 2]; 2];
        }
        for side in [0, 1] {
            let foot = cast.joints[cast.limbs.legs[side].2];
            let contact = plan[frame].feet[side].contact;
            let ankle = maps[foot].translation;
            let ball = ankle
                + rotate(kansetsu::d3::rotation_of(&maps[foot]), cast.feet[side].way_in_joint);
            report.planted += usize::from(contact.stands());
            for (point, (stands, place)) in
                down[side].iter_mut().zip([(contact.heel, ankle), (contact.toes, ball)])
            {
                let first: Vec3 = point.filter(|_| stands).unwrap_or(place);
                *point = stands.then_some(first);
                report.foot_slide = report.foot_slide.max(first.distance(place));
            }
            let hand = maps[cast.joints[cast.limbs.arms[side].2]].translation;
            let chest = &maps[cast.joints[cast.chests[side]]];
            let wanted = chest.translation
                + rotate(kansetsu::d3::rotation_of(chest), solved.hands[frame][side]);
            let error = hand.distance(wanted);
            report.hand_error = report.hand_error.max(error);
            report.mean_hand_error += error;
            report.far_hands += usize::from(error > FAR);
        }
        for ((joint, limit), local) in
            skeleton.joints().iter().zip(&figure.rig.limits).zip(&pose.locals)
        {
            let violation = |limit: &kansetsu::d3::Limit| {
                limit.violation(joint.rest.rotation.inverse() * local.rotation)
            };
            report.limit_violation =
                report.limit_violation.max(limit.as_ref().map_or(0.0, violation));
        }
    }
    report.mean_hand_error /= (2 * poses.len().max(1)) as f32;
    report
}
