//! A pole for a chain of any length.
//!
//! A solved chain turns as a whole about the line from its base to its tip (it swivels) until its middle lies on the pole's
//! side. The tip stays where it is; a tip that is to be turned somehow turns back. With limits the swivel goes as near to
//! the pole as the base's (and a turned tip's) limits allow, and damped least squares then lets the other joints give way
//! too.
//!
//! A chain with a hinge between turns as a rigid piece, by its base. A chain of limited balls swings round instead: every
//! segment goes where the rigid turn would bring it, but turned back about its own length, so that no joint twists and every
//! joint bends as far as before, only to another side.
//!
//! The middle is where the chain bulges: the mean of the joints' ways off the line, of which those farthest off count by far
//! the most, so that a chain in a plane has it where its farthest joint is, and no joint takes over from another with a
//! jump. A straight chain has its middle where its bend axes say, as two bones have.
//!
//! Cost: one look at each joint; with limits in the way up to 32 tries of two joints.

use std::f32::consts::TAU;

use glam::Vec3;

use super::{swivel::swivel as swivel_to, work::Work};
use crate::{
    d3::{Chain, Limit},
    math::{Rot, vector},
};

/// A bulge of less than this part of the chain's length counts as partly straight: its bend axes have a say, the more the
/// flatter it is.
const FLAT: f32 = 1e-3;

/// A joint has a say in where the middle is when it is farther off than this part of the farthest one. Nearer to 1 another
/// joint takes over more suddenly; farther from it the middle of a twisted chain is no longer where its farthest joint is.
const NEARLY: f32 = 0.97;

/// A pole counts as met within the first, radians, and as much as rounding turns a bulge: the second times the chain's length
/// over the bulge.
const MET: [f32; 2] = [1e-4, 2e-6];

/// Where the way is barred, so many swivels all around are tried, and the bound is found by so many halvings.
const AROUND: usize = 32;
const HALVINGS: usize = 16;

/// A turn of the tip may be missed by this much more than before, radians: rounding.
const TIP_SLACK: f32 = 1e-4;

/// How a chain lies about the line from its base to its tip.
#[derive(Clone, Copy, Debug)]
struct Lie {
    /// The joint that swivels, and the frame that it turns in.
    joint: usize,
    parent: Rot,
    /// Along the line, unit.
    line: Vec3,
    /// The swivel that brings the middle to the pole, about the line, radians.
    angle: f32,
    /// Within how much that counts as nothing.
    tolerance: f32,
}

/// Whether the middle lies on the pole's side, or there is no pole, or no side.
pub(crate) fn is_met(chain: &Chain, work: &Work) -> bool {
    lie(chain, work).is_none_or(|lie| lie.angle.abs() <= lie.tolerance)
}

/// Swivels the chain to its pole, as far as the limits of its base and its tip allow.
/// `before` is memory.
pub(crate) fn swivel(chain: &Chain, work: &mut Work, before: &mut Vec<Rot>) {
    if let Some(lie) = lie(chain, work).filter(|lie| lie.angle.abs() > lie.tolerance) {
        before.clear();
        before.extend(work.joints.iter().map(|joint| joint.local));
        Swivel { lie, manner: Manner::of(chain, lie.joint), before, missed: turn_missed(work) }.go(chain, work);
    }
}

impl Lie {
    fn turned(&self, local: Rot, angle: f32) -> Rot {
        (self.parent.inverse() * Rot::from_axis_angle(self.line, angle) * self.parent * local).normalized()
    }
}

/// How a chain swivels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// As a rigid piece, by the joint that swivels.
    Rigid,
    /// Every segment turned back about its own length.
    Swinging,
}

impl Manner {
    /// What suits the chain's joints; not the pose, so that no drag goes from one manner to the other.
    fn of(chain: &Chain, first: usize) -> Self {
        let turning = &chain.joints[first..chain.joints.len() - 1];
        let is_stiff = turning.iter().any(|entry| entry.held || matches!(entry.limit, Some(Limit::Hinge(_))));
        let is_free = turning.iter().all(|entry| entry.limit.is_none());
        if is_stiff || is_free { Self::Rigid } else { Self::Swinging }
    }
}

/// A swivel that is being tried.
struct Swivel<'a> {
    lie: Lie,
    manner: Manner,
    /// The joints' rotations before.
    before: &'a [Rot],
    /// By how much the tip's turn was missed before.
    missed: f32,
}

