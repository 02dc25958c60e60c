//! The project file: a document as JSON. Its format is described in
//! `docs/reference/project-file.md`.
//!
//! What a newer version of the same format adds is kept: fields that this version does not know are
//! written again when the project is saved, in any position.

mod error;
mod extras;
mod file;
mod joint_map;
mod limits;
mod load;
mod save;

pub use error::ProjectError;
pub use extras::Extras;
pub use file::VERSION;
pub(in crate::document) use load::load_value;
pub use load::{Loaded, Surroundings, load};
pub use save::{Embedding, save};
