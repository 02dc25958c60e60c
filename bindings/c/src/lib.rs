//! The C interface of Kansetsu: `include/kansetsu.h` documents every type and function.
//!
//! The functions expose [`IkSession`](kansetsu::IkSession) as plain data and add no behaviour. The
//! header is written by hand; the tests compare it with this crate.
//!
//! # Rules
//!
//! * Nothing unwinds across the border: [`mod@failure`] catches panics.
//! * A handle is a number, not a pointer: `handle` finds the object or reports that it was freed.
//! * All memory of the caller is read and written by the types of [`mod@pointer`], which hold all
//!   `unsafe` blocks.
//! * The first field of a struct that may grow is its size in bytes.

pub mod failure;
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
