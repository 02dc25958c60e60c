//! Shared by all rows of the chapter: the draw, the budgets, and a step and a solve of the session.

use kansetsu::{
    Budget, IkSession, Pose,
    session::{Report, TargetReport},
};

use crate::in_use::Control;

/// The seed of every draw of this chapter: nothing is tuned on it.
pub(super) const JUDGED: u64 = 0x7365_7373_696F_6E00;

/// The budget of one frame of a drag, and of one pose: those of the studio and of `kansetsu solve`.
pub(super) const FRAME: Budget = Budget::steps(100);
pub(super) const POSE: Budget = Budget::steps(800);

/// A step of a session, or a control.
pub(super) fn step(session: &mut IkSession, pose: &mut Pose, control: Control) -> Report {
    match control {
        Control::Library => session.step(pose, FRAME).expect("the request is well formed"),
        control => {
            control.pretend(pose);
            Report::default()
        }
    }
}

/// A solve of a session, or a control.
pub(super) fn solve(session: &mut IkSession, pose: &mut Pose, control: Control) -> Report {
    match control {
        Control::Library => session.solve(pose, POSE).expect("the request is well formed"),
        control => {
            control.pretend(pose);
            Report::default()
        }
    }
}

/// The joints of pins and planted feet.
pub(super) fn joints(pins: &[TargetReport]) -> impl Iterator<Item = usize> + '_ {
    pins.iter().map(|pin| pin.joint.index() as usize)
}
