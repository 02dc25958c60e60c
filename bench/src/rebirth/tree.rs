//! A tree of joints with goals and limits: `Fabrik`.

use std::hint::black_box;

use glam::{DQuat, DVec3};
use kansetsu::d3::{Limit, Skeleton};
use rebirth_ik as rival;

use super::convert::{ROUNDS, vector, vector_f64};
use crate::{contender::Contender, judge};

/// Whether the joints' rotations are requested and judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotations {
    /// Positions only, its default.
    Left,
    /// Rotations too, applied to the rest pose.
    Applied,
}

/// The joints with goals.
#[derive(Clone, Copy, Debug)]
pub struct Goals<'a> {
    pub joints: &'a [usize],
    /// The target of each of these joints, per problem.
    pub targets: &'a [Vec<DVec3>],
    /// Metres.
    pub tolerance: f64,
}

/// A skeleton whose joints have no rotations at rest.
pub struct Tree<'a> {
    skeleton: &'a Skeleton,
    limits: &'a [Option<Limit>],
    rotations: Rotations,
    goals: Goals<'a>,
    /// The index of the rival's node minus that of the joint.
    shift: usize,
    start: Vec<rival::Vec3>,
    tree: rival::Skeleton,
    solver: rival::Fabrik,
}

impl<'a> Tree<'a> {
    pub fn new(
        skeleton: &'a Skeleton,
        limits: &'a [Option<Limit>],
        rotations: Rotations,
        goals: Goals<'a>,
    ) -> Self {
        let (mut tree, shift) = grow(skeleton, limits);
        for &joint in goals.joints {
            // All joints up to the skeleton's root are part of the solve, the node before it is
            // not.
            let depth = skeleton.ancestors(joint).count() - 1;
            tree.set_effector(
                node(joint + shift),
                rival::Effector::new(rival::Vec3::ZERO).with_chain_length(depth as u16),
            );
        }
        let config = rival::Config {
            max_iterations: ROUNDS,
            tolerance: goals.tolerance as f32,
            joint_rotations: rotations == Rotations::Applied,
            constraints: limits.iter().any(Option::is_some),
            ..rival::Config::default()
        };
        let solver = rival::Fabrik::new(&tree, config);
        let start = tree.nodes().iter().map(|node| node.position).collect();
        Self { skeleton, limits, rotations, goals, shift, start, tree, solver }
    }

    /// The positions of the joints: by its rotations, or by its positions alone.
    fn joints(&self) -> Vec<DVec3> {
        let mut world: Vec<(DVec3, DQuat)> = Vec::new();
        for (index, joint) in self.skeleton.joints().iter().enumerate() {
            let node = self.tree.node(node(index + self.shift));
            let (parent, frame) =
                joint.parent.map_or((DVec3::ZERO, DQuat::IDENTITY), |parent| world[parent]);
            world.push(match self.rotations {
                Rotations::Left if joint.parent.is_some() => {
                    (parent + vector_f64(node.position), DQuat::IDENTITY)
                }
                Rotations::Left => (joint.rest.translation.as_dvec3(), DQuat::IDENTITY),
                Rotations::Applied => {
                    let q = node.rotation;
                    let q = DQuat::from_xyzw(
                        f64::from(q.x),
                        f64::from(q.y),
                        f64::from(q.z),
                        f64::from(q.w),
                    )
                    .normalize();
                    (parent + frame * joint.rest.translation.as_dvec3(), frame * q)
                }
            });
        }
        world.into_iter().map(|(position, _)| position).collect()
    }

    /// Whether the bones have their lengths and the joints' bends are inside the limits.
    fn is_sound(&self, joints: &[DVec3]) -> bool {
        self.skeleton.joints().iter().enumerate().all(|(child, joint)| {
            let Some(parent) = joint.parent else { return true };
            let bone = joints[child] - joints[parent];
            let length = f64::from(joint.rest.translation.length());
            let before = self.skeleton.joints()[parent]
                .parent
                .map(|grandparent| joints[parent] - joints[grandparent]);
            let before = before.unwrap_or_else(|| joint.rest.translation.as_dvec3());
            (bone.length() - length).abs() <= 1e-3 * length
                && bend_outside(self.limits[parent].as_ref(), before, bone) <= judge::TOLERANCE
        })
    }
}

impl Contender for Tree<'_> {
    fn solve(&mut self, problem: usize) {
        for (index, &position) in self.start.iter().enumerate() {
            let node = self.tree.node_mut(node(index));
            node.position = position;
            node.rotation = rival::Quat::IDENTITY;
        }
        for (&joint, target) in self.goals.joints.iter().zip(&self.goals.targets[problem]) {
            self.tree.set_target(node(joint + self.shift), vector(target.as_vec3()));
        }
        black_box(self.solver.solve(&mut self.tree));
        black_box(&self.tree);
    }

    fn is_solved(&self, problem: usize) -> bool {
        let joints = self.joints();
        let mut goals = self.goals.joints.iter().zip(&self.goals.targets[problem]);
        goals.all(|(&joint, target)| joints[joint].distance(*target) <= self.goals.tolerance)
            && self.is_sound(&joints)
    }
}

/// The rival's tree, and the number of nodes before the skeleton's root: a limit at the root is
/// relative to a previous segment, so one is added.
fn grow(skeleton: &Skeleton, limits: &[Option<Limit>]) -> (rival::Skeleton, usize) {
    let mut tree = rival::Skeleton::new();
    let shift = usize::from(limits[0].is_some());
    for (index, joint) in skeleton.joints().iter().enumerate() {
        let offset = vector(joint.rest.translation);
        let added = match joint.parent {
            Some(parent) => tree.add_child(node(parent + shift), offset),
            None if shift == 1 => {
                let along = skeleton.joints()[skeleton.children(index)[0]].rest.translation;
                let stump = tree.add_root(vector(joint.rest.translation - along));
                tree.add_child(stump, vector(along))
            }
            None => tree.add_root(offset),
        };
        if let Some(limit) = &limits[index] {
            tree.set_constraint(added, constraint(limit));
        }
    }
    (tree, shift)
}

fn node(index: usize) -> rival::NodeId {
    rival::NodeId(index as u32)
}

fn constraint(limit: &Limit) -> rival::Constraint {
    match limit {
        Limit::Hinge(hinge) => {
            rival::Constraint::Hinge { axis: vector(hinge.axis), min: hinge.min, max: hinge.max }
        }
        Limit::Cone(cone) => rival::Constraint::Cone { max_angle: cone.angle },
        _ => rival::Constraint::None,
    }
}

/// The violation of the limit by the bend from one segment to the next, radians. Hinges of a chain
/// are in its plane.
fn bend_outside(limit: Option<&Limit>, before: DVec3, bone: DVec3) -> f64 {
    match limit {
        Some(Limit::Cone(cone)) => before.angle_between(bone) - f64::from(cone.angle),
        Some(Limit::Hinge(hinge)) => {
            let axis = hinge.axis.as_dvec3().normalize();
            let angle = before.cross(bone).dot(axis).atan2(before.dot(bone));
            let out_of_plane = (bone.normalize().dot(axis)).abs().asin();
            out_of_plane.max(judge::outside(angle, f64::from(hinge.min), f64::from(hinge.max)))
        }
        _ => 0.0,
    }
}
