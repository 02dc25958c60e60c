//! What a family of commands did.

use crate::document::Refusal;

/// What a family of commands did; `None` for a command of another family.
pub(super) type Outcome = Option<Result<(), Refusal>>;
