//! The session as programs use it: default options, on embedded figures and on real files.
//!
//! Every row is judged with a session that does not change the pose and with one that returns random poses, and must fall then.

mod bodies;
mod circle;
mod conflict;
mod drags;
mod neighbours;

use kansetsu::{
    Budget, IkSession, Pose,
    session::{Report, TargetReport},
};

use crate::{in_use::Control, suite::Suite};

/// The first number of every draw of this chapter: nothing is tuned on it.
const JUDGED: u64 = 0x7365_7373_696F_6E00;

/// The budget of one frame of a drag, and of one pose: those of the studio and of `kansetsu solve`.
const FRAME: Budget = Budget::steps(100);
const POSE: Budget = Budget::steps(800);

/// Measures the chapter, with real files where they are at hand.
pub fn rows(suite: &mut Suite) {
    let bodies: Vec<bodies::Body> = bodies::embedded().chain(bodies::files()).collect();
    rows_of(suite, &bodies, Control::Library);
}

fn rows_of(suite: &mut Suite, bodies: &[bodies::Body], control: Control) {
    drags::rows(suite, bodies, control);
    conflict::rows(suite, bodies, control);
    circle::rows(suite, bodies, control);
    neighbours::rows(suite, bodies, control);
}

/// A step of a session, or nothing at all.
fn step(session: &mut IkSession, pose: &mut Pose, control: Control) -> Report {
    match control {
        Control::Library => session.step(pose, FRAME).expect("the request is well formed"),
        control => {
            control.pretend(pose);
            Report::default()
        }
    }
}

/// A solve of a session, or nothing at all.
fn solve(session: &mut IkSession, pose: &mut Pose, control: Control) -> Report {
    match control {
        Control::Library => session.solve(pose, POSE).expect("the request is well formed"),
        control => {
            control.pretend(pose);
            Report::default()
        }
    }
}

/// The joints of pins and planted feet.
fn joints(pins: &[TargetReport]) -> impl Iterator<Item = usize> + '_ {
    pins.iter().map(|pin| pin.joint.index() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Scale, Verdict};

    #[test]
    fn a_session_that_does_nothing_or_anything_fails_every_row() {
        let mut suite = Suite::new(Scale::TEST, String::new(), false);
        for control in [Control::Nothing, Control::Random] {
            rows_of(&mut suite, &bodies::embedded().collect::<Vec<_>>(), control);
        }
        let entries = || suite.sections.iter().flat_map(|section| section.entries.iter().map(move |entry| (section.title, entry)));
        assert!(entries().count() > 0);
        for (title, entry) in entries() {
            assert_eq!(entry.verdict, Verdict::FallsShort, "{title}: {}: {:?}", entry.name, entry.cells);
        }
    }
}
