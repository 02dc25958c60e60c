//! Rigid bodies and the joints between them.
//!
//! Units are those of the file: a unit is 0.08 m. Positions and rotations are right-handed.

use kansetsu::glam::{EulerRot, Quat, Vec3};

use super::surface::place;
use crate::Error;
use crate::byte_reader::ByteReader;

/// The rigid bodies of a model, and the joints between them.
#[derive(Default)]
pub(super) struct Physics {
    pub(super) bodies: Vec<Body>,
    pub(super) joints: Vec<BodyJoint>,
}

/// A rigid body.
pub(super) struct Body {
    pub(super) bone: Option<usize>,
    /// The group, 0 to 15, as a bit.
    pub(super) group: u16,
    /// The groups with which it collides, as bits.
    pub(super) mask: u16,
    pub(super) shape: Shape,
    /// Metres, in model space.
    pub(super) position: Vec3,
    pub(super) rotation: Quat,
    pub(super) mass: f32,
    /// The share of its speed that it loses in a second.
    pub(super) damping: f32,
    /// Whether it moves its bone, or else follows it.
    pub(super) is_dynamic: bool,
}

/// The shape of a rigid body, metres.
pub(super) enum Shape {
    Sphere { radius: f32 },
    Box { half: Vec3 },
    Capsule { radius: f32, height: f32 },
}

/// A joint between two rigid bodies.
pub(super) struct BodyJoint {
    /// Indices of bodies.
    pub(super) bodies: [Option<usize>; 2],
    /// Metres, in model space.
    pub(super) position: Vec3,
    pub(super) rotation: Quat,
    /// The least and the largest angles of the second body about the axes of the joint, radians. An
    /// axis whose least angle is larger is free.
    pub(super) limits: [Vec3; 2],
    /// Torques per radian about the axes, in units of the file.
    pub(super) springs: Vec3,
}

impl Body {
    /// Reads what follows the bone, in both formats.
    pub(super) fn read(b: &mut ByteReader<'_>, bone: Option<usize>) -> Result<Self, Error> {
        let what = "a rigid body";
        let (group, mask) = (1 << (b.u8(what)? & 15), b.u16(what)?);
        let kind = b.u8(what)?;
        let size = Vec3::from_array(b.looks(what)?).abs() * super::surface::UNIT;
        let shape = match kind {
            0 => Shape::Sphere { radius: size.x },
            1 => Shape::Box { half: size },
            _ => Shape::Capsule { radius: size.x, height: size.y },
        };
        let (position, rotation) = (place(b.looks(what)?), turned(b.looks(what)?));
        let [mass, damping, _, _, _] = b.looks(what)?;
        let is_dynamic = b.u8(what)? != 0;
        Ok(Self { bone, group, mask, shape, position, rotation, mass, damping, is_dynamic })
    }

    pub(super) const fn collides(&self, other: &Self) -> bool {
        self.group & other.mask != 0 && other.group & self.mask != 0
    }
}

impl BodyJoint {
    /// Reads what follows the bodies, in both formats.
    pub(super) fn read(b: &mut ByteReader<'_>, bodies: [Option<usize>; 2]) -> Result<Self, Error> {
        let what = "a joint of physics";
        let (position, rotation) = (place(b.looks(what)?), turned(b.looks(what)?));
        b.take(24, what)?;
        let [low, high] = [b.looks::<3>(what)?, b.looks(what)?];
        b.take(12, what)?;
        // Bullet measures the angles from the second body to the first. Those about x and y change
        // their signs again with z.
        let limits = [[low[0], low[1], -high[2]], [high[0], high[1], -low[2]]];
        let springs = Vec3::from_array(b.looks(what)?).max(Vec3::ZERO);
        Ok(Self { bodies, position, rotation, limits: limits.map(Vec3::from_array), springs })
    }

    /// The bodies in ascending order.
    pub(super) fn link(&self) -> Option<[usize; 2]> {
        let [a, b] = [self.bodies[0]?, self.bodies[1]?];
        Some([a.min(b), a.max(b)])
    }
}

/// Angles of the file: about z, then x, then y of the model.
fn turned([x, y, z]: [f32; 3]) -> Quat {
    Quat::from_euler(EulerRot::YXZ, -y, -x, z)
}
