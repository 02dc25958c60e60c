//! Whether this is a run of the project's CI.

/// Whether no step may be skipped.
pub(crate) fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|ci| ci == "true")
}
