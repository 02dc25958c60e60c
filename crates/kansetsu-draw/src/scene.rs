//! The contents of a picture.

use kansetsu::d3::Pose;
use kansetsu::glam::{Affine3, Vec3};
use kansetsu_formats::Figure;

use crate::{Mark, Prop};

/// The contents of one picture. World space: metres, right-handed, +Y up.
#[derive(Clone, Debug, Default)]
pub struct Scene<'a> {
    /// The figures, each in its pose.
    pub actors: Vec<Actor<'a>>,
    /// Simple objects, for example a box to step on.
    pub props: Vec<Prop>,
    /// Marks on top: targets, poles, axes, lines.
    pub marks: Vec<Mark>,
}

impl<'a> Scene<'a> {
    /// A scene with one figure in `pose`.
    #[must_use]
    pub fn new(figure: &'a Figure, pose: &Pose) -> Self {
        Self { actors: vec![Actor::new(figure, pose)], ..Self::default() }
    }
}

/// A figure in a pose, with its display settings.
#[derive(Clone, Debug)]
pub struct Actor<'a> {
    /// The figure.
    pub figure: &'a Figure,
    /// The transform of each joint, from [`Skeleton::forward`](kansetsu::d3::Skeleton::forward).
    /// Joints without one are ignored.
    pub model_from_joint: Vec<Affine3>,
    /// The transform of the figure in the world.
    pub world_from_model: Affine3,
    /// Whether the skeleton is drawn over the surface.
    pub skeleton: SkeletonStyle,
    /// The joints whose limits are drawn.
    pub limits: Vec<usize>,
    /// The opacity of the surface: 1 is opaque, 0 invisible. A translucent ghost shows only its
    /// nearest surface.
    pub opacity: f32,
}

/// Whether a figure's skeleton is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkeletonStyle {
    /// Only if the figure has no surface.
    #[default]
    Auto,
    /// Never.
    Hidden,
    /// On top of the surface: the joints that a skin uses, or all if there is no skin.
    Shown,
    /// On top of the surface: every joint of the file, helpers included.
    Everything,
}

impl<'a> Actor<'a> {
    /// A figure in `pose` at the origin.
    #[must_use]
    pub fn new(figure: &'a Figure, pose: &Pose) -> Self {
        Self {
            figure,
            model_from_joint: figure.rig.skeleton.forward(pose),
            world_from_model: Affine3::IDENTITY,
            skeleton: SkeletonStyle::default(),
            limits: Vec::new(),
            opacity: 1.0,
        }
    }

    /// The position of a joint in the world; `None` if it is unknown or not finite.
    pub(crate) fn joint_in_world(&self, joint: usize) -> Option<Vec3> {
        let model_from_joint = self.model_from_joint.get(joint)?;
        Some(self.world_from_model.transform_point3(model_from_joint.translation))
            .filter(|point| point.is_finite())
    }

    /// `world_from_joint`; `None` if it is unknown or not finite.
    pub(crate) fn world_from_joint(&self, joint: usize) -> Option<Affine3> {
        let map = self.world_from_model * *self.model_from_joint.get(joint)?;
        Some(map).filter(Affine3::is_finite)
    }

    /// Whether the figure has a triangle to draw.
    pub(crate) fn has_surface(&self) -> bool {
        self.opacity > 0.0
            && self
                .figure
                .visible_meshes()
                .flat_map(|mesh| &mesh.primitives)
                .any(|part| part.triangle_count() > 0)
    }

    /// Whether the skeleton is drawn.
    pub(crate) fn shows_skeleton(&self) -> bool {
        match self.skeleton {
            SkeletonStyle::Auto => !self.has_surface(),
            SkeletonStyle::Hidden => false,
            SkeletonStyle::Shown | SkeletonStyle::Everything => true,
        }
    }

    /// Whether the drawn skeleton includes this joint.
    pub(crate) fn is_drawn_joint(&self, joint: usize) -> bool {
        let deforms = &self.figure.is_skinned;
        self.skeleton == SkeletonStyle::Everything
            || !deforms.contains(&true)
            || deforms.get(joint) == Some(&true)
    }
}
