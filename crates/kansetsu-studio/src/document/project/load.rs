//! A project file becomes a document.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu::d3::Pose;
use kansetsu_formats::Role;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Extras, ProjectError,
    file::{BesideEntry, FigureEntry, JointEntry, ProjectFile, SourceEntry, VERSION},
    joint_map::JointMap,
    limits,
    save::{Embedding, known_value},
};
use crate::document::{Actor, BesideFile, Content, Document, Opened, Source};

/// What came of a project file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The document.
    pub document: Document,
    /// What is odd about it, in sentences for people.
    pub warnings: Vec<String>,
}

/// Reads a file beside another one: the path of that and the name of the file.
pub type ReadBeside<'a> = dyn Fn(&str, &str) -> Result<Vec<u8>, String> + 'a;

/// Returns the file of a name, when it is kept.
pub type Kept<'a> = dyn Fn(&str) -> Option<Arc<[u8]>> + 'a;

/// Where the files lie that a project refers to.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The folder of the project, with `/` between its parts; empty when it has none.
    pub folder: &'a str,
    /// Returns the bytes of the file of a path, or an error as a sentence.
    pub read: &'a dyn Fn(&str) -> Result<Vec<u8>, String>,
    /// The same for the file that a figure in a folder (the first argument) refers to by a path
    /// that must not lead out of it, by no link either.
    pub read_resource: &'a ReadBeside<'a>,
    /// Returns a file that is kept apart from the record that is read.
    pub kept: &'a Kept<'a>,
}

impl Surroundings<'static> {
    /// For a project that needs no other files.
    pub const NONE: Self = Self {
        folder: "",
        read: &|_| Err(NO_FILES.to_owned()),
        read_resource: &|_, _| Err(NO_FILES.to_owned()),
        kept: &|_| None,
    };
}

const NO_FILES: &str = "there are no files here";

/// Reads a project file.
///
/// # Errors
/// A [`ProjectError`] with its place. Settings that cannot be understood are no error but a
/// warning.
pub fn load(text: &str, surroundings: Surroundings<'_>) -> Result<Loaded, ProjectError> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| ProjectError::NotAProject(error.to_string()))?;
    load_value(&value, surroundings)
}

/// [`load`] for a project that is read already.
pub(in crate::document) fn load_value(
    value: &Value,
    surroundings: Surroundings<'_>,
) -> Result<Loaded, ProjectError> {
    check_version(value)?;
    let file: ProjectFile = typed(value, "")?;
    let mut warnings = Vec::new();
    let mut content = Content::default();
    for (index, entry) in file.figures.iter().enumerate() {
        let actor = figure(entry, &format!("figures[{index}]"), surroundings, &mut warnings)?;
        push(&mut content, actor, &mut warnings);
    }
    warnings.extend(content.find_attachments());
    for (index, pose) in file.poses.into_iter().enumerate() {
        pose.check().map_err(|problem| malformed(format!("poses[{index}]"), problem))?;
        content.poses.push(Arc::new(pose));
    }
    for (index, bookmark) in file.bookmarks.into_iter().enumerate() {
        let is_taken = content.bookmarks.iter().any(|one| one.name == bookmark.name);
        let twice = is_taken.then_some("another camera bookmark has the same name");
        if let Some(problem) = bookmark.problem().or(twice) {
            return Err(malformed(format!("bookmarks[{index}]"), problem));
        }
        content.bookmarks.push(bookmark);
    }
    content.backdrop =
        file.backdrop.as_ref().and_then(|entry| backdrop(entry, surroundings, &mut warnings));
    let mut document = Document::new(content);
    document.settings = lenient(&file.settings, "settings", &mut warnings);
    // Going to a time may cut to a bookmark: the camera that was saved comes after.
    document.set_time(file.time);
    document.view = lenient(&file.view, "view", &mut warnings);
    let mut usual = |what: &str| {
        warnings.push(format!("{what} has numbers out of range; the default is used"));
    };
    if !document.view.camera.is_sound() {
        document.view.camera = Default::default();
        usual("view.camera");
    }
    if !document.view.light.is_sound() {
        document.view.light = Default::default();
        usual("view.light");
    }
    document.playback = lenient(&file.playback, "playback", &mut warnings);
    document.playback.playing = false;
    let is_sound = |[start, end]: [f32; 2]| start >= 0.0 && start < end && end.is_finite();
    if document.playback.range.is_some_and(|range| !is_sound(range)) {
        document.playback.range = None;
        warnings.push("playback.range is no range of times; the whole motion plays".to_owned());
    }
    document.set_selection(file.selection.figure, file.selection.joints);
    document.set_saved();
    document.saved.extras = extras(value, &document);
    Ok(Loaded { document, warnings })
}

