//! The joints that a problem needs, loaded from a pose.

use glam::{Affine3, DMat3, DQuat, DVec3, Vec3};

use super::{Freedom, Space};
use crate::{
    Error,
    d3::{
        Pose, Transform,
        transform::{mean_scale, rotation_of, rotation_part},
    },
    math::so3,
};

/// No node.
pub(crate) const NONE: usize = usize::MAX;

/// A joint in the current pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) joint: usize,
    pub(crate) parent: usize,
    /// From the parent, in the parent's frame, with the scales of its ancestors.
    pub(crate) offset: DVec3,
    /// The rotation from rest, and its angle for a hinge.
    pub(crate) turn: DQuat,
    pub(crate) angle: f64,
    rest: DQuat,
    /// The scale of the joint's frame, with those of its ancestors, if they are uniform.
    scale: f64,
    /// The frame before and after the joint's rotation, in model space.
    pub(crate) before: DQuat,
    pub(crate) frame: DQuat,
    pub(crate) position: DVec3,
}

impl Node {
    /// The parent's frame, in which the joint's rest rotation is. In a mirrored frame the axis of a
    /// rotation is the rotated local axis, but a direction is negated.
    pub(crate) fn frame_above(&self) -> DQuat {
        self.before * self.rest.inverse()
    }
}

/// A point that moves with a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) node: usize,
    /// In the node's frame, with its scale.
    pub(crate) local: DVec3,
}

/// The input of the tree for one joint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeJoint<'a> {
    pub(crate) parent: Option<usize>,
    pub(crate) rest: DQuat,
    pub(crate) freedom: &'a Freedom,
}

/// The coordinates of a pose: the rotation from rest, the angle and the offset of each node.
pub(crate) type State = Vec<(DQuat, f64, DVec3)>;

/// The joints that lead to targets, parents first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// The node of each joint; [`NONE`] for those that are not needed.
    pub(crate) node_of: Vec<usize>,
    /// The space of the roots.
    pub(crate) space: Space,
    /// The unit of length, metres, and the origin, metres: the first root.
    pub(crate) size: f64,
    pub(crate) origin: DVec3,
    /// The linear maps of the frames and the scales of the joints, if a scale is not uniform;
    /// otherwise empty.
    stretched: Vec<(DMat3, DVec3)>,
    given: State,
}

/// Half of the smallest rotation, radians, that counts as a change: the rounding error of
/// decomposing and composing a rotation.
const UNMOVED: f64 = 2e-7;

/// Larger positions, metres, and scales are rejected.
const LARGEST: f64 = 1e17;

