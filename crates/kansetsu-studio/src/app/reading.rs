//! What is made of files that were given: which of them is meant, what it holds, why it cannot be opened.

use std::sync::Arc;

use kansetsu_formats::{Exchanged, Figure, foreign_format, gltf, is_gltf, is_known, motion_format};

use super::{
    Arrival, GivenFile, disk,
    keypoints::{is_keypoints, pictured},
};
use crate::{
    document::{Actor, BesideFile, FoundMotions, Opened, Refusal, Source, project},
    library::{SavedPose, read_poses},
    text::Phrase,
};

/// What comes behind the last `/`.
pub(super) fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether it is what is meant among several files: not an image, not a buffer.
pub(super) fn is_main(file: &GivenFile) -> bool {
    let name = file.name.to_lowercase();
    let others = [".bin", ".png", ".jpg", ".jpeg", ".ktx2", ".webp", ".txt", ".mtl", ".rig.json"];
    !others.iter().any(|ending| name.ends_with(ending))
}

/// Whether it holds a motion and no character.
pub(super) fn is_motion(file: &GivenFile) -> bool {
    motion_format(&file.bytes, &file.name).is_some() || is_vrma(file)
}

/// Whether it may hold a motion and no character: those that Mixamo gives without skin do.
pub(super) fn may_be_motion(file: &GivenFile) -> bool {
    is_motion(file) || file.name.to_lowercase().ends_with(".fbx")
}

/// A VRM animation moves the roles of another figure's body.
fn is_vrma(file: &GivenFile) -> bool {
    is_gltf(&file.bytes) && file.name.to_lowercase().ends_with(".vrma")
}

/// Why a file cannot be opened: in the user's words, and in the loader's.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// In the user's words.
    pub text: Phrase,
    /// In the loader's.
    pub details: Vec<Phrase>,
}

impl Unreadable {
    pub(super) fn about(self, name: &str) -> Self {
        Self { text: self.text.about(name), ..self }
    }
}

impl From<Refusal> for Unreadable {
    fn from(refusal: Refusal) -> Self {
        Self { text: refusal.reason, details: Vec::new() }
    }
}

/// Why a file is no figure, as far as it can be told before it is read.
pub(super) fn foreign(file: &GivenFile) -> Option<Unreadable> {
    let format = foreign_format(&file.bytes, &file.name);
    let text = match format {
        _ if file.bytes.is_empty() => Phrase::new("The file is empty.", "ファイルが空です。"),
        Some("AMC") => Phrase::new(
            "An AMC file holds a motion alone: open the ASF file of its skeleton first, then this one.",
            "AMC ファイルはモーションだけのファイルです。先に骨格の ASF ファイルを開いてから、読み込んでください。",
        ),
        Some(format) => {
            Phrase::made(format!("{format} files cannot be opened yet."), format!("{format} ファイルにはまだ対応していません。"))
        }
        None if is_known(&file.bytes, &file.name) => return None,
        None => Phrase::new("This kind of file cannot be opened.", "この種類のファイルは開けません。"),
    };
    let known = Phrase::new(
        "Kansetsu opens glTF, GLB, VRM, VRMA, FBX, BVH, ASF, PMX, PMD, VMD, MQO and URDF.",
        "開けるのは glTF、GLB、VRM、VRMA、FBX、BVH、ASF、PMX、PMD、VMD、MQO、URDF です。",
    );
    Some(Unreadable { text, details: vec![known] })
}

/// What a file of another format is read for.
pub struct Errand {
    /// The figure that a motion is for.
    pub target: Option<Arc<Actor>>,
    /// Whether a figure is added to what is there.
    pub adds: bool,
    /// Files of motion that came with a figure.
    pub motions: Vec<GivenFile>,
}

/// Whether a file is of a format that a page does not read by itself.
pub(super) fn is_foreign(file: &GivenFile) -> bool {
    is_vrma(file) || (!is_gltf(&file.bytes) && (is_known(&file.bytes, &file.name) || is_motion(file)))
}

/// What a motion is read for: the file that the figure was made from, where the motion is made for its bones, else the bones of a human body, to which
/// the motion of any other is carried over.
pub(super) fn bones(actor: &Actor, motion: &GivenFile) -> Option<GivenFile> {
    if let (Source::File(file), true) = (&actor.source, is_vrma(motion))
        && ["vrm", "glb"].iter().any(|ending| file.name.to_lowercase().ends_with(ending))
    {
        // A VRM file says more than its joints: which version it is, and so where it looks.
        return Some(GivenFile { name: file.name.clone(), bytes: Arc::clone(&file.bytes) });
    }
    original(actor, motion).or_else(|| body(actor).filter(|_| !matches!(motion_format(&motion.bytes, &motion.name), Some("VMD" | "AMC"))))
}

