//! A figure in motion to a VMD file.

use kansetsu::d3::{Pose, Transform, rotation_of};
use kansetsu::glam::{Quat, Vec3};

use super::model::Model;
use super::vmd::{BoneKey, IkState, Vmd, name_bytes};
use crate::{Error, Figure};

/// The largest translation of a joint against its parent that counts as none, as a fraction of the
/// figure's size.
const STILL: f32 = 1e-5;
/// The largest rotation that counts as none, radians.
const UNTURNED: f32 = 1e-6;

/// Writes poses at 30 frames per second. Bones of the format have no rest rotation, so a key is the
/// joint's rotation from rest in model space, relative to its parent's. Joints that do not move get
/// one key. The model's IK is switched off, so that the keys apply; append bones must not be keyed
/// and are skipped.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton.
pub fn write(figure: &Figure, poses: &[Pose], model: Option<&Model>) -> Result<Vec<u8>, Error> {
    let skeleton = &figure.rig.skeleton;
    if let Some(pose) = poses.iter().find(|pose| pose.locals.len() != skeleton.len()) {
        return Err(kansetsu::Error::PoseMismatch {
            pose: pose.locals.len(),
            skeleton: skeleton.len(),
        }
        .into());
    }
    let rest = skeleton.forward(&skeleton.rest_pose());
    let size = skeleton.size();
    let follows = |joint: usize| {
        model.is_some_and(|model| {
            model
                .bones
                .iter()
                .zip(&model.joints)
                .any(|(bone, &at)| at == joint && bone.append.is_some())
        })
    };
    let mut keys: Vec<Vec<Transform>> = vec![Vec::with_capacity(poses.len()); skeleton.len()];
    for pose in poses {
        let now = skeleton.forward(pose);
        let turn = |joint: usize| rotation_of(&now[joint]) * rotation_of(&rest[joint]).conjugate();
        for (joint, keys) in keys.iter_mut().enumerate() {
            let parent = skeleton.joints()[joint].parent;
            let above = parent.map_or(Quat::IDENTITY, turn).conjugate();
            let at = |map: &[kansetsu::glam::Affine3]| {
                map[joint].translation - parent.map_or(Vec3::ZERO, |parent| map[parent].translation)
            };
            let way = above * at(&now) - at(&rest);
            let way = if way.length() > STILL * size { way } else { Vec3::ZERO };
            keys.push(Transform::from_translation_rotation(way, (above * turn(joint)).normalize()));
        }
    }
    let mut vmd = Vmd::new(&figure.name);
    for (joint, keys) in keys.iter().enumerate().filter(|(joint, _)| !follows(*joint)) {
        let name = skeleton.joints()[joint].name.as_str();
        let moves = keys.iter().any(|key| {
            key.translation != keys[0].translation
                || (key.rotation * keys[0].rotation.conjugate()).xyz().length() > UNTURNED
        });
        let count = if moves { keys.len() } else { keys.len().min(1) };
        vmd.bones.extend(
            keys[..count]
                .iter()
                .enumerate()
                .map(|(frame, key)| BoneKey::new(name, frame as u32, key)),
        );
    }
    vmd.ik.push(IkState {
        frame: 0,
        is_shown: 1,
        states: leaders(model).map(|name| (name_bytes(&name), 0)).collect(),
    });
    Ok(vmd.write())
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