impl Tree {
    /// Loads the needed joints from a pose, which has as many joints as `needed`. Joints whose
    /// parents are not needed are in `space`.
    ///
    /// # Errors
    /// [`Error::InvalidTransform`] for a joint of the pose.
    pub(crate) fn load<'a>(
        &mut self,
        (pose, space): (&Pose, Space),
        needed: &[bool],
        joint_of: impl Fn(usize) -> TreeJoint<'a>,
    ) -> Result<(), Error> {
        self.nodes.clear();
        self.stretched.clear();
        self.node_of.clear();
        self.node_of.resize(needed.len(), NONE);
        (self.size, self.space) = (1.0, space);
        let mut is_stretched = false;
        for (joint, local) in pose.locals.iter().enumerate().filter(|(joint, _)| needed[*joint]) {
            if let Some(what) = local.fault() {
                return Err(Error::InvalidTransform {
                    joint: format!("number {joint} of the pose"),
                    what,
                });
            }
            let (scale, is_uniform) = mean_scale(local.scale);
            is_stretched |= !is_uniform || local.scale.min_element() <= 0.0;
            let TreeJoint { parent, rest, freedom } = joint_of(joint);
            let parent = parent.map_or(NONE, |parent| self.node_of[parent]);
            let above = if parent == NONE { 1.0 } else { self.nodes[parent].scale };
            let (turn, angle) = freedom.settle(rest.inverse() * so3::from_quat(local.rotation));
            self.node_of[joint] = self.nodes.len();
            self.nodes.push(Node {
                joint,
                parent,
                offset: so3::wide(local.translation) * above,
                turn,
                angle,
                rest,
                scale: above * f64::from(scale),
                before: DQuat::IDENTITY,
                frame: DQuat::IDENTITY,
                position: DVec3::ZERO,
            });
        }
        self.origin = self.nodes.first().map_or(DVec3::ZERO, |root| root.offset);
        if is_stretched {
            // The linear maps include all scales.
            for node in &mut self.nodes {
                let local = &pose.locals[node.joint];
                (node.offset, node.scale) = (so3::wide(local.translation), 1.0);
                self.stretched.push((DMat3::IDENTITY, so3::wide(local.scale)));
            }
        }
        let origin = self.origin;
        self.nodes
            .iter_mut()
            .filter(|node| node.parent == NONE)
            .for_each(|root| root.offset -= origin);
        Ok(())
    }

    /// A position in model space, metres, in body sizes.
    pub(crate) fn to_body(&self, place: Vec3) -> DVec3 {
        (self.space.down(so3::wide(place)) - self.origin) / self.size
    }

    /// The inverse of [`Self::to_body`].
    pub(crate) fn to_model(&self, place: DVec3) -> Vec3 {
        so3::narrow(self.space.up(place * self.size + self.origin))
    }

    /// Makes `size` metres the unit of length.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a body too large to compute with.
    pub(crate) fn set_size(&mut self, size: f64) -> Result<(), Error> {
        self.size = if size > 1e-30 { size } else { 1.0 };
        let unit = 1.0 / self.size;
        self.forward();
        let places = self
            .nodes
            .iter()
            .map(|node| self.space.up(node.position + self.origin).abs().max_element());
        let maps = self.stretched.iter().map(|(linear, _)| {
            linear.to_cols_array().into_iter().fold(0.0, |most, x| f64::max(most, x.abs()))
        });
        let largest = places.chain(self.nodes.iter().map(|node| node.scale)).chain(maps).fold(
            size,
            |most, value| {
                // `f64::max` ignores NaN.
                if most.is_nan() || value <= most { most } else { value }
            },
        );
        if largest.is_nan() || largest > LARGEST {
            return Err(Error::InvalidNumber {
                what: "the size of the body in model space",
                value: largest as f32,
            });
        }
        self.nodes.iter_mut().for_each(|node| node.offset *= unit);
        self.given.clear();
        self.given.extend(self.nodes.iter().map(|node| (node.turn, node.angle, node.offset)));
        self.forward();
        Ok(())
    }

    /// A position in a joint's frame, metres, as a point of the joint's node.
    pub(crate) fn point(&self, joint: usize, place: Vec3) -> Point {
        let node = self.node_of[joint];
        Point { node, local: so3::wide(place) * (self.nodes[node].scale / self.size) }
    }

    /// A position in the frame of a joint that may have no node; joints between it and the nearest
    /// node have their rotations in `pose`. In model space if no ancestor has a node.
    pub(crate) fn attached(
        &self,
        pose: &Pose,
        parents: impl Fn(usize) -> Option<usize>,
        joint: usize,
        place: Vec3,
    ) -> Result<Point, DVec3> {
        let (mut next, mut place) = (Some(joint), place);
        while let Some(joint) = next {
            if self.node_of[joint] != NONE {
                return Ok(self.point(joint, place));
            }
            let Transform { translation, rotation, scale } = pose.locals[joint];
            place = translation + crate::math::Rot::from(rotation).rotate(scale * place);
            next = parents(joint);
        }
        Err(self.to_body(place))
    }

    /// The distance between a node and its parent; for a root, that from the origin.
    pub(crate) fn segment_length(&self, node: usize) -> f64 {
        let Node { parent, position, .. } = self.nodes[node];
        if parent == NONE {
            position.length()
        } else {
            position.distance(self.nodes[parent].position)
        }
    }

    /// Whether a scale is not uniform.
    pub(crate) fn is_stretched(&self) -> bool {
        !self.stretched.is_empty()
    }

    /// Forward kinematics.
    pub(crate) fn forward(&mut self) {
        if self.is_stretched() {
            (0..self.nodes.len()).for_each(|index| self.forward_stretched(index));
        } else {
            (0..self.nodes.len()).for_each(|index| self.forward_rigid(index));
        }
    }

    /// Forward kinematics of one node, from its parent.
    pub(crate) fn forward_node(&mut self, index: usize) {
        if self.is_stretched() {
            self.forward_stretched(index);
        } else {
            self.forward_rigid(index);
        }
    }

    #[inline]
    fn forward_rigid(&mut self, index: usize) {
        let (frame, position) = match self.nodes[index].parent {
            NONE => (DQuat::IDENTITY, DVec3::ZERO),
            parent => (self.nodes[parent].frame, self.nodes[parent].position),
        };
        let node = &mut self.nodes[index];
        node.before = frame * node.rest;
        node.frame = node.before * node.turn;
        node.position = position + frame * node.offset;
    }

    /// The same with linear maps: the positions are exact, and each frame is the rotation nearest
    /// to its map.
    fn forward_stretched(&mut self, index: usize) {
        let (linear, position) = match self.nodes[index].parent {
            NONE => (DMat3::IDENTITY, DVec3::ZERO),
            parent => (self.stretched[parent].0, self.nodes[parent].position),
        };
        let node = &mut self.nodes[index];
        node.before = so3::from_rot(rotation_part(&linear.as_mat3())) * node.rest;
        node.position = position + linear * node.offset;
        let (own, scale) = &mut self.stretched[index];
        *own = linear * DMat3::from_quat(node.rest * node.turn) * DMat3::from_diagonal(*scale);
        node.frame = so3::from_quat(rotation_of(&Affine3 {
            matrix3: own.as_mat3(),
            translation: Vec3::ZERO,
        }));
    }

    /// The position of a point.
    #[inline]
    pub(crate) fn place(&self, point: &Point) -> DVec3 {
        let node = &self.nodes[point.node];
        node.position + self.vector(point.node, point.local)
    }

    /// A vector of a node's frame in model space.
    #[inline]
    pub(crate) fn vector(&self, node: usize, local: DVec3) -> DVec3 {
        match self.stretched.get(node) {
            None => self.nodes[node].frame * local,
            Some((linear, _)) => *linear * local,
        }
    }

    /// A vector of a node's frame in model space, metres; the tree may be in another space.
    pub(crate) fn vector_up(&self, node: usize, local: DVec3) -> DVec3 {
        self.space.vector_up(self.vector(node, local))
    }

    /// The rotation of a node in model space.
    pub(crate) fn frame_up(&self, node: usize) -> DQuat {
        self.space
            .frame_up(self.nodes[node].frame, self.stretched.get(node).map(|(linear, _)| linear))
    }

    /// A displacement in model space as one of a node's offset.
    pub(crate) fn to_offset(&self, node: usize, way: DVec3) -> DVec3 {
        let parent = self.nodes[node].parent;
        match self.stretched.get(parent) {
            _ if parent == NONE => way,
            None => self.nodes[parent].frame.inverse() * way,
            Some((linear, _)) => {
                let inverse = linear.inverse();
                if inverse.is_finite() { inverse * way } else { DVec3::ZERO }
            }
        }
    }

    /// A displacement of a node's offset in model space.
    pub(crate) fn vector_of_offset(&self, node: usize, way: DVec3) -> DVec3 {
        let parent = self.nodes[node].parent;
        if parent == NONE { way } else { self.vector(parent, way) }
    }

    /// The offset of a node for the translation of another pose.
    pub(crate) fn offset_of(&self, node: usize, translation: Vec3) -> DVec3 {
        let parent = self.nodes[node].parent;
        if parent == NONE {
            (so3::wide(translation) - self.origin) / self.size
        } else {
            so3::wide(translation) * (self.nodes[parent].scale / self.size)
        }
    }

    /// The coordinates of a node in another pose.
    pub(crate) fn coordinates_of(
        &self,
        node: usize,
        freedom: &Freedom,
        local: &Transform,
    ) -> (DQuat, f64, DVec3) {
        let (turn, angle) =
            freedom.settle(self.nodes[node].rest.inverse() * so3::from_quat(local.rotation));
        (turn, angle, self.offset_of(node, local.translation))
    }

    /// Copies the coordinates.
    pub(crate) fn keep(&self, state: &mut State) {
        state.clear();
        state.extend(self.nodes.iter().map(|node| (node.turn, node.angle, node.offset)));
    }

    /// Restores the loaded coordinates.
    pub(crate) fn restore(&mut self) {
        for (node, given) in self.nodes.iter_mut().zip(&self.given) {
            (node.turn, node.angle, node.offset) = *given;
        }
    }

    /// Blends from the loaded coordinates (0) to the current ones (1), along the shortest arcs.
    pub(crate) fn blend(&mut self, weight: f64) {
        for (node, (turn, angle, offset)) in self.nodes.iter_mut().zip(&self.given) {
            node.turn =
                (*turn * so3::exp(so3::log(turn.inverse() * node.turn) * weight)).normalize();
            node.angle = angle + (node.angle - angle) * weight;
            node.offset = *offset + (node.offset - *offset) * weight;
        }
    }

    /// Restores copied coordinates.
    pub(crate) fn recall(&mut self, state: &State) {
        for (node, state) in self.nodes.iter_mut().zip(state) {
            (node.turn, node.angle, node.offset) = *state;
        }
    }

    /// Writes the coordinates that changed to the pose. Unchanged ones stay bit-identical, unless
    /// their limit does not allow them.
    pub(crate) fn store(&self, pose: &mut Pose) {
        for (node, (_, _, offset)) in self.nodes.iter().zip(&self.given) {
            let local = &mut pose.locals[node.joint];
            let now = (node.rest * node.turn).normalize();
            let before = so3::from_quat(local.rotation);
            if (before.inverse() * now).xyz().length_squared() > UNMOVED * UNMOVED {
                local.rotation = so3::to_rot(now).into();
            }
            if node.offset != *offset {
                local.translation = match node.parent {
                    NONE => so3::narrow(node.offset * self.size + self.origin),
                    parent => so3::narrow(node.offset * (self.size / self.nodes[parent].scale)),
                };
            }
        }
    }

    /// The largest rotation, radians, or translation from the loaded coordinates.
    pub(crate) fn largest_motion(&self) -> f64 {
        let moved = self.nodes.iter().zip(&self.given).map(|(node, (turn, _, offset))| {
            let rotated = 2.0 * (turn.inverse() * node.turn).xyz().length();
            rotated.max(node.offset.distance(*offset))
        });
        moved.fold(0.0, f64::max)
    }

    /// A node and its ancestors.
    pub(crate) fn path(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node).filter(|&node| node != NONE), |&node| {
            Some(self.nodes[node].parent).filter(|&node| node != NONE)
        })
    }

    /// The lowest common ancestor of both; [`NONE`] without one.
    pub(crate) fn common_ancestor(&self, mut a: usize, mut b: usize) -> usize {
        // Parents come first.
        while a != b {
            if a == NONE || b == NONE {
                return NONE;
            }
            if a > b {
                a = self.nodes[a].parent;
            } else {
                b = self.nodes[b].parent;
            }
        }
        a
    }
}
