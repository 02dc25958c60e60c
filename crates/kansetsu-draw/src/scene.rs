//! What is in the picture.

use kansetsu::d3::Pose;
use kansetsu::glam::{Affine3, Vec3};
use kansetsu_formats::Figure;

use crate::{Mark, Prop};

/// Everything that one picture shows. World space: metres, right-handed, +Y up.
#[derive(Clone, Debug, Default)]
pub struct Scene<'a> {
    /// The figures, each in its pose.
    pub actors: Vec<Actor<'a>>,
    /// Simple things that stand about, for example a box to step on.
    pub props: Vec<Prop>,
    /// What is drawn on top: targets, poles, axes, lines.
    pub marks: Vec<Mark>,
}

impl<'a> Scene<'a> {
    /// A scene with one figure in `pose`.
    #[must_use]
    pub fn new(figure: &'a Figure, pose: &Pose) -> Self {
        Self { actors: vec![Actor::new(figure, pose)], ..Self::default() }
    }
}

/// A figure in a pose, and what is to be seen of it.
#[derive(Clone, Debug)]
pub struct Actor<'a> {
    /// The figure.
    pub figure: &'a Figure,
    /// Where each joint is, as [`Skeleton::forward`](kansetsu::d3::Skeleton::forward) gives it.
    /// Joints that the list lacks are left out.
    pub model_from_joint: Vec<Affine3>,
    /// Where the figure stands in the world.
    pub world_from_model: Affine3,
    /// Whether the skeleton is drawn over the surface.
    pub skeleton: SkeletonStyle,
    /// The joints whose limits are drawn.
    pub limits: Vec<usize>,
    /// How solid the surface is: 1 is solid, 0 invisible. A ghost in between shows its nearest
    /// surface only.
    pub opacity: f32,
}

/// Whether a figure's skeleton is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkeletonStyle {
    /// Only when the figure has no surface.
    #[default]
    Auto,
    /// Never.
    Hidden,
    /// On top of the surface: the joints that a skin uses, or all when no skin does.
    Shown,
    /// On top of the surface: every joint of the file, helpers too.
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

    /// Where a joint is in the world; `None` when it is unknown or not finite.
    pub(crate) fn joint_in_world(&self, joint: usize) -> Option<Vec3> {
        let model_from_joint = self.model_from_joint.get(joint)?;
        Some(self.world_from_model.transform_point3(model_from_joint.translation))
            .filter(|point| point.is_finite())
    }

    /// `world_from_joint`; `None` when it is unknown or not finite.
    pub(crate) fn world_from_joint(&self, joint: usize) -> Option<Affine3> {
        let map = self.world_from_model * *self.model_from_joint.get(joint)?;
        Some(map).filter(Affine3::is_finite)
    }

    /// Whether the figure has any triangle to draw.
    pub(crate) fn has_surface(&self) -> bool {
        self.opacity > 0.0
            && self
                .figure
                .visible_meshes()
                .flat_map(|mesh| &mesh.primitives)
                .any(|part| part.triangle_count() > 0)
    }

    /// Whether the skeleton is to be drawn.
    pub(crate) fn shows_skeleton(&self) -> bool {
        match self.skeleton {
            SkeletonStyle::Auto => !self.has_surface(),
            SkeletonStyle::Hidden => false,
            SkeletonStyle::Shown | SkeletonStyle::Everything => true,
        }
    }

    /// Whether the drawn skeleton has this joint.
    pub(crate) fn is_drawn_joint(&self, joint: usize) -> bool {
        let deforms = &self.figure.is_skinned;
        self.skeleton == SkeletonStyle::Everything
            || !deforms.contains(&true)
            || deforms.get(joint) == Some(&true)
    }
}
