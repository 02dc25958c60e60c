//! The lab in the page: a program of its own, loaded when the lab is opened, so that nothing of it is there before the first drag.
//!
//! `cargo xtask web` builds it; docs/page.md says how it is loaded.

#[cfg(target_arch = "wasm32")]
mod page;
