//! Chains whose scales stretch one axis more than another.

use glam::Vec3;

use super::{Dls, Scratch};
use crate::d3::{Chain, Goal, Pose};

/// A stretched chain is solved so often at most, and so often without leaving less than this part of the least miss so far.
const STRETCHED_ROUNDS: usize = 40;
const STRETCHED_PATIENCE: usize = 4;
const STRETCHED_GAIN: f32 = 0.98;

impl Dls {
    /// Solves a chain whose scales stretch one axis more than another: rigid as it stands, then again as what comes of that stands, until
    /// it has its goal met as it stands. See [`crate::d3::solve::WholeBody`].
    pub(super) fn solve_stretched(&self, chain: &Chain, goal: &Goal, pose: &Pose, scratch: &mut Scratch) -> bool {
        let (mut least, mut vain) = (f32::INFINITY, 0);
        scratch.work.stretch(chain, goal, pose);
        for _ in 0..STRETCHED_ROUNDS {
            self.solve_work(chain, scratch);
            let work = &mut scratch.work;
            work.stretch(chain, goal, pose);
            let (tip, frame) = work.tip();
            let row = |way: Vec3| work.rows.map_or(way, |rows| rows * way);
            let distance = work.target.map_or(0.0, |target| row(target - tip).length());
            let angle = work.orientation.map_or(0.0, |wanted| wanted.missing(frame, tip).length());
            if distance <= self.tolerance * work.length && angle <= self.angle_tolerance {
                return true;
            }
            let miss = distance / work.length + angle;
            vain += usize::from(miss.is_nan() || miss > STRETCHED_GAIN * least);
            if vain > STRETCHED_PATIENCE {
                break;
            }
            least = least.min(miss);
        }
        false
    }
}
