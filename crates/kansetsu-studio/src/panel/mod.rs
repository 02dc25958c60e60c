//! The parts of the window: each shows something of the [`Studio`](crate::app::Studio) and changes it.

mod banner;
mod card;
mod compact;
pub mod field;
mod figure;
mod gallery;
mod hand;
mod help;
pub mod icon;
mod joint;
mod layout;
mod library;
mod limit;
mod menu_bar;
mod palette;
mod path;
mod pins;
mod question;
mod report;
mod robot;
mod status;
mod time_line;
mod tool_strip;
mod tree;
mod viewport;
mod words;

pub use compact::{Held, Sheet};
pub(crate) use figure::caution;
pub use layout::layout;
pub use palette::Palette;
pub use time_line::TimeLine;
pub(crate) use viewport::HintClock;
pub use viewport::{scene, still};
pub use words::Words;
