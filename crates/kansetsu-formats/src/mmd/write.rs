//! A figure in motion to a VMD file.

use std::collections::BTreeMap;

use encoding_rs::SHIFT_JIS;
use kansetsu::d3::{Pose, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::encoding::has_all;
use super::model::Model;
use super::vmd::{BoneKey, IkState, MorphKey, Vmd, name_bytes, padded};
use super::vpd::MorphValue;
use crate::weights::usual;
use crate::{Error, Figure, WeightTrack};

/// The largest translation of a joint against its parent that counts as none, as a fraction of the
/// figure's size.
const STILL: f32 = 1e-5;
/// The largest rotation that counts as none, radians.
const UNTURNED: f32 = 1e-6;

/// Writes poses at 30 frames per second, with the weights of expressions. Bones of the format have
/// no rest rotation, so a key is the joint's rotation from rest in model space, relative to its
/// parent's. Joints that do not move get one key. The model's IK is switched off, so that the keys
/// apply; append bones must not be keyed and are skipped. So are the joints whose names Shift_JIS
/// does not have ([`unfit_names`]).
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton.
pub fn write(
    figure: &Figure,
    poses: &[Pose],
    weights: &[WeightTrack],
    model: Option<&Model>,
) -> Result<Vec<u8>, Error> {
    let skeleton = &figure.rig.skeleton;
    if let Some(pose) = poses.iter().find(|pose| pose.locals.len() != skeleton.len()) {
        return Err(kansetsu::Error::PoseMismatch {
            pose: pose.locals.len(),
            skeleton: skeleton.len(),
        }
        .into());
    }
    let rest = skeleton.forward(&skeleton.rest_pose());
    let mut keys: Vec<Vec<Transform>> = vec![Vec::with_capacity(poses.len()); skeleton.len()];
    for pose in poses {
        for (keys, key) in keys.iter_mut().zip(keys_of(skeleton, &rest, pose)) {
            keys.push(key);
        }
    }
    let mut vmd = Vmd::new(&figure.name);
    let own_names = raw_names(model);
    for (joint, keys) in keys.iter().enumerate().filter(|(joint, _)| !follows(model, *joint)) {
        let name = skeleton.joints()[joint].name.as_str();
        if !own_names.contains_key(&joint) && !has_all(name, SHIFT_JIS) {
            continue;
        }
        let bytes = own_names.get(&joint).map_or_else(|| name_bytes(name), |name| padded(name));
        let moves = keys.iter().any(|key| {
            key.translation != keys[0].translation
                || (key.rotation * keys[0].rotation.conjugate()).xyz().length() > UNTURNED
        });
        let count = if moves { keys.len() } else { keys.len().min(1) };
        vmd.bones.extend(
            keys[..count].iter().enumerate().map(|(frame, key)| BoneKey {
                name: bytes,
                ..BoneKey::new(name, frame as u32, key)
            }),
        );
    }
    let last = poses.len().saturating_sub(1) as u32;
    vmd.morphs = weights.iter().flat_map(|track| morph_keys(track, last, model)).collect();
    vmd.ik.push(IkState {
        frame: 0,
        is_shown: 1,
        states: leaders(model).map(|name| (name_bytes(&name), 0)).collect(),
    });
    Ok(vmd.write())
}

/// The keys of a morph up to the last frame. Presets of VRM get the usual names of MikuMikuDance,
/// unless the model has morphs of their own.
fn morph_keys(track: &WeightTrack, last: u32, model: Option<&Model>) -> Vec<MorphKey> {
    let own = model
        .and_then(|model| model.morphs.iter().find(|morph| morph.name == track.name))
        .filter(|morph| !morph.raw_name.is_empty());
    let name = match own {
        Some(own) => padded(&own.raw_name),
        None => name_bytes(morph_name(&track.name, model)),
    };
    let mut keys: Vec<MorphKey> = Vec::new();
    for frame in 0..=last {
        let Some(weight) = track.at(frame as f32 / 30.0) else { break };
        // A constant stretch has its first and its last key.
        if let [.., before, same] = keys.as_mut_slice()
            && before.weight == weight
            && same.weight == weight
        {
            same.frame = frame;
            continue;
        }
        keys.push(MorphKey { name, frame, weight });
    }
    keys
}

/// The name of an expression in MikuMikuDance.
fn morph_name<'a>(name: &'a str, model: Option<&Model>) -> &'a str {
    let usual = if model.is_none() { usual(name) } else { None };
    usual.unwrap_or(name)
}

