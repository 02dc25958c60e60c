//! What the studio promises.

mod commands;
mod document;
#[cfg(feature = "window")]
mod drops;
mod export;
#[cfg(feature = "window")]
mod golden;
mod keying;
#[cfg(feature = "window")]
mod kit;
mod library;
#[cfg(feature = "window")]
mod looks;
mod motion;
#[cfg(feature = "window")]
mod picture;
mod posing;
mod project;
mod random;
mod recovery;
#[path = "../../../kansetsu-figures/tests/it/request_table.rs"]
mod request_table;
mod share;
#[path = "../../../kansetsu-formats/tests/it/skip.rs"]
mod skip;
#[cfg(feature = "window")]
mod wave;
#[cfg(feature = "window")]
mod window;
mod wording;
