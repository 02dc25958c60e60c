//! What every figure, every clip and every pose from outside must be.

use kansetsu::{
    animation::{Clip, Interpolation, Values},
    d3::{Pose, Skeleton, Transform},
    glam::Vec3,
};
use kansetsu_formats::{Attachment, Error, Figure, Mesh, Primitive};

/// Beyond this, products of lengths and scales along a chain overflow single precision.
const MODEST: f32 = 1e4;

/// A broken promise, if the condition does not hold.
pub(crate) fn must(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// An error of a loader names its place and holds no NaN.
pub(crate) fn error(error: &Error) -> Result<(), String> {
    let is_placed = match error {
        Error::Malformed { place, .. }
        | Error::Unsupported { place, .. }
        | Error::Resource { place, .. } => !place.trim().is_empty(),
        _ => true,
    };
    must(is_placed, || format!("an error names no place: {error}"))
}

/// All numbers of a pose are finite, and it fits the skeleton.
pub(crate) fn pose(skeleton: &Skeleton, pose: &Pose) -> Result<(), String> {
    must(pose.locals.len() == skeleton.len(), || "a pose of another length".to_owned())?;
    for (joint, local) in pose.locals.iter().enumerate() {
        must(is_finite(local), || format!("joint {joint} is not finite: {local:?}"))?;
    }
    let is_modest = |local: &Transform| {
        local.translation.abs().max_element() < MODEST && local.scale.abs().max_element() < 2.0
    };
    if pose.locals.iter().all(is_modest) && skeleton.len() < 64 {
        let places = skeleton.forward(pose);
        must(places.iter().all(|place| place.is_finite()), || {
            "forward kinematics of a finite pose is not finite".to_owned()
        })?;
    }
    Ok(())
}

pub(crate) fn is_finite(local: &Transform) -> bool {
    local.translation.is_finite()
        && local.scale.is_finite()
        && local.rotation.is_finite()
        && local.rotation.length_squared() > 0.0
}

/// A figure is consistent: everything that refers to something refers to what is there.
pub(crate) fn figure(figure: &Figure) -> Result<(), String> {
    let (skeleton, count) = (&figure.rig.skeleton, figure.rig.skeleton.len());
    figure.rig.check().map_err(|error| format!("the rig does not hold: {error}"))?;
    must(figure.nodes.len() == count && figure.is_skinned.len() == count, || {
        "a list has not one entry per joint".to_owned()
    })?;
    must((figure.format_front.length() - 1.0).abs() < 1e-3, || {
        "the front is no direction".to_owned()
    })?;
    must(figure.front().direction.is_finite(), || "the front is not finite".to_owned())?;
    must(figure.floor_at_rest().is_finite(), || "the floor is not finite".to_owned())?;
    pose(skeleton, &skeleton.rest_pose())?;
    pose(skeleton, &figure.saved_pose())?;
    for skin in &figure.skins {
        must(skin.joints.len() == skin.inverse_bind.len(), || {
            "a skin lacks an inverse bind matrix".to_owned()
        })?;
        must(skin.joints.iter().all(|&joint| joint < count), || "a skin's joint".to_owned())?;
        must(skin.inverse_bind.iter().all(|map| map.is_finite()), || {
            "an inverse bind matrix is not finite".to_owned()
        })?;
    }
    figure.meshes.iter().try_for_each(|of| mesh(figure, of))?;
    figure.clips.iter().try_for_each(|of| clip(skeleton, of))
}

fn mesh(figure: &Figure, mesh: &Mesh) -> Result<(), String> {
    let joints = match mesh.attachment {
        Attachment::Joint(joint) => {
            must(joint < figure.rig.skeleton.len(), || "a mesh's joint".to_owned())?;
            0
        }
        Attachment::Skin(skin) => {
            must(skin < figure.skins.len(), || "a mesh's skin".to_owned())?;
            figure.skins[skin].joints.len()
        }
    };
    for part in &mesh.primitives {
        must(part.material.is_none_or(|material| material < figure.materials.len()), || {
            "a material that is not there".to_owned()
        })?;
        primitive(part, joints)?;
    }
    Ok(())
}

fn primitive(part: &Primitive, joints: usize) -> Result<(), String> {
    let count = part.positions.len();
    let fits = |length: usize| length == 0 || length == count;
    must(fits(part.normals.len()) && fits(part.uvs.len()) && fits(part.colors.len()), || {
        "a list has not one entry per vertex".to_owned()
    })?;
    must(
        part.influences.is_empty() || part.influences.len() == count * part.influences_per_vertex,
        || "the influences do not fit the vertices".to_owned(),
    )?;
    must(part.indices.len().is_multiple_of(3), || "indices that are no triangles".to_owned())?;
    must(part.indices.iter().all(|&index| (index as usize) < count), || {
        "an index without a vertex".to_owned()
    })?;
    must(part.positions.iter().all(|place| place.is_finite()), || {
        "a vertex is not finite".to_owned()
    })?;
    must(part.normals.iter().all(|normal| normal.is_finite()), || {
        "a normal is not finite".to_owned()
    })?;
    let is_sound = |influence: &kansetsu_formats::Influence| {
        influence.weight.is_finite()
            && (influence.weight == 0.0 || (influence.joint as usize) < joints)
    };
    must(part.influences.iter().all(is_sound), || "an influence of no joint".to_owned())
}

/// A clip moves joints that are there, and every sample of it is finite.
pub(crate) fn clip(skeleton: &Skeleton, clip: &Clip) -> Result<(), String> {
    must(clip.duration.is_finite() && clip.duration >= 0.0, || {
        format!("a clip lasts {} s", clip.duration)
    })?;
    for track in &clip.tracks {
        must(track.joint < skeleton.len(), || "a track of no joint".to_owned())?;
        let values = match &track.values {
            Values::Translation(list) | Values::Scale(list) => list.len(),
            Values::Rotation(list) => list.len(),
        };
        let per_key = if track.interpolation == Interpolation::Cubic { 3 } else { 1 };
        must(values == per_key * track.times.len(), || "keys without a value".to_owned())?;
        must(track.times.iter().all(|time| time.is_finite()), || {
            "the time of a key is not finite".to_owned()
        })?;
        must(track.times.is_sorted(), || "keys are not in order".to_owned())?;
    }
    for time in [-1.0, 0.0, 0.37 * clip.duration, clip.duration, 1e9] {
        let mut sampled = skeleton.rest_pose();
        clip.sample(time, &mut sampled);
        pose(skeleton, &sampled)?;
    }
    Ok(())
}

/// The largest coordinate of a list of points.
pub(crate) fn extent(points: impl IntoIterator<Item = Vec3>) -> f32 {
    points.into_iter().fold(0.0, |most, point| point.abs().max_element().max(most))
}
