//! What can go wrong with pictures.

use thiserror::Error;

/// Why a picture could not be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is nothing to draw on, or more than the graphics card can hold.
    #[error(
        "a picture of {width} × {height} pixels cannot be drawn: each side must be from 1 to {most}"
    )]
    Size {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// What the graphics card can hold.
        most: u32,
    },
    /// The graphics card went away.
    #[error("the picture was lost on the graphics card")]
    Lost,
    /// The file could not be written.
    #[error("the PNG file could not be made: {0}")]
    Png(String),
}
