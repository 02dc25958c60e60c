//! Which bounds hold during a step.
//!
//! The step is the one that is best inside all bounds, straightened where the body stands: with the goals' pulls `y` each
//! joint's step is what it wants by them, `z + W Jᵀ y`, brought inside its own bounds, and `y` is where
//! `D(y) = Λ y - r + J w(y)` is zero. That is the gradient of a convex function, made of flat pieces, one for each set of bounds
//! that hold, and Newton's method goes from piece to piece. Most often it is there after one or two; where it goes to and fro instead, the
//! way along which it goes is searched for where the slope is zero, which is certain to arrive
//! (L. Qi, J. Sun, "A nonsmooth version of Newton's method", Mathematical Programming 58, 1993; a search as for any convex function).

use glam::{Vec4, Vec4Swizzles};

use super::{
    goal::Block,
    node::Node,
    nodes::{Mover, Nodes},
    system::System,
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

/// How often the slope is looked at in a search at most, and what part of the first slope, and of the way, is none.
const LOOKS: usize = 30;
const FLAT: f32 = 1e-5;

/// Where a solution was before the last one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    /// The wanted step and way of each mover.
    wanted: Vec<[Vec4; 2]>,
    /// The multipliers of each system, one after the other.
    solutions: Vec<f32>,
}

/// Finds the movers' steps.
pub(super) fn settle(body: &Body, nodes: &mut Nodes, system: &mut System) {
    find_locks(body, nodes, system);
    for mover in &nodes.movers {
        let node = &mut nodes.nodes[mover.node];
        node.wanted = node.step;
    }
    system.apply_locks(nodes);
}

