//! The WebAssembly modules of the npm package `kansetsu`, one per feature.
//!
//! | feature | script | module |
//! | --- | --- | --- |
//! | `solver` | `package/core.js` | rigs and sessions |
//! | `formats` | `package/formats.js` | rigs from files and embedded figures |
//!
//! The scripts own the interface; this crate is what they call. A rig passes from one module to the
//! other as an object with the fields of [`kansetsu::d3::RigData`]. Poses, targets and reports are
//! numbers in buffers of the session, which the scripts read and write as typed arrays. Nothing
//! adds behaviour to [`kansetsu::IkSession`].

mod error;
#[cfg(feature = "formats")]
mod file;
#[cfg(feature = "solver")]
mod message;
#[cfg(feature = "solver")]
mod prior;
#[cfg(feature = "solver")]
mod report;
#[cfg(feature = "solver")]
mod rig;
#[cfg(feature = "solver")]
mod session;
#[cfg(feature = "solver")]
mod target;
