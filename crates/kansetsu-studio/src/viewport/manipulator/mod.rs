//! The gizmo: handles at the selected joint, always of the same size on the screen.

mod axis;
mod handles;
mod part;
mod pick;
mod shape;

pub use axis::Axis;
pub use handles::Manipulator;
pub use part::{Part, Tool};
pub use shape::PartShape;
