//! How a command ends.

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It did what was asked.
    Done,
    /// A goal was not reached, and the user asked to be told.
    NotReached,
}