/// The morphs of a pose file from the start of keyed weights. Presets of VRM get the usual names of
/// MikuMikuDance, unless the figure is a model of MikuMikuDance.
#[must_use]
pub fn morph_values(weights: &[WeightTrack], model: Option<&Model>) -> Vec<MorphValue> {
    let value = |track: &WeightTrack| {
        let name = morph_name(&track.name, model).to_owned();
        Some(MorphValue { name, weight: track.at(0.0)? })
    };
    weights.iter().filter_map(value).collect()
}

/// The names of a PMD model's bones, by joint.
fn raw_names(model: Option<&Model>) -> BTreeMap<usize, &[u8]> {
    let bones = model.into_iter().flat_map(|model| model.bones.iter().zip(&model.joints));
    bones
        .filter(|(bone, _)| !bone.raw_name.is_empty())
        .map(|(bone, &joint)| (joint, &bone.raw_name[..]))
        .collect()
}

/// The key of each joint: its rotation from rest in model space, relative to its parent's.
pub(super) fn keys_of(skeleton: &Skeleton, rest: &[Affine3], pose: &Pose) -> Vec<Transform> {
    let size = skeleton.size();
    let now = skeleton.forward(pose);
    let turn = |joint: usize| rotation_of(&now[joint]) * rotation_of(&rest[joint]).conjugate();
    let key = |joint: usize| {
        let parent = skeleton.joints()[joint].parent;
        let above = parent.map_or(Quat::IDENTITY, turn).conjugate();
        let at = |map: &[Affine3]| {
            map[joint].translation - parent.map_or(Vec3::ZERO, |parent| map[parent].translation)
        };
        let way = above * at(&now) - at(rest);
        let way = if way.length() > STILL * size { way } else { Vec3::ZERO };
        Transform::from_translation_rotation(way, (above * turn(joint)).normalize())
    };
    (0..skeleton.len()).map(key).collect()
}

/// Whether a joint is an append bone of the model, which must not be keyed.
pub(super) fn follows(model: Option<&Model>, joint: usize) -> bool {
    model.is_some_and(|model| {
        let mut bones = model.bones.iter().zip(&model.joints);
        bones.any(|(bone, &at)| at == joint && bone.append.is_some())
    })
}

/// The names of joints that VMD cannot store: those with characters that Shift_JIS does not have,
/// and those of which another joint has the same first 15 bytes.
#[must_use]
pub fn unfit_names(figure: &Figure) -> Vec<String> {
    let joints = figure.rig.skeleton.joints();
    let mut known: BTreeMap<[u8; 15], &str> = BTreeMap::new();
    let mut unfit = Vec::new();
    for name in joints.iter().map(|joint| joint.name.as_str()) {
        let first = *known.entry(name_bytes(name)).or_insert(name);
        if !has_all(name, SHIFT_JIS) || first != name {
            unfit.push(name.to_owned());
        }
    }
    unfit
}

/// The IK bones of the model, else the usual ones.
fn leaders(model: Option<&Model>) -> impl Iterator<Item = String> {
    let usual = ["左足ＩＫ", "右足ＩＫ", "左つま先ＩＫ", "右つま先ＩＫ"];
    let own: Vec<String> = model.map_or_else(
        || usual.map(str::to_owned).to_vec(),
        |model| {
            model
                .bones
                .iter()
                .filter(|bone| bone.ik.is_some())
                .map(|bone| bone.name.clone())
                .collect()
        },
    );
    own.into_iter()
}
