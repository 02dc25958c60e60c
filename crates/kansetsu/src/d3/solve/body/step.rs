//! One step of the whole body.

use glam::Vec4;

use super::{BodyScratch, nodes::Nodes, settle::settle, tree::Body};
use crate::math::lanes::dot;

/// No joint turns farther in one step, radians. Larger steps leap over bounds: drags jump more often.
const STEP_CAP: f32 = 0.5;

/// Goals that all miss by less than this together, as a part of the body's size, are kept to.
const KEPT: f32 = 1e-5;

/// One step: the active set settles, the links move. Gives how far the link goes that goes farthest, radians.
pub(super) fn step(body: &Body, memory: &mut BodyScratch, damping: f32) -> f32 {
    let BodyScratch { nodes, system, .. } = memory;
    settle(body, nodes, system, damping);
    advance(body, nodes)
}

/// As [`step`], for goals that cannot be met.
pub(super) fn swinging_step(body: &Body, memory: &mut BodyScratch, damping: f32) -> f32 {
    let BodyScratch { nodes, system, swing, .. } = memory;
    settle(body, nodes, system, damping);
    swing.carry_on(nodes, system.hard <= KEPT * KEPT);
    advance(body, nodes)
}

/// Moves the links by their steps, not too far.
fn advance(body: &Body, nodes: &mut Nodes) -> f32 {
    let squared = |v: Vec4| dot(v, v).x;
    let steps = nodes.movers.iter().map(|mover| squared(nodes.nodes[mover.node].step));
    let largest = steps.fold(0.0, |a: f32, b| if b <= a { a } else { b }).sqrt();
    if !largest.is_finite() {
        // Levers of thousands of sizes can leave a system without digits: then there is no step.
        return 0.0;
    }
    let scale = 1.0_f32.min(STEP_CAP / largest);
    for mover in &nodes.movers {
        nodes.nodes[mover.node].advance(scale, body);
    }
    nodes.forward();
    largest * scale
}
