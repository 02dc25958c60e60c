//! The shapes that tails collide with.

use glam::{Affine3, Vec3};

use crate::math::vector;

/// A shape that is fixed to a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct SpringCollider {
    /// The index of the joint.
    pub joint: usize,
    /// The shape, in the space of the joint.
    pub shape: ColliderShape,
}

/// The shape of a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColliderShape {
    /// A capsule; a sphere if its ends are equal.
    Capsule {
        /// The centres of its two caps.
        ends: [Vec3; 2],
        /// Its radius, metres.
        radius: f32,
        /// Whether tails stay inside, instead of outside.
        is_container: bool,
    },
    /// A plane; tails stay on the side of its normal.
    Plane {
        /// A point of the plane.
        point: Vec3,
        /// Its normal, of any length.
        normal: Vec3,
    },
}

impl SpringCollider {
    /// Moves a tail of this radius out of the shape; `None` if it does not touch the shape.
    pub(super) fn push(&self, model_from_joint: &Affine3, tail: Vec3, radius: f32) -> Option<Vec3> {
        let (away, depth) = match self.shape {
            ColliderShape::Capsule { ends, radius: own, is_container } => {
                let [start, end] = ends.map(|end| model_from_joint.transform_point3(end));
                let from_axis = tail - nearest(start, end, tail);
                let distance = from_axis.length();
                match is_container {
                    true => (-from_axis, distance + radius - own),
                    false => (from_axis, own + radius - distance),
                }
            }
            ColliderShape::Plane { point, normal } => {
                let normal = vector::unit(model_from_joint.matrix3 * normal)?;
                let height = (tail - model_from_joint.transform_point3(point)).dot(normal);
                (normal, radius - height)
            }
        };
        // A tail on the axis of a capsule has no direction out of it.
        (depth > 0.0).then(|| vector::unit(away).map(|away| tail + away * depth)).flatten()
    }
}

impl ColliderShape {
    pub(super) fn scale(&mut self, factor: f32) {
        match self {
            Self::Capsule { ends, radius, .. } => {
                ends.iter_mut().for_each(|end| *end *= factor);
                *radius *= factor;
            }
            Self::Plane { point, .. } => *point *= factor,
        }
    }
}

/// The point of a segment that is nearest to `point`.
fn nearest(start: Vec3, end: Vec3, point: Vec3) -> Vec3 {
    let (along, squared) = (end - start, (end - start).length_squared());
    let dot = along.dot(point - start);
    if dot <= 0.0 || squared <= 0.0 {
        start
    } else if dot >= squared {
        end
    } else {
        start + along * (dot / squared)
    }
}