fn check_version(value: &Value) -> Result<(), ProjectError> {
    let Some(version) = value.get("kansetsu_project") else {
        return Err(ProjectError::NotAProject(
            "the field \"kansetsu_project\" is missing".to_owned(),
        ));
    };
    match version.as_u64() {
        Some(found) if found > u64::from(VERSION) => {
            Err(ProjectError::TooNew { found, known: VERSION })
        }
        Some(found) if found > 0 => Ok(()),
        _ => Err(malformed(
            "kansetsu_project".to_owned(),
            format!("{version} is not a version; expected a whole number from 1"),
        )),
    }
}

fn malformed(place: String, problem: impl ToString) -> ProjectError {
    ProjectError::Malformed { place, problem: problem.to_string() }
}

fn typed<T: DeserializeOwned>(value: &Value, place: &str) -> Result<T, ProjectError> {
    serde_path_to_error::deserialize(value).map_err(|error| located(place, &error))
}

fn located(place: &str, error: &serde_path_to_error::Error<serde_json::Error>) -> ProjectError {
    let path = error.path().to_string();
    let inner = if path == "." { String::new() } else { path };
    let dot = if place.is_empty() || inner.is_empty() || inner.starts_with('[') { "" } else { "." };
    malformed(format!("{place}{dot}{inner}"), error.inner())
}

/// The value, or the default with a warning.
fn lenient<T: DeserializeOwned + Default>(
    value: &Value,
    place: &str,
    warnings: &mut Vec<String>,
) -> T {
    if value.is_null() {
        return T::default();
    }
    typed(value, place).unwrap_or_else(|error| {
        warnings.push(format!("{error}; the default {place} is used"));
        T::default()
    })
}

fn extras(value: &Value, document: &Document) -> Extras {
    let some = |field: &str| {
        value["figures"]
            .as_array()
            .is_some_and(|list| list.iter().any(|figure| figure["source"][field].is_string()))
    };
    let embedding = match (some("bytes"), some("kept")) {
        (true, _) => Embedding::Everything,
        (false, true) => Embedding::Apart,
        (false, false) => Embedding::Paths { folder: "" },
    };
    known_value(document, embedding).map(|known| Extras::between(value, &known)).unwrap_or_default()
}

/// Adds an actor at its placement; ids and names that are taken become others.
fn push(content: &mut Content, mut actor: Actor, warnings: &mut Vec<String>) {
    if content.actors.iter().any(|other| other.id == actor.id) {
        actor.id = content.actors.iter().map(|other| other.id).max().unwrap_or(0).saturating_add(1);
    }
    let name = content.free_name(&actor.name);
    if name != actor.name {
        warnings.push(format!("the figure \"{}\" was renamed to \"{name}\"", actor.name));
        actor.name = name;
    }
    content.actors.push(Arc::new(actor));
}

