//! Marks drawn on top of the surfaces.

use kansetsu::glam::{Affine3, Vec3};

/// A mark on top of the surfaces, always visible.
#[derive(Clone, Debug)]
pub enum Mark {
    /// The target of a joint: a ring with cross hairs.
    Target(Target),
    /// The pole of a limb: a diamond, joined to the limb's middle by a dotted line.
    Pole {
        /// The pole, world space.
        position: Vec3,
        /// The joint that points at it, world space.
        middle: Option<Vec3>,
    },
    /// Three arrows along the axes of a frame: x red, y green, z blue.
    Axes {
        /// The frame; its scale is ignored.
        world_from_frame: Affine3,
        /// The arrows' length, metres.
        length: f32,
    },
    /// A thin line through points in world space, for example the path of a hand.
    Path {
        /// The points.
        points: Vec<Vec3>,
        /// Its colour.
        color: Tint,
    },
    /// A short text beside a point in world space.
    Label {
        /// The point.
        position: Vec3,
        /// The text.
        text: String,
    },
}

/// The target of a joint.
#[derive(Clone, Debug)]
pub struct Target {
    /// The target position, world space.
    pub position: Vec3,
    /// The position of the joint, world space: a dashed line shows the residual.
    pub reached: Option<Vec3>,
    /// A text beside it; may be empty.
    pub label: String,
}

/// The colours of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    /// The colour of skeletons: blue.
    #[default]
    Primary,
    /// The colour of targets: orange.
    Accent,
    /// Grey.
    Neutral,
}

impl Mark {
    /// A target without a label.
    #[must_use]
    pub const fn target(position_in_world: Vec3) -> Self {
        Self::Target(Target { position: position_in_world, reached: None, label: String::new() })
    }

    /// The points that must be inside the picture.
    pub(crate) fn points(&self) -> Vec<Vec3> {
        match self {
            Self::Target(target) => {
                std::iter::once(target.position).chain(target.reached).collect()
            }
            Self::Pole { position, middle } => std::iter::once(*position).chain(*middle).collect(),
            Self::Axes { world_from_frame, length } => {
                let tips = Vec3::AXES.map(|axis| world_from_frame.transform_point3(axis * *length));
                std::iter::once(world_from_frame.translation).chain(tips).collect()
            }
            Self::Path { points, .. } => points.clone(),
            Self::Label { position, .. } => vec![*position],
        }
    }
}
