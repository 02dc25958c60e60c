//! Self-collision avoidance: two capsules that are kept apart.

use glam::DVec3;

use crate::{
    d3::capsule::nearest,
    kinematics::{Point, Tree},
    math::so3,
    solve::{
        constants::{ACTIVATION_DISTANCE, CENTERING},
        rows::Rows,
    },
};

/// Two segments with a distance of at least the sum of their radii.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Separation {
    /// The ends of both segments: carried by a node, or fixed in model space.
    pub(in crate::solve) ends: [[Result<Point, DVec3>; 2]; 2],
    /// The sum of the radii, body sizes.
    pub(in crate::solve) distance: f64,
}

impl Separation {
    /// The nearest points, as positions of the task; no row if the capsules are far from each
    /// other.
    pub(in crate::solve) fn rows(&self, tree: &Tree) -> Rows {
        let place = |end: Result<Point, DVec3>| {
            so3::narrow(end.map_or_else(|place| place, |point| tree.place(&point)))
        };
        let places = nearest(self.ends.map(|ends| ends.map(place)), CENTERING).map(so3::wide);
        let way = places[0] - places[1];
        let penetration = self.distance - way.length();
        let rows = Rows::at_least(way.normalize_or(DVec3::Z), penetration);
        Rows { places, count: usize::from(penetration > -ACTIVATION_DISTANCE), ..rows }
    }
}
