//! Parts of the body that keep out of each other: pairs of capsules.
//!
//! A pair asks for one thing, that the nearest points of two segments be as far from each other as both radii: one row, along the line between
//! the points, which pushes and never pulls. Only pairs that are near each other are rows of a solve; where another pair has come into
//! each other by its end, it is solved again with that pair.

use glam::{Vec3, Vec4Swizzles};

use super::{
    BodyScratch, WholeBody,
    nodes::{Nodes, Point},
    tree::Body,
};
use crate::{
    Error,
    d3::{Capsule, Goal, Pose, capsule::nearest, solve::Scratch},
    math::vector,
};

/// Neighbours are rows of a solve that are nearer than so many times what they have to keep: a frame's step does not come through the rest.
const NEAR: f32 = 1.5;

/// Nearest points of two segments slide towards their middles with this part of their lengths' squares: else they would leap from end to end where
/// segments are parallel.
const CENTRED: f32 = 0.02;

/// Two capsules in the frames of their nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart {
    ends: [[Point; 2]; 2],
    /// Which pair of the body it is.
    pair: usize,
    /// How far from each other their segments have to be, body sizes.
    pub(super) distance: f32,
}

impl Apart {
    /// A pair of a body; `None` where its parts do not move against each other.
    fn load(body: &Body, pair: usize, pose: &Pose, nodes: &Nodes) -> Option<Self> {
        let [a, b] = &body.collision_pairs[pair];
        let ends = |capsule: &Capsule| {
            let point = |place: Vec3| match nodes.attached(body, pose, capsule.joint, place) {
                (Some(joint), place) => Some(nodes.point(body, joint, place)),
                (None, _) => None,
            };
            Some([point(capsule.ends[0])?, point(capsule.ends[1])?])
        };
        let ends = [ends(a)?, ends(b)?];
        let moves = ends[0][0].node != ends[1][0].node;
        moves.then_some(Self { ends, pair, distance: (a.radius + b.radius) / nodes.size })
    }

    /// What carries each of both.
    pub(super) const fn points(&self) -> [Point; 2] {
        [self.ends[0][0], self.ends[1][0]]
    }

    /// The nearest points of both segments.
    pub(super) fn nearest(&self, nodes: &Nodes) -> [Vec3; 2] {
        nearest(self.ends.map(|ends| ends.map(|point| nodes.place_of(point).xyz())), CENTRED)
    }

    /// How far both are from each other, of what they have to keep.
    fn clearance(&self, nodes: &Nodes) -> f32 {
        let [a, b] = self.nearest(nodes);
        a.distance(b) / self.distance.max(1e-12)
    }
}

/// The pairs that are rows now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Neighbours(pub(super) Vec<Apart>);

impl Neighbours {
    /// Takes the pairs of a body that are near each other as the nodes stand; `most` at most.
    pub(super) fn load(&mut self, body: &Body, pose: &Pose, nodes: &mut Nodes, most: usize) {
        self.0.clear();
        if body.collision_pairs.is_empty() {
            return;
        }
        nodes.forward();
        let pairs = (0..body.collision_pairs.len()).filter_map(|pair| Apart::load(body, pair, pose, nodes));
        self.0.extend(pairs.filter(|apart| apart.clearance(nodes) < NEAR).take(most));
    }

    /// Whether a pair that was none of these has come into each other.
    fn is_short(&self, body: &Body, pose: &Pose, nodes: &Nodes) -> bool {
        let others = (0..body.collision_pairs.len()).filter(|&pair| self.0.iter().all(|apart| apart.pair != pair));
        others.filter_map(|pair| Apart::load(body, pair, pose, nodes)).any(|apart| apart.clearance(nodes) < 1.0)
    }
}

impl WholeBody {
    /// Solves once more where parts of the body have come into each other that were far from it. Where steps run out before that costs less
    /// than it did, the first pose stands.
    pub(super) fn go_on_apart(&self, body: &Body, goals: &[Goal], pose: &mut Pose, scratch: &mut Scratch) -> Result<(), Error> {
        let BodyScratch { nodes, system, .. } = &scratch.body;
        let before = [scratch.report.iterations, scratch.report.restarts];
        if before[0] >= self.max_steps || !system.neighbours.is_short(body, pose, nodes) {
            return Ok(());
        }
        let met = self.begin((body, goals), pose, body.reference.as_ref(), scratch)?;
        let cost = scratch.body.system.cost();
        self.reach_on(body, goals, met, (scratch, before))?;
        if scratch.body.system.cost() > cost {
            let taken = [scratch.report.iterations, scratch.report.restarts];
            self.begin((body, goals), pose, body.reference.as_ref(), scratch)?;
            [scratch.report.iterations, scratch.report.restarts] = taken;
        }
        self.end(body, goals, pose, (scratch, met));
        Ok(())
    }
}

/// The way out for two points that are nearer than they should be.
pub(super) fn outwards(from: Vec3, to: Vec3) -> Vec3 {
    vector::unit(to - from).unwrap_or(Vec3::Z)
}