fn figure(
    entry: &FigureEntry,
    place: &str,
    around: Surroundings<'_>,
    warnings: &mut Vec<String>,
) -> Result<Actor, ProjectError> {
    let opened = open(&entry.source, &format!("{place}.source"), around, warnings)?;
    let mut actor = Actor::new(opened);
    let joints = JointMap::between(entry.joints.as_ref(), &actor.figure.rig.skeleton);
    if !joints.is_same() {
        warnings.push(format!(
            "the joints of the figure \"{}\" have changed; they were matched by name",
            entry.name
        ));
    }
    let own = Own { joints, count: actor.joint_count(), place };
    (actor.id, actor.name, actor.placement) = (entry.id, entry.name.clone(), entry.placement);
    actor.attachment.clone_from(&entry.attachment);
    let mut base = actor.rest_pose();
    own.put(&entry.pose, "pose", &mut base)?;
    actor.base = Arc::new(base);
    own.put_roles(entry, &mut actor, warnings)?;
    own.put_limits(entry, &mut actor)?;
    for pin in &entry.pins {
        actor.constraints.pins.extend(
            own.joint(pin.joint, "pins")?.map(|joint| crate::document::Pin { joint, ..*pin }),
        );
    }
    actor.constraints.stops.clear();
    for &stop in &entry.stops {
        actor.constraints.stops.extend(own.joint(stop, "stops")?);
    }
    for (name, &weight) in &entry.expressions {
        let mut weights = actor.face.weights().clone();
        weights.insert(name.clone(), weight);
        if let Err(problem) = actor.set_weights(weights) {
            warnings.push(format!("the figure \"{}\": {problem}", entry.name));
        }
    }
    if let Some(motions) = &entry.motions {
        actor.motions = motions.iter().map(|motion| own.joints.motion(motion.0.clone())).collect();
    }
    actor.motion = entry.motion;
    if actor.motion.is_some() {
        actor.unkeyed = own.unkeyed(&entry.unkeyed)?;
    }
    actor.check_layers(None).map_err(|problem| malformed(place.to_owned(), problem))?;
    actor.pose = actor.pose_at(0.0);
    actor.face = actor.face_at(0.0);
    Ok(actor)
}

/// What a figure's entry refers to.
struct Own<'a> {
    joints: JointMap,
    count: usize,
    place: &'a str,
}

impl Own<'_> {
    /// The figure's joint; `None` when the figure has it no longer.
    fn joint(&self, joint: usize, list: &str) -> Result<Option<usize>, ProjectError> {
        let found = self.joints.get(joint);
        match found {
            Some(joint) if joint >= self.count => {
                let problem = format!(
                    "there is no joint {joint}; the figure has {}, counted from 0",
                    self.count
                );
                Err(malformed(format!("{}.{list}", self.place), problem))
            }
            found => Ok(found),
        }
    }

    fn put(&self, entries: &[JointEntry], list: &str, pose: &mut Pose) -> Result<(), ProjectError> {
        for entry in entries {
            if let Some(joint) = self.joint(entry.joint, list)? {
                pose.locals[joint] = entry.local;
            }
        }
        Ok(())
    }

    fn unkeyed(
        &self,
        entries: &[JointEntry],
    ) -> Result<BTreeMap<usize, kansetsu::d3::Transform>, ProjectError> {
        let mut unkeyed = BTreeMap::new();
        for entry in entries {
            unkeyed.extend(self.joint(entry.joint, "unkeyed")?.map(|joint| (joint, entry.local)));
        }
        Ok(unkeyed)
    }

    fn put_roles(
        &self,
        entry: &FigureEntry,
        actor: &mut Actor,
        warnings: &mut Vec<String>,
    ) -> Result<(), ProjectError> {
        let Some(entries) = &entry.roles else { return Ok(()) };
        let mut roles = BTreeMap::new();
        for (name, &joint) in entries {
            match Role::from_name(name) {
                Some(role) => {
                    roles.extend(self.joint(joint, "roles")?.map(|joint| (role, joint)));
                }
                None => warnings.push(format!(
                    "the figure \"{}\": the role \"{name}\" is unknown and left out",
                    entry.name
                )),
            }
        }
        actor
            .set_roles(roles)
            .map_err(|problem| malformed(format!("{}.roles", self.place), problem))
    }

    fn put_limits(&self, entry: &FigureEntry, actor: &mut Actor) -> Result<(), ProjectError> {
        let limits = Arc::make_mut(&mut actor.constraints.limits);
        for (index, entry) in entry.limits.iter().enumerate() {
            let place = format!("{}.limits[{index}].limit", self.place);
            let limit = limits::read(&entry.limit).map_err(|error| located(&place, &error))?;
            limit
                .iter()
                .try_for_each(kansetsu::d3::Limit::check)
                .map_err(|problem| malformed(place, problem))?;
            if let Some(joint) = self.joint(entry.joint, "limits")? {
                limits[joint] = limit;
            }
        }
        Ok(())
    }
}

