//! Everything that people can tell the studio to do.
//!
//! There is one [`TABLE`]: menus, the command palette, shortcuts and the help are made from it.
//! [`refusal`] says whether a command can be given now, and [`apply`] does it.

mod apply;
mod availability;
mod category;
mod clipboard;
mod holding;
mod keys;
mod limbs;
mod looking;
mod outcome;
mod posture;
mod selecting;
mod shortcut;
mod switches;
mod table;

pub use apply::{Effect, apply};
pub use availability::{is_on, refusal};
pub use category::Category;
pub use shortcut::{Preset, Shortcut};
pub use table::{Command, Row, TABLE};