/// Finds what the movers want, and the bounds that hold them then.
fn find_locks(body: &Body, nodes: &mut Nodes, system: &mut System) {
    // What the joints wanted in the last step tells which bounds are likely to hold in this one.
    for mover in &nodes.movers {
        let node = &mut nodes.nodes[mover.node];
        node.step = node.wanted;
    }
    hold(body, nodes, system);
    system.solve(nodes);
    for pass in 0..PASSES + SEARCHES {
        hold(body, nodes, system);
        if system.changed == 0 {
            break;
        }
        if pass < PASSES {
            system.solve(nodes);
        } else {
            system.remember(nodes);
            system.solve(nodes);
            system.search(body, nodes);
        }
    }
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
    fn search(&mut self, body: &Body, nodes: &mut Nodes) {
        if self.slope(body, nodes, 1.0) <= 0.0 {
            return;
        }
        let part = self.flat_part(body, nodes);
        for (mover, before) in nodes.movers.iter().zip(&self.before.wanted) {
            let node = &mut nodes.nodes[mover.node];
            node.step = before[0] + (node.step - before[0]) * part;
            node.way = before[1] + (node.way - before[1]) * part;
        }
        let solutions = &self.before.solutions;
        for (value, before) in self.equations[..self.groups].iter_mut().flat_map(|equations| &mut equations.solution).zip(solutions) {
            *value = before + (*value - before) * part;
        }
        for block in &mut self.blocks {
            block.take_pull(&self.equations[block.group].solution);
        }
    }

    /// Where the slope along the way is zero, or a little past it, by the regula falsi that halves the weight of an end that stays (the Illinois
    /// method: M. Dowell, P. Jarratt, BIT 11, 1971): past the end of the flat piece rather than short of it, since the next one is what is
    /// looked for.
    fn flat_part(&self, body: &Body, nodes: &Nodes) -> f32 {
        let slope = |part: f32| self.slope(body, nodes, part);
        let (mut below, mut above) = ([0.0, slope(0.0)], [1.0, slope(1.0)]);
        // Rounding leaves no way down, or none that is a number.
        if below[1].is_nan() || below[1] >= 0.0 {
            return 0.0;
        }
        let (enough, mut stays) = (-FLAT * below[1], 0);
        for _ in 0..LOOKS {
            if above[1] <= enough || above[0] - below[0] < FLAT {
                break;
            }
            // A solution far off can overflow: then half of the way.
            let part = (below[0] * above[1] - above[0] * below[1]) / (above[1] - below[1]);
            let part = if part.is_finite() { part } else { 0.5 * (below[0] + above[0]) };
            let here = [part, slope(part)];
            if here[1] <= 0.0 {
                below = here;
                stays = if stays > 0 { stays + 1 } else { 1 };
                above[1] *= if stays > 1 { 0.5 } else { 1.0 };
            } else {
                above = here;
                stays = if stays < 0 { stays - 1 } else { -1 };
                below[1] *= if stays < -1 { 0.5 } else { 1.0 };
            }
        }
        above[0]
    }

    /// The slope of what is made least, at this part of the way from the solution before to the new one, along it.
    fn slope(&self, body: &Body, nodes: &Nodes, part: f32) -> f32 {
        let joint = |(mover, before): (&Mover, &[Vec4; 2])| {
            let node = &nodes.nodes[mover.node];
            let (turn, slide) = (node.step - before[0], node.way - before[1]);
            let step = before[0] + turn * part;
            let along = dot(held(step, find(body, node, step)), turn).x / node.mobility;
            if node.slide > 0.0 { along + dot(before[1] + slide * part, slide).x / node.slide } else { along }
        };
        let joints: f32 = nodes.movers.iter().zip(&self.before.wanted).map(joint).sum();
        let block = |block: &Block| -> f32 {
            let begin: usize = self.equations[..block.group].iter().map(|equations| equations.solution.len()).sum();
            let solution = &self.equations[block.group].solution[block.row..];
            let before = &self.before.solutions[begin + block.row..];
            let row = |((new, before), wanted): ((&f32, &f32), f32)| {
                let way = new - before;
                way * (block.softness * (before + way * part) - wanted)
            };
            solution.iter().zip(before).zip(block.wanted.to_array()).map(row).sum()
        };
        joints + self.blocks.iter().map(block).sum::<f32>()
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::{
        d3::{
            Goal, Limit, Skeleton, Transform,
            limit::{Hinge, SwingTwist},
            solve::{
                Scratch, WholeBody,
                body::{BodyScratch, goal::Kind},
                dls::seeds::Random,
            },
        },
        math::lanes,
    };

    /// A neck and two arms on a back of two joints, all narrow.
    fn torso() -> (Skeleton, Body, [usize; 3]) {
        let (mut builder, mut limits) = (Skeleton::builder(), vec![None]);
        let mut add = |parent: Option<usize>, way: Vec3, limit: Option<Limit>| {
            let (name, rest) = (limits.len().to_string(), Transform::from_translation(way));
            let Some(parent) = parent else { return builder.root(name, rest) };
            limits.push(limit);
            builder.child(parent, name, rest)
        };
        let cone = |axis, swing: f32| Some(Limit::SwingTwist(SwingTwist::cone(axis, swing, -0.2, 0.3)));
        let root = add(None, Vec3::ZERO, None);
        let back = add(Some(root), Vec3::Y * 0.1, cone(Vec3::Y, 0.4));
        let chest = add(Some(back), Vec3::Y * 0.3, cone(Vec3::Y, 0.3));
        let neck = add(Some(chest), Vec3::Y * 0.2, cone(Vec3::Y, 0.5));
        let head = add(Some(neck), Vec3::Y * 0.2, None);
        let [left, right] = [Vec3::X, Vec3::NEG_X].map(|side| {
            let arm = add(Some(chest), side * 0.2, cone(side, 0.6));
            let elbow = add(Some(arm), side * 0.3, Some(Limit::Hinge(Hinge::new(Vec3::Z * side.x, 0.0, 0.5))));
            add(Some(elbow), side * 0.3, None)
        });
        let skeleton = builder.build().expect("a tree");
        let body = Body::new(&skeleton).with_limits(&limits).expect("the limits fit");
        (skeleton, body, [head, left, right])
    }

    /// From poses that often stand on bounds, with little damping: also where Newton's method leaps far.
    #[test]
    fn what_the_joints_want_is_held_by_just_the_bounds_that_it_goes_past() {
        let (skeleton, body, ends) = torso();
        let (mut scratch, mut random, mut locked) = (Scratch::default(), Random::new(3), 0);
        let goals = ends.map(|end| Goal::position(end, Vec3::ZERO));
        for case in 0..12_000 {
            WholeBody::default().begin((&body, &goals), &skeleton.rest_pose(), None, &mut scratch).expect("well formed");
            let BodyScratch { nodes, system, .. } = &mut scratch.body;
            for node in nodes.nodes.iter_mut().filter(|node| node.freedom.moves()) {
                let (q, angle) = random.turn(node.freedom);
                (node.q, node.angle) = (lanes::of(q), angle);
            }
            nodes.forward();
            system.measure(nodes);
            for block in &mut system.blocks {
                block.kind = Kind::Place(block.place.xyz() + random.turn(Freedom::Free).0.vector() * 0.3);
            }
            system.measure(nodes);
            nodes.draw_to_ease(system, 1.0);
            system.blocks.iter_mut().for_each(|block| block.softness = 1e-3 * 0.5_f32.powi(case % 6));
            system.assemble(nodes);
            find_locks(&body, nodes, system);
            let wanted: Vec<Vec4> = nodes.movers.iter().map(|mover| nodes.nodes[mover.node].step).collect();
            locked += system.locks.len();
            system.apply_locks(nodes);
            for (mover, wanted) in nodes.movers.iter().zip(wanted) {
                let node = &nodes.nodes[mover.node];
                let held = held(wanted, find(&body, node, wanted));
                let off = (node.step - held).length();
                assert!(off < 5e-4 + 2e-6 * wanted.length(), "{case}: joint {} wants {wanted}, may {held}, does {}", node.joint, node.step);
            }
        }
        assert!(locked > 12_000, "only {locked} bounds were met");
    }
}
