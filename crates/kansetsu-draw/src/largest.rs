//! The largest pictures and sheets.

/// The longest side of a picture, pixels.
pub(crate) const SIDE: u32 = 16_384;
/// The most rows, and the most columns, of a contact sheet.
pub(crate) const CELLS: u32 = 64;
