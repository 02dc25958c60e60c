//! Valid but suspicious limits.

use std::f32::consts::TAU;

use kansetsu::{
    d3::{Limit, Skeleton, limit::Hinge},
    glam::Vec3,
};
use kansetsu_formats::Figure;

use crate::argument::label;

/// The angle above which a bound is suspicious, radians: a full turn with a margin for rounding,
/// past which a bound has no effect. Half the margin would flag a free hinge from -2π to 2π printed
/// with few digits; twice the margin would change nothing.
const FULL_TURN: f32 = TAU + 1e-3;

/// The cosine of 8°: an axis this close to its bone leaves less than a seventh of the rotation as
/// bend. A bending hinge is perpendicular to its bone, and a twisting hinge is parallel to it.
const ALONG: f32 = 0.99;

/// The doubts about a joint's limit, as messages that suggest a correction.
pub(crate) fn doubts(figure: &Figure, joint: usize, limit: &Limit) -> Vec<String> {
    let name = label(&figure.rig.skeleton, joint);
    let mut doubts = Vec::new();
    if let Some(angle) =
        angles(limit).into_iter().find(|angle| angle.is_finite() && angle.abs() > FULL_TURN)
    {
        doubts.push(format!(
            "the limit of \"{name}\" has the angle {angle}, more than a full turn; angles are in radians; for degrees, write {:.4}",
            angle.to_radians()
        ));
    }
    if let Limit::Hinge(hinge) = limit
        && is_along_bone(&figure.rig.skeleton, joint, hinge.axis)
        && !is_known(figure, joint, hinge)
    {
        doubts.push(format!(
            "the hinge of \"{name}\" rotates about its own bone, so it twists and cannot bend; to bend, set an axis perpendicular to the bone"
        ));
    }
    doubts
}

/// All angles of a limit that may exceed 180°.
fn angles(limit: &Limit) -> Vec<f32> {
    match limit {
        Limit::Hinge(hinge) => vec![hinge.min, hinge.max],
        Limit::Cone(cone) => vec![cone.angle],
        Limit::SwingTwist(limit) => {
            vec![limit.swing_x, limit.swing_y, limit.twist_min, limit.twist_max]
        }
        Limit::ReachCone(limit) => vec![limit.twist_min, limit.twist_max],
        Limit::EulerBox(limit) => [limit.min.to_array(), limit.max.to_array()].concat(),
    }
}

/// Whether all child joints lie on the axis.
fn is_along_bone(skeleton: &Skeleton, joint: usize, axis: Vec3) -> bool {
    let offsets = skeleton
        .children(joint)
        .iter()
        .map(|&child| skeleton.joints()[child].rest.translation.normalize_or_zero());
    let mut bones = offsets.filter(|bone| *bone != Vec3::ZERO).peekable();
    let axis = axis.normalize_or_zero();
    bones.peek().is_some() && bones.all(|bone| bone.dot(axis).abs() > ALONG)
}

/// A robot's joints may roll: the figure's own limit is intended.
fn is_known(figure: &Figure, joint: usize, hinge: &Hinge) -> bool {
    let axis = |hinge: &Hinge| hinge.axis.normalize_or_zero();
    matches!(figure.rig.limits.get(joint), Some(Some(Limit::Hinge(own))) if axis(own).dot(axis(hinge)).abs() > ALONG)
}
