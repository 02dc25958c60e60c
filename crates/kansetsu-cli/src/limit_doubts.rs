//! Limits that are allowed, and hardly meant.

use std::f32::consts::TAU;

use kansetsu::{
    d3::{Limit, Skeleton, limit::Hinge},
    glam::Vec3,
};
use kansetsu_formats::Figure;

use crate::argument::label;

/// Past a full turn by more than rounding, radians: such a bound bounds nothing. Half of it would
/// doubt a free hinge from -2π to 2π that was printed with few digits, twice of it nothing more.
const FULL_TURN: f32 = TAU + 1e-3;

/// The cosine of 8°: an axis this near to its bone leaves a bend of less than a seventh of the
/// turn. A hinge that is meant to bend stands across, and one that is meant to twist does not lean.
const ALONG: f32 = 0.99;

/// What is odd about a joint's limit, in words that say what to do.
pub(crate) fn doubts(figure: &Figure, joint: usize, limit: &Limit) -> Vec<String> {
    let name = label(&figure.rig.skeleton, joint);
    let mut doubts = Vec::new();
    if let Some(angle) =
        angles(limit).into_iter().find(|angle| angle.is_finite() && angle.abs() > FULL_TURN)
    {
        doubts.push(format!(
            "the limit of \"{name}\" has the angle {angle}, which is more than a full turn; angles are in radians: if degrees were meant, write {:.4}",
            angle.to_radians()
        ));
    }
    if let Limit::Hinge(hinge) = limit
        && is_along_bone(&figure.rig.skeleton, joint, hinge.axis)
        && !is_known(figure, joint, hinge)
    {
        doubts.push(format!(
            "the hinge of \"{name}\" turns about its own bone, so it twists and cannot bend; if it should bend, give an axis across the bone"
        ));
    }
    doubts
}

/// All angles of a limit that may be larger than half a turn.
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

/// Whether all that hangs on the joint lies on the axis.
fn is_along_bone(skeleton: &Skeleton, joint: usize, axis: Vec3) -> bool {
    let offsets = skeleton
        .children(joint)
        .iter()
        .map(|&child| skeleton.joints()[child].rest.translation.normalize_or_zero());
    let mut bones = offsets.filter(|bone| *bone != Vec3::ZERO).peekable();
    let axis = axis.normalize_or_zero();
    bones.peek().is_some() && bones.all(|bone| bone.dot(axis).abs() > ALONG)
}

/// A robot's joints may roll: what the figure itself says is meant.
fn is_known(figure: &Figure, joint: usize, hinge: &Hinge) -> bool {
    let axis = |hinge: &Hinge| hinge.axis.normalize_or_zero();
    matches!(figure.rig.limits.get(joint), Some(Some(Limit::Hinge(own))) if axis(own).dot(axis(hinge)).abs() > ALONG)
}