/// The joints of a human figure, with the limits as they are now.
pub(super) fn joints_of(actor: &Actor) -> Option<Figure> {
    let figure = &actor.figure;
    figure.humanoid()?;
    let mut joints = Figure::new(figure.name.clone(), figure.rig.clone());
    joints.rig.limits = (*actor.limits).clone();
    (joints.roles, joints.twists) = (figure.roles.clone(), figure.twists.clone());
    Some(joints)
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
    let wanted = if is_acclaim { "AMC" } else { "VMD" };
    let is_for_it = motion_format(&motion.bytes, &motion.name) == Some(wanted);
    is_for_it.then(|| GivenFile { name: original.path.clone(), bytes: Arc::clone(&original.bytes) })
}

/// What a file of another format has become: a motion for its target where it fits that, else a figure.
pub(super) fn made_of(file: &GivenFile, read: Result<Exchanged, String>, errand: Errand) -> Result<Arrival, Unreadable> {
    if is_keypoints(file) {
        return pictured(read, errand.target.as_ref());
    }
    let exchanged = read.map_err(|sentence| damaged(sentence.into()))?;
    if let Some(actor) = errand.target {
        let found = FoundMotions::of(&actor.figure, exchanged.clone()).map_err(damaged)?;
        if let Some(found) = found {
            return Ok(Arrival::Motions { name: file.name.clone(), figure: actor.id, found: Box::new(found) });
        }
    }
    if motion_format(&file.bytes, &file.name) == Some("VMD") {
        return Err(alone_nothing());
    }
    let opened = Opened::exchanged(&file.name, Arc::clone(&file.bytes), exchanged).map_err(damaged)?;
    Ok(Arrival::Figure { name: file.name.clone(), opened: Box::new(opened), adds: errand.adds, motions: errand.motions })
}

/// A motion for a figure; the file alone where it is that of another body.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn read_motion(file: &GivenFile, others: &[GivenFile], actor: &Arc<Actor>) -> Result<Arrival, Unreadable> {
    let nothing = |path: &str| Err(format!("{path} is not needed for a motion"));
    let own = match bones(actor, file) {
        Some(own) => kansetsu_formats::motion_to_glb((&own.bytes, &own.name), &nothing, (&file.bytes, &file.name)),
        None => Ok(None),
    };
    let own = own.map_err(|error| damaged(error.into()))?;
    let exchanged = match (own, foreign(file)) {
        (Some(exchanged), _) => exchanged,
        (None, Some(unreadable)) => return Err(unreadable),
        (None, None) => {
            let folder = folder_of(&file.name);
            let read = kansetsu_formats::to_glb(&file.bytes, &file.name, &|path| beside(others, &folder, path));
            read.map_err(|error| damaged(error.into()))?
        }
    };
    let motions = others.iter().filter(|other| is_motion(other)).cloned().collect();
    made_of(file, Ok(exchanged), Errand { target: Some(Arc::clone(actor)), adds: false, motions })
}

/// A page lets its host read it.
#[cfg(target_arch = "wasm32")]
pub(super) fn read_motion(_: &GivenFile, _: &[GivenFile], _: &Arc<Actor>) -> Result<Arrival, Unreadable> {
    Err(Unreadable {
        text: Phrase::new("This kind of file cannot be opened.", "この種類のファイルは開けません。"), details: Vec::new()
    })
}

/// A file of MikuMikuDance names bones and says nothing about where they are.
fn alone_nothing() -> Unreadable {
    let text = Phrase::new(
        "This motion fits none of the figure's joints: open its model first, then this file.",
        "このモーションに対応する関節がありません。先にモデルを開いてから、読み込んでください。",
    );
    Unreadable { text, details: Vec::new() }
}

pub(super) fn damaged(refusal: Refusal) -> Unreadable {
    Unreadable {
        text: Phrase::new("The file is damaged, or a part of it is missing.", "ファイルが壊れているか、一部が足りません。"),
        details: vec![refusal.reason],
    }
}

