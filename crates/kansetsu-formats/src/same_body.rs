//! Whether a motion belongs to a figure's own body: equal joint names, equal rest rotations and
//! equal bone directions.

use kansetsu::d3::{Skeleton, rotation_of};

use crate::Figure;

/// The least fraction of a file's animated joints that must exist in the figure by name: with less,
/// the motion belongs to another body.
const ENOUGH: f32 = 0.6;

/// The largest difference of rest rotations of two joints with one name, as the cosine of half the
/// angle: 2 degrees.
const ALIKE: f32 = 0.999_848;

/// The largest difference of directions of two bones with one name, as the cosine of the angle: 10
/// degrees.
const ALONG: f32 = 0.984_8;

/// Whether most animated joints of `moved` exist in the figure by name, with the same rest rotation
/// and bone direction. Otherwise the same numbers would rotate it differently, and the motion has
/// to be [retargeted](kansetsu_humanoid::retarget).
#[must_use]
pub fn is_motion_compatible(figure: &Figure, moved: &Figure) -> bool {
    // A replaced rest pose is unrelated to the numbers of the file.
    let (here, there) = (&figure.file_skeleton(), &moved.file_skeleton());
    if is_part(here, there) {
        return true;
    }
    let [rest, rest_there] = [here, there].map(|skeleton| skeleton.forward(&skeleton.rest_pose()));
    let mut tracks: Vec<usize> =
        moved.clips.iter().flat_map(|clip| clip.tracks.iter().map(|track| track.joint)).collect();
    tracks.sort_unstable();
    tracks.dedup();
    // A root has no bone that could distinguish it from another body's.
    tracks.retain(|&joint| there.joints().get(joint).is_some_and(|joint| joint.parent.is_some()));
    let is_alike = |joint: usize| {
        let parent = there.joints()[joint].parent?;
        let [found, above] =
            [joint, parent].map(|joint| here.find(&there.joints()[joint].name).ok());
        let (found, above) = (found?, above?);
        if here.joints()[found].parent != Some(above) {
            return None;
        }
        let bones = [
            rest[found].translation - rest[above].translation,
            rest_there[joint].translation - rest_there[parent].translation,
        ];
        let [bone, bone_there] = bones.map(|bone| bone.try_normalize());
        let is_turned_alike =
            rotation_of(&rest[found]).dot(rotation_of(&rest_there[joint])).abs() >= ALIKE;
        (is_turned_alike && bone?.dot(bone_there?) >= ALONG).then_some(())
    };
    let alike = tracks.iter().filter(|joint| is_alike(**joint).is_some()).count();
    !tracks.is_empty() && alike as f32 >= ENOUGH * tracks.len() as f32
}

/// Whether every joint of the second exists in the first by name, with the same parent and the same
/// rest pose.
fn is_part(here: &Skeleton, there: &Skeleton) -> bool {
    let name = |skeleton: &Skeleton, joint: Option<usize>| {
        joint.map(|joint| skeleton.joints()[joint].name.clone())
    };
    there.joints().iter().all(|joint| {
        here.find(&joint.name).is_ok_and(|found| {
            let found = &here.joints()[found];
            let is_near =
                found.rest.translation.distance(joint.rest.translation) <= 1e-5 * here.size();
            is_near
                && found.rest.rotation.dot(joint.rest.rotation).abs() >= ALIKE
                && name(here, found.parent) == name(there, joint.parent)
        })
    })
}
