//! Poses a figure at once: by a request, or at its pins in a motion.

use kansetsu::{
    Budget, Error, IkSession, Options, Pose,
    session::{Balance, Feet, Posture, Report, Request, RequestTarget, Root, SelfCollision},
};

use super::request::{joint_name, pinned};
use crate::{
    document::Pin,
    posing::{Subject, settings::STRENGTH},
};

/// The work of one event of a drag, or of a typed position.
pub(in crate::posing) const BUDGET: Budget = Budget::steps(100);

/// Poses a figure by a request, with its own limits and IK stops: typed positions of the studio
/// take this way.
///
/// Positions and rotations are in model space. The pins of the figure are not part of the request.
/// With the limits and IK stops of its file the pose is that of [`IkSession::solve`] for the same
/// request, to the bit.
///
/// # Errors
/// As [`Request::session`] and [`IkSession::solve`]. The pose is then unchanged.
pub fn solve(
    subject: &Subject,
    request: &Request,
    pose: &mut Pose,
    budget: Budget,
) -> Result<Report, Error> {
    request.session(&subject.posable_rig())?.solve(pose, budget)
}

/// The session that bakes pins into a motion: [`IkSession::follow`] poses its frames.
///
/// Everything that leads to a pin may move, and so may the base; what the motion does otherwise
/// stays.
///
/// # Errors
/// As [`Request::session`].
pub fn baking(subject: &Subject) -> Result<IkSession, Error> {
    let rig = subject.posable_rig();
    let target = |pin: &Pin| {
        Some(RequestTarget {
            joint: joint_name(&rig, pin.joint),
            relative_to: None,
            target: pinned(pin)?,
        })
    };
    let options = Options {
        root: Root::Free,
        posture: Posture::Given,
        feet: Feet::Free,
        balance: Balance::Off,
        self_collision: SelfCollision::Off,
        restarts: 0,
        strength: STRENGTH,
        ..Options::default()
    };
    let known = subject.pins.iter().filter(|pin| pin.joint < rig.skeleton.len());
    Request { options, pin_targets: known.filter_map(target).collect(), ..Request::default() }
        .session(&rig)
}
