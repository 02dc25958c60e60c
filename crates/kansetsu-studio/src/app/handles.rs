//! The manipulator where it stands now.

use kansetsu::{
    d3::{frame::bone_frames, rotation_of},
    glam::Quat,
};

use super::touchable::Placed;
use crate::{
    document::{Axes, Document, Tool},
    viewport::{self, Manipulator, View},
};

/// The handles at the chosen joint; none without a joint and none out of sight.
#[must_use]
pub fn manipulator(document: &Document, view: &View, placed: &[Placed]) -> Option<Manipulator> {
    let actor = document.actor()?;
    let joint = document.selection.active_joint()?;
    let maps = &placed.get(document.selection.actor)?.world_from_joint;
    let origin = maps.get(joint)?.translation;
    let frame = match document.settings.axes {
        Axes::World => Quat::IDENTITY,
        Axes::Parent => actor.figure.rig.skeleton.joints()[joint].parent.map_or(Quat::IDENTITY, |parent| rotation_of(&maps[parent])),
        Axes::Local => rotation_of(&maps[joint]) * bone_frames(&actor.figure.rig.skeleton, &[])[joint],
    };
    let tool = if document.settings.tool == Tool::Rotate { viewport::Tool::Rotate } else { viewport::Tool::Move };
    Manipulator::new(view, tool, origin, frame)
}
