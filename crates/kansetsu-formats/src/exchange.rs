//! Files of every format as GLB: for a program that keeps one format and reads the others once.

use crate::{Document, Error, Figure, Opened, gltf, open};

/// A file as GLB.
#[derive(Clone, Debug)]
pub struct Exchanged {
    /// The GLB file, with roles, limits and the rest pose in its extras.
    pub glb: Vec<u8>,
    /// What is odd about the file and what of it is not kept, in sentences for people.
    pub warnings: Vec<String>,
}

/// A file of any format that is read, as GLB, in the pose that it stands in. Arguments and errors are those of [`open`].
///
/// # Errors
/// Those of [`open`] and [`gltf::write_new`].
///
/// # Example
///
/// ```
/// let text = b"HIERARCHY\nROOT hip { OFFSET 0 0 0 CHANNELS 0 }";
/// let exchanged = kansetsu_formats::to_glb(text, "walk.bvh", &|path| Err(format!("there is no {path}")))?;
/// assert!(kansetsu_formats::is_gltf(&exchanged.glb));
/// # Ok::<(), kansetsu_formats::Error>(())
/// ```
pub fn to_glb(bytes: &[u8], name: &str, resources: &gltf::Resources<'_>) -> Result<Exchanged, Error> {
    let opened = open(bytes, name, resources)?;
    let glb = gltf::write_new(&opened.figure, Some(&opened.figure.standing_pose()))?;
    Ok(Exchanged { glb, warnings: opened.warnings })
}

/// The motion that a second file holds for the bones of a first one, where only the two together say what moves: VMD for PMX and PMD, AMC for ASF.
/// A GLB file of the first one's joints with the motion alone. `None` for any other two.
///
/// # Errors
/// Those of [`open`], [`Opened::add_motion`] and [`gltf::write_new`].
pub fn motion_to_glb(
    (bytes, name): (&[u8], &str),
    resources: &gltf::Resources<'_>,
    (motion, motion_name): (&[u8], &str),
) -> Result<Option<Exchanged>, Error> {
    let format = crate::motion_format(motion, motion_name);
    if !matches!(format, Some("VMD" | "AMC")) {
        return Ok(None);
    }
    let mut opened = open(bytes, name, resources)?;
    if !matches!((&opened.document, format), (Document::Mmd(_), Some("VMD")) | (Document::Asf(_), Some("AMC"))) {
        return Ok(None);
    }
    let (clips, warnings) = (opened.figure.clips.len(), opened.warnings.len());
    opened.add_motion(motion, motion_name)?;
    let Opened { mut figure, warnings: mut told, .. } = opened;
    let joints = Figure { clips: figure.clips.split_off(clips), ..Figure::new(figure.name.clone(), figure.rig.clone()) };
    Ok(Some(Exchanged { glb: gltf::write_new(&joints, None)?, warnings: told.split_off(warnings) }))
}
