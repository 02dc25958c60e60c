//! URDF (Unified Robot Description Format): links, joints and their limits, as XML.
//!
//! Every link is a joint of the skeleton, named after the link; a joint of the format connects a
//! link to its parent. Metres and radians. The format has +Z up and +X front, so the base is
//! rotated to +Y up and +Z front, and everything below keeps its own frame.
//!
//! Revolute joints become hinges with the file's limits, and continuous ones hinges without limits.
//! Fixed and prismatic joints become locked hinges. The [`Robot`] has the data that a quaternion
//! cannot express: slides, rotations beyond half a turn, joints that mimic others. It converts
//! joint values to poses and poses to joint values.
//!
//! Source: Open Robotics, "URDF XML specification", wiki.ros.org/urdf/XML, 2023.

mod element;
mod elements;
mod geometry;
mod read;
mod robot;
mod table;
mod tree;

pub use elements::ELEMENTS;
pub use read::{Loaded, read};
pub use robot::{JointKind, Mimic, Robot, RobotJoint};
pub use table::{motion_table, table};
