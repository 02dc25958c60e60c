//! A drag of a limit's handle, between the pointer and the document.

use crate::{
    posing::{
        Pointer, Travel,
        limits::{self, HandleId, LimitSite},
    },
    viewport::View,
};

/// A handle of a limit that is dragged.
pub struct LimitDrag {
    /// The joint.
    pub joint: usize,
    /// What is dragged.
    pub handle: HandleId,
    pub(super) drag: limits::LimitDrag,
    /// Of the handle's line, at the press.
    pub(super) site: LimitSite,
    pub(super) view: View,
    pub(super) press: Pointer,
    pub(super) travel: Travel,
}
