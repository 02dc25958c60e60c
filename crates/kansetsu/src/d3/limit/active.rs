//! The bounds that a turn is on.

/// The names of at most three bounds at a time.
pub(super) type Bounds = [Option<&'static str>; 3];
