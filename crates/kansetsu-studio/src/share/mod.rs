//! A link that holds a pose and a view in its fragment: nothing is uploaded, nothing is looked up.
//!
//! A link is for built-in figures alone: a figure from a file would not be there for who opens it.
//! What it holds is what is shown: the poses, the placements of the figures, the camera. The layout
//! is described in `docs/reference/project-file.md`.

mod bytes;
mod layout;
mod read;
mod turn;
mod write;

pub use layout::PREFIX;
pub use read::{Shared, from_fragment};
pub use write::to_fragment;
