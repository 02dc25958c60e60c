//! One step of the whole body.

use glam::{Vec4, Vec4Swizzles};

use super::{BodyScratch, node::Node, nodes::Nodes, system::System, tree::Body};
use crate::{
    d3::solve::dls::{
        bounds::{Stop, stop_by_trying, stops},
        link::{Freedom, Polygons},
    },
    math::lanes::{dot, rot, rotate},
};

/// How often the active set is looked at again in one step.
const PASSES: usize = 4;

/// No joint turns farther in one step, radians. Larger steps leap over bounds: drags jump more often.
const STEP_CAP: f32 = 0.5;

/// One step: the active set settles, the links move. Gives how far the link goes that goes farthest, radians.
pub(super) fn step(body: &Body, memory: &mut BodyScratch, damping: f32) -> f32 {
    let BodyScratch { nodes, system, .. } = memory;
    system.solve(nodes, damping);
    for _ in 0..PASSES {
        hold(body, nodes, system);
        if system.changed == 0 {
            break;
        }
        system.solve(nodes, damping);
    }
    system.apply_locks(nodes);
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

/// Locks the bounds that the nodes' wanted steps go past, and lets go of those that they do not.
fn hold(body: &Body, nodes: &Nodes, system: &mut System) {
    for (index, mover) in nodes.movers.iter().enumerate() {
        let node = &nodes.nodes[mover.node];
        match node.freedom {
            Freedom::Hinge { reach } if reach < std::f32::consts::PI => {
                let step = dot(node.step, node.axis).x;
                let room = if step > reach - node.angle {
                    Some(reach - node.angle)
                } else if step < -reach - node.angle {
                    Some(-reach - node.angle)
                } else {
                    None
                };
                if room.is_some() || system.is_locked(index) {
                    system.settle(nodes, (index, 0), room.map(|room| (node.axis, room)));
                }
            }
            Freedom::Ball(ball) => {
                let is_near = dot(node.step, node.step).x > node.room * node.room;
                if !is_near && !system.is_locked(index) {
                    continue;
                }
                let found = if is_near { stops(&ball, rot(node.q), rot(node.before), node.step.xyz()) } else { [None; 2] };
                for (bound, stop) in found.into_iter().enumerate() {
                    system.settle(nodes, (index, bound as u8), stop.map(|stop| in_model(node, &stop)));
                }
            }
            Freedom::Polygon => {
                let project = |turn| body.project(node.joint, turn);
                let found = stop_by_trying(project, rot(node.q), rot(node.before), node.step.xyz());
                system.settle(nodes, (index, 0), found.map(|stop| in_model(node, &stop)));
            }
            _ => {}
        }
    }
}

/// The direction of a stop, in model axes, and how far it lets go.
fn in_model(node: &Node, stop: &Stop) -> (Vec4, f32) {
    (rotate(node.before, stop.direction.extend(0.0)), stop.amount)
}
