//! A motion as a film: an animated GIF.

use gif::{DisposalMethod, Encoder, Frame, Repeat};

/// A film that is being made, picture by picture.
pub struct Film {
    encoder: Encoder<Vec<u8>>,
    size: [u16; 2],
}

/// How the colours of each picture are selected, 1 (best) to 30 (fastest): as quick as the graphics
/// card draws, and no bands on skin.
const SPEED: i32 = 10;
/// GIF knows no half-transparent pixels: from this alpha on they are opaque.
const OPAQUE: u8 = 128;

impl Film {
    /// A film of this size, pixels; it loops, or stops at its end.
    ///
    /// # Errors
    /// A sentence, for a size that the format cannot hold.
    pub fn new([width, height]: [u32; 2], looping: bool) -> Result<Self, String> {
        let side = |pixels: u32| {
            u16::try_from(pixels)
                .map_err(|_| format!("a video cannot be {pixels} pixels wide or high"))
        };
        let size = [side(width)?, side(height)?];
        let mut encoder =
            Encoder::new(Vec::new(), size[0], size[1], &[]).map_err(|error| error.to_string())?;
        encoder
            .set_repeat(if looping { Repeat::Infinite } else { Repeat::Finite(0) })
            .map_err(|error| error.to_string())?;
        Ok(Self { encoder, size })
    }

    /// Adds a picture that is shown for so many hundredths of a second; sRGB with straight alpha,
    /// row by row from the top.
    ///
    /// # Errors
    /// A sentence, for a picture of another size.
    pub fn add(&mut self, pixels: &[[u8; 4]], hundredths: u16) -> Result<(), String> {
        let [width, height] = self.size;
        if pixels.len() != usize::from(width) * usize::from(height) {
            return Err(format!("a frame of the video is not {width} by {height} pixels"));
        }
        let clear = |&[r, g, b, a]: &[u8; 4]| if a < OPAQUE { [0; 4] } else { [r, g, b, u8::MAX] };
        let mut pixels: Vec<[u8; 4]> = pixels.iter().map(clear).collect();
        let mut frame = Frame::from_rgba_speed(width, height, pixels.as_flattened_mut(), SPEED);
        (frame.delay, frame.dispose) = (hundredths, DisposalMethod::Background);
        self.encoder.write_frame(&frame).map_err(|error| error.to_string())
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// A sentence, should something refuse to be written.
    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.encoder.into_inner().map_err(|error| error.to_string())
    }
}

/// How many frames a second a film has at most: programs that show GIF slow down what is faster.
const FASTEST: f32 = 34.0;

/// The times of a film's pictures, seconds, and how long each is shown, hundredths of a second: the
/// nearest, with nothing lost over time. A film that loops does not show its end twice.
#[must_use]
pub fn film_times([start, end]: [f32; 2], rate: f32, looping: bool) -> Vec<(f32, u16)> {
    let every = (rate / FASTEST).ceil().max(1.0);
    let step = every / rate;
    let count = ((end - start) / step + 1e-3).floor() as usize;
    let frames = if looping { count.max(1) } else { count + 1 };
    let hundredths = |frame: usize| (frame as f32 * step * 100.0).round() as u32;
    let shown =
        |frame: usize| u16::try_from(hundredths(frame + 1) - hundredths(frame)).unwrap_or(u16::MAX);
    (0..frames).map(|frame| (start + frame as f32 * step, shown(frame))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_is_as_long_as_its_motion() {
        for (duration, rate, looping, frames) in [
            (1.0, 30.0, true, 30),
            (1.0, 30.0, false, 31),
            (2.0, 120.0, true, 60),
            (0.0, 30.0, true, 1),
        ] {
            let times = film_times([0.5, 0.5 + duration], rate, looping);
            assert_eq!(times[0].0, 0.5);
            assert_eq!(times.len(), frames, "{duration} s at {rate}");
            let shown: u32 = times.iter().map(|(_, shown)| u32::from(*shown)).sum();
            let wanted = (duration * 100.0).round() as u32;
            assert!(shown.abs_diff(wanted) <= 4, "{shown} for {wanted}");
        }
    }

    #[test]
    fn pictures_come_back_with_their_colours_and_what_is_clear() {
        let mut film = Film::new([2, 2], true).expect("a film");
        let picture = [[255, 0, 0, 255], [0, 0, 255, 255], [9, 9, 9, 20], [0, 255, 0, 200]];
        film.add(&picture, 4).expect("a picture");
        film.add(&picture, 5).expect("a picture");
        assert!(film.add(&picture[..3], 4).is_err());
        let bytes = film.finish().expect("a file");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).expect("a GIF file");
        for delay in [4, 5] {
            let frame = decoder.read_next_frame().expect("sound").expect("a frame");
            assert_eq!(frame.delay, delay);
            let pixels: Vec<[u8; 4]> = frame
                .buffer
                .chunks_exact(4)
                .map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]])
                .collect();
            assert_eq!(pixels[2][3], 0, "what is nearly clear is clear");
            for (found, wanted) in
                pixels.iter().zip(picture).filter(|(_, wanted)| wanted[3] > OPAQUE)
            {
                assert!(
                    found
                        .iter()
                        .zip([wanted[0], wanted[1], wanted[2], 255])
                        .all(|(a, b)| a.abs_diff(b) < 8),
                    "{found:?} {wanted:?}"
                );
            }
        }
        assert!(decoder.read_next_frame().expect("sound").is_none());
    }
}
