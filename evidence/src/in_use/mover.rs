//! What moves a body: the library, or nothing at all.

use kansetsu::d3::{
    Goal, Pose, Report,
    solve::{Body, Scratch, TrackingState, WholeBody},
};

/// Whose rows are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The library's solver.
    Library,
    /// A solver that returns its input and calls it reached.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests judge the rows with it"))]
    Nothing,
}

/// The whole-body solver, or what stands in for it.
#[derive(Clone, Copy)]
pub struct Mover {
    pub control: Control,
    pub solver: WholeBody,
}

impl Mover {
    /// One pose for itself.
    pub fn solve(&self, body: &Body, goals: &[Goal], pose: &mut Pose, scratch: &mut Scratch) -> Report {
        match self.control {
            Control::Library => self.solver.solve_with(body, goals, pose, scratch).expect("the problem is well formed").clone(),
            Control::Nothing => Report::default(),
        }
    }

    /// On from the pose of the last frame.
    pub fn follow(&self, body: &Body, goals: &[Goal], (pose, state): (&mut Pose, &mut TrackingState), scratch: &mut Scratch) -> Report {
        match self.control {
            Control::Library => self.solver.track_with(body, goals, (pose, state), scratch).expect("the problem is well formed").clone(),
            Control::Nothing => Report::default(),
        }
    }
}
