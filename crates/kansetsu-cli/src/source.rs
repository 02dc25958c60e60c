//! Sources of figures: files and embedded figures.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, ErrorKind, Read},
    ops::Range,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, anyhow, bail};
use kansetsu::d3::Pose;
use kansetsu_formats::{
    Document, Figure, Opened, mmd::MorphValue, mqo::Triangle, open, read_resource, rig::RigFile,
};

use crate::{message, rig_path::rig_path, standard::is_standard};

/// The prefix of the name of an embedded figure.
const EMBEDDED: &str = "figure:";

/// An opened figure.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) figure: Figure,
    /// "GLB", "glTF", "BVH", ... or "embedded".
    pub(crate) format: &'static str,
    /// Warnings about the file.
    pub(crate) warnings: Vec<String>,
    /// Data in the file that does not affect posing.
    pub(crate) notes: Vec<String>,
    /// The file, for saving; `None` for an embedded figure.
    pub(crate) document: Document,
    /// The pose that the user supplies.
    pub(crate) given: Option<Pose>,
    /// The weights of expressions and morph targets in its pose, by name.
    pub(crate) face: Vec<(String, f32)>,
    /// The morphs of a pose file that the figure does not have.
    pub(crate) unknown_morphs: Vec<MorphValue>,
    /// The joint values of a robot that the user supplies; angles keep their full turns.
    pub(crate) given_values: BTreeMap<String, f64>,
    /// The clips of the figure that come from another file.
    pub(crate) brought: Range<usize>,
    /// The clips of the figure with other keys than in its file.
    pub(crate) rekeyed: Range<usize>,
}

impl Source {
    /// Opens `figure:NAME` or a file, and prints its warnings to standard error.
    pub(crate) fn open(name: &Path) -> anyhow::Result<Self> {
        Self::open_with(name, None)
    }

    /// Like `open`, and adds the motions of another file to the clips.
    pub(crate) fn open_with(name: &Path, motion: Option<&Path>) -> anyhow::Result<Self> {
        let mut source = match name.to_str().and_then(|name| name.strip_prefix(EMBEDDED)) {
            Some(embedded) => Self::embedded(embedded)?,
            None => Self::file(name)?,
        };
        if let Some(path) = motion {
            source = source.with_motion(path)?;
        }
        source.warnings.iter().for_each(|warning| message::warning(warning));
        Ok(source)
    }

    /// Says that all clips have other keys than in the file.
    pub(crate) fn rekey_clips(&mut self) {
        let own =
            if self.brought.is_empty() { self.figure.clips.len() } else { self.brought.start };
        self.rekeyed = 0..own;
    }

    /// The triangles of an MQO file that became bones; empty for other files.
    pub(crate) fn triangles(&self) -> &[Triangle] {
        &self.figure.triangles
    }

    fn with_motion(self, path: &Path) -> anyhow::Result<Self> {
        let mut opened = Opened {
            figure: self.figure,
            format: self.format,
            warnings: self.warnings,
            notes: self.notes,
            document: self.document,
        };
        let before = opened.figure.clips.len();
        let added = opened.import_animation(&read(path)?, &path.to_string_lossy());
        added.with_context(|| format!("{} cannot be read", shown(path)))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        for clip in &mut opened.figure.clips[before..] {
            clip.name = if clip.name == "motion" {
                stem.to_string()
            } else {
                format!("{stem} {}", clip.name)
            };
        }
        let brought = before..opened.figure.clips.len();
        Ok(Self {
            figure: opened.figure,
            format: opened.format,
            warnings: opened.warnings,
            notes: opened.notes,
            document: opened.document,
            given: None,
            face: Vec::new(),
            unknown_morphs: Vec::new(),
            given_values: self.given_values,
            brought,
            rekeyed: self.rekeyed,
        })
    }

    fn embedded(name: &str) -> anyhow::Result<Self> {
        let figure = kansetsu_figures::figure(name).ok_or_else(|| {
            let names = kansetsu_figures::NAMES.iter().chain(kansetsu_figures::PROPS);
            let names: Vec<String> = names.map(|name| format!("{EMBEDDED}{name}")).collect();
            anyhow!("there is no figure \"{name}\"; the figures and props are {}", names.join(", "))
        })?;
        Ok(Self {
            figure,
            format: "embedded",
            warnings: Vec::new(),
            notes: Vec::new(),
            document: Document::None,
            given: None,
            face: Vec::new(),
            unknown_morphs: Vec::new(),
            given_values: BTreeMap::new(),
            brought: 0..0,
            rekeyed: 0..0,
        })
    }

    /// The figure of this name; its file has these bytes (`None` for an embedded figure).
    pub(crate) fn of_bytes(name: &Path, bytes: &[u8]) -> anyhow::Result<Self> {
        match name.to_str().and_then(|name| name.strip_prefix(EMBEDDED)) {
            Some(embedded) => Self::embedded(embedded),
            None => Self::from_bytes(name, bytes),
        }
    }

