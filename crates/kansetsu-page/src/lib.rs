//! The programs of the web app, one for each feature: what their scripts in `site` call. On other
//! targets it is empty.
//!
//! | feature | script | what it is |
//! | --- | --- | --- |
//! | `studio` | `page.js` | the studio, which reads glTF itself and stays small |
//! | `reader` | `reader.js` | reads files of other formats, in a worker |
//! | `lab` | `room.js` | the lab, loaded when it is opened |
//!
//! `cargo xtask web` builds the page; docs/guide/web.md says what is in it.

#[cfg(all(target_arch = "wasm32", feature = "lab"))]
mod lab;
#[cfg(all(target_arch = "wasm32", feature = "reader"))]
mod reader;
#[cfg(all(target_arch = "wasm32", feature = "studio"))]
mod studio;
