//! What people read, in every language of the interface.

mod joint_name;
mod language;
mod phrase;

pub use joint_name::japanese;
pub use language::Language;
pub use phrase::Phrase;
