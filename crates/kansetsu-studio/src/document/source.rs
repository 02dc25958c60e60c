//! Where a figure came from.

use std::{cell::RefCell, sync::Arc};

use kansetsu_formats::{Converted, Figure, gltf, rig::RigFile};
use serde::{Serialize, Serializer};

use super::{Refusal, hash};

/// Where a figure came from, so that a project can bring it back.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Built by code; its name in the catalogue of `kansetsu_figures`.
    Embedded(String),
    /// A file.
    File(Arc<FileSource>),
}

/// The bytes of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileSource {
    /// Its name or path.
    pub name: String,
    /// What it held.
    pub bytes: Arc<[u8]>,
    /// The files that it refers to.
    pub beside: Vec<BesideFile>,
    /// [`hash::of_bytes`] of `bytes`.
    pub hash: u64,
}

/// A file that another one, or the document, refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct BesideFile {
    /// Its path, relative to the other one.
    pub path: String,
    /// What it held.
    pub bytes: Arc<[u8]>,
    /// [`hash::of_bytes`] of `bytes`.
    pub hash: u64,
}

/// A figure that was brought in, not yet in a document.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Where it came from.
    pub source: Source,
    /// What came.
    pub figure: Figure,
    /// What is odd about it, in sentences for people.
    pub warnings: Vec<String>,
}

/// For the hash: which file it is, not its bytes once more.
impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Embedded(name) => {
                serializer.serialize_newtype_variant("Source", 0, "embedded", name)
            }
            Self::File(file) => {
                serializer.serialize_newtype_variant("Source", 1, "file", &(&file.name, file.hash))
            }
        }
    }
}

impl Opened {
    /// The embedded figure of this name.
    ///
    /// # Errors
    /// A sentence with the names that there are.
    pub fn embedded(name: &str) -> Result<Self, Refusal> {
        let figure = kansetsu_figures::figure(name).ok_or_else(|| {
            let names = [kansetsu_figures::NAMES, kansetsu_figures::PROPS].concat().join(", ");
            Refusal::made(
                format!("There is no built-in figure \"{name}\". Available: {names}."),
                format!("「{name}」という内蔵モデルはありません。使えるのは {names} です。"),
            )
        })?;
        Ok(Self { source: Source::Embedded(figure.name.clone()), figure, warnings: Vec::new() })
    }

    /// Reads a glTF or GLB file; outside a page one of any format that is read, which becomes GLB.
    /// `beside` returns the files that it refers to.
    ///
    /// # Errors
    /// The loader's own sentence.
    pub fn file(
        name: &str,
        bytes: Arc<[u8]>,
        beside: &gltf::Resources<'_>,
    ) -> Result<Self, Refusal> {
        // A separate program reads the other formats in the web app: here they would only make it
        // larger.
        #[cfg(not(target_arch = "wasm32"))]
        if !kansetsu_formats::is_gltf(&bytes) {
            let exchanged = kansetsu_formats::to_glb(&bytes, name, beside)?;
            return Self::exchanged(name, bytes, exchanged);
        }
        let asked = RefCell::new(Vec::new());
        let recording = |path: &str| {
            let found = beside(path)?;
            asked.borrow_mut().push(BesideFile::new(path, found.clone().into()));
            Ok(found)
        };
        let mut loaded = gltf::read(&bytes, &recording)?;
        loaded.warnings.extend(RigFile::apply_sidecar(&mut loaded.figure, name, &recording));
        let mut figure = loaded.figure;
        // Exporters call every scene "Scene"; people know a character by its file.
        figure.name = stem(name).to_owned();
        let hash = hash::of_bytes(&bytes);
        let source = Source::File(Arc::new(FileSource {
            name: name.to_owned(),
            bytes,
            beside: asked.into_inner(),
            hash,
        }));
        Ok(Self { source, figure, warnings: loaded.warnings })
    }

    /// A file of another format that has become GLB. The file itself is kept where its motions need
    /// it.
    ///
    /// # Errors
    /// The loader's own sentence.
    pub fn exchanged(
        name: &str,
        original: Arc<[u8]>,
        exchanged: Converted,
    ) -> Result<Self, Refusal> {
        let inside = |path: &str| Err(format!("{path} is inside"));
        // A VRM file stays one without its compression.
        let ending = if name.to_lowercase().ends_with(".vrm") { "vrm" } else { "glb" };
        let new_name = format!("{}.{ending}", name.rsplit_once('.').map_or(name, |(stem, _)| stem));
        let mut opened = Self::file(&new_name, exchanged.bytes.into(), &inside)?;
        if let Source::File(file) = &mut opened.source
            && ["pmx", "pmd", "asf"].iter().any(|ending| name.to_lowercase().ends_with(ending))
        {
            let path = name.rsplit(['/', '\\']).next().unwrap_or(name);
            Arc::make_mut(file).beside.push(BesideFile::new(path, original));
        }
        opened.warnings.splice(0..0, exchanged.warnings);
        Ok(opened)
    }
}

impl FileSource {
    /// The file of another format that it was made from, where its motions need it.
    #[must_use]
    pub fn original(&self) -> Option<&BesideFile> {
        self.beside.iter().find(|file| {
            !kansetsu_formats::is_gltf(&file.bytes)
                && kansetsu_formats::is_supported(&file.bytes, &file.path)
        })
    }
}

impl BesideFile {
    /// A file of this name.
    #[must_use]
    pub fn new(path: &str, bytes: Arc<[u8]>) -> Self {
        Self { path: path.to_owned(), hash: hash::of_bytes(&bytes), bytes }
    }
}

impl BesideFile {
    /// The name under which it is kept apart from records.
    pub(super) fn kept_name(&self) -> String {
        kept_name(self.hash, &self.bytes)
    }
}

/// Files of one name hold the same.
fn kept_name(hash: u64, bytes: &[u8]) -> String {
    format!("{hash:016x}-{:x}", bytes.len())
}

impl FileSource {
    /// The name under which it is kept apart from records.
    pub(super) fn kept_name(&self) -> String {
        kept_name(self.hash, &self.bytes)
    }

    /// It and the files that it refers to, each with the name under which it is kept apart from
    /// records.
    pub(super) fn kept_files(&self) -> impl Iterator<Item = (String, &Arc<[u8]>)> {
        let beside = self.beside.iter().map(|file| (file.kept_name(), &file.bytes));
        beside.chain([(self.kept_name(), &self.bytes)])
    }

    /// What lay at this path beside the file.
    ///
    /// # Errors
    /// A sentence, when nothing did.
    pub fn resource(&self, path: &str) -> Result<Vec<u8>, String> {
        let found = self.beside.iter().find(|file| file.path == path);
        found
            .map(|file| file.bytes.to_vec())
            .ok_or_else(|| "it was not there when the file was opened".to_owned())
    }
}

/// A path's last part without its ending.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
