//! USD (Pixar): figures as text files (`.usda`) with `UsdSkel`.
//!
//! A root has a skeleton, a skeletal animation for each clip, meshes with weights, and materials
//! of the kind `UsdPreviewSurface`. Lengths are metres, up is +Y. Names in paths keep letters,
//! digits and `_`; `jointNames` has the full names of joints.
//!
//! A skeleton of the format has one bind pose. If skins bind a joint differently, they get
//! skeletons of their own, which follow the same animation.
//!
//! Source: Pixar, "Universal Scene Description", UsdSkel and UsdPreviewSurface.

mod binds;
mod looks;
mod motion;
mod names;
mod skeleton;
mod surfaces;
mod text;
mod write;

pub use write::write;
