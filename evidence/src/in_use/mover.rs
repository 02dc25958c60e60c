//! What moves a body: the library, or nothing at all.

use kansetsu::d3::{
    Goal, Pose, Report,
    solve::{Body, Scratch, TrackingState, WholeBody},
};

use crate::random::Random;

/// Whose rows are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The library's solver.
    Library,
    /// A solver that returns its input and calls it reached.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests judge the rows with it"))]
    Nothing,
    /// A solver that returns a random pose, inside the limits where a [`crate::problem::Problem`]
    /// has them, and calls it reached.
    Random,
}

impl Control {
    /// What a solver does that does not look at its goals.
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

/// The whole-body solver, or what stands in for it.
#[derive(Clone, Copy)]
pub struct Mover {
    pub control: Control,
    pub solver: WholeBody,
}

impl Mover {
    /// One pose for itself.
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

    /// On from the pose of the last frame.
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
