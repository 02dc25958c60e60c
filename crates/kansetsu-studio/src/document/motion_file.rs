//! Motions in files of their own, for a figure that is there.

use kansetsu::d3::rotation_of;
use kansetsu_formats::{Exchanged, Figure, gltf};

use super::{Refusal, export::FILE_FRAME_RATE};
use crate::motion::Motion;

/// What a file holds for a figure.
#[derive(Clone, Debug)]
pub struct FoundMotions {
    /// The motions, on the figure's joints.
    pub motions: Vec<Motion>,
    /// What of the file is not kept, in sentences for people.
    pub warnings: Vec<String>,
}

/// Whose joints a motion moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeFor {
    /// The figure's own: it was read for them.
    It,
    /// Those of a file of its own.
    Itself,
}

/// How much of what a file moves must be found in the figure by its names, at least: a motion of which less arrives is that of another body.
const ENOUGH: f32 = 0.6;

/// How far apart two joints of one name may stand at rest and still turn alike, as the cosine of half the angle: 2 degrees.
const ALIKE: f32 = 0.999_848;

/// How far apart two bones of one name may point, as the cosine of the angle: 10 degrees.
const ALONG: f32 = 0.984_8;

impl FoundMotions {
    /// The motions of another file, as GLB, for a figure, told by the names of the joints; `None` where they move another body, or the same one
    /// from another rest pose.
    ///
    /// # Errors
    /// The loader's own sentence, for a file that is damaged.
    pub fn of(figure: &Figure, exchanged: Exchanged, made_for: MadeFor) -> Result<Option<Self>, Refusal> {
        let moved = gltf::read(&exchanged.glb, &|path| Err(format!("{path} is inside")))?.figure;
        if made_for == MadeFor::Itself && !fits(figure, &moved) {
            return Ok(None);
        }
        let here = &figure.rig.skeleton;
        let joint_of: Vec<Option<usize>> = moved.rig.skeleton.joints().iter().map(|joint| here.find(&joint.name).ok()).collect();
        let carried = |clip: &kansetsu_formats::Clip| {
            let mut clip = clip.clone();
            clip.tracks.retain_mut(|track| {
                let joint = joint_of.get(track.joint).copied().flatten();
                track.joint = joint.unwrap_or(track.joint);
                joint.is_some()
            });
            Motion::from_clip(&clip, FILE_FRAME_RATE)
        };
        let is_sound = |motion: &Motion| !motion.tracks.is_empty() && motion.check(here.len()).is_ok();
        let motions: Vec<Motion> = moved.clips.iter().map(carried).filter(is_sound).collect();
        Ok((!motions.is_empty()).then_some(Self { motions, warnings: exchanged.warnings }))
    }
}

/// Whether most of what the file moves is a joint of the figure, by its name, that stands alike at rest and whose bone goes the same way: else the
/// same numbers turn it elsewhere.
fn fits(figure: &Figure, moved: &Figure) -> bool {
    let (here, there) = (&figure.rig.skeleton, &moved.rig.skeleton);
    let [rest, rest_there] = [here, there].map(|skeleton| skeleton.forward(&skeleton.rest_pose()));
    let mut tracks: Vec<usize> = moved.clips.iter().flat_map(|clip| clip.tracks.iter().map(|track| track.joint)).collect();
    tracks.sort_unstable();
    tracks.dedup();
    // A root has no bone that could tell it from that of another body.
    tracks.retain(|&joint| there.joints().get(joint).is_some_and(|joint| joint.parent.is_some()));
    let is_alike = |joint: usize| {
        let parent = there.joints()[joint].parent?;
        let [found, above] = [joint, parent].map(|joint| here.find(&there.joints()[joint].name).ok());
        let (found, above) = (found?, above?);
        if here.joints()[found].parent != Some(above) {
            return None;
        }
        let bones = [rest[found].translation - rest[above].translation, rest_there[joint].translation - rest_there[parent].translation];
        let [bone, bone_there] = bones.map(|bone| bone.try_normalize());
        let is_turned_alike = rotation_of(&rest[found]).dot(rotation_of(&rest_there[joint])).abs() >= ALIKE;
        (is_turned_alike && bone?.dot(bone_there?) >= ALONG).then_some(())
    };
    let alike = tracks.iter().filter(|joint| is_alike(**joint).is_some()).count();
    !tracks.is_empty() && alike as f32 >= ENOUGH * tracks.len() as f32
}
