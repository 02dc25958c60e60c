//! What people read, in every language of the interface.

mod joint_name;

pub use joint_name::{english, japanese};
pub use kansetsu_lab::text::{Language, Phrase};
