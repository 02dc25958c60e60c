//! A pole for a chain of any length.
//!
//! A solved chain rotates as a whole about the line from its base to its end (it swivels) until its
//! middle is on the pole's side. The end stays where it is; a tip with an orientation turns back.
//! Where limits are in the way, the nearest swivel that they allow is taken.
//!
//! The middle is where the chain bulges: the mean of the joints' ways off the line, of which those
//! farthest off count by far the most, so that a chain in a plane has it where its farthest joint
//! is, and no joint takes over from another with a jump. A straight chain has its middle where its
//! bend axes say, as two bones have.

use glam::DVec3;

use super::{Scratch, swivel::swivel as swivel_to};
use crate::{d3::Chain, math::so3, solve::Problem};

/// A bulge of less than this part of the chain's length counts as partly straight: its bend axes
/// have a say, the more the flatter it is.
const FLAT: f64 = 1e-3;

/// A joint has a say in where the middle is when it is farther off than this part of the farthest
/// one. Nearer to 1 another joint takes over more suddenly; farther from it the middle of a twisted
/// chain is no longer where its farthest joint is.
const NEARLY: f64 = 0.97;

/// A pole counts as met within the first, radians, and as much as rounding turns a bulge: the
/// second times the chain's length over the bulge.
const MET: [f64; 2] = [1e-4, 2e-6];

/// Where limits bar the swivel, others at this distance from each other are tried, radians; the
/// other joints then give way for the rest. At 0.2 an arm is short of what its limits allow in 72
/// of 1,000 solves, at 0.1 and less in at most 60.
const STEP: f64 = 0.05;

/// Swivels the chain to its pole, or as near as its limits allow; returns whether it is there. A
/// goal that is met stays met.
pub(crate) fn swivel(chain: &Chain, scratch: &mut Scratch) -> bool {
    let Scratch { problem, state, .. } = scratch;
    let (Some(rotation), Some(base)) = (missing(chain, problem), chain.turning().next()) else {
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

/// The rotation vector about the line from base to end that brings the middle to the side of the
/// pole. `None` where it is there, without a pole, a position, a line, or a side.
pub(crate) fn missing(chain: &Chain, problem: &Problem) -> Option<DVec3> {
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

/// Where the middle is, off the line through `base`, and about as far.
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
            // Nothing for joints well inside the bulge, the square of the rest for those near its
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
