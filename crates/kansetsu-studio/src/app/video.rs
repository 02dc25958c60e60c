//! Films as AV1, packed by rav1e in a separate thread.
//!
//! Source of the colours: ITU-R BT.709-6, part 3.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use rav1e::prelude::{
    ChromaSampling, ColorDescription, ColorPrimaries, Config, Context, EncoderConfig,
    EncoderStatus, FrameType, MatrixCoefficients, PixelRange, Rational, TransferCharacteristics,
};

use super::{Filmer, Footage, Packed, WhenFilmed};

/// The quickest of rav1e's presets: the next makes a film a quarter smaller and takes half as long
/// again.
const SPEED: u8 = 10;
/// How coarse colours may be, of 255: flat ones come back within 12 of 255. With 100 a film is a
/// quarter smaller.
const QUANTIZER: usize = 80;
/// Frames between two key frames, at most: two seconds, more or less, as in the web app.
const BETWEEN: u64 = 60;
/// Parts of a picture, of about the same size, that are packed side by side. Always as many, so
/// that a film is the same whatever packs it.
const TILES: usize = 4;
/// Pictures that may wait to be packed.
const WAITING: usize = 2;
/// What begins every picture, and has no place in a WebM file: an empty temporal delimiter (AV1
/// Bitstream & Decoding Process Specification, 5.6; "Codec Mapping of AV1 in Matroska/WebM").
const DELIMITER: [u8; 2] = [0x12, 0x00];

/// A film that is packed as AV1, beside the app window.
pub struct Encoder {
    orders: Sender<Order>,
    waiting: Arc<AtomicUsize>,
    size: [u32; 2],
}

enum Order {
    /// Planes of luma and of both chromas.
    Picture([Vec<u8>; 3]),
    Finish(WhenFilmed),
}

impl Encoder {
    /// Begins a film of this size, pixels, both even, with so many pictures a second.
    #[must_use]
    pub fn new(size: [u32; 2], rate: f32) -> Self {
        let (orders, taken) = channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let left = Arc::clone(&waiting);
        // It ends with the film, or when the film is given up.
        thread::spawn(move || pack(&taken, &left, (size, rate)));
        Self { orders, waiting, size }
    }
}

impl Filmer for Encoder {
    fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= WAITING
    }

    fn add(&mut self, pixels: &[[u8; 4]], _when: [f64; 2]) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // When the encoder has stopped, the end of the film returns the reason.
        let _ = self.orders.send(Order::Picture(planes(pixels, self.size)));
    }

    fn finish(self: Box<Self>, done: WhenFilmed) {
        if let Err(unsent) = self.orders.send(Order::Finish(done))
            && let Order::Finish(done) = unsent.0
        {
            done(Err("the encoder stopped".to_owned()));
        }
    }
}

/// Packs what is ordered until the film ends.
fn pack(orders: &Receiver<Order>, waiting: &AtomicUsize, (size, rate): ([u32; 2], f32)) {
    let mut packing = Packing::new(size, rate);
    for order in orders {
        match order {
            Order::Picture(planes) => {
                packing = packing.and_then(|packing| packing.with(&planes));
                waiting.fetch_sub(1, Ordering::Relaxed);
            }
            Order::Finish(done) => return done(packing.and_then(Packing::finish)),
        }
    }
}

/// An encoder at work.
struct Packing {
    context: Context<u8>,
    width: usize,
    rate: f32,
    pictures: Vec<Packed>,
}

impl Packing {
    fn new([width, height]: [u32; 2], rate: f32) -> Result<Self, String> {
        let [width, height] = [width as usize, height as usize];
        let encoder = EncoderConfig {
            width,
            height,
            time_base: Rational::new(1000, (1000.0 * rate).round().max(1.0) as u64),
            chroma_sampling: ChromaSampling::Cs420,
            pixel_range: PixelRange::Limited,
            color_description: Some(ColorDescription {
                color_primaries: ColorPrimaries::BT709,
                transfer_characteristics: TransferCharacteristics::BT709,
                matrix_coefficients: MatrixCoefficients::BT709,
            }),
            // Pictures come out in the order in which they go in.
            low_latency: true,
            max_key_frame_interval: BETWEEN,
            quantizer: QUANTIZER,
            tiles: TILES,
            ..EncoderConfig::with_speed_preset(SPEED)
        };
        let context = Config::new()
            .with_encoder_config(encoder)
            .new_context()
            .map_err(|error| error.to_string())?;
        Ok(Self { context, width, rate, pictures: Vec::new() })
    }

    fn with(mut self, planes: &[Vec<u8>; 3]) -> Result<Self, String> {
        let mut frame = self.context.new_frame();
        for (plane, (bytes, width)) in frame.planes.iter_mut().zip(planes.iter().zip([
            self.width,
            self.width / 2,
            self.width / 2,
        ])) {
            plane.copy_from_raw_u8(bytes, width, 1);
        }
        self.context.send_frame(frame).map_err(|status| status.to_string())?;
        self.take()
    }

