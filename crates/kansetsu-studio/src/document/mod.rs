//! What the studio edits.
//!
//! [`Content`] is what is saved, undone and compared; [`Document`] is content with the selection,
//! the time and the history. The content changes through [`Document::edit`] and the drags
//! ([`Document::begin_drag`]) alone.
//!
//! # Poses, keys, and changes that are not keyed
//!
//! A figure without a motion simply keeps its pose. When a motion plays, a change of the
//! pose is *un-keyed*: it holds at every time (scrubbing never loses it) until it is keyed or given
//! up, joint by joint. See [`Actor`].

mod actor;
mod attaching;
mod attachment;
mod background;
mod body;
mod bookmark;
mod bookmarks;
mod constraints;
mod content;
mod edit;
pub(crate) mod encoding;
mod export;
mod expression;
mod face;
mod file_rate;
pub mod hash;
mod history;
pub(crate) mod json;
mod key;
mod keying;
mod limits;
mod memory;
mod motion_file;
mod number;
mod open_document;
mod picture_frame;
mod pin;
pub mod project;
pub mod recovery;
mod refusal;
mod roles;
mod selection;
mod settings;
mod settle;
mod sharing;
mod source;
mod state;
mod swing;
mod trial;
mod used_range;
mod view;

pub use actor::Actor;
pub use attachment::Attachment;
pub use background::Background;
pub use bookmark::Bookmark;
pub use constraints::Constraints;
pub use content::Content;
pub use export::Conversion;
pub use face::Face;
pub use key::{DocumentKey, FigureKey};
pub use limits::Outside;
pub use motion_file::FoundMotions;
pub use open_document::Document;
pub use picture_frame::PictureFrame;
pub use pin::Pin;
pub use refusal::Refusal;
pub use selection::Selection;
pub use settings::{Axes, Settings, Snapping, Tool};
pub use source::{BesideFile, FileSource, Opened, Source};
pub use state::STATE_VERSION;
pub use swing::Swing;
pub use view::View;

pub use crate::library::SavedPose;
