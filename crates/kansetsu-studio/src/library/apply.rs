//! Putting a saved pose on a figure.

use std::collections::BTreeSet;

use kansetsu::{
    d3::{Pose, Transform, rotation_of},
    glam::{Affine3, Quat, Vec3},
};

use kansetsu_humanoid::anatomy::Segments;

use super::{
    SavedJoint, SavedPose,
    saved_pose::{leg, rest_frames},
};
use crate::document::{Actor, Refusal};

/// How much of a saved pose is put on a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Application {
    /// The strength: 0 leaves the figure unchanged, 1 takes the saved pose.
    pub weight: f32,
    /// On which joints of the figure; on all of them with `None`.
    pub joints: Option<BTreeSet<usize>>,
    /// Whether left and right are exchanged.
    pub mirrored: bool,
}

impl Default for Application {
    fn default() -> Self {
        Self { weight: 1.0, joints: None, mirrored: false }
    }
}

impl SavedPose {
    /// The figure's pose with this pose applied, as far as the settings say; rotations go the
    /// shortest way.
    ///
    /// A joint is found by its place and name (in the same figure), else by its humanoid role, else
    /// by its name; joints that are not found stay as they are.
    ///
    /// # Errors
    /// A sentence when no joint is found, when the weight is not between 0 and 1, or when the
    /// figure has no left and right to be exchanged.
    pub fn put_on(&self, actor: &Actor, application: &Application) -> Result<Pose, Refusal> {
        let weight = application.weight;
        if !(0.0..=1.0).contains(&weight) {
            return Err(Refusal::new(
                "The strength must be between 0 and 1.",
                "適用量は 0 から 1 の間で指定してください。",
            ));
        }
        if self.found(actor).is_empty() {
            return Err(Refusal::new(
                "The figure has none of the pose's joints.",
                "このモデルには、ポーズに対応するボーンがありません。",
            ));
        }
        let target = if application.mirrored { self.mirrored(actor)? } else { self.applied(actor) };
        let mut pose = actor.pose.clone();
        for (joint, local) in pose.locals.iter_mut().enumerate() {
            if application.joints.as_ref().is_none_or(|joints| joints.contains(&joint)) {
                *local = local.blended(&target.locals[joint], weight);
            }
        }
        Ok(pose)
    }

    /// The figure's pose with all of this pose on it.
    #[must_use]
    pub fn applied(&self, actor: &Actor) -> Pose {
        self.over(actor, actor.pose.clone())
    }

    /// The figure's pose with all of this pose on it, left and right exchanged.
    ///
    /// # Errors
    /// As [`kansetsu::d3::Rig::mirrored_pose`].
    pub fn mirrored(&self, actor: &Actor) -> Result<Pose, Refusal> {
        let mirrors = &actor.figure.rig.mirrors;
        let mirrored = actor.figure.rig.mirrored_pose(&self.over(actor, actor.rest_pose()))?;
        let mut pose = actor.pose.clone();
        for (_, joint) in self.found(actor) {
            let partner =
                mirrors[joint].filter(|&other| mirrors[other] == Some(joint)).unwrap_or(joint);
            pose.locals[partner] = mirrored.locals[partner];
        }
        Ok(pose)
    }

    fn over(&self, actor: &Actor, mut pose: Pose) -> Pose {
        let skeleton = &actor.figure.rig.skeleton;
        let frames = rest_frames(skeleton);
        let growth = self.growth(actor);
        let segments = Segments::of(skeleton, &actor.figure.rig.roles);
        let facing = segments
            .as_ref()
            .zip(self.model_from_person)
            .map(|(there, here)| there.model_from_person * here.conjugate());
        let found = self.found(actor);
        for &(saved, joint) in &found {
            pose.locals[joint] = saved.carried(
                &skeleton.joints()[joint].rest,
                (frames[joint], facing.unwrap_or_default()),
                growth,
            );
        }
        let is_other = found.iter().any(|(saved, joint)| {
            saved.rest != skeleton.joints()[*joint].rest || saved.frame != frames[*joint]
        });
        if let Some(segments) = segments.filter(|_| is_other && self.is_whole()) {
            take_turns(&found, actor, &segments, &frames, &mut pose);
        }
        pose
    }

