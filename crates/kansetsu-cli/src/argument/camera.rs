//! `--size` and `--view`.

use kansetsu_draw::{Picture, View};
use kansetsu_formats::Figure;

use super::Size;

/// How large a picture is and from where it is seen.
#[derive(Debug, clap::Args)]
pub(crate) struct CameraArgs {
    /// How large a picture is, pixels; with --sheet, each cell [default: 960x960, a cell 320x320]
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    size: Option<Size>,
    /// From where: front, back, left (or side), right, top, bottom, three-quarter, iso, or AZ,EL in
    /// degrees
    ///
    /// Azimuth 0 is in front of the figure, 90 on its left; elevation 0 is level, 90 above.
    /// `kansetsu inspect` states where the front of a figure is: by its humanoid joints at rest,
    /// else by its format.
    #[arg(long, value_name = "VIEW", default_value = "three-quarter", allow_hyphen_values = true)]
    view: View,
}

impl CameraArgs {
    /// How to draw a figure, in a square of `side` pixels unless the user says otherwise.
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
