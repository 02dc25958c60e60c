//! A pose brought to where the pins are.

use kansetsu::{
    Error,
    d3::{
        Goal, Pose,
        solve::{Scratch, WholeBody},
    },
};

use super::plan::Turning;
use crate::{
    document::Pin,
    posing::{Settings, Subject},
};

/// A body that comes to its pins as it does while it is dragged: all of it may move, and what carries it slides.
#[derive(Clone, Debug)]
pub struct Pinned {
    solver: WholeBody,
    body: kansetsu::d3::solve::Body,
    goals: Vec<Goal>,
}

impl Pinned {
    /// The body of a figure, with its pins and limits.
    ///
    /// # Errors
    /// Those of [`Body`](kansetsu::d3::solve::Body), for limits and limbs that are none.
    pub fn new(subject: &Subject) -> Result<Self, Error> {
        let (body, root) = Turning::whole(subject).body(subject, &Settings::default())?;
        let solver = WholeBody { root, strength: super::whole::STRENGTH, ..WholeBody::default() };
        Ok(Self { solver, body, goals: subject.pins.iter().filter_map(Pin::goal).collect() })
    }

    /// Brings the pins to their places, as near to the pose as that is.
    ///
    /// # Errors
    /// As [`WholeBody::solve`].
    pub fn hold(&self, pose: &mut Pose, scratch: &mut Scratch) -> Result<(), Error> {
        self.solver.solve_with(&self.body, &self.goals, pose, scratch).map(|_| ())
    }
}