pub(super) fn read(file: &GivenFile, others: &[GivenFile], adds: bool) -> Result<Arrival, Unreadable> {
    let text = std::str::from_utf8(&file.bytes).ok().filter(|text| text.trim_start().starts_with('{'));
    let folder = folder_of(&file.name);
    let beside = |path: &str| beside(others, &folder, path);
    match text {
        Some(text) if text.contains("\"kansetsu_project\"") => {
            let named = |path: &str| given(others, path).map_or_else(|| disk::read(path), Ok).map_err(|reason| missing(path, &reason));
            let read_beside = |folder: &str, path: &str| self::beside(others, folder, path);
            let around = project::Surroundings { folder: &folder, read: &named, read_beside: &read_beside, ..project::Surroundings::NONE };
            let loaded = project::load(text, around);
            let loaded = loaded.map_err(Refusal::from)?;
            Ok(Arrival::Project { name: file.name.clone(), loaded: Box::new(loaded) })
        }
        Some(text) if text.contains("\"kansetsu_poses\"") => Ok(Arrival::Poses(read_poses(text)?)),
        Some(text) if text.contains("\"kansetsu_pose\"") => Ok(Arrival::Pose(Box::new(SavedPose::from_file(text)?))),
        _ => {
            if let Some(bitmap) = super::backdrop::image(&file.bytes) {
                let picture = BesideFile::new(last_part(&file.name), Arc::clone(&file.bytes));
                return Ok(Arrival::Backdrop(Box::new((picture, bitmap))));
            }
            if let Some(unreadable) = foreign(file) {
                return Err(unreadable);
            }
            if motion_format(&file.bytes, &file.name) == Some("VMD") {
                return Err(alone_nothing());
            }
            let opened = Opened::file(&file.name, Arc::clone(&file.bytes), &beside).map_err(damaged)?;
            let motions = others.iter().filter(|other| is_motion(other)).cloned().collect();
            Ok(Arrival::Figure { name: file.name.clone(), opened: Box::new(opened), adds, motions })
        }
    }
}

/// A file that another one in a folder refers to: among those given with it, else natively beside it.
fn beside(others: &[GivenFile], folder: &str, path: &str) -> Result<Vec<u8>, String> {
    given(others, path).map_or_else(|| disk::read_beside(folder, path), Ok).map_err(|reason| missing(path, &reason))
}

/// What a path means among the files given with a document: by its name, as files that are dropped have no folders.
fn given(others: &[GivenFile], path: &str) -> Option<Vec<u8>> {
    let wanted = last_part(path);
    others.iter().find(|other| last_part(&other.name) == wanted).map(|found| found.bytes.to_vec())
}

fn missing(path: &str, reason: &str) -> String {
    format!("{path} was not found beside the document: {reason}")
}

/// A path's last part without its ending.
pub(super) fn stem(path: &str) -> &str {
    let name = last_part(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The folder of a path, with `/` between its parts.
fn folder_of(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: &[u8]) -> GivenFile {
        GivenFile { name: name.to_owned(), bytes: bytes.into() }
    }

    #[test]
    fn the_figure_among_its_textures_is_what_is_meant() {
        let files = ["body.png", "body.bin", "folder/body.gltf"].map(|name| file(name, b""));
        assert_eq!(files.iter().position(is_main), Some(2));
    }

    #[test]
    fn what_is_no_figure_is_refused_in_the_users_words() {
        for (name, bytes, part) in [
            ("notes.txt", b"hello".as_slice(), "cannot be opened"),
            ("walk.usd", b"#usda 1.0", "USD files cannot be opened yet"),
            ("miku.pmx", b"PMX ...", "damaged"),
            ("x.glb", b"", "empty"),
        ] {
            let Err(unreadable) = read(&file(name, bytes), &[], false) else { panic!("{name} is no figure") };
            assert!(unreadable.text.to_string().contains(part) && unreadable.details.len() == 1, "{name}: {}", unreadable.text);
        }
        let Err(damaged) = read(&file("x.glb", b"glTF\x02\0\0\0"), &[], false) else { panic!("that is no figure") };
        assert!(damaged.text.to_string().contains("damaged") && damaged.details.len() == 1);
    }

    #[test]
    fn files_that_a_figure_refers_to_are_found_among_those_given() {
        let others = [file("x/texture.png", b"picture")];
        assert_eq!(beside(&others, "a/b", "textures/texture.png").as_deref(), Ok(b"picture".as_slice()));
        assert!(beside(&others, "a/b", "missing.bin").is_err_and(|reason| reason.contains("missing.bin")));
    }
}
