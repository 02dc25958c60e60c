//! Handles that can be dragged beside joints.

use kansetsu::{
    d3::{Limit, frame::bone_frames, rotation_of},
    glam::{Quat, Vec3},
};

use super::touchable::Placed;
use crate::{
    document::{Axes, Document, Tool},
    posing::limits::{HandleId, LimitHandle, LimitSite, handles},
    viewport::{self, Manipulator, Part, View},
};

/// What can be grabbed beside joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle {
    /// One handle of the gizmo at the selected joint.
    Part(Part),
    /// The handle that shows where a limb (an index into the rig's limbs) points.
    Pole(usize),
    /// A handle of the selected joint's limit.
    Limit(HandleId),
}

/// The drawn limit of the selected joint.
#[derive(Clone, Debug)]
pub struct ShownLimit {
    /// The joint.
    pub joint: usize,
    /// Its limit.
    pub limit: Limit,
    /// Where it is drawn.
    pub site: LimitSite,
}

/// A drawn pole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownPole {
    /// Index of the limb.
    pub limb: usize,
    /// The limb's middle, world space, metres.
    pub middle: Vec3,
    /// The handle, world space, metres.
    pub place: Vec3,
}

/// A handle nearer than this to the middle of its joint, points, is left out: it would be grabbed
/// instead of the joint.
const ROOM: f32 = 14.0;

impl ShownLimit {
    /// The handles that have room beside the joint in this view.
    #[must_use]
    pub fn handles(&self, view: &View) -> Vec<LimitHandle> {
        let pixel = |place: Vec3| view.project(place).map(|seen| seen.pixel);
        let centre = pixel(self.site.centre);
        let has_room = |handle: &LimitHandle| {
            pixel(self.place(handle))
                .zip(centre)
                .is_some_and(|(place, centre)| place.distance(centre) >= ROOM)
        };
        handles(&self.limit, self.site.bone).into_iter().filter(has_room).collect()
    }

    /// The position of a handle, world space, metres.
    #[must_use]
    pub fn place(&self, handle: &LimitHandle) -> Vec3 {
        self.site.of_line(&self.limit, handle.id.line()).place(handle.direction)
    }
}

/// The handles at the selected joint; none without a joint and none out of sight.
#[must_use]
pub fn manipulator(document: &Document, view: &View, placed: &[Placed]) -> Option<Manipulator> {
    let actor = document.actor()?;
    let joint = document.selection.active_joint()?;
    let maps = &placed.get(document.selection.actor)?.world_from_joint;
    let origin = maps.get(joint)?.translation;
    let frame = match document.settings.axes {
        Axes::World => Quat::IDENTITY,
        Axes::Parent => actor.figure.rig.skeleton.joints()[joint]
            .parent
            .map_or(Quat::IDENTITY, |parent| rotation_of(&maps[parent])),
        Axes::Local => {
            rotation_of(&maps[joint]) * bone_frames(&actor.figure.rig.skeleton, &[])[joint]
        }
    };
    let tool = if document.settings.tool == Tool::Rotate {
        viewport::Tool::Rotate
    } else {
        viewport::Tool::Move
    };
    Manipulator::new(view, tool, origin, frame)
}
