//! What is seen: the camera, what is drawn, what the pointer touches.

mod camera;
mod camera_motion;
mod camera_view;
#[cfg(feature = "window")]
pub mod gpu;
mod light;
mod manipulator;
mod pick;
mod ray;
pub mod scene;
pub mod shape;

pub use camera::{Camera, Projection};
pub use camera_motion::StandardView;
pub use camera_view::{Projected, View};
pub use light::{Light, linear};
pub use manipulator::{Axis, Manipulator, Part, PartShape, Tool};
pub use pick::{ClickCycle, DEAD_ZONE, PICK_RADIUS, TOUCH_RADIUS, Touched, joints_at};
pub use ray::{Nearest, Ray};
