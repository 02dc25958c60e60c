//! The studio in the browser: what the script of the web app calls. On other targets it is empty.
//!
//! `cargo xtask web` builds the page; docs/page.md says what is in it.

#[cfg(target_arch = "wasm32")]
mod page;
