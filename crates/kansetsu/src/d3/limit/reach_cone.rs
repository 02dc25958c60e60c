//! A polygonal reach cone: a direction of the joint stays inside a spherical polygon.
//!
//! After J. Wilhelms and A. Van Gelder, "Fast and easy reach-cone joint limits", Journal of
//! Graphics Tools 6(2), 2001: the polygon is star-shaped around a visible point and split into the
//! triangles of its edges and that point. They move a direction outside back along the line to the
//! visible point. Here it moves to the nearest point of the polygon, so the result does not depend
//! on the visible point. Cost: one pass over the edges.

use std::borrow::Cow;

use glam::Vec3;

use super::{
    active::Bounds,
    check::check_length,
    interval::Interval,
    polygon::Polygon,
    swing_limit::{Region, SwingLimit},
    swing_twist::frame_with_z,
};
use crate::{
    Error,
    math::{Rot, angle::check_bounds, vector},
};

/// The direction `axis` of the joint stays inside a polygon of great arcs, its twist inside an
/// interval.
///
/// The twist is the rotation that remains after the shortest swing of the direction from `visible`;
/// at rest it is 0.
///
/// The nearest allowed rotation: the direction moves along a great circle to the nearest point of
/// the polygon. A free twist follows (the smallest rotation of all); a limited one is clamped to
/// its nearest bound on the circle. The projection is discontinuous only where two points of the
/// polygon's edge are equally near (opposite to it, and before a dent in it), and with a limited
/// twist opposite to `visible` and where the twist is opposite to the middle of its interval.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReachCone {
    /// The limited direction, in the joint's own frame: mostly along the bone. Not zero, of any
    /// length.
    pub axis: Vec3,
    /// A direction inside the polygon, in the joint's rest frame, from which every edge is visible.
    pub visible: Vec3,
    /// The corners, directions in the joint's rest frame, in order (either sense); 3 to
    /// [`Self::MAX_VERTICES`]. Each edge is the shorter great arc between neighbours.
    pub vertices: Vec<Vec3>,
    /// The lower bound of the twist, radians. Intervals wrap as for a hinge; an infinite bound
    /// leaves its side open.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::least::open", with = "crate::open::least")
    )]
    pub twist_min: f32,
    /// The upper bound of the twist, radians. An interval of a full turn leaves the twist free.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::greatest::open", with = "crate::open::greatest")
    )]
    pub twist_max: f32,
}

/// The names in [`super::Limit::active_bounds`] of the edges, by their first vertex.
const EDGES: [&str; ReachCone::MAX_VERTICES] = [
    "edge_0", "edge_1", "edge_2", "edge_3", "edge_4", "edge_5", "edge_6", "edge_7", "edge_8",
    "edge_9", "edge_10", "edge_11", "edge_12", "edge_13", "edge_14", "edge_15", "edge_16",
    "edge_17", "edge_18", "edge_19", "edge_20", "edge_21", "edge_22", "edge_23", "edge_24",
    "edge_25", "edge_26", "edge_27", "edge_28", "edge_29", "edge_30", "edge_31",
];

impl ReachCone {
    /// The largest number of vertices.
    pub const MAX_VERTICES: usize = 32;

    /// A polygon with a free twist; the visible direction is the sum of the vertices' directions.
    #[must_use]
    pub fn new(axis: Vec3, vertices: Vec<Vec3>) -> Self {
        let sum: Vec3 = vertices.iter().filter_map(|&v| vector::unit(v)).sum();
        let visible = vector::unit(sum).unwrap_or(axis);
        Self { axis, visible, vertices, twist_min: f32::NEG_INFINITY, twist_max: f32::INFINITY }
    }

    /// The same polygon with the twist in `[min, max]`, radians.
    #[must_use]
    pub fn with_twist(self, min: f32, max: f32) -> Self {
        Self { twist_min: min, twist_max: max, ..self }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("the axis of a reach cone", &self.axis.to_array())?;
        check_length("the visible direction of a reach cone", &self.visible.to_array())?;
        check_bounds("a twist bound of a reach cone", self.twist_min, self.twist_max)?;
        let count = self.vertices.len();
        if !(3..=Self::MAX_VERTICES).contains(&count) {
            let (what, value) = ("the number of vertices of a reach cone", count as f32);
            return Err(Error::OutOfRange {
                what,
                value,
                min: 3.0,
                max: Self::MAX_VERTICES as f32,
            });
        }
        for vertex in &self.vertices {
            check_length("a vertex of a reach cone", &vertex.to_array())?;
        }
        self.check_star()
    }

    /// Checks that the visible direction is on the same side of every edge and that the edges wind
    /// around it once.
    fn check_star(&self) -> Result<(), Error> {
        let visible = vector::unit(self.visible).unwrap_or(Vec3::X);
        let polygon = Polygon::new(visible, Cow::Borrowed(&self.vertices));
        let mut round = 0.0;
        for (index, [a, b]) in polygon.edges().enumerate() {
            let height = polygon.winding * visible.dot(a.cross(b));
            if height <= 1e-6 {
                let what = "an edge of a reach cone with its visible direction outside: edge";
                return Err(Error::InvalidNumber { what, value: index as f32 });
            }
            let (a, b) = (visible.cross(a), visible.cross(b));
            round += crate::ops::atan2(a.cross(b).length(), a.dot(b));
        }
        let turns = round / std::f32::consts::TAU;
        if (turns - 1.0).abs() < 0.1 {
            Ok(())
        } else {
            Err(Error::InvalidNumber {
                what: "the winding number of a reach cone's edges around its visible direction (1)",
                value: turns,
            })
        }
    }

    /// Borrows the vertices: allocates nothing.
    pub(super) fn prepare(&self) -> SwingLimit<'_> {
        let axis = vector::unit(self.axis).unwrap_or(Vec3::X);
        let visible = vector::unit(self.visible).unwrap_or(axis);
        let joint_from_limit = Rot::from(frame_with_z(axis, vector::perpendicular(axis, Vec3::Y)));
        let rest_from_limit =
            (Rot::between(axis, visible, Vec3::Y) * joint_from_limit).normalized();
        let region = Region::Polygon(Polygon::new(visible, Cow::Borrowed(&self.vertices)));
        SwingLimit {
            rest_from_limit,
            joint_from_limit,
            region,
            twist: Interval::new(self.twist_min, self.twist_max),
        }
    }
}

pub(super) fn active(
    limit: &SwingLimit<'_>,
    polygon: &Polygon<'_>,
    turn: Rot,
    tolerance: f32,
) -> Bounds {
    // The active edges of a direction outside are those at its projection.
    let direction = limit.direction_in_rest(limit.project(turn));
    let [first, second] = polygon
        .near_edges(direction, tolerance)
        .map(|edge| edge.and_then(|index| EDGES.get(index).copied()));
    let [min, max] = limit.twist_active(turn, tolerance);
    [first, second, min.or(max)]
}
