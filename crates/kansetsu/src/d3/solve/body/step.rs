//! One step of the whole body.

use glam::Vec4;

use super::{BodyScratch, node::Node, nodes::Nodes, settle::settle, tree::Body};
use crate::math::lanes::dot;

/// No joint turns farther in one step, radians. Larger steps leap over bounds: drags jump more often.
const STEP_CAP: f32 = 0.5;

/// The part of a step that swings on into the next one.
const SWING: f32 = 0.9;

/// One step: the active set settles, the links move. Gives how far the link goes that goes farthest, radians.
pub(super) fn step(body: &Body, memory: &mut BodyScratch, damping: f32) -> f32 {
    let BodyScratch { nodes, system, .. } = memory;
    settle(body, nodes, system, damping);
    advance(body, nodes)
}

/// As [`step`], for goals that cannot be met: there each step goes a part of the one before along the same way, and with the last step's swing
/// the end is near much sooner (B. T. Polyak, "Some methods of speeding up the convergence of iteration methods", 1964). A swing that goes
/// against the step stops.
pub(super) fn swinging_step(body: &Body, memory: &mut BodyScratch, damping: f32) -> f32 {
    let BodyScratch { nodes, system, swings, .. } = memory;
    settle(body, nodes, system, damping);
    swings.resize(nodes.movers.len(), [Vec4::ZERO; 2]);
    let both = |node: &Node, swing: &[Vec4; 2]| dot(node.step, swing[0]).x + dot(node.way, swing[1]).x;
    let along: f32 = nodes.movers.iter().zip(swings.iter()).map(|(mover, swing)| both(&nodes.nodes[mover.node], swing)).sum();
    let part = if along > 0.0 { SWING } else { 0.0 };
    for (mover, swing) in nodes.movers.iter().zip(swings.iter_mut()) {
        let node = &mut nodes.nodes[mover.node];
        node.step += swing[0] * part;
        node.way += swing[1] * part;
        *swing = [node.step, node.way];
    }
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
