//! Conversion of every format to GLB, for programs that store one format and read the others once.

use crate::keypoints::KeypointPoses;
use crate::rig::RigFile;
use crate::{Clip, Converted, Document, Error, Figure, Opened, gltf, is_motion_compatible, open};
use kansetsu_humanoid::retarget::Retarget;

/// Converts a file of any supported format to GLB in its saved pose. A compressed glTF file becomes
/// a plain one by `gltf::to_plain`, with the feature `compressed`. For other files, a rig file
/// `NAME.mqo.rig.json` or `NAME.rig.json` beside it is applied if `resources` has one. Arguments
/// and errors are those of [`open`]; a rig file that cannot be read is a warning.
///
/// # Errors
/// Those of [`open`] and [`gltf::write_new`].
///
/// # Example
///
/// ```
/// let text = b"HIERARCHY\nROOT hip { OFFSET 0 0 0 CHANNELS 0 }";
/// let exchanged = kansetsu_formats::to_glb(text, "walk.bvh", &|path| Err(format!("there is no {path}")))?;
/// assert!(kansetsu_formats::is_gltf(&exchanged.bytes));
/// # Ok::<(), kansetsu_formats::Error>(())
/// ```
pub fn to_glb(
    bytes: &[u8],
    name: &str,
    resources: &gltf::Resources<'_>,
) -> Result<Converted, Error> {
    #[cfg(feature = "compressed")]
    if crate::is_gltf(bytes) && gltf::is_compressed(bytes) {
        return gltf::to_plain(bytes, resources);
    }
    let mut opened = open(bytes, name, resources)?;
    opened.warnings.extend(RigFile::apply_sidecar(&mut opened.figure, name, resources));
    let glb = gltf::write_new(&opened.figure, Some(&opened.figure.saved_pose()))?;
    Ok(Converted { bytes: glb, warnings: opened.warnings })
}

/// Converts the motions of a second file for the bones of a first one, if the two have to be read
/// together. Examples: VMD and VPD for PMX and PMD, AMC for ASF, a VRM animation for a body with
/// its roles.
/// For a human body, the motion of any other body is [retargeted](kansetsu_humanoid::retarget). The
/// result is a GLB file with the first one's joints and those motions alone. `None` for a file with
/// a surface or without motion, and for bodies that have nothing in common. `None` also for the
/// motion of the [same body](crate::is_motion_compatible), which needs no other file.
///
/// # Errors
/// Those of [`open`], [`Opened::import_animation`] and [`gltf::write_new`].
pub fn motion_to_glb(
    (bytes, name): (&[u8], &str),
    resources: &gltf::Resources<'_>,
    (motion, motion_name): (&[u8], &str),
) -> Result<Option<Converted>, Error> {
    let format = crate::motion_format(motion, motion_name);
    let mut opened = open(bytes, name, resources)?;
    let (clips, warnings) = (opened.figure.clips.len(), opened.warnings.len());
    match (&opened.document, format) {
        (Document::Mmd(_), Some("VMD" | "VPD")) | (Document::Asf(_), Some("AMC")) => {
            opened.import_animation(motion, motion_name)?
        }
        (_, Some("VMD" | "VPD" | "AMC")) => return Ok(None),
        _ => {
            let moved = open(motion, motion_name, &|path| {
                Err(format!("{path} is not needed for a motion"))
            })?;
            if !moved.figure.meshes.is_empty()
                || is_motion_compatible(&opened.figure, &moved.figure)
            {
                return Ok(None);
            }
            match &moved.document {
                Document::Gltf(document) if crate::vrma::is_animation(document.json()) => {
                    opened.import_animation(motion, motion_name)?
                }
                _ => carry_over(&mut opened, moved),
            }
        }
    }
    let Opened { mut figure, warnings: mut told, .. } = opened;
    let clips = figure.clips.split_off(clips);
    if clips.is_empty() {
        return Ok(None);
    }
    let joints = Figure { clips, ..Figure::new(figure.name.clone(), figure.rig.clone()) };
    Ok(Some(Converted {
        bytes: gltf::write_new(&joints, None)?,
        warnings: told.split_off(warnings),
    }))
}

/// The pose of a figure like the person in a picture: [`KeypointPoses`] as JSON. The first file is
/// the figure, the second the keypoints.
///
/// # Errors
/// Those of [`open`] and [`KeypointPoses::of`].
pub fn pose_from_keypoints(
    (bytes, name): (&[u8], &str),
    points: &[u8],
) -> Result<Converted, Error> {
    let opened = open(bytes, name, &|path| Err(format!("{path} is not needed for a pose")))?;
    let pictured = KeypointPoses::of(&opened.figure, points)?;
    // Serialization of numbers and lists cannot fail.
    let bytes = serde_json::to_vec(&pictured).unwrap_or_default();
    Ok(Converted { bytes, warnings: opened.warnings })
}

/// Adds the motions of another body if they can be retargeted.
fn carry_over(onto: &mut Opened, moved: Opened) {
    let standing = onto.figure.saved_pose();
    for clip in moved.figure.clips.iter().filter(|clip| !clip.tracks.is_empty()) {
        if let Ok(done) = Retarget::default().run(&moved.figure, clip, &onto.figure) {
            let moved = Clip::from_poses(&clip.name, &standing, &done.poses, done.rate);
            let mut moved = Clip { weights: clip.weights.clone(), ..moved };
            onto.warnings.extend(onto.figure.adopt_weights(&mut moved));
            onto.figure.clips.push(moved);
        }
    }
    onto.warnings.extend(moved.warnings);
}
