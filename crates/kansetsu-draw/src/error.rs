//! Errors of requests for a picture.

/// The reason why a picture cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A side of the picture is 0 or too large.
    #[error(
        "a picture of {width}x{height} pixels cannot be drawn: each side must be from 1 to {}",
        crate::largest::SIDE
    )]
    Size {
        /// The requested width, pixels.
        width: u32,
        /// The requested height, pixels.
        height: u32,
    },
    /// A view that is neither a name nor two angles.
    #[error(
        "\"{text}\" is not a view: expected front, back, left, right, top, bottom, three-quarter, iso or AZIMUTH,ELEVATION in degrees, for example 30,15"
    )]
    View {
        /// The text.
        text: String,
    },
    /// A grid that is not rows and columns.
    #[error(
        "\"{text}\" is not a sheet size: expected ROWSxCOLUMNS, each from 1 to {}, for example 3x5",
        crate::largest::CELLS
    )]
    Sheet {
        /// The text.
        text: String,
    },
    /// The pixels cannot be packed into a PNG file.
    #[error("the PNG encoder failed: {0}")]
    Encode(#[from] image::ImageError),
}
