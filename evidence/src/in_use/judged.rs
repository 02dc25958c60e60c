//! The draw of the chapter.

/// The first number of every draw of this chapter: nothing is tuned on it. (Draws to tune on begin
/// anywhere else.)
pub(super) const JUDGED: u64 = 0x6A75_6467_6564_0000;
