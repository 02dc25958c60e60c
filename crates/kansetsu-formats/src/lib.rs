//! Loading and saving of figures.
//!
//! A [`Figure`] is a rig with meshes, clips and humanoid roles: the contents of a file. A loader
//! converts bytes to a figure with warnings, or returns an [`Error`] that names the format, the
//! place and the expected content. Only [`open_path`] uses the file system, and no bytes cause a
//! panic.

pub mod asf;
mod auto_rig;
mod beside;
pub mod bvh;
mod byte_reader;
mod convert;
mod converted;
mod element;
mod elements;
mod error;
pub mod fbx;
mod figure;
mod from_glb;
mod front;
mod gaze;
pub mod gltf;
#[cfg(doctest)]
mod guide;
mod sniff;

mod document;
pub mod keypoints;
#[cfg(feature = "compressed")]
mod ktx2;
mod loaded;
mod look_at;
mod mesh;
#[cfg(feature = "compressed")]
mod meshopt;
mod meta;
pub mod mmd;
mod morph;
mod morphing;
pub mod mqo;
mod normals;
mod open;
mod open_path;
mod output;
mod picture;
pub mod reference;
pub mod rig;
mod same_body;
mod scale;
mod skinned;
mod skinning;
mod solid;
mod text;
mod texture;
mod turn64;
pub mod urdf;
pub mod usd;
pub mod vrma;
mod weights;
mod xml;

pub use convert::{motion_to_glb, pose_from_keypoints, to_glb};
pub use converted::Converted;
pub use document::Document;
pub use element::{Element, Fate};
pub use elements::TABLES;
pub use error::Error;
pub use figure::Figure;
pub use from_glb::{ExportFormat, from_glb};
pub use front::{Front, FrontSource};
pub use gaze::{Gaze, GazeMoves, GazeRange};
pub use kansetsu::animation::{Clip, Interpolation, Track, Values, WeightTrack};
pub use kansetsu::d3::Role;
pub use loaded::Loaded;
pub use mesh::{AlphaMode, Attachment, Image, Influence, Material, Mesh, Primitive, Skin};
pub use meta::Meta;
pub use morph::{Expression, JointBind, Morph, MorphBind, MorphOffsets};
pub use morphing::{Expressed, ExpressedPrimitive};
pub use normals::vertex_normals;
pub use open::{Opened, is_supported, open};
pub use open_path::{open_path, read_resource};
pub use output::Written;
pub use same_body::is_motion_compatible;
pub use skinning::Placement;
pub use sniff::{is_gltf, motion_format, unsupported_format};
