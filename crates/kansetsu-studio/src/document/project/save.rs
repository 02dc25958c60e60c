//! A document becomes a project file.

use std::sync::Arc;

use kansetsu::d3::{Pose, Transform};
use serde_json::Value;

use super::{
    file::{
        Arc1, BesideEntry, FigureEntry, JointEntry, LimitEntry, ProjectFile, SelectionEntry,
        SourceEntry, VERSION,
    },
    limits,
};
use crate::document::{Actor, BesideFile, Document, FileSource, Refusal, Source, json};

/// What a project keeps of the files that its figures came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Embedding<'a> {
    /// All of it: the project needs nothing else.
    #[default]
    Everything,
    /// Their names where they are kept apart:
    /// [`recovery::Files`](crate::document::recovery::Files).
    Apart,
    /// Their paths, relative to this folder where they lie in it.
    Paths {
        /// The folder of the project, with `/` between its parts.
        folder: &'a str,
    },
}

/// The text of the project file.
///
/// # Errors
/// A sentence, should something refuse to be written.
pub fn save(document: &Document, embedding: Embedding<'_>) -> Result<String, Refusal> {
    let text = serde_json::to_string(&file(document, embedding)?).map_err(refused)?;
    if document.saved.extras.is_empty() {
        return Ok(json::laid_out(&text));
    }
    let mut value: Value = serde_json::from_str(&text).map_err(refused)?;
    document.saved.extras.restore(&mut value);
    Ok(json::laid_out(&value.to_string()))
}

/// The project without the fields that this version does not know.
pub(super) fn known_value(document: &Document, embedding: Embedding<'_>) -> Result<Value, Refusal> {
    json::value_of(&file(document, embedding)?).map_err(refused)
}

fn file(document: &Document, embedding: Embedding<'_>) -> Result<ProjectFile, Refusal> {
    let content = document.content();
    Ok(ProjectFile {
        kansetsu_project: VERSION,
        generator: concat!("Kansetsu ", env!("CARGO_PKG_VERSION")).to_owned(),
        time: document.time(),
        selection: SelectionEntry {
            figure: document.selection.actor,
            joints: document.selection.joints.clone(),
        },
        settings: json::value_of(&document.settings).map_err(refused)?,
        view: json::value_of(&document.view).map_err(refused)?,
        playback: json::value_of(&document.playback).map_err(refused)?,
        figures: content.actors.iter().map(|actor| figure(actor, embedding)).collect(),
        poses: content.poses.iter().map(|pose| (**pose).clone()).collect(),
        bookmarks: content.bookmarks.clone(),
        backdrop: content.backdrop.as_deref().map(|file| backdrop(file, embedding)),
    })
}

fn refused(error: serde_json::Error) -> Refusal {
    error.to_string().into()
}

fn figure(actor: &Actor, embedding: Embedding<'_>) -> FigureEntry {
    let rig = &actor.figure.rig;
    let changed = actor
        .constraints
        .limits
        .iter()
        .zip(&rig.limits)
        .enumerate()
        .filter(|(_, (now, before))| now != before);
    FigureEntry {
        id: actor.id,
        name: actor.name.clone(),
        source: source(&actor.source, embedding),
        joints: Some(rig.skeleton.joints().iter().map(|joint| joint.name.clone()).collect()),
        placement: actor.placement,
        attachment: actor.attachment.clone(),
        pose: differing(&actor.base, &actor.rest_pose()),
        unkeyed: actor.unkeyed.iter().map(|(&joint, &local)| JointEntry { joint, local }).collect(),
        roles: actor.roles_by_name(),
        limits: changed
            .map(|(joint, (limit, _))| LimitEntry { joint, limit: limits::write(limit.as_ref()) })
            .collect(),
        pins: actor.constraints.pins.clone(),
        stops: actor.constraints.stops.clone(),
        expressions: actor.face.weights().clone(),
        motions: Some(actor.motions.iter().map(|motion| Arc1(motion.clone())).collect()),
        motion: actor.motion,
    }
}

fn differing(pose: &Pose, rest: &Pose) -> Vec<JointEntry> {
    let pairs = pose.locals.iter().zip(&rest.locals).enumerate();
    let changed =
        pairs.filter(|(_, (local, rest)): &(usize, (&Transform, &Transform))| local != rest);
    changed.map(|(joint, (&local, _))| JointEntry { joint, local }).collect()
}

fn source(source: &Source, embedding: Embedding<'_>) -> SourceEntry {
    match source {
        Source::Embedded(figure) => SourceEntry::Embedded { figure: figure.clone() },
        Source::File(file) => file_source(file, embedding),
    }
}

fn file_source(file: &Arc<FileSource>, embedding: Embedding<'_>) -> SourceEntry {
    let hash = format!("{:016x}", file.hash);
    match embedding {
        Embedding::Everything => SourceEntry::File {
            path: file.name.clone(),
            hash,
            bytes: Some(file.bytes.clone()),
            kept: None,
            beside: beside(file, |file| BesideEntry {
                path: file.path.clone(),
                bytes: Some(file.bytes.clone()),
                kept: None,
            }),
        },
        Embedding::Apart => SourceEntry::File {
            path: file.name.clone(),
            hash,
            bytes: None,
            kept: Some(file.kept_name()),
            beside: beside(file, |file| BesideEntry {
                path: file.path.clone(),
                bytes: None,
                kept: Some(file.kept_name()),
            }),
        },
        Embedding::Paths { folder } => SourceEntry::File {
            path: relative(&file.name, folder),
            hash,
            bytes: None,
            kept: None,
            beside: Vec::new(),
        },
    }
}

fn backdrop(file: &BesideFile, embedding: Embedding<'_>) -> BesideEntry {
    let path = file.path.clone();
    match embedding {
        Embedding::Everything => BesideEntry { path, bytes: Some(file.bytes.clone()), kept: None },
        Embedding::Apart => BesideEntry { path, bytes: None, kept: Some(file.kept_name()) },
        Embedding::Paths { folder } => {
            BesideEntry { path: relative(&path, folder), bytes: None, kept: None }
        }
    }
}

fn beside(file: &FileSource, entry: impl Fn(&BesideFile) -> BesideEntry) -> Vec<BesideEntry> {
    file.beside.iter().map(entry).collect()
}

/// The path seen from the folder, when it lies in it.
fn relative(path: &str, folder: &str) -> String {
    let folder = folder.trim_end_matches('/');
    let inside = path
        .strip_prefix(folder)
        .and_then(|rest| rest.strip_prefix('/'))
        .filter(|_| !folder.is_empty());
    inside.unwrap_or(path).to_owned()
}
