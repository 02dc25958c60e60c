//! The draw of the chapter.

/// The seed of every draw of this chapter: nothing is tuned on it. (Draws for tuning start at other
/// seeds.)
pub(super) const JUDGED: u64 = 0x6A75_6467_6564_0000;
