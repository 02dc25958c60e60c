//! Poses of VPD files on figures, and poses of figures as VPD files.

use std::collections::BTreeMap;

use encoding_rs::SHIFT_JIS;
use kansetsu::d3::{Pose, Skeleton, Transform, rotation_of};
use kansetsu::glam::Affine3;

use super::elements::POSE_ELEMENTS;
use super::encoding::encoded;
use super::model::Model;
use super::names::Names;
use super::vmd::BoneKey;
use super::vpd::{BonePose, MorphValue, Vpd};
use super::write::{follows, keys_of};
use crate::element::Skipped;
use crate::{Error, Figure};

/// A pose of a VPD file for a figure.
#[derive(Clone, Debug)]
pub struct FiguredPose {
    /// The pose; bones that the file does not have are at rest.
    pub pose: Pose,
    /// The weights of the figure's expressions and morph targets, by name.
    pub weights: Vec<(String, f32)>,
    /// The file.
    pub file: Vpd,
    /// What is not applied, as sentences for people.
    pub warnings: Vec<String>,
    /// Data that does not affect posing, as sentences for people.
    pub notes: Vec<String>,
}

/// Reads a VPD file for a figure. A model's bones follow and reach as MikuMikuDance computes them;
/// for other figures the bones are joints of the same name.
///
/// # Errors
/// [`Error::Malformed`] names the line and the expected content, or says that the figure has none
/// of the bones.
pub fn read_pose(
    bytes: &[u8],
    figure: &Figure,
    model: Option<&Model>,
) -> Result<FiguredPose, Error> {
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let mut counted = Skipped::new(&POSE_ELEMENTS);
    let skeleton = &figure.rig.skeleton;
    let names: Vec<&str> = match model {
        Some(model) => model.bones.iter().map(|bone| bone.name.as_str()).collect(),
        None => skeleton.joints().iter().map(|joint| joint.name.as_str()).collect(),
    };
    let file = Vpd::read(bytes, &names, &mut warnings)?;
    let by_name: BTreeMap<&str, usize> =
        names.iter().enumerate().rev().map(|(index, name)| (*name, index)).collect();
    // A PMD model cuts its names at 20 bytes.
    let keys: Vec<Vec<u8>> = file
        .bones
        .iter()
        .map(|bone| {
            let mut name = encoded(&bone.name, SHIFT_JIS);
            name.truncate(20);
            name
        })
        .collect();
    let cut = model.map(|model| Names::of(&model.bone_names(), keys.iter().map(Vec::as_slice), 20));
    let mut keyed = vec![Transform::IDENTITY; names.len()];
    let mut count = 0;
    for (bone, key) in file.bones.iter().zip(&keys) {
        let index = by_name
            .get(bone.name.as_str())
            .copied()
            .or_else(|| cut.as_ref().and_then(|names| names.index(key)));
        match index.and_then(|index| keyed.get_mut(index)) {
            Some(local) => (*local, count) = (bone.key().local(), count + 1),
            None => counted.add("unknown bones", &bone.name),
        }
    }
    let mut weights: BTreeMap<String, f32> = BTreeMap::new();
    for MorphValue { name, weight } in &file.morphs {
        match figure.expression_for(name) {
            // Of equal names the last counts.
            Some(own) => drop(weights.insert(own.to_owned(), *weight)),
            None => counted.add_many("unknown morphs", name, usize::from(*weight != 0.0)),
        }
    }
    for morph in model.into_iter().flat_map(|model| &model.morphs) {
        morph.move_bones(weights.get(&morph.name).copied().unwrap_or(0.0), &mut keyed);
    }
    counted.tell(&mut warnings, &mut notes);
    if count == 0 && !file.bones.is_empty() {
        return Err(Error::Malformed {
            format: super::vpd::FORMAT,
            place: "the bones".to_owned(),
            problem: "the figure has none of them; open the MikuMikuDance model of the pose"
                .to_owned(),
        });
    }
    let pose = match model {
        Some(model) => model.pose(&keyed, &[]),
        None => posed(skeleton, &keyed),
    };
    Ok(FiguredPose { pose, weights: weights.into_iter().collect(), file, warnings, notes })
}

/// The pose of keys without the rules of a model. A key is the rotation from rest in model space,
/// relative to the parent's.
pub(super) fn posed(skeleton: &Skeleton, keyed: &[Transform]) -> Pose {
    let mut pose = skeleton.rest_pose();
    let rest = skeleton.forward(&pose);
    for ((local, joint), key) in pose.locals.iter_mut().zip(skeleton.joints()).zip(keyed) {
        let above = joint.parent.map_or(Affine3::IDENTITY, |parent| rest[parent]);
        let turn = rotation_of(&above);
        local.rotation = (turn.conjugate() * key.rotation * turn * local.rotation).normalize();
        let way = above.inverse().transform_vector3(key.translation);
        if way.is_finite() {
            local.translation += way;
        }
    }
    pose
}

/// A pose as a VPD file. The keys are those of [`mmd::write`](super::write()). The file cannot
/// switch IK off, so that a model's IK bones are moved to the bones that reach for them. Morphs are
/// stored as they are.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton.
pub fn write_pose(
    figure: &Figure,
    pose: &Pose,
    model: Option<&Model>,
    morphs: &[MorphValue],
) -> Result<Vpd, Error> {
    let skeleton = &figure.rig.skeleton;
    if pose.locals.len() != skeleton.len() {
        return Err(kansetsu::Error::PoseMismatch {
            pose: pose.locals.len(),
            skeleton: skeleton.len(),
        }
        .into());
    }
    let pose = model.map_or_else(|| pose.clone(), |model| with_leaders(skeleton, pose, model));
    let rest = skeleton.forward(&skeleton.rest_pose());
    let keys = keys_of(skeleton, &rest, &pose);
    let bones = keys.iter().enumerate().filter(|(joint, _)| !follows(model, *joint));
    let bones = bones
        .map(|(joint, key)| {
            let key = BoneKey::new("", 0, key);
            BonePose {
                name: skeleton.joints()[joint].name.clone(),
                translation: key.translation,
                rotation: key.rotation,
            }
        })
        .collect();
    Ok(Vpd { model: String::new(), bones, morphs: morphs.to_vec() })
}

/// The pose with every IK bone at the bone that reaches for it.
fn with_leaders(skeleton: &Skeleton, pose: &Pose, model: &Model) -> Pose {
    let goals: BTreeMap<usize, usize> = model
        .bones
        .iter()
        .zip(&model.joints)
        .filter_map(|(bone, &joint)| Some((joint, *model.joints.get(bone.ik.as_ref()?.target)?)))
        .collect();
    let was = skeleton.forward(pose);
    let mut maps = was.clone();
    let mut moved = pose.clone();
    for (joint, data) in skeleton.joints().iter().enumerate() {
        let parent = data.parent.map_or(Affine3::IDENTITY, |parent| maps[parent]);
        if let Some(&goal) = goals.get(&joint) {
            moved.locals[joint].translation =
                parent.inverse().transform_point3(was[goal].translation);
        }
        maps[joint] = parent * moved.locals[joint].to_affine();
    }
    moved
}
