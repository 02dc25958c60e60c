//! The constants of a link's layout.

/// What the fragment begins with.
pub const PREFIX: &str = "pose=";
/// The version of the layout.
pub(super) const VERSION: u8 = 1;
/// No link holds more figures.
pub(super) const MOST_FIGURES: usize = 32;

/// What is said of a figure.
pub(super) mod figure_flags {
    /// It does not stand at the origin as it was built.
    pub(in crate::share) const PLACED: u8 = 1;
}

/// What is said of a joint.
pub(super) mod joint_flags {
    /// Its rotation follows.
    pub(in crate::share) const TURNED: u8 = 1;
    /// Its translation follows.
    pub(in crate::share) const MOVED: u8 = 2;
    /// Its scale follows.
    pub(in crate::share) const SCALED: u8 = 4;
}
