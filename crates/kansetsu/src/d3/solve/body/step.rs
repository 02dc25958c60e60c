//! One step of the whole body.

use glam::Vec4;

use super::{BodyScratch, nodes::Nodes, settle::settle, tree::Body};
use crate::{
    d3::solve::shorten::{ENOUGH, SHORTENINGS},
    math::lanes::dot,
};

/// No joint turns farther in one step, radians. Larger steps leap over bounds: drags jump more often.
const STEP_CAP: f32 = 0.5;

/// Goals that all miss by less than this together, as a part of the body's size, are kept to.
const KEPT: f32 = 1e-5;

/// One step: the active set settles, the links move. Gives how far the link goes that goes farthest, radians.
pub(super) fn step(body: &Body, memory: &mut BodyScratch, damping: f32) -> f32 {
    let BodyScratch { nodes, system, .. } = memory;
    settle(body, nodes, system, damping);
    make(body, nodes)
}

/// As [`step`]; one that leads too far is shortened. Gives the squared error then, which was `before`, and whether all goals are met.
pub(super) fn careful_step(body: &Body, memory: &mut BodyScratch, damping: f32, before: f32) -> (f32, bool) {
    let BodyScratch { nodes, system, .. } = memory;
    settle(body, nodes, system, damping);
    system.promise(damping);
    let (mut part, promised) = (whole_part(largest(nodes)), system.promised());
    advance(body, nodes, part);
    let mut end = system.measure(nodes);
    for _ in 0..SHORTENINGS {
        let gain = (before - end.0) / (2.0 * part * promised);
        // Without a promise there is no part of it.
        if end.1 || promised <= 0.0 || gain.is_nan() || gain >= ENOUGH {
            break;
        }
        part *= system.way(part).shortened(gain);
        for mover in &nodes.movers {
            nodes.nodes[mover.node].take_back();
        }
        advance(body, nodes, part);
        end = system.measure(nodes);
    }
    end
}

/// As [`step`], for goals that cannot be met.
pub(super) fn swinging_step(body: &Body, memory: &mut BodyScratch, damping: f32) -> f32 {
    let BodyScratch { nodes, system, swing, .. } = memory;
    settle(body, nodes, system, damping);
    swing.carry_on(nodes, system.hard <= KEPT * KEPT);
    make(body, nodes)
}

/// Makes the steps, not too far. Gives how far the link goes that goes farthest, radians.
fn make(body: &Body, nodes: &mut Nodes) -> f32 {
    let largest = largest(nodes);
    let part = whole_part(largest);
    advance(body, nodes, part);
    if part == 0.0 { 0.0 } else { part * largest }
}

/// What part of steps is made of which this is the largest.
fn whole_part(largest: f32) -> f32 {
    // Levers of thousands of sizes can leave a system without digits: then there is no step.
    if largest.is_finite() { 1.0_f32.min(STEP_CAP / largest) } else { 0.0 }
}

fn largest(nodes: &Nodes) -> f32 {
    let squared = |v: Vec4| dot(v, v).x;
    let steps = nodes.movers.iter().map(|mover| squared(nodes.nodes[mover.node].step));
    steps.fold(0.0, |a: f32, b| if b <= a { a } else { b }).sqrt()
}

/// Moves the links by a part of their steps.
fn advance(body: &Body, nodes: &mut Nodes, part: f32) {
    if part == 0.0 {
        return;
    }
    for mover in &nodes.movers {
        nodes.nodes[mover.node].advance(part, body);
    }
    nodes.forward();
}
