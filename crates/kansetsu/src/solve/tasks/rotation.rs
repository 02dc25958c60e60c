//! A joint's orientation, or the direction of one of its axes.

use glam::{DQuat, DVec3};

use crate::{
    kinematics::{Point, Tree},
    math::so3,
    solve::rows::Rows,
};

/// The target rotation of a joint; in the frame of the task's second point, if there is one.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Rotation {
    pub(in crate::solve) aim: Aim,
    /// Tolerance angle, radians.
    pub(in crate::solve) angle: f64,
}

/// The part of the frame that has a target.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) enum Aim {
    /// The whole frame.
    Frame(DQuat),
    /// An axis of the joint along a direction, both of length 1.
    Axis { axis: DVec3, direction: DVec3 },
    /// An axis of the joint, of length 1, towards a position, relative to the task's first point.
    Place { axis: DVec3, place: DVec3 },
}

impl Rotation {
    pub(in crate::solve) fn rows(&self, tree: &Tree, [point, other]: [Option<Point>; 2]) -> Rows {
        let Some(point) = point else { return Rows::NONE };
        let to_model = |v: DVec3| other.map_or(v, |other| tree.vector_up(other.node, v));
        let rows = match self.aim {
            Aim::Frame(wanted) => {
                let wanted = other.map_or(wanted, |other| tree.frame_up(other.node) * wanted);
                Rows::all(tree.space.rotation_down(so3::log(
                    (wanted * tree.frame_up(point.node).inverse()).normalize(),
                )))
            }
            Aim::Axis { axis, direction } => aimed(tree, point, axis, to_model(direction)),
            Aim::Place { axis, place } => {
                aimed(tree, point, axis, tree.space.vector_up(place - tree.place(&point)))
            }
        };
        rows.within(self.angle).as_rotation()
    }
}

/// The smallest rotation that aims an axis; none about the axis itself.
fn aimed(tree: &Tree, point: Point, axis: DVec3, wanted: DVec3) -> Rows {
    let (axis, wanted) =
        (tree.vector_up(point.node, axis).normalize_or(DVec3::X), wanted.normalize_or_zero());
    if wanted == DVec3::ZERO {
        return Rows::NONE;
    }
    Rows::across(
        tree.space.rotation_down(axis),
        tree.space.rotation_down(so3::between(axis, wanted)),
    )
}
