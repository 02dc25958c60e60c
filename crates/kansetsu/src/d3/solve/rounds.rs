//! What CCD and FABRIK share: rounds until the tip is there, nothing moves any more, or they run out; the best pose
//! so far is kept.

use glam::Vec3;

use super::{ANGLE_TOLERANCE, Scratch, again::Again, work::Work};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Report},
    math::Rot,
};

/// A solver that goes round by round.
#[derive(Clone, Copy)]
pub(crate) struct Rounds {
    /// The solver's name.
    pub(crate) name: &'static str,
    pub(crate) max_iterations: usize,
    /// As a part of the chain's length.
    pub(crate) tolerance: f32,
    pub(crate) round: Round,
}

/// One round towards the target: changes the joints, gives the largest turn in radians.
pub(crate) type Round = fn(&Chain, &mut Work, &mut Vec<(Rot, Vec3)>, Vec3) -> f32;

/// How often a chain that moves no more is bent before it counts as stalled.
const KICKS: usize = 2;

impl Rounds {
    /// Loads, goes round, stores.
    pub(crate) fn run<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        super::refuse_frame(self.name, goal)?;
        scratch.work.load(chain, goal, pose)?;
        scratch.report.clear();
        if !super::is_inside_limits(chain, &scratch.work) {
            scratch.work.project(chain);
        }
        let again = Again { chain, goal, tolerance: self.tolerance, angle_tolerance: ANGLE_TOLERANCE };
        let outcome = again.solve(scratch, |scratch| self.reach(chain, scratch));
        let Scratch { work, report, .. } = scratch;
        work.store(chain, goal, pose, report);
        let turned = work.orientation.is_none() || report.angle() <= ANGLE_TOLERANCE;
        report.outcome = if outcome == Outcome::Reached && turned { outcome } else { work.why_missed(report) };
        Ok(report)
    }

    /// Brings the tip of the loaded chain to its place, turns it, and swivels the chain to its pole. The outcome is
    /// [`Outcome::Limited`] unless the place is met.
    fn reach(&self, chain: &Chain, scratch: &mut Scratch) -> Outcome {
        scratch.work.simplify();
        let met = scratch.work.target.is_none_or(|target| self.approach(chain, scratch, target));
        let Scratch { work, best, .. } = scratch;
        super::turn_tip(chain, work);
        super::pole::swivel(chain, work, best);
        work.restore_offset();
        if met { Outcome::Reached } else { Outcome::Limited }
    }

    /// Rounds until the tip is there, nothing moves any more, or they run out; leaves the best pose. Gives whether the
    /// tip is there.
    fn approach(&self, chain: &Chain, scratch: &mut Scratch, target: Vec3) -> bool {
        let Scratch { work, report, best, frames, .. } = scratch;
        let near = self.tolerance * work.length;
        keep(best, work);
        let mut least = work.tip().0.distance(target);
        let mut kicks = 0;
        while least > near && report.iterations < self.max_iterations {
            let turned = (self.round)(chain, work, frames, target);
            report.iterations += 1;
            let distance = work.tip().0.distance(target);
            if distance < least {
                least = distance;
                keep(best, work);
            }
            if turned < STILL {
                if kicks == KICKS {
                    break;
                }
                kicks += 1;
                bend_a_little(chain, work);
            }
        }
        for (joint, local) in work.joints.iter_mut().zip(best.iter()) {
            joint.local = *local;
        }
        least <= near
    }
}

/// A round that turns no joint by more than this has ended, radians.
const STILL: f32 = 1e-6;

fn keep(best: &mut Vec<Rot>, work: &Work) {
    best.clear();
    best.extend(work.joints.iter().map(|joint| joint.local));
}

/// Turns every joint about its bend axis: away from a straight line on which no joint sees anything to do.
fn bend_a_little(chain: &Chain, work: &mut Work) {
    let count = work.segment_count();
    for index in 0..count {
        let entry = &chain.joints[index];
        if entry.held {
            continue;
        }
        // The base leans back by half of what the others bend, so that the chain curves instead of turning.
        let angle = if index == 0 { -0.1 * (count - 1) as f32 / 2.0 } else { 0.1 };
        let local = (Rot::from_axis_angle(entry.bend_axis, angle.max(-1.0)) * work.joints[index].local).normalized();
        work.joints[index].local = entry.prepared.as_ref().map_or(local, |limit| super::work::projected(limit, entry.rest, local));
    }
}

/// For each joint, the frame that it turns in and where it is. Gives where the tip is.
pub(crate) fn parent_frames(work: &Work, frames: &mut Vec<(Rot, Vec3)>) -> Vec3 {
    frames.clear();
    let (mut position, mut frame) = (work.base, Rot::IDENTITY);
    for joint in &work.joints {
        let parent = frame * joint.pre;
        frames.push((parent, position));
        frame = parent * joint.local;
        position += frame.rotate(joint.offset);
    }
    position
}
