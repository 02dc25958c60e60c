//! The side to which the middle of a limb points.

use glam::DVec3;

use crate::{
    d3::solve::swivel::swivel,
    kinematics::{Point, Tree},
    math::so3,
    solve::rows::Rows,
};

/// The middle of a limb, the task's first point, on the side of a point about the line from base to
/// tip.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Pole {
    /// The node at the base of the limb.
    pub(in crate::solve) base: usize,
    pub(in crate::solve) tip: Point,
    pub(in crate::solve) place: DVec3,
}

impl Pole {
    pub(in crate::solve) fn rows(&self, tree: &Tree, [middle, _]: [Option<Point>; 2]) -> Rows {
        let base = tree.nodes[self.base].position;
        let line = (tree.place(&self.tip) - base).normalize_or_zero();
        let way = middle.map_or(DVec3::ZERO, |middle| tree.place(&middle)) - base;
        let side = way - line * way.dot(line);
        let along = line.cross(side).normalize_or_zero();
        if along == DVec3::ZERO {
            return Rows::NONE;
        }
        let turn = swivel(
            so3::narrow(line),
            so3::narrow(side.cross(line)),
            so3::narrow(self.place - base),
        );
        let angle = f64::from(turn.rotation_vector().dot(so3::narrow(line)));
        Rows { distance: angle.abs(), ..Rows::along(along, side.length() * angle) }
    }
}
