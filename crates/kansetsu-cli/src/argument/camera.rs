//! `--size` and `--view`.

use kansetsu_draw::{Picture, View};
use kansetsu_formats::Figure;

use super::Size;

/// The size of a picture and the view direction.
#[derive(Debug, clap::Args)]
pub(crate) struct CameraArgs {
    /// The size of the picture, pixels; with --sheet, of each cell [default: 960x960, a cell
    /// 320x320]
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    size: Option<Size>,
    /// The view direction: front, back, left (or side), right, top, bottom, three-quarter, iso, or
    /// AZ,EL in degrees
    ///
    /// Azimuth 0 is in front of the figure, 90 on its left; elevation 0 is level, 90 above.
    /// `kansetsu inspect` prints the front of a figure: from its humanoid joints at rest, else from
    /// the convention of its format.
    #[arg(long, value_name = "VIEW", default_value = "three-quarter", allow_hyphen_values = true)]
    view: View,
}

impl CameraArgs {
    /// The picture settings: a square of `side` pixels unless the user sets a size.
    pub(crate) fn picture(&self, figure: &Figure, side: u32) -> Picture {
        let size = self.size.unwrap_or(Size { width: side, height: side });
        Picture {
            width: size.width,
            height: size.height,
            view: self.view,
            front_deg: figure.front().azimuth_deg(),
            ..Picture::default()
        }
    }
}
