//! What is behind the figures, in the view and in pictures.

use serde::{Deserialize, Serialize};

/// The background. Colours are sRGB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Background {
    /// That of the light or dark theme.
    #[default]
    Theme,
    /// One colour.
    Color {
        /// Everywhere.
        color: [u8; 3],
    },
    /// From one colour to another.
    Gradient {
        /// At the top.
        top: [u8; 3],
        /// At the bottom.
        bottom: [u8; 3],
    },
}

impl Background {
    /// The colours at the top and at the bottom; those of the theme are not its own.
    #[must_use]
    pub const fn colors(self) -> Option<[[u8; 3]; 2]> {
        match self {
            Self::Theme => None,
            Self::Color { color } => Some([color; 2]),
            Self::Gradient { top, bottom } => Some([top, bottom]),
        }
    }
}
