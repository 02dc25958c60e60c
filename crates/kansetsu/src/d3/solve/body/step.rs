//! One step of the whole body.

use super::{BodyScratch, tree::Body};
use crate::d3::solve::dls::{
    bounds::{stop_by_trying, stops},
    link::{Freedom, Polygons},
};

/// How often the active set is looked at again in one step.
const PASSES: usize = 4;

/// No joint turns farther in one step, radians.
const STEP_CAP: f32 = 1.0;

/// One step: the active set settles, the links move.
pub(super) fn step(body: &Body, memory: &mut BodyScratch, damping: f32) {
    let BodyScratch { nodes, system, .. } = memory;
    system.solve(nodes, damping);
    for _ in 0..PASSES {
        system.changed = false;
        for index in 0..nodes.nodes.len() {
            let node = &nodes.nodes[index];
            match node.freedom {
                Freedom::Hinge { reach } if reach < std::f32::consts::PI => {
                    let step = node.step.dot(node.axis);
                    let room = if step > reach - node.angle {
                        Some(reach - node.angle)
                    } else if step < -reach - node.angle {
                        Some(-reach - node.angle)
                    } else {
                        None
                    };
                    system.settle(nodes, index, 0, room.map(|room| (node.axis, room)));
                }
                Freedom::Ball(ball) => {
                    let found = stops(&ball, node.q, node.before, node.step);
                    for (bound, stop) in found.into_iter().enumerate() {
                        system.settle(nodes, index, bound as u8, stop.map(|stop| (node.before.rotate(stop.direction), stop.amount)));
                    }
                }
                Freedom::Polygon => {
                    let project = |turn| body.project(node.joint, turn);
                    let found = stop_by_trying(project, node.q, node.before, node.step);
                    system.settle(nodes, index, 0, found.map(|stop| (node.before.rotate(stop.direction), stop.amount)));
                }
                _ => {}
            }
        }
        if !system.changed {
            break;
        }
        system.solve(nodes, damping);
    }
    system.apply_locks(nodes);
    let largest = nodes.nodes.iter().map(|node| node.step.length_squared()).fold(0.0, f32::max).sqrt();
    let scale = 1.0_f32.min(STEP_CAP / largest);
    for node in &mut nodes.nodes {
        node.advance(scale, body);
    }
    nodes.forward();
}
