//! Still pictures of posed figures, on the CPU: PNG and SVG, bit-identical on every machine.
//!
//! A [`Scene`] lists the contents: [`Actor`]s (figures in a pose), [`Prop`]s and [`Mark`]s. A
//! [`Picture`] sets the size, [`View`], background and floor. By default the camera moves to where
//! everything is inside the margins.
//!
//! The rasteriser decides coverage in integers, with 16 samples per pixel. Light comes from a key
//! light with soft shadows and from a sky with measured ambient occlusion. All arithmetic is plain
//! IEEE and `libm`, in a fixed order and in one thread: hence the same bytes everywhere.
//!
//! # Example
//!
//! ```
//! use kansetsu::d3::{Rig, Skeleton, Transform};
//! use kansetsu::glam::Vec3;
//! use kansetsu_draw::{Mark, Picture, Scene, View, render_png};
//! use kansetsu_formats::Figure;
//!
//! let mut builder = Skeleton::builder();
//! let shoulder = builder.root("shoulder", Transform::IDENTITY);
//! builder.child(shoulder, "hand", Transform::from_translation(Vec3::X * 0.6));
//! let figure = Figure::new("arm", Rig::new(builder.build()?));
//!
//! let mut scene = Scene::new(&figure, &figure.rig.skeleton.rest_pose());
//! scene.marks.push(Mark::target(Vec3::new(0.5, 0.2, 0.0)));
//! let picture = Picture { width: 160, height: 120, view: View::parse("30,15")?, ..Picture::default() };
//! let drawing = render_png(&scene, &picture)?;
//! assert!(drawing.content.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aim;
mod backdrop;
mod camera;
mod canvas;
mod color;
mod error;
mod flat;
mod font;
mod framing;
mod gather;
mod ground;
mod largest;
mod mark;
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
pub use flat::Flat;
pub use mark::{Mark, Target, Tint};
pub use picture::{Background, Eye, Ground, Picture};
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
