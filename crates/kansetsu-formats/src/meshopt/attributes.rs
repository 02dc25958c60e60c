//! Elements of any meaning: blocks of vertices, whose bytes are stored as differences to the vertex
//! before.

use super::byte_groups::{self, WIDTHS_V0, WIDTHS_V1};
use super::coding::Shape;
use super::reader::{Reader, TRUNCATED, unzigzag, version};

/// The bytes of a block.
const BLOCK: usize = 8192;
/// The most vertices of a block.
const BLOCK_VERTICES: usize = 256;
/// The smallest tail of each version, bytes.
const TAIL: [usize; 2] = [32, 24];

pub(super) fn decode(stream: &[u8], shape: Shape) -> Result<Vec<u8>, String> {
    let Shape { count, stride } = shape;
    let mut reader = Reader { rest: stream };
    let version = version(&mut reader, 0xA0)?;
    let channel_count = if version == 0 { 0 } else { stride / 4 };
    let tail = (stride + channel_count).max(TAIL[usize::from(version)]);
    let body = reader.rest.len().checked_sub(tail).ok_or(TRUNCATED)?;
    // The tail ends with the vertex before the first one, and the kinds of the channels.
    let (body, tail) = reader.rest.split_at(body);
    let (vertex, channels) = tail[tail.len() - stride - channel_count..].split_at(stride);
    let mut decoder = Decoder {
        reader: Reader { rest: body },
        last: vertex.to_vec(),
        channels: (version == 1).then_some(channels),
    };
    let mut bytes = vec![0; count * stride];
    let per_block = (BLOCK / stride / 16 * 16).min(BLOCK_VERTICES);
    for block in bytes.chunks_mut(per_block * stride) {
        decoder.block(block, stride)?;
    }
    decoder.reader.finish()?;
    Ok(bytes)
}

struct Decoder<'a> {
    reader: Reader<'a>,
    /// The last vertex of the block before.
    last: Vec<u8>,
    /// The kind of each channel of 4 bytes; `None` in version 0, which has only single bytes.
    channels: Option<&'a [u8]>,
}

impl Decoder<'_> {
    fn block(&mut self, block: &mut [u8], stride: usize) -> Result<(), String> {
        let count = block.len() / stride;
        let controls = self.reader.take(self.channels.map_or(0, <[u8]>::len))?;
        let mut planes = [[0; BLOCK_VERTICES]; 4];
        for channel in 0..stride / 4 {
            for (index, plane) in planes.iter_mut().enumerate() {
                let control = controls.get(channel).map(|control| (control >> (2 * index)) & 3);
                self.plane(control, &mut plane[..count])?;
            }
            let kind = self.channels.map_or(0, |channels| channels[channel]);
            let last: [u8; 4] = std::array::from_fn(|byte| self.last[4 * channel + byte]);
            let mut state = Channel::new(kind, last)?;
            for vertex in 0..count {
                let next = state.next(std::array::from_fn(|plane| planes[plane][vertex]));
                block[vertex * stride + 4 * channel..][..4].copy_from_slice(&next);
            }
        }
        self.last.copy_from_slice(&block[(count - 1) * stride..]);
        Ok(())
    }

    /// One byte of every vertex; `control` is its coding in version 1.
    fn plane(&mut self, control: Option<u8>, plane: &mut [u8]) -> Result<(), String> {
        match control {
            None => byte_groups::decode(&mut self.reader, WIDTHS_V0, plane),
            Some(control @ (0 | 1)) => {
                byte_groups::decode(&mut self.reader, WIDTHS_V1[usize::from(control)], plane)
            }
            Some(2) => {
                plane.fill(0);
                Ok(())
            }
            Some(_) => {
                plane.copy_from_slice(self.reader.take(plane.len())?);
                Ok(())
            }
        }
    }
}

/// Adds the differences of 4 bytes.
enum Channel {
    Bytes([u8; 4]),
    Shorts([u16; 2]),
    /// A number of 32 bits whose rotated difference is an exclusive or.
    Xor(u32, u32),
}

impl Channel {
    fn new(kind: u8, last: [u8; 4]) -> Result<Self, String> {
        let [a, b, c, d] = last;
        match kind & 3 {
            0 => Ok(Self::Bytes(last)),
            1 => Ok(Self::Shorts([u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])])),
            2 => Ok(Self::Xor(u32::from_le_bytes(last), (32 - u32::from(kind >> 4)) & 31)),
            _ => Err(format!("the channel kind {kind} is unknown")),
        }
    }

    fn next(&mut self, difference: [u8; 4]) -> [u8; 4] {
        let [a, b, c, d] = difference;
        match self {
            Self::Bytes(last) => {
                for (last, difference) in last.iter_mut().zip(difference) {
                    *last = last.wrapping_add(unzigzag(u32::from(difference)) as u8);
                }
                *last
            }
            Self::Shorts(last) => {
                let differences = [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])];
                for (last, difference) in last.iter_mut().zip(differences) {
                    *last = last.wrapping_add(unzigzag(u32::from(difference)) as u16);
                }
                let [[a, b], [c, d]] = last.map(u16::to_le_bytes);
                [a, b, c, d]
            }
            Self::Xor(last, rotation) => {
                *last ^= u32::from_le_bytes(difference).rotate_left(*rotation);
                last.to_le_bytes()
            }
        }
    }
}