    fn file(path: &Path) -> anyhow::Result<Self> {
        Self::from_bytes(path, &read(path)?)
    }

    fn from_bytes(path: &Path, bytes: &[u8]) -> anyhow::Result<Self> {
        if bytes.is_empty() {
            bail!("{} is empty; expected a figure, for example a glTF or BVH file", shown(path));
        }
        let name = path.to_string_lossy();
        if RigFile::is_rig(bytes) {
            bail!(
                "{} is a rig file without a figure; open the figure beside it, or use `kansetsu rig check`",
                shown(path)
            );
        }
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let beside = |name: &str| {
            match is_standard(path) {
            true => Err("standard input has no folder for referenced files; name the file, or send a self-contained one".to_owned()),
            false => read_resource(&folder, name),
        }
        };
        let opened = open(bytes, &name, &beside)
            .with_context(|| format!("{} cannot be read", shown(path)))?;
        let mut figure = opened.figure;
        if figure.name.is_empty() {
            let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            figure.name = if is_standard(path) { "figure".to_owned() } else { stem() };
        }
        let mut warnings = opened.warnings;
        put_on_rig_beside(path, &mut figure, &mut warnings)?;
        Ok(Self {
            figure,
            format: opened.format,
            warnings,
            notes: opened.notes,
            document: opened.document,
            given: None,
            face: Vec::new(),
            unknown_morphs: Vec::new(),
            given_values: BTreeMap::new(),
            brought: 0..0,
            rekeyed: 0..0,
        })
    }
}

/// Applies the rig of NAME.glb.rig.json, else of NAME.rig.json, beside NAME.glb to the figure.
fn put_on_rig_beside(
    path: &Path,
    figure: &mut Figure,
    warnings: &mut Vec<String>,
) -> anyhow::Result<()> {
    let beside = [rig_path(path), path.with_extension("rig.json")]
        .into_iter()
        .find(|beside| beside.is_file());
    let Some(beside) = beside.filter(|_| !is_standard(path)) else { return Ok(()) };
    let (text, shown) = (read_text(&beside)?, shown(&beside));
    let rig = RigFile::read(&text)
        .with_context(|| format!("the rig file {shown} beside the figure cannot be read"))?;
    let misfits = rig.apply(figure);
    warnings
        .extend(rig.warnings.iter().chain(&misfits).map(|problem| format!("{shown}: {problem}")));
    Ok(())
}

/// Whether a name means an embedded figure.
pub(crate) fn is_embedded(name: &str) -> bool {
    name.starts_with(EMBEDDED)
}

/// A file to write, with the files that accompany it.
#[derive(Debug)]
pub(crate) struct Saved {
    pub(crate) bytes: Vec<u8>,
    /// Paths relative to the file's folder, with contents.
    pub(crate) beside: Vec<(String, Vec<u8>)>,
    /// The text of the rig file beside it.
    pub(crate) rig: Option<String>,
}

impl Saved {
    /// A file that needs no other files.
    pub(crate) const fn alone(bytes: Vec<u8>) -> Self {
        Self { bytes, beside: Vec::new(), rig: None }
    }
}

/// Refuses a name that is neither an embedded figure nor a readable file.
#[cfg(feature = "studio")]
pub(crate) fn find(name: &str) -> anyhow::Result<()> {
    match name.strip_prefix(EMBEDDED) {
        Some(embedded) => Source::embedded(embedded).map(drop),
        None => read(Path::new(name)).map(drop),
    }
}

/// The bytes of a file, or of standard input.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    if is_standard(path) {
        return read_standard();
    }
    if path.is_dir() {
        bail!("\"{}\" is a folder; name a file in it", path.display());
    }
    fs::read(path)
        .map_err(|failure| anyhow!("cannot read \"{}\": {}", path.display(), reason(&failure)))
}

/// The text of a file, or of standard input.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    text_of(read(path)?, path)
}

/// The text of a file with these bytes.
pub(crate) fn text_of(bytes: Vec<u8>, path: &Path) -> anyhow::Result<String> {
    let text = String::from_utf8(bytes)
        .map_err(|_| anyhow!("{} is not UTF-8 text; save it as UTF-8", shown(path)))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The name of an input file in messages.
pub(crate) fn shown(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { format!("\"{}\"", path.display()) }
}

/// Standard input can be read only once: a second reader would find it empty.
fn read_standard() -> anyhow::Result<Vec<u8>> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        bail!("- is set for two files, but standard input is only one; use a path for the other");
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|failure| anyhow!("cannot read standard input: {}", reason(&failure)))?;
    Ok(bytes)
}

/// The reason why a file cannot be read or written, for users.
pub(crate) fn reason(failure: &io::Error) -> String {
    match failure.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => {
            let text = failure.to_string();
            text.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}
