//! The parts that an edit touches.

use super::{Banners, session::Session};
use crate::document::Document;

/// The document, the present gesture, and the messages: the parts that an edit or a drag changes.
pub struct Editor<'a> {
    /// What is edited.
    pub document: &'a mut Document,
    /// Drags, hover and fields.
    pub session: &'a mut Session,
    /// Messages to the user.
    pub banners: &'a mut Banners,
}
