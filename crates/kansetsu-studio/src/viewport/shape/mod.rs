//! What is drawn besides bodies: each file turns something of the document into lines, faces and
//! bodies of a [`Scene`](super::scene::Scene). Plain functions of plain data; sizes in metres,
//! widths in points, colours linear.

mod bones;
mod color;
mod guide;
mod limit;
mod manipulator;
mod motion_path;
mod onion_skin;
mod pin;
mod stroke;
mod triangles;

pub use bones::{Bone, bones};
pub use color::{Palette, faded, mixed};
pub use guide::{elbow_circle, pole, rubber};
pub use limit::{limit, limit_handle};
pub use manipulator::manipulator;
pub use motion_path::{MotionPath, motion_path};
pub use onion_skin::{Skin, onion_skin};
pub use pin::pin;
pub use stroke::{Pen, circle, dashes, dot, polyline};
pub use triangles::triangles;
