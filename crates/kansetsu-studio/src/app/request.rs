//! What a dialog for files is for.

use std::sync::Arc;

use crate::document::Content;

/// Endings of files that hold projects, poses, figures, motions or pictures.
pub(crate) const OPENED: [&str; 21] = [
    "kansetsu", "glb", "gltf", "vrm", "vrma", "fbx", "bvh", "asf", "amc", "pmx", "pmd", "vmd",
    "vpd", "mqo", "mqoz", "urdf", "json", "bin", "png", "jpg", "jpeg",
];

/// How files are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialogs {
    /// In the system's dialogs.
    #[default]
    System,
    /// By their paths, which are typed.
    Typed,
}

/// Something to be saved.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The file's name, without folders.
    pub name: String,
    /// What it holds.
    pub bytes: Arc<[u8]>,
    /// For the project, whose name is remembered: the content that the bytes hold.
    pub project: Option<Content>,
}

/// What a dialog is for.
#[derive(Clone, Debug)]
pub enum Request {
    /// Files to open.
    Open {
        /// Whether a figure is added to what is there.
        adds: bool,
    },
    /// A place for something.
    Save(Outgoing),
}
