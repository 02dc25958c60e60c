//! The programs of the web app, one per feature: the functions that the scripts in `site` call. The
//! crate is empty on other targets.
//!
//! | feature | script | program |
//! | --- | --- | --- |
//! | `studio` | `page.js` | the studio, small because it reads only plain glTF itself |
//! | `reader` | `reader.js` | reads files of other formats and compressed glTF, in a worker |
//! | `lab` | `room.js` | the lab, loaded when it is opened |
//!
//! `cargo xtask web` builds the web app; docs/guide/web.md describes it.

#[cfg(all(target_arch = "wasm32", feature = "lab"))]
mod lab;
#[cfg(all(target_arch = "wasm32", any(feature = "lab", feature = "studio")))]
mod mirror;
#[cfg(all(target_arch = "wasm32", feature = "reader"))]
mod reader;
#[cfg(all(target_arch = "wasm32", feature = "studio"))]
mod studio;