impl Swivel<'_> {
    /// The allowed swivel nearest to the pole.
    fn go(&self, chain: &Chain, work: &mut Work) {
        let wanted = self.lie.angle;
        if self.is_allowed(chain, work, wanted) {
            return;
        }
        let allowed = self.nearest(chain, work);
        if allowed == 0.0 || !self.is_allowed(chain, work, allowed) {
            self.undo(work);
        }
    }

    /// The swivel nearest to the wanted one that is allowed, found from what is allowed all around; 0 (where the chain is)
    /// always is.
    fn nearest(&self, chain: &Chain, work: &mut Work) -> f32 {
        let wanted = self.lie.angle;
        let way = (TAU / AROUND as f32).copysign(wanted);
        for number in 1..=AROUND {
            let [near, far] = [way * (number - 1) as f32, way * number as f32];
            let is_at_start = far.abs() >= wanted.abs();
            let back = if is_at_start { 0.0 } else { wanted - far };
            let back = (is_at_start || self.is_allowed(chain, work, back)).then(|| self.bound(chain, work, [back, wanted - near]));
            let beyond = wanted + far;
            let beyond = self.is_allowed(chain, work, beyond).then(|| self.bound(chain, work, [beyond, wanted + near]));
            match (back, beyond) {
                (None, None) => {}
                (Some(back), Some(beyond)) if (beyond - wanted).abs() < (back - wanted).abs() => return beyond,
                (Some(back), _) => return back,
                (None, Some(beyond)) => return beyond,
            }
        }
        0.0
    }

    /// The last allowed swivel on the way from an allowed one to a barred one.
    fn bound(&self, chain: &Chain, work: &mut Work, [mut allowed, mut barred]: [f32; 2]) -> f32 {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (allowed + barred);
            *(if self.is_allowed(chain, work, middle) { &mut allowed } else { &mut barred }) = middle;
        }
        allowed
    }

    /// Makes the swivel, and says whether the limits allow it and the tip is turned as well as before.
    fn is_allowed(&self, chain: &Chain, work: &mut Work, angle: f32) -> bool {
        self.make(chain, work, angle);
        let first = self.lie.joint;
        let last = if self.manner == Manner::Rigid { first } else { work.joints.len() - 1 };
        (first..=last).all(|index| super::is_inside(chain, work, index)) && turn_missed(work) <= self.missed + TIP_SLACK
    }

    fn make(&self, chain: &Chain, work: &mut Work, angle: f32) {
        self.undo(work);
        let first = self.lie.joint;
        work.joints[first].local = self.lie.turned(self.before[first], angle);
        if self.manner == Manner::Swinging {
            self.turn_back(work, angle);
        }
        super::turn_tip(chain, work);
    }

    /// Turns every segment back about its own length. A tip without a length, or whose turn is wanted, keeps its rotation.
    fn turn_back(&self, work: &mut Work, angle: f32) {
        let last = work.joints.len() - 1;
        let mut undo = Rot::IDENTITY;
        for index in self.lie.joint..=last {
            let joint = &mut work.joints[index];
            if index == last && (joint.offset == Vec3::ZERO || work.orientation.is_some()) {
                return;
            }
            let back = vector::unit(joint.offset).map_or(Rot::IDENTITY, |along| Rot::from_axis_angle(along, -angle));
            joint.local = (joint.pre.inverse() * undo * joint.pre * joint.local * back).normalized();
            undo = back.inverse();
        }
    }

    fn undo(&self, work: &mut Work) {
        for (joint, &local) in work.joints.iter_mut().zip(self.before) {
            joint.local = local;
        }
    }
}

fn turn_missed(work: &Work) -> f32 {
    let (position, frame) = work.tip();
    work.orientation.map_or(0.0, |wanted| wanted.missing(frame, position).length())
}

/// How the chain lies; `None` without a pole, a place to reach, a line, or a joint that may swivel.
fn lie(chain: &Chain, work: &Work) -> Option<Lie> {
    let pole = work.pole.filter(|_| work.target.is_some())?;
    let last = work.joints.len() - 1;
    let joint = chain.joints[..last].iter().position(|entry| !entry.held)?;
    let (parent, base) = frame_of(work, joint);
    // A tip that is to be turned turns back about its own place, so that stays.
    let end = if work.orientation.is_some() { frame_of(work, last).1 } else { work.tip().0 };
    let line = vector::unit(end - base).filter(|_| (end - base).length() > 1e-6 * work.length)?;
    let side = side(chain, work, joint, (base, line));
    let turn = swivel_to(line, side.cross(line), pole - base).rotation_vector();
    let tolerance = MET[0] + MET[1] * work.length / side.length().max(f32::MIN_POSITIVE);
    Some(Lie { joint, parent, line, angle: turn.dot(line), tolerance })
}

/// The frame that the joint at `index` turns in, and where it is.
fn frame_of(work: &Work, index: usize) -> (Rot, Vec3) {
    let (mut frame, mut position) = (Rot::IDENTITY, work.base);
    for joint in &work.joints[..index] {
        frame = frame * joint.pre * joint.local;
        position += frame.rotate(joint.offset);
    }
    (frame * work.joints[index].pre, position)
}

/// Where the middle is, off the line through `base`, and about as far.
fn side(chain: &Chain, work: &Work, first: usize, (base, line): (Vec3, Vec3)) -> Vec3 {
    let mut farthest = 0.0_f32;
    for_each_inner(work, first, base, |_, _, position| farthest = farthest.max(off_line(position - base, line).length()));
    let (mut sum, mut axis) = (Vec3::ZERO, None);
    let unit = 1.0 / farthest.max(f32::MIN_POSITIVE);
    for_each_inner(work, first, base, |index, parent, position| {
        let off = off_line(position - base, line) * unit;
        // Nothing for joints well inside the bulge, the square of the rest for those near its top.
        let part = (off.length() - NEARLY).max(0.0);
        sum += off * (part * part);
        if axis.is_none() && !chain.joints[index].held {
            axis = Some(parent.rotate(chain.joints[index].bend_axis));
        }
    });
    let bulge = vector::unit(sum).unwrap_or(Vec3::ZERO) * farthest;
    let flat = FLAT * work.length;
    let straight = (1.0 - farthest / flat).max(0.0);
    let meant = axis.and_then(|axis| vector::unit(line.cross(axis))).unwrap_or(Vec3::ZERO);
    bulge + meant * (flat * straight * straight)
}

fn off_line(way: Vec3, line: Vec3) -> Vec3 {
    way - line * way.dot(line)
}

/// Visits the joints between the one that swivels and the tip: place in the chain, the frame it turns in, where it is.
fn for_each_inner(work: &Work, first: usize, base: Vec3, mut visit: impl FnMut(usize, Rot, Vec3)) {
    let (mut frame, mut position) = (frame_of(work, first).0, base);
    for (index, joint) in work.joints.iter().enumerate().skip(first) {
        if index > first {
            frame = frame * joint.pre;
            if index + 1 < work.joints.len() {
                visit(index, frame, position);
            }
        }
        frame = frame * joint.local;
        position += frame.rotate(joint.offset);
    }
}
