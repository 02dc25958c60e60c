//! Rig files, `.rig.json`: the rig of a figure, beside a file that cannot store it.
//!
//! Roles, limits, limbs, mirror pairs, twist joints, masses, a relaxed stance, and the rest pose if
//! the file has another pose. glTF and VRM files have the same object in their `extras`.
//! `docs/guide/rig-files.md` documents it, `docs/reference/rig.schema.json` is its schema.
//!
//! ```
//! use kansetsu_formats::{gltf, rig::RigFile};
//!
//! let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hip", "children": [1]}, {"name": "knee", "translation": [0, -0.4, 0]}]}"#;
//! let mut figure = gltf::read(text.as_bytes(), &|path| Err(format!("there is no {path}")))?.figure;
//! let rig = RigFile::read(r#"{"kansetsu_rig": 1, "limits": [{"joint": "knee", "limit": {"kind": "hinge", "axis": [1, 0, 0], "min": 0}}]}"#)?;
//! assert!(rig.apply(&mut figure).is_empty());
//! assert!(figure.rig.limits[1].is_some());
//! # Ok::<(), kansetsu_formats::Error>(())
//! ```

mod apply;
mod entries;
mod file;
mod from_figure;
mod labels;
mod posed;
mod read;
mod sidecar;
mod text;

pub(crate) use apply::with_rest;
pub use entries::{LimbEntry, LimitEntry, MassEntry, RestEntry, ShareEntry, TurnEntry, TwistEntry};
pub use file::RigFile;
pub(crate) use posed::{pose_from_value, pose_value};
