//! Articulated bodies in space.

mod angles;
pub mod balance;
mod blend;
pub(crate) mod capsule;
pub(crate) mod chain;
mod euler;
mod filter;
mod four_transforms;
pub mod frame;
mod goal;
pub mod ground;
mod humanoid;
mod joint_id;
mod limb;
pub mod limit;
mod look;
mod matching;
mod mirror;
mod pose;
mod posture;
pub(crate) mod report;
mod rig;
#[cfg(feature = "serde")]
mod rig_data;
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
pub(crate) use four_transforms::FourTransforms;
pub use goal::{Goal, Orientation, Priority, Region};
#[cfg(feature = "serde")]
pub(crate) use goal::{is_one, is_usual, one};
pub use humanoid::{Arm, BodyAxes, Humanoid, Leg};
pub use joint_id::JointId;
pub use limb::Limb;
pub use limit::Limit;
pub use mirror::Side;
pub use pose::Pose;
pub use posture::{Posture, RecruitmentGroup, clamp_to_limits};
pub use report::{ActiveLimit, GoalReport, Outcome, Report};
pub use rig::Rig;
#[cfg(feature = "serde")]
pub use rig_data::RigData;
pub use role::Role;
pub use skeleton::{Joint, Skeleton, SkeletonBuilder};
pub use transform::{Transform, rotation_of};
pub use twist::{Twist, TwistShare};
