//! Writing of a figure as a new GLB file.

mod draft;
mod geometry;
mod materials;
mod meshes;
mod nodes;
mod springs;

use std::borrow::Cow;

use kansetsu::d3::Pose;
use serde_json::{Map, Value};

use self::draft::Draft;
use super::container::join;
use super::kept_expressions;
use super::save::appendix::{Appendix, Counts};
use super::save::clips::{Movable, animation};
use super::save::weights::NodeMorphs;
use crate::output::check_pose;
use crate::{Error, Figure, Morph};

/// Writes a figure as a GLB file: joints as nodes (in the skeleton's order), skins, meshes,
/// materials, PNG and JPEG images, clips, spring bones (`VRMC_springBone`). `pose` becomes the rest
/// pose of the file, by default the figure's rest pose. Roles, limits, limbs and the figure's own
/// rest pose are written into the document's extras, from which [`read`](super::read) restores
/// them.
///
/// Skinned meshes get separate nodes after the joints.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton. [`Error::Malformed`] for clips and meshes
/// that the format cannot store, for example an index without a vertex; the place names the clip or
/// mesh.
pub fn write_new(figure: &Figure, pose: Option<&Pose>) -> Result<Vec<u8>, Error> {
    let rest = figure.rig.skeleton.rest_pose();
    written(&at_base(figure), pose.unwrap_or(&rest), None)
}

/// The figure with the vertices of its morph targets at weight 0, as the format stores them. The
/// weights themselves stay.
fn at_base(figure: &Figure) -> Cow<'_, Figure> {
    let mut base = Cow::Borrowed(figure);
    for (morph, Morph { weight, .. }) in figure.morphs.iter().enumerate() {
        if *weight != 0.0 {
            let base = base.to_mut();
            base.set_morph(morph, 0.0);
            base.morphs[morph].weight = *weight;
        }
    }
    base
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
    let morphs = meshes::write(figure, &skins, &looks, &mut draft)?;
    springs::write(figure, &mut draft);
    let roots = nodes::scene_roots(figure, &mut draft);
    write_clips(figure, &morphs, &mut draft)?;
    if let Some((name, value)) = extension {
        draft.extension(name, value);
    }
    let expressions = kept_expressions::value(figure, &morphs);
    let json = draft.document(figure, (pose, expressions), &roots);
    join(
        &json.to_string(),
        (!draft.data.bytes.is_empty()).then_some(draft.data.bytes.as_slice()),
        &[],
    )
}

fn write_clips(figure: &Figure, morphs: &[NodeMorphs], draft: &mut Draft) -> Result<(), Error> {
    let node_of_joint: Vec<Option<usize>> = (0..figure.rig.skeleton.len()).map(Some).collect();
    let mut animations = Vec::new();
    for clip in &figure.clips {
        let movable = Movable { node_of_joint: &node_of_joint, faces: figure.all_faces(), morphs };
        animations.extend(animation(clip, movable, &mut draft.data, &mut Vec::new())?);
    }
    draft.list("animations", animations);
    Ok(())
}
