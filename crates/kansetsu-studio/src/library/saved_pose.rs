//! A pose that is kept.

use std::sync::Arc;

use kansetsu::{
    d3::{Skeleton, Transform, rotation_of},
    glam::Quat,
};
use kansetsu_formats::Role;
use kansetsu_humanoid::anatomy::Segments;
use serde::{Deserialize, Serialize};

use crate::document::Actor;

/// A pose that is kept, of a whole figure or of some joints, in a form in which another figure can
/// take it too.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedPose {
    /// What people call it; empty for a copied pose.
    pub name: String,
    /// The name of the figure that it was taken from.
    pub figure: String,
    /// That figure's size, metres: moves are scaled by it.
    pub size: f32,
    /// How long its left leg is from hip to ankle, metres: moves of bodies are scaled by it. `None`
    /// when it has no leg that is known as such.
    #[serde(default)]
    pub leg: Option<f32>,
    /// From a person who stands upright and looks to +Z to that figure's model space; `None` when
    /// it is no body that is known as such.
    #[serde(default)]
    pub model_from_person: Option<Quat>,
    /// Its data of each joint.
    pub joints: Vec<SavedJoint>,
    /// A small picture of it, PNG.
    #[serde(with = "crate::document::encoding")]
    pub thumbnail: Option<Arc<[u8]>>,
}

/// One joint in a saved pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedJoint {
    /// Its index in the figure that it was taken from.
    pub index: usize,
    /// Its name there.
    pub name: String,
    /// Its humanoid role there, as VRM 1.0 calls it.
    pub role: Option<String>,
    /// The placement of the hips.
    pub local: Transform,
    /// The rest placement of the hips.
    pub rest: Transform,
    /// How it is rotated in model space at rest: turns are carried over to other figures as seen
    /// from there.
    pub frame: Quat,
    /// How its part of the body is rotated beside a person in a T-pose who looks to +Z: what makes
    /// it the same turn in a body with another rest pose.
    #[serde(default)]
    pub beside: Option<Quat>,
}

impl SavedPose {
    /// The shown pose of these joints; of all of them when the list is empty.
    #[must_use]
    pub fn of(actor: &Actor, joints: &[usize]) -> Self {
        let skeleton = &actor.figure.rig.skeleton;
        let frames = rest_frames(skeleton);
        let segments = Segments::of(skeleton, &actor.figure.rig.roles);
        let beside = segments.as_ref().map_or_else(
            || vec![None; skeleton.len()],
            |segments| beside(actor, segments, &frames),
        );
        let role = |joint: usize| {
            actor
                .figure
                .rig
                .roles
                .iter()
                .find(|(_, played)| **played == joint)
                .map(|(role, _)| role.name().to_owned())
        };
        let saved = |index: usize| SavedJoint {
            index,
            name: skeleton.joints()[index].name.clone(),
            role: role(index),
            local: actor.pose.locals[index],
            rest: skeleton.joints()[index].rest,
            frame: frames[index],
            beside: beside[index],
        };
        let chosen = |joint: &usize| joints.is_empty() || joints.contains(joint);
        Self {
            name: String::new(),
            figure: actor.name.clone(),
            size: skeleton.size(),
            leg: leg(actor),
            model_from_person: segments.map(|segments| segments.model_from_person),
            joints: (0..skeleton.len()).filter(chosen).map(saved).collect(),
            thumbnail: None,
        }
    }
}

impl SavedPose {
    /// Checks outside data: every number must be finite, every rotation one.
    ///
    /// # Errors
    /// A sentence that names the first joint that is not so.
    pub fn check(&self) -> Result<(), String> {
        let is_turn = |turn: Quat| turn.is_finite() && turn.length_squared() > 1e-12;
        let is_place = |local: &Transform| {
            is_turn(local.rotation) && local.translation.is_finite() && local.scale.is_finite()
        };
        let is_sound = |joint: &SavedJoint| {
            is_place(&joint.local)
                && is_place(&joint.rest)
                && is_turn(joint.frame)
                && joint.beside.is_none_or(is_turn)
        };
        match self.joints.iter().find(|joint| !is_sound(joint)) {
            Some(joint) => Err(format!(
                "a number of the joint \"{}\" is not finite, or a rotation has no length",
                joint.name
            )),
            None if !self.size.is_finite() => Err("the size is not finite".to_owned()),
            None if !self.leg.is_none_or(f32::is_finite) => {
                Err("the leg's length is not finite".to_owned())
            }
            None if !self.model_from_person.is_none_or(is_turn) => {
                Err("the facing direction has no length".to_owned())
            }
            None => Ok(()),
        }
    }
}

/// How long a figure's left leg is at rest.
pub(super) fn leg(actor: &Actor) -> Option<f32> {
    let skeleton = &actor.figure.rig.skeleton;
    let rest = skeleton.forward(&skeleton.rest_pose());
    let place =
        |role: Role| actor.figure.rig.roles.get(&role).map(|&joint| rest[joint].translation);
    let [hip, knee, ankle] =
        [place(Role::LeftUpperLeg)?, place(Role::LeftLowerLeg)?, place(Role::LeftFoot)?];
    let length = hip.distance(knee) + knee.distance(ankle);
    (length.is_finite() && length > 0.0).then_some(length)
}

/// How the part of each joint that plays a role is rotated beside a person in a T-pose, as such a
/// person sees it.
fn beside(actor: &Actor, segments: &Segments, rest: &[Quat]) -> Vec<Option<Quat>> {
    let shown = actor.figure.rig.skeleton.forward(&actor.pose);
    let person_from_model = segments.model_from_person.conjugate();
    let turn = |joint: usize| {
        let segment_from_joint = segments.frames[joint]?.conjugate() * rest[joint];
        Some(
            (person_from_model * rotation_of(&shown[joint]) * segment_from_joint.conjugate())
                .normalize(),
        )
    };
    (0..rest.len()).map(turn).collect()
}

/// How every joint is rotated in model space at rest.
pub(super) fn rest_frames(skeleton: &Skeleton) -> Vec<Quat> {
    skeleton.forward(&skeleton.rest_pose()).iter().map(rotation_of).collect()
}
