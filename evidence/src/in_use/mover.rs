//! The motion of a body: by the library, or by a control.

use kansetsu::d3::{
    Goal, Pose, Report,
    solve::{Body, Scratch, TrackingState, WholeBody},
};

use crate::random::Random;

/// The solver whose rows are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The library's solver.
    Library,
    /// A solver that returns its input and reports it as reached.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests judge the rows with it"))]
    Nothing,
    /// A solver that returns a random pose, inside the limits of a [`crate::problem::Problem`], and
    /// reports it as reached.
    Random,
}

impl Control {
    /// The result of a control, which ignores its goals.
    pub fn pretend(self, pose: &mut Pose) -> Report {
        if self == Self::Random {
            let seed = pose.locals.iter().fold(0_u64, |seed, local| {
                seed.rotate_left(5) ^ u64::from(local.rotation.x.to_bits())
            });
            let mut random = Random::scattered(seed);
            pose.locals.iter_mut().for_each(|local| local.rotation *= random.rotation());
        }
        Report::default()
    }
}

/// The whole-body solver, or a control.
#[derive(Clone, Copy)]
pub struct Mover {
    pub control: Control,
    pub solver: WholeBody,
}

impl Mover {
    /// A solve of a single pose.
    pub fn solve(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &mut Scratch,
    ) -> Report {
        match self.control {
            Control::Library => self
                .solver
                .solve_with(body, goals, pose, scratch)
                .expect("the problem is well formed")
                .clone(),
            control => control.pretend(pose),
        }
    }

    /// Continues from the pose of the previous frame.
    pub fn follow(
        &self,
        body: &Body,
        goals: &[Goal],
        (pose, state): (&mut Pose, &mut TrackingState),
        scratch: &mut Scratch,
    ) -> Report {
        match self.control {
            Control::Library => self
                .solver
                .track_with(body, goals, (pose, state), scratch)
                .expect("the problem is well formed")
                .clone(),
            control => control.pretend(pose),
        }
    }
}
