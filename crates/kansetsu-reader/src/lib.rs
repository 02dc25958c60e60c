//! Reads files of other formats for the page, in a worker: the page's own program knows glTF alone and stays small.
//!
//! `cargo xtask web` builds it; docs/page.md says how it is loaded.

#[cfg(target_arch = "wasm32")]
mod worker;
