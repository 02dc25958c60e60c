//! Reads one file of an import, in the background.

use std::{cell::RefCell, collections::BTreeSet, sync::Arc};

use kansetsu_formats::{Converted, gltf, is_gltf, motion_format};

use super::{
    GivenFile, Unreadable,
    bones::joints_of,
    given::{folder_of, last_part},
    kind::{Kind, is_animation, text},
};
use crate::{
    app::{Pictured, ReadByHost, backdrop, disk, keypoints},
    document::{Actor, FigureKey, FoundMotions, Opened, Refusal, Source, project},
    library::{SavedPose, read_poses},
    text::Phrase,
    viewport::gpu::Bitmap,
};

/// What a file is read for.
#[derive(Clone, Debug)]
pub(super) enum Attempt {
    /// By itself. A motion is for the one of these figures whose joints it names, where they rest
    /// alike.
    Alone(Vec<Arc<Actor>>),
    /// For the joints of a figure.
    For(Arc<Actor>),
}

/// A file to be read.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// All files of the import: they may refer to each other.
    pub(super) files: Arc<[GivenFile]>,
    /// Which one is read.
    pub(super) index: usize,
    pub(super) kind: Kind,
    pub(super) attempt: Attempt,
}

/// What a file turned out to be.
pub(super) enum Found {
    Project(Box<project::Loaded>),
    Figure(Box<Opened>),
    Motions(Box<MotionsFor>),
    /// A model file that holds a motion alone.
    IsMotion,
    /// Nothing for this figure.
    Nothing,
    Pose(Box<SavedPose>),
    Poses(Vec<SavedPose>),
    Pictured(Box<Pictured>),
    Picture(Box<Bitmap>),
}

/// Motions on the joints of a figure.
pub(super) struct MotionsFor {
    pub figure: FigureKey,
    pub found: FoundMotions,
    /// How many joints they move.
    pub joints: usize,
}

/// What came of an [`Order`].
pub(crate) struct Read {
    pub(super) found: Result<Found, Unreadable>,
    /// The other files of the import that it needed.
    pub(super) used: Vec<usize>,
}

impl Order {
    pub(super) fn file(&self) -> &GivenFile {
        &self.files[self.index]
    }

    /// Reads it here.
    pub(super) fn read(&self) -> Read {
        let used = RefCell::default();
        let found = self.found(&used);
        Read { found, used: used.into_inner().into_iter().collect() }
    }

    /// Takes what another program has made of it.
    pub(super) fn take(&self, answer: Result<ReadByHost, String>) -> Read {
        let is_points = self.kind == Kind::Keypoints;
        match answer {
            Ok(ReadByHost { exchanged, used }) => {
                let is_used =
                    |(index, file): (usize, &GivenFile)| used.contains(&file.name).then_some(index);
                let used = self.files.iter().enumerate().filter_map(is_used).collect();
                Read { found: self.found_in(exchanged), used }
            }
            Err(reason) if is_points => {
                Read { found: Err(keypoints::refused(reason)), used: Vec::new() }
            }
            Err(reason) => Read { found: Err(damaged(reason.into())), used: Vec::new() },
        }
    }

    fn found(&self, used: &RefCell<BTreeSet<usize>>) -> Result<Found, Unreadable> {
        let file = self.file();
        let folder = folder_of(&file.name);
        let beside = |path: &str| self.beside(&folder, path, used);
        match self.kind {
            Kind::Project => self.project(used),
            Kind::Pose => {
                Ok(Found::Pose(Box::new(SavedPose::from_file(text(file).unwrap_or_default())?)))
            }
            Kind::Poses => Ok(Found::Poses(read_poses(text(file).unwrap_or_default())?)),
            Kind::Picture => match backdrop::image(&file.bytes) {
                Some(bitmap) => Ok(Found::Picture(Box::new(bitmap))),
                None => Err(damaged("the picture cannot be decoded".to_owned().into())),
            },
            Kind::Model => self.figure(
                Opened::file(&file.name, Arc::clone(&file.bytes), &beside).map_err(damaged)?,
            ),
            Kind::Motion | Kind::BareMotion | Kind::Keypoints => {
                self.found_in(exchange(self, &beside)?)
            }
            Kind::Companion | Kind::Unknown => Ok(Found::Nothing),
        }
    }

