//! The pose editor's inverse kinematics: drag a joint with the mouse, get a pose.
//!
//! Source: the published pose editor OpenRDB, chapter 7. Its kinds of drag:
//! * rotate, free ([`EditorCcd`]): cyclic coordinate descent, a few rounds, from the dragged joint
//!   up to a level count;
//! * rotate about an axis of the selected joint's frame ([`AxisCcd`]): the same in the plane across
//!   that axis;
//! * move, free or along an axis ([`move_joint`], [`move_joint_along`]): one joint is translated.
//!
//! The original works on bones: the bone from a joint to its child rotates with the joint. The
//! *dragged* joint is the bone's far end, so the first joint that rotates is its parent.
//!
//! Known faults of the original and its successors, kept here: elbows flap during a drag, there are
//! no limits, and a target exactly behind a joint moves nothing. The arithmetic is in double
//! precision, so a drag is identical to the last digit of the pose on every platform.

mod axis_ccd;
mod ccd;
mod chain;
mod move_joint;

pub use axis_ccd::{AxisCcd, FrameAxis};
pub use ccd::EditorCcd;
pub use chain::EditorChain;
pub use move_joint::{move_joint, move_joint_along};