    /// Takes what is packed.
    fn take(mut self) -> Result<Self, String> {
        loop {
            match self.context.receive_packet() {
                Ok(packet) => self.pictures.push(Packed {
                    at: (1000.0 * packet.input_frameno as f64 / f64::from(self.rate)).round()
                        as u32,
                    is_key: packet.frame_type == FrameType::KEY,
                    bytes: packet.data.strip_prefix(&DELIMITER).unwrap_or(&packet.data).to_vec(),
                }),
                Err(EncoderStatus::Encoded) => {}
                Err(EncoderStatus::NeedMoreData | EncoderStatus::LimitReached) => return Ok(self),
                Err(status) => return Err(status.to_string()),
            }
        }
    }

    fn finish(mut self) -> Result<Footage, String> {
        self.context.flush();
        let packing = self.take()?;
        let setup = packing.context.container_sequence_header();
        Ok(Footage { codec: "V_AV1".to_owned(), setup, pictures: packing.pictures })
    }
}

/// How much of luma is red, green and blue, and how far blue and red may be from luma.
const LUMA: [f32; 3] = [0.2126, 0.7152, 0.0722];
const FAR: [f32; 2] = [1.8556, 1.5748];

/// Luma of every pixel, chroma of every four.
fn planes(pixels: &[[u8; 4]], [width, height]: [u32; 2]) -> [Vec<u8>; 3] {
    let [width, height] = [width as usize, height as usize];
    let luma = |[r, g, b]: [f32; 3]| LUMA[0] * r + LUMA[1] * g + LUMA[2] * b;
    let of = |pixel: &[u8; 4]| [0, 1, 2].map(|channel| f32::from(pixel[channel]) / 255.0);
    let bright =
        pixels.iter().map(|pixel| (16.0 + 219.0 * luma(of(pixel))).round() as u8).collect();
    let mut chromas =
        [Vec::with_capacity(width * height / 4), Vec::with_capacity(width * height / 4)];
    for row in 0..height / 2 {
        for column in 0..width / 2 {
            let at = 2 * row * width + 2 * column;
            let four = [at, at + 1, at + width, at + width + 1].map(|at| of(&pixels[at]));
            let mean = [0, 1, 2]
                .map(|channel| 0.25 * four.iter().map(|pixel| pixel[channel]).sum::<f32>());
            let luma = luma(mean);
            for (chroma, (colour, far)) in
                chromas.iter_mut().zip([mean[2], mean[0]].into_iter().zip(FAR))
            {
                chroma.push((128.0 + 224.0 * (colour - luma) / far).round() as u8);
            }
        }
    }
    let [blue, red] = chromas;
    [bright, blue, red]
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn colours_are_those_of_hdtv() {
        // White, black, red, blue: ITU-R BT.2111, table of 100 % bars in 8 bits.
        for (colour, wanted) in [
            ([255; 3], [235, 128, 128]),
            ([0; 3], [16, 128, 128]),
            ([255, 0, 0], [63, 102, 240]),
            ([0, 0, 255], [32, 240, 118]),
        ] {
            let [r, g, b] = colour;
            let planes = planes(&[[r, g, b, 255]; 4], [2, 2]);
            assert_eq!([planes[0][3], planes[1][0], planes[2][0]], wanted, "{colour:?}");
        }
    }

    #[test]
    fn every_picture_comes_out_in_order_and_the_first_stands_for_itself() {
        let mut film: Box<dyn Filmer> = Box::new(Encoder::new([64, 48], 30.0));
        for frame in 0..70_u8 {
            film.add(
                &vec![[3 * frame, 255 - frame, 90, 255]; 64 * 48],
                [f64::from(frame) / 30.0, 1.0 / 30.0],
            );
        }
        let (send, receive) = channel();
        film.finish(Box::new(move |footage| send.send(footage).expect("somebody waits")));
        let footage = receive.recv().expect("it ends").expect("it is packed");
        assert_eq!(footage.pictures.len(), 70);
        assert!(
            footage.pictures.is_sorted_by_key(|picture| picture.at) && footage.pictures[0].is_key
        );
        assert!(
            footage.pictures.iter().any(|picture| picture.is_key && picture.at > 0),
            "and another within two seconds or so"
        );
        assert!(
            footage
                .pictures
                .iter()
                .all(|picture| !picture.bytes.starts_with(&DELIMITER) && !picture.bytes.is_empty())
        );
    }

    #[test]
    fn a_film_that_is_given_up_stops() {
        let mut film = Encoder::new([16, 16], 30.0);
        film.add(&[[0, 0, 0, 255]; 256], [0.0, 1.0]);
        drop(film);
    }
}
