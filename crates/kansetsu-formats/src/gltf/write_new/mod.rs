//! Writing of a figure as a new GLB file.

mod draft;
mod geometry;
mod materials;
mod meshes;
mod nodes;

use kansetsu::d3::Pose;
use serde_json::{Map, Value, json};

use self::draft::Draft;
use super::container::join;
use super::save::appendix::{Appendix, Counts};
use super::save::clips::animation;
use crate::output::check_pose;
use crate::{Error, Figure};

/// Writes a figure as a GLB file: joints as nodes (in the skeleton's order), skins, meshes,
/// materials, PNG and JPEG images, clips. `pose` becomes the rest pose of the file, by default the
/// figure's rest pose. Roles, limits, limbs and the figure's own rest pose are written into the
/// document's extras, from which [`read`](super::read) restores them.
///
/// Skinned meshes get separate nodes after the joints.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton. [`Error::Malformed`] for clips and meshes
/// that the format cannot store, for example an index without a vertex; the place names the clip or
/// mesh.
pub fn write_new(figure: &Figure, pose: Option<&Pose>) -> Result<Vec<u8>, Error> {
    let rest = figure.rig.skeleton.rest_pose();
    written(figure, pose.unwrap_or(&rest), None)
}

/// A figure at rest with an extension of the document, and without Kansetsu's extras.
pub(crate) fn write_extended(
    figure: &Figure,
    extension: (&'static str, Value),
) -> Result<Vec<u8>, Error> {
    written(figure, &figure.rig.skeleton.rest_pose(), Some(extension))
}

fn written(
    figure: &Figure,
    pose: &Pose,
    extension: Option<(&'static str, Value)>,
) -> Result<Vec<u8>, Error> {
    let skeleton = &figure.rig.skeleton;
    check_pose(skeleton, pose)?;
    let data = Appendix::new(0, Vec::new(), Counts::default());
    let mut draft = Draft {
        data,
        nodes: nodes::joints(skeleton, pose),
        lists: Map::new(),
        extensions: Vec::new(),
        hung: Vec::new(),
    };
    let looks = materials::write(figure, &mut draft);
    let skins = nodes::write_skins(figure, &mut draft);
    meshes::write(figure, &skins, &looks, &mut draft)?;
    let roots = nodes::scene_roots(figure, &mut draft);
    write_clips(figure, &mut draft)?;
    if let Some((name, value)) = extension {
        draft.extensions.push(name);
        draft.lists.insert("extensions".to_owned(), json!({name: value}));
    }
    let json = draft.document(figure, pose, &roots);
    join(
        &json.to_string(),
        (!draft.data.bytes.is_empty()).then_some(draft.data.bytes.as_slice()),
        &[],
    )
}

fn write_clips(figure: &Figure, draft: &mut Draft) -> Result<(), Error> {
    let node_of_joint: Vec<Option<usize>> = (0..figure.rig.skeleton.len()).map(Some).collect();
    let mut animations = Vec::new();
    for clip in &figure.clips {
        animations.extend(animation(clip, &node_of_joint, &mut draft.data)?);
    }
    draft.list("animations", animations);
    Ok(())
}
