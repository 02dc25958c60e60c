//! Steps until the goals are met.

use glam::Vec4;

use super::{
    BodyScratch, WholeBody,
    nodes::Nodes,
    step::{careful_step, step},
    tree::Body,
};
use crate::{
    d3::{Report, solve::dls::link::Freedom},
    math::lanes::{product, rotate},
};

/// How an attempt is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// The part of the damping that grows with the error itself, not with its square: it keeps steps short that would bend a nearly straight
    /// limb too far.
    pub(super) caution: f32,
    /// Whether steps that lead too far are shortened.
    pub(super) shortens: bool,
    /// An attempt ends after so many steps, first far from the goals, then nearly there, that each gain next to nothing.
    pub(super) stall: [usize; 2],
    /// At the edge of what can be reached the last bit is slow: nearly there an attempt may have so many times more steps, since another pose
    /// to begin from would end elsewhere, and a drag would jump.
    pub(super) patience: usize,
}

/// From the given pose, within bounds: a drag is followed without jumps by steps that stay near the way that the goals would be led, and by
/// waiting until a saddle is left. Without the caution goals that move a little along the edge of what can be reached find another pose
/// twice as often; with three times as much, attempts end twice as often where nothing is gained.
pub(super) const FIRST_TRY: Manner = Manner { caution: 0.03, shortens: true, stall: [4, 60], patience: 10 };

/// From another pose and after that, where only the end counts, and without bounds, where no saddles are in the way.
pub(super) const TRY: Manner = Manner { caution: 0.02, shortens: false, stall: [4, 10], patience: 5 };

impl Default for Manner {
    fn default() -> Self {
        FIRST_TRY
    }
}

/// While the error rises the damping grows by the first, while it falls it shrinks by the second, up to the third.
const GROWTH: [f32; 3] = [3.0, 0.5, 100.0];

/// Goals that should be met as finely as this, as a part of the body's size, are met to rounding.
const FINE: f32 = 2e-5;

/// A gain of less than this part of the squared error is next to nothing.
const GAIN: f32 = 3e-3;

/// An error that is less than this is nearly none, as a part of the body's size.
const NEARLY: f32 = 2e-3;

impl WholeBody {
    /// Up to `count` steps. Gives the squared error and whether all goals are met.
    pub(super) fn steps(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report, (count, posture): (usize, bool)) -> (f32, bool) {
        let manner = memory.manner;
        // What poles ask for gains nothing for the goals.
        let shortens = manner.shortens && !posture && memory.system.blocks.iter().all(|block| !block.is_pole());
        let (mut squared, mut met) = memory.system.measure(&memory.nodes);
        let (mut growth, mut stalled, mut least) = (1.0_f32, 0, squared);
        // One step more makes of nearly met exactly met: of two ends that are the same but for rounding one may already count as met.
        let mut is_last = self.tolerance > FINE;
        for index in 0..count.saturating_mul(manner.patience) {
            let is_near = squared < NEARLY * NEARLY;
            let done = met && memory.system.poles_obeyed && !posture;
            let is_late = index >= count && (posture || !is_near) || stalled > manner.stall[usize::from(is_near)];
            if (done && (is_last || memory.system.is_nearly_exact())) || is_late {
                break;
            }
            is_last |= done;
            self.set_posture(&mut memory.nodes, posture);
            memory.system.assemble(&memory.nodes, posture);
            let damping = memory.system.damping(growth, manner.caution);
            let before = squared;
            (squared, met) = if shortens {
                careful_step(body, memory, damping, squared)
            } else {
                step(body, memory, damping);
                memory.system.measure(&memory.nodes)
            };
            report.iterations += 1;
            growth = if squared > before { (growth * GROWTH[0]).min(GROWTH[2]) } else { (growth * GROWTH[1]).max(1.0) };
            stalled = if squared > (1.0 - GAIN) * least { stalled + 1 } else { 0 };
            least = least.min(squared);
        }
        (squared, met)
    }

    pub(super) fn set_posture(&self, nodes: &mut Nodes, posture: bool) {
        if !posture && !std::mem::take(&mut nodes.has_posture) {
            return;
        }
        nodes.has_posture = posture;
        let strength = if posture { self.posture } else { 0.0 };
        for mover in &nodes.movers {
            let node = &mut nodes.nodes[mover.node];
            node.posture = match node.freedom {
                Freedom::Held | Freedom::Fixed => Vec4::ZERO,
                _ if !posture => Vec4::ZERO,
                Freedom::Hinge { .. } => node.axis * ((node.start.1 - node.angle) * strength),
                Freedom::Free | Freedom::Ball(_) | Freedom::Polygon => {
                    // Twice the sine of half the angle stands for the angle.
                    let missing = product(node.start.0, node.q * Vec4::new(-1.0, -1.0, -1.0, 1.0));
                    let twice = if missing.w < 0.0 { -2.0 } else { 2.0 };
                    rotate(node.before, (missing * (twice * strength)).with_w(0.0))
                }
            };
        }
    }
}
