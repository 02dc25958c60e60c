//! A pole for a chain of any length.
//!
//! A solved chain rotates as a whole about the line from its base to its end (it swivels) until its
//! middle is on the pole's side. The end stays; a tip with an orientation rotates back. If limits
//! interfere, the nearest allowed swivel is used.
//!
//! The middle is the bulge of the chain: a weighted mean of the joints' offsets from the line, with
//! by far the largest weights for the largest offsets. So a planar chain has it at its furthest
//! joint, and the middle moves continuously from joint to joint. A straight chain has its middle on
//! the side of its bend axes, as two bones have.

use glam::DVec3;

use super::{Scratch, swivel::swivel as swivel_to};
use crate::{d3::Chain, math::so3, solve::Problem};

/// A bulge below this fraction of the chain's length counts as partly straight: its bend axes are
/// blended in, more for a flatter one.
const FLAT: f64 = 1e-3;

/// A joint contributes to the middle if its offset is more than this fraction of the largest one.
/// With a value closer to 1 the change between joints is more sudden; with a smaller one the middle
/// of a twisted chain is no longer at its furthest joint.
const NEARLY: f64 = 0.97;

/// A pole counts as reached within the first, radians, plus the rounding error of a bulge's
/// direction: the second times the chain's length over the bulge.
const MET: [f64; 2] = [1e-4, 2e-6];

/// The spacing of alternative swivels if limits prevent the exact one, radians; the other joints
/// then yield for the rest. At 0.2 an arm misses the best allowed swivel in 72 of 1,000 solves, at
/// 0.1 and less in at most 60.
const STEP: f64 = 0.05;

/// Swivels the chain to its pole, or as close as its limits allow; returns whether the pole is
/// reached. A goal that is reached stays reached.
pub(crate) fn swivel(chain: &Chain, scratch: &mut Scratch) -> bool {
    let Scratch { problem, state, .. } = scratch;
    let (Some(rotation), Some(base)) = (residual(chain, problem), chain.turning().next()) else {
        return true;
    };
    let (angle, axis) = (rotation.length(), rotation.normalize_or_zero());
    let (was_met, node) = (problem.is_met, problem.tree.node_of[base.joint]);
    problem.tree.keep(state);
    let beside = (1..)
        .map(|number| STEP * f64::from(number))
        .take_while(|off| *off < angle)
        .flat_map(|off| [-off, off]);
    for off in std::iter::once(0.0).chain(beside) {
        let wanted = so3::exp(axis * (angle + off));
        let rotated = problem.rotate(&chain.body, node, wanted);
        problem.turn_tip(&chain.body);
        if (rotated.inverse() * wanted).xyz().length() < MET[0] && problem.is_met == was_met {
            return off == 0.0;
        }
        problem.tree.recall(state);
        problem.measure();
    }
    false
}

/// The residual of the pole: the rotation vector about the line from base to end that moves the
/// middle to the side of the pole. `None` if it is zero, or without a pole, a position, a line, or
/// a side.
pub(crate) fn residual(chain: &Chain, problem: &Problem) -> Option<DVec3> {
    let (pole, [end, _]) = (problem.pole()?, problem.end_and_target(&chain.body)?);
    let base = problem.tree.nodes[problem.tree.node_of[chain.turning().next()?.joint]].position;
    let line = (end - base).try_normalize()?;
    let side = side(chain, problem, (base, line));
    let rotation =
        swivel_to(so3::narrow(line), so3::narrow(side.cross(line)), so3::narrow(pole - base))
            .rotation_vector();
    let angle = rotation.dot(so3::narrow(line));
    let tolerance = MET[0] + MET[1] / side.length().max(f64::MIN_POSITIVE);
    (f64::from(angle).abs() > tolerance).then(|| line * f64::from(angle))
}

/// The offset of the middle from the line through `base`, of about its length.
fn side(chain: &Chain, problem: &Problem, (base, line): (DVec3, DVec3)) -> DVec3 {
    let inner = || {
        chain.inner().map(|entry| (entry, &problem.tree.nodes[problem.tree.node_of[entry.joint]]))
    };
    let off_line = |place: DVec3| (place - base).reject_from_normalized(line);
    let farthest = inner().map(|(_, node)| off_line(node.position).length()).fold(0.0, f64::max);
    let unit = 1.0 / farthest.max(f64::MIN_POSITIVE);
    let sum: DVec3 = inner()
        .map(|(_, node)| {
            let off = off_line(node.position) * unit;
            // Zero for joints well inside the bulge, the square of the excess for those near its
            // top.
            let part = (off.length() - NEARLY).max(0.0);
            off * (part * part)
        })
        .sum();
    let axis = inner()
        .find(|(entry, _)| !chain.is_locked(entry))
        .map(|(entry, node)| node.frame_above() * so3::wide(entry.bend_axis));
    let straight = (1.0 - farthest / FLAT).max(0.0);
    let meant = axis.map_or(DVec3::ZERO, |axis| line.cross(axis).normalize_or_zero());
    sum.normalize_or_zero() * farthest + meant * (FLAT * straight * straight)
}
