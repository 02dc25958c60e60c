//! What is dragged.

use std::{collections::BTreeSet, sync::Arc};

use kansetsu::{
    d3::{Limit, Pose, Rig, Role, Skeleton},
    glam::{Affine3, Vec3},
};
use kansetsu_formats::Figure;

use crate::document::{Actor, Pin};

/// A figure in its pose at the time of the grab.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its skeleton, limbs and mirror pairs.
    pub figure: Arc<Figure>,
    /// `world_from_model`.
    pub placement: Affine3,
    /// How it is posed.
    pub pose: Pose,
    /// The limit of each joint. As long as the skeleton.
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
        Self {
            figure,
            placement: Affine3::IDENTITY,
            pose,
            limits,
            pins: Vec::new(),
            stops: BTreeSet::new(),
        }
    }

    /// The rig with its own limits, not with those of the subject.
    #[must_use]
    pub fn rig(&self) -> &Rig {
        &self.figure.rig
    }

    /// The rig with the limits and IK stops of the subject.
    #[must_use]
    pub fn posable_rig(&self) -> Rig {
        Rig {
            limits: self.limits.clone(),
            ik_stops: self.stops.iter().copied().collect(),
            ..self.figure.rig.clone()
        }
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
        let place = above.fold(Vec3::ZERO, |place, joint| {
            pose.locals[joint].to_affine().transform_point3(place)
        });
        self.placement.transform_point3(place)
    }

    /// The joint that carries the body; joints above it only place the figure.
    #[must_use]
    pub fn carrier(&self) -> usize {
        self.figure.rig.base_joint()
    }
}

/// Whether the whole body follows a joint of a person: the hips, the spine, the head. The base of
/// the neck bends the spine above fixed hips.
#[must_use]
pub fn is_trunk(rig: &Rig, joint: usize) -> bool {
    let is_head = rig.roles.get(&Role::Head) == Some(&joint);
    rig.humanoid().is_some_and(|body| is_head || body.hips == joint || body.spine.contains(&joint))
}

impl From<&Actor> for Subject {
    fn from(actor: &Actor) -> Self {
        Self {
            figure: Arc::clone(&actor.figure),
            placement: actor.placement,
            pose: actor.pose.clone(),
            limits: Vec::clone(&actor.constraints.limits),
            pins: actor.constraints.pins.clone(),
            stops: actor.constraints.stops.clone(),
        }
    }
}
