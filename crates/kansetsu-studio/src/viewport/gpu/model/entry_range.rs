//! A range of palette entries.

/// Where the entries of an attachment are in a figure's palette.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryRange {
    pub(crate) first: usize,
    pub(crate) count: usize,
}
