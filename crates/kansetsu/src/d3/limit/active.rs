//! The active bounds of a rotation.

/// The names of at most three bounds at a time.
pub(super) type Bounds = [Option<&'static str>; 3];
