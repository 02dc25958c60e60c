//! One byte of every vertex of a block, in groups of 16 with 0 to 8 bits for each byte.

use super::reader::Reader;

/// The bytes of a group.
const GROUP: usize = 16;

/// The widths of version 0, bits.
pub(super) const WIDTHS_V0: [u32; 4] = [0, 2, 4, 8];
/// The widths of version 1 for the first and the second control value, bits.
pub(super) const WIDTHS_V1: [[u32; 4]; 2] = [[0, 1, 2, 4], [1, 2, 4, 8]];

/// Decodes whole groups into `bytes`; what exceeds them is dropped.
pub(super) fn decode(
    reader: &mut Reader<'_>,
    widths: [u32; 4],
    bytes: &mut [u8],
) -> Result<(), String> {
    let header = reader.take(bytes.len().div_ceil(GROUP).div_ceil(4))?;
    for (index, part) in bytes.chunks_mut(GROUP).enumerate() {
        let selected = (header[index / 4] >> (index % 4 * 2)) & 3;
        let group = group(reader, widths[usize::from(selected)])?;
        part.copy_from_slice(&group[..part.len()]);
    }
    Ok(())
}

/// A group: 16 values of this width, then the bytes whose values are the largest.
fn group(reader: &mut Reader<'_>, width: u32) -> Result<[u8; GROUP], String> {
    let mut group = [0; GROUP];
    match width {
        0 => {}
        8 => group.copy_from_slice(reader.take(GROUP)?),
        _ => {
            let packed = reader.take(GROUP * width as usize / 8)?;
            let (per_byte, sentinel) = (8 / width as usize, (1_u8 << width) - 1);
            for (index, byte) in group.iter_mut().enumerate() {
                let (place, within) = (index / per_byte, (index % per_byte) as u32);
                // Single bits are stored from the lowest, wider values from the highest.
                let shift = if width == 1 { within } else { 8 - width * (within + 1) };
                let value = (packed[place] >> shift) & sentinel;
                *byte = if value == sentinel { reader.byte()? } else { value };
            }
        }
    }
    Ok(group)
}
