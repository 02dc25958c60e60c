//! Aims inside a limit.
//!
//! The rotations that aim form a circle: one of them, rolled about the line to the target. From the
//! wanted roll we go to the nearest allowed turn, from there to the nearest one that aims, and so
//! on in turn. That leads to where the circle and the limit meet or come closest, and it rolls only
//! as far as it pays: where a limit would let a head aim better by a degree if it were rolled by
//! half a right angle, to either side, it stays upright. (Looking for that roll is exact, and flips
//! the head over when the target passes below.) Each round is continuous, so the answer is.
//!
//! Source: J. von Neumann, "Functional Operators II", 1950, theorem 13.7 (alternating projections);
//! H. Bauschke, J. Borwein, "On projection algorithms for solving convex feasibility problems",
//! SIAM Review 38(3), 1996, section 3. Cost: 1 projection when the wanted turn is allowed, else at
//! most 32.

use super::sight::Pointing;
use crate::math::Rot;

/// A turn smaller than this is not made, radians. What single precision cannot tell is about a
/// third of it.
pub(crate) const STILL: f32 = 2e-6;

/// How often the limit and the aim take turns. Each round leaves a part of the rest, less the more
/// squarely the two meet; fewer make a head whose twist is limited look past its target.
const ROUNDS: usize = 32;

/// An allowed turn and how many rounds it took.
pub(crate) struct Within {
    pub(crate) local: Rot,
    pub(crate) rounds: usize,
}

/// The turn inside the limit (given by its projection) that aims, from `wanted`, which aims; the
/// nearest thing to it when there is none.
pub(crate) fn aim_within(pointing: Pointing, wanted: Rot, project: impl Fn(Rot) -> Rot) -> Within {
    let mut local = project(wanted);
    for rounds in 0..ROUNDS {
        if local == wanted || pointing.missing(local) <= STILL {
            return Within { local, rounds };
        }
        local = project(pointing.aimed(local));
    }
    Within { local, rounds: ROUNDS }
}
