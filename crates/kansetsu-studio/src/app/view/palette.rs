//! The state of the command palette.

/// The command palette.
#[derive(Clone, Debug, Default)]
pub struct CommandPalette {
    is_open: bool,
    pub(crate) wanted: String,
    pub(crate) chosen: usize,
}

impl CommandPalette {
    /// Whether it is shown.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Shows it, empty.
    pub fn open(&mut self) {
        *self = Self { is_open: true, ..Self::default() };
    }

    /// Closes it.
    pub fn close(&mut self) {
        self.is_open = false;
    }
}
