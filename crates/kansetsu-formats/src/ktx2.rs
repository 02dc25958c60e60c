//! KTX2 pictures with Basis Universal texels, as `KHR_texture_basisu` allows: ETC1S with BasisLZ,
//! and UASTC, plain or with Zstandard.
//!
//! The crate `basisu` decodes the texels. It expects sound files, so this module reads the
//! container, checks all sizes, and passes on a minimal file of the largest level.
//!
//! Source: Khronos Group, "KTX File Format Specification", version 2.0, sections 3 and 5.

use basisu::{DecodeFlags, TargetFormat, Transcoder};
use image::RgbaImage;

/// The bytes that a decoded WebP or KTX2 picture may always have: 4,096 by 4,096 pixels.
pub(crate) const ALWAYS: u64 = 64 << 20;
/// The bytes before the level index.
const HEADER: usize = 80;
/// The bytes of an entry of the level index.
const LEVEL: usize = 24;
/// The bytes of the fixed part of BasisLZ's global data, and of the description of an image.
const GLOBAL: usize = 20;
/// The colour models of ETC1S and UASTC in the data format descriptor.
const ETC1S: u8 = 163;
const UASTC: u8 = 166;
/// The supercompression schemes.
const PLAIN: u32 = 0;
const BASIS_LZ: u32 = 1;
const ZSTANDARD: u32 = 2;

/// Decodes the largest level.
///
/// # Errors
/// The problem, as a phrase for a message.
pub(crate) fn decode(bytes: &[u8]) -> Result<RgbaImage, String> {
    let container = Container::of(bytes)?;
    let [width, height] = container.size;
    let minimal = container.minimal()?;
    let pixels = Transcoder::new(&minimal)
        .and_then(|file| file.transcode(0, TargetFormat::Rgba32, DecodeFlags::NONE))
        .map_err(|_| DAMAGED)?;
    RgbaImage::from_raw(width, height, pixels).ok_or_else(|| DAMAGED.to_owned())
}

const DAMAGED: &str = "its KTX2 data are damaged";

/// The parts of a file that its largest level needs.
struct Container<'a> {
    size: [u32; 2],
    scheme: u32,
    /// The data format descriptor.
    descriptor: &'a [u8],
    level: &'a [u8],
    /// The length of the level without Zstandard.
    unpacked: u64,
    /// BasisLZ's global data, with the description of the first image only.
    global: Vec<u8>,
}

