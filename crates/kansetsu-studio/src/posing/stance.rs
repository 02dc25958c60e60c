//! The relaxed stance of a character in a T-pose.

use kansetsu::{IkSession, Options, d3::Pose};

use super::Subject;

/// An arm is level if it points aside within this angle, radians: 20 degrees. Arms of an A-pose
/// hang by 30 to 60.
const LEVEL: f32 = 0.35;

/// The pose of a humanoid in a T-pose with lowered arms: joints that are still in the rest pose
/// take the relaxed stance. `None` for other figures, and where the arms are not level or would not
/// come down.
#[must_use]
pub fn relaxed_stance(subject: &Subject) -> Option<Pose> {
    if !is_t_pose(subject, &subject.pose) {
        return None;
    }
    let relaxed =
        IkSession::new(&subject.posable_rig(), Options::default()).start_pose(&subject.pose);
    (!is_t_pose(subject, &relaxed)).then_some(relaxed)
}

/// Whether both arms point aside.
fn is_t_pose(subject: &Subject, pose: &Pose) -> bool {
    let Some(humanoid) = subject.rig().humanoid() else { return false };
    let model = subject.skeleton().forward(pose);
    let at = |joint: usize| model[joint].translation;
    let [left, right] = [&humanoid.arms[0], &humanoid.arms[1]];
    let across = at(left.upper) - at(right.upper);
    let is_level = |shoulder: usize, hand: usize, aside| {
        (at(hand) - at(shoulder)).angle_between(aside) < LEVEL
    };
    is_level(left.upper, left.hand, across) && is_level(right.upper, right.hand, -across)
}
