//! The humanoid of 24 joints as a problem.

use kansetsu::d3::solve::Root;

use crate::{
    humanoid::{GOALS, Humanoid},
    problem::{Problem, bodies::body},
};

/// With the limits of a person; its root is fixed.
pub fn problem() -> Problem {
    let Humanoid { skeleton, limits, .. } = Humanoid::limited();
    body("humanoid of 24 joints", &skeleton, &limits, &GOALS, Root::Fixed)
}
