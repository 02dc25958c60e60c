//! The whole-body solver: several targets at once, over all joints, inside the limits.
//!
//! A problem is a joint tree ([`crate::kinematics`]) and a list of tasks ([`tasks`]). The solver
//! repeats one bounded step ([`step`]) until the targets are met and the pose has converged
//! ([`descend`]), or for one frame at a time ([`track`]). With a posture the pose is a local
//! minimum of
//!
//! ```text
//! E(q) = Σ strength · weight · |residual| + ½ Σ stiffness · |deflection|²
//! ```
//!
//! over the targets and the joints. A residual counts by its length, not by its square, so targets
//! that can be met are met beside others that cannot. Without a posture a step is the shortest one
//! that meets the targets. All tuning constants are in [`constants`].

mod active_set;
mod bend;
mod body;
mod chain;
mod constants;
mod descend;
mod load;
mod mode;
mod posture;
mod problem;
mod report;
mod rows;
mod solve_pose;
mod step;
mod task;
mod tasks;
mod track;
mod whole_body;

pub use body::Body;
pub(crate) use body::BodyJoint;
pub(crate) use constants::FRAME_ROTATION;
pub(crate) use problem::{Attempts, Problem};
pub use track::{GoalPose, TrackingState};
pub use whole_body::{Root, WholeBody};
