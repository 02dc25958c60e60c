//! Why a motion cannot be retargeted.

/// Why a motion cannot be retargeted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RetargetError {
    /// A character or a motion that the retargeter does not support.
    #[error("retarget, {place}: {what} is not supported")]
    Unsupported {
        /// Which one.
        place: String,
        /// What it is.
        what: String,
    },
    /// Numbers that are out of range or not finite.
    #[error("retarget, {place}: {problem}")]
    Malformed {
        /// Where.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// The skeleton or its limits are malformed.
    #[error(transparent)]
    Skeleton(#[from] kansetsu::Error),
}
