//! A link that holds a pose and a view in its fragment: nothing is uploaded, nothing is looked up.
//!
//! A link is for built-in figures alone: a figure from a file would not be there for who opens it. What it holds is what is shown:
//! the poses, where the figures stand, the camera. The layout is described in `docs/project.md`.

mod bytes;
mod read;
mod turn;
mod write;

pub use read::{Shared, from_fragment};
pub use write::to_fragment;

/// What the fragment begins with.
pub const PREFIX: &str = "pose=";
/// The version of the layout.
const VERSION: u8 = 1;
/// No link holds more figures.
const MOST_FIGURES: usize = 32;

/// What is said of a figure.
mod figure_flags {
    /// It does not stand at the origin as it was built.
    pub(super) const PLACED: u8 = 1;
}

/// What is said of a joint.
mod joint_flags {
    /// Its rotation follows.
    pub(super) const TURNED: u8 = 1;
    /// Its translation follows.
    pub(super) const MOVED: u8 = 2;
    /// Its scale follows.
    pub(super) const SCALED: u8 = 4;
}
