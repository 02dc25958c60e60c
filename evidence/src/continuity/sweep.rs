//! Paths of a target through singular configurations.

use glam::{DQuat, DVec3};

use super::path::{Drag, in_steps};
use crate::problem::Problem;

/// The path of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// Straight out from the base, from half the reach to a tenth beyond it.
    FullExtension,
    /// Straight through the base, from one side to the other.
    Root,
    /// Past the base, a hundredth of the reach beside it.
    BesideRoot,
    /// Around the base, at half the reach.
    Circle,
}

impl Sweep {
    pub const ALL: [Self; 4] = [Self::FullExtension, Self::Root, Self::BesideRoot, Self::Circle];

    pub fn words(self) -> &'static str {
        match self {
            Self::FullExtension => "through full extension",
            Self::Root => "through the root",
            Self::BesideRoot => "close by the root",
            Self::Circle => "around the root",
        }
    }

    /// The sweep in a random direction, starting at the solution of its first target.
    pub fn drag(self, problem: &Problem, seed: u64) -> Drag {
        let mut random = crate::draw::random(seed);
        let base = crate::judge::forward(&problem.skeleton, &problem.start)[0].0;
        let along = random.direction().as_dvec3();
        let across = along.any_orthonormal_vector();
        let at = |t: f64| {
            let offset = match self {
                Self::FullExtension => along * (0.5 + 0.6 * t),
                Self::Root => along * (0.6 - 1.2 * t),
                Self::BesideRoot => along * (0.6 - 1.2 * t) + across * 0.01,
                Self::Circle => {
                    let (sin, cos) = (std::f64::consts::TAU * t).sin_cos();
                    (along * cos + across * sin) * 0.5
                }
            };
            vec![(base + offset * problem.size, DQuat::IDENTITY)]
        };
        let places = in_steps(at, 1e-3 * problem.size);
        let mut start = problem.start.clone();
        problem
            .solve(&problem.goals(&places[0]), &mut start, &mut Default::default())
            .expect("the problem is well formed");
        Drag { start, places }
    }
}

/// A target that passes the pole's axis, through it or at the distance `beside` (a fraction of the
/// reach).
pub fn past_pole(problem: &Problem, pole: DVec3, beside: f64, seed: u64) -> Drag {
    let mut random = crate::draw::random(seed);
    let across = random.direction().as_dvec3().cross(pole).normalize();
    let aside = pole.normalize().cross(across);
    let at = |t: f64| {
        let direction = pole.normalize() + across * (2.0 * t - 1.0) * 0.6 + aside * beside;
        vec![(direction.normalize() * 0.7 * problem.size, DQuat::IDENTITY)]
    };
    let places = in_steps(at, 1e-3 * problem.size);
    Drag { start: problem.start.clone(), places }
}
