//! Saving of a document with a new pose and clips, and nothing else changed.

pub(super) mod appendix;
pub(super) mod clips;
mod morphs;
pub(super) mod number;
mod pack;
pub(super) mod pose;
pub(super) mod text;
pub(super) mod weights;

use std::collections::BTreeSet;

use kansetsu::d3::Pose;
use serde_json::{Value, json};

use self::appendix::{Appendix, Counts};
use self::text::Editor;
use self::weights::NodeMorphs;
use super::at::malformed;
use super::container::join;
use super::uri::data_uri;
use super::{Container, Document, Resource, kept_pose, own_extras, rigs};
use crate::beside::leaves_folder;
use crate::morphing::Faces;
use crate::output::check_pose;
use crate::{Clip, Error, Figure};

/// The changes to the opened file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    /// The pose of the figure. It is written into the nodes, and only into those that differ from
    /// the opened file. In a [VRM](Document::is_vrm) it is written into our extras, and the nodes
    /// have the figure's rest pose, unless `bake` says otherwise.
    pub pose: Option<&'a Pose>,
    /// Whether the pose may replace a rest pose that has a meaning for other programs.
    pub bake: Bake,
    /// The figure whose rig is saved (roles, limits, limbs, rest pose). The weights of its morph
    /// targets are written into the nodes. The rig is written into the
    /// document's extras if it would be lost otherwise: because the figure is posed or its rig was
    /// changed.
    pub rig: Option<&'a Figure>,
    /// Clips to add after those of the file.
    pub clips: &'a [Clip],
    /// Clips to replace clips of the file.
    pub replaced: &'a [Replacement<'a>],
}

/// Where the pose of a VRM is written, whose rest nodes are its T-pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bake {
    /// The nodes keep the rest pose. The pose is written into our extras, which only
    /// [`read`](super::read) uses.
    #[default]
    Never,
    /// The nodes have the pose. Programs that play motions on the file take it for the T-pose.
    Always,
}

/// A clip that replaces a clip of the file.
#[derive(Clone, Copy, Debug)]
pub struct Replacement<'a> {
    /// The index of the replaced clip in the opened file.
    pub index: usize,
    /// The new clip. Its name is not written; channels of the file's clip that it cannot have
    /// stay. The old keys stay in the file as unreferenced data.
    pub clip: &'a Clip,
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The files that must be beside it: those beside the opened file to which it still refers.
    pub resources: Vec<Resource>,
    /// Warnings, as sentences for people.
    pub warnings: Vec<String>,
}

impl Document {
    /// Writes the document with these changes. Unknown extensions, extras, the order of keys, the
    /// white space and the numbers of everything else are unchanged; without changes, the bytes are
    /// identical. A text saved as GLB embeds its buffers and images; a GLB saved as text has its
    /// data as a data URI.
    ///
    /// # Errors
    /// [`Error::Skeleton`] for a pose of another skeleton or one that is not finite,
    /// [`Error::Malformed`] for a clip with keys that the format cannot store.
    pub fn save(&self, changes: &Changes<'_>, container: Container) -> Result<Saved, Error> {
        let mut editor = Editor::new(&self.text);
        let mut warnings = Vec::new();
        let mut home = self.find_home(container, &mut editor, &mut warnings);
        let animations = self.add_clips(changes.clips, &mut home.data, &mut warnings)?;
        self.replace_clips(changes.replaced, &mut home.data, &mut editor, &mut warnings)?;
        let clips =
            changes.clips.iter().chain(changes.replaced.iter().map(|replacement| replacement.clip));
        let keyed: BTreeSet<usize> =
            clips.flat_map(|clip| clip.tracks.iter().map(|track| track.joint)).collect();
        if let Some(pose) = changes.pose {
            check_pose(&self.skeleton, pose)?;
        }
        let figure = changes.rig.filter(|figure| figure.rig.skeleton.len() == self.skeleton.len());
        let keeps_rest = self.is_vrm() && changes.bake == Bake::Never;
        let rest = figure.map_or(&self.skeleton, |figure| &figure.rig.skeleton).rest_pose();
        let nodes = changes.pose.map(|pose| if keeps_rest { &rest } else { pose });
        pose::write(self, nodes, &keyed, &mut editor);
        figure.into_iter().for_each(|figure| morphs::write(self, figure, &mut editor));
        warnings.extend(
            changes
                .pose
                .filter(|_| !keeps_rest)
                .into_iter()
                .flat_map(|pose| pose::warnings(self, pose)),
        );
        let rig = figure
            .and_then(|figure| rigs::changed(self, figure, nodes))
            .map(|rig| (rigs::RIG, Some(rig)));
        let kept = changes.pose.map(|pose| {
            (kept_pose::POSE, kept_pose::value(self, figure, pose).filter(|_| keeps_rest))
        });
        own_extras::write(self, rig.into_iter().chain(kept).collect(), &mut editor, &mut warnings);
        let mut resources = if home.packed { Vec::new() } else { self.external.clone() };
        // Such a file was found inside the folder by its name, and stays where it is.
        resources.retain(|resource| !leaves_folder(&resource.path));
        let bin = self.write_lists(home, animations, &mut editor);
        let bytes = self.assemble(editor, bin, container)?;
        Ok(Saved { bytes, resources, warnings })
    }

