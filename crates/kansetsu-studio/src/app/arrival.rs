//! What arrives: files, and the results of background work.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu::d3::Transform;
use kansetsu_formats::Converted;

use super::import::{Given, Place, Step};
use crate::{
    document::{Content, FigureKey, Refusal},
    motion::Motion,
    text::Phrase,
};

/// What came from outside or from a job.
pub(crate) enum Arrival {
    /// Files that somebody chose or dropped.
    Files {
        /// The files.
        files: Vec<Given>,
        /// Whether a figure is added to what is there.
        adds: bool,
    },
    /// A step of an import.
    Import(Place, Step),
    /// A film that was packed.
    Filmed {
        /// Its name.
        name: String,
        /// The file's bytes, or why there are none.
        film: Result<Vec<u8>, String>,
    },
    /// Something was saved.
    Saved {
        /// Under this name.
        name: String,
        /// For the project: what was saved. What was changed since is not.
        project: Option<Content>,
    },
    /// The browser downloads something.
    Downloading {
        /// Under this name.
        name: String,
        /// For the project: what is in it.
        project: Option<Content>,
    },
    /// The files that a record refers to are at hand.
    Fetched {
        /// Its name.
        record: String,
    },
    /// A dialog for files is gone.
    DialogClosed {
        /// Whether it was there at all.
        was_there: bool,
    },
    /// A motion that was baked.
    Baked(Box<Baked>),
    /// A figure or a motion in the format of another program.
    Exported(Box<Exported>),
    /// Something failed.
    Failed(Phrase),
}

/// A figure or a motion in the format of another program.
pub(crate) struct Exported {
    /// The name of the file.
    pub(crate) name: String,
    /// The file, or why there is none.
    pub(crate) converted: Result<Converted, Refusal>,
}

/// A motion that was baked.
#[derive(Clone, Debug)]
pub struct Baked {
    /// What the step is called.
    pub label: Phrase,
    /// Its figure.
    pub figure: FigureKey,
    /// The motion that it was made from.
    pub from: Arc<Motion>,
    /// The un-keyed changes that it holds.
    pub unkeyed: BTreeMap<usize, Transform>,
    /// The motion.
    pub motion: Motion,
}
