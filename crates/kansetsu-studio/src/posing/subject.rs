//! What is dragged.

use std::{collections::BTreeSet, sync::Arc};

use kansetsu::{
    d3::{Limit, Pose, Rig, Skeleton},
    glam::{Affine3, Vec3},
};
use kansetsu_formats::{Figure, Role};

use crate::document::{Actor, Pin};

/// A figure as it stands when something of it is grabbed.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its skeleton, limbs and mirror pairs.
    pub figure: Arc<Figure>,
    /// `world_from_model`.
    pub placement: Affine3,
    /// How it is posed.
    pub pose: Pose,
    /// What each joint may do. As long as the skeleton.
    pub limits: Vec<Option<Limit>>,
    /// Joints that are held in model space.
    pub pins: Vec<Pin>,
    /// Joints that end a chain.
    pub stops: BTreeSet<usize>,
}

impl Subject {
    /// A figure in a pose, with its own limits and nothing held.
    #[must_use]
    pub fn new(figure: Arc<Figure>, pose: Pose) -> Self {
        let limits = figure.rig.limits.clone();
        Self { figure, placement: Affine3::IDENTITY, pose, limits, pins: Vec::new(), stops: BTreeSet::new() }
    }

    /// The rig with its own limits, not with those of the subject.
    #[must_use]
    pub fn rig(&self) -> &Rig {
        &self.figure.rig
    }

    /// The joints.
    #[must_use]
    pub fn skeleton(&self) -> &Skeleton {
        &self.figure.rig.skeleton
    }

    /// `model_from_joint` of every joint.
    #[must_use]
    pub fn forward(&self) -> Vec<Affine3> {
        self.skeleton().forward(&self.pose)
    }

    /// Where a joint is in world space, metres; the placement's origin for one that does not exist.
    #[must_use]
    pub fn world_position(&self, joint: usize) -> Vec3 {
        self.world_position_in(&self.pose, joint)
    }

    /// The same in another pose.
    #[must_use]
    pub fn world_position_in(&self, pose: &Pose, joint: usize) -> Vec3 {
        let above = self.skeleton().ancestors(joint).filter(|&joint| joint < pose.locals.len());
        let place = above.fold(Vec3::ZERO, |place, joint| pose.locals[joint].to_affine().transform_point3(place));
        self.placement.transform_point3(place)
    }

    /// The joint that carries the body: the hips where the figure says which they are, else the first joint from the root on that
    /// branches or moves a surface. What stands above it (a file's scene and armature) only places the figure.
    #[must_use]
    pub fn carrier(&self) -> usize {
        if let Some(&hips) = self.figure.rig.roles.get(&Role::Hips).filter(|&&hips| hips < self.skeleton().len()) {
            return hips;
        }
        let deforms = |joint: usize| self.figure.is_skinned.get(joint) == Some(&true);
        let mut joint = self.skeleton().roots().find(|&root| !self.skeleton().children(root).is_empty()).unwrap_or(0);
        while let [only] = *self.skeleton().children(joint)
            && !deforms(joint)
            && self.figure.nodes.get(joint).is_some_and(Option::is_some)
        {
            joint = only;
        }
        joint
    }
}

impl Subject {
    /// The joint that everything hangs on when `joint` is dragged: the carrier, or the joint itself when it stands above that, or the
    /// root of a tree elsewhere.
    pub(super) fn base_of(&self, joint: usize) -> usize {
        let (skeleton, carrier) = (self.skeleton(), self.carrier());
        if skeleton.ancestors(joint).any(|above| above == carrier) {
            carrier
        } else if skeleton.ancestors(carrier).any(|above| above == joint) {
            joint
        } else {
            skeleton.ancestors(joint).last().unwrap_or(joint)
        }
    }
}

impl From<&Actor> for Subject {
    fn from(actor: &Actor) -> Self {
        Self {
            figure: Arc::clone(&actor.figure),
            placement: actor.placement,
            pose: actor.pose.clone(),
            limits: Vec::clone(&actor.limits),
            pins: actor.pins.clone(),
            stops: actor.stops.clone(),
        }
    }
}