    fn faces(&self) -> Faces<'_> {
        Faces { expressions: &self.expressions, morphs: &self.morphs }
    }

    fn movable<'a>(&'a self, morphs: &'a [NodeMorphs]) -> clips::Movable<'a> {
        clips::Movable { node_of_joint: &self.node_of_joint, faces: self.faces(), morphs }
    }

    /// The buffer for new data, and the changes that let the container store the existing data.
    fn find_home(
        &self,
        container: Container,
        editor: &mut Editor<'_>,
        warnings: &mut Vec<String>,
    ) -> Home {
        let count = |key: &str| self.json[key].as_array().map_or(0, Vec::len);
        let before = Counts { views: count("bufferViews"), accessors: count("accessors") };
        let own_uri = self.json["buffers"][0].get("uri").is_some();
        match (container, self.container) {
            (Container::Glb, Container::Text) => {
                if let Some((bytes, starts)) = pack::join_buffers(self) {
                    pack::point_to_joined(self, &starts, editor);
                    let mut data = Appendix::new(0, bytes, before);
                    pack::take_in_images(self, &mut data, editor, warnings);
                    return Home { kind: Kind::Bin, data, packed: true, joined: count("buffers") };
                }
                warnings.push("buffers: one has no data, so none is embedded".to_owned());
            }
            (Container::Glb, Container::Glb) if !own_uri => {
                let bytes = self.buffers.first().cloned().flatten().unwrap_or_default();
                return Home {
                    kind: Kind::Bin,
                    data: Appendix::new(0, bytes, before),
                    packed: false,
                    joined: count("buffers").min(1),
                };
            }
            (Container::Text, Container::Glb) if !own_uri => {
                let bytes = self.buffers.first().cloned().flatten().unwrap_or_default();
                return Home {
                    kind: Kind::FirstUri,
                    data: Appendix::new(0, bytes, before),
                    packed: false,
                    joined: count("buffers").min(1),
                };
            }
            _ => {}
        }
        Home {
            kind: Kind::NewUri,
            data: Appendix::new(count("buffers"), Vec::new(), before),
            packed: false,
            joined: 0,
        }
    }

    fn add_clips(
        &self,
        clips: &[Clip],
        data: &mut Appendix,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Value>, Error> {
        let mut animations = Vec::new();
        let nodes = weights::nodes_of(self.faces());
        for clip in clips {
            match clips::animation(clip, self.movable(&nodes), data, warnings)? {
                Some(animation) => animations.push(animation),
                None => warnings.push(format!(
                    "clip \"{}\" moves no joint of this file and is not saved",
                    clip.name
                )),
            }
        }
        Ok(animations)
    }

    fn replace_clips(
        &self,
        replaced: &[Replacement<'_>],
        data: &mut Appendix,
        editor: &mut Editor<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let spans = editor.list("animations");
        let nodes = weights::nodes_of(self.faces());
        let distinct: BTreeSet<usize> =
            replaced.iter().map(|replacement| replacement.index).collect();
        if distinct.len() < replaced.len() {
            return Err(malformed("animations", "one of them is replaced twice"));
        }
        for Replacement { index, clip } in replaced {
            let Some(span) = spans.get(*index) else {
                return Err(malformed(
                    "animations",
                    format!("{index} is not among the {} animations", spans.len()),
                ));
            };
            let place = format!("animations[{index}]");
            let new = clips::animation(clip, self.movable(&nodes), data, warnings)?;
            let new = new.ok_or_else(|| {
                malformed(&place, "the clip that replaces it moves no joint of this file")
            })?;
            editor.set(span, clips::replacement(&self.json["animations"][index], new));
        }
        Ok(())
    }

    /// Writes the new entries of the document's lists; returns the BIN chunk of a GLB file.
    fn write_lists(
        &self,
        home: Home,
        animations: Vec<Value>,
        editor: &mut Editor<'_>,
    ) -> Option<Vec<u8>> {
        let Home { kind, data, joined, .. } = home;
        let mut missing = Vec::new();
        let old_length = self.json["buffers"][0]["byteLength"].as_u64();
        let length = data.bytes.len();
        let uri = || Value::from(data_uri("application/octet-stream", &data.bytes));
        let spans = editor.list("buffers");
        match (kind, joined) {
            _ if length == 0 => {}
            (Kind::Bin, 0) => {
                missing.extend(editor.extend_list("buffers", vec![json!({"byteLength": length})]))
            }
            (Kind::Bin, 1) if old_length == Some(length as u64) => {}
            (Kind::Bin, 1) => editor.set(&spans[0], vec![("byteLength", length.into())]),
            (Kind::Bin, _) => {
                let root = editor.root();
                editor.set(&root, vec![("buffers", json!([{"byteLength": length}]))]);
            }
            (Kind::FirstUri, 1) => {
                editor.set(&spans[0], vec![("byteLength", length.into()), ("uri", uri())])
            }
            _ => missing.extend(
                editor.extend_list("buffers", vec![json!({"byteLength": length, "uri": uri()})]),
            ),
        }
        missing.extend(editor.extend_list("bufferViews", data.views));
        missing.extend(editor.extend_list("accessors", data.accessors));
        missing.extend(editor.extend_list("animations", animations));
        if !missing.is_empty() {
            let root = editor.root();
            editor.set(
                &root,
                missing.iter().map(|(key, value)| (key.as_str(), value.clone())).collect(),
            );
        }
        (kind == Kind::Bin && length > 0).then_some(data.bytes)
    }

    fn assemble(
        &self,
        editor: Editor<'_>,
        bin: Option<Vec<u8>>,
        container: Container,
    ) -> Result<Vec<u8>, Error> {
        let unchanged = editor.is_unchanged();
        let text = editor.finish();
        if container == Container::Text {
            return Ok(text.into_bytes());
        }
        // An unchanged chunk keeps its padding, and so does one that the JSON does not mention.
        let bin = if unchanged && self.container == Container::Glb {
            self.bin.clone()
        } else {
            bin.or_else(|| self.bin.clone())
        };
        let text = if unchanged { text.as_str() } else { text.trim_end() };
        join(text, bin.as_deref(), &self.extra)
    }
}

/// The buffer for new data.
struct Home {
    kind: Kind,
    data: Appendix,
    /// Whether all files beside the document are embedded now.
    packed: bool,
    /// The number of the document's buffers at the start of the data.
    joined: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Into the BIN chunk.
    Bin,
    /// Into the buffer that was the BIN chunk and becomes a data URI.
    FirstUri,
    /// Into a new buffer, a data URI.
    NewUri,
}
