//! The studio's commands.
//!
//! There is one [`TABLE`]: menus, the command palette, shortcuts and the help are made from it.
//! [`refusal`] returns why a command is not available now, and [`apply`] runs it.

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
