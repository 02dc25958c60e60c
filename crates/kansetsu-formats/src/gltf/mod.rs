//! glTF 2.0, as JSON text or as GLB; VRM files are GLB files.
//!
//! Every node is a joint, whether a skin uses it or not. So rigid robots, props and wrapper nodes
//! can be posed like skinned characters. Damaged data that does not affect posing is dropped with a
//! warning. Other damage is an [`Error`](crate::Error) that names the JSON path or the byte.
//!
//! Source: Khronos Group, "glTF 2.0 Specification", version 2.0.1, 2021.
//!
//! # Example
//!
//! ```
//! use kansetsu_formats::gltf;
//!
//! let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hip", "children": [1]}, {"name": "knee", "translation": [0, -0.4, 0]}]}"#;
//! let loaded = gltf::read(text.as_bytes(), &|path| Err(format!("there is no {path}")))?;
//! assert_eq!(loaded.figure.rig.skeleton.len(), 2);
//! assert!(loaded.warnings.is_empty());
//!
//! // Pose it and write it back: nothing but the knee changes.
//! let mut pose = loaded.figure.rig.skeleton.rest_pose();
//! pose.locals[1].translation.y = -0.5;
//! let saved = loaded.document.save(&gltf::Changes { pose: Some(&pose), ..Default::default() }, gltf::Container::Text)?;
//! assert_eq!(String::from_utf8_lossy(&saved.bytes), text.replace("[0, -0.4, 0]", "[0.0,-0.5,0.0]"));
//! # Ok::<(), kansetsu_formats::Error>(())
//! ```

mod accessor;
mod animations;
mod at;
mod component;
mod compressed;
mod container;
mod document;
mod elements;
mod expressions;
mod extras;
mod gaze;
mod image_type;
mod images;
mod kept_expressions;
mod kept_pose;
mod kept_weights;
mod materials;
mod meshes;
mod meta;
mod nodes;
mod origins;
mod own_extras;
mod primitive;
mod read;
mod rigs;
mod roles;
mod save;
mod skins;
mod springs;
mod triangles;
#[cfg(feature = "compressed")]
mod unpack;
mod uri;
mod write_new;

pub use crate::beside::Resources;
pub use compressed::is_compressed;
pub use container::Container;
pub use document::{Document, Resource};
pub use elements::ELEMENTS;
pub(crate) use image_type::guess;
pub use read::{Loaded, read};
pub use save::{Bake, Changes, Replacement, Saved};
#[cfg(feature = "compressed")]
pub use unpack::to_plain;
pub(crate) use write_new::write_extended;
pub use write_new::write_new;
