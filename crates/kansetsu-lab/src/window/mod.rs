//! The pages in a window: a [`Room`] shows them by egui and gives them the pointer and the keys.
//! The studio's window has one, and the web app loads one as a separate program.

mod canvas;
mod column;
mod field;
mod formula;
mod room;
pub mod theme;

pub use room::{Room, Wish};
