//! Draws a [`Scene`](super::scene::Scene) with the graphics card, in a window, in a web page and
//! into pictures.
//!
//! [`Screen`] shows scenes in an egui window: each has separate textures, with smooth
//! edges and depth, before egui draws, and then laid into the app window. [`draw_picture`] draws
//! one for a file. Everything works on WebGL2, which has the least: no storage buffers, 16 KB of
//! uniforms, no instances that begin later.
//!
//! Order in a picture: shadows; backdrop; opaque bodies; the ground; translucent surfaces, farthest
//! first; faces and lines; ghosts (bodies that one sees through); then what is on top, and handles.
//! Depth is reversed, and each layer has its own part of the range, so that a layer covers those
//! before it and hides itself in depth.

mod card;
mod draw_list;
mod error;
mod faces;
mod finished;
mod frame;
mod kit;
mod layouts;
mod lens;
mod library;
mod model;
mod paint;
mod palette;
mod pending;
mod picture;
mod pipelines;
mod recipe;
mod renderer;
mod shadow_box;
mod shadow_map;
mod stream;
mod strokes;
mod target;
mod view;

pub use error::Error;
pub use finished::Picture;
pub(crate) use model::Bitmap;
pub use paint::Screen;
pub use pending::Pending;
pub use picture::{PictureSize, draw_picture};
