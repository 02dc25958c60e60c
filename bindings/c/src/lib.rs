//! The C interface of Kansetsu: `include/kansetsu.h` documents every type and function.
//!
//! The functions expose [`IkSession`](kansetsu::IkSession) as plain data and add no behaviour. The
//! header is written by hand; the tests compare it with this crate.
//!
//! # Rules
//!
//! * Nothing unwinds across the C boundary: [`mod@failure`] catches panics.
//! * A handle is a number, not a pointer: `handle` returns the object or reports that it was freed.
//! * The types of [`mod@pointer`] access all memory of the caller and contain all `unsafe` blocks.
//! * The first field of a struct that may grow is its size in bytes.

pub mod failure;
pub mod find_file;
mod handle;
mod joint;
pub mod joint_limit;
pub mod options;
pub mod pointer;
pub mod report;
pub mod rig;
pub mod rig_def;
pub mod session;
pub mod target;
pub mod version;
