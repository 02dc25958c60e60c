//! Aims inside a limit.
//!
//! The rotations that aim form a circle: one of them, rolled about the line to the target. Starting
//! with the desired roll we alternate between the nearest allowed rotation and the nearest one that
//! aims. The iteration converges to where the circle and the limit intersect or come closest, and
//! rolls only as far as necessary. If a limit would let a head aim better by a degree with a roll
//! of 45° to either side, the head stays upright. (A search for that roll would be exact, and flip
//! the head when the target passes below.) Each round is continuous, so the result is.
//!
//! Source: J. von Neumann, "Functional Operators II", 1950, theorem 13.7 (alternating projections);
//! H. Bauschke, J. Borwein, "On projection algorithms for solving convex feasibility problems",
//! SIAM Review 38(3), 1996, section 3. Cost: 1 projection if the desired rotation is allowed, else
//! at most 32.

use super::sight::Pointing;
use crate::math::Rot;

/// Smaller rotations are skipped, radians. The resolution of single precision is about a third of
/// it.
pub(crate) const STILL: f32 = 2e-6;

/// The maximum number of alternations. Each leaves a fraction of the residual, smaller the closer
/// to a right angle the two sets intersect. With fewer a head with limited twist looks past its
/// target.
const ROUNDS: usize = 32;

/// An allowed rotation and the number of rounds.
pub(crate) struct Within {
    pub(crate) local: Rot,
    pub(crate) rounds: usize,
}

/// The rotation inside the limit (given by its projection) that aims, starting from `wanted`, which
/// aims; the nearest one if none does.
pub(crate) fn aim_within(pointing: Pointing, wanted: Rot, project: impl Fn(Rot) -> Rot) -> Within {
    let mut local = project(wanted);
    for rounds in 0..ROUNDS {
        if local == wanted || pointing.residual(local) <= STILL {
            return Within { local, rounds };
        }
        local = project(pointing.aimed(local));
    }
    Within { local, rounds: ROUNDS }
}
