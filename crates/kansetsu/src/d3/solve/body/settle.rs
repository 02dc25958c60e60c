//! Which bounds hold during a step.
//!
//! The step is the one that is best inside all bounds, straightened where the body stands: with the goals' multipliers `y` each
//! joint's step is what it wants by them, `p + W Jᵀ y`, brought inside its own bounds, and `y` is where
//! `D(y) = Λ y - r + J w(y)` is zero. That is the gradient of a convex function, made of flat pieces, one for each set of bounds
//! that hold, and Newton's method goes from piece to piece. Most often it is there after one or two; where it goes to and fro instead, the
//! way along which it goes is searched for where the slope is zero, which is certain to arrive
//! (L. Qi, J. Sun, "A nonsmooth version of Newton's method", Mathematical Programming 58, 1993; a search as for any convex function).

use glam::{Vec4, Vec4Swizzles};

use super::{
    node::Node,
    nodes::{Mover, Nodes},
    system::{Block, System},
    tree::Body,
};
use crate::{
    d3::solve::dls::{
        bounds::{Stop, stop_by_trying, stops},
        link::{Freedom, Polygons},
    },
    math::lanes::{dot, rot, rotate},
};

/// How often the bounds are looked at again without a search, and with one.
const PASSES: usize = 3;
const SEARCHES: usize = 20;

/// How often the way is halved in a search.
const HALVINGS: usize = 10;

/// Where a solution was before the last one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    /// The wanted step and way of each mover.
    wanted: Vec<[Vec4; 2]>,
    /// The multipliers of each system, one after the other.
    solutions: Vec<f32>,
}

/// Finds the movers' steps.
pub(super) fn settle(body: &Body, nodes: &mut Nodes, system: &mut System, damping: f32) {
    system.solve(nodes, damping);
    for pass in 0..PASSES + SEARCHES {
        hold(body, nodes, system);
        if system.changed == 0 {
            break;
        }
        if pass < PASSES {
            system.solve(nodes, damping);
        } else {
            system.remember(nodes);
            system.solve(nodes, damping);
            system.search(body, nodes, damping);
        }
    }
    system.apply_locks(nodes);
}

/// Locks the bounds that the nodes' wanted steps go past, and lets go of those that they do not.
fn hold(body: &Body, nodes: &Nodes, system: &mut System) {
    for (index, mover) in nodes.movers.iter().enumerate() {
        let node = &nodes.nodes[mover.node];
        let found = find(body, node, node.step);
        if found[0].is_some() || found[1].is_some() || system.is_locked(index) {
            for (bound, found) in found.into_iter().enumerate() {
                system.settle(nodes, (index, bound as u8), found);
            }
        }
    }
}

/// The bounds that a step of a node goes past: directions in model axes, and how far the bounds let go along them.
#[inline]
fn find(body: &Body, node: &Node, step: Vec4) -> [Option<(Vec4, f32)>; 2] {
    let in_model = |stop: Stop| (rotate(node.before, stop.direction.extend(0.0)), stop.amount);
    match node.freedom {
        Freedom::Hinge { reach } if reach < std::f32::consts::PI => {
            let turn = dot(step, node.axis).x;
            let (below, above) = (-reach - node.angle, reach - node.angle);
            let room = if turn > above {
                Some(above)
            } else if turn < below {
                Some(below)
            } else {
                None
            };
            [room.map(|room| (node.axis, room)), None]
        }
        Freedom::Ball(ball) if dot(step, step).x > node.room * node.room => {
            stops(&ball, rot(node.q), rot(node.before), step.xyz()).map(|stop| stop.map(in_model))
        }
        Freedom::Polygon => {
            let project = |turn| body.project(node.joint, turn);
            [stop_by_trying(project, rot(node.q), rot(node.before), step.xyz()).map(in_model), None]
        }
        _ => [None; 2],
    }
}

/// A step brought inside the bounds that it goes past.
fn held(step: Vec4, found: [Option<(Vec4, f32)>; 2]) -> Vec4 {
    let hold = |step: Vec4, (direction, amount): (Vec4, f32)| step + direction * (amount - dot(step, direction).x);
    found.into_iter().flatten().fold(step, hold)
}

impl System {
    /// Keeps the solution for [`Self::search`].
    fn remember(&mut self, nodes: &Nodes) {
        let Before { wanted, solutions } = &mut self.before;
        wanted.clear();
        wanted.extend(nodes.movers.iter().map(|mover| [nodes.nodes[mover.node].step, nodes.nodes[mover.node].way]));
        solutions.clear();
        self.equations[..self.groups].iter().for_each(|equations| solutions.extend(&equations.solution));
    }

    /// Goes from the solution before towards the new one only as far as that brings nearer to what is best.
    fn search(&mut self, body: &Body, nodes: &mut Nodes, damping: f32) {
        if self.slope(body, nodes, (1.0, damping)) <= 0.0 {
            return;
        }
        let (mut part, mut size) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            size *= 0.5;
            if self.slope(body, nodes, (part + size, damping)) <= 0.0 {
                part += size;
            }
        }
        // Past the end of the flat piece rather than short of it: the next one is what is looked for.
        part += size;
        for (mover, before) in nodes.movers.iter().zip(&self.before.wanted) {
            let node = &mut nodes.nodes[mover.node];
            node.step = before[0] + (node.step - before[0]) * part;
            node.way = before[1] + (node.way - before[1]) * part;
        }
        let solutions = &self.before.solutions;
        for (value, before) in self.equations[..self.groups].iter_mut().flat_map(|equations| &mut equations.solution).zip(solutions) {
            *value = before + (*value - before) * part;
        }
    }

    /// The slope of what is made least, at this part of the way from the solution before to the new one, along it.
    fn slope(&self, body: &Body, nodes: &Nodes, (part, damping): (f32, f32)) -> f32 {
        let joint = |(mover, before): (&Mover, &[Vec4; 2])| {
            let node = &nodes.nodes[mover.node];
            let (turn, slide) = (node.step - before[0], node.way - before[1]);
            let step = before[0] + turn * part;
            let along = dot(held(step, find(body, node, step)), turn).x / node.mobility;
            if node.slide > 0.0 { along + dot(before[1] + slide * part, slide).x / (node.slide * node.slide) } else { along }
        };
        let joints: f32 = nodes.movers.iter().zip(&self.before.wanted).map(joint).sum();
        let block = |block: &Block| -> f32 {
            let begin: usize = self.equations[..block.group].iter().map(|equations| equations.solution.len()).sum();
            let solution = &self.equations[block.group].solution[block.row..];
            let before = &self.before.solutions[begin + block.row..];
            let row = |((new, before), residual): ((&f32, &f32), f32)| {
                let way = new - before;
                way * (block.damping(damping) * (before + way * part) - residual)
            };
            solution.iter().zip(before).zip(block.residual.to_array()).map(row).sum()
        };
        joints + self.blocks.iter().filter(|block| !block.dropped).map(block).sum::<f32>()
    }
}
