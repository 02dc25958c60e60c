//! The constants of a link's layout.

/// The prefix of the fragment.
pub const PREFIX: &str = "pose=";
/// The version of the layout.
pub(super) const VERSION: u8 = 1;
/// No link holds more figures.
pub(super) const MOST_FIGURES: usize = 32;

/// Flags of a figure.
pub(super) mod figure_flags {
    /// It is not at its built-in place; its placement follows.
    pub(in crate::share) const PLACED: u8 = 1;
}

/// Flags of a joint.
pub(super) mod joint_flags {
    /// Its rotation follows.
    pub(in crate::share) const TURNED: u8 = 1;
    /// Its translation follows.
    pub(in crate::share) const MOVED: u8 = 2;
    /// Its scale follows.
    pub(in crate::share) const SCALED: u8 = 4;
}
