//! The studio in a web page: what the page's script calls. Elsewhere than in a browser it is empty.
//!
//! `cargo xtask web` builds the page; docs/page.md says what is in it.

#[cfg(target_arch = "wasm32")]
mod page;