    /// How much larger the figure is than the pose's own: by the legs where both have some.
    fn growth(&self, actor: &Actor) -> f32 {
        let legs = leg(actor).zip(self.leg).filter(|(_, leg)| *leg > 0.0);
        let growth =
            legs.map_or(actor.figure.rig.skeleton.size() / self.size, |(there, here)| there / here);
        if growth.is_finite() { growth } else { 1.0 }
    }

    /// Whether it has the rotation of the whole body, at the hips.
    fn is_whole(&self) -> bool {
        let hips = kansetsu_formats::Role::Hips.name();
        self.joints
            .iter()
            .any(|joint| joint.role.as_deref() == Some(hips) && joint.beside.is_some())
    }

    /// Which joint of the figure each entry is for.
    fn found(&self, actor: &Actor) -> Vec<(&SavedJoint, usize)> {
        let joints = self.joints.iter();
        joints.filter_map(|saved| saved.find(actor).map(|joint| (saved, joint))).collect()
    }
}

impl SavedJoint {
    fn find(&self, actor: &Actor) -> Option<usize> {
        let skeleton = &actor.figure.rig.skeleton;
        if skeleton
            .joints()
            .get(self.index)
            .is_some_and(|joint| joint.name == self.name && joint.rest == self.rest)
        {
            return Some(self.index);
        }
        let roles = &actor.figure.rig.roles;
        let by_role = self
            .role
            .as_deref()
            .and_then(kansetsu_formats::Role::from_name)
            .and_then(|role| roles.get(&role));
        by_role.copied().or_else(|| actor.figure.find_joint(&self.name).ok())
    }

    /// The same rotation from rest in model space, and the same move, in another figure's
    /// joint.
    fn carried(&self, rest: &Transform, (frame, facing): (Quat, Quat), growth: f32) -> Transform {
        if self.rest == *rest && self.frame == frame {
            return self.local;
        }
        let turn = self.rest.rotation.inverse() * self.local.rotation;
        let in_model = facing * self.frame * turn * self.frame.inverse() * facing.conjugate();
        let above = facing * self.frame * self.rest.rotation.inverse();
        let above_there = frame * rest.rotation.inverse();
        let moved = above_there.inverse()
            * (above * (self.local.translation - self.rest.translation))
            * growth;
        let scaled = Vec3::select(
            self.rest.scale.cmpeq(Vec3::ZERO),
            Vec3::ONE,
            self.local.scale / self.rest.scale,
        );
        Transform {
            translation: rest.translation + moved,
            rotation: unit(rest.rotation * frame.inverse() * in_model * frame),
            scale: rest.scale * scaled,
        }
    }
}

/// Turns the parts of a body as they were turned in the pose's own figure beside a person in a
/// T-pose: in any rest pose of either.
fn take_turns(
    found: &[(&SavedJoint, usize)],
    actor: &Actor,
    segments: &Segments,
    rest: &[Quat],
    pose: &mut Pose,
) {
    let mut wanted = vec![None; rest.len()];
    for (saved, joint) in found {
        let segment_from_joint =
            segments.frames[*joint].map(|frame| frame.conjugate() * rest[*joint]);
        wanted[*joint] = saved
            .beside
            .zip(segment_from_joint)
            .map(|(turn, joint)| segments.model_from_person * turn * joint);
    }
    // Parents come before their children.
    let mut turns: Vec<Quat> = Vec::with_capacity(rest.len());
    for (joint, entry) in actor.figure.rig.skeleton.joints().iter().enumerate() {
        let above = entry.parent.map_or(Quat::IDENTITY, |parent| turns[parent]);
        if let Some(wanted) = wanted[joint] {
            pose.locals[joint].rotation = unit(above.conjugate() * wanted);
        }
        turns.push(above * pose.locals[joint].rotation);
    }
}

/// Of unit length; no rotation when it has none.
fn unit(rotation: Quat) -> Quat {
    rotation_of(&Affine3::from_quat(if rotation.length_squared() > 0.0 {
        rotation.normalize()
    } else {
        Quat::IDENTITY
    }))
}