    /// What a file is that has become GLB.
    fn found_in(&self, exchanged: Option<Converted>) -> Result<Found, Unreadable> {
        let Some(exchanged) = exchanged else { return Ok(Found::Nothing) };
        let candidates = match &self.attempt {
            Attempt::For(actor) if self.kind == Kind::Keypoints => {
                return keypoints::pictured(exchanged, actor.key).map(Found::Pictured);
            }
            Attempt::For(actor) => std::slice::from_ref(actor),
            Attempt::Alone(actors) => actors.as_slice(),
        };
        let mut best: Option<MotionsFor> = None;
        for actor in candidates {
            let Some(found) =
                FoundMotions::of(&actor.figure, exchanged.clone()).map_err(damaged)?
            else {
                continue;
            };
            let found = MotionsFor { figure: actor.key, joints: found.joints().len(), found };
            if best.as_ref().is_none_or(|best| found.joints > best.joints) {
                best = Some(found);
            }
        }
        match (best, &self.attempt) {
            (Some(best), _) => Ok(Found::Motions(Box::new(best))),
            (None, Attempt::For(_)) => Ok(Found::Nothing),
            (None, Attempt::Alone(_)) => {
                let file = self.file();
                self.figure(
                    Opened::exchanged(&file.name, Arc::clone(&file.bytes), exchanged)
                        .map_err(damaged)?,
                )
            }
        }
    }

    /// A figure that can be posed.
    fn figure(&self, opened: Opened) -> Result<Found, Unreadable> {
        let figure = &opened.figure;
        // Readers put one joint in the place of none.
        let is_empty =
            figure.rig.skeleton.len() <= 1 && figure.meshes.is_empty() && figure.clips.is_empty();
        if is_empty {
            return Err(Unreadable::new(Phrase::new(
                "The file has no joints, so there is nothing to pose.",
                "ボーンがないファイルのため、ポーズを付けられません。",
            )));
        }
        let is_motion = self.kind == Kind::Model
            && !is_gltf(&self.file().bytes)
            && figure.meshes.is_empty()
            && !figure.clips.is_empty();
        Ok(if is_motion { Found::IsMotion } else { Found::Figure(Box::new(opened)) })
    }

    fn project(&self, used: &RefCell<BTreeSet<usize>>) -> Result<Found, Unreadable> {
        let file = self.file();
        let folder = folder_of(&file.name);
        let named = |path: &str| {
            self.given("", path, used)
                .map_or_else(|| disk::read(path), Ok)
                .map_err(|reason| missing(path, &reason))
        };
        let read_resource = |folder: &str, path: &str| self.beside(folder, path, used);
        let around = project::Surroundings {
            folder: &folder,
            read: &named,
            read_resource: &read_resource,
            ..project::Surroundings::NONE
        };
        let loaded =
            project::load(text(file).unwrap_or_default(), around).map_err(Refusal::from)?;
        Ok(Found::Project(Box::new(loaded)))
    }

    /// A file that another one in a folder refers to: among those given with it, else natively
    /// beside it.
    fn beside(
        &self,
        folder: &str,
        path: &str,
        used: &RefCell<BTreeSet<usize>>,
    ) -> Result<Vec<u8>, String> {
        let read = || disk::read_resource(folder, path);
        self.given(folder, path, used)
            .map_or_else(read, Ok)
            .map_err(|reason| missing(path, &reason))
    }

    /// What a path means among the files of the import: the very path, else the name in any case,
    /// as files that are dropped on a page have no folders.
    fn given(&self, folder: &str, path: &str, used: &RefCell<BTreeSet<usize>>) -> Option<Vec<u8>> {
        let whole = format!("{folder}/{}", path.replace('\\', "/"));
        let others = || self.files.iter().enumerate().filter(|(index, _)| *index != self.index);
        let very = others().find(|(_, other)| other.name.replace('\\', "/") == whole);
        let (index, found) =
            very.or_else(|| others().find(|(_, other)| is_same_name(&other.name, path)))?;
        used.borrow_mut().insert(index);
        Some(found.bytes.to_vec())
    }

    /// The file of the figure that it is read for; `None` where it can be nothing for the figure.
    pub(super) fn body(&self) -> Result<Option<GivenFile>, Unreadable> {
        match &self.attempt {
            Attempt::Alone(_) => Ok(None),
            Attempt::For(actor) if self.kind == Kind::Keypoints => {
                keypoints::standing(actor).map(Some)
            }
            Attempt::For(actor) => Ok(bones(actor, self.file())),
        }
    }
}

/// Reads a file of another format as GLB; for the points of a picture, as poses.
#[cfg(not(target_arch = "wasm32"))]
fn exchange(order: &Order, beside: &gltf::Resources<'_>) -> Result<Option<Converted>, Unreadable> {
    let file = order.file();
    let damaged = |error: kansetsu_formats::Error| damaged(error.into());
    match (&order.attempt, order.body()?) {
        (Attempt::Alone(_), _) => {
            kansetsu_formats::to_glb(&file.bytes, &file.name, beside).map(Some).map_err(damaged)
        }
        (_, None) => Ok(None),
        (_, Some(own)) if order.kind == Kind::Keypoints => {
            let made = kansetsu_formats::pose_from_keypoints((&own.bytes, &own.name), &file.bytes);
            made.map(Some).map_err(|error| keypoints::refused(error.to_string()))
        }
        (_, Some(own)) => {
            let nothing = |path: &str| Err(format!("{path} is not needed for a motion"));
            kansetsu_formats::motion_to_glb(
                (&own.bytes, &own.name),
                &nothing,
                (&file.bytes, &file.name),
            )
            .map_err(damaged)
        }
    }
}

