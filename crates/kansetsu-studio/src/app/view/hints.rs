//! Which hint a newcomer sees, and since when.

/// A step that is hinted at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Drag a hand.
    Drag,
    /// Pin a foot.
    Pin,
    /// Key the pose.
    Key,
}

/// The hints.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    /// Which hint was seen last, and since when, seconds on the app window's clock.
    pub(crate) clock: Option<(Hint, f64)>,
    /// Whether the first hint was seen long enough, this time.
    pub(crate) is_over: bool,
}
