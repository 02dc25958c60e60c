//! Still pictures of posed figures.

mod backdrop;
mod camera;
mod canvas;
mod color;
mod error;
mod font;
mod framing;
mod gather;
mod ground;
mod mark;
mod normals;
mod outline;
mod overlay;
mod paint_shapes;
mod paint_stage;
mod picture;
mod prop;
mod raster;
mod render;
mod scene;
mod shading;
mod sheet;
mod stage;
mod studio;
mod surface;
mod svg;
mod texture;
mod view;

pub use error::Error;
pub use mark::{Mark, Target, Tint};
pub use picture::{Background, Ground, Picture};
pub use prop::Prop;
pub use render::{Drawing, render_png};
pub use scene::{Actor, Scene, SkeletonStyle};
pub use sheet::{Frame, Grid, Sheet, contact_sheet};
pub use svg::render_svg;
pub use view::{Lens, View};

pub(crate) use camera::Camera;
pub(crate) use canvas::{Canvas, Ink};
pub(crate) use framing::Framing;
pub(crate) use surface::{Paint, Surface};
pub(crate) use texture::Texture;
