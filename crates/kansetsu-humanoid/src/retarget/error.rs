//! Errors of the retargeter.

/// Why a motion cannot be retargeted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RetargetError {
    /// A character or a motion that the retargeter does not support.
    #[error("retarget, {place}: {what} is not supported")]
    Unsupported {
        /// The character or motion.
        place: String,
        /// The unsupported feature.
        what: String,
    },
    /// Values that are out of range or not finite.
    #[error("retarget, {place}: {problem}")]
    Malformed {
        /// The position of the fault.
        place: String,
        /// The fault.
        problem: String,
    },
    /// The skeleton or its limits are malformed.
    #[error(transparent)]
    Skeleton(#[from] kansetsu::Error),
}
