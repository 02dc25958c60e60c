//! The errors of feet, hands and limits, measured by forward kinematics on the returned poses.

use kansetsu::d3::Pose;
use kansetsu::glam::{Affine3, Vec3};

use super::cast::Cast;
use super::character::Character;
use super::feet::Step;
use super::solve::Solved;
use crate::anatomy::frame::rotate;

/// The quality of a retargeted motion. Lengths are in the target's unit, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// The number of frames.
    pub frames: usize,
    /// The number of foot contacts over all frames; a frame with both feet in contact counts twice.
    pub planted: usize,
    /// The largest distance of a heel or ball in contact from its position at touch-down, or after
    /// a leap of the recording.
    pub foot_slide: f32,
    /// The largest violation of a limit, radians.
    pub limit_violation: f32,
    /// The largest distance of a hand from its position by the source's proportions, relative to
    /// its chest.
    pub hand_error: f32,
    /// The mean of these distances.
    pub mean_hand_error: f32,
    /// The number of hands further than 2 cm from there.
    pub far_hands: usize,
}

/// The distance from which a hand is far, metres.
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