/// A page lets its host read it.
#[cfg(target_arch = "wasm32")]
fn exchange(order: &Order, _: &gltf::Resources<'_>) -> Result<Option<Converted>, Unreadable> {
    Err(super::kind::unknown(order.file()))
}

/// What a motion is read for: the file that the figure was made from, where the motion is made for
/// its bones, else the bones of a human body, to which the motion of any other is carried over.
fn bones(actor: &Actor, motion: &GivenFile) -> Option<GivenFile> {
    if let (Source::File(file), true) = (&actor.source, is_animation(motion))
        && ["vrm", "glb"].iter().any(|ending| file.name.to_lowercase().ends_with(ending))
    {
        // A VRM file contains its version, and so the direction that it faces.
        return Some(GivenFile { name: file.name.clone(), bytes: Arc::clone(&file.bytes) });
    }
    let is_bare = matches!(motion_format(&motion.bytes, &motion.name), Some("VMD" | "VPD" | "AMC"));
    if is_bare { original(actor, motion) } else { body(actor) }
}

/// Whether a motion that does not say where joints are may be one of the figure's.
pub(super) fn may_take(actor: &Actor, motion: &GivenFile) -> bool {
    original(actor, motion).is_some()
}

/// The joints of a human figure at rest, with the limits as they are now.
fn body(actor: &Actor) -> Option<GivenFile> {
    let glb = gltf::write_new(&joints_of(actor)?, None).ok()?;
    Some(GivenFile { name: "figure.glb".to_owned(), bytes: glb.into() })
}

fn original(actor: &Actor, motion: &GivenFile) -> Option<GivenFile> {
    let Source::File(file) = &actor.source else { return None };
    let original = file.original()?;
    let is_acclaim = original.path.to_lowercase().ends_with(".asf");
    let is_for_it = match motion_format(&motion.bytes, &motion.name) {
        Some("AMC") => is_acclaim,
        Some("VMD" | "VPD") => !is_acclaim,
        _ => false,
    };
    is_for_it.then(|| GivenFile { name: original.path.clone(), bytes: Arc::clone(&original.bytes) })
}

pub(super) fn damaged(refusal: Refusal) -> Unreadable {
    Unreadable {
        text: Phrase::new(
            "The file is damaged or incomplete.",
            "ファイルが壊れているか、一部が足りません。",
        ),
        details: vec![refusal.reason],
    }
}

/// Whether two paths end in the same name, in any case.
fn is_same_name(first: &str, second: &str) -> bool {
    last_part(first).to_lowercase() == last_part(second).to_lowercase()
}

fn missing(path: &str, reason: &str) -> String {
    format!("{path} was not found beside the document: {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: &[u8]) -> GivenFile {
        GivenFile { name: name.to_owned(), bytes: bytes.into() }
    }

    fn order(files: Vec<GivenFile>) -> Order {
        let kind = Kind::of(&files[0]);
        Order { files: files.into(), index: 0, kind, attempt: Attempt::Alone(Vec::new()) }
    }

    #[test]
    fn what_is_damaged_is_refused_in_the_users_words() {
        for (name, bytes) in [
            ("miku.pmx", b"PMX ...".as_slice()),
            ("x.glb", b"glTF\x02\0\0\0"),
            ("x.png", b"\x89PNG"),
        ] {
            let Err(unreadable) = order(vec![file(name, bytes)]).read().found else {
                panic!("{name} is damaged")
            };
            assert!(
                unreadable.text.to_string().contains("damaged") && unreadable.details.len() == 1,
                "{name}: {}",
                unreadable.text
            );
        }
    }

    #[test]
    fn a_figure_without_joints_is_refused() {
        let empty = br#"{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_vrm"], "scenes": [{"nodes": []}], "scene": 0}"#;
        let Err(unreadable) = order(vec![file("empty.vrm", empty)]).read().found else {
            panic!("there is nothing to pose")
        };
        assert!(unreadable.text.to_string().contains("no joints"), "{}", unreadable.text);
    }

    #[test]
    fn files_that_a_figure_refers_to_are_found_among_those_given() {
        let order = order(vec![
            file("a/b/x.gltf", b"{}"),
            file("a/texture.png", b"other"),
            file("a/b/textures/texture.png", b"picture"),
        ]);
        let used = RefCell::default();
        assert_eq!(
            order.beside("a/b", "textures/texture.png", &used).as_deref(),
            Ok(b"picture".as_slice())
        );
        assert_eq!(
            order.beside("elsewhere", "texture.png", &used).as_deref(),
            Ok(b"other".as_slice()),
            "by its name alone"
        );
        assert!(
            order
                .beside("a/b", "missing.bin", &used)
                .is_err_and(|reason| reason.contains("missing.bin"))
        );
        assert!(order.beside("a/b", "x.gltf", &used).is_err(), "not the file itself");
        assert_eq!(used.into_inner(), BTreeSet::from([1, 2]));
    }
}
