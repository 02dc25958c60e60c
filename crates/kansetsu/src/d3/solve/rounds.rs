//! What CCD and FABRIK share: rounds until the tip is there, nothing moves any more, or they run out; the best pose
//! so far is kept.

use glam::Vec3;

use super::{Scratch, work::Work};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Report},
    math::Rot,
};

/// When to stop.
#[derive(Clone, Copy)]
pub(crate) struct Stop {
    pub(crate) max_iterations: usize,
    /// As a part of the chain's length.
    pub(crate) tolerance: f32,
}

/// One round: changes the joints, gives the largest turn in radians.
pub(crate) type Round = fn(&Chain, &mut Work, &mut Vec<(Rot, Vec3)>, Vec3) -> f32;

/// Loads, runs rounds, stores.
pub(crate) fn run<'s>(
    chain: &Chain,
    goal: &Goal,
    pose: &mut Pose,
    scratch: &'s mut Scratch,
    stop: Stop,
    round: Round,
) -> Result<&'s Report, Error> {
    let Scratch { work, report, best, frames, .. } = scratch;
    work.load(chain, goal, pose)?;
    report.clear();
    work.project(chain);
    let mut outcome = Outcome::Reached;
    if let Some(target) = work.target {
        let near = stop.tolerance * work.length;
        (report.iterations, outcome) = approach(chain, work, best, frames, (target, near), stop.max_iterations, round);
    }
    super::turn_tip(chain, work);
    work.store(chain, goal, pose, report);
    let turned = work.orientation.is_none() || report.angle() <= ANGLE_TOLERANCE;
    report.outcome = if outcome == Outcome::Reached && turned { outcome } else { work.why_missed(report) };
    Ok(report)
}

/// An orientation goal counts as met within this, radians (0.06°): a hundred times what `f32` loses over ten joints.
const ANGLE_TOLERANCE: f32 = 1e-3;

/// How often a chain that moves no more is bent before it counts as stalled.
const KICKS: usize = 2;

fn approach(
    chain: &Chain,
    work: &mut Work,
    best: &mut Vec<Rot>,
    frames: &mut Vec<(Rot, Vec3)>,
    (target, near): (Vec3, f32),
    max_iterations: usize,
    round: Round,
) -> (usize, Outcome) {
    keep(best, work);
    let mut least = work.tip().0.distance(target);
    // Where the target is out of reach the nearest point on the way is what to aim at: farther ones pull no harder.
    let mut kicks = 0;
    let mut done = 0;
    while least > near && done < max_iterations {
        let turned = round(chain, work, frames, target);
        done += 1;
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
    (done, if least <= near { Outcome::Reached } else { Outcome::Stalled })
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
        work.joints[index].local = entry.limit.as_ref().map_or(local, |limit| super::work::projected(limit, entry.rest, local));
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
