//! The joints that a file for another program has.

use kansetsu::glam::Vec3;

use crate::skinned::written_joints;
use crate::{Attachment, Figure};

/// The part of a joint in a file for another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A bone.
    Bone,
    /// A node that is no bone: it carries surfaces, or scales the bones below it.
    Node,
    /// Its skinned surface is written without it, or it has none.
    LeftOut,
}

/// Scales that differ from 1 by less are rounding. Half makes nodes of bones by rounding; twice as
/// much leaves scaled bones, which programs place wrongly.
const UNSCALED: f32 = 1e-3;

/// Whether a scale is not just rounding.
pub(crate) fn is_scaled(scale: Vec3) -> bool {
    (scale - 1.0).abs().max_element() > UNSCALED
}

/// The part of every joint. A joint that is left out has no descendants that are written.
pub(crate) fn parts(figure: &Figure) -> Vec<Part> {
    let skeleton = &figure.rig.skeleton;
    let mut parts = vec![Part::LeftOut; skeleton.len()];
    let mut mark = |joint: usize, part: Part| {
        if joint < parts.len() {
            skeleton.ancestors(joint).for_each(|above| parts[above] = part);
        }
    };
    for mesh in &figure.meshes {
        if let Attachment::Joint(joint) = mesh.attachment {
            mark(joint, Part::Node);
        }
    }
    let is_body = figure.is_skinned.contains(&true) || !figure.rig.roles.is_empty();
    let bone = if is_body || figure.meshes.is_empty() { Part::Bone } else { Part::Node };
    let bound = figure.skins.iter().flat_map(|skin| &skin.joints).copied();
    written_joints(figure).into_iter().chain(bound).for_each(|joint| mark(joint, bone));
    // The nodes above the bones: many programs place bones with a scale wrongly.
    let is_used = |joint: usize| {
        figure.is_skinned[joint] || figure.rig.roles.values().any(|&used| used == joint)
    };
    for (joint, own) in skeleton.joints().iter().enumerate() {
        if is_body && is_scaled(own.rest.scale) && !skeleton.ancestors(joint).any(is_used) {
            for above in skeleton.ancestors(joint) {
                parts[above] =
                    if parts[above] == Part::LeftOut { Part::LeftOut } else { Part::Node };
            }
        }
    }
    parts
}
