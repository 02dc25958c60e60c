//! What a page does for the studio: it gives files to its browser and takes them from it.

use std::sync::Arc;

use kansetsu_formats::Converted;

use super::{Footage, GivenFile, Look};
use crate::{document::Conversion, text::Language};

/// What became of a file that was given away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handed {
    /// It lies where the user wanted it, under this name.
    Saved(String),
    /// The browser downloads it; whether it arrives is unknown.
    Downloading(String),
    /// The user thought better of it.
    GivenUp,
    /// It was not saved; the browser's reason.
    Refused(String),
}

/// How the lab is opened.
#[derive(Clone, Debug)]
pub struct LabOrder {
    /// Where: the part of a link behind `#`.
    pub fragment: String,
    /// The language of the interface.
    pub language: Language,
    /// Its colours.
    pub look: Look,
    /// The humanoid that is open: its joints, roles and limits, as GLB.
    pub humanoid: Option<Vec<u8>>,
}

/// Takes the outcome of a save.
pub type WhenHanded = Box<dyn FnOnce(Handed)>;
/// Takes what the user chose; nothing when nothing was selected.
pub type WhenPicked = Box<dyn FnOnce(Vec<GivenFile>)>;

/// Takes a converted file; the writer's sentence where there is none.
pub type WhenConverted = Box<dyn FnOnce(Result<Converted, String>)>;

/// The host that runs the studio where it has no file system.
pub trait Host {
    /// Passes a file to the user at once. `again` means the place that the last file of this name
    /// was saved to, where the user was asked for one.
    fn save(&self, name: &str, bytes: &Arc<[u8]>, again: bool, done: WhenHanded);
    /// Lets the user select files.
    fn pick(&self, done: WhenPicked);
    /// Reads a file of a format that is not read here.
    fn read(&self, foreign: Foreign, done: WhenRead);
    /// Converts a figure to a format that is not written here.
    fn convert(&self, order: Conversion, done: WhenConverted);
    /// Opens the lab.
    fn open_lab(&self, order: LabOrder);
    /// Whether it packs films.
    fn films(&self) -> bool {
        false
    }
    /// Begins a film of this size, pixels, with so many pictures a second; `None` where it makes
    /// none.
    fn film(&self, _size: [u32; 2], _rate: f32) -> Option<Box<dyn Filmer>> {
        None
    }
}

/// A film that is packed picture by picture.
pub trait Filmer {
    /// Whether it should be given no more for now.
    fn is_full(&self) -> bool;
    /// Adds a picture: sRGB, row by row from the top; when it is shown and for how long, seconds.
    fn add(&mut self, pixels: &[[u8; 4]], when: [f64; 2]);
    /// Ends it.
    fn finish(self: Box<Self>, done: WhenFilmed);
}

/// Takes what a film was packed to; the encoder's reason where it was not.
pub type WhenFilmed = Box<dyn FnOnce(Result<Footage, String>) + Send>;

/// A file of another format, to be made GLB.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The file.
    pub file: GivenFile,
    /// What it may refer to.
    pub beside: Vec<GivenFile>,
    /// For a motion: the file of the bones that it is for, where it has one.
    pub of: Option<GivenFile>,
}

/// What the host has made of a file of another format.
#[derive(Clone, Debug)]
pub struct ReadByHost {
    /// The file as GLB; `None` for a motion that has nothing for the bones that it was read for.
    pub exchanged: Option<Converted>,
    /// The names of the files of [`Foreign::beside`] that were needed.
    pub used: Vec<String>,
}

/// Takes what was read; the loader's sentence where it is damaged.
pub type WhenRead = Box<dyn FnOnce(Result<ReadByHost, String>)>;
