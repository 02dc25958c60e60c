//! Articulated bodies in space.

mod angles;
pub mod balance;
mod blend;
pub(crate) mod capsule;
pub(crate) mod chain;
mod euler;
mod filter;
pub mod frame;
mod goal;
pub mod ground;
mod joint_id;
pub mod keypoints;
pub mod limit;
mod look;
mod matching;
mod mirror;
mod pose;
mod posture;
pub mod prior;
pub(crate) mod report;
mod rig;
mod role;
mod skeleton;
pub mod solve;
pub(crate) mod transform;
mod twist;

pub use balance::{Balance, Mass, Sole};
pub use capsule::Capsule;
pub use chain::Chain;
pub use euler::EulerOrder;
pub use filter::{SmoothPosition, SmoothRotation, Smoothing};
pub use goal::{Goal, Orientation, Priority, Region};
#[cfg(feature = "serde")]
pub(crate) use goal::{is_one, is_usual, one};
pub use joint_id::JointId;
pub use limit::Limit;
pub use mirror::Side;
pub use pose::Pose;
pub(crate) use posture::keep_within;
pub use posture::{Arm, Humanoid, Leg, Posture, RecruitmentGroup};
pub use report::{ActiveLimit, GoalReport, Outcome, Report};
pub use rig::{Limb, Rig};
pub use role::Role;
pub use skeleton::{Joint, Skeleton, SkeletonBuilder};
pub use transform::{Transform, rotation_of};
pub use twist::{Twist, TwistShare};
