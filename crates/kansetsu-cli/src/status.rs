//! Exit statuses of commands.

/// The status of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The command did its work.
    Done,
    /// A goal was not reached, and `--require-reached` was set.
    NotReached,
}