fn open(
    source: &SourceEntry,
    place: &str,
    around: Surroundings<'_>,
    warnings: &mut Vec<String>,
) -> Result<Opened, ProjectError> {
    let (path, bytes, kept, beside, expected) = match source {
        SourceEntry::Embedded { figure } => {
            return Opened::embedded(figure)
                .map_err(|refusal| malformed(format!("{place}.figure"), refusal));
        }
        SourceEntry::File { path, bytes, kept, beside, hash } => (path, bytes, kept, beside, hash),
    };
    let found = bytes.clone().or_else(|| (around.kept)(kept.as_deref()?));
    let name = if found.is_some() { path.clone() } else { joined(around.folder, path) };
    let missing = |path: &str, reason: String| ProjectError::Missing {
        path: path.to_owned(),
        place: place.to_owned(),
        reason,
    };
    let content: Arc<[u8]> = match found {
        Some(bytes) => bytes,
        None => (around.read)(&name).map_err(|reason| missing(&name, reason))?.into(),
    };
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let resource = |wanted: &str| match embedded(beside, around, wanted) {
        Some(bytes) => Ok(bytes.to_vec()),
        None => (around.read_resource)(folder, wanted),
    };
    let opened = Opened::file(&name, content, &resource)
        .map_err(|refusal| malformed(place.to_owned(), refusal))?;
    if let Source::File(file) = &opened.source
        && !expected.is_empty()
        && format!("{:016x}", file.hash) != *expected
    {
        warnings.push(format!("\"{name}\" has changed since the project was saved"));
    }
    Ok(opened)
}

/// The picture behind the figures. Where it is not there any more, it is left out with a warning:
/// nobody loses a pose for it.
fn backdrop(
    entry: &BesideEntry,
    around: Surroundings<'_>,
    warnings: &mut Vec<String>,
) -> Option<Arc<BesideFile>> {
    let kept = entry.bytes.clone().or_else(|| (around.kept)(entry.kept.as_deref()?));
    let name = if kept.is_some() { entry.path.clone() } else { joined(around.folder, &entry.path) };
    let found = kept.map_or_else(|| (around.read)(&name).map(Into::into), Ok);
    match found {
        Ok(bytes) => Some(Arc::new(BesideFile::new(&name, bytes))),
        Err(reason) => {
            warnings.push(format!("the reference image \"{name}\" was not loaded: {reason}"));
            None
        }
    }
}

fn embedded(beside: &[BesideEntry], around: Surroundings<'_>, wanted: &str) -> Option<Arc<[u8]>> {
    let file = beside.iter().find(|file| file.path == wanted)?;
    file.bytes.clone().or_else(|| (around.kept)(file.kept.as_deref()?))
}

fn joined(folder: &str, path: &str) -> String {
    let is_absolute = path.starts_with('/') || path.chars().nth(1) == Some(':');
    if folder.is_empty() || is_absolute {
        path.to_owned()
    } else {
        format!("{}/{path}", folder.trim_end_matches('/'))
    }
}
