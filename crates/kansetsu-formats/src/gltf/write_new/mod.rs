//! A figure becomes a GLB file from scratch.

mod geometry;
mod materials;
mod meshes;
mod nodes;

use kansetsu::d3::Pose;
use serde_json::{Map, Value, json};

use super::container::join;
use super::save::appendix::{Appendix, Counts};
use super::save::clips::animation;
use super::save::pose::check;
use super::{origins, rigs};
use crate::{Error, Figure};

/// Key under `extras` of the document where the humanoid roles stand.
pub(super) const EXTRAS: &str = "kansetsu";

/// The parts of the file while it is made.
struct Draft {
    data: Appendix,
    nodes: Vec<Value>,
    lists: Map<String, Value>,
    extensions: Vec<&'static str>,
    /// Nodes besides the joints that are not at the top of the scene.
    hung: Vec<usize>,
}

/// Writes a figure as a GLB file: joints as nodes (in the skeleton's order), skins, meshes, materials, PNG and JPEG
/// images, clips. `pose` becomes the rest pose of the file; without one, the figure's rest pose does.
/// Roles, limits, limbs and the figure's own rest pose are kept in the document's extras, from where [`read`](super::read) takes them.
///
/// Skinned meshes get nodes of their own after the joints.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton, [`Error::Malformed`] for clips and meshes that the format cannot
/// hold, for example an index without a vertex; the place names the clip or mesh.
pub fn write_new(figure: &Figure, pose: Option<&Pose>) -> Result<Vec<u8>, Error> {
    let rest = figure.rig.skeleton.rest_pose();
    written(figure, pose.unwrap_or(&rest), None)
}

/// A figure at rest with an extension of the document, and without what is ours.
pub(crate) fn write_extended(figure: &Figure, extension: (&'static str, Value)) -> Result<Vec<u8>, Error> {
    written(figure, &figure.rig.skeleton.rest_pose(), Some(extension))
}

fn written(figure: &Figure, pose: &Pose, extension: Option<(&'static str, Value)>) -> Result<Vec<u8>, Error> {
    let skeleton = &figure.rig.skeleton;
    check(skeleton, pose)?;
    let data = Appendix::new(0, Vec::new(), Counts::default());
    let mut draft = Draft { data, nodes: nodes::joints(skeleton, pose), lists: Map::new(), extensions: Vec::new(), hung: Vec::new() };
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
    join(&json.to_string(), (!draft.data.bytes.is_empty()).then_some(draft.data.bytes.as_slice()), &[])
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

impl Draft {
    /// Adds a list to the document; the format has no empty ones.
    fn list(&mut self, key: &str, values: Vec<Value>) {
        if !values.is_empty() {
            self.lists.insert(key.to_owned(), values.into());
        }
    }

    fn document(&mut self, figure: &Figure, standing: &Pose, roots: &[usize]) -> Value {
        let mut scene = json!({"nodes": roots});
        if !figure.name.is_empty() {
            scene["name"] = figure.name.as_str().into();
        }
        let generator = concat!("Kansetsu ", env!("CARGO_PKG_VERSION"));
        let mut document = json!({"asset": {"version": "2.0", "generator": generator}, "scene": 0, "scenes": [scene]});
        let nodes = std::mem::take(&mut self.nodes);
        self.list("nodes", nodes);
        let (views, accessors) = (std::mem::take(&mut self.data.views), std::mem::take(&mut self.data.accessors));
        self.list("accessors", accessors);
        self.list("bufferViews", views);
        if !self.data.bytes.is_empty() {
            self.list("buffers", vec![json!({"byteLength": self.data.bytes.len()})]);
        }
        let extensions = self.extensions.iter().map(|&name| name.into()).collect();
        self.list("extensionsUsed", extensions);
        let mut own = Map::new();
        if !figure.rig.roles.is_empty() {
            let roles: Map<String, Value> = figure.rig.roles.iter().map(|(role, &joint)| (role.name().to_owned(), joint.into())).collect();
            own.insert("roles".to_owned(), roles.into());
        }
        if rigs::is_needed(figure, standing) {
            own.insert(rigs::RIG.to_owned(), rigs::value(figure, standing, &[]));
        }
        origins::write(figure, &mut own);
        if !own.is_empty() {
            self.lists.insert("extras".to_owned(), json!({EXTRAS: own}));
        }
        if let Some(document) = document.as_object_mut() {
            document.append(&mut self.lists);
        }
        document
    }
}
