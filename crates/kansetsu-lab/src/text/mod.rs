//! What people read, in every language of the interface.

mod language;
mod phrase;

pub use language::Language;
pub use phrase::Phrase;