impl<'a> Container<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, String> {
        let [format, type_size, width, height, depth, layers, faces, levels, scheme] =
            words(bytes, 12)?;
        if [format, type_size, depth] != [0, 1, 0] || layers > 1 || faces != 1 {
            return Err("only flat KTX2 pictures with ETC1S or UASTC texels are shown".to_owned());
        }
        let texels = u64::from(width) * u64::from(height);
        if texels == 0 || texels > ALWAYS / 4 || !(1..=16).contains(&levels) {
            return Err(format!("its size of {width} × {height} is not supported"));
        }
        let [descriptor, length] = words(bytes, 48)?;
        let descriptor = part(bytes, descriptor.into(), length.into())?;
        let model = *descriptor.get(12).ok_or(DAMAGED)?;
        let [offset, length, unpacked] = longs(bytes, HEADER)?;
        let level = part(bytes, offset, length)?;
        let blocks = u64::from(width.div_ceil(4)) * u64::from(height.div_ceil(4));
        let mut global = Vec::new();
        match (model, scheme) {
            (ETC1S, BASIS_LZ) => {
                let [offset, length] = longs(bytes, 64)?;
                global = first_image(part(bytes, offset, length)?, levels as usize)?;
            }
            (UASTC, PLAIN) if level.len() as u64 >= 16 * blocks => {}
            (UASTC, ZSTANDARD)
                if unpacked == 16 * blocks
                    && zstandard_window(level).is_some_and(|window| window <= WINDOW) => {}
            (UASTC, PLAIN | ZSTANDARD) => return Err(DAMAGED.to_owned()),
            _ => return Err("only ETC1S and UASTC texels are shown".to_owned()),
        }
        Ok(Self { size: [width, height], scheme, descriptor, level, unpacked, global })
    }

    /// A file of this level alone.
    fn minimal(&self) -> Result<Vec<u8>, String> {
        let descriptor = HEADER + LEVEL;
        let global = (descriptor + self.descriptor.len()).next_multiple_of(8);
        let level = (global + self.global.len()).next_multiple_of(16);
        let word = |number: usize| u32::try_from(number).map_err(|_| DAMAGED.to_owned());
        let [width, height] = self.size;
        let mut file = b"\xABKTX 20\xBB\r\n\x1A\n".to_vec();
        let words = [0, 1, width, height, 0, 0, 1, 1, self.scheme];
        let places = [word(descriptor)?, word(self.descriptor.len())?, 0, 0];
        file.extend(words.iter().chain(&places).flat_map(|word| word.to_le_bytes()));
        let unpacked = if self.scheme == ZSTANDARD { self.unpacked } else { 0 };
        let sizes = [global, self.global.len(), level, self.level.len()].map(|size| size as u64);
        file.extend(sizes.iter().chain([&unpacked]).flat_map(|size| size.to_le_bytes()));
        file.extend(self.descriptor);
        file.resize(global, 0);
        file.extend(&self.global);
        file.resize(level, 0);
        file.extend(self.level);
        Ok(file)
    }
}

/// Largest window size of Zstandard, bytes: what all decoders support.
const WINDOW: u64 = 8 << 20;

/// Window size of a Zstandard frame, bytes (RFC 8878, section 3.1.1.1).
fn zstandard_window(frame: &[u8]) -> Option<u64> {
    let (&descriptor, rest) = frame.strip_prefix(b"\x28\xB5\x2F\xFD")?.split_first()?;
    if descriptor & 0x20 == 0 {
        let &window = rest.first()?;
        let base = 1_u64 << (10 + (window >> 3));
        return Some(base + base / 8 * u64::from(window & 7));
    }
    let skipped = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let length = 1 << (descriptor >> 6);
    let mut size = [0; 8];
    size[..length].copy_from_slice(rest.get(skipped..)?.get(..length)?);
    Some(u64::from_le_bytes(size) + if length == 2 { 256 } else { 0 })
}

/// BasisLZ's global data without the descriptions of the smaller levels.
fn first_image(global: &[u8], images: usize) -> Result<Vec<u8>, String> {
    let [flags] = words(global, GLOBAL)?;
    if flags & 2 != 0 {
        return Err("videos are not shown".to_owned());
    }
    let kept = global.get(..2 * GLOBAL).ok_or(DAMAGED)?;
    let books = global.get(GLOBAL + images * GLOBAL..).ok_or(DAMAGED)?;
    Ok([kept, books].concat())
}

fn part(bytes: &[u8], offset: u64, length: u64) -> Result<&[u8], String> {
    let [offset, length] = [offset, length].map(|number| usize::try_from(number).ok());
    let found = offset.zip(length).and_then(|(offset, length)| bytes.get(offset..)?.get(..length));
    found.ok_or_else(|| "its KTX2 file seems truncated".to_owned())
}

fn words<const N: usize>(bytes: &[u8], at: usize) -> Result<[u32; N], String> {
    let words = part(bytes, at as u64, 4 * N as u64)?.as_chunks::<4>().0;
    Ok(std::array::from_fn(|index| u32::from_le_bytes(words[index])))
}

fn longs<const N: usize>(bytes: &[u8], at: usize) -> Result<[u64; N], String> {
    let longs = part(bytes, at as u64, 8 * N as u64)?.as_chunks::<8>().0;
    Ok(std::array::from_fn(|index| u64::from_le_bytes(longs[index])))
}
