//! The panels of the app window: each shows what is in the [`Context`](crate::app::Context) and
//! returns the [`Action`](crate::app::Action)s that the user asks for.

pub(crate) mod banner;
mod camera;
pub(crate) mod card;
pub(crate) mod compact;
mod expressions;
pub mod field;
mod figure;
mod finger;
mod gallery;
mod hand;
mod help;
pub mod icon;
pub(crate) mod inspector;
mod joint;
mod library;
mod light;
mod limit;
pub(crate) mod menu_bar;
pub(crate) mod palette;
mod path;
mod pins;
mod question;
mod report;
mod robot;
mod roles;
pub(crate) mod status;
pub(crate) mod time_line;
pub(crate) mod tool_strip;
mod tree;
pub(crate) mod viewport;
mod welcome;

pub use viewport::scene;
