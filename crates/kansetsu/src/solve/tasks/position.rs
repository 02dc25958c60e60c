//! A point of the body at a position, on a line, in a plane, or within a radius of it.

use glam::DVec3;

use crate::{
    d3::Region,
    kinematics::{Point, Tree},
    math::so3,
    solve::rows::Rows,
};

/// The first point of the task at `place`; at the second one, if there is one.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Position {
    pub(in crate::solve) place: DVec3,
    pub(in crate::solve) region: Region,
    /// Tolerance radius, body sizes.
    pub(in crate::solve) radius: f64,
}

impl Position {
    pub(in crate::solve) fn rows(&self, tree: &Tree, [point, other]: [Option<Point>; 2]) -> Rows {
        let target = other.map_or(self.place, |other| tree.place(&other));
        let miss = target - point.map_or(DVec3::ZERO, |point| tree.place(&point));
        let rows = match self.region {
            Region::Point => Rows::all(miss),
            Region::Line(line) => {
                Rows::across(tree.space.direction_down(so3::direction(line)), miss)
            }
            Region::Plane(normal) => {
                let normal = tree.space.normal_down(so3::direction(normal));
                Rows::along(normal, miss.dot(normal))
            }
        };
        rows.within(self.radius)
    }
}
