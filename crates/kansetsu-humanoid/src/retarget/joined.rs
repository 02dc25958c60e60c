//! Bodies in two pieces: in many Metasequoia figures the trunk is a separate root, not a descendant
//! of the hips. For a motion it becomes one, in its placement at rest.

use std::collections::BTreeSet;

use kansetsu::d3::{Limb, Pose, Rig, Skeleton, Transform, Twist, rotation_of};

use super::character::Character;
use super::error::RetargetError;
use kansetsu::d3::Role;

/// The character in one piece.
pub(super) struct Joined {
    pub(super) rig: Rig,
    pub(super) twists: Vec<Twist>,
    /// The index here of each joint of the original figure.
    to: Vec<usize>,
    /// The roots that are children of the hips here, by their original indices.
    roots: Vec<usize>,
}

impl Joined {
    /// `None` if all joints with roles have one root, or no joint is the hips.
    pub(super) fn of(figure: &Character<'_>) -> Result<Option<Self>, RetargetError> {
        let skeleton = &figure.rig.skeleton;
        let Some(&hips) = figure.rig.roles.get(&Role::Hips) else { return Ok(None) };
        let root_of = |joint: usize| skeleton.ancestors(joint).last().unwrap_or(joint);
        let roots: BTreeSet<usize> = figure
            .rig
            .roles
            .values()
            .map(|&joint| root_of(joint))
            .filter(|&root| root != root_of(hips))
            .collect();
        if roots.is_empty() {
            return Ok(None);
        }
        let rest = skeleton.forward(&skeleton.rest_pose());
        let mut builder = Skeleton::builder();
        for (index, joint) in skeleton.joints().iter().enumerate() {
            let below = rest[hips].inverse() * rest[index];
            let scale = joint.rest.scale / rest[hips].matrix3.x_axis.length().max(1e-9);
            let hanging =
                Transform { translation: below.translation, rotation: rotation_of(&below), scale };
            builder.root(
                joint.name.as_str(),
                if roots.contains(&index) { hanging } else { joint.rest },
            );
        }
        for (index, joint) in skeleton.joints().iter().enumerate() {
            if let Some(parent) = joint.parent.or_else(|| roots.contains(&index).then_some(hips)) {
                builder.attach(index, parent)?;
            }
        }
        let skeleton = builder.build()?;
        let to: Vec<usize> =
            (0..skeleton.len()).filter_map(|joint| skeleton.index_of_added(joint)).collect();
        let mut rig = Rig::new(skeleton);
        rig.roles = figure.rig.roles.iter().map(|(&role, &joint)| (role, to[joint])).collect();
        for (&joint, limit) in to.iter().zip(&figure.rig.limits) {
            rig.limits[joint].clone_from(limit);
        }
        let limb = |limb: &Limb| Limb {
            base: to[limb.base],
            middle: to[limb.middle],
            tip: to[limb.tip],
            ..limb.clone()
        };
        rig.limbs = figure.rig.limbs.iter().map(limb).collect();
        let twists = figure.twists.iter().map(|twist| twist.renumbered(&to)).collect();
        Ok(Some(Self { rig, twists, to, roots: roots.into_iter().collect() }))
    }

    /// The pose of the original figure.
    pub(super) fn parted(&self, pose: &Pose, figure: &Character<'_>) -> Pose {
        let model_from_joint = self.rig.skeleton.forward(pose);
        let mut parted = Pose { locals: self.to.iter().map(|&joint| pose.locals[joint]).collect() };
        for &root in &self.roots {
            let map = &model_from_joint[self.to[root]];
            let scale = figure.rig.skeleton.joints()[root].rest.scale;
            parted.locals[root] =
                Transform { translation: map.translation, rotation: rotation_of(map), scale };
        }
        parted
    }
}
