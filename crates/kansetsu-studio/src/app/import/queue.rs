//! Files that came together, and what became of each so far.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{
    given::{GivenFile, last_part},
    kind::Kind,
    message,
    read::{Attempt, MotionsFor, Order, Read},
};
use crate::{
    app::{Banner, ReadByHost},
    document::{DocumentKey, FigureKey, Opened},
};

/// A file that was given: itself, or its name and why it cannot be read.
pub(crate) type Given = Result<GivenFile, (String, String)>;

/// What arrives for an import.
pub(crate) enum Step {
    /// A file was read.
    Read(Box<Read>),
    /// The host has read a file of another format.
    Answered(Box<(Order, Result<ReadByHost, String>)>),
}

/// Which file of which import a step is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// [`Import::key`].
    pub(super) import: u64,
    pub(super) index: usize,
}

/// Files that came together.
pub(crate) struct Import {
    /// Never repeats.
    pub(super) key: u64,
    pub(super) files: Arc<[GivenFile]>,
    /// Whether models are added beside the present ones, and motions of other bodies move their own
    /// skeletons.
    pub(super) adds: bool,
    /// The files without a message yet.
    pub(super) left: BTreeMap<usize, Kind>,
    /// The messages, each with its file's name.
    pub(super) told: Vec<(String, Banner)>,
    /// Where it takes place; set when it begins.
    pub(super) home: Option<Home>,
    /// What is read now.
    pub(super) reading: Option<Reading>,
}

/// Where an import takes place, and what it has opened there.
pub(super) struct Home {
    /// [`Import::adds`].
    pub(super) adds: bool,
    pub(super) document: DocumentKey,
    /// The figure that was selected when it began.
    pub(super) selected: Option<FigureKey>,
    /// The models, in the order in which they were opened.
    pub(super) models: Vec<FigureKey>,
    /// The skeletons of motions that fitted no other figure.
    pub(super) skeletons: Vec<FigureKey>,
    /// Whether it has opened a project.
    pub(super) has_project: bool,
    /// Whether a model has taken other files of the import.
    pub(super) has_textures: bool,
    /// Whether it has put a picture behind the figures.
    pub(super) has_backdrop: bool,
    /// Whether files are left that are for a figure: the one that was selected must stay for them.
    pub(super) needs_selected: bool,
}

/// A file that is being read.
pub(super) struct Reading {
    pub(super) index: usize,
    pub(super) kind: Kind,
    /// What it is read for next.
    pub(super) attempts: VecDeque<Attempt>,
    /// The motion's own skeleton.
    pub(super) own: Option<Box<Opened>>,
    /// The motions for the figure that they fit best so far.
    pub(super) best: Option<Box<MotionsFor>>,
}

impl Import {
    pub(super) fn new(given: Vec<Given>, adds: bool) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut told = Vec::new();
        let mut files = Vec::new();
        for given in given {
            match given {
                Ok(file) => files.push(file),
                Err((name, reason)) => {
                    told.push((last_part(&name).to_owned(), message::not_read(&reason).into()))
                }
            }
        }
        let left = files.iter().enumerate().map(|(index, file)| (index, Kind::of(file))).collect();
        let key = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { key, files: files.into(), adds, left, told, home: None, reading: None }
    }

    /// The file to open next.
    pub(super) fn next(&self) -> Option<(usize, Kind)> {
        self.left
            .iter()
            .map(|(&index, &kind)| (index, kind))
            .min_by_key(|&(index, kind)| (kind, index))
    }

    /// Sets the message of a file; the first one counts.
    pub(super) fn tell(&mut self, index: usize, message: Banner) {
        if self.left.remove(&index).is_some() {
            self.told.push((last_part(&self.files[index].name).to_owned(), message));
        }
    }

    /// The name of a file, without folders.
    pub(super) fn name(&self, index: usize) -> &str {
        last_part(&self.files[index].name)
    }
}

impl Home {
    pub(super) fn new((document, selected): (DocumentKey, Option<FigureKey>), adds: bool) -> Self {
        let (models, skeletons) = (Vec::new(), Vec::new());
        Self {
            adds,
            document,
            selected,
            models,
            skeletons,
            has_project: false,
            has_textures: false,
            has_backdrop: false,
            needs_selected: false,
        }
    }

    /// The figures that a motion or a pose may be for: the models of the import, then the figure
    /// that was selected.
    pub(super) fn candidates(&self) -> Vec<FigureKey> {
        let selected =
            self.selected.filter(|selected| !self.adds && !self.models.contains(selected));
        self.models.iter().copied().chain(selected).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::Weight, text::Phrase};

    fn import(names: &[(&str, &[u8])]) -> Import {
        let file = |(name, bytes): &(&str, &[u8])| {
            Ok(GivenFile { name: (*name).to_owned(), bytes: (*bytes).into() })
        };
        Import::new(names.iter().map(file).collect(), false)
    }

    fn news() -> Banner {
        Banner::of(Weight::News, Phrase::new("done", "完了"), None)
    }

    #[test]
    fn models_come_before_motions_whatever_the_order() {
        let mut import = import(&[
            ("a.png", b"\x89PNG"),
            ("b.bvh", b"HIERARCHY"),
            ("c.vmd", b"Vocaloid Motion Data 0002"),
            ("d.glb", b"glTF"),
        ]);
        let mut order = Vec::new();
        while let Some((index, _)) = import.next() {
            order.push(import.name(index).to_owned());
            import.tell(index, news());
        }
        assert_eq!(order, ["d.glb", "b.bvh", "c.vmd", "a.png"]);
    }

    #[test]
    fn a_file_has_one_message() {
        let mut import = import(&[("a.bin", b"?"), ("d.glb", b"glTF")]);
        for index in [0, 1, 0] {
            import.tell(index, news());
        }
        assert!(import.next().is_none() && import.told.len() == 2);
    }

    #[test]
    fn a_key_never_repeats() {
        let keys: std::collections::BTreeSet<u64> = (0..100).map(|_| import(&[]).key).collect();
        assert_eq!(keys.len(), 100);
    }
}
