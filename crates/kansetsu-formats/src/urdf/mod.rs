//! URDF (Unified Robot Description Format): links, joints and their limits, as XML.
//!
//! Every link is a joint of the skeleton, named after the link; what the format calls a joint is
//! how a link hangs on its parent. Metres and radians; the format has +Z up and +X in front, so the
//! base is turned to +Y up and +Z in front, and everything below keeps its own frame.
//!
//! Revolute joints become hinges with the file's limits, continuous ones hinges without, fixed and
//! prismatic ones hinges that do not turn. What a quaternion cannot hold (slides, turns of more
//! than a half, joints that mimic others) stands in the [`Robot`], which makes poses of joint
//! values and joint values of poses.
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
