//! The parts that an edit touches.

use super::{Banners, session::Session};
use crate::document::Document;

/// The document, what goes on in it, and the messages: the parts that an edit or a drag touches.
pub struct Editor<'a> {
    /// What is edited.
    pub document: &'a mut Document,
    /// Drags, hover and fields.
    pub session: &'a mut Session,
    /// What is told.
    pub banners: &'a mut Banners,
}
