//! Kansetsu for Godot 4: `KansetsuModifier3D`, a `SkeletonModifier3D` for full-body inverse
//! kinematics.
//!
//! | module | contents |
//! | --- | --- |
//! | [`bones`] | from the bones of an engine to a skeleton |
//! | [`body`] | one frame: a pose and targets in, a pose out |
//! | `convert` | reads and writes a `Skeleton3D` |
//! | `modifier` | the node and its properties |
//! | `extension` | the entry point of the library |
//!
//! The first two need no engine and have the tests. Nothing adds behaviour to
//! [`kansetsu::IkSession`].

pub mod body;
pub mod bones;
mod convert;
mod extension;
mod modifier;
