//! Tests of the promises about the web app, in a real browser.
//!
//! `cargo xtask web --test` builds the web app and runs these; so does CI. Without the web app they
//! pass and print a note.

mod assistive;
mod browser;
mod devtools;
mod endings;
mod film;
mod formats;
#[path = "../../../kansetsu-studio/tests/it/golden.rs"]
mod golden;
mod keeping;
mod lab;
mod memory;
mod opening;
mod posing;
mod saving;
#[path = "../../../../xtask/src/web/server.rs"]
mod server;
mod site;
mod walking;
