//! What the studio promises.

mod commands;
mod document;
mod export;
mod keying;
#[cfg(feature = "window")]
mod kit;
mod library;
mod motion;
#[cfg(feature = "window")]
mod picture;
mod posing;
mod project;
mod random;
mod recovery;
mod share;
#[cfg(feature = "window")]
mod window;
