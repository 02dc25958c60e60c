//! Where the middle of a limb should lie.

use glam::{Mat3, Vec3, Vec4Swizzles};

use super::nodes::{Nodes, Point};
use crate::{
    d3::solve::{swivel::swivel, turn},
    math::vector,
};

/// The side that the middle of a limb should lie on: that of a point, about the line from the limb's base to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pole {
    /// The node that the limb begins with.
    pub(crate) base: usize,
    pub(crate) end: Point,
    pub(crate) place: Vec3,
}

/// The way around the line that the middle has to go, and what counts of its moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Missing {
    pub(crate) way: Vec3,
    pub(crate) rows: Mat3,
}

impl Pole {
    /// What is missing for a middle that is at `middle`; nothing where the limb is straight, or the pole on its line.
    pub(crate) fn missing(&self, nodes: &Nodes, middle: Vec3) -> Missing {
        let none = Missing { way: Vec3::ZERO, rows: Mat3::ZERO };
        let base = nodes.nodes[self.base].position.xyz();
        let Some(line) = vector::unit(nodes.place_of(self.end).xyz() - base) else { return none };
        let side = (middle - base) - line * (middle - base).dot(line);
        let Some(along) = vector::unit(line.cross(side)) else { return none };
        let angle = swivel(line, side.cross(line), self.place - base).rotation_vector().dot(line);
        Missing { way: along * (side.length() * angle), rows: turn::along(along) }
    }
}
