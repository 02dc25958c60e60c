//! The studio in a web page: what the page's script calls, and a small server to look at the page with.
//!
//! `cargo xtask web` builds the page; docs/page.md says what is in it.

#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod serve;

#[cfg(not(target_arch = "wasm32"))]
pub use serve::Server;
