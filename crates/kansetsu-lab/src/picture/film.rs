//! A page's demonstration as an animated GIF.

use gif::{Encoder, Frame, Repeat};

use super::sheet::{self, PICTURE};
use crate::{Page, text::Language};

/// How long a picture of the film is shown, hundredths of a second: the fastest that every program
/// shows.
const SHOWN: u16 = 3;

/// A film of so many frames, each two of the lab page's: the lab page shows itself.
///
/// # Errors
/// A sentence, should an encoder refuse.
pub fn film(page: &mut dyn Page, frames: usize, language: Language) -> Result<Vec<u8>, String> {
    let [width, height] = PICTURE.map(|side| side as u16);
    let mut encoder =
        Encoder::new(Vec::new(), width, height, &[]).map_err(|error| error.to_string())?;
    encoder.set_repeat(Repeat::Infinite).map_err(|error| error.to_string())?;
    for frame in 0..frames {
        page.demonstrate(2 * frame);
        page.demonstrate(2 * frame + 1);
        let (palette, pixels) = indexed(&sheet::sheet(page, language)?.to_rgba());
        let mut frame = Frame::from_palette_pixels(width, height, pixels, palette, None);
        frame.delay = SHOWN;
        encoder.write_frame(&frame).map_err(|error| error.to_string())?;
    }
    encoder.into_inner().map_err(|error| error.to_string())
}

/// The colours of a picture by how often it has them, at most 256, and each pixel as the number of
/// the nearest. A flat picture has few.
fn indexed(rgba: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let coarse = |pixel: &[u8]| {
        usize::from(pixel[0] >> 3) << 10
            | usize::from(pixel[1] >> 3) << 5
            | usize::from(pixel[2] >> 3)
    };
    // How often, and one colour of the cell: the brightest, so that a plain background keeps its
    // own.
    let mut cells = vec![(0usize, [0u8; 3]); 1 << 15];
    for pixel in rgba.chunks_exact(4) {
        let cell = &mut cells[coarse(pixel)];
        cell.0 += 1;
        cell.1 = cell.1.max([pixel[0], pixel[1], pixel[2]]);
    }
    let mut used: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].0 > 0).collect();
    used.sort_by_key(|&cell| (std::cmp::Reverse(cells[cell].0), cell));
    let colors: Vec<[u8; 3]> = used.iter().take(256).map(|&cell| cells[cell].1).collect();
    let mut nearest = vec![0u8; cells.len()];
    for &cell in &used {
        let wanted = cells[cell].1;
        let far = |color: &[u8; 3]| {
            color.iter().zip(wanted).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>()
        };
        let best = colors
            .iter()
            .enumerate()
            .min_by_key(|(_, color)| far(color))
            .map_or(0, |(index, _)| index);
        nearest[cell] = u8::try_from(best).unwrap_or_default();
    }
    (colors.concat(), rgba.chunks_exact(4).map(|pixel| nearest[coarse(pixel)]).collect())
}
