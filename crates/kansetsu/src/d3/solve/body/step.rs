//! One step of the whole body.

use super::{BodyScratch, nodes::Nodes, system::System, tree::Body};
use crate::d3::solve::dls::{
    bounds::{stop_by_trying, stops},
    link::{Freedom, Polygons},
};

/// How often the active set is looked at again in one step.
const PASSES: usize = 4;

/// No joint turns farther in one step, radians. Larger steps leap over bounds: drags jump more often.
const STEP_CAP: f32 = 0.5;

/// One step: the active set settles, the links move.
pub(super) fn step(body: &Body, memory: &mut BodyScratch, damping: f32) {
    let BodyScratch { nodes, system, .. } = memory;
    system.solve(nodes, damping);
    for _ in 0..PASSES {
        system.changed = false;
        hold(body, nodes, system);
        if !system.changed {
            break;
        }
        system.solve(nodes, damping);
    }
    system.apply_locks(nodes);
    let largest = nodes.nodes.iter().map(|node| node.step.length_squared()).fold(0.0, |a: f32, b| if b <= a { a } else { b }).sqrt();
    if !largest.is_finite() {
        // Levers of thousands of sizes can leave a system without digits: then there is no step.
        return;
    }
    let scale = 1.0_f32.min(STEP_CAP / largest);
    for node in &mut nodes.nodes {
        node.advance(scale, body);
    }
    nodes.forward();
}

/// Locks the bounds that the nodes' wanted steps go past, and lets go of those that they do not.
fn hold(body: &Body, nodes: &Nodes, system: &mut System) {
    for (index, node) in nodes.nodes.iter().enumerate() {
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
                system.settle(node, (index, 0), room.map(|room| (node.axis, room)));
            }
            Freedom::Ball(ball) => {
                let is_near = node.step.length_squared() > node.room * node.room;
                let found = if is_near { stops(&ball, node.q, node.before, node.step) } else { [None; 2] };
                for (bound, stop) in found.into_iter().enumerate() {
                    system.settle(node, (index, bound as u8), stop.map(|stop| (node.before.rotate(stop.direction), stop.amount)));
                }
            }
            Freedom::Polygon => {
                let project = |turn| body.project(node.joint, turn);
                let found = stop_by_trying(project, node.q, node.before, node.step);
                system.settle(node, (index, 0), found.map(|stop| (node.before.rotate(stop.direction), stop.amount)));
            }
            _ => {}
        }
    }
}
